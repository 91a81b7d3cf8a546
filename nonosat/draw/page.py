"""One self-contained HTML page for reports: light and dark, nothing requested from outside.

Text is escaped everywhere; only what is wrapped in `Markup` is taken as it is.

>>> page("Report", [heading("Puzzles & times"), table(["name", "seconds"], [["a<b", 0.5]])])[:15]
'<!doctype html>'
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from nonosat.draw.policy import with_policy


class Markup(str):
    """HTML or SVG that is known to be safe and is not escaped; strings that are not are text."""

    __slots__ = ()


class Number(NamedTuple):
    """A number with the text that stands for it in a table."""

    value: float
    text: str


TableCell = str | int | float | Number | Markup | None
"""A cell of a table: text, a number (aligned and sorted as such), or markup; None is a dash."""


def page(title: str, parts: Iterable[str]) -> str:
    """Make a whole HTML page."""
    body = "\n".join(part if isinstance(part, Markup) else paragraph(part) for part in parts)
    return with_policy(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"{body}\n</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def heading(text: str) -> Markup:
    """Make a heading below the page's own."""
    return Markup(f"<h2>{escape(text)}</h2>")


def paragraph(text: str, kind: str = "") -> Markup:
    """Make a paragraph of text; `kind` ``bad`` or ``good`` makes it a colored notice."""
    attribute = f' class="{escape(kind)}"' if kind else ""
    return Markup(f"<p{attribute}>{escape(text)}</p>")


def figure(picture: Markup, caption: str = "") -> Markup:
    """Make a drawing (SVG), with a line of text below it."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return Markup(f"<figure>{picture}{below}</figure>")


def table(
    columns: Sequence[str], rows: Iterable[Sequence[TableCell]], *, caption: str = ""
) -> Markup:
    """Make a table that is sorted by a click on a column's head.

    Without JavaScript it is still a table. Numbers are aligned to the right and sort as numbers.
    """
    lines = [list(row) for row in rows]
    numeric = [
        any(_is_number(cell) for cell in cells)
        and all(_is_number(cell) or cell is None for cell in cells)
        for cells in zip(*lines, strict=True)
    ] or [False] * len(columns)
    head = "".join(
        f'<th scope="col"{_CLASS[right]}><button type="button">{escape(name)}</button></th>'
        for name, right in zip(columns, numeric, strict=True)
    )
    body = "\n".join(
        f"<tr>{''.join(_cell(cell, right) for cell, right in zip(row, numeric, strict=True))}</tr>"
        for row in lines
    )
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return Markup(
        f'<div class="table"><div class="scroll"><table>{above}<thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div></div>"
    )


_CLASS = {True: ' class="n"', False: ""}


def _is_number(cell: TableCell) -> bool:
    return isinstance(cell, (int, float, Number)) and not isinstance(cell, bool)


def _cell(cell: TableCell, right: bool) -> str:
    """Return a ``td``, with its sort key in ``data-v`` if that is not its text."""
    kind = _CLASS[right]
    if cell is None:
        return f'<td{kind} data-v="">&ndash;</td>'
    if isinstance(cell, Markup):
        return f"<td{kind}>{cell}</td>"
    if isinstance(cell, Number):
        return f'<td{kind} data-v="{cell.value!r}">{escape(cell.text)}</td>'
    return f"<td{kind}>{escape(str(cell))}</td>"


# Colors: text on paper at 7:1 or better in both schemes, muted text at 4.5:1.
_STYLE = """
:root { --paper: #fdfdfc; --panel: #f3f3f0; --text: #1d1f21; --muted: #62666b; --rule: #d8d8d3;
  --accent: #0b5cad; --bad: #b3261e; --bad-paper: #fdecea; --good: #176b34; --good-paper: #e8f4ec; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181a; --panel: #212427; --text: #e4e5e6; --muted: #a0a5ab; --rule: #3a3e43;
    --accent: #7fb8f2; --bad: #ff9d94; --bad-paper: #3b1d1b; --good: #86d6a0; --good-paper: #17301f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
p { margin: .5rem 0; max-width: 48rem; overflow-wrap: anywhere; }
p.bad, p.good { padding: .6rem .9rem; border-left: .25rem solid; border-radius: .2rem; font-weight: 600; }
p.bad { color: var(--bad); background: var(--bad-paper); }
p.good { color: var(--good); background: var(--good-paper); }
figure { margin: 1rem 0; }
.pair { white-space: nowrap; }
figure > svg { max-width: 100%; height: auto; display: block; }
figcaption, caption { color: var(--muted); font-size: .875rem; text-align: left; }
caption { padding: 0 0 .4rem; }
.table { margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .75rem; text-align: left; vertical-align: middle; border-bottom: 1px solid var(--rule); }
th { padding: 0; background: var(--panel); white-space: nowrap; }
th button { all: unset; box-sizing: border-box; width: 100%; padding: .4rem .75rem; font-weight: 600; cursor: pointer; }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
th button::after { content: "\\2195"; opacity: .3; margin-left: .3em; }
th[aria-sort=ascending] button::after { content: "\\2191"; opacity: 1; }
th[aria-sort=descending] button::after { content: "\\2193"; opacity: 1; }
.n, th.n button { text-align: right; }
td.n { white-space: nowrap; }
tbody tr:hover { background: var(--panel); }
@media print { th button::after { display: none; } }
"""

_SCRIPT = """
"use strict";
for (const box of document.querySelectorAll(".table")) {
  const body = box.querySelector("tbody"), heads = [...box.querySelectorAll("th")];
  const rows = [...body.rows];
  heads.forEach((head, column) => head.firstChild.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const number = head.classList.contains("n");
    const keyed = rows.map((row, index) => {
      const cell = row.cells[column], text = cell.dataset.v ?? cell.textContent;
      return {row, index, key: number ? parseFloat(text) : text};
    });
    const none = entry => number ? Number.isNaN(entry.key) : entry.key === "";
    const order = new Intl.Collator(undefined, {numeric: true}).compare;
    keyed.sort((a, b) => none(a) - none(b)  // what is missing comes last either way
      || (up ? 1 : -1) * (none(a) ? 0 : number ? a.key - b.key || 0 : order(a.key, b.key))
      || a.index - b.index);
    body.append(...keyed.map(entry => entry.row));
  }));
}
"""

"""Results as LaTeX: tables that fit into 345 pt, the text of an article in 11 pt on A4 paper.

They are `table*`, which is as wide as the page in two columns, and a `table` in one.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from nonosat.bench.agreement import agreement_line
from nonosat.bench.stats import Results
from nonosat.bench.tables import (
    EACH,
    Table,
    cell_text,
    clock_note,
    facts,
    report_tables,
)
from nonosat.draw.page import Number, TableCell

WIDTH = 345.0
"""Points between the margins."""
GAP = 8.0
"""Points between two columns."""
_RULE = r"\noalign{\smallskip}\hline\noalign{\smallskip}"
PAGE = 40
"""Lines of the longest table on one page; longer ones are continued in further tables."""
_WIDTHS = (
    (r"[fijlrt.,:;'|!()\[\]-]", 3.7),
    (r"[MW@]", 9.6),
    (r"[A-Zm%&+=<>#]", 7.8),
    (r"[w]", 6.8),
    (r" ", 3.1),
    (r".", 5.2),
)
"""Points of characters in \\footnotesize, at most."""  # fmt: skip
_PLACES = re.compile(r"([/.:=+_-]|[^\W_]{8}(?=\w{4}))")
"""Where a long text may be broken."""
_BREAK, _NONE = "\0", "\N{EN DASH}"
_SPECIAL = str.maketrans({
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "''", "`": r"\`{}",
    _BREAK: r"\hspace{0pt}", _NONE: "--",
})  # fmt: skip


def as_latex(results: Results) -> str:
    """Return all tables but the one of single puzzles, for `\\input`."""
    lines = [f"% {text}" for text in (*facts(results), agreement_line(*results.settled))]
    for one in report_tables(results):
        if one.rows and one.title != EACH:
            told = one if one.note else replace(one, note=clock_note(results))
            keep = any(name in one.columns for name in results.fields)
            lines += ["", *_table(told, keep)]
    return "\n".join(lines) + "\n"


def _table(table: Table, keep: bool) -> list[str]:
    """Return the lines of a table; without `keep`, leave out columns that are least missed until it fits."""
    texts = [_column([row[at] for row in table.rows]) for at in range(len(table.columns))]
    wide = [
        max(map(_points, [*head.split(" "), *texts[at]])) + GAP
        for at, head in enumerate(table.columns)
    ]
    shown = table.fitting(wide, math.inf if keep else WIDTH)
    # What is still too wide is broken, in the widest column of text.
    left = WIDTH - sum(wide[at] for at in shown)
    words = [at for at in shown if not table.is_numeric(at)]
    broken = max(words, key=wide.__getitem__, default=None) if left < 0 else None
    sides = {at: "r" if table.is_numeric(at) else "l" for at in shown}
    if broken is not None:
        room = max(60.0, wide[broken] + left - GAP)
        sides[broken] = f"p{{{room:.0f}pt}}"
        texts[broken] = [_PLACES.sub(rf"\1{_BREAK}", text) for text in texts[broken]]
    cells = [[_escaped(text) for text in texts[at]] for at in shown]
    if broken is not None:
        at = shown.index(broken)
        cells[at] = [rf"\raggedright {text}" for text in cells[at]]
    # In a ragged cell, two backslashes would end only its line.
    end = r" \tabularnewline"
    head = " & ".join(_head(table.columns[at], sides[at]) for at in shown) + end
    body = [" & ".join(row) + end for row in zip(*cells, strict=True)]
    label = re.sub(r"[^a-z0-9]+", "-", table.title.lower()).strip("-")
    captions = [rf"\caption{{{_caption(table)}}}\label{{tab:{label}}}"]
    captions += [rf"\caption{{{_escaped(table.title)}, continued.}}"] * ((len(body) - 1) // PAGE)
    columns = "@{}" + "".join(sides[at] for at in shown) + "@{}"
    style = rf"\footnotesize\setlength{{\tabcolsep}}{{{GAP / 2:g}pt}}"
    lines = list[str]()
    for number, caption in enumerate(captions):
        lines += [
            r"\begin{table*}", r"\centering", style, caption, rf"\begin{{tabular}}{{{columns}}}", _RULE,
            head, _RULE, *body[number * PAGE : (number + 1) * PAGE], _RULE, r"\end{tabular}", r"\end{table*}",
        ]  # fmt: skip
    return lines


def _column(cells: Sequence[TableCell]) -> list[str]:
    """Return the cells of a column, its numbers with the same number of decimals."""
    numbers = [cell for cell in cells if isinstance(cell, Number)]
    most = max((len(number.text.partition(".")[2]) for number in numbers), default=0)
    ahead = len(str(int(max((abs(number.value) for number in numbers), default=0))))
    decimals = min(most, max(0, 6 - ahead), 4)
    return [
        f"{cell.value:.{decimals}f}" if isinstance(cell, Number) else cell_text(cell, _NONE)
        for cell in cells
    ]


def _points(text: str) -> float:
    """Return an upper bound of the width of a text."""
    return sum(next(points for sign, points in _WIDTHS if re.match(sign, x)) for x in text)


def _escaped(text: str) -> str:
    """Return a text that LaTeX prints as it is."""
    return re.sub(r"-(?=-)", f"-{_BREAK}", text).translate(_SPECIAL)


def _head(name: str, side: str) -> str:
    """Return the head of a column, each word in a line of its own."""
    words = r"\\".join(map(_escaped, name.split(" ")))
    return rf"\shortstack[{side if side == 'r' else 'l'}]{{{words}}}" if " " in name else words


def _caption(table: Table) -> str:
    """Return the title and the note of a table, without names of options and files."""
    text = " ".join([f"{table.title}.", *table.note.splitlines()])
    text = re.sub(r"; [^;.]*--[a-z][^;.]*(?=[.;])", "", text)
    kept = [part for part in re.split(r"(?<=\.) ", text) if not re.search(r"--[a-z]|docs/", part)]
    return _escaped(" ".join(kept))

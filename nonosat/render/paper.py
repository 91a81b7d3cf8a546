"""Puzzles on sheets of paper: several on a page as far as they fit, solutions behind them.

Pages are SVG documents in points (1/72 inch), for a PDF or an HTML file that browsers print. Cells
are 5 mm wide where there is room, as on squared paper, and smaller where a puzzle needs it; a
wide puzzle turns its page. Where clues would become too small to read, nothing is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.errors import CannotHold
from nonosat.model import Puzzle
from nonosat.render.svg import FONT, Cell, Layout, Picture, body, document, layout, number, text

MILLIMETER = 72 / 25.4
PAGES = {"A4": (210 * MILLIMETER, 297 * MILLIMETER), "Letter": (612.0, 792.0)}
"""Name -> width and height in points, upright."""
MARGIN = 10 * MILLIMETER
LEAST_TEXT = 3.0
"""Points: digits of 0.75 mm, about the smallest print that is legible."""

_CELL = 5 * MILLIMETER
_SOLVED_CELL = 2.5 * MILLIMETER
_GAP = 8 * MILLIMETER
_CAPTION, _CREDIT, _FOOTER = 11.0, 7.5, 8.0
_GRAY = "#606060"


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle, or its solution, to be put on a page."""

    puzzle: Puzzle
    name: str
    """Stands above it, and in messages."""
    credit: str = ""
    """Stands below its name, small."""
    picture: Picture | None = None
    """What its cells show: given ones, or the solution."""
    solved: bool = False
    """It is a solution: drawn smaller, and without the clues."""
    marks: tuple[Cell, ...] = ()
    """Cells of the solution to put a frame around."""


class Page(NamedTuple):
    """A page: its size in points, and what is on it as a complete SVG document."""

    width: float
    height: float
    svg: str


def pages(items: Sequence[Item], page: str = "A4") -> list[Page]:
    """Put puzzles on pages, in order; solutions begin a page of their own.

    Args:
        page: a name of `PAGES`.

    Raises:
        CannotHold: a puzzle's clues would be smaller than LEAST_TEXT.
    """
    size = PAGES[page]
    made = [
        *_filled([_placed(item, size, page) for item in items if not item.solved]),
        *_filled([_placed(item, size, page) for item in items if item.solved]),
    ]
    return [
        _page(boxes, f"{at} / {len(made)}" if len(made) > 1 else "")
        for at, boxes in enumerate(made, 1)
    ]


def html(made: Sequence[Page], title: str) -> str:
    """Pages as one HTML file without anything from outside, which prints a page a sheet."""
    sheets = "\n".join(
        f'<section class="{"wide" if page.width > page.height else "high"}">\n{page.svg}</section>'
        for page in made
    )
    width, height = sorted(made[0][:2])
    high = f"{number(width)}pt {number(height)}pt"
    wide = f"{number(height)}pt {number(width)}pt"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{text(title)}</title>
<style>
@page {{ size: {high}; margin: 0 }}
@page wide {{ size: {wide}; margin: 0 }}
section.wide {{ page: wide }}
body {{ margin: 0; background: #808080 }}
section {{ break-after: page }}
section:last-child {{ break-after: auto }}
svg {{ display: block; background: #ffffff }}
@media screen {{
  svg {{ margin: 2em auto; max-width: 96vw; height: auto; box-shadow: 0 2px 12px #0008 }}
}}
@media print {{ body {{ background: none }} }}
</style>
</head>
<body>
{sheets}
</body>
</html>
"""


class _Box(NamedTuple):
    """An item in the size in which it will be drawn, with its caption."""

    item: Item
    place: Layout
    width: float
    height: float
    page: tuple[float, float]
    """Width and height of the page it needs."""


class _Put(NamedTuple):
    box: _Box
    x: float
    y: float


def _placed(item: Item, size: tuple[float, float], name: str) -> _Box:
    """Choose the size of a drawing, and turn the page where that makes it clearly larger."""
    solved = item.solved
    wanted = _SOLVED_CELL if solved else _CELL
    unit = layout(item.puzzle, cell=1, clues=not solved)
    caption = _caption_height(item)
    cells = []
    for width, height in (size, size[::-1]):
        room = (width - 2 * MARGIN, height - 2 * MARGIN - caption - _FOOTER)
        cells.append(min(wanted, room[0] / unit.width, room[1] / unit.height))
    turned = cells[1] > 1.1 * cells[0]
    cell = cells[turned]
    place = layout(item.puzzle, cell=cell, clues=not solved)
    if not solved and place.text < LEAST_TEXT:
        raise CannotHold(
            f"{item.name}: its clues would be {place.text:.1f} points high on {name}, and "
            f"{LEAST_TEXT:g} are the least that can be read; an .svg has no page"
        )
    width = max(place.width, min(_text_width(item.name, _CAPTION), size[0] - 2 * MARGIN, 40 * cell))
    return _Box(item, place, width, place.height + caption, size[::-1] if turned else size)


def _filled(boxes: Sequence[_Box]) -> Iterator[list[_Put]]:
    """Break boxes into lines and pages, in order, as words of a text are."""
    page: list[_Put] = []
    x = y = tall = 0.0
    for box in boxes:
        width, height = box.page
        if page and box.page != page[0].box.page:
            yield page
            page = []
        if not page:
            x, y, tall = MARGIN, MARGIN, 0.0
        elif x + box.width > width - MARGIN + 0.01:
            x, y, tall = MARGIN, y + tall + _GAP, 0.0
        if y + box.height > height - MARGIN - _FOOTER + 0.01:
            yield page
            page = []
            x, y, tall = MARGIN, MARGIN, 0.0
        page.append(_Put(box, x, y))
        x += box.width + _GAP
        tall = max(tall, box.height)
    if page:
        yield page


def _page(boxes: Sequence[_Put], footer: str) -> Page:
    width, height = boxes[0].box.page
    parts = [f'<rect width="{number(width)}" height="{number(height)}" fill="#ffffff"/>']
    for box, x, y in boxes:
        item, cell = box.item, box.place.cell
        top = y + _CAPTION
        parts.append(_line(x, top, _CAPTION, "#000000", _cut(item.name, _CAPTION, box.width)))
        if item.credit:
            top += 1.3 * _CREDIT
            parts.append(_line(x, top, _CREDIT, _GRAY, _cut(item.credit, _CREDIT, box.width)))
        inside = body(
            item.puzzle,
            item.picture,
            cell=cell,
            clues=not item.solved,
            marks=item.marks,
        )
        top = y + _caption_height(item)
        parts.append(f'<g transform="translate({number(x)} {number(top)})">\n{inside}\n</g>')
    if footer:
        parts.append(_line(width - MARGIN, height - MARGIN, _FOOTER, _GRAY, footer, "end"))
    return Page(width, height, document(width, height, "\n".join(parts), unit="pt"))


def _caption_height(item: Item) -> float:
    return 1.5 * _CAPTION + (1.3 * _CREDIT if item.credit else 0)


def _line(x: float, y: float, size: float, fill: str, words: str, anchor: str = "start") -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="{FONT}" font-size="{number(size)}" '
        f'text-anchor="{anchor}" fill="{fill}">{text(words)}</text>'
    )


def _text_width(words: str, size: float) -> float:
    """About what a line takes: wide letters of the usual fonts."""
    return 0.58 * size * len(words)


def _cut(words: str, size: float, width: float) -> str:
    """As much of a line as fits."""
    most = max(4, int(width / _text_width("0", size) + 0.01))
    return words if len(words) <= most else words[: most - 3] + "..."


__all__ = ["LEAST_TEXT", "PAGES", "Item", "Page", "html", "pages"]

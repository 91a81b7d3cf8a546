"""Puts puzzles on sheets of paper: as many on a page as fit, and solutions on pages behind them.

Pages are SVG documents in points (1/72 inch), for a PDF or an HTML file that browsers print. Cells
are 5 mm wide, as on squared paper, or smaller where a puzzle needs it. Wide puzzles turn all pages.
A puzzle whose clues would be too small to read is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from nonosat.draw.elements import (
    PAPER,
    Label,
    cut,
    decimal,
    document,
    moved,
    rect,
    text_element,
    text_width,
)
from nonosat.draw.flow import Put, Room, flow
from nonosat.draw.legend import Legend, ink_legend
from nonosat.draw.svg import DrawingLayout, Picture, body, layout
from nonosat.errors import CannotHold, UsageError
from nonosat.model import Cell, Puzzle

MILLIMETER = 72 / 25.4
PAGES = {
    name: (width * MILLIMETER, height * MILLIMETER)
    for name, width, height in (
        ("A5", 148, 210), ("A4", 210, 297), ("A3", 297, 420), ("A2", 420, 594), ("A1", 594, 841),
    )
} | {"Letter": (612.0, 792.0)}  # fmt: skip
"""Name -> width and height in points, upright."""
POSTERS = ("A4", "A3", "A2", "A1")
LARGEST = 2000 * MILLIMETER
"""The longest side of a page."""
_UNITS = {"mm": MILLIMETER, "cm": 10 * MILLIMETER, "in": 72.0}
MARGIN = 10 * MILLIMETER
MOST_MM = 999.0
"""Millimeters of a cell, at most."""
LEAST_TEXT = 3.0
"""Points: digits 0.75 mm high, about the smallest that people can read."""

_CELL = 5 * MILLIMETER
_SOLVED_CELL = 2.5 * MILLIMETER
_GAP = 8 * MILLIMETER
_CAPTION, _CREDIT, _FOOTER, _LEGEND = 11.0, 7.5, 8.0, 9.0
_GRAY = "#606060"


def page_size(name: str) -> tuple[float, float]:
    """Return width and height of a page in points: a name of `PAGES`, or a size.

    >>> page_size("6 x 9 in"), page_size("8.5x11")
    ((432.0, 648.0), (612.0, 792.0))

    Without a unit, small numbers are inches, and others millimeters.

    Raises:
        UsageError: it is neither.
    """
    named = {known.casefold(): size for known, size in PAGES.items()}
    side = r"([0-9]{1,4}(?:\.[0-9]{1,3})?)"
    match = re.fullmatch(f"{side} ?x ?{side} ?(mm|cm|in)?", str(name).casefold())
    if match:
        width, height = float(match[1]), float(match[2])
        unit = _UNITS[match[3] or ("in" if max(width, height) < 40 else "mm")]
        width, height = width * unit, height * unit
        if min(width, height) >= 3 * MARGIN and max(width, height) <= LARGEST:
            return width, height
    if str(name).casefold() not in named:
        raise UsageError(
            f"unknown page {name!r}; there are: {', '.join(PAGES)}, and sizes such as 6x9in or 200x200mm"
        )
    return named[str(name).casefold()]


@dataclass(frozen=True, slots=True)
class Style:
    """The layout of puzzles on paper."""

    page: str = ""
    """See `page_size`; "" means A4, or the smallest of `POSTERS` that has room for cells of the size `cell`."""
    per_page: int | None = None
    """The most puzzles on a page, not counting solutions; None means as many as fit."""
    cell: float | None = None
    """The side of a cell in millimeters; None means 5, or less if a puzzle needs it. A puzzle that is
    alone on a page larger than A4 fills it."""
    center: bool = False
    """Put puzzles in the middle of the page, not in its upper left corner."""
    legend: bool = False
    """Name the inks below each colored puzzle."""
    letters: bool = False
    """Write the letters of the inks into cells and behind clues, for gray printing."""
    background: bool = False
    """Print the color of blank cells if it is not white."""

    def __post_init__(self) -> None:
        if self.page:
            page_size(self.page)
        if self.per_page is not None and self.per_page < 1:
            raise UsageError(f"puzzles per page must be at least 1, got {self.per_page}")
        if self.cell is not None and not 0 < self.cell <= MOST_MM:
            raise UsageError(
                f"a cell must be wider than 0 and narrower than 1000, got {self.cell:g}"
            )


DEFAULT = Style()


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """A puzzle, or its solution, to be put on a page."""

    puzzle: Puzzle
    name: str
    """Printed above it, and used in messages."""
    credit: str = ""
    """Printed below its name, small."""
    picture: Picture | None = None
    """The picture in its cells: the given cells, or the solution."""
    solved: bool = False
    """This is a solution: draw it smaller, and without the clues."""
    marks: tuple[Cell, ...] = ()
    """Cells of the solution to put a frame around."""


class Page(NamedTuple):
    """A page: its size in points, what is drawn on it, and the lines of text over it."""

    width: float
    height: float
    shapes: str
    """SVG elements: the puzzles."""
    labels: tuple[Label, ...]
    """Captions and other text, in any script."""

    @property
    def svg(self) -> str:
        """All of it as a complete SVG document."""
        lines = "\n".join(label.svg() for label in self.labels)
        return document(self.width, self.height, f"{self.shapes}\n{lines}", unit="pt")


def pages(items: Sequence[PrintedPuzzle], style: Style = DEFAULT) -> list[Page]:
    """Put puzzles on pages of one orientation, in order; solutions begin a page of their own.

    Raises:
        CannotHold: a puzzle's clues would be smaller than LEAST_TEXT, or cells of the size asked
            for do not fit the page.
    """
    style = _with_page(items, style)
    # One orientation for all: the one with clearly larger smallest cells.
    sizes = [_cells(item, style) for item in items]
    upright, turned = (min(cells) for cells in zip(*sizes, strict=True)) if sizes else (1.0, 0.0)
    turn = turned > (1.1 if style.cell is None else 1) * upright
    boxes = [_placed(item, style, turn) for item in items]
    width, height = page_size(style.page)[::-1] if turn else page_size(style.page)
    room = Room(MARGIN, MARGIN, width - MARGIN, height - MARGIN - _FOOTER)
    drawn = [
        *flow([box for box in boxes if not box.item.solved], room, _GAP, style.per_page),
        *flow([box for box in boxes if box.item.solved], room, _GAP),
    ]
    if style.center:
        drawn = [_centered(page, width, height) for page in drawn]
    return [
        _page(page, style, width, height, f"{at} / {len(drawn)}" if len(drawn) > 1 else "")
        for at, page in enumerate(drawn, 1)
    ]


def _with_page(items: Sequence[PrintedPuzzle], style: Style) -> Style:
    """Choose the page if the style has none, and the cells of a poster."""
    puzzles = [item for item in items if not item.solved]
    if not style.page:
        fitting = (
            replace(style, page=page)
            for page in POSTERS[:-1]
            if style.cell is None
            or all(
                max(_cells(item, replace(style, page=page))) >= _wanted(item, style)
                for item in puzzles
            )
        )
        style = next(fitting, replace(style, page=POSTERS[-1]))
    large = min(page_size(style.page)) > min(page_size("A4")) + MARGIN
    if style.cell is None and large and len(puzzles) == 1:
        most = max(_cells(puzzles[0], replace(style, cell=MOST_MM))) / MILLIMETER
        return replace(style, cell=0.999 * most, center=True)
    return style


def html(drawn: Sequence[Page], title: str, author: str = "") -> str:
    """Pages as one HTML file that loads nothing from outside. It prints one page per sheet."""
    from nonosat.draw.policy import with_policy  # hashes, which few commands need

    sheets = "\n".join(
        f'<section class="{"wide" if page.width > page.height else "high"}">\n{page.svg}</section>'
        for page in drawn
    )
    by = f'<meta name="author" content="{text_element(author)}">\n' if author else ""
    width, height = sorted(drawn[0][:2])
    high = f"{decimal(width)}pt {decimal(height)}pt"
    wide = f"{decimal(height)}pt {decimal(width)}pt"
    return with_policy(f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
{by}<title>{text_element(title)}</title>
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
""")


class _Box(NamedTuple):
    """An item in the size of its drawing, with its caption and legend."""

    item: PrintedPuzzle
    place: DrawingLayout
    legend: Legend
    width: float
    height: float


def _legend(item: PrintedPuzzle, style: Style) -> Legend:
    """Return the legend of an item, if it has one."""
    if not style.legend:
        return Legend(0, 0)
    broad = page_size(style.page)[0] - 2 * MARGIN
    palette = item.puzzle.palette
    return ink_legend(palette, _LEGEND, broad, letters=style.letters, background=style.background)


def _wanted(item: PrintedPuzzle, style: Style) -> float:
    """Return the side of a cell in points, on a page that is large enough."""
    wanted = _CELL if style.cell is None else style.cell * MILLIMETER
    return min(wanted, _SOLVED_CELL) if item.solved else wanted


def _cells(item: PrintedPuzzle, style: Style) -> list[float]:
    """Return the sides that cells can have, in points: on an upright page, and on a turned one."""
    unit = layout(item.puzzle, cell=1, clues=not item.solved, letters=style.letters)
    legend = _legend(item, style)
    around = _caption_height(item) + (legend.height and legend.height + _LEGEND / 2)
    cells = []
    size = page_size(style.page)
    for width, height in (size, size[::-1]):
        room = (width - 2 * MARGIN, height - 2 * MARGIN - around - _FOOTER)
        cells.append(min(_wanted(item, style), room[0] / unit.width, room[1] / unit.height))
    return cells


def _placed(item: PrintedPuzzle, style: Style, turn: bool) -> _Box:
    """Choose the size of a drawing on an upright page, or on a turned one."""
    solved, letters = item.solved, style.letters
    broad = page_size(style.page)[0] - 2 * MARGIN
    legend, cells = _legend(item, style), _cells(item, style)
    cell = cells[turn]
    if style.cell is not None and not solved and cell < _wanted(item, style):
        raise CannotHold(
            f"{item.name}: cells of {style.cell:g} mm are too large for {style.page}: at most "
            f"{math.floor(max(cells) / MILLIMETER * 100) / 100:g} mm; an .svg has no page"
        )
    place = layout(item.puzzle, cell=cell, clues=not solved, letters=letters)
    if not solved and place.text < LEAST_TEXT:
        if style.cell is not None:
            raise CannotHold(
                f"{item.name}: clues of {place.text:.1f} points are too small to read: choose cells of "
                f"more than {style.cell:g} mm"
            )
        raise CannotHold(
            f"{item.name}: clues of {place.text:.1f} points would be too small to read on "
            f"{style.page}: write an .svg, which has no page"
        )
    words = max(text_width(item.name, _CAPTION), text_width(item.credit, _CREDIT))
    width = max(place.width, legend.width, min(words, broad, 40 * cell))
    around = _caption_height(item) + (legend.height and legend.height + _LEGEND / 2)
    return _Box(item, place, legend, width, place.height + around)


def _centered(page: Sequence[Put[_Box]], width: float, height: float) -> list[Put[_Box]]:
    """Move the lines of drawings to the middle of a page of this size."""
    bottom = max(put.y + put.box.height for put in page)
    down = (height - MARGIN - _FOOTER - bottom) / 2
    moved = []
    for _, line in groupby(page, key=lambda put: put.y):
        boxes = list(line)
        right = boxes[-1].x + boxes[-1].box.width
        across = (width - MARGIN - right) / 2
        moved += [put._replace(x=put.x + across, y=put.y + down) for put in boxes]
    return moved


def _page(
    boxes: Sequence[Put[_Box]], style: Style, width: float, height: float, footer: str
) -> Page:
    shapes = [rect(0, 0, width, height, PAPER)]
    labels: list[Label] = []
    for box, x, y in boxes:
        item, place, legend = box.item, box.place, box.legend
        anchor = "middle" if style.center else "start"
        line = x + box.width / 2 if style.center else x
        top = y + _CAPTION
        name, credit = (
            cut(words, size, box.width)
            for words, size in ((item.name, _CAPTION), (item.credit, _CREDIT))
        )
        labels.append(Label(line, top, name, _CAPTION, anchor=anchor))
        if credit:
            labels.append(Label(line, top + 1.3 * _CREDIT, credit, _CREDIT, _GRAY, anchor))
        inside = body(
            item.puzzle,
            item.picture,
            cell=place.cell,
            clues=not item.solved,
            marks=item.marks,
            letters=style.letters,
            background=style.background,
        )
        free = 0.5 if style.center else 0.0
        top = y + _caption_height(item)
        shapes.append(moved(x + free * (box.width - place.width), top, inside))
        if legend.height:
            left, top = x + free * (box.width - legend.width), top + place.height + _LEGEND / 2
            shapes.append(moved(left, top, legend.shapes))
            labels += [label.moved(left, top) for label in legend.labels]
    if footer:
        labels.append(Label(width - MARGIN, height - MARGIN, footer, _FOOTER, _GRAY, "end"))
    return Page(width, height, "\n".join(shapes), tuple(labels))


def _caption_height(item: PrintedPuzzle) -> float:
    return 1.5 * _CAPTION + (1.3 * _CREDIT if item.credit else 0)

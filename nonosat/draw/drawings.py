"""Puzzles as files: one puzzle as a drawing, or pages of several as a document."""

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from nonosat.draw.books.page_builder import Page
from nonosat.draw.books.puzzles import Numbered
from nonosat.draw.books.style import Style
from nonosat.draw.elements import decimal, isolated, text_element
from nonosat.draw.svg import DrawnCells, drawing, layout
from nonosat.errors import CannotHold, named_path
from nonosat.formats.picture.drawn import with_puzzles
from nonosat.model import Cell, Sheet

MAX_DRAWN_CELLS = 1_000_000
"""A drawing of more cells takes a hundred megabytes, and no viewer can show it."""
PIXELS = 24
"""The side of a cell in SVG and PNG files, where that makes no huge picture."""
MAX_SIDE = 8000
"""Pixels a side of a PNG."""
LEAST_TEXT = 7.0
"""Pixels: smaller digits cannot be read."""
DRAWINGS = ("svg", "png")
"""Kinds of files that hold one puzzle."""
UNNAMED = "Nonogram"
"""The title of an unsolved puzzle and of its page, unless another is asked for."""


def kind_of_file(path: str | os.PathLike[str], to: str | None = None) -> str:
    """Return the kind of a file: `to`, or else what its suffix says.

    >>> kind_of_file("page.HTM"), kind_of_file("-", "svg")
    ('html', 'svg')
    """
    kind = to or Path(named_path(path)).suffix.lower().removeprefix(".")
    return "html" if kind == "htm" else kind


def check_drawable(sheet: Sheet, name: str) -> None:
    """Refuse a puzzle that is too large to be drawn."""
    if sheet.puzzle.height * sheet.puzzle.width > MAX_DRAWN_CELLS:
        raise CannotHold(f"{name}: too large to draw: at most {MAX_DRAWN_CELLS} cells")


def drawing_file(
    kind: str,
    sheet: Sheet,
    title: str,
    picture: DrawnCells | None,
    style: Style,
    differs: Sequence[Cell] = (),
    note: str = "",
) -> bytes:
    """Draw a puzzle, with a picture in it or not, as a file that holds the puzzle, too.

    Args:
        kind: one of `DRAWINGS`.
        title: for screen readers and as a tooltip.
        differs: cells that get a frame.
        note: a line of text below.
    """
    text = drawing(
        replace(sheet, title=title or UNNAMED),
        picture,
        cell=_png_cell(sheet, style) if kind == "png" else style.cell or PIXELS,
        marks=differs,
        letters=style.letters,
        legend=style.legend,
        note=note,
    )
    if kind == "png":
        from nonosat.draw.paint import paint

        return with_puzzles(paint(text), kind, [sheet], [picture])
    return with_puzzles(text.encode(), kind, [sheet], [picture])


def _png_cell(sheet: Sheet, style: Style) -> float:
    """Return the pixels of a cell in a PNG."""
    unit = layout(sheet.puzzle, cell=1, letters=style.letters)
    most = MAX_SIDE / max(unit.width, unit.height)
    if layout(sheet.puzzle, cell=most, letters=style.letters).text < LEAST_TEXT:
        raise CannotHold(
            f"the clues would be too small to read in a PNG of {MAX_SIDE} pixels a side: "
            "write an .svg, which has no such limit"
        )
    if style.cell is not None and style.cell > most:
        raise CannotHold(
            f"cells of {style.cell:g} pixels are too large for a PNG of "
            f"{MAX_SIDE} pixels a side: at most {math.floor(most)}"
        )
    cell = min(style.cell or PIXELS, most)
    place = layout(sheet.puzzle, cell=cell, letters=style.letters)
    if place.text < LEAST_TEXT:
        raise CannotHold(
            f"clues of {place.text:.1f} pixels are too small to read: choose cells of "
            f"more than {cell:g} pixels"
        )
    return cell


def item(sheet: Sheet, caption: str, at: int = 1) -> Numbered:
    """Return a puzzle for a page, with its size and its credits beside its name."""
    puzzle = sheet.puzzle
    facts = [f"{puzzle.width}x{puzzle.height}"]
    if not puzzle.palette.is_black_and_white:
        facts.append(f"{len(puzzle.palette.inks)} colors")
    facts += [f"by {isolated(sheet.author)}"] if sheet.author else []
    facts += [isolated(sheet.copyright)] if sheet.copyright else []
    return Numbered(at, sheet, name=caption, facts=", ".join(facts))


def _pdf(pages: Sequence[Page], title: str, author: str, keywords: str) -> tuple[bytes, str]:
    from nonosat.draw.pdf import to_pdf

    return to_pdf(pages, title, author, keywords)


def _html(pages: Sequence[Page], title: str, author: str, keywords: str) -> tuple[bytes, str]:
    """Write pages as one HTML file that loads nothing from outside. It prints one page per sheet."""
    from nonosat.draw.policy import with_policy  # hashes, which few commands need

    sheets = "\n".join(
        f'<section class="{"wide" if page.width > page.height else "high"}">\n{page.svg}</section>'
        for page in pages
    )
    by = f'<meta name="author" content="{text_element(author)}">\n' if author else ""
    width, height = sorted(pages[0][:2])
    high = f"{decimal(width)}pt {decimal(height)}pt"
    wide = f"{decimal(height)}pt {decimal(width)}pt"
    text = with_policy(f"""<!DOCTYPE html>
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
    return text.encode(), ""


DOCUMENTS: dict[str, Callable[[Sequence[Page], str, str, str], tuple[bytes, str]]] = {
    "pdf": _pdf,
    "html": _html,
}
"""Kinds of files that hold pages, and what writes them, given title, author and keywords. It returns the file, and the
characters that no font here has: the file has "?" instead of them. A PDF raises MissingExtra without
fpdf2."""


def check_document(kind: str) -> None:
    """Complain before the work, not after it."""
    if kind == "pdf":
        from nonosat.draw.pdf import require_pdf

        require_pdf()

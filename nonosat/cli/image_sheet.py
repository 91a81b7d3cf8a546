"""``nonosat image --try``: one sheet with a photo in several sizes, by each method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.ask.explain.difficulty import rate
from nonosat.cli.drawings import complain_of_missing
from nonosat.cli.output import say
from nonosat.draw.books.page_builder import PageBuilder
from nonosat.draw.books.style import GRAY, BookStyle
from nonosat.draw.drawings import DOCUMENTS, check_document, kind_of_file
from nonosat.errors import UsageError
from nonosat.limits import Limits
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.pictures.digitize import Part
    from nonosat.pictures.pixels import Photo

KINDS = ("svg", *DOCUMENTS)
SCALES = (0.7, 1.0, 1.4)
"""Sizes on the sheet, in sizes that were given or proposed."""
MOST_CELLS = 150
"""Cells on the longer side that can be seen on the sheet."""
SECONDS = 3.0
"""Limit of the check of one picture, and of its rating."""
WORDS = {
    Verdict.UNIQUE: "one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "not settled",
}
_GAP, _TEXT = 20.0, 10.0


def sheet_of_tries(
    photo: Photo,
    source: str,
    longer: int,
    colors: int,
    part: Part,
    invert: bool,
    limit: float | None,
) -> PageBuilder:
    """Draw the pictures of a photo side by side, each with its verdict and stars.

    Args:
        longer: cells on the longer side of the middle size.
    """
    from nonosat.draw.svg import framed
    from nonosat.pictures.digitize import METHODS, cells_across, to_cells

    methods = METHODS if colors == 1 else METHODS[:1]
    longest = sorted({min(MOST_CELLS, max(5, round(longer * scale))) for scale in SCALES})
    limits = Limits(SECONDS if limit is None else min(SECONDS, limit))
    leaf = PageBuilder(BookStyle())
    top = leaf.heading(source)
    room = leaf.room()
    side = (room.width - 2 * _GAP) / 3
    for row, method in enumerate(methods):
        for column, most in enumerate(longest):
            height, width = cells_across(str(most), photo, part.of, "--size")
            found = to_cells(
                photo, (height, width), method=method, part=part, colors=colors, invert=invert
            )
            result = check(found.sheet, limits=limits)
            stars = rate(result.puzzle, checked=result, limits=limits).stars
            words, options = WORDS[result.verdict], f"--size {width}x{height}"
            options += f" --method {method}" if colors == 1 else f" --colors {colors}"
            say(f"{options}: {words}" + (f", {plural(stars, 'star')}" if stars else ""))
            x, y = room.left + column * (side + _GAP), top + row * (side + 5 * _TEXT)
            leaf.write(x, y + _TEXT, f"{width}x{height}" + f", {method}" * (colors == 1), _TEXT)
            leaf.write(x, y + 2.4 * _TEXT, words, _TEXT, fill=GRAY)
            if stars:
                leaf.stars(x + side - 6 * _TEXT, y + 1.5 * _TEXT, _TEXT, stars)
            cell = side / max(width, height)
            leaf.draw(x, y + 3.2 * _TEXT, framed(found.palette, found.grid, cell, 0.6))
    return leaf


def file_of_sheet(leaf: PageBuilder, kind: str, title: str) -> bytes:
    """Write the sheet as a file."""
    page = leaf.page(1, numbered=False)
    if kind == "svg":
        return page.svg.encode()
    data, missing = DOCUMENTS[kind]([page], title, "", "")
    complain_of_missing(missing)
    return data


def check_kind_of_sheet(output: str | None, to: str | None) -> tuple[str, str]:
    """Return the kind and the name of the sheet's file, before the work.

    Raises:
        UsageError: the file is missing, or a sheet cannot have its suffix.
    """
    if output is None or (kind := kind_of_file(output, to)) not in KINDS:
        raise UsageError(
            f"--try writes a sheet: name it with -o sheet.html; there are: {', '.join(KINDS)}"
        )
    check_document(kind)
    return kind, output

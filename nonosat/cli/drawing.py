"""Puzzles as drawings in files: SVG and PNG for one, PDF and HTML for pages of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from nonosat.api import check
from nonosat.cli.options import label
from nonosat.cli.output import complain
from nonosat.errors import CannotHold, LimitReached, OutputError, UsageError
from nonosat.files import write_bytes
from nonosat.model import Puzzle, Sheet
from nonosat.render.paper import PAGES, Item, Page, html, pages
from nonosat.render.svg import Cell, Layout, Picture, drawing, layout
from nonosat.result import Limits, Verdict

PATIENCE = 10.0
"""Seconds for solving a puzzle whose solution is to be drawn."""
MAX_CELLS = 1_000_000
"""A drawing of more has a hundred megabytes, and nobody can look at it."""
PIXELS = 24
"""The side of a cell in SVG and PNG files, where that makes no huge picture."""
MAX_SIDE = 8000
"""Pixels a side of a PNG."""
LEAST_TEXT = 7.0
"""Pixels: smaller digits cannot be told apart."""


class Solved(NamedTuple):
    """A solution to draw, and the cells in which another solution differs."""

    picture: Picture | None
    differs: tuple[Cell, ...]


def is_drawing(output: str, to: str | None) -> bool:
    """Whether a file is to be a drawing, by `to` or else its suffix."""
    return _kind(output, to) in (*_ONE, *_PAGES)


def _kind(output: str, to: str | None) -> str:
    kind = to or Path(output).suffix.lower().removeprefix(".")
    return "html" if kind == "htm" else kind


def draw(
    sheets: Sequence[Sheet],
    source: str,
    output: str,
    to: str | None = None,
    *,
    solution: bool = False,
    page: str = "A4",
) -> None:
    """Draw puzzles into a file; with `solution`, the solution (on pages: behind the puzzles).

    Args:
        output: its suffix says what to draw, unless `to` does: ``svg``, ``png``, ``pdf``, ``html``.

    Raises:
        UsageError: another kind, an unknown page, or several puzzles where one can be drawn.
        OutputError: the file cannot be written.
        CannotHold: a drawing that would be too large, or whose clues would be too small to read,
            or a puzzle without any solution to draw.
        LimitReached: no solution was found in time.
        MissingExtra: the library that writes this kind is not installed.
    """
    check_drawing(output, to, page)
    kind = _kind(output, to)
    names = [label(source, at, len(sheets) > 1) for at in range(1, len(sheets) + 1)]
    for sheet, name in zip(sheets, names, strict=True):
        if sheet.puzzle.height * sheet.puzzle.width > MAX_CELLS:
            raise CannotHold(f"{name}: more than {MAX_CELLS} cells are not drawn")
    if kind in _ONE:
        if len(sheets) != 1:
            raise UsageError(
                f"{kind} holds one drawing, and there are {len(sheets)} puzzles: pdf and html hold "
                "several"
            )
        data = _ONE[kind](sheets[0], source, solution)
    else:
        items = [_item(sheet, at, names) for at, sheet in enumerate(sheets)]
        made = pages(items, page)  # complains before the solving, not after it
        if solution:
            items += [_solution_item(sheet, at, names) for at, sheet in enumerate(sheets)]
            made = pages(items, page)
        title = sheets[0].title if len(sheets) == 1 else ""
        data = _PAGES[kind](made, title or Path(source).name)
    write_bytes(output, data)


def check_drawing(output: str, to: str | None, page: str) -> None:
    """Complain before the work, not after it: see `draw`."""
    kind = _kind(output, to)
    if not is_drawing(output, to):
        raise UsageError(
            f"{output}: {kind!r} is no kind of drawing; there are: {', '.join((*_ONE, *_PAGES))} "
            "(`nonosat convert` writes puzzle files)"
        )
    if page not in PAGES:
        raise UsageError(f"unknown page {page!r}; there are: {', '.join(PAGES)}")
    folder = Path(output).parent
    if output != "-" and not folder.is_dir():
        raise OutputError(f"{output}: there is no folder {folder}")


def _solved(sheet: Sheet, name: str) -> Solved:
    """The file's own solution, or the one that is found."""
    if sheet.goals:
        return Solved(sheet.goals[0], ())
    result = check(sheet.puzzle, limits=Limits(PATIENCE))
    if result.verdict is Verdict.NONE:
        raise CannotHold(f"{name}: there is no solution to draw: the puzzle has none")
    if not result.solutions:
        raise LimitReached(f"{name}: no solution found to draw ({result.error})")
    if result.verdict is Verdict.MULTIPLE:
        complain(
            f"{name}: several solutions; the first is drawn, with frames around the "
            f"{len(result.differs)} cells in which another differs"
        )
    elif result.verdict is Verdict.UNKNOWN:
        complain(f"{name}: the solution drawn may not be the only one ({result.error})")
    return Solved(result.solutions[0], tuple(result.differs))


def _svg(sheet: Sheet, name: str, solution: bool, place: Layout) -> str:
    picture, differs = _solved(sheet, name) if solution else Solved(sheet.givens, ())
    return drawing(sheet.puzzle, picture, cell=place.cell, marks=differs, title=sheet.title or name)


def _svg_file(sheet: Sheet, name: str, solution: bool) -> bytes:
    return _svg(sheet, name, solution, layout(sheet.puzzle, cell=PIXELS)).encode()


def _png_file(sheet: Sheet, name: str, solution: bool) -> bytes:
    from nonosat.export import to_png

    place = _pixel_layout(sheet.puzzle)
    if place.text < LEAST_TEXT:
        raise CannotHold(
            f"{name}: a PNG of {MAX_SIDE} pixels would have clues of {place.text:.1f} pixels, and "
            f"{LEAST_TEXT:g} are the least that can be read; an .svg can be as large as it needs"
        )
    return to_png(_svg(sheet, name, solution, place))


def _pixel_layout(puzzle: Puzzle) -> Layout:
    unit = layout(puzzle, cell=1)
    return layout(puzzle, cell=min(PIXELS, MAX_SIDE / max(unit.width, unit.height)))


def _pdf_file(made: Sequence[Page], title: str) -> bytes:
    from nonosat.export import to_pdf

    data, missing = to_pdf(made, title)
    if missing:
        complain(f"no font here has the characters {missing[:20]}: they became ?")
    return data


def _html_file(made: Sequence[Page], title: str) -> bytes:
    return html(made, title).encode()


_ONE: dict[str, Callable[[Sheet, str, bool], bytes]] = {"svg": _svg_file, "png": _png_file}
_PAGES: dict[str, Callable[[Sequence[Page], str], bytes]] = {"pdf": _pdf_file, "html": _html_file}


def _item(sheet: Sheet, at: int, names: Sequence[str]) -> Item:
    puzzle = sheet.puzzle
    facts = [f"{puzzle.width}x{puzzle.height}"]
    if not puzzle.palette.is_black_and_white:
        facts.append(f"{len(puzzle.palette.inks)} colors")
    facts += [f"by {sheet.author}"] if sheet.author else []
    facts += [sheet.copyright] if sheet.copyright else []
    return Item(puzzle, _caption(sheet, at, names), ", ".join(facts), sheet.givens)


def _solution_item(sheet: Sheet, at: int, names: Sequence[str]) -> Item:
    picture, differs = _solved(sheet, names[at])
    return Item(sheet.puzzle, _caption(sheet, at, names), "", picture, True, differs)


def _caption(sheet: Sheet, at: int, names: Sequence[str]) -> str:
    title = sheet.title or Path(names[at]).name
    return f"{at + 1}. {title}" if len(names) > 1 else title


__all__ = ["check_drawing", "draw", "is_drawing"]

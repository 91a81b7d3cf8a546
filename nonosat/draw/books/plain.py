"""Pages of puzzles without cover, rules and stars, for drawings in a PDF or an HTML file."""

from collections.abc import Sequence
from dataclasses import replace

from nonosat.draw.books.answers import answer_pages
from nonosat.draw.books.page_builder import Page
from nonosat.draw.books.puzzles import Numbered, largest_cell, puzzle_pages, why_too_small
from nonosat.draw.books.style import MARGIN, POSTERS, Style, page_size
from nonosat.errors import CannotHold


def plain_pages(items: Sequence[Numbered], style: Style) -> list[Page]:
    """Put puzzles on pages, in order, and those solutions that are there on pages behind them.

    Raises:
        CannotHold: a puzzle's clues would be too small to read, or cells of the size asked for do not
            fit the page.
    """
    style = _with_page(items, style)
    for item in items:
        if why := why_too_small(item, style):
            raise CannotHold(f"{item.name or f'puzzle {item.number}'}: {why}; an .svg has no page")
    leaves = [leaf for leaf, _ in puzzle_pages(items, style)] + answer_pages(items, style)
    return [leaf.page(at, numbered=len(leaves) > 1) for at, leaf in enumerate(leaves, 1)]


def _with_page(items: Sequence[Numbered], style: Style) -> Style:
    """Choose the page if the style has none, and the cells of a poster: a puzzle that is alone fills it."""
    if not style.page:
        pages = (replace(style, page=page) for page in POSTERS)
        fitting = (
            sheet
            for sheet in pages
            if style.cell is None or all(largest_cell(item, sheet) >= style.cell for item in items)
        )
        style = next(fitting, replace(style, page=POSTERS[-1]))
    large = min(page_size(style.page)) > min(page_size("A4")) + MARGIN
    if style.cell is None and large and len(items) == 1:
        return replace(style, cell=0.999 * largest_cell(items[0], style), center=True)
    return style

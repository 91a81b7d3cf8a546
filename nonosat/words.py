"""Numbers, cells and partly filled pictures in words and characters."""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from nonosat.model import OPEN, UNSETTLED, Cell, Domains, Palette

LARGE = 100_000
"""Cells of a picture beyond which a share says more than a number of cells."""


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number and its noun; `many` where an "s" is not enough.

    >>> plural(1, "step"), plural(0, "step"), plural(2, "guess", "guesses")
    ('1 step', '0 steps', '2 guesses')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def digits(number: int) -> str:
    """Return a number in full, however long; `str` of an int refuses to write more than 4300 digits."""
    from decimal import Decimal  # seldom needed

    return str(Decimal(number))


def how_many_vary(number: int, most: int | None) -> str:
    """Say how many cells differ between solutions: at least a number, and at most another, if known.

    >>> how_many_vary(1, 1), how_many_vary(4, 90), how_many_vary(4, None)
    ('1 cell varies', 'at least 4 cells vary, at most 90', 'at least 4 cells vary')
    """
    vary = plural(number, "cell varies", "cells vary")
    if most is None or most < number:
        return f"at least {vary}"
    return vary if most == number else f"at least {vary}, at most {most}"


def ranges(numbers: Iterable[int]) -> str:
    """Write ascending numbers as a list with short runs.

    >>> ranges([3, 4, 5, 7, 10, 11])
    '3-5, 7, 10-11'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def cell_ranges(cells: Iterable[Cell], most_rows: int | None = None) -> str:
    """Write cells, which are sorted, as a list by rows; rows and columns are numbered from 1.

    >>> cell_ranges([(0, 0), (0, 1), (0, 2), (0, 5), (2, 3)])
    'row 1, columns 1-3 and 6; row 3, column 4'

    Args:
        most_rows: rows to list before "and 3 more rows"; None means all rows.
    """
    rows = [(row, [col + 1 for _, col in of]) for row, of in groupby(cells, itemgetter(0))]
    parts = []
    for row, cols in rows[:most_rows]:
        words = " and ".join(ranges(cols).rsplit(", ", 1))
        parts.append(f"row {row + 1}, column{'s' * (len(cols) > 1)} {words}")
    if more := len(rows[len(parts) :]):
        parts.append(f"and {plural(more, 'more row')}")
    return "; ".join(parts)


def with_certain(error: str, decided: int | None, cells: int) -> str:
    """Return why a search ended early, and how many of its cells are certain; "" if it did not."""
    return f"{error}; {certain_cells(decided, cells)}" if error and decided else error


def certain_cells(decided: int, cells: int) -> str:
    """Say how many cells of a picture are certain; of a large one their share, rounded down.

    >>> certain_cells(8712, 10_000), certain_cells(246_999, 250_000)
    ('8,712 of 10,000 cells are certain', '98.7 % of 250,000 cells are certain')
    """
    share = f"{1000 * decided // cells / 10} %" if cells > LARGE else f"{decided:,}"
    return f"{share} of {cells:,} cells {'is' if decided == 1 else 'are'} certain"


def known_of(domains: Domains, several: int = OPEN) -> list[list[int]]:
    """Return the cells of a partly filled picture; `several` where several colors are possible."""
    flat = [*domains.cells()]
    known = {mask: mask.bit_length() - 1 if mask & (mask - 1) == 0 else several for mask in {*flat}}
    cells = [*map(known.__getitem__, flat)]
    return [cells[i : i + domains.width] for i in range(0, len(cells), domains.width)]


def chars_of(palette: Palette) -> dict[int, str]:
    """Return the plain character for each color of a cell."""
    return {OPEN: "?", UNSETTLED: "!", **{i: c.char for i, c in enumerate(palette.colors)}}

"""Slips of whole lines: how many there are, which side they stand on, one written twice.

A line that is missing shows where the file declares another size, or where one side has more cells
than the other. Its clue is not known, as that of a line in whose place another one was copied, so
the line may have any: a SAT engine looks for a picture
that has all other clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from nonosat.backends.base import new_board
from nonosat.limits import Deadline
from nonosat.model import Clue, Clues, Line, MissizedClues

MISSING, DOUBLED, COPIED = "missing line", "doubled line", "a line copied twice"
SIDES = "rows and columns exchanged"


class LineSlip(NamedTuple):
    """One way to have other lines."""

    kind: str
    line: Line
    clue: Clue
    """The one of the line that was missing or is to go; or the one to write instead of `old`."""
    clues: Clues
    """All of them, put right."""
    old: Clue | None = None
    """The clue that stands there, if it is to be replaced."""


def exchanged_sides(clues: Clues) -> Iterator[LineSlip]:
    """Rows and columns the other way round, where the file declares that size."""
    turned = Clues(clues.cols, clues.rows, clues.palette)
    if isinstance(clues, MissizedClues) and clues.size == (turned.height, turned.width):
        yield LineSlip(SIDES, Line("row", 0), turned.rows[0], turned)


def doubled_lines(clues: Clues) -> Iterator[LineSlip]:
    """Lines that stand there twice, where one less gives the right totals and the right size."""
    for axis, lines, wanted, more in _sides(clues):
        if more == -1 or (more is None and any(wanted)):
            for i, (clue, after) in enumerate(pairwise(lines)):
                if clue != after:
                    continue
                fewer = with_lines(clues, axis, (*lines[:i], *lines[i + 1 :]))
                if not any(fewer.excess()):
                    yield LineSlip(DOUBLED, Line(axis, i + 1), clue, fewer)


def copied_lines(clues: Clues, deadline: Deadline) -> Iterator[LineSlip]:
    """Lines that repeat their neighbor instead of having a clue of their own, where some clue for
    them gives a solution.

    Raises:
        LimitReached: the deadline passed.
    """
    for axis, lines, _, more in _sides(clues):
        if more:
            continue
        for i, (clue, after) in enumerate(pairwise(lines)):
            for at in (i, i + 1) if clue == after else ():
                free = with_lines(clues, axis, (*lines[:at], Clue(), *lines[at + 1 :]))
                own = _fitting(free, Line(axis, at), deadline)
                if own is not None and own != clue:
                    right = with_lines(clues, axis, (*lines[:at], own, *lines[at + 1 :]))
                    yield LineSlip(COPIED, Line(axis, at), own, right, clue)


def missing_lines(clues: Clues, deadline: Deadline) -> Iterator[LineSlip]:
    """A line more, in every place where some clue for it gives a solution, where one side has fewer
    cells than the other, or fewer lines than the file declares.

    Raises:
        LimitReached: the deadline passed.
    """
    for axis, lines, wanted, more in _sides(clues):
        if min(wanted) < 0 or not (more == 1 or (more is None and any(wanted))):
            continue
        for i in range(len(lines) + 1):
            longer = with_lines(clues, axis, (*lines[:i], Clue(), *lines[i:]))
            clue = _fitting(longer, Line(axis, i), deadline)
            if clue is not None:
                whole = with_lines(clues, axis, (*lines[:i], clue, *lines[i:]))
                yield LineSlip(MISSING, Line(axis, i), clue, whole)


def is_usual(height: int, width: int) -> bool:
    """Whether puzzles often have this size: square, or fives both ways."""
    return height == width or height % 5 == width % 5 == 0


def may_lack_a_line(clues: Clues) -> bool:
    """Whether one side has fewer cells, and the size is a usual one only with another line there."""
    return any(
        any(wanted)
        and min(wanted) >= 0
        and is_usual(clues.height + (axis == "row"), clues.width + (axis == "column"))
        for axis, _, wanted, _ in _sides(clues)
    )


def _sides(clues: Clues) -> Iterator[tuple[str, tuple[Clue, ...], list[int], int | None]]:
    """Rows, then columns: how many cells of each color they lack, and how many lines, where the
    file declares that. If the number of the others is wrong, there is nothing to be said."""
    lacking = [-more for more in clues.excess()]
    height = width = None
    if isinstance(clues, MissizedClues):
        height, width = clues.size[0] - clues.height, clues.size[1] - clues.width
    if not width:
        yield "row", clues.rows, lacking, height
    if not height:
        yield "column", clues.cols, [-number for number in lacking], width


def _fitting(clues: Clues, free: Line, deadline: Deadline) -> Clue | None:
    """A clue that gives the puzzle a solution when it replaces that of one line; None: none does."""
    from nonosat.backends.encoding import Encoding
    from nonosat.backends.engines import Answer, Oracle  # loads pysat

    if any(line.clue.room > len(line.cells) for line in clues.lines if line != free):
        return None
    others = [number for number, line in enumerate(clues.lines) if line != free]
    board = new_board(clues, None, deadline)
    encoding = Encoding(board, deadline, guarded=others)
    with Oracle(encoding.clauses, deadline) as oracle:
        answer = oracle.ask(list(encoding.guards.values()))
        if answer is not Answer.MODEL:
            return None
        return Clue.of_cells(encoding.grid(oracle.model).read(free))


def with_lines(clues: Clues, axis: str, lines: tuple[Clue, ...]) -> Clues:
    """The clues with other rows, or with other columns."""
    if axis == "row":
        return Clues(lines, clues.cols, clues.palette)
    return Clues(clues.rows, lines, clues.palette)

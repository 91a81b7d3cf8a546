"""Slips of whole lines: a line missing, doubled, or copied over another, and a crossed size.

A missing line shows if the file declares another size, or if one side has more cells than the other.
The clue of a line that is missing or was overwritten is unknown. So a SAT engine looks for a picture
that has all other clues.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from nonosat.limits import Deadline
from nonosat.model import Clue, Clues, Line, MissizedClues, excess_of
from nonosat.solving.backends.base import new_board

MISSING, DOUBLED, COPIED = "missing line", "doubled line", "a line copied twice"
CROSSED = "the two numbers of the size exchanged"


class Slip(NamedTuple):
    """One way to change the clues."""

    kind: str
    cost: int
    """The higher, the less likely the slip; 0 is the likeliest."""
    line: Line
    old: Clue
    """The clue to replace; that of the line to insert or to delete."""
    clue: Clue
    clues: Clues
    """All clues after the change."""


def crossed_size(clues: Clues) -> Iterator[Slip]:
    """Yield the clues in their own size, if the file declares it with its numbers exchanged."""
    if isinstance(clues, MissizedClues) and clues.size == (clues.width, clues.height):
        sized = Clues(clues.rows, clues.cols, clues.palette)
        yield Slip(CROSSED, 1, Line("row", 0), clues.rows[0], clues.rows[0], sized)


def doubled_lines(clues: Clues) -> Iterator[Slip]:
    """Yield lines that repeat the one before, if deleting them gives the right totals and size."""
    for axis, lines, wanted, more in _sides(clues):
        if more == -1 or (more is None and any(wanted)):
            for i, (clue, after) in enumerate(pairwise(lines)):
                if clue != after:
                    continue
                fewer = with_lines(clues, axis, (*lines[:i], *lines[i + 1 :]))
                if not any(excess_of(fewer)):
                    yield Slip(DOUBLED, 1, Line(axis, i + 1), clue, clue, fewer)


def copied_lines(clues: Clues, deadline: Deadline) -> Iterator[Slip]:
    """Yield lines that repeat their neighbor, if another clue for them gives a solution."""
    for axis, lines, _, more in _sides(clues):
        if more:
            continue
        for i, (clue, after) in enumerate(pairwise(lines)):
            for at in (i, i + 1) if clue == after else ():
                free = with_lines(clues, axis, (*lines[:at], Clue(), *lines[at + 1 :]))
                own = _fitting(free, Line(axis, at), deadline)
                if own is not None and own != clue:
                    right = with_lines(clues, axis, (*lines[:at], own, *lines[at + 1 :]))
                    yield Slip(COPIED, 1, Line(axis, at), clue, own, right)


def missing_lines(clues: Clues, deadline: Deadline) -> Iterator[Slip]:
    """Yield lines to insert that give a solution.

    They are tried on a side that has fewer cells than the other, or fewer lines than the file
    declares.
    """
    for axis, lines, wanted, more in _sides(clues):
        if min(wanted) < 0 or not (more == 1 or (more is None and any(wanted))):
            continue
        for i in range(len(lines) + 1):
            longer = with_lines(clues, axis, (*lines[:i], Clue(), *lines[i:]))
            clue = _fitting(longer, Line(axis, i), deadline)
            if clue is not None:
                whole = with_lines(clues, axis, (*lines[:i], clue, *lines[i:]))
                yield Slip(MISSING, 1, Line(axis, i), clue, clue, whole)


def is_usual(height: int, width: int) -> bool:
    """Return True for sizes that many puzzles have: square, or multiples of five both ways."""
    return height == width or height % 5 == width % 5 == 0


def may_lack_a_line(clues: Clues) -> bool:
    """Return True if a side has fewer cells, and one more line there would give a usual size."""
    return any(
        any(wanted)
        and min(wanted) >= 0
        and is_usual(clues.height + (axis == "row"), clues.width + (axis == "column"))
        for axis, _, wanted, _ in _sides(clues)
    )


def _sides(clues: Clues) -> Iterator[tuple[str, tuple[Clue, ...], list[int], int | None]]:
    """Yield the lines of each side, the cells of each color that it lacks, and the lines that it lacks.

    The lines lacking are None if the file declares no size. A side is left out if the other side has
    a wrong number of lines.
    """
    lacking = [-more for more in excess_of(clues)]
    height = width = None
    if isinstance(clues, MissizedClues):
        height, width = clues.size[0] - clues.height, clues.size[1] - clues.width
    if not width:
        yield "row", clues.rows, lacking, height
    if not height:
        yield "column", clues.cols, [-number for number in lacking], width


def _fitting(clues: Clues, free: Line, deadline: Deadline) -> Clue | None:
    """Return a clue for one line that gives the puzzle a solution; None if there is none."""
    from nonosat.solving.backends.encoding import Encoding
    from nonosat.solving.backends.engines import EngineAnswer, Oracle  # loads pysat

    if any(line.clue.room > len(line.cells) for line in clues.lines if line != free):
        return None
    others = [number for number, line in enumerate(clues.lines) if line != free]
    board = new_board(clues, None, deadline)
    encoding = Encoding(board, deadline, guarded=others)
    with Oracle(encoding.clauses, deadline) as oracle:
        answer = oracle.ask(list(encoding.guards.values()))
        if answer is not EngineAnswer.MODEL:
            return None
        return Clue.of_cells(encoding.grid(oracle.model).read(free))


def with_lines(clues: Clues, axis: str, lines: tuple[Clue, ...]) -> Clues:
    """Return the clues with other rows, or with other columns."""
    if axis == "row":
        return Clues(lines, clues.cols, clues.palette)
    return Clues(clues.rows, lines, clues.palette)

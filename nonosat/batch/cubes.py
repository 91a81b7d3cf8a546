"""One hard puzzle on many workers: cut into cubes, parts of its search space that do not overlap.

A cube is the puzzle with some cells given a color, or denied one, and everything that line logic
concludes from that. Probing chooses the cells to cut at: the best one leaves the least open on both
sides. This is cube and conquer, of Heule, Kullmann, Wieringa, Biere, "Cube and Conquer: Guiding CDCL SAT
Solvers by Lookaheads", 2011, with line logic as the lookahead.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain

from nonosat.api import Search
from nonosat.backends.base import new_board
from nonosat.batch.crew import Crew, collect
from nonosat.batch.jobs import Job, Task
from nonosat.batch.outcome import VERDICTS
from nonosat.certificates.cubes import largest_first
from nonosat.errors import (
    FINISHED,
    LimitReached,
    WrongAnswer,
    memory_is_a_limit,
)
from nonosat.judge import first_violation
from nonosat.kernel import ones, several
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Named, Puzzle, Sheet
from nonosat.result import Result, Verdict

FIRST_GO = 1.0
"""Seconds for line logic and the kernel's search, before a puzzle is cut at all."""
LOOKAHEADS = 24
"""Cells to probe for each cut."""


@dataclass
class Split:
    """A search space in parts.

    Together, `cubes` and `solutions` hold every solution of the puzzle, each once.
    """

    cubes: list[Domains]
    solutions: list[Grid] = field(default_factory=list)
    """Cubes that line logic has filled, not judged yet."""


@memory_is_a_limit()
def split(puzzle: Puzzle, known: Domains | None, count: int, deadline: Deadline) -> Split:
    """Cut a puzzle into at least `count` cubes, or fewer if it has too few open cells.

    If there are no cubes, `solutions` is complete.

    Raises:
        LimitReached: the deadline passed first.
    """
    solutions: list[Grid] = []

    def open_parts(parts: Iterable[Domains | None]) -> Iterator[tuple[int, Domains]]:
        for part in parts:
            grid = part.grid() if part is not None else None
            if grid is not None:
                solutions.append(grid)
            elif part is not None:
                yield -_freedom(part), part

    board = new_board(puzzle, known, deadline)
    # Probing every cell once pays, as all cubes profit from it.
    possible = board.propagate() and board.probe()
    first = open_parts([Domains(puzzle.width, board.rows())] if possible else [])
    cubes = largest_first(first, lambda cube: open_parts(_cut(puzzle, cube, deadline)), count)
    return Split(cubes, solutions)


def _freedom(cube: Domains) -> int:
    """The number of possible (cell, color) pairs beyond one a cell."""
    return sum(bits.bit_count() for row in cube.rows for bits in row) - cube.height * cube.width


def _cut(puzzle: Puzzle, cube: Domains, deadline: Deadline) -> list[Domains | None]:
    """The parts of a cube at its best cell; None is a part without solutions."""
    best: tuple[int, list[Domains | None]] = (-1, [cube])
    freedom = _freedom(cube)
    for row, col, color in _candidates(cube, deadline):
        mask = cube.mask(row, col)
        parts = [
            _restricted(puzzle, cube, row, col, 1 << color, deadline),
            _restricted(puzzle, cube, row, col, mask & ~(1 << color), deadline),
        ]
        if None in parts:
            return parts  # a fact about the cube: the other part is all of it
        gains = [freedom - _freedom(part) for part in parts if part is not None]
        score = gains[0] * gains[1] + sum(gains)
        if score > best[0]:
            best = score, parts
    return best[1]


def _candidates(cube: Domains, deadline: Deadline) -> Iterator[tuple[int, int, int]]:
    """Open cells with a color each, those in nearly settled rows and columns first."""
    open_cells = []
    by_row, by_col = Counter[int](), Counter[int]()
    for row, allowed in enumerate(cube.rows):
        deadline.check()
        for col in ones(several(allowed)):
            by_row[row] += 1
            by_col[col] += 1
            open_cells.append((row, col, cube.mask(row, col).bit_length() - 1))
    open_cells.sort(key=lambda cell: (by_row[cell[0]] + by_col[cell[1]], cell))
    # Half of them from there, the others evenly from everywhere.
    half = LOOKAHEADS // 2
    rest = open_cells[half:]
    yield from open_cells[:half]
    yield from rest[:: max(1, len(rest) // half)]


def _restricted(
    puzzle: Puzzle, cube: Domains, row: int, col: int, mask: int, deadline: Deadline
) -> Domains | None:
    """A cube with only the colors of `mask` at one cell; None if there is no solution."""
    line = tuple(
        bits & ~(1 << col) | (mask >> color & 1) << col for color, bits in enumerate(cube.rows[row])
    )
    rows = (*cube.rows[:row], line, *cube.rows[row + 1 :])
    board = new_board(puzzle, Domains(cube.width, rows), deadline)
    return Domains(cube.width, board.rows()) if board.propagate() else None


@dataclass
class CubeProgress:
    """The progress of a check by cubes."""

    cubes: int = 0
    done: int = 0
    solutions: int = 0


Report = Callable[[CubeProgress], object]
"""Gets the progress whenever there is some."""


def check_by_cubes(
    sheet: Sheet,
    job: Job,
    crew: Crew,
    count: int,
    known: Domains | None = None,
    report: Report = lambda progress: None,
) -> Result:
    """Decide whether a puzzle has exactly one solution, its cubes solved by anybody.

    Two solutions settle "multiple"; every other verdict needs all cubes searched to the end. The
    limit of the job holds for the whole.

    Raises:
        WrongAnswer: a backend lied. NonosatError: the crew cannot go on.
    """
    puzzle, progress = sheet.puzzle, CubeProgress()
    start = time.monotonic()
    deadline = Deadline(job.seconds, processors=1)
    first = Search(
        puzzle,
        backend=job.backend,
        at_most=2,
        limits=Limits(min(FIRST_GO, deadline.remaining()), processors=1, engines=False),
        known=known,
    )
    found = list(dict.fromkeys(first))
    result = first.result()
    if first.limit is None:
        return result
    stop = FINISHED
    complete = False
    cpu = result.cpu_seconds
    counters: Counter[str] = Counter(result.counters)
    engines: Counter[str] = Counter()
    part_job = replace(job, wanted=frozenset(VERDICTS), row_facts=None)
    try:
        parts = split(puzzle, known, count, deadline)
        _take(puzzle, parts.solutions, found)
        progress.cubes = counters["cubes"] = len(parts.cubes)
        if len(found) < 2:
            settled = 0
            with closing(
                collect(_tasks(sheet, parts.cubes, start), part_job, crew, deadline)
            ) as results:
                for outcome in chain.from_iterable(chunk.outcomes for chunk in results):
                    part = outcome.result
                    if part is None:
                        raise WrongAnswer(outcome.error)
                    settled += part.verdict is not Verdict.UNKNOWN
                    stop = part.stop if stop == FINISHED else stop
                    cpu += part.cpu_seconds
                    counters.update(part.counters)
                    engines[part.engine] += 1
                    _take(puzzle, part.solutions, found)
                    progress.done += 1
                    progress.solutions = len(found)
                    report(progress)
                    if len(found) > 1:
                        break
            complete = settled == len(parts.cubes) and len(found) < 2
    except LimitReached as err:
        stop = err.stop
    return replace(
        result,
        solutions=tuple(found[:2]),
        exhausted=complete,
        engine=" ".join(name for name, _ in engines.most_common() if name),
        seconds=time.monotonic() - start,
        cpu_seconds=cpu,
        difficulty="",
        counters=dict(counters),
        stop=FINISHED if complete or len(found) > 1 else stop,
    )


def _take(puzzle: Puzzle, grids: Iterable[Grid], found: list[Grid]) -> None:
    """Add solutions that are new, each judged whoever it comes from."""
    for grid in grids:
        complaint = first_violation(puzzle, grid)
        if complaint is not None:
            raise WrongAnswer(f"a part gave a wrong answer: {complaint}")
        if grid not in found:
            found.append(grid)


def _tasks(sheet: Sheet, cubes: list[Domains], start: float) -> Iterator[Task]:
    for number, cube in enumerate(cubes):
        found = Named(sheet, "cube", number + 1)
        # The limit is for the whole: time that is gone when a cube is handed out is not the cube's.
        yield Task(number, found, slow=True, known=cube, seconds=time.monotonic() - start)

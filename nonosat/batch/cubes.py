"""Solves one hard puzzle on many workers, cut into cubes: disjoint parts of its search space.

A cube is the puzzle with some cells set to a color, or denied one, and everything that line logic
derives from that. Probing chooses the cell of each cut: the best one leaves the least open on both
sides. This is cube and conquer, of Heule, Kullmann, Wieringa, Biere, "Cube and Conquer: Guiding CDCL SAT
Solvers by Lookaheads", 2011, with line logic as the lookahead.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain

from nonosat.api import Search
from nonosat.backends.base import new_board
from nonosat.batch.crew import Crew, collect
from nonosat.batch.jobs import Job, Task
from nonosat.batch.outcome import VERDICTS
from nonosat.certificates.cubes import largest_first
from nonosat.errors import FINISHED, LimitReached, WrongAnswer, memory_is_a_limit
from nonosat.kernel import ones, several
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Named, Puzzle, Sheet
from nonosat.result import Result, Verdict

FIRST_GO = 1.0
"""Seconds for line logic and the kernel's search before a puzzle is cut."""
LOOKAHEADS = 24
"""Cells to probe for each cut."""


@memory_is_a_limit()
def split_puzzle(
    puzzle: Puzzle, known: Domains | None, count: int, deadline: Deadline
) -> tuple[list[Domains], list[Grid]]:
    """Cut a puzzle into at least `count` cubes, or fewer if there are too few open cells.

    Return the cubes, and pictures of those that line logic filled, which are not judged yet.
    Together they hold every solution of the puzzle, each once.
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
    # Probe every cell once; all cubes profit from it.
    possible = board.propagate() and board.probe()
    first = open_parts([Domains(puzzle.width, board.rows())] if possible else [])
    cubes = largest_first(first, lambda cube: open_parts(_cut(puzzle, cube, deadline)), count)
    return cubes, solutions


def _freedom(cube: Domains) -> int:
    """Return the number of possible (cell, color) pairs beyond one per cell."""
    return sum(bits.bit_count() for row in cube.rows for bits in row) - cube.height * cube.width


def _cut(puzzle: Puzzle, cube: Domains, deadline: Deadline) -> list[Domains | None]:
    """Cut a cube at its best cell; None is a part without solutions."""
    best: tuple[int, list[Domains | None]] = (-1, [cube])
    freedom = _freedom(cube)
    for row, col, color in _candidates(cube, deadline):
        mask = cube.mask(row, col)
        parts = [
            _restricted(puzzle, cube, row, col, 1 << color, deadline),
            _restricted(puzzle, cube, row, col, mask & ~(1 << color), deadline),
        ]
        if None in parts:
            return parts  # then the other part is the whole cube
        gains = [freedom - _freedom(part) for part in parts if part is not None]
        score = gains[0] * gains[1] + sum(gains)
        if score > best[0]:
            best = score, parts
    return best[1]


def _candidates(cube: Domains, deadline: Deadline) -> Iterator[tuple[int, int, int]]:
    """Yield open cells, each with a color, those in nearly settled lines first."""
    open_cells = []
    by_row, by_col = Counter[int](), Counter[int]()
    for row, allowed in enumerate(cube.rows):
        deadline.check()
        for col in ones(several(allowed)):
            by_row[row] += 1
            by_col[col] += 1
            open_cells.append((row, col, cube.mask(row, col).bit_length() - 1))
    open_cells.sort(key=lambda cell: (by_row[cell[0]] + by_col[cell[1]], cell))
    # Half of them in that order, the others spread evenly.
    half = LOOKAHEADS // 2
    rest = open_cells[half:]
    yield from open_cells[:half]
    yield from rest[:: max(1, len(rest) // half)]


def _restricted(
    puzzle: Puzzle, cube: Domains, row: int, col: int, mask: int, deadline: Deadline
) -> Domains | None:
    """Return a cube with only the colors of `mask` at a cell; None if there is no solution."""
    line = tuple(
        bits & ~(1 << col) | (mask >> color & 1) << col for color, bits in enumerate(cube.rows[row])
    )
    rows = (*cube.rows[:row], line, *cube.rows[row + 1 :])
    board = new_board(puzzle, Domains(cube.width, rows), deadline)
    return Domains(cube.width, board.rows()) if board.propagate() else None


Report = Callable[[int, int, int], object]
"""Called after each cube, with the numbers of cubes done, of all cubes, and of solutions."""


def check_by_cubes(
    sheet: Sheet,
    job: Job,
    crew: Crew,
    count: int,
    known: Domains | None = None,
    report: Report = lambda done, cubes, solutions: None,
) -> Result:
    """Decide whether a puzzle has exactly one solution; a crew solves its cubes.

    Two solutions prove "multiple"; every other verdict needs all cubes. The limit of the job is
    for all of them together.
    """
    puzzle, start = sheet.puzzle, time.monotonic()
    deadline = Deadline(job.seconds, processors=1)
    limits = Limits(min(FIRST_GO, deadline.remaining()), processors=1, engines=False)
    first = Search(
        puzzle, backend=job.backend, at_most=2, limits=limits, known=known, goals=sheet.goals
    )
    found = list(dict.fromkeys(first))
    whole = first.result()
    if first.limit is None:
        return whole
    parts: list[Result] = []
    counters: Counter[str] = Counter(whole.counters)
    part_job = replace(job, wanted=frozenset(VERDICTS), rows=False)
    try:
        cubes, solutions = split_puzzle(puzzle, known, count, deadline)
        counters["cubes"] = len(cubes)
        _take(puzzle, solutions, found)
        tasks = _tasks(sheet, cubes, start) if len(found) < 2 else ()
        with closing(collect(tasks, part_job, crew, deadline)) as results:
            for outcome in chain.from_iterable(chunk.outcomes for chunk in results):
                if outcome.result is None:
                    raise WrongAnswer(outcome.error)
                parts.append(outcome.result)
                _take(puzzle, outcome.result.solutions, found)
                report(len(parts), len(cubes), len(found))
                if len(found) > 1:
                    break
        settled = sum(part.verdict is not Verdict.UNKNOWN for part in parts)
        complete = len(found) < 2 and settled == len(cubes)
        stop = next((part.stop for part in parts if part.stop != FINISHED), FINISHED)
    except LimitReached as err:
        complete, stop = False, err.stop
    for part in parts:
        counters.update(part.counters)
    engines = Counter(part.engine for part in parts if part.engine)
    return replace(
        whole,
        solutions=tuple(found[:2]),
        exhausted=complete,
        engine=" ".join(name for name, _ in engines.most_common()),
        seconds=time.monotonic() - start,
        cpu_seconds=whole.cpu_seconds + sum(part.cpu_seconds for part in parts),
        difficulty="",
        counters=dict(counters),
        stop=FINISHED if complete or len(found) > 1 else stop,
    )


def _take(puzzle: Puzzle, grids: Iterable[Grid], found: list[Grid]) -> None:
    """Judge solutions, and add the new ones."""
    for grid in grids:
        complaint = puzzle.violation(grid)
        if complaint is not None:
            raise WrongAnswer(f"a part gave a wrong answer: {complaint}")
        if grid not in found:
            found.append(grid)


def _tasks(sheet: Sheet, cubes: list[Domains], start: float) -> Iterator[Task]:
    for number, cube in enumerate(cubes):
        found = Named(sheet, "cube", number + 1)
        # The limit is for all cubes: time that passed before a cube starts counts for it.
        yield Task(number, found, slow=True, known=cube, seconds=time.monotonic() - start)

"""Cells proved from the edges, or one by one: nothing is excluded that another solution has."""

import random
from collections.abc import Iterator
from functools import partial

import pytest
from conftest import at_night
from kernel_cases import random_puzzle, settled

from nonosat.limits import Deadline
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving import api
from nonosat.solving.backends.base import new_board
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.edges import narrow_from_edges
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import EngineAnswer, Oracle
from nonosat.solving.backends.flips import CellByCell
from nonosat.solving.backends.race import Entrant, race
from nonosat.solving.backends.restarts import AttemptClock, Restarts
from nonosat.solving.backends.tuning import TUNING
from nonosat.solving.search import Trace

pytestmark = pytest.mark.both_kernels
pytest.importorskip("pysat", reason="python-sat is not installed")

ENDLESS = Deadline(None)
NARROW = TUNING._replace(edge_lines=1, most_edge_lines=9, edge_failures=999, edge_paying=0.0)


def boards(inks: int, number: int) -> Iterator[tuple[Puzzle, list[Grid]]]:
    """Puzzles that line logic leaves open, some with blocks of unknown length, and all their solutions."""
    rng = random.Random(f"edges {inks}")
    while number:
        puzzle, _ = random_puzzle(rng, rng.randint(3, 11), rng.randint(3, 11), inks)
        if settled(puzzle).cells() is None:
            every = api.solve(puzzle, at_most=51).solutions  # without edges, as it is small
            if len(every) <= 50:
                number -= 1
                yield puzzle, sorted(every, key=lambda grid: grid.cells)


def narrowed(puzzle: Puzzle, picture: Grid | None) -> Domains | None:
    """What the edges leave possible, of a board after line logic alone."""
    patience = AttemptClock(ENDLESS.check)
    board = new_board(puzzle, None, ENDLESS, patience)
    assert board.propagate()
    restarts = Restarts(board, puzzle.clues, patience, (), Trace(), NARROW)
    if not narrow_from_edges(restarts, picture, ENDLESS):
        return None
    return Domains(puzzle.width, restarts.board.rows())


def count_proved(inks: int, number: int) -> int:
    """Narrow boards, check that every solution of each lies in what is left, and count what was excluded."""
    excluded = 0
    for puzzle, every in boards(inks, number):
        before = Domains(puzzle.width, settled(puzzle).rows())
        for picture in (None, *every[:2]):
            left = narrowed(puzzle, picture)
            assert left is not None
            assert not [cell for one in every for cell in left.outside(one)]
            excluded += sum(
                mask.bit_count() - kept.bit_count()
                for mask, kept in zip(before.cells(), left.cells(), strict=True)
            )
    return excluded


@pytest.mark.parametrize("number", [8, *at_night(1400)])
@pytest.mark.parametrize("inks", [1, 2, 3])
def test_no_cell_is_fixed_that_differs_in_another_solution(inks: int, number: int) -> None:
    assert count_proved(inks, number)


@pytest.mark.parametrize("number", [8, *at_night(1400)])
@pytest.mark.parametrize("inks", [1, 2, 3])
def test_the_clauses_of_a_box_admit_every_solution(inks: int, number: int) -> None:
    rng, rejected = random.Random(inks), 0
    for puzzle, every in boards(inks, number):
        board, height, width = settled(puzzle), puzzle.height, puzzle.width
        (top, bottom), (left, right) = (
            sorted(rng.sample(range(n + 1), 2)) for n in (height, width)
        )
        lines = [*range(top, bottom), *range(height + left, height + right)]
        encoded = board.clauses(lines, False, 1 << 40, (top, bottom, left, right))
        assert encoded is not None
        clauses = Clauses.of_bytes(*encoded[:2])
        with Oracle(clauses, ENDLESS) as oracle:
            for one in every:
                literals = [options[one.cells[cell]] for cell, options in encoded[3]]
                assert oracle.ask(literals) is EngineAnswer.MODEL
                flipped = [-literals[0], *literals[1:]] if literals else []
                rejected += oracle.ask(flipped) is EngineAnswer.NO_MODEL
    assert rejected


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_flipping_cells_finds_all_other_solutions_and_proves_the_end(inks: int) -> None:
    for puzzle, every in boards(inks, 12):
        encoding = Encoding(settled(puzzle), ENDLESS)
        alone = Entrant("cells", partial(CellByCell, encoding, every[0]))
        found = [*race(encoding, [alone], every[:1], ENDLESS, Trace())]
        assert sorted(found, key=lambda grid: grid.cells) == every[1:]

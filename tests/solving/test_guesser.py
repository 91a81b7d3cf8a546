"""Guessed pictures: belief propagation with reinforcement, and the repair of what is wrong."""

import threading
from typing import Any

import pytest
from kernel_cases import settled, shuffled

from nonosat.limits import Deadline
from nonosat.model import Grid, Puzzle
from nonosat.solving.backends import guesser as guesser_module
from nonosat.solving.backends.base import count_wrong, guess
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import EngineAnswer
from nonosat.solving.backends.guesser import Guesser
from nonosat.solving.backends.restarts import AttemptClock, Restarts
from nonosat.solving.search import Trace


def engine(
    puzzle: Puzzle, best: tuple[Grid, list[list[int]]] | None = None
) -> tuple[Guesser, Encoding]:
    board, deadline = settled(puzzle), Deadline(60)
    encoding = Encoding(board, deadline)
    before = Restarts(board, puzzle.clues, AttemptClock(deadline.check), (), Trace())
    before.best = best
    made = Guesser(before, encoding, encoding.clauses, (), deadline)
    return made, encoding


def worked(made: Guesser, seconds: float = 60) -> None:
    done = threading.Event()
    made.begin(done.set)
    assert done.wait(seconds)
    assert made.error is None


@pytest.mark.both_kernels
@pytest.mark.parametrize("inks", [1, 3])
def test_a_wrong_guess_is_repaired(monkeypatch: pytest.MonkeyPatch, inks: int) -> None:
    puzzle, grid = shuffled(20, 160 // inks, 3, inks)
    made, encoding = engine(puzzle)
    wrong = bytearray(grid.cells)
    cell, options = encoding.open_cells[150]
    wrong[cell] = next(color for color in options if color != wrong[cell])
    damaged = Grid(20, 20, bytes(wrong))
    assert puzzle.violation(damaged) is not None

    medians = [[0] * len(clue) for clue in puzzle.clues]
    monkeypatch.setattr(guesser_module, "guess", lambda *_, **__: (damaged, medians))
    worked(made)
    assert made.answer is EngineAnswer.MODEL
    assert puzzle.accepts(encoding.grid(made.model))
    made.close()


def test_the_best_guess_before_is_repaired_first(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, grid = shuffled(20, 160, 3)

    def none_is_made(*_: object) -> None:
        raise AssertionError("another guess was made first")

    monkeypatch.setattr(guesser_module, "guess", none_is_made)
    made, encoding = engine(puzzle, (grid, [[0] * len(clue) for clue in puzzle.clues]))
    worked(made)
    assert encoding.grid(made.model) == grid
    made.close()


@pytest.mark.both_kernels
def test_a_guess_is_repaired_far_from_its_wrong_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """One ink a line, in one of two cells: all stand on the diagonal, or all beside it."""
    n = 20
    puzzle = Puzzle.of([[1]] * n, [[1]] * n)
    known = tuple(((1 << n) - 1, 1 << row | 1 << (row + 1) % n) for row in range(n))
    board, deadline = settled(puzzle, known), Deadline(60)
    encoding = Encoding(board, deadline)
    before = Restarts(board, puzzle.clues, AttemptClock(deadline.check), (), Trace())
    made = Guesser(before, encoding, encoding.clauses, (), deadline)
    inked = [row if row < n // 2 else (row + 1) % n for row in range(n)]
    guessed = Grid(n, n, bytes(col == inked[row] for row in range(n) for col in range(n)))
    assert count_wrong(guessed, puzzle.clues) == 2
    monkeypatch.setattr(guesser_module, "guess", lambda *_, **__: (guessed, [[0]] * (2 * n)))
    worked(made, 10)
    assert made.answer is EngineAnswer.MODEL
    assert puzzle.accepts(encoding.grid(made.model))
    made.close()


@pytest.mark.both_kernels
def test_it_never_claims_that_there_is_no_solution() -> None:
    puzzle, _ = shuffled(8, 30, 1)
    made, _ = engine(puzzle)
    for color in (1, -1):  # blocks every picture
        made.add([color], ())
    called = threading.Event()
    made.begin(called.set)
    assert not called.wait(0.2)
    made.stop()
    assert made.answer is EngineAnswer.STOPPED
    made.close()


@pytest.mark.both_kernels
def test_it_stops_at_once_and_leaves_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    guessing = threading.Event()

    def told(*args: Any, **more: Any) -> Any:
        guessing.set()
        return guess(*args, **more)

    monkeypatch.setattr(guesser_module, "guess", told)
    puzzle, _ = shuffled(60, 1800, 2)
    made, _ = engine(puzzle)
    for color in (1, -1):  # blocks every picture, or it might find one first
        made.add([color], ())
    called = threading.Event()
    made.begin(called.set)
    assert guessing.wait(60)
    made.stop()
    assert called.is_set()
    assert made.answer is EngineAnswer.STOPPED
    called.clear()
    made.begin(called.set)
    assert not called.wait(0.05)
    made.close()

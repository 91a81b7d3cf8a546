"""The default: line logic, the kernel's own search, then a race of it and clause learners.

Line logic settles most puzzles, a short search with probing most of the others. A few searches that
try first what belief propagation thinks likely settle most of what is left where there are many
solutions. What still is open goes to clause learners on the order encoding, beside more searches and
an engine that repairs what was guessed. One learner gets phase hints from belief propagation, which
let it solve some puzzles at once that it would never finish otherwise. Where there would be too many
clauses, searches and guesses go on alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import count
from typing import NamedTuple

from nonosat.backends.base import is_guessable, open_board
from nonosat.backends.restarts import BRIEF, Enough, Patience, Restarts
from nonosat.errors import LimitReached, Reason
from nonosat.kernel import Board
from nonosat.model import Clue, Domains, Grid, Puzzle
from nonosat.result import Deadline, Trace

ROOT_SECONDS = 0.3
"""What probing all cells may take before anything is guessed."""
ATTEMPTS = 3
"""The most guesses before clauses are made, each with a search. More follow beside the learners."""
ATTEMPTS_SECONDS = 1.0
"""How long these guesses may go on while they are nearly right."""
DOUBTFUL_SECONDS = 0.1
"""How long they may go on while they are far off: where they are cheap, the next may be right."""
GUESS_SECONDS = 2.0
"""What one guess may take. On a very large board the learners do not wait for it."""
HINT_ROUNDS = 30
GUESSED = "belief propagation"
SEARCHED = "search"
"""The names of the engines that learn no clauses, when they have won the race."""


class Joins(NamedTuple):
    """After how many seconds each learner, more searches, and repaired guesses join the race."""

    glucose: float
    cadical: float
    minisat: float
    search: float
    repair: float


PROOF = Joins(0.0, 0.02, 1.0, 0.5, math.inf)
"""What is left where a picture was found is a proof, most likely; there is no guess to repair."""
NEAR = Joins(0.0, 5.0, 8.0, 0.0, 0.5)
"""Where guesses are nearly right, one of the next ones will be a solution, most likely."""
MISSED = Joins(0.0, 0.02, 6.0, 0.2, 0.2)
"""Where all attempts were made in vain, and the last guess was nearly right."""
FAR = Joins(0.0, 0.02, 1.0, 2.0, 1.0)
"""Where guesses are far off, the learners need the processors."""


class Auto:
    """Takes the way that suits the puzzle; loads a SAT engine only for a puzzle that needs one."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`."""
        yield from _solutions([], puzzle, known, deadline, trace)


def others(
    found: Sequence[Grid],
    puzzle: Puzzle,
    *,
    known: Domains | None,
    deadline: Deadline,
    trace: Trace,
) -> Generator[Grid]:
    """Yield each solution that is not in `found`; else see `Backend.solutions`."""
    with closing(_solutions(list(found), puzzle, known, deadline, trace)) as grids:
        yield from (grid for grid in grids if grid not in found)


def _solutions(
    found: list[Grid], puzzle: Puzzle, known: Domains | None, deadline: Deadline, trace: Trace
) -> Generator[Grid]:
    """Yield every solution, those in `found` once more or not."""
    patience = Patience(deadline.check)
    board = yield from open_board(puzzle, known, deadline, trace, patience)
    if board is None:
        return
    probed = _probe(board, patience, trace)
    if probed is None:
        return
    clues = puzzle.clues
    restarts = Restarts(board, clues, patience, found, trace)
    if (yield from restarts.dive(probed / 2, found[-1] if found else None)):
        return
    tried = 0
    begun = time.thread_time()
    while tried < ATTEMPTS and not restarts.found and is_guessable(board):
        allowed = ATTEMPTS_SECONDS if restarts.promising else DOUBTFUL_SECONDS
        if time.thread_time() - begun >= allowed:
            break
        tried += 1
        if (yield from restarts.attempt(tried, GUESS_SECONDS, BRIEF)):
            return
    deadline.check_engine()
    yield from _learn(board, clues, restarts, tried, deadline, trace)


def _probe(board: Board, patience: Patience, trace: Trace) -> float | None:
    """Probe all open cells, if there is time: the seconds it took; None: a contradiction."""
    begun = time.thread_time()
    with trace.counting("probing", lambda: board.counters):
        try:
            with patience.limited(ROOT_SECONDS):
                possible = board.probe()
        except Enough:
            possible = True
    if not possible:
        trace.difficulty = "probing"
        return None
    return time.thread_time() - begun


def _search_on(restarts: Restarts, tried: int) -> Generator[Grid]:
    """All solutions but those that `restarts` has found, for as long as it takes."""
    for number in count(tried + 1):
        if (yield from restarts.attempt(number)):
            return


def _learn(
    board: Board,
    clues: Sequence[Clue],
    restarts: Restarts,
    tried: int,
    deadline: Deadline,
    trace: Trace,
) -> Generator[Grid]:
    """All solutions but those that `restarts` has found, which it adds to, by clause learning."""
    # These load pysat.
    from nonosat.backends.encoding import Encoding
    from nonosat.backends.engines import start_engine
    from nonosat.backends.guesser import Guesser
    from nonosat.backends.race import Entrant, race
    from nonosat.backends.searcher import Searcher
    from nonosat.child import processors

    with trace.counting("making clauses", lambda: board.counters):
        # An attempt that has had its time may have left a contradiction behind.
        possible = board.propagate()
    if not possible:
        return
    try:
        encoding = Encoding(board, deadline)
    except LimitReached as err:
        if err.stop.reason is not Reason.TOO_LARGE or not is_guessable(board):
            raise
        yield from _search_on(restarts, tried)
        return
    found = restarts.found

    @cache
    def hints() -> list[int]:
        if found:  # another solution is usually near
            return encoding.picture_literals(next(iter(found)))
        if is_guessable(board):
            return encoding.hint_literals(*board.hints(HINT_ROUNDS))
        return []

    glucose, minisat, cadical = (
        partial(start_engine, name) for name in ("glucose42", "minisat22", "cadical195")
    )
    if found:
        joins = PROOF
    elif not (tried and restarts.promising):
        joins = FAR
    else:
        joins = NEAR if tried < ATTEMPTS else MISSED
    if (deadline.processors or processors()) < 2:
        # CaDiCaL only joins a puzzle that turns out to be hard.
        joins = joins._replace(cadical=max(2.0, joins.cadical))
    # Proofs take longer with polarities to try first; where pictures abound, they find one.
    entrants = [
        Entrant("glucose42", glucose, joins.glucose, free=True),
        Entrant("cadical195", cadical, joins.cadical, free=True)
        if found
        else Entrant("cadical195+hints", cadical, joins.cadical, hints),
        Entrant("minisat22", minisat, joins.minisat),
    ]
    if is_guessable(board):
        searcher = partial(Searcher, board, clues, encoding, tried, restarts)
        entrants.append(Entrant(SEARCHED, searcher, joins.search))
        if not found:
            guesser = partial(Guesser, board, clues, encoding)
            entrants.append(Entrant(GUESSED, guesser, joins.repair))
    with closing(race(encoding, entrants, found, deadline, trace)) as grids:
        for grid in grids:
            found.add(grid)  # an engine that joins later is to know
            yield grid

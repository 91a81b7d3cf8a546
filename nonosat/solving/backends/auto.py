"""The default: line logic, the kernel's own search, then a race of it and clause learners.

Line logic settles most puzzles, a short search with probing most of the others. A few searches that
try first what belief propagation thinks likely settle most of what is left where there are many
solutions. Of a mirrored puzzle, half is solved first. Open cells go to clause learners on the order encoding, beside more searches and
an engine that repairs what was guessed. One learner gets phase hints from belief propagation, which
let it solve some puzzles at once that it would never finish otherwise. Where there would be too many
clauses, searches and guesses go on alone.
"""

import math
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import count
from typing import ClassVar

from nonosat.errors import EngineNeeded, LimitReached, MissingExtra, Reason, Stop
from nonosat.kernel import Board
from nonosat.limits import Deadline
from nonosat.model import Clues, Domains, Grid, Puzzle
from nonosat.platforms.cpu import thread_seconds
from nonosat.solving.backends.base import count_open, is_guessable, is_large, new_board, open_board
from nonosat.solving.backends.restarts import AttemptClock, AttemptTimeout, Restarts
from nonosat.solving.backends.tuning import TUNING, Tuning
from nonosat.solving.search import Trace

GUESSED = "belief propagation"
SEARCHED = "search"
"""The names of the engines that learn no clauses, when they have won the race."""
COUNTED = "totals"
"""The same where the totals of the lines decided cells, or contradict each other."""
NARROWED = "edges"
"""The same where `narrow_from_edges` decided the last cells."""
GIVEN, SWITCHED, BESIDE = "picture", "switch", "beside"
"""The same where the last solution is a picture that was given, or one of `find_switch` or `find_beside`."""


class Auto:
    """Takes the way that suits the puzzle; loads a SAT engine only for a puzzle that needs one.

    Args:
        tuning: the budget of each part.

    Attributes:
        loads: the modules that a hard puzzle needs; benchmarks import them before the clock starts.
    """

    loads: ClassVar[tuple[str, ...]] = (
        "beside", "edges", "encoding", "engines", "flips", "guesser", "mirrored", "race", "searcher",
        "switch", "totals",
    )  # fmt: skip

    def __init__(self, tuning: Tuning = TUNING) -> None:
        self._tuning = tuning

    def solutions(
        self,
        puzzle: Clues,
        *,
        known: Domains | None,
        deadline: Deadline,
        trace: Trace,
        found: Iterable[Grid] = (),
    ) -> Generator[Grid]:
        """Yield every solution; see `Backend.solutions`.

        Args:
            found: solutions that are known already. Cells that line logic leaves open are searched beside
                them, after they are yielded.
        """
        tuning = self._tuning
        # Line logic settles most puzzles.
        patience = AttemptClock(deadline.check)
        board = yield from open_board(puzzle, known, deadline, trace, patience)
        if board is None:
            return
        found = dict.fromkeys(found)
        restarts = Restarts(board, puzzle.clues, patience, found, trace, tuning)
        # A picture that is known is a solution, and often another one is beside it.
        near = None
        for picture in found:
            trace.engine = GIVEN
            near = yield from _with_switch(picture, restarts, deadline)
        # Probing single cells, then a short search, settle most others.
        probed = _probe(board, patience, trace, tuning)
        if probed is None:
            return
        if board.sampled:  # the time of a sample says less of what a search is worth
            probed = max(probed, tuning.sampled_seconds * board.height * board.width)
        patient = max(probed / 2, tuning.picture_seconds) if found else probed / 2
        if (yield from restarts.dive(patient, near)):
            return
        if near is not None and len(restarts.found) == len(found):
            yield from _with_neighbor(near, restarts)
        rest = self._beyond_dives(puzzle, restarts, deadline, probed, bool(found))
        switched = None
        with closing(rest):
            for grid in rest:
                if len(restarts.found) == 1:  # the first of all
                    switched = yield from _with_switch(grid, restarts, deadline)
                elif grid != switched:
                    yield grid

    def _beyond_dives(
        self, puzzle: Clues, restarts: Restarts, deadline: Deadline, probed: float, given: bool
    ) -> Generator[Grid]:
        """All solutions but those that `restarts` has found, of what a dive leaves open.

        Args:
            probed: the seconds of a dive.
            given: one of those is not from a search.
        """
        board, tuning, trace = restarts.board, restarts.tuning, restarts.trace
        # Half of a mirrored picture is a smaller puzzle.
        if not restarts.found and (yield from _solve_mirrored(puzzle, restarts, deadline)):
            return
        # A few guesses, each with a search, settle most of what has many solutions. The first one of a large
        # board takes long, and is made beside the learners.
        tried = 0
        begun = thread_seconds()
        attempts = 0 if is_large(board, tuning) else tuning.attempts
        while tried < attempts and not restarts.found and is_guessable(board, tuning):
            allowed = tuning.attempts_seconds if restarts.promising else tuning.doubtful_seconds
            if thread_seconds() - begun >= allowed:
                break
            tried += 1
            if (yield from restarts.attempt(tried, tuning.guess_seconds, tuning.brief)):
                return
        # The totals of all lines together decide cells that no line sees.
        from nonosat.solving.backends.totals import narrow_by_totals

        while (rows := narrow_by_totals(puzzle, board.rows(), deadline.check)) != board.rows():
            trace.engine = COUNTED
            if rows is None:
                return
            known = Domains(board.width, rows)
            board = new_board(puzzle, known, deadline, restarts.patience)
            board.sample = restarts.board.sample
            restarts.board, trace.proved = board, board.rows
            if not _propagate(board, trace) or (yield from restarts.dive(probed)):
                return
        # The rest is a matter for clause learners, beside more guesses.
        deadline.check_engine()
        yield from _learn(restarts, tried, deadline, given)


def others(
    found: Sequence[Grid],
    puzzle: Puzzle,
    *,
    known: Domains | None,
    deadline: Deadline,
    trace: Trace,
) -> Generator[Grid]:
    """Yield each solution that is not in `found`; else see `Backend.solutions`."""
    grids = Auto().solutions(puzzle, known=known, deadline=deadline, trace=trace, found=found)
    with closing(grids):
        yield from (grid for grid in grids if grid not in found)


def _with_switch(
    picture: Grid, restarts: Restarts, deadline: Deadline
) -> Generator[Grid, None, Grid]:
    """Yield a solution, and a new one that `find_switch` finds beside it; return the last one."""
    yield picture
    from nonosat.solving.backends.switch import find_switch  # line logic settles most

    trace = restarts.trace
    trace.stage = "looking beside a picture"
    other = find_switch(picture, restarts.board.rows(), deadline.check)
    if other is None or other in restarts.found:
        return picture
    restarts.found.add(other)
    trace.engine = SWITCHED
    yield other
    return other


def _with_neighbor(picture: Grid, restarts: Restarts) -> Generator[Grid]:
    """Yield a new solution that `find_beside` finds beside one that is known."""
    from nonosat.solving.backends.beside import find_beside

    restarts.trace.stage = "looking beside a picture"
    if (other := find_beside(picture, restarts)) is not None:
        restarts.found.add(other)
        restarts.trace.engine = BESIDE
        yield other


def _solve_mirrored(
    puzzle: Clues, restarts: Restarts, deadline: Deadline
) -> Generator[Grid, None, bool]:
    """Yield mirrored solutions, then others like the last one; return True if these are all."""
    from nonosat.solving.backends.mirrored import fold

    tuning = restarts.tuning
    folded = fold(puzzle, restarts.board.rows())
    if folded is None:
        return False
    restarts.trace.stage = "solving one half of a mirrored picture"
    whole = None
    part = deadline.part(tuning.mirrored_seconds)
    halves = Auto(tuning).solutions(folded.clues, known=folded.known, deadline=part, trace=Trace())
    try:
        with closing(halves):
            for half in halves:
                whole = folded.unfold(half)
                restarts.found.add(whole)
                yield whole
    except LimitReached:
        deadline.check()
    return whole is not None and (yield from restarts.dive(tuning.picture_seconds, whole))


def _propagate(board: Board, trace: Trace) -> bool:
    """Run line logic again, which says nothing about the clues alone; False on contradiction."""
    with trace.counting("line logic", lambda: board.counters):
        return board.propagate()


def _probe(board: Board, patience: AttemptClock, trace: Trace, tuning: Tuning) -> float | None:
    """Probe all open cells, or a sample, while it pays; return the seconds, or None on a contradiction."""
    board.sample = is_large(board, tuning)
    begun = thread_seconds()
    by_size = min(tuning.cell_seconds * board.height * board.width, tuning.most_root_seconds)
    seconds = max(tuning.root_seconds, by_size)
    opened, tried = trace.left or 0, board.counters["probes"]
    with trace.counting("probing", lambda: board.counters):
        while True:
            try:
                with patience.limited(seconds):
                    possible = board.probe()
                break
            except AttemptTimeout:
                seconds = thread_seconds() - begun
                before, opened = opened, count_open(board)
                probes, tried = tried, board.counters["probes"]
                if before - opened <= tuning.paying * (tried - probes):
                    return seconds  # the difficulty stays unknown
    if not possible or board.cells() is not None:
        trace.difficulty = "probing"
    elif not board.sampled:  # else it stays unknown
        trace.difficulty = "guessing"
    return thread_seconds() - begun if possible else None


def _search_on(restarts: Restarts, tried: int) -> Generator[Grid]:
    """All solutions but those that `restarts` has found, for as long as it takes."""
    for number in count(tried + 1):
        if (yield from restarts.attempt(number)):
            return


def _search_without_engines(
    restarts: Restarts, tried: int, deadline: Deadline, missing: MissingExtra
) -> Generator[Grid]:
    """Search on for as long as there is time, where what would learn clauses is not installed."""
    needed = EngineNeeded(Stop(Reason.ENGINE_NEEDED, str(missing)))
    if deadline.seconds is None or not is_guessable(restarts.board, restarts.tuning):
        raise needed from missing
    try:
        yield from _search_on(restarts, tried)
    except LimitReached as err:
        if err.stop.reason is not Reason.TIME:
            raise
        raise needed from missing


def _learn(
    restarts: Restarts, tried: int, deadline: Deadline, given: bool = False
) -> Generator[Grid]:
    """All solutions but those that `restarts` has found, which it adds to, by clause learning.

    Args:
        given: one of those is not from a search, so others may be near it.
    """
    from nonosat.solving.backends.encoding import Encoding

    try:
        from nonosat.solving.backends.engines import start_engine  # loads pysat
    except MissingExtra as err:
        yield from _search_without_engines(restarts, tried, deadline, err)
        return
    from nonosat.platforms.cpu import processors
    from nonosat.solving.backends.flips import CellByCell
    from nonosat.solving.backends.guesser import Guesser
    from nonosat.solving.backends.race import Entrant, race
    from nonosat.solving.backends.searcher import Searcher

    board, tuning, trace = restarts.board, restarts.tuning, restarts.trace
    if not _propagate(board, trace):  # after an attempt that has had its time
        return
    found = restarts.found
    if is_large(board, tuning):
        from nonosat.solving.backends.edges import narrow_from_edges

        picture = next(iter(found), None)
        possible = narrow_from_edges(restarts, picture, deadline)
        if possible and count_open(restarts.board) > (1 - tuning.edge_share) * count_open(board):
            restarts.board = board
        if board is not restarts.board or not possible:
            trace.engine = NARROWED
            if not possible or (yield from restarts.dive(tuning.picture_seconds, picture)):
                return
            board = restarts.board
    # Another solution is usually near. A first one is not worth the memory of so large a search.
    most = tuning.most_clauses if found else min(tuning.most_raced, tuning.most_clauses)
    try:
        encoding = Encoding(board, deadline, tuning=tuning._replace(most_clauses=most))
    except LimitReached as err:
        if err.stop.reason is not Reason.TOO_LARGE or not is_guessable(board, tuning):
            raise
        yield from _search_on(restarts, tried)
        return

    @cache
    def hints() -> list[int]:
        if found:
            return encoding.picture_literals(next(iter(found)))
        if is_guessable(board, tuning):
            return encoding.hint_literals(*board.hints(tuning.hint_rounds))
        return []

    glucose, minisat, cadical = (
        partial(start_engine, name) for name in ("glucose42", "minisat22", "cadical195")
    )
    if found:
        joins = tuning.proof
    elif not (tried and restarts.promising):
        joins = tuning.far
    else:
        joins = tuning.near if tried < tuning.attempts else tuning.missed
    usable = deadline.processors or processors()
    if usable < 2:
        # CaDiCaL only joins a puzzle that turns out to be hard.
        joins = joins._replace(cadical=max(tuning.lone_cadical, joins.cadical))
    # Most likely there is only a proof left to find: what looks for pictures gives way to it.
    until = tuning.finding_seconds if found else math.inf
    # So does CaDiCaL where two others are enough for the processors: on large boards it is slower than these.
    slow = until if usable <= 2 and is_large(board, tuning) else math.inf
    learning = [Entrant("glucose42", glucose, joins.glucose, free=True)]
    if found:
        # Proofs take longer with polarities to try first; where pictures abound, they find one.
        flips = partial(CellByCell, encoding, next(iter(found)))
        learning += [
            Entrant("cadical195", cadical, joins.cadical, free=True, leaves=slow),
            Entrant("glucose3+cells", flips, joins.minisat, hints),
        ]
        if given:  # this one keeps to the phases of the picture
            beside = partial(start_engine, "minisatgh")
            learning.append(Entrant("minisatgh", beside, tuning.beside, hints, leaves=until))
    else:
        learning += [
            Entrant("cadical195+hints", cadical, joins.cadical, hints),
            Entrant("minisat22", minisat, joins.minisat),
        ]
    most = max(2, 2 * tuning.most_raced // max(1, len(encoding.clauses)))
    entrants = sorted(learning, key=lambda entrant: entrant.delay)[:most]
    if is_guessable(board, tuning):
        searcher = partial(Searcher, restarts, encoding, tried)
        entrants.append(Entrant(SEARCHED, searcher, joins.search, leaves=until))
        if not found and most > len(learning):
            guesser = partial(Guesser, restarts, encoding)
            entrants.append(Entrant(GUESSED, guesser, joins.repair))
    with closing(race(encoding, entrants, found, deadline, trace)) as grids:
        for grid in grids:
            found.add(grid)  # an engine that joins later is to know
            yield grid

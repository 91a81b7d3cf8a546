"""Cells of large boards, proved from the edges: a few lines at a side make a small problem of their own.

A *strip* is the outermost lines of a side that have open cells. Its clauses are those of the board that speak
of nothing outside (see `Crop` of the kernel's clauses.py). Leaving clauses out only allows more: every solution
of the puzzle satisfies the clauses of a strip, so what a strip excludes is excluded for the whole puzzle, and
a verdict that rests on it is proved. A model of a strip proves nothing.

Each open cell, outermost first, is assumed to differ from a picture; a refuted assumption makes the cell
certain. Probing carries that inwards, and the next side has its turn. Line drawings that no learner finishes
as a whole end after hundreds of such refutations of some fifty conflicts each.
"""

from collections.abc import Mapping
from contextlib import closing
from functools import reduce
from operator import or_
from typing import NamedTuple

from nonosat.kernel import Board, columns, ones, several
from nonosat.limits import Deadline
from nonosat.model import Grid
from nonosat.solving.backends.base import count_open
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.engines import EngineAnswer
from nonosat.solving.backends.flips import Flips
from nonosat.solving.backends.restarts import Restarts
from nonosat.solving.backends.tuning import Tuning

MODEL_CONFLICTS = 200
"""The most for a first model, in multiples of those of a flip."""


def narrow_from_edges(restarts: Restarts, picture: Grid | None, deadline: Deadline) -> bool:
    """Narrow the board of `restarts` while its sides yield cells; False on a contradiction.

    Args:
        picture: a solution, if one is known; else a model of each strip serves.
    """
    tuning = restarts.tuning
    size, opened = tuning.edge_lines, count_open(restarts.board)
    tried: dict[tuple[bool, bool], object] = {}
    while size <= tuning.most_edge_lines:
        for side in ((False, False), (False, True), (True, False), (True, True)):
            strip = find_strip(restarts.board, *side, size)
            if strip is None:
                return True
            if tried.get(side) == (size, strip.opens):
                continue
            tried[side] = size, strip.opens
            proved = _prove(restarts, strip, picture, deadline)
            if proved is None or (proved and not _keep(proved, restarts)):
                return False
        before, opened = opened, count_open(restarts.board)
        if before - opened <= tuning.edge_paying * (restarts.board.height + restarts.board.width):
            size += max(1, size // 2)
    return True


class Strip(NamedTuple):
    """The lines of one side, and those that cross them where they are open."""

    upright: bool
    """It is of columns."""
    last: bool
    """It is at the right or at the bottom."""
    lines: list[int]
    """Rows first, then columns."""
    crop: tuple[int, int, int, int]
    """See the kernel's `Crop`."""
    opens: list[int]
    """The open cells of its own lines."""


def find_strip(board: Board, upright: bool, last: bool, size: int) -> Strip | None:
    """Return the outermost `size` lines of a side that have open cells; None without open cells."""
    height, width = board.height, board.width
    sets = [(several(of_row),) for of_row in board.rows()]
    opens = [bits for (bits,) in (columns(sets, width) if upright else sets)]
    own = [line for line, bits in enumerate(opens) if bits]
    if not own:
        return None
    own = own[-size:] if last else own[:size]
    first, end = own[0], own[-1] + 1
    crossing = [*ones(reduce(or_, opens[first:end]))]
    lines = (
        [*crossing, *(height + col for col in own)]
        if upright
        else [*own, *(height + col for col in crossing)]
    )
    crop = (0, height, first, end) if upright else (first, end, 0, width)
    return Strip(upright, last, lines, crop, opens[first:end])


def _prove(
    restarts: Restarts, strip: Strip, picture: Grid | None, deadline: Deadline
) -> dict[int, int] | None:
    """Return cells of a strip with the one color they can have; None if nothing solves the strip."""
    board, tuning, trace = restarts.board, restarts.tuning, restarts.trace
    trace.stage = "proving cells from the edges"
    encoded = board.clauses(strip.lines, False, tuning.most_edge_clauses, strip.crop)
    if encoded is None:
        return {}

    def from_outside(cell: int) -> tuple[int, int]:
        at = divmod(cell, board.width)
        return -at[strip.upright] if strip.last else at[strip.upright], at[not strip.upright]

    literals = dict(encoded[3])
    options = {cell: literals[cell] for cell in sorted(literals, key=from_outside)}
    clauses = Clauses.of_bytes(*encoded[:2])
    with closing(_Prover(clauses, options, picture, tuning, deadline)) as prover:
        prover.run(deadline)
        trace.count("conflicts", prover.conflicts)
        return None if prover.answer is EngineAnswer.NO_MODEL else prover.proved


def _keep(proved: dict[int, int], restarts: Restarts) -> bool:
    """Give the colors of some cells to a new board; return False on a contradiction."""
    old = restarts.board
    rows = [list(sets) for sets in old.rows()]
    for cell, color in proved.items():
        row, col = divmod(cell, old.width)
        for other in {*range(old.colors)} - {color}:
            rows[row][other] &= ~(1 << col)
    board = restarts.own_board(restarts.patience, tuple(map(tuple, rows)))
    restarts.board, restarts.trace.proved = board, board.rows
    with restarts.trace.counting("probing", lambda: board.counters):
        return board.probe()


class _Prover(Flips):
    """Flips the cells of a strip, until many flips in a row have failed.

    Args:
        options: for each open cell, in the order to try, the literals by color.
    """

    def __init__(
        self,
        clauses: Clauses,
        options: Mapping[int, Mapping[int, int]],
        picture: Grid | None,
        tuning: Tuning,
        deadline: Deadline,
    ) -> None:
        super().__init__(clauses, deadline)
        self._options, self._tuning = options, tuning
        self._colors = {cell: picture.cells[cell] for cell in options} if picture else {}

    def work(self) -> None:
        """Prove cells. NO_MODEL means that the clauses contradict each other."""
        if not self._colors:
            self.budget(MODEL_CONFLICTS * self._tuning.edge_conflicts)
            super().work()
            if self.answer is not EngineAnswer.MODEL:
                return
            for cell, literals in self._options.items():
                self._colors[cell] = next(
                    color for color, one in literals.items() if self.holds(one)
                )
        self.take({cell: self._options[cell][color] for cell, color in self._colors.items()})
        waiting, failed = {*self.left}, 0
        for cell in self._options:
            if self.stopped or failed > self._tuning.edge_failures:
                return
            if cell in waiting and cell in self.left:
                proved = self.flip(cell, self._tuning.edge_conflicts)
                failed = 0 if proved else failed + 1
                if proved is None:  # a cell that differs in this model is not to be proved here
                    waiting = {
                        one for one in waiting & self.left.keys() if self.holds(self.left[one])
                    }

    @property
    def proved(self) -> dict[int, int]:
        """The cells that have one color in all models, and that color."""
        return {cell: color for cell, color in self._colors.items() if cell not in self.left}

"""Short chains of line deductions that end in a contradiction, or decide a cell.

A chain is found breadth first. Then unneeded moves are left out, and each line gets the simplest rule
that is enough. Where lines alone do not suffice, a chain tries a color on a cell, with a chain inside.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonosat.ask.explain.board import LineBoard
from nonosat.ask.explain.events import Contradicted, Deduced, Guessed, Step, TakenBack
from nonosat.ask.explain.rules import ALL_PLACEMENTS, RULES, Rule
from nonosat.limits import Deadline
from nonosat.model import Cell

LONG = 40
"""A chain of at most this many moves is shortened: each move is dropped if the rest suffices."""
NAMED = 10
"""In chains of at most this many moves, each move is explained by its simplest rule."""

Trial = tuple[Cell, int]
"""A color tried on a cell."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look at a line by a rule; None means by all its placements."""

    line: int
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Refutation:
    """Try a color on a cell. The moves lead to a contradiction, so the cell has another color."""

    cell: Cell
    color: int
    moves: "tuple[Look | Refutation, ...]"


Move = Look | Refutation
Goal = Callable[[LineBoard], bool]
"""Returns True for a board that shows what the chain should show."""


def contradicted(board: LineBoard) -> bool:
    """The goal that only a line without a placement reaches."""
    return False


def looked_at(moves: Iterable[Move]) -> Iterator[int]:
    """Yield the lines of a chain, in order."""
    for move in moves:
        if isinstance(move, Look):
            yield move.line
        else:
            yield from looked_at(move.moves)


def make_move(board: LineBoard, move: Move) -> bool:
    """Make a move on a board; return False if it shows a contradiction."""
    if isinstance(move, Look):
        sets = board.says(move.line, move.rule)
        if sets is not None:
            board.put(move.line, sets)
        return sets is not None
    if _reaching(board.supposing(move.cell, move.color), [*move.moves], contradicted) is None:
        return True  # a trial that shows nothing here
    others = board.others(move.cell, move.color)
    board.keep(move.cell, others)
    return bool(others)


class Chains:
    """A search for chains.

    Args:
        only: the lines that may be looked at; None means all lines.
    """

    def __init__(self, deadline: Deadline, only: Collection[int] | None = None) -> None:
        self.deadline = deadline
        self.only = only

    def find(
        self,
        board: LineBoard,
        first: Iterable[int],
        goal: Goal = contradicted,
        depth: int = 0,
        most: int | None = None,
    ) -> tuple[Move, ...] | None:
        """Find moves from a board to the goal or to a contradiction, without unneeded moves.

        Args:
            first: the lines to begin with: those that are not settled.
            depth: the most trials inside each other.
            most: give up after this many lines.
        """
        found = self.first(board.copy(), first, goal, depth, most)
        return None if found is None else self._trimmed(board, found, goal)

    def first(
        self,
        board: LineBoard,
        first: Iterable[int],
        goal: Goal = contradicted,
        depth: int = 0,
        most: int | None = None,
    ) -> list[Move] | None:
        """Return the first chain found, with unneeded moves; see `find`. This changes the board."""
        moves: list[Move] = []
        reads: list[set[int]] = []
        writes: list[set[int]] = []
        queue = deque(line for line in first if self._may(line))
        looks = 0
        while True:
            while queue:
                line = queue.popleft()
                looks += 1
                self.deadline.check()
                sets = board.says(line)
                if sets is not None and sets == board.sets[line]:
                    continue
                moves.append(Look(line))
                reads.append({line})
                if sets is None:
                    return _retraced(moves, reads, writes)
                crossed = board.put(line, sets)
                # Its own line, too: a later trial rests on what the line said of itself.
                writes.append({*crossed, line})
                if goal(board):
                    return _retraced(moves, reads, writes)
                queue.extend(c for c in crossed if self._may(c) and c not in queue)
                if looks == most:
                    return None
            trial = self._failing(board, depth - 1) if depth else None
            if trial is None:
                return None
            board.keep(trial.cell, board.others(trial.cell, trial.color))
            moves.append(trial)
            here = board.through(trial.cell)
            reads.append({*looked_at(trial.moves), *here})
            writes.append({*here})
            if goal(board):
                return _retraced(moves, reads, writes)
            queue.extend(line for line in here if self._may(line))

    def _may(self, line: int) -> bool:
        return self.only is None or line in self.only

    def _failing(self, board: LineBoard, depth: int) -> Refutation | None:
        """Return a trial that fails, if possible one without trials inside."""
        for inner in range(depth + 1):
            for cell in board.open_cells(self.only):
                for color in board.options(cell):
                    trial = board.supposing(cell, color)
                    moves = self.find(trial, board.through(cell), depth=inner)
                    if moves is not None:
                        return Refutation(cell, color, moves)
        return None

    def _trimmed(self, board: LineBoard, moves: list[Move], goal: Goal) -> tuple[Move, ...]:
        """Leave out unneeded moves, and take the simplest rules."""
        if len(moves) <= LONG:
            at = 0
            while at < len(moves):
                self.deadline.check()
                shorter = _reaching(board.copy(), moves[:at] + moves[at + 1 :], goal)
                if shorter is None:
                    at += 1
                else:
                    moves = shorter
        at = 0
        while at < len(moves) <= NAMED:
            self.deadline.check()
            moves = _simplest(board, moves, at, goal)
            at += 1
        return tuple(moves)


def _simplest(board: LineBoard, moves: list[Move], at: int, goal: Goal) -> list[Move]:
    """Look at a line by the simplest rule that still reaches the goal."""
    move = moves[at]
    if isinstance(move, Refutation):
        return moves
    for rule in RULES:
        named = [*moves[:at], Look(move.line, rule), *moves[at + 1 :]]
        if (reached := _reaching(board.copy(), named, goal)) is not None:
            return reached
    return moves


def _reaching(board: LineBoard, moves: list[Move], goal: Goal) -> list[Move] | None:
    """Make moves until one reaches the goal; return these, or None if no move does."""
    for number, move in enumerate(moves, 1):
        if not make_move(board, move) or goal(board):
            return moves[:number]
    return None


def _retraced(moves: list[Move], reads: list[set[int]], writes: list[set[int]]) -> list[Move]:
    """Return the moves that the last move rests on."""
    kept = []
    wanted: set[int] = set()
    for at in range(len(moves) - 1, -1, -1):
        if at == len(moves) - 1 or writes[at] & wanted:
            kept.append(moves[at])
            wanted |= reads[at]
    return kept[::-1]


def steps_of(board: LineBoard, moves: Sequence[Move], depth: int = 0) -> Iterator[Step]:
    """Yield moves as steps from a board. A trial becomes a guess, its moves, and taking it back."""
    board = board.copy()
    for move in moves:
        before = board.copy()
        if isinstance(move, Look):
            sets = board.says(move.line, move.rule)
            line = board.lines[move.line]
            if sets is None:
                yield Contradicted(depth, line, puzzle=board.of)
                return
            board.put(move.line, sets)
            name = ALL_PLACEMENTS if move.rule is None else move.rule.name
            yield Deduced(depth, *board.changes(before), line, name, puzzle=board.of)
            continue
        trial = board.supposing(move.cell, move.color)
        changes = trial.changes(before)
        yield Guessed(depth + 1, *changes, move.cell, move.color, puzzle=board.of)
        yield from steps_of(trial, move.moves, depth + 1)
        make_move(board, move)
        changes = board.changes(before)
        yield TakenBack(depth, *changes, move.cell, move.color, True, puzzle=board.of)

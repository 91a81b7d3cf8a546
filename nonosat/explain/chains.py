"""Short chains of line deductions that end in a contradiction, or decide a cell.

A chain is found breadth first, then everything is left out that it does not need, and each of its
lines takes the simplest rule that still serves. Where lines alone do not suffice, a color is tried
on a cell inside, with a chain of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonosat.backends.base import new_board
from nonosat.explain.events import CellColors, Contradicted, Deduced, Guessed, Step, TakenBack
from nonosat.explain.rules import ALL_PLACEMENTS, RULES, Rule, Sets
from nonosat.kernel import Board, columns, narrow, ones, prepare, several, with_color
from nonosat.model import Cell, Clues, Domains, Line
from nonosat.result import Deadline

Lines = list[Sets]
"""What each line can still be: the rows, then the columns."""
LONG = 40
"""Moves up to which every one of a chain is tried to be left out."""
NAMED = 10
"""Moves up to which simpler rules are sought."""


Trial = tuple[Cell, int]
"""A color tried on a cell."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look at a line: by a rule, or (None) at all its placements."""

    line: int
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Refutation:
    """Try a color on a cell; what follows is a contradiction, so it has another color."""

    cell: Cell
    color: int
    moves: tuple[Look | Refutation, ...]


Move = Look | Refutation
Goal = Callable[[Lines], bool]
"""Whether a board says what is to be shown."""


def contradicted(lines: Lines) -> bool:
    """The goal of a chain that is to end in a line without a placement, and in nothing else."""
    return False


def looked_at(moves: Iterable[Move]) -> Iterator[int]:
    """The lines of a chain, in order."""
    for move in moves:
        if isinstance(move, Look):
            yield move.line
        else:
            yield from looked_at(move.moves)


class Reasoner:
    """Reasons about the lines of a puzzle, or of clues that contradict themselves.

    Args:
        only: the lines that may be looked at; None: all.
    """

    def __init__(
        self, clues: Clues, deadline: Deadline, only: Collection[Line] | None = None
    ) -> None:
        self._of = clues
        self.height, self.width = len(clues.rows), len(clues.cols)
        self.colors = len(clues.palette.colors)
        self.clues = clues.clues
        everything = range(len(self.clues))
        self.only = everything if only is None else frozenset(map(self.number, only))
        self.deadline = deadline
        self.blocks = [prepare(clue) for clue in self.clues]

    # The board

    def board(self, known: Domains | None) -> Lines:
        """The lines of a board to begin with: given cells and `known`."""
        known = self._of.within(known)
        if known is None:
            full_row, full_col = (1 << self.width) - 1, (1 << self.height) - 1
            rows, cols = [(full_row,) * self.colors], [(full_col,) * self.colors]
            return rows * self.height + cols * self.width
        lines = [*known.rows]
        for sets in columns(known.rows, self.width):
            self.deadline.check()
            lines.append(sets)
        return lines

    def domains(self, lines: Lines) -> Domains:
        """What a board knows."""
        return Domains(self.width, tuple(lines[: self.height]))

    def options(self, lines: Lines, cell: Cell) -> list[int]:
        """The colors that a cell can have."""
        return [c for c, bits in enumerate(lines[cell[0]]) if bits >> cell[1] & 1]

    def others(self, lines: Lines, cell: Cell, color: int) -> list[int]:
        """The colors that a cell can have besides one."""
        return [c for c in self.options(lines, cell) if c != color]

    def name(self, line: int) -> Line:
        """What a line is called."""
        row = line < self.height
        return Line("row" if row else "column", line if row else line - self.height)

    def number(self, line: Line) -> int:
        """The number of a line here."""
        return line.index + (line.axis == "column") * self.height

    def of_cell(self, cell: Cell) -> tuple[int, int]:
        """The numbers of its row and its column."""
        return cell[0], self.height + cell[1]

    def sets(self, lines: Lines, line: int, rule: Rule | None = None) -> Sets | None:
        """What a line says, by a rule or exactly; None: it has no placement."""
        self.deadline.check()
        exact = narrow(self.blocks[line], lines[line], self.length(line))
        if exact is None:
            return None
        if rule is None:
            return tuple(exact)
        return rule.narrow(self.clues[line], lines[line], self.length(line))

    def put(self, lines: Lines, line: int, sets: Sets) -> list[int]:
        """Keep only `sets` of a line; returns the crossing lines that changed."""
        gone = 0
        for old, new in zip(lines[line], sets, strict=True):
            gone |= old & ~new
        if not gone:
            return []
        lines[line] = sets
        is_row = line < self.height
        bit = 1 << (line if is_row else line - self.height)
        crossed = []
        for at in ones(gone):
            crossing = self.height + at if is_row else at
            lines[crossing] = tuple(
                [
                    bits if sets[color] >> at & 1 else bits & ~bit
                    for color, bits in enumerate(lines[crossing])
                ]
            )
            crossed.append(crossing)
        return crossed

    def keep(self, lines: Lines, cell: Cell, colors: Collection[int]) -> None:
        """Leave only these colors to a cell."""
        row, bit = cell[0], 1 << cell[1]
        sets = [bits if c in colors else bits & ~bit for c, bits in enumerate(lines[row])]
        self.put(lines, row, tuple(sets))

    def supposing(self, lines: Lines, cell: Cell, color: int) -> Lines:
        """A board on which a cell is supposed to have a color."""
        trial = lines[:]
        self.keep(trial, cell, [color])
        return trial

    def trial(self, lines: Lines, cell: Cell, color: int) -> Board:
        """The same as a board of the kernel; it needs no columns."""
        (row, col), rows = cell, lines[: self.height]
        rows[row] = with_color(rows[row], 1 << col, color)
        return new_board(self._of, self.domains(rows), self.deadline)

    def length(self, line: int) -> int:
        """How many cells a line has."""
        return self.width if line < self.height else self.height

    # Chains

    def chain(
        self,
        lines: Lines,
        first: Iterable[int],
        goal: Goal = contradicted,
        depth: int = 0,
        most: int | None = None,
    ) -> tuple[Move, ...] | None:
        """Moves from a board to the goal or to a contradiction, with nothing that is not needed.

        Args:
            first: the lines to begin with: those that are not settled.
            depth: how many trials may stand inside each other.
            most: give up after so many lines.

        Returns:
            None where there is no such chain, or none found.

        Raises:
            LimitReached: the deadline passed.
        """
        found = self.first_chain(lines[:], first, goal, depth, most)
        return None if found is None else self._trimmed(lines, found, goal)

    def first_chain(
        self, lines: Lines, first: Iterable[int], goal: Goal, depth: int, most: int | None
    ) -> list[Move] | None:
        """The chain that is found first; see `chain`. It changes the board."""
        moves: list[Move] = []
        reads: list[set[int]] = []
        writes: list[set[int]] = []
        queue = deque(line for line in first if line in self.only)
        looks = 0
        while True:
            while queue:
                line = queue.popleft()
                looks += 1
                sets = self.sets(lines, line)
                if sets is not None and sets == lines[line]:
                    continue
                moves.append(Look(line))
                reads.append({line})
                if sets is None:
                    return _retraced(moves, reads, writes)
                # What it says of itself is said again by the next look at it.
                crossed = self.put(lines, line, sets)
                writes.append({*crossed})
                if goal(lines):
                    return _retraced(moves, reads, writes)
                queue.extend(c for c in crossed if c in self.only and c not in queue)
                if looks == most:
                    return None
            trial = self._failing(lines, depth - 1) if depth else None
            if trial is None:
                return None
            self.keep(lines, trial.cell, self.others(lines, trial.cell, trial.color))
            moves.append(trial)
            here = self.of_cell(trial.cell)
            reads.append({*looked_at(trial.moves), *here})
            writes.append({*here})
            if goal(lines):
                return _retraced(moves, reads, writes)
            queue.extend(line for line in here if line in self.only)

    def _failing(self, lines: Lines, depth: int) -> Refutation | None:
        """A trial that fails; of those without trials inside one with a short chain."""
        for inner in range(depth + 1):
            for cell in self.open_cells(lines):
                for color in self.options(lines, cell):
                    trial = self.supposing(lines, cell, color)
                    moves = self.chain(trial, self.of_cell(cell), depth=inner)
                    if moves is not None:
                        return Refutation(cell, color, moves)
        return None

    def open_cells(self, lines: Lines) -> Iterator[Cell]:
        """The cells that two of the lines cross in, or one where nothing is ruled out."""
        for row in range(self.height):
            if row in self.only:
                for col in ones(several(lines[row])):
                    if self.height + col in self.only:
                        yield row, col

    def _trimmed(self, lines: Lines, moves: list[Move], goal: Goal) -> tuple[Move, ...]:
        """Leave out what is not needed, and look by the simplest rules."""
        if len(moves) <= LONG:
            at = 0
            while at < len(moves):
                shorter = self._reaching(lines, moves[:at] + moves[at + 1 :], goal)
                if shorter is None:
                    at += 1
                else:
                    moves = shorter
        at = 0
        while at < len(moves) <= NAMED:
            moves = self._simplest(lines, moves, at, goal)
            at += 1
        return tuple(moves)

    def _simplest(self, lines: Lines, moves: list[Move], at: int, goal: Goal) -> list[Move]:
        """Look at a line by the simplest rule with which the goal is still reached."""
        move = moves[at]
        if isinstance(move, Refutation):
            return moves
        for rule in RULES:
            named = [*moves[:at], Look(move.line, rule), *moves[at + 1 :]]
            if (reached := self._reaching(lines, named, goal)) is not None:
                return reached
        return moves

    def _reaching(self, lines: Lines, moves: list[Move], goal: Goal) -> list[Move] | None:
        """The moves up to the one that reaches the goal; None: none does."""
        lines = lines[:]
        for number, move in enumerate(moves, 1):
            if not self._make(lines, move) or goal(lines):
                return moves[:number]
        return None

    def _make(self, lines: Lines, move: Move) -> bool:
        """Make a move; False when it shows a contradiction."""
        if isinstance(move, Look):
            sets = self.sets(lines, move.line, move.rule)
            if sets is not None:
                self.put(lines, move.line, sets)
            return sets is not None
        trial = self.supposing(lines, move.cell, move.color)
        if self._reaching(trial, list(move.moves), contradicted) is not None:
            others = self.others(lines, move.cell, move.color)
            self.keep(lines, move.cell, others)
            return bool(others)
        return True  # a trial that shows nothing here

    # As steps

    def steps(self, lines: Lines, moves: Sequence[Move], depth: int = 0) -> Iterator[Step]:
        """The moves as steps from a board; a trial is a guess, what follows, and taking it back."""
        lines = lines[:]
        for move in moves:
            before = lines[:]
            if isinstance(move, Look):
                sets = self.sets(lines, move.line, move.rule)
                line = self.name(move.line)
                if sets is None:
                    yield Contradicted(depth, line)
                    return
                self.put(lines, move.line, sets)
                name = ALL_PLACEMENTS if move.rule is None else move.rule.name
                yield Deduced(depth, *self.changes(before, lines), line, name)
                continue
            trial = self.supposing(lines, move.cell, move.color)
            changes = self.changes(before, trial)
            yield Guessed(depth + 1, *changes, move.cell, move.color)
            yield from self.steps(trial, move.moves, depth + 1)
            self._make(lines, move)
            yield TakenBack(depth, *self.changes(before, lines), move.cell, move.color, True)

    def changes(self, before: Lines, after: Lines) -> tuple[CellColors, CellColors]:
        """The cells decided and the colors excluded from one board to the next."""
        decided, excluded = [], []
        for row in range(self.height):
            old, new = before[row], after[row]
            if old is new:
                continue
            gone = 0
            for ours, left_over in zip(old, new, strict=True):
                gone |= ours & ~left_over
            open_now = several(new)
            for col in ones(gone):
                left = [c for c, bits in enumerate(new) if bits >> col & 1]
                if not open_now >> col & 1:
                    decided += [(row, col, c) for c in left]
                else:
                    excluded += [
                        (row, col, c)
                        for c, bits in enumerate(old)
                        if bits >> col & 1 and c not in left
                    ]
        return tuple(decided), tuple(excluded)


def _retraced(moves: list[Move], reads: list[set[int]], writes: list[set[int]]) -> list[Move]:
    """Of the moves those that the last one rests on."""
    kept = []
    wanted: set[int] = set()
    for at in range(len(moves) - 1, -1, -1):
        if at == len(moves) - 1 or writes[at] & wanted:
            kept.append(moves[at])
            wanted |= reads[at]
    return kept[::-1]

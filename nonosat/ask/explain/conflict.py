"""Why a puzzle has no solution: the fewest lines that contradict each other, and the likely typo.

If the clues have solutions: which known cells are wrong, or contradict each other.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nonosat.ask.effort import EFFORT, Effort
from nonosat.ask.explain.board import LineBoard
from nonosat.ask.explain.chains import Chains, Move, looked_at, steps_of
from nonosat.ask.explain.events import Step
from nonosat.ask.explain.typos import Typo, ranked, typos
from nonosat.errors import FINISHED, LimitReached, MissingExtra, PuzzleError, Stop
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import (
    AnyKnown,
    Cell,
    Clues,
    Domains,
    Line,
    MissizedClues,
    Puzzle,
    Sheet,
    cell_name,
    check_count,
    puzzle_of,
)
from nonosat.solving.api import Search, check, solve
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Ended, Verdict
from nonosat.solving.search import BaseSearch

if TYPE_CHECKING:
    from nonosat.ask.explain.cores import Core


@dataclass(frozen=True, slots=True, repr=False)
class Conflict(Ended):
    """The contradictions of clues, or of known cells, and typos that explain them."""

    clues: Clues
    complaint: str = ""
    """The fault that the clues show without any solving, such as totals that differ; "" if there is none."""
    solvable: bool | None = None
    """True if there is a solution (with the known cells, if the clues alone have one); None if it is not
    settled."""
    lines: tuple[Line, ...] = ()
    """Lines that contradict each other; empty if none were found."""
    cells: tuple[Cell, ...] = ()
    """Known cells that contradict each other, given all clues."""
    wrong: tuple[Cell, ...] = ()
    """Known cells that differ from the only solution."""
    minimal: bool = False
    """True if the lines (or cells) no longer contradict each other without any one of them."""
    smallest: bool = False
    """True if it is proved that no fewer lines (or known cells) contradict each other."""
    steps: tuple[Step, ...] = ()
    """Steps that end in the contradiction; empty if none were found. They begin with `cells` only, and
    look only at `lines`, unless that takes too many trials."""
    start: Domains | None = None
    """The known cells before the first step; None if there are none."""
    typos: tuple[Typo, ...] = ()
    """Changes that give the clues a solution, likeliest first."""
    decided: int | None = None
    """See `Ended.decided`; about the clues alone."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why the search ended."""

    def __str__(self) -> str:
        """Return what is wrong, or that nothing is."""
        if self.complaint:
            return f"The clues contradict themselves: {self.complaint}."
        if self.solvable:
            return "There is a solution: the clues do not contradict each other."
        if self.solvable is None:
            return f"It is not known whether there is a solution ({self.error})."
        names = [*map(str, self.lines)] or [*map(cell_name, self.cells or self.wrong)]
        what = "line" if self.lines else "known cell"
        return f"{counted_words(self, len(names), what)} in conflict: {', '.join(names)}."

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: lines and cells from 0."""
        palette = self.clues.palette
        names = ("solvable", "decided", "cells", "wrong", "minimal", "smallest", "seconds")
        return self._facts(
            *names,
            height=len(self.clues.rows),
            width=len(self.clues.cols),
            complaint=self.complaint or None,
            lines=[line.to_json() for line in self.lines],
            clues=[self.clues.clue(line).to_json(palette) for line in self.lines],
            typos=[typo.to_dict() for typo in self.typos],
        )


def counted_words(result: Conflict, number: int, what: str) -> str:
    """Begin a sentence: how many conditions there are, and what proves that."""
    if number == 1:
        return f"One {what} is"
    if result.smallest:
        return f"These {number} {what}s (proved: no fewer) are"
    if result.minimal:
        return (
            f"These {number} {what}s (each is needed; whether fewer others are, is not proved) are"
        )
    return f"These {number} {what}s (perhaps more than are needed) are"


class ConflictSearch(BaseSearch[Conflict]):
    """A search for what is wrong with clues or with known cells.

    Args:
        clues: may contradict each other.
        known: cells that are known. Like given ones, they count where the clues alone have solutions.
        limits: of the whole search. Half of the time that is left goes to the smallest set.
    """

    def __init__(
        self,
        clues: Clues | Sheet,
        *,
        known: AnyKnown | None = None,
        limits: AnyLimits = NO_LIMITS,
        effort: Effort = EFFORT,
    ) -> None:
        super().__init__(limits)
        self._effort = effort
        if not isinstance(clues, Clues):
            clues = puzzle_of(clues)
        known = clues.known_cells(known)
        self.clues = clues
        if isinstance(clues, Puzzle):
            self.clues = Clues(clues.rows, clues.cols, clues.palette)
        self._known = clues.within(known)  # given cells of a puzzle are asked like known ones
        self._found = Conflict(self.clues)
        # Results of the first stages for the later ones.
        self._puzzle: Puzzle | None = None
        self._board: LineBoard
        self._moves: Sequence[Move] | None = None

    def result(self) -> Conflict:
        """Return the contradictions found and proved so far."""
        return replace(self._found, seconds=self._seconds, stop=self._stop)

    def _note(self, **facts: Any) -> None:
        """Add facts, which are fields of `Conflict`, to the result."""
        self._found = replace(self._found, **facts)

    def _work(self) -> None:
        """Go through the stages. A stage that returns True is the last one needed."""
        stages: tuple[Callable[[], bool | None], ...] = (
            self._read_clues,
            self._read_lines,
            self._solve,
            self._find_lines,
            self._find_typos,
            self._find_fewest_lines,
            self._find_steps,
        )
        for stage in stages:
            if stage():
                return

    def _read_clues(self) -> bool:
        """Check what the clues show without solving: sizes, totals, clues longer than their line."""
        try:
            if isinstance(self.clues, MissizedClues):
                check_count(self.clues, *self.clues.size)
            self._puzzle = self.clues.puzzle()
        except PuzzleError as err:
            self._note(complaint=str(err), solvable=False)
            if err.axis and not isinstance(self.clues, MissizedClues):
                self._note(lines=(Line(err.axis, err.index),), minimal=True, smallest=True)
            if err.axis or isinstance(self.clues, MissizedClues):
                self._find_typos()
                return True
            return err.clues is None  # no lines at all, or too many
        return False

    def _read_lines(self) -> None:
        self._board = LineBoard(self.clues, None, self._deadline)
        self._moves = Chains(self._deadline).find(self._board, range(len(self._board.lines)))

    def _solve(self) -> bool:
        """Look for a solution where line logic finds no contradiction. Return True if there is one."""
        if self._moves is not None or self._puzzle is None:
            return False
        search = Search(self._puzzle, at_most=1, limits=self._deadline.left())
        result = self._run_part(search)
        self._note(decided=result.decided)
        if result.solutions:
            self._note(solvable=True)
            if self._known is not None:
                self._compare(self._puzzle, self._known)
            return True
        if result.verdict is not Verdict.NONE:
            raise LimitReached(result.stop)
        return False

    def _find_lines(self) -> None:
        """Find lines that cannot hold together. After line logic these are not yet the fewest."""
        self._note(solvable=False)
        board, everything = self._board, range(len(self._board.lines))
        if self._moves is not None:
            lines: Sequence[int] = sorted(set(looked_at(self._moves)))
            steps = tuple(steps_of(board, self._moves))
            self._note(lines=tuple(map(board.lines.__getitem__, lines)), steps=steps)
            self._shrink(lines, 0.0)
        elif self._puzzle is not None:
            self._note(lines=tuple(board.lines))
            self._shrink(everything, self._patience())
        else:  # totals differ, and nothing else is known to be wrong
            seconds = self._effort.uncounted
            if self._deadline.seconds is not None:
                seconds = self._deadline.remaining() / 4
            with contextlib.suppress(LimitReached):
                self._shrink(everything, 0.0, deadline=self._deadline.part(seconds))

    def _find_typos(self) -> None:
        found = []
        left = self._effort.typos if self._deadline.seconds is None else self._deadline.remaining()
        among = self._found.lines or None
        for typo in typos(self.clues, self._deadline.part(left), among=among):
            found.append(typo)
            self._note(typos=tuple(ranked(found)))
        self._deadline.check()

    def _find_fewest_lines(self) -> None:
        """Look for fewer lines than line logic needed for its contradiction."""
        if self._moves is not None:
            first = [line.number(self._board.height) for line in self._found.lines]
            self._shrink(range(len(self._board.lines)), self._patience(), first)

    def _find_steps(self) -> None:
        """Look for steps by these lines that lead to the contradiction."""
        if self._found.lines:
            self._explain(self._found.lines, None)

    def _patience(self) -> float:
        """Seconds for finding the smallest set."""
        unlimited = self._deadline.seconds is None
        return self._effort.smallest if unlimited else self._deadline.remaining() / 2

    # Lines

    def _shrink(
        self,
        lines: Sequence[int],
        patience: float,
        first: Sequence[int] = (),
        deadline: Deadline | None = None,
    ) -> None:
        """Find the fewest of these lines that contradict each other.

        Without PySAT, the lines found so far stay, though some may not be needed.

        Args:
            first: lines that are known to contradict each other.
        """
        with contextlib.suppress(MissingExtra):
            core = self._core_of(lines, patience, first, deadline or self._deadline)
            numbered = enumerate(self.clues.lines)
            self._note(
                lines=tuple(line for number, line in numbered if number in core.literals),
                minimal=core.minimal,
                smallest=core.smallest,
            )

    def _core_of(
        self, lines: Sequence[int], patience: float, first: Sequence[int], deadline: Deadline
    ) -> "Core":
        """Return the lines for `_shrink`; the core has their numbers instead of literals."""
        from nonosat.ask.explain.cores import find_core
        from nonosat.solving.backends.encoding import Encoding
        from nonosat.solving.backends.engines import Oracle  # loads pysat

        all_clues = self.clues.clues
        encoding = Encoding(new_board(self.clues, None, deadline), deadline, guarded=lines)
        line_of = {literal: line for line, literal in encoding.guards.items()}

        def held(model: list[int]) -> set[int]:
            found = encoding.grid(model).clues()
            guards = encoding.guards.items()
            return {guard for line, guard in guards if all_clues[line].covers(found[line])}

        with Oracle(encoding.clauses, deadline) as oracle:
            begin = [encoding.guards[line] for line in first]
            core = find_core(oracle, list(line_of), held, deadline, patience, begin)
        assert core is not None, "these lines contradict each other"
        return core._replace(literals=[line_of[literal] for literal in core.literals])

    def _explain(self, lines: Sequence[Line] | None, known: Domains | None) -> None:
        """Look for a chain of steps from `known` that ends in the contradiction.

        Args:
            lines: the lines that the steps may look at; None means all lines.
        """
        board = LineBoard(self.clues, known, self._deadline)
        numbers = None if lines is None else {line.number(board.height) for line in lines}
        chains = Chains(self._deadline.part(self._effort.steps), numbers)
        try:
            for depth in range(self._effort.depth + 1):
                moves = chains.find(board, range(len(board.lines)), depth=depth)
                if moves is not None:
                    self._note(steps=tuple(steps_of(board, moves)), start=known)
                    return
        except LimitReached:
            self._deadline.check()

    # Known cells

    def _compare(self, puzzle: Puzzle, known: Domains) -> None:
        """Find the known cells that are wrong; the clues have a solution."""
        result = check(puzzle, limits=self._deadline.left())
        if result.verdict is Verdict.UNIQUE:
            wrong = tuple(known.outside(result.solutions[0]))
            self._note(wrong=wrong, solvable=not wrong)
        else:
            with_known = solve(puzzle, known=known, limits=self._deadline.left())
            self._note(solvable=True if with_known.solutions else None)
            if not with_known.solutions and with_known.verdict is not Verdict.NONE:
                raise LimitReached(with_known.stop)
            self._note(solvable=bool(with_known.solutions))
        if not self._found.solvable:
            self._clash(puzzle, known)
            self._explain(None, _only(known, self._found.cells))

    def _clash(self, puzzle: Puzzle, known: Domains) -> None:
        """Find the fewest known cells that contradict each other."""
        board = new_board(puzzle, None, self._deadline)
        board.propagate()
        settled = Domains(puzzle.width, board.rows())
        for number, masks in enumerate(zip(settled.cells(), known.cells(), strict=True)):
            if not masks[0] & masks[1]:
                cell = divmod(number, puzzle.width)
                self._note(cells=(cell,), minimal=True, smallest=True)
                return
        from nonosat.ask.explain.cores import find_core
        from nonosat.solving.backends.encoding import Encoding
        from nonosat.solving.backends.engines import Oracle  # loads pysat

        encoding = Encoding(board, self._deadline)
        cell_of: dict[int, Cell] = {}
        for number, options in encoding.open_cells:
            cell = divmod(number, puzzle.width)
            possible = [c for c in options if known.mask(*cell) >> c & 1]
            if len(possible) == 1:
                cell_of[options[possible[0]]] = cell
            elif len(possible) < len(options):
                cell_of |= {-options[c]: cell for c in options if c not in possible}

        def held(model: list[int]) -> set[int]:
            return {lit for lit in cell_of if (model[abs(lit) - 1] > 0) == (lit > 0)}

        with Oracle(encoding.clauses, self._deadline) as oracle:
            core = find_core(oracle, list(cell_of), held, self._deadline, self._patience())
        assert core is not None, "no solution has the known cells"
        self._note(
            cells=tuple(sorted({cell_of[literal] for literal in core.literals})),
            minimal=core.minimal,
            smallest=core.smallest,
        )


def conflict(
    clues: Clues | Sheet, *, known: AnyKnown | None = None, limits: AnyLimits = NO_LIMITS
) -> Conflict:
    """Find what is wrong with clues, or with known cells. See `Conflict`.

    >>> found = conflict(Puzzle.of([[2], [2]], [[1], [1], [1], [1]]), limits=9)
    >>> found.solvable
    True
    """
    return ConflictSearch(clues, known=known, limits=limits).run()


def _only(known: Domains, cells: Sequence[Cell]) -> Domains:
    """Return what is known of these cells alone."""
    full = (1 << len(known.rows[0])) - 1
    kept = set(cells)
    masks = (
        mask if divmod(number, known.width) in kept else full
        for number, mask in enumerate(known.cells())
    )
    return Domains.of_cells(known.height, known.width, len(known.rows[0]), masks)

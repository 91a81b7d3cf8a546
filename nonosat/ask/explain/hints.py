"""The next step from a partly filled grid."""

from dataclasses import dataclass
from typing import Any

from nonosat.ask.effort import EFFORT
from nonosat.ask.explain.board import LineBoard
from nonosat.ask.explain.chains import Chains, steps_of
from nonosat.ask.explain.events import CellColors, Contradicted, Evident, Guessed, Solved, Step
from nonosat.ask.explain.steps import known_of_steps, steps
from nonosat.ask.explain.steps import to_dict as step_to_dict
from nonosat.kernel import several
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import AnyKnown, Domains, Puzzle, Sheet, puzzle_of
from nonosat.model.forms import Sentence
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.words import plural


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Sentence):
    """The next step, and whether the known cells lead to a solution. `str` is the hint in a sentence."""

    puzzle: Puzzle
    known: Domains | None
    """The known cells of the question."""
    step: Step
    """`Deduced`, `Evident` and `Refuted` follow from the clues and the known cells; `Guessed` means that no
    line and no single trial decides a cell, `Solved` that none is open, and `Contradicted` that
    this line has no placement."""
    verdict: Verdict
    """UNIQUE, MULTIPLE or NONE for the clues and the known cells; UNKNOWN if a limit ended the check."""
    before: tuple[Step, ...] = ()
    """The steps that lead to a `Contradicted`."""

    @property
    def decided(self) -> CellColors:
        """The cells that the step decides, if they are certain: nothing follows from a guess."""
        return self.step.decided if self._is_certain else ()

    @property
    def _is_certain(self) -> bool:
        return self.verdict is not Verdict.NONE and not isinstance(self.step, Guessed)

    def __str__(self) -> str:
        text = str(self.step)
        if isinstance(self.step, Contradicted):
            knows = self.known is not None and self.known != self.puzzle.unknown()
            if self.before:
                text = f"after {plural(len(self.before), 'step')} there is a {text}"
            return f"{text}: {'the known cells are wrong' if knows else 'there is no solution'}"
        if self.verdict is Verdict.NONE:
            return "no solution agrees with the clues and the known cells"
        if isinstance(self.step, Guessed):
            text = "no line decides a cell, nor does trying a color of one cell: you have to guess"
            if self.verdict is Verdict.MULTIPLE:
                text += ", and there are several solutions"
        elif isinstance(self.step, Solved):
            text = "every cell is known, and all clues are satisfied"
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of its step, with the verdict and the hint in words."""
        facts = step_to_dict(self.step, self.puzzle)
        facts |= {"verdict": self.verdict.value, "text": str(self)}
        if not self._is_certain:  # nothing follows
            facts |= {"decided": [], "excluded": []}
        return facts


def hint(
    puzzle: Puzzle | Sheet, *, known: AnyKnown | None = None, limits: AnyLimits = NO_LIMITS
) -> Hint:
    """Find the simplest next step from what is known.

    All open lines that their clues alone decide are one step, `Evident`, if there are several.

    >>> print(hint(Puzzle.of([2, 1], [2, 1]), known=["##", "??"]))
    column 2 (1): line complete: 2 blank

    Raises:
        UsageError: see `steps`.
        LimitReached: the limit passed before a step was found.
    """
    puzzle = puzzle_of(puzzle)
    deadline, known = Deadline.of(limits), known_of_steps(puzzle, known)
    step = next(steps(puzzle, known=known, limits=limits))
    if isinstance(step, Contradicted):
        return Hint(puzzle, known, step, Verdict.NONE)
    if isinstance(step, Solved):
        return Hint(puzzle, known, step, Verdict.UNIQUE)
    step = _evident(puzzle, known) or step
    left = deadline.part(EFFORT.standing).left()
    verdict = check(puzzle, known=known, limits=left).verdict
    if verdict is Verdict.NONE:
        before: list[Step] = []
        board = LineBoard(puzzle, known, deadline)
        short = Chains(deadline).find(board, range(len(board.lines)))
        reasons = steps_of(board, short) if short else None
        for later in reasons or steps(puzzle, known=known, limits=deadline.left()):
            if isinstance(later, Contradicted):
                return Hint(puzzle, known, later, verdict, tuple(before))
            if isinstance(later, Guessed):
                break
            before.append(later)
    return Hint(puzzle, known, step, verdict)


def _evident(puzzle: Puzzle, known: Domains | None) -> Evident | None:
    """Return the open lines that their clues alone decide as one step, if there are several."""
    board = LineBoard(puzzle, known, Deadline.of(NO_LIMITS))
    start, lines = board.copy(), []
    for number, line in enumerate(board.lines):
        if several(start.sets[number]) and (not line.clue or line.clue.room == len(line.cells)):
            if (sets := board.says(number)) is None:  # it crosses one that says otherwise
                return None
            board.put(number, sets)
            lines.append(line)
    step = Evident(0, *board.changes(start), tuple(lines), puzzle=puzzle)
    return step if len(lines) > 1 else None

"""The steps of a search in words and as data, and the board that they build."""

from collections.abc import Generator
from typing import Any

from nonosat.ask.explain.events import (
    Change,
    Contradicted,
    Deduced,
    Evident,
    Guessed,
    Refuted,
    Solved,
    Step,
    TakenBack,
    changes,
)
from nonosat.ask.explain.events import cell_word as cell_word
from nonosat.ask.explain.events import clue_at as clue_at
from nonosat.ask.explain.rules import ALL_PLACEMENTS, RULES, SIMPLE_BOXES
from nonosat.ask.explain.step_search import stepwise
from nonosat.errors import UsageError, WrongAnswer
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import AnyKnown, Clues, Domains, Line, Puzzle, Sheet, cell_name, puzzle_of
from nonosat.words import known_of

MAX_STEPPED_CELLS = 250_000
KINDS: dict[type[Step], str] = {
    Deduced: "line",
    Evident: "lines",
    Refuted: "trial",
    Guessed: "guess",
    Contradicted: "contradiction",
    TakenBack: "back",
    Solved: "solved",
}
"""The name of each step in JSON."""
ABOUT = {rule.name: rule.about for rule in RULES} | {
    ALL_PLACEMENTS: "all remaining placements of the line agree on these cells"
}
"""The sentence of each rule, simplest first."""


def steps(
    puzzle: Puzzle | Sheet, *, known: AnyKnown | None = None, limits: AnyLimits = NO_LIMITS
) -> Generator[Step]:
    """Solve a puzzle by steps that a person can follow, up to its first solution.

    The stream ends with `Solved`, or with a `Contradicted` of depth 0 if there is no solution. A solution
    of depth 0 is the only one. A solution of a greater depth rests on guesses, and there may be others.

    The limit covers the search for steps, not the time between two steps.

    >>> puzzle = Puzzle.of([2, 1], [2, 1])
    >>> print(next(steps(puzzle)))
    row 1 (2): simple boxes: 1-2 filled

    Raises:
        UsageError: the puzzle is too large for this, or `known` is of another size.
        LimitReached: the limit passed.
        WrongAnswer: the solution is wrong; please report it.
    """
    puzzle = puzzle_of(puzzle)
    Deadline.of(limits)  # refuse wrong ones now; the clock begins with the first step
    return _steps(puzzle, known_of_steps(puzzle, known), limits)


def _steps(puzzle: Puzzle, known: Domains | None, limits: AnyLimits) -> Generator[Step]:
    """Yield the steps of a checked puzzle; the clock stops while a step is used."""
    deadline = Deadline.of(limits)
    for step in stepwise(puzzle, known, deadline):
        if isinstance(step, Solved):
            complaint = puzzle.violation(step.grid)
            if complaint is not None:
                raise WrongAnswer(f"the steps lead to a wrong picture: {complaint}")
        with deadline.paused():
            yield step
        if isinstance(step, Solved):
            return


def known_of_steps(puzzle: Clues, known: AnyKnown | None) -> Domains | None:
    """Return the known cells of a puzzle that is not too large to be solved in steps."""
    if puzzle.height * puzzle.width > MAX_STEPPED_CELLS:
        size = f"{puzzle.width}x{puzzle.height}"
        raise UsageError(
            f"{size} is too large to be solved in steps: at most {MAX_STEPPED_CELLS} cells"
        )
    return puzzle.known_cells(known)


class Replay:
    """The board that steps build from the beginning.

    Attributes:
        cells: rows of colors, or OPEN.
    """

    def __init__(self, puzzle: Clues, known: Domains | None = None) -> None:
        self.cells: list[list[int]] = known_of(puzzle.start(known_of_steps(puzzle, known)))
        self._before: list[list[list[int]]] = []

    def apply(self, step: Step) -> None:
        """Apply the next step."""
        if not isinstance(step, Change):
            return
        if isinstance(step, Guessed):
            self._before.append([row[:] for row in self.cells])
        elif isinstance(step, TakenBack):
            self.cells = self._before.pop()
        for row, col, color in step.decided:
            self.cells[row][col] = color

    def line(self, line: Line) -> list[int]:
        """Return the cells of one line."""
        if line.axis == "row":
            return self.cells[line.index]
        return [row[line.index] for row in self.cells]


def reason(step: Step, puzzle: Clues) -> str:
    """Say in a sentence what happens in a step of a proof by contradiction."""
    match step:
        case Guessed(cell=cell, color=color):
            return f"suppose {cell_name(cell)} were {cell_word(puzzle, color)}"
        case Contradicted(line=line):
            return f"{line} ({clue_at(puzzle, line)}) cannot be completed: a contradiction"
        case TakenBack():
            return f"so {changes(step, puzzle)}"
    return str(step)


def explain_step(step: Step, puzzle: Clues) -> str:
    """Say more about a step than `str`: explain the rule, or list the lines of a trial.

    If a rule covers several cases, the sentence describes the case at hand.
    """
    if isinstance(step, Deduced):
        clue = puzzle.clue(step.line)
        if not clue:
            return "the clue is 0, so the line is blank"
        if step.rule == SIMPLE_BOXES:
            if clue.room == (puzzle.width if step.line.axis == "row" else puzzle.height):
                return "the blocks fill the line, so each has only one place"
            if any(color == 0 for *_, color in step.decided):
                return "the remaining blocks fill the remaining room"
        return ABOUT.get(step.rule, "")
    if isinstance(step, Refuted):
        return "look at " + ", ".join(map(str, step.chain))
    return ""


def to_dict(step: Step, puzzle: Clues) -> dict[str, Any]:
    """Return a step as JSON: cells are ``[row, column]`` from 0, colors the palette's characters."""
    char = puzzle.palette.chars

    def line_dict(line: Line) -> dict[str, Any]:
        return line.to_json() | {"clue": clue_at(puzzle, line)}

    facts: dict[str, Any] = {"kind": KINDS[type(step)], "depth": step.depth}
    if isinstance(step, Deduced):
        facts |= {"line": line_dict(step.line), "rule": step.rule}
    elif isinstance(step, Evident):
        facts["lines"] = [line_dict(line) for line in step.lines]
    elif isinstance(step, Refuted | Guessed | TakenBack):
        facts |= {"cell": list(step.cell), "color": char[step.color]}
    if isinstance(step, Refuted):
        facts["chain"] = [line_dict(line) for line in step.chain]
    elif isinstance(step, Contradicted):
        facts["line"] = line_dict(step.line)
    elif isinstance(step, TakenBack):
        facts["refuted"] = step.refuted
    elif isinstance(step, Solved):
        facts["solution"] = step.grid.drawn(puzzle.palette.chars)
    if isinstance(step, Change):
        facts["decided"] = [[row, col, char[color]] for row, col, color in step.decided]
        facts["excluded"] = [[row, col, char[color]] for row, col, color in step.excluded]
    return facts | {"text": str(step)}

"""``nonosat steps``."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from nonosat.ask.explain.events import Guessed, Solved, Step
from nonosat.ask.explain.steps import Replay, to_dict
from nonosat.ask.explain.steps import steps as solve_by_steps
from nonosat.cli import options
from nonosat.cli.colored import print_picture, print_segments
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import (
    Interruptible,
    complain_of_none,
    no_solution,
    print_title,
    say,
    say_json,
)
from nonosat.cli.puzzles import read_puzzles
from nonosat.draw.strip import strip
from nonosat.draw.terminal import Segment
from nonosat.errors import LimitReached
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Puzzle, SourcedSheet
from nonosat.sanitize import safe
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.words import plural

ROOM = 100
"""Characters of a line of the list, beyond which the cells go on a line of their own."""


def steps(
    file: options.File = None,
    marks: options.Marks = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
) -> list[int]:
    """Solve a puzzle as a person could, and show each step.

    Without FILE and clues it opens an editor for them on a terminal.

    Examples:

      nonosat steps data/drawn/bicycle.non

      nonosat steps puzzle.non begun.txt --json
    """
    known = options.known_file(marks, known)
    codes = []
    for item in read_puzzles(file, rows, cols, from_, clues_only):
        work = Solving(item.sheet.puzzle, known, limit)
        if not as_json:
            print_title(item)
        work.run(partial(_print_json if as_json else _print_list, work))
        say_json(work.facts(item)) if as_json else _show_end(work, known)
        if work.verdict is Verdict.NONE:
            complain_of_none(item.name, work.puzzle, known, work.known)
        codes.append(work.code)
        if work.code == INTERRUPTED:
            break
    return codes


class Solving:
    """The search for the steps of a puzzle, and its result.

    Attributes:
        steps: those found so far.
        replay: the board after these.
        grid: the solution; None until it is found.
        other: another solution, if the check found one.
        error: why the search ended early; "" if it did not.
        code: the exit code.
    """

    def __init__(self, puzzle: Puzzle, known_file: str | None, limit: float | None) -> None:
        self.puzzle = puzzle
        self.known: Domains | None = options.known_option(known_file, puzzle)
        self.replay: Replay = Replay(puzzle, self.known)
        self.steps: list[Step] = []
        self.grid: Grid | None = None
        self.other: Grid | None = None
        self.verdict: Verdict = Verdict.UNKNOWN
        self.error: str = ""
        self.code: int = code_of(Verdict.UNKNOWN)
        self.seconds: float = 0.0
        self._limit = limit

    @property
    def guesses(self) -> int:
        """The number of guesses, right or wrong."""
        return sum(isinstance(step, Guessed) for step in self.steps)

    @property
    def depth(self) -> int:
        """The number of guesses on which the solution rests."""
        return self.steps[-1].depth if self.steps else 0

    def run(self, show: Callable[[Iterator[Step]], None]) -> None:
        """Find the steps, pass them to `show` as they are found, and settle the verdict."""
        with Interruptible() as work:
            try:
                show(self._find())
                self._conclude()
            except LimitReached as err:
                self.error = str(err)
        work.report_stop(self.steps)
        if work.interrupted:
            self.error = "interrupted"
            self.code = INTERRUPTED

    def _find(self) -> Iterator[Step]:
        """Yield each step after the board has taken it."""
        start = time.perf_counter()
        for step in solve_by_steps(self.puzzle, known=self.known, limits=Limits(self._limit)):
            self.seconds += time.perf_counter() - start
            self.replay.apply(step)
            self.steps.append(step)
            yield step
            start = time.perf_counter()

    def _conclude(self) -> None:
        """Settle the verdict after the last step; a picture that rests on guesses is checked."""
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, Solved):
            self.verdict, self.code = Verdict.NONE, code_of(Verdict.NONE)
            return
        self.grid = last.grid
        self.code = 0
        if not last.depth:
            self.verdict = Verdict.UNIQUE
            return
        left = Deadline(self._limit, spent=self.seconds).remaining()
        limits = Limits(min(options.CHECK_SECONDS, left))
        result = check(self.puzzle, known=self.known, limits=limits)
        self.verdict = result.verdict
        self.other = next((grid for grid in result.solutions if grid != self.grid), None)
        if self.other is not None:  # the check may have had time for one solution only
            self.verdict = Verdict.MULTIPLE

    def facts(self, item: SourcedSheet) -> dict[str, Any]:
        """The last JSON object of a puzzle."""
        differs = self.grid.differs(self.other) if self.grid and self.other else []
        return {
            "kind": "end",
            **item.facts,
            "verdict": self.verdict.value,
            "steps": len(self.steps),
            "guesses": self.guesses,
            "standing": self.depth if self.grid else None,
            "differs": [list(cell) for cell in differs],
            "seconds": round(self.seconds, 6),
            "error": self.error or None,
        }


def _print_json(work: Solving, found: Iterator[Step]) -> None:
    for number, step in enumerate(found, 1):
        say_json({"step": number, **to_dict(step, work.puzzle)})


def _print_list(work: Solving, found: Iterator[Step]) -> None:
    for number, step in enumerate(found, 1):
        words = f"{number:4}. {'  ' * step.depth}{safe(str(step))}"
        cells = strip(work.puzzle, work.replay, step, step.line)
        if cells and len(words) + 3 + len(cells) > ROOM:
            print_segments([Segment(words)], [Segment(" " * (6 + 2 * step.depth)), *cells])
        else:
            print_segments([Segment(words), *([Segment("   ")] if cells else []), *cells])


def _show_end(work: Solving, known_file: str | None) -> None:
    """Print the picture, the verdict and the effort."""
    print_picture(work.puzzle, work.replay.cells)
    effort = plural(len(work.steps) - (work.grid is not None), "step")
    if work.guesses:
        effort += f", {plural(work.guesses, 'guess', 'guesses')}"
    effort += f", {work.seconds:.3f} s"
    error = f" ({work.error})" if work.error else ""
    resting = plural(work.depth, "guess", "guesses")
    if work.grid is None:
        what = no_solution(known_file) if work.verdict is Verdict.NONE else "not solved"
        what += error
    elif work.verdict is Verdict.UNIQUE:
        proof = "; a search has proved that the guesses are right" if work.depth else ""
        what = f"unique solution{proof}"
    elif work.other is not None:
        what = (
            f"several solutions, so that no reasoning decides them: this one rests on {resting}, "
            f"another differs in {len(work.grid.differs(work.other))} cells"
        )
    else:
        what = f"solved, resting on {resting}, uniqueness not settled{error}"
    say(f"{what}: {effort}")

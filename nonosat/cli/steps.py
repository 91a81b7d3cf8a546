"""``nonosat steps``."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonosat.api import check
from nonosat.cli import options
from nonosat.cli.colored import color_console, picture, rich_text, say_segments
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.keys import keys
from nonosat.cli.output import (
    Interruptible,
    announce,
    complain,
    exit_with,
    no_solution,
    pointer,
    reported,
    say,
    say_json,
)
from nonosat.cli.progress import Watch
from nonosat.cli.puzzles import read_puzzles
from nonosat.cli.writing import check_solution_fits, claim_outputs, output_format, saving
from nonosat.errors import LimitReached, UsageError
from nonosat.explain.animation import check_film_size, film, film_svg
from nonosat.explain.events import Deduced, Guessed, Solved, Step
from nonosat.explain.screen import plain_screen, screen, strip
from nonosat.explain.steps import Replay, describe, explain_step, to_dict
from nonosat.explain.steps import steps as solve_by_steps
from nonosat.files import dump, write_bytes
from nonosat.foreign import safe
from nonosat.limits import Deadline, Limits
from nonosat.model import Grid, Named
from nonosat.render.terminal import Segment
from nonosat.render.words import plural
from nonosat.result import Verdict

if TYPE_CHECKING:
    from rich.console import Console

StepsJsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object per step.")]
ANIMATION = ".svg"
KEYS = "Enter: next   c: cell by cell   a: all   q: quit"
ENDS = ("a", "q", "")
"""Keys that end showing steps one by one; the last is the end of the input."""
ROOM = 100
"""Characters of a line of the list, beyond which the cells go on a line of their own."""


def steps(
    file: options.File = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: StepsJsonOption = False,
    output: Annotated[
        str | None,
        options.output(
            "Save the steps as an animation (.svg), or the solved puzzle in the "
            "format of the suffix; - is stdout."
        ),
    ] = None,
    force: options.Force = False,
    from_: options.From = None,
    to: options.To = None,
) -> None:
    """Solve a puzzle as a person could, and show each step.

    Without FILE and clues it asks for them on a terminal. A terminal shows one step at a time.

    Examples:

      nonosat steps data/drawn/bicycle.non

      nonosat steps puzzle.non -o steps.svg

      nonosat steps puzzle.non --known begun.txt --json
    """
    with reported():
        puzzles = read_puzzles(file, rows, cols, from_, clues_only)
        animation = None
        if output is not None and to is None and Path(output).suffix.lower() == ANIMATION:
            animation, output = output, None
            _check_animation(animation, puzzles, [file, known], force)
        drawn = [file or "FILE", "--solution"]
        to = output_format(output, to, "grid", inputs=[file, known], force=force, drawn=drawn)
        if output is not None:
            check_solution_fits(to, [it.sheet for it in puzzles])
        codes, solved = [], []
        for it in puzzles:
            if not as_json and output != "-":
                announce(it)
            following = Following(it, known, limit)
            quiet = output == "-"
            try:
                following.run(it.facts if as_json and not quiet else None, animation, quiet)
            except Left:
                break
            codes.append(following.code)
            if following.grid is not None:
                solved.append(dataclasses.replace(it.sheet, goals=(following.grid,)))
            if following.code == INTERRUPTED:
                break
        if output is not None:
            if len(solved) < len(puzzles):
                complain(f"{output} not written: not every puzzle was solved")
            else:
                with saving(output):
                    dump(solved, output, to)
        exit_with(codes)


def _check_animation(
    path: str, puzzles: Sequence[Named], inputs: Sequence[str | None], force: bool
) -> None:
    """Complain before the work, not after it."""
    if len(puzzles) != 1:
        raise UsageError(f"{path} can show one puzzle, not {len(puzzles)}")
    check_film_size(puzzles[0].sheet.puzzle)
    claim_outputs([path], filter(None, inputs), force=force)


class Left(Exception):
    """Raised when the user does not want to see more steps."""


class Following:
    """Show the steps of a puzzle as they are found, and record the result.

    Attributes:
        grid: the solution; None until it is found.
        code: the exit code.
    """

    def __init__(self, it: Named, known: str | None, limit: float | None) -> None:
        self.puzzle = it.sheet.puzzle
        self.known = options.known_option(known, self.puzzle)
        self._known_file = known
        self._limits = Limits(limit)
        self.replay = Replay(self.puzzle, self.known)
        self.grid: Grid | None = None
        self.code = code_of(Verdict.UNKNOWN)
        self._last: Step | None = None
        self._number = self._guesses = 0
        self._film: list[Step] | None = None
        self._error = ""
        self._verdict = Verdict.UNKNOWN
        self._other: Grid | None = None
        self._seconds = 0.0

    def run(self, facts: dict[str, Any] | None, animation: str | None, quiet: bool) -> None:
        """Find the steps and show them as JSON, one by one on a terminal, or as a list.

        Args:
            facts: the puzzle's entries in the last JSON object; None means not to print JSON.
            animation: name of a file that gets the steps instead of the terminal, or None.
            quiet: show nothing.

        Raises:
            Left: the user left before the last step.
        """
        if animation is not None:
            self._film = []
        found = self._numbered()
        with Interruptible() as work:
            try:
                if facts is not None:
                    for number, step in found:
                        say_json({"step": number, **to_dict(step, self.puzzle)})
                elif quiet or animation is not None:
                    with Watch() as watch:
                        for number, _ in found:
                            watch.at("the next step", number)
                elif sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
                    self._one_by_one(found)
                else:
                    self._list(found)
                self._conclude()
            except LimitReached as err:
                self._error = str(err)
        work.report_stop(self._number)
        if work.interrupted:
            self._error, self.code = "interrupted", INTERRUPTED
        if facts is not None:
            say_json(self._end(facts))
        elif not quiet:
            picture(self.puzzle, self.replay.cells)
            say(self._summary())
        if self._verdict is Verdict.NONE:
            complain(pointer(self._known_file))
        if animation is not None and self._error:
            complain(f"{animation} not written: the steps did not end")
        elif animation is not None:
            self._animate(animation)

    def _numbered(self) -> Iterator[tuple[int, Step]]:
        """Each step with its number, after the board has taken it."""
        start = time.perf_counter()
        stream = solve_by_steps(self.puzzle, known=self.known, limits=self._limits)
        for number, step in enumerate(stream, 1):
            self._seconds += time.perf_counter() - start
            self.replay.apply(step)
            self._last, self._number = step, number
            self._guesses += isinstance(step, Guessed)
            if self._film is not None:
                self._film.append(step)
            yield number, step
            start = time.perf_counter()

    # Ways to show them

    def _list(self, found: Iterable[tuple[int, Step]]) -> None:
        """Print one line per step."""
        for number, step in found:
            words = f"{number:4}. {'  ' * step.depth}{safe(describe(step, self.puzzle))}"
            cells = strip(self.puzzle, self.replay, step)
            if cells:
                size = len(words) + 3 + len(cells)
                gap = "   " if size <= ROOM else "\n" + " " * (6 + 2 * step.depth)
                cells = [Segment(gap), *cells]
            say_segments([Segment(words), *cells])

    def _one_by_one(self, found: Iterator[tuple[int, Step]]) -> None:
        """Show one screen per step, until the last one or until all are wanted at once."""
        from rich.console import Console

        console = Console(highlight=False)
        by_cells = False
        with keys() as read, console.screen(hide_cursor=True):
            self._draw(console, "The board before the first step.", "", None)
            key = read()
            while key not in ENDS:
                number, step = next(found, (0, None))
                if step is None or isinstance(step, Solved):
                    break  # the result is printed below the shell's lines
                for part in self._parts(step) if by_cells else [step]:
                    words = f"{number}. {safe(describe(part, self.puzzle))}"
                    self._draw(console, words, explain_step(step, self.puzzle), part)
                    key = read()
                    if key == "c":
                        by_cells = not by_cells
                    if key in ENDS:
                        break
                self.replay.apply(step)  # all of it, wherever showing its parts has ended
        if key == "a":
            self._list(found)
        elif key in ENDS:
            raise Left

    def _parts(self, step: Step) -> Iterator[Step]:
        """A step cell by cell; the board has taken it already and is taken back for this."""
        if not isinstance(step, Deduced) or len(step.decided) < 2:
            yield step
            return
        cells = self.replay.cells
        for row, col, _ in step.decided:
            cells[row][col] = -1
        for row, col, color in step.decided:
            cells[row][col] = color
            yield dataclasses.replace(step, decided=((row, col, color),), excluded=())

    def _draw(self, console: Console, words: str, more: str, step: Step | None) -> None:
        from rich.text import Text

        width, height = console.size
        lines = [Text(words, "bold"), Text(more, "italic")]
        if step is not None and (cells := strip(self.puzzle, self.replay, step)):
            lines.append(rich_text(cells))
        lines.append(Text())
        used = sum(-(-max(1, line.cell_len) // width) for line in lines) + 2
        room = max(1, height - used)
        if color_console() is not None:
            board = screen(self.puzzle, self.replay, step, width, room)
            lines += [rich_text(line) for line in board]
        else:
            rows = plain_screen(self.puzzle, self.replay, step, width, room)
            lines += [Text(row) for row in rows]
        with console:  # written at once, so that nothing flickers
            console.clear()
            for number, line in enumerate(lines):
                console.print(line, crop=True, no_wrap=number > 2)
            console.print(Text(KEYS, "dim"), end="")

    def _animate(self, path: str) -> None:
        frames = film(self.puzzle, self._film or [], self.known)
        with saving(path):
            write_bytes(path, film_svg(frames).encode())

    # The outcome

    def _conclude(self) -> None:
        """Settle the verdict after the last step; a picture that rests on guesses is checked."""
        last = self._last
        if not isinstance(last, Solved):
            self._verdict = Verdict.NONE
            self.code = code_of(Verdict.NONE)
            return
        self.grid, self.code = last.grid, 0
        if not last.depth:
            self._verdict = Verdict.UNIQUE
            return
        left = Deadline(self._limits.seconds, spent=self._seconds).remaining()
        limits = Limits(min(options.CHECK_SECONDS, left))
        result = check(self.puzzle, known=self.known, limits=limits)
        self._verdict = result.verdict
        self._other = next((grid for grid in result.solutions if grid != self.grid), None)
        if self._other is not None:  # the check may have had time for one solution only
            self._verdict = Verdict.MULTIPLE

    def _summary(self) -> str:
        number = self._number - (self.grid is not None)
        effort = plural(number, "step")
        if self._guesses:
            effort += f", {plural(self._guesses, 'guess', 'guesses')}"
        effort += f", {self._seconds:.3f} s"
        if self.grid is None:
            lost = self._verdict is Verdict.NONE
            what = no_solution(self._known_file) if lost else "not solved"
            return f"{what}{f' ({self._error})' if self._error else ''}: {effort}"
        if self._verdict is Verdict.UNIQUE:
            proof = "; a search has proved that the guesses are right" if self._standing else ""
            return f"unique solution{proof}: {effort}"
        if self._verdict is Verdict.MULTIPLE:
            assert self._other is not None
            differs = len(self.grid.differs(self._other))
            return (
                "several solutions, so that no reasoning decides them: this one rests on "
                f"{plural(self._standing, 'guess', 'guesses')}, another differs in {differs} cells: {effort}"
            )
        return (
            f"solved, resting on {plural(self._standing, 'guess', 'guesses')}, uniqueness not settled"
            f"{f' ({self._error})' if self._error else ''}: {effort}"
        )

    @property
    def _standing(self) -> int:
        """The guesses on which the solution rests."""
        return self._last.depth if self._last else 0

    def _end(self, facts: dict[str, Any]) -> dict[str, Any]:
        return {
            "kind": "end",
            **facts,
            "verdict": self._verdict.value,
            "steps": self._number,
            "guesses": self._guesses,
            "standing": self._standing if self.grid else None,
            "differs": [list(cell) for cell in self.grid.differs(self._other)]
            if self.grid and self._other
            else [],
            "seconds": round(self._seconds, 6),
            "error": self._error or None,
        }

"""The steps of ``nonosat solve --steps`` and the hint of ``--hint``, shown."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from nonosat.api import check
from nonosat.cli.keys import keys
from nonosat.cli.options import known_cells, label, output_format
from nonosat.cli.output import INTERRUPTED, complain, picture, say, say_json, title_line
from nonosat.cli.progress import Watch
from nonosat.errors import LimitReached, UsageError
from nonosat.explain.animation import check_size, film, svg
from nonosat.explain.events import Contradicted, Deduced, Guessed, Solved, Step
from nonosat.explain.gif import gif, require_pillow
from nonosat.explain.hints import hint
from nonosat.explain.screen import plain_screen, screen, strip
from nonosat.explain.steps import Replay, about, describe, steps, to_dict
from nonosat.files import dump, write_bytes, write_text
from nonosat.files.write import check_outputs
from nonosat.foreign import safe
from nonosat.model import Domains, Grid, Puzzle, Sheet
from nonosat.render.terminal import Segment
from nonosat.result import Deadline, Limits, Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

ANIMATIONS = (".svg", ".gif")
PATIENCE = 10.0
"""Seconds for finding out whether a picture that rests on guesses is the only one."""
KEYS = "Enter: next   c: cell by cell   a: all   q: quit"
ENDS = ("a", "q", "")
"""Keys that end showing steps one by one; the last is the end of the input."""
ROOM = 100
"""Characters of a line of the list, beyond which the cells go on a line of their own."""


def explain(
    sheets: Sequence[Sheet],
    source: str,
    *,
    only_hint: bool,
    backend: str,
    count: str,
    limit: float | None,
    known: str | None,
    as_json: bool,
    output: str | None,
    to: str | None,
) -> list[int]:
    """Show the steps, or only a hint, of each puzzle; returns the exit codes.

    The arguments are the options of ``nonosat solve``.

    Raises:
        UsageError: options that do not go together.
    """
    inputs = [source, *([known] if known else [])]
    what = "--hint" if only_hint else "--steps"
    if backend not in ("auto", "line"):
        raise UsageError(f"{what} shows the reasoning of backend line, not of {backend}")
    if count != "1":
        raise UsageError(f"{what} leads to one solution; -n does not go with it")
    if only_hint and output is not None:
        raise UsageError("--hint writes no file")
    animation = None
    if output is not None and to is None and Path(output).suffix.lower() in ANIMATIONS:
        animation, output = output, None
        _check_animation(animation, sheets, inputs)
    to = output_format(output, to, "grid", inputs=inputs)
    codes, solved = [], []
    for position, sheet in enumerate(sheets, 1):
        if len(sheets) > 1 and not as_json and output != "-":
            say(title_line(sheet, label(source, position, True)))
        cells = known_cells(known, sheet.puzzle)
        if only_hint:
            codes.append(show_hint(sheet.puzzle, cells, limit, as_json))
            continue
        following = Following(sheet.puzzle, cells, limit)
        facts = {"source": source, "position": position, "title": sheet.title or None}
        following.run(facts if as_json else None, animation, quiet=output == "-")
        codes.append(following.code)
        if following.grid is not None:
            solved.append(dataclasses.replace(sheet, goals=(following.grid,)))
        if following.code == INTERRUPTED:
            break
    if output is not None:
        if len(solved) < len(sheets):
            complain(f"{output} not written: not every puzzle was solved")
        else:
            dump(solved, output, to)
    if INTERRUPTED in codes:
        raise typer.Exit(INTERRUPTED)
    return codes


def _check_animation(path: str, sheets: Sequence[Sheet], inputs: Sequence[str]) -> None:
    """Complain before the work, not after it."""
    if len(sheets) != 1:
        raise UsageError(f"{path} can show one puzzle, not {len(sheets)}")
    check_size(sheets[0].puzzle)
    if path.lower().endswith(".gif"):
        require_pillow()
    check_outputs([path], inputs)


class Following:
    """Shows the steps of one puzzle as they are found, and keeps what they come to.

    Attributes:
        grid: the solution, once it is found.
        code: the exit code.
    """

    def __init__(self, puzzle: Puzzle, known: Domains | None, limit: float | None) -> None:
        self.puzzle, self.known = puzzle, known
        self.deadline = Deadline(limit)
        self.replay = Replay(puzzle, known)
        self.grid: Grid | None = None
        self.code = Verdict.UNKNOWN.exit_code
        self._last: Step | None = None
        self._number = self._guesses = 0
        self._film: list[Step] | None = None
        self._error = ""
        self._verdict = Verdict.UNKNOWN
        self._other: Grid | None = None
        self._seconds = 0.0

    def run(self, facts: dict[str, Any] | None, animation: str | None, quiet: bool) -> None:
        """Find the steps and show them: as JSON, one by one on a terminal, or as a list.

        Args:
            facts: about the puzzle, for the last JSON object; None: no JSON.
            animation: write them to this file instead.
            quiet: show nothing.
        """
        if animation is not None:
            self._film = []
        found = self._numbered()
        try:
            if facts is not None and not quiet:
                for number, step in found:
                    told = {"step": number, **to_dict(step, self.puzzle)}
                    say_json(told)
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
        except KeyboardInterrupt:
            self._error, self.code = "interrupted", INTERRUPTED
            complain("interrupted; this is what is known so far")
        if facts is not None and not quiet:
            say_json(self._end(facts))
        elif not quiet:
            picture(self.puzzle, self.replay.cells)
            say(self._summary())
        if animation is not None and self._error:
            complain(f"{animation} not written: the steps did not come to an end")
        elif animation is not None:
            self._animate(animation)

    def _numbered(self) -> Iterator[tuple[int, Step]]:
        """Each step with its number, after the board has taken it."""
        start = time.perf_counter()
        stream = steps(self.puzzle, known=self.known, deadline=self.deadline)
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
        """A line a step."""
        show = _printer()
        for number, step in found:
            words = f"{number:4}. {'  ' * step.depth}{safe(describe(step, self.puzzle))}"
            cells = strip(self.puzzle, self.replay, step)
            if cells:
                size = len(words) + 3 + len(cells)
                gap = "   " if size <= ROOM else "\n" + " " * (6 + 2 * step.depth)
                cells = [Segment(gap), *cells]
            show([Segment(words), *cells])

    def _one_by_one(self, found: Iterator[tuple[int, Step]]) -> None:
        """A screen a step, until the last one or until all are wanted at once."""
        from rich.console import Console

        console = Console(highlight=False)
        by_cells = False
        with keys() as read, console.screen(hide_cursor=True):
            self._draw(console, "The board before the first step.", "", None)
            key = self._key(read)
            while key not in ENDS:
                number, step = next(found, (0, None))
                if step is None or isinstance(step, Solved):
                    break  # what it came to is printed below the shell's lines
                for part in self._parts(step) if by_cells else [step]:
                    words = f"{number}. {safe(describe(part, self.puzzle))}"
                    self._draw(console, words, about(step), part)
                    key = self._key(read)
                    if key == "c":
                        by_cells = not by_cells
                    if key in ENDS:
                        break
                self.replay.apply(step)  # all of it, wherever showing its parts has ended
        if key == "a":
            self._list(found)
        elif key in ENDS:
            raise typer.Exit

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
            lines.append(_rich(cells))
        lines.append(Text())
        used = sum(-(-max(1, line.cell_len) // width) for line in lines) + 2
        room = max(1, height - used)
        if _in_color(console):
            board = screen(self.puzzle, self.replay, step, width, room)
            lines += [_rich(line) for line in board]
        else:
            rows = plain_screen(self.puzzle, self.replay, step, width, room)
            lines += [Text(row) for row in rows]
        with console:  # written at once, so that nothing flickers
            console.clear()
            for number, line in enumerate(lines):
                console.print(line, crop=True, no_wrap=number > 2)
            console.print(Text(KEYS, "dim"), end="")

    def _key(self, read: Callable[[], str]) -> str:
        """The key pressed; the limit does not run meanwhile."""
        with self.deadline.paused():
            return read()

    def _animate(self, path: str) -> None:
        frames = film(self.puzzle, self._film or [], self.known)
        if path.lower().endswith(".gif"):
            write_bytes(path, gif(frames))
        else:
            write_text(path, svg(frames))

    # What they come to

    def _conclude(self) -> None:
        """Settle the verdict after the last step; a picture that rests on guesses is checked."""
        last = self._last
        if not isinstance(last, Solved):
            self._verdict = Verdict.NONE
            self.code = Verdict.NONE.exit_code
            return
        self.grid, self.code = last.grid, 0
        if not last.depth:
            self._verdict = Verdict.UNIQUE
            return
        limits = Limits(min(PATIENCE, self.deadline.remaining()))
        result = check(self.puzzle, known=self.known, limits=limits)
        self._verdict = result.verdict
        self._other = next((grid for grid in result.solutions if grid != self.grid), None)
        if self._other is not None:  # the check may have had time for one solution only
            self._verdict = Verdict.MULTIPLE

    def _summary(self) -> str:
        number = self._number - (self.grid is not None)
        effort = f"{number} step{'s' * (number != 1)}"
        if self._guesses:
            effort += f", {self._guesses} guess{'es' * (self._guesses > 1)}"
        effort += f", {self._seconds:.3f} s"
        if self.grid is None:
            what = "no solution" if self._verdict is Verdict.NONE else "not solved"
            return f"{what}{f' ({self._error})' if self._error else ''}: {effort}"
        if self._verdict is Verdict.UNIQUE:
            proof = "; a search has proved that the guesses are right" if self._standing else ""
            return f"unique solution{proof}: {effort}"
        if self._verdict is Verdict.MULTIPLE:
            assert self._other is not None
            differs = len(self.grid.differs(self._other))
            return (
                "several solutions, so that no reasoning decides them: this one rests on "
                f"{_guesses(self._standing)}, another differs in {differs} cells: {effort}"
            )
        return (
            f"solved, resting on {_guesses(self._standing)}, uniqueness not settled"
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


def show_hint(puzzle: Puzzle, known: Domains | None, limit: float | None, as_json: bool) -> int:
    """Show the next step only; returns the exit code."""
    found = hint(puzzle, known, Deadline(limit))
    step, replay = found.step, Replay(puzzle, known)
    replay.apply(step)
    words = describe(step, puzzle)
    if isinstance(step, Contradicted):
        words += ": the known cells are wrong" if known else ": there is no solution"
    elif found.verdict is Verdict.NONE:
        words = "no solution agrees with the clues and the known cells"
    elif isinstance(step, Guessed):
        words = "neither a line nor the trial of a single cell decides anything: it takes guessing"
        if found.verdict is Verdict.MULTIPLE:
            words += ", and there are several solutions"
    elif isinstance(step, Solved):
        words = "every cell is known, and the clues hold"
    lost = found.verdict is Verdict.NONE
    if as_json:
        facts = to_dict(step, puzzle) | {"verdict": found.verdict.value, "text": words}
        if isinstance(step, Guessed) or lost:  # nothing that follows from the clues
            facts |= {"decided": [], "excluded": []}
        say_json(facts)
        return Verdict.NONE.exit_code if lost else 0
    say(words)
    if about(step) and not lost:
        say(f"({about(step)})")
    if not isinstance(step, Guessed | Solved):
        _show_board(puzzle, replay, step)
    return Verdict.NONE.exit_code if lost else 0


def _show_board(puzzle: Puzzle, replay: Replay, step: Step) -> None:
    """The board with what is new marked, where it can be marked by colors; else the line."""
    show = _printer()
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console()
        if _in_color(console):
            for line in screen(puzzle, replay, step, console.width, console.height):
                show(line)
            return
    show(strip(puzzle, replay, step))


def _guesses(number: int) -> str:
    return f"{number} guess{'es' * (number > 1)}"


def _in_color(console: Console) -> bool:
    return console.color_system is not None and not console.no_color


def _rich(line: list[Segment]) -> Text:
    from rich.style import Style
    from rich.text import Text

    text = Text(no_wrap=True, overflow="ignore")
    for (ink, paper, dim), parts in groupby(line, key=itemgetter(1, 2, 3)):
        style = Style(color=ink or None, bgcolor=paper or None, dim=dim)
        text.append("".join(part.text for part in parts), style)
    return text


def _printer() -> Any:
    """A function that prints a line of segments, in color where it can be seen."""
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False)
        if _in_color(console):
            return lambda line: console.print(_rich(line), crop=False, soft_wrap=True)
    return lambda line: print("".join(part.text for part in line), flush=True)

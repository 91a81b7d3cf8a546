"""What ``nonosat check`` prints: a line a puzzle, and what they come to."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from nonosat.batch.jobs import FAILED, NOT_READ, OUTCOMES, Done
from nonosat.cli.options import label
from nonosat.cli.output import columns, complain, picture, say, say_json, wrapped
from nonosat.errors import NonosatError
from nonosat.files import Found
from nonosat.model import Grid, Puzzle
from nonosat.render.terminal import merged
from nonosat.result import FACTS, Result, Verdict

NAME = 40
"""Characters for the name of a puzzle, where there is room."""
LINE_LOGIC = {True: "line logic", False: "more", None: "?"}


def fitted(name: str, facts: str, error: str, width: int) -> list[str]:
    """One line for a puzzle; where that is longer than `width`, several, broken between words.

    >>> fitted("a.non", "5x5  unknown", "the limit was reached", 20)
    ['a.non   5x5  unknown', '  the limit was', '    reached']
    """
    room = max(0, min(NAME, width - len(facts) - 1))
    line = f"{name:<{room}} {facts}"
    if len(line) + len(error) + 2 * bool(error) <= width:
        return [f"{line}  {error}" if error else line]
    lines = [line] if len(name) <= room else [name, f"{'':<{room}} {facts}"]
    return lines + wrapped(error, width, "  ")


class Lines:
    """Prints a line a puzzle, or a JSON object, and at the end the totals.

    Args:
        quiet: print no lines, only complaints and totals.
    """

    def __init__(self, as_json: bool, quiet: bool = False) -> None:
        self.done = self.skipped = self.before = 0
        self.outcomes: Counter[str] = Counter()
        self._as_json, self._quiet = as_json, quiet
        self._unordered = False
        self._start = time.perf_counter()

    @property
    def codes(self) -> list[int]:
        """The exit codes of all that came out."""
        return [OUTCOMES[outcome] for outcome in self.outcomes]

    def add(self, item: Found, outcome: Result | NonosatError) -> None:
        """Print what came out for one puzzle."""
        name = label(item.source, item.position, item.position > 1)
        title = item.sheet.title if item.sheet else ""
        if isinstance(outcome, NonosatError):
            self._count(NOT_READ if item.sheet is None else FAILED)
            if self._as_json:
                facts = dict.fromkeys(FACTS) | {
                    "source": item.source,
                    "position": item.position,
                    "title": title or None,
                    "error": str(outcome),
                }
                self._print_json(facts)
            self._complain(item.source, name, str(outcome))
            return
        self._count(outcome.verdict.value)
        if self._as_json:
            facts = outcome.to_dict(source=item.source, position=item.position, title=title)
            self._print_json(facts)
            return
        puzzle = outcome.puzzle
        size = f"{puzzle.width}x{puzzle.height}"
        facts_of_line = outcome.line_solvable, outcome.seconds, outcome.error
        self._print_line(name, size, outcome.verdict.value, *facts_of_line)
        if outcome.verdict is Verdict.MULTIPLE:
            self._print_difference(puzzle, *outcome.solutions[:2])

    def add_done(self, done: Done) -> None:
        """Print what came out for one puzzle of a batch, which may be done in any order."""
        self._unordered = True
        self._count(done.outcome)
        if done.line is None:
            self.before += 1
            return
        if self._quiet and done.outcome not in (NOT_READ, FAILED):
            return
        row = done.row
        assert row is not None
        name = label(done.source, done.position, done.position > 1)
        if self._as_json and not self._quiet:
            self._print_json(row)
        if done.outcome in (NOT_READ, FAILED):
            self._complain(done.source, name, row["error"])
            return
        if self._as_json:
            return
        size = f"{row['width']}x{row['height']}"
        facts = row["line_solvable"], row["seconds"], row["error"] or ""
        self._print_line(name, size, done.outcome, *facts)
        if done.outcome == Verdict.MULTIPLE.value and done.sheet is not None:
            puzzle = done.sheet.puzzle
            first, second = (Grid.of(rows, puzzle.palette) for rows in row["solutions"][:2])
            self._print_difference(puzzle, first, second)

    def _count(self, outcome: str) -> None:
        self.done += 1
        self.outcomes[outcome] += 1

    @staticmethod
    def _print_json(facts: Mapping[str, Any]) -> None:
        say_json(facts)

    @staticmethod
    def _complain(source: str, name: str, error: str) -> None:
        complain(error if error.startswith(source) else f"{name}: {error}")

    @staticmethod
    def _print_line(
        name: str, size: str, verdict: str, line_solvable: bool | None, seconds: float, error: str
    ) -> None:
        how = LINE_LOGIC[line_solvable]
        facts = f"{size:>9}  {verdict:<8}  {how:<10} {seconds:8.3f} s"
        say(*fitted(name, facts, error, columns()))

    @staticmethod
    def _print_difference(puzzle: Puzzle, first: Grid, second: Grid) -> None:
        say(f"  two solutions differ in {len(first.differs(second))} cells, marked ?:")
        picture(puzzle, merged(first, second))

    def summary(self) -> None:
        """Print the totals."""
        if self._as_json:
            return
        counted = self.outcomes.most_common()
        if self._unordered:  # equal numbers must not stand as chance would have it
            counted.sort(key=lambda entry: (-entry[1], list(OUTCOMES).index(entry[0])))
        parts = [f"{number} {outcome}" for outcome, number in counted]
        noun = "puzzle" if self.done == 1 else "puzzles"
        line = f"{self.done} {noun}: {', '.join(parts)}" if parts else "no puzzle found"
        if self.before:
            line += f"; {self.before} done before"
        if self.skipped:
            line += f"; {self.skipped} other file{'s' * (self.skipped > 1)} skipped"
        say(*wrapped(f"{line}; {time.perf_counter() - self._start:.2f} s", columns()))

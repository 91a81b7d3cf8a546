"""What ``nonosat check`` prints: one line per puzzle, and the totals."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from nonosat.batch.jobs import FAILED, NOT_READ, OUTCOMES, Done
from nonosat.cli.exit_codes import code_of, code_of_rating
from nonosat.cli.output import (
    POINTER,
    columns,
    complain,
    complain_of_look_alikes,
    label,
    pointer,
    say,
    wrapped,
)
from nonosat.errors import ParseError, WrongAnswer
from nonosat.render.words import plural
from nonosat.result import Verdict

if TYPE_CHECKING:
    from nonosat.explain.difficulty import Rating

NAME = 40
"""Characters for the name of a puzzle, where there is room."""
LINE_LOGIC = {True: "line logic", False: "more", None: "?"}


def _code_of(outcome: str) -> int:
    """The exit code of what came out for a puzzle."""
    if outcome in (NOT_READ, FAILED):
        return code_of(ParseError if outcome == NOT_READ else WrongAnswer)
    return code_of(Verdict(outcome))


def fitted(name: str, facts: str, error: str, width: int) -> list[str]:
    """One line for a puzzle, or several, broken between words, where that is longer than `width`.

    >>> fitted("a.non", "5x5  unknown", "the limit was reached", 20)
    ['a.non   5x5  unknown', '  the limit was', '    reached']
    """
    room = max(0, min(NAME, width - len(facts) - 1))
    line = f"{name:<{room}} {facts}"
    if len(line) + len(error) + 2 * bool(error) <= width:
        return [f"{line}  {error}" if error else line]
    lines = [line] if len(name) <= room else [name, f"{'':<{room}} {facts}"]
    return lines + wrapped(error, width, "  ")


def stars(rating: Rating) -> str:
    """Stars and score in columns.

    >>> from nonosat.explain.difficulty import Rating
    >>> stars(Rating(Verdict.UNIQUE, score=4.5))
    '***    4.50'
    >>> stars(Rating(Verdict.MULTIPLE))
    '-'
    """
    if rating.stars is None:
        return "-"
    return f"{'*' * rating.stars:<5} {rating.score:5.2f}"


class LinePrinter:
    """Prints a line or a JSON object per puzzle, and the totals at the end.

    Args:
        quiet: print no lines, only complaints and totals.
        in_order: puzzles come in the order of the files.
        later: keep the JSON objects in `held` instead of printing them.
        known: the file of known cells.
    """

    def __init__(
        self,
        as_json: bool,
        quiet: bool = False,
        in_order: bool = True,
        later: bool = False,
        known: str | None = None,
    ) -> None:
        self._known = known
        self.held: list[bytes] = []
        self._later = later
        self.done = self.skipped = self._before = 0
        self._outcomes: Counter[str] = Counter()
        self._rating_codes: set[int] = set()
        self._as_json, self._quiet, self._in_order = as_json, quiet, in_order
        self._start = time.perf_counter()

    @property
    def codes(self) -> list[int]:
        """The exit codes of all that came out."""
        return [_code_of(outcome) for outcome in self._outcomes] + [*self._rating_codes]

    def prints(self, done: Done) -> bool:
        """Whether anything is printed for a puzzle."""
        return not done.before and not (self._quiet and done.readable)

    def add(self, done: Done) -> None:
        """Print what came out for one puzzle."""
        self.done += 1
        self._outcomes[done.outcome] += 1
        if done.rating is not None:
            self._rating_codes.add(code_of_rating(done.rating))
        self._before += done.before
        if not self.prints(done):
            return
        if self._as_json and not self._quiet:
            assert done.line is not None
            if self._later:
                self.held.append(done.line)
            else:  # JSON has nothing that a terminal obeys
                print(done.line.decode(), end="", flush=True)
        name = label(done.source, done.position)
        if not done.readable:
            what = done.error if done.error.startswith(done.source) else f"{name}: {done.error}"
            complain(f"{what} ({POINTER})" if done.refused else what)
        elif not self._as_json:
            self._print(name, done)

    def _print(self, name: str, done: Done) -> None:
        assert done.size is not None
        if done.palette is not None:
            complain_of_look_alikes(name, done.palette)
        height, width = done.size
        how = LINE_LOGIC[done.line_solvable]
        facts = f"{f'{width}x{height}':>9}  {done.outcome:<8}  {how:<10} {done.seconds:8.3f} s"
        error = done.error
        if done.rating is not None:
            facts += f"  {stars(done.rating)}"
            if not error and done.outcome == Verdict.UNIQUE.value and done.rating.why_not:
                error = f"no rating: {done.rating.why_not}"
        say(*fitted(name, facts, error, columns()))
        if done.result is not None and done.result.verdict is Verdict.MULTIPLE:
            from nonosat.cli.colored import picture  # few checks draw
            from nonosat.render.terminal import merged

            first, second = done.result.solutions[:2]
            say(f"  two solutions differ in {len(first.differs(second))} cells, marked ?:")
            picture(done.result.puzzle, merged(first, second))

    def summary(self) -> None:
        """Print the totals."""
        if self._as_json:
            return
        counted = self._outcomes.most_common()
        if not self._in_order:  # else chance would order equal numbers
            counted.sort(key=lambda entry: (-entry[1], OUTCOMES.index(entry[0])))
        parts = [f"{number} {outcome}" for outcome, number in counted]
        line = "no puzzle found"
        if parts:
            line = f"{plural(self.done, 'puzzle')}: {', '.join(parts)}"
        if self._before:
            line += f"; {self._before} done before"
        if self.skipped:
            line += f"; {plural(self.skipped, 'other file')} skipped"
        say(*wrapped(f"{line}; {time.perf_counter() - self._start:.2f} s", columns()))
        if self._outcomes[Verdict.NONE.value]:
            complain(pointer(self._known))

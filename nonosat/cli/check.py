"""``nonosat check``."""

from __future__ import annotations

import dataclasses
import json
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from nonosat.api import Search
from nonosat.cli.options import (
    DEFAULT,
    BackendOption,
    FromOption,
    JsonOption,
    KnownOption,
    LimitOption,
    known_cells,
    label,
)
from nonosat.cli.output import INTERRUPTED, complain, exit_with, picture, reported
from nonosat.cli.progress import Watch
from nonosat.errors import LimitReached, NonosatError, WrongAnswer
from nonosat.files import Found, walk
from nonosat.render.text import merged
from nonosat.result import FACTS, Limits, Result, Verdict

CODES = {
    Verdict.UNIQUE: 0,
    Verdict.MULTIPLE: 10,
    Verdict.NONE: 20,
    Verdict.UNKNOWN: LimitReached.exit_code,
}
LINE_LOGIC = {True: "line logic", False: "more", None: "?"}
INTERRUPTION = "interrupted"


def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, directories, or - for stdin.")
    ],
    backend: BackendOption = DEFAULT,
    limit: LimitOption = None,
    known: KnownOption = None,
    as_json: JsonOption = False,
    from_: FromOption = None,
) -> None:
    """Check that each puzzle has exactly one solution.

    Prints a line a puzzle: name, size, verdict, whether line logic alone solves it, and the time.
    Directories are searched for puzzle files. Exit code 0 means: every puzzle is unique.

    Examples:

      nonosat check data

      nonosat check puzzle.non --limit 10

      nonosat check collection.jsonl --json -b sat:cadical195
    """
    with reported():
        report = _Report(as_json)
        interrupted = False
        try:
            with Watch() as watch:
                for item in walk(paths, from_):
                    if isinstance(item, Path):
                        report.skipped += 1
                        continue
                    watch.at(label(item.source, item.position, item.position > 1), report.done)
                    outcome = _outcome(item, backend, limit, known)
                    watch.hide()
                    report.add(item, outcome)
                    if isinstance(outcome, Result) and outcome.error == INTERRUPTION:
                        interrupted = True
                        break
        except KeyboardInterrupt:  # between two puzzles
            interrupted = True
        report.summary()
        if interrupted:
            complain("interrupted; the rest was not looked at")
            raise typer.Exit(INTERRUPTED)
        exit_with(list(report.codes))


def _outcome(
    item: Found, backend: str, limit: float | None, known: str | None
) -> Result | NonosatError:
    """The result for one puzzle, or the error in its place."""
    if item.sheet is None:
        assert item.error is not None
        return item.error
    puzzle = item.sheet.puzzle
    search = Search(
        puzzle,
        backend=backend,
        at_most=2,
        limits=Limits(limit),
        known=known_cells(known, puzzle),
    )
    try:
        for _ in search:
            pass
    except WrongAnswer as err:
        return err
    except KeyboardInterrupt:
        return dataclasses.replace(search.result(), error=INTERRUPTION)
    return search.result()


class _Report:
    """Prints a line a puzzle, and what they come to."""

    def __init__(self, as_json: bool) -> None:
        self.done = self.skipped = 0
        self.codes: set[int] = set()
        self._as_json = as_json
        self._verdicts: Counter[str] = Counter()
        self._start = time.perf_counter()

    def add(self, item: Found, outcome: Result | NonosatError) -> None:
        """Print what came out for one puzzle."""
        self.done += 1
        name = label(item.source, item.position, item.position > 1)
        title = item.sheet.title if item.sheet else ""
        if isinstance(outcome, NonosatError):
            self.codes.add(outcome.exit_code)
            self._verdicts["not read" if item.sheet is None else "failed"] += 1
            if self._as_json:
                facts = dict.fromkeys(FACTS) | {
                    "source": item.source,
                    "position": item.position,
                    "title": title or None,
                    "error": str(outcome),
                }
                print(json.dumps(facts, ensure_ascii=False))
            complain(outcome if str(outcome).startswith(item.source) else f"{name}: {outcome}")
            return
        self.codes.add(CODES[outcome.verdict])
        self._verdicts[outcome.verdict.value] += 1
        if self._as_json:
            facts = outcome.to_dict(source=item.source, position=item.position, title=title)
            print(json.dumps(facts, ensure_ascii=False))
            return
        puzzle = outcome.puzzle
        size = f"{puzzle.width}x{puzzle.height}"
        how = LINE_LOGIC[outcome.line_solvable]
        print(
            f"{name:<40} {size:>9}  {outcome.verdict.value:<8}  {how:<10} {outcome.seconds:8.3f} s"
            + (f"  {outcome.error}" if outcome.error else "")
        )
        if outcome.verdict is Verdict.MULTIPLE:
            first, second = outcome.solutions[:2]
            print(f"  two solutions differ in {len(outcome.differs)} cells, marked ?:")
            picture(puzzle, merged(first, second))

    def summary(self) -> None:
        """Print the totals."""
        if self._as_json:
            return
        parts = [f"{number} {verdict}" for verdict, number in self._verdicts.most_common()]
        noun = "puzzle" if self.done == 1 else "puzzles"
        line = f"{self.done} {noun}: {', '.join(parts)}" if parts else "no puzzle found"
        if self.skipped:
            line += f"; {self.skipped} other file{'s' * (self.skipped > 1)} skipped"
        print(f"{line}; {time.perf_counter() - self._start:.2f} s")

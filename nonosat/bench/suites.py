"""The puzzles to measure: suites made from fixed seeds, single families, and files.

A family's puzzles come in two sets of the same kind. Use `TUNED` while you make something faster.
Only measure `HELD_OUT`; never tune on it.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from nonosat.certificates.verify import VERSION, verify
from nonosat.errors import InputError, MissingExtra, UsageError
from nonosat.files import ReadFailure, SkipFile, walk
from nonosat.files.read import chosen_puzzle
from nonosat.generators import FAMILIES, Recipe, make
from nonosat.model import Puzzle, Sheet, SourcedSheet
from nonosat.run.rows import clue_hash

TUNED, HELD_OUT = 1, 20_261_121
"""Seeds of the two sets."""
HELD_OUT_MARK = " (held out)"
"""Suffix of the names of held-out families."""


@dataclass(frozen=True, slots=True)
class BenchPuzzle:
    """One puzzle to measure."""

    named: SourcedSheet
    """The puzzle; its source is its family, suite or file."""
    name: str
    """Its name, unique in a measurement."""
    key: str
    """Its clue hash, the same in every measurement."""
    proved: str = ""
    """The verdict that its certificate proves; "" without one."""

    @property
    def puzzle(self) -> Puzzle:
        return self.named.sheet.puzzle


@dataclass(frozen=True, slots=True)
class Batch:
    """Some puzzles of one family and size."""

    family: str
    width: int
    height: int
    count: int = 1
    density: float | None = None
    colors: int | None = None
    seed: int = TUNED

    def cases(self) -> Iterator[BenchPuzzle]:
        held_out = HELD_OUT_MARK if self.seed == HELD_OUT else ""
        for index in range(self.count):
            recipe = Recipe(
                self.height, self.width, self.density, self.colors, self.seed, index, self.count
            )
            sheet = make(self.family, recipe)
            share = "" if self.density is None else f"-{self.density:g}"
            inks = "" if self.colors is None else f"-{self.colors}c"
            name = f"{self.family}-{self.width}x{self.height}{share}{inks}-s{self.seed}-{index + 1}"
            named = SourcedSheet(sheet, self.family + held_out, index + 1)
            yield BenchPuzzle(named, name, clue_hash(sheet.puzzle))


@dataclass(frozen=True, slots=True)
class Suite:
    """A named set of puzzles, and the limit of a run on one of them."""

    about: str
    seconds: float
    batches: tuple[Batch, ...] = ()
    """None for the pictures in `DRAWN`."""


def _both(
    family: str, side: int, count: int, density: float | None = None, colors: int | None = None
) -> list[Batch]:
    """Return batches of `count` tuned and `count` held-out puzzles."""
    return [Batch(family, side, side, count, density, colors, seed) for seed in (TUNED, HELD_OUT)]


SUITES: dict[str, Suite] = {
    "quick": Suite(
        "a small puzzle of every family; with every backend in less than a minute",
        1.0,
        (
            Batch("random", 30, 30),
            Batch("tournament", 25, 25),
            Batch("domino", 15, 15),
            Batch("text", 31, 23),
            Batch("patches", 20, 20),
            Batch("large", 100, 100),
            Batch("shapes", 100, 100),
            Batch("smooth", 50, 50),
            Batch("permutation", 8, 8),
            Batch("weave", 16, 16),
            Batch("contradictory", 15, 15),
            Batch("symmetric", 20, 20, seed=HELD_OUT),
        ),
    ),
    "full": Suite(
        "every family in growing sizes, half of it held out; with every backend in less than an hour",
        10.0,
        (
            *(batch for side in (10, 15, 20, 25, 30, 35) for batch in _both("random", side, 2)),
            *_both("random", 25, 2, density=0.7),
            *_both("random", 20, 2, density=0.4, colors=4),
            *(batch for side in (20, 25, 30) for batch in _both("tournament", side, 2)),
            *(Batch("domino", side, side) for side in (7, 11, 15, 19, 23, 27)),
            *_both("text", 31, 2),
            *_both("patches", 30, 2),
            *(batch for side in (50, 100, 200, 400) for batch in _both("large", side, 1)),
            *(batch for side in (100, 300) for batch in _both("shapes", side, 1)),
            *(batch for side in (50, 100) for batch in _both("smooth", side, 1)),
            *(Batch("permutation", side, side) for side in (4, 8, 16, 32)),
            *(batch for side in (12, 24, 48) for batch in _both("weave", side, 2)),
            *(batch for side in (10, 15, 20) for batch in _both("contradictory", side, 1)),
            *(batch for side in (20, 30, 40) for batch in _both("symmetric", side, 1)),
        ),
    ),
    "phase": Suite(
        "random puzzles of 15 to 40 a side, 30 to 70 % inked: many solutions, then hard ones, then easy ones",
        10.0,
        tuple(
            batch
            for side in range(15, 45, 5)
            for percent in range(30, 75, 5)
            for batch in _both("random", side, 1, density=percent / 100)
        ),
    ),
    "pictures": Suite(
        "shapes, smoothed noise, patches and pages of letters, from their clues; with auto in about a minute",
        10.0,
        (
            *(batch for side in (100, 200, 400, 700) for batch in _both("shapes", side, 1)),
            *(batch for side in (100, 200, 300) for batch in _both("smooth", side, 1)),
            *(batch for side in (50, 100) for batch in _both("patches", side, 1)),
            *(batch for side in (31, 50, 75) for batch in _both("text", side, 1)),
        ),
    ),
    "hard": Suite(
        "random and domino puzzles that most backends do not solve within the limit",
        10.0,
        (
            *(batch for side in (40, 50, 60) for batch in _both("random", side, 2, density=0.45)),
            *_both("random", 40, 1, density=0.4),
            *_both("random", 60, 1, density=0.5),
            *(Batch("domino", side, side) for side in (31, 35)),
        ),
    ),
    "real": Suite("the pictures in data/drawn of a checkout, drawn by people", 10.0),
}  # fmt: skip
DRAWN = Path(__file__).parents[2] / "data" / "drawn"
_KNOWN = ", ".join([*SUITES, *FAMILIES])
DEFAULT_SECONDS = 10.0
"""Default limit in seconds for puzzles that are not from a suite."""
FAMILY_COUNT = 5
"""Number of puzzles if a family is named in place of a suite."""


def check_suite(name: str) -> None:
    """Raise an error for an unknown suite or family."""
    if name not in SUITES and name not in FAMILIES:
        raise UsageError(f"unknown suite {name!r}; there are: {_KNOWN}")


def cases_of(
    names: Sequence[str], without: SkipFile | None = None, unread: list[ReadFailure] | None = None
) -> tuple[list[BenchPuzzle], float]:
    """Return the puzzles of suites, families, files and directories, each once, and the limit of a run.

    Args:
        unread: gets the files that need an extra which is not installed. If it is None, the first
            of them is an error.
    """
    cases: dict[str, BenchPuzzle] = {}
    limits = []
    found: Iterator[BenchPuzzle]
    for name in names:
        if name in SUITES:
            limits.append(SUITES[name].seconds)
            made = (batch.cases() for batch in SUITES[name].batches)
            found = chain.from_iterable(made) if SUITES[name].batches else _drawn()
        elif name in FAMILIES:
            limits.append(DEFAULT_SECONDS)
            height, width = FAMILIES[name].size
            found = Batch(name, width, height, FAMILY_COUNT).cases()
        else:
            limits.append(DEFAULT_SECONDS)
            found = _of_path(name, without, unread)
        for case in found:
            first = cases.setdefault(case.key, case)
            if case.proved:
                cases[case.key] = replace(first, proved=case.proved)
    if not cases and not unread:
        raise UsageError("no puzzles to measure")
    # Add part of the key to names that several puzzles share.
    counts = Counter(case.name for case in cases.values())
    named = [
        replace(case, name=f"{case.name} ({case.key[:6]})") if counts[case.name] > 1 else case
        for case in cases.values()
    ]
    return named, max(limits)


def _of_path(
    name: str, without: SkipFile | None = None, unread: list[ReadFailure] | None = None
) -> Iterator[BenchPuzzle]:
    if name != "-" and not Path(chosen_puzzle(name)[0]).exists():
        raise UsageError(f"no file, suite or family {name!r}; suites and families: {_KNOWN}")
    for found in walk([name], without=without):
        if isinstance(found, ReadFailure):
            if not found.position:
                continue
            if unread is None or not isinstance(found.error, MissingExtra):
                raise found.error
            unread.append(found)
            continue
        title = found.sheet.id or found.sheet.title
        label = f"{found.source}#{found.position}" + (f" {title}" if title else "")
        proved = _proved(found.source, found.sheet)
        yield BenchPuzzle(found, label, clue_hash(found.sheet.puzzle), proved)


def _drawn() -> Iterator[BenchPuzzle]:
    """Return the pictures of the folder `DRAWN`, as one group."""
    if not DRAWN.is_dir():
        raise UsageError("the pictures of suite 'real' are only in a checkout of nonosat")
    for case in _of_path(str(DRAWN)):
        file = os.path.relpath(case.named.source, DRAWN)
        yield replace(
            case,
            named=case.named._replace(source="real"),
            name=case.name.replace(case.named.source, file),
        )


def _proved(source: str, sheet: Sheet) -> str:
    """Return the verdict of the certificate that a file is part of; "" if there is none."""
    path = Path(source)
    if path.name != "puzzle.json" or dict(sheet.notes).get("certificate") != VERSION:
        return ""
    try:
        return verify(path.parent).partition(",")[0]
    except Exception as err:  # any error means that it is wrong
        raise InputError(f"{path.parent}: certificate refused: {err}") from err

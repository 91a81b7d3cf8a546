"""The puzzles to measure: suites made from fixed seeds, single families, and files that are named.

A family's puzzles come in two sets of the same kind. You may look at `TUNED` while you make something
faster. `HELD_OUT` may only be measured: nothing may be tuned on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nonosat.batch.jobs import clue_hash
from nonosat.certificates.verify import VERSION, verify
from nonosat.errors import InputError, UsageError
from nonosat.files import Unread, Without, nothing, walk
from nonosat.generators import FAMILIES, Recipe, make
from nonosat.model import Sheet

TUNED, HELD_OUT = 1, 20_261_121
"""Seeds of the two sets."""
HELD_OUT_MARK = " (held out)"
"""The end of a family's name where its puzzles are held out."""


@dataclass(frozen=True, slots=True)
class Case:
    """One puzzle to measure."""

    group: str
    """The name it is counted under: its family, or its file."""
    name: str
    """Its name, unique in a run."""
    position: int
    """Number in its family or file, from 1."""
    sheet: Sheet
    key: str
    """Its clue hash: the same puzzle has the same key in every run."""
    proved: str = ""
    """The verdict that a certificate proves, if it came with one."""
    expected: str = ""
    """The verdict that a file of expected verdicts gives it."""


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

    def cases(self) -> Iterator[Case]:
        """Make the puzzles."""
        held_out = HELD_OUT_MARK if self.seed == HELD_OUT else ""
        for index in range(self.count):
            recipe = Recipe(
                self.height, self.width, self.density, self.colors, self.seed, index, self.count
            )
            sheet = make(self.family, recipe)
            share = "" if self.density is None else f"-{self.density:g}"
            inks = "" if self.colors is None else f"-{self.colors}c"
            name = f"{self.family}-{self.width}x{self.height}{share}{inks}-s{self.seed}-{index + 1}"
            yield Case(self.family + held_out, name, index + 1, sheet, clue_hash(sheet.puzzle))


@dataclass(frozen=True, slots=True)
class Suite:
    """Puzzles that belong together, and how long a run on one of them may take."""

    about: str
    seconds: float
    batches: tuple[Batch, ...]


def _both(
    family: str, side: int, count: int, density: float | None = None, colors: int | None = None
) -> list[Batch]:
    """Tuned and held-out puzzles, `count` of each."""
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
            *(Batch("permutation", side, side) for side in (4, 8, 16, 32)),
            *(batch for side in (12, 24, 48) for batch in _both("weave", side, 2)),
            *(batch for side in (10, 15, 20) for batch in _both("contradictory", side, 1)),
            *(batch for side in (20, 30, 40) for batch in _both("symmetric", side, 1)),
        ),
    ),
}  # fmt: skip
_KNOWN = ", ".join([*SUITES, *FAMILIES])
DEFAULT_SECONDS = 10.0
"""Seconds a run on a puzzle that is in no suite may take, unless said otherwise."""
FAMILY_COUNT = 5
"""The number of puzzles in a suite that is only the name of a family."""


def check_suite(name: str) -> None:
    """Refuse what is neither a suite nor a family.

    Raises:
        UsageError: naming those there are.
    """
    if name not in SUITES and name not in FAMILIES:
        raise UsageError(f"unknown suite {name!r}; there are: {_KNOWN}")


def cases_of(names: Sequence[str], without: Without = nothing) -> tuple[list[Case], float]:
    """The puzzles of suites, families, files and directories.

    Args:
        names: names of `SUITES` or `FAMILIES`; everything else is a path.
        without: tells the files that are no input, see `files.walk`.

    Returns:
        The puzzles, each once, and the seconds that a run on one may take.

    Raises:
        UsageError: neither a suite, nor a family, nor a file; or nothing at all.
        NonosatError: a file that cannot be read as puzzles, or a certificate that proves nothing;
            nothing is measured then.
    """
    cases: dict[str, Case] = {}
    limits = []
    for name in names:
        if name in SUITES:
            limits.append(SUITES[name].seconds)
            found: Iterator[Case] = (c for batch in SUITES[name].batches for c in batch.cases())
        elif name in FAMILIES:
            limits.append(DEFAULT_SECONDS)
            found = _of_family(name)
        else:
            limits.append(DEFAULT_SECONDS)
            found = _of_path(name, without)
        for case in found:
            first = cases.setdefault(case.key, case)
            if case.proved:
                cases[case.key] = replace(first, proved=case.proved)
    if not cases:
        raise UsageError("no puzzle to measure")
    return _named_apart(list(cases.values())), max(limits)


def _of_family(name: str) -> Iterator[Case]:
    family = FAMILIES[name]
    height, width = family.size
    return Batch(name, width, height, FAMILY_COUNT).cases()


def _of_path(name: str, without: Without) -> Iterator[Case]:
    if name != "-" and not Path(name).exists():
        raise UsageError(f"{name!r} is no file, and no suite or family; there are: {_KNOWN}")
    for found in walk([name], without=without):
        if isinstance(found, Path):
            continue
        if isinstance(found, Unread):
            raise found.error
        title = found.sheet.id or found.sheet.title
        label = f"{found.source}#{found.position}" + (f" {title}" if title else "")
        proved = _proved(found.source, found.sheet)
        key = clue_hash(found.sheet.puzzle)
        yield Case(found.source, label, found.position, found.sheet, key, proved)


def _proved(source: str, sheet: Sheet) -> str:
    """The verdict of the certificate that a file belongs to; "" if it belongs to none.

    Raises:
        InputError: it proves nothing.
    """
    path = Path(source)
    if path.name != "puzzle.json" or dict(sheet.notes).get("certificate") != VERSION:
        return ""
    try:
        return verify(path.parent).partition(",")[0]
    except Exception as err:  # whatever is wrong with it
        raise InputError(f"{path.parent}: this certificate is refused: {err}") from err


def _named_apart(cases: list[Case]) -> list[Case]:
    """Add a part of the key to names that several puzzles share."""
    counts = Counter(case.name for case in cases)
    return [
        replace(case, name=f"{case.name} ({case.key[:6]})") if counts[case.name] > 1 else case
        for case in cases
    ]

"""Mutated files of every format: read, or refused by an error of nonosat, soon and in little memory."""

import contextlib
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sized
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import nonosat
from nonosat.bench.one_run import peak_mb_of_run
from nonosat.errors import CannotHold, NonosatError, WrongAnswer
from nonosat.files import ReadFailure, dump, load, walk
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import CREDITS, Holds, lost_fields, printable
from nonosat.model import Puzzle, Sheet

from .campaign import Campaign, Fault, Wrong, main
from .mutate import File, mutated, smaller_files
from .worker import Died, Worker

T = TypeVar("T", bound=Sized)

SECONDS = 2.0
"""Of processor time, for reading one file."""
EACH = 0.0003
"""Seconds more for each puzzle that was read: a small file can hold tens of thousands."""
MEGABYTES = 100
HANGS = 30.0
"""Seconds for everything about one file."""
MEMORY = 2 << 30
PACKAGE = Path(nonosat.__file__).parent
RECORDS = 20_000
"""Puzzles of a file that are read within that time; the more there are, the longer it takes."""
CELLS = 2_000
"""Up to which what was read is written in every format."""


def read_it(file: File) -> Fault | None:
    """Read a file as `load` and as `walk` do, write what was read, and read that."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, file.path())
        path.write_bytes(file.bytes())
        try:
            sheets = _within_limits("load", lambda: _load(path, file.format))
            _within_limits("walk", lambda: _walk(folder))
            if sheets and sum(s.puzzle.height * s.puzzle.width for s in sheets) <= CELLS:
                for entry in FORMATS:
                    _round_trip(
                        sheets, entry.name, Path(folder, "again" + next(iter(entry.suffixes), ""))
                    )
        except Wrong as err:
            return Fault(*err.args)
        except Exception as err:
            frames = traceback.extract_tb(err.__traceback__)
            ours = [f for f in frames if PACKAGE in Path(f.filename).parents]
            where = (ours or frames)[-1]
            place = f"{Path(where.filename).name}:{where.name}"
            return Fault(f"{type(err).__name__} in {place}", str(err)[:300])
    return None


def _load(path: Path, format: str | None) -> list[Sheet]:
    try:
        return load(path, format)
    except NonosatError as err:
        _check_message(err)
        return []


def _walk(folder: str) -> range:
    read = 0
    for found in islice(walk([folder]), RECORDS):
        read += 1
        if isinstance(found, ReadFailure):
            if not isinstance(found.error, NonosatError):
                raise found.error
            _check_message(found.error)
    return range(read)  # its length is what counts: all records together would take memory


def _check_message(err: NonosatError) -> None:
    if isinstance(err, WrongAnswer):  # "internal error, please report it: KeyError: ..."
        raise Wrong(": ".join(str(err).split(": ")[:2]), str(err))
    if not str(err) or "\n" in str(err):
        raise Wrong("a message that is not one line", repr(str(err))[:300])


def _within_limits(what: str, work: Callable[[], T]) -> T:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # the peak is now what is in use
    memory, begin = peak_mb_of_run() or 0.0, time.process_time()
    done = work()
    spent, grown = time.process_time() - begin, (peak_mb_of_run() or 0.0) - memory
    if spent > SECONDS + EACH * len(done):
        raise Wrong(f"{what} is slow", f"{spent:.1f} s")
    if grown > MEGABYTES:
        raise Wrong(f"{what} takes memory", f"{grown:.0f} MB")
    return done


def _round_trip(sheets: list[Sheet], name: str, path: Path) -> None:
    """What a format says that it holds comes back."""
    holds = make_format(name).holds
    for some in [sheets] if Holds.SEVERAL in holds else [[sheet] for sheet in sheets[:3]]:
        try:
            dump(some, path, name)
        except CannotHold:
            continue
        again = load(path, name)
        if len(again) != len(some):
            raise Wrong(f"{name} loses puzzles", f"{len(some)} written, {len(again)} read")
        for one, other in zip(some, again, strict=True):
            for part, before, after in _parts(one, other, holds):
                if before != after:
                    raise Wrong(f"{name} changes {part}", f"{before!r:.300} became {after!r:.300}")


def _parts(one: Sheet, other: Sheet, holds: Holds) -> Iterator[tuple[str, Any, Any]]:
    """What the format has a place for: its name, what was written, and what came back."""
    sheets = (one, other)
    # An ink that looks like another may be unused, and lost.
    by_rgb = Holds.RGB in holds and all(_look_different(sheet.puzzle) for sheet in sheets)
    inks = [_inks(sheet.puzzle, by_rgb) for sheet in sheets]
    hidden = "which numbers are hidden"  # a picture alone tells all of them
    for side in () if hidden in lost_fields(holds, [one]) else ("rows", "cols"):
        clues = [getattr(sheet.puzzle, side) for sheet in sheets]
        yield (
            side,
            *(
                [[(b.length, name[b.color]) for b in clue] for clue in some]
                for some, name in zip(clues, inks, strict=True)
            ),
        )
    if Holds.GOALS in holds or (Holds.GOAL in holds and one.goals):
        some = [sheet.goals[: None if Holds.GOALS in holds else 1] for sheet in sheets]
        yield (
            "goals",
            *(
                [[name[color] for color in goal.cells] for goal in goals]
                for goals, name in zip(some, inks, strict=True)
            ),
        )
    if Holds.GIVENS in holds:
        yield "given cells", one.puzzle.givens, other.puzzle.givens
    if Holds.SAVED in holds:
        yield "the saved game", one.saved, other.saved
    for credit in CREDITS:
        if Holds[credit.upper()] in holds and getattr(one, credit):
            yield credit, _words(getattr(one, credit)), _words(getattr(other, credit))
    if Holds.NOTES in holds:  # their names may move into the texts
        texts = _words(" ".join(" ".join(note) for note in other.notes))
        for _, text in one.notes:
            yield "notes", set(_words(text)), set(_words(text)) & set(texts)


def _words(text: str) -> list[str]:
    """What must come back of a text: not its white space, nor what is not printable."""
    return printable(text).split()


def _look_different(puzzle: Puzzle) -> bool:
    colors = puzzle.palette.colors
    return len({color.rgb for color in colors}) == len(colors)


def _inks(puzzle: Puzzle, by_rgb: bool) -> dict[int, str | int]:
    """What to call the inks: their numbers may change, as some formats do not write any."""
    if by_rgb:
        return {i: color.rgb for i, color in enumerate(puzzle.palette.colors)}
    order = dict.fromkeys(block.color for clue in puzzle.rows for block in clue)
    return {0: 0} | {color: i for i, color in enumerate(order, 1)}


class Readers(Campaign[File]):
    """Files are read in a process that may hang, and is not to take much memory."""

    name = "readers"

    def __init__(self, read: Callable[[File], Fault | None] = read_it) -> None:
        self._worker = Worker(read, seconds=HANGS, memory=MEMORY)

    def case(self, rng: random.Random) -> File:
        return mutated(rng)

    def fault(self, case: File) -> Fault | None:
        try:
            found: Fault | None = self._worker.ask(case)
        except Died as err:
            return Fault("died", str(err))
        return found

    def smaller(self, case: File) -> Iterator[File]:
        return smaller_files(case)

    def close(self) -> None:
        self._worker.close()


if __name__ == "__main__":
    sys.exit(main(Readers()))

"""Answers on stdout, complaints on stderr, and the exit code."""

import codecs
import contextlib
import os
import shlex
import sys
from bisect import insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import typer

from nonosat.advice import Advice
from nonosat.cli.advice import with_advice
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.streams import ReaderGone, silence_stdout
from nonosat.errors import NonosatError, OutOfMemory
from nonosat.sanitize import json_line, safe
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.model import Domains, Puzzle, SourcedSheet

CHECK_SECONDS = 10.0
"""Seconds for a check that has no limit of its own."""
NAMED = 5
"""Of more files than this, the rest is only counted."""
MOST_REASONS = 100
"""Reasons for which files are skipped; of more than this the rest is one."""
NOT_THE_ONLY = "this picture is not the only one for its clues"


def conflict_advice(names: Collection[str], known_file: str | None = None) -> str:
    """The advice where puzzles have no solution; `known_file` has the known cells, if any."""
    from nonosat.model import TYPED  # takes long to load

    words = ["-" if word == "<stdin>" else word for word in names]
    if TYPED in words:
        words = ["--rows", "CLUES", "--cols", "CLUES"]
    if known_file is None:
        return f"`nonosat conflict {shlex.join(words)}` finds the likely typo"
    command = shlex.join([*words, "--known", known_file])
    return f"`nonosat conflict {command}` finds the known cells or clues that are wrong"


def complain_of_none(
    name: str, puzzle: "Puzzle", known_file: str | None = None, known: "Domains | None" = None
) -> None:
    """Name the known cells that are wrong in a puzzle without a solution, or how to find out."""
    if known is not None:
        from nonosat.ask.all_solutions.wrong_marks import wrong_marks  # seldom needed
        from nonosat.limits import Limits
        from nonosat.words import cell_ranges

        if cells := wrong_marks(puzzle, known, limits=Limits(CHECK_SECONDS)).cells:
            complain(f"{known_file}: wrong: {cell_ranges(cells, NAMED)}")
            return
    complain(conflict_advice([name], known_file))


def no_solution(known_file: str | None) -> str:
    """Return the message for a puzzle without solution; with `known_file` the cells may be wrong."""
    return "no solution" + ("" if known_file is None else " agrees with the known cells")


def complain(message: object) -> None:
    """Print a line on stderr: a text, or an error with its advice."""
    with contextlib.suppress(OSError):
        print(f"nonosat: {safe(with_advice(message))}", file=sys.stderr, flush=True)


_remarks: set[str] = set()
"""Those that were printed in this run."""


class Remarks:
    """Remarks of sheets. Each is printed on stderr once per run, however many files share it."""

    def __init__(self) -> None:
        self._files: dict[str, dict[str, str]] = {}
        """Remark -> file -> the first puzzle in it."""

    def add(self, file: str, name: str, remarks: Sequence[str]) -> None:
        """Keep the remarks of a puzzle of a file."""
        for remark in remarks:
            self._files.setdefault(remark, {}).setdefault(file, name)

    def complain(self) -> None:
        """Print each with the first of its files, and say how many more have it."""
        for remark, files in self._files.items():
            if remark not in _remarks:
                _remarks.add(remark)
                first = files[min(files)]
                more = f" and {plural(len(files) - 1, 'more file')}" if len(files) > 1 else ""
                complain(f"{first}{more}: {with_advice(remark)}")
        self._files.clear()


def say(*lines: str) -> None:
    """Print lines on stdout at once; control characters in them are made harmless."""
    print("\n".join(map(safe, lines)), flush=True)


def terminal_columns() -> int:
    """The width of the terminal in characters; without a terminal there is no limit."""
    if sys.stdout.isatty():
        with contextlib.suppress(OSError):
            return os.get_terminal_size(sys.stdout.fileno()).columns or sys.maxsize
    return sys.maxsize


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most `width` characters, broken between words; all but the first are indented."""
    return wrap(
        text,
        width,
        subsequent_indent=indent + "  ",
        initial_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def say_json(facts: Mapping[str, Any]) -> None:
    """Print one JSON object as a line, at once."""
    say_json_line(json_line(facts))


def say_json_line(line: str) -> None:
    """Print a line of `json_line`, at once."""
    if not line.isascii() and codecs.lookup(sys.stdout.encoding).name != "utf-8":
        import json

        line = json.dumps(json.loads(line))  # JSON is UTF-8, so other encodings get ASCII only
    print(line, flush=True)


def complain_of_interruption(found: object) -> None:
    """Say that Ctrl-C ended the work; if `found` is empty, that there is no result."""
    complain("interrupted" if found else "interrupted; nothing found yet")


@contextlib.contextmanager
def report_errors(found: Callable[[], object] = lambda: True) -> Iterator[None]:
    """Turn errors into one line on stderr and their exit code.

    Args:
        found: returns something empty as long as there is no result.
    """
    _remarks.clear()
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # a later failure could not be reported
    except NonosatError as err:
        from nonosat.model import TYPED, refused_clues  # takes long to load

        advice = conflict_advice([getattr(err, "source", TYPED)])
        complain(err if refused_clues(err) is None else f"{err} ({advice})")
        raise typer.Exit(code_of(err)) from err
    except KeyboardInterrupt:
        complain_of_interruption(found())
        raise typer.Exit(INTERRUPTED) from None
    except (ReaderGone, BrokenPipeError):
        silence_stdout()
        raise typer.Exit(0) from None
    except MemoryError:
        complain("out of memory")
        raise typer.Exit(code_of(OutOfMemory)) from None


class Interruptible(contextlib.AbstractContextManager["Interruptible"]):
    """A block that Ctrl-C ends, but not the command: what is known by then is still printed.

    Call `report_stop` after it.
    """

    interrupted: bool = False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self.interrupted = kind is KeyboardInterrupt
        return self.interrupted

    def report_stop(self, found: object) -> None:
        """If Ctrl-C ended the block, say so; and that there is no result if `found` is empty."""
        if self.interrupted:
            complain_of_interruption(found)


class Skipped:
    """Files that were not read: by default those that do not contain puzzles.

    Args:
        word: what was done with them.
        most: names to keep of each reason.
    """

    def __init__(self, word: str = "skipped ", most: int = NAMED) -> None:
        self.count: int = 0
        self._word, self._most = word, most
        self._named: dict[str, tuple[int, list[str]]] = {}
        """Reason -> the number of files, and the first names in the alphabet."""

    def add(self, file: str, reason: str) -> None:
        """Count a file, and keep its name if it is one of the first with its reason."""
        self.count += 1
        if len(self._named) >= MOST_REASONS and reason not in self._named:
            reason = "for other reasons"
        count, names = self._named.get(reason, (0, []))
        insort(names, file)
        self._named[reason] = count + 1, names[: self._most]

    def complain(self) -> None:
        """Name the first of them with each reason on stderr, and say how many more there are."""
        for reason, (count, names) in sorted(self._named.items(), key=lambda item: item[1][1]):
            listed = list_names(names, count, self._most)
            complain(self._word + listed + (f": {reason}" if reason else ""))


def complain_of_remarks(name: str, remarks: Sequence[str]) -> None:
    """Print the remarks about one file, but for those that were printed."""
    said = Remarks()
    said.add(name, name, remarks)
    said.complain()


class FoundFiles:
    """Files of folders whose puzzles are read only if the user asks: one line for all."""

    def __init__(self) -> None:
        self._count, self._names, self._error = 0, list[str](), ""

    def add(self, file: str, error: str) -> None:
        """Count a file, and keep its name if it is one of the first in the alphabet."""
        self._count, self._error = self._count + 1, error
        insort(self._names, file)
        del self._names[NAMED:]

    def complain(self) -> None:
        """Print the error of the only file, or the number of files and the first names, on stderr."""
        what = self._error
        if self._count > 1:
            listed = list_names(self._names, self._count)
            what = f"{self._count} files may hold puzzles, but not surely: {listed}"
        if self._count:
            complain(with_advice(what, Advice("found", (self._names[0],))))


def list_names(names: Sequence[str], count: int, most: int = NAMED) -> str:
    """The first of `count` names, at most `most`, and how many more there are."""
    rest = f" and {count - most} more" if count > most else ""
    return ", ".join(names[:most]) + rest


def lacking() -> Skipped:
    """Return a list of files that need something that is not installed, which is said once for all."""
    return Skipped("", 50)


def complain_of_doubles(puzzles: "Iterable[tuple[str, Puzzle]]") -> None:
    """Name the puzzles that have one picture, also turned or mirrored."""
    alike: dict[frozenset[tuple[int, ...]], list[tuple[str, Puzzle]]] = {}
    for name, puzzle in puzzles:  # only those with as many blocks in their lines are compared
        counts = (sorted(map(len, side)) for side in (puzzle.rows, puzzle.cols))
        alike.setdefault(frozenset(map(tuple, counts)), []).append((name, puzzle))
    found: dict[Puzzle, list[str]] = {}
    for group in alike.values():
        for name, puzzle in group if len(group) > 1 else ():
            found.setdefault(puzzle.canonical(), []).append(name)
    doubles = [names for names in found.values() if len(names) > 1]
    for names in doubles[:NAMED]:
        complain(f"one picture, perhaps turned or mirrored: {list_names(names, len(names))}")
    if more := len(doubles[NAMED:]):
        complain(f"{more} more pictures are in several puzzles")


def title_line(item: "SourcedSheet") -> str:
    """Name, size and credits of a puzzle in one line."""
    sheet, puzzle = item.sheet, item.sheet.puzzle
    size = f"{puzzle.width}x{puzzle.height}"
    inks = "" if puzzle.palette.is_black_and_white else f", {len(puzzle.palette.inks)} colors"
    credit = " by ".join(filter(None, [sheet.title, sheet.author]))
    return f"{item.name}: {size}{inks}" + (f", {credit}" if credit else "")


def print_title(item: "SourcedSheet") -> None:
    """Print the title of a puzzle that is one of several."""
    if item.several:
        say(title_line(item))

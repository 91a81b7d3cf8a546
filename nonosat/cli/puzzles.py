"""The puzzles that a command is asked about: of files and folders, or with typed clues."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from nonosat.cli.advice import with_advice
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import FoundFiles, Remarks, Skipped, complain, complain_of_remarks, lacking
from nonosat.errors import InputError, MissingExtra, Unsure, UsageError
from nonosat.files import ReadFailure, is_link, name_of, walk
from nonosat.files.read import all_sheets, chosen_puzzle, stream
from nonosat.files.walk import expanded, is_excluded
from nonosat.files.write import is_one_of
from nonosat.formats.said.typed import typed_puzzle
from nonosat.model import TYPED, Sheet, SourcedSheet


def read_puzzles(
    file: str | None,
    rows: str | None,
    cols: str | None,
    format: str | None = None,
    clues_only: bool = False,
    without: str = "",
) -> list[SourcedSheet]:
    """Read the puzzles that the options name. Without any, ask for one on the terminal.

    Args:
        without: a remark that does not matter to the question.
    """
    if file is None or rows is not None or cols is not None:
        found = [read_one(file, rows, cols)]
    elif os.path.isdir(file):
        raise a_folder(file, f"`nonosat check {file}` takes all")
    else:
        read = list(stream(file, format))
        all_sheets(read)  # raises the error of a bad one
        found = _number(item for item in read if isinstance(item, SourcedSheet))
    if clues_only:
        found = [item.clues_only() for item in found]
    for item in found:
        complain_of_remarks(item.name, [one for one in item.sheet.remarks if one != without])
    return found


def a_folder(path: str, advice: str) -> UsageError:
    """The error of a command that takes a file, where a folder is named."""
    return UsageError(f"{path} is a folder; this command takes a file; {advice}")


def read_one(file: object, rows: str | None, cols: str | None) -> SourcedSheet:
    """Read the puzzle of ``--rows`` and ``--cols``. Without them, ask for one on the terminal."""
    if (rows is None) != (cols is None):
        raise UsageError("--rows needs --cols, and --cols needs --rows")
    if rows is not None and cols is not None:
        if file:
            raise UsageError("give either FILE or --rows and --cols, not both")
        return SourcedSheet(Sheet(typed_puzzle(rows, cols)), TYPED)
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("give a FILE, - for stdin, or --rows and --cols")
    from nonosat.cli.clue_prompt import ask_puzzle  # few people type

    return SourcedSheet(Sheet(ask_puzzle()), TYPED)


class PuzzleFiles:
    """Files and folders with puzzles: in the order given, in folders by name.

    Iterating yields the puzzles. A file that is named must hold one that is readable. Bad files in a
    folder and bad puzzles beside good ones are reported, and the rest follows.

    Args:
        format: read all files as this format.
        outputs: files and folders that are written, or hold no puzzles; they are not read.
        each: go on after a file that cannot be read, if there are several.

    Attributes:
        codes: the exit codes of files that could not be read.
    """

    def __init__(
        self,
        paths: Sequence[str],
        format: str | None,
        outputs: Sequence[str] = (),
        *,
        each: bool = False,
    ) -> None:
        if len(paths) > 1 and not any(name not in (None, "-") for name in outputs):
            last = paths[-1]
            there = os.path.exists(chosen_puzzle(last)[0])
            if not (there or last == "-" or is_link(last) or set("*?[") & {*last}):
                raise UsageError(f"there is no {last}; to write it: -o {last}")
        self._paths, self._format, self._outputs = expanded(paths), format, outputs
        self._goes_on = each and len(self._paths) > 1
        self.codes: list[int] = []
        self._lacking = lacking()

    def __iter__(self) -> Iterator[SourcedSheet]:
        for _, puzzles in self.files():
            yield from puzzles

    def files(self) -> Iterator[tuple[Path, list[SourcedSheet]]]:
        """Yield each file, by its path in the named folder or by its name, with its puzzles.

        The path never leads out of the folder.
        """
        for path in self._paths:
            if path == "-" or not os.path.isdir(path):
                name = name_of(chosen_puzzle(path)[0])
                read = [*walk([path], self._format)]
                puzzles = _number(item for item in read if isinstance(item, SourcedSheet))
                for bad in (item for item in read if isinstance(item, ReadFailure)):
                    if not (puzzles or self._goes_on or isinstance(bad.error, MissingExtra)):
                        raise bad.error
                    self._complain(bad)
                for item in puzzles:
                    complain_of_remarks(item.name, item.sheet.remarks)
                if puzzles:
                    yield Path(name if is_link(path) else Path(name).name), puzzles
                continue
            for name, found in groupby(self.readable([path]), key=attrgetter("source")):
                parts = Path(name).parts[len(Path(path).parts) :]
                # Names in archives can have any parts.
                yield Path(*(part for part in parts if part != "..")), _number(found)
        self._lacking.complain()

    def readable(self, paths: Sequence[str] | None = None) -> Iterator[SourcedSheet]:
        """Yield the puzzles one by one; a file that is named may be bad, too. Names what is skipped."""
        paths = self._paths if paths is None else paths
        skipped, unsure, remarks, empty = Skipped(), FoundFiles(), Remarks(), True
        ours = is_one_of(self._outputs)
        for item in walk(paths, self._format, ours):
            if isinstance(item, ReadFailure) and not item.position:
                if isinstance(item.error, Unsure):
                    unsure.add(item.source, str(item.error))
                elif not is_excluded(item.source, ours):
                    skipped.add(item.source, item.why)
                continue
            empty = False
            if isinstance(item, SourcedSheet):
                remarks.add(item.source, item.name, item.sheet.remarks)
                yield item
            elif isinstance(item.error, Unsure) and item.source not in paths:
                unsure.add(item.source, str(item.error))
                self.codes.append(code_of(item.error))
            else:
                self._complain(item)
        if paths is self._paths:
            self._lacking.complain()
        for said in (remarks, unsure, skipped):
            said.complain()
        if empty:
            error = InputError(f"{', '.join(paths)}: there is no puzzle in this folder")
            complain(error)
            self.codes.append(code_of(error))

    def _complain(self, bad: ReadFailure) -> None:
        what = with_advice(bad.error)
        if isinstance(bad.error, MissingExtra):
            self._lacking.add(bad.source, what)
        else:
            complain(what if what.startswith(bad.source) else f"{bad.source}: {what}")
        self.codes.append(code_of(bad.error))


def titled_puzzles(
    files: Sequence[str], format: str | None, outputs: Sequence[str] = ()
) -> tuple[list[SourcedSheet], list[int]]:
    """Read puzzles, each with a title; see `PuzzleFiles` for the exit codes."""
    inputs = PuzzleFiles(files, format, outputs)
    return [item.titled() for item in inputs], inputs.codes


def _number(puzzles: Iterable[SourcedSheet]) -> list[SourcedSheet]:
    found = list(puzzles)
    if len(found) == 1 and found[0].several:  # one was chosen, by its number
        return found
    several = len(found) > 1
    return [item._replace(position=at, several=several) for at, item in enumerate(found, 1)]

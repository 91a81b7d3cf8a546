"""The puzzles of all files and folders that a command is given."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import Skipped, complain, complain_of_remarks, label
from nonosat.errors import InputError, UsageError
from nonosat.files import Found, is_link, load, name_of, walk
from nonosat.files.write import is_one_of
from nonosat.model import Sheet


class Puzzled(NamedTuple):
    """A puzzle and where it stands."""

    source: str
    """Its file."""
    position: int
    """Its number in the file, from 1."""
    sheet: Sheet

    @property
    def name(self) -> str:
        """Its name in messages."""
        return label(self.source, self.position)


def readable(
    paths: Sequence[str],
    format: str | None,
    codes: list[int],
    outputs: Sequence[str] = (),
    clues_only: bool = False,
) -> Iterator[Puzzled]:
    """The puzzles of files and folders.

    What cannot be read is reported, and its exit code is added to `codes`. What is skipped is named.

    Args:
        outputs: files and folders that are written; they are not read.
    """
    skipped, empty = Skipped(), True
    for item in walk(paths, format, is_one_of(outputs)):
        if not isinstance(item, Found):
            skipped.add(item)
            continue
        empty = False
        if item.sheet is not None:
            sheet = item.sheet.clues_only() if clues_only else item.sheet
            it = Puzzled(item.source, item.position, sheet)
            complain_of_remarks(it.name, sheet.remarks)
            yield it
        elif item.error is not None:
            complain(item.error)
            codes.append(code_of(item.error))
    skipped.tell()
    if empty:
        error = InputError(f"{', '.join(paths)}: there is no puzzle in this folder")
        complain(error)
        codes.append(code_of(error))


def check_folders(paths: Sequence[str]) -> None:
    """Refuse a folder that does not exist: a name that ends in / or has no suffix.

    Raises:
        UsageError: there is none.
    """
    for path in paths:
        named = path.endswith(("/", os.sep)) or not Path(path).suffix
        is_file = path == "-" or is_link(path) or glob.has_magic(path) or "\0" in path
        if named and not is_file and not os.path.lexists(path):
            raise UsageError(f"{path}: there is no such file or folder")


class Source(NamedTuple):
    """The puzzles of one file."""

    name: str
    """As the user would name it."""
    inside: Path
    """Its path in the folder that the user named, or its own name. Never leads out of the folder."""
    sheets: list[Sheet]


class Inputs:
    """Files in the order in which they are named, those of a folder by their names.

    A named file must be readable. A bad file in a folder is reported, and the rest follows; `codes`
    has the exit codes.
    """

    def __init__(
        self, paths: Sequence[str], format: str | None, outputs: Sequence[str] = ()
    ) -> None:
        check_folders(paths)
        self._paths, self._format, self._outputs = paths, format, outputs
        self.codes: list[int] = []

    def __iter__(self) -> Iterator[Source]:
        for path in self._paths:
            if path == "-" or not os.path.isdir(path):
                name, sheets = name_of(path), load(path, self._format)
                for position, sheet in enumerate(sheets, 1):
                    complain_of_remarks(label(name, position), sheet.remarks)
                inside = Path(name if is_link(path) else Path(path).name)
                yield Source(name, inside, sheets)
            else:
                yield from self._folder(path)

    def _folder(self, path: str) -> Iterator[Source]:
        found = readable([path], self._format, self.codes, self._outputs)
        for name, puzzles in groupby(found, key=attrgetter("source")):
            parts = Path(name).parts[len(Path(path).parts) :]
            # Names in archives can have any parts.
            inside = Path(*(part for part in parts if part != ".."))
            yield Source(name, inside, [it.sheet for it in puzzles])

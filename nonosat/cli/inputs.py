"""The puzzles of all files and folders that a command is given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import (
    Skipped,
    complain,
    complain_of_remarks,
)
from nonosat.errors import InputError
from nonosat.files import is_link, load, name_of, walk
from nonosat.files.walk import expanded
from nonosat.files.write import is_one_of
from nonosat.model import Named


def readable(
    paths: Sequence[str],
    format: str | None,
    codes: list[int],
    outputs: Sequence[str] = (),
    clues_only: bool = False,
) -> Iterator[Named]:
    """The puzzles of files and folders.

    What cannot be read is reported, and its exit code is added to `codes`. What is skipped is named.

    Args:
        outputs: files and folders that are written; they are not read.
    """
    skipped, empty = Skipped(), True
    for item in walk(expanded(paths), format, is_one_of(outputs)):
        if isinstance(item, Path):
            skipped.add(item)
            continue
        empty = False
        if isinstance(item, Named):
            complain_of_remarks(item.name, item.sheet.remarks)
            yield item.clues_only() if clues_only else item
        else:
            complain(item.error)
            codes.append(code_of(item.error))
    skipped.tell()
    if empty:
        error = InputError(f"{', '.join(paths)}: there is no puzzle in this folder")
        complain(error)
        codes.append(code_of(error))


class Inputs:
    """Files in the order in which they are named, those of a folder by their names.

    A named file must be readable. A bad file in a folder is reported, and the rest follows; `codes`
    has the exit codes.
    """

    def __init__(
        self, paths: Sequence[str], format: str | None, outputs: Sequence[str] = ()
    ) -> None:
        self._paths, self._format, self._outputs = expanded(paths), format, outputs
        self.codes: list[int] = []

    def __iter__(self) -> Iterator[Named]:
        for _, puzzles in self.files():
            yield from puzzles

    def files(self) -> Iterator[tuple[Path, list[Named]]]:
        """The puzzles of each file, behind its path in the folder that the user named, or its own name.

        The path never leads out of the folder.
        """
        for path in self._paths:
            if path == "-" or not os.path.isdir(path):
                name = name_of(path)
                sheets = load(path, self._format)
                puzzles = [Named(sheet, name, at) for at, sheet in enumerate(sheets, 1)]
                for it in puzzles:
                    complain_of_remarks(it.name, it.sheet.remarks)
                inside = Path(name if is_link(path) else Path(path).name)
                yield inside, _of_one_file(puzzles)
            else:
                yield from self._folder(path)

    def _folder(self, path: str) -> Iterator[tuple[Path, list[Named]]]:
        found = readable([path], self._format, self.codes, self._outputs)
        for name, puzzles in groupby(found, key=attrgetter("source")):
            parts = Path(name).parts[len(Path(path).parts) :]
            # Names in archives can have any parts.
            yield Path(*(part for part in parts if part != "..")), _of_one_file(puzzles)


def _of_one_file(puzzles: Iterable[Named]) -> list[Named]:
    """The puzzles of a file, numbered."""
    found = list(puzzles)
    several = len(found) > 1
    return [it._replace(position=at, several=several) for at, it in enumerate(found, 1)]

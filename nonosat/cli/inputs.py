"""The puzzles of all files and folders that a command is given."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from nonosat.cli.output import complain
from nonosat.errors import InputError, NonosatError
from nonosat.files import Found, load, walk
from nonosat.files.write import is_one_of
from nonosat.model import Sheet


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
        self._paths, self._format, self._outputs = paths, format, outputs
        self.codes: list[int] = []

    def __iter__(self) -> Iterator[Source]:
        for path in self._paths:
            if path == "-" or not os.path.isdir(path):
                yield Source(path, Path(Path(path).name), load(path, self._format))
            else:
                yield from self._folder(path)

    def _folder(self, path: str) -> Iterator[Source]:
        source: Source | None = None
        empty = True
        for item in walk([path], self._format, is_one_of(self._outputs)):
            if not isinstance(item, Found):
                continue
            empty = False
            if item.sheet is None:
                self._complain(item.error)
                continue
            if source is None or source.name != item.source:
                if source is not None:
                    yield source
                parts = Path(item.source).parts[len(Path(path).parts) :]
                # Names in archives can have any parts.
                source = Source(item.source, Path(*(p for p in parts if p != "..")), [])
            source.sheets.append(item.sheet)
        if source is not None:
            yield source
        elif empty:
            self._complain(InputError(f"{path}: there is no puzzle in this folder"))

    def _complain(self, error: NonosatError | None) -> None:
        assert error is not None
        complain(error)
        self.codes.append(error.exit_code)

"""Copies of puzzles with certain verdicts, in one file, in the order of the collection."""

from __future__ import annotations

import io
import os
import tempfile
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

from nonosat.batch.outcome import Outcome
from nonosat.batch.sinks import Sink
from nonosat.errors import CannotHold, OutputError
from nonosat.files import dumps, format_of_suffix, loads, write_whole
from nonosat.formats import make_format
from nonosat.formats.base import Holds, check_holds, losses
from nonosat.model import Sheet


class Copies(Sink):
    """Takes puzzles in any order and writes them in order at the end.

    Until then they are in a temporary file beside the target, so that memory does not grow.

    Args:
        path: its suffix chooses the format, which must hold several puzzles.
        verdicts: puzzles with these are copied.

    Raises:
        UsageError: no format has the suffix.
        CannotHold: the format holds one puzzle per file.
        OutputError: nothing can be written there.
    """

    def __init__(self, path: str, verdicts: frozenset[str]) -> None:
        self.path = path
        self._verdicts = verdicts
        self.format = format_of_suffix(path)
        self._writer = make_format(self.format)
        if Holds.SEVERAL not in self._writer.holds:
            raise CannotHold(f"{self.format} holds one puzzle per file; take .jsonl")
        self._numbers, self._offsets = array("Q"), array("Q")
        self._lost: set[str] = set()
        try:
            self._file = tempfile.TemporaryFile(dir=Path(path).parent)  # noqa: SIM115  # closed by finish
        except OSError as err:
            raise OutputError(f"{path}: {err.strerror}") from err

    def __len__(self) -> int:
        return len(self._numbers)

    def take(self, outcome: Outcome) -> None:
        """Take the puzzle, if its verdict is one of those.

        Raises:
            CannotHold: the format cannot hold it.
            OutputError: it cannot be written.
        """
        sheet = outcome.sheet
        if sheet is None or outcome.verdict not in self._verdicts:
            return
        check_holds(self.format, self._writer.holds, [sheet])
        self._lost.update(losses(self._writer.holds, [sheet]))
        try:
            self._offsets.append(self._file.seek(0, io.SEEK_END))
            self._numbers.append(outcome.number << 24 | outcome.position & 0xFFFFFF)
            self._file.write(dumps([sheet], "jsonl").encode())
        except OSError as err:
            raise OutputError(f"{self.path}: {err.strerror}") from err

    @property
    def lost(self) -> list[str]:
        """The facts of these puzzles that the format does not keep."""
        return sorted(self._lost)

    def finish(self) -> None:
        """Write the file, whole or not at all.

        Raises:
            OutputError: it cannot be written.
        """
        sheets = self._sheets()
        if self._writer.split:
            texts: Iterable[str] = (dumps([sheet], self.format) for sheet in sheets)
        else:
            texts = [dumps(list(sheets), self.format)]
        write_whole(self.path, (text.encode() for text in texts))
        self._file.close()

    def _sheets(self) -> Iterator[Sheet]:
        for at in sorted(range(len(self)), key=self._numbers.__getitem__):
            self._file.seek(self._offsets[at])
            yield from loads(self._file.readline().decode(), "jsonl", os.fspath(self.path))

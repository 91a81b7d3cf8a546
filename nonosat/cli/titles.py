"""``--list``: titles, authors and the order of many puzzles, in a table as spreadsheets save it."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Annotated

import typer

from nonosat.cli.output import complain
from nonosat.cli.puzzles import PuzzleFiles
from nonosat.errors import ParseError
from nonosat.files import read_bytes
from nonosat.formats.base import one_line
from nonosat.formats.detect.bytes_to_text import decode
from nonosat.model import SourcedSheet

CREDITS = ("title", "author", "copyright")
"""Columns beside ``file``."""

List = Annotated[
    str | None,
    typer.Option(
        "--list",
        metavar="FILE.csv",
        help="Take titles and authors from a table with the columns file, title, author. Its order "
        "is that of the puzzles.",
    ),
]


class TitleList:
    """The rows of a table; without a table there are none.

    A row is for the puzzles whose file it names: with or without folders and suffix, and with ``#3``
    behind it for the third puzzle of the file.

    Raises:
        ParseError: it is not such a table.
    """

    def __init__(self, path: str | None) -> None:
        self._rows: dict[str, tuple[int, dict[str, str]]] = {}
        self._used: set[str] = set()
        self._source = ""
        self._path = path
        if path is not None:
            data, self._source = read_bytes(path)
            self._read(decode(data, self._source))

    def _read(self, text: str) -> None:
        head, _, _ = text.partition("\n")
        try:
            lines = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=head.count))
            columns = [word.strip().casefold() for word in next(lines, [])]
            if "file" not in columns:
                what = "the first line must name the columns: file, title, author"
                raise ParseError(what, self._source, 1)
            for cells in lines:
                row = dict(zip(columns, map(one_line, cells), strict=False))
                if not (file := row.get("file", "").replace("\\", "/")):
                    continue
                if file in self._rows:
                    what = f"{file} is also in line {self._rows[file][0]}"
                    raise ParseError(what, self._source, lines.line_num)
                self._rows[file] = lines.line_num, row
        except csv.Error as err:
            raise ParseError(f"this is not a table: {err}", self._source) from err

    def puzzles(
        self, files: Sequence[str], format: str | None, outputs: Sequence[str] = ()
    ) -> tuple[list[SourcedSheet], list[int]]:
        """Read puzzles, each with a title, in order; see `PuzzleFiles` for the exit codes."""
        inputs = PuzzleFiles(files, format, [*outputs, *self.no_puzzles])
        found = self.in_order([item.titled() for item in self.titled(inputs)])
        self.complain_of_rest()
        return found, inputs.codes

    @property
    def no_puzzles(self) -> list[str]:
        """The table's name, if there is one: a folder that is read may contain it."""
        return [] if self._path is None else [self._path]

    def titled(self, puzzles: Iterable[SourcedSheet]) -> list[SourcedSheet]:
        """Return puzzles with the credits of their rows."""
        return [self._titled(item) for item in puzzles]

    def _titled(self, item: SourcedSheet) -> SourcedSheet:
        key = self._key(item)
        if key is None:
            return item
        self._used.add(key)
        row = self._rows[key][1]
        credits = {name: row[name] for name in CREDITS if row.get(name)}
        return item._replace(sheet=dataclasses.replace(item.sheet, **credits))  # type: ignore[arg-type]

    def _key(self, item: SourcedSheet) -> str | None:
        """Return the name of the row for a puzzle."""
        return next((name for name in _names(item) if name in self._rows), None)

    def in_order(self, puzzles: Sequence[SourcedSheet]) -> list[SourcedSheet]:
        """Return puzzles in the order of the rows, the others behind them; see `complain_of_rest`."""
        places = {key: at for at, key in enumerate(self._rows)}
        return sorted(puzzles, key=lambda item: places.get(self._key(item) or "", len(places)))

    def complain_of_rest(self) -> None:
        """Name the rows that no puzzle had."""
        for key, (line, _) in self._rows.items():
            if key not in self._used:
                complain(f"{self._source}:{line}: there is no puzzle {key!r}")


def _names(item: SourcedSheet) -> Iterator[str]:
    """Yield the names of a puzzle that a row can have, the most exact first."""
    file = PurePath(item.source.replace("\\", "/"))
    for path in (file, file.with_suffix("") if file.name else file):
        for start in range(len(path.parts)):
            name = "/".join(path.parts[start:])
            yield f"{name}#{item.position}"
            yield name

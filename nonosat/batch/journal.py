"""A file of results that only grows: one JSON object a line, and whole lines only.

Whatever ends the writer, every row that `Journal.append` has returned from is in the file. A last
line without its newline is what was being written then. Nobody reads it, and the next writer cuts
it off. Everything else that is no JSON object is damage; the error names its line. ::

    with Journal("results.jsonl", resume=True) as journal:
        done = {row["id"] for row in journal.rows()}
        for work in everything:
            if work.id not in done:
                journal.append([{"id": work.id, "seconds": work.run()}])

    for row in read_journal("results.jsonl"):
        print(row["seconds"])
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, BinaryIO

from nonosat.errors import InputError, OutputError, ParseError
from nonosat.files.write import replacing, write_whole
from nonosat.foreign import json_line
from nonosat.platforms.files import lock

Row = dict[str, Any]
"""One line of a journal."""
Kinds = Mapping[str, tuple[type, ...]]
"""The keys that rows must have, each with the types of its value."""

LARGEST = 2**31 - 1
"""No number of a row is larger: sizes, counts, seconds."""
MAX_ROW = 256 * 1024 * 1024
"""Bytes of the longest row that is read back; more is no journal."""
_TAIL = 64 * 1024
_PART = 1024 * 1024


class Journal:
    """A journal being written. Use it as a context manager.

    Args:
        path: the file; it may be a device such as ``/dev/full``, but not ``-``.
        resume: go on with what is there. Without it, a file that holds something is refused,
            as it may be the only copy of days of work.
        replace: empty such a file instead.

    Attributes:
        written: the number of rows that this object has appended.

    Raises:
        OutputError: the file cannot be opened, holds something already, or is being written by
            another process (where the system has locks).
        ParseError: with `resume`: it is no journal, and is left as it is.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, resume: bool = False, replace: bool = False
    ) -> None:
        self.path = os.fspath(path)
        self.written = 0
        try:
            # Not "ab": cutting off a torn line needs reading too; not "w": it would empty it.
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            self._file = os.fdopen(handle, "r+b", buffering=0)
        except (OSError, ValueError) as err:  # ValueError: a NUL in the name
            raise OutputError(f"{self.path}: {getattr(err, 'strerror', None) or err}") from err
        try:
            self._regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
            self._lock()
            if not resume and self._regular and os.fstat(self._file.fileno()).st_size:
                if not replace:
                    raise OutputError(
                        f"{self.path}: exists already; go on with it by --resume, or name another "
                        "file"
                    )
                self._file.truncate(0)
            self._finish_drop(resume)
            self._end = _whole_lines(self._file) if self._regular else 0
            if resume and self._regular and not self._end:
                self._check_torn()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        if not self._regular:
            return
        try:
            lock(self._file)
        except BlockingIOError as err:
            raise OutputError(f"{self.path}: another process is writing it") from err

    def _check_torn(self) -> None:
        """Refuse a file without any whole line unless it is a row that was not written to its end."""
        self._file.seek(0)
        begin = self._file.read(2)
        if begin and not begin == b'{"'[: len(begin)]:
            raise ParseError("this is no journal: the line is no JSON object", self.path, 1)
        self._file.seek(0)
        try:
            json.loads(self._file.read(MAX_ROW))
        except (ValueError, RecursionError):  # cut off, as it should be
            return
        raise ParseError("this is no journal: its only line has no end", self.path, 1)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self) -> Iterator[Row]:
        """Read what is there, row by row. See `read_journal`."""
        if self._regular:
            yield from read_journal(self.path)

    def drop(self, unwanted: Callable[[Row], bool]) -> None:
        """Take rows out of the file, before the first `append`.

        The file stays the same one, as it is locked. So it is not renamed: the rows that stay are
        first written to a copy beside it, then over the file, and then the copy is removed. If
        anything ends this in between, the copy is whole or absent. A whole one is taken when the
        work is gone on with, so no row is ever lost.

        Raises:
            OutputError: it cannot be written; no row is lost.
        """
        if not self._regular:
            return
        with replacing(self._copy) as name, open(name, "wb") as copy, open(self.path, "rb") as old:
            whole = (line for line in old if line.endswith(b"\n"))
            copy.writelines(line for line in whole if not unwanted(_row(line, self.path, 0)))
            copy.flush()
            os.fsync(copy.fileno())
        self._finish_drop(resume=True)
        self._end = _whole_lines(self._file)

    @property
    def _copy(self) -> str:
        return f"{os.path.realpath(self.path)}.kept"

    def _finish_drop(self, resume: bool) -> None:
        """Take the rows of the copy that `drop` makes, if there is one; without `resume` remove it."""
        if not self._regular or not os.path.exists(self._copy):
            return
        try:
            if resume:
                with open(self._copy, "rb") as copy:
                    self._file.seek(0)
                    while part := copy.read(_PART):
                        self._write(part)
                self._file.truncate()
                os.fsync(self._file.fileno())
            os.unlink(self._copy)
        except OSError as err:
            raise OutputError(f"{self.path}: {err.strerror}; its rows are in {self._copy}") from err

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]

    def append(self, rows: Iterable[Row]) -> None:
        """Write rows as whole lines; see `append_lines`."""
        self.append_lines([line_of(row) for row in rows])

    def append_lines(self, lines: Sequence[bytes]) -> None:
        """Write whole lines, made by `line_of`, and hand them to the system.

        Raises:
            OutputError: it did not take them all (disk full, quota, a limit on file sizes). What
                was written of *these* rows is taken back; the message says what is kept.
        """
        data = b"".join(lines)
        try:
            if self._regular and not self.written:
                self._file.truncate(self._end)  # a torn line, seen only now that we really write
                self._file.seek(self._end)
            self._write(data)
        except OSError as err:
            if self._regular:
                with contextlib.suppress(OSError):  # then a torn line stays, which is cut off later
                    self._file.truncate(self._end)
                    self._file.seek(self._end)
            raise OutputError(
                f"{self.path}: {err.strerror}; {self.written} rows of this run are kept"
            ) from err
        self._end += len(data)
        self.written += len(lines)

    def close(self) -> None:
        """Make the system write everything to disk, and let go of the file."""
        if not self._file.closed:
            if self._regular and self.written:
                with contextlib.suppress(OSError):  # what failed has been reported by append
                    os.fsync(self._file.fileno())
            self._file.close()


def read_journal(path: str | os.PathLike[str]) -> Iterator[Row]:
    """Read the rows of a journal one by one; a torn last line is left out.

    Raises:
        InputError: the file cannot be opened or read.
        ParseError: a line is no JSON object; the message names it.
    """
    for _, row in read_with_offsets(path):
        yield row


def read_with_offsets(path: str | os.PathLike[str]) -> Iterator[tuple[int, Row]]:
    """Like `read_journal`, each row with the offset in bytes at which `row_at` finds it again."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            at = 0
            for number in count(1):
                line = file.readline(MAX_ROW)
                if not line.endswith(b"\n"):
                    if len(line) == MAX_ROW:
                        raise ParseError("a line that is longer than any row", name, number)
                    return
                yield at, _row(line, name, number)
                at += len(line)
    except OSError as err:
        raise InputError(f"{name}: {err.strerror}") from err


def row_at(file: BinaryIO, offset: int) -> Row:
    """One row of a journal that is open for reading; see `read_with_offsets`."""
    file.seek(offset)
    return _row(file.readline(MAX_ROW), file.name, 0)


def _row(line: bytes, name: str, number: int) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as err:
        raise ParseError(
            "the journal is damaged here: this line is no JSON; remove it to go on", name, number
        ) from err
    if not isinstance(row, dict):
        raise ParseError("this is no journal: the line is no JSON object", name, number)
    return row


def misfit(row: Row, kinds: Kinds) -> str:
    """The first key that a row lacks, or that has another value than it must have; "" if all fit.

    Numbers lie between 0 and `LARGEST`. True and False are no numbers.
    """
    for name, types in kinds.items():
        value = row.get(name)
        if (
            name not in row
            or not isinstance(value, types)
            or (isinstance(value, bool) and bool not in types)
            or (isinstance(value, int | float) and not 0 <= value <= LARGEST)
        ):
            return name
    return ""


def rewrite(path: str, change: Callable[[Row], Row]) -> None:
    """Change every row of a journal that nobody writes any more; a device stays as it is.

    Raises:
        OutputError: it cannot be written; it is untouched then.
    """
    if os.path.isfile(path):
        write_whole(path, (line_of(change(row)) for row in read_journal(path)))


def line_of(row: Row) -> bytes:
    """A row as it stands in a journal."""
    return json_line(row).encode() + b"\n"


def _whole_lines(file: BinaryIO) -> int:
    """The offset behind the last newline."""
    end = file.seek(0, os.SEEK_END)
    while end:
        begin = max(0, end - _TAIL)
        file.seek(begin)
        part = file.read(end - begin)
        newline = part.rfind(b"\n")
        if newline >= 0:
            return begin + newline + 1
        end = begin
    return 0

"""A file of results that only grows: one JSON object per line.

However the writer ends, all rows that `Journal.append` finished are in the file. An incomplete last
line was being written when it ended: readers skip it, and the next writer removes it. Any other line
that is not a JSON object is damage; the error names its line. ::

    with Journal("results.jsonl", resume=True) as journal:
        done = {row["id"] for row in journal.rows()}
        for work in everything:
            if work.id not in done:
                journal.append([{"id": work.id, "seconds": work.run()}])

    for row in read_journal("results.jsonl"):
        print(row["seconds"])
"""

import contextlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, BinaryIO

from nonosat.advice import Advice
from nonosat.errors import InputError, OutputError, ParseError, naming_os_errors
from nonosat.files.write import replacing
from nonosat.platforms.files import REPLACES_OPEN, lock
from nonosat.sanitize import any_digits, json_line
from nonosat.solving.columns import Whole

JsonRow = dict[str, Any]
"""One line of a journal."""
Kinds = Mapping[str, tuple[type, ...]]
"""Required keys of a row, each with the types of its value."""

LARGEST = 2**31 - 1
"""Upper bound of all numbers in a row: sizes, counts, seconds."""
MAX_ROW = 256 * 1024 * 1024
"""Longest row that is read, in bytes."""
_TAIL = 64 * 1024


class Journal(contextlib.AbstractContextManager["Journal"]):
    """A journal being written. Use it as a context manager.

    Args:
        path: the file, or a device such as ``/dev/full``; not ``-``.
        resume: continue an existing file. Otherwise a file that is not empty is an error, as it may
            hold days of work.
        replace: empty an existing file instead.

    Attributes:
        written: number of rows that this object appended.

    Raises:
        OutputError: the file cannot be opened, is not empty, or another process is writing to it
            (where the system has locks).
        ParseError: the file to resume is not a journal; it is not changed.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, resume: bool = False, replace: bool = False
    ) -> None:
        self.path: str = os.fspath(path)
        self.written: int = 0
        self._open()
        try:
            if not resume and self._regular and os.fstat(self._file.fileno()).st_size:
                if not replace:
                    what = f"{self.path}: exists already"
                    raise OutputError(what, advice=Advice("resume"))
                self._file.truncate(0)
            self._end = _whole_lines(self._file) if self._regular else 0
            if resume and self._regular and not self._end:
                self._check_torn()
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> None:
        """Open the file, and lock it."""
        try:
            # "ab" could not read, which removing an incomplete line needs; "w" would empty the file.
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            self._file = os.fdopen(handle, "r+b", buffering=0)
        except (OSError, ValueError) as err:  # ValueError: a NUL in the name
            raise OutputError(f"{self.path}: {getattr(err, 'strerror', None) or err}") from err
        opened = os.fstat(self._file.fileno())
        self._regular = stat.S_ISREG(opened.st_mode)
        if self._regular:
            try:
                lock(self._file)
                if not os.path.samestat(opened, os.stat(self.path)):
                    raise BlockingIOError  # the other one is in `drop`
            except OSError as err:
                self._file.close()
                raise OutputError(f"{self.path}: another process is writing to it") from err

    def _check_torn(self) -> None:
        """Raise an error for a file without a complete line, unless it is an incomplete row."""
        self._file.seek(0)
        begin = self._file.read(2)
        if begin and not begin == b'{"'[: len(begin)]:
            raise ParseError("not a journal: this line is not a JSON object", self.path, 1)
        self._file.seek(0)
        try:
            json.loads(self._file.read(MAX_ROW))
        except (ValueError, RecursionError):  # incomplete, as expected
            return
        raise ParseError("not a journal: its only line does not end", self.path, 1)

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self) -> Iterator[JsonRow]:
        """Yield the rows of the file; see `read_journal`."""
        if self._regular:
            yield from read_journal(self.path)

    def drop(self, unwanted: Callable[[JsonRow], bool]) -> None:
        """Remove rows from the file, before the first `append`: another one replaces it, as a whole."""
        if not self._regular:
            return
        with replacing(self.path) as name, open(name, "wb") as copy, open(self.path, "rb") as old:
            whole = (line for line in old if line.endswith(b"\n"))
            copy.writelines(line for line in whole if not unwanted(_row(line, self.path, 0)))
            copy.flush()
            os.fsync(copy.fileno())
            if not REPLACES_OPEN:
                self._file.close()
        self._file.close()  # not before: the lock keeps others out until the file is replaced
        self._open()
        self._end = _whole_lines(self._file)

    def append(self, rows: Iterable[JsonRow]) -> None:
        """Write rows as whole lines; see `append_lines`."""
        self.append_lines([json_line(row).encode() + b"\n" for row in rows])

    def append_lines(self, lines: Sequence[bytes]) -> None:
        """Write lines of JSON with their ends.

        Raises:
            OutputError: they cannot be written (disk full, quota, limit on file sizes). None of
                *these* rows is kept; the message says how many earlier ones are.
        """
        left = data = memoryview(b"".join(lines))
        try:
            if self._regular and not self.written:
                self._file.truncate(self._end)  # removes an incomplete line
                self._file.seek(self._end)
            while left:
                left = left[self._file.write(left) :]
        except OSError as err:
            if self._regular:
                with contextlib.suppress(
                    OSError
                ):  # then an incomplete line stays, which is removed later
                    self._file.truncate(self._end)
                    self._file.seek(self._end)
            raise OutputError(
                f"{self.path}: {err.strerror}; {self.written} rows of this run are kept"
            ) from err
        self._end += len(data)
        self.written += len(lines)

    def close(self) -> None:
        """Flush everything to disk, and close the file."""
        if not self._file.closed:
            if self._regular and self.written:
                with contextlib.suppress(OSError):  # append has reported the failure
                    os.fsync(self._file.fileno())
            self._file.close()


def read_journal(path: str | os.PathLike[str]) -> Iterator[JsonRow]:
    """Yield the rows of a journal, without an incomplete last line."""
    for _, row in read_with_offsets(path):
        yield row


def read_with_offsets(path: str | os.PathLike[str]) -> Iterator[tuple[int, JsonRow]]:
    """Yield the rows of `read_journal`, each after its offset in bytes for `row_at`."""
    name = os.fspath(path)
    with naming_os_errors(InputError, name), open(path, "rb") as file:
        at = 0
        for number in count(1):
            line = file.readline(MAX_ROW)
            if not line.endswith(b"\n"):
                if len(line) == MAX_ROW:
                    raise ParseError("this line is too long for a row", name, number)
                return
            yield at, _row(line, name, number)
            at += len(line)


def row_at(file: BinaryIO, offset: int) -> JsonRow:
    """Read the row at an offset of an open journal; see `read_with_offsets`."""
    file.seek(offset)
    return _row(file.readline(MAX_ROW), file.name, 0)


def _row(line: bytes, name: str, number: int) -> JsonRow:
    try:
        with any_digits():
            row = json.loads(line)
    except (ValueError, RecursionError) as err:
        raise ParseError(
            "damaged journal: this line is not JSON; remove it to continue", name, number
        ) from err
    if not isinstance(row, dict):
        raise ParseError("not a journal: this line is not a JSON object", name, number)
    return row


def misfit(row: JsonRow, kinds: Kinds) -> str:
    """Return the first key that is missing or has a wrong value; "" if there is none.

    Numbers must be between 0 and `LARGEST` unless they are `Whole`. True and False are not numbers.
    """
    for name, types in kinds.items():
        value = row.get(name)
        if (
            name not in row
            or not isinstance(value, types)
            or (isinstance(value, bool) and bool not in types)
            or (isinstance(value, int | float) and not value >= 0)
            or (isinstance(value, int | float) and value > LARGEST and Whole not in types)
        ):
            return name
    return ""


def _whole_lines(file: BinaryIO) -> int:
    """Return the offset after the last newline."""
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

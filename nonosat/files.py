"""Files in and out: open, decode, detect, stream, walk, and write without leaving half a file."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from nonosat.errors import (
    InputError,
    NonosatError,
    OutputError,
    TooLarge,
    UnknownFormat,
    Unsupported,
    UsageError,
)
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import MAX_BYTES, Format, Record, RecordFormat, check_holds
from nonosat.formats.decode import decode, head_of
from nonosat.formats.detect import detect
from nonosat.model import Sheet

HEAD = 64 * 1024
"""Bytes that are read to tell the format."""

NOT_OURS = (UnknownFormat, Unsupported)
"""Errors of files that are no puzzles, or of a kind that nonosat does not handle."""


class Found(NamedTuple):
    """One puzzle of a collection, or the error in its place."""

    source: str
    """Name of the file."""
    position: int
    """Number of the puzzle in it, from 1."""
    sheet: Sheet | None
    error: NonosatError | None


def load(path: str | os.PathLike[str], format: str | None = None) -> list[Sheet]:
    """Read every puzzle of a file; ``-`` is standard input.

    Raises:
        InputError: the file cannot be opened.
        ParseError: it is no puzzle file; the message names the line.
    """
    sheets = []
    for found in stream(path, format):
        if found.error is not None:
            raise found.error
        assert found.sheet is not None
        sheets.append(found.sheet)
    return sheets


def loads(text: str, format: str | None = None, source: str = "<string>") -> list[Sheet]:
    """Read every puzzle of a text."""
    lines = text.removeprefix("\ufeff")
    lines = lines.replace("\r", "") if "\n" in lines else lines.replace("\r", "\n")
    name = format or detect(lines, "", source, True)
    reader = make_format(name)
    return reader.read(Record(text if reader.binary else lines, source))


def dumps(sheets: Sequence[Sheet], format: str) -> str:
    """Write puzzles as a text.

    Raises:
        CannotHold: the format has no place for what they need.
    """
    writer = make_format(format)
    check_holds(format, writer.holds, sheets)
    return writer.write(sheets)


def dump(sheets: Sequence[Sheet], path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write puzzles to a file, whole or not at all; ``-`` is standard output.

    Raises:
        UsageError: neither `format` nor the suffix says how.
        CannotHold: the format has no place for what they need.
        OutputError: the file cannot be written.
    """
    write_text(path, dumps(sheets, format or format_of_suffix(path)))


def format_of_suffix(path: str | os.PathLike[str]) -> str:
    """The format in which a file of this name is written."""
    suffix = Path(path).suffix.lower()
    for entry in FORMATS:
        if suffix in entry.suffixes:
            return entry.name
    known = " ".join(suffix for entry in FORMATS for suffix in entry.suffixes)
    raise UsageError(f"{os.fspath(path)}: no format has the suffix {suffix!r}; there are: {known}")


def stream(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Found]:
    """Read the puzzles of a file one by one; a bad record does not end a file of records.

    Raises:
        InputError: the file cannot be opened.
        ParseError: its format is not known.
    """
    source = "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
    with _opened(path, source) as file:
        head = _read(file, HEAD, source)
        suffix = Path(source).suffix.lower()
        complete = len(head) < HEAD
        reader = _reader(head, suffix, source, complete, format)
        if isinstance(reader, RecordFormat) and _can_stream(head):
            records = _records(reader, _lines(head, file, source), source)
        else:
            data = _read_all(head, file, source)
            if reader is None or not complete:  # what tells formats apart may stand far down
                reader = _reader(data, suffix, source, True, format)
                assert reader is not None
            records = iter([Record(_text(reader, data, source), source)])
        position = 1
        while True:
            try:
                record = next(records, None)
            except NonosatError as err:  # the file itself cannot be read further
                yield Found(source, position, None, err)
                return
            if record is None:
                return
            try:
                sheets = reader.read(record)
            except NonosatError as err:
                yield Found(source, position, None, err)
                position += 1
                continue
            for sheet in sheets:
                yield Found(source, position, sheet, None)
                position += 1


def _records(reader: RecordFormat, lines: Iterable[str], source: str) -> Iterator[Record]:
    for number, text in reader.split(lines, source):
        yield Record(text, source, number)


def walk(paths: Sequence[str], format: str | None = None) -> Iterator[Found | Path]:
    """The puzzles of files and directories, in order.

    A file that cannot be read yields its error and the rest follows all the same. Directories are
    searched for files whose suffix and content are a known format; every other file in them is
    yielded as a Path, for being counted as skipped.
    """
    known = {suffix for entry in FORMATS for suffix in entry.suffixes}
    for path in paths:
        if path != "-" and os.path.isdir(path):
            seen = False
            for file in _files_below(Path(path)):
                seen = True
                if isinstance(file, InputError):
                    yield Found(path, 1, None, file)
                    continue
                if file.suffix.lower() not in known or not _is_data(file):
                    yield file
                    continue
                try:
                    for found in stream(file, format):
                        skip = found.position == 1 and isinstance(found.error, NOT_OURS)
                        yield file if skip else found
                except NOT_OURS:
                    yield file
                except NonosatError as err:
                    yield Found(str(file), 1, None, err)
            if not seen:
                yield Found(path, 1, None, InputError(f"{path}: the directory holds no file"))
        else:
            try:
                yield from stream(path, format)
            except NonosatError as err:
                yield Found("<stdin>" if path == "-" else path, 1, None, err)


def _is_data(file: Path) -> bool:
    """No pipe, socket or device, on which reading may wait for ever."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return True  # reading it will say what is wrong
    return stat.S_ISREG(mode)


def _files_below(top: Path) -> Iterator[Path | InputError]:
    """Files in the order of their names, hidden ones left out; folders that cannot be listed."""
    failed: list[OSError] = []
    for folder, folders, names in os.walk(top, onerror=failed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(folder, name)
    for err in failed:
        yield InputError(f"{err.filename}: {err.strerror}")


@contextlib.contextmanager
def _opened(path: str | os.PathLike[str], source: str) -> Iterator[BinaryIO]:
    if os.fspath(path) == "-":
        if sys.stdin is None:  # closed by whoever started us
            raise InputError(f"{source}: it is closed")
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115  # closed below; only opening it is guarded here
    except OSError as err:
        raise InputError(f"{source}: {err.strerror}") from err
    except ValueError as err:  # a NUL in the name
        raise InputError(f"{source!r}: {err}") from err
    with file:
        yield file


def _read(file: BinaryIO, size: int, source: str) -> bytes:
    """Up to `size` bytes; fewer only at the end of the file."""
    parts = []
    try:
        while size > 0 and (part := file.read(size)):
            parts.append(part)
            size -= len(part)
    except OSError as err:
        raise InputError(f"{source}: {err.strerror}") from err
    return b"".join(parts)


def _read_all(head: bytes, file: BinaryIO, source: str) -> bytes:
    data = head + _read(file, MAX_BYTES + 1 - len(head), source)
    if len(data) > MAX_BYTES:
        raise TooLarge(f"larger than {MAX_BYTES >> 20} MiB", source)
    return data


def _reader(
    head: bytes, suffix: str, source: str, complete: bool, format: str | None
) -> Format | None:
    """The reader of a file; None if its beginning is not enough to tell."""
    if format is not None:
        return make_format(format)
    try:
        return make_format(detect(head_of(head, source, complete), suffix, source, complete))
    except UnknownFormat:
        if complete:
            raise
        return None


def _text(reader: Format, data: bytes, source: str) -> str:
    return str(data, "latin-1") if reader.binary else decode(data, source)


def _can_stream(head: bytes) -> bool:
    """Whether lines can be cut off without knowing the rest: UTF-8 with line feeds."""
    cr_only = b"\r" in head and b"\n" not in head
    return not cr_only and not head.startswith((b"\xff\xfe", b"\xfe\xff"))


def _lines(head: bytes, file: BinaryIO, source: str) -> Iterator[str]:
    """Lines without their ends, the first of which have been read already."""
    chained = io.BufferedReader(_Chained(head, file))
    number = 0
    while True:
        try:
            line = chained.readline(MAX_BYTES + 1)
        except OSError as err:
            raise InputError(f"{source}: {err.strerror}") from err
        if not line or line == b"\x1a":
            return
        number += 1
        if len(line) > MAX_BYTES:
            raise TooLarge(f"a line of more than {MAX_BYTES >> 20} MiB", source, number)
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = line.decode("latin-1")
        yield text.rstrip("\n").replace("\r", "")


class _Chained(io.RawIOBase):
    """A file of which the beginning has been read already."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head, self._file = head, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self._head[: len(buffer)] or self._file.read(len(buffer))
        self._head = self._head[len(part) :]
        buffer[: len(part)] = part
        return len(part)


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:  # closed by whoever started us
        raise OutputError("<stdout>: it is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise  # the reader has had enough: no failure to write
    except OSError as err:
        raise OutputError(f"<stdout>: {err.strerror}") from err


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a whole text file; ``-`` is standard input.

    Raises:
        InputError: it cannot be opened.
        ParseError: it is too large, or no text.
    """
    source = "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
    with _opened(path, source) as file:
        return decode(_read_all(b"", file, source), source)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file under a temporary name and rename it; ``-`` is standard output.

    Raises:
        OutputError: it cannot be written; what was there before is untouched.
    """
    data = text.encode()
    if os.fspath(path) == "-":
        _write_stdout(data)
        return
    target = Path(path)
    try:
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            with target.open("wb") as file:
                file.write(data)
            return
        prefix = f".{target.name[:40]}."  # a name may be as long as the system allows already
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=prefix)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as err:
        raise OutputError(f"{target}: {err.strerror}") from err
    except ValueError as err:  # a NUL in the name
        raise OutputError(f"{os.fspath(path)!r}: {err}") from err

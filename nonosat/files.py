"""Files in and out: open, decode, detect, stream, walk; `writing` has how they are written."""

from __future__ import annotations

import codecs
import contextlib
import glob
import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from nonosat.errors import (
    InputError,
    NonosatError,
    ParseError,
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
from nonosat.writing import write_bytes as write_bytes
from nonosat.writing import write_text as write_text
from nonosat.writing import write_whole as write_whole

GZIP_MARK = b"\x1f\x8b"

HEAD = 64 * 1024
"""Bytes that are read to tell the format."""

WHOLE = 64 * 1024
"""Bytes up to which a file of several puzzles is one piece."""

NOT_OURS = (UnknownFormat, Unsupported)
"""Errors of files that are no puzzles, or of a kind that nonosat does not handle."""


class Piece(NamedTuple):
    """The text of one puzzle, or of a small file of several, that is not read yet."""

    record: Record
    format: str
    position: int
    """Number of its first puzzle in the file, from 1."""
    given: bool
    """Named by the user. False: met in a directory or archive, where what is no puzzle is skipped."""


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
    """Write puzzles as a text; of a binary format, its bytes decoded as Latin-1.

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
    name = format or format_of_suffix(path)
    text = dumps(sheets, name)
    write_bytes(path, text.encode("latin-1" if make_format(name).binary else "utf-8"))


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

    Packed files are unpacked on the way: gzip by its first bytes, zip archives by their suffix.

    Raises:
        InputError: the file cannot be opened.
        ParseError: its format is not known.
    """
    for found in map(read_piece, _file(path, format, given=True)):
        for one in found:
            assert isinstance(one, Found)  # a file that was named is never passed over
            yield one


def walk(paths: Sequence[str], format: str | None = None) -> Iterator[Found | Path]:
    """The puzzles of files and directories, in order.

    A file that cannot be read yields its error and the rest follows all the same. Directories are
    searched for files whose suffix and content are a known format; every other file in them is
    yielded as a Path, for being counted as skipped.
    """
    for piece in walk_pieces(paths, format):
        yield from read_piece(piece)


def read_piece(piece: Piece | Found | Path) -> Iterator[Found | Path]:
    """Read the puzzles of a piece, or its Path if it turns out to be no puzzle; see `walk`."""
    if not isinstance(piece, Piece):
        yield piece
        return
    record, position = piece.record, piece.position
    try:
        sheets = make_format(piece.format).read(record)
    except NonosatError as err:
        if isinstance(err, NOT_OURS) and position == 1 and not piece.given:
            yield Path(record.source)
        else:
            yield Found(record.source, position, None, err)
        return
    for number, sheet in enumerate(sheets, position):
        yield Found(record.source, number, sheet, None)


def walk_pieces(paths: Sequence[str], format: str | None = None) -> Iterator[Piece | Found | Path]:
    """What `walk` yields, but not read yet where reading can be left to somebody else.

    A piece holds one puzzle or few, and its position is that of its first. Where the positions of
    what follows depend on the number of puzzles in it, it has been read already.
    """
    for path in _expanded(paths):
        if path != "-" and os.path.isdir(path):
            yield from _directory(path, format)
        else:
            try:
                yield from _file(path, format, given=True)
            except NonosatError as err:
                yield Found("<stdin>" if path == "-" else path, 1, None, err)


def _expanded(paths: Iterable[str]) -> Iterator[str]:
    """Replace patterns such as ``*.non``, which not every shell replaces, by what they fit."""
    for path in paths:
        if path == "-" or os.path.lexists(path) or not glob.has_magic(path):
            yield path
            continue
        yield from sorted(glob.iglob(path, recursive=True)) or [path]


def _directory(path: str, format: str | None) -> Iterator[Piece | Found | Path]:
    seen = False
    for file in _files_below(Path(path)):
        seen = True
        if isinstance(file, InputError):
            yield Found(path, 1, None, file)
            continue
        if not _has_known_suffix(file) or not _is_data(file):
            yield file
            continue
        try:
            yield from _file(file, format, given=False)
        except NOT_OURS:
            yield file
        except NonosatError as err:
            yield Found(str(file), 1, None, err)
    if not seen:
        yield Found(path, 1, None, InputError(f"{path}: the directory holds no file"))


def _has_known_suffix(file: Path) -> bool:
    suffix = file.suffix.lower()
    if suffix == ".gz":
        suffix = Path(file.stem).suffix.lower()
    return suffix == ".zip" or any(suffix in entry.suffixes for entry in FORMATS)


def _file(
    path: str | os.PathLike[str], format: str | None, given: bool
) -> Iterator[Piece | Found | Path]:
    source = "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
    with _opened(path, source) as file:
        if Path(source).suffix.lower() != ".zip":
            yield from _contents(file, source, format, given)
            return
        if not file.seekable():
            raise InputError(f"{source}: an archive cannot be read from a pipe")
        from nonosat.unpack import zip_members  # few files are packed

        for name, member in zip_members(file, source):
            if not _has_known_suffix(Path(name)) or name.lower().endswith(".zip"):
                yield Path(name)
                continue
            try:
                yield from _contents(member, name, format, given=False)
            except NOT_OURS:
                yield Path(name)
            except NonosatError as err:
                yield Found(name, 1, None, err)


def _contents(
    file: BinaryIO, source: str, format: str | None, given: bool
) -> Iterator[Piece | Found | Path]:
    head = _read(file, HEAD, source)
    suffix = Path(source).suffix.lower()
    if head.startswith(GZIP_MARK):
        from nonosat.unpack import gunzipped

        file = gunzipped(io.BufferedReader(_Chained(head, file)), source)
        head = _read(file, HEAD, source)
        suffix = Path(Path(source).stem).suffix.lower() if suffix == ".gz" else suffix
    complete = len(head) < HEAD
    name = _format_name(head, suffix, source, complete, format)
    reader = make_format(name) if name else None
    if name and isinstance(reader, RecordFormat) and _can_stream(head):
        yield from _pieces(name, reader, _lines(head, file, source), source, given)
        return
    data = _read_all(head, file, source)
    if name is None or not complete:  # what tells formats apart may stand far down
        name = _format_name(data, suffix, source, True, format)
        assert name is not None
    reader = make_format(name)
    piece = Piece(Record(_text(reader, data, source), source), name, 1, given)
    if len(data) > WHOLE and "several" in reader.holds:
        yield from read_piece(piece)
    else:
        yield piece


def _pieces(
    name: str, reader: RecordFormat, lines: Iterable[str], source: str, given: bool
) -> Iterator[Piece | Found | Path]:
    """The records of a file, each with the position of its puzzle."""
    records = reader.split(lines, source)
    position = 1
    while True:
        try:
            record = next(records, None)
        except NonosatError as err:  # the file itself cannot be read further
            if position == 1 and not given and isinstance(err, NOT_OURS):
                raise
            yield Found(source, position, None, err)
            return
        if record is None:
            return
        line, text = record
        piece = Piece(Record(text, source, line), name, position, given)
        if reader.may_be_several(text):
            for found in read_piece(piece):
                yield found
                position += 1
        else:
            yield piece
            position += 1


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
        if isinstance(err, NonosatError):
            raise
        raise InputError(f"{source}: {err.strerror}") from err
    except ParseError:  # of packed data: what comes before the damage is good
        if not parts:
            raise
    return b"".join(parts)


def _read_all(head: bytes, file: BinaryIO, source: str) -> bytes:
    data = head + _read(file, MAX_BYTES + 1 - len(head), source)
    if len(data) > MAX_BYTES:
        raise TooLarge(f"larger than {MAX_BYTES >> 20} MiB", source)
    return data


def _format_name(
    head: bytes, suffix: str, source: str, complete: bool, format: str | None
) -> str | None:
    """The format of a file; None if its beginning is not enough to tell."""
    if format is not None:
        return format
    try:
        return detect(head_of(head, source, complete), suffix, source, complete)
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
        except NonosatError:
            raise
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


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a whole text file; ``-`` is standard input.

    Raises:
        InputError: it cannot be opened.
        ParseError: it is too large, or no text.
    """
    data, source = read_bytes(path)
    return decode(data, source)


def read_bytes(path: str | os.PathLike[str]) -> tuple[bytes, str]:
    """Read a whole file; ``-`` is standard input. Also gives the name to call it by in messages.

    Raises:
        InputError: it cannot be opened.
        TooLarge: more than MAX_BYTES.
    """
    source = "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
    with _opened(path, source) as file:
        return _read_all(b"", file, source), source

"""Puzzle files in and out: detect, stream, walk; `reading` and `writing` have their bytes."""

from __future__ import annotations

import glob
import io
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from nonosat.errors import (
    InputError,
    NonosatError,
    TooLarge,
    UnknownFormat,
    Unsupported,
    UsageError,
    internal_error,
)
from nonosat.files.reading import Chained, can_stream, lines_of, opened, read_all, read_up_to
from nonosat.files.reading import read_bytes as read_bytes
from nonosat.files.reading import read_text as read_text
from nonosat.files.write import write_bytes as write_bytes
from nonosat.files.write import write_text as write_text
from nonosat.files.write import write_whole as write_whole
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import MAX_LINES, Format, Record, RecordFormat, check_holds
from nonosat.formats.bytes_to_text import decode, head_of
from nonosat.formats.detect import SHARED_SUFFIXES, detect
from nonosat.model import Sheet

GZIP_MARK = b"\x1f\x8b"

HEAD = 64 * 1024
"""Bytes that are read to tell the format."""

WHOLE = 64 * 1024
"""Bytes up to which a file of several puzzles is one piece."""

PROBED = 10
"""Records at the beginning of a file, of which one at least is a puzzle if it is ours."""

SHORTEST = 5
"""Characters; a record of fewer is no puzzle that is worth a place in a collection."""

MAX_SHORT = 10_000
"""Records on end that are shorter; reading through more is a waste of time."""

NOT_OURS = (UnknownFormat, Unsupported)
"""Errors of files that are no puzzles, or of a kind that nonosat does not handle."""

Without = Callable[[os.stat_result], bool]
"""Tells the files that are no input, such as those that the run itself writes."""


class Piece(NamedTuple):
    """The text of one puzzle, or of a small file of several, that is not read yet."""

    record: Record
    format: str
    position: int
    """Number of its first puzzle in the file, from 1."""
    given: bool
    """Named by the user, or known to be ours. False: met in a directory or archive, where what is
    no puzzle is skipped."""


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
    skipped = []
    empty = True
    for piece in _file(path, format, given=True):
        for one in read_piece(piece):
            if isinstance(one, Path):  # in an archive
                skipped.append(one)
            else:
                empty = False
                yield one
    if empty:
        raise _no_puzzle(os.fspath(path), skipped)


def nothing(info: os.stat_result) -> bool:
    """The `Without` of a run that excludes no file."""
    return False


def walk(
    paths: Sequence[str], format: str | None = None, without: Without = nothing
) -> Iterator[Found | Path]:
    """The puzzles of files and directories, in order.

    A file that cannot be read yields its error and the rest follows all the same. Directories are
    searched for files whose suffix or content is that of a puzzle; every other file in them is
    yielded as a Path, for being counted as skipped.

    Args:
        without: asked about each file when it is reached, so that it knows files which are newer
            than the walk; those for which it says True are skipped.
    """
    for piece in walk_pieces(paths, format, without):
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
    except (MemoryError, RecursionError) as err:
        error = TooLarge(f"too large to be read here ({type(err).__name__})", record.source)
        yield Found(record.source, position, None, error)
        return
    except Exception as err:  # a bug of ours: of this piece, and not the end of the rest
        yield Found(record.source, position, None, internal_error(err))
        return
    for number, sheet in enumerate(sheets, position):
        yield Found(record.source, number, sheet, None)


def walk_pieces(
    paths: Sequence[str], format: str | None = None, without: Without = nothing
) -> Iterator[Piece | Found | Path]:
    """What `walk` yields, but not read yet where reading can be left to somebody else.

    A piece holds one puzzle or few, and its position is that of its first. Where the positions of
    what follows depend on the number of puzzles in it, it has been read already.
    """
    for path in _expanded(paths):
        if path != "-" and os.path.isdir(path):
            yield from _directory(path, format, without)
        elif path != "-" and _is_excluded(path, without):
            yield Path(path)
        else:
            yield from _named(path, format)


def _is_excluded(path: str | os.PathLike[str], without: Without) -> bool:
    try:
        return without(os.stat(path))
    except (OSError, ValueError):
        return False  # reading it will say what is wrong


def _named(path: str, format: str | None) -> Iterator[Piece | Found | Path]:
    """What a file holds that the user has named, or the error in its place."""
    source = "<stdin>" if path == "-" else path
    skipped = []
    empty = True
    try:
        for piece in _file(path, format, given=True):
            if isinstance(piece, Path):  # in an archive
                skipped.append(piece)
            else:
                empty = False
            yield piece
    except NonosatError as err:
        yield Found(source, 1, None, err)
    else:
        if empty:
            yield Found(source, 1, None, _no_puzzle(source, skipped))


def _no_puzzle(source: str, skipped: Sequence[Path]) -> UnknownFormat:
    if not skipped:
        return UnknownFormat("there is no puzzle in this file", source)
    return UnknownFormat(
        "no file in this archive is a puzzle by its name and content; the first of "
        f"{len(skipped)} is {skipped[0].name!r}",
        source,
    )


def _expanded(paths: Iterable[str]) -> Iterator[str]:
    """Replace patterns such as ``*.non``, which not every shell replaces, by what they fit."""
    for path in paths:
        if path == "-" or os.path.lexists(path) or not glob.has_magic(path):
            yield path
            continue
        yield from sorted(glob.iglob(path, recursive=True)) or [path]


def _directory(path: str, format: str | None, without: Without) -> Iterator[Piece | Found | Path]:
    seen = False
    for file in _files_below(path):
        seen = True
        if isinstance(file, InputError):
            yield Found(path, 1, None, file)
        elif not _has_known_suffix(file) or not _is_data(file) or _is_excluded(file, without):
            yield file
        else:
            yield from _met(file, format)
    if not seen:
        yield Found(path, 1, None, InputError(f"{path}: the directory holds no file"))


def _met(file: Path, format: str | None) -> Iterator[Piece | Found | Path]:
    """What a file of a directory holds, or the file itself if it is clearly something else."""
    ours = _has_own_suffix(file)
    try:
        yield from _file(file, format, given=ours)
    except NonosatError as err:
        yield file if isinstance(err, NOT_OURS) and not ours else Found(str(file), 1, None, err)


def _suffix(file: Path) -> str:
    """The suffix that tells the format, below that of gzip."""
    suffix = file.suffix.lower()
    return Path(file.stem).suffix.lower() if suffix == ".gz" else suffix


def _has_known_suffix(file: Path) -> bool:
    return file.suffix.lower() == ".zip" or _is_of_format(_suffix(file))


def _has_own_suffix(file: Path) -> bool:
    """Whether only puzzles are called so."""
    return _is_of_format(_suffix(file)) and _suffix(file) not in SHARED_SUFFIXES


def _is_of_format(suffix: str) -> bool:
    return any(suffix in entry.suffixes for entry in FORMATS)


def _file(
    path: str | os.PathLike[str], format: str | None, given: bool
) -> Iterator[Piece | Found | Path]:
    source = "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
    with opened(path, source) as file:
        if Path(source).suffix.lower() != ".zip":
            yield from _contents(file, source, format, given)
            return
        if not file.seekable():
            raise InputError(f"{source}: an archive cannot be read from a pipe")
        from nonosat.files.unpack import zip_members  # few files are packed

        for name, member in zip_members(file, source):
            inside = Path(name)
            if not _is_of_format(_suffix(inside)):
                yield inside
                continue
            ours = _has_own_suffix(inside)
            try:
                yield from _contents(member, name, format, given=ours)
            except NonosatError as err:
                skip = isinstance(err, NOT_OURS) and not ours
                yield inside if skip else Found(name, 1, None, err)


def _contents(
    file: BinaryIO, source: str, format: str | None, given: bool
) -> Iterator[Piece | Found | Path]:
    head = read_up_to(file, HEAD, source)
    suffix = Path(source).suffix.lower()
    if head.startswith(GZIP_MARK):
        from nonosat.files.unpack import budget_of, gunzipped

        file = gunzipped(io.BufferedReader(Chained(head, file)), source, budget_of(file))
        head = read_up_to(file, HEAD, source)
        suffix = _suffix(Path(source))
    complete = len(head) < HEAD
    name = _format_name(head, suffix, source, complete, format)
    reader = make_format(name) if name else None
    if name and isinstance(reader, RecordFormat) and can_stream(head):
        yield from _pieces(name, reader, lines_of(head, file, source), source, given)
        return
    data = read_all(head, file, source)
    if not (reader and reader.binary) and data.count(b"\n") > MAX_LINES:
        raise TooLarge(f"more than {MAX_LINES} lines", source)
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
    short = 0
    passed: list[Piece] = []
    while True:
        try:
            record = next(records, None)
            short = short + 1 if record and len(record[1].strip()) < SHORTEST else 0
            if record and short > MAX_SHORT:
                what = f"more than {MAX_SHORT} records on end that are too short for a puzzle"
                raise TooLarge(what, source, record[0])
        except NonosatError as err:  # the file itself cannot be read further
            if position == 1 and not given and isinstance(err, NOT_OURS):
                raise
            yield Found(source, position, None, err)
            return
        if record is None:
            break
        piece = Piece(Record(record[1], source, record[0]), name, position, True)
        if not given:
            given = _is_ours(reader, piece.record)
            if not given:
                passed.append(piece)
                position += 1
                if len(passed) == PROBED:
                    break
                continue
            yield from passed
        if reader.may_be_several(record[1]):
            for found in read_piece(piece):
                yield found
                position += 1
        else:
            yield piece
            position += 1
    if not given:
        yield Path(source)


def _is_ours(reader: Format, record: Record) -> bool:
    """Whether a record is a puzzle, be it a good one or not."""
    try:
        reader.read(record)
    except NonosatError as err:
        return not isinstance(err, NOT_OURS)
    return True


def _is_data(file: Path) -> bool:
    """No pipe, socket or device, on which reading may wait for ever."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return True  # reading it will say what is wrong
    return stat.S_ISREG(mode)


def _files_below(top: str) -> Iterator[Path | InputError]:
    """Files in the order of their names, hidden ones left out; folders that cannot be listed.

    Folders may be nested deeper than Python calls functions.
    """
    failed: list[InputError] = []
    folders = [top]
    while folders:
        folder = folders.pop()
        inner, names = [], []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    if not entry.is_dir():
                        names.append(entry.name)
                    elif not entry.is_symlink():
                        inner.append(entry.name)
        except OSError as err:
            failed.append(InputError(f"{folder}: {err.strerror}"))
            continue
        for name in sorted(names):
            yield Path(folder, name)
        folders += [os.path.join(folder, name) for name in sorted(inner, reverse=True)]
    yield from failed


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

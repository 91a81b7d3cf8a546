"""Reads the puzzles of one file: finds its format, unpacks it, and splits it into records."""

import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple, TypeAlias, TypeVar

from nonosat.errors import (
    InputError,
    NonosatError,
    ParseError,
    SomeUnread,
    TooLarge,
    UnknownFormat,
    Unsupported,
    Unsure,
    UsageError,
    check_kind,
    internal_error,
)
from nonosat.files.raw import (
    can_stream,
    chain,
    is_link,
    lines_of,
    name_of,
    opened,
    read_all,
    read_open,
    read_up_to,
)
from nonosat.formats import OWN_SUFFIXES, formats_of, make_format
from nonosat.formats.base import MAX_BYTES, MAX_LINES, Format, Holds, Record, is_data
from nonosat.formats.detect.bytes_to_text import decode, head_of, with_plain_ends
from nonosat.formats.detect.detect import ANY_TEXT, detect
from nonosat.formats.entry import FOUND
from nonosat.model import Sheet, SourcedSheet

GZIP_MARK = b"\x1f\x8b"
ZIP_MARK = b"PK\x03\x04"

HEAD = 64 * 1024
"""Bytes that are read to detect the format."""

WHOLE = 64 * 1024
"""Bytes of the largest file of several puzzles that is one piece."""

PROBED = 10
"""Records at the beginning of a file; if none of them is a puzzle, it is not a puzzle file."""

SHORTEST = 5
"""Characters of the shortest record that can be a puzzle."""

MAX_SHORT = 10_000
"""Reading stops after this many such records in a row."""

NOT_OURS = (UnknownFormat, Unsupported)
"""Errors of files that are not puzzles, or not of a kind that nonosat supports."""


class ReadFailure(NamedTuple):
    """The error in place of a puzzle."""

    error: NonosatError
    source: str
    """Name of the file."""
    position: int = 1
    """Number of the puzzle in it, from 1; 0 for a file in a folder or archive that is not a puzzle, or
    that is a program."""

    @property
    def why(self) -> str:
        """The message without the name of the file."""
        return str(getattr(self.error, "what", self.error))

    @classmethod
    def skipped(cls, name: str, why: str = "") -> "ReadFailure":
        """Return what stands for a file that is not a puzzle."""
        return cls(UnknownFormat(why, name), name, position=0)


Piece: TypeAlias = SourcedSheet | ReadFailure
"""One puzzle of a collection, or the error in its place."""


def load(
    path: str | os.PathLike[str] | IO[str] | IO[bytes], format: str | None = None
) -> list[Sheet]:
    """Read every puzzle of a file: a name, ``-`` for standard input, or an open file.

    The format ``"found"`` also reads what is found by searching.

    >>> load("data/drawn/fox.json")
    [<Sheet 'Fox' 29x28>]

    Raises:
        UsageError: `path` has the wrong type.
        InputError: the file cannot be opened.
        ParseError: it is not a puzzle file; the message names the line.
        Unsure: its puzzles were found by searching, or may be others.
    """
    if isinstance(path, str | os.PathLike):
        return all_sheets(stream(path, format))
    content, source = read_open(path)
    return loads(content, format, source)


def stream_bytes(data: bytes, source: str, format: str | None = None) -> Iterator[Piece]:
    """Read the puzzles of the contents of a file; see `stream`. The suffix of `source` counts."""
    yield from _streamed(_pieces(io.BytesIO(data), source, format, given=True), source)


def first_sheets(puzzles: Iterable[Piece], most: int) -> tuple[list[Sheet], bool]:
    """Return the first `most` puzzles, and whether there are more."""
    rest = iter(puzzles)
    return all_sheets(islice(rest, most)), next(rest, None) is not None


def all_sheets(puzzles: Iterable[Piece]) -> list[Sheet]:
    """Return the puzzles as sheets; raise the error of one that cannot be read."""
    sheets = []
    for found in puzzles:
        if isinstance(found, ReadFailure):
            raise found.error
        sheets.append(replace(found.sheet, file=found.source, position=found.position))
    return sheets


def loads(text: str | bytes, format: str | None = None, source: str = "<string>") -> list[Sheet]:
    """Read every puzzle of a text, or of the bytes of a file. The suffix of `source` counts.

    >>> loads("width 2\\nheight 1\\nrows\\n2\\ncolumns\\n1\\n1\\n")
    [<Sheet 2x1>]

    Raises:
        UsageError: `text` is neither str nor bytes; `load` reads files.
        ParseError: it is not a puzzle; the message names the line.
    """
    check_kind(source, "source", str)
    if isinstance(text, bytes | bytearray | memoryview):
        return all_sheets(stream_bytes(bytes(text), source, format))
    if not isinstance(text, str):
        kind = type(text).__name__
        raise UsageError(f"expected a text (str) or bytes, got {kind}; nonosat.load reads files")
    if len(text) > MAX_BYTES:
        raise TooLarge(f"larger than {MAX_BYTES >> 20} MiB", source)
    lines = with_plain_ends(text.removeprefix("\ufeff"))
    is_asked, format = format == FOUND, None if format == FOUND else format
    name = format or detect(lines, os.path.splitext(source)[1], source, True)
    reader = make_format(name)
    if reader.binary:
        if not text.isascii():
            raise UsageError(f"{name} is a binary format: nonosat.loads takes its bytes")
        return reader.read(Record(text.encode(), source))
    return reader.read(Record(lines, source, named=format is not None, is_asked=is_asked))


def stream(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Piece]:
    """Read the puzzles of a file one by one; a bad record does not end a file of records.

    Packed files are unpacked on the way: gzip by its first bytes, zip archives by their suffix.
    """
    name = name_of(path)
    yield from _streamed(pieces_of_file(path, format, given=True), name)


def _streamed(pieces: Iterable[Record | Piece], source: str) -> Iterator[Piece]:
    read = (one for piece in pieces for one in read_record(piece))
    yield from (one for one in unless_empty(read, source) if one.position)


P = TypeVar("P", Piece, Record | Piece)


def unless_empty(pieces: Iterable[P], source: str) -> Iterator[P]:
    """Yield the pieces of a file, and raise UnknownFormat at the end if there is no puzzle."""
    skipped: list[str] = []
    empty = True
    for piece in pieces:
        if isinstance(piece, ReadFailure) and not piece.position:  # in an archive
            skipped.append(piece.source)
        else:
            empty = False
        yield piece
    if empty and not skipped:
        raise UnknownFormat("there is no puzzle in this file", source)
    if empty:
        raise UnknownFormat(
            "no file in this archive is a puzzle by its name and content; the first of "
            f"{len(skipped)} is {Path(skipped[0]).name!r}",
            source,
        )


def read_record(piece: Record | Piece) -> Iterator[Piece]:
    """Yield the puzzles of a piece, or one failure if it is not a puzzle; see `walk`."""
    if not isinstance(piece, Record):
        yield piece
        return
    position = piece.position
    try:
        sheets = make_format(piece.format).read(piece)
    except NonosatError as err:
        if isinstance(err, SomeUnread):
            for number, one in enumerate(err.found, position):
                if isinstance(one, ParseError):
                    yield ReadFailure(one, piece.source, number)
                else:
                    yield SourcedSheet(one, piece.source, number)
            return
        foreign = isinstance(err, NOT_OURS) or _is_elsewhere(piece)
        if isinstance(err, Unsure):
            from nonosat.formats.said.texts import is_code  # most files are sure

            foreign = isinstance(piece.content, str) and is_code(piece)
        if foreign and position == 1 and not piece.given:
            position = 0
        yield ReadFailure(err, piece.source, position)
        return
    except (MemoryError, RecursionError) as err:
        error = TooLarge(f"too large to be read here ({type(err).__name__})", piece.source)
        yield ReadFailure(error, piece.source, position)
        return
    except Exception as err:  # a bug of ours must not end the rest
        yield ReadFailure(internal_error(err), piece.source, position)
        return
    for number, sheet in enumerate(sheets, position):
        yield SourcedSheet(sheet, piece.source, number)


def _is_elsewhere(piece: Record) -> bool:
    """Return True if a text is mostly words, and its suffix is not one of its detected format."""
    content = piece.content
    suffix = format_suffix(Path(piece.source))
    if isinstance(content, bytes) or piece.format in formats_of(suffix):
        return False
    return not is_data(piece)


def holds_puzzle(path: str | os.PathLike[str], clues: bool = False) -> bool:
    """Return True if a file in a folder would be read as a puzzle, with or without mistakes.

    Args:
        path: a file, not a pipe or device.
        clues: if True, a picture does not count.
    """
    name = name_of(path)
    for piece in islice(
        unless_foreign(name, pieces_of_file(path, None, given=False), False), PROBED
    ):
        if isinstance(piece, SourcedSheet | ReadFailure) and piece.position:
            return isinstance(piece, SourcedSheet) or not isinstance(
                piece.error, InputError | TooLarge
            )
        if isinstance(piece, Record) and any(
            item.position > 0 or isinstance(getattr(item, "error", None), Unsure)
            for item in read_record(piece)
        ):
            holds = make_format(
                piece.format
            ).holds  # a drawing holds nothing: it can be drawn again
            return bool(holds & (Holds.CLUES if clues else ~Holds(0)))
    return False


def format_suffix(file: Path) -> str:
    """Return the suffix of the format: ``.non`` for ``a.non.gz``."""
    stem, suffix = os.path.splitext(file.name.lower())
    return os.path.splitext(stem)[1] if suffix == ".gz" else suffix


def chosen_puzzle(path: str | os.PathLike[str]) -> tuple[str | os.PathLike[str], str]:
    """Split ``FILE#2`` or ``FILE#title`` into the file and what chooses one of its puzzles; "" if nothing does.

    A file of exactly this name counts first.
    """
    text = os.fspath(path)
    if not isinstance(text, str) or "#" not in text or "\0" in text or is_link(path):
        return path, ""
    places = (
        [at for at, sign in enumerate(text) if sign == "#"] if not os.path.lexists(text) else []
    )
    at = next((at for at in places if os.path.isfile(text[:at])), None)
    return (path, "") if at is None else (text[:at], text[at + 1 :])


def pieces_of_file(
    path: str | os.PathLike[str], format: str | None, given: bool
) -> Iterator[Record | Piece]:
    """Yield the puzzles of a file, or the one that ``#2`` or ``#title`` behind its name chooses."""
    path, choice = chosen_puzzle(path)
    source = name_of(path)
    with opened(path, source) as file:
        pieces = _pieces(file, source, format, given)
        yield from _chosen(pieces, choice, source) if choice else pieces


def _chosen(pieces: Iterable[Record | Piece], choice: str, source: str) -> Iterator[Piece]:
    """Yield the puzzle with this number, or the only one with this title or id."""
    read = (one for piece in pieces for one in read_record(piece) if one.position)
    found: list[Piece] = []
    number = 0
    for number, one in enumerate(read, 1):
        if choice.isdecimal():
            wanted = number == int(choice)
        else:
            wanted = isinstance(one, SourcedSheet) and choice in (one.sheet.title, one.sheet.id)
        if wanted:
            found.append(one._replace(position=number))
        if found and choice.isdecimal():
            break
    if not found:
        called = f"number {choice}" if choice.isdecimal() else f"of the title {choice!r}"
        raise InputError(f"{source}: no puzzle {called} among the {number} in it")
    if len(found) > 1:
        numbers = ", ".join(f"#{one.position}" for one in found)
        raise InputError(f"{source}: {len(found)} puzzles have the title {choice!r}: {numbers}")
    yield found[0]._replace(several=True) if isinstance(found[0], SourcedSheet) else found[0]


def _pieces(
    file: BinaryIO, source: str, format: str | None, given: bool
) -> Iterator[Record | Piece]:
    suffix = os.path.splitext(source)[1].lower()
    if suffix != ".zip" and (suffix or not _is_archive(file, source)):
        yield from _contents(file, source, format, given)
        return
    if not file.seekable():
        raise InputError(f"{source}: an archive cannot be read from a pipe")
    from nonosat.files.unpack import zip_members  # few files are packed

    for name, member in zip_members(file, source):
        inside = Path(name)
        if not formats_of(format_suffix(inside)):
            yield ReadFailure.skipped(name)
            continue
        ours = format_suffix(inside) in OWN_SUFFIXES
        yield from unless_foreign(name, _contents(member, name, format, given=ours), ours)


def _is_archive(file: BinaryIO, source: str) -> bool:
    """Return True if the content is a zip archive of files."""
    if not file.seekable():
        return False
    start = file.tell()
    head = read_up_to(file, HEAD, source)
    file.seek(start)
    if not head.startswith(ZIP_MARK):
        return False
    try:
        detect(head_of(head, source, False), "", source, False)
    except Unsupported:
        return True
    return False  # a spreadsheet


def unless_foreign(
    name: str, pieces: Iterator[Record | Piece], ours: bool
) -> Iterator[Record | Piece]:
    """Yield the pieces of a file in a folder or archive, or one failure if it is not a puzzle file.

    Args:
        ours: True if only puzzle files have its suffix, so that all errors are reported.
    """
    try:
        yield from pieces
    except NonosatError as err:
        yield ReadFailure(err, name, 0 if isinstance(err, NOT_OURS) and not ours else 1)


def _contents(
    file: BinaryIO, source: str, format: str | None, given: bool
) -> Iterator[Record | Piece]:
    is_asked, format = format == FOUND, None if format == FOUND else format
    head = read_up_to(file, HEAD, source)
    suffix = os.path.splitext(source)[1].lower()
    if head.startswith(GZIP_MARK):
        from nonosat.files.unpack import budget_of, gunzipped

        file = gunzipped(chain(head, file), source, budget_of(file))
        head = read_up_to(file, HEAD, source)
        suffix = format_suffix(Path(source))
    complete = len(head) < HEAD
    name = format
    try:
        name = name or detect(head_of(head, source, complete), suffix, source, complete)
    except UnknownFormat:
        if complete:
            raise
    reader = make_format(name) if name else None
    if name and reader and reader.split and can_stream(head):
        records = reader.split(lines_of(head, file, source), source)
        whole = Record("", source, is_asked=is_asked, format=name)
        yield from _records(reader, records, whole, given)
        return
    data = head if complete else read_all(head, file, source)
    if not (reader and reader.binary) and data.count(b"\n") > MAX_LINES:
        raise TooLarge(f"more than {MAX_LINES} lines", source)
    if name is None or not complete:  # the sign of a format may be far down
        name = format or detect(head_of(data, source, True), suffix, source, True)
    reader = make_format(name)
    content = data if reader.binary else decode(data, source)
    named = format is not None or (suffix != ANY_TEXT and name in formats_of(suffix))
    piece = Record(content, source, 1, named, is_asked, name, given=given)
    if len(data) > WHOLE and Holds.SEVERAL in reader.holds:
        yield from read_record(piece)
    else:
        yield piece


def _records(
    reader: Format, records: Iterator[tuple[int, str]], whole: Record, given: bool
) -> Iterator[Record | Piece]:
    """Yield the records of a file, each with the position of its puzzle.

    Args:
        whole: a record of the file, without its content.
    """
    position, source = 1, whole.source
    short = 0
    passed: list[Record] = []
    while True:
        try:
            record = next(records, None)
            short = short + 1 if record and len(record[1].strip()) < SHORTEST else 0
            if record and short > MAX_SHORT:
                what = f"more than {MAX_SHORT} records in a row that are too short for a puzzle"
                raise TooLarge(what, source, record[0])
        except NonosatError as err:  # the file itself cannot be read further
            if position == 1 and not given and isinstance(err, NOT_OURS):
                raise
            yield ReadFailure(err, source, position)
            return
        if record is None:
            break
        piece = whole._replace(content=record[1], line=record[0], position=position)
        if not given:
            given = _is_ours(reader, piece)
            if not given:
                passed.append(piece)
                position += 1
                if len(passed) == PROBED:
                    break
                continue
            yield from passed
        if reader.may_be_several(record[1]):
            for found in read_record(piece):
                yield found
                position += 1
        else:
            yield piece
            position += 1
    if not given:
        yield ReadFailure.skipped(source, "none of its first records is a puzzle")


def _is_ours(reader: Format, record: Record) -> bool:
    """Return True if a record is a puzzle, even one with mistakes."""
    try:
        reader.read(record)
    except NonosatError as err:
        return not isinstance(err, NOT_OURS)
    return True

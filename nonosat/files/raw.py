"""Opens files, reads them up to a maximum size, and splits them into lines."""

import codecs
import contextlib
import io
import os
import sys
import zlib
from abc import abstractmethod
from collections.abc import Iterator
from typing import IO, Any, BinaryIO

from nonosat.errors import InputError, ParseError, TooLarge, named_path, naming_os_errors
from nonosat.formats.base import MAX_BYTES
from nonosat.formats.detect.bytes_to_text import decode
from nonosat.formats.entry import LINK_MARK

MAX_EMPTY = 100_000
"""Reading a file of records stops after this many empty lines in a row."""
ADDRESSES = ("http://", "https://")
PART = 8 << 10
"""Bytes to read before their lines are processed; Python 3.14 would read 128 KiB."""


@contextlib.contextmanager
def opened(path: str | os.PathLike[str], source: str) -> Iterator[BinaryIO]:
    """Open a file to read; ``-`` is standard input, which stays open; a link is its own content."""
    if is_link(path):
        yield io.BytesIO(os.fspath(path).encode(errors="surrogateescape"))
        return
    if os.fspath(path) == "-":
        if sys.stdin is None:  # it was closed at the start
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


def read_up_to(file: BinaryIO, size: int, source: str, *, whole: bool = False) -> bytes:
    """Read up to `size` bytes; fewer if the file ends, or (unless `whole`) is damaged after them."""
    parts = []
    try:
        with naming_os_errors(InputError, source):
            while size > 0 and (part := file.read(size)):
                parts.append(part)
                size -= len(part)
    except ParseError:  # of packed data: keep what comes before the damage
        if whole or not parts:
            raise
    return b"".join(parts)


def read_all(head: bytes, file: BinaryIO, source: str) -> bytes:
    """Read the rest of a file after its beginning; return all of it."""
    data = head + read_up_to(file, MAX_BYTES + 1 - len(head), source, whole=True)
    if len(data) > MAX_BYTES:
        raise TooLarge(f"larger than {MAX_BYTES >> 20} MiB", source)
    return data


def can_stream(head: bytes) -> bool:
    """Return True if lines can be read one by one: UTF-8 with line feeds."""
    cr_only = b"\r" in head and b"\n" not in head
    return not cr_only and not head.startswith((b"\xff\xfe", b"\xfe\xff"))


def lines_of(head: bytes, file: BinaryIO, source: str) -> Iterator[str]:
    """Yield the lines of a file without their ends; its beginning was read already."""
    chained = chain(head, file)
    number = empty = 0
    with naming_os_errors(InputError, source):
        while (line := chained.readline(MAX_BYTES + 1)) not in (b"", b"\x1a"):
            number += 1
            if len(line) > MAX_BYTES:
                raise TooLarge(f"a line of more than {MAX_BYTES >> 20} MiB", source, number)
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            try:
                text = line.decode()
            except UnicodeDecodeError:
                text = line.decode("latin-1")
            empty = 0 if text.strip() else empty + 1
            if empty > MAX_EMPTY:
                raise TooLarge(f"more than {MAX_EMPTY} empty lines in a row", source, number)
            yield text.rstrip("\n").replace("\r", "")


class RawParts(io.RawIOBase):
    """A raw file for `io.BufferedReader`; subclasses implement `next_part`."""

    @abstractmethod
    def next_part(self, most: int) -> bytes:
        """Return up to `most` bytes; none at the end."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self.next_part(len(buffer))
        buffer[: len(part)] = part
        return len(part)


class Chained(RawParts):
    """A file whose beginning was read already."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head, self._file = head, file

    def next_part(self, most: int) -> bytes:
        part = self._head[:most] or self._file.read(most)
        self._head = self._head[len(part) :]
        return part


def chain(head: bytes, file: BinaryIO) -> io.BufferedReader:
    """Return a file to read from its beginning, which was read already."""
    return io.BufferedReader(Chained(head, file), PART)


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a whole text file; ``-`` is standard input."""
    data, source = read_bytes(path)
    return decode(data, source)


def is_link(path: str | os.PathLike[str]) -> bool:
    """Return True for a puzzle link in place of a file name; nothing is fetched."""
    if not isinstance(path, str) or (LINK_MARK not in path and not path.startswith(ADDRESSES)):
        return False
    return not os.path.lexists(path)


def name_of(path: str | os.PathLike[str]) -> str:
    """Return the name of a file for messages: a link gets a short one, ``-`` is ``<stdin>``."""
    name = named_path(path)
    if is_link(name):
        return f"link-{zlib.crc32(name.encode(errors='surrogateescape')):08x}"
    return "<stdin>" if name == "-" else name


def read_open(file: IO[str] | IO[bytes]) -> tuple[str | bytes, str]:
    """Read the rest of an open file, at most a byte more than `MAX_BYTES`. Return it and its name."""
    if not hasattr(file, "read"):
        named_path(file)  # it raises
    own = getattr(file, "name", None)
    source = own if isinstance(own, str) and own else "<file>"
    try:
        return file.read(MAX_BYTES + 1), source
    except (OSError, ValueError) as err:  # a ValueError if it is closed, or is not in UTF-8
        raise InputError(f"{source}: cannot be read ({err})") from err


def read_bytes(path: str | os.PathLike[str]) -> tuple[bytes, str]:
    """Read a whole file; ``-`` is standard input. Return its bytes and its name for messages."""
    source = name_of(path)
    with opened(path, source) as file:
        return read_all(b"", file, source), source

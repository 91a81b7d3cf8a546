"""Packed files, read as streams under a bound on what comes out of them: gzip, and zip archives."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

from nonosat.errors import InputError, NonosatError, ParseError, TooLarge

MAX_UNPACKED = 64 * 1024**3
"""Bytes that may come out of one packed file; they are never held, only read through."""
MAX_MEMBERS = 1_000_000
MAX_DIRECTORY = 256 * 1024 * 1024
"""Bytes of an archive's list of contents, which has to be read whole."""

_DAMAGE = (EOFError, zlib.error, zipfile.BadZipFile, gzip.BadGzipFile)


class Unpacked(io.RawIOBase):
    """What comes out of a decompressor; damage and excess become errors that name the file.

    All that can be read before the damage is given out; after that every read raises.
    """

    def __init__(self, inner: gzip.GzipFile | zipfile.ZipExtFile, source: str) -> None:
        self._inner, self._source = inner, source
        self._left = MAX_UNPACKED
        self._error: NonosatError | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._error is not None:
            raise self._error
        try:
            part = self._inner.read1(min(len(buffer), 64 * 1024))
        except _DAMAGE:
            self._error = ParseError("the packed data are damaged or cut off", self._source)
            raise self._error from None
        except OSError as err:
            self._error = InputError(f"{self._source}: {err.strerror}")
            raise self._error from err
        self._left -= len(part)
        if self._left < 0:
            self._error = TooLarge(f"unpacks to more than {MAX_UNPACKED >> 30} GiB", self._source)
            raise self._error
        buffer[: len(part)] = part
        return len(part)


def gunzipped(file: BinaryIO, source: str) -> BinaryIO:
    """The content of a gzip stream, of one member or several."""
    return cast("BinaryIO", Unpacked(gzip.GzipFile(fileobj=file, mode="rb"), source))


def zip_members(file: BinaryIO, source: str) -> Iterator[tuple[str, BinaryIO]]:
    """Name and content of every file in a zip archive, in the archive's order, hidden ones left out.

    Raises:
        ParseError: it is no zip archive, or a damaged, encrypted or excessive one.
    """
    try:
        _check_directory(file, source)
        archive = zipfile.ZipFile(file)
        members = archive.infolist()
    except (*_DAMAGE, ValueError, NotImplementedError, UnicodeDecodeError, OSError) as err:
        raise ParseError("this is no zip archive, or a damaged one", source) from err
    if len(members) > MAX_MEMBERS:
        raise TooLarge(f"more than {MAX_MEMBERS} files in an archive", source)
    for member in members:
        parts = member.filename.split("/")
        if member.is_dir() or any(part.startswith(".") for part in parts):
            continue
        name = f"{source}/{member.filename}"
        try:
            inner = cast("zipfile.ZipExtFile", archive.open(member))
        except (*_DAMAGE, RuntimeError, NotImplementedError, OSError) as err:
            # RuntimeError is encryption, NotImplementedError a method that Python does not know.
            raise ParseError(f"cannot be unpacked: {err}", name) from err
        with inner:
            yield name, cast("BinaryIO", Unpacked(inner, name))


def _check_directory(file: BinaryIO, source: str) -> None:
    """Refuse an archive whose list of contents would fill the memory, before it is read."""
    mark = b"PK\x05\x06"  # the end of central directory record of APPNOTE.TXT, 4.3.16
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - 66_000))
    tail = file.read()
    at = tail.rfind(mark)
    if at >= 0 and int.from_bytes(tail[at + 12 : at + 16], "little") > MAX_DIRECTORY:
        zip64 = tail.rfind(b"PK\x06\x06")
        stated = tail[at + 12 : at + 16] if zip64 < 0 else tail[zip64 + 40 : zip64 + 48]
        if int.from_bytes(stated, "little") > MAX_DIRECTORY:
            raise TooLarge("the archive's list of contents is too long", source)
    file.seek(0)

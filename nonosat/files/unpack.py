"""Packed files, read as streams under a bound on what comes out of them: gzip, and zip archives."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, cast

from nonosat.errors import InputError, NonosatError, ParseError, TooLarge
from nonosat.files.raw import RawParts
from nonosat.foreign import safe

FREE = 32 * 1024 * 1024
"""Bytes that may come out of any packed file: as much as the largest puzzle has."""
MAX_RATIO = 200
"""Bytes that may come out for each packed one beyond that. Collections of puzzles have 5 to 20."""
MAX_MEMBERS = 1_000_000
MAX_DIRECTORY = 256 * 1024 * 1024
"""Bytes of an archive's list of contents, which has to be read whole."""

_DAMAGE = (EOFError, zlib.error, zipfile.BadZipFile, gzip.BadGzipFile)


class Budget:
    """Bytes that may come out of one packed file, whatever number of files or layers it has."""

    def __init__(self, source: str, packed: int = 0) -> None:
        self.packed = packed
        """Bytes of the packed file, or those that have been read of it."""
        self._source, self._unpacked = source, 0

    def spend(self, count: int) -> None:
        """Take note of bytes that came out.

        Raises:
            TooLarge: more than a collection of puzzles can have.
        """
        self._unpacked += count
        if self._unpacked > FREE + MAX_RATIO * self.packed:
            raise TooLarge(
                f"unpacks to more than {MAX_RATIO} times its size: this is no collection of puzzles",
                self._source,
            )


class Unpacked(RawParts):
    """The output of a decompressor; damage and excess become errors that name the file.

    All that can be read before the damage is given out; after that every read raises.
    """

    def __init__(
        self, inner: gzip.GzipFile | zipfile.ZipExtFile, source: str, budget: Budget
    ) -> None:
        self._inner, self._source = inner, source
        self.budget = budget
        self._error: NonosatError | None = None

    def next_part(self, most: int) -> bytes:
        if self._error is not None:
            raise self._error
        try:
            part = self._inner.read1(min(most, 64 * 1024))
            self.budget.spend(len(part))
        except _DAMAGE:
            self._error = ParseError("the packed data are damaged or cut off", self._source)
            raise self._error from None
        except NonosatError as err:
            self._error = err
            raise
        except OSError as err:
            self._error = InputError(f"{self._source}: {err.strerror}")
            raise self._error from err
        return part


class _Packed(RawParts):
    """A packed file that tells its budget how much of it has been read."""

    def __init__(self, file: BinaryIO, budget: Budget) -> None:
        self._file, self._budget = file, budget

    def next_part(self, most: int) -> bytes:
        part = self._file.read(most)
        self._budget.packed += len(part)
        return part


def budget_of(file: object) -> Budget | None:
    """The budget of the archive that a file comes out of."""
    return file.budget if isinstance(file, Unpacked) else None


def gunzipped(file: BinaryIO, source: str, budget: Budget | None = None) -> BinaryIO:
    """The content of a gzip stream, of one member or several.

    Args:
        budget: of the archive in which it lies, if it does.
    """
    if budget is None:
        budget = Budget(source)
        file = cast("BinaryIO", io.BufferedReader(_Packed(file, budget)))
    return cast("BinaryIO", Unpacked(gzip.GzipFile(fileobj=file, mode="rb"), source, budget))


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
    budget = Budget(source, file.seek(0, io.SEEK_END))
    names: Counter[str] = Counter()
    for member in members:
        parts = member.filename.split("/")
        # Names are only shown, never written to, so that ".." does no harm.
        hidden = any(part.startswith(".") and part.strip(".") for part in parts)
        if not member.filename or member.is_dir() or hidden:  # a damaged archive has empty names
            continue
        name = f"{source}/{safe(member.filename)}"  # an archive can name its files as it likes
        names[name] += 1
        if names[name] > 1:  # rows and copies tell puzzles apart by their names
            start, dot, suffix = name.rpartition(".")
            name = f"{start}~{names[name]}{dot}{suffix}"
        try:
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise NotImplementedError("it is neither stored nor deflated")
            inner = cast("zipfile.ZipExtFile", archive.open(member))
        except (*_DAMAGE, RuntimeError, NotImplementedError, OSError) as err:
            # RuntimeError is encryption. Other methods than these two can take all of the memory.
            raise ParseError(f"cannot be unpacked: {err}", name) from err
        with inner:
            yield name, cast("BinaryIO", Unpacked(inner, name, budget))


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

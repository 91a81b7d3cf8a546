"""Reads gzip files and zip archives as streams, with a bound on their unpacked size."""

import gzip
import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, cast

from nonosat.errors import InputError, NonosatError, ParseError, TooLarge
from nonosat.files.raw import RawParts
from nonosat.formats.named.zipped import DAMAGE, open_member
from nonosat.sanitize import safe

FREE = 32 * 1024 * 1024
"""Unpacked bytes that are always allowed: the size of the largest puzzle."""
MAX_RATIO = 200
"""Further unpacked bytes per packed byte. Collections of puzzles have 5 to 20."""
MAX_MEMBERS = 1_000_000
MAX_DIRECTORY = 256 * 1024 * 1024
"""Bytes of an archive's directory, which is read at once."""


class Budget:
    """Bound on the unpacked bytes of one file, with all its members and layers."""

    def __init__(self, source: str, packed: int = 0) -> None:
        self.packed = packed
        """Bytes of the packed file, as far as they are known."""
        self._source, self._unpacked = source, 0

    def spend(self, count: int) -> None:
        """Count unpacked bytes; refuse more than a collection of puzzles can have."""
        self._unpacked += count
        if self._unpacked > FREE + MAX_RATIO * self.packed:
            raise TooLarge(
                f"unpacks to more than {MAX_RATIO} times its size; no collection of puzzles does",
                self._source,
            )


class Unpacked(RawParts):
    """The output of a decompressor; its errors name the file.

    Data before a damaged place can be read; after it every read raises the error.
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
        except NonosatError as err:
            self._error = err
            raise
        except DAMAGE as err:
            self._error = ParseError("the packed data are damaged or cut off", self._source)
            if isinstance(err, OSError) and err.errno:
                self._error = InputError(f"{self._source}: {err.strerror}")
            raise self._error from err
        return part


class _Packed(RawParts):
    """A packed file that counts its bytes in the budget."""

    def __init__(self, file: BinaryIO, budget: Budget) -> None:
        self._file, self._budget = file, budget

    def next_part(self, most: int) -> bytes:
        part = self._file.read(most)
        self._budget.packed += len(part)
        return part


def budget_of(file: object) -> Budget | None:
    """Return the budget of the archive that holds a file; None without one."""
    return file.budget if isinstance(file, Unpacked) else None


def gunzipped(file: BinaryIO, source: str, budget: Budget | None = None) -> BinaryIO:
    """Return the content of a gzip stream with one or more members."""
    if budget is None:
        budget = Budget(source)
        file = cast("BinaryIO", io.BufferedReader(_Packed(file, budget)))
    return cast("BinaryIO", Unpacked(gzip.GzipFile(fileobj=file, mode="rb"), source, budget))


def zip_members(file: BinaryIO, source: str) -> Iterator[tuple[str, BinaryIO]]:
    """Yield name and content of each file in a zip archive, in its order, without hidden ones."""
    try:
        _check_directory(file, source)
        archive = zipfile.ZipFile(file)
        members = archive.infolist()
    except DAMAGE as err:
        raise ParseError("not a zip archive, or a damaged one", source) from err
    if len(members) > MAX_MEMBERS:
        raise TooLarge(f"more than {MAX_MEMBERS} files in an archive", source)
    budget = Budget(source, file.seek(0, io.SEEK_END))
    names: Counter[str] = Counter()
    for member in members:
        parts = member.filename.split("/")
        # Names are only shown, never written to, so ".." is harmless.
        hidden = any(part.startswith(".") and part.strip(".") for part in parts)
        if not member.filename or member.is_dir() or hidden:  # a damaged archive has empty names
            continue
        name = f"{source}/{safe(member.filename)}"  # an archive can contain any name
        names[name] += 1
        if names[name] > 1:  # rows and copies identify puzzles by name
            start, dot, suffix = name.rpartition(".")
            name = f"{start}~{names[name]}{dot}{suffix}"
        try:
            inner = open_member(archive, member)
        except DAMAGE as err:
            raise ParseError(f"cannot be unpacked: {err}", name) from err
        with inner:
            yield name, cast("BinaryIO", Unpacked(inner, name, budget))


def _check_directory(file: BinaryIO, source: str) -> None:
    """Raise an error for an archive whose directory would fill the memory."""
    mark = b"PK\x05\x06"  # the end of central directory record of APPNOTE.TXT, 4.3.16
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - 66_000))
    tail = file.read()
    at = tail.rfind(mark)
    if at >= 0 and int.from_bytes(tail[at + 12 : at + 16], "little") > MAX_DIRECTORY:
        zip64 = tail.rfind(b"PK\x06\x06")
        stated = tail[at + 12 : at + 16] if zip64 < 0 else tail[zip64 + 40 : zip64 + 48]
        if int.from_bytes(stated, "little") > MAX_DIRECTORY:
            raise TooLarge("the directory of the archive is too long", source)
    file.seek(0)

"""The members of zip archives that are puzzle files themselves: spreadsheets and NumPy's archives."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from nonosat.errors import TooLarge
from nonosat.formats.base import MAX_BYTES, Record

DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)  # fmt: skip
"""Errors of a damaged or encrypted archive, or of one packed in a way that can use all memory."""


def open_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> zipfile.ZipExtFile:
    """Open a member that is stored or deflated; other methods can use all memory."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError("it is neither stored nor deflated")
    opened = archive.open(member)
    assert isinstance(opened, zipfile.ZipExtFile)
    return opened


def members(record: Record) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each member, all together at most `MAX_BYTES`."""
    left = MAX_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(record.data)) as archive:
            for member in archive.infolist():
                with open_member(archive, member) as file:
                    data = file.read(left + 1)
                left -= len(data)
                if left < 0:
                    record.fail(f"unpacks to more than {MAX_BYTES >> 20} MiB", 0, TooLarge)
                yield member.filename, data
    except TooLarge:
        raise
    except DAMAGE as err:
        record.fail(f"the archive is damaged: {err}".removesuffix(": "))

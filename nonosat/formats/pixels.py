"""Pictures as ``png`` and ``pnm`` read them, but with a cell for every pixel, even if they were enlarged."""

from __future__ import annotations

from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.png import sheets_of_image
from nonosat.formats.pnm import sheets_of_pnm
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read the picture."""
    is_pnm = record.data[:1] == b"P" and record.data[1:2].isdigit()
    return (sheets_of_pnm if is_pnm else sheets_of_image)(record, every_pixel=True)


PIXELS = Format(Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG, read, None, binary=True)

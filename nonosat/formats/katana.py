"""katana: ``.ujc`` files of Nonograms Katana, each a PNG with one pixel per cell, perhaps behind
other bytes. Pixels that are not opaque are background. Backups are zips of such files.

They are read only. Source: a sample, and the converter ujc-to-png.
"""

from __future__ import annotations

from nonosat.formats import png
from nonosat.formats.base import Format, Holds, Record
from nonosat.model import Sheet

_PNG = b"\x89PNG\r\n\x1a\n"


def read(record: Record) -> list[Sheet]:
    at = record.data.find(_PNG)
    if at < 0:
        record.fail("there is no PNG picture in this file")
    return png.read(Record(record.data[at:], record.source), half_is_clear=True, every_pixel=True)


KATANA = Format(Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG, read, None, binary=True)

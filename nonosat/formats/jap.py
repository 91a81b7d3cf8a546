"""jap: the binary files of QNonograms. They are read only: how their checksum is made is not known.

``TLS``, four bytes of checksum, flags (128: a solution follows), width, height, then the columns and
the rows, each a byte for the number of blocks and a byte for each. Source: the converter jap2non.
"""

from __future__ import annotations

from nonosat.errors import Unsupported
from nonosat.formats.base import ClueLine, Format, Holds, Record
from nonosat.model import Block, Clue, Sheet

_STRANGE = 0x40


def read(record: Record) -> list[Sheet]:
    data = record.data
    if not data.startswith(b"TLS") or len(data) < 10:
        record.fail("this is not a file of QNonograms: it does not begin with TLS and a size")
    flags, width, height = data[7:10]
    if flags & _STRANGE:
        record.fail("a .jap file of a kind whose layout is not known", 0, Unsupported)
    record.check_size(height, width, 0)
    at = 10
    clues = []
    for line in range(width + height):
        count = data[at] if at < len(data) else 0
        blocks = data[at + 1 : at + 1 + count]
        if at >= len(data) or len(blocks) < count:
            record.fail(f"the file ends after {line} of {width + height} clues")
        if 0 in blocks[1:] or (blocks[:1] == b"\0" and count > 1):
            record.fail(f"clue {line + 1} has a block of length 0")
        clues.append(ClueLine(Clue(Block(length) for length in blocks if length), 0))
        at += 1 + count
    return [Sheet(record.at(0).puzzle(clues[width:], clues[:width]))]


JAP = Format(Holds.CLUES | Holds.OBLONG, read, None, binary=True)

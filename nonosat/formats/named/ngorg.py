"""ngorg: pages and scripts of nonograms.org and nonograms.ru, which hold a picture as ``var d``.

A list of lists of numbers encodes size, colors and runs of cells; the clues are derived. The text
is read as JSON and never run. The pictures belong to their authors, so nothing is written. Source:
the decoders of nonogrid and pynogram.
"""

import json
import re
from collections.abc import Sequence

from nonosat.errors import ParseError
from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.palettes import make_palette
from nonosat.model import MAX_INKS, Grid, Palette, Sheet
from nonosat.model.css_colors import color_char, color_name, free_name

_FOUND = re.compile(
    r"(?:^|[;{>\s])(?:var|let|const)[ \t]+d[ \t]*=[ \t]*"
    r"(\[\[(?:[,\[\] \t\n]|-?[0-9]{1,9}(?![0-9]))*\]\])"
)


def read(record: Record) -> list[Sheet]:
    found = _FOUND.search(record.text)
    if found is None:
        record.fail("there is no 'var d=[[...]];' with a picture in this text")
    place = record.at(record.line + record.text.count("\n", 0, found.start(1)))
    try:
        return [_decoded(place, json.loads(found[1]))]
    except ParseError:
        raise
    except (ValueError, TypeError, IndexError, ZeroDivisionError, RecursionError):
        place.fail("the numbers of 'var d' are not those of a picture")


def _decoded(record: Record, lists: Sequence[Sequence[int]]) -> Sheet:
    """Decode a picture; numbers that make none raise any error."""
    residues = [[n % one[3] for n in one[:3]] for one in (lists[1:4])]
    width, height, inks = (a + b - c for a, b, c in residues)
    record.check_packed_size(height, width)
    if not 0 < inks <= MAX_INKS:
        record.fail(f"{inks} inks are not supported: 1 to {MAX_INKS}")
    palette = _palette(record, lists[4], lists[5 : 5 + inks])
    a, b, c = (n % lists[5 + inks][3] for n in lists[5 + inks][:3])
    keys, start = lists[6 + inks], 7 + inks
    runs = lists[start : start + a * a + 2 * b + c]
    if len(runs) < a * a + 2 * b + c:
        raise IndexError
    cells = bytearray(height * width)
    for run in runs:
        col, length, color, row = (run[at] - keys[at] for at in range(4))
        if min(col, length, row) < 1 or col + length - 1 > width or row > height or color > inks:
            raise IndexError
        start = (row - 1) * width + col - 1
        cells[start : start + length] = bytes([color]) * length
    return record.picture(Grid(height, width, bytes(cells)), palette)


def _palette(record: Record, key: Sequence[int], colors: Sequence[Sequence[int]]) -> Palette:
    entries: list[tuple[str, str, str | None]] = [("white", "#ffffff", ".")]
    taken = {"white"}
    for number, one in enumerate(colors, 1):
        parts = (one[0] - key[1], one[1] - key[0], one[2] - key[3])
        rgb = "#" + bytes(parts).hex()
        entries.append((free_name(taken, color_name(rgb), f"ink{number}"), rgb, color_char(rgb)))
    return make_palette(record, entries, record.line)


NGORG = Format(Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG, read, None)

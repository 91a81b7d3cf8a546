"""ngorg: pages and scripts of nonograms.org and nonograms.ru, which hold a picture as ``var d``.

A list of lists of numbers encodes size, colors and runs of cells; the clues are derived. The text
is read as JSON and never run. The pictures belong to their authors, so nothing is written. Source:
the decoders of nonogrid and pynogram.
"""

import json
import re
from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.palettes import make_palette
from nonosat.model import MAX_INKS, Grid, Palette, Sheet
from nonosat.model.css_colors import color_char, color_name, free_name

_FOUND = re.compile(
    r"(?:^|[;{>\s])(?:var|let|const)[ \t]+d[ \t]*=[ \t]*(\[\[[-0-9,\[\] \t\n]*\]\])"
)


def read(record: Record) -> list[Sheet]:
    found = _FOUND.search(record.text)
    if found is None:
        record.fail("there is no 'var d=[[...]];' with a picture in this text")
    line = record.line + record.text.count("\n", 0, found.start(1))
    try:
        lists = json.loads(found[1], parse_int=_small)
    except (ValueError, RecursionError):
        record.fail("the numbers of 'var d' are not a list", line)
    if not all(isinstance(one, list) and all(isinstance(n, int) for n in one) for one in lists):
        record.fail("'var d' is not a list of lists of numbers", line)
    for index, one in enumerate(lists[1:], 1):
        if len(one) < 4:
            record.fail(f"list {index} of 'var d' has fewer than four numbers", line)
    return [_decoded(record.at(line), lists)]


def _small(text: str) -> int:
    if len(text) > 9:
        raise ValueError(text)
    return int(text)


def _decoded(record: Record, lists: Sequence[Sequence[int]]) -> Sheet:
    def item(index: int) -> Sequence[int]:
        if index >= len(lists):
            record.fail(f"'var d' has {len(lists)} lists, too few")
        return lists[index]

    def residues(index: int) -> tuple[int, int, int]:
        one, two, three, modulus = item(index)[:4]
        if modulus <= 0:
            record.fail(f"list {index} of 'var d' has no number above 0 at its end")
        return one % modulus, two % modulus, three % modulus

    width, height, inks = (a + b - c for a, b, c in map(residues, (1, 2, 3)))
    record.check_packed_size(height, width)
    if not 0 < inks <= MAX_INKS:
        record.fail(f"{inks} inks are not supported: 1 to {MAX_INKS}")
    palette = _palette(record, item(4), [item(5 + at) for at in range(inks)])
    a, b, c = residues(5 + inks)
    count = a * a + 2 * b + c
    item(6 + inks + count)  # refuses a number of runs that are not there
    keys = item(6 + inks)
    cells = bytearray(height * width)
    for index in range(7 + inks, 7 + inks + count):
        run = item(index)
        col, length, color, row = (run[at] - keys[at] for at in range(4))
        if not (col > 0 and length > 0 and col + length - 1 <= width and 0 < row <= height):
            record.fail(f"run {index} of 'var d' lies outside of the picture")
        if not 0 <= color <= inks:
            record.fail(f"run {index} of 'var d' has color {color} of {inks}")
        start = (row - 1) * width + col - 1
        cells[start : start + length] = bytes([color]) * length
    return record.picture(Grid(height, width, bytes(cells)), palette)


def _palette(record: Record, key: Sequence[int], colors: Sequence[Sequence[int]]) -> Palette:
    entries: list[tuple[str, str, str | None]] = [("white", "#ffffff", ".")]
    taken = {"white"}
    for number, one in enumerate(colors, 1):
        parts = (one[0] - key[1], one[1] - key[0], one[2] - key[3])
        if not all(0 <= part < 256 for part in parts):
            record.fail(f"color {number} of 'var d' is {parts}, not red, green, blue")
        rgb = "#" + bytes(parts).hex()
        entries.append((free_name(taken, color_name(rgb), f"ink{number}"), rgb, color_char(rgb)))
    return make_palette(record, entries, record.line)


NGORG = Format(Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG, read, None)

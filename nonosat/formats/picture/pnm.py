"""Netpbm images, one pixel per cell: P1 and P4 (bitmap), P2 and P5 (gray), P3 and P6 (color).

A finished picture; its clues are derived. One of larger cells is read cell by cell, as a PNG is, unless
a comment ``# cells WIDTHxHEIGHT`` says that each pixel is one (nonosat writes it where needed); the
format ``pixels`` keeps every pixel. In a bitmap 1 is black. In gray and color, each distinct look (in
8 bits a channel) is a color of the puzzle; the background is what a comment ``# background #rrggbb``
says (nonosat writes one), else white, else the lighter of two. A raw file (P4 to P6) may hold several
images. Writes P1 for black on white, P3 for everything else. See the pbm, pgm and ppm manual pages of
Netpbm.
"""

import re
import struct
from collections.abc import Sequence
from typing import NamedTuple

from nonosat.advice import Advice
from nonosat.formats.base import Format, Holds, Record
from nonosat.model import BLACK_AND_WHITE, Grid, Sheet
from nonosat.model.looks import cell_side, distinct_looks, inks_of_looks
from nonosat.pictures.cells import one_pixel_per_cell

_WORD = re.compile(rb"(?:[ \t\r\n\v\f]+|#[^\r\n]*)*([^ \t\r\n\v\f#]*)")
_COMMENT = re.compile(rb"#[^\r\n]*")
MAX_LOOKS = 65
"""Colors of the largest palette in an image that does not say that it is a puzzle."""
_BACKGROUND = re.compile(rb"#[ \t]*background[ \t]+(#[0-9a-fA-F]{6})[ \t\r]*$", re.MULTILINE)
_CELLS = re.compile(rb"#[ \t]*cells[ \t]+([0-9]+x[0-9]+)[ \t\r]*$", re.MULTILINE)
_BITS = bytes(range(48)) + b"\0\1" + bytes(range(50, 256))
_REMEDY = (
    "a comment '# background #rrggbb' behind the first line would say which one is the background"
)
_WIDTH = 70
"""Netpbm asks for text lines of at most this length."""


def read(record: Record, *, every_pixel: bool = False) -> list[Sheet]:
    """Read the image, or each of several raw ones; cell by cell if it was enlarged."""
    data = record.data
    sheets: list[Sheet] = []
    at = 0
    while not sheets or at < len(data):
        header = _header(record, at)
        stated = _BACKGROUND.search(data, at, header.end)
        background = stated[1].decode().lower() if stated else ""
        cells_said = _CELLS.search(data, at, header.end)
        rows, at = _rows(record, header)
        side = 1
        if not every_pixel and not (cells_said and cells_said[1].decode() == header.size):
            rows, side = one_pixel_per_cell(rows, header.width, record.source)
        cells, palette = b"".join(rows), BLACK_AND_WHITE
        if header.kind not in (1, 4):
            with record.errors_at(_line(record, header.end)):
                looks = (cells[at : at + 3] for at in range(0, len(cells), 3))
                cells, palette = inks_of_looks(looks, background, _REMEDY)
            if len(palette.colors) > MAX_LOOKS and not (background or cells_said):
                what = f"{len(palette.colors)} colors are not those of inks"
                record.fail(what, advice=Advice("photo"))
        grid = Grid(len(rows), len(cells) // len(rows), cells, palette)
        place = record.at(_line(record, header.end))
        sheets.append(place.picture(grid, palette, side=side))
        if header.kind > 3 and not data[at:].strip(b"\n\r\x1a"):
            break
    return sheets


def write(sheets: Sequence[Sheet]) -> bytes:
    """Write the first goal of the one sheet, as text."""
    goal, palette = sheets[0].goals[0], sheets[0].puzzle.palette
    rgbs = [color.rgb for color in palette.colors]
    size, comments = f"{goal.width} {goal.height}", []
    if cell_side(map(goal.row, range(goal.height)), goal.height, goal.width) > 1:
        comments = [f"# cells {goal.width}x{goal.height}"]
    if rgbs == [color.rgb for color in BLACK_AND_WHITE.colors]:
        rows = goal.drawn("01")
        lines = [row[at : at + _WIDTH] for row in rows for at in range(0, len(row), _WIDTH)]
        return "\n".join(["P1", *comments, size, *lines, ""]).encode()
    looks = [" ".join(map(str, look)) for look in distinct_looks(palette, "pnm")]
    lines = [
        "  ".join(looks[color] for color in goal.row(row)[at : at + 5])
        for row in range(goal.height)
        for at in range(0, goal.width, 5)
    ]
    return "\n".join(
        ["P3", *comments, f"# background {rgbs[0]}", f"{size} 255", *lines, ""]
    ).encode()


class _Header(NamedTuple):
    kind: int
    width: int
    height: int
    maxval: int
    end: int
    """Where the pixels begin."""

    @property
    def size(self) -> str:
        return f"{self.width}x{self.height}"


def _line(record: Record, at: int) -> int:
    """The line number of a place in the file; 0 in raw images, where lines mean nothing."""
    if record.data[1:2] in (b"4", b"5", b"6"):
        return 0
    return record.line + record.data.count(b"\n", 0, at)


def _header(record: Record, at: int) -> _Header:
    data = record.data
    magic = data[at : at + 2]
    if not re.fullmatch(b"P[1-6]", magic):
        if at:
            record.fail("there is something behind the last pixel that is not a further image")
        record.fail("a Netpbm image begins with P1 to P6", record.line)
    kind = int(magic[1:])
    values = []
    at += 2
    for what in ("width", "height", "largest sample")[: 2 if kind in (1, 4) else 3]:
        word = _WORD.match(data, at)
        assert word is not None  # it matches anything
        line, at = _line(record, word.start(1)), word.end()
        if not word[1]:
            record.fail(f"the image ends before its {what}", line)
        values.append(record.number(word[1].decode("latin-1"), line, what))
    width, height, maxval = (*values, 1)[:3]
    record.check_size(height, width, _line(record, at))
    if not 0 < maxval < 65536:
        record.fail(f"the largest sample is {maxval}, not 1 to 65535", _line(record, at))
    return _Header(kind, width, height, maxval, at)


def _rows(record: Record, header: _Header) -> tuple[list[bytes], int]:
    """The pixels of one image, as 0 and 1 or in red, green and blue, and where the next begins."""
    if header.kind <= 3:
        samples, at = _plain(record, header), len(record.data)
    else:
        samples, at = _raw(record, header)
    if header.kind not in (1, 4):
        if max(samples) > header.maxval:
            what = f"{max(samples)} is not a sample from 0 to {header.maxval}"
            record.fail(what, _line(record, header.end))
        if (most := header.maxval) != 255:
            table = [(2 * 255 * value + most) // (2 * most) for value in range(most + 1)]
            samples = [*map(table.__getitem__, samples)]
        if header.kind in (2, 5):
            samples = [value for value in samples for _ in range(3)]
    data = bytes(samples)
    step = len(data) // header.height
    return [data[start : start + step] for start in range(0, len(data), step)], at


def _plain(record: Record, header: _Header) -> Sequence[int]:
    """The samples of a P1, P2 or P3 image, from decimal text."""
    text = _COMMENT.sub(b" ", record.data[header.end :].removesuffix(b"\x1a"))
    wanted = header.width * header.height * (3 if header.kind == 3 else 1)
    samples: Sequence[int]
    if header.kind == 1:
        bits = b"".join(text.split())
        if strange := bits.strip(b"01"):
            record.fail(f"{chr(strange[0])!r} is not a pixel of a bitmap, which are 0 and 1")
        samples, count = bits.translate(_BITS), len(bits)
    else:
        # Only what is due is split off: there may be millions of surplus words.
        words = text.split(None, wanted)
        known = {
            word: record.number(word[:20].decode("latin-1"), 0, "sample")
            for word in dict.fromkeys(words[:wanted])
        }
        samples, count = [*map(known.__getitem__, words[:wanted])], len(words)
    if count > wanted:
        record.fail(f"more samples than the {wanted} of {header.size}")
    if count < wanted:
        last = _line(record, len(record.data.rstrip()))
        record.fail(f"{count} samples, expected {wanted} for {header.size}", last)
    return samples


def _raw(record: Record, header: _Header) -> tuple[Sequence[int], int]:
    """The samples of a P4, P5 or P6 image, and where it ends."""
    start = header.end + 1  # exactly one blank precedes the pixels
    if record.data[header.end : start] not in (b" ", b"\t", b"\r", b"\n", b"\v", b"\f"):
        record.fail("one blank must come before the pixels", _line(record, header.end))
    if header.kind == 4:
        stride = (header.width + 7) // 8
    else:
        stride = header.width * (3 if header.kind == 6 else 1) * (1 + (header.maxval > 255))
    end = start + stride * header.height
    data = record.data[start:end]
    if len(data) < end - start:
        record.fail(f"{len(data)} bytes of pixels, expected {end - start} for {header.size}")
    if header.kind == 4:
        rows = (data[at : at + stride] for at in range(0, len(data), stride))
        bits = (f"{int.from_bytes(row, 'big'):0{8 * stride}b}"[: header.width] for row in rows)
        return "".join(bits).encode("ascii").translate(_BITS), end
    if header.maxval > 255:
        return struct.unpack(f">{len(data) // 2}H", data), end
    return data, end


PNM = Format(Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG, read, write, binary=True)

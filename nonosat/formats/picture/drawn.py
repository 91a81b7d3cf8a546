"""drawing: the SVG, PNG, PDF and HTML files that nonosat draws, with their puzzles inside.

A text in the file begins with ``nonosat-puzzle:1.``; base64url (RFC 4648, section 5) without padding
follows, of zlib (RFC 1950), of the puzzles in JSON lines: clues, given cells and credits, and a solution only
where it is drawn. A point ends it. It is in ``metadata`` of an SVG, in ``meta`` of a page, in a text chunk of a PNG, which
some programs compress, and in the keywords of a PDF. Other drawings are refused: nonosat cannot read printed clues. A picture that is partly
solved has its puzzle with a saved game, and is read as known cells only.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from nonosat.advice import Advice
from nonosat.errors import TooLarge, Unsupported
from nonosat.formats.base import MAX_BYTES, Format, Holds, Record
from nonosat.formats.data.formats import JSON_LINES, write_lines
from nonosat.formats.entry import DRAWN_MARK
from nonosat.formats.named.link import unsolved
from nonosat.model import Grid, Sheet

_MARKED = re.compile(rb"nonosat-puzzle:1\.([A-Za-z0-9_-]+)\.")
_COMPRESSED = re.compile(rb"zTXtnonogram\0\0|iTXtnonogram\0\x01\0[^\0]{,99}\0[^\0]{,99}\0")


def read(record: Record) -> list[Sheet]:
    """Read the puzzles that nonosat wrote into a drawing.

    Raises:
        Unsupported: there is no puzzle inside, or the picture is partly solved.
    """
    sheets = read_games(record)
    if any(sheet.saved for sheet in sheets):
        what = "this picture is partly solved: it has known cells of a puzzle"
        record.fail(what, 0, Unsupported, Advice("known cells"))
    return sheets


def read_games(record: Record) -> list[Sheet]:
    """Read the puzzles of a drawing, also with their saved games."""
    try:
        data = record.data
        if chunk := _COMPRESSED.search(data):
            data = _inflated(record, data[chunk.end() :])
        found = _MARKED.search(data)
        if found is None:
            what = "no puzzle inside: saved again by another program? nonosat cannot read printed clues: type them"
            record.fail(what, 0, Unsupported)
        packed = base64.urlsafe_b64decode(found[1] + b"=" * (-len(found[1]) % 4))
        text = _inflated(record, packed).decode()
    except (binascii.Error, UnicodeDecodeError, zlib.error):
        text = ""
    if not text:
        record.fail("the puzzle in this drawing is damaged")
    return JSON_LINES.read(Record(text, record.source))


def _inflated(record: Record, packed: bytes) -> bytes:
    inflate = zlib.decompressobj()
    plain = inflate.decompress(packed, MAX_BYTES + 1)
    if len(plain) > MAX_BYTES:
        record.fail(f"the puzzles unpack to more than {MAX_BYTES >> 20} MiB", 0, TooLarge)
    return plain if inflate.eof else b""


def marked_text(sheets: Sequence[Sheet], solutions: Sequence[object] = ()) -> str:
    """Return the text that a drawing of these puzzles has inside.

    Args:
        solutions: what is drawn in the cells of each; only a `Grid` counts.
    """
    drawn = [grid if isinstance(grid, Grid) else None for grid in solutions]
    pairs = zip(sheets, drawn or [None] * len(sheets), strict=True)
    return _text([unsolved(sheet, goal) for sheet, goal in pairs])


def _text(sheets: Sequence[Sheet]) -> str:
    packed = zlib.compress(write_lines(sheets).encode(errors="replace"), 9)
    return f"{DRAWN_MARK}{base64.urlsafe_b64encode(packed).rstrip(b'=').decode()}."


def with_puzzles(
    drawing: bytes, kind: str, sheets: Sequence[Sheet], solutions: Sequence[object] = ()
) -> bytes:
    """Return a drawing, an ``svg``, ``png`` or ``html``, with its `marked_text`."""
    return _with_text(drawing, kind, marked_text(sheets, solutions))


def with_game(drawing: bytes, kind: str, sheet: Sheet) -> bytes:
    """Return a picture of the saved game of a puzzle with both inside."""
    return _with_text(drawing, kind, _text([replace(unsolved(sheet), saved=sheet.saved)]))


def _with_text(drawing: bytes, kind: str, marked: str) -> bytes:
    text = marked.encode()
    if kind == "png":
        chunk = b"tEXtnonogram\0" + text
        ends = (len(chunk) - 4).to_bytes(4), zlib.crc32(chunk).to_bytes(4)
        return drawing[:33] + ends[0] + chunk + ends[1] + drawing[33:]  # behind the header
    # At the beginning, where files are recognized.
    place, element = b'<meta charset="utf-8">\n', b'<meta name="nonogram" content="%s">\n' % text
    if kind == "svg":
        place, element = b"\n", b"<metadata>%s</metadata>\n" % text
    return drawing.replace(place, place + element, 1)


DRAWN = Format(Holds(0), read, None, binary=True)

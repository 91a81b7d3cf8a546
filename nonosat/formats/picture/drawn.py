"""drawing: the SVG, PNG, PDF and HTML files that nonosat draws, with their puzzles inside.

A text in the file begins with ``nonosat-puzzle:1.``; base64url (RFC 4648, section 5) without padding
follows, of zlib (RFC 1950), of the puzzles in JSON lines: clues, given cells and credits, and a solution only
where it is drawn. A point ends it. It is in ``metadata`` of an SVG, in ``meta`` of a page, in a text chunk of a PNG, in a
comment of a PDF. Other drawings are refused: nonosat cannot read printed clues. A picture that is partly
solved has its puzzle with a saved game, and is read as known cells only.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from nonosat.advice import Advice
from nonosat.errors import TooLarge, Unsupported
from nonosat.formats.base import MAX_BYTES, Format, Holds, Record
from nonosat.formats.entry import DRAWN_MARK
from nonosat.formats.json.formats import JSON_LINES, write_lines
from nonosat.formats.text.link import unsolved
from nonosat.model import Grid, Sheet

_MARKED = re.compile(rb"nonosat-puzzle:1\.([A-Za-z0-9_-]+)\.")


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
    found = _MARKED.search(record.data)
    if found is None:
        what = "there is no puzzle of nonosat in this drawing, and nonosat cannot read printed clues: type them"
        record.fail(what, 0, Unsupported)
    inflate = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(found[1] + b"=" * (-len(found[1]) % 4))
        plain = inflate.decompress(packed, MAX_BYTES + 1)
        if len(plain) > MAX_BYTES:
            record.fail(f"the puzzles unpack to more than {MAX_BYTES >> 20} MiB", 0, TooLarge)
        text = plain.decode() if inflate.eof else ""
    except (ValueError, zlib.error):
        text = ""
    if not text:
        record.fail("the puzzle in this drawing is damaged")
    return JSON_LINES.read(Record(text, record.source))


def with_puzzles(
    drawing: bytes, kind: str, sheets: Sequence[Sheet], solutions: Sequence[object] = ()
) -> bytes:
    """Return a drawing of these puzzles with the puzzles inside.

    Args:
        kind: ``svg``, ``png``, ``pdf`` or ``html``.
        solutions: what is drawn in the cells of each; only a `Grid` counts.
    """
    drawn = [grid if isinstance(grid, Grid) else None for grid in solutions]
    pairs = zip(sheets, drawn or [None] * len(sheets), strict=True)
    return _with_sheets(drawing, kind, [unsolved(sheet, goal) for sheet, goal in pairs])


def with_game(drawing: bytes, kind: str, sheet: Sheet) -> bytes:
    """Return a picture of the saved game of a puzzle with both inside."""
    return _with_sheets(drawing, kind, [replace(unsolved(sheet), saved=sheet.saved)])


def _with_sheets(drawing: bytes, kind: str, sheets: Sequence[Sheet]) -> bytes:
    plain = write_lines(sheets)
    packed = zlib.compress(plain.encode(errors="replace"), 9)
    text = DRAWN_MARK.encode() + base64.urlsafe_b64encode(packed).rstrip(b"=") + b"."
    if kind == "png":
        chunk = b"tEXtnonogram\0" + text
        ends = (len(chunk) - 4).to_bytes(4), zlib.crc32(chunk).to_bytes(4)
        return drawing[:33] + ends[0] + chunk + ends[1] + drawing[33:]  # behind the header
    if kind == "pdf":
        body, _, table = drawing.rpartition(b"\nxref\n")
        table = table.replace(b"%d" % (len(body) + 1), b"%d" % (len(body) + len(text) + 3))
        return b"%s\n%%%s\nxref\n%s" % (body, text, table)
    # At the beginning, where files are recognized.
    place, element = b'<meta charset="utf-8">\n', b'<meta name="nonogram" content="%s">\n' % text
    if kind == "svg":
        place, element = b"\n", b"<metadata>%s</metadata>\n" % text
    return drawing.replace(place, place + element, 1)


DRAWN = Format(Holds(0), read, None, binary=True)

"""The files that may be replaced, since nothing is lost.

Drawings, clues and notes of people are not replaced unless they ask for it. Nonosat can make its drawings
and rows again, and a file that holds the same puzzle loses nothing.
"""

import os
import stat
import zipfile
from collections.abc import Sequence

from nonosat.advice import Advice
from nonosat.errors import NonosatError, OutputError
from nonosat.files.read import holds_puzzle, load
from nonosat.files.write import dump_bytes
from nonosat.formats import formats_of, make_format
from nonosat.formats.base import Holds
from nonosat.formats.entry import DRAWN_MARK
from nonosat.model import Sheet

PEEK = 1 << 16
"""Bytes at either end of a file that are searched for its mark."""
MOST = 1 << 24
"""Bytes of the largest file that is compared with what would be written."""
ROWS = (b'{"source": ', b"source,position,")
"""The beginnings of rows."""
PAGES = (b'<meta name="generator" content="nonosat">', b'<meta name="nonogram" content="nonosat')
"""One of these is in the head of each page."""
TEXTS = ("title", "author", "copyright", "license", "source", "id", "notes")


def check_replaceable(path: str, puzzles: bool) -> None:
    """Refuse to replace a file that does not bear nonosat's mark.

    Args:
        puzzles: let a file of puzzles pass, since `check_kept` compares it with what is written.

    Raises:
        OutputError: it would be lost.
    """
    if not _is_file(path) or is_marked(path) or (puzzles and holds_puzzle(path)):
        return
    raise OutputError(f"{path}: its content would be lost", advice=Advice("force"))


def check_kept(path: str, sheets: Sequence[Sheet], format: str) -> None:
    """Refuse to replace a file unless what it holds is among these puzzles, or it bears nonosat's mark.

    Raises:
        OutputError: something would be lost.
    """
    if _is_file(path) and not is_marked(path) and not _holds_no_more(path, sheets, format):
        raise OutputError(
            f"{path}: holds something else, which would be lost", advice=Advice("force")
        )


def is_marked(path: str) -> bool:
    """Return True for a file that nonosat has drawn or listed, and for one without content."""
    with open(path, "rb") as file:
        head = file.read(PEEK)
        file.seek(max(0, os.fstat(file.fileno()).st_size - PEEK))
        tail = file.read(PEEK)
    start = head.lstrip()[:15].lower()
    return (
        not head
        or head.startswith(ROWS)
        or (start.startswith(b"<svg") and b'class="nonosat"' in head.partition(b">")[0])
        or (start.startswith(b"<!doctype html") and any(mark in head for mark in PAGES))
        or (head.startswith(b"\x89PNG") and b"tEXtcells\0" in head)
        or (head.startswith((b"\x89PNG", b"%PDF")) and DRAWN_MARK.encode() in head + tail)
        or (head.startswith(b"PAR1") and b"position" in tail)
    )


def _is_file(path: str) -> bool:
    try:
        return path != "-" and stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _holds_no_more(path: str, sheets: Sequence[Sheet], format: str) -> bool:
    """Return True if all that a file holds is among these puzzles, which are written in a format."""
    if os.path.getsize(path) > MOST:
        return False
    with open(path, "rb") as file:
        data = file.read()
    if data == dump_bytes(sheets, format):
        return True
    try:
        old = load(path)
        own = formats_of(os.path.splitext(path)[1].lower())[0]
        form = make_format(own)
        is_raster = form.binary and Holds.CLUES not in form.holds
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as book:
                leaves = [name for name in book.namelist() if "worksheets/sheet" in name]
            is_plain = len(leaves) <= len(sheets)
        else:  # else it may have notes, or an order of its own
            is_plain = is_raster or dump_bytes(old, own) == data
    except (NonosatError, IndexError, OSError, zipfile.BadZipFile):
        return False
    return is_plain and all(any(_covers(new, one) for new in sheets) for one in old)


def _covers(new: Sheet, old: Sheet) -> bool:
    """Return True if a sheet has all that an old one has."""
    if _shape(new) != _shape(old) or not {*old.goals} <= {*new.goals}:
        return False
    if old.saved not in (None, new.saved):
        return False
    return all(getattr(old, name) in ("", (), getattr(new, name)) for name in TEXTS)


def _shape(sheet: Sheet) -> tuple[object, ...]:
    puzzle = sheet.puzzle
    looks = tuple(color.rgb for color in puzzle.palette.colors)
    return puzzle.rows, puzzle.cols, puzzle.givens, looks

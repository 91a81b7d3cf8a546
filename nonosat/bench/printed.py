"""Finds the finished pictures in the output of an outside program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nonosat.formats.clue_comments import plain
from nonosat.formats.cnf import painted
from nonosat.model import Grid, Puzzle

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_LITERAL = re.compile(r"(-?)x?([1-9][0-9]{0,8})\Z")
_VALUES = re.compile(r"<list>\s*cell(?:\[\])*\s*</list>\s*<values>([0-9x\s]+)</values>", re.ASCII)
_VALUE = re.compile(r"([0-9]{1,3})(?:x([1-9][0-9]{0,8}))?\Z", re.ASCII)


def without_colors(text: str) -> str:
    return _ESCAPE.sub("", text)


def pictures_of(format: str, signs: str, text: str, puzzle: Puzzle) -> Iterator[Grid]:
    """Yield the finished pictures in the output of a program.

    Args:
        format: the format of the puzzle that it got.
        signs: the characters that it prints for ink and for blank; "" if it prints none.
    """
    if format in ("cnf", "opb"):
        yield from _models(text, puzzle, format == "cnf")
    elif format == "xcsp3":
        yield from _instantiations(text, puzzle)
    elif format == "mzn":
        palette = plain(puzzle).palette
        yield from pictures_in(text, puzzle, {c.char: i for i, c in enumerate(palette.colors)})
    elif len(signs) == 2 and puzzle.palette.is_black_and_white:
        yield from pictures_in(text, puzzle, {signs[0]: 1, signs[1]: 0})


def _models(text: str, puzzle: Puzzle, ends_in_zero: bool) -> Iterator[Grid]:
    """Yield the models of lines that begin with v; literals are -3 or -x3.

    Args:
        ends_in_zero: a model without a final 0 is incomplete.
    """
    model: set[int] = set()
    for line in [*text.splitlines(), ""]:
        letter, *words = line.split() or [""]
        if letter != "v":
            if model and not ends_in_zero:
                yield painted(puzzle, model)
            model = set()
            continue
        for word in words:
            if match := _LITERAL.match(word):
                model.add(int(match[1] + match[2]))
            elif word == "0":
                yield painted(puzzle, model)
                model = set()


def _instantiations(text: str, puzzle: Puzzle) -> Iterator[Grid]:
    """Yield the complete instantiations of XCSP3. ``0x3`` means ``0 0 0``."""
    size = puzzle.height * puzzle.width
    for match in _VALUES.finditer(re.sub(r"(?m)^v ", "", text)):
        cells: list[int] = []
        for word in match[1].split():
            value = _VALUE.match(word)
            if value is None or len(cells) + int(value[2] or 1) > size:
                break
            cells += [int(value[1])] * int(value[2] or 1)
        else:
            if len(cells) == size and max(cells) < len(puzzle.palette.colors):
                yield Grid(puzzle.height, puzzle.width, bytes(cells))


def pictures_in(text: str, puzzle: Puzzle, colors: Mapping[str, int]) -> Iterator[Grid]:
    """Yield the finished pictures that a program printed.

    A picture has one line per row with one character per cell and nothing else. Each cell may be
    doubled, or have a blank behind it.
    """
    rows: list[bytes] = []
    for line in [*text.splitlines(), ""]:
        row = _row(line, puzzle.width, colors)
        if row is not None:
            rows.append(row)
            continue
        if len(rows) % puzzle.height == 0:
            for top in range(0, len(rows), puzzle.height):
                cells = b"".join(rows[top : top + puzzle.height])
                yield Grid(puzzle.height, puzzle.width, cells)
        rows = []


def _row(line: str, width: int, colors: Mapping[str, int]) -> bytes | None:
    doubled = line[::2] if len(line.rstrip()) in (2 * width, 2 * width - 1) else ""
    for cells in (line.rstrip(), doubled):
        if len(cells) == width and colors.keys() >= set(cells):
            return bytes(colors[cell] for cell in cells)
    return None

"""Finds the finished pictures in the output of an outside program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from nonosat.formats.models.clue_comments import plain
from nonosat.formats.models.cnf import painted
from nonosat.formats.text.grid import EMPTY, FILLED
from nonosat.model import Grid, Puzzle

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_LITERAL = re.compile(r"(-?)x?([1-9][0-9]{0,8})\Z")
_COLUMN = re.compile(
    r'\bx([1-9][0-9]{0,8})\b(?:"[^>\n]*\bvalue="|[\s=:*]+)(-?[0-9]{1,9}(?:\.[0-9]+)?(?:e-?[0-9]+)?)\b'
)
"""A variable and its value, as solvers of linear programs print them."""
_BETWEEN, _FRAME = re.compile(r"[ \t,;'\"]+"), " \t|[](){},;'\""
MOST_BLOCKS = 100
"""The last blocks of an output that are read."""
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
    elif format == "cplex":
        values = {int(x): float(value) for x, value in _COLUMN.findall(text)}
        if values:
            yield painted(puzzle, {x for x, value in values.items() if value > 0.5})
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
    """Yield the finished pictures that a program printed; `colors` are the colors of its characters."""
    for block in _blocks(text, puzzle, frozenset(colors)):
        yield _grid(block, colors)


class Shown(NamedTuple):
    """The answers in the blocks of an output that have the size of a puzzle."""

    pictures: list[Grid]
    """Its solutions among them."""
    complaint: str
    """Why the last block is not a solution; "" if it is one, or if there is no block."""
    is_wrong: bool = False
    """True if the last block cannot be anything but a wrong answer."""


def shown_in(text: str, puzzle: Puzzle) -> Shown:
    """Read the pictures of a program whose characters for ink and blank are not known."""
    plain_ink = puzzle.palette.is_black_and_white
    letters = {color.char: at for at, color in enumerate(puzzle.palette.colors)}
    if plain_ink:
        letters = dict.fromkeys(FILLED, 1) | dict.fromkeys(EMPTY, 0)
    found, complaint, is_wrong, count = list[Grid](), "", False, 0
    for block in [*_blocks(text, puzzle, frozenset(letters))][-MOST_BLOCKS:]:
        signs = sorted(set("".join(block)))
        grid, *others = _readings(block, letters, signs, plain_ink)
        why = puzzle.violation(grid)
        fitting = [other for other in others if puzzle.accepts(other)]
        if plain_ink and (len(signs) > 2 or (len(signs) == 1 and why)):
            continue  # some cells are open
        if why and fitting and len({letters[sign] for sign in signs}) == 1:
            grid, why = fitting[0], None  # both signs could be ink
        count += 1
        complaint, is_wrong = why or "", bool(why) and not fitting
        found += [] if why else [grid]
    return Shown(found, complaint, is_wrong and count == 1)


def _readings(
    block: Sequence[str], letters: Mapping[str, int], signs: Sequence[str], plain_ink: bool
) -> Iterator[Grid]:
    """Yield a picture as it is printed, then with ink and blank, and rows and columns, exchanged."""
    ways = [dict(letters)]
    if plain_ink:
        if len({letters[sign] for sign in signs}) == 1:
            ways = [dict.fromkeys(signs, 0) | {signs[0]: 1}]
        ways.append({sign: 1 - color for sign, color in ways[0].items()})
    for colors in ways:
        yield _grid(block, colors)
    if len(block) == len(block[0]):
        for colors in ways:
            yield _grid(["".join(column) for column in zip(*block, strict=True)], colors)


def _grid(rows: Sequence[str], colors: Mapping[str, int]) -> Grid:
    return Grid(len(rows), len(rows[0]), bytes(colors[cell] for cell in "".join(rows)))


def _blocks(text: str, puzzle: Puzzle, signs: Set[str]) -> Iterator[list[str]]:
    """Yield the blocks of lines that have the size of a puzzle: one character per cell.

    Each cell may be doubled, or have a blank, a comma or another separator behind it. A frame of bars
    or brackets around a line is left out.
    """
    rows: list[str] = []
    for line in [*text.splitlines(), ""]:
        row = _row(line, puzzle.width, signs)
        if row is not None:
            rows.append(row)
            continue
        if len(rows) % puzzle.height == 0:
            for top in range(0, len(rows), puzzle.height):
                yield rows[top : top + puzzle.height]
        rows = []


def _row(line: str, width: int, signs: Set[str]) -> str | None:
    for text in (line, line.strip(), line.strip(_FRAME)):
        doubled = text[::2] if text[::2] == text[1::2] else ""
        for cells in (text, doubled, "".join(_BETWEEN.split(text))):
            if len(cells) == width and signs >= set(cells):
                return cells
    return None

"""Finds the finished pictures in the output of an outside program."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from nonosat.formats.models.clue_comments import plain
from nonosat.formats.models.cnf import painted
from nonosat.formats.said.grid import EMPTY, FILLED
from nonosat.model import Grid, Puzzle

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_LITERAL = re.compile(r"(-?)x?([1-9][0-9]{0,8})\Z")
_COLUMN = re.compile(
    r'\bx([1-9][0-9]{0,8})\b(?:"[^>\n]*\bvalue="|[\s=:*]+)(-?[0-9]{1,9}(?:\.[0-9]+)?(?:e-?[0-9]+)?)\b'
)
"""A variable and its value, as solvers of linear programs print them."""
_BETWEEN, _FRAME = re.compile(r"[ \t,;'\"]+"), " \t|[](){},;'\""
_OURS = set("#.")
"""The signs that nonosat prints, which a program that uses them surely means."""
MOST_BLOCKS = 100
"""The last blocks of an output that are read."""
_VALUE_LINE = re.compile(r"(?m)^v[ \t].*\n?")
_VALUES = re.compile(r"<list>([^<]*)</list>\s*<values>([0-9x\s]+)</values>", re.ASCII)
_ARRAY, _CELL = re.compile(r"cell(?:\[\])*\Z"), re.compile(r"cell\[[0-9]+\]\[[0-9]+\]\Z", re.ASCII)
_VALUE = re.compile(r"([0-9]{1,3})(?:x([1-9][0-9]{0,8}))?\Z", re.ASCII)


def without_colors(text: str) -> str:
    return _ESCAPE.sub("", text)


def without_values(text: str) -> str:
    """Return an output whose lines of values, which may be long, are cut to their v."""
    return _VALUE_LINE.sub("v\n", text)


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

    Some programs omit the v; such a line counts if it is as long as a model.

    Args:
        ends_in_zero: a model without a final 0 is incomplete.
    """
    model, size = set[int](), puzzle.height * puzzle.width
    for line in [*text.splitlines(), ""]:
        words = line.split() or [""]
        if ends_in_zero and len(words) >= size and all(map(_LITERAL.match, words[:-1])):
            words = ["v", *words] if words[-1] == "0" else ["v", *words, "0"]
        if words[0] != "v":
            if model and not ends_in_zero:
                yield painted(puzzle, model)
            model = set()
            continue
        for word in words[1:]:
            if match := _LITERAL.match(word):
                model.add(int(match[1] + match[2]))
            elif word == "0":
                yield painted(puzzle, model)
                model = set()


def _instantiations(text: str, puzzle: Puzzle) -> Iterator[Grid]:
    """Yield the complete instantiations of XCSP3.

    They are an element with a list of the whole array or of each cell, where ``0x3`` means ``0 0 0``,
    or a line of nothing but values.
    """
    found = [(m[1].split(), m[2]) for m in _VALUES.finditer(re.sub(r"(?m)^v ", "", text))]
    found += [([], line[0][1:]) for line in _VALUE_LINE.finditer(text)]
    for names, values in found:
        cells = _cells(names, values, puzzle)
        if len(cells) == puzzle.height * puzzle.width and max(cells) < len(puzzle.palette.colors):
            yield Grid(puzzle.height, puzzle.width, bytes(cells))


def _cells(names: Sequence[str], values: str, puzzle: Puzzle) -> list[int]:
    """Return the values of the cells, row by row; [] if they are not complete.

    Args:
        names: the variables that have the values; the cells in order if these are not single cells.
    """
    cells: list[int] = []
    for word in values.split():
        value = _VALUE.match(word)
        count = int(value[2] or 1) if value else 0
        if value is None or len(cells) + count > max(len(names), puzzle.height * puzzle.width):
            return []
        cells += [int(value[1])] * count
    single = {name: value for name, value in zip(names, cells, strict=False) if _CELL.match(name)}
    if single and len(names) == len(cells):
        order = (f"cell[{r}][{c}]" for r in range(puzzle.height) for c in range(puzzle.width))
        return [single[name] for name in order if name in single]
    return cells if not names or _ARRAY.match(" ".join(names)) else []


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
    """True if a block cannot be anything but a wrong answer, and none is right."""


def shown_in(text: str, puzzle: Puzzle) -> Shown:
    """Read the pictures of a program whose characters for ink and blank are not known."""
    plain_ink = puzzle.palette.is_black_and_white
    letters = {color.char: at for at, color in enumerate(puzzle.palette.colors)}
    if plain_ink:
        letters = dict.fromkeys(FILLED, 1) | dict.fromkeys(EMPTY, 0)
    found, complaint, fits, ours = list[Grid](), "", False, list[bool]()
    for block in [*_blocks(text, puzzle, frozenset(letters))][-MOST_BLOCKS:]:
        signs = sorted(set("".join(block)))
        grid, *others = _readings(block, letters, signs, plain_ink)
        why = puzzle.violation(grid)
        fitting = [other for other in others if puzzle.accepts(other)]
        if plain_ink and (len(signs) > 2 or (len(signs) == 1 and why)):
            continue  # some cells are open
        if why and fitting and len({letters[sign] for sign in signs}) == 1:
            grid, why = fitting[0], None  # both signs could be ink
        ours.append(set(signs) <= _OURS)
        complaint, fits = why or "", fits or not why or bool(fitting)
        found += [] if why else [grid]
    return Shown(found, complaint, bool(complaint) and not fits and (len(ours) == 1 or all(ours)))


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

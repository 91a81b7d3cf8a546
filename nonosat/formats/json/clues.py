"""Clues of a JSON object in all their usual shapes, and its keys under plain names.

A clue is a list of blocks, a text such as ``"2 1"`` or ``"2k,1r"``, or a lone block; ``[]`` and ``[0]``
are the empty line; null is none, as it may mean a clue that is not known. A block is a length, ``[length, color]`` or ``{"count": length,
"color": color}``. A length of ``"?"`` is not known.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from nonosat.errors import PuzzleError
from nonosat.formats.base import ClueLine
from nonosat.formats.json.colors import Inks, shown
from nonosat.formats.lines import plain_name, role_of
from nonosat.model import MAX_SIDE, UNKNOWN, Block, Clue, Line

_WORD = re.compile(r"([0-9]{1,6}|\?)([^0-9].*|)\Z", re.DOTALL)

RawClue = list[tuple[int | None, str | None]]
"""Blocks as a clue states them: a length if it is known, and the word for its color if it says one."""
_LETTERS = {"row": "y", "column": "x"}
"""Names that mean a side only where it has no other, and a list of lists."""
_NESTED = ("clues", "hints", "puzzle")
_PLAIN = ("row", "rows", "col", "cols", "column", "columns")
"""Names that win over others of the same side."""


class NoBlock(PuzzleError):
    """A value is not a block in a usual shape."""


class Fields:
    """The entries of an object under their plain names; remembers which were asked for."""

    def __init__(self, value: dict[str, object]) -> None:
        self._entries: dict[str, tuple[str, object]] = {}
        self._sides: dict[str, list[str]] = {"row": [], "column": []}
        """The names of the lists that may be the clues of each side."""
        self._loose: list[str] = []
        for key, item in value.items():
            name = plain_name(key[:100])  # names are cached
            if name not in self._entries:
                self._entries[name] = key, item
                if isinstance(item, list) and len(name) > 1 and (side := role_of(key[:100]).side):
                    self._sides[side.value].append(name)
                    self._loose.append(role_of(key[:100]).loose)
        self.is_lettered: bool = not any(self._sides.values()) and all(map(self._is_letter, "xy"))
        """True if only x and y can be its sides; in other files they are those of points."""
        self.is_in_doubt: bool = self.is_lettered or all(self._loose)
        """True if its names could be meant for the other side."""
        self.has_sides: bool = all(self._sides.values()) or self.is_lettered
        """True if there are lists that may be the clues of rows and of columns."""
        self._asked: set[str] = set()

    def _is_letter(self, name: str) -> bool:
        _, value = self._entries.get(name, ("", None))
        return isinstance(value, list) and bool(value) and {*map(type, value)} == {list}

    def get(self, *names: str, kind: type | tuple[type, ...] = object) -> Any:
        """The value of the first of `names` that has one of a `kind` and not null; None if none has."""
        for name in names:
            if name in self._entries:
                value = self._entries[name][1]
                if value is not None and isinstance(value, kind):
                    self._asked.add(name)
                    return value
        return None

    def side(self, axis: str) -> list[object] | None:
        """Return the first list with a name for the clues of rows or columns, or None."""
        names = sorted(self._sides[axis], key=lambda name: name not in _PLAIN)
        names += [_LETTERS[axis]] if self.is_lettered else []
        found: list[object] | None = self.get(*names, kind=list)
        return found

    def rest(self) -> list[tuple[str, object]]:
        """The entries that were not asked for, with their keys as written."""
        return [entry for name, entry in self._entries.items() if name not in self._asked]


def fields_of(value: dict[str, object]) -> Fields:
    """The entries of an object, with those of the one in it that has two sides, or a name for clues."""
    fields = Fields(value)
    inner = {} if fields.has_sides else {k: v for k, v in value.items() if isinstance(v, dict)}
    found = [key for key, item in inner.items() if Fields(item).has_sides]
    if len(found) != 1:
        found = [key for key in inner if plain_name(key) in _NESTED]
    if not found:
        return fields
    clues = inner[found[0]]
    return Fields(clues | {k: v for k, v in value.items() if k != found[0] and k not in clues})


def plain_lengths(side: list[object] | None) -> list[list[int]] | None:
    """The clues of a side if they are lists of numbers, as nearly all are; else None."""
    if not side or {*map(type, side)} != {list}:
        return None
    lists: list[list[int]] = side  # type: ignore[assignment]  # checked just before
    return lists if {*map(type, chain.from_iterable(lists))} <= {int} else None


def raw_clues(value: list[object], axis: str) -> list[RawClue]:
    if len(value) > MAX_SIDE:  # before each number becomes an object of some hundred bytes
        raise PuzzleError(f"{len(value)} {axis} clues are too many: at most {MAX_SIDE}")
    clues = []
    for index, clue in enumerate(value):
        try:
            clues.append(_raw_clue(clue))
        except PuzzleError as err:
            raise type(err)(f"{Line(axis, index)}: {err}") from err
    return clues


def turned(value: list[object], count: int) -> list[object]:
    """The texts of an upper margin, one number per column in each, as the clues of `count` columns."""
    words = [text.split() for text in value if isinstance(text, str)]
    if len(words) < len(value) or len(value) == count or {*map(len, words)} != {count}:
        return value
    return [" ".join(clue) for clue in zip(*words, strict=True)]


def _raw_clue(value: object) -> RawClue:
    if value is None:
        raise PuzzleError("null is not a clue (write [] or 0 for an empty line)")
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        return [_raw_block(word) for word in words if word != "00"]  # pads texts to one length
    return [*map(_raw_block, value if isinstance(value, list) else [value])]


def _raw_block(value: object) -> tuple[int | None, str | None]:
    color: object = None
    length = value
    if isinstance(value, dict):
        fields = Fields(value)
        length, color = fields.get("n", "count", "length"), fields.get("color", "colour")
    elif isinstance(value, list) and len(value) == 2:
        length, color = value
        if isinstance(length, str) and not length[:1].isdigit() and length != UNKNOWN:
            length, color = color, length
    elif isinstance(value, str):
        match = _WORD.match(value)
        if match is None:
            raise NoBlock(f"{shown(value)} is not a block")
        color = match[2] or None
        if color and re.match(r"[^\w#\s]\d", color):  # 2-1
            raise NoBlock(f"{shown(value)} is not a block")
        length = match[1] if match[1] == UNKNOWN else int(match[1])
    if length == UNKNOWN:
        length = None
    elif isinstance(length, bool) or not isinstance(length, int):
        raise NoBlock(f"{shown(value)} is not a block")
    elif not -1 <= length < 10**6:
        raise PuzzleError(f"{shown(length)} is not a block length")
    if isinstance(color, int) and not isinstance(color, bool):
        color = str(color) if abs(color) < 10**6 else "?"
    if not isinstance(color, str | None):
        raise PuzzleError(f"{shown(color)} is not a color")
    return length, color


def without_cell_strings(rows: list[RawClue], cols: list[RawClue]) -> list[list[RawClue]]:
    """Decode clues that are cells (``1 1 0 1 -1`` for ``2 1``), as the MiniZinc Challenge has them.

    All numbers are 0, 1 or -1 then, and some clue has a 0 beside a 1, which no list of block
    lengths has.
    """
    clues = [*rows, *cols]
    cells = all(word is None and n in (-1, 0, 1) for clue in clues for n, word in clue)
    if not cells or not any({0, 1} <= {n for n, _ in clue} for clue in clues):
        return [rows, cols]
    return [
        [_from_cells(clue, Line(axis, index)) for index, clue in enumerate(side)]
        for axis, side in (("row", rows), ("column", cols))
    ]


def _from_cells(clue: RawClue, where: Line) -> RawClue:
    cells = "".join({0: "0", 1: "1"}.get(n or 0, "-") for n, _ in clue).rstrip("-")
    runs = [] if cells in ("", "0") else cells.split("0")
    if "-" in cells or "" in runs:
        raise PuzzleError(f"{where}: cells must be runs of 1 with single 0 between and -1 behind")
    return [(len(run), None) for run in runs]


def clue_lines(clues: list[RawClue], inks: Inks, axis: str, line: int) -> list[ClueLine]:
    """The clues with their words turned into colors."""
    names = ("#", "black", "k")  # the first that is an ink
    bare = next(filter(None, map(inks.find, names)), None)
    if inks.palette.is_black_and_white:
        bare = 1
    lines = []
    for index, clue in enumerate(clues):
        where = Line(axis, index)
        blocks: list[Block] = []
        for length, word in clue:
            color = bare if word is None else inks.find(word)
            if color is None and word is None:
                raise PuzzleError(f"{where}: block {Block(length).number} does not say its color")
            if not color:
                what = "unknown color" if color is None else "background color"
                raise PuzzleError(f"{where}: {what} {word[:20] if word else ''!r}")
            blocks.append(Block(length, color))
        if len(blocks) == 1 and blocks[0].length == 0:
            blocks = []
        for block in blocks:
            if block.length == 0:
                raise PuzzleError(
                    f"{where}: a 0 stands for an empty line and cannot be among other blocks"
                )
            if block.least < 0:
                raise PuzzleError(f"{where}: {block.length} is not a block length")
        lines.append(ClueLine(Clue(blocks), line))
    return lines

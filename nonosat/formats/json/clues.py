"""Clues of a JSON object in all their usual shapes, and its keys under plain names.

A clue is a list of blocks, a text such as ``"2 1"`` or ``"2k,1r"``, or a lone block; ``[]`` and ``[0]``
are the empty line; null is none, as it may mean a clue that is not known. A block is a length, ``[length, color]`` or ``{"count": length,
"color": color}``. A length of ``"?"`` is not known.
"""

from __future__ import annotations

import re
from typing import TypeVar

from nonosat.errors import PuzzleError
from nonosat.formats.base import ClueLine
from nonosat.formats.json.colors import Inks, shown
from nonosat.formats.sides import plain_name, side_of
from nonosat.model import MAX_SIDE, UNKNOWN, Block, Clue, Line

T = TypeVar("T")
_WORD = re.compile(r"([0-9]{1,6}|\?)([^0-9].*|)\Z", re.DOTALL)

RawClue = list[tuple[int | None, str | None]]
"""Blocks as a clue states them: a length if it is known, and the word for its color if it says one."""


_LETTERS = {"row": "y", "column": "x"}
"""Names that mean a side only where it has no other, and a list of lists."""
_NESTED = ("clues", "hints", "puzzle")
_PLAIN = ("row", "rows", "col", "cols", "column", "columns")
"""Names that win over others of the same side."""


def _is_letter(value: object) -> bool:
    return isinstance(value, str) and not value[:1].isdigit() and value != UNKNOWN


class Fields:
    """The entries of an object under their plain names; remembers which were asked for."""

    def __init__(self, value: dict[str, object]) -> None:
        self._entries: dict[str, tuple[str, object]] = {}
        for key, item in value.items():
            self._entries.setdefault(plain_name(key), (key, item))
        self._asked: set[str] = set()

    def get(self, *names: str) -> object:
        """The value of the first of `names` that has one; None if none has."""
        return self.get_of(object, *names)

    def get_of(self, kind: type[T] | tuple[type[T], ...], *names: str) -> T | None:
        """The value of the first of `names` that is of a `kind`; None if none is."""
        for name in names:
            _, value = self._entries.get(name, (name, None))
            if value is not None and isinstance(value, kind):
                self._asked.add(name)
                return value
        return None

    def side(self, axis: str) -> list[object] | None:
        """Return the first list with a name for the clues of rows or columns, or None."""
        names = [name for name in self._entries if side_of(name) == axis]
        names.sort(key=lambda name: name not in _PLAIN)
        return self.get_of(list, *names, *([_LETTERS[axis]] if self.is_lettered else []))

    @property
    def has_sides(self) -> bool:
        """True if there are lists that may be the clues of rows and of columns."""
        lists = {name for name, (_, value) in self._entries.items() if isinstance(value, list)}
        return {"row", "column"} <= {*map(side_of, lists)} or self.is_lettered

    @property
    def is_lettered(self) -> bool:
        """True if only x and y can be its sides; in other files they are those of points."""
        lists = [self._entries.get(name, ("", None))[1] for name in _LETTERS.values()]
        return all(
            isinstance(value, list) and value and all(isinstance(clue, list) for clue in value)
            for value in lists
        ) and not any(
            side_of(name) for name, (_, value) in self._entries.items() if isinstance(value, list)
        )

    @property
    def inner(self) -> Fields:
        """The only object in it that has two sides, or one called as clues are; else itself."""
        found = [
            (name, value) for name, (_, value) in self._entries.items() if isinstance(value, dict)
        ]
        sided = [(name, value) for name, value in found if Fields(value).has_sides]
        named = [(name, value) for name, value in found if name in _NESTED]
        if self.has_sides or not (len(sided) == 1 or named):
            return self
        name, value = sided[0] if len(sided) == 1 else named[0]
        self._asked.add(name)
        return Fields(value)

    def rest(self) -> list[tuple[str, object]]:
        """The entries that nobody asked for, with their keys as written."""
        return [entry for name, entry in self._entries.items() if name not in self._asked]


def raw_clues(value: list[object] | None, axis: str) -> list[RawClue] | None:
    """The clues of one side; None if there is none.

    Raises:
        PuzzleError: something that is not a clue.
    """
    if value is None:
        return None
    if len(value) > MAX_SIDE:  # before each number becomes an object of some hundred bytes
        raise PuzzleError(f"{len(value)} {axis} clues are too many: at most {MAX_SIDE}")
    clues = []
    for index, clue in enumerate(value):
        try:
            clues.append(_raw_clue(clue))
        except PuzzleError as err:
            raise PuzzleError(f"{Line(axis, index)}: {err}") from err
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
    if not isinstance(value, list):
        return [_raw_block(value)]
    return [_raw_block(block) for block in value]


def _raw_block(value: object) -> tuple[int | None, str | None]:
    color: object = None
    length = value
    if isinstance(value, dict):
        fields = Fields(value)
        length = fields.get("n", "count", "length")
        color = fields.get("color", "colour")
    elif isinstance(value, list) and len(value) == 2:
        length, color = value[::-1] if _is_letter(value[0]) else value
    elif isinstance(value, str):
        match = _WORD.match(value)
        if match is None:
            raise PuzzleError(f"{shown(value)} is not a block")
        color = match[2] or None
        length = match[1] if match[1] == UNKNOWN else int(match[1])
    if length == UNKNOWN:
        length = None
    elif isinstance(length, bool) or not isinstance(length, int):
        raise PuzzleError(f"{shown(value)} is not a block")
    elif not -1 <= length < 10**6:
        raise PuzzleError(f"{shown(length)} is not a block length")
    if color is not None and (isinstance(color, bool) or not isinstance(color, (str, int))):
        raise PuzzleError(f"{shown(color)} is not a color")
    if isinstance(color, int):
        color = str(color) if abs(color) < 10**6 else "?"
    return length, color


def without_cell_strings(
    rows: list[RawClue] | None, cols: list[RawClue] | None
) -> tuple[list[RawClue] | None, list[RawClue] | None]:
    """Decode clues that are cells (``1 1 0 1 -1`` for ``2 1``), as the MiniZinc Challenge has them.

    All numbers are 0, 1 or -1 then, and some clue has a 0 beside a 1, which no list of block
    lengths has.
    """
    clues = [*(rows or []), *(cols or [])]
    blocks = [block for clue in clues for block in clue]
    if any(word is not None or n is None or not -1 <= n <= 1 for n, word in blocks):
        return rows, cols
    if not any({0, 1} <= {n for n, _ in clue} for clue in clues):
        return rows, cols
    return (
        rows and [_from_cells(clue, f"row {at}") for at, clue in enumerate(rows, 1)],
        cols and [_from_cells(clue, f"column {at}") for at, clue in enumerate(cols, 1)],
    )


def _from_cells(clue: RawClue, where: str) -> RawClue:
    cells = "".join({0: "0", 1: "1"}.get(n or 0, "-") for n, _ in clue).rstrip("-")
    runs = [] if cells in ("", "0") else cells.split("0")
    if "-" in cells or "" in runs:
        raise PuzzleError(f"{where}: cells must be runs of 1 with single 0 between and -1 behind")
    return [(len(run), None) for run in runs]


def clue_lines(clues: list[RawClue], inks: Inks, axis: str, line: int) -> list[ClueLine]:
    """The clues with their words turned into colors.

    Raises:
        PuzzleError: an unknown color, the background, or a wrong length.
    """
    lines = []
    names = ("#", "black", "k")  # the first that is an ink
    bare = next(filter(None, map(inks.find, names)), None)
    if inks.palette.is_black_and_white:
        bare = 1
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
        lines.append(ClueLine(_clue(blocks, where), line))
    return lines


def _clue(blocks: list[Block], where: Line) -> Clue:
    if len(blocks) == 1 and blocks[0].length == 0:
        return Clue()
    for block in blocks:
        if block.length == 0:
            raise PuzzleError(
                f"{where}: a 0 stands for an empty line and cannot be among other blocks"
            )
        if block.least < 0:
            raise PuzzleError(f"{where}: {block.length} is not a block length")
    return Clue(blocks)

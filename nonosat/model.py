"""Puzzles, grids and what is known about them: frozen values, validated where they are made.

A cell is addressed ``(row, column)`` from 0, top left. A color is a small int: 0 is the
background ("blank"), 1.. are inks. Two neighboring blocks of one color have at least one blank
between them; blocks of different colors may touch. A black-and-white puzzle is simply one ink.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from nonosat.errors import PuzzleError

MAX_SIDE = 10_000
MAX_CELLS = 25_000_000
MAX_INKS = 255
"""Caps on what is accepted at all; colors are stored as bytes, hence the last one."""


class Block(NamedTuple):
    """A run of `length` >= 1 equal cells of one ink."""

    length: int
    color: int = 1


Clue = tuple[Block, ...]
"""The blocks of one line in order; an empty tuple is an empty line."""


class Color(NamedTuple):
    """One palette entry: a name for people, ``#rrggbb``, and one character for texts."""

    name: str
    rgb: str
    char: str


_RGB = re.compile(r"#[0-9a-f]{6}\Z")
RESERVED_CHARS = frozenset(".?#|[]/\\,;:\"' \t0123456789")
"""Characters that no ink may have in a text, except ``#`` for the only ink."""
_CHAR_POOL = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + "".join(
    chr(code) for code in range(0x3B1, 0x52F) if chr(code).isalpha()
)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a puzzle; entry 0 is the background, whose character is always ``.``."""

    colors: tuple[Color, ...]

    def __post_init__(self) -> None:
        if len(self.colors) < 2:
            raise PuzzleError("a palette needs a background and at least one ink")
        if len(self.colors) > MAX_INKS + 1:
            raise PuzzleError(
                f"the palette has {len(self.colors) - 1} inks, at most {MAX_INKS} are supported"
            )
        for color in self.colors:
            if not _RGB.match(color.rgb):
                raise PuzzleError(f"color {color.name!r} is {color.rgb!r}, not #rrggbb")
        for what, values in (
            ("name", [color.name.casefold() for color in self.colors]),
            ("character", [color.char for color in self.colors]),
        ):
            if len(set(values)) < len(values):
                twice = next(v for i, v in enumerate(values) if v in values[:i])
                raise PuzzleError(f"two colors have the {what} {twice!r}")

    @classmethod
    def of(cls, colors: Iterable[tuple[str, str, str | None]]) -> Palette:
        """Make a palette of ``(name, rgb, preferred character or None)``, background first.

        Characters that are missing, taken or unusable are chosen: the first free letter of the
        name, else the first free letter of the alphabet, after all preferred ones are given out.
        """
        entries = list(islice(colors, MAX_INKS + 2))
        if len(entries) > MAX_INKS + 1:
            raise PuzzleError(f"more than {MAX_INKS} inks are not supported")
        chosen: dict[int, str] = {0: "."}
        for preferred in (True, False):
            for index, (name, _, char) in enumerate(entries):
                letters = (c for c in name.lower() if c.isalpha() and c.isascii())
                pool = [char or ""] if preferred else [*letters, *_CHAR_POOL]
                taken = RESERVED_CHARS.union(chosen.values())
                free = (c for c in pool if len(c) == 1 and c.isprintable() and c not in taken)
                if index not in chosen and (found := next(free, None)):
                    chosen[index] = found
        made = [Color(name, rgb.lower(), chosen[i]) for i, (name, rgb, _) in enumerate(entries)]
        if len(made) == 2:
            made[1] = made[1]._replace(char="#")
        return cls(tuple(made))

    @property
    def inks(self) -> range:
        """The colors that can stand in a clue: 1 .. number of inks."""
        return range(1, len(self.colors))

    @property
    def is_black_and_white(self) -> bool:
        """One ink, whatever its color."""
        return len(self.colors) == 2

    def clue_text(self, clue: Clue) -> str:
        """A clue as people type it: ``5 2 2``, or ``2k 1r`` with several inks; empty is ``0``."""
        if self.is_black_and_white:
            return " ".join(str(block.length) for block in clue) or "0"
        return " ".join(f"{b.length}{self.colors[b.color].char}" for b in clue) or "0"

    def grid_lines(self, grid: Grid) -> list[str]:
        """A grid as one text a row: ``.`` blank, ``#`` or the ink's character."""
        table = {index: color.char for index, color in enumerate(self.colors)}
        text = grid.cells.decode("latin-1").translate(table)
        return [text[i : i + grid.width] for i in range(0, len(text), grid.width)]


BLACK_AND_WHITE = Palette((Color("white", "#ffffff", "."), Color("black", "#000000", "#")))


_RUN = re.compile(rb"([^\0])\1*", re.DOTALL)


def clue_of(cells: bytes) -> Clue:
    """The clue of one complete line.

    >>> clue_of(bytes([1, 1, 0, 2, 1]))
    (Block(length=2, color=1), Block(length=1, color=2), Block(length=1, color=1))
    """
    return tuple(Block(m.end() - m.start(), cells[m.start()]) for m in _RUN.finditer(cells))


@dataclass(frozen=True, slots=True)
class Grid:
    """A complete picture: a solution or a goal. Compares, hashes and pickles by its bytes."""

    height: int
    width: int
    cells: bytes
    """Row by row; 0 is blank, 1.. an ink of the palette."""

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1 or len(self.cells) != self.height * self.width:
            raise ValueError(f"{len(self.cells)} cells do not make {self.height} x {self.width}")

    def __reduce__(self) -> tuple[type[Grid], tuple[int, int, bytes]]:
        return Grid, (self.height, self.width, self.cells)  # half the size of the default form

    @classmethod
    def of(cls, rows: Iterable[str], palette: Palette = BLACK_AND_WHITE) -> Grid:
        """Read rows of text in the palette's characters.

        >>> Grid.of(["#.", ".#"]).cells
        b'\\x01\\x00\\x00\\x01'

        Raises:
            PuzzleError: rows of different lengths, or a character the palette lacks.
        """
        lines = list(rows)
        if not lines or not lines[0]:
            raise PuzzleError("an empty picture")
        index = {color.char: number for number, color in enumerate(palette.colors)}
        cells = bytearray()
        for number, line in enumerate(lines):
            if len(line) != len(lines[0]):
                raise PuzzleError(
                    f"row {number + 1} of the picture has {len(line)} cells, "
                    f"the first has {len(lines[0])}",
                    "row",
                    number,
                )
            for char in line:
                if char not in index:
                    raise PuzzleError(
                        f"row {number + 1} of the picture has {char!r}, which is no known color",
                        "row",
                        number,
                    )
                cells.append(index[char])
        return cls(len(lines), len(lines[0]), bytes(cells))

    def row(self, index: int) -> bytes:
        """The colors of one row, left to right."""
        return self.cells[index * self.width : (index + 1) * self.width]

    def column(self, index: int) -> bytes:
        """The colors of one column, top to bottom."""
        return self.cells[index :: self.width]

    def differs(self, other: Grid) -> list[tuple[int, int]]:
        """The cells ``(row, column)`` in which two grids of one size differ."""
        pairs = zip(self.cells, other.cells, strict=True)
        return [divmod(i, self.width) for i, (a, b) in enumerate(pairs) if a != b]


def check_size(height: int, width: int) -> None:
    """Refuse a size that is empty or beyond the caps; call it before allocating anything.

    Raises:
        PuzzleError: with the reason.
    """
    if height < 1 or width < 1:
        raise PuzzleError(f"a puzzle needs at least one row and one column, not {width}x{height}")
    if max(height, width) > MAX_SIDE or height * width > MAX_CELLS:
        raise PuzzleError(
            f"{width}x{height} is too large: at most {MAX_SIDE} a side and {MAX_CELLS} cells"
        )


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Row clues, column clues and a palette, and nothing else. Always consistent in itself."""

    rows: tuple[Clue, ...]
    """Top to bottom; ``len(rows)`` is the height."""
    cols: tuple[Clue, ...]
    """Left to right; ``len(cols)`` is the width."""
    palette: Palette = BLACK_AND_WHITE

    def __post_init__(self) -> None:
        check_size(self.height, self.width)
        totals = []
        for axis, clues, room in (
            ("row", self.rows, self.width),
            ("column", self.cols, self.height),
        ):
            total = [0] * len(self.palette.colors)
            for index, clue in enumerate(clues):
                if clue:
                    self._check_clue(axis, index, clue, room, total)
            totals.append(total)
        if totals[0] != totals[1]:
            raise PuzzleError(self._mismatch(*totals))

    def _check_clue(self, axis: str, index: int, clue: Clue, room: int, total: list[int]) -> None:
        lengths, colors = zip(*clue, strict=True)
        if set(colors) == {1} and min(lengths) > 0 and sum(lengths) + len(clue) - 1 <= room:
            total[1] += sum(lengths)  # the common case, several times as fast
            return
        where = f"{axis} {index + 1}"
        need = last = 0
        for length, color in clue:
            if length < 1:
                raise PuzzleError(f"{where} has a block of length {length}", axis, index)
            if not 0 < color < len(total):
                raise PuzzleError(f"{where} uses color {color}, which is no ink", axis, index)
            need += length + (color == last)
            last = color
            total[color] += length
        if need > room:
            side = "wide" if axis == "row" else "high"
            raise PuzzleError(f"{where} needs {need} cells, the grid is {room} {side}", axis, index)

    def _mismatch(self, in_rows: list[int], in_cols: list[int]) -> str:
        """What the totals are of each color for which they differ, and by how much."""
        found = []
        for color, ours, theirs in zip(self.palette.colors, in_rows, in_cols, strict=True):
            if ours != theirs:
                name = "" if self.palette.is_black_and_white else f"{color.name} "
                larger = "rows" if ours > theirs else "columns"
                found.append(
                    f"the rows have {ours} {name}cells, the columns {theirs}: "
                    f"{abs(ours - theirs)} more in the {larger}"
                )
        rest = [f"{len(found) - 3} more colors differ"] if len(found) > 3 else []
        return "; ".join([*found[:3], *rest])

    @classmethod
    def of(
        cls,
        rows: Iterable[Iterable[int | Sequence[int]]],
        cols: Iterable[Iterable[int | Sequence[int]]],
        palette: Palette | None = None,
    ) -> Puzzle:
        """Make a puzzle of any iterables; a block is a length or ``(length, color)``.

        >>> Puzzle.of([[2], [1]], [[2], [1]]).width
        2

        Raises:
            PuzzleError: the clues contradict themselves; the message names the line from 1.
        """
        made = [
            tuple(
                tuple(Block(b) if isinstance(b, int) else Block(*b) for b in clue) for clue in clues
            )
            for clues in (rows, cols)
        ]
        if palette is None:
            inks = max((b.color for clues in made for clue in clues for b in clue), default=1)
            palette = default_palette(max(1, inks))
        return cls(made[0], made[1], palette)

    @classmethod
    def of_grid(cls, grid: Grid, palette: Palette = BLACK_AND_WHITE) -> Puzzle:
        """The clues of a finished picture."""
        return cls(
            tuple(clue_of(grid.row(r)) for r in range(grid.height)),
            tuple(clue_of(grid.column(c)) for c in range(grid.width)),
            palette,
        )

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.cols)


INK_COLORS = (
    ("black", "#000000", "k"),
    ("red", "#d00000", "r"),
    ("blue", "#0050d0", "b"),
    ("green", "#008a2e", "g"),
    ("yellow", "#e8c000", "y"),
    ("orange", "#f08000", "o"),
    ("purple", "#8000a0", "p"),
    ("brown", "#804000", "n"),
    ("teal", "#00a0a0", "t"),
    ("pink", "#ff80b0", "i"),
    ("gray", "#808080", "e"),
    ("lime", "#90d000", "l"),
)
"""Inks for puzzles whose file names none: ``(name, rgb, character)``."""


@lru_cache(maxsize=64)
def default_palette(inks: int) -> Palette:
    """White and `inks` distinct colors, black first."""
    if inks == 1:
        return BLACK_AND_WHITE
    if inks > MAX_INKS:
        raise PuzzleError(f"{inks} inks are too many, at most {MAX_INKS} are supported")
    named: list[tuple[str, str, str | None]] = [("white", "#ffffff", "."), *INK_COLORS[:inks]]
    for number in range(len(INK_COLORS), inks):
        # Steps through the color cube by a number coprime to its size: all different.
        rgb = (number * 0x3C6EF5 + 0x123457) % 0x1000000
        named.append((f"ink{number + 1}", f"#{rgb:06x}", None))
    return Palette.of(named)


@dataclass(frozen=True, slots=True)
class Domains:
    """Per cell the set of colors still possible: a partly filled grid, or what is proved so far.

    ``rows[r][color]`` is a bit set; bit c tells whether cell ``(r, c)`` may have `color`.
    """

    width: int
    rows: tuple[tuple[int, ...], ...]

    @classmethod
    def unknown(cls, puzzle: Puzzle) -> Domains:
        """Every color is possible everywhere."""
        full = (1 << puzzle.width) - 1
        line = (full,) * len(puzzle.palette.colors)
        return cls(puzzle.width, (line,) * puzzle.height)

    @classmethod
    def of_cells(cls, height: int, width: int, colors: int, cells: Iterable[int]) -> Domains:
        """From one bit set of possible colors per cell (bit k = color k), row by row.

        Raises:
            PuzzleError: not exactly height x width cells, or a cell without any color.
        """
        made = [[0] * colors for _ in range(height)]
        count = 0
        for count, mask in enumerate(cells, 1):
            row, col = divmod(count - 1, width)
            if row >= height or not 0 < mask < 1 << colors:
                raise PuzzleError(f"known cell {count} is not a cell of a {width}x{height} grid")
            for color in range(colors):
                made[row][color] |= (mask >> color & 1) << col
        if count != height * width:
            raise PuzzleError(f"{count} known cells do not fill a {width}x{height} grid")
        return cls(width, tuple(tuple(line) for line in made))

    @classmethod
    def of_grid(cls, grid: Grid, colors: int) -> Domains:
        """Every cell decided."""
        return cls.of_cells(grid.height, grid.width, colors, (1 << c for c in grid.cells))

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def mask(self, row: int, col: int) -> int:
        """The possible colors of one cell as a bit set (bit k = color k)."""
        return sum((line >> col & 1) << color for color, line in enumerate(self.rows[row]))

    def cells(self) -> Iterator[int]:
        """The bit sets of possible colors, row by row."""
        for row in range(self.height):
            for col in range(self.width):
                yield self.mask(row, col)

    def grid(self) -> Grid | None:
        """The complete grid when every cell has exactly one color left, else None."""
        cells = bytearray()
        for line in self.rows:
            row = bytearray(self.width)
            seen = 0
            for color, bits in enumerate(line):
                if seen & bits:
                    return None
                seen |= bits
                if color:
                    while bits:
                        low = bits & -bits
                        row[low.bit_length() - 1] = color
                        bits ^= low
            if seen != (1 << self.width) - 1:
                return None
            cells += row
        return Grid(self.height, self.width, bytes(cells))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle plus what its file says about it."""

    puzzle: Puzzle
    goals: tuple[Grid, ...] = ()
    """Finished pictures that the file gives as solutions."""
    givens: Domains | None = None
    """Cells that the file gives away, or a saved game."""
    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    source: str = ""
    """Where the puzzle is said to come from (a credit, not the file's name)."""
    id: str = ""
    notes: tuple[tuple[str, str], ...] = field(default=())
    """Anything else, as (name, text)."""

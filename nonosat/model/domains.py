"""The colors that are still possible for the cells of a puzzle."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, groupby
from operator import and_, or_
from typing import Any, cast

from nonosat.errors import PuzzleError, UsageError, check_kind, check_whole
from nonosat.model.colors import BLACK_AND_WHITE, MAX_INKS, Palette, default_palette
from nonosat.model.forms import MAX_DRAWN_CELLS, Array
from nonosat.model.grid import OPEN, UNSETTLED, Cell, Grid, check_sides, rows_of_text
from nonosat.model.line import Line
from nonosat.model.turns import Turned


@dataclass(frozen=True, slots=True, repr=False)
class Domains(Turned):
    """The colors still possible for each cell: a partly filled grid, or what is proved so far.

    ``rows[r][color]`` is a bit set; bit c is set if cell ``(r, c)`` may have `color`.
    """

    width: int
    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if not (
            isinstance(self.width, int)
            and isinstance(self.rows, tuple)
            and {*map(type, self.rows)} <= {tuple}
            and {*map(type, chain.from_iterable(self.rows))} <= {int}
        ):
            raise PuzzleError("domains are a width and tuples of bit sets; Domains.of reads rows")

    @classmethod
    def of_cells(cls, height: int, width: int, colors: int, cells: Iterable[int]) -> "Domains":
        """Make domains from a bit set of possible colors per cell (bit k = color k), row by row.

        Raises:
            PuzzleError: there are not exactly height x width cells, or a cell has no color.
        """
        check_sides(height, width)
        check_whole(colors, "colors")
        if colors > MAX_INKS + 1:
            raise UsageError(f"colors must be at most {MAX_INKS + 1}, got {colors}")
        check_kind(cells, "the cells", Iterable)
        rows = [[0] * colors for _ in range(height)]
        count = 0
        for count, mask in enumerate(cells, 1):
            row, col = divmod(count - 1, width)
            if row >= height or not (isinstance(mask, int) and 0 < mask < 1 << colors):
                raise PuzzleError(f"known cell {count} is not a cell of a {width}x{height} grid")
            for color in range(colors):
                rows[row][color] |= (mask >> color & 1) << col
        if count != height * width:
            raise PuzzleError(f"{count} known cells do not fill a {width}x{height} grid")
        return cls(width, tuple(tuple(line) for line in rows))

    @classmethod
    def of(
        cls,
        rows: str | Array | Iterable[str | Sequence[str] | Sequence[int | None]],
        palette: Palette = BLACK_AND_WHITE,
    ) -> "Domains":
        """Read rows of cells, as `words` returns them: the characters of the colors possible.

        ``?`` means any color. A row of one character per cell may be a single text.
        A text in place of the rows has one row per line, as in `Grid.of`. In lists and arrays of
        numbers, -1 and None mean any color, as do masked cells.

        >>> Domains.of(["#?", "?."]).words(BLACK_AND_WHITE)
        [['#', '?'], ['?', '.']]
        >>> Domains.of([[1, -1], [-1, 0]]) == Domains.of(["#?", "?."])
        True

        Raises:
            PuzzleError: rows differ in length, or a character is not in the palette.
        """
        check_kind(palette, "palette", Palette)
        chars = {char: 1 << number for number, char in enumerate(palette.chars)}
        full, masks = (1 << len(chars)) - 1, list[int]()
        numbers = {number: 1 << number for number in range(len(chars))}
        whole = numbers | {OPEN: full, UNSETTLED: full, None: full, "?": full}
        if hasattr(rows, "tolist"):
            rows = rows.tolist()
        check_kind(rows, "the known cells", Iterable)
        lines: list[Any] = [*(rows_of_text(rows) if isinstance(rows, str) else cast("Any", rows))]
        for line in lines:
            if hasattr(line, "tolist"):
                line = line.tolist()
            check_kind(line, "a row of known cells", str, list, tuple)
            for cell in line:
                if isinstance(cell, int | None) or cell == "?":
                    if cell not in whole:
                        most = len(chars) - 1
                        raise PuzzleError(
                            f"the known cells have {cell}, and there are -1 to {most}"
                        )
                    masks.append(whole[cell])
                elif isinstance(cell, str) and cell and not {*cell} - chars.keys():
                    masks.append(reduce(or_, map(chars.__getitem__, cell)))
                else:
                    known = " ".join([*chars, "?"])
                    raise PuzzleError(f"the known cells have {cell!r:.20}, and there are: {known}")
        if not lines or len({*map(len, lines)}) > 1:
            raise PuzzleError("known cells are rows of one length, at least one")
        return cls.of_cells(len(lines), len(lines[0]), len(chars), masks)

    @classmethod
    def of_grid(cls, grid: Grid, colors: int) -> "Domains":
        """Make domains where every cell has exactly its color in `grid`."""
        check_kind(grid, "the picture", Grid)
        return cls.of_cells(grid.height, grid.width, colors, (1 << c for c in grid.cells))

    def __str__(self) -> str:
        """Return the rows with ``?`` for cells of several colors and default letters for the others."""
        if self.height * self.width > MAX_DRAWN_CELLS:
            return repr(self)
        palette = default_palette(max(1, len(self.rows[0]) - 1))
        return "\n".join(
            " ".join(word if len(word) == 1 else "?" for word in row) for row in self.words(palette)
        )

    @property
    def _order(self) -> tuple[int, int, list[int]]:
        return self.height, self.width, [*self.cells()]

    def transpose(self) -> "Domains":
        cells = [*self.cells()]
        columns = (mask for col in range(self.width) for mask in cells[col :: self.width])
        return Domains.of_cells(self.width, self.height, len(self.rows[0]), columns)

    def flip(self) -> "Domains":
        cells = [*self.cells()][::-1]  # which also exchanges top and bottom
        turned = Domains.of_cells(self.height, self.width, len(self.rows[0]), cells)
        return Domains(self.width, turned.rows[::-1])

    def __repr__(self) -> str:
        return f"<Domains {self.width}x{self.height}>"

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def decided(self) -> int:
        """The number of cells with one color left."""
        number = 0
        for row in self.rows:
            once = twice = 0
            for bits in row:
                twice |= once & bits
                once |= bits
            number += (once & ~twice).bit_count()
        return number

    def __and__(self, other: "Domains") -> "Domains":
        """Return the colors that both allow; a cell may end up without any.

        Raises:
            UsageError: the sizes or the numbers of colors differ.
        """
        if not isinstance(other, Domains):
            return NotImplemented
        shapes = (self.height, self.width), (other.height, other.width)
        if shapes[0] != shapes[1]:
            raise UsageError("domains of shapes {} and {} cannot be joined".format(*shapes))
        pairs = [*zip(self.rows, other.rows, strict=True)]
        if any(len(a) != len(b) for a, b in pairs):
            raise UsageError("domains of different numbers of colors cannot be joined")
        return Domains(self.width, tuple(tuple(map(and_, a, b)) for a, b in pairs))

    def contradiction(self) -> Cell | None:
        """Return the first cell without a possible color, or None."""
        for number, row in enumerate(self.rows):
            if free := ((1 << self.width) - 1) & ~reduce(or_, row):
                return number, (free & -free).bit_length() - 1
        return None

    def outside(self, grid: Grid) -> Iterator[Cell]:
        """Yield the cells of a picture whose colors are not allowed, row by row."""
        for number, (mask, color) in enumerate(zip(self.cells(), grid.cells, strict=True)):
            if not mask >> color & 1:
                yield divmod(number, self.width)

    def read(self, line: Line) -> tuple[int, ...]:
        """Return, for each color, the bit set of the cells in a line that may have it."""
        if line.axis == "row":
            return self.rows[line.index]
        colors = zip(*self.rows, strict=True)
        return tuple(
            sum((bits >> line.index & 1) << row for row, bits in enumerate(color))
            for color in colors
        )

    def mask(self, row: int, col: int) -> int:
        """Return the possible colors of one cell as a bit set (bit k = color k)."""
        return sum((line >> col & 1) << color for color, line in enumerate(self.rows[row]))

    def cells(self) -> Iterator[int]:
        """Yield the bit set of possible colors of each cell, row by row."""
        masks: dict[tuple[str, ...], int] = {}  # few are different
        for row, alike in groupby(self.rows):
            # One text of binary digits per color, the last color first: a column of digits is a cell.
            digits = [f"{bits:0{self.width}b}" for bits in reversed(row)]
            cells = [*zip(*digits, strict=True)][::-1]
            masks |= {cell: int("".join(cell), 2) for cell in {*cells} - masks.keys()}
            for _ in alike:
                yield from map(masks.__getitem__, cells)

    def words(self, palette: Palette) -> list[list[str]]:
        """Return rows with the characters of each cell's possible colors; ``?`` means all colors.

        ``??`` is a cell that can only have the ink whose character is ``?``.
        """
        check_kind(palette, "palette", Palette)
        chars = palette.chars
        words = {(1 << len(chars)) - 1: "?"}
        flat = [*self.cells()]
        rows = []
        for row in range(self.height):
            masks = flat[row * self.width : (row + 1) * self.width]
            for mask in set(masks) - words.keys():
                word = "".join(char for at, char in enumerate(chars) if mask >> at & 1)
                words[mask] = "??" if word == "?" else word
            rows.append([words[mask] for mask in masks])
        return rows

    def grid(self) -> Grid | None:
        """Return the grid if every cell has exactly one color left, else None."""
        masks = [*self.cells()]
        if any(mask.bit_count() != 1 for mask in masks):
            return None
        return Grid(self.height, self.width, bytes(mask.bit_length() - 1 for mask in masks))

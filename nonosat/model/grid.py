"""Cells, and finished grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, count, starmap
from operator import index as whole
from operator import ne
from typing import TYPE_CHECKING, cast

from nonosat.errors import PuzzleError, UsageError, check_kind, check_whole
from nonosat.model.colors import BLACK_AND_WHITE, Palette, default_palette
from nonosat.model.forms import MAX_DRAWN_CELLS, Array, Drawn
from nonosat.model.line import Clue, Line
from nonosat.model.turns import Turned
from nonosat.registry import require

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SIDE = 10_000
MAX_CELLS = 25_000_000
"""Maximum number of cells of a puzzle."""
OPEN = -1
"""Used instead of a color: the cell is unknown, or differs between solutions."""
UNSETTLED = -2
"""Used instead of a color: the cell may or may not be the same in all solutions."""


def check_size(height: int, width: int) -> None:
    """Refuse an empty or too large size; call this before allocating anything."""
    if height < 1 or width < 1:
        raise PuzzleError(f"a puzzle needs at least one row and one column, not {width}x{height}")
    if max(height, width) > MAX_SIDE or height * width > MAX_CELLS:
        raise PuzzleError(
            f"{width}x{height} is too large: at most {MAX_SIDE} a side and {MAX_CELLS} cells"
        )


def check_sides(height: object, width: object) -> None:
    """Refuse anything but two whole numbers that are not too large."""
    for name, side in (("the height", height), ("the width", width)):
        check_whole(side, name)
    check_size(cast("int", height), cast("int", width))


MAX_PIXELS = 64_000_000
"""Maximum number of pixels of an image: 8000x8000, 200 MB when decoded."""


Cell = tuple[int, int]
"""``(row, column)`` from 0, top left."""


def cell_of(value: object) -> Cell:
    """Return a value from the caller as a cell."""
    try:
        row, col = map(whole, value)  # type: ignore[call-overload]  # any type
    except (TypeError, ValueError):
        raise UsageError(f"expected a cell as (row, column) from 0, got {value!r}") from None
    return row, col


def cell_name(cell: Cell) -> str:
    """Return the name of a cell, counted from 1.

    >>> cell_name((3, 6))
    'row 4, column 7'
    """
    return f"{Line('row', cell[0])}, {Line('column', cell[1])}"


def rows_of_text(text: str) -> list[str]:
    """Return the lines of a drawing, without the blanks between cells and around lines.

    >>> rows_of_text(". #\\n# #")
    ['.#', '##']
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    return [line[::2] if {*line[1::2]} == {" "} else line for line in lines]


def _is_image(picture: object, palette: Palette | None) -> bool:
    """Return True for a Pillow image, and for an array of pixels rather than of a palette's colors."""
    if hasattr(picture, "getbands") or not hasattr(picture, "__array_interface__"):
        return hasattr(picture, "getbands")
    kind, shape = picture.__array_interface__["typestr"][1], picture.__array_interface__["shape"]
    if kind == "f" or len(shape) != 2:
        return True
    return palette is None and {*chain.from_iterable(cast("Array", picture).tolist())} == {0, 255}


def _row_of(cells: Iterable[int | str]) -> tuple[int | str, ...]:
    row = tuple(cells)
    return row if all(isinstance(cell, str) for cell in row) else tuple(map(whole, row))  # type: ignore[arg-type]  # it raises


@dataclass(frozen=True, slots=True, repr=False)
class Grid(Drawn, Turned):
    """A complete picture: a solution or a goal. Compares and hashes by its size and its bytes.

    >>> grid = Grid.of(["#.", "##"])
    >>> grid[1, 0], grid.shape, len(grid), [list(row) for row in grid]
    (1, (2, 2), 2, [[1, 0], [1, 1]])

    ``numpy.array(grid)`` is a two-dimensional array of its colors.
    """

    height: int
    width: int
    cells: bytes
    """Row by row; 0 is blank, 1.. an ink of the palette."""
    palette: Palette | None = field(default=None, compare=False)
    """The colors for showing the grid; None means not known."""

    def __post_init__(self) -> None:
        if not isinstance(self.cells, bytes):
            raise PuzzleError(f"the cells of a picture are bytes, not {type(self.cells).__name__}")
        if not (isinstance(self.height, int) and isinstance(self.width, int)):
            check_sides(self.height, self.width)
        if not isinstance(self.palette, Palette | None):
            check_kind(self.palette, "palette", Palette)
        if self.height < 1 or self.width < 1 or len(self.cells) != self.height * self.width:
            raise PuzzleError(f"{len(self.cells)} cells do not make {self.height} x {self.width}")

    def __reduce__(self) -> tuple[type[Grid], tuple[int, int, bytes, Palette | None]]:
        # Half the size of the default form.
        return Grid, (self.height, self.width, self.cells, self.palette)

    def __repr__(self) -> str:
        return f"<Grid {self.width}x{self.height}>"

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.height

    def __iter__(self) -> Iterator[bytes]:
        """Yield the rows, top to bottom."""
        return map(self.row, range(self.height))

    def __getitem__(self, cell: Cell) -> int:
        """Return the color of the cell ``(row, column)``; negative numbers count from the end.

        Raises:
            IndexError: there is no such cell, or `cell` is not a cell.
        """
        try:
            row, col = map(whole, cell)
        except (TypeError, ValueError):
            raise IndexError(f"a cell is grid[row, column], not grid[{cell!r}]") from None
        if not (-self.height <= row < self.height and -self.width <= col < self.width):
            raise IndexError(f"there is no cell [{row}, {col}] in a grid of shape {self.shape}")
        return self.cells[row % self.height * self.width + col % self.width]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.height, self.width

    @property
    def __array_interface__(self) -> dict[str, object]:
        """A two-dimensional array with one byte per cell, for numpy."""
        return {"version": 3, "shape": self.shape, "typestr": "|u1", "data": self.cells}

    def to_image(self, cell: int = 1) -> Image:
        """Return a Pillow image in the grid's colors, without clues.

        Args:
            cell: side of each cell in pixels, at least 1.

        Raises:
            UsageError: `cell` is invalid, or the image would have more than MAX_PIXELS.
            MissingExtra: Pillow is not installed.
        """
        check_whole(cell, "cell")
        if self.height * self.width * cell * cell > MAX_PIXELS:
            raise UsageError(
                f"cells of {cell} pixels make an image of more than {MAX_PIXELS} pixels"
            )
        with require("an image needs Pillow", "Pillow", "PIL"):
            import PIL.Image
        palette = self._colors
        image = PIL.Image.frombytes("P", (self.width, self.height), self.cells)
        image.putpalette(b"".join(bytes.fromhex(color.rgb[1:]) for color in palette.colors))
        return image.resize((cell * self.width, cell * self.height), PIL.Image.Resampling.NEAREST)

    def __str__(self) -> str:
        """Return the rows in the palette's characters, with blanks between them; `of` reads this."""
        if self._drawn_cells > MAX_DRAWN_CELLS:
            return repr(self)
        return "\n".join(map(" ".join, self.drawn(self._colors.chars)))

    @property
    def _drawn_cells(self) -> int:
        return len(self.cells)

    @property
    def _colors(self) -> Palette:
        """The palette, or a default one."""
        return self.palette or default_palette(max(1, max(self.cells)))

    @property
    def _order(self) -> tuple[int, int, bytes]:
        return self.height, self.width, self.cells

    def transpose(self) -> Grid:
        return Grid(self.width, self.height, b"".join(self.lines()[self.height :]), self.palette)

    def flip(self) -> Grid:
        return Grid(self.height, self.width, b"".join(row[::-1] for row in self), self.palette)

    def replace(self, colors: Mapping[Cell, int]) -> Grid:
        """Return the picture with other colors in some cells.

        >>> print(Grid.of(["##", "#."]).replace({(0, 1): 0, (1, 1): 1}))
        # .
        # #

        Raises:
            UsageError: there is no such cell, or no such color.
        """
        check_kind(colors, "the new colors", Mapping)
        cells = bytearray(self.cells)
        for cell, color in colors.items():
            row, col = cell_of(cell)
            if not (0 <= row < self.height and 0 <= col < self.width):
                raise UsageError(f"there is no {cell_name((row, col))} in {self!r}")
            check_whole(color, "a color", 0)
            if color >= (len(self.palette.colors) if self.palette else 256):
                raise UsageError(f"there is no color {color} in the palette")
            cells[row * self.width + col] = color
        return Grid(self.height, self.width, bytes(cells), self.palette)

    def in_colors(self, palette: Palette) -> Grid:
        """Return the same picture with another palette."""
        return (
            self if self.palette is palette else Grid(self.height, self.width, self.cells, palette)
        )

    @classmethod
    def of(
        cls,
        rows: str | Iterable[str | Iterable[int | str]],
        palette: Palette = BLACK_AND_WHITE,
    ) -> Grid:
        """Make a grid of rows: texts in the palette's characters, or lists of these or of numbers.

        A single text has one row per line, also with a blank between all cells.
        Arrays of numbers, booleans or characters are accepted.

        >>> Grid.of(["#.", ".#"]).cells
        b'\\x01\\x00\\x00\\x01'
        >>> Grid.of([[1, 0], [0, 1]]) == Grid.of(["#.", ".#"])
        True

        Raises:
            PuzzleError: rows differ in length, or a color is not in the palette.
        """
        check_kind(palette, "palette", Palette)
        if isinstance(rows, str):
            rows = rows_of_text(rows)
        if hasattr(rows, "tolist"):  # an array; numpy's booleans are not whole numbers
            rows = rows.tolist()
        try:
            lines = [row if isinstance(row, str) else _row_of(row) for row in rows]
        except TypeError:
            raise PuzzleError("expected a picture as rows, each a text or integers") from None
        if not lines or not lines[0]:
            raise PuzzleError("the picture is empty")
        color_of: dict[str | int, int] = dict(enumerate(range(len(palette.colors))))
        color_of |= {char: number for number, char in enumerate(palette.chars)}
        cells = bytearray()
        for number, line in enumerate(lines):
            if len(line) != len(lines[0]):
                raise PuzzleError(
                    f"{Line('row', number)} of the picture has {len(line)} cells, "
                    f"the first has {len(lines[0])}",
                    "row",
                    number,
                )
            for cell in line:
                if cell not in color_of:
                    known = " ".join(palette.chars)
                    raise PuzzleError(
                        f"{Line('row', number)} of the picture has {cell!r}, the palette has {known}: "
                        "give another palette=",
                        "row",
                        number,
                    )
                cells.append(color_of[cell])
        return cls(len(lines), len(lines[0]), bytes(cells), palette)

    @classmethod
    def of_picture(
        cls,
        picture: Grid | Image | Array | Iterable[str | Iterable[int]],
        palette: Palette | None = None,
        *,
        background: str = "",
        every_pixel: bool = False,
    ) -> Grid:
        """Make a grid with a palette of a grid, a Pillow image, an array, or rows as in `of`.

        An array of red, green and blue, of brightness 0 and 255, or of floats from 0 (dark) to 1
        is an image; one of small numbers or booleans has colors of the palette. Rows of floats that
        are all 0 or 1 could be either, and are refused.

        Each pixel of an image becomes a cell, and each color but the background an ink. Images of
        larger cells (at least 4 pixels and 5x5 cells), also with lines between, are read cell by cell.

        Args:
            palette: all colors of the picture; None means to make a palette of the image's colors.
            background: the blank color of an image without a `palette`, as a name or ``#rrggbb``.
                "" means transparent pixels, else white, else the lighter of two colors.
            every_pixel: make each pixel of an image a cell, even if the image was enlarged.

        Raises:
            PuzzleError: see `of`; or an image has too many colors, or none that can be blank.
            UsageError: `background` is not a color.
        """
        check_kind(palette, "palette", Palette, type(None))
        check_kind(background, "background", str)
        if isinstance(picture, cls):
            inks = max(1, max(picture.cells))
            return picture.in_colors(palette or picture.palette or default_palette(inks))
        if _is_image(picture, palette):
            from nonosat.model.looks import (  # few need them
                cells_of_image,
                image_of_array,
                image_of_cells,
            )

            if not hasattr(picture, "getbands"):
                picture = image_of_array(cast("Array", picture))
            image = cast("Image", picture)
            if not every_pixel and 4 * image.height * image.width <= MAX_PIXELS:
                image = image_of_cells(image)
            check_size(image.height, image.width)
            return cls(image.height, image.width, *cells_of_image(image, palette, background))
        if isinstance(picture, str | bytes):
            raise PuzzleError("expected a picture as rows; nonosat.load reads files")
        return cls.of(cast("Iterable[str]", picture), palette or BLACK_AND_WHITE)

    def drawn(self, chars: Sequence[str]) -> list[str]:
        """Return one text per row, with one character per cell.

        >>> Grid(2, 2, bytes([1, 0, 0, 1])).drawn(BLACK_AND_WHITE.chars)
        ['#.', '.#']
        """
        check_kind(chars, "the characters", str, list, tuple)
        text = self.cells.decode("latin-1").translate(dict(enumerate(chars)))
        return [text[at : at + self.width] for at in range(0, len(text), self.width)]

    def clues(self) -> tuple[Clue, ...]:
        """Return the clues of the rows, then of the columns.

        >>> [len(clue) for clue in Grid(1, 3, bytes([1, 0, 1])).clues()]
        [2, 1, 0, 1]
        """
        return tuple(map(Clue.of_cells, self.lines()))

    def lines(self) -> list[bytes]:
        """Return the colors of each row, then of each column."""
        return [*self, *map(self.column, range(self.width))]

    def read(self, line: Line) -> bytes:
        """Return the colors of a line."""
        check_kind(line, "a line", Line)
        return (self.row if line.axis == "row" else self.column)(line.index)

    def row(self, index: int) -> bytes:
        """Return the colors of one row, left to right."""
        start = range(0, len(self.cells), self.width)[index]
        return self.cells[start : start + self.width]

    def column(self, index: int) -> bytes:
        """Return the colors of one column, top to bottom."""
        return self.cells[range(self.width)[index] :: self.width]

    def differs(self, other: Grid) -> list[tuple[int, int]]:
        """Return the cells ``(row, column)`` where two grids of the same size differ.

        Raises:
            UsageError: the sizes differ.
        """
        check_kind(other, "a picture", Grid)
        if self.shape != other.shape:
            raise UsageError(f"grids of shapes {self.shape} and {other.shape} cannot be compared")
        pairs = zip(self.cells, other.cells, strict=True)
        differing = compress(count(), starmap(ne, pairs))
        return [divmod(cell, self.width) for cell in differing]

"""Clues and puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import add, gt, index
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from nonosat.errors import PuzzleError, UsageError, check_kind
from nonosat.model.colors import BLACK_AND_WHITE, INK_COLORS, Palette, default_palette
from nonosat.model.domains import Domains
from nonosat.model.forms import HIGHER, Array, Drawn
from nonosat.model.grid import Cell, Grid, cell_name, cell_of, check_size
from nonosat.model.judge import first_violation
from nonosat.model.line import AXES, UNKNOWN, Block, Clue, Line, PuzzleLine
from nonosat.model.turns import Turned

if TYPE_CHECKING:
    from PIL.Image import Image


_KnownRows: TypeAlias = Sequence[str | Sequence[str] | Sequence[int | None]]
AnyKnown: TypeAlias = Domains | str | _KnownRows | Array | Mapping[Cell, int | str]
"""Known cells: domains, rows as `Domains.of` reads them, or colors of some cells."""


@dataclass(frozen=True, slots=True)
class Clues:
    """Clues as written, not yet a `Puzzle`: they may contradict each other."""

    rows: tuple[Clue, ...]
    """Top to bottom; ``len(rows)`` is the height."""
    cols: tuple[Clue, ...]
    """Left to right; ``len(cols)`` is the width."""
    palette: Palette = BLACK_AND_WHITE
    givens: Domains | None = None
    """Cells printed with the clues as part of the puzzle; None means no such cells."""

    def __post_init__(self) -> None:
        for name in ("rows", "cols"):  # turn plain tuples into clues
            clues = getattr(self, name)
            if {*map(type, clues)} - {Clue}:
                object.__setattr__(self, name, tuple(map(Clue, clues)))

    @property
    def clues(self) -> tuple[Clue, ...]:
        """Clues of all lines: the rows, then the columns."""
        return self.rows + self.cols

    @property
    def lines(self) -> tuple[PuzzleLine, ...]:
        """The rows, then the columns, in the order of `clues`."""
        width, cells = self.width, self.height * self.width
        return (
            *[
                PuzzleLine("row", row, clue, range(row * width, (row + 1) * width))
                for row, clue in enumerate(self.rows)
            ],
            *[
                PuzzleLine("column", col, clue, range(col, cells, width))
                for col, clue in enumerate(self.cols)
            ],
        )

    def clue(self, line: Line) -> Clue:
        """Return the clue of a row or column."""
        check_kind(line, "a line", Line)
        return (self.rows if line.axis == "row" else self.cols)[line.index]

    @property
    def is_complete(self) -> bool:
        """True if the lengths of all blocks are known."""
        return all(clue.is_complete for clue in self.clues)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.cols)

    def puzzle(self) -> Puzzle:
        """Make the puzzle of these clues."""
        return Puzzle(self.rows, self.cols, self.palette, self.givens)

    def clues_only(self) -> Clues:
        """Return the same clues without given cells."""
        return Clues(self.rows, self.cols, self.palette)

    def known_cells(self, known: AnyKnown | None) -> Domains | None:
        """Return known cells of this puzzle as domains; None means nothing is known.

        Raises:
            UsageError: `known` is not of `AnyKnown`, or has another size or number of colors.
        """
        if known is None:
            return None
        if isinstance(known, Mapping):
            known = self._with_cells(known)
        elif isinstance(known, str | list | tuple) or hasattr(known, "tolist"):
            known = Domains.of(cast("Any", known), self.palette)
        elif not isinstance(known, Domains):
            kind = type(known).__name__
            wanted = "nonosat.Domains, rows such as '#??', or a color for each cell"
            raise UsageError(f"known cells are {wanted}, not {kind}")
        if (known.height, known.width) != (self.height, self.width):
            raise UsageError(
                f"the known cells are {known.width}x{known.height}, "
                f"the puzzle is {self.width}x{self.height}"
            )
        colors = len(self.palette.colors)
        if any(len(row) != colors for row in known.rows):
            raise UsageError(f"the known cells do not have the {colors} colors of the puzzle")
        if any(bits < 0 or bits >> known.width for row in known.rows for bits in row):
            raise UsageError(f"the known cells have bits beyond their {known.width} columns")
        return known

    def _with_cells(self, colors: Mapping[Cell, int | str]) -> Domains:
        """Return domains where these cells have these colors: numbers, or the palette's characters."""
        color_of: dict[int | str, int] = dict(enumerate(range(len(self.palette.colors))))
        color_of |= {char: number for number, char in enumerate(self.palette.chars)}
        rows = [*map(list, self.unknown().rows)]
        for cell, color in colors.items():
            row, col = self.cell(cell)
            if color not in color_of:
                raise UsageError(f"{cell_name((row, col))} is {color!r}, which is not a color here")
            rows[row] = [bits & ~(1 << col) for bits in rows[row]]
            rows[row][color_of[color]] |= 1 << col
        return Domains(self.width, tuple(map(tuple, rows)))

    def cell(self, value: object) -> Cell:
        """Return a cell from the caller; refuse one that the puzzle does not have."""
        row, col = cell_of(value)
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise UsageError(f"there is no {cell_name((row, col))} in {self!r}")
        return row, col

    def unknown(self) -> Domains:
        """Return domains with every color possible everywhere."""
        line = ((1 << self.width) - 1,) * len(self.palette.colors)
        return Domains(self.width, (line,) * self.height)

    def within(self, known: Domains | None) -> Domains | None:
        """Return the colors that both the given cells and `known` allow; None means all colors.

        If they contradict each other in a cell, that cell has no color left.
        """
        if known is None or self.givens is None:
            return known or self.givens
        return known & self.givens

    def start(self, known: Domains | None) -> Domains:
        """Return the same as `within`, but domains that allow everything instead of None."""
        return self.within(known) or self.unknown()


def excess_of(clues: Clues) -> list[int]:
    """Return, for each color, how many more cells the rows have than the columns.

    All lengths must be known.

    >>> excess_of(Clues(((Block(2),),), ((Block(1),),)))
    [0, 1]
    """
    more = [0] * len(clues.palette.colors)
    for side, sign in ((clues.rows, 1), (clues.cols, -1)):
        for clue in side:
            for length, color in clue:
                assert length is not None, "totals are of known lengths"
                more[color] += sign * length
    return more


@dataclass(frozen=True, slots=True)
class MissizedClues(Clues):
    """Clues with more or fewer lines than the stated size."""

    size: tuple[int, int] = (0, 0)
    """The stated height and width."""


def check_count(clues: Clues, height: int, width: int) -> None:
    """Refuse clues whose number of lines differs from the stated size."""
    if (clues.height, clues.width) != (height, width):
        said = f"the size says {width}x{height}, the clues make {clues.width}x{clues.height}"
        err = PuzzleError(said)
        err.clues = MissizedClues(clues.rows, clues.cols, clues.palette, size=(height, width))
        raise err


def refused_clues(error: BaseException | None) -> Clues | None:
    """Return the clues attached to an error or to its cause; None if there are none.

    Each of their blocks has a length and an ink, but a clue may not fit, or totals may differ.
    """
    while error is not None:
        if isinstance(error, PuzzleError) and isinstance(error.clues, Clues):
            return error.clues
        error = error.__cause__
    return None


def _filled_if_plain(clues: tuple[Clue, ...], room: int) -> int | None:
    """Return the number of cells that one-ink clues fill; None means to check them one by one.

    Nearly all puzzles have one ink, and this is several times as fast.
    """
    try:
        distinct = {*chain.from_iterable(clues)}
    except TypeError:  # not even numbers
        return None
    for length, color in distinct:
        if color != 1 or type(length) is not int or length < 1:
            return None
    filled: list[int] = [sum([block[0] for block in clue]) for clue in clues]  # type: ignore[misc]  # all are known
    longest = max(map(add, filled, map(len, clues)), default=0)  # with a gap after each block
    return sum(filled) if longest <= room + 1 else None


AnyLength = int | str | None
"""A length for `Puzzle.of`; ``"?"`` and None mean unknown."""
AnyClue = str | int | Iterable[AnyLength | Sequence[AnyLength]]
"""A clue for `Puzzle.of`: a text ``"1 1"``, one length (0 for an empty line), or a list of lengths
and pairs ``(length, color)``."""
_SAMPLE = Clue((Block(1), Block(2)))
_TYPED_BLOCK = re.compile(r"([0-9]{1,9}|\?)([^0-9\s,?]?)")


def _clue(axis: str, number: int, clue: AnyClue, palette: Palette | None) -> Clue:
    """Return a clue from any form of `AnyClue`; lengths may be whole numbers of any type."""
    try:
        if isinstance(clue, str):
            return _typed_clue(clue, palette)
        blocks = [*map(_block, clue)] if isinstance(clue, Iterable) else [Block(_whole(clue))]
        return Clue(() if blocks == [Block(0)] else blocks)
    except (TypeError, ValueError):
        what = f"{Line(axis, number)}: {clue!r}"[:80]
        wanted = "list of lengths or of pairs (length, color)"
        if isinstance(clue, str):
            wanted = f"clue such as {_SAMPLE.text(palette or BLACK_AND_WHITE)!r}"
        raise PuzzleError(f"{what} is not a {wanted}", axis, number) from None


def clue_of(clue: AnyClue, palette: Palette | None = None) -> Clue:
    """Return one clue from any form that `Puzzle.of` accepts."""
    return _clue("row", 0, clue, palette)


def _typed(clues: object) -> list[AnyClue]:
    """Return the clues of one side, as they were given, in a list."""
    if isinstance(clues, str):
        return [*clues.split(";")]
    if not isinstance(clues, Iterable):
        kind = type(clues).__name__
        raise PuzzleError(f"clues are lists with one clue for each line, not {kind}")
    return [
        clue if isinstance(clue, str) or not isinstance(clue, Iterable) else [*clue]
        for clue in clues
    ]


def _clues_of(axis: str, clues: list[AnyClue], palette: Palette | None) -> tuple[Clue, ...]:
    """Return the clues of one side in any form that `Puzzle.of` accepts."""
    return tuple(_clue(axis, number, clue, palette) for number, clue in enumerate(clues))


def _typed_clue(text: str, palette: Palette | None) -> Clue:
    """Return the clue of a text such as ``2 1``, or ``2k 1r`` in the palette's characters."""
    colors = {}
    if palette is None or palette.is_black_and_white:
        colors = {"": 1, BLACK_AND_WHITE.chars[1]: 1}
    palette = palette or default_palette(len(INK_COLORS))
    colors |= {color.char: number for number, color in enumerate(palette.colors) if number}
    words = re.split(r"[\s,-]+", text.strip())
    found = [_TYPED_BLOCK.fullmatch(word) for word in words]
    if words == ["0"]:
        return Clue()
    if not all(match and match[2] in colors for match in found):
        raise ValueError(text)
    return Clue(
        Block(None if match[1] == UNKNOWN else int(match[1]), colors[match[2]])
        for match in found
        if match
    )


def _block(block: AnyLength | Sequence[AnyLength]) -> Block:
    if _is_unknown(block):
        return Block(None)
    try:
        return Block(_whole(block))
    except TypeError:
        length, *color = block  # type: ignore[misc, str-unpack]  # any type
        return Block(None if _is_unknown(length) else _whole(length), *map(_whole, color))


def _whole(number: object) -> int:
    """Return a whole number of any type as an int; arrays often store them as floats."""
    is_integer = getattr(number, "is_integer", None)
    if isinstance(number, int) or is_integer is None or not is_integer():
        return index(number)  # type: ignore[arg-type]  # it raises
    return int(number)  # type: ignore[call-overload, no-any-return]  # a float


def _is_unknown(length: object) -> bool:
    return length is None or (isinstance(length, str) and length == UNKNOWN)


class _Totals(NamedTuple):
    """Number of cells of each color in the rows, or in the columns."""

    least: list[int]
    most: list[int]
    """Larger than `least` if lengths are unknown: such blocks may take all the room left."""


@lru_cache(maxsize=4)
def _black_blocks(longest: int) -> dict[int, Block]:
    """Return black blocks of lengths 1 to `longest`, shared by puzzles of the same size."""
    return {length: Block(length) for length in range(1, longest + 1)}


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(Clues, Drawn, Turned):
    """Consistent row clues, column clues, palette, and optional given cells.

    The clues are tuples of `Block`; `Puzzle.of` accepts lists, numbers and texts. Given cells that
    allow everything are replaced by None, so equal puzzles always compare equal.
    """

    def __post_init__(self) -> None:
        check_kind(self.palette, "palette", Palette)
        for clues in (self.rows, self.cols):
            if not (
                isinstance(clues, tuple)
                and {*map(type, clues)} <= {tuple, Clue}
                and {*map(type, chain.from_iterable(clues))} <= {Block}
            ):
                raise PuzzleError(
                    "clues are tuples of blocks here; Puzzle.of takes lists and texts"
                )
        Clues.__post_init__(self)
        check_size(self.height, self.width)
        try:
            self._check_clues()
        except PuzzleError as err:
            blocks = [*chain.from_iterable(self.clues)]
            if {*map(type, chain.from_iterable(blocks))} <= {int, type(None)} and all(
                block.least > 0 and block.color in self.palette.inks for block in blocks
            ):
                err.clues = Clues(self.rows, self.cols, self.palette)
            raise
        if self.givens is not None:
            self._check_givens(self.givens)

    def _check_givens(self, givens: AnyKnown) -> None:
        """Refuse given cells that do not fit; replace them by None if they allow everything."""
        try:
            cells = self.known_cells(givens)
        except UsageError as err:
            raise PuzzleError(str(err).replace("known cells", "given cells")) from err
        assert cells is not None, "only None means nothing is known"
        if (cell := cells.contradiction()) is not None:
            raise PuzzleError(f"the given cell in {cell_name(cell)} can have no color")
        if cells == self.unknown():
            object.__setattr__(self, "givens", None)
        elif cells is not givens:
            object.__setattr__(self, "givens", cells)

    def given(self, known: AnyKnown | None) -> Puzzle:
        """Return the puzzle with these cells added to the given ones.

        Raises:
            UsageError: the cells do not fit the puzzle.
            PuzzleError: the cells contradict those already given.
        """
        known = self.known_cells(known)
        return Puzzle(self.rows, self.cols, self.palette, self.within(known))

    def clues_only(self) -> Puzzle:
        """Return the puzzle without given cells."""
        return self if self.givens is None else Puzzle(self.rows, self.cols, self.palette)

    def _check_clues(self) -> None:
        totals = []
        for axis, clues, room in (
            ("row", self.rows, self.width),
            ("column", self.cols, self.height),
        ):
            total = _Totals([0] * len(self.palette.colors), [0] * len(self.palette.colors))
            if (filled := _filled_if_plain(clues, room)) is not None:
                total.least[1] = total.most[1] = filled
            else:
                for index, clue in enumerate(clues):
                    self._check_clue(axis, index, clue, room, total)
            totals.append(total)
        rows, cols = totals
        if any(map(gt, rows.least, cols.most)) or any(map(gt, cols.least, rows.most)):
            raise PuzzleError(self._mismatch(rows, cols))

    def _check_clue(self, axis: str, index: int, clue: Clue, room: int, total: _Totals) -> None:
        where = Line(axis, index)
        need = last = 0
        unknown = set()
        for block in clue:
            least, color = block.least, block.color
            if not (isinstance(least, int) and isinstance(color, int)):
                what = f"{where} has {block!r}, and lengths and colors are whole numbers"
                raise PuzzleError(what, axis, index)
            if least < 1:
                raise PuzzleError(f"{where} has a block of length {least}", axis, index)
            if not 0 < color < len(total.least):
                raise PuzzleError(f"{where} uses color {color}, which is not an ink", axis, index)
            need += least + (color == last)
            last = color
            total.least[color] += least
            total.most[color] += least
            if block.length is None:
                unknown.add(color)
        if need > room:
            side = "wide" if axis == "row" else "high"
            raise PuzzleError(f"{where} needs {need} cells, the grid is {room} {side}", axis, index)
        for color in unknown:
            total.most[color] += room - need

    def _mismatch(self, rows: _Totals, cols: _Totals) -> str:
        found = []
        for color, ours, at_most, theirs, at_most_theirs in zip(
            self.palette.colors, *rows, *cols, strict=True
        ):
            cells = "cells" if self.palette.is_black_and_white else f"{color.name} cells"
            ours_cells = f"{ours} {cells if ours != 1 else cells[:-1]}"
            if ours == at_most and theirs == at_most_theirs and ours != theirs:
                larger = "rows" if ours > theirs else "columns"
                found.append(
                    f"the rows have {ours_cells}, the columns {theirs}: "
                    f"{abs(ours - theirs)} more in the {larger}"
                )
            elif ours > at_most_theirs:
                found.append(
                    f"the rows have at least {ours_cells}, the columns at most {at_most_theirs}"
                )
            elif theirs > at_most:
                most = f"{at_most} {cells if at_most != 1 else cells[:-1]}"
                found.append(f"the rows have at most {most}, the columns at least {theirs}")
        rest = [f"{len(found) - 3} more colors differ"] if len(found) > 3 else []
        return "; ".join([*found[:3], *rest])

    @property
    def _drawn_cells(self) -> int:
        return self.height * self.width

    @property
    def _order(self) -> Any:
        clues = [[(block.length or 0, block.color) for block in clue] for clue in self.clues]
        return self.height, self.width, clues, self.start(None)._order

    def transpose(self) -> Puzzle:
        givens = self.givens and self.givens.transpose()
        return Puzzle(self.cols, self.rows, self.palette, givens)

    def flip(self) -> Puzzle:
        rows = tuple([Clue(clue[::-1]) for clue in self.rows])
        return Puzzle(rows, self.cols[::-1], self.palette, self.givens and self.givens.flip())

    def text(self) -> str:
        """Return the puzzle as one short text without blanks, which `of` reads; links have the same.

        Raises:
            CannotHold: it would have more than 60,000 characters.
        """
        return cast("str", HIGHER.get("short")(self))

    def violation(self, grid: Grid) -> str | None:
        """Say what is wrong with a picture; None if it satisfies all clues and has the given cells.

        >>> Puzzle.of([[2]], [[1], [1]]).violation(Grid(1, 2, bytes([1, 0])))
        'row 1 reads 1, its clue is 2'
        """
        if not isinstance(grid, Grid):
            check_kind(grid, "a picture", Grid)
        return first_violation(self.rows, self.cols, self.palette, self.givens, grid)

    def accepts(self, grid: Grid) -> bool:
        """Return True if a picture is a solution, whether the only one or not."""
        return self.violation(grid) is None

    @classmethod
    def of(
        cls,
        rows: str | Iterable[AnyClue],
        cols: str | Iterable[AnyClue] | None = None,
        palette: Palette | None = None,
        *,
        columns: str | Iterable[AnyClue] | None = None,
        given: AnyKnown | None = None,
    ) -> Puzzle:
        """Make a puzzle of any iterables of clues, or of texts with ``;`` between the clues.

        A clue is a list of lengths or pairs ``(length, color)``, a text, or one length; 0 is an
        empty line. In texts, a letter of the palette after a length is the ink: ``2k 1r``. A
        length of ``"?"`` or None is unknown. One text in place of all clues is that of `text`.

        >>> Puzzle.of([[2], [1]], [[2], [1]]) == Puzzle.of(["2", 1], [2, "1"])
        True
        >>> Puzzle.of(["? 1"], [1, 1, 0, 1]) == Puzzle.of([[None, 1]], [[1], [1], [], ["?"]])
        False

        Args:
            palette: None means black, red, blue ... with the letters k, r, b, g, y, o, p, n, t, i, e, l.
            columns: another name for `cols`.
            given: cells printed with the clues as part of the puzzle.

        Raises:
            PuzzleError: the clues are contradictory; the message counts lines from 1.
            UsageError: both `cols` and `columns` are given, or neither.
            ParseError: `rows` is the only argument, and is not the text of a puzzle.
        """
        check_kind(palette, "palette", Palette, type(None))
        if isinstance(rows, str) and cols is None and columns is None and palette is None:
            return cast("Puzzle", HIGHER.get("long")(rows)).given(given)
        if (cols is None) == (columns is None):
            raise UsageError("give the column clues once, as cols or as columns")
        typed = _typed(rows), _typed(columns if cols is None else cols)
        row_clues, col_clues = (
            _clues_of(axis, side, palette) for axis, side in zip(AXES, typed, strict=True)
        )
        if palette is None:
            used = (block.color for clue in (*row_clues, *col_clues) for block in clue)
            palette = default_palette(max(1, max(used, default=1)))
            if not palette.is_black_and_white:  # then each length in a text needs its letter
                for axis, side in zip(AXES, typed, strict=True):
                    _clues_of(axis, side, palette)
        puzzle = cls(row_clues, col_clues, palette)
        return puzzle if given is None else puzzle.given(given)

    @classmethod
    def of_lengths(
        cls, rows: Sequence[Sequence[int | None]], cols: Sequence[Sequence[int | None]]
    ) -> Puzzle:
        """Make a black-and-white puzzle of lists of lengths, several times as fast as `of`.

        >>> Puzzle.of_lengths([[2], [1]], [[2], [1]]) == Puzzle.of([[2], [1]], [[2], [1]])
        True
        """
        try:
            check_size(len(rows), len(cols))
            block: Any = _black_blocks(max(len(rows), len(cols))).__getitem__
            row_clues, col_clues = (
                tuple([Clue(map(block, clue)) for clue in side]) for side in (rows, cols)
            )
        except (KeyError, TypeError):  # not lists, or a length that is 0, unknown or too large
            return cls.of(rows, cols, BLACK_AND_WHITE)
        return cls(row_clues, col_clues)

    @classmethod
    def of_grid(cls, grid: Grid, palette: Palette = BLACK_AND_WHITE) -> Puzzle:
        """Make the puzzle of a finished picture."""
        check_kind(grid, "a picture", Grid)
        clues = grid.clues()
        return cls(clues[: grid.height], clues[grid.height :], palette)

    @classmethod
    def from_picture(
        cls,
        picture: Grid | Image | Array | Iterable[str | Iterable[int]],
        palette: Palette | None = None,
        *,
        background: str = "",
        every_pixel: bool = False,
    ) -> Puzzle:
        """Make the puzzle of a finished picture: a grid, rows, a Pillow image or an array of pixels.

        The arguments are those of `Grid.of_picture`.

        >>> Puzzle.from_picture(["##", "#."]).rows == Puzzle.of(["2", "1"], ["2", "1"]).rows
        True

        Raises:
            PuzzleError, UsageError: see `Grid.of_picture`.
        """
        grid = Grid.of_picture(picture, palette, background=background, every_pixel=every_pixel)
        return cls.of_grid(grid, grid.palette or BLACK_AND_WHITE)

    def __repr__(self) -> str:
        inks = len(self.palette.inks)
        return f"<Puzzle {self.width}x{self.height}{f', {inks} inks' if inks > 1 else ''}>"

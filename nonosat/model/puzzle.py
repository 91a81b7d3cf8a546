"""Clues and puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import add, gt, index
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from nonosat.errors import PuzzleError, UsageError, check_kind
from nonosat.model.answers import Answer, Score, ask, find_grid
from nonosat.model.colors import BLACK_AND_WHITE, Palette, default_palette
from nonosat.model.domains import Domains
from nonosat.model.grid import Grid, cell_name, check_size
from nonosat.model.judge import first_violation
from nonosat.model.line import UNKNOWN, Block, Clue, Line, PuzzleLine

if TYPE_CHECKING:
    from PIL.Image import Image


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
    def lines(self) -> Iterator[PuzzleLine]:
        """Yield the rows, then the columns, in the order of `clues`."""
        width, cells = self.width, self.height * self.width
        for row, clue in enumerate(self.rows):
            yield PuzzleLine("row", row, clue, range(row * width, (row + 1) * width))
        for col, clue in enumerate(self.cols):
            yield PuzzleLine("column", col, clue, range(col, cells, width))

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

    def check_known(self, known: object) -> None:
        """Refuse a value that is not known cells of this puzzle; None means nothing is known.

        Raises:
            UsageError: `known` is not a `Domains`, or has another size or number of colors.
        """
        if known is None:
            return
        if not isinstance(known, Domains):
            kind = type(known).__name__
            raise UsageError(f"known cells are nonosat.Domains, not {kind}; Domains.of reads rows")
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

    def unknown(self) -> Domains:
        """Return domains in which every color is possible everywhere."""
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

    def excess(self) -> list[int]:
        """Return, for each color, how many more cells the rows have than the columns.

        All lengths must be known.

        >>> Clues(((Block(2),),), ((Block(1),),)).excess()
        [0, 1]
        """
        more = [0] * len(self.palette.colors)
        for clues, sign in ((self.rows, 1), (self.cols, -1)):
            for clue in clues:
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
            return _typed_clue(clue, palette or BLACK_AND_WHITE)
        blocks = [*map(_block, clue)] if isinstance(clue, Iterable) else [Block(_whole(clue))]
        return Clue(() if blocks == [Block(0)] else blocks)
    except (TypeError, ValueError):
        what = f"{Line(axis, number)}: {clue!r}"[:80]
        wanted = "list of lengths or of pairs (length, color)"
        if isinstance(clue, str):
            wanted = f"clue such as {_SAMPLE.text(palette or BLACK_AND_WHITE)!r}"
        raise PuzzleError(f"{what} is not a {wanted}", axis, number) from None


def _clues_of(axis: str, clues: object, palette: Palette | None) -> tuple[Clue, ...]:
    """Return the clues of one side from any form that `Puzzle.of` accepts."""
    if isinstance(clues, str):
        clues = clues.split(";")
    if not isinstance(clues, Iterable):
        kind = type(clues).__name__
        raise PuzzleError(f"clues are lists with one clue for each line, not {kind}")
    return tuple(_clue(axis, number, clue, palette) for number, clue in enumerate(clues))


def _typed_clue(text: str, palette: Palette) -> Clue:
    """Return the clue of a text such as ``2 1``, or ``2k 1r`` in the palette's characters."""
    colors = {color.char: number for number, color in enumerate(palette.colors) if number}
    if palette.is_black_and_white:
        colors[""] = 1
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
class Puzzle(Clues):
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

    def _check_givens(self, givens: Domains) -> None:
        """Refuse given cells that do not fit; replace them by None if they allow everything."""
        try:
            self.check_known(givens)
        except UsageError as err:
            raise PuzzleError(str(err).replace("known cells", "given cells")) from err
        if (cell := givens.contradiction()) is not None:
            raise PuzzleError(f"the given cell in {cell_name(cell)} can have no color")
        if givens == self.unknown():
            object.__setattr__(self, "givens", None)

    def given(self, known: Domains | None) -> Puzzle:
        """Return the puzzle with these cells added to the given ones.

        Raises:
            UsageError: the cells do not fit the puzzle.
            PuzzleError: the cells contradict those already given.
        """
        self.check_known(known)
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

    def violation(self, grid: Grid) -> str | None:
        """Say what is wrong with a picture; None if it satisfies all clues and has the given cells.

        >>> Puzzle.of([[2]], [[1], [1]]).violation(Grid(1, 2, bytes([1, 0])))
        'row 1 reads 1, its clue is 2'
        """
        check_kind(grid, "a picture", Grid)
        return first_violation(self.rows, self.cols, self.palette, self.givens, grid)

    def accepts(self, grid: Grid) -> bool:
        """Return True if a picture is a solution, whether the only one or not."""
        return self.violation(grid) is None

    def prompt(self) -> str:
        """Return the task as text: the rules, the clues, and the form of the answer.

        `read_answer` reads such an answer, and others.
        """
        return ask(self.rows, self.cols, self.palette, self.givens)

    def read_answer(self, text: str) -> Answer:
        """Find the last picture of the puzzle's size in a text, such as that of a language model.

        Cells are ``#.``, ``10``, ``X`` and blanks, ``■□``, or the letters, names or numbers of the
        palette's colors. Rows are lines, lists, or all in one string. It never raises on a text.

        >>> puzzle = Puzzle.of([2, 1], [1, 2])
        >>> puzzle.read_answer("So: [[1, 1], [0, 1]]").grid == Grid.of(["##", ".#"])
        True
        """
        check_kind(text, "an answer", str)
        return Answer(*find_grid(text, self.height, self.width, self.palette))

    def score(self, answer: Answer | Grid, *, solution: Grid | None = None) -> Score:
        """Judge an answer by the clues and the given cells. It does not search.

        >>> Puzzle.of([2, 1], [2, 1]).score(Grid.of(["##", ".#"])).lines_right
        2

        Args:
            solution: the picture to compare wrong ones with; None means to compare with the only
                solution if line logic and probing find it. A solved puzzle has no wrong cells.
        """
        check_kind(answer, "answer", Answer, Grid)
        check_kind(solution, "solution", Grid, type(None))
        if solution is not None and solution.shape != (self.height, self.width):
            raise UsageError(f"solution is {solution!r}, the puzzle is {self!r}")
        grid = answer if isinstance(answer, Grid) else answer.grid
        lines = self.height + self.width
        if grid is None:
            return Score(False, lines, unreadable=cast("Answer", answer).unreadable)
        wrong = self.violation(grid)
        if grid.shape != (self.height, self.width):
            return Score(False, lines, unreadable=str(wrong))
        right = sum(map(Clue.covers, self.clues, grid.clues()))
        if wrong is None:
            return Score(True, lines, right, 0)
        solution = solution or self._decided()
        wrong_cells = None if solution is None else len(grid.differs(solution))
        return Score(False, lines, right, wrong_cells)

    def _decided(self) -> Grid | None:
        """Return the only solution if line logic and probing find it."""
        from nonosat.kernel import Board  # few puzzles are scored

        known = self.givens.rows if self.givens else None
        board = Board(self.rows, self.cols, len(self.palette.colors), known)
        cells = board.cells() if board.probe() else None
        return None if cells is None else Grid(self.height, self.width, cells)

    @classmethod
    def of(
        cls,
        rows: str | Iterable[AnyClue],
        cols: str | Iterable[AnyClue] | None = None,
        palette: Palette | None = None,
        *,
        columns: str | Iterable[AnyClue] | None = None,
    ) -> Puzzle:
        """Make a puzzle of any iterables of clues, or of texts with ``;`` between the clues.

        A clue is a list of lengths or pairs ``(length, color)``, a text, or one length; 0 is an
        empty line. In texts, a letter of the palette after a length is the ink: ``2k 1r``. A
        length of ``"?"`` or None is unknown.

        >>> Puzzle.of([[2], [1]], [[2], [1]]) == Puzzle.of(["2", 1], [2, "1"])
        True
        >>> Puzzle.of(["? 1"], [1, 1, 0, 1]) == Puzzle.of([[None, 1]], [[1], [1], [], ["?"]])
        False

        Args:
            columns: another name for `cols`.

        Raises:
            PuzzleError: the clues are contradictory; the message counts lines from 1.
            UsageError: both `cols` and `columns` are given, or neither.
        """
        check_kind(palette, "palette", Palette, type(None))
        if (cols is None) == (columns is None):
            raise UsageError("give the column clues once, as cols or as columns")
        row_clues = _clues_of("row", rows, palette)
        col_clues = _clues_of("column", columns if cols is None else cols, palette)
        if palette is None:
            used = (block.color for clue in (*row_clues, *col_clues) for block in clue)
            palette = default_palette(max(1, max(used, default=1)))
        return cls(row_clues, col_clues, palette)

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
        picture: Grid | Image | Iterable[str | Iterable[int]],
        palette: Palette | None = None,
        *,
        background: str = "",
        every_pixel: bool = False,
    ) -> Puzzle:
        """Make the puzzle of a finished picture: a grid, rows, or a Pillow image.

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

"""Puzzles of the sides, lines and pictures that a group of a text holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from nonosat.formats.base import Size, Stated
from nonosat.formats.found.cells import Cells, clues_of
from nonosat.formats.found.entries import Labelled
from nonosat.formats.found.fits import (
    WRITE_NAMES,
    WRITE_SIZE,
    Clues,
    Fits,
    Reading,
    Refusal,
    Sides,
    misstated,
)
from nonosat.formats.found.nameless import LooseLine, of_lines
from nonosat.formats.found.sides import SideLines, matched
from nonosat.formats.found.tokens import Lexeme
from nonosat.formats.found.values import depth, is_plain, within
from nonosat.formats.lines import Side, role_of
from nonosat.formats.said.texts import ALONE


class Picture(NamedTuple):
    """A picture of a text; None if it is not clear which of its cells are filled."""

    cells: Cells | None
    line: int
    tokens: Sequence[Lexeme]


@dataclass
class Scope:
    """The content of a group."""

    sides: list[SideLines] = field(default_factory=list)
    rest: list[LooseLine] = field(default_factory=list)
    """The lines that belong to no side."""
    sizes: list[Stated] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    groups: list[Labelled] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    junk: Refusal | None = None
    """A word behind a number of a text."""


class Puzzles:
    """The puzzles that are found in a text, and what is wrong with the rest."""

    def __init__(self, is_code: bool) -> None:
        self.is_code: bool = is_code
        self.found: list[Reading] = []
        self.used: set[int] = set()
        """The lists that were read, by their id."""
        self.errors: list[Refusal] = []

    def fail(self, what: str, line: int, used: int = 0) -> None:
        self.errors.append(Refusal(what, line, used))

    @property
    def worst(self) -> Refusal | None:
        """The error of the reading that came furthest; beside puzzles, only what was left out."""
        worst = max(self.errors, key=lambda one: one.used, default=None)
        if worst is None or (self.found and not worst.used):
            return None
        return worst

    def pairs(self, sides: Sequence[SideLines], scope: Scope) -> list[SideLines]:
        """Read a puzzle of each pair of sides; return the sides if there are no pairs."""
        rows, cols = ([one for one in sides if one.side is side] for side in Side)
        if not rows or not cols:
            return [*sides]
        self._take_sizes(scope)
        pairs = [*matched(rows, cols)]
        paired = {id(one) for pair in pairs for one in pair}
        for one in sides:
            if id(one) not in paired:
                self.fail(f"a second list of {one.side.value}s", one.line, 1)
        for row, col in pairs:
            try:
                self.found.append(self._pair(row, col, scope, len(pairs) == 1))
            except Refusal as refusal:
                self.errors.append(refusal)
        return []

    def _take_sizes(self, scope: Scope) -> None:
        """Take a number or two beside sides as sizes, and name other numbers."""
        for line in scope.rest:
            if not line.is_clue:
                continue
            if is_plain(line.value) and len(line.value) < 3:
                scope.sizes.append(Stated(Size.BOTH, line.value, line.line))
            elif not self.is_code and not _is_binary(line.value):
                self.fail(f"the numbers of line {line.line} are below no heading", line.line, 1)

    def _pair(self, rows: SideLines, cols: SideLines, scope: Scope, is_only: bool) -> Reading:
        line = min(rows.line, cols.line)
        if bad := rows.bad or cols.bad:
            raise bad
        if self.is_code and not all(
            depth(side.items) > 1 or side.is_joined for side in (rows, cols)
        ):
            raise Refusal("these numbers are not lists of clues", line)  # as in top: 0; left: 0
        fits = Fits(line, WRITE_SIZE, is_nameless=False, is_code=self.is_code)
        fits.add(rows.items, cols.items, scope.sizes if is_only else [], (rows.lines, cols.lines))
        self.use(chain(rows.tokens, cols.tokens))
        ways = ways_of([*scope.pictures, *_of_two_numbers(scope.rest)])
        if ways:  # a dash may part clues: the picture decides
            one, two = ([item for item in side.items if item != []] for side in (rows, cols))
            fits.add(one, two, scope.sizes if is_only else [])
        fits.prefer(ways)
        reading = fits.forced()
        self._check_names(rows, cols, reading)
        reading.notes += scope.notes
        reading.where = f"lines {rows.line} and {cols.line} are read"
        if reading.key[::-1] in ways and any(self._loose(rows, cols)):
            reading.turn()
        reading.cells = ways.get(reading.key)
        for picture in scope.pictures:
            self.use(picture.tokens)
        if ways and reading.cells is None:
            reading.notes.append("the picture beside the clues does not have these clues")
        return reading

    def use(self, tokens: Iterator[Lexeme] | Sequence[Lexeme]) -> None:
        self.used |= {id(token) for token in tokens}

    @staticmethod
    def _loose(rows: SideLines, cols: SideLines) -> list[str]:
        return [role_of(side.entry.name).loose for side in (rows, cols)]

    def _check_names(self, rows: SideLines, cols: SideLines, reading: Reading) -> None:
        """Say what may be meant otherwise.

        Raises:
            Refusal: it probably is.
        """
        loose = self._loose(rows, cols)
        is_point = reading.is_single and depth([rows.items, cols.items]) < 4
        if is_point and ("x" in loose or (any(loose) and max(map(len, reading.key)) == 1)):
            names = sorted(side.entry.name[:20] for side in (rows, cols))
            what = f"{' and '.join(names)} may be clues, or the places of points"
            raise Refusal(what, reading.line, advice=WRITE_NAMES)
        reading.notes += [
            f"{word!r} is read as the {side.side.value}s"
            for word, side in zip(loose, (rows, cols), strict=True)
            if word
        ]

    def without_sides(self, scope: Scope, level: int, is_first: bool) -> None:
        """Read lists of lists, lines of numbers, or pictures that have no name of a side."""
        clues = [line for line in scope.rest if line.is_clue]
        deep = [line for line in clues if depth(line.value) >= 3]
        before = len(self.found)
        try:
            flat = [line for line in clues if depth(line.value) == 2 and not line.is_named]
            if self.is_code and level and len(flat) == 2 and not deep:
                self._nested([line.value for line in flat], flat[0], scope)
                self.use(flat[1].tokens)
            elif deep and (len(deep) == len(clues) or self.is_code):
                for line in deep:
                    self._nested(line.value, line, scope)
            elif scope.junk:
                raise scope.junk
            elif clues and is_first and not scope.sides and not self.is_code:
                if drawn := [one for one in scope.pictures if one.cells]:
                    raise Refusal("a picture beside numbers", drawn[0].line)
                self.found += of_lines(scope.rest, scope.sizes)
                for line in clues:
                    self.use(line.tokens)
        except Refusal as refusal:
            self.errors.append(refusal)
        if is_first and len(self.found) == before and not scope.sides:
            self._drawn(scope)

    def _nested(self, value: list[Any], line: LooseLine, scope: Scope) -> None:
        """Two lists of clues in a list, after sizes and before a picture; or a list of such lists."""
        lists = [one for one in value if isinstance(one, list) and one]
        numbers = [one for one in value if isinstance(one, int)]
        if depth(value) > 3 and all(depth(one) >= 3 for one in lists):
            for number, one in enumerate(lists, 1):
                try:
                    self._nested(one, line, scope)
                except Refusal as refusal:
                    what = f"list {number} of {len(lists)} is not read: {refusal.what}"
                    self.errors.append(Refusal(what, line.line, int(len(lists) > 1)))
            return
        drawn = None
        if len(lists) == 3 and depth(lists[2]) == 2 and _is_binary(lists[2]):
            drawn = [[cell == 1 for cell in row] for row in lists.pop()]
        if len(lists) != 2 or len(numbers) > 2:
            raise Refusal("there are no two lists of clues", line.line)
        fits = Fits(line.line, WRITE_NAMES, is_nameless=True, is_code=self.is_code)
        stated = [Stated(Size.BOTH, numbers, line.line)] if numbers else []
        fits.add(lists[0], lists[1], [*scope.sizes, *stated])
        reading = fits.forced()
        if drawn and (cells := clues_of(drawn)) in (reading.key, reading.key[::-1]):
            if cells != reading.key:
                reading.turn()
            reading.cells = drawn
        are_few = ALONE in reading.notes and max(map(len, reading.key)) < 4
        if self.is_code and are_few and not (scope.sizes or stated):
            raise Refusal("there are no two lists of clues", line.line)
        reading.where = f"line {line.line} is read"
        self.found.append(reading)
        self.use(line.tokens)

    def _drawn(self, scope: Scope) -> None:
        """Read pictures, where there are no clues."""
        clues = [line for line in scope.rest if line.is_clue]
        rules = [line for line in scope.rest if line.value in ("", "-")]
        if scope.pictures and not self.is_code and (clues[1:] or rules):
            line = max(one.line for one in (*clues, *rules))
            self.fail(f"line {line} beside the picture is not understood", line, 1)
            return
        sizes = scope.sizes if len(scope.pictures) == 1 else []
        if len(clues) == 1 and is_plain(clues[0].value) and len(clues[0].value) < 3:
            sizes = [*sizes, Stated(Size.BOTH, clues[0].value, clues[0].line)]
        for picture in scope.pictures:
            if picture.cells is None:
                continue
            sides = Sides(*clues_of(picture.cells))
            if not any(sides.rows):
                self.fail("a picture without a filled cell", picture.line)
            elif wrong := misstated(sizes, sides, self.is_code, len(picture.cells)):
                self.errors.append(wrong)
            else:
                self.use(picture.tokens)
                where = f"the picture of line {picture.line} is read"
                self.found.append(Reading(sides, [], picture.line, where, picture.cells))


def ways_of(pictures: Sequence[Picture]) -> dict[tuple[Clues, Clues], Cells]:
    """The clues of pictures, with either sign as the filled one, and the cells."""
    found: dict[tuple[Clues, Clues], Cells] = {}
    for picture in pictures:
        for is_filled in (True, False) if picture.cells else ():
            assert picture.cells is not None
            cells = [[cell == is_filled for cell in row] for row in picture.cells]
            found.setdefault(clues_of(cells), cells)
    return found


def _of_two_numbers(lines: Sequence[LooseLine]) -> Iterator[Picture]:
    """Yield the pictures that lists of lists of two numbers may be, as a witness beside clues."""
    for line in lines:
        rows = line.value if line.is_clue and depth(line.value) == 2 else []
        if all(map(is_plain, rows)) and len({*map(len, rows)}) == 1:
            kinds = sorted({*chain.from_iterable(rows)})
            if len(kinds) == 2:
                cells = [[cell == kinds[1] for cell in row] for row in rows]
                yield Picture(cells, line.line, line.tokens)


def _is_binary(value: Any) -> bool:
    return {one for one in within(value or []) if not isinstance(one, list)} <= {0, 1}

"""Puzzles of the sides, lines and pictures that a group of a text holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from nonosat.formats.found.cells import Cells, clues_of
from nonosat.formats.found.entries import Labelled
from nonosat.formats.found.fits import (
    INDEXES,
    MODES,
    WRITE_NAMES,
    WRITE_SIZE,
    Clues,
    Fits,
    Reading,
    Refusal,
    Sides,
    Stated,
    agree,
)
from nonosat.formats.found.nameless import LooseLine, of_lines
from nonosat.formats.found.sides import HEIGHTS, SideLines, matched
from nonosat.formats.found.tokens import Lexeme, TokenKind
from nonosat.formats.found.values import BLANK, depth, is_plain, within
from nonosat.formats.lines import CONTROL, GAME, TOLD, LineKind, Side, Size, is_picture, role_of
from nonosat.formats.said.texts import ALONE


class Picture(NamedTuple):
    """A picture of a text; None if it is not clear which of its cells are filled."""

    cells: Cells | None
    name: str
    line: int
    is_text: bool
    """It is a text of several lines."""


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
    listed: str = ""
    """The name of a list of numbers beside the sides."""


class Puzzles:
    """The puzzles that are found in a text, and what is wrong with the rest."""

    def __init__(self, text: str, is_code: bool, root: Lexeme) -> None:
        self.text: str = text
        self.is_code: bool = is_code
        self.root: Lexeme = root
        self.found: list[Reading] = []
        self.used: set[int] = set()
        """The lists that were read, by their id, and the lines of pictures."""
        self.errors: list[Refusal] = []
        self.around: list[str] = []
        """The names of the groups around what is read."""
        self.spare: list[LooseLine] = []
        """Lists of lists under names that mean no side."""

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
        if not self._belong(scope):
            return []
        pairs = [*matched(rows, cols)]
        paired = {id(one) for pair in pairs for one in pair}
        for one in sides:
            if id(one) not in paired:
                what = f"a second list of {one.side.value}s"
                self.fail(what, one.line, 1)
        before = len(self.found) + sum(one.label != "" for one in self.errors)
        for place, (row, col) in enumerate(pairs, before + 1):
            try:
                self.found.append(self._pair(row, col, scope, len(pairs) == 1))
            except Refusal as refusal:
                named = next(filter(None, reversed(self.around[:2])), "")
                refusal.label = f"puzzle {place}{named and f' ({named})'}"
                self.errors.append(refusal)
        return []

    def _belong(self, scope: Scope) -> bool:
        """Take numbers beside sides as sizes; return False if there are others."""
        for line in scope.rest:
            if line.kind is not LineKind.CLUE:
                continue
            if len(line.value) < 3 and is_plain(line.value):
                scope.sizes.append(Stated(Size.BOTH, line.value, line.line))
            elif not self.is_code and not _is_binary(line.value):
                what = f"the numbers of line {line.line} are below no heading"
                self.fail(what, line.line, 1)
                return False
        return True

    def _pair(self, rows: SideLines, cols: SideLines, scope: Scope, is_only: bool) -> Reading:
        line = min(rows.line, cols.line)
        fits = Fits(line, WRITE_SIZE, is_nameless=False, is_code=self.is_code)
        fits.is_dashed = bool(rows.bare or cols.bare)
        rows.check_style()
        cols.check_style()
        items = within([*rows.items, *cols.items])
        if self.is_code and all(isinstance(one, list) or one is BLANK for one in items):
            what = "there are no numbers in these lists"  # as in rows(), cols()
            raise Refusal(what, fits.line)
        both = [*rows.items, *cols.items]
        is_loose = self.is_code and (len(both) == 2 or rows.entry.is_call)
        if is_loose and all(is_plain(one) and len(one) == 1 for one in both):
            what = "these numbers are not lists of clues"  # as in top: 0; left: 0
            raise Refusal(what, fits.line)
        is_numbered = rows.is_joined and cols.is_joined and rows.index and cols.index
        sizes = scope.sizes if is_only else []
        modes = INDEXES if is_numbered else MODES
        fits.add(rows.items, cols.items, sizes, modes, (rows.lines, cols.lines))
        self.used |= {id(token) for side in (rows, cols) for token in side.tokens}
        ways = ways_of(scope.pictures)
        is_drawn = fits.prefer(ways)
        reading = fits.forced()
        reading.notes += scope.notes
        reading.notes += self._doubts(rows, cols, reading)
        if is_drawn:
            reading.cells = ways[reading.key]
        elif ways:
            line = scope.pictures[0].line
            reading.notes.append(f"the picture of line {line} does not have these clues")
        return reading

    def _doubts(self, rows: SideLines, cols: SideLines, reading: Reading) -> list[str]:
        """Say what may be meant otherwise.

        Raises:
            Refusal: it probably is.
        """
        notes = []
        is_bare = all(is_plain(item) for side in (rows, cols) for item in side.items)
        is_listed = len(rows.items) == len(cols.items) == 1  # rows: [1, 0, 2]
        is_single = all(len(clue) < 2 for side in reading.key for clue in side)
        if is_bare and is_listed and is_single:
            notes.append(ALONE)
        loose = [role_of(side.entry.name).loose for side in (rows, cols)]
        is_point = is_single and depth([rows.items, cols.items]) < 4
        if any(loose) and is_point and ("x" in loose or max(map(len, reading.key)) == 1):
            names = sorted(side.entry.name[:20] for side in (rows, cols))
            what = f"{' and '.join(names)} may be clues, or the places of points"
            raise Refusal(what, reading.line, advice=WRITE_NAMES)
        if any(loose):
            notes += [
                f"{word!r} is read as the {side.side.value}s"
                for word, side in zip(loose, (rows, cols), strict=True)
                if word
            ]
        if self.is_code:
            notes.append(_not_run(rows.line, cols.line))
        return notes

    def without_sides(self, scope: Scope, level: int, is_first: bool) -> None:
        """Read lists of lists, lines of numbers, or pictures that have no name of a side."""
        clues = [line for line in scope.rest if line.kind is LineKind.CLUE]
        deep = [line for line in clues if depth(line.value) >= 3]
        before = len(self.found)
        try:
            if deep and (len(deep) == len(clues) or self.is_code):
                for line in deep:
                    self._nested(line.value, line, scope.sizes)
            elif clues and is_first and not scope.sides and self._may_be_lines(scope, level):
                ways = ways_of(scope.pictures)
                self.found += of_lines(scope.rest, scope.sizes, ways)
        except Refusal as refusal:
            self.errors.append(refusal)
        is_free = is_first and len(self.found) == before and not scope.sides
        if is_free and (clues or scope.pictures):
            self._drawn(scope, clues)

    def _may_be_lines(self, scope: Scope, level: int) -> bool:
        plain_kinds = (LineKind.CLUE, LineKind.BLANK)
        return not self.is_code or (
            not level and all(line.kind in plain_kinds for line in scope.rest)
        )

    def _nested(self, value: list[Any], line: LooseLine, sizes: Sequence[Stated]) -> None:
        """Two lists of clues in a list, after sizes and before a picture; or a list of such lists."""
        lists = [one for one in value if isinstance(one, list) and one]
        numbers = [one for one in value if isinstance(one, int)]
        if depth(value) > 3 and all(depth(one) >= 3 for one in lists):
            for number, one in enumerate(lists, 1):
                try:
                    self._nested(one, line, sizes)
                except Refusal as refusal:
                    what = f"list {number} of {len(lists)} is not read: {refusal.what}"
                    self.errors.append(Refusal(what, line.line, 1))
            return
        if len(lists) == 3 and depth(lists[2]) == 2 and _is_binary(lists[2]):
            lists.pop()
        entry = line.entry
        is_fact = self.around[-1:] == ["data"] or (entry is not None and entry.name == "data")
        label = " ".join([*self.around, *(token.text for token in entry.label)]) if entry else ""
        is_told = (
            is_fact
            or not any(token.kind is TokenKind.WORD for token in self.root.all())  # only lists
            or bool(TOLD.search(label) or GAME.search(self.text))
            or (
                entry is not None
                and any(token.text == '"' for one in entry.val for token in one.all())
            )
        )
        is_odd = entry is not None and (entry.bad or CONTROL & {*label.split()})
        if len(lists) != 2 or len(numbers) > 2 or (self.is_code and (is_odd or not is_told)):
            raise Refusal("there are no two lists of clues", line.line)
        fits = Fits(line.line, WRITE_NAMES, is_nameless=not is_fact)
        stated = [Stated(Size.BOTH, numbers, line.line)] if numbers else []
        fits.add(lists[0], lists[1], [*sizes, *stated], MODES)
        reading = fits.forced()
        if self.is_code and not is_fact:
            if _are_few(reading) and not (sizes or stated):
                raise Refusal("there are no two lists of clues", line.line)
            reading.notes.append(_not_run(line.line, line.line))
        self.found.append(reading)
        self.used |= {id(token) for token in (entry.val if entry else ())}

    def _drawn(self, scope: Scope, clues: Sequence[LooseLine]) -> None:
        """Read pictures, where there are no clues."""
        pictures: Sequence[Picture] = scope.pictures
        if not pictures:
            pictures, clues = _binary_lines(clues)
        sizes = scope.sizes if len(pictures) == 1 else []
        numbers = [number for line in clues for number in line.value]
        if is_plain(numbers) and len(numbers) < 3:
            sizes, clues = [*sizes, Stated(Size.BOTH, numbers, clues[0].line)], []
        words = sum(line.kind is LineKind.WORDS for line in scope.rest)
        rules = any(line.kind is LineKind.RULE and line.value != "-" for line in scope.rest)
        is_mixed = words > 2 + 2 * len(pictures) or bool(clues[1:]) or rules
        for picture in pictures:
            if picture.cells is None:
                continue
            is_drawn = picture.is_text and len(picture.cells) > 2 if self.is_code else not is_mixed
            if not (is_drawn or is_picture(picture.name)):
                what = "there is a picture, but nothing says that it is a puzzle"
                self.fail(what, picture.line)
                continue
            sides = Sides(*clues_of(picture.cells))
            is_agreed, note = agree(sizes, sides, self.is_code)
            if not is_agreed:
                self.fail(
                    "the picture is not of the size that is stated",
                    picture.line,
                    len(picture.cells),
                )
                continue
            notes = [note] if note else []
            if not sizes:
                notes.append("the cells of a picture are read")
            self.found.append(Reading(sides, notes, picture.line, picture.cells))

    def left_out(self) -> None:
        """Read lists under other names that are two sides; name those that only look like clues."""
        if not self.spare:
            return
        is_ours = bool(GAME.search(self.text))
        spare = [one for one in self.spare if _look_like_clues(one.value)]
        while spare:
            one = spare.pop(0)
            name = one.entry.name if one.entry else ""
            if spare and (is_ours or TOLD.search(name)):
                fits = Fits(one.line, WRITE_NAMES, is_nameless=True)
                fits.add(one.value, spare[0].value, [], MODES[:1])
                if fits.readings and not _are_few(reading := fits.forced()):
                    other = spare.pop(0)
                    self.used |= {
                        id(token)
                        for line in (one, other)
                        for token in (line.entry.val if line.entry else ())
                    }
                    reading.notes.append(_not_run(one.line, other.line))
                    self.found.append(reading)
                    continue
            if self.found and any(len(clue) > 1 for clue in one.value):
                what = f"the list {name!r} looks like clues, but belongs to no puzzle"
                self.fail(what, one.line, 1)


def _are_few(reading: Reading) -> bool:
    return ALONE in reading.notes and max(map(len, reading.key)) < 4


def are_counts(merged: Sequence[SideLines], full: Sequence[SideLines], scope: Scope) -> bool:
    """Take ``rows: 5``, ``columns: 7`` above the lines of both sides as sizes."""
    if len(merged) != 2 or len({one.side for one in merged}) != 2 or len(full) != 1:
        return False
    body = [item for item in full[0].items if item is not BLANK]
    if not all(one.count for one in merged) or len(body) != sum(one.count[0] for one in merged):
        return False
    scope.sizes = [
        Stated(HEIGHTS[one.side], one.count, one.line)
        for one in sorted(merged, key=lambda one: one.side.value, reverse=True)
    ]
    for item in full[0].items:
        kind = LineKind.BLANK if item is BLANK else LineKind.CLUE
        scope.rest.append(LooseLine(kind, item, full[0].line))
    scope.sides = []
    return True


def ways_of(pictures: Sequence[Picture]) -> dict[tuple[Clues, Clues], Cells]:
    """The clues of pictures, with either sign as the filled one, and the cells."""
    found: dict[tuple[Clues, Clues], Cells] = {}
    for picture in pictures:
        for is_filled in (True, False) if picture.cells else ():
            assert picture.cells is not None
            cells = [[cell == is_filled for cell in row] for row in picture.cells]
            found.setdefault(clues_of(cells), cells)
    return found


def _not_run(one: int, two: int) -> str:
    where = f"line {one} is" if one == two else f"lines {one} and {two} are"
    return f"{where} read; the program is not run"


def _is_binary(value: Any) -> bool:
    return {one for one in within(value) if not isinstance(one, list)} <= {0, 1}


def _binary_lines(clues: Sequence[LooseLine]) -> tuple[list[Picture], list[LooseLine]]:
    """The picture of lines of 0 and 1 without names, and the lines of its size above it."""
    tokens = [line.entry.val if line.entry else [] for line in clues]
    texts = [re.sub(r"[ ,;]", "", "".join(one.text for one in line)) for line in tokens]
    for lead in range(3):
        rows = texts[lead:]
        is_even = len({*map(len, rows)}) == 1 and min(len(rows), len(rows[0])) > 1
        if is_even and {*"".join(rows)} == {"0", "1"}:
            cells = [[cell == "1" for cell in row] for row in rows]
            return [Picture(cells, "", clues[0].line, True)], [*clues[:lead]]
    return [], [*clues]


def _look_like_clues(value: Any) -> bool:
    """True for lists of different lengths, or of one number each, that are nothing but blocks."""
    if depth(value) != 2 or len(value) < 2 or not all(isinstance(one, list) for one in value):
        return False
    numbers = [*chain.from_iterable(value)]
    lengths = {*map(len, value)}
    is_varied = len(lengths) > 1 or lengths == {1}
    return (
        is_varied and value.count([]) < 2 and all(type(one) is int and one > 0 for one in numbers)
    )

"""One reader for clues as people and programs write them: a text is sections.

A text is a tree of `tokens`, a group of tokens is `entries`, and an entry is one line of a kind: clues, a
side, a size, a picture, words, a rule, or a group of its own. A side owns the lines below it; two sides
make a puzzle, and so may lines without sides (`nameless`). A puzzle that `fits` in one way is read. Nothing is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from nonosat.formats.cells import Cells, cells_in, clues_of
from nonosat.formats.entries import ASSIGNS, Labelled, entries, words_alone
from nonosat.formats.fits import (
    ALONE,
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
    Weight,
    agree,
)
from nonosat.formats.lines import (
    CONTROL,
    GAME,
    NULLS,
    TOLD,
    LineKind,
    Role,
    Side,
    Size,
    is_picture,
    role_of,
    size_of,
)
from nonosat.formats.nameless import SHORT, LooseLine, not_a_number, of_lines
from nonosat.formats.program.uses import uses
from nonosat.formats.tokens import Lexeme, TokenKind, Tree, is_sign, plain
from nonosat.formats.values import (
    BLANK,
    Junk,
    depth,
    group_value,
    has_numbers,
    is_plain,
    number,
    sequence,
    usual,
    within,
)
from nonosat.model import MAX_SIDE

MAX_LEVEL = 12
"""Groups in groups that are looked into."""
SHORT_COMMENT = 30
"""Longer comments name no side."""


class _Side:
    """The clues of one side, or of one line of it, and the entry that names them."""

    def __init__(self, role: Role, entry: Labelled) -> None:
        self.role, self.entry, self.line = role, entry, entry.line
        assert role.side is not None
        self.side: Side = role.side
        self.index: int | None = None
        """Of the line that it is."""
        self.items: list[Any] = []
        self.count: list[int] = []
        """A lone number behind the name, which is a size or the only clue."""
        self.is_joined = False
        """It was made of several, each with a number."""
        self.lines: list[int] = []
        self.dashes: list[int] = []
        """The lines below the name that begin with a dash, as in YAML."""
        self.commas: list[int] = []
        """The lines below the name that end with a comma."""
        self.below = 0
        """Lines below the name."""
        self.is_dashed = False
        """A line below the name is only a dash."""

    def check_style(self) -> None:
        """Refuse a side if only some lines begin with a dash, or only some end with a comma."""
        what = ""
        if 0 < len(self.dashes) < self.below:
            what = f"only {len(self.dashes)} of {self.below} lines of the {self.side.value}s begin with a dash"
        elif 0 < len(self.commas) < self.below - 1:
            what = f"only {len(self.commas)} of {self.below} lines of the {self.side.value}s end with a comma"
        if what:
            raise Refusal(what, (self.dashes or self.commas)[0], Weight.UNCLEAR)

    def add_line(self, item: Any, entry: Labelled) -> None:
        """Add a line below the name."""
        self.add(item, entry.line)
        self.below += 1
        if entry.val[0].text == "-":
            self.dashes.append(entry.line)
        if entry.val[-1].is_sign(","):
            self.commas.append(entry.line)

    def add(self, item: Any, line: int) -> None:
        if len(self.items) >= MAX_SIDE:
            what = f"more than {MAX_SIDE} clues of one side"
            raise Refusal(what, line, Weight.CHANGED)
        self.items.append(item)
        if item is not BLANK:
            self.lines.append(line)


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

    sides: list[_Side] = field(default_factory=list)
    rest: list[LooseLine] = field(default_factory=list)
    """The lines that belong to no side."""
    sizes: list[Stated] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    groups: list[Labelled] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    spare: list[LooseLine] = field(default_factory=list)
    """Lists of lists under names that mean no side."""


class Sections:
    """Goes through the entries of a text, and makes readings of them."""

    def __init__(self, text: str, line: int, is_code: bool) -> None:
        self.text: str = text
        self.is_code: bool = is_code
        tree = Tree(plain(text), line, is_code)
        self._begin(tree.root, tree.faults)

    def _begin(self, root: Lexeme, faults: Sequence[Lexeme]) -> None:
        self.root: Lexeme = root
        self.faults: Sequence[Lexeme] = faults
        self.found: list[Reading] = []
        self.errors: list[Refusal] = []
        self.names: dict[str, list[Lexeme]] = {}
        """The names of lists that are clues, and where they are given."""
        self.words: list[LooseLine] = []
        """The lines of words of the text itself, which may be titles."""
        self.roles: set[Side] = set()
        """The sides that have names."""
        self._whole: set[str] = set()
        """The names whose clues are all given at once."""
        self._around: list[str] = []
        self._blocks = 0
        """The braces without a name around what is read: those of statements."""
        self._spare: list[LooseLine] = []

    @classmethod
    def of_tree(cls, root: Lexeme) -> Sections:
        """Make the reader of a tree that was not made of a text, as that of JSON."""
        made = cls.__new__(cls)
        made.text, made.is_code = "", False
        made._begin(root, ())
        return made

    def fail(self, what: str, line: int, weight: int) -> None:
        self.errors.append(Refusal(what, line, weight))

    def read(self) -> None:
        """Fill `found` and `errors`."""
        for side in self._walk(self.root, 0)[:1]:
            weight = Weight.NAMED if self.found else Weight.ONE_SIDE
            self.fail(f"there are no clues of {side.side.other.value}s", side.line, weight)
        if self.faults and (self.found or self.names):
            fault = self.faults[0]
            self.fail(f"the sign {fault.text} has no partner", fault.line, Weight.CHANGED)
        self._left_out()
        if self.is_code and self.names:
            change, handed = uses(self.root, self.names)
            self.errors += [change] if change else []
            for reading in self.found:
                reading.notes += handed
        elif (led := _ZERO_LED.search(self.text)) is not None:
            for reading in self.found:
                reading.notes.append(f"{led[0]} is read as {int(led[0])}, not as two numbers")
        if any(one.weight >= Weight.CHANGED for one in self.errors):
            self.found = []

    @property
    def worst(self) -> Refusal | None:
        """The error of the reading that came furthest; beside puzzles, only what was left out."""
        worst = max(self.errors, key=lambda one: one.weight, default=None)
        if worst is None or (self.found and worst.weight < Weight.NAMED):
            return None
        return worst

    def _walk(self, group: Lexeme, level: int) -> list[_Side]:
        """Read the puzzles of a group; return its sides that have no other side."""
        if level > MAX_LEVEL:
            raise Refusal(f"nested more than {MAX_LEVEL} deep", group.line, Weight.WORDS)
        scope, side = Scope(), None
        before: Labelled | None = None
        for entry in entries(group):
            if before is not None and not self.is_code and _is_behind(entry, before):
                self.errors.append(not_a_number(entry.name, entry.line))
            before = entry
            if entry.blank:
                self._blank(scope, side, entry.line, entry.blank)
            side = self._classify(entry, scope, side, level)
        last = group.items[-1] if group.items else None
        if last is not None and last.kind is TokenKind.BREAK and len(last.text) > 1:
            self._blank(scope, side, last.line, len(last.text) - 1)
        if not level:
            self.words = [line for line in scope.rest if line.kind is LineKind.WORDS]
        return self._assemble(group, scope, level)

    def _blank(self, scope: Scope, side: _Side | None, line: int, count: int) -> None:
        if side is None:
            scope.rest += [LooseLine(LineKind.BLANK, BLANK, line)] * min(count, MAX_SIDE)
        else:
            side.items.append(BLANK)

    def _classify(
        self, entry: Labelled, scope: Scope, side: _Side | None, level: int
    ) -> _Side | None:
        """Put an entry where it belongs; return the side that owns what is below."""
        toks = entry.val
        first = toks[0] if toks else None
        if first is not None and first.kind is TokenKind.USUAL:
            if side is None:
                scope.rest.append(LooseLine(LineKind.CLUE, usual(first), entry.line, entry))
            else:
                side.add_line(usual(first), entry)
            return side
        is_bracket = first is not None and len(toks) == 1 and first.text in ("[", "(")
        if is_bracket and first and not entry.label and (heading := words_alone(first)):
            entry.label, entry.val, toks, first = heading, [], [], None  # [Row clues]
        name, line = entry.name, entry.line
        role = self._role(entry, name)
        is_dash = (
            not entry.label
            and len(toks) == 1
            and toks[0].text == "-"
            and all(token.kind is TokenKind.BREAK for token in toks[0].items)
        )
        if is_dash and side is not None:
            side.items.append(BLANK)
            side.is_dashed = True
            return side
        is_rule = toks and (
            all(token.kind is TokenKind.SIGN for token in toks)
            or (toks[0].kind is TokenKind.CELLS and len(toks[0].rows) == 1)
        )
        if is_dash or is_rule or not (toks or name):
            signs = "".join(token.text for token in (*entry.label, *toks)).replace(" ", "")
            is_rule = is_dash or len({*signs}) < len(signs)  # such as --
            if side is not None and signs and not is_rule and signs not in _RULES:
                self.errors.append(not_a_number(signs, line))
            scope.rest.append(LooseLine(LineKind.RULE, "-" if is_dash else "", line, entry))
            return side
        if not toks and role.side is None:
            return self._words(entry, scope, side)
        return self._valued(entry, scope, side, role)

    def _role(self, entry: Labelled, name: str) -> Role:
        if self._around[-1:] == ["data"] and not entry.sign:
            return Role()  # of a fact of Prolog
        if entry.comment and (len(name) >= SHORT_COMMENT or re.search(r"(?<!\()\d", name)):
            return Role()
        is_label = not (self.is_code and CONTROL & {*name.lower().split()})
        if not is_label or (len(name) == 1 and entry.val and entry.calculated()):
            return Role()
        return role_of(name)

    def _words(self, entry: Labelled, scope: Scope, side: _Side | None) -> _Side | None:
        """Take a line of words; a letter among the lines of a side is a mistake."""
        found = {role_of(token.text).side for token in entry.label}
        is_short = not self.is_code and len(entry.name) < SHORT_COMMENT
        if is_short and any(token.is_sign(",") for token in entry.label) and {*Side} <= found:
            what = (
                "rows and columns have their headings in one line: write them one below the other"
            )
            raise Refusal(what, entry.line, Weight.STATED)
        name = entry.name
        if side is not None and entry.comment is None and not entry.sign and len(name) < SHORT:
            self.errors.append(not_a_number(name, entry.line))
            return side
        scope.rest.append(LooseLine(LineKind.WORDS, name, entry.line, entry))
        return None

    def _valued(
        self, entry: Labelled, scope: Scope, side: _Side | None, role: Role
    ) -> _Side | None:
        """Put an entry with a value, or the name of a side, where it belongs."""
        name, line, toks = entry.name, entry.line, entry.val
        if self.is_code and not entry.sign and toks and _is_index(toks[0]):
            return side
        owner = role.side or (None if side is None or name else side.side)
        is_letter = self.is_code and len(name) == 1
        is_inside = side is not None and not (name or role.side)
        is_read, value = self._value(entry, None if is_letter else owner, is_inside)
        is_size = entry.sign and size_of(name) and is_plain(value) and len(value) == 1
        if len(name) == 1 and (is_size or (is_letter and depth(value) < 2)):
            role = Role()  # h: 4
        if not role.side and (name or not is_plain(value)) and self._pictures(entry, scope):
            return side
        if not is_read:
            return None
        nested = depth(value)
        if side is not None and not side.items and not role.side and nested == 2 and entry.sign:
            side.add(value, line)  # clues = ... below [rows]
            return None
        if role.side is None and toks and (value is None or (value and name and nested == 2)):
            scope.groups.append(entry)
            if value and all(one.text in ("[", "(", "{") for one in toks):
                scope.spare.append(LooseLine(LineKind.CLUE, value, line, entry))
        elif role.side is not None and value is None and any(map(_is_object, toks)):
            scope.groups.append(entry)
        elif role.side is not None:
            return self._side(scope, role, entry, value)
        elif not name:
            self._unnamed(entry, scope, side, value)
        elif is_plain(value) and (size := size_of(name)):
            scope.sizes.append(Stated(size, value, line))
        elif side is not None and not entry.sign and len(name) == 1:
            self.errors.append(not_a_number(name, line))
        elif nested > 2:
            scope.rest.append(LooseLine(LineKind.CLUE, value, line, entry))
        else:
            scope.rest.append(LooseLine(LineKind.WORDS, name, line, entry))
            return None
        return side

    def _unnamed(self, entry: Labelled, scope: Scope, side: _Side | None, value: Any) -> None:
        odd = entry.bad or next(
            (token for token in entry.label if not token.is_sign("*", "|", "•", *ASSIGNS)), None
        )
        if odd is not None:
            weight = Weight.UNCLEAR if side is not None else Weight.NESTED
            self.fail(f"{odd.text[:20]!r} does not belong to a clue", entry.line, weight)
            return
        if entry.index:
            numbers = (number(token) for token in entry.index if token.kind is TokenKind.NUMBER)
            value = type(value)([*numbers, *value])
        if side is None:
            scope.rest.append(LooseLine(LineKind.CLUE, value, entry.line, entry))
        else:
            side.add_line(value, entry)

    def _pictures(self, entry: Labelled, scope: Scope) -> bool:
        """Take the picture of a value, or those of a list of them; return False if it is none."""
        toks = entry.val
        if not toks:
            return False
        widths = (
            one.numbers[-1]
            for one in scope.sizes
            if one.size is Size.WIDTH or (one.size is Size.BOTH and len({*one.numbers}) == 1)
        )
        width = next(widths, 0)
        name = " ".join([*self._around, *(word.text for word in entry.words)]) or entry.name
        is_text = toks[0].kind is TokenKind.CELLS or (
            len(toks) == 1 and toks[0].text == '"' and len(toks[0].items) > 2
        )
        cells = cells_in(toks, width)
        if cells or toks[0].kind is TokenKind.CELLS:
            scope.pictures.append(Picture(cells, name, entry.line, is_text))
            return True
        inner: Sequence[Lexeme] = toks
        while len(inner) == 1 and inner[0].kind is TokenKind.GROUP and inner[0].text != '"':
            inner = inner[0].items
        groups = [one for one in inner if one.kind is TokenKind.GROUP]
        others = [one for one in inner if one.kind is not TokenKind.BREAK and not one.is_sign(",")]
        if len(groups) < 2 or len(groups) < len(others):
            return False
        several = [cells_in([one], width) for one in groups]
        if not all(several):
            return False
        for cells, group in zip(several, groups, strict=True):
            scope.pictures.append(Picture(cells, name, group.line, group.text == '"'))
        return True

    def _value(self, entry: Labelled, owner: Side | None, is_inside: bool) -> tuple[bool, Any]:
        """The lists of an entry, None if it has something else in it; False if it should be a side.

        Args:
            is_inside: it is a line without a name below that of a side.
        """
        toks, value = entry.val, None
        try:
            if len(toks) == 1 and toks[0].kind is TokenKind.GROUP:
                value = group_value(toks[0])
            elif toks:
                value = sequence(toks)
        except Junk as junk:
            token = junk.token
            is_null = token.text.lower() in NULLS and not token.tag and token is not toks[0]
            if owner is None or not (is_inside or is_null or any(map(_may_be_side, toks))):
                return True, None
            if is_null:
                what = f"{token.text} is not a clue (write [] or 0 for an empty line)"
                self.fail(what, token.line, Weight.CHANGED)
            else:
                what = f"{token.text[:20]!r} in the {owner.value}s is not a number"
                self.fail(what, token.line, Weight.UNCLEAR)
            return False, None
        if owner is not None and toks and (bad := entry.calculated()) is not None:
            what = f"the list of line {entry.line} is calculated ({bad.text!r}); the program is not run"
            self.fail(what, bad.line, Weight.CHANGED)
        return True, value if value is None or isinstance(value, list) else [value]

    def _side(self, scope: Scope, role: Role, entry: Labelled, value: Any) -> _Side | None:
        """Make a side of a name and what is behind it: clues, or a number that may be a size."""
        side = _Side(role, entry)
        self.roles.add(side.side)
        digits = re.search(r"(\d+)\W*\Z", entry.name)
        nested = depth(value)
        if len(entry.index) == 1:
            inside = [one for one in entry.index[0].items or entry.index if one.text not in "()"]
            if len(inside) == 1 and inside[0].kind is TokenKind.NUMBER and nested < 3:
                index = number(inside[0])
                side.index = index if isinstance(index, int) else None
            if side.index is not None and nested > 1 and entry.index[0].text == "[":
                scope.sizes.append(Stated(_HEIGHTS[side.side], [side.index], side.line))
                side.index = None  # rows[4] = of C
        elif (
            digits
            and entry.comment is None
            and nested < 2
            and role_of(entry.name[: digits.start()]).side
        ):
            side.index = int(digits[1][:6])
        is_type = self.is_code and entry.sign == ":" and not any(map(has_numbers, entry.val))
        if entry.comment is None and entry.sign and not is_type:
            named = entry.words
            key = named[-1].text if named else ""
            is_again = self.is_code and key in self._whole
            if is_again and (entry.index or not value):
                return None  # rows[0] = or rows = f() behind a list: `uses` refuses it
            if is_again and entry.sign == "=" and len(named) == 1 and self._blocks:
                first = self.names[key][0].line
                what = f"another value changes the list of line {first}; the program is not run"
                self.fail(what, entry.line, Weight.CHANGED)
            if nested > 1:
                self._whole.add(key)
            self.names.setdefault(key, []).extend(named[-1:])
        is_listed = nested == 2 and not entry.sign and entry.val[0].kind is TokenKind.NUMBER
        is_listed &= not any(token.is_sign("|", ";", "/") for token in entry.val)
        if is_listed and any(token.is_sign(",") for token in entry.label):
            value = [*chain.from_iterable(one if isinstance(one, list) else [one] for one in value)]
        is_number = len(entry.val) == 1 and entry.val[0].kind is TokenKind.NUMBER
        if is_plain(value) and is_number and not entry.index and size_of(entry.name):
            side.count = value
        elif value or (value is not None and (digits or entry.index)):  # not rows = []
            side.add(value, entry.line)
        scope.sides.append(side)
        return side if nested < 2 else None

    def _joined(self, sides: Sequence[_Side], sizes: list[Stated]) -> list[_Side]:
        """Join sides with a name for each clue, as in ``Row 1: 2 1``."""
        found: list[_Side] = []
        last: dict[Side, _Side | None] = {}
        for side in sides:
            entry, before = side.entry, last.get(side.side)
            filled = [item for item in side.items if item is not BLANK]
            is_bare = (
                not entry.val and not entry.comment and entry.sign != "=" and side.index is None
            )
            if is_bare and not filled and before and found[-1] is before and not before.entry.sign:
                side.items = filled = [[]]  # a name alone among others: an empty clue
            is_line = (
                len(filled) == 1
                and isinstance(filled[0], list)
                and depth(filled[0]) <= 2
                and not (is_bare and filled != [[]])
                and not (side.index is None and entry.sign and depth(filled[0]) > 1)
            )
            if side.index is not None and not side.is_joined:
                if is_line:
                    side.items = [[side.index, *filled[0]]]
                elif filled:  # rows (5):
                    sizes.append(Stated(_HEIGHTS[side.side], [side.index], side.line))
            if is_line and before and self._continues(side, before, found[-1]):
                before.items += side.items
                before.lines += side.lines or [side.line]
                before.index, before.is_joined = side.index, True
                continue
            if is_line and before and 0 < (before.index or 0) < (side.index or 0):
                what = (
                    f"{side.side.value} {side.index} comes behind {side.side.value} {before.index}"
                )
                self.fail(what, side.line, Weight.UNCLEAR)
            last[side.side] = side if is_line else None
            found.append(side)
        return found

    def _continues(self, side: _Side, before: _Side, last: _Side) -> bool:
        """True if a line with a name of its own follows on another."""
        if side.index is not None or before.index is not None:
            return side.index is not None and side.index == (
                before.index + 1 if before.index is not None else None
            )
        is_same = side.entry.name[:-1] == before.entry.name[:-1]
        return is_same and (side.entry.is_call or last is before)

    def _assemble(self, group: Lexeme, scope: Scope, level: int) -> list[_Side]:
        """Read the puzzles of a scope; return its sides without another side."""
        merged = self._joined(scope.sides, scope.sizes)
        full = [one for one in merged if any(item is not BLANK for item in one.items)]
        if self._are_counts(merged, full, scope):
            merged, full = [], []
        for one in merged:
            if one.count and any(two.side is one.side for two in full):
                scope.sizes.append(Stated(_HEIGHTS[one.side], one.count, one.line))
                what = f"{one.count[0]} is read as the number of {one.side.value}s, not as a clue"
                is_clear = self.is_code or all(depth(two.items) > 2 for two in full)
                scope.notes += [] if is_clear else [f"line {one.line}: {what}"]
            elif one.count:
                one.items, one.lines = [one.count], [one.line]  # not a size: the only clue
                full.append(one)
        before = len(self.found)
        left = self._pairs(full, scope)
        for entry in scope.groups:
            label = [word.text for word in entry.words]
            self._around.append(" ".join(label))
            for token in entry.val:
                is_filled = any(one.kind in _INNER for one in token.items) or token.text == '"'
                if token.kind is TokenKind.GROUP and is_filled:
                    is_block = token.text == "{" and entry.sign not in ASSIGNS
                    self._blocks += is_block
                    left = left + self._walk(token, level + 1)
                    self._blocks -= is_block
            self._around.pop()
        if scope.groups:
            left = self._pairs(self._joined(left, scope.sizes), scope)
        inside = self.found[before:]
        if len(inside) == 1 and inside[0].cells is None:  # beside an object with the clues
            inside[0].cells = _ways(scope.pictures).get(inside[0].key)
        if not left:
            self._without_sides(scope, level, len(self.found) == before)
        self._spare += scope.spare
        for reading in self.found[before:]:
            reading.origin = reading.origin or group
        return left

    def _are_counts(self, merged: Sequence[_Side], full: Sequence[_Side], scope: Scope) -> bool:
        """Take ``rows: 5``, ``columns: 7`` above the lines of both sides as sizes."""
        if len(merged) != 2 or len({one.side for one in merged}) != 2 or len(full) != 1:
            return False
        body = [item for item in full[0].items if item is not BLANK]
        if not all(one.count for one in merged) or len(body) != sum(one.count[0] for one in merged):
            return False
        scope.sizes = [
            Stated(_HEIGHTS[one.side], one.count, one.line)
            for one in sorted(merged, key=lambda one: one.side.value, reverse=True)
        ]
        for item in full[0].items:
            kind = LineKind.BLANK if item is BLANK else LineKind.CLUE
            scope.rest.append(LooseLine(kind, item, full[0].line))
        scope.sides = []
        return True

    def _pairs(self, sides: Sequence[_Side], scope: Scope) -> list[_Side]:
        """Read a puzzle of each pair of sides; return the sides if there are no pairs."""
        rows, cols = ([one for one in sides if one.side is side] for side in Side)
        if not rows or not cols:
            return [*sides]
        if not self._belong(scope):
            return []
        pairs = [*_matched(rows, cols)]
        paired = {id(one) for pair in pairs for one in pair}
        for one in sides:
            if id(one) not in paired:
                what = f"a second list of {one.side.value}s"
                self.fail(what, one.line, Weight.NAMED)
        before = len(self.found) + sum(one.label != "" for one in self.errors)
        for place, (row, col) in enumerate(pairs, before + 1):
            try:
                self.found.append(self._pair(row, col, scope, len(pairs) == 1))
            except Refusal as refusal:
                named = next(filter(None, reversed(self._around[:2])), "")
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
                self.fail(what, line.line, Weight.NAMED)
                return False
        return True

    def _pair(self, rows: _Side, cols: _Side, scope: Scope, is_only: bool) -> Reading:
        fits = Fits(
            min(rows.line, cols.line),
            WRITE_SIZE,
            is_nameless=False,
            is_code=self.is_code,
        )
        fits.is_dashed = rows.is_dashed or cols.is_dashed
        rows.check_style()
        cols.check_style()
        items = within([*rows.items, *cols.items])
        if self.is_code and all(isinstance(one, list) or one is BLANK for one in items):
            what = "there are no numbers in these lists"  # as in rows(), cols()
            raise Refusal(what, fits.line, Weight.WORDS)
        is_numbered = rows.is_joined and cols.is_joined and rows.index and cols.index
        sizes = scope.sizes if is_only else []
        modes = INDEXES if is_numbered else MODES
        fits.add(rows.items, cols.items, sizes, modes, Weight.NAMED, (rows.lines, cols.lines))
        ways = _ways(scope.pictures)
        is_drawn = fits.prefer(ways)
        reading = fits.forced()
        reading.notes += scope.notes
        is_bare = all(is_plain(item) for side in (rows, cols) for item in side.items)
        is_listed = len(rows.items) == len(cols.items) == 1  # rows: [1, 0, 2]
        is_single = all(len(clue) < 2 for side in reading.key for clue in side)
        if is_bare and is_listed and is_single:
            reading.notes.append(ALONE)
        loose = [role_of(side.entry.name).loose for side in (rows, cols)]
        is_point = is_single and depth([rows.items, cols.items]) < 4
        if any(loose) and is_point and ("x" in loose or max(map(len, reading.key)) == 1):
            names = sorted(side.entry.name[:20] for side in (rows, cols))
            what = f"{' and '.join(names)} may be clues, or the places of points"
            raise Refusal(what, reading.line, Weight.ONE_SIDE, advice=WRITE_NAMES)
        if any(loose):
            reading.notes += [
                f"{word!r} is read as the {side.side.value}s"
                for word, side in zip(loose, (rows, cols), strict=True)
                if word
            ]
        if self.is_code:
            reading.notes.append(_not_run(rows.line, cols.line))
        if is_drawn:
            reading.cells = ways[reading.key]
        elif ways:
            line = scope.pictures[0].line
            reading.notes.append(f"the picture of line {line} does not have these clues")
        return reading

    def _without_sides(self, scope: Scope, level: int, is_first: bool) -> None:
        """Read lists of lists, lines of numbers, or pictures that have no name of a side."""
        clues = [line for line in scope.rest if line.kind is LineKind.CLUE]
        deep = [line for line in clues if depth(line.value) >= 3]
        before = len(self.found)
        try:
            if deep and (len(deep) == len(clues) or self.is_code):
                for line in deep:
                    self._nested(line.value, line, scope.sizes)
            elif clues and is_first and not scope.sides and self._may_be_lines(scope, level):
                ways = _ways(scope.pictures)
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
            for one in lists:
                self._nested(one, line, sizes)
            return
        if len(lists) == 3 and depth(lists[2]) == 2 and _is_binary(lists[2]):
            lists.pop()
        entry = line.entry
        is_fact = self._around[-1:] == ["data"] or (entry is not None and entry.name == "data")
        label = " ".join([*self._around, *(token.text for token in entry.label)]) if entry else ""
        is_told = (
            is_fact
            or self._is_bare()
            or bool(TOLD.search(label) or GAME.search(self.text))
            or (
                entry is not None
                and any(token.text == '"' for one in entry.val for token in one.all())
            )
        )
        is_odd = entry is not None and (entry.bad or CONTROL & {*label.split()})
        if len(lists) != 2 or len(numbers) > 2 or (self.is_code and (is_odd or not is_told)):
            weight = Weight.NESTED if is_told and not is_odd else Weight.WORDS + 5
            raise Refusal("there are no two lists of clues", line.line, weight)
        fits = Fits(line.line, WRITE_NAMES, is_nameless=not is_fact)
        stated = [Stated(Size.BOTH, numbers, line.line)] if numbers else []
        fits.add(lists[0], lists[1], [*sizes, *stated], MODES, Weight.NESTED)
        reading = fits.forced()
        if self.is_code and not is_fact:
            reading.notes.append(_not_run(line.line, line.line))
        self.found.append(reading)

    def _is_bare(self) -> bool:
        """True for a text of nothing but lists."""
        return not any(token.kind is TokenKind.WORD for token in self.root.all())

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
                self.fail(what, picture.line, Weight.NAMELESS)
                continue
            sides = Sides(*clues_of(picture.cells))
            wrong, note = agree(sizes, sides, self.is_code)
            if wrong is not None:
                self.errors.append(wrong)
                continue
            notes = [note] if note else []
            if not sizes:
                notes.append("the cells of a picture are read")
            self.found.append(Reading(sides, notes, picture.line, picture.cells))

    def _left_out(self) -> None:
        """Read lists under other names that are two sides; name those that only look like clues."""
        if not self._spare:
            return
        is_ours = bool(GAME.search(self.text))
        spare = [one for one in self._spare if _look_like_clues(one.value)]
        while spare:
            one = spare.pop(0)
            name = one.entry.name if one.entry else ""
            if spare and (is_ours or TOLD.search(name)):
                fits = Fits(one.line, WRITE_NAMES, is_nameless=True)
                fits.add(one.value, spare[0].value, [], MODES[:1], Weight.NAMELESS)
                if fits.readings:
                    reading = fits.forced()
                    reading.notes.append(_not_run(one.line, spare.pop(0).line))
                    self.found.append(reading)
                    continue
            if self.found and any(len(clue) > 1 for clue in one.value):
                what = f"the list {name!r} looks like clues, but belongs to no puzzle"
                self.fail(what, one.line, Weight.NAMED)


_ZERO_LED = re.compile(r"(?<![\w.:/-])0[1-9](?![\w.:/-])")
"""A number with a zero in front: a line break between two clues may be lost."""
_RULES = frozenset(("=", "-", "*", "_", "#", "|", ";", "[", "]", "(", ")", "{", "}"))
"""Lone signs of a line that part what is around them."""
_HEIGHTS = {Side.ROW: Size.HEIGHT, Side.COLUMN: Size.WIDTH}
_INNER = (TokenKind.GROUP, TokenKind.CELLS)


def _is_behind(entry: Labelled, before: Labelled) -> bool:
    """True for a word behind a clue, on its line."""
    if entry.line != before.line or before.label or not before.val or entry.comment:
        return False
    is_clue = before.val[-1].kind is not TokenKind.GROUP or before.val[-1].text in "([{"
    return is_clue and bool(entry.label) and not entry.label[0].tag and not role_of(entry.name).side


def _not_run(one: int, two: int) -> str:
    where = f"line {one} is" if one == two else f"lines {one} and {two} are"
    return f"{where} read; the program is not run"


def _may_be_side(token: Lexeme) -> bool:
    """True for a group that has numbers and no names."""
    return token.kind is TokenKind.GROUP and has_numbers(token) and not _is_object(token)


def _is_object(token: Lexeme) -> bool:
    """True for a group with names in it."""
    return token.kind is TokenKind.GROUP and any(is_sign(one, *ASSIGNS) for one in token.items)


def _matched(rows: Sequence[_Side], cols: Sequence[_Side]) -> Iterator[tuple[_Side, _Side]]:
    """Yield pairs of sides: those whose names are otherwise equal, then the others in order."""
    rests = [[side.role.rest for side in sides] for sides in (rows, cols)]
    if all(len({*names}) == len(names) for names in rests):
        by_name = {side.role.rest: side for side in cols}
        left, free = [], {id(side) for side in cols}
        for row in rows:
            col = by_name.get(row.role.rest)
            if col is None:
                left.append(row)
            else:
                free.discard(id(col))
                yield row, col
        yield from zip(left, (col for col in cols if id(col) in free), strict=False)
    else:
        yield from zip(rows, cols, strict=False)


def _ways(pictures: Sequence[Picture]) -> dict[tuple[Clues, Clues], Cells]:
    """The clues of pictures, with either sign as the filled one, and the cells."""
    found: dict[tuple[Clues, Clues], Cells] = {}
    for picture in pictures:
        for is_filled in (True, False) if picture.cells else ():
            assert picture.cells is not None
            cells = [[cell == is_filled for cell in row] for row in picture.cells]
            found.setdefault(clues_of(cells), cells)
    return found


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


def _is_index(token: Lexeme) -> bool:
    """True for brackets that look up an item, as in ``f(rows[i])``."""
    is_list = any(one.kind is TokenKind.GROUP or one.is_sign(",") for one in token.items)
    return token.text == "[" and token.is_tight and not is_list


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

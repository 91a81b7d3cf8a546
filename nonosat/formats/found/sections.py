"""One reader for clues as people and programs write them: a text is sections.

A text is a tree of `tokens`, a group of tokens is `entries`, and an entry is one line of a kind: clues, a
side, a size, a picture, words, a rule, or a group of its own. A side owns the lines below it; two sides
make a puzzle, and so may lines without sides (`nameless`). A puzzle that `fits` in one way is read. Nothing is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from nonosat.advice import Remark
from nonosat.formats.found.cells import cells_in
from nonosat.formats.found.entries import ASSIGNS, Labelled, entries, words_alone
from nonosat.formats.found.fits import READ_UPWARD, WRITE_NAMES, Refusal, Stated
from nonosat.formats.found.nameless import SHORT, LooseLine, not_a_number
from nonosat.formats.found.pairing import Picture, Puzzles, Scope, are_counts, ways_of
from nonosat.formats.found.sides import HEIGHTS, SideLines, joined
from nonosat.formats.found.tokens import Lexeme, TokenKind, Tree, is_sign, plain
from nonosat.formats.found.values import (
    BLANK,
    Junk,
    depth,
    group_value,
    has_numbers,
    is_plain,
    number,
    sequence,
    usual,
)
from nonosat.formats.lines import CONTROL, NULLS, LineKind, Role, Side, Size, role_of, size_of
from nonosat.model import MAX_SIDE

MAX_LEVEL = 12
"""Groups in groups that are looked into."""
MAX_RECORD = 6
"""Entries of the largest object that may be one line of a puzzle, with its clue."""
SHORT_COMMENT = 30
"""Longer comments name no side."""


class Sections:
    """Goes through the entries of a text, and makes readings of them."""

    def __init__(self, text: str, line: int, is_code: bool) -> None:
        tree = Tree(plain(text), line, is_code)
        self._begin(text, is_code, tree.root, tree.faults)

    def _begin(self, text: str, is_code: bool, root: Lexeme, faults: Sequence[Lexeme]) -> None:
        self.text: str = text
        self.is_code: bool = is_code
        self.root: Lexeme = root
        self.faults: Sequence[Lexeme] = faults
        self.puzzles: Puzzles = Puzzles(text, is_code, root)
        self.remarks: list[str] = []
        """Lines of programs that do more than give a list: they are not run."""
        self.words: list[LooseLine] = []
        """The lines of words of the text itself, which may be titles."""
        self.roles: set[Side] = set()
        """The sides that have names."""

    @classmethod
    def of_tree(cls, root: Lexeme) -> Sections:
        """Make the reader of a tree that was not made of a text, as that of JSON."""
        made = cls.__new__(cls)
        made._begin("", False, root, ())
        return made

    def read(self) -> None:
        """Fill `puzzles`."""
        puzzles = self.puzzles
        for side in self._walk(self.root, 0)[:1]:
            puzzles.fail(f"there are no clues of {side.side.other.value}s", side.line)
        if self.faults and puzzles.found:
            fault = self.faults[0]
            self.remarks.append(f"the sign {fault.text} of line {fault.line} has no partner")
        puzzles.left_out()
        if not self.is_code and (led := _ZERO_LED.search(self.text)) is not None:
            self.remarks.append(f"{led[0]} is read as {int(led[0])}, not as two numbers")
        for reading in puzzles.found:
            reading.notes += dict.fromkeys(self.remarks)
        if self.is_code and puzzles.found:
            for line in dict.fromkeys(_unread(self.root, puzzles.used)):
                puzzles.fail(f"line {line} looks like clues or a picture, and is not read", line, 1)

    def _walk(self, group: Lexeme, level: int) -> list[SideLines]:
        """Read the puzzles of a group; return its sides that have no other side."""
        if level > MAX_LEVEL:
            raise Refusal(f"nested more than {MAX_LEVEL} deep", group.line)
        scope, side = Scope(), None
        before: Labelled | None = None
        parts = [*chain.from_iterable(map(Labelled.parted, entries(group)))]
        for entry in parts:
            if before is not None and not self.is_code and _is_behind(entry, before):
                self.puzzles.errors.append(not_a_number(entry.name, entry.line))
            before = entry
            if entry.blank:
                self._blank(scope, side, entry.line, entry.blank)
            side = self._classify(entry, scope, side, level)
        is_record = group.text == "{" and len(parts) <= MAX_RECORD and len(scope.sides) == 1
        named = scope.sides[0].entry if is_record else None
        if named and scope.listed and [one.kind for one in named.val] == [TokenKind.NUMBER]:
            what = f"{named.name} is one number beside the list {scope.listed!r}: write the lines in order"
            raise Refusal(what, named.line, 1, advice=WRITE_NAMES)
        last = group.items[-1] if group.items else None
        if last is not None and last.kind is TokenKind.BREAK and len(last.text) > 1:
            self._blank(scope, side, last.line, len(last.text) - 1)
        if not level:
            self.words = [line for line in scope.rest if line.kind is LineKind.WORDS]
        return self._assemble(group, scope, level)

    def _blank(self, scope: Scope, side: SideLines | None, line: int, count: int) -> None:
        if side is None:
            scope.rest += [LooseLine(LineKind.BLANK, BLANK, line)] * min(count, MAX_SIDE)
        else:
            side.items.append(BLANK)

    def _classify(
        self, entry: Labelled, scope: Scope, side: SideLines | None, level: int
    ) -> SideLines | None:
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
            side.bare.append(len(side.items))
            side.items.append(BLANK)
            return side
        is_rule = toks and (
            all(token.kind is TokenKind.SIGN for token in toks)
            or (toks[0].kind is TokenKind.CELLS and len(toks[0].rows) == 1)
        )
        if is_dash or is_rule or not (toks or name):
            signs = "".join(token.text for token in (*entry.label, *toks)).replace(" ", "")
            is_rule = is_dash or len({*signs}) < len(signs)  # such as --
            if side is not None and signs and not is_rule and signs not in _RULES:
                self.puzzles.errors.append(not_a_number(signs, line))
            scope.rest.append(LooseLine(LineKind.RULE, "-" if is_dash else "", line, entry))
            return side
        if not toks and role.side is None:
            return self._words(entry, scope, side)
        return self._valued(entry, scope, side, role)

    def _role(self, entry: Labelled, name: str) -> Role:
        if self.puzzles.around[-1:] == ["data"] and not entry.sign:
            return Role()  # of a fact of Prolog
        if entry.comment and (not 1 < len(name) < SHORT_COMMENT or re.search(r"(?<!\()\d", name)):
            return Role()
        is_label = not (self.is_code and CONTROL & {*name.lower().split()})
        if not is_label or (len(name) == 1 and entry.val and entry.calculated()):
            return Role()
        return role_of(name)

    def _words(self, entry: Labelled, scope: Scope, side: SideLines | None) -> SideLines | None:
        """Take a line of words; a letter among the lines of a side is a mistake."""
        found = {role_of(token.text).side for token in entry.label}
        is_short = not self.is_code and len(entry.name) < SHORT_COMMENT
        if is_short and any(token.is_sign(",") for token in entry.label) and {*Side} <= found:
            what = (
                "rows and columns have their headings in one line: write them one below the other"
            )
            raise Refusal(what, entry.line, 1)
        name = entry.name
        if side is not None and entry.comment is None and not entry.sign and len(name) < SHORT:
            self.puzzles.errors.append(not_a_number(name, entry.line))
            return side
        scope.rest.append(LooseLine(LineKind.WORDS, name, entry.line, entry))
        return None

    def _valued(
        self, entry: Labelled, scope: Scope, side: SideLines | None, role: Role
    ) -> SideLines | None:
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
                self.puzzles.spare.append(LooseLine(LineKind.CLUE, value, line, entry))
        elif role.side is not None and value is None and any(map(_is_object, toks)):
            scope.groups.append(entry)
        elif role.side is not None:
            return self._side(scope, role, entry, value)
        elif not name:
            self._unnamed(entry, scope, side, value)
        elif is_plain(value) and (size := size_of(name)):
            scope.sizes.append(Stated(size, value, line))
        elif side is not None and not entry.sign and len(name) == 1:
            self.puzzles.errors.append(not_a_number(name, line))
        elif nested > 2:
            scope.rest.append(LooseLine(LineKind.CLUE, value, line, entry))
        else:
            if is_plain(value) and toks[0].text == "[":
                scope.listed = name
            scope.rest.append(LooseLine(LineKind.WORDS, name, line, entry))
            return None
        return side

    def _unnamed(self, entry: Labelled, scope: Scope, side: SideLines | None, value: Any) -> None:
        odd = entry.bad or next(
            (token for token in entry.label if not token.is_sign("*", "|", "•", *ASSIGNS)), None
        )
        if odd is not None:
            self.puzzles.fail(f"{odd.text[:20]!r} does not belong to a clue", entry.line)
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
        name = " ".join([*self.puzzles.around, *(word.text for word in entry.words)]) or entry.name
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
                self.puzzles.fail(what, token.line, 1)
            else:
                what = f"{token.text[:20]!r} in the {owner.value}s is not a number"
                self.puzzles.fail(what, token.line, 1)
            return False, None
        if owner is not None and toks and (bad := entry.calculated()) is not None:
            self.remarks.append(
                f"line {bad.line} goes on behind a list ({bad.text!r}); the program is not run"
            )
        return True, value if value is None or isinstance(value, list) else [value]

    def _side(self, scope: Scope, role: Role, entry: Labelled, value: Any) -> SideLines | None:
        """Make a side of a name and what is behind it: clues, or a number that may be a size."""
        side = SideLines(role, entry)
        tokens = (two for one in (*entry.label, *entry.index) for two in (one, *one.all()))
        if said := _UPWARD.search(" ".join(token.text for token in tokens)):
            what = f"{said[0]!r} is not followed: rows are read from the top"
            scope.notes.append(Remark(what, READ_UPWARD))
        self.roles.add(side.side)
        digits = re.search(r"(\d+)\W*\Z", entry.name)
        nested = depth(value)
        if len(entry.index) == 1:
            inside = [one for one in entry.index[0].items or entry.index if one.text not in "()"]
            if len(inside) == 1 and inside[0].kind is TokenKind.NUMBER and nested < 3:
                index = number(inside[0])
                side.index = index if isinstance(index, int) else None
            if side.index is not None and nested > 1 and entry.index[0].text == "[":
                scope.sizes.append(Stated(HEIGHTS[side.side], [side.index], side.line))
                side.index = None  # rows[4] = of C
        elif (
            digits
            and entry.comment is None
            and nested < 2
            and role_of(entry.name[: digits.start()]).side
        ):
            side.index = int(digits[1][:6])
        if self.is_code and entry.sign == "=" and not entry.val:
            what = f"{entry.name} is set by a name: write its clues out"
            self.puzzles.fail(what, entry.line)
        if (
            self.is_code
            and entry.index
            and nested < 2
            and any(one.depth > 1 and one.side is side.side for one in scope.sides)
        ):
            return None  # rows[0] = behind a list of all
        is_listed = nested == 2 and not entry.sign and entry.val[0].kind is TokenKind.NUMBER
        is_listed &= not any(token.is_sign("|", ";", "/") for token in entry.val)
        if is_listed and any(token.is_sign(",") for token in entry.label):
            value = [*chain.from_iterable(one if isinstance(one, list) else [one] for one in value)]
        is_number = len(entry.val) == 1 and entry.val[0].kind is TokenKind.NUMBER
        if is_plain(value) and is_number and not entry.index and size_of(entry.name):
            side.count = value
        elif value or (value is not None and (digits or entry.index)):  # not rows = []
            side.add(value, entry.line)
        side.depth = nested
        scope.sides.append(side)
        return side if nested < 2 else None

    def _assemble(self, group: Lexeme, scope: Scope, level: int) -> list[SideLines]:
        """Read the puzzles of a scope; return its sides without another side."""
        merged = joined(scope.sides, scope.sizes, self.puzzles.errors)
        full = [one for one in merged if any(item is not BLANK for item in one.items)]
        if are_counts(merged, full, scope):
            merged, full = [], []
        for one in merged:
            if one.count and any(two.side is one.side for two in full):
                scope.sizes.append(Stated(HEIGHTS[one.side], one.count, one.line))
                what = f"{one.count[0]} is read as the number of {one.side.value}s, not as a clue"
                is_clear = self.is_code or all(depth(two.items) > 2 for two in full)
                scope.notes += [] if is_clear else [f"line {one.line}: {what}"]
            elif one.count:
                one.items, one.lines = [one.count], [one.line]  # not a size: the only clue
                full.append(one)
        before = len(self.puzzles.found)
        left = self.puzzles.pairs(full, scope)
        for entry in scope.groups:
            label = [word.text for word in entry.words]
            self.puzzles.around.append(" ".join(label))
            for token in entry.val:
                is_filled = any(one.kind in _INNER for one in token.items) or token.text == '"'
                if token.kind is TokenKind.GROUP and is_filled:
                    left = left + self._walk(token, level + 1)
            self.puzzles.around.pop()
        if scope.groups:
            left = self.puzzles.pairs(joined(left, scope.sizes, self.puzzles.errors), scope)
        inside = self.puzzles.found[before:]
        if len(inside) == 1 and inside[0].cells is None:  # beside an object with the clues
            inside[0].cells = ways_of(scope.pictures).get(inside[0].key)
        if not left:
            self.puzzles.without_sides(scope, level, len(self.puzzles.found) == before)
        for reading in self.puzzles.found[before:]:
            reading.origin = reading.origin or group
        return left


_UPWARD = re.compile(r"(?i)\bbottom(?: |-)(?:to top|up)\b|from (?:the )?bottom\b|von unten")
"""Words of a heading whose rows go from bottom to top."""
_ZERO_LED = re.compile(r"(?<![\w.:/-])0[1-9](?![\w.:/-])")
"""A number with a zero in front: a line break between two clues may be lost."""
_RULES = frozenset(("=", "-", "*", "_", "#", "|", ";", "[", "]", "(", ")", "{", "}"))
"""Lone signs of a line that part what is around them."""
_INNER = (TokenKind.GROUP, TokenKind.CELLS)


def _is_behind(entry: Labelled, before: Labelled) -> bool:
    """True for a word behind a clue, on its line."""
    if entry.line != before.line or before.label or not before.val or entry.comment:
        return False
    is_clue = before.val[-1].kind is not TokenKind.GROUP or before.val[-1].text in "([{"
    return is_clue and bool(entry.label) and not entry.label[0].tag and not role_of(entry.name).side


def _unread(group: Lexeme, used: set[int]) -> Iterator[int]:
    """Yield the lines of lists that look like clues or pictures, and were not used."""
    for token in group.items:
        if token.kind is not TokenKind.GROUP or id(token) in used:
            continue
        drawn = [
            one for one in token.items if one.kind is TokenKind.WORD and _DRAWN.fullmatch(one.text)
        ]
        if (len(drawn) > 1 and cells_in([token], 0) is None) or (not drawn and _is_listed(token)):
            yield token.line
        else:
            yield from _unread(token, used)


_DRAWN = re.compile(r"(?=.*[#.xX])[#.xX_ -]{2,}")


def _is_listed(token: Lexeme) -> bool:
    try:
        value = group_value(token)
    except Junk:
        return False
    is_listed = depth(value) == 2 and len(value) > 1 and all(isinstance(one, list) for one in value)
    return is_listed and not {*chain.from_iterable(value)} <= {0, 1}  # not a matrix


def _may_be_side(token: Lexeme) -> bool:
    """True for a group that has numbers and no names."""
    return token.kind is TokenKind.GROUP and has_numbers(token) and not _is_object(token)


def _is_object(token: Lexeme) -> bool:
    """True for a group with names in it."""
    return token.kind is TokenKind.GROUP and any(is_sign(one, *ASSIGNS) for one in token.items)


def _is_index(token: Lexeme) -> bool:
    """True for brackets that look up an item, as in ``f(rows[i])``."""
    is_list = any(one.kind is TokenKind.GROUP or one.is_sign(",") for one in token.items)
    return token.text == "[" and token.is_tight and not is_list

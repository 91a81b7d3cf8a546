"""Lists of clues and pictures in programs, pages and texts: a text is sections.

A text is a tree of `tokens`, a group of tokens is `entries`, and an entry is one line of a kind: clues, a
side, a size, a picture, words, a rule, or a group of its own. A side owns the lines below it; two sides
make a puzzle, and so may lines without sides (`nameless`). Nothing is ever run.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from nonosat.formats.base import Size, Stated
from nonosat.formats.found.cells import cells_in
from nonosat.formats.found.entries import ASSIGNS, Labelled, entries, words_alone
from nonosat.formats.found.fits import Refusal
from nonosat.formats.found.nameless import LooseLine
from nonosat.formats.found.pairing import Picture, Puzzles, Scope, ways_of
from nonosat.formats.found.sides import HEIGHTS, SideLines, joined
from nonosat.formats.found.tokens import Lexeme, TokenKind, is_sign
from nonosat.formats.found.values import (
    EMPTY,
    Junk,
    OneClue,
    depth,
    group_value,
    is_plain,
    sequence,
)
from nonosat.formats.lines import CONTROL, Role, Side, role_of, size_of

SHORT_COMMENT = 30
"""Longer comments name no side."""
SHORT = 4
"""Words with fewer letters, among clues, are clues with a mistake."""
_RULES = frozenset(("", "=", "-", "*", "_", "#", "|", ";", "[", "]", "(", ")", "{", "}"))
"""Lone signs that part what is around them."""
_COMPARE = ("<=", ">=", "==", "===", "!=")
_UPWARD = re.compile(r"(?i)\bbottom(?: |-)(?:to top|up)\b|from (?:the )?bottom\b|von unten")
"""Words of a heading whose rows go from bottom to top."""
_BACKWARD = re.compile(r"(?i)\bright(?: |-)to(?: |-)left\b|\brtl\b|revers|mirror|rückwärts")
"""Words of a heading whose clues are not read as they are written."""


class Sections:
    """Goes through the entries of a text, and makes readings of them."""

    def __init__(self, root: Lexeme, is_code: bool, faults: Sequence[Lexeme] = ()) -> None:
        self.is_code: bool = is_code
        self.root: Lexeme = root
        self.faults: Sequence[Lexeme] = faults
        self.puzzles: Puzzles = Puzzles(is_code)
        self.roles: set[Side] = set()
        """The sides that have names."""

    def read(self) -> None:
        """Fill `puzzles`."""
        puzzles = self.puzzles
        for side in self._walk(self.root, 0)[:1]:
            puzzles.fail(f"there are no clues of {side.side.other.value}s", side.line)
        for fault in self.faults[:1]:
            for reading in puzzles.found:
                reading.notes.append(f"the sign {fault.text} of line {fault.line} has no partner")
        if puzzles.found:
            for line in dict.fromkeys(_unread(self.root, puzzles.used)):
                puzzles.fail(f"line {line} looks like clues or a picture, and is not read", line, 1)

    def _walk(self, group: Lexeme, level: int) -> list[SideLines]:
        """Read the puzzles of a group; return its sides that have no other side."""
        was_code, self.is_code = self.is_code, self.is_code and group.text != '"'
        scope, side = Scope(), None
        before: Labelled | None = None
        for entry in entries(group):
            if before is not None and not self.is_code and _is_behind(entry, before):
                scope.junk = Refusal(f"{entry.name[:20]!r} is not a number", entry.line, 1)
                if side is not None:
                    side.bad = scope.junk
            before = entry
            if entry.blank and side is None:
                scope.rest.append(LooseLine(None, entry.line))
            side = self._classify(entry, scope, side)
        left = self._assemble(scope, level)
        self.is_code = was_code
        return left

    def _classify(self, entry: Labelled, scope: Scope, side: SideLines | None) -> SideLines | None:
        """Put an entry where it belongs; return the side that owns what is below."""
        toks = entry.val
        first = toks[0] if toks else None
        is_bracket = first is not None and len(toks) == 1 and first.text in ("[", "(")
        if is_bracket and first and not entry.label and (heading := words_alone(first)):
            entry.label, entry.val, toks, first = heading, [], [], None  # [Row clues]
        name = entry.name
        role = self._role(entry, name)
        is_dash = not toks and [token.text for token in entry.label] == ["-"]
        is_rule = toks and (
            all(token.kind is TokenKind.SIGN for token in toks)
            or (toks[0].kind is TokenKind.CELLS and len(toks[0].rows) == 1)
        )
        if is_dash and side is not None:
            side.add(OneClue(), entry.line)
        elif is_dash or is_rule or not (toks or name):
            signs = "".join(token.text for token in (*entry.label, *toks)).replace(" ", "")
            if side is not None and not (len(signs) > len({*signs}) == 1 or signs in _RULES):
                side.spoil(f"{signs[:20]!r} is not a number", entry.line)
            scope.rest.append(LooseLine("-" if is_dash else "", entry.line))
        elif toks or role.side:
            return self._valued(entry, scope, side, role)
        elif side is not None and not (entry.comment or entry.sign) and len(name) < SHORT:
            side.spoil(f"{name!r} is not a number", entry.line)
        else:
            scope.rest.append(LooseLine(None, entry.line))
            return None
        return side

    def _role(self, entry: Labelled, name: str) -> Role:
        if entry.comment and (not 1 < len(name) < SHORT_COMMENT or re.search(r"(?<!\()\d", name)):
            return Role()
        if _is_compared(entry):
            return Role()
        is_listed = not entry.sign and any(token.is_sign(",") for token in entry.label)
        if self.is_code and (is_listed or CONTROL & {*name.lower().split()}):
            return Role()
        return role_of(name)

    def _valued(
        self, entry: Labelled, scope: Scope, side: SideLines | None, role: Role
    ) -> SideLines | None:
        """Put an entry with a value, or the name of a side, where it belongs."""
        name, line, toks = entry.name, entry.line, entry.val
        if self.is_code and not entry.sign and toks and _is_index(toks[0]):
            return side
        junk, value = _value(toks)
        nested = depth(value)
        is_size = entry.sign and size_of(name) and is_plain(value) and len(value) == 1
        if len(name) == 1 and (is_size or (self.is_code and nested < 2)):
            role = Role()  # h: 4
        if self.is_code and role.side and toks and not _is_listed(entry, nested):
            role = Role()  # a bare number or call
        if self.is_code and value is None and toks and entry.calculated() is not None:
            role = Role()  # rows = append(rows, [])
        if role.side is Side.ROW and toks and all(map(_is_drawn, toks)):
            role = Role()  # rows: ["##.", "#.#"]
        if not role.side and (name or not is_plain(value)) and self._pictures(entry, scope):
            return side
        groups = [one for one in toks if one.kind is TokenKind.GROUP]
        has_objects = any(is_sign(one, *ASSIGNS) for group in groups for one in group.items)
        if role.side and not (value is None and has_objects):
            return self._side(scope, role, entry, value, junk)
        if value is None and groups:
            scope.groups.append(entry)
            lists = [*filter(_are_lists, groups)]
            if len(lists) == 2 and self.is_code:  # beside something else
                for one in lists:
                    value = group_value(one)
                    scope.rest.append(LooseLine(value, one.line, [one]))
        elif value is None and not name:
            if side is not None:
                side.spoil(f"{junk.text[:20] if junk else ''!r} is not a number", line)
            scope.rest.append(LooseLine("", line))
        elif not name and not entry.bad and not entry.label:
            if side is None:
                scope.rest.append(LooseLine(value, line, toks))
            else:
                side.labels += [int(one.text[:6]) for one in entry.index if one.text.isdecimal()]
                side.add(value, line)
        elif is_plain(value) and (size := size_of(name)) and not _is_compared(entry):
            scope.sizes.append(Stated(size, value, line))
        elif nested > 1 and not entry.bad:
            scope.rest.append(LooseLine(value, line, toks, bool(name)))
            if nested == 2:
                scope.groups.append(entry)
        elif side is not None and not entry.sign:
            side.spoil(f"{name[:20]!r} is not a number", line)
        else:
            scope.rest.append(LooseLine(None, line))
            return None
        return side

    def _pictures(self, entry: Labelled, scope: Scope) -> bool:
        """Take the picture of a value, or those of a list of them; return False if it is none."""
        toks = entry.val
        if not toks or entry.comment:
            return False
        widths = (
            one.numbers[-1]
            for one in scope.sizes
            if one.size is Size.WIDTH or (one.size is Size.BOTH and len({*one.numbers}) == 1)
        )
        width = next(widths, 0)
        cells = cells_in(toks, width)
        if cells or toks[0].kind is TokenKind.CELLS:
            scope.pictures.append(Picture(cells, entry.line, toks))
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
            scope.pictures.append(Picture(cells, group.line, [group]))
        return True

    def _side(
        self, scope: Scope, role: Role, entry: Labelled, value: Any, junk: Lexeme | None
    ) -> SideLines | None:
        """Make a side of a name and what is behind it."""
        side = SideLines(role, entry)
        tokens = (two for one in (*entry.label, *entry.index) for two in (one, *one.all()))
        said = entry.comment or " ".join(token.text for token in tokens)
        if up := _UPWARD.search(said):
            scope.notes.append(f"{up[0]!r} is not followed: rows are read from the top")
        if not self.is_code and (back := _BACKWARD.search(said)):
            side.spoil(f"{back[0]!r} says another direction: write the clues as usual", side.line)
        self.roles.add(side.side)
        nested = depth(value)
        if junk is not None:
            side.spoil(f"{junk.text[:20]!r} in the {side.side.value}s is not a number", junk.line)
        elif (bad := entry.calculated()) is not None and (nested > 1 or self.is_code):
            side.spoil(f"{bad.text[:20]!r} beside the list: the program is not run", bad.line)
        digits = re.search(r"(\d+)\W*\Z", entry.name)
        if entry.is_call and nested == 2 and len(value) == 1:
            value = value[0]  # add_row([2])
        elif entry.is_call and nested == 2 and len(value) == 2 and type(value[0]) is int:
            side.index, value = value  # set_row(0, [2])
        elif len(entry.index) == 1:
            inside = [one for one in entry.index[0].items or entry.index if one.text not in "()"]
            if len(inside) == 1 and inside[0].kind is TokenKind.NUMBER:
                index = int(inside[0].text[:6])
                if nested > 1:  # rows[4] = of C, rows (5):
                    is_size = nested > 2 or not any(one.text == '"' for one in entry.val)
                    scope.sizes += [Stated(HEIGHTS[side.side], [index], side.line)] * is_size
                else:
                    side.index = index
        elif (
            digits
            and not entry.comment
            and nested < 2
            and role_of(entry.name[: digits.start()]).side
        ):
            side.index = int(digits[1][:6])
        word = entry.calculated() if entry.sign and not entry.val else None
        if word is not None and word.text.lower() not in EMPTY:
            side.spoil(f"{word.text[:20]!r} is not a number", word.line)  # Row 3: O
        if side.index is not None and not entry.val:
            value = OneClue()
        is_number = len(entry.val) == 1 and entry.val[0].kind is TokenKind.NUMBER
        if is_number and is_plain(value) and side.index is None:
            side.count = value[0]
        if value or (value is not None and side.index is not None):  # not rows = []
            side.add(value, entry.line)
        scope.sides.append(side)
        return side if nested < 2 and side.index is None else None

    def _assemble(self, scope: Scope, level: int) -> list[SideLines]:
        """Read the puzzles of a scope; return its sides without another side."""
        for side in scope.sides:
            if count := side.close():
                scope.sizes.append(Stated(HEIGHTS[side.side], [count], side.line))
        before = len(self.puzzles.found)
        left = self.puzzles.pairs(joined(scope.sides), scope)
        for entry in scope.groups:
            for token in entry.val:
                is_filled = any(one.kind in _INNER for one in token.items) or token.text == '"'
                if (
                    token.kind is TokenKind.GROUP
                    and is_filled
                    and id(token) not in self.puzzles.used
                ):
                    left = left + self._walk(token, level + 1)
        if scope.groups:
            left = self.puzzles.pairs(joined(left), scope)
        inside = self.puzzles.found[before:]
        if len(inside) == 1 and inside[0].cells is None:  # beside an object with the clues
            inside[0].cells = ways_of(scope.pictures).get(inside[0].key)
        if not left:
            self.puzzles.without_sides(scope, level, len(self.puzzles.found) == before)
        return left


_INNER = (TokenKind.GROUP, TokenKind.CELLS)


def _value(toks: Sequence[Lexeme]) -> tuple[Lexeme | None, Any]:
    """The lists of an entry; or the token that keeps it from being nothing else, and None."""
    try:
        if len(toks) == 1 and toks[0].kind is TokenKind.GROUP:
            value = group_value(toks[0])
        else:
            value = sequence(toks) if toks else None
    except Junk as junk:
        return junk.token, None
    return None, value if value is None or isinstance(value, list) else [value]


def _is_compared(entry: Labelled) -> bool:
    """True for a comparison or shift, as in ``x >= 0`` and ``rows << [1]``; types have < and >."""
    signs = [token.text for token in entry.label if token.kind is TokenKind.SIGN]
    is_odd = signs.count("<") != signs.count(">") or not {*_COMPARE}.isdisjoint(signs)
    return not entry.sign and is_odd


def _is_listed(entry: Labelled, nested: int) -> bool:
    """True for a value in brackets or quotation marks; a call must hold some of them."""
    (first, *more) = entry.val
    return not more and first.kind is TokenKind.GROUP and (not entry.is_call or nested > 1)


def _is_drawn(token: Lexeme) -> bool:
    """True for a list of texts that are rows of a picture, not clues."""
    texts = [one for one in token.items if one.kind is not TokenKind.BREAK and not one.is_sign(",")]
    words = [one.items[0].text if one.text == '"' and one.items else one.text for one in texts]
    return len(words) > 1 and len({*map(len, words)}) == 1 and all(map(_DRAWN.fullmatch, words))


def _is_behind(entry: Labelled, before: Labelled) -> bool:
    """True for a word behind a clue, on its line."""
    is_named = before.label and not before.index
    if entry.line != before.line or is_named or not before.val or entry.comment:
        return False
    is_clue = before.val[-1].kind is not TokenKind.GROUP or before.val[-1].text in "([{"
    is_side = role_of(entry.name).side and (entry.sign or entry.val)
    return is_clue and bool(entry.label) and not entry.label[0].tag and not is_side


def _unread(group: Lexeme, used: set[int]) -> Iterator[int]:
    """Yield the lines of lists that look like clues or pictures, and were not used."""
    for token in group.items:
        if token.kind is not TokenKind.GROUP or id(token) in used:
            continue
        drawn = [
            one for one in token.items if one.kind is TokenKind.WORD and _DRAWN.fullmatch(one.text)
        ]
        if len(drawn) > 1 or _are_lists(token):
            yield token.line
        else:
            yield from _unread(token, used)


_DRAWN = re.compile(r"(?=.*[#.xX])[#.xX_ -]{2,}|[01]{3,}")


def _are_lists(token: Lexeme) -> bool:
    try:
        value = group_value(token)
    except Junk:
        return False
    is_listed = depth(value) == 2 and len(value) > 1 and all(isinstance(one, list) for one in value)
    numbers = [*chain.from_iterable(value)] if is_listed else []
    return any(numbers) and all(not isinstance(one, int) or one >= 0 for one in numbers)


def _is_index(token: Lexeme) -> bool:
    """True for brackets that look up an item, as in ``f(rows[i])``."""
    is_list = any(one.kind is TokenKind.GROUP or one.is_sign(",") for one in token.items)
    return token.text == "[" and token.is_tight and not is_list

"""Values of entries: nested lists of numbers.

Without brackets, the strongest separator parts first: line break, then one of ``; | / &``, a comma,
blanks. Numbers with only blanks between are one clue.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Any, TypeAlias

from nonosat.formats.base import words
from nonosat.formats.found.entries import DECOR, RANK, entries
from nonosat.formats.found.tokens import Lexeme, TokenKind, is_sign
from nonosat.formats.lines import Inked, is_picture, role_of

Value: TypeAlias = Any
"""A number (`int` or `Inked`), or a list of values."""
_LARGE = 10**6
"""Stands for all numbers of more than six digits."""
_BREAK_RANK = 5
_LENGTHS = words("n num number count length len size value clue hint block run amount")
"""Names of the length of a block, in an object for it."""
_LISTS = words("clues hints values list lists rules numbers data")
"""Names of the clues of a side, in an object for it."""
EMPTY = words("none empty -")
"""Words for an empty line."""


class OneClue(list[Any]):
    """Numbers with only blanks between, or nothing between two signs: one clue, not several."""


class Junk(Exception):
    """A token that keeps a value from being numbers alone."""

    def __init__(self, token: Lexeme) -> None:
        super().__init__(token.text)
        self.token = token


def number(token: Lexeme) -> int | Inked:
    if token.text == "?":
        return Inked(None, token.tag)
    length = int(token.text) if len(token.text) < 7 else _LARGE
    return Inked(length, token.tag) if token.tag else length


def sequence(tokens: Sequence[Lexeme], is_bracket: bool = False) -> list[Any]:
    """The values of some tokens, nested by brackets or, without them, by the ranks of separators.

    Raises:
        Junk: there is something else than numbers.
    """
    toks = [
        one
        for one, two in zip_longest(tokens, tokens[1:])
        if one.kind is not TokenKind.COMMENT
        and not (two and two.kind is TokenKind.GROUP and one.is_sign(*DECOR))
    ]
    while toks and toks[0].kind is TokenKind.BREAK:
        toks = toks[1:]
    while toks and toks[-1].kind is TokenKind.BREAK:
        toks.pop()
    if len(toks) == 1 and toks[0].text.lower() in EMPTY:
        return OneClue()
    odd = next((one for one in toks if one.kind in (TokenKind.WORD, TokenKind.CELLS)), None)
    if odd is not None:
        rest = [one for one in toks if one is not odd and not one.is_sign(",")]
        is_inked = len(rest) == 1 and rest[0].kind is TokenKind.NUMBER and not rest[0].tag
        if odd.kind is TokenKind.WORD and is_inked and len(toks) < 4:
            return Inked(_length(rest[0]), odd.text)  # type: ignore[return-value]  # a value, not a list of one
        raise Junk(odd)
    if all(one.kind is not TokenKind.GROUP for one in toks):
        return _split(toks, is_bracket)
    values: list[Any] = []
    indexes: list[Any] = []
    for before, token, after in zip_longest([None, *toks[:-1]], toks, toks[1:]):
        if token.kind is TokenKind.GROUP:
            if before and before.kind is TokenKind.NUMBER:
                raise Junk(token)  # 1 1 (2)
            values.append(group_value(token))
            indexes += token.places
        elif token.kind is TokenKind.NUMBER:
            if before and before.kind is TokenKind.GROUP:
                raise Junk(token)  # (2) 1 1
            (indexes if is_sign(after, ":", "=>") else values).append(number(token))
        elif token.kind is TokenKind.SIGN and token.text not in ",;|/&:=>":
            raise Junk(token)
    if indexes and not is_counting(indexes, len(values)):
        raise Junk(toks[0])
    return values


def is_counting(numbers: Sequence[Any], count: int) -> bool:
    """True for 0, 1, 2 ... or 1, 2, 3 ..., `count` of them."""
    return numbers[0] in (0, 1) and [*numbers] == [*range(numbers[0], numbers[0] + count)]


def _length(token: Lexeme) -> int | None:
    found = number(token)
    return found.length if isinstance(found, Inked) else found


def _rank(token: Lexeme) -> int:
    if token.kind is TokenKind.NUMBER:
        return -1
    return _BREAK_RANK if token.kind is TokenKind.BREAK else RANK.get(token.text, 0)


def _split(toks: Sequence[Lexeme], is_bracket: bool = False) -> list[Any]:
    """Numbers parted by the strongest separator first; in brackets, one rank makes one list."""
    toks = [
        two
        for one, two in zip([None, *toks], toks, strict=False)
        if two.kind is not TokenKind.BREAK or not is_sign(one, ",")
    ]
    ranks = [*map(_rank, toks)]
    kinds = {*ranks, 2 if (-1, -1) in pairwise(ranks) else -1} - {-1}
    top = max(kinds, default=2)
    for token, rank in zip(toks, ranks, strict=True):
        if rank == 0:
            raise Junk(token)
    signs = {token.text for token, rank in zip(toks, ranks, strict=True) if rank == top == 4}
    if len(signs) > 1:
        raise Junk(toks[-1])
    if top <= 2:
        if ranks and ranks[0] != -1:
            raise Junk(toks[0])
        found = [number(token) for token in toks if token.kind is TokenKind.NUMBER]
        return found if is_bracket or len(found) < 2 else OneClue(found)
    if toks[0].is_sign("|") and toks[-1].is_sign("|"):
        toks, ranks = toks[1:-1], ranks[1:-1]
    parts: list[list[Lexeme]] = [[]]
    for token, rank in zip(toks, ranks, strict=True):
        if rank == top:
            parts.append([])
        else:
            parts[-1].append(token)
    if not parts[-1]:
        parts.pop()  # a sign behind the last clue ends it
    if len(parts) == 1:
        return _split(parts[0])
    if len(kinds) == 1 and (top == 3 or is_bracket):
        if not all(parts):
            raise Junk(toks[0])
        return [number(part[0]) for part in parts]
    are_dashes = (len(part) == 1 and part[0].is_sign("-") for part in parts)  # 2;1;-
    return [
        OneClue() if is_dash or not part else _split(part)
        for part, is_dash in zip(parts, are_dashes, strict=True)
    ]


def group_value(group: Lexeme) -> Any:
    """The value of a group, made once.

    Quotation marks around one value are not a level; an object with one list is that list.

    Raises:
        Junk: it has something else than numbers in it.
    """
    if group.value is None:
        inner = [one for one in group.items if one.kind not in (TokenKind.BREAK, TokenKind.COMMENT)]
        if group.text in "[({" and inner and inner[-1].is_sign(","):
            group.items.remove(inner.pop())
        try:
            if group.text == '"' and len(inner) == 1 and inner[0].kind is TokenKind.GROUP:
                group.value = group_value(inner[0])
            else:
                group.value = sequence(group.items, group.text in "[({")
        except Junk as junk:
            group.value = _object(group, junk)
    if isinstance(group.value, Junk):
        raise group.value
    return group.value


def _object(group: Lexeme, junk: Junk) -> Any:
    """The value of an object with one list, or with one length and at most one ink; else `junk`.

    A number beside the list is the place of the object.
    """
    made = [*entries(group)] if group.text == "{" else []
    values = [one.val[0] for one in made if one.val]
    lists = [one for one in values if one.kind is TokenKind.GROUP]
    sizes = [one for one in values if one.kind is TokenKind.NUMBER]
    inks = [one for one in values if one.kind is TokenKind.WORD]
    if not all(
        one.sign in (":", "=>") and not role_of(one.name).side and not is_picture(one.name)
        for one in made
    ):
        return junk
    try:
        if len(lists) == 1:
            value = group_value(lists[0])
            if depth(value) > 1 and _LISTS.isdisjoint(one.name.lower() for one in made):
                return junk
            group.places = [number(one) for one in sizes]
            return value
        is_length = not _LENGTHS.isdisjoint(one.name.lower() for one in made)
        if is_length and not lists and len(sizes) == 1 and len(made) == 1 + len(inks) < 3:
            length = number(sizes[0])
            return Inked(_length(sizes[0]), inks[0].text) if inks else [length]
    except Junk:
        pass
    return junk


def depth(value: Value) -> int:
    """The depth of lists in a value: 0 for a number."""
    if not isinstance(value, list):
        return 0
    inner = [one for one in value if isinstance(one, list)]
    return 1 + max(map(depth, inner)) if inner else 1


def within(values: Iterable[Value]) -> Iterator[Value]:
    """Yield some values, and all values in them."""
    for value in values:
        yield value
        if isinstance(value, list):
            yield from within(value)


def is_plain(value: Value) -> bool:
    """True for a list of whole numbers."""
    return isinstance(value, list) and bool(value) and all(type(one) is int for one in value)


def truth(text: str) -> str:
    """A word or number as a cell of a picture: 1, 0, or itself."""
    return {"true": "1", "false": "0", "-1": "0"}.get(text.lower(), text)

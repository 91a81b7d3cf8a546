"""Objects and lists of JSON in shapes of their own: they feed the walk that texts and programs take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonosat.errors import ParseError, SomeUnread
from nonosat.formats.base import Record, one_line
from nonosat.formats.fits import Refusal
from nonosat.formats.lines import CLUE, Side, role_of
from nonosat.formats.readings import Found, error_of, sheet_of
from nonosat.formats.sections import Sections
from nonosat.formats.tokens import Lexeme, TokenKind, Tree, plain
from nonosat.model import Sheet

_TITLES = ("title", "name")


def read_odd(record: Record, value: object, line: int) -> tuple[list[Sheet], ParseError | None]:
    """Return the puzzles that a value holds in any shape, and what is wrong with the rest.

    Args:
        value: nested no deeper than `tokens.MAX_NESTED`.
        line: of all of it; 0 if it spans several lines.
    """
    objects: dict[int, dict[str, object]] = {}
    root = Lexeme(TokenKind.GROUP, "", line)
    root.items = [_token(value, line, objects)]
    sections = Sections.of_tree(root)
    try:
        sections.read()
    except Refusal as refusal:
        sections.errors.append(refusal)
    found = Found(sections.found, sections.worst, True, (), {})
    sheets: list[Sheet] = []
    error = None if found.worst is None else error_of(record.at(line), found)
    for reading in found.readings:
        own = objects.get(id(reading.origin), {})
        texts = {key.casefold(): text for key, text in own.items() if isinstance(text, str)}
        title = next((texts[key] for key in _TITLES if key in texts), "")
        try:
            sheet = sheet_of(record.at(line), reading, {})
        except ParseError as err:
            error = err
            continue
        author = one_line(texts.get("author", ""))
        sheets.append(replace(sheet, title=one_line(title), author=author))
    return sheets, error


def read_whole(record: Record, value: object, line: int) -> list[Sheet]:
    """Return the puzzles that a value holds in any shape; [] if it holds none.

    Raises:
        SomeUnread: a part of it cannot be read.
    """
    sheets, error = read_odd(record, value, line)
    if sheets and error is not None:
        raise SomeUnread([*sheets, error])
    return sheets


def has_more_sides(value: dict[str, object]) -> bool:
    """True if an object has several lists for the same side."""
    sides = [
        role_of(key[:100]).side for key, item in value.items() if isinstance(item, list) and item
    ]
    return all(sides.count(side) > 1 for side in Side)


def _token(value: object, line: int, objects: dict[int, dict[str, object]]) -> Lexeme:
    """The token of a value, as a text would give it."""
    if isinstance(value, (dict, list)):
        group = Lexeme(TokenKind.GROUP, "{" if isinstance(value, dict) else "[", line)
        if isinstance(value, dict):
            objects[id(group)] = value
            group.items = [*_fields(value, line, objects)]
        else:
            for item in value:
                group.items += [_token(item, line, objects), _sign(",", line)]
        return group
    if isinstance(value, str):
        if CLUE.match(value) or "\n" in value:
            inner = Tree(plain(value), line, False, True).root
            return Lexeme(TokenKind.GROUP, '"', line, items=inner.items)
        return Lexeme(TokenKind.WORD, value, line, tag="text")
    if isinstance(value, int) and not isinstance(value, bool):
        return Lexeme(TokenKind.NUMBER, str(value)[:20], line)
    word = "null" if value is None else str(value).lower()
    return Lexeme(TokenKind.WORD, word, line)


def _fields(
    value: dict[str, object], line: int, objects: dict[int, dict[str, object]]
) -> Iterator[Lexeme]:
    for key, item in value.items():
        kind = TokenKind.NUMBER if key.isdecimal() else TokenKind.WORD
        yield Lexeme(kind, key[:100], line, tag="key" if kind is TokenKind.WORD else "")
        yield _sign(":", line)
        yield _token(item, line, objects)
        yield _sign(",", line)


def _sign(text: str, line: int) -> Lexeme:
    return Lexeme(TokenKind.SIGN, text, line)

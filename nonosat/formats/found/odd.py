"""Pairs of named lists and pictures in JSON of other forms: they feed the walk that programs take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import Doubt, Record, one_line
from nonosat.formats.data.form import MAX_DEPTH, PICTURES, OtherForm, depth_exceeds
from nonosat.formats.data.places import ObjectLines, labelled
from nonosat.formats.found.fits import Refusal
from nonosat.formats.found.readings import sheet_of
from nonosat.formats.found.sections import Sections
from nonosat.formats.found.tokens import Lexeme, TokenKind, Tree
from nonosat.formats.found.tokens import plain as plain_text
from nonosat.formats.lines import CLUE, size_of, subwords
from nonosat.model import Sheet

_COLORS = re.compile(r"colou?rs?")


def read_odd(
    record: Record,
    value: object,
    lines: ObjectLines,
    around: dict[str, object],
    label: str,
    reason: OtherForm | None = None,
) -> Iterator[Sheet | ParseError]:
    """Yield the puzzles that a value holds in any form, and what is wrong with the rest.

    Args:
        around: what the objects around it say for each of their puzzles.
        label: the place in a list, for errors.
        reason: why it is not in the form.
    """
    line = lines.of(value)
    if depth_exceeds(value, MAX_DEPTH):
        yield UnknownFormat(f"nested deeper than {MAX_DEPTH}", record.source, line)
        return
    tree = _Tree(lines)
    root = Lexeme(TokenKind.GROUP, "", line)
    sections = Sections(root, True)
    puzzles = sections.puzzles
    try:
        root.items = [tree.token(value, line)]
        sections.read()
    except Refusal as refusal:
        puzzles.errors.append(refusal)
    for reading in puzzles.found:
        doubt = f"the clues of line {reading.line} are not lists under rows and columns"
        title = tree.titles.get(id(reading.origin)) or around.get("title")
        try:
            sheet = sheet_of(record, reading)
            title = one_line(title) if isinstance(title, str) else ""
            yield replace(sheet, title=title, guesses=(Doubt(doubt), *sheet.guesses))
        except ParseError as err:
            yield labelled(err, record.at(line), "")
    worst = puzzles.worst
    if puzzles.found and worst is None:
        return
    if reason is not None and str(reason):
        yield labelled(reason, record.at(line), label)
    elif worst is not None and (puzzles.found or worst.used or sections.roles):
        error = ParseError(worst.what, record.source, worst.line, advice=worst.advice)
        yield labelled(error, record.at(line), label)
    else:
        yield UnknownFormat(f"{label}{_seen(value)}", record.source, line)


def _seen(value: object) -> str:
    """The message that a value holds no puzzle, with what it holds instead, and what is read."""
    if not isinstance(value, dict):
        return "a puzzle in JSON is an object with rows and columns"
    keys = [key[:20] for key in value]
    more = f" and {len(keys) - 5} more" if len(keys) > 5 else ""
    seen = f" (its keys: {', '.join(keys[:5])}{more})" if keys else ""
    taken = f"lists of clues are read under rows and columns, a picture under {', '.join(PICTURES)}"
    return f"there are neither clues nor a picture of a puzzle in this object{seen}; {taken}"


class _Tree:
    """Makes tokens of values, as a text would give them."""

    def __init__(self, lines: ObjectLines) -> None:
        self._lines = lines
        self.titles: dict[int, object] = {}
        """The titles of objects by the id of their groups."""

    def token(self, value: object, line: int, key: str = "") -> Lexeme:
        """The token of a value under a `key`; `line` is that of the value around it."""
        if isinstance(value, (dict, list)):
            line = self._lines.of(value)
        if isinstance(value, dict):
            group = Lexeme(TokenKind.GROUP, "{", line, items=[*self._fields(value, line)])
            self.titles[id(group)] = value.get("title", value.get("name", key))
            return group
        if isinstance(value, list):
            items = [one for item in value for one in (self.token(item, line), _sign(",", line))]
            return Lexeme(TokenKind.GROUP, "[", line, items=items)
        if isinstance(value, str):
            if CLUE.match(value) or "\n" in value or size_of(key):
                tree = Tree(plain_text(value), line, False, True)
                if not tree.faults:
                    return Lexeme(TokenKind.GROUP, '"', line, items=tree.root.items)
            return Lexeme(TokenKind.WORD, value, line, tag="text")
        if isinstance(value, int) and not isinstance(value, bool):
            return Lexeme(TokenKind.NUMBER, str(value)[:20], line)
        word = "null" if value is None else str(value).lower()
        return Lexeme(TokenKind.WORD, word, line)

    def _fields(self, value: dict[str, object], line: int) -> Iterator[Lexeme]:
        are_indexes = all(map(str.isdecimal, value))
        for key, item in value.items():
            are_colors = any(map(_COLORS.fullmatch, subwords(key)))
            if are_colors and isinstance(item, list) and any(isinstance(one, list) for one in item):
                raise Refusal(f"the colors under {key[:40]!r} are not read", line, 1)
            if are_colors:
                continue  # names and looks; their letters may be those of sides
            kind = TokenKind.NUMBER if are_indexes else TokenKind.WORD
            yield Lexeme(kind, key[:100], line, tag="" if are_indexes else "key")
            yield _sign(":", line)
            yield self.token(item, line, key[:100])
            yield _sign(",", line)


def _sign(text: str, line: int) -> Lexeme:
    return Lexeme(TokenKind.SIGN, text, line)

"""Objects and lists of JSON in forms of their own: they feed the walk that texts and programs take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import Doubt, Record
from nonosat.formats.data.form import (
    MAX_DEPTH,
    OF_COLORS,
    PICTURES,
    Fields,
    OtherForm,
    depth_exceeds,
    inner_key,
    inner_sides,
    sheet_of_object,
    sides_of,
)
from nonosat.formats.data.places import ObjectLines, labelled
from nonosat.formats.found.fits import Refusal
from nonosat.formats.found.sections import Sections
from nonosat.formats.found.tokens import Lexeme, TokenKind, Tree
from nonosat.formats.found.tokens import plain as plain_text
from nonosat.formats.lines import CLUE, Side, Size, is_picture, plain_name, role_of, size_of
from nonosat.model import Sheet


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
    root.items = [tree.token(value, line)]
    sections = Sections.of_tree(root)
    puzzles = sections.puzzles
    try:
        sections.read()
    except Refusal as refusal:
        puzzles.errors.append(refusal)
    for reading in puzzles.found:
        own = around | tree.objects.get(id(reading.origin), {})
        at = record.at(reading.line)
        try:
            with at.errors_at():
                is_plain = all(type(one) is int for side in reading.key for one in chain(*side))
                fields = Fields(own)
                sheet = sheet_of_object(at, fields, reading.key, is_plain, reading.cells)
            doubt = Doubt(f"the clues of line {reading.line} are not lists under rows and columns")
            yield replace(sheet, guesses=(doubt, *sheet.guesses, *dict.fromkeys(reading.notes)))
        except (ParseError, OtherForm) as err:
            yield labelled(err, at, "")
    worst = puzzles.worst
    if puzzles.found and worst is None:
        return
    used = 0 if worst is None else worst.used
    if reason is not None and str(reason):
        yield labelled(reason, record.at(line), label)
    elif worst is not None and (puzzles.found or used or tree.sides):
        yield labelled(
            ParseError(worst.what, record.source, worst.line, advice=worst.advice),
            record.at(line),
            label,
        )
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
        self.objects: dict[int, dict[str, object]] = {}
        """The objects by the id of their groups."""
        self.sides: set[Side | None] = set()
        """The sides that objects seem to have clues of."""

    def token(self, value: object, line: int, key: str = "") -> Lexeme:
        """The token of a value under a `key`; `line` is that of the value around it."""
        if isinstance(value, (dict, list)):
            line = self._lines.of(value)
        if isinstance(value, dict):
            group = Lexeme(TokenKind.GROUP, "{", line)
            inner = inner_key(value)
            self.objects[id(group)] = {"title": key} if key else {}
            for part in (value, value[inner] if inner else {}):
                self.sides |= sides_of(part)
                self.objects[id(group)] |= {k: v for k, v in part.items() if not _is_read(k, v)}
            group.items = [*self._fields(value, line, inner)]
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

    def _fields(self, value: dict[str, object], line: int, inner: str | None) -> Iterator[Lexeme]:
        are_indexes = all(map(str.isdecimal, value))
        for key, item in value.items():
            if plain_name(key[:100]) in OF_COLORS:
                continue  # `sheet_of_object` reads them
            if isinstance(item, dict) and (key == inner or size_of(key[:100]) is Size.BOTH):
                yield from self._fields(item, line, None)
                continue
            kind = TokenKind.NUMBER if are_indexes else TokenKind.WORD
            yield Lexeme(kind, key[:100], line, tag="" if are_indexes else "key")
            yield _sign(":", line)
            yield self.token(item, line, key[:100])
            yield _sign(",", line)


def _is_read(key: str, item: object) -> bool:
    """True for an entry that the walk reads, or that counts the colors."""
    if size_of(key[:100]) or not isinstance(item, (list, dict)):
        return bool(size_of(key[:100])) or (plain_name(key[:100]) == "colors" and type(item) is int)
    is_clues = role_of(key[:100]).side or len(inner_sides(key, item)) == 2
    return bool(is_clues) or (is_picture(key) and plain_name(key) not in PICTURES)


def _sign(text: str, line: int) -> Lexeme:
    return Lexeme(TokenKind.SIGN, text, line)

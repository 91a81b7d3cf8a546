"""Numbers in brackets, as in the data of programs: one tokenizer for all such formats.

``[[2, 1], [3], []]`` looks the same in Python, Prolog, Essence, MiniZinc and JavaScript; Java and C
use braces. Each format handles the text around the brackets itself. No text is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn

from nonosat.errors import ParseError
from nonosat.formats.base import ClueLine, Record, number
from nonosat.formats.clue_lines import parse_clue
from nonosat.model import Block, Clue

MAX_DEPTH = 8
_MAKERS = frozenset(("listof", "mutablelistof", "arrayof", "intarrayof", "aslist"))
"""Names of functions that make lists: ``listOf(listOf(2, 1), listOf(3))`` is ``[[2, 1], [3]]``."""
CLOSING = {"[": "]", "(": ")", "{": "}"}
# A text that is not closed ends with its line: else each quotation mark might be looked at again.
_TEXT = (
    r"""\"(?:[^\"\\\n]|\\[^\n])*(?:\"|\\?(?=\n|\Z))|'(?:[^'\\\n]|\\[^\n]|'')*(?:'|\\?(?=\n|\Z))"""
)
_SIGNS = r"\.\.|\[\||\|\]|:-|:=|=>|."


class Token(NamedTuple):
    """A word, number, text in quotes, or sign, and the line where it begins."""

    kind: str
    """``word``, ``number``, ``text``, ``sign`` or, after the last token, ``end``."""
    text: str
    """The token as written; a text keeps its quotation marks, so it never equals a sign or word."""
    line: int

    @property
    def value(self) -> str:
        """The content of a text without its quotation marks; any other token as written."""
        if self.kind != "text":
            return self.text
        quote, inner = self.text[0], self.text[1:]
        return re.sub(r"\\(.)|''", lambda found: found[1] or "'", inner.removesuffix(quote))


class Items(NamedTuple):
    """The content of a pair of brackets, and the line of the opening bracket."""

    values: Sequence[int | str | Items]
    line: int


class Tokens:
    """The tokens of a text. `now` is the next one; `before` is the one before it."""

    def __init__(self, record: Record, comments: str) -> None:
        """Start at the first token of `record`; `comments` is the pattern of a comment."""
        self.record = record
        self._rest = _tokens(record, comments)
        self.before = Token("", "", record.line)
        self.now = next(self._rest)
        self._passed = 0

    def step(self) -> Token:
        """Move on by one token and return the one that was passed."""
        self.before, self.now = self.now, next(self._rest)
        self._passed += 1
        return self.before

    def until(self, *closing: str) -> Iterator[Token]:
        """Yield the next token again and again, up to one of `closing` or the end.

        Use this for every loop over tokens: each round must pass a token, or the loop never ends.
        """
        while self.now.kind != "end" and self.now.text not in closing:
            passed = self._passed
            yield self.now
            assert self._passed > passed, f"{self.now} is not passed"

    def take(self, kind: str) -> str:
        """Return the text of the next token, which must be of this kind, and pass it."""
        if self.now.kind != kind:
            self.fail(f"a {'name' if kind == 'word' else kind}")
        return self.step().text

    def expect(self, text: str) -> None:
        """Pass the next token, which must have this text."""
        if self.now.text != text:
            self.fail(repr(text))
        self.step()

    def fail(self, due: str) -> NoReturn:
        """Raise a ParseError because the next token is not the expected one."""
        found = repr(self.now.text[:20]) if self.now.kind != "end" else "the end of the file"
        self.record.fail(f"{found}, expected {due}", self.now.line)

    def number(self) -> int:
        """Return the next whole number, which may be negative."""
        line, text = self.now.line, self.take("number")
        value = number(text.removeprefix("-"), self.record, line)
        return -value if text.startswith("-") else value

    def items(self, depth: int = 1) -> Items:
        """Return a list in brackets of any kind: numbers, texts and lists, separated by commas."""
        line = self.now.line
        if self.is_maker:
            self.step()
        if self.now.text not in CLOSING:
            self.fail("a list in brackets")
        if depth > MAX_DEPTH:
            self.record.fail(f"lists nested more than {MAX_DEPTH} deep", line)
        closing = CLOSING[self.step().text]
        values: list[int | str | Items] = []
        for token in self.until(closing):
            if token.kind == "number":
                values.append(self.number())
            elif token.kind == "text":
                values.append(self.step().value)
            else:
                values.append(self.items(depth + 1))
            if self.now.text != closing:
                self.expect(",")
        self.expect(closing)
        return Items(values, line)

    @property
    def is_maker(self) -> bool:
        """Return True if the next token is a function that makes a list, such as ``listOf``."""
        return self.now.kind == "word" and self.now.text.casefold() in _MAKERS

    def skip_group(self) -> None:
        """Pass a bracket and everything up to its closing bracket."""
        depth = 0
        for token in self.until():
            self.step()
            depth += (token.text in CLOSING) - (token.text in CLOSING.values())
            if depth <= 0:
                return


def _tokens(record: Record, comments: str) -> Iterator[Token]:
    pattern = re.compile(
        rf"(?P<skip>[ \t\n\f\v]+|{comments})|(?P<word>[^\W\d]\w*)|(?P<number>-?[0-9]+)"
        rf"|(?P<text>{_TEXT})|(?P<sign>{_SIGNS})",
        re.DOTALL,
    )
    line = record.line
    for match in pattern.finditer(record.text):
        kind, text = match.lastgroup or "", match[0]
        if kind == "skip":
            line += text.count("\n")
        else:
            yield Token(kind, text, line)
    while True:
        yield Token("end", "", line)


def unpadded(values: Sequence[int], record: Record, line: int) -> Clue:
    """Return a clue without its padding zeros; many programs pad clues to equal length."""
    blocks = [value for value in values if value]
    first = next((at for at, value in enumerate(values) if value), 0)
    if list(values[first : first + len(blocks)]) != blocks:
        shown = " ".join(map(str, values[:20]))
        record.fail(f"a 0 is between the blocks of {shown!r}", line)
    if min(values, default=0) < 0:
        shown = " ".join(map(str, values[:20]))
        record.fail(f"{shown!r} has a negative length", line)
    return Clue(map(Block, blocks))


def clues_of(items: Items, record: Record) -> list[ClueLine]:
    """Return the clues of one side: lists of numbers, lone numbers, or texts such as ``"2 1"``.

    Raises:
        ParseError: an item is something else.
    """
    clues = []
    for value in items.values:
        if isinstance(value, Items):
            clues.append(ClueLine(_clue(value, record), value.line))
        elif isinstance(value, str):
            clues.append(ClueLine(parse_clue(value, record, items.line), items.line))
        else:
            clues.append(ClueLine(unpadded([value], record, items.line), items.line))
    return clues


def _clue(items: Items, record: Record) -> Clue:
    lengths = []
    for value in items.values:
        if isinstance(value, Items):
            record.fail("a list, expected the length of a block", value.line)
        if isinstance(value, str):
            lengths.append(number(value.strip(), record, items.line, "block length"))
        else:
            lengths.append(value)
    return unpadded(lengths, record, items.line)


def is_side(value: int | str | Items) -> bool:
    """Return True for a list that `clues_of` may read as the clues of one side."""
    if not isinstance(value, Items) or not value.values:
        return False
    return all(
        not any(isinstance(part, Items) for part in clue.values)
        if isinstance(clue, Items)
        else isinstance(clue, int) or not clue.strip(" \t,0123456789")
        for clue in value.values
    )


def attempt(tokens: Tokens) -> Items | ParseError:
    """Return a list, or the error that it is not one; the next token is after the error."""
    try:
        return tokens.items()
    except ParseError as err:
        return err

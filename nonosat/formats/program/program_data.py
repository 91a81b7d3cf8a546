"""The tokens of facts and data of models, and arrays of MiniZinc. No text is ever run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from nonosat.formats.base import Record

MAX_DEPTH = 8
SHAPED = "array2d"
# A text that is not closed ends with its line: else each quotation mark might be looked at again.
_TEXT = (
    r"""\"(?:[^\"\\\n]|\\[^\n])*(?:\"|\\?(?=\n|\Z))|'(?:[^'\\\n]|\\[^\n]|'')*(?:'|\\?(?=\n|\Z))"""
)
_SIGNS = r"\.\.\.?|\[\||\|\]|:-|[-+*/%|&^?<>:]+=|."


class Token(NamedTuple):
    """A word, number, text in quotes, or sign, and the line where it begins."""

    kind: str
    """``word``, ``number``, ``text``, ``sign`` or, after the last token, ``end``."""
    text: str
    line: int


class Items(NamedTuple):
    """The content of a pair of brackets, and the line of the opening bracket."""

    values: list[int | Items]
    line: int

    def lists(self) -> list[Items]:
        """Return each value as a list; one that is not a list is alone in its own."""
        return [v if isinstance(v, Items) else Items([v], self.line) for v in self.values]


class Tokens:
    """The tokens of a text. `now` is the next one; `before` is the one before it."""

    def __init__(self, record: Record, comments: str) -> None:
        """Start at the first token of `record`; `comments` is the pattern of a comment."""
        self.record = record
        self._rest = _tokens(record, comments)
        self.before: Token = Token("", "", 0)
        self.now: Token = next(self._rest)
        self.numbers: dict[str, int] = {}
        """Numbers that have names; arrays may state their sizes so."""
        self.passed: int = 0

    def step(self) -> Token:
        """Move on by one token and return the one that was passed."""
        self.before = self.now
        self.now = next(self._rest)
        self.passed += 1
        return self.before

    def until(self, *closing: str) -> Iterator[Token]:
        """Yield the next token again and again, up to one of `closing` or the end.

        Use this for every loop over tokens. A round that passes no token ends in a refusal.
        """
        while self.now.kind != "end" and self.now.text not in closing:
            passed = self.passed
            yield self.now
            if self.passed == passed:
                self.fail("a list of clues, or the end of the statement")

    def skip(self, closing: str) -> bool:
        """Pass everything up to the next `closing` and this too; return False if there is none."""
        for _ in self.until(closing):
            self.step()
        return self.now.kind != "end" and bool(self.step())

    def expect(self, text: str) -> None:
        if self.now.text != text:
            self.fail(repr(text))
        self.step()

    def fail(self, due: str) -> NoReturn:
        """Raise a ParseError because the next token is not the expected one."""
        found = repr(self.now.text[:20]) if self.now.kind != "end" else "the end of the file"
        self.record.fail(f"{found}, expected {due}", self.now.line)

    def number(self) -> int:
        """Return the next whole number, which may be negative."""
        if self.now.kind != "number":
            self.fail("a number")
        line, text = self.now.line, self.step().text
        value = self.record.number(text.removeprefix("-"), line)
        return -value if text.startswith("-") else value

    def items(self, depth: int = 1) -> Items:
        """Return an array: in brackets, with bars between its rows, or of numbers with its sizes."""
        line = self.now.line
        if depth > MAX_DEPTH:
            self.record.fail(f"lists nested more than {MAX_DEPTH} deep", line)
        if self.now.text == SHAPED:
            self.step()
            return self._shaped(line)
        if self.now.text == "[|":
            return self._bars(line)
        self.expect("[")
        values: list[int | Items] = []
        for token in self.until("]"):
            values.append(self.number() if token.kind == "number" else self.items(depth + 1))
            if self.now.text != "]":
                self.expect(",")
        self.expect("]")
        return Items(values, line)

    def _bars(self, line: int) -> Items:
        """Return the rows of ``[|1, 2 | 3, 4|]``; the last bar and the bracket may be apart."""
        self.expect("[|")
        rows = [Items([], self.now.line)]
        for token in self.until("|]"):
            if token.text == "|":
                self.step()
                if self.now.text == "]":
                    break
                rows.append(Items([], self.now.line))
            else:
                rows[-1].values.append(self.number())
                if self.now.text not in ("|", "|]"):
                    self.expect(",")
        self.expect("]" if self.now.text == "]" else "|]")
        if not rows[-1].values:
            rows.pop()
        if len({len(row.values) for row in rows}) > 1:
            self.record.fail("the rows of an array differ in length", line)
        return Items([*rows], line)

    def _shaped(self, line: int) -> Items:
        """Return the rows of ``array2d(1..rows, 1..2, [1, 2])``; a name stands for a number above."""
        self.expect("(")
        sizes: list[int | None] = []
        for _ in range(2):
            if self.number() != 1:
                self.record.fail("an array that does not begin at 1", line)
            self.expect("..")
            is_name = self.now.kind == "word"
            sizes.append(
                self.numbers.get(self.step().text.casefold().replace("_", ""))
                if is_name
                else self.number()
            )
            self.expect(",")
        height, width = sizes
        if width is None:
            self.record.fail("an array whose second size is given nowhere before it", line)
        self.expect("[")
        rows: list[Items] = []
        for count, token in enumerate(self.until("]")):
            if width < 1 or count % width == 0:
                rows.append(Items([], token.line))
            rows[-1].values.append(self.number())
            if self.now.text != "]":
                self.expect(",")
        self.expect("]")
        self.expect(")")
        found = sum(len(row.values) for row in rows)
        if height is None:
            height = found // max(width, 1)
        if min(height, width) < 0 or height * width != found:
            self.record.fail(f"{found} numbers do not fill an array of {height} by {width}", line)
        return Items([*rows], line)


def _tokens(record: Record, comments: str) -> Iterator[Token]:
    pattern = re.compile(
        rf"(?P<skip>[ \t\n\f\v]+|{comments})|(?P<word>[^\W\d]\w*)|(?P<number>-?[0-9]+(?:\.[0-9]+)?)"
        rf"|(?P<text>{_TEXT})|(?P<sign>{_SIGNS})",
        re.DOTALL,
    )
    line = record.line
    for match in pattern.finditer(record.text):
        kind, text = match.lastgroup or "", match[0]
        if kind != "skip":
            yield Token(kind, text, line)
        line += text.count("\n")
    while True:
        yield Token("end", "", line)

"""The data of programs: one tokenizer, and the way from lists of numbers to clues.

``[[2, 1], [3], []]`` looks the same in Python, Prolog, Essence and JavaScript; Java and C use braces,
and MiniZinc has bars between rows. Each format handles the text around its lists itself. No text is
ever run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NoReturn

from nonosat.formats.base import ClueLine, Record
from nonosat.formats.clue_lines import parse_clue
from nonosat.model import Block, Clue, Puzzle

MAX_DEPTH = 8
_SHAPED = "array2d"
_MAKERS = frozenset(("listof", "mutablelistof", "arrayof", "intarrayof", "aslist", _SHAPED))
"""Names of functions that make lists: ``listOf(listOf(2, 1), listOf(3))`` is ``[[2, 1], [3]]``."""
CLOSING = {"[": "]", "(": ")", "{": "}", "[|": "|]"}
_CLOSED = frozenset(CLOSING.values())
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

    values: list[int | str | Items]
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
        self.before = Token("", "", record.line)
        self.now = next(self._rest)
        self.numbers: dict[str, int] = {}
        """Numbers that have names, as `plain` makes them; arrays may state their sizes so."""
        self.open = [0]
        """Numbers of the brackets that are open, the innermost last; 0 is the text around them all."""
        self._opened = 0
        self._passed = 0

    def step(self) -> Token:
        """Move on by one token and return the one that was passed."""
        self.before, self.now = self.now, next(self._rest)
        self._passed += 1
        if self.before.text in CLOSING:
            self._opened += 1
            self.open.append(self._opened)
        elif self.before.text in _CLOSED and len(self.open) > 1:
            self.open.pop()
        return self.before

    def until(self, *closing: str) -> Iterator[Token]:
        """Yield the next token again and again, up to one of `closing` or the end.

        Use this for every loop over tokens: each round must pass a token, or the loop never ends.
        """
        while self.now.kind != "end" and self.now.text not in closing:
            passed = self._passed
            yield self.now
            assert self._passed > passed, f"{self.now} is not passed"

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
        """Return a list in brackets of any kind: numbers, texts and lists, separated by commas."""
        line = self.now.line
        if self.is_maker and self.step().text == _SHAPED:
            return self._shaped(line)
        if self.now.text not in CLOSING:
            self.fail("a list in brackets")
        if depth > MAX_DEPTH:
            self.record.fail(f"lists nested more than {MAX_DEPTH} deep", line)
        if self.now.text == "[|":
            return self._bars(line)
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
            sizes.append(self.numbers.get(plain(self.step().text)) if is_name else self.number())
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

    @property
    def is_maker(self) -> bool:
        """Return True if the next token is a function that makes a list, such as ``listOf``."""
        return self.now.kind == "word" and self.now.text.casefold() in _MAKERS

    def skip_group(self) -> None:
        """Pass a bracket and everything up to its closing bracket."""
        outside = len(self.open)
        for _ in self.until():
            self.step()
            if len(self.open) <= outside:
                return


def _tokens(record: Record, comments: str) -> Iterator[Token]:
    pattern = re.compile(
        rf"(?P<skip>[ \t\n\f\v]+|{comments})|(?P<word>[^\W\d]\w*)|(?P<number>-?[0-9]+(?:\.[0-9]+)?)"
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


def plain(word: str) -> str:
    """Return a name without case and underscores, as names are compared."""
    return word.casefold().replace("_", "")


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
    """Return the clues of one side: lists of numbers, lone numbers, or texts such as ``"2 1"``."""
    clues = []
    for value, inner in zip(items.values, items.lists(), strict=True):
        if isinstance(value, str):
            clue = parse_clue(value, record, items.line)
        else:
            clue = unpadded(
                [_length(part, record, inner.line) for part in inner.values], record, inner.line
            )
        clues.append(ClueLine(clue, inner.line))
    return clues


def puzzle_of_lists(
    record: Record,
    rows: Items,
    cols: Items,
    clues: Callable[[Items, Record], list[ClueLine]] = clues_of,
) -> Puzzle:
    """Make a puzzle of two lists of clues."""
    record.check_size(len(rows.values), len(cols.values))
    return record.puzzle(clues(rows, record), clues(cols, record))


def _length(value: int | str | Items, record: Record, line: int) -> int:
    if isinstance(value, Items):
        record.fail("a list, expected the length of a block", value.line)
    return record.number(value.strip(), line, "block length") if isinstance(value, str) else value


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

"""The data of programs: one tokenizer, and the way from lists of numbers to clues.

``[[2, 1], [3], []]`` looks the same in Python, Prolog, Essence and JavaScript; Java and C use braces,
and MiniZinc has bars between rows. Each format handles the text around its lists itself. No text is
ever run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from nonosat.formats.base import ClueLine, Record, words
from nonosat.formats.text.clue_lines import parse_clue
from nonosat.model import Block, Clue, Puzzle

MAX_DEPTH = 8
MAX_VALUES = 1_000_000
"""Numbers and clues of the largest list that is not spelled out."""
_SHAPED = "array2d"

_TYPES = words(
    "int integer int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 i8 i16 i32 i64 u8 u16 u32 "
    "u64 usize isize byte short long number string str new"
)
_ENUMERATORS = words("of aslist listof mutablelistof arraylistof arrayof intarrayof c")
_CONVERTERS = words("from copyof asarray array tuple list vector arraylist linkedlist freeze")
_MAKERS = (
    _ENUMERATORS
    | _CONVERTERS
    | words(
        "vec seq java util std arrays collections object immutablelist np numpy emptylist empty ilist"
    )
)
"""Words before lists: ``listOf(listOf(2, 1), listOf(3))`` is ``[[2, 1], [3]]``."""
CLOSING = {"[": "]", "(": ")", "{": "}", "[|": "|]"}
CLOSED = frozenset(CLOSING.values())
# A text that is not closed ends with its line: else each quotation mark might be looked at again.
_TEXT = (
    r"""\"(?:[^\"\\\n]|\\[^\n])*(?:\"|\\?(?=\n|\Z))|'(?:[^'\\\n]|\\[^\n]|'')*(?:'|\\?(?=\n|\Z))"""
)
_LONG_TEXT = "|".join(
    rf"{quote}(?:[^{quote[0]}\\]|\\.|{inner})*+(?:{quote}|\Z)"
    for quote, inner in (('"""', '"(?!"")'), ("'''", "'(?!'')"), ("`", "(?!)"))
)
"""Texts of several lines. One that is not closed ends with the file."""
_LIFETIME = r"(?<=[&<])'[a-z]\w*\b(?!')"
_SIGNS = r"\.\.\.?|\[\||\|\]|:-|=>|===?|!==?|<-|<<|->|::|\+\+(?!=)|[-+*/%|&^?<>:]+=|."


class Token(NamedTuple):
    """A word, number, text in quotes, or sign, and the line where it begins."""

    kind: str
    """``word``, ``number``, ``text``, ``sign`` or, after the last token, ``end``."""
    text: str
    """The token as written; a text keeps its quotation marks, so it never equals a sign or word."""
    line: int
    column: int = 0

    @property
    def value(self) -> str:
        """The content of a text without its quotation marks; any other token as written."""
        if self.kind != "text":
            return self.text
        quote, inner = self.text[0], self.text[1:]
        if self.text[:3] in ('"""', "'''") and len(self.text) > 5:
            return self.text[3:-3]
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

    def __init__(self, record: Record, comments: str, is_program: bool = False) -> None:
        """Start at the first token of `record`; `comments` is the pattern of a comment.

        Args:
            is_program: True if lists can be made by functions, and texts have several lines.
        """
        self.record = record
        self._is_program = is_program
        self._rest = _tokens(record, comments, is_program)
        self.before: Token = Token("", "", 0)
        self.now: Token = next(self._rest)
        self.indent: int = self.now.column
        """The column of the first token of this line."""
        self.numbers: dict[str, int] = {}
        """Numbers that have names, as `plain` makes them; arrays may state their sizes so."""
        self.open: list[tuple[int, str]] = [(0, "")]
        """Numbers and signs of the brackets that are open; 0 is the text around them all."""
        self.is_nested: bool = False
        """A list in a list was passed since this was set to False."""
        self._opened = 0
        self.passed: int = 0

    def step(self) -> Token:
        """Move on by one token and return the one that was passed."""
        earlier = self.before
        self.before = self.now
        self.now = next(self._rest)
        self.passed += 1
        if self.is_first:
            self.indent = self.now.column
        if self.before.text in CLOSING:
            is_inner = self.open[-1][1] in ("[", "{") and earlier.kind != "word"
            is_inner |= earlier.text.casefold() in _ENUMERATORS and self.open[-1][1] == "("
            begins = self.now.kind in ("number", "text") or self.now.text in CLOSED
            self.is_nested |= is_inner and begins
            self._opened += 1
            self.open.append((self._opened, self.before.text))
        elif self.before.text in CLOSED and len(self.open) > 1:
            self.open.pop()
        return self.before

    @property
    def is_first(self) -> bool:
        """True if the next token is the first of its line."""
        return self.now.line != self.before.line

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
        if self._is_program and re.match("-?0[0-9]", text):
            self.record.fail(
                f"{text[:20]!r} begins with 0, which some languages read as octal", line
            )
        value = self.record.number(text.removeprefix("-"), line)
        return -value if text.startswith("-") else value

    def items(self, depth: int = 1) -> Items:
        """Return a list in brackets of any kind: numbers, texts and lists, separated by commas."""
        line = self.now.line
        if self.now.text == _SHAPED:
            self.step()
            return self._shaped(line)
        if self._is_program and (self.is_maker or self.now.text in ("&", "<")):
            return self._made(depth)
        if self.now.text not in CLOSING:
            self.fail("a list in brackets")
        if self.now.text == "[|":
            return self._bars(line)
        opening = self.step().text
        values, commas = self.elements(CLOSING[opening], depth)
        items = Items(values, line)
        if not self._is_program:
            return items
        if opening == "(" and not commas and values and isinstance(values[0], Items):
            return values[0]
        if opening == "[" and self.now.line == self.before.line and len(values) < 2:
            return self._typed(items, depth)
        return items

    def elements(self, closing: str, depth: int = 1) -> tuple[list[int | str | Items], int]:
        """Return what is in a bracket that was opened, and the number of commas; pass its end."""
        if depth > MAX_DEPTH:
            self.record.fail(f"lists nested more than {MAX_DEPTH} deep", self.before.line)
        values: list[int | str | Items] = []
        commas = 0
        for token in self.until(closing):
            if token.kind == "number":
                values.append(self.number())
            elif token.kind == "text":
                values.append(self.step().value)
            else:
                values.append(self.items(depth + 1))
            is_row = self._is_program and token.kind == self.now.kind == "number"
            if self.now.text == ",":
                self.step()
                commas += 1
            elif self.now.text != closing and not (is_row and not commas):  # [1 3] of MATLAB
                self.expect(",")
        self.expect(closing)
        return values, commas

    def _typed(self, items: Items, depth: int) -> Items:
        """Return the list behind ``[]``, ``[2]`` or ``[][]`` and a type, as Go has them, or `items`."""
        sizes = [items]
        while self.now.text == "[" and self._is_size(sizes[-1]):
            line = self.step().line
            sizes.append(Items(self.elements("]", depth)[0], line))
        if self.now.text.casefold() in _TYPES:
            return self._sized(self._made(depth), items)
        if len(sizes) > 1:
            self.fail("the type of a list")
        return items

    def _is_size(self, items: Items) -> bool:
        return len(items.values) < 2 and all(isinstance(value, int) for value in items.values)

    def _sized(self, items: Items, size: Items) -> Items:
        """Return a list whose type may state how many values it has."""
        if not self._is_size(size):
            self.record.fail("a list where the size of another is expected", size.line)
        if size.values and size.values != [len(items.values)]:
            what = f"{len(items.values)} values in a list of {size.values[0]}"
            self.record.fail(what, items.line)
        return items

    def _made(self, depth: int) -> Items:
        """Return a list that has words before it, such as ``new int[][] {...}`` or ``List.of(...)``."""
        line, word, is_new, is_typed = self.now.line, "", False, False
        size = Items([], line)
        for token in self.until():
            if token.kind == "word" and self.is_maker:
                word = self.step().text
                is_new |= word == "new"
                if word == "Nil":
                    return Items([], line)
            elif token.text in (".", "::", "!", "&"):
                self.step()
            elif token.text == "<" or (token.text == "{" and word == "Vector"):
                self.step()
                if token.text == "{" and not self.is_maker:
                    break  # values
                self._pass_types(token.text)
                is_typed = True
            elif token.text == "[" and word.casefold() in _TYPES:
                self.step()
                found = Items(self.elements("]", depth)[0], line)
                if self.now.text not in ("[", "{") or self.is_first:
                    if not word[:1].isupper() and (not is_new or found.values != [0]):
                        self.fail("the values of a list")
                    return Items([], line) if is_new else found
                size = size if size.values else found
            else:
                break
        if self.before.text != "{":
            is_variable = self.now.text == "[" and self.before.kind == "word"
            if (
                self.now.text not in ("(", "[", "{")
                or is_variable
                or not (word or self.now.text == "[")
            ):
                self.fail("a list in brackets")
            self.step()
        opening, first, lower = self.before.text, self.now.text, word.casefold()
        values, _ = self.elements(CLOSING[opening], depth)
        if opening == "(" and not values and self.now.text == "{":
            self.step()
            values, _ = self.elements("}", depth)
        elif opening == "(" and lower not in _ENUMERATORS:
            if len(values) == 1 and isinstance(values[0], Items):
                if is_new or first in CLOSING or lower in ("from", "copyof", "freeze"):
                    return values[0]
            elif values and (is_new or is_typed or (lower == "array" and len(values) == 1)):
                self.record.fail(f"{word}(...) may be a list of a size, not of these values", line)
        return self._sized(Items(values, line), size)

    def _pass_types(self, opening: str) -> None:
        """Pass what is in the brackets of a type, which were opened, and their end."""
        depth = 1
        while depth:
            depth += (self.now.text == opening) - (self.now.text in (">", "}"))
            if self.now.kind not in ("word", "number") and self.now.text not in "<>{},[]?.::&*":
                self.fail("a type")
            if self.now.kind == "end":
                self.fail("a type")
            self.step()

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
        """Return True if the next token is a word that may be before a list, such as ``listOf``."""
        lower = self.now.text.casefold()
        return self.now.text in ("Nil", _SHAPED) or lower in _TYPES or lower in _MAKERS


def _tokens(record: Record, comments: str, is_program: bool) -> Iterator[Token]:
    pattern = re.compile(
        rf"(?P<skip>[ \t\n\f\v]+|{comments}{'|' + _LIFETIME if is_program else ''})"
        r"|(?P<word>[^\W\d]\w*)|(?P<number>-?[0-9]+(?:\.[0-9]+)?)"
        rf"|(?P<text>{_LONG_TEXT + '|' if is_program else ''}{_TEXT})|(?P<sign>{_SIGNS})",
        re.DOTALL,
    )
    line, start = record.line, 0
    for match in pattern.finditer(record.text):
        kind, text = match.lastgroup or "", match[0]
        if kind != "skip":
            yield Token(kind, text, line, match.start() - start)
        if "\n" in text:
            line += text.count("\n")
            start = match.start() + text.rindex("\n") + 1
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


def numbered(record: Record, axis: str, clues: Mapping[int, Items]) -> Items:
    """Return the clues of a side, which are numbered from 0 or 1 on."""
    start = min(clues, default=0)
    if not clues or start not in (0, 1) or max(clues) - start + 1 != len(clues):
        what = f"{len(clues)} {axis} clues without one for each {axis} from {start} on"
        record.fail(what, next((clue.line for clue in clues.values()), None))
    return Items([clues[at] for at in sorted(clues)], clues[start].line)


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

"""MiniZinc data for the two common kinds of nonogram models.

Reads and writes the data of Håkan Kjellerstrand's models and of CSPLib: clues padded with 0::

    rows = 2;
    row_rule_len = 2;
    row_rules = [| 1, 1
                 | 0, 2 |];
    cols = 3; ...

Also reads the data of the MiniZinc Challenge. There, a clue is spelled out cell by cell, with one
blank between two blocks and -1 at the end: ``1 1 0 1 -1`` is ``2 1``::

    X = 3; Y = 2; maxlen = 3;
    rows = [| 1, 0, 1
            | 1, 1, -1 |]; ...

Arrays may also be written ``array2d(1..rows, 1..row_rule_len, [...])``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn

from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle, number
from nonosat.model import Block, Clue, Sheet

_TOKEN = re.compile(
    r"(?P<skip>[ \t\n]+|%[^\n]*|/\*.*?\*/)|(?P<word>[A-Za-z_]\w*)|(?P<number>-?[0-9]+)"
    r"|(?P<sign>\.\.|\[\||\|\]|[=;,\[\]()|])",
    re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class _Array(NamedTuple):
    """A two-dimensional array, row by row, and the line on which each row begins."""

    rows: list[list[int]]
    lines: list[int]


def read(record: Record) -> list[Sheet]:
    """Read either dialect; names that belong to neither are skipped."""
    values = _Assignments(record).read()
    if "row_rules" in values:
        names, decode = ("rows", "row_rules", "cols", "col_rules"), _padded
    elif "X" in values and "Y" in values:
        names, decode = ("Y", "rows", "X", "cols"), _spelled
    else:
        record.fail("neither row_rules, nor X and Y: this is no data of a nonogram model")
    clues = []
    sizes = [_size(record, values, names[0]), _size(record, values, names[2])]
    declared_size(sizes[0], sizes[1], record, record.line)
    for size, name in zip(sizes, (names[1], names[3]), strict=True):
        array = values.get(name)
        if not isinstance(array, _Array):
            record.fail(f"{name} is no array of two dimensions")
        if len(array.rows) != size:
            where = array.lines[0] if array.lines else record.line
            record.fail(f"{name} has {len(array.rows)} clues where {size} are due", where)
        if len({len(row) for row in array.rows}) > 1:
            record.fail(f"the rows of {name} differ in length", array.lines[0])
        pairs = zip(array.rows, array.lines, strict=True)
        clues.append([ClueLine(decode(record, row, line), line) for row, line in pairs])
    return [Sheet(make_puzzle(record, clues[0], clues[1]))]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the dialect with padded clues."""
    puzzle = sheets[0].puzzle
    parts = [f"rows = {puzzle.height};\n", _rules("row", puzzle.rows)]
    parts += [f"cols = {puzzle.width};\n", _rules("col", puzzle.cols)]
    return "".join(parts)


def _rules(axis: str, clues: Sequence[Clue]) -> str:
    length = max(1, *(len(clue) for clue in clues))
    lines = []
    for clue in clues:
        padded = [0] * (length - len(clue)) + [block.length for block in clue]
        lines.append(", ".join(map(str, padded)))
    rules = "\n  | ".join(lines)
    return f"{axis}_rule_len = {length};\n{axis}_rules =\n  [|{rules}|];\n"


def _size(record: Record, values: dict[str, int | _Array], name: str) -> int:
    value = values.get(name)
    if not isinstance(value, int):
        record.fail(f"{name} is no number")
    return value


def _padded(record: Record, row: list[int], line: int) -> Clue:
    """A clue with zeros before or behind it."""
    text = " ".join(map(str, row))
    blocks = [value for value in row if value]
    first = next((at for at, value in enumerate(row) if value), 0)
    if row[first : first + len(blocks)] != blocks:
        record.fail(f"a 0 stands between the blocks of {text!r}", line)
    if min(row, default=0) < 0:
        record.fail(f"{text!r} has a negative length", line)
    return Clue(map(Block, blocks))


def _spelled(record: Record, row: list[int], line: int) -> Clue:
    """A clue spelled out in cells, with -1 behind it."""
    text = " ".join(map(str, row))
    cells = "".join({1: "#", 0: ".", -1: "-"}.get(value, "?") for value in row)
    if re.fullmatch(r"(?:#+(?:\.#+)*|\.?)-*", cells) is None:
        record.fail(f"{text!r} is no clue spelled out as 1s, single 0s between, -1s behind", line)
    return Clue(Block(len(run)) for run in re.findall("#+", cells))


class _Assignments:
    """The assignments ``name = value;`` of a text."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._tokens = _tokens(record)
        self._now = next(self._tokens)

    def read(self) -> dict[str, int | _Array]:
        """Numbers and two-dimensional arrays by name."""
        values: dict[str, int | _Array] = {}
        while self._now.kind != "end":
            name = self._take("word")
            self._expect("=")
            if name in values:
                self._record.fail(f"{name} is given twice", self._now.line)
            values[name] = self._value(values)
            if self._now.kind != "end":
                self._expect(";")
        return values

    def _value(self, values: dict[str, int | _Array]) -> int | _Array:
        if self._now.kind == "number":
            return self._number()
        if self._now.text == "[|":
            return self._bars()
        if self._now.text == "array2d":
            return self._shaped(values)
        self._fail("a number or an array of two dimensions")

    def _number(self) -> int:
        line = self._now.line
        text = self._take("number")
        value = number(text.removeprefix("-"), self._record, line)
        return -value if text.startswith("-") else value

    def _bars(self) -> _Array:
        """``[| 1, 2 | 3, 4 |]``."""
        array = _Array([[]], [self._now.line])
        self._expect("[|")
        while self._now.text != "|]":
            if self._now.text == "|":
                self._expect("|")
                if self._now.text == "]":  # a bar, then the end on the next line
                    break
                array.rows.append([])
                array.lines.append(self._now.line)
                continue
            if not array.rows[-1]:
                array.lines[-1] = self._now.line
            array.rows[-1].append(self._number())
            if self._now.text not in ("|", "|]"):
                self._expect(",")
        self._expect(self._now.text)  # |] or, behind a bar, ]
        if not array.rows[-1]:
            array.rows.pop()
            array.lines.pop()
        return array

    def _shaped(self, values: dict[str, int | _Array]) -> _Array:
        """``array2d(1..rows, 1..row_rule_len, [1, 2, 3, 4])``."""
        sizes = []
        line = self._now.line
        self._expect("array2d")
        self._expect("(")
        for _ in range(2):
            if self._number() != 1:
                self._record.fail("an array that does not begin at 1", line)
            self._expect("..")
            if self._now.kind == "word":
                name = self._take("word")
                size = values.get(name)
                if not isinstance(size, int):
                    self._record.fail(f"{name} must be given before the array", line)
            else:
                size = self._number()
            sizes.append(size)
            self._expect(",")
        flat: list[int] = []
        lines: list[int] = []
        self._expect("[")
        while self._now.text != "]":
            lines.append(self._now.line)
            flat.append(self._number())
            if self._now.text != "]":
                self._expect(",")
        self._expect("]")
        self._expect(")")
        height, width = sizes
        if height < 0 or width < 0 or height * width != len(flat):
            self._record.fail(
                f"{len(flat)} numbers do not fill an array of {height} by {width}", line
            )
        cuts = range(0, len(flat), width or 1)
        return _Array([flat[at : at + width] for at in cuts], [lines[at] for at in cuts])

    def _take(self, kind: str) -> str:
        if self._now.kind != kind:
            self._fail(f"a {'name' if kind == 'word' else kind}")
        text = self._now.text
        self._now = next(self._tokens)
        return text

    def _expect(self, text: str) -> None:
        if self._now.text != text:
            self._fail(repr(text))
        self._now = next(self._tokens)

    def _fail(self, due: str) -> NoReturn:
        found = repr(self._now.text[:20]) if self._now.text else "the end of the file"
        self._record.fail(f"{found} where {due} is due", self._now.line)


def _tokens(record: Record) -> Iterator[_Token]:
    text, at, line = record.text, 0, record.line
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            record.fail(f"{text[at : at + 20]!r} is no MiniZinc data", line)
        kind = match.lastgroup or ""
        if kind != "skip":
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
        at = match.end()
    while True:
        yield _Token("end", "", line)


DZN = Format(Holds.CLUES | Holds.OBLONG, read, write)

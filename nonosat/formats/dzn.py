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

Also reads the automata that Kjellerstrand's ``make_nonogram_automata.pl`` makes of clues.
``row_states`` lists, for each state of each clue, the next state after a blank and after a filled
cell (0 if there is none); ``row_num_states`` is the number of states of each clue. The clues are
derived from the automata.

Arrays may also be written ``array2d(1..rows, 1..row_rule_len, [...])``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle
from nonosat.formats.brackets import Items, Tokens, attempt, unpadded
from nonosat.model import Block, Clue, Sheet

_COMMENTS = r"%[^\n]*|/\*.*?\*/"


_Value: TypeAlias = "int | list[int] | _Array | None"


class _Array(NamedTuple):
    """A two-dimensional array, row by row, and the line where each row begins."""

    rows: list[list[int]]
    lines: list[int]


def read(record: Record) -> list[Sheet]:
    """Read either dialect; names that belong to neither are skipped."""
    values = _Assignments(record).read()
    if "row_num_states" in values:
        sides = [_automata(record, values, axis) for axis in ("row", "col")]
        declared_size(len(sides[0]), len(sides[1]), record, record.line)
        return [Sheet(make_puzzle(record, sides[0], sides[1]))]
    decode: Callable[[Sequence[int], Record, int], Clue]
    if "row_rules" in values:
        names, decode = ("rows", "row_rules", "cols", "col_rules"), unpadded
    elif "X" in values and "Y" in values:
        names, decode = ("Y", "rows", "X", "cols"), _spelled
    else:
        record.fail("neither row_rules, nor X and Y: this is not the data of a nonogram model")
    clues = []
    sizes = [_size(record, values, names[0]), _size(record, values, names[2])]
    declared_size(sizes[0], sizes[1], record, record.line)
    for size, name in zip(sizes, (names[1], names[3]), strict=True):
        array = values.get(name)
        if not isinstance(array, _Array):
            record.fail(f"{name} is not an array of two dimensions")
        if len(array.rows) != size:
            where = array.lines[0] if array.lines else record.line
            record.fail(f"{name} has {len(array.rows)} clues, expected {size}", where)
        if len({len(row) for row in array.rows}) > 1:
            record.fail(f"the rows of {name} differ in length", array.lines[0])
        pairs = zip(array.rows, array.lines, strict=True)
        clues.append([ClueLine(decode(row, record, line), line) for row, line in pairs])
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


def _size(record: Record, values: dict[str, _Value], name: str) -> int:
    value = values.get(name)
    if not isinstance(value, int):
        record.fail(f"{name} is not a number")
    return value


def _spelled(row: Sequence[int], record: Record, line: int) -> Clue:
    """Return a clue from its spelled-out cells, which end with -1."""
    text = " ".join(map(str, row))
    cells = "".join({1: "#", 0: ".", -1: "-"}.get(value, "?") for value in row)
    if re.fullmatch(r"(?:#+(?:\.#+)*|\.?)-*", cells) is None:
        record.fail(
            f"{text!r} is not a clue spelled out as 1s, single 0s between, -1s behind", line
        )
    return Clue(Block(len(run)) for run in re.findall("#+", cells))


def _automata(record: Record, values: dict[str, _Value], axis: str) -> list[ClueLine]:
    """Return the clues of one side, from their automata."""
    states, counts = values.get(f"{axis}_states"), values.get(f"{axis}_num_states")
    if not isinstance(states, _Array) or not isinstance(counts, list):
        record.fail(
            f"{axis}_states is not an array of two dimensions, or {axis}_num_states no list"
        )
    if min(counts, default=0) < 0 or sum(counts) != len(states.rows):
        record.fail(f"{axis}_num_states do not add up to the {len(states.rows)} of {axis}_states")
    clues = []
    at = 0
    for count in counts:
        line = states.lines[at] if at < len(states.lines) else record.line
        clues.append(ClueLine(_accepted(states.rows[at : at + count], record, line), line))
        at += count
    return clues


def _accepted(states: Sequence[Sequence[int]], record: Record, line: int) -> Clue:
    """Return the clue whose placements an automaton accepts; refuse any other automaton."""
    lengths = [0]
    for state in states:
        if len(state) == 2 and state[1]:
            lengths[-1] += 1
        else:
            lengths.append(0)
    clue = Clue(Block(length) for length in lengths if length)
    due: list[list[int]] = []
    for block in clue:
        for cell in range(block.least + 1):
            at = len(due) + 1
            due.append([at if cell == 0 else 0, at + 1])
        due[-1] = [len(due) + 1, 0]
    if due:
        due[-1] = [len(due), 0]
    if [*map(list, states)] != due:
        record.fail("an automaton that is not made of a clue", line)
    return clue


class _Assignments:
    """The assignments ``name = value;`` of a text."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._tokens = Tokens(record, _COMMENTS)

    def read(self) -> dict[str, _Value]:
        """Return numbers, lists and two-dimensional arrays by name; None for any other value."""
        values: dict[str, _Value] = {}
        for _ in self._tokens.until():
            name = self._tokens.take("word")
            self._tokens.expect("=")
            if name in values:
                self._record.fail(f"{name} is given twice", self._tokens.now.line)
            values[name] = self._value(values)
            if self._tokens.now.kind != "end":
                self._tokens.expect(";")
        return values

    def _value(self, values: dict[str, _Value]) -> _Value:
        if self._tokens.now.kind == "number":
            value = self._tokens.number()
            if self._tokens.now.text != "..":
                return value
        if self._tokens.now.text == "[|":
            return self._bars()
        if self._tokens.now.text == "array2d":
            return self._shaped(values)
        if self._tokens.now.text == "[":
            items = attempt(self._tokens)
            if isinstance(items, Items) and self._tokens.now.text == ";":
                numbers = [value for value in items.values if isinstance(value, int)]
                return numbers if len(numbers) == len(items.values) else None
        if self._tokens.now.kind == "end":
            self._tokens.fail("a number or an array of two dimensions")
        for _ in self._tokens.until(";"):
            self._tokens.step()
        return None

    def _bars(self) -> _Array:
        """Read an array such as ``[| 1, 2 | 3, 4 |]``."""
        array = _Array([[]], [self._tokens.now.line])
        self._tokens.expect("[|")
        for token in self._tokens.until("|]"):
            if token.text == "|":
                self._tokens.expect("|")
                if self._tokens.now.text == "]":  # a bar, then the end on the next line
                    break
                array.rows.append([])
                array.lines.append(self._tokens.now.line)
                continue
            if not array.rows[-1]:
                array.lines[-1] = self._tokens.now.line
            array.rows[-1].append(self._tokens.number())
            if self._tokens.now.text not in ("|", "|]"):
                self._tokens.expect(",")
        self._tokens.expect("]" if self._tokens.now.text == "]" else "|]")
        if not array.rows[-1]:
            array.rows.pop()
            array.lines.pop()
        return array

    def _shaped(self, values: dict[str, _Value]) -> _Array:
        """Read ``array2d(1..rows, 1..row_rule_len, [1, 2])``; names may get their values later."""
        sizes: list[int | None] = []
        line = self._tokens.now.line
        self._tokens.expect("array2d")
        self._tokens.expect("(")
        for _ in range(2):
            if self._tokens.number() != 1:
                self._record.fail("an array that does not begin at 1", line)
            self._tokens.expect("..")
            if self._tokens.now.kind == "word":
                value = values.get(self._tokens.take("word"))
                sizes.append(value if isinstance(value, int) else None)
            else:
                sizes.append(self._tokens.number())
            self._tokens.expect(",")
        flat: list[int] = []
        lines: list[int] = []
        self._tokens.expect("[")
        for _ in self._tokens.until("]"):
            lines.append(self._tokens.now.line)
            flat.append(self._tokens.number())
            if self._tokens.now.text != "]":
                self._tokens.expect(",")
        self._tokens.expect("]")
        self._tokens.expect(")")
        height, width = sizes
        if width is None:
            self._record.fail("an array whose second size is given nowhere before it", line)
        if height is None:
            height = len(flat) // max(width, 1)
        if height < 0 or width < 0 or height * width != len(flat):
            self._record.fail(
                f"{len(flat)} numbers do not fill an array of {height} by {width}", line
            )
        cuts = range(0, len(flat), width or 1)
        return _Array([flat[at : at + width] for at in cuts], [lines[at] for at in cuts])


DZN = Format(Holds.CLUES | Holds.OBLONG, read, write)

"""Two lists of clues with names, as programs have them in their data.

``lists`` are the data of OR-Tools models (Python) and of Comet, Essence parameters, the same in
JavaScript, Java or C, and lists without any names::

    row_rules = [[2, 1], [0, 3]]          int row_rules[1..rows, 1..2] = [[2,1],[0,3]];
    col_rules = [[1], [2]]                letting rowRules be [[2,1],[0,3]]

    [[2, 1], [3]], [[1], [2]]             Rows: [[2, 1], [3]]  Columns: [[1], [2]]

Lists may be padded with zeros, before or behind the blocks. The rest of a program is skipped;
nothing is ever run. Sources: Håkan Kjellerstrand's models for OR-Tools and Comet, CSPLib's data.

``dzn`` are the data of MiniZinc models. Kjellerstrand and CSPLib pad clues with zeros; the MiniZinc
Challenge spells out the cells, with one blank between two blocks and -1 at the end::

    rows = 2;                             X = 3; Y = 2; maxlen = 3;
    row_rule_len = 2;                     rows = [| 1, 0, 1
    row_rules = [| 1, 1                           | 1, 1, -1 |]; ...
                 | 0, 2 |]; ...

Kjellerstrand's ``make_nonogram_automata.pl`` makes automata of clues: ``row_states`` lists, for each
state of each clue, the next state after a blank and after a filled cell (0 if there is none);
``row_num_states`` is the number of states of each clue. The clues are derived from them.

Written are the lists of OR-Tools models, and padded MiniZinc data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import ClueLine, Format, Holds, Record, is_data
from nonosat.formats.program_data import (
    CLOSING,
    Items,
    Token,
    Tokens,
    clues_of,
    is_side,
    plain,
    puzzle_of_lists,
)
from nonosat.model import Block, Clue, Sheet

_COMMENTS = r"(?:\#|//|%|\$)[^\n]*|/\*.*?(?:\*/|\Z)"
_LONG = ("rules", "clues", "hints", "patterns", "constraints", "lengths")
_NAMES = {
    "row": (
        *("row" + what for what in _LONG),
        *("rows", "row", "horizontal", "horizontals", "left", "side", "r"),
    ),
    "column": (
        *(word + what for word in ("col", "column") for what in _LONG),
        *("cols", "columns", "col", "column", "vertical", "verticals", "top", "c"),
    ),
}
"""The names of the clues; a text that has several of one side means the first of these."""
_SIZES = {"row": ("rows", "nrows", "height", "h"), "column": ("cols", "ncols", "width", "w")}
_SIDES = frozenset(name for names in _NAMES.values() for name in names)
_ALL_SIZES = frozenset(name for names in _SIZES.values() for name in names)
MAX_OPEN = 1000
"""Brackets open at once. No program has as many."""
_ASSIGNS = frozenset(("=", ":", ":=", "=>", "be"))
_CELLS = [(1, "#"), (0, "."), (-1, "-")]
_NULLS = frozenset(("null", "None", "nil", "undefined", "nullptr"))


class _List(NamedTuple):
    """What a text assigns to a name."""

    name: str
    value: Items | ParseError | None
    """The list, or the error in it; None means that the text assigns an explicit null."""
    scope: int
    """The brackets around the name, which are the same for both lists of a puzzle."""


def _spelled(items: Items, record: Record) -> list[ClueLine]:
    """Return clues from their cells, each line ended by -1."""
    clues = []
    for row, line in items.lists():
        cells = "".join(next((s for n, s in _CELLS if n == cell), "?") for cell in row)
        if re.fullmatch(r"(?:#+(?:\.#+)*|\.?)-*", cells) is None:
            what = (
                "is not a clue: expected a 1 for each cell, a 0 between blocks, and -1 at the end"
            )
            shown = " ".join("[...]" if isinstance(c, Items) else str(c) for c in row[:20])
            record.fail(f"{shown!r} {what}", line)
        clues.append(ClueLine(Clue(Block(len(run)) for run in re.findall("#+", cells)), line))
    return clues


class _Dialect(NamedTuple):
    """How a language writes the lists."""

    is_program: bool
    """True if the text may hold much else. A list that is not clues is skipped there, not refused."""
    sizes: Mapping[str, Sequence[str]]
    """Axis -> names of the number of its lines."""
    clues: Callable[[Items, Record], list[ClueLine]]


_PROGRAM = _Dialect(True, _SIZES, clues_of)
_PADDED = _Dialect(False, _SIZES, clues_of)
_CHALLENGE = _Dialect(False, {"row": ("y",), "column": ("x",)}, _spelled)


def read_lists(record: Record) -> list[Sheet]:
    """Read every puzzle.

    Raises:
        UnknownFormat: there are no lists that could be the clues of rows and columns.
        ParseError: a list has a mistake, or which ones belong together is not clear.
    """
    return _read(_PROGRAM, _Scan(record))


def read_dzn(record: Record) -> list[Sheet]:
    """Read the puzzles of MiniZinc data, in any of its three kinds."""
    found = _Scan(record)
    if "rowstates" in found.named:
        rows, cols = (_automata(found, axis) for axis in ("row", "col"))
        record.check_size(len(rows), len(cols))
        return [Sheet(record.puzzle(rows, cols))]
    is_spelled = {"x", "y"} <= found.numbers.keys() and "rowrules" not in found.named
    return _read(_CHALLENGE if is_spelled else _PADDED, found)


def _read(dialect: _Dialect, found: _Scan) -> list[Sheet]:
    there = {one.name for one in found.lists if one.value is not None}
    names = [next((name for name in _NAMES[axis] if name in there), "") for axis in _NAMES]
    if not any(names):
        return [_sheet(dialect, found.record, *_without_names(found))]
    try:
        pairs = _pairs(found, names)
        if len(pairs) == 1:
            for axis, items in zip(_NAMES, pairs[0], strict=True):
                _check_count(dialect, found, axis, items)
        return [_sheet(dialect, found.record, *pair) for pair in pairs]
    except ParseError as err:
        if not dialect.is_program or (is_data(found.record) and any(map(_is_nested, found.lists))):
            raise
        raise UnknownFormat(err.what, err.source, err.line) from err


def _is_nested(one: _List) -> bool:
    """True if clues are lists themselves, as hardly any other data are."""
    clues = one.value.values if isinstance(one.value, Items) and is_side(one.value) else []
    return any(isinstance(clue, Items) for clue in clues)


def _sheet(dialect: _Dialect, record: Record, rows: Items, cols: Items) -> Sheet:
    return Sheet(puzzle_of_lists(record.at(rows.line), rows, cols, dialect.clues))


def _no_lists(record: Record, names: Sequence[str] = ("", "")) -> UnknownFormat:
    what = "there are no two lists that could be the clues of the rows and of the columns"
    if any(names):
        has, lacks = ("row", "column") if names[0] else ("column", "row")
        what = f"there is a list of {has} clues, but no list that could be the {lacks} clues"
    return UnknownFormat(what, record.source, record.line)


def _without_names(found: _Scan) -> list[Items]:
    """The lists of rows and of columns in a text that names neither."""
    values = found.bare[0].values if len(found.bare) == 1 else found.bare
    sides = [value for value in values if isinstance(value, Items) and is_side(value)]
    if len(sides) != 2 or len(found.bare) > 2 or found.is_lost or not is_data(found.record):
        raise _no_lists(found.record)
    return sides


def _pairs(found: _Scan, names: Sequence[str]) -> list[tuple[Items, Items]]:
    """The lists that belong together: the only two, or one behind the other in the same brackets."""
    lists = [one for one in found.lists if one.name in names]
    if len(lists) == 2:
        return [_pair(found.record, lists, names)]
    scopes: dict[int, list[_List]] = {one.scope: [] for one in lists if one.value is not None}
    for one in lists:
        if one.scope in scopes:  # else it says of both that there are none
            scopes[one.scope].append(one)
    return [
        _pair(found.record, inside[at : at + 2], names)
        for inside in scopes.values()
        for at in range(0, len(inside), 2)
    ]


def _pair(record: Record, lists: Sequence[_List], names: Sequence[str]) -> tuple[Items, Items]:
    """Two lists as those of rows and of columns."""
    for one in lists:
        if isinstance(one.value, ParseError):
            raise one.value
    rows, cols = (next((one.value for one in lists if one.name == name), None) for name in names)
    if isinstance(rows, Items) and isinstance(cols, Items):
        return rows, cols
    if not all(names):
        raise _no_lists(record, names)
    line = next((one.value.line for one in lists if one.value), record.line)
    record.fail("clues of the rows and of the columns must be one behind the other", line)


def _check_count(dialect: _Dialect, found: _Scan, axis: str, items: Items) -> None:
    count = len(items.values)
    stated = next((found.numbers[n] for n in dialect.sizes[axis] if n in found.numbers), count)
    if stated != count:
        line = next(iter(items.lists()), items).line
        found.record.fail(f"{axis} clues: expected {stated}, got {count}", line)


def _automata(found: _Scan, axis: str) -> list[ClueLine]:
    """Return the clues of one side, from their automata."""
    states, counts = found.named.get(f"{axis}states"), found.named.get(f"{axis}numstates")
    if states is None or counts is None:
        found.record.fail(f"{axis}_states or {axis}_num_states is missing, or is not a list", 0)
    steps = [step if isinstance(step, Items) else Items([], states.line) for step in states.values]
    sizes = [count if isinstance(count, int) else -1 for count in counts.values]
    if min(sizes, default=0) < 0 or sum(sizes) != len(steps):
        found.record.fail(
            f"{axis}_num_states do not add up to the {len(steps)} of {axis}_states", 0
        )
    rest = iter(steps)
    return [_accepted(found.record, [*islice(rest, size)]) for size in sizes]


def _accepted(record: Record, steps: Sequence[Items]) -> ClueLine:
    """Return the clue whose placements an automaton accepts; refuse any other automaton."""
    line = steps[0].line if steps else record.line
    states = [
        {color: to - 1 for color, to in enumerate(step.values) if isinstance(to, int) and to}
        for step in steps
    ]
    runs = "".join("#" if 1 in state else " " for state in states).split()
    clue = Clue(Block(len(run)) for run in runs)
    if states and states != clue.automaton().states:
        record.fail("an automaton that is not made of a clue", line)
    return ClueLine(clue, line)


class _Scan:
    """What a text assigns. It goes from assignment to assignment: all between may be a program."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lists: list[_List] = []
        """What is assigned to names of clues."""
        self.named: dict[str, Items] = {}
        """The first list of each name."""
        self.bare: list[Items] = []
        """Lists that are not assigned to a name for clues."""
        self.is_lost = False
        """Something else is assigned to a name of clues, so that lists without a name may be its."""
        self._tokens = Tokens(record, _COMMENTS)
        self.numbers = self._tokens.numbers
        self._words: list[str] = []
        self._name = self._sign = ""
        """What is assigned to, until its value is found, and the sign behind it."""
        self._scope = 0
        for token in self._tokens.until():
            if len(self._tokens.open) > MAX_OPEN:  # each bracket costs as much as a list
                what = f"more than {MAX_OPEN} brackets are open at once"
                record.fail(what, token.line, UnknownFormat)
            if token.text in _ASSIGNS:
                self._assign()
            elif self._name and self._tokens.is_maker:
                self._list()
            elif token.kind == "word":
                word = self._tokens.step().text
                if self._name in _SIDES and not self._words and word in _NULLS:
                    self.lists.append(_List(self._name, None, self._scope))
                    self._name = ""
                else:
                    self._words.append(plain(word))
            elif token.kind == "number" and self._name and not self._words:
                number = self._tokens.step().text
                if re.fullmatch("[0-9]{1,6}", number):
                    self.numbers.setdefault(self._name, int(number))
                if self._name in _ALL_SIZES:
                    self._name = ""
            elif token.text in CLOSING:
                self._bracket()
            elif self._tokens.step().text in (";", ",", ")", "}"):
                self.is_lost |= self._name in _SIDES
                self._words.clear()
                self._name = ""

    def _assign(self) -> None:
        """Take the name in front of the sign; in some languages it is a text."""
        before = self._tokens.before
        if before.kind == "text":
            self._words = [plain(before.value)]
        sign = self._tokens.step().text
        if self._words and not (self._name and (self._sign, sign) == (":", "=")):  # rows: Type =
            self.is_lost |= self._name in _SIDES
            self._name, self._scope = _name(self._words), self._tokens.open[-1]
        self._sign = sign
        self._words.clear()

    def _bracket(self) -> None:
        tokens = self._tokens
        sign, before = tokens.now.text, tokens.before
        is_named = before.kind == "word" and before.text not in _ASSIGNS
        if sign == "[" and (is_named or (before.text == "]" and self._words)):
            tokens.skip_group()  # an index, or the size of an array
        elif sign == "(" and is_named and self._name:
            tokens.step()  # a call, with the list as its argument
        elif sign == "[" or self._name:
            self._list()
        else:
            tokens.step()
            self._words.clear()

    def _list(self) -> None:
        """Take a list, if it is one of data: only for a name of clues its mistakes count."""
        tokens = self._tokens
        sign, line = tokens.now.text, tokens.now.line
        items: Items | ParseError
        try:
            items = tokens.items()
        except ParseError as err:
            items = err
        is_list = isinstance(items, Items)
        if isinstance(items, Items):
            if self._name and sign == "[" and _is_type(items, tokens.now, line):
                return  # what it is the type of follows
            if self._name:
                self.named.setdefault(self._name, items)
        if self._name in _SIDES and (is_list or tokens.before.text != "{"):  # else it is a block
            self.lists.append(_List(self._name, items, self._scope))
        elif isinstance(items, Items) and any(isinstance(value, Items) for value in items.values):
            self.bare.append(items)
        self._words.clear()
        self._name = ""


def _is_type(items: Items, after: Token, line: int) -> bool:
    """True for ``[]`` and ``[2]`` in front of ``int{...}``, as Go has them."""
    if len(items.values) > 1 or any(not isinstance(value, int) for value in items.values):
        return False
    return after.line == line and (after.kind == "word" or after.text == "[")


def _name(words: Sequence[str]) -> str:
    """The name that is assigned to, among words such as ``const int`` and ``letting``."""
    return next((word for word in words if word in _SIDES or word in _ALL_SIZES), words[-1])


def _write(form: str, between: str, sheets: Sequence[Sheet]) -> str:
    """Write the data of a model, with zeros in front of clues so that all are equally long."""
    text = ""
    for axis, clues in (("row", sheets[0].puzzle.rows), ("col", sheets[0].puzzle.cols)):
        length = max(1, *map(len, clues))
        rules = [["0"] * (length - len(clue)) + [block.number for block in clue] for clue in clues]
        listed = between.join(map(", ".join, rules))
        text += form.format(axis=axis, count=len(clues), length=length, rules=listed)
    return text


_HOLDS = Holds.CLUES | Holds.OBLONG
_PYTHON = "{axis}s = {count}\n{axis}_rule_len = {length}\n{axis}_rules = [\n  [{rules}]]\n"
_MINIZINC = "{axis}s = {count};\n{axis}_rule_len = {length};\n{axis}_rules =\n  [|{rules}|];\n"
LISTS = Format(_HOLDS, read_lists, partial(_write, _PYTHON, "],\n  ["))
DZN = Format(_HOLDS, read_dzn, partial(_write, _MINIZINC, "\n  | "))

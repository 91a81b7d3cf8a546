"""Clues as two lists in brackets, as programs have them in their data.

Reads the data of OR-Tools models (Python) and of Comet, Essence parameters, the same in
JavaScript, Java or C, and lists without any names::

    row_rules = [[2, 1], [0, 3]]          int row_rules[1..rows, 1..2] = [[2,1],[0,3]];
    col_rules = [[1], [2]]                letting rowRules be [[2,1],[0,3]]

    [[2, 1], [3]], [[1], [2]]             Rows: [[2, 1], [3]]  Columns: [[1], [2]]

Lists may be padded with zeros, before or behind the blocks. The rest of a program is passed over;
nothing is ever run. Sources: Håkan Kjellerstrand's models for OR-Tools and Comet, CSPLib's data.

Writes the form of the OR-Tools models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import Format, Holds, Record, declared_size, is_data, make_puzzle
from nonosat.formats.brackets import CLOSING, Items, Token, Tokens, attempt, clues_of, is_side
from nonosat.model import Clue, Sheet

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
_NULLS = frozenset(("null", "None", "nil", "undefined", "nullptr"))


class _List(NamedTuple):
    """What a text assigns to a name of clues."""

    name: str
    value: Items | ParseError | None
    """The list, or the error in it; None means that the text assigns an explicit null."""
    scope: int
    """The brackets around the name, which are the same for both lists of a puzzle."""

    @property
    def is_nested(self) -> bool:
        """True if clues are lists themselves, as hardly any other data are."""
        value = self.value
        if not isinstance(value, Items) or not is_side(value):
            return False
        return any(isinstance(clue, Items) for clue in value.values)


def read(record: Record) -> list[Sheet]:
    """Read every puzzle.

    Raises:
        UnknownFormat: there are no lists that could be the clues of rows and columns.
        ParseError: a list has a mistake, or which ones belong together is not clear.
    """
    found = _Scan(record)
    names = [_side(found, axis) for axis in ("row", "column")]
    if not any(names):
        return [_sheet(record, *_without_names(record, found))]
    try:
        pairs = _pairs(record, found, names)
        if len(pairs) == 1:
            for axis, items in zip(("row", "column"), pairs[0], strict=True):
                _check_count(record, found, axis, items)
        return [_sheet(record, *pair) for pair in pairs]
    except ParseError as err:
        if is_data(record) and any(one.is_nested for one in found.lists):
            raise
        raise UnknownFormat(err.what, record.source, err.line) from err


def _sheet(record: Record, rows: Items, cols: Items) -> Sheet:
    declared_size(len(rows.values), len(cols.values), record, rows.line)
    clues = [clues_of(side, record) for side in (rows, cols)]
    return Sheet(make_puzzle(Record("", record.source, rows.line), clues[0], clues[1]))


def _no_lists(record: Record) -> UnknownFormat:
    what = "there are no two lists that could be the clues of the rows and of the columns"
    return UnknownFormat(what, record.source, record.line)


def _without_names(record: Record, found: _Scan) -> list[Items]:
    """The lists of rows and of columns in a text that names neither."""
    values = found.bare[0].values if len(found.bare) == 1 else found.bare
    sides = [value for value in values if isinstance(value, Items) and is_side(value)]
    if len(sides) != 2 or len(found.bare) > 2 or found.is_lost or not is_data(record):
        raise _no_lists(record)
    return sides


def _pairs(record: Record, found: _Scan, names: Sequence[str]) -> list[tuple[Items, Items]]:
    """The lists that belong together: the only two, or one behind the other in the same brackets."""
    lists = [one for one in found.lists if one.name in names]
    if len(lists) == 2:
        return [_pair(record, lists, names)]
    scopes: dict[int, list[_List]] = {one.scope: [] for one in lists if one.value is not None}
    for one in lists:
        if one.scope in scopes:  # else it says of both that there are none
            scopes[one.scope].append(one)
    return [
        _pair(record, inside[at : at + 2], names)
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
        raise _no_lists(record)
    line = next((one.value.line for one in lists if one.value), record.line)
    record.fail("clues of the rows and of the columns must be one behind the other", line)


def _check_count(record: Record, found: _Scan, axis: str, items: Items) -> None:
    count = len(items.values)
    stated = next((found.numbers[n] for n in _SIZES[axis] if n in found.numbers), count)
    if stated != count:
        first = items.values[0] if items.values else items
        line = first.line if isinstance(first, Items) else items.line
        record.fail(f"{count} {axis} clues, expected {stated}", line)


def _side(found: _Scan, axis: str) -> str:
    """The name under which a text has the clues of one side; "" if it has none."""
    there = {one.name for one in found.lists if one.value is not None}
    return next((name for name in _NAMES[axis] if name in there), "")


class _Scoped(Tokens):
    """Tokens that know between which brackets the next one is."""

    def __init__(self, record: Record, comments: str) -> None:
        super().__init__(record, comments)
        self._open = [0]
        self._opened = 0

    def check_depth(self) -> None:
        """Give up a text that only opens brackets: each costs as much as a list.

        Raises:
            UnknownFormat: too many are open.
        """
        if len(self._open) > MAX_OPEN:
            what = f"more than {MAX_OPEN} brackets are open at once"
            raise UnknownFormat(what, self.record.source, self.now.line)

    @property
    def scope(self) -> int:
        """Number of the innermost open pair of brackets; 0 means that no pair is open."""
        return self._open[-1]

    def step(self) -> Token:
        token = super().step()
        if token.text in CLOSING:
            self._opened += 1
            self._open.append(self._opened)
        elif token.text in CLOSING.values() and len(self._open) > 1:
            self._open.pop()
        return token


class _Scan:
    """What a text assigns. It goes from assignment to assignment: all between may be a program."""

    def __init__(self, record: Record) -> None:
        self.lists: list[_List] = []
        self.numbers: dict[str, int] = {}
        self.bare: list[Items] = []
        """Lists that are not assigned to a name for clues."""
        self.is_lost = False
        """Something else is assigned to a name of clues, so that lists without a name may be its."""
        self._tokens = _Scoped(record, _COMMENTS)
        self._words: list[str] = []
        self._name = self._sign = ""
        """What is assigned to, until its value is found, and the sign behind it."""
        self._scope = 0
        for token in self._tokens.until():
            self._tokens.check_depth()
            if token.text in _ASSIGNS:
                self._assign()
            elif self._name and self._tokens.is_maker:
                self._list()
            elif token.kind == "word":
                self._word()
            elif token.kind == "number" and self._name in _ALL_SIZES and not self._words:
                self.numbers.setdefault(self._name, self._tokens.number())
                self._name = ""
            elif token.text in CLOSING:
                self._bracket()
            elif self._tokens.step().text in (";", ",", ")", "}"):
                self._end()

    def _end(self) -> None:
        """Give up what is assigned to, if anything."""
        self.is_lost |= self._name in _SIDES
        self._words.clear()
        self._name = ""

    def _assign(self) -> None:
        """Take the name in front of the sign; in some languages it is a text."""
        before = self._tokens.before
        if before.kind == "text":
            self._words = [_plain(before.value)]
        sign = self._tokens.step().text
        if self._words and not (self._name and (self._sign, sign) == (":", "=")):  # rows: Type =
            self._end_with(_name(self._words))
        self._sign = sign
        self._words.clear()

    def _end_with(self, name: str) -> None:
        self.is_lost |= self._name in _SIDES
        self._name, self._scope = name, self._tokens.scope

    def _word(self) -> None:
        word = self._tokens.step().text
        if self._name in _SIDES and not self._words and word in _NULLS:
            self.lists.append(_List(self._name, None, self._scope))
            self._name = ""
        else:
            self._words.append(_plain(word))

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
        items = attempt(tokens)
        if isinstance(items, ParseError):
            is_block = tokens.before.text == "{"
            if self._name in _SIDES and not is_block:
                self.lists.append(_List(self._name, items, self._scope))
        elif self._name and sign == "[" and _is_type(items, tokens.now, line):
            return  # what it is the type of follows
        elif self._name in _SIDES:
            self.lists.append(_List(self._name, items, self._scope))
        elif any(isinstance(value, Items) for value in items.values):
            self.bare.append(items)
        self._words.clear()
        self._name = ""


def _is_type(items: Items, after: Token, line: int) -> bool:
    """True for ``[]`` and ``[2]`` in front of ``int{...}``, as Go has them."""
    if len(items.values) > 1 or any(not isinstance(value, int) for value in items.values):
        return False
    return after.line == line and (after.kind == "word" or after.text == "[")


def _plain(word: str) -> str:
    return word.casefold().replace("_", "")


def _name(words: Sequence[str]) -> str:
    """The name that is assigned to, among words such as ``const int`` and ``letting``."""
    return next((word for word in words if word in _SIDES or word in _ALL_SIZES), words[-1])


def write(sheets: Sequence[Sheet]) -> str:
    """Write the data of an OR-Tools model, clues padded with zeros on the left."""
    puzzle = sheets[0].puzzle
    return "".join(
        _written(axis, clues) for axis, clues in (("row", puzzle.rows), ("col", puzzle.cols))
    )


def _written(axis: str, clues: Sequence[Clue]) -> str:
    length = max(1, *map(len, clues))
    lists = (["0"] * (length - len(clue)) + [block.number for block in clue] for clue in clues)
    inner = ",\n  ".join(f"[{', '.join(numbers)}]" for numbers in lists)
    return f"{axis}s = {len(clues)}\n{axis}_rule_len = {length}\n{axis}_rules = [\n  {inner}]\n"


LISTS = Format(Holds.CLUES | Holds.OBLONG, read, write)

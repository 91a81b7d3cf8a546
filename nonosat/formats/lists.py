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
from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle
from nonosat.formats.brackets import Items, Tokens, attempt, clues_of, is_side
from nonosat.model import Clue, Sheet

_COMMENTS = r"(?:\#|//|%|\$)[^\n]*|/\*.*?(?:\*/|\Z)"
_NAMES = {
    "row": ("rowrules", "rowclues", "rowhints", "rowpatterns", "rowconstraints", "rowlengths"),
    "column": ("colrules", "colclues", "colhints", "colpatterns", "colconstraints", "collengths"),
}
_SHORT = {
    "row": ("rows", "row", "horizontal", "horizontals", "left", "side", "r"),
    "column": ("cols", "columns", "col", "column", "vertical", "verticals", "top", "c"),
}
_SIZES = {"row": ("rows", "nrows", "height", "h"), "column": ("cols", "ncols", "width", "w")}
_ASSIGNS = frozenset(("=", ":", ":=", "be"))


class _Found(NamedTuple):
    """What a text assigns, by plain names, and the lists to which it gives no name."""

    lists: dict[str, Items]
    numbers: dict[str, int]
    bare: list[Items]


def read(record: Record) -> list[Sheet]:
    """Read the puzzle.

    Raises:
        UnknownFormat: there are no two lists that could be the clues of rows and columns.
    """
    found = _scan(record)
    sides = [_side(found, axis) for axis in ("row", "column")]
    names_say = all(sides)
    if not names_say and len(found.bare) == 2:
        sides = [*found.bare]
    elif not names_say and len(found.bare) == 1:
        inner = [value for value in found.bare[0].values if is_side(value)]
        sides = [side for side in inner if isinstance(side, Items)]
    rows, cols = sides if len(sides) == 2 else (None, None)
    if rows is None or cols is None or not (names_say or (is_side(rows) and is_side(cols))):
        raise UnknownFormat(
            "there are no two lists that could be the clues of the rows and of the columns",
            record.source,
            record.line,
        )
    declared_size(len(rows.values), len(cols.values), record, rows.line)
    clues = [clues_of(side, record) for side in (rows, cols)]
    for axis, side in zip(("row", "column"), clues, strict=True):
        _check_count(record, found, axis, side)
    return [Sheet(make_puzzle(Record("", record.source, rows.line), clues[0], clues[1]))]


def _check_count(record: Record, found: _Found, axis: str, clues: Sequence[ClueLine]) -> None:
    stated = next((found.numbers[n] for n in _SIZES[axis] if n in found.numbers), len(clues))
    if stated != len(clues):
        what = f"{len(clues)} {axis} clues where {stated} are due"
        record.fail(what, clues[0].line)


def _side(found: _Found, axis: str) -> Items | None:
    names = (*_NAMES[axis], *(name.replace("col", "column") for name in _NAMES[axis]))
    return next((found.lists[n] for n in (*names, *_SHORT[axis]) if n in found.lists), None)


def _scan(record: Record) -> _Found:
    """Go through the text from assignment to assignment; what is in between may be a program."""
    tokens = Tokens(record, _COMMENTS)
    found = _Found({}, {}, [])
    words: list[str] = []
    while tokens.now.kind != "end":
        assigned = tokens.before.text in _ASSIGNS
        if tokens.now.kind == "word":
            words.append(tokens.step().text.casefold().replace("_", ""))
        elif tokens.now.kind == "number" and assigned and words:
            found.numbers.setdefault(_name(words), tokens.number())
            words.clear()
        elif tokens.now.text == "[" and not assigned and tokens.before.kind == "word":
            tokens.skip_group()  # an index, or the size of an array
        elif tokens.now.text == "[" or (assigned and tokens.now.text in ("{", "(")):
            _take_list(tokens, found, _name(words) if assigned else "")
            words.clear()
        elif tokens.step().text in (";", "{", "}"):
            words.clear()
    return found


def _take_list(tokens: Tokens, found: _Found, name: str) -> None:
    """Take a list, if it is one of data: only for a name of clues its mistakes count."""
    known = {word for axis in _NAMES for word in (*_NAMES[axis], *_SHORT[axis])}
    items = attempt(tokens)
    if isinstance(items, ParseError):
        if name in known and tokens.before.text != "{":  # else a block of a program
            raise items
    elif not name or (name not in known and is_side(items)):
        if any(isinstance(value, Items) for value in items.values):
            found.bare.append(items)
    else:
        found.lists.setdefault(name, items)


def _name(words: Sequence[str]) -> str:
    """The name that is assigned to, among words such as ``const int`` and ``letting``."""
    words = [word for word in words if word not in _ASSIGNS]
    known = {word for axis in _NAMES for word in (*_NAMES[axis], *_SHORT[axis], *_SIZES[axis])}
    return next((word for word in words if word in known), words[-1] if words else "")


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

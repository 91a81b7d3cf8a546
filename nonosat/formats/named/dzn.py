"""The data of MiniZinc models.

Kjellerstrand and CSPLib pad clues with zeros; the MiniZinc Challenge spells out the cells, with one blank
between two blocks and -1 at the end::

    rows = 2;                             X = 3; Y = 2; maxlen = 3;
    row_rule_len = 2;                     rows = [| 1, 0, 1
    row_rules = [| 1, 1                           | 1, 1, -1 |]; ...
                 | 0, 2 |]; ...

Kjellerstrand's data with automata in place of clues (``row_states``) are refused.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from nonosat.errors import UnknownFormat
from nonosat.formats.base import ClueLine, Format, Holds, Record
from nonosat.formats.lines import Side, plain_name, role_of
from nonosat.formats.named.statements import bare_text, cut_at
from nonosat.formats.stages import write_rules
from nonosat.model import Block, Clue, Sheet

_COMMENTS = r"(?:\#|//|%|\$)[^\n]*|/\*.*?(?:\*/|\Z)"
_SET = re.compile(r"([^\W\d]\w*)\s*=\s*(-?[0-9]+\Z|(?:\[|array2d\b).*)", re.DOTALL)
_ARRAY = re.compile(r"(?:array2d\s*\(([^[]*),\s*)?\[([^][]*)\]\s*\)?")
_SHAPE = re.compile(r"\s*1\s*\.\.\s*(\w+)\s*,\s*1\s*\.\.\s*(\w+)\s*")
_SIZES = {
    Side.ROW: ("rows", "nrows", "rowcount", "m", "height"),
    Side.COLUMN: ("cols", "columns", "ncols", "n", "width"),
}
_CELLS = {1: "#", 0: ".", -1: "-"}


class _Row(NamedTuple):
    """A row of an array, and its line in the file."""

    values: Sequence[int]
    line: int


class _Data(NamedTuple):
    """The parameters of a text, under their names without case and underscores."""

    record: Record
    lists: dict[str, list[_Row]]
    numbers: dict[str, int]


def read(record: Record) -> list[Sheet]:
    """Read the puzzle of MiniZinc data, in either of its two kinds."""
    found = _data(record)
    if "rowstates" in found.lists:
        record.fail("automata of clues are not read: write row_rules and col_rules")
    is_spelled = {"x", "y"} <= found.numbers.keys() and "rowrules" not in found.lists
    lists: dict[Side, list[_Row]] = {}
    for side in Side:
        names = [name for name in found.lists if role_of(name).side is side]
        # That of rules counts, if there are others.
        names.sort(key=lambda name: not name.endswith(("rules", "clues", "hints")))
        lists[side] = found.lists[names[0]] if names else []
    if not any(lists.values()):
        what = "there are no two lists that could be the clues of the rows and of the columns"
        record.fail(what, kind=UnknownFormat)
    for side, clues in lists.items():
        if not clues:
            what = f"there is a list of {side.other.value} clues, but no list that could be the {side.value} clues"
            record.fail(what, kind=UnknownFormat)
        sizes = {Side.ROW: ("y",), Side.COLUMN: ("x",)}[side] if is_spelled else _SIZES[side]
        stated = next((found.numbers[name] for name in sizes if name in found.numbers), len(clues))
        if stated != len(clues):
            what = f"{side.value} clues: expected {stated}, got {len(clues)}"
            record.fail(what, clues[0].line)
    made = _spelled if is_spelled else _padded
    rows, cols = ([made(record, row) for row in clues] for clues in lists.values())
    record.check_size(len(rows), len(cols))
    return [Sheet(record.at(rows[0].line).puzzle(rows, cols))]


def _data(record: Record) -> _Data:
    found = _Data(record, {}, {})
    for text, line in cut_at(bare_text(record, _COMMENTS), record.line, ";"):
        if (match := _SET.match(text)) is None:
            continue
        name, value = plain_name(match[1]), match[2]
        if value[-1].isdigit():
            found.numbers.setdefault(name, _number(record, value, line))
        elif role_of(match[1]).side or name == "rowstates":
            at = line + text.count("\n", 0, match.start(2))
            found.lists[name] = _array(found, value, at)
    return found


def _number(record: Record, text: str, line: int) -> int:
    value = record.number(text.removeprefix("-"), line)
    return -value if text.startswith("-") else value


def _array(found: _Data, text: str, line: int) -> list[_Row]:
    """The rows of an array: between bars, or as long as ``array2d`` says, or else of one number each."""
    record = found.record
    match = _ARRAY.fullmatch(text)
    if match is None:
        what = (
            "this is not an array: expected [| 1, 2 | 3, 4 |] or array2d(1..2, 1..2, [1, 2, 3, 4])"
        )
        record.fail(what, line)
    at = line + text.count("\n", 0, match.start(2))
    if not match[2].startswith("|"):
        values = _values(record, match[2], at)
        width = _width(found, match[1], len(values), line) if match[1] else 1
        rows = [values[start : start + width] for start in range(0, len(values), width)]
    else:
        *bars, end = cut_at(match[2][1:], at, r"\|")
        if end.text:
            record.fail("an array that begins with [| ends with |]", end.number)
        rows = [_values(record, *row) for row in bars]
        if len({*map(len, rows)}) > 1:
            record.fail("the rows of an array differ in length", line)
    return [_Row([value for value, _ in row], row[0][1] if row else line) for row in rows]


def _values(record: Record, text: str, line: int) -> list[tuple[int, int]]:
    """The numbers of a text between commas, each with its line; the last may have a comma, too."""
    words = cut_at(text, line, ",")
    if not words[-1].text:
        words.pop()
    return [(_number(record, word, at), at) for word, at in words]


def _width(found: _Data, shape: str, count: int, line: int) -> int:
    """Return the length of the rows of ``1..rows, 1..2``; a name stands for a number above."""
    record = found.record
    if (match := _SHAPE.fullmatch(shape)) is None:
        record.fail("an array that does not begin at 1", line)
    height, width = (
        int(size) if size.isdigit() else found.numbers.get(plain_name(size))
        for size in match.groups()
    )
    if width is None:
        record.fail("an array whose second size is given nowhere before it", line)
    if height is None:
        height = count // max(width, 1)
    if width < 1 or height * width != count:
        what = f"{count} numbers do not fill an array of {height} by {width}"
        record.fail(what, line)
    return width


def _padded(record: Record, row: _Row) -> ClueLine:
    """Return a clue without the zeros that make all equally long."""
    values, line = row
    blocks = [value for value in values if value]
    shown = " ".join(map(str, values[:20]))
    first = next((at for at, value in enumerate(values) if value), 0)
    if [*values[first : first + len(blocks)]] != blocks:
        record.fail(f"a 0 is between the blocks of {shown!r}", line)
    if min(values, default=0) < 0:
        record.fail(f"{shown!r} has a negative length", line)
    return ClueLine(Clue(map(Block, blocks)), line)


def _spelled(record: Record, row: _Row) -> ClueLine:
    """Return a clue from its cells, ended by -1."""
    cells = "".join(_CELLS.get(cell, "?") for cell in row.values)
    if re.fullmatch(r"(?:#+(?:\.#+)*|\.?)-*", cells) is None:
        what = "is not a clue: expected a 1 for each cell, a 0 between blocks, and -1 at the end"
        record.fail(f"{' '.join(map(str, row.values[:20]))!r} {what}", row.line)
    return ClueLine(Clue(Block(len(run)) for run in re.findall("#+", cells)), row.line)


DZN = Format(
    Holds.CLUES | Holds.OBLONG,
    read,
    partial(
        write_rules,
        "{axis}s = {count};\n{axis}_rule_len = {length};\n{axis}_rules =\n  [|{rules}|];\n",
        "\n  | ",
    ),
)

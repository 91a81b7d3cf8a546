"""The data of MiniZinc models.

Kjellerstrand and CSPLib pad clues with zeros; the MiniZinc Challenge spells out the cells, with one blank
between two blocks and -1 at the end::

    rows = 2;                             X = 3; Y = 2; maxlen = 3;
    row_rule_len = 2;                     rows = [| 1, 0, 1
    row_rules = [| 1, 1                           | 1, 1, -1 |]; ...
                 | 0, 2 |]; ...

Kjellerstrand's ``make_nonogram_automata.pl`` makes automata of clues: ``row_states`` lists, for each
state of each clue, the next state after a blank and after a filled cell (0 if there is none);
``row_num_states`` is the number of states of each clue. The clues are derived from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from nonosat.errors import UnknownFormat
from nonosat.formats.base import ClueLine, Format, Holds, Record
from nonosat.formats.lines import Side, role_of
from nonosat.formats.program.lists import write_rules
from nonosat.formats.program.program_data import SHAPED, Items, Tokens
from nonosat.model import Block, Clue, Sheet

_COMMENTS = r"(?:\#|//|%|\$)[^\n]*|/\*.*?(?:\*/|\Z)"
_SIZES = {
    Side.ROW: ("rows", "nrows", "rowcount", "m", "height"),
    Side.COLUMN: ("cols", "columns", "ncols", "n", "width"),
}
_CELLS = [(1, "#"), (0, "."), (-1, "-")]


class _Data(NamedTuple):
    """The parameters of a text, under their names without case and underscores."""

    record: Record
    lists: dict[str, Items]
    numbers: dict[str, int]


def read(record: Record) -> list[Sheet]:
    """Read the puzzle of MiniZinc data, in any of its three kinds."""
    found = _data(record)
    if "rowstates" in found.lists:
        rows, cols = (_automata(found, axis) for axis in ("row", "col"))
        record.check_size(len(rows), len(cols))
        return [Sheet(record.puzzle(rows, cols))]
    is_spelled = {"x", "y"} <= found.numbers.keys() and "rowrules" not in found.lists
    lists = {side: _list(found, side) for side in Side}
    there = [side for side, items in lists.items() if items]
    if not there:
        what = "there are no two lists that could be the clues of the rows and of the columns"
        record.fail(what, kind=UnknownFormat)
    for side in Side:
        if (items := lists[side]) is None:
            what = f"there is a list of {side.other.value} clues, but no list that could be the {side.value} clues"
            record.fail(what, kind=UnknownFormat)
        names = {Side.ROW: ("y",), Side.COLUMN: ("x",)}[side] if is_spelled else _SIZES[side]
        count = len(items.values)
        stated = next((found.numbers[name] for name in names if name in found.numbers), count)
        if stated != count:
            line = next(iter(items.lists()), items).line
            record.fail(f"{side.value} clues: expected {stated}, got {count}", line)
    made = [_spelled if is_spelled else _padded][0]
    rows, cols = (made(items, record) for items in lists.values() if items)
    record.check_size(len(rows), len(cols))
    return [Sheet(record.at(rows[0].line if rows else record.line).puzzle(rows, cols))]


def _data(record: Record) -> _Data:
    tokens = Tokens(record, _COMMENTS)
    found = _Data(record, {}, tokens.numbers)
    for token in tokens.until():
        name = token.text.casefold().replace("_", "")
        tokens.step()
        if tokens.now.text == "=" and token.kind == "word":
            tokens.step()
            if tokens.now.kind == "number":
                found.numbers.setdefault(name, tokens.number())
            elif tokens.now.text in ("[", "[|", SHAPED) and (
                role_of(token.text).side or "states" in name
            ):
                found.lists[name] = tokens.items()
        tokens.skip(";")
    return found


def _list(found: _Data, side: Side) -> Items | None:
    """The list of a side; that of rules, if there are others."""
    names = [name for name in found.lists if role_of(name).side is side]
    names.sort(key=lambda name: not name.endswith(("rules", "clues", "hints")))
    return found.lists[names[0]] if names else None


def _padded(items: Items, record: Record) -> list[ClueLine]:
    """Return clues without the zeros that make them equally long."""
    clues = []
    for row, line in items.lists():
        values = [one for one in row if isinstance(one, int)]
        blocks = [value for value in values if value]
        shown = " ".join(map(str, values[:20]))
        first = next((at for at, value in enumerate(values) if value), 0)
        if len(values) < len(row):
            record.fail("a list, expected the length of a block", line)
        if values[first : first + len(blocks)] != blocks:
            record.fail(f"a 0 is between the blocks of {shown!r}", line)
        if min(values, default=0) < 0:
            record.fail(f"{shown!r} has a negative length", line)
        clues.append(ClueLine(Clue(map(Block, blocks)), line))
    return clues


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


def _automata(found: _Data, axis: str) -> list[ClueLine]:
    """Return the clues of one side, from their automata."""
    states, counts = found.lists.get(f"{axis}states"), found.lists.get(f"{axis}numstates")
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


DZN = Format(
    Holds.CLUES | Holds.OBLONG,
    read,
    write_rules(
        "{axis}s = {count};\n{axis}_rule_len = {length};\n{axis}_rules =\n  [|{rules}|];\n",
        "\n  | ",
    ),
)

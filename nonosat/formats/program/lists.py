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

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import NamedTuple

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import ClueLine, Format, Holds, Record, is_data, some_read, words
from nonosat.formats.program.program_data import Items, clues_of, is_side, numbered, puzzle_of_lists
from nonosat.formats.program.statements import SIZES, Bare, Claim, Scan
from nonosat.formats.text.grid import EMPTY
from nonosat.formats.text.layout import ROWS_FIRST
from nonosat.formats.text.sides import is_short
from nonosat.model import Block, Clue, Grid, Sheet

_DATA = r"(?:\#|//|%|\$)[^\n]*|/\*.*?(?:\*/|\Z)"
_COMMENTS = {
    r"(?im)^[ \t]*language[ \t]+essence": _DATA,
    r"(?m)^[ \t]*(?:def \w.*:|class \w.*:|if .*:|import \w[\w., ]*|from \w\S* import .*)[ \t]*(?:#.*)?$": r"\#[^\n]*",
    r"(?m)^[ \t]*(?:local |\w+[ \t]*::|module )|^--": r"--\[\[.*?\]\]|--[^\n]*|\{-.*?-\}",
    "": r"(?<![\w\[({=!])\#[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z)|(?:^|(?<=\n)|(?<=; )|(?<=;))%[^\n]*",
}
"""A sign of a language -> the pattern of its comments."""
_LONG = ("rules", "clues", "hints", "patterns", "constraints", "lengths")
_WORDS = {"row": ("row",), "column": ("col", "column")}
_OTHERS = {
    "row": ("rows", "row", "horizontal", "horizontals", "left", "side"),
    "column": ("cols", "columns", "col", "column", "vertical", "verticals", "top"),
}
_NAMES = {
    axis: (*(word + what for word in sides for what in _LONG), *_OTHERS[axis])
    for axis, sides in _WORDS.items()
}
"""The usual names of the clues; a text that has several of one side means the first of these."""
_PICTURES = words("picture image grid solution matrix goal pixels bitmap drawing art pattern")
_GAME = re.compile("(?i)nonogram|picross|griddler|hanjie|puzzle|game|clue|hint|level|solve")
_OURS = re.compile("(?i)nonogram|picross|griddler|hanjie")
_SQUARE = ("size", "dimension", "dimensions", "n")
_CELLS = [(1, "#"), (0, "."), (-1, "-")]


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
    """The syntax of lists in a language."""

    is_program: bool
    """True if the text may hold much else. A list that is not clues is skipped there, not refused."""
    sizes: Mapping[str, Sequence[str]]
    """Axis -> names of the number of its lines."""
    clues: Callable[[Items, Record], list[ClueLine]]


_PROGRAM = _Dialect(True, SIZES, clues_of)
_PADDED = _Dialect(False, SIZES, clues_of)
_CHALLENGE = _Dialect(False, {"row": ("y",), "column": ("x",)}, _spelled)


def read_lists(record: Record) -> list[Sheet]:
    """Read every puzzle.

    Raises:
        UnknownFormat: there are no lists that could be the clues of rows and columns.
        ParseError: a list has a mistake, or which ones belong together is not clear.
        SomeUnread: so it is with some of the puzzles.
    """
    if '"nbformat"' in record.text:
        record = _code(record)
    comments = next(item for sign, item in _COMMENTS.items() if re.search(sign, record.text))
    return _read(_PROGRAM, Scan(record, comments, True))


def read_dzn(record: Record) -> list[Sheet]:
    """Read the puzzles of MiniZinc data, in any of its three kinds."""
    found = Scan(record, _DATA, False)
    if "rowstates" in found.named:
        rows, cols = (_automata(found, axis) for axis in ("row", "col"))
        record.check_size(len(rows), len(cols))
        return [Sheet(record.puzzle(rows, cols))]
    is_spelled = {"x", "y"} <= found.numbers.keys() and "rowrules" not in found.named
    return _read(_CHALLENGE if is_spelled else _PADDED, found)


def _code(record: Record) -> Record:
    """The code cells of a notebook as one program; its lines keep their numbers if they can."""
    try:
        cells = json.loads(record.text)["cells"]
        sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        lines = [line for source in sources for line in [*"".join(source).splitlines(True), "\n"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        record.fail("the notebook is damaged", kind=UnknownFormat)
    code, place = "", 0
    for line in lines:
        found = record.text.find(json.dumps(line, ensure_ascii=False)[1:-1], place)
        if line.strip() and found >= 0:
            behind = record.text.count("\n", place, found)
            code += "\n" * (max(1, behind) if place else behind - code.count("\n"))
            place = found
        code += line.rstrip("\n") if place else line
    return record._replace(content=code)


def _read(dialect: _Dialect, found: Scan) -> list[Sheet]:
    record = found.record
    claims = _chosen(found.claims)
    there = {claim.axis for claim in claims if isinstance(claim.value, Items)}
    if not there and dialect.is_program:
        if broken := next((one.value for one in claims if isinstance(one.value, ParseError)), None):
            raise _foreign(broken, found, claims)
        if unnamed := _called(found) or _drawn(found):
            return unnamed
    if not there:
        rows, cols = _without_names(found)
        sheet = _sheet(dialect, record, rows, cols)
        return [replace(sheet, guesses=(ROWS_FIRST,))]
    try:
        pairs = _pairs(record, claims)
    except ParseError as err:
        raised = _foreign(err, found, claims) if dialect.is_program else err
        raise raised from err.__cause__  # an error that is its own cause would have no end
    sheets: list[Sheet | ParseError] = []
    for number, (one, two) in enumerate(pairs, 1):
        try:
            sheets.append(_paired(dialect, found, one, two, len(pairs)))
        except ParseError as err:
            label = f"puzzle {number}{f' ({one.label})' if one.label else ''}: "
            what = label * (len(pairs) > 1) + err.what
            sheets.append(type(err)(what, err.source, err.line))
    return some_read(
        sheets, lambda err: _foreign(err, found, claims) if dialect.is_program else err
    )


def _paired(dialect: _Dialect, found: Scan, rows: Claim, cols: Claim, count: int) -> Sheet:
    """The puzzle of two claims."""
    for claim in (rows, cols):
        if isinstance(claim.value, ParseError):
            raise claim.value
    assert isinstance(rows.value, Items)
    assert isinstance(cols.value, Items)
    numbers = found.scoped.get(rows.scope[0], {}) if rows.is_key else {}
    for axis, items in (("row", rows.value), ("column", cols.value)):
        _check_count(dialect, found, axis, items, found.numbers if count == 1 else numbers)
    sheet = _sheet(dialect, found.record, rows.value, cols.value)
    size = found.sizes.get(rows.scope[0]) if rows.is_key else None
    if size and 0 < len(size.values) < 3 and all(isinstance(item, int) for item in size.values):
        found.record.check_stated(size.values, sheet.puzzle, size.line)  # type: ignore[arg-type]  # checked just before
    return replace(sheet, guesses=(ROWS_FIRST,)) if is_short(rows.name) else sheet


def _foreign(err: ParseError, found: Scan, claims: Sequence[Claim]) -> ParseError:
    """The error, as one of an unknown format if the text is a program with few data."""
    if is_data(found.record) and any(map(_is_nested, claims)):
        return err
    return UnknownFormat(err.what, err.source, err.line)


def _chosen(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of the two names that mean the clues, in their order."""
    good = {claim.path: claim.scope for claim in claims if isinstance(claim.value, Items)}
    there = [
        claim
        for claim in claims
        if (claim.value.values if isinstance(claim.value, Items) else claim.value is None)
        or claim.is_key
        or not any(other.axis == claim.axis for other in claims if other.path in good)
        or good.get(claim.path) == claim.scope
    ]
    chosen = []
    for axis, names in _NAMES.items():
        found = [one.name for one in there if one.axis == axis and one.value is not None]
        ranks = {name: names.index(name) if name in names else len(names) for name in found}
        chosen += [min(ranks, key=lambda name: ranks[name])] if found else []
    return [claim for claim in there if claim.name in chosen]


def _is_nested(one: Claim) -> bool:
    """True if clues are lists themselves, as hardly any other data are."""
    clues = one.value.values if isinstance(one.value, Items) and is_side(one.value) else []
    return any(isinstance(clue, Items) for clue in clues)


def _sheet(dialect: _Dialect, record: Record, rows: Items, cols: Items) -> Sheet:
    return Sheet(puzzle_of_lists(record.at(rows.line), rows, cols, dialect.clues))


def _no_lists(record: Record, axes: Sequence[str] = ()) -> UnknownFormat:
    what = "there are no two lists that could be the clues of the rows and of the columns"
    if axes:
        has, lacks = ("row", "column") if "row" in axes else ("column", "row")
        what = f"there is a list of {has} clues, but no list that could be the {lacks} clues"
    return UnknownFormat(what, record.source, record.line)


def _without_names(found: Scan) -> tuple[Items, Items]:
    """The lists of rows and of columns in a text that names neither."""
    bare = found.bare
    pairs: list[tuple[Items, Items]] = []
    for one, two in pairwise(bare):
        if one.is_argument and two.is_argument and one.scope == two.scope:
            pairs += [(one.value, two.value)] if _are_sides(one, one.value, two.value) else []
    for one in bare:
        match one.value.values:
            case [Items() as rows, Items() as cols] if not one.is_argument:
                pairs += [(rows, cols)] if _are_sides(one, rows, cols) else []
    if not found.is_lost and len(pairs) == 1:
        return pairs[0]
    lists = [one.value for one in bare if any(isinstance(item, Items) for item in one.value.values)]
    values = lists[0].values if len(lists) == 1 else lists
    sides = [value for value in values if isinstance(value, Items) and is_side(value)]
    if len(sides) != 2 or len(lists) > 2 or found.is_lost or not is_data(found.record):
        raise _no_lists(found.record)
    return sides[0], sides[1]


def _are_sides(bare: Bare, rows: Items, cols: Items) -> bool:
    """True for two lists in a program that cannot well be anything but clues."""
    is_text = all(isinstance(value, str) for side in (rows, cols) for value in side.values)
    if not (is_side(rows) and is_side(cols)) or not (_GAME.search(bare.name) or is_text):
        return False
    totals = [
        sum(int(n) for n in re.findall("[0-9]+", re.sub("line=[0-9]+", "", str(side))))
        for side in (rows, cols)
    ]
    return totals[0] == totals[1]


def _called(found: Scan) -> list[Sheet]:
    """The puzzles whose clues are set by a call each."""
    sheets = []
    for calls in found.calls.values():
        if not any(isinstance(call.clue, Items) for call in calls):
            continue
        sides: dict[str, dict[int, Items]] = {"row": {}, "column": {}}
        for axis, index, clue in calls:
            if isinstance(clue, ParseError):
                raise clue
            side = sides[axis]
            at = len(side) if index is None else index
            if at in side:
                found.record.fail(f"{axis} {at} is set twice", clue.line)
            side[at] = clue
        rows, cols = (numbered(found.record, axis, side) for axis, side in sides.items())
        sheets.append(_sheet(_PROGRAM, found.record, rows, cols))
    return sheets


def _drawn(found: Scan) -> list[Sheet]:
    """The finished pictures of a text on such puzzles."""
    record, sheets = found.record, []
    is_ours = _OURS.search(record.text) is not None or is_data(record)
    for one in found.bare:
        is_flat = not any(isinstance(value, Items | str) for value in one.value.values)
        if not (is_ours or is_flat) or one.name.casefold() not in _PICTURES:
            continue
        if rows := _cells(one, found):
            sheets.append(record.at(one.value.line).picture(Grid.of(rows)))
    return sheets


def _cells(bare: Bare, found: Scan) -> list[str]:
    """The rows of a picture of two signs, or of 0 and 1, perhaps in one list; [] if it is none."""
    values = bare.value.values
    if values and all(cell in (0, 1) for cell in values):
        sizes = found.scoped.get(bare.scope, {})
        width = next((sizes[name] for name in (*SIZES["column"], *_SQUARE) if name in sizes), 0)
        if not width or len(values) % width:
            return []
        rows = ["".join(map(str, values[at : at + width])) for at in range(0, len(values), width)]
        stated = next(
            (sizes[name] for name in (*SIZES["row"], *_SQUARE) if name in sizes), len(rows)
        )
        if stated != len(rows):
            found.record.fail(
                f"{len(rows)} rows of {width} cells, expected {stated}", bare.value.line
            )
    else:
        rows = [
            "".join(map(str, row.values)) if isinstance(row, Items) else str(row) for row in values
        ]
        if any(isinstance(row, Items) and {*row.values} - {0, 1} for row in values):
            return []
    signs = {*"".join(rows)}
    empty = signs & {*EMPTY}
    if len(rows) < 2 or len({*map(len, rows)}) != 1 or len(signs) != 2 or len(empty) != 1:
        return []
    return ["".join("." if char in empty else "#" for char in row) for row in rows]


def _pairs(record: Record, claims: Sequence[Claim]) -> list[tuple[Claim, Claim]]:
    """The lists that belong together: the only two, or one behind the other in the same brackets."""
    if len(claims) == 2:
        return [_pair(record, claims)]
    scopes: dict[object, list[Claim]] = {one.scope: [] for one in claims if one.value is not None}
    for one in claims:
        if one.scope in scopes:  # else it says of both that there are none
            scopes[one.scope].append(one)
    return [
        _pair(record, inside[at : at + 2])
        for inside in scopes.values()
        for at in range(0, len(inside), 2)
    ]


def _pair(record: Record, claims: Sequence[Claim]) -> tuple[Claim, Claim]:
    """Two lists as those of rows and of columns."""
    there = {claim.axis: claim for claim in claims if claim.value is not None}
    if len(there) == 2:
        return there["row"], there["column"]
    for claim in claims:
        if isinstance(claim.value, ParseError):
            raise claim.value
    if len({claim.axis for claim in claims}) < 2 and len(claims) < 2:
        raise _no_lists(record, [*there])
    line = next((claim.line for claim in claims if claim.value), record.line)
    record.fail("clues of the rows and of the columns must be one behind the other", line)


def _check_count(
    dialect: _Dialect, found: Scan, axis: str, items: Items, numbers: Mapping[str, int]
) -> None:
    count = len(items.values)
    stated = next((numbers[n] for n in dialect.sizes[axis] if n in numbers), count)
    if stated != count:
        line = next(iter(items.lists()), items).line
        found.record.fail(f"{axis} clues: expected {stated}, got {count}", line)


def _automata(found: Scan, axis: str) -> list[ClueLine]:
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

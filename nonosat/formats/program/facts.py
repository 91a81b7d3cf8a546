"""Clues as facts about rows and columns, in the data of logic and integer programs.

``prolog`` are the data of ECLiPSe and SICStus programs, any number of puzzles, which `readings` reads::

    data(example, 4, 5, [[2,1],[3],[],[2]], [[1],[2],[1,1],[2,1],[]]).
    data(example, [[2,1],[3],[],[2]], [[1],[2],[1,1],[2,1],[]]).

A fact of another name with two such lists is read too. ``asp`` is gramcracker's, one fact per block;
``glpk`` are the data of the model pbn.mod, which comes with GLPK; ``bosch`` those of Robert Bosch's
integer program, which pbnsolve reads as "lp"::

    #const w = 5.                 data;                         number_of_rows: 4
    #const h = 4.                 param m := 4;                 number_of_columns: 5
    row_hint(1,1,2).              param n := 5;                 row_1
    row_hint(1,2,1).              param row : 1 2 :=            number_of_clusters: 2
    row_hint(2,1,3). ...            1  2 1  2  3 . ... ;        size(s): 2 1 ...

In ``glpk`` a record is the number of a line and its blocks, and . stands for none. In ``bosch`` the
words before a colon can be anything; the program reads by position. Rows and columns, and their
blocks, can come in any order. Everything else is passed over; nothing is ever run. Sources: CSPLib's
Prolog data, gramcracker, GLPK's example and manual, pbnsolve.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import product
from math import prod

from nonosat.errors import UnknownFormat
from nonosat.formats import readings
from nonosat.formats.base import ClueLine, Format, Holds, Record, one_line
from nonosat.formats.program.program_data import Token, Tokens
from nonosat.formats.text.clue_lines import write_clue
from nonosat.model import MAX_SIDE, Block, Clue, Sheet

_FACTS = r"%[^\n]*|/\*.*?(?:\*/|\Z)"
_MATHPROG = r"\#[^\n]*|/\*.*?(?:\*/|\Z)"
_UNTITLED = "untitled"
_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*\Z")


def _clauses(record: Record) -> Iterator[Tokens]:
    """Go through the clauses of a text, each read by the caller as far as it likes."""
    tokens = Tokens(record, _FACTS)
    for _ in tokens.until():
        yield tokens
        tokens.skip(".")


def write_prolog(sheets: Sequence[Sheet]) -> str:
    facts = []
    for sheet in sheets:
        title = one_line(sheet.title) or _UNTITLED
        name = title if _ATOM.match(title) else "'" + re.sub(r"['\\]", r"\\\g<0>", title) + "'"
        puzzle = sheet.puzzle
        rows, cols = (
            ",".join(f"[{write_clue(clue, ',', empty='')}]" for clue in side)
            for side in (puzzle.rows, puzzle.cols)
        )
        facts.append(f"data({name}, {puzzle.height}, {puzzle.width},\n  [{rows}],\n  [{cols}]).\n")
    return "\n".join(facts)


_Sides = dict[str, dict[int, dict[int, tuple[int, int]]]]
"""Axis -> number of a line -> place of a block in it -> its length, and its line in the file."""


def _add(
    record: Record, sides: _Sides, axis: str, number: int, place: int, length: int, at: int
) -> None:
    blocks = sides[axis].setdefault(number, {})
    if place in blocks:
        record.fail(f"{axis} {number} has block {place} twice", at)
    blocks[place] = length, at


def _sheets(record: Record, sides: _Sides, height: int, width: int) -> list[Sheet]:
    """Make a puzzle of blocks; lines without blocks are empty."""
    record.check_size(height, width)
    rows, cols = _clues(record, sides, "row", height), _clues(record, sides, "column", width)
    return [Sheet(record.puzzle(rows, cols))]


def _clues(record: Record, sides: _Sides, axis: str, count: int) -> list[ClueLine]:
    clues = [ClueLine(Clue(), record.line)] * count
    for number, blocks in sides[axis].items():
        at = next((at for _, at in blocks.values()), record.line)
        if not 0 < number <= count:
            record.fail(f"{axis} {number} is not one of {count}", at)
        lengths = [blocks[place][0] for place in sorted(blocks)]
        while lengths and not lengths[-1]:  # a line of length 0 has no blocks
            lengths.pop()
        if sorted(blocks)[: len(lengths)] != [*range(1, len(lengths) + 1)]:
            record.fail(f"{axis} {number} has no block 1 to {max(blocks)} without a gap", at)
        if min(lengths, default=1) < 1:
            record.fail(f"{axis} {number} has a block of length {min(lengths)}", at)
        clues[number - 1] = ClueLine(Clue(map(Block, lengths)), at)
    return clues


_HINT = {"row_hint": "row", "col_hint": "column", "column_hint": "column"}
_CONST = {"h": "row", "height": "row", "rows": "row", "w": "column", "width": "column"}
_Term = list[tuple[Token, Token]]
"""The first and last value of each argument, which differ for an interval."""


def read_asp(record: Record) -> list[Sheet]:
    """Read one puzzle; the sizes are those of ``#const``, or the last lines that have hints."""
    sides: _Sides = {"row": {}, "column": {}}
    consts: dict[str, int] = {}
    hints: list[tuple[str, _Term]] = []
    others = 0
    for tokens in _clauses(record):
        name = tokens.now.text
        if name in _HINT:
            hints += [(_HINT[name], term) for term in _pool(tokens)]
        elif name == "#":
            tokens.step()
            if tokens.now.text == "const":
                _const(tokens, consts)
        else:
            others += 1
            if name in _CONST and len(name) > 1:  # width(5).
                tokens.step()
                if tokens.now.text == "(" and tokens.step() and tokens.now.kind == "number":
                    consts.setdefault(name, tokens.number())
            if meant := get_close_matches(name, _HINT, 1, 0.8):
                tokens.fail(meant[0])
            for token in tokens.until(".", ":-"):
                if token.text in _HINT:
                    tokens.fail("a fact of its own (rules and choices are not run)")
                tokens.step()
    for axis, term in hints:
        _expand(record, sides, axis, term, consts)
    if others and not hints:
        record.fail("there are no facts row_hint and col_hint", kind=UnknownFormat)
    sizes = {axis: max(found, default=0) for axis, found in sides.items()}
    sizes |= {_CONST[name]: value for name, value in consts.items() if name in _CONST}
    return _sheets(record, sides, sizes["row"], sizes["column"])


def _const(tokens: Tokens, consts: dict[str, int]) -> None:
    """Read ``const w = 5``; another value than a number is passed over if it is not a size."""
    tokens.step()
    name = tokens.step().text
    tokens.expect("=")
    if tokens.now.kind == "number" or name in _CONST:
        consts[name] = tokens.number()
        if tokens.now.text != "." and name in _CONST:
            tokens.fail("'.' behind a size")


def _pool(tokens: Tokens) -> list[_Term]:
    """Read a fact with alternatives between semicolons, up to its dot."""
    name = tokens.step().text
    tokens.expect("(")
    terms: list[_Term] = [[]]
    for _ in tokens.until(")"):
        first = last = tokens.step()
        if tokens.now.text == "..":
            tokens.step()
            last = tokens.step()
        terms[-1].append((first, last))
        if tokens.now.text == ";":
            terms.append([])
        if tokens.now.text in (",", ";"):
            tokens.step()
        elif tokens.now.text != ")":
            tokens.fail("',', ';' or ')'")
    tokens.expect(")")
    if tokens.now.text != ".":
        tokens.fail(f"'.' behind a fact {name} (rules are not run)")
    for term in terms:
        if len(term) != 3:
            axis = _HINT[name]
            tokens.record.fail(f"{name} takes a {axis}, an index and a length", tokens.before.line)
    return terms


def _signed(record: Record, token: Token) -> int:
    value = record.number(token.text.removeprefix("-"), token.line)
    return -value if token.text.startswith("-") else value


def _expand(
    record: Record, sides: _Sides, axis: str, term: _Term, consts: Mapping[str, int]
) -> None:
    """Add the blocks of a fact, one for each of its values."""
    ranges = []
    for pair in term:
        low, high = (
            consts[end.text] if end.text in consts else _signed(record, end) for end in pair
        )
        ranges.append(range(low, high + 1))
    if prod(map(len, ranges)) > MAX_SIDE:
        record.fail(f"a fact that stands for more than {MAX_SIDE}", term[0][0].line)
    for number, place, length in product(*ranges):
        _add(record, sides, axis, number, place, length, term[0][0].line)


def write_asp(sheets: Sequence[Sheet]) -> str:
    puzzle = sheets[0].puzzle
    lines = [f"#const w = {puzzle.width}.", f"#const h = {puzzle.height}."]
    for name, clues in (("row_hint", puzzle.rows), ("col_hint", puzzle.cols)):
        for at, clue in enumerate(clues, 1):
            facts = [f"{name}({at},{place},{b.length})." for place, b in enumerate(clue, 1)]
            lines += [" ".join(facts)] if facts else []
    return "\n".join(lines) + "\n"


_TABLES = {"row": "row", "col": "column"}


def read_glpk(record: Record) -> list[Sheet]:
    """Read the puzzle; what is not a parameter of the model is passed over."""
    tokens = Tokens(record, _MATHPROG)
    sides: _Sides = {"row": {}, "column": {}}
    sizes: dict[str, int] = {}
    tables: set[str] = set()
    for token in tokens.until():
        if token.text == "param":
            tokens.step()
            name, line = tokens.step().text, tokens.now.line
            if name in sizes or name in tables:
                record.fail(f"a second param {name}", line)
            if name in ("m", "n") and tokens.now.text == ":=":
                tokens.step()
                sizes[name] = tokens.number()
                if tokens.now.text != ";":
                    tokens.fail("';'")
            elif name in _TABLES and tokens.now.text == ":":
                tables.add(name)
                _table(tokens, sides, _TABLES[name])
            elif name in _TABLES:
                tokens.fail("':'")
        if not tokens.skip(";") and token.text != "end":
            record.fail("the last statement has no semicolon", token.line)
    for name, sign in {"m": ":=", "n": ":=", "row": ":", "col": ":"}.items():
        if name not in sizes and name not in tables:
            record.fail(f"there is no 'param {name} {sign} ...;'")
    return _sheets(record, sides, sizes["m"], sizes["n"])


def _table(tokens: Tokens, sides: _Sides, axis: str) -> None:
    """Read a table of one or several parts ``: headings := records``."""
    places: list[int] = []
    for token in tokens.until(";"):
        if token.text == ":":
            tokens.step()
            places = [tokens.number() for _ in tokens.until(":=")]
            tokens.expect(":=")
            continue
        number = tokens.number()
        for place in places:
            if tokens.now.text == ".":
                tokens.step()
            else:
                _add(tokens.record, sides, axis, number, place, tokens.number(), token.line)


def write_glpk(sheets: Sequence[Sheet]) -> str:
    puzzle = sheets[0].puzzle
    lines = ["data;", f"param m := {puzzle.height};", f"param n := {puzzle.width};"]
    for name, clues in (("row", puzzle.rows), ("col", puzzle.cols)):
        length = max(1, *map(len, clues))
        lines.append(f"param {name} : {' '.join(map(str, range(1, length + 1)))} :=")
        for index, clue in enumerate(clues, 1):
            values = [block.number for block in clue] + ["."] * (length - len(clue))
            lines.append(f"  {index}  {' '.join(values)}")
        lines.append(";")
    return "\n".join([*lines, "end;"]) + "\n"


_BOSCH_LINE = re.compile(r"(row|column)_([0-9]{1,6})\Z")


def read_bosch(record: Record) -> list[Sheet]:
    """Read the puzzle, which must have every row and column."""
    tokens = Tokens(record, r"(?!)")
    sizes = {}
    for axis in ("row", "column"):
        label = f"number_of_{axis}s"
        if tokens.now.text.lower() != label:
            tokens.fail(f"{label}:")
        _pass_label(tokens)
        sizes[axis] = tokens.number()
    sides: _Sides = {"row": {}, "column": {}}
    for token in tokens.until():
        match = _BOSCH_LINE.match(token.text)
        if match is None:
            tokens.fail("a row or column such as row_1")
        axis, at = match[1], int(match[2])
        if at in sides[axis]:
            record.fail(f"{token.text} is there twice", token.line)
        sides[axis][at] = {}
        tokens.step()
        _pass_label(tokens)
        count = tokens.number()
        _pass_label(tokens)
        for place in range(1, count + 1):
            _add(record, sides, axis, at, place, tokens.number(), token.line)
    for axis, count in sizes.items():
        for at in range(1, count + 1):
            if at not in sides[axis]:
                record.fail(f"{axis}_{at} is missing")
    return _sheets(record, sides, sizes["row"], sizes["column"])


def _pass_label(tokens: Tokens) -> None:
    """Pass a word with a colon, such as ``size(s):``."""
    for token in tokens.until(":"):
        if token.kind == "number":
            tokens.fail("a word with a colon")
        tokens.step()
    tokens.expect(":")


def write_bosch(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle, rows first, each on three lines."""
    puzzle = sheets[0].puzzle
    lines = [f"number_of_rows: {puzzle.height}", f"number_of_columns: {puzzle.width}"]
    for axis, clues in (("row", puzzle.rows), ("column", puzzle.cols)):
        lines.append("")
        for at, clue in enumerate(clues, 1):
            sizes = f"size(s): {write_clue(clue, empty='')}".rstrip()
            lines += [f"{axis}_{at}", f"number_of_clusters: {len(clue)}", sizes]
    return "\n".join(lines) + "\n"


PROLOG = Format(
    Holds.CLUES | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE, readings.read, write_prolog
)
ASP = Format(Holds.CLUES | Holds.OBLONG, read_asp, write_asp)
GLPK = Format(Holds.CLUES | Holds.OBLONG, read_glpk, write_glpk)
BOSCH = Format(Holds.CLUES | Holds.OBLONG, read_bosch, write_bosch)

"""Facts of logic programs: Prolog's and ASP's.

``prolog`` are the data of ECLiPSe and SICStus programs, any number of puzzles::

    data(example, 4, 5, [[2,1],[3],[],[2]], [[1],[2],[1,1],[2,1],[]]).
    data(example, [[2,1],[3],[],[2]], [[1],[2],[1,1],[2,1],[]]).

A fact of another name with two such lists is read too. ``asp`` is gramcracker's, one fact per block::

    #const w = 5.
    #const h = 4.
    row_hint(1,1,2). row_hint(1,2,1). row_hint(2,1,3). ...

Rules, directives and other clauses are passed over; nothing is ever run. Sources: CSPLib's Prolog
data, and gramcracker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonosat.errors import TooLarge, UnknownFormat
from nonosat.formats.base import (
    ClueLine,
    Format,
    Holds,
    Record,
    declared_size,
    fitting_goals,
    make_puzzle,
    one_line,
)
from nonosat.formats.brackets import Items, Tokens, clues_of, is_side
from nonosat.model import Block, Clue, Grid, Sheet

MAX_PUZZLES = 100_000
_COMMENTS = r"%[^\n]*|/\*.*?(?:\*/|\Z)"
_UNTITLED = "untitled"
_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*\Z")


class _Fact(NamedTuple):
    """``name(argument, ...)``."""

    name: str
    arguments: Sequence[int | str | Items]
    line: int


def _facts(tokens: Tokens) -> Iterator[_Fact]:
    """The ground facts of a text; all other clauses are passed over."""
    for token in tokens.until():
        if token.kind == "word":
            fact = _fact(tokens)
            if fact and tokens.now.text == ".":
                yield fact
        for _ in tokens.until("."):
            tokens.step()
        if tokens.now.text == ".":
            tokens.step()


def _fact(tokens: Tokens) -> _Fact | None:
    """A fact, up to its dot; None for what is none."""
    line, name = tokens.now.line, tokens.step().text
    if tokens.now.text != "(":
        return None
    tokens.step()
    values: list[int | str | Items] = []
    for token in tokens.until():
        if token.text == "[":
            values.append(tokens.items())
        elif token.kind == "number":
            values.append(tokens.number())
        elif token.kind in ("word", "text"):
            values.append(tokens.step().value)
        else:
            return None
        if tokens.now.text == ")":
            tokens.step()
            return _Fact(name, values, line)
        if tokens.now.text != ",":
            return None
        tokens.step()
    tokens.fail("the rest of a fact")


def read_prolog(record: Record) -> list[Sheet]:
    """Read a puzzle from each fact with two lists of clues."""
    sheets: list[Sheet] = []
    for fact in _facts(Tokens(record, _COMMENTS)):
        lists = [value for value in fact.arguments if isinstance(value, Items)]
        sides, pictures = lists[:2], lists[2:]
        if not _are_sides(fact, sides) or not all(_is_picture(it, sides) for it in pictures):
            continue
        if len(sheets) == MAX_PUZZLES:
            raise TooLarge(f"more than {MAX_PUZZLES} puzzles", record.source, fact.line)
        sizes = [value for value in fact.arguments if isinstance(value, int)]
        found = [len(side.values) for side in sides]
        declared_size(found[0], found[1], record, fact.line)
        if len(sizes) == 2 and sizes != found:
            what = f"{found[0]} rows and {found[1]} columns, expected {sizes[0]} and {sizes[1]}"
            record.fail(what, fact.line)
        rows, cols = (clues_of(side, record) for side in sides)
        name = fact.arguments[0] if isinstance(fact.arguments[0], str) else ""
        at = Record("", record.source, fact.line)
        puzzle, title = make_puzzle(at, rows, cols), name if name != _UNTITLED else ""
        solved = [(_grid(picture, found), picture.line) for picture in pictures]
        goals, guesses = fitting_goals(record, puzzle, solved)
        sheets.append(Sheet(puzzle, goals, title=title, guesses=guesses))
    if not sheets:
        what = "there is no fact with the clues of the rows and of the columns"
        raise UnknownFormat(what, record.source, record.line)
    return sheets


def _are_sides(fact: _Fact, sides: Sequence[Items]) -> bool:
    return len(sides) == 2 and (fact.name == "data" or all(map(is_side, sides)))


def _is_picture(value: Items, sides: Sequence[Items]) -> bool:
    """True for a list of rows of 0 and 1, as many as the clues."""
    height, width = (len(side.values) for side in sides)
    return len(value.values) == height and all(
        isinstance(row, Items) and len(row.values) == width and {0, 1}.issuperset(row.values)
        for row in value.values
    )


def _grid(picture: Items, size: Sequence[int]) -> Grid:
    rows = [row.values for row in picture.values if isinstance(row, Items)]
    return Grid(size[0], size[1], bytes(cell == 1 for row in rows for cell in row))


def write_prolog(sheets: Sequence[Sheet]) -> str:
    """Write one fact of ECLiPSe's form per puzzle."""
    facts = []
    for sheet in sheets:
        title = one_line(sheet.title) or _UNTITLED
        name = title if _ATOM.match(title) else "'" + re.sub(r"['\\]", r"\\\g<0>", title) + "'"
        puzzle = sheet.puzzle
        rows, cols = (
            "[" + ",".join(f"[{','.join(str(b.length) for b in clue)}]" for clue in side) + "]"
            for side in (puzzle.rows, puzzle.cols)
        )
        facts.append(f"data({name}, {puzzle.height}, {puzzle.width},\n  {rows},\n  {cols}).\n")
    return "\n".join(facts)


_HINT = {"row_hint": "row", "col_hint": "column", "column_hint": "column"}
_CONST = {"h": "row", "height": "row", "rows": "row", "w": "column", "width": "column"}


def read_asp(record: Record) -> list[Sheet]:
    """Read one puzzle; a line without facts, or with a length of 0, is empty."""
    blocks: dict[str, dict[int, dict[int, tuple[int, int]]]] = {"row": {}, "column": {}}
    for fact in _facts(Tokens(record, _COMMENTS)):
        axis = _HINT.get(fact.name)
        if axis is None:
            continue
        numbers = [value for value in fact.arguments if isinstance(value, int)]
        if len(numbers) != 3 or len(fact.arguments) != 3:
            record.fail(f"{fact.name} takes a {axis}, an index and a length", fact.line)
        at, place, length = numbers
        line = blocks[axis].setdefault(at, {})
        if place in line:
            record.fail(f"{axis} {at} has block {place} twice", fact.line)
        line[place] = length, fact.line
    sizes = {axis: max(found, default=0) for axis, found in blocks.items()}
    for name, value in re.findall(
        r"^[ \t]*#const[ \t]+(\w+)[ \t]*=[ \t]*([0-9]{1,6})[ \t]*\.", record.text, re.MULTILINE
    ):
        if name in _CONST:
            sizes[_CONST[name]] = int(value)
    declared_size(sizes["row"], sizes["column"], record, record.line)
    rows, cols = (_hinted(record, blocks[axis], sizes[axis], axis) for axis in sizes)
    return [Sheet(make_puzzle(record, rows, cols))]


def _hinted(
    record: Record, found: dict[int, dict[int, tuple[int, int]]], count: int, axis: str
) -> list[ClueLine]:
    """The clues of one side: line -> place -> length and line of the file."""
    for at in found:
        if not 0 < at <= count:
            line = next(iter(found[at].values()))[1]
            record.fail(f"{axis} {at} is not one of {count}", line)
    clues = []
    for at in range(1, count + 1):
        hints = found.get(at, {})
        first = next((number for _, number in hints.values()), record.line)
        if sorted(hints) != list(range(1, len(hints) + 1)):
            record.fail(f"{axis} {at} has no block 1 to {max(hints)} without a gap", first)
        lengths = [hints[place][0] for place in sorted(hints)]
        if lengths == [0]:
            lengths = []
        if min(lengths, default=1) < 1:
            record.fail(f"{axis} {at} has a block of length {min(lengths)}", first)
        clues.append(ClueLine(Clue(map(Block, lengths)), first))
    return clues


def write_asp(sheets: Sequence[Sheet]) -> str:
    """Write one fact per block, those of a line on one line."""
    puzzle = sheets[0].puzzle
    lines = [f"#const w = {puzzle.width}.", f"#const h = {puzzle.height}."]
    for name, clues in (("row_hint", puzzle.rows), ("col_hint", puzzle.cols)):
        for at, clue in enumerate(clues, 1):
            facts = [f"{name}({at},{place},{b.length})." for place, b in enumerate(clue, 1)]
            lines += [" ".join(facts)] if facts else []
    return "\n".join(lines) + "\n"


PROLOG = Format(Holds.CLUES | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE, read_prolog, write_prolog)
ASP = Format(Holds.CLUES | Holds.OBLONG, read_asp, write_asp)

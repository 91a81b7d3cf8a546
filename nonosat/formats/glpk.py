"""glpk: data for the model pbn.mod, which comes with GLPK, in the language MathProg.

::

    data;
    param m := 4;                 height
    param n := 5;                 width
    param row : 1 2 :=
      1  2 1                      the row's number, then its blocks; . stands for none
      2  3 .
    ;
    param col : 1 2 := 1 1 .  2 2 .  3 1 1 ...  ;
    end;

Records may come in any order and on any lines, and one that is missing is an empty line. A table
may be split into blocks with other headings. Source: GLPK's example, its model and its manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle, number
from nonosat.model import Block, Clue, Sheet

_TOKEN = re.compile(r"(?P<skip>\s+|\#[^\n]*|/\*.*?(?:\*/|\Z))|:=|[;:,]|[^\s;:,#]+", re.DOTALL)

Token = tuple[str, int]
"""A word or sign, and its line."""


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; what is not a parameter of the model is passed over."""
    sizes: dict[str, int] = {}
    tables: dict[str, dict[int, dict[int, Token]]] = {}
    for statement in _statements(record):
        words = [word for word, _ in statement]
        if len(words) < 3 or words[0] != "param":
            continue
        name, line = words[1], statement[1][1]
        if name in ("m", "n") and words[2] == ":=" and len(words) == 4:
            sizes[name] = number(words[3], record, statement[3][1])
        elif name in ("row", "col") and words[2] == ":":
            if name in tables:
                record.fail(f"a second table {name}", line)
            tables[name] = _table(record, statement[2:])
    for name in ("m", "n"):
        if name not in sizes:
            record.fail(f"there is no 'param {name} := ...;'", record.line)
    declared_size(sizes["m"], sizes["n"], record, record.line)
    sides = []
    for name, count in (("row", sizes["m"]), ("col", sizes["n"])):
        if name not in tables:
            record.fail(f"there is no table 'param {name} : ...;'", record.line)
        sides.append(_clues(record, name, tables[name], count))
    return [Sheet(make_puzzle(record, sides[0], sides[1]))]


def _statements(record: Record) -> Iterator[list[Token]]:
    """The statements of the text, each the tokens up to its semicolon."""
    line = record.line
    statement: list[Token] = []
    for match in _TOKEN.finditer(record.text):
        if match.lastgroup == "skip":
            line += match[0].count("\n")
        elif match[0] == ";":
            yield statement
            statement = []
        else:
            statement.append((match[0], line))
    if statement and [word for word, _ in statement] != ["end"]:
        record.fail("the last statement has no semicolon", statement[0][1])


def _table(record: Record, tokens: Sequence[Token]) -> dict[int, dict[int, Token]]:
    """A table of one or several blocks ``: headings := records``: record -> heading -> value."""
    table: dict[int, dict[int, Token]] = {}
    at = 0
    while at < len(tokens):
        word, line = tokens[at]
        if word != ":":
            record.fail(f"{word[:20]!r}, expected ':' and headings", line)
        start = at + 1
        end = next((i for i in range(start, len(tokens)) if tokens[i][0] == ":="), len(tokens))
        headings = [number(text, record, line) for text, line in tokens[start:end]]
        if not headings or end == len(tokens):
            record.fail("a table needs headings and ':='", line)
        at = end + 1
        while at < len(tokens) and tokens[at][0] != ":":
            index = number(tokens[at][0], record, tokens[at][1])
            values = tokens[at + 1 : at + 1 + len(headings)]
            if len(values) < len(headings) or any(word == ":" for word, _ in values):
                what = f"record {index} has not {len(headings)} values"
                record.fail(what, tokens[at][1])
            row = table.setdefault(index, {})
            for heading, value in zip(headings, values, strict=True):
                if heading in row:
                    record.fail(f"record {index} has value {heading} twice", value[1])
                row[heading] = value
            at += 1 + len(headings)
    return table


def _clues(
    record: Record, name: str, table: dict[int, dict[int, Token]], count: int
) -> list[ClueLine]:
    for index, row in table.items():
        if not 0 < index <= count:
            line = next(iter(row.values()))[1]
            record.fail(f"{name} {index} is not one of {count}", line)
    clues = []
    for index in range(1, count + 1):
        blocks = []
        line = record.line
        ended = False
        row = table.get(index, {})
        for heading in sorted(row):
            text, line = row[heading]
            if text in (".", "0"):
                ended = True
            elif ended:
                record.fail(f"{text[:20]!r} comes after a missing value", line)
            else:
                blocks.append(Block(number(text, record, line, "block length")))
        clues.append(ClueLine(Clue(blocks), line))
    return clues


def write(sheets: Sequence[Sheet]) -> str:
    """Write the data."""
    puzzle = sheets[0].puzzle
    lines = ["data;", f"param m := {puzzle.height};", f"param n := {puzzle.width};"]
    for name, clues in (("row", puzzle.rows), ("col", puzzle.cols)):
        headings = range(1, max(1, *map(len, clues)) + 1)
        lines.append(f"param {name} : {' '.join(map(str, headings))} :=")
        for index, clue in enumerate(clues, 1):
            values = [str(block.length) for block in clue] + ["."] * (len(headings) - len(clue))
            lines.append(f"  {index}  {' '.join(values)}")
        lines.append(";")
    return "\n".join([*lines, "end;"]) + "\n"


GLPK = Format(Holds.CLUES | Holds.OBLONG, read, write)

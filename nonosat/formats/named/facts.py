"""Clues as facts about rows and columns, in the data of logic and integer programs.

``prolog`` are the data of ECLiPSe and SICStus programs, any number of puzzles, which `stages` reads::

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

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile

from nonosat.errors import UnknownFormat
from nonosat.formats.base import ClueLine, Format, Holds, Record, TextLine, one_line
from nonosat.formats.named.clue_lines import write_clue
from nonosat.formats.named.statements import bare_text, cut_at
from nonosat.formats.stages import read_clue_text
from nonosat.model import Block, Clue, Sheet

_UNTITLED = "untitled"
_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*\Z")


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


_HINT = re.compile(r"(row|col|column)_hint\s*\(([^()]*)\)")
_NAMES = frozenset(("row_hint", "col_hint", "column_hint"))
_STATED = re.compile(r"(?:#\s*const\s+(\w+)\s*=|(height|rows|width)\s*\()\s*+(.*?)\)?", re.DOTALL)
_CONST = {"h": "row", "height": "row", "rows": "row", "w": "column", "width": "column"}


def read_asp(record: Record) -> list[Sheet]:
    """Read one puzzle; the sizes are those of ``#const``, or the last lines that have hints."""
    sides: _Sides = {"row": {}, "column": {}}
    sizes: dict[str, int] = {}
    text = bare_text(record, r"%[^\n]*|/\*.*?(?:\*/|\Z)")
    *facts, rest = cut_at(text, record.line, r"(?<!\.)\.(?!\.)")
    if rest.text:
        record.fail(f"{rest.text[:20]!r} has no dot at its end", rest.number)
    for fact, line in facts:
        words = re.findall(r"\w+", fact.partition(":-")[0]) or [""]
        stated = _STATED.fullmatch(fact)
        if hint := _HINT.fullmatch(fact):
            axis, place = "row" if hint[1] == "row" else "column", hint[2].split(",")
            if len(place) != 3:
                record.fail(f"{axis}_hint takes a {axis}, an index and a length", line)
            number, at, length = (record.number(one.strip(), line) for one in place)
            _add(record, sides, axis, number, at, length, line)
        elif stated:
            name = stated[1] or stated[2]
            if name in _CONST:
                sizes.setdefault(_CONST[name], record.number(stated[3].strip(), line))
        elif words[0] == "const" or not _NAMES.isdisjoint(words):
            what = "expected row_hint(1,2,3). or #const w = 5. (rules and choices are not run)"
            record.fail(f"{fact[:20]!r}, {what}", line)
    if not sizes and not any(sides.values()):
        record.fail("there are no facts row_hint and col_hint", kind=UnknownFormat)
    last = {axis: max(found, default=0) for axis, found in sides.items()} | sizes
    return _sheets(record, sides, last["row"], last["column"])


def write_asp(sheets: Sequence[Sheet]) -> str:
    puzzle = sheets[0].puzzle
    lines = [f"#const w = {puzzle.width}.", f"#const h = {puzzle.height}."]
    for name, clues in (("row_hint", puzzle.rows), ("col_hint", puzzle.cols)):
        for at, clue in enumerate(clues, 1):
            facts = [f"{name}({at},{place},{b.length})." for place, b in enumerate(clue, 1)]
            lines += [" ".join(facts)] if facts else []
    return "\n".join(lines) + "\n"


_PARAM = re.compile(r"param\s+(m|n|row|col)\b\s*")


def read_glpk(record: Record) -> list[Sheet]:
    """Read the puzzle; what is not a parameter of the model is passed over."""
    sides: _Sides = {"row": {}, "column": {}}
    sizes: dict[str, int] = {}
    statements = cut_at(bare_text(record, r"\#[^\n]*|/\*.*?(?:\*/|\Z)"), record.line, ";")
    if statements[-1].text not in ("", "end"):
        record.fail("the last statement has no semicolon", statements[-1].number)
    due = {"m": ":=", "n": ":=", "row": ":", "col": ":"}
    for text, line in statements:
        if (param := _PARAM.match(text)) is None:
            continue
        name, behind = param[1], text[param.end() :]
        if name not in due:
            record.fail(f"a second param {name}", line)
        sign = due.pop(name)
        words = _words(behind, line + text.count("\n", 0, param.end()), r":=|:|[^\s:]+")
        if next(words, None) != (sign, line):
            record.fail(f"{behind[:20]!r}, expected {sign!r}", line)
        if sign == ":=":
            sizes[name] = record.number(behind[2:].strip(), line)
        else:
            _table(record, sides, {"row": "row", "col": "column"}[name], words)
    for name, sign in due.items():
        record.fail(f"there is no 'param {name} {sign} ...;'")
    return _sheets(record, sides, sizes["m"], sizes["n"])


def _words(text: str, line: int, word: str) -> Iterator[TextLine]:
    """Yield the words of a text, found by a pattern, with their lines."""
    for at, part in enumerate(text.split("\n"), line):
        yield from (TextLine(found, at) for found in re.findall(word, part))


def _table(record: Record, sides: _Sides, axis: str, words: Iterator[TextLine]) -> None:
    """Read a table of one or several parts ``: headings := records`` from its first heading on."""
    places: list[int] = []
    for word, line in chain([TextLine(":", 0)], words):
        if word == ":":
            heading = takewhile(lambda one: one.text != ":=", words)
            places = [record.number(*one) for one in heading]
            continue
        number = record.number(word, line)
        lengths = [*islice(words, len(places))]
        if len(lengths) < len(places):
            record.fail(f"{axis} {number} has {len(lengths)} of {len(places)} places", line)
        for place, one in zip(places, lengths, strict=True):
            if one.text != ".":
                _add(record, sides, axis, number, place, record.number(*one), one.number)


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
    if not re.match(r"(?i)\s*number_of_rows:\s*[0-9]+\s*number_of_columns:", record.text):
        record.fail("expected number_of_rows: and number_of_columns:")
    found = _words(record.text.replace(":", ": "), record.line, r"\S+")
    words = (word for word in found if not word.text.endswith(":"))
    end = TextLine("", record.line + record.text.rstrip().count("\n"))
    sizes = {axis: record.number(*next(words, end)) for axis in ("row", "column")}
    sides: _Sides = {"row": {}, "column": {}}
    for word, line in words:
        match = _BOSCH_LINE.match(word)
        if match is None:
            record.fail(f"{word[:20]!r}, expected a row or column such as row_1", line)
        axis, at = match[1], int(match[2])
        if at in sides[axis]:
            record.fail(f"{word} is there twice", line)
        sides[axis][at] = {}
        for place in range(1, record.number(*next(words, end)) + 1):
            _add(record, sides, axis, at, place, record.number(*next(words, end)), line)
    for axis, count in sizes.items():
        for at in range(1, count + 1):
            if at not in sides[axis]:
                record.fail(f"{axis}_{at} is missing")
    return _sheets(record, sides, sizes["row"], sizes["column"])


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
    Holds.CLUES | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE, read_clue_text, write_prolog
)
ASP = Format(Holds.CLUES | Holds.OBLONG, read_asp, write_asp)
GLPK = Format(Holds.CLUES | Holds.OBLONG, read_glpk, write_glpk)
BOSCH = Format(Holds.CLUES | Holds.OBLONG, read_bosch, write_bosch)

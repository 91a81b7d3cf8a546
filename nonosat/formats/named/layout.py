"""The reader and writer of formats that are mostly lists of numbers, each described by a `Layout`.

Blank lines are ignored, unless there are too few other lines: then they are empty clues. In all these
formats the rows come before the columns, a clue is numbers, and an empty line is 0 unless said otherwise.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise, zip_longest

from nonosat.errors import ParseError
from nonosat.formats.base import ClueLine, Format, Holds, Record, TextLine
from nonosat.formats.named.clue_lines import (
    filled,
    read_clues,
    sheet_of_parts,
    sized_puzzle,
    split_clue,
    write_clue,
)
from nonosat.formats.said.grid import inks_of_lines, suffixes
from nonosat.model import BLACK_AND_WHITE, ROWS_FIRST, Block, Clue, Sheet


@dataclass(frozen=True, slots=True)
class Layout:
    """A format's way to write the clues of rows and columns as numbers."""

    size: str = ""
    """The numbers before the clues: ``height width`` on one line, or with a newline between them;
    ``side`` of a square; ``puzzles`` that follow. "": the clues are counted."""
    marks: tuple[str | None, str | None] = (None, None)
    """First characters of the lines before the rows and before the columns; "" is a blank line;
    None means no line."""
    end: str = "\n"
    """End of a clue: a newline, the number 0, or ``;`` between the clues of a side on one line."""
    between: str = " "
    """Text to write between two blocks."""
    empty: str = "0"
    """Text of an empty clue."""
    comment: str = ""
    """Beginning of comment lines."""
    counted: bool = False
    """True if each clue begins with the number of its blocks."""
    colored: bool = False
    """True if letters after lengths are inks, and ``?`` is an unknown length."""


def format_of(layout: Layout) -> Format:
    """Make the format of a layout."""
    holds = Holds.CLUES
    if layout.size != "side":
        holds |= Holds.OBLONG
    if layout.colored:
        holds |= Holds.COLORS | Holds.BLOTS
    if "puzzles" in layout.size:
        holds |= Holds.SEVERAL
    return Format(holds, partial(_read, layout), partial(_write, layout))


def _read(layout: Layout, record: Record) -> list[Sheet]:
    lines = record.lines()
    if layout.comment:
        lines = [line for line in lines if not line.text.startswith(layout.comment)]
    if not any(line.text.strip() for line in lines):
        record.fail("the file is empty")
    if layout.end == "0":
        return _read_stream(layout, record, lines)
    try:
        sheet = _sheet(layout, record, lines)
    except ParseError as err:
        first, _, second = layout.size.partition(" ")
        if not second:
            raise
        try:
            other = _sheet(replace(layout, size=f"{second} {first}"), record, lines).puzzle
        except ParseError:
            raise err from err.__cause__
        one, two = getattr(other, first), getattr(other, second)
        what = f"expected {first}, then {second}: this puzzle fits with {one} {two}, not with {two} {one}"
        record.fail(what, filled(lines)[0].number)
    is_known = record.named or any(layout.marks) or layout.counted
    return [sheet if is_known else replace(sheet, guesses=(*sheet.guesses, ROWS_FIRST))]


def _sheet(layout: Layout, record: Record, lines: Sequence[TextLine]) -> Sheet:
    size, lines = _size(layout, record, lines)
    if layout.end == ";":
        return _of_two_lines(record, filled(lines))
    rows, cols = (
        _by_number(layout, record, lines, size)
        if size and not any(layout.marks)
        else _marked(layout, record, lines)
    )
    if layout.counted:
        rows, cols = ([_uncounted(record, line) for line in filled(side)] for side in (rows, cols))
    palette, inks = BLACK_AND_WHITE, None
    if layout.colored:
        palette, inks = inks_of_lines([*rows, *cols], record)
    if size is None:
        return sheet_of_parts(record, rows, cols, palette, inks, blots=layout.colored)
    puzzle, notes = sized_puzzle(record, (rows, cols), size, palette)
    height, width = size
    if layout.marks[1] == "" and len(filled(lines)) < height + width:
        if filled(lines[height : height + 1]):
            notes += ("no empty line is between rows and columns: each is read as a clue",)
        elif len(lines) < height + 1 + width:
            notes += ("the file ends before the last column, which is read as empty",)
    return Sheet(puzzle, guesses=notes)


def _size(
    layout: Layout, record: Record, lines: Sequence[TextLine]
) -> tuple[tuple[int, int] | None, Sequence[TextLine]]:
    """Return the height and width that a text states, and the lines after them."""
    names = layout.size.split()
    if not names:
        return None, lines
    start = next(at for at, line in enumerate(lines) if line.text.strip())
    count = len(names) if "\n" in layout.size else 1
    head = [(w, line.number) for line in lines[start : start + count] for w in line.text.split()]
    if len(head) != len(names):
        where = "the first two lines" if count > 1 else "the first line"
        text = lines[start].text.strip()[:20]
        record.fail(f"expected {' and '.join(names)} in {where}, got {text!r}", lines[start].number)
    stated = {
        name: record.number(word, line, name)
        for name, (word, line) in zip(names, head, strict=True)
    }
    size = stated["height"], stated["width"]
    record.check_size(*size, head[0][1])
    return size, lines[start + count :]


def _marked(
    layout: Layout, record: Record, lines: Sequence[TextLine]
) -> tuple[Sequence[TextLine], Sequence[TextLine]]:
    """Return the lines of rows and of columns, which a blank line or lines with `marks` part."""
    due = [
        pair for pair in zip(layout.marks, ("rows", "columns"), strict=True) if pair[0] is not None
    ]
    if any(layout.marks):
        signs = ["".join(line.text.split()).upper() for line in lines]
        cuts = [
            (at, mark)
            for at, sign in enumerate(signs)
            for mark, _ in due
            if sign.startswith(mark or "")
        ]
    else:
        is_filled = [bool(filled([line])) for line in lines]
        begins = [
            at for at, two in enumerate(pairwise((False, *is_filled))) if two == (False, True)
        ]
        cuts = [(at - 1, "") for at in begins[1:]]
    for cut, pair in zip_longest(cuts, due):
        if cut is None or pair is None or cut[1] != pair[0]:
            mark = pair[0] if pair else cut[1]
            what = (
                f"line with {mark}" if mark else "empty line (an empty row or column is written 0)"
            )
            what = f"there is no {what} before the {pair[1]}" if pair else f"a second {what}"
            at = lines[cut[0] if cut else -1].number if lines else record.line
            record.fail(what, at)
    start = cuts[0][0] + 1 if len(due) > 1 else 0
    for line in filled(lines[: start - 1]) if start else ():
        record.fail(f"{line.text.strip()[:20]!r} is before the line with {due[0][0]}", line.number)
    parts = lines[start : cuts[-1][0]], lines[cuts[-1][0] + 1 :]
    rows, cols = map(filled, parts) if layout.empty and not layout.size else parts
    for side, axis in ((rows, "row"), (cols, "column")):
        if not side:
            record.fail(f"there are no {axis} clues", lines[-1].number)
    return rows, cols


def _by_number(
    layout: Layout, record: Record, lines: Sequence[TextLine], size: tuple[int, int]
) -> tuple[Sequence[TextLine], Sequence[TextLine]]:
    """Return the lines of rows and of columns, which are parted by their number."""
    height, width = size
    if len(lines) == height + width and layout.marks[1] is None:
        return lines[:height], lines[height:]
    found = filled(lines)
    if len(found) == height + width:
        return found[:height], found[height:]
    if len(lines) < height + width - 1 or len(found) > height + width:
        what = f"expected {height} rows and {width} columns, got {len(found)} clues"
        record.fail(f"{what} (write 0 for an empty line)", lines[0].number if lines else None)
    rows, cols = lines[:height], [*lines[height:]]
    if layout.marks[1] is not None and cols and not filled(cols[:1]):
        del cols[0]
        if len(cols) == width - 1:  # editors trim the blank line of an empty last column
            cols.append(TextLine("", lines[-1].number))
    return rows, [*cols[:width], *filled(cols[width:])]


def _of_two_lines(record: Record, lines: Sequence[TextLine]) -> Sheet:
    """Read ``2,1;3;0``, or tabs between the clues instead."""
    if len(lines) != 2:
        at = lines[min(2, len(lines) - 1)].number
        record.fail(f"expected 2 lines, the rows and the columns, got {len(lines)}", at)
    is_tabbed = "\t" in record.text and ";" not in record.text
    sides: list[list[ClueLine]] = []
    for text, at in lines:
        clues = text.split("\t") if is_tabbed else text.split(";")
        record.check_size(len(clues), 1, at)
        if is_tabbed:
            sides.append(read_clues([TextLine(clue, at) for clue in clues], record))
        else:
            sides.append([ClueLine(split_clue(clue, record, at, ","), at) for clue in clues])
    guesses: tuple[str, ...] = ()
    if any("" in map(str.strip, line.text.split(";")) for line in lines):
        guesses = ("nothing between two ; is read as an empty line, which is usually written 0",)
    return Sheet(record.at(lines[0].number).puzzle(sides[0], sides[1]), guesses=guesses)


def _uncounted(record: Record, line: TextLine) -> TextLine:
    """Return a clue without its first number, which is that of its blocks."""
    count, *blocks = line.text.split()
    if count != str(len(blocks)):
        what = f"the first number is {count}, that of the blocks behind it, which are"
        record.fail(f"{what} {len(blocks)}", line.number)
    return line._replace(text=" ".join(blocks))


def _read_stream(layout: Layout, record: Record, lines: Sequence[TextLine]) -> list[Sheet]:
    """Read puzzles whose clues end with 0, on any lines."""
    sign = layout.between.strip()
    if sign and (odd := re.search(rf"\d[ \t]+\d|{sign}\s*(?:{sign}|\Z)", record.text)):
        at = record.line + record.text.count("\n", 0, odd.start())
        record.fail(f"expected one {sign} between two numbers, got {odd[0].strip()!r}", at)
    words = ((word, at) for text, at in lines for word in text.replace(sign or " ", " ").split())
    numbers = ((record.number(word, at), at) for word, at in words)
    names = layout.size.split()
    due, at = 1, record.line
    if names[0] == "puzzles":
        due, at = next(numbers)
        del names[0]
    record.check_count(range(due - 1), at)
    sheets: list[Sheet] = []
    for height, at in islice(numbers, due):
        width, at = (height, at) if len(names) == 1 else next(numbers, (0, at))
        record.check_size(height, width, at)
        clues = _next_clues(record, numbers, height + width, at)
        sheets.append(Sheet(record.at(at).puzzle(clues[:height], clues[height:])))
    if len(sheets) < due:
        record.fail(f"puzzles: expected {due}, got {len(sheets)}", lines[-1].number)
    rest = [*islice(numbers, 3)]
    if any(value for value, _ in rest) or len(rest) > 2 * bool(sign):
        value, at = next((one for one in rest if one[0]), rest[-1])
        record.fail(f"expected the end of the file behind the last clue, got {value}", at)
    return sheets


def _next_clues(
    record: Record, numbers: Iterator[tuple[int, int]], count: int, at: int
) -> list[ClueLine]:
    """Read `count` clues from a stream of numbers that begins on line `at` or below it."""
    clues: list[ClueLine] = []
    blocks: list[Block] = []
    for value, at in numbers:
        if value:
            blocks.append(Block(value))
            continue
        clues.append(ClueLine(Clue(blocks), at))
        blocks = []
        if len(clues) == count:
            return clues
    open_end = ", and the last lacks its 0" if blocks else ""
    record.fail(f"clues ended by 0, expected {count}, got {len(clues)}{open_end}", at)


def _write(layout: Layout, sheets: Sequence[Sheet]) -> str:
    (sheet,) = sheets
    puzzle = sheet.puzzle
    letters = suffixes(puzzle.palette)
    sides = {"height": puzzle.height, "width": puzzle.width, "side": puzzle.height}
    gap = "\n" if "\n" in layout.size else " "
    lines = [gap.join(str(sides[name]) for name in layout.size.split())] if layout.size else []
    for mark, clues in zip_longest(layout.marks, (puzzle.rows, puzzle.cols)):
        lines += [] if mark is None else [mark]
        written = [_written(layout, clue, letters) for clue in clues]
        lines += [";".join(written)] if layout.end == ";" else written
    if layout.end == "0":
        lines = [layout.between.join([*lines, "0"])]
    return "\n".join(lines) + "\n"


def _written(layout: Layout, clue: Clue, letters: Sequence[str]) -> str:
    text = write_clue(clue, layout.between, "", letters)
    if layout.end == "0":
        return f"{text}{layout.between}0" if text else "0"
    if layout.counted:
        return f"{len(clue)} {text}".strip()
    return text or layout.empty


# A Slovak program of that name, which is lost; Olšák's grid 1.2 and pbnsolve read it too.
MK = format_of(Layout(size="height width", marks=(None, "#")))

# Jakub Wilk's nonogram(1); picross-solver has the comments. Many hobby programs write the height
# first: such a file is refused here, and read where nothing says that it is nin.
NIN = format_of(Layout(size="width height", comment="#"))

# QNonograms, Copris and pbnsolve. Blank lines are empty clues, since Copris takes 0 for a block. Files
# of a CSPLib test set lack the blank line between.
CWD = format_of(Layout(size="height\nwidth", marks=(None, ""), empty=""))

# The text data of PyCSP3's model. Its own parser mistakes puzzles that are not square.
COUNTED = format_of(Layout(size="height width", counted=True))

# As people type clues; webpbn and gramcracker call it keen.
KEEN = format_of(Layout(marks=(None, ""), colored=True))

# Andrew Makhorin's solver, which was not found; webpbn exports it as "makhorin", nonogrid reads it.
PBNSOL = format_of(Layout(marks=(None, "&"), comment="*"))

# The input of SPOJ's problem JCROSS. Lines mean nothing there.
SPOJ = format_of(Layout(size="puzzles height width", end="0"))._replace(write=None)

# Two lines, as 2,1;3;0. A copy of two rows of a table has tabs between the clues instead.
SEED_A = format_of(Layout(end=";", between=","))

# One of the texts that nonosat grew from. Blank lines are never decoration, not even at the end.
SEED_B = format_of(Layout(marks=("#HORIZONTALES", "#VERTICALES"), between=", ", empty=""))

# A Portuguese student project, which probably stops at the first two zeros in a row; here the clues
# are counted instead. Its last 0 may be missing, or be there twice.
SEED_C = format_of(Layout(size="side", end="0", between=", "))

"""The reader and writer of formats that are mostly lists of numbers, each described by a `Layout`.

Blank lines are ignored, unless they are a layout's empty clues, or there are too few other lines.
Then the lines are split by their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import (
    ClueLine,
    Format,
    Holds,
    Record,
    TextLine,
    off_by_one_line,
    raise_with_clues,
)
from nonosat.formats.text.clue_lines import (
    BLANKS,
    counted_clues,
    filled,
    read_clues,
    split_clue,
    write_clue,
)
from nonosat.formats.text.grid import inks_of_lines, suffixes
from nonosat.model import BLACK_AND_WHITE, Block, Clue, Puzzle, Sheet
from nonosat.model import ROWS_FIRST as ROWS_FIRST

_BLOCKS = [*map(Block, range(200))]
"""The blocks of nearly all clues."""
_USUAL = {str(length): length for length in range(200)}
"""Nearly all numbers, as they are written."""
_DIGITS = "0123456789"
_PLACES = ("before the rows", "between the rows and the columns", "behind the columns")


@dataclass(frozen=True, slots=True)
class Layout:
    """A format's way to write the clues of rows and columns as numbers."""

    size: str = ""
    """The numbers before the clues: ``height width`` on one line, or with a newline between them;
    ``side`` of a square; ``puzzles`` that follow. "": the clues are counted."""
    marks: tuple[str | None, str | None, str | None] = (None, None, None)
    """First character of the lines before the rows, between the sides and behind the columns. "": a blank
    line; None if there is none."""
    end: str = "\n"
    """End of a clue: a newline, the number 0, or a sign between the clues of a side on one line."""
    between: str = " "
    """Text to write between two blocks."""
    also: str = ""
    """Other signs that the reader accepts between blocks."""
    empty: str = "0"
    """Text of an empty clue."""
    comment: str = ""
    """Beginning of comment lines."""
    counted: bool = False
    """True if each clue begins with the number of its blocks."""
    colored: bool = False
    """True if letters after lengths are inks, and ``?`` is an unknown length."""


def format_of(layout: Layout, *others: Layout) -> Format:
    """Make the format of a layout. The reader tries `others` if the layout does not fit."""
    holds = Holds.CLUES
    if layout.size != "side":
        holds |= Holds.OBLONG
    if layout.colored:
        holds |= Holds.COLORS | Holds.BLOTS
    if "puzzles" in layout.size:
        holds |= Holds.SEVERAL
    return Format(holds, partial(read_first, (layout, *others)), partial(_write, layout))


def read_first(layouts: Sequence[Layout], record: Record) -> list[Sheet]:
    """Read a text in the first layout that fits, else raise the furthest layout's error."""
    errors = []
    for layout in [one for one in layouts if one.end in f"{record.text}\n0"] or layouts[:1]:
        try:
            return _read(layout, record)
        except ParseError as err:
            errors.append(err)
    raise max(errors, key=lambda err: (isinstance(err.__cause__, PuzzleError), err.line))


def _read(layout: Layout, record: Record) -> list[Sheet]:
    lines = record.lines()
    if layout.comment:
        lines = [line for line in lines if not line.text.startswith(layout.comment)]
    if not any(line.text.strip() for line in lines):
        record.fail("the file is empty")
    if layout.end == "0" and layout.size:
        return _read_stream(layout, record, lines)
    try:
        sheet = _read_lines(layout, record, lines)
    except ParseError as err:
        if record.named and (other := _other_order(layout, record, lines)):
            first, second = layout.size.split()
            one, two = getattr(other, first), getattr(other, second)
            what = f"expected {first}, then {second}: this puzzle fits with {one} {two}, not with {two} {one}"
            record.fail(what, filled(lines)[0].number)
        if hint := _hint(layout, lines, err):
            raise err.reworded(f"{err.what} ({hint})") from err
        raise
    if notes := _notes(layout, lines, sheet):
        sheet = replace(sheet, guesses=notes)
    if record.named or any(layout.marks) or layout.end == "0" or layout.counted:
        return [sheet]  # else nothing shows which side is which
    oblong = sheet.puzzle.height != sheet.puzzle.width
    if oblong and layout.size == "width height" and _other_order(layout, record, lines) is None:
        return [sheet]  # the order height, width, columns is rare
    return [replace(sheet, guesses=(*notes, ROWS_FIRST))]


def _notes(layout: Layout, lines: Sequence[TextLine], sheet: Sheet) -> tuple[str, ...]:
    """A remark on a line without text that was read as an empty clue."""
    if layout.end == ";" and any(
        "" in map(str.strip, text.split(";")) for text, _ in filled(lines)
    ):
        return ("nothing between two ; is read as an empty line, which is usually written 0",)
    body = lines[layout.size.count("\n") + 1 :]
    height, width = sheet.puzzle.height, sheet.puzzle.width
    if layout.marks[:2] == (None, "") and layout.size and len(filled(body)) < height + width:
        if filled(body[height : height + 1]):
            return ("no empty line is between rows and columns: each is read as a clue",)
        if len(body) < height + 1 + width:
            return ("the file ends before the last column, which is read as empty",)
    return ()


def _other_order(layout: Layout, record: Record, lines: Sequence[TextLine]) -> Puzzle | None:
    """Return the puzzle with height and width exchanged, or None if the clues do not fit."""
    gap = "\n" if "\n" in layout.size else " "
    first, _, second = layout.size.partition(gap)
    if not second:
        return None
    try:
        return _read_lines(replace(layout, size=f"{second}{gap}{first}"), record, lines).puzzle
    except ParseError:
        return None


def _hint(layout: Layout, lines: Sequence[TextLine], err: ParseError) -> str:
    """Return a likely reason for an error: empty clues that are easily added or lost."""
    if layout.end not in "\n0" and all(
        line.text.rstrip().endswith(layout.end) for line in lines if line.text.strip()
    ):
        return f"both lines end with {layout.end}, which makes a last, empty line"
    is_row = isinstance(err.__cause__, PuzzleError) and err.__cause__.axis == "row"
    if is_row and not layout.empty and not layout.size:
        return "each empty column needs an empty line, at the end of the file too"
    return ""


def _read_lines(layout: Layout, record: Record, lines: Sequence[TextLine]) -> Sheet:
    size, lines = _size(layout, record, lines)
    rows: Sequence[TextLine]
    cols: Sequence[TextLine]
    if layout.end not in "\n0":
        rows, cols = _fields(layout, record, lines)
    elif any(layout.marks):
        rows, cols = _marked(layout, record, lines, size)
    elif size:
        rows, cols = _by_number(layout, lines, size)
    else:
        rows, cols = _grouped(record, lines)
    counts = len(rows), len(cols)
    at = rows[0].number if rows else lines[0].number if lines else record.line
    if not size:
        for axis, count in zip(("row", "column"), counts, strict=True):
            if not count:
                record.fail(f"there are no {axis} clues", lines[-1].number if lines else at)
        record.check_size(*counts, at)
    error = _miscount(layout, record, (rows, cols), size, lines) if size else None
    if error and not off_by_one_line(counts, size or counts):
        raise error
    palette, inks = BLACK_AND_WHITE, None
    if layout.colored:
        palette, inks = inks_of_lines([*rows, *cols], record)
    sides = [_clues(layout, record, side, inks) for side in (rows, cols)]
    if error:
        raise_with_clues(error, sides[0], sides[1], palette, size or counts)
    return Sheet((record if size else record.at(at)).puzzle(sides[0], sides[1], palette))


def _miscount(
    layout: Layout,
    record: Record,
    sides: tuple[Sequence[TextLine], Sequence[TextLine]],
    size: tuple[int, int],
    lines: Sequence[TextLine],
) -> ParseError | None:
    """Return the error about a wrong number of clues; only marks show on which side it is."""
    counts = [*map(len, sides)]
    if (*counts,) == size:
        return None
    between = layout.marks[1]
    at, hint = int(counts[0] == size[0]), "" if between == "" else " (write 0 for an empty line)"
    what = f"{('row', 'column')[at]} clues: expected {size[at]}, got {counts[at]}"
    if between is None:
        at = 0
        what = f"clues: expected {sum(size)}, {size[0]} for rows and {size[1]} for columns, got {sum(counts)}"
    elif not between and at and counts[1] < size[1]:
        hint = " (a blank line parts rows and columns)"
    where = next(iter(sides[at]), lines[-1] if lines else TextLine("", record.line))
    return ParseError(f"{what}{hint}", record.source, where.number)


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
    side = stated.get("side", 0)
    size = stated.get("height", side), stated.get("width", side)
    record.check_size(*size, head[0][1])
    return size, lines[start + count :]


def _marked(
    layout: Layout, record: Record, lines: Sequence[TextLine], size: tuple[int, int] | None
) -> list[Sequence[TextLine]]:
    """Return the lines of rows and of columns, which the lines of `marks` surround."""
    due = [(mark, place) for mark, place in zip(layout.marks, _PLACES, strict=True) if mark]
    signs = tuple({mark[0] for mark, _ in due})
    found = [
        (at, "".join(text.split()).casefold())
        for at, (text, _) in enumerate(lines)
        if text[:1] not in _DIGITS and text.lstrip().startswith(signs)
    ]
    marks = [*dict(due)]
    marked = [
        (at, mark) for at, text in found for mark in marks if text.startswith(mark.casefold())
    ]
    if layout.marks[0]:
        for text, number in lines[: marked[0][0] if marked else len(lines)]:
            if text.strip():
                what = text.strip()[:20]
                record.fail(f"expected a line with {layout.marks[0]}, got {what!r}", number)
    for (at, mark), (expected, _) in zip(marked, due, strict=False):
        if mark != expected:
            record.fail(f"expected a line with {expected} before {mark}", lines[at].number)
    if len(marked) < len(due):
        mark, place = due[len(marked)]
        record.fail(
            f"expected a line with {mark} {place}", lines[-1].number if lines else record.line
        )
    if len(marked) > len(due) and not layout.marks[2]:  # else the rest is ignored
        at, mark = marked[len(due)]
        record.fail(f"a second line with {mark}", lines[at].number)
    cuts = [at for at, _ in marked]
    if not layout.marks[0]:
        cuts.insert(0, -1)
    cuts.append(len(lines))
    parts = [lines[start + 1 : end] for start, end in pairwise(cuts[:3])]
    if size:
        return [*map(counted_clues, parts, size)]
    return [*map(filled, parts)] if layout.empty else parts


def _by_number(
    layout: Layout, lines: Sequence[TextLine], size: tuple[int, int]
) -> tuple[list[TextLine], list[TextLine]]:
    """Return the lines of rows and of columns, split only by their number."""
    height, width = size
    found = filled(lines)
    if len(found) == height + width or layout.counted:
        return found[:height], found[height:]
    before, between, _ = layout.marks
    start = before == "" and not filled(lines[:1])
    rows, cols = list(lines[start : start + height]), list(lines[start + height :])
    if between == "" and cols and not filled(cols[:1]):
        del cols[0]
        if len(cols) == width - 1:  # editors trim the blank line of an empty last column
            cols.append(TextLine("", lines[-1].number))
    cols = [*cols[:width], *filled(cols[width:])]
    if between is None and (len(rows), len(cols)) != size:
        return found[:height], found[height:]
    return rows, cols


def _grouped(record: Record, lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Return two groups of lines, separated by blank lines."""
    parts: list[list[TextLine]] = []
    gap: TextLine | None = lines[0]
    for line in lines:
        if not line.text.strip():
            gap = gap or line
            continue
        if gap:
            if len(parts) == 2:
                record.fail("a second empty line (an empty row or column is written 0)", gap.number)
            parts.append([])
        parts[-1].append(line)
        gap = None
    if len(parts) < 2:
        record.fail("no empty line between the rows and the columns")
    return parts


def _fields(layout: Layout, record: Record, lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """The clues of two lines, each with those of one side."""
    found = filled(lines)
    if len(found) != 2:
        where = found[min(2, len(found) - 1)].number if found else record.line
        record.fail(f"expected 2 lines, the rows and the columns, got {len(found)}", where)
    for line in found:
        record.check_size(line.text.count(layout.end) + 1, 1, line.number)
    return [[TextLine(text, at) for text in line.split(layout.end)] for line, at in found]


def _clues(
    layout: Layout, record: Record, lines: Sequence[TextLine], inks: dict[str, int] | None
) -> list[ClueLine]:
    sign = layout.between.strip()
    if sign and layout.end not in "\n0":
        return [ClueLine(split_clue(text, record, at, sign), at) for text, at in lines]
    if layout.end == "0":
        lines = [
            TextLine(line[0][:-2], line[1]) if line[0].endswith(" 0") else _ended(record, line)
            for line in lines
        ]
    clues = read_clues(lines, record, BLANKS + layout.also, inks, layout.colored)
    return [_counted(record, clue) for clue in clues] if layout.counted else clues


def _ended(record: Record, line: TextLine) -> TextLine:
    """Return a clue without the 0 at its end."""
    text = line.text.rstrip()
    if text[-1:] != "0" or not (text[-2:-1] + " ").isspace():
        record.fail(f"a clue ends with 0, not with {text.split()[-1][:20]!r}", line.number)
    return TextLine(text[:-1] or "0", line.number)


def _counted(record: Record, line: ClueLine) -> ClueLine:
    """Return a clue without its first number, which is that of its blocks."""
    clue, at = line
    if clue and clue[0].length != len(clue) - 1:
        what = f"the first number is {clue[0].length}, that of the blocks behind it, which are"
        record.fail(f"{what} {len(clue) - 1}", at)
    return ClueLine(Clue(clue[1:]), at)


def _numbers(
    layout: Layout, record: Record, lines: Sequence[TextLine]
) -> Iterator[tuple[int, int]]:
    sign = layout.between.strip()
    if not sign:
        for text, at in lines:
            for word in text.split():
                value = _USUAL.get(word)
                yield record.number(word, at) if value is None else value, at
        return
    at = record.line
    for word in record.text.rstrip().split(sign):
        bare = word.strip()
        if bare in _USUAL and "\n" not in word:
            yield _USUAL[bare], at
            continue
        ends = word.count("\n")
        line = at + word[: word.find(bare)].count("\n") if ends else at
        yield record.number(bare, line), line
        at += ends


def _read_stream(layout: Layout, record: Record, lines: Sequence[TextLine]) -> list[Sheet]:
    """Read puzzles whose clues end with 0, ignoring line ends."""
    numbers = _numbers(layout, record, lines)
    names = layout.size.split()
    due, at = 1, record.line
    if names[0] == "puzzles":
        due, at = next(numbers)
        del names[0]
    record.check_count(range(due - 1), at)
    sheets: list[Sheet] = []
    extra = 0
    for value, at in numbers:
        if len(sheets) == due:
            extra += 1
            if value or not layout.marks[2] or extra > 2:
                record.fail(f"expected the end of the file behind the last clue, got {value}", at)
            continue
        sides = [value, *(side for side, _ in islice(numbers, len(names) - 1))]
        if len(sides) < len(names):
            record.fail(f"expected {' and '.join(names)} of a puzzle", at)
        height, width = sides[0], sides[-1]
        record.check_size(height, width, at)
        clues = _next_clues(record, numbers, height + width, at)
        sheets.append(Sheet(record.at(at).puzzle(clues[:height], clues[height:])))
    if len(sheets) < due or not sheets:
        record.fail(f"puzzles: expected {due}, got {len(sheets)}", lines[-1].number)
    return sheets


def _next_clues(
    record: Record, numbers: Iterator[tuple[int, int]], count: int, at: int
) -> list[ClueLine]:
    """Read `count` clues from a stream of numbers that begins on line `at` or below it."""
    clues: list[ClueLine] = []
    blocks: list[Block] = []
    for value, at in numbers:
        if value:
            blocks.append(_BLOCKS[value] if value < len(_BLOCKS) else Block(value))
            continue
        clues.append(ClueLine(Clue(blocks), at))
        blocks = []
        if len(clues) == count:
            return clues
    open_end = ", and the last lacks its 0" if blocks else ""
    record.fail(f"clues ended by 0, expected {count}, got {len(clues)}{open_end}", at)


def _write(layout: Layout, sheets: Sequence[Sheet]) -> str:
    lines = [str(len(sheets))] if "puzzles" in layout.size else []
    for sheet in sheets:
        puzzle = sheet.puzzle
        letters = suffixes(puzzle.palette)
        sides = {"height": puzzle.height, "width": puzzle.width, "side": puzzle.height}
        stated = [str(sides[name]) for name in layout.size.split() if name in sides]
        if stated:
            lines.append(("\n" if "\n" in layout.size else " ").join(stated))
        for mark, clues in zip(layout.marks, (puzzle.rows, puzzle.cols, ()), strict=True):
            if mark is not None:
                lines.append(mark)
            written = [_written(layout, clue, letters) for clue in clues]
            if layout.end not in "\n0" and clues:
                written = [layout.end.join(written)]
            lines += written
    if layout.end == "0" and layout.between.strip():
        lines = [layout.between.join(lines)]
    return "\n".join(lines) + "\n"


def _written(layout: Layout, clue: Clue, letters: Sequence[str]) -> str:
    text = write_clue(clue, layout.between, "", letters)
    if layout.end == "0":
        return f"{text}{layout.between}0" if text else "0"
    if layout.counted:
        return f"{len(clue)} {text}".strip()
    return text or layout.empty

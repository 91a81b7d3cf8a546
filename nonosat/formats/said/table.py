"""Tables of cells, as spreadsheets hold them: clues in the margins, or a finished picture.

Clues are above and to the left of an empty field, one number per cell or several::

            |   |   | 1 |                 1 0 0        red |      |
            | 2 | 1 | 1 |                 1 1 0            | red  | blue
        1 1 | # |   | # |
        2   | # | # |   |

The field may hold the finished picture. Clues may also have a name for their side in front of each,
as in ``row, 2, 1``, or columns of their own under two headings. Any other table is itself a picture: of 0 and
1, of signs as in the format grid, of letters or names of colors, or (in a spreadsheet) of cells
that are filled with colors.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from nonosat.errors import ParseError
from nonosat.formats.base import Doubt, Record, TextLine, words
from nonosat.formats.lines import TOPICS, role_of
from nonosat.formats.named.clue_lines import read_clues
from nonosat.formats.said.grid import (
    EMPTY,
    FILLED,
    inks_of_letters,
    palette_of_tokens,
    stray_inks,
    suffixes,
)
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet
from nonosat.model.css_colors import parse_color
from nonosat.model.looks import inks_of_looks

_CLUE = re.compile(r"(?:[0-9]+|\?)[^\W\d_]?(?:[ ,;\n]+(?:[0-9]+|\?)[^\W\d_]?)*\Z")


class Cell(NamedTuple):
    """One cell of a table."""

    text: str
    """Without blanks around it."""
    fill: str = ""
    """``#rrggbb`` of its background; "" if it has none."""

    @property
    def is_clue(self) -> bool:
        return _CLUE.match(self.text) is not None


Table = Sequence[Sequence[Cell]]
"""Rows of cells, all of one length."""
MISSING = Cell("")
"""A cell that a row of a text lacks."""
_KINDS = words("side type kind axis direction orientation dir")
_NONE = frozenset(("", *EMPTY, "white", "none"))


def sheet_of_table(record: Record, table: Table) -> Sheet:
    """Read a table whose first row is on line `record.line`."""
    if not table or not any(cell.text or cell.fill for row in table for cell in row):
        record.fail("the table is empty")
    if sides := _named_sides(record, table):
        puzzle, _ = _puzzle(record, *sides)
        are_single = all(len(clue) < 2 for clue in (*puzzle.rows, *puzzle.cols)) and all(
            cell.text for row in table for cell in row
        )
        doubt = Doubt("no line has two blocks, so that these may be places of cells")
        return Sheet(puzzle, guesses=(doubt,) if are_single else ())
    size = _margins(table)
    if size is not None:
        try:
            return _whole(_with_margins(record, table, *size), record, table, *size)
        except ParseError:
            if {cell.text for row in table for cell in row if cell.is_clue} - {"0", "1"}:
                raise  # else it may be a picture whose corner is empty
    return _whole(_picture(record, table), record, table, 0, 0)


def _whole(sheet: Sheet, record: Record, table: Table, high: int, wide: int) -> Sheet:
    """The sheet; doubted if a row ends elsewhere than at the end of the field, or right before it."""
    for line, row in enumerate(table[high:], record.line + high):
        have = len(row) - sum(cell is MISSING for cell in row)
        if have < len(row) and (not wide or have != wide):
            doubt = Doubt(f"line {line} has {have} cells, the longest {len(row)}", line)
            return replace(sheet, guesses=(*sheet.guesses, doubt))
    return sheet


def _named_sides(record: Record, table: Table) -> tuple[list[TextLine], list[TextLine]] | None:
    """The rows and columns of a table with two headings, or with names in front of clues; else None."""
    sides: dict[str, list[TextLine]] = {"row": [], "column": []}
    table = _unnumbered(table)
    first = next((at for at, row in enumerate(table) if any(cell.text for cell in row)), 0)
    heads = [_side_of(cell.text) for cell in table[first]]
    if {*sides} <= {*heads}:
        starts = [at for at, head in enumerate(heads) if head]
        for start, end in pairwise((*starts, len(heads))):
            lines = _texts(record.at(record.line + first + 1), table[first + 1 :], start, end)
            sides[heads[start]] = lines
    elif heads[0]:
        starts = [at for at, row in enumerate(table) if row[0].text]
        if len([*groupby(table[at][0].text.casefold() for at in starts)]) > 2:
            return None
        for start, end in pairwise((*starts, len(table))):
            if not (side := _side_of(table[start][0].text)):
                return None
            lines = _texts(record.at(record.line + start), table[start:end], 1, len(heads))
            if len(lines) > 1 and not lines[0].text:
                del lines[0]  # a name alone on a line is above its clues
            sides[side] += lines or [TextLine("", record.line + start)]
    return (sides["row"], sides["column"]) if all(sides.values()) else None


def _side_of(name: str) -> str:
    """``row`` or ``column`` for the name of a side; else ""."""
    side, rest, _ = role_of(name)
    is_name = re.fullmatch(r"[^\W\d_]+(?:[ _-]?[^\W\d_]+)*:?", name)
    return side.value if side and is_name and {*rest} <= TOPICS else ""


def _unnumbered(table: Table) -> Table:
    """The table with blanks for headings such as ``side, index, clue``, or ``row, clues`` above lines that count."""
    head: list[str] = []
    found: list[Sequence[Cell]] = []
    numbers: dict[str, list[str]] = {}
    for row in table:
        names = [cell.text.casefold() for cell in row if cell.text]
        if (
            1 < len(names) < 4
            and names[-1] in TOPICS
            and (names[0] in _KINDS or _side_of(names[0]))
        ):
            head = names
            found.append([MISSING])
        elif not head:
            return table
        elif not names:
            found.append([MISSING])
        else:
            is_kind = head[0] in _KINDS
            side, *rest = row if is_kind else (Cell(head[0]), *row)
            if len(head) - is_kind == 2 and rest:
                numbers.setdefault(side.text, []).append(rest.pop(0).text)
            found.append([side, *rest])
    ranges = [[*map(str, range(at, at + len(one)))] for one in numbers.values() for at in (0, 1)]
    return found if all(one in ranges for one in numbers.values()) else table


def _texts(record: Record, rows: Table, start: int, end: int) -> list[TextLine]:
    """The texts in columns from `start` to `end`, up to the last that is not blank.

    Raises:
        ParseError: a row above it is blank, or ends before them: it may say nothing, or an empty line.
    """
    texts = [" ".join(cell.text for cell in row[start:end] if cell.text) for row in rows]
    while texts and not texts[-1]:
        texts.pop()
    for line, row in enumerate(rows[: len(texts)], record.line):
        cells = row[start:end] if row[-1] is MISSING else row
        if not any(cell.text for cell in cells):
            record.fail("a blank line among clues (write 0 for an empty line)", line)
    return [TextLine(text, at) for at, text in enumerate(texts, record.line)]


def _margins(table: Table) -> tuple[int, int] | None:
    """The heights and widths of the margins: rows of column clues, columns of row clues.

    All clues lie above the field or left of it, so that the corner and the field have none.
    """
    beyond = len(table[0])
    spans = []  # the first and the last column of a clue in each row
    is_listed = any(" " in cell.text for cell in table[0])
    for number, row in enumerate(table):
        at = [index for index, cell in enumerate(row) if cell.is_clue]
        if not number and is_listed and row[0].text == "0":
            del at[0]  # a zero in the corner
        spans.append((at[0], at[-1]) if at else (beyond, -1))
    left = [-1] * (len(table) + 1)  # the last one in this row or below
    for index in reversed(range(len(table))):
        left[index] = max(left[index + 1], spans[index][1])
    first = beyond  # the first one above this row
    for high in range(1, len(table)):
        first = min(first, spans[high - 1][0])
        if 0 <= left[high] < first < beyond:
            corner = (cell for row in table[:high] for cell in row[: left[high] + 1])
            is_empty = all(cell.text in ("", "0") for cell in corner)
            return (high, left[high] + 1) if is_empty else None
    return None


def _with_margins(record: Record, table: Table, high: int, wide: int) -> Sheet:
    height, width = len(table) - high, len(table[0]) - wide
    record.check_size(height, width)
    cols = [" ".join(table[r][wide + c].text for r in range(high)) for c in range(width)]
    rows = [" ".join(cell.text for cell in table[high + r][:wide]) for r in range(height)]
    field = [row[wide:] for row in table[high:]]
    marks = {cell.text for row in field for cell in row} - _NONE
    letters = "".join(mark for mark in marks if len(mark) == 1 and mark not in FILLED)
    if len(marks) == 1 and not re.search(r"[^\W\d_]", "".join((*rows, *cols))):
        letters = ""  # one sign for all filled cells
    puzzle, inks = _puzzle(
        record,
        [TextLine(text, record.line + high + at) for at, text in enumerate(rows)],
        [TextLine(text, record.line) for text in cols],
        letters,
    )
    goal = _goal(record, field, puzzle.palette, inks, record.line + high)
    if not any(goal.cells) and any(puzzle.rows):  # the field is empty
        return Sheet(puzzle)
    goals, guesses = record.fitting_goals(puzzle, [(goal, record.line + high)])
    if guesses and not {*" ".join((*rows, *cols)).split()} - {"0", "1"}:
        record.fail(guesses[0])  # the table may be a picture
    return Sheet(puzzle, goals, guesses=guesses)


def _puzzle(
    record: Record, rows: Sequence[TextLine], cols: Sequence[TextLine], letters: str = ""
) -> tuple[Puzzle, dict[str, int] | None]:
    """The puzzle of clues as texts, and the ink of each letter in them and in `letters`."""
    with record.errors_at():
        palette, inks = inks_of_letters(
            "\n".join([*(line.text for line in (*rows, *cols)), letters])
        )
    row_clues, col_clues = (
        read_clues(
            [line._replace(text=re.sub(r"(?<=\w)[,;\s]+(?=\w)", " ", line.text)) for line in side],
            record,
            inks=inks,
            blots=True,
        )
        for side in (rows, cols)
    )
    return record.puzzle(row_clues, col_clues, palette), inks


def _goal(
    record: Record, field: Table, palette: Palette, inks: dict[str, int] | None, line: int
) -> Grid:
    filled = {cell.fill for row in field for cell in row} - {"", "#ffffff"}
    single = palette.is_black_and_white and len(filled) < 2
    cells = bytearray()
    for at, row in enumerate(field):
        for cell in row:
            if cell.text in _NONE:
                cells.append(bool(cell.fill) and cell.fill in filled and single)
            elif inks and cell.text in inks:
                cells.append(inks[cell.text])
            elif palette.is_black_and_white and (
                cell.text in FILLED or (len(cell.text) == 1 and cell.text.isalpha())
            ):
                cells.append(1)
            else:
                what = f"{cell.text[:20]!r} is neither a clue nor a cell of the picture"
                record.fail(what, line + at)
    return Grid(len(field), len(field[0]), bytes(cells))


def _picture(record: Record, table: Table) -> Sheet:
    record.check_size(len(table), len(table[0]))
    tokens: dict[str, int] = {}
    for line, row in enumerate(table, record.line):
        for cell in row:
            tokens.setdefault(cell.text, line)
    inks = [token for token in tokens if token.casefold() not in _NONE]
    rgbs = {token: parse_color(token) or "#000000" for token in inks}
    are_names = any(len(token) > 1 for token in inks)
    for text in inks:
        if len(text) > 1 and not parse_color(text):
            what = f"{text[:20]!r} is neither a clue in a margin nor a cell of a picture"
            record.fail(what, tokens[text])
        if len(text) == 1 and text not in FILLED and (are_names or not text.isalpha()):
            what = "a color, as other cells are" if are_names else "a cell of a picture"
            record.fail(f"{text!r} is not {what}", tokens[text])
    guesses: tuple[str, ...] = ()
    with record.errors_at():
        if inks and not are_names:
            palette, index = BLACK_AND_WHITE, {inks[0]: 1}
            if len(inks) > 1 or inks[0] not in FILLED:
                palette, index = palette_of_tokens(sorted(inks))
            guesses = stray_inks([[cell.text for cell in row] for row in table])
            cells = bytes(index.get(cell.text, 0) for row in table for cell in row)
        else:
            paper = "#ffffff" if inks else ""
            looks = [
                bytes.fromhex((rgbs.get(cell.text) or paper or cell.fill or "#ffffff")[1:])
                for row in table
                for cell in row
            ]
            cells, palette = inks_of_looks(looks, paper, "leave its cells without color")
    return record.picture(Grid(len(table), len(table[0]), cells), palette, guesses=guesses)


def table_of_sheet(sheet: Sheet) -> list[list[str]]:
    """A puzzle as a table with its clues in the margins, one number per cell, and its first goal."""
    puzzle = sheet.puzzle
    letters = suffixes(puzzle.palette)
    marks = letters if any(letters) else ["", "#"]
    cols, rows = (
        [[f"{block.number}{letters[block.color]}" for block in clue] or ["0"] for clue in clues]
        for clues in (puzzle.cols, puzzle.rows)
    )
    high, wide = max(map(len, cols)), max(map(len, rows))
    table = [[""] * wide + [_at(clue, at - high) for clue in cols] for at in range(high)]
    goal = sheet.goals[0] if sheet.goals else None
    for at, clue in enumerate(rows):
        cells = [""] * puzzle.width
        if goal is not None:
            start = at * puzzle.width
            cells = [marks[color] for color in goal.cells[start : start + puzzle.width]]
        table.append([_at(clue, place - wide) for place in range(wide)] + cells)
    return table


def _at(clue: Sequence[str], place: int) -> str:
    """Return a number counted from the end of a clue, next to the field; "" if out of range."""
    return clue[place] if -place <= len(clue) else ""

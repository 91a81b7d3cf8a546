"""griddler: the files of Griddlers by jsimlo, ``.griddler`` and ``.sgriddler``.

A title, the size, the picture, the columns from bottom to top and the rows from right to left, with a
blank line between. A cell is two characters: # . as finished, o , as guessed, ? undecided. A negative
number is one that the player has crossed off. The file may end after the size, the picture or the
columns; the clues come from the picture then. Source: a converter that reads it.
"""

from collections.abc import Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, TextLine
from nonosat.formats.named.clue_lines import BLANKS, parse_clue
from nonosat.model import Domains, Grid, Sheet

_TITLE = "MK Version"
_CELLS = {"#": 2, "o": 2, ".": 1, ",": 1, "?": 3}


def read(record: Record) -> list[Sheet]:
    """Read the puzzle. A picture with every cell finished is its goal, else a saved game."""
    lines = record.lines()
    if not lines or not lines[0].text.startswith(_TITLE):
        record.fail(f"the file does not begin with {_TITLE!r}")
    at = next((i for i in range(1, len(lines)) if lines[i].text.strip()), 0)
    words = lines[at].text.split()
    if not at or len(words) != 2:
        record.fail("the second line must be width and height", lines[at].number)
    width, height = (record.number(word, lines[at].number) for word in words)
    record.check_packed_size(height, width, lines[at].number)
    picture, at = _part(record, lines, at + 1, height)
    masks = b"".join(_cells(record, line, width) for line in picture)
    finished = len(masks) == height * width and 3 not in masks
    goal = Grid(height, width, bytes(mask - 1 for mask in masks)) if finished else None
    col_lines, at = _part(record, lines, at, width)
    row_lines, at = _part(record, lines, at, height)
    cut = len(col_lines) < width
    if cut or not any(line.text.strip() for line in row_lines):
        if goal is not None:
            return [record.picture(goal)]
        if cut or any(line.text.strip() for line in col_lines):
            what = "the file ends before the clues, and its picture is not finished"
            record.fail(what, lines[-1].number)
    last = lines[-1].number  # blank lines at the end are easily lost
    row_lines = [*row_lines, *(TextLine("", last) for _ in range(height - len(row_lines)))]
    cols, rows = ([_clue(record, line) for line in part] for part in (col_lines, row_lines))
    puzzle = record.puzzle(rows, cols)
    if goal is not None and Sheet(puzzle).puzzle == record.picture(goal).puzzle:
        return [Sheet(puzzle, (goal,))]
    saved = Domains.of_cells(height, width, 2, masks) if {*masks} & {1, 2} else None
    return [Sheet(puzzle, saved=saved)]


def _part(
    record: Record, lines: Sequence[TextLine], at: int, count: int
) -> tuple[Sequence[TextLine], int]:
    """The next part, of `count` lines behind a blank one, and the index behind it."""
    if at < len(lines) and lines[at].text.strip():
        record.fail(f"{lines[at].text.strip()[:20]!r}, expected a blank line", lines[at].number)
    return lines[at + 1 : at + 1 + count], at + 1 + count


def _cells(record: Record, line: TextLine, width: int) -> bytes:
    """The cells of a row as sets of colors; those that a short line leaves out are undecided."""
    signs = line.text[1::2].ljust(width, "?")
    if len(signs) > width or line.text[::2].strip() or not _CELLS.keys() >= {*signs}:
        what = f"this is not a row of {width} cells, each a blank and one of {' '.join(_CELLS)}"
        record.fail(what, line.number)
    return bytes(map(_CELLS.__getitem__, signs))


def _clue(record: Record, line: TextLine) -> ClueLine:
    words = [word.removeprefix("-") for word in line.text.split()]
    clue = parse_clue(" ".join(reversed(words)), record, line.number, separators=BLANKS)
    return ClueLine(clue, line.number)


GRIDDLER = Format(Holds.CLUES | Holds.GOAL | Holds.OBLONG, read, None)

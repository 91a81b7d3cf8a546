"""headings and numbers: clues as people and programs write them; `stages` reads both.

Headings name the sides; numbers have no sign of any format.
"""

from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, one_line
from nonosat.formats.named.clue_lines import write_clue
from nonosat.formats.said.grid import suffixes
from nonosat.formats.stages import read_clue_text
from nonosat.model import Sheet


def write(sheets: Sequence[Sheet]) -> str:
    (sheet,) = sheets
    puzzle = sheet.puzzle
    letters = suffixes(puzzle.palette)
    title = one_line(sheet.title)
    lines = [f"Title: {title}"] if title else []
    lines += [f"Width: {puzzle.width}", f"Height: {puzzle.height}", ""]
    lines += ["Rows:", *(write_clue(clue, letters=letters) for clue in puzzle.rows), ""]
    lines += ["Columns:", *(write_clue(clue, letters=letters) for clue in puzzle.cols)]
    return "\n".join(lines) + "\n"


HEADINGS = Format(
    Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.TITLE | Holds.BLOTS, read_clue_text, write
)
NUMBERS = Format(
    Holds.CLUES | Holds.COLORS | Holds.BLOTS | Holds.OBLONG | Holds.SEVERAL, read_clue_text, None
)

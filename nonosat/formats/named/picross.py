"""picross: the format of picross-solver, one grid after another.

A line with # is a comment. Rows and columns may come in either order. Source: picross-solver's reader
and writer.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from nonosat.formats.base import Format, Holds, Record, Size, Stated, TextLine, one_line
from nonosat.formats.named.clue_lines import sheet_of_parts, write_clue
from nonosat.model import Sheet

_SIZE = re.compile(r"#[ \t]*Size:[ \t]*([0-9]{1,5})x([0-9]{1,5})\Z")


def read(record: Record) -> list[Sheet]:
    grids: list[tuple[TextLine, dict[str, list[TextLine]]]] = []
    sizes: dict[int, Stated] = {}
    for line in record.lines():
        text = line.text.strip()
        if grids and (stated := _SIZE.match(text)):
            numbers = [int(stated[1]), int(stated[2])]
            sizes[len(grids)] = Stated(Size.BOTH, numbers, line.number)
        if not text or text.startswith("#"):
            continue
        if text.split()[0] == "GRID":
            record.check_count(grids, line.number)
            grids.append((line, {}))
            continue
        if not grids:
            record.fail(f"{text[:20]!r} comes before the first GRID", line.number)
        sides = grids[-1][1]
        if text in ("ROWS", "COLUMNS"):
            if text in sides:
                record.fail(f"a second list of {text}", line.number)
            sides[text] = clues = []
        elif not sides:
            record.fail(f"{text[:20]!r} is outside of ROWS and COLUMNS", line.number)
        elif not (text.startswith("[") and text.endswith("]") and len(text) > 1):
            record.fail(f"{text[:20]!r} is not a clue such as [ 2 1 ]", line.number)
        else:
            clues.append(TextLine(text[1:-1].strip() or "0", line.number))
    if not grids:
        record.fail("there is no GRID in this file")
    sheets: list[Sheet] = []
    for head, sides in grids:
        for name in ("ROWS", "COLUMNS"):
            if name not in sides:
                record.fail(f"the grid has no {name}", head.number)
        sheet = sheet_of_parts(record.at(head.number), sides["ROWS"], sides["COLUMNS"])
        sheets.append(replace(sheet, title=head.text.strip()[4:].strip()))
    for number, size in sizes.items():
        record.check_stated([size], sheets[number - 1].puzzle)
    return sheets


def write(sheets: Sequence[Sheet]) -> str:
    return "\n".join(map(_written, sheets))


def _written(sheet: Sheet) -> str:
    lines = [f"GRID {one_line(sheet.title)}".rstrip()]
    lines.append(f"# Size: {sheet.puzzle.width}x{sheet.puzzle.height}")
    for name, clues in (("ROWS", sheet.puzzle.rows), ("COLUMNS", sheet.puzzle.cols)):
        lines.append(name)
        lines += [f"[ {write_clue(clue, empty='')} ]".replace("  ", " ") for clue in clues]
    return "\n".join(lines) + "\n"


PICROSS = Format(Holds.CLUES | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE, read, write)

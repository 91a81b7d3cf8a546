"""Clues as comments in a model for other solvers, so that nonosat can read the model back.

::

    c nonosat-cnf 1: the models of these clauses are the pictures of a nonogram
    c inks 1
    c size 2 1
    c row 1:1
    c column 1:1
    c column

Each line begins with the comment sign of the format. A block is its length, or ``?``, and its ink.
Only the comments are read: changing the rest changes the model, but not the puzzle.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial

from nonosat.errors import CannotHold
from nonosat.formats.base import MAX_BYTES, ClueLine, Format, Holds, Record, Size, Stated
from nonosat.model import MAX_INKS, UNKNOWN, Block, Clue, Puzzle, Sheet, default_palette

_LINE = re.compile(r"(inks|size|row|column)((?: [0-9:?]+)*)\s*\Z")
_BLOCK = re.compile(r"([0-9]+|\?):([0-9]+)\Z")


def plain(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with numbers as the names of its inks, since comments have no names."""
    return Puzzle(puzzle.rows, puzzle.cols, default_palette(len(puzzle.palette.inks)))


def model_format(
    title: str, mark: str, model: Callable[[Puzzle, list[str]], str], holds: Holds = Holds.BLOTS
) -> Format:
    """Make the format of a kind of model for other solvers; it reads only the comments.

    The comments are a title and lines that begin with a mark. `model` makes the whole file of a
    puzzle and these comments.
    """
    holds |= Holds.CLUES | Holds.COLORS | Holds.OBLONG
    return Format(holds, partial(_read, title, mark), partial(_write, title, mark, model))


def _read(title: str, mark: str, record: Record) -> list[Sheet]:
    lines = record.lines()
    start = next((at for at, line in enumerate(lines[:2], 1) if line.text == title), 0)
    if not start:
        what = title.strip("<!-*%c\\ ").partition(" ")[0]
        record.fail(f"this is not a model of nonosat: it does not begin as {what}")
    inks, sizes = 0, list[Stated]()
    found: dict[str, list[ClueLine]] = {"row": [], "column": []}
    for line in lines[start:]:
        match = _LINE.match(line.text.removeprefix(mark))
        if match is None or not line.text.startswith(mark):
            break  # the model follows
        words = match[2].split()
        if match[1] == "size":
            numbers = [record.number(word, line.number) for word in words]
            sizes.append(Stated(Size.BOTH, numbers, line.number))
        elif match[1] != "inks":
            found[match[1]].append(ClueLine(_clue(words, record, line.number), line.number))
        elif len(words) == 1 and 0 < record.number(words[0], line.number) <= MAX_INKS:
            inks = int(words[0])
        else:
            record.fail(f"not a number of inks, 1 to {MAX_INKS}", line.number)
    if not inks:
        record.fail("the number of inks is missing")
    rows, cols = found["row"], found["column"]
    record.check_size(len(rows), len(cols))
    puzzle = record.puzzle(rows, cols, default_palette(inks))
    record.check_stated(sizes, puzzle)
    return [Sheet(puzzle)]


def _write(
    title: str, mark: str, model: Callable[[Puzzle, list[str]], str], sheets: Sequence[Sheet]
) -> str:
    (sheet,) = sheets
    puzzle = plain(sheet.puzzle)
    lines = [title, f"{mark}inks {len(puzzle.palette.inks)}"]
    lines.append(f"{mark}size {puzzle.width} {puzzle.height}")
    for axis, clues in (("row", puzzle.rows), ("column", puzzle.cols)):
        for clue in clues:
            blocks = (f"{block.number}:{block.color}" for block in clue)
            lines.append(" ".join([f"{mark}{axis}", *blocks]))
    text = model(puzzle, lines)
    if len(text) > MAX_BYTES:
        raise CannotHold(f"the model is larger than {MAX_BYTES >> 20} MiB, which is not read back")
    return text


def _clue(words: Sequence[str], record: Record, line: int) -> Clue:
    blocks = []
    for word in words:
        match = _BLOCK.match(word)
        if match is None:
            record.fail(f"{word[:20]!r} is not a block such as 3:1, length and ink", line)
        length = None if match[1] == UNKNOWN else record.number(match[1], line)
        ink = record.number(match[2], line)
        if not 0 < ink <= MAX_INKS:
            record.fail(f"{ink} is not the number of an ink", line)
        blocks.append(Block(length, ink))
    return Clue(blocks)

"""cnf: the clauses of a puzzle in DIMACS CNF, for any SAT solver.

::

    c nonosat-cnf 1: the models of these clauses are the pictures of a nonogram
    c inks 1
    c row 1:1
    c column 1:1
    c column
    c cells of ink 1, row by row: the variable of each; 0: the cell never has this ink
    c 1 0
    p cnf 2 3
    ...

``docs/certificate.md`` specifies the clauses. A block is its length and its ink. A cell of which no
variable holds is blank. Only the comments are read: whoever changes the clauses has another formula,
but the same puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from nonosat.errors import CannotHold, LimitReached
from nonosat.formats.base import ClueLine, Record, declared_size, make_puzzle, number
from nonosat.model import MAX_INKS, Block, Clue, Grid, Puzzle, Sheet, default_palette

TITLE = "c nonosat-cnf 1: the models of these clauses are the pictures of a nonogram"
_LINE = re.compile(r"c (inks|row|column)((?: [0-9:]+)*)\s*\Z")
_BLOCK = re.compile(r"([0-9]+):([0-9]+)\Z")


class Cnf:
    """One puzzle as clauses."""

    holds = frozenset({"clues", "colors", "oblong"})
    binary = False

    def read(self, record: Record) -> list[Sheet]:
        """Read the clues in the comments."""
        lines = record.lines()
        if not lines or lines[0].text != TITLE:
            record.fail("the first line is not that of a formula of nonosat", record.line)
        inks = 0
        found: dict[str, list[ClueLine]] = {"row": [], "column": []}
        for line in lines[1:]:
            match = _LINE.match(line.text)
            if match is None:
                break  # the cells and the clauses follow
            words = match[2].split()
            if match[1] != "inks":
                found[match[1]].append(ClueLine(_clue(words, record, line.number), line.number))
            elif len(words) == 1 and 0 < number(words[0], record, line.number) <= MAX_INKS:
                inks = int(words[0])
            else:
                record.fail(f"not a number of inks, 1 to {MAX_INKS}", line.number)
        if not inks:
            record.fail("the number of inks is missing", record.line)
        declared_size(len(found["row"]), len(found["column"]), record, record.line)
        return [Sheet(make_puzzle(record, found["row"], found["column"], default_palette(inks)))]

    def write(self, sheets: Sequence[Sheet]) -> str:
        """Write the clues and the variables of the cells as comments, then the clauses."""
        from nonosat.certify.formula import Formula, cell_variables

        (sheet,) = sheets
        puzzle = sheet.puzzle
        inks = puzzle.palette.inks
        plain = _plain(puzzle)
        try:
            formula = Formula.of(plain)
        except LimitReached as err:
            raise CannotHold(f"cnf: {err}") from err
        text = [TITLE, f"c inks {len(inks)}"]
        text += [_comment("row", clue) for clue in puzzle.rows]
        text += [_comment("column", clue) for clue in puzzle.cols]
        variables = cell_variables(plain)
        for ink in inks:
            text.append(
                f"c cells of ink {ink}, row by row: the variable of each; "
                "0: the cell never has this ink"
            )
            for row in range(puzzle.height):
                cells = variables[row * puzzle.width :][: puzzle.width]
                text.append(" ".join(["c", *(str(cell.get(ink, 0)) for cell in cells)]))
        return "\n".join([*text, formula.dimacs.decode()])


def painted(puzzle: Puzzle, model: Container[int]) -> Grid:
    """The picture of a model, given by its literals."""
    from nonosat.certify.formula import cell_variables

    cells = (
        next((ink for ink, variable in options.items() if variable in model), 0)
        for options in cell_variables(_plain(puzzle))
    )
    return Grid(puzzle.height, puzzle.width, bytes(cells))


def _plain(puzzle: Puzzle) -> Puzzle:
    """The puzzle with inks that are named by their numbers, as the order of variables needs it."""
    return Puzzle(puzzle.rows, puzzle.cols, default_palette(len(puzzle.palette.inks)))


def _comment(axis: str, clue: Clue) -> str:
    return " ".join([f"c {axis}", *(f"{block.length}:{block.color}" for block in clue)])


def _clue(words: Sequence[str], record: Record, line: int) -> Clue:
    blocks = []
    for word in words:
        match = _BLOCK.match(word)
        if match is None:
            record.fail(f"{word[:20]!r} is not a block such as 3:1, length and ink", line)
        length, ink = (number(text, record, line) for text in match.groups())
        if not 0 < ink <= MAX_INKS:
            record.fail(f"{ink} is not the number of an ink", line)
        blocks.append(Block(length, ink))
    return tuple(blocks)

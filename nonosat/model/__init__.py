"""Puzzles, grids and what is known about them: frozen values, validated where they are made.

A cell is addressed ``(row, column)`` from 0, top left. A color is a small int: 0 is the
background ("blank"), 1.. are inks. Two neighboring blocks of one color have at least one blank
between them; blocks of different colors may touch. A black-and-white puzzle is simply one ink.
"""

from nonosat.model.colors import (
    BLACK_AND_WHITE,
    INK_CHARS,
    INK_COLORS,
    MAX_INKS,
    RESERVED_CHARS,
    Color,
    Palette,
    default_palette,
)
from nonosat.model.domains import Domains
from nonosat.model.grid import (
    MAX_CELLS,
    MAX_SIDE,
    OPEN,
    UNSETTLED,
    Cell,
    Grid,
    cell_name,
    cell_of,
    check_size,
)
from nonosat.model.line import AXES, UNKNOWN, Automaton, Block, Clue, Line, PuzzleLine
from nonosat.model.puzzle import Clues, MissizedClues, Puzzle, check_count, refused_clues
from nonosat.model.sheet import (
    TYPED,
    AnyPicture,
    Named,
    Sheet,
    check_numbers,
    picture_of,
    puzzle_of,
)

__all__ = [
    "AXES",
    "BLACK_AND_WHITE",
    "INK_CHARS",
    "INK_COLORS",
    "MAX_CELLS",
    "MAX_INKS",
    "MAX_SIDE",
    "OPEN",
    "RESERVED_CHARS",
    "TYPED",
    "UNKNOWN",
    "UNSETTLED",
    "AnyPicture",
    "Automaton",
    "Block",
    "Cell",
    "Clue",
    "Clues",
    "Color",
    "Domains",
    "Grid",
    "Line",
    "MissizedClues",
    "Named",
    "Palette",
    "Puzzle",
    "PuzzleLine",
    "Sheet",
    "cell_name",
    "cell_of",
    "check_count",
    "check_numbers",
    "check_size",
    "default_palette",
    "picture_of",
    "puzzle_of",
    "refused_clues",
]

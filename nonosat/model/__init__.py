"""Puzzles, grids and what is known about them: frozen values, validated where they are made.

A cell is addressed ``(row, column)`` from 0, top left. A color is a small int: 0 is the
background ("blank"), 1.. are inks. Two neighboring blocks of one color have at least one blank
between them; blocks of different colors may touch. A black-and-white puzzle is simply one ink.
"""

from nonosat.model.colors import (
    BLACK_AND_WHITE as BLACK_AND_WHITE,
    INK_CHARS as INK_CHARS,
    INK_COLORS as INK_COLORS,
    MAX_INKS as MAX_INKS,
    RESERVED_CHARS as RESERVED_CHARS,
    Color as Color,
    Palette as Palette,
    default_palette as default_palette,
)
from nonosat.model.domains import Domains as Domains
from nonosat.model.grid import (
    MAX_SIDE as MAX_SIDE,
    OPEN as OPEN,
    UNSETTLED as UNSETTLED,
    Cell as Cell,
    Grid as Grid,
    cell_name as cell_name,
    cell_of as cell_of,
    check_size as check_size,
)
from nonosat.model.line import (
    AXES as AXES,
    UNKNOWN as UNKNOWN,
    Block as Block,
    Clue as Clue,
    Line as Line,
    PuzzleLine as PuzzleLine,
)
from nonosat.model.puzzle import (
    AnyClue as AnyClue,
    AnyKnown as AnyKnown,
    Clues as Clues,
    MissizedClues as MissizedClues,
    Puzzle as Puzzle,
    check_count as check_count,
    clue_of as clue_of,
    excess_of as excess_of,
    refused_clues as refused_clues,
)
from nonosat.model.sheet import (
    ROWS_FIRST as ROWS_FIRST,
    TYPED as TYPED,
    AnyPicture as AnyPicture,
    SourcedSheet as SourcedSheet,
    puzzle_name as puzzle_name,
    Sheet as Sheet,
    check_numbers as check_numbers,
    finished_picture as finished_picture,
    picture_of as picture_of,
    puzzle_of as puzzle_of,
)

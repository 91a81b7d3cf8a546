"""Puzzles, grids and what is known about them: frozen values, validated where they are made.

A cell is addressed ``(row, column)`` from 0, top left. A color is a small int: 0 is the
background ("blank"), 1.. are inks. Two neighboring blocks of one color have at least one blank
between them; blocks of different colors may touch. A black-and-white puzzle is simply one ink.
"""

from nonosat.model.colors import BLACK_AND_WHITE as BLACK_AND_WHITE
from nonosat.model.colors import INK_CHARS as INK_CHARS
from nonosat.model.colors import INK_COLORS as INK_COLORS
from nonosat.model.colors import MAX_INKS as MAX_INKS
from nonosat.model.colors import RESERVED_CHARS as RESERVED_CHARS
from nonosat.model.colors import Color as Color
from nonosat.model.colors import Palette as Palette
from nonosat.model.colors import default_palette as default_palette
from nonosat.model.domains import Domains as Domains
from nonosat.model.grid import MAX_CELLS as MAX_CELLS
from nonosat.model.grid import MAX_SIDE as MAX_SIDE
from nonosat.model.grid import OPEN as OPEN
from nonosat.model.grid import UNSETTLED as UNSETTLED
from nonosat.model.grid import Cell as Cell
from nonosat.model.grid import Grid as Grid
from nonosat.model.grid import cell_name as cell_name
from nonosat.model.grid import cell_of as cell_of
from nonosat.model.grid import check_size as check_size
from nonosat.model.line import AXES as AXES
from nonosat.model.line import UNKNOWN as UNKNOWN
from nonosat.model.line import Automaton as Automaton
from nonosat.model.line import Block as Block
from nonosat.model.line import Clue as Clue
from nonosat.model.line import Line as Line
from nonosat.model.line import PuzzleLine as PuzzleLine
from nonosat.model.puzzle import Clues as Clues
from nonosat.model.puzzle import MissizedClues as MissizedClues
from nonosat.model.puzzle import Puzzle as Puzzle
from nonosat.model.puzzle import check_count as check_count
from nonosat.model.puzzle import refused_clues as refused_clues
from nonosat.model.sheet import TYPED as TYPED
from nonosat.model.sheet import AnyPicture as AnyPicture
from nonosat.model.sheet import Named as Named
from nonosat.model.sheet import Sheet as Sheet
from nonosat.model.sheet import check_numbers as check_numbers
from nonosat.model.sheet import picture_of as picture_of
from nonosat.model.sheet import puzzle_of as puzzle_of

"""Pages of griddlers.net."""

from nonosat.errors import ParseError
from nonosat.model import Puzzle, default_palette

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])
SCRIPT = """var puzzle = {
  id: 7, // the number of the page
  topHeader: [[[1,2]],[[1,1]],[[1,2]]],
  leftHeader: [[[1,1],[1,1]],[[1,3]]],
};
"""
TWO = default_palette(2)
READ = {
    "script": (SCRIPT, WANTED),
    "page": (f"<!doctype html><html><body><script>{SCRIPT}</script></body></html>", WANTED),
    "JSON in a script, empty clues": ('x({"leftHeader": [[[5,1],[9,1]],[]], "topHeader": [[[5,1]],[[9,1]]]})', Puzzle.of([[(1, 1), (1, 2)], []], [[(1, 1)], [(1, 2)]], TWO)),
}  # fmt: skip

BAD = {
    "one side": ("topHeader: [[[1,1]]]", "f:1: there is no leftHeader with the clues of the rows"),
    "no pairs": ("topHeader: [[[1,1]]], leftHeader: [[1]]", "f:1: a block is a pair of a color's number and a length"),
    "no length": ("topHeader: [[[1,1]]], leftHeader: [[[1,0]]]", "f:1: a block is a pair of a color's number and a length"),
    "deep": ("topHeader: [], leftHeader: " + "[" * 99, ("f:1: lists nested more than 8 deep", ParseError)),
    "nothing": ("topHeader: [], leftHeader: []", "f:1: a puzzle needs at least one row and one column, not 0x0"),
}  # fmt: skip

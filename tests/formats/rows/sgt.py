"""The game IDs of Simon Tatham's Pattern."""

from dataclasses import replace

from format_examples import SHAPES, puzzle

from nonosat.errors import Unsupported
from nonosat.model import Domains, Puzzle, Sheet

A = "5x4:1/2/1.1/2.1//2.1/3//2"


def known(width, cells):
    """A sheet of empty clues with given cells: ``?`` unknown, ``.`` blank, ``#`` filled."""
    masks = [{"?": 3, ".": 1, "#": 2}[char] for char in cells]
    blank = puzzle(*["." * width] * (len(cells) // width))
    return Sheet(replace(blank, givens=Domains.of_cells(len(cells) // width, width, 2, masks)))


GIVEN = Sheet(replace(SHAPES["A"], givens=known(5, "#" + "?" * 19).puzzle.givens))


#   id                  width  letters  cells
_GIVENS = {
    "landing":         (3,     "Ac",    "#??"),
    "all":             (3,     "AaA",   "#.#"),
    "24":              (25,    "Y",     "?" * 24 + "#"),
    "z lands":         (26,    "az",    "." + "?" * 25),
    "two z":           (60,    "AzzHb", "#" + "?" * 57 + "#?"),
}  # fmt: skip


#   id                     text
READ = {
    "zeros":               ("5x4:1/2/1.1/2.1/0/2.1/3/0/2", Sheet(SHAPES["A"])),
    "single quotes":       (f"  '{A}' ", Sheet(SHAPES["A"])),
    "leading zeros":       ("05x4:01/2/1.1/2.1/00/2.1/3//2", Sheet(SHAPES["A"])),
    **{f"square {text}": (text, puzzle("##.", "...", "#.#")) for text in ("3:1.1/1/1/2//1.1", "3x3:1.1/1/1/2//1.1", "1.1/1/1/2//1.1")},
    "link": (f"https://www.example.org/js/pattern.html#{A}\n", Sheet(SHAPES["A"])),
    "no given cells": ("3x1:///,d", Sheet(Puzzle.of([[]], [[], [], []]))),
    "given in an example": (f"{A},At", GIVEN),
}  # fmt: skip

WRITTEN = {
    **{name: ([known(width, cells)], f"{width}x1:{'/' * width},{letters}\n") for name, (width, letters, cells) in _GIVENS.items()},
    "example": ([GIVEN], f"{A},At\n"),
    "nothing given": ([known(3, "???")], "3x1:///\n"),
}  # fmt: skip
READ |= {
    f"given: {name}": (text, sheets[0]) for name, (sheets, text) in WRITTEN.items() if "," in text
}

#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: not a game ID: it begins with WIDTHxHEIGHT:"),
    "second line":        ("1:1/1\n\nhello\n",         "f:3: not a game ID: it begins with WIDTHxHEIGHT:"),
    "number":             ("5",                        "f:1: not a game ID: it begins with WIDTHxHEIGHT:"),
    "seed":               ("5x4#123456",               ("f:1: '5x4#123456' is a random seed, not a puzzle; only Pattern itself can expand it: copy the game ID, which has a colon", Unsupported)),
    "size":               ("axb:1/1",                  "f:1: 'a' is not a width"),
    "no height":          ("1x:1/1",                   "f:1: '' is not a height"),
    "too few":            ("5x4:1/2/1.1",              "f:1: 3 clues, expected 9: 5 columns, then 4 rows"),
    "letters":            ("1x1:1/a",                  "f:1: 'a' cannot be in a game ID"),
    "stray dot":          ("3x1:1//1/1..1",            "f:1: a stray '.' in '1..1'"),
    "rows first":         ("1x2:2/1/1\n2x1:2/1/1",     "f:2: column 1 needs 2 cells, the grid is 1 high"),
    "no such square":     ("1/2/1/1",                  "f:1: the rows have 2 cells, the columns 3: 1 more in the columns"),
    "given too few":      ("3x1:///,a",                "f:1: the given cells end at cell 1 of 3"),
    "given too many":     ("3x1:///,aaaa",             "f:1: the given cells run past the last of 3 cells"),
    "z past the end":     ("3x1:///,z",                "f:1: the given cells run past the last of 3 cells"),
    "given Kelvin":       ("3x1:///,\u212a",           "f:1: '\u212a' cannot be among the given cells"),
    "given twice":        ("3x1:///,A,C",              "f:1: ',' cannot be among the given cells"),
}  # fmt: skip

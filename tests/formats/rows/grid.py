"""Pictures in characters: alphabets, spacing, what is refused."""

from format_examples import COLORS, drawn, puzzle

from nonosat.model import Grid, Palette, Puzzle

HOOK = {"goals": (Grid.of(["#.", "##"]),), "puzzle": puzzle("#.", "##")}

WHITE, BLACK, RED = COLORS.colors
FOREIGN = [
    ("#kkk.", "rkkk.", Palette.of([WHITE, BLACK, RED])),
    ("xr.", "kr.", Palette.of([WHITE, BLACK, RED])),
    ("1KKK.", "kKKK.", Palette.of([WHITE, BLACK, ("red", "#d00000", "K")])),
]
READ = {
    "signs": ("#.\n##\n", HOOK),
    "capital crosses": ("X_\nXX", HOOK),
    "digits": ("10\n11\n", HOOK),
    "block characters": ("█░\n██\n", HOOK),
    "blank cells": ("# \n##\n", HOOK),
    "blanks between": ("# .\n# #\n", HOOK),
    "commas between, as in a table of 0 and 1": ("1,0\n1,1\n", HOOK),
    "blanks around": ("  #. \n  ## \n", HOOK),
    "k is black": ("k.\nkk\n", HOOK),
    "blank lines around": ("\n\n#.\n##\n\n\n", HOOK),
    "blanks alone are empty cells": ("# #\n# #\n", {"goals": (Grid.of(["#.#", "#.#"]),)}),
    "a row of blanks is a row": ("   \n # \n", {"goals": (Grid.of(["...", ".#."]),)}),
    "letters are the inks known by them or the spare ones": (".rq\nk..\n", {"puzzle.palette": Palette.of([WHITE, BLACK, RED, ("blue", "#0050d0", "q")])}),
    "one ink that is not black keeps its look": ("r.\nrr\n", {"puzzle.palette": Palette.of([WHITE, RED])}),
    "?a maze": ("###\n#S.\n##E\n", {"puzzle.height": 3}),
    "several pictures, each with its palette": ("#.\n##\n\n.r\nkk\n", [HOOK, {"puzzle.palette": COLORS}]),
    **{f"{text!r} is what its letters are": (text, Puzzle.of_grid(Grid.of([want], palette), palette)) for text, want, palette in FOREIGN},
}  # fmt: skip
ODD = Palette.of([WHITE, ("one", "#111111", "x"), ("b", "#222222", "%")])
WRITTEN = {
    "letters that mean filled are not for inks": ([drawn("x.", ".%", palette=ODD)], "o.\n.b\n")
}
KEPT = {
    f"{text!r} is what its letters are": drawn(want, palette=palette)
    for text, want, palette in FOREIGN
}

_BAD = {
    "": "f: there is no picture in this text",
    "\n\n": "f: there is no picture in this text",
    "#.\n#\n": "f:2: this row has 1 cells, the first has 2",
    "#.\n?.\n": "f:2: '?' is an unknown cell, and a finished picture has none",
    "#.\n%.\n": "f:2: '%' is not a cell of a picture",
    "#.\n2.\n": "f:2: '2' is not a cell of a picture",
    "#.\n#-\n": "f:2: both '.' and '-' stand for empty cells",
    "\n#.\n*.\n": "f:2: both '#' and '*' stand for filled cells",
    "#0\n00\n": "f:1: '0' for an empty cell goes with '1', not with '#'",
    "#. #\n#..#\n": "f:1: a blank in a row where '.' stands for an empty cell "
    "(single blanks may come between all cells)",
}
HAN = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 300))
_BAD[f"{HAN}\n{'.' * 300}\n"] = "f:1: 300 inks are too many, at most 255 are supported"
READ["as many inks as there may be"] = (f"{HAN[:255]}\n", {"puzzle.palette.inks": range(1, 256)})
BAD = {repr(text[:50]): (text, message) for text, message in _BAD.items()}

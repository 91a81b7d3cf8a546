"""The tournament files of TAAI and TCGA."""

from format_examples import PICTURES, SQUARES, picture, puzzle

from nonosat.model import Grid, Puzzle, Sheet

D = "$1\n1\t1\n1\n1\n2\n\n1\t1\n"

TWIN = "".join(
    f"${k}\n"
    + "".join("\t".join("01"[cell == "#"] for cell in row) + "\n" for row in PICTURES[name])
    for k, name in enumerate("DE", 1)
)

#   id                     text
READ = {
    "blanks for tabs":     (D.replace("\t", "  "), Sheet(puzzle(*PICTURES["D"]), id="1")),
    "zero":                (D.replace("\n\n", "\n0\n"), Sheet(puzzle(*PICTURES["D"]), id="1")),
    "blank lines before":  ("\n\n" + D, Sheet(puzzle(*PICTURES["D"]), id="1")),
    "one blank behind":    (D + "\n", Sheet(puzzle(*PICTURES["D"]), id="1")),
    "no final newline":    (D.rstrip(), Sheet(puzzle(*PICTURES["D"]), id="1")),
    "solutions of the twin file": (f"{TWIN}\n", [Sheet(Puzzle.of_grid(picture(name)), (picture(name),), id=str(k)) for k, name in enumerate("DE", 1)]),
    "smallest solution and problem": ("$1\n1\n$2\n1\n1\n", [{"goals": (Grid.of(["#"]),)}, {"goals": ()}]),
}  # fmt: skip

KEPT = {name: Sheet(made, id="7") for name, made in SQUARES.items()}
CHANGED = {
    "what has no number gets one": (
        [Sheet(puzzle("#"), id=name) for name in ("", "12", "#3", "\u0664")],
        [{"id": name} for name in ("1", "12", "3", "4")],
    )
}

#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: a problem begins with $ and its number, not with 'hello'"),
    "text before":        ("\nhello\n$1\n1\n1\n",      "f:2: a problem begins with $ and its number, not with 'hello'"),
    "no number":          ("$\n1\n1\n",                "f:1: a problem begins with $ and its number, not with '$'"),
    "letters for number": ("$1\n1\n1\n$a\n1\n1\n",     "f:4: a problem begins with $ and its number, not with '$a'"),
    "no lines":           ("$1\n$2\n1\n1\n",           "f:1: 0 clue lines, expected as many columns as rows"),
    "truncated":          ("$1\n1\n0\n1\n",            "f:1: 3 clue lines, expected as many columns as rows"),
    "column too long":    ("$1\n3\n\n2\n1\n",          "f:2: column 1 needs 3 cells, the grid is 2 high"),
    "totals":             ("$1\n1\n1\n$2\n1\n\n",      "f:4: the rows have 0 cells, the columns 1: 1 more in the columns"),
    "totals with tail":   ("$1\n2\n0\n1\n0\n\n\n",     "f:1: the rows have 0 cells, the columns 3: 3 more in the columns"),
    "twin cut short":     ("$1\n1\t0\n",               "f:2: a 0 stands for an empty line and cannot be among other blocks"),
    "huge":               ("$1\n" + "\n" * 20_002,     "f:1: 10001x10001 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip

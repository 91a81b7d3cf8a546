"""Facts of answer set programs."""

from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

READ = {
    "lengths of the sides from the facts": (
        "row_hint(1,1,1). row_hint(1,2,1). row_hint(2,1,3). % a\ncol_hint(1,1,2). col_hint(2,1,1). col_hint(3,1,2).",
        WANTED,
    )
}

BAD = {
    "cut off": ("#const w=1.\n#const h=1.\nrow_hint(", "f:3: 'row_hint(' has no dot at its end"),
    "a gap": ("row_hint(1,2,1). col_hint(1,1,1).", "f:1: row 1 has no block 1 to 2 without a gap"),
}

"""A puzzle as a task for a language model, and the picture in the text of its answer.

Cells are read as #., 10, X_ or squares, or as the letters or numbers of the colors; rows as lines, with or without labels
and fences, or as lists.
"""

import re

import nonosat
from nonosat import Grid, Puzzle

SIGNS = {"1": 1, "X": 1, "x": 1, "■": 1, "█": 1, "0": 0, "-": 0, "_": 0, "·": 0, "□": 0}
LABEL = re.compile(r"^\s*(?:[^:]{0,40}:|[0-9]+[.)]\s)\s*")


def prompt(puzzle: Puzzle) -> str:
    """The rules, the clues, and the form of the answer."""
    signs = ", ".join(f"{color.char} for {color.name}" for color in puzzle.palette.colors)
    lines = [
        f"{line}: {clue.text(puzzle.palette)}"
        for line, clue in zip(puzzle.lines, puzzle.clues, strict=True)
    ]
    return "\n".join(
        [
            f"Solve this nonogram of {puzzle.height} rows and {puzzle.width} columns. Each number is the length of a "
            "run of cells, in this order; between two runs of one color is a blank cell. 0 means an empty line.",
            *lines,
            *(
                ["Cells that are given:", *map(" ".join, puzzle.givens.words(puzzle.palette))]
                if puzzle.givens
                else []
            ),
            f"Answer with {puzzle.height} lines of {puzzle.width} signs each: {signs}.",
        ]
    )


def read_picture(puzzle: Puzzle, text: str) -> Grid | None:
    """The last picture of the puzzle's size in a text; None if there is none."""
    palette = puzzle.palette
    signs = SIGNS if palette.is_black_and_white else {"-": 0, "_": 0}
    for at, color in enumerate(palette.colors):
        signs = signs | {color.char: at, str(at): at}
    rows, found = list[bytes](), None
    for line in [*text.replace("],", "],\n").splitlines(), ""]:
        word = re.sub(r"[\s,;|\"'`\[\](){}]+", "", LABEL.sub("", line))
        cells = [signs.get(sign) for sign in word]
        if len(cells) == puzzle.width and None not in cells:
            rows.append(bytes(color for color in cells if color is not None))
            if len(rows) >= puzzle.height:
                found = b"".join(rows[-puzzle.height :])
        elif word:
            rows.clear()
    return None if found is None else Grid(puzzle.height, puzzle.width, found, palette)


def lines_right(puzzle: Puzzle, picture: Grid) -> int:
    """How many rows and columns satisfy their clues; `puzzle.accepts` says whether it is a solution."""
    return sum(
        wanted.covers(drawn) for wanted, drawn in zip(puzzle.clues, picture.clues(), strict=True)
    )


if __name__ == "__main__":
    print(prompt(nonosat.generate("random", size=5, seed=1, unique=True).puzzle))

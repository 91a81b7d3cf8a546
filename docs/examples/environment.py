"""An environment that says of each step if it is forced, lucky or wrong."""

import nonosat
from nonosat.kernel import Board

REWARDS = {"forced": 1.0, "lucky": 0.0, "wrong": -1.0}


class NonogramEnvironment:
    """A puzzle that is filled cell by cell. A wrong cell stays open."""

    def __init__(self, puzzle: nonosat.Puzzle) -> None:
        result = nonosat.check(puzzle)
        if result.verdict is not nonosat.Verdict.UNIQUE:
            raise ValueError(f"the puzzle must be unique, not {result.verdict}")
        self.puzzle, self.solution = puzzle, result.solutions[0]
        self.colors = len(puzzle.palette.colors)
        self.reset()

    def reset(self) -> list[str]:
        """Empty all cells that are not given, and return what is seen."""
        self.known = self.puzzle.start(None)
        return self.seen()

    def seen(self) -> list[str]:
        """Return a text for each row; ? is an open cell."""
        words = self.known.words(self.puzzle.palette)
        return ["".join(word if len(word) == 1 else "?" for word in row) for row in words]

    def step(self, row: int, col: int, color: int) -> tuple[list[str], float, bool, str]:
        """Give a cell a color; return what is seen, the reward, if it is the end, and the kind."""
        kind = "wrong"
        if self.solution[row, col] == color:
            board = Board(self.puzzle.rows, self.puzzle.cols, self.colors, self.known.rows)
            board.propagate()  # all that line logic says, from what is known now
            possible = [bits >> col & 1 for bits in board.rows()[row]]
            kind = "forced" if sum(possible) == 1 else "lucky"
            masks = [(1 << self.colors) - 1] * len(self.solution.cells)
            masks[row * self.puzzle.width + col] = 1 << color
            shape = self.puzzle.height, self.puzzle.width
            self.known = self.known & nonosat.Domains.of_cells(*shape, self.colors, masks)
        seen = self.seen()
        return seen, REWARDS[kind], not any("?" in line for line in seen), kind

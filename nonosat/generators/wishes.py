"""Properties that puzzles can be asked to have."""

from dataclasses import dataclass

from nonosat.ask.explain.difficulty import rate
from nonosat.errors import UsageError, check_kind, check_number, check_whole
from nonosat.kernel import Board
from nonosat.limits import Limits
from nonosat.model import Clue, Puzzle, Sheet
from nonosat.solving.api import check
from nonosat.solving.result import Verdict

NEEDS = ("line", "probing", "guessing")


@dataclass(frozen=True, slots=True)
class Wishes:
    """Properties that a puzzle must have. Ranges are (least, most)."""

    unique: bool = False
    stars: tuple[int, int] | None = None
    needs: str | None = None
    """The simplest sufficient method, one of `NEEDS`."""
    density: tuple[float, float] | None = None
    """The share of inked cells."""

    def __post_init__(self) -> None:
        if self.needs not in (None, *NEEDS):
            raise UsageError(f"needs must be one of {', '.join(NEEDS)}, got {self.needs!r}")
        for star in self.stars or ():
            check_whole(star, "stars", 1)
        if self.stars and max(self.stars) > 5:
            raise UsageError(f"stars must be at most 5, got {max(self.stars)}")
        for number in self.density or ():
            check_number(number, "a density", 1)
        check_kind(self.unique, "unique", bool)
        for name in ("stars", "density"):
            wanted = getattr(self, name)
            if wanted and wanted[0] > wanted[1]:
                raise UsageError(f"{name} must be from less to more, got {wanted[0]}-{wanted[1]}")

    def usual(self) -> tuple[str, float | None]:
        """Return the family and the density for a wish without them; None goes by the size."""
        if self.needs == "guessing" or (self.stars and self.stars[0] == 5):
            return "symmetric", 0.48
        if self.stars:
            return "random", 0.7 if self.stars[1] == 1 else 0.48 if self.stars[0] == 4 else 0.5
        if self.needs:
            return "random", 0.5 if self.needs == "probing" else 0.6
        return "random", None

    def unmet(self, sheet: Sheet, limits: Limits) -> str:
        """Return the first wish that a puzzle does not meet, cheap ones first; "" if there is none."""
        puzzle = sheet.puzzle
        if self.density and sheet.goals:
            cells = sheet.goals[0].cells
            if not self.density[0] <= 1 - cells.count(0) / len(cells) <= self.density[1]:
                return "density"
        board = Board(puzzle.rows, puzzle.cols, len(puzzle.palette.colors))
        board.propagate()
        if self.needs and (self.needs == "line") != (board.cells() is not None):
            return "needs"
        if self.needs in NEEDS[1:]:
            board.probe()
            if (self.needs == "probing") != (board.cells() is not None):
                return "needs"
        if not (self.unique or self.stars or self.needs):
            return ""
        checked = check(puzzle, limits=limits)
        if checked.verdict is not Verdict.UNIQUE:
            return "unique"
        if self.stars:
            stars = rate(puzzle, limits=limits, checked=checked).stars
            if stars is None or not self.stars[0] <= stars <= self.stars[1]:
                return "stars"
        return ""


def shape(puzzle: Puzzle) -> tuple[tuple[Clue, ...], ...]:
    """Return the same clues for a puzzle in each of its eight rotations and reflections."""
    forms = [(puzzle.rows, puzzle.cols), (puzzle.cols, puzzle.rows)]
    for _ in range(2):  # mirror it left to right, then so that top and bottom change places
        forms += [(tuple(Clue(clue[::-1]) for clue in rows), cols[::-1]) for rows, cols in forms]
        forms = [(cols, rows) for rows, cols in forms]
    return min(forms)

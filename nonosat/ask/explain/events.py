"""The events of a search that a person can follow."""

from dataclasses import dataclass, field

from nonosat.model import Cell, Clues, Grid, Line, cell_name
from nonosat.model.forms import Sentence
from nonosat.words import plural, ranges

CellColors = tuple[tuple[int, int, int], ...]
"""(row, column, color) of some cells."""


@dataclass(frozen=True, slots=True, repr=False)
class Step(Sentence):
    """An event of a search. `str` says in a sentence what happens; it counts rows and columns from 1."""

    depth: int
    """The number of guesses that it rests on; 0 means certain."""
    puzzle: Clues = field(kw_only=True, compare=False)
    """The clues that the step is about."""

    def __str__(self) -> str:
        return _words(self, self.puzzle)

    @property
    def decided(self) -> CellColors:
        """Cells that were open before the step, each with its only color left."""
        return ()

    @property
    def excluded(self) -> CellColors:
        """Colors that are no longer possible, of cells that are still open."""
        return ()

    @property
    def line(self) -> Line | None:
        """The line of the step; None for a step about several lines."""
        return None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines to look at."""
        return () if self.line is None else (self.line,)

    @property
    def rule(self) -> str:
        """The rule that decided cells of one line; "" for other steps."""
        return ""


@dataclass(frozen=True, slots=True, repr=False)
class Change(Step):
    """A step with news about cells. All such steps together rebuild the board."""

    decided: CellColors = field()  # else the property would be its default
    excluded: CellColors = field()


@dataclass(frozen=True, slots=True, repr=False)
class Deduced(Change):
    """A rule decided or excluded colors in one line."""

    line: Line = field()
    rule: str = field()


@dataclass(frozen=True, slots=True, repr=False)
class Evident(Change):
    """The clues of these lines alone decide all their cells: they are 0, or leave no room to move."""

    lines: tuple[Line, ...] = field()


@dataclass(frozen=True, slots=True, repr=False)
class Refuted(Change):
    """A color was tried on a cell and left a line without a placement, so the cell has another color."""

    cell: Cell
    color: int
    """The color that was tried."""
    chain: tuple[Line, ...]
    """The lines to look at, in order; the last one has no placement."""

    @property
    def line(self) -> Line:
        """The line without a placement."""
        return self.chain[-1]


@dataclass(frozen=True, slots=True, repr=False)
class Guessed(Change):
    """A cell got a color without a reason; `depth` includes this guess."""

    cell: Cell
    color: int


@dataclass(frozen=True, slots=True, repr=False)
class Contradicted(Step):
    """A line has no placement: there is no further solution under this guess, or at all."""

    line: Line = field()


@dataclass(frozen=True, slots=True, repr=False)
class TakenBack(Change):
    """The board is as it was before the last guess, without the color that was guessed."""

    cell: Cell
    color: int
    refuted: bool
    """True if the guess was wrong, False if all its solutions have been found."""


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Step):
    """Every cell is decided."""

    grid: Grid


def clue_at(puzzle: Clues, line: Line) -> str:
    """Return the clue of a line as people type it."""
    return puzzle.clue(line).text(puzzle.palette)


def _words(step: Step, puzzle: Clues) -> str:
    def named(line: Line) -> str:
        return f"{line} ({clue_at(puzzle, line)})"

    match step:
        case Deduced(line=line, rule=rule):
            return f"{named(line)}: {rule}: {changes(step, puzzle, line)}"
        case Evident(lines=lines):
            return _evident_words(lines, puzzle)
        case Refuted(cell=cell, color=color, chain=chain):
            return (
                f"if {cell_name(cell)} were {cell_word(puzzle, color)}, {named(chain[-1])} could not "
                f"be completed ({len(chain)} lines): {changes(step, puzzle)}"
            )
        case Guessed(cell=cell, color=color, depth=depth):
            return f"guess {depth}: {cell_name(cell)} is {cell_word(puzzle, color)}"
        case Contradicted(line=line, depth=depth):
            under = f" under guess {depth}" if depth else ""
            return f"contradiction{under}: {named(line)} cannot be completed"
        case TakenBack(refuted=refuted, depth=depth):
            why = "was wrong" if refuted else "has no other solution"
            return f"guess {depth + 1} {why} and is taken back: {changes(step, puzzle)}"
        case Solved(depth=0):
            return "solved"
        case Solved(depth=depth):
            return f"solved, resting on {plural(depth, 'guess', 'guesses')}"
    raise TypeError(step)


def _evident_words(lines: tuple[Line, ...], puzzle: Clues) -> str:
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        word = "full" if puzzle.clue(line) else "empty"
        groups.setdefault((word, line.axis), []).append(line)
    said = []
    for (word, axis), some in sorted(groups.items()):
        places = ", ".join(f"{line.index + 1} ({clue_at(puzzle, line)})" for line in some)
        if word == "empty":
            places = ranges(line.index + 1 for line in some).replace("-", " to ")
        said.append(f"{axis}s {places} are {word}" if some[1:] else f"{axis} {places} is {word}")
    return "; ".join(said)


def cell_word(puzzle: Clues, color: int) -> str:
    """``blank``, ``filled`` where there is one ink, else the ink's name."""
    if color == 0:
        return "blank"
    return "filled" if puzzle.palette.is_black_and_white else puzzle.palette.colors[color].name


def changes(step: Change, puzzle: Clues, line: Line | None = None) -> str:
    """List the colors found or excluded; cells of `line` by their numbers in it, from 1."""
    excluded: dict[Cell, tuple[str, ...]] = {}
    for row, col, color in step.excluded:
        excluded[row, col] = (*excluded.get((row, col), ()), cell_word(puzzle, color))
    news: dict[str, list[Cell]] = {cell_word(puzzle, ink): [] for ink in (*puzzle.palette.inks, 0)}
    for row, col, color in step.decided:
        news[cell_word(puzzle, color)].append((row, col))
    for cell, names in excluded.items():
        news.setdefault("not " + " or ".join(names), []).append(cell)
    if line is not None:
        at = 1 if line.axis == "row" else 0
        places = ((ranges(cell[at] + 1 for cell in cells), name) for name, cells in news.items())
        return "; ".join(f"{place} {name}" for place, name in places if place)
    return "; ".join(
        f"{cell_name(cell)} is {name}" for name, cells in news.items() for cell in cells
    )

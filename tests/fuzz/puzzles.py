"""Random and perturbed puzzles, and how a bad one is made smaller."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import brute_force

from nonosat.errors import PuzzleError
from nonosat.model import Domains, Grid, Palette, Puzzle, default_palette

Lines = tuple[tuple[tuple[int | None, int], ...], ...]
"""Clues of (length, color); a length of None is unknown."""


@dataclass(frozen=True)
class Clues:
    """Clues that may contradict themselves, cells that may be wrong, and who is to solve them."""

    rows: Lines
    cols: Lines
    inks: int = 1
    known: tuple[int, ...] | None = None
    """Row by row the colors that a cell can have, one bit each."""
    solvers: tuple[str, ...] = ("auto",)
    given: bool = False
    """The known cells are printed with the puzzle, and so a part of it."""
    colors: str = ""
    """``alike``: two inks look the same; ``named``: they have names and letters of their own."""

    def puzzle(self) -> Puzzle:
        """Raises PuzzleError where the clues contradict themselves."""
        puzzle = Puzzle.of(self.rows, self.cols, self.palette())
        return replace(puzzle, givens=self._cells()) if self.given else puzzle

    def domains(self) -> Domains | None:
        """The known cells that are no part of the puzzle."""
        return None if self.given else self._cells()

    def palette(self) -> Palette:
        """The default one, or one that trips people up."""
        if not self.colors:
            return default_palette(self.inks)
        rgb = "#c01515" if self.colors == "alike" else "#c0151{}"
        inks = [(f"red {i}", rgb.format(i), "rstu"[i]) for i in range(self.inks)]
        return Palette.of([("white", "#ffffff", "."), *inks])

    def _cells(self) -> Domains | None:
        if self.known is None:
            return None
        return Domains.of_cells(len(self.rows), len(self.cols), self.inks + 1, self.known)

    @property
    def full(self) -> int:
        """Every color of a cell."""
        return (1 << self.inks + 1) - 1


def clues_of(grid: Grid, inks: int, known: Sequence[int] | None, like: Clues) -> Clues:
    """The clues of a picture."""
    puzzle = brute_force.puzzle_of(grid, inks)
    return replace(
        like,
        rows=tuple(tuple(map(tuple, clue)) for clue in puzzle.rows),
        cols=tuple(tuple(map(tuple, clue)) for clue in puzzle.cols),
        inks=inks,
        known=None if known is None else tuple(known),
    )


def random_clues(rng: random.Random, solvers: tuple[str, ...]) -> Clues:
    """Clues of a random picture, often perturbed, now and then broken, with and without cells."""
    side = rng.choice([3, 4, 5, 6, 6, 8, 12, 16])
    height, width = rng.randint(1, side), rng.randint(1, side)
    inks = rng.choice([1, 1, 1, 2, 2, 3, 4])
    grid = brute_force.random_grid(rng, height, width, inks, rng.choice([0.2, 0.4, 0.5, 0.6, 0.8]))
    clues = clues_of(grid, inks, None, Clues((), (), solvers=solvers))
    if rng.random() < 0.6:
        clues = replace(clues, known=_known(rng, grid, clues.full), given=rng.random() < 0.3)
    clues = replace(clues, colors=rng.choice(["", "", "alike", "named"]))
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 4])):
        clues = _perturbed(rng, clues)
    if rng.random() < 0.03:
        clues = _broken(rng, clues)
    if rng.random() < 0.3:
        clues = _hidden(rng, clues, rng.choice([1 / 3, 1 / 3, 0.1, 0.7]))
    return clues


def _hidden(rng: random.Random, clues: Clues, share: float) -> Clues:
    """Some numbers are hidden: most of such puzzles have several pictures."""
    rows, cols = (
        tuple(
            tuple((None if rng.random() < share else n, color) for n, color in clue)
            for clue in lines
        )
        for lines in (clues.rows, clues.cols)
    )
    return replace(clues, rows=rows, cols=cols)


def _known(rng: random.Random, grid: Grid, full: int) -> tuple[int, ...]:
    """What the picture shows of some cells, mostly in part; seldom what it does not show."""
    share, wrong = rng.choice([0.1, 0.3, 0.6]), rng.choice([0, 0, 0, 0.05])
    cells = []
    for color in grid.cells:
        mask = full
        if rng.random() < share:
            mask = 1 << color | rng.choice([0, 0, rng.randint(0, full)])
        if rng.random() < wrong:
            mask = rng.randint(1, full)
        cells.append(mask)
    return tuple(cells)


def _perturbed(rng: random.Random, clues: Clues) -> Clues:
    """Other clues with the same totals; mostly no picture has them."""
    side = rng.choice(["rows", "cols"])
    lines = [list(clue) for clue in getattr(clues, side)]
    what = rng.randrange(4)
    one, two = rng.choice(lines), rng.choice(lines)
    if what == 0:  # two lines change places
        one[:], two[:] = list(two), list(one)
    elif what == 1:  # the blocks of a line change places
        rng.shuffle(one)
    elif what == 2 and one:  # a block moves to another line
        two.insert(rng.randint(0, len(two)), one.pop(rng.randrange(len(one))))
    elif what == 3 and one and two:  # a cell moves to another block
        i, j = rng.randrange(len(one)), rng.randrange(len(two))
        (length, color), (other_length, other_color) = one[i], two[j]
        assert length is not None, "hidden later"
        assert other_length is not None, "hidden later"
        if color == other_color and length > 1:
            one[i] = (length - 1, color)
            two[j] = (other_length + 1, color)
    other = replace(clues, **{side: tuple(map(tuple, lines))})
    return other if brute_force.why_not(other.rows, other.cols, other.inks) is None else clues


def _broken(rng: random.Random, clues: Clues) -> Clues:
    """Clues that mostly contradict themselves."""
    side = rng.choice(["rows", "cols"])
    lines = [list(clue) for clue in getattr(clues, side)]
    block = (rng.choice([-1, 0, 1, 2, 9, 20]), rng.choice([0, 1, clues.inks, clues.inks + 1]))
    clue = rng.choice(lines)
    clue.insert(rng.randint(0, len(clue)), block)
    return replace(clues, **{side: tuple(map(tuple, lines))})


def smaller_clues(clues: Clues) -> Iterator[Clues]:
    """Simpler puzzles: fewer solvers, known cells, lines, blocks, cells and inks."""
    if clues.known is not None:
        yield replace(clues, known=None, given=False)
    if clues.given:
        yield replace(clues, given=False)
    if clues.colors:
        yield replace(clues, colors="")
    if len(clues.solvers) > 1:
        for name in clues.solvers:
            yield replace(clues, solvers=(name,))
    yield from _smaller_pictures(clues)
    yield from _without_empty_lines(clues)
    yield from _smaller_blocks(clues)
    used = {color for clue in (*clues.rows, *clues.cols) for _, color in clue}
    if clues.inks > 1 and clues.inks not in used:
        known = clues.known
        if known is not None:
            known = tuple(mask & clues.full >> 1 or clues.full >> 1 for mask in known)
        yield replace(clues, inks=clues.inks - 1, known=known)
    for i, mask in enumerate(clues.known or ()):
        if clues.known is not None and mask != clues.full:
            yield replace(clues, known=(*clues.known[:i], clues.full, *clues.known[i + 1 :]))


def _smaller_pictures(clues: Clues) -> Iterator[Clues]:
    """Where the clues have a picture, those of a smaller picture."""
    try:
        puzzle = clues.puzzle()
    except PuzzleError:
        return
    found = brute_force.solutions(puzzle, clues.domains()) or brute_force.solutions(puzzle)
    if not found:
        return
    grid, width = min(found, key=lambda grid: grid.cells), len(clues.cols)
    for row in range(grid.height if grid.height > 1 else 0):
        keep = [i for i in range(len(grid.cells)) if i // width != row]
        yield _picked(clues, grid, keep, grid.height - 1, width)
    for col in range(width if width > 1 else 0):
        keep = [i for i in range(len(grid.cells)) if i % width != col]
        yield _picked(clues, grid, keep, grid.height, width - 1)
    for i, color in enumerate(grid.cells):
        for less in {0, color - 1} if color else ():
            cells = grid.cells[:i] + bytes([less]) + grid.cells[i + 1 :]
            yield clues_of(Grid(grid.height, width, cells), clues.inks, clues.known, clues)


def _picked(clues: Clues, grid: Grid, keep: list[int], height: int, width: int) -> Clues:
    known = clues.known and [clues.known[i] for i in keep]
    picture = Grid(height, width, bytes(grid.cells[i] for i in keep))
    return clues_of(picture, clues.inks, known, clues)


def _without_empty_lines(clues: Clues) -> Iterator[Clues]:
    height, width = len(clues.rows), len(clues.cols)
    for row in range(height if height > 1 else 0):
        if not clues.rows[row]:
            known = clues.known and clues.known[: row * width] + clues.known[(row + 1) * width :]
            yield replace(clues, rows=_less(clues.rows, row), known=known)
    for col in range(width if width > 1 else 0):
        if not clues.cols[col]:
            known = clues.known and tuple(
                mask for i, mask in enumerate(clues.known) if i % width != col
            )
            yield replace(clues, cols=_less(clues.cols, col), known=known)


def _smaller_blocks(clues: Clues) -> Iterator[Clues]:
    """A cell less in a row and in a column, so that the totals still agree."""
    for row, i, color in _blocks(clues.rows):
        for col, j, other in _blocks(clues.cols):
            if color == other:
                rows, cols = _shorter(clues.rows, row, i), _shorter(clues.cols, col, j)
                yield replace(clues, rows=rows, cols=cols)
    for side in ("rows", "cols"):  # of clues that contradict themselves anyway
        for line, i, _ in _blocks(getattr(clues, side)):
            yield replace(clues, **{side: _shorter(getattr(clues, side), line, i)})


def _blocks(lines: Lines) -> list[tuple[int, int, int]]:
    return [(at, i, clue[i][1]) for at, clue in enumerate(lines) for i in range(len(clue))]


def _less(lines: Lines, at: int) -> Lines:
    return lines[:at] + lines[at + 1 :]


def _shorter(lines: Lines, at: int, i: int) -> Lines:
    """A line in which a block has a cell less, or is gone."""
    clue = lines[at]
    length, color = clue[i]
    block = ((length - 1, color),) if length and length > 1 else ()
    return (*lines[:at], (*clue[:i], *block, *clue[i + 1 :]), *lines[at + 1 :])

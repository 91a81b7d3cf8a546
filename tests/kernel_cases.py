"""Lines and boards that the tests of the kernels share."""

import random
from types import ModuleType
from typing import Any

import brute_force
from hypothesis import strategies as st

from nonosat import kernel
from nonosat.kernel import Board
from nonosat.model import Block, Clue, Domains, Grid, Puzzle

KnownLine = tuple[Clue, list[int], int]
Known = tuple[tuple[int, ...], ...]


@st.composite
def known_lines(draw: st.DrawFn) -> KnownLine:
    """A clue, some lengths of which may be unknown, what is known of its line, and the length.

    Mostly but not always consistent.
    """
    colors = draw(st.integers(2, 4))
    n = draw(st.integers(1, {2: 10, 3: 7, 4: 5}[colors]))
    cells = draw(st.lists(st.integers(0, colors - 1), min_size=n, max_size=n))
    masks = draw(st.lists(st.integers(1, (1 << colors) - 1), min_size=n, max_size=n))
    if draw(st.booleans()):
        masks = [mask | 1 << cell for mask, cell in zip(masks, cells, strict=True)]
    allowed = Domains.of_cells(1, n, colors, masks).rows[0]
    clue = Clue.of_cells(bytes(cells))
    if draw(st.booleans()):
        hidden = draw(st.lists(st.booleans(), min_size=len(clue), max_size=len(clue)))
        clue = Clue(
            Block(None, b.color) if hide else b for b, hide in zip(clue, hidden, strict=True)
        )
    return clue, list(allowed), n


def begins(cells: tuple[int, ...]) -> list[int]:
    """Where the blocks of a complete line start."""
    return [i for i, c in enumerate(cells) if c and (i == 0 or cells[i - 1] != c)]


def one_row(kernel: ModuleType, line: KnownLine) -> Any:
    """A board whose only row is the line; its columns are not to be looked at."""
    clue, allowed, n = line
    return kernel.Board([clue], [()] * n, len(allowed), (tuple(allowed),))


def random_puzzle(rng: random.Random, height: int, width: int, inks: int) -> tuple[Puzzle, Grid]:
    """A puzzle, of one in three a third of the numbers hidden, and the picture it was made of."""
    grid = brute_force.random_grid(rng, height, width, inks, rng.uniform(0.2, 0.9))
    puzzle = brute_force.puzzle_of(grid, inks)
    return (brute_force.hide(rng, puzzle, 1 / 3) if rng.random() < 1 / 3 else puzzle), grid


def random_known(rng: random.Random, grid: Grid, inks: int, wrong: float = 0) -> Known:
    """What is known of a picture, each cell wrong with a probability."""
    masks = (
        (rng.randrange(1, 2 << inks) | (0 if rng.random() < wrong else 1 << color))
        for color in grid.cells
    )
    return Domains.of_cells(grid.height, grid.width, inks + 1, masks).rows


def board_of(kernel: ModuleType, puzzle: Puzzle, known: Known | None = None, **more: Any) -> Any:
    return kernel.Board(puzzle.rows, puzzle.cols, len(puzzle.palette.colors), known, **more)


def settled(
    puzzle: Puzzle, known: Known | None = None, method: str = "propagate", **more: Any
) -> Board:
    """A board of the kernel that serves, after line logic or probing."""
    board: Board = board_of(kernel, puzzle, known, **more)
    assert getattr(board, method)()
    return board


def solutions_of(board: Any, at_most: int = 10_000) -> list[bytes]:
    found: list[bytes] = []
    while len(found) < at_most and (cells := board.next_solution()) is not None:
        found.append(cells)
    assert len(set(found)) == len(found)
    return found


def holds(rows: Known, width: int, cells: bytes) -> bool:
    """Whether a picture is among what is known."""
    return all(rows[i // width][color] >> i % width & 1 for i, color in enumerate(cells))


def shuffled(side: int, ink: int, seed: int, inks: int = 1) -> tuple[Puzzle, Grid]:
    """A random picture with `ink` cells of each ink; the fewer, the more solutions."""
    cells = [color for color in range(1, inks + 1) for _ in range(ink)]
    cells += [0] * (side * side - len(cells))
    random.Random(seed).shuffle(cells)
    grid = Grid(side, side, bytes(cells))
    return brute_force.puzzle_of(grid, inks), grid


class AttemptTimeout(Exception):
    """What the ticks of these tests raise."""


class Countdown:
    """A tick that raises once, at a certain call."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise AttemptTimeout

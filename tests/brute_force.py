"""Oracles that share nothing with the solvers: they enumerate everything."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product, repeat

from nonosat.model import Block, Clue, Domains, Grid, Puzzle, default_palette

Clues = tuple[tuple[Clue, ...], tuple[Clue, ...]]
Lines = Sequence[Sequence[tuple[int | None, int]]]


def placements(clue: Clue, n: int) -> Iterator[tuple[int, ...]]:
    """Every line of n cells that has this clue, without looking at any other."""
    if not clue:
        yield (0,) * n
        return
    (length, color), rest = clue[0], clue[1:]
    gap = (0,) if rest and rest[0].color == color else ()
    for size in range(1, n + 1) if length is None else (length,):
        for start in range(n - size - len(gap) + 1):
            head = (0,) * start + (color,) * size + gap
            for tail in placements(rest, n - len(head)):
                yield head + tail


def fitting(clue: Clue, allowed: Sequence[int], n: int) -> Iterator[tuple[int, ...]]:
    """Every placement that agrees with what is known: for each color the cells that can have it."""
    for cells in placements(clue, n):
        if all(allowed[color] >> i & 1 for i, color in enumerate(cells)):
            yield cells


def narrow(clue: Clue, allowed: list[int], n: int) -> list[int] | None:
    """What `nonosat.kernel` promises for one line."""
    found = [0] * len(allowed)
    for cells in fitting(clue, allowed, n):
        for i, color in enumerate(cells):
            found[color] |= 1 << i
    return found if any(found) or (n == 0 and not clue) else None


@cache
def pictures_by_clues(height: int, width: int, colors: int = 2) -> Mapping[Clues, set[Grid]]:
    """Every picture of a size, under its clues; made once for all tests."""
    found: dict[Clues, set[Grid]] = defaultdict(set)
    lines = {
        cells: Clue.of_cells(bytes(cells))
        for n in (height, width)
        for cells in product(range(colors), repeat=n)
    }
    for rows in product(product(range(colors), repeat=width), repeat=height):
        clues = (
            tuple(lines[row] for row in rows),
            tuple(lines[col] for col in zip(*rows, strict=True)),
        )
        found[clues].add(Grid(height, width, bytes(cell for row in rows for cell in row)))
    return found


def some_puzzles(
    height: int, width: int, colors: int, every: int
) -> Iterator[tuple[Puzzle, set[Grid]]]:
    """Puzzles with several solutions, every so many of a size, and a tenth as many of all."""
    cases = pictures_by_clues(height, width, colors)
    several = [case for case in cases.items() if len(case[1]) > 1]
    for (rows, cols), grids in [*several[::every], *list(cases.items())[:: 10 * every]]:
        yield Puzzle(rows, cols, default_palette(colors - 1)), grids


def random_grid(rng: random.Random, height: int, width: int, inks: int, density: float) -> Grid:
    """A picture in which each cell is inked with a probability, in a random ink."""
    cells = (rng.randint(1, inks) if rng.random() < density else 0 for _ in range(height * width))
    return Grid(height, width, bytes(cells))


def puzzle_of(grid: Grid, inks: int) -> Puzzle:
    """The puzzle of a picture, in the default colors."""
    return Puzzle.of_grid(grid, default_palette(inks))


def reads(found: Clue, clue: Clue) -> bool:
    """Tell if the clue of a finished line is what is asked, wherever that tells a length."""
    return len(found) == len(clue) and all(
        a.color == b.color and b.length in (None, a.length)
        for a, b in zip(found, clue, strict=True)
    )


def hide(rng: random.Random, puzzle: Puzzle, share: float) -> Puzzle:
    """The puzzle with some of its numbers hidden, each with a probability."""
    rows, cols = (
        tuple(
            Clue(Block(None, b.color) if rng.random() < share else b for b in clue)
            for clue in clues
        )
        for clues in (puzzle.rows, puzzle.cols)
    )
    return replace(puzzle, rows=rows, cols=cols)


def why_not(rows: Lines, cols: Lines, inks: int) -> str | None:
    """What is wrong with clues of (length, color) before any solving, or None."""
    totals: list[list[set[int]]] = []  # of each side and ink all numbers of cells that may be
    for lines, room in ((rows, len(cols)), (cols, len(rows))):
        least: Counter[int] = Counter()
        more: Counter[int] = Counter()  # at the most, in lines with unknown lengths
        for clue in lines:
            if [*clue] == [(0, 1)]:
                continue  # a lone 0 is an empty line
            if any((length or 1) < 1 or not 1 <= color <= inks for length, color in clue):
                return "a block without cells, or of no ink"
            if any(length == 0 for length, _ in clue):
                return "a block without cells"
            gaps = sum(one[1] == two[1] for one, two in pairwise(clue))
            need = sum(length or 1 for length, _ in clue) + gaps
            if need > room:
                return "a clue longer than its line"
            for length, color in clue:
                least[color] += length or 1
            for color in {color for length, color in clue if length is None}:
                more[color] += room - need
        totals.append([{*range(least[ink], least[ink] + more[ink] + 1)} for ink in range(inks + 1)])
    if all(a & b for a, b in zip(*totals, strict=True)):
        return None
    return "totals that differ"


def solutions(puzzle: Puzzle, known: Domains | None = None, most: int = 20_000) -> set[Grid] | None:
    """Every picture of a puzzle, row by row; None if that takes more than `most` steps."""
    masks = list(known.cells()) if known else [-1] * (puzzle.height * puzzle.width)
    width, steps = puzzle.width, 0
    rows: list[list[tuple[int, ...]]] = []
    for r, clue in enumerate(puzzle.rows):
        fits: list[tuple[int, ...]] = []
        for cells in placements(clue, width):
            steps += 1
            if steps > most:
                return None
            if all(masks[r * width + c] >> color & 1 for c, color in enumerate(cells)):
                fits.append(cells)
        rows.append(fits)
    found: set[Grid] = set()
    todo: list[tuple[bytes, ...]] = [()]  # beginnings of pictures: rows
    while todo:
        begun = todo.pop()
        if len(begun) == puzzle.height:
            found.add(Grid(puzzle.height, width, b"".join(begun)))
            continue
        for cells in rows[len(begun)]:
            steps += 1
            if steps > most:
                return None
            longer = (*begun, bytes(cells))
            columns = zip(*longer, strict=True)
            left = puzzle.height - len(longer)
            if all(map(_may_become, columns, puzzle.cols, repeat(left))):
                todo.append(longer)
    return found


def _may_become(cells: tuple[int, ...], clue: Clue, left: int) -> bool:
    """Whether a line that begins so, with some cells left, can have this clue."""
    runs = Clue.of_cells(bytes(cells))
    if len(runs) > len(clue) or (not left and len(runs) < len(clue)):
        return False
    for at, (run, due) in enumerate(zip(runs, clue, strict=False), 1):
        grows = left and at == len(runs) and cells[-1]
        if run.color != due.color or run.length is None:
            return False
        if due.length not in (None, run.length) and (not grows or run.length > due.length):
            return False
    return True

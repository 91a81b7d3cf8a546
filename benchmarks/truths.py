"""Counts the puzzles of n x n that have one solution, and those that line logic solves.

python benchmarks/truths.py 4

The two figures are known: sequences A242876 and A391619 of the OEIS. Every puzzle that some picture
has is solved by the kernel: by line logic, else by its search up to a second solution. 5x5 takes
minutes, on all processors.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from multiprocessing import Pool

from nonosat.kernel import Board
from nonosat.model import Clue

KNOWN = {
    1: (2, 2),
    2: (14, 14),
    3: (384, 384),
    4: (52362, 51234),
    5: (25309575, 24976511),
}
"""For each n the members of both sequences."""

Clues = tuple[Clue, ...]


@cache
def by_clue(n: int) -> dict[Clue, list[tuple[int, ...]]]:
    """The lines of n cells, by their clue."""
    lines: dict[Clue, list[tuple[int, ...]]] = {}
    for cells in product((0, 1), repeat=n):
        lines.setdefault(Clue.of_cells(bytes(cells)), []).append(cells)
    return lines


def row_clues(n: int) -> Iterator[tuple[Clues, int]]:
    """The clues of all rows, and in how many ways they can be mirrored: one of each of these."""
    for rows in product(by_clue(n), repeat=n):
        turned = tuple(Clue(clue[::-1]) for clue in rows)
        alike = {rows, rows[::-1], turned, turned[::-1]}
        if rows == min(alike):
            yield rows, len(alike)


def count_with(rows: Clues) -> tuple[int, int]:
    """How many puzzles with these rows have one solution, and how many line logic solves."""
    lines = by_clue(len(rows))
    clue_of = {cells: clue for clue, several in lines.items() for cells in several}
    pictures = product(*(lines[clue] for clue in rows))
    unique = solvable = 0
    for cols in {tuple(clue_of[col] for col in zip(*cells, strict=True)) for cells in pictures}:
        board = Board(rows, cols, 2)
        board.propagate()
        if board.cells() is not None:
            solvable += 1
            unique += 1
        else:
            board.next_solution()
            unique += board.next_solution() is None
    return unique, solvable


def weighed(task: tuple[Clues, int]) -> tuple[int, int]:
    """The same for all ways of mirroring these rows."""
    rows, ways = task
    unique, solvable = count_with(rows)
    return ways * unique, ways * solvable


def main(words: list[str]) -> str | None:
    """Count; the return value is an error."""
    if len(words) != 1 or words[0] not in map(str, KNOWN):
        return "truths.py: expected one number from 1 to 5"
    n = int(words[0])
    with Pool() as pool:
        counts = [*pool.imap_unordered(weighed, row_clues(n), chunksize=64)]
    unique, solvable = (sum(column) for column in zip(*counts, strict=True))
    print(f"{n}x{n}: {unique} with one solution, {solvable} solved by line logic")
    if (unique, solvable) != KNOWN[n]:
        return f"truths.py: expected {KNOWN[n][0]} and {KNOWN[n][1]}"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What repair must find, by trying everything."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product

from nonosat.model import Grid


def changed(picture: Grid, colors: int, changes: int) -> Iterator[Grid]:
    """Every picture with so many cells of other colors."""
    for cells in combinations(range(len(picture.cells)), changes):
        for steps in product(range(1, colors), repeat=changes):
            made = bytearray(picture.cells)
            for cell, step in zip(cells, steps, strict=True):
                made[cell] = (made[cell] + step) % colors
            yield Grid(picture.height, picture.width, bytes(made))


def fewest_changes(picture: Grid, colors: int, is_unique: Callable[[Grid], bool]) -> set[Grid]:
    """All pictures with the fewest changes whose puzzle has one solution."""
    for changes in range(len(picture.cells)):
        if found := set(filter(is_unique, changed(picture, colors, changes))):
            return found
    raise AssertionError("a blank picture is unique")


def fewest_givens(picture: Grid, solutions: Iterable[Grid]) -> int:
    """How many given cells it takes at least, with all solutions at hand."""
    differs = [set(picture.differs(grid)) for grid in solutions if grid != picture]
    cells = sorted(set().union(*differs))
    for number in range(len(cells) + 1):
        for chosen in combinations(cells, number):
            if all(cells.intersection(chosen) for cells in differs):
                return number
    raise AssertionError("all cells together hit everything")

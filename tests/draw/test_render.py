"""Pictures as text: exact plain output, and what the styled layouts promise."""

import random
import re
from math import ceil

import brute_force
import pytest

from nonosat.draw.terminal import (
    OPEN,
    Cells,
    Segment,
    bare,
    large,
    plain_lines,
    small,
    styled,
    with_open,
)
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle

KR = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])


def drawn(*rows: str, palette: Palette = BLACK_AND_WHITE) -> tuple[Puzzle, list[bytes]]:
    grid = Grid.of(rows, palette)
    return Puzzle.of_grid(grid, palette), [*grid]


def text(line: list[Segment]) -> str:
    return "".join(segment.text for segment in line)


HOOK, HOOK_CELLS = drawn("####.", "###.#", "#..##", "....#", "....#")
FLAG, FLAG_CELLS = drawn(".kk.", "rrk.", "....", palette=KR)
WIDE, WIDE_CELLS = drawn("#" * 10, "##########", ".#........")
HIGH, HIGH_CELLS = drawn(*["##"] * 101)
ODD, ODD_CELLS = drawn("#..", ".#.", "..#")
COLORED_TEN, COLORED_TEN_CELLS = drawn(*["k" * 10 + "r" * 10] * 11, palette=KR)

PUZZLES = {
    "hook": (HOOK, HOOK_CELLS),
    "flag": (FLAG, FLAG_CELLS),
    "ten": (WIDE, WIDE_CELLS),
    "hundred high": (HIGH, HIGH_CELLS),
    "odd": (ODD, ODD_CELLS),
    "colored ten": (COLORED_TEN, COLORED_TEN_CELLS),
    "one": drawn("#"),
    "blank": drawn(".."),
    "column": drawn("#", ".", "#"),
}


# Plain


#   id            puzzle  cells                  lines
PLAIN = {
    "hook":       (HOOK,  HOOK_CELLS, [
        "           1",
        "     3 2 2 1 4",
        "   4 # # # # .",
        " 3 1 # # # . #",
        " 1 2 # . . # #",
        "   1 . . . . #",
        "   1 . . . . #",
    ]),
    "open":       (ODD,   [[1, OPEN, 0], [OPEN] * 3, [0, 0, 1]], [
        "   1 1 1",
        " 1 # ? .",
        " 1 ? ? ?",
        " 1 . . #",
    ]),
    "colored":    (FLAG,  FLAG_CELLS, [
        "          1k",
        "       1r 1r 2k  0",
        "    2k  .  k  k  .",
        " 2r 1k  r  r  k  .",
        "     0  .  .  .  .",
    ]),
    "open color": (FLAG,  [[0, OPEN, 1, 0], [2, 2, OPEN, OPEN], [0] * 4], [
        "          1k",
        "       1r 1r 2k  0",
        "    2k  .  ?  k  .",
        " 2r 1k  r  r  ?  ?",
        "     0  .  .  .  .",
    ]),
    "ten":        (WIDE,  WIDE_CELLS, [
        "    2 3 2 2 2 2 2 2 2 2",
        " 10 # # # # # # # # # #",
        " 10 # # # # # # # # # #",
        "  1 . # . . . . . . . .",
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("puzzle", "cells", "want"), PLAIN.values(), ids=PLAIN)
def test_plain_lines(puzzle: Puzzle, cells: Cells, want: list[str]) -> None:
    assert plain_lines(puzzle, cells) == want


def test_open_cells_of_a_picture() -> None:
    picture = Grid.of(["#.", ".#"])
    assert with_open(picture, [(1, 0), (1, 1)]) == [[1, 0], [OPEN, OPEN]]
    assert with_open(picture, []) == [[1, 0], [0, 1]]
    assert [*picture] == [b"\1\0", b"\0\1"]


# Styled


@pytest.mark.parametrize(("puzzle", "cells"), PUZZLES.values(), ids=PUZZLES)
def test_large_lines_are_of_equal_width(puzzle: Puzzle, cells: Cells) -> None:
    lines = large(puzzle, cells)
    (width,) = {len(text(line)) for line in lines}
    depth = max(1, *(len(clue) for clue in puzzle.cols))
    assert len(lines) == depth + puzzle.height
    assert width >= 2 * puzzle.width


@pytest.mark.parametrize(("puzzle", "cells"), PUZZLES.values(), ids=PUZZLES)
def test_bare_is_two_rows_a_line(puzzle: Puzzle, cells: Cells) -> None:
    lines = bare(puzzle, cells)
    assert len(lines) == (puzzle.height + 1) // 2
    assert {text(line) for line in lines} == {"▀" * puzzle.width}


@pytest.mark.parametrize(("puzzle", "cells"), PUZZLES.values(), ids=PUZZLES)
def test_small_has_the_clues_around(puzzle: Puzzle, cells: Cells) -> None:
    lines = [text(line) for line in small(puzzle, cells)]
    halves = (puzzle.height + 1) // 2
    head, body = lines[:-halves], lines[-halves:]
    left = body[0].index("▀")
    assert {line.index("▀") for line in body} == {left}
    assert {len(line) for line in head} == {left + puzzle.width}

    sides = [side for line in body for side in (line[:left], line[left + puzzle.width :])]
    numbers = [[int(word) for word in side.split()] for side in sides]
    lengths = [[length for length, _ in clue] or [0] for clue in puzzle.rows]
    assert numbers == lengths + [[]] * (puzzle.height % 2)
    for at, clue in enumerate(puzzle.cols):
        digits = "".join(line[left + at] for line in head)
        assert digits.lstrip() == ("".join(str(length) for length, _ in clue) or "0")
        assert digits == digits.lstrip().rjust(len(head))


def squares(puzzle: Puzzle, cells: Cells) -> list[list[Segment]]:
    """The squares of the large layout, without the clues."""
    return [line[-puzzle.width :] for line in large(puzzle, cells)[-puzzle.height :]]


@pytest.mark.parametrize(("puzzle", "cells"), PUZZLES.values(), ids=PUZZLES)
def test_squares_have_their_colors(puzzle: Puzzle, cells: Cells) -> None:
    rgb = [color.rgb for color in puzzle.palette.colors]
    for row, line in zip(cells, squares(puzzle, cells), strict=True):
        assert [segment.paper for segment in line] == [rgb[cell] for cell in row]
        assert not text(line).strip()
    look = {OPEN: ""} | dict(enumerate(rgb))
    for at, halves in enumerate(bare(puzzle, cells)):
        assert [segment.ink for segment in halves] == [look[c] for c in cells[2 * at]]
        if 2 * at + 1 < puzzle.height:
            assert [segment.paper for segment in halves] == [look[c] for c in cells[2 * at + 1]]
        else:
            assert {segment.paper for segment in halves} == {""}


def test_open_squares_stand_out() -> None:
    cells = [[1, OPEN, 0], [OPEN] * 3, [0, 0, 1]]
    looks = {segment for line in squares(ODD, cells) for segment in line}
    assert len(looks) == 3
    (open_,) = (look for look in looks if look.text == "??")
    assert open_.paper not in {"#ffffff", "#000000"}
    inks = {segment.ink for line in bare(ODD, cells) for segment in line}
    assert len(inks) == 3


def test_numbers_have_the_colors_of_their_inks() -> None:
    for lines in (large(FLAG, FLAG_CELLS), small(FLAG, FLAG_CELLS)):
        numbers = [s for line in lines for s in line if s.text.strip().isdigit() and s.ink]
        assert {s.ink for s in numbers} == {"#000000", "#d00000"}
        assert all(s.paper in {"#000000", "#ffffff"} and s.paper != s.ink for s in numbers)
    for lines in (large(HOOK, HOOK_CELLS), small(HOOK, HOOK_CELLS)):
        assert not any(s.ink or s.paper for line in lines for s in line if s.text.strip().isdigit())


@pytest.mark.parametrize("inks", [2, 12, 40])
def test_every_ink_is_legible(inks: int) -> None:
    row = range(1, inks + 1)
    puzzle = Puzzle.of([[(1, ink) for ink in row]], [[(1, ink)] for ink in row])
    numbers = [segment for line in large(puzzle, [row]) for segment in line if segment.ink]
    assert len(numbers) == 2 * inks
    for segment in numbers:
        looks = [bytes.fromhex(rgb[1:]) for rgb in (segment.ink, segment.paper)]
        ink, paper = (299 * red + 587 * green + 114 * blue for red, green, blue in looks)
        assert abs(ink - paper) >= 100_000


def test_a_number_of_two_digits_fits_a_square_and_one_of_three_widens_it() -> None:
    puzzle, cells = drawn(*["##"] * 10)
    lines = large(puzzle, cells)
    assert [text(line) for line in lines] == ["   1010", *[" 2     "] * 10]
    first, second = (s for s in lines[0] if s.text.strip())
    assert (first.dim, second.dim) == (False, True)
    texts = [text(line) for line in large(*drawn(*["##"] * 100))]
    assert texts[0] == "    100 100"
    assert {len(line) for line in texts} == {11}


@pytest.mark.parametrize("name", PUZZLES)
def test_the_layout_fits_the_width(name: str) -> None:
    puzzle, cells = PUZZLES[name]

    def width(lines: list[list[Segment]]) -> int:
        return max(len(text(line)) for line in lines)

    layouts = [large(puzzle, cells), small(puzzle, cells), bare(puzzle, cells)]
    edges = {width(lines) + more for lines in layouts for more in (-1, 0, 1)}
    for columns in sorted({1, 80, *edges} - {0}):
        fitting = [lines for lines in layouts if width(lines) <= columns]
        shown = styled(puzzle, cells, columns)
        if fitting:
            assert shown == fitting[0]
        else:
            *scaled, note = shown
            step = int(re.search(r"(\d+)x\1 cells", text(note))[1])
            assert width(scaled) == ceil(puzzle.width / step) <= columns
            assert len(scaled) == ceil(ceil(puzzle.height / step) / 2)


def test_a_scaled_picture_has_the_colors_of_most_cells() -> None:
    cells = [[1, 1, 0, 0, 1], [1, 0, 0, 0, 1]]
    puzzle = Puzzle.of_grid(Grid.of([[".#"[cell] for cell in row] for row in cells]))
    line, note = styled(puzzle, cells, 3)
    assert [segment.ink for segment in line] == ["#000000", "#ffffff", "#000000"]
    assert text(note) == "scaled to fit: a square is 2x2 cells"


@pytest.mark.parametrize("seed", range(6))
def test_random_pictures_keep_their_shape(seed: int) -> None:
    rng, inks = random.Random(seed), 1 + seed % 3
    grid = brute_force.random_grid(rng, rng.randint(1, 30), rng.randint(1, 30), inks, 0.6)
    puzzle, cells = brute_force.puzzle_of(grid, inks), [*grid]
    assert len({len(text(line)) for line in large(puzzle, cells)}) == 1
    lines = plain_lines(puzzle, cells)
    chars = {color.char for color in puzzle.palette.colors}
    drawn_rows = lines[-puzzle.height :]
    assert len({len(line) for line in drawn_rows}) == 1
    found = ["".join(line.split()[-puzzle.width :]) for line in drawn_rows]
    assert found == grid.drawn(puzzle.palette.chars)
    assert set("".join(found)) <= chars

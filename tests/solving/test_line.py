"""One line: counts, placements and forced cells, against listing every line there is."""

import json
import random
from itertools import product
from math import comb

import brute_force
import pytest
from command import run

import nonosat
from nonosat.model import Block, Clue
from nonosat.solving.backends.one_line import LinePuzzle

# The classical examples.
#    clue     cells              count  shared by all placements
CLASSICAL = [
    ("8",     "10",              3,     "??######??"),
    ("4 3",   "10",              6,     "??##???#??"),
    ("3 1",   "???#????#?",      3,     ".??#??..#."),
    ("3 2",   "????.?.???",      4,     "?##?...?#?"),
    ("5",     "??#???????",      3,     "??###??..."),
    ("1 3",   "#?.?#?????",      2,     "#..?##?..."),
    ("5 2 2", "??##?##???#?#??", 1,     "..#####..##.##."),
]  # fmt: skip


@pytest.mark.parametrize(("clue", "cells", "count", "shared"), CLASSICAL)
def test_classical_examples(clue: str, cells: str, count: int, shared: str) -> None:
    found = nonosat.line(clue, cells)
    assert (found.number, found.forced) == (count, shared)
    masks = [".#?".index(cell) + 1 for cell in found.known]
    forced = by_force(LinePuzzle.of(found.clue, masks))
    # Blocks on the left come first.
    assert [*found] == ["".join(".#"[c] for c in cells) for cells in sorted(forced, reverse=True)]


def by_force(line: LinePuzzle) -> list[bytes]:
    """Every placement, by listing every line."""
    return list(map(bytes, brute_force.fitting(line.clue, line.allowed, line.length)))


def clues_of(n: int, colors: int) -> set[Clue]:
    return {Clue.of_cells(bytes(cells)) for cells in product(range(colors), repeat=n)}


@pytest.mark.parametrize(("n", "colors"), [(1, 2), (3, 2), (6, 2), (7, 2), (3, 3), (4, 3), (3, 4)])
def test_agrees_with_brute_force(n: int, colors: int) -> None:
    rng = random.Random(n * colors)
    full = (1 << colors) - 1
    for clue in sorted(clues_of(n, colors)):
        for known in (0.0, 0.2, 0.5):
            masks = [rng.randint(1, full) if rng.random() < known else full for _ in range(n)]
            line = LinePuzzle.of(clue, masks, colors)
            assert line.known() == masks
            want = by_force(line)
            found = list(line.placements())
            assert line.count() == len(want) == len(found)
            assert set(found) == set(want)
            shared = [0] * n
            for cells in want:
                shared = [mask | 1 << color for mask, color in zip(shared, cells, strict=True)]
            assert line.cells() == (shared if want else None)


@pytest.mark.parametrize(("n", "k"), [(10, 3), (100, 30), (2000, 600)])
def test_counts_what_nobody_could_list(n: int, k: int) -> None:
    line = LinePuzzle.of((Block(1),) * k, [3] * n)
    assert line.count() == comb(n - k + 1, k)
    colored = LinePuzzle.of((Block(2, 1), Block(1, 2)) * (k // 2), [7] * n, 3)
    free = n - 3 * (k // 2)
    assert colored.count() == comb(free + k // 2 * 2, k // 2 * 2)


def test_the_first_placements_of_a_huge_line_come_at_once() -> None:
    line = LinePuzzle.of((Block(1),) * 1500, [3] * 5000)
    assert next(line.placements())[:5] == bytes([1, 0, 1, 0, 1])


def test_clues_and_cells_in_all_forms() -> None:
    wanted = nonosat.line("3 1", "????#??")
    assert [nonosat.line([3, 1], cells) for cells in ("_ ??#??", "____#  ")] == [wanted] * 2
    assert nonosat.line("2", 3) == nonosat.line([2], "3") == nonosat.line(2, "???")
    colored = nonosat.line("2k 1r", "????.?")
    assert colored.cells == {"black": (), "red": (), "blank": (4,)}
    assert nonosat.line([(2, 1), (1, 2)], "????.?") == colored
    numpy = pytest.importorskip("numpy")
    domains, row = nonosat.Domains.of(["????#??"]), [-1, None, -1, -1, 1, -1, -1]
    column = nonosat.Domains.of([*"????#??"])
    for known in (domains, column, row, tuple(row), [row], ["????#??"], [*"????#??"]):
        assert nonosat.line("3 1", known) == wanted
    assert nonosat.line("3 1", numpy.array([-1, -1, -1, -1, 1, -1, -1])) == wanted
    for known, said in (
        (["??", "??"], "2x2 cells are known, expected one line"),
        ([["#?", "."]], r"there are: \. # \?"),
        ([3], "the known cells have 3, and there are -1 to 1"),
    ):
        with pytest.raises(nonosat.PuzzleError, match=said):
            nonosat.line("1", known)
    with pytest.raises(nonosat.PuzzleError, match="cell 2 may be kr; a line takes one color or"):
        nonosat.line("1k 1r", [["?", "kr", "?"]])
    for cells in (None, True, 5.0):
        with pytest.raises(nonosat.UsageError, match=f"cells must be an integer .* got {cells}"):
            nonosat.line("1", cells)  # type: ignore[arg-type]


def test_a_point_that_may_have_meant_unknown_is_said() -> None:
    found = nonosat.line("3", ".#.")
    assert (found.number, found.forced, found.cells, found.if_open) == (
        *(0, None),
        {"filled": (), "blank": ()},
        1,
    )
    assert str(found).endswith("0 placements; 1 if . meant unknown: here . is blank, ? is unknown")
    assert nonosat.line("3", "#?#.#").if_open == 0  # it is wrong either way


#    arguments                               code  stdout (in part), stderr
ROWS = [
    (["4 3", "10"],                             0, "     ...  1 more; -n all shows them\n", ""),
    (["4 3", "10", "-n", "all"],                0, "       6  ..####.###\n  forced", ""),
    (["3 1", "???#????#?"],                     0, "   given  ???#????#?\n", ""),
    (["3 1", "???#????#?"],                     0, "  filled  4, 9\n   blank  1, 7-8, 10\n", ""),
    (["2k 1r", "kk?"],                          0, "   black  1-2\n     red  3\n   blank  none\n", ""),
    (["2k,1r", "???"],                          0, "2k 1r in 3 cells: 1 placement\n", ""),
    (["0", "3"],                                0, "0 in 3 cells: 1 placement\n       1  ...\n", ""),
    (["3", "#.#"],                             20, "3 in 3 cells: 0 placements; 1 if . meant unknown: here . is blank, ? is unknown\n", ""),
    (["2", "#_#"],                             20, "2 in 3 cells: 0 placements\n", ""),
    (["2", "_# "],                              0, "   given  ?#?\n", ""),
    (["2", "1"],                                3, "", "the clue needs 2 cells, the line has 1"),
    (["2", "0"],                                3, "", "a line has 1 to 10000 cells"),
    (["2", ""],                                 3, "", "a line has 1 to 10000 cells"),
    (["2", "9" * 30],                           3, "", "a line has 1 to 10000 cells"),
    (["2;1", "5"],                              3, "", "clue: expected one clue, without ;"),
    (["", "5"],                                 3, "", "clue: an empty line is written 0"),
    (["2 x", "5"],                              3, "", "clue: block '2' does not say its color"),
    (["2", "?x"],                               3, "", "cells: cell 2 is 'x', not one of '?_ .#'"),
    (["1", "\u0663\u0664"],                     3, "", "cells: cell 1 is '\u0663', not one of '?_ .#'"),
    (["2k 1r", "?#?"],                          3, "", "cells: cell 2 is '#', not one of '?_ .kr'"),
    (["2", "5", "-n", "0"],                     2, "", "-n '0': expected a number of at least 1, or all"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "stdout", "stderr"), ROWS)
def test_the_command(args: list[str], code: int, stdout: str, stderr: str) -> None:
    done = run("line", *args)
    assert done.returncode == code
    assert stdout in done.stdout
    assert done.stderr == (f"nonosat: {stderr}\n" if stderr else "")


def test_json() -> None:
    done = run("line", "4 3", "10", "-n", "2", "--json")
    assert json.loads(done.stdout) == {
        "clue": "4 3", "cells": "??????????", "placements": 6, "forced": "??##???#??",
        "first": ["####.###..", "####..###."], "filled": [2, 3, 7], "blank": [],
    }  # fmt: skip
    done = run("line", "3", "#.#", "--json")
    assert done.returncode == 20
    assert json.loads(done.stdout)["forced"] is None

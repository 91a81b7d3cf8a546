"""Values that print, read and combine: what `str` gives is read again, and turning loses nothing."""

import gzip
import io
import pickle
import random
import re
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import brute_force
import pytest
from conftest import at_night

import nonosat
from nonosat import Domains, Grid, Palette, Puzzle, Sheet
from nonosat.model import OPEN, UNSETTLED
from nonosat.model.colors import INK_COLORS

HEART = Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2])
SWITCH = Puzzle.of([1, 1], [1, 1])
CHARS = "".join(char for *_, char in INK_COLORS)


def random_values(seed: int) -> tuple[Grid, Puzzle, Domains]:
    """A picture of one to three inks, its puzzle with given cells or hidden numbers, and known cells."""
    rng = random.Random(seed)
    inks = rng.randint(1, 3)
    grid = brute_force.random_grid(rng, rng.randint(1, 6), rng.randint(1, 6), inks, 0.5)
    puzzle = brute_force.puzzle_of(grid, inks)
    full = (2 << inks) - 1
    masks = [
        rng.choice([full, 1 << color, full & ~(1 << (color > 0))]) | 1 << color
        for color in grid.cells
    ]
    known = Domains.of_cells(grid.height, grid.width, inks + 1, masks)
    if rng.random() < 0.5:
        puzzle = puzzle.given(known)
    return grid.in_colors(puzzle.palette), puzzle, known


@pytest.mark.parametrize("seed", [*range(20), *at_night(*range(20, 60))])
def test_turning_loses_nothing(seed: int) -> None:
    grid, puzzle, known = random_values(seed)
    rows = [[*row] for row in grid]
    assert [[*row] for row in grid.transpose()] == [[*column] for column in zip(*rows, strict=True)]
    assert [[*row] for row in grid.flip()] == [row[::-1] for row in rows]
    assert [[*row] for row in grid.rotate()] == [[*column] for column in zip(*rows, strict=True)][
        ::-1
    ]
    values: list[Any] = [grid, puzzle, known]
    for value in values:
        assert value.transpose().transpose() == value.flip().flip() == value
        assert value.rotate().rotate().rotate().rotate() == value
        forms = [value, value.rotate(), value.rotate().rotate(), value.transpose().flip()]
        forms += [form.transpose() for form in forms]
        assert len({form.canonical() for form in forms}) == 1
        assert value.canonical() in forms
        assert value.canonical().canonical() == value.canonical()
    for turn in (Grid.transpose, Grid.flip, Grid.rotate, Grid.canonical):
        turned = getattr(puzzle, turn.__name__)()
        if turn is not Grid.canonical:
            assert turned.accepts(turn(grid))
        assert puzzle.palette == turned.palette
        assert nonosat.check(turned).verdict == nonosat.check(puzzle).verdict


@pytest.mark.parametrize("seed", [*range(20), *at_night(*range(20, 60))])
def test_what_is_printed_is_read_again(seed: int) -> None:
    grid, puzzle, known = random_values(seed)
    assert Grid.of(str(grid), puzzle.palette) == grid
    assert Grid.of([[*row] for row in grid.drawn(puzzle.palette.chars)], puzzle.palette) == grid
    single = Domains.of_cells(
        known.height, known.width, len(puzzle.palette.colors),
        [mask if mask.bit_count() == 1 else (2 << len(puzzle.palette.inks)) - 1 for mask in known.cells()],
    )  # fmt: skip
    assert Domains.of(str(known), puzzle.palette) == single
    assert Puzzle.of(puzzle.text()) == puzzle
    assert Puzzle.of(nonosat.link_of(Sheet(puzzle, title="x"), "https://example.org/")) == puzzle
    assert nonosat.link_of(puzzle, "x").endswith(puzzle.text())
    assert str(puzzle) == nonosat.show(puzzle) == str(Sheet(puzzle, goals=(grid,)))


@pytest.mark.parametrize("seed", [*range(10), *at_night(*range(10, 30))])
def test_known_cells_of_all_forms(seed: int) -> None:
    grid, puzzle, known = random_values(seed)
    rng = random.Random(seed)
    words = known.words(puzzle.palette)
    shown = {
        (row, col): grid[row, col]
        for row in range(grid.height)
        for col in range(grid.width)
        if rng.random() < 0.5
    }
    named = {cell: puzzle.palette.chars[color] for cell, color in shown.items()}
    cells = puzzle.known_cells(shown)
    assert puzzle.known_cells(words) == puzzle.known_cells(known) == known
    assert puzzle.known_cells(named) == cells is not None
    assert [*cells.outside(grid)] == []
    assert sum(mask.bit_count() == 1 for mask in cells.cells()) == len(shown)
    wanted = nonosat.check(puzzle, known=cells)
    assert nonosat.check(puzzle, known=shown).solutions == wanted.solutions


KNOWN = ["#?", "??"]
ASKED = {
    "check": lambda known: nonosat.check(SWITCH, known=known, limits=10).verdict,
    "solve": lambda known: nonosat.solve(SWITCH, known=known, limits=10).solutions,
    "solutions": lambda known: [*nonosat.solutions(SWITCH, known=known, limits=10)],
    "count": lambda known: nonosat.count(SWITCH, known=known, limits=10).number,
    "backbone": lambda known: nonosat.backbone(SWITCH, known=known, limits=10).cells,
    "steps": lambda known: [*nonosat.steps(SWITCH, known=known, limits=10)],
    "hint": lambda known: nonosat.hint(SWITCH, known=known, limits=10).decided,
    "why": lambda known: nonosat.why(SWITCH, (1, 1), known=known, limits=10).lines,
    "conflict": lambda known: nonosat.conflict(SWITCH, known=known, limits=10).solvable,
    "rate": lambda known: nonosat.rate(SWITCH, known=known, limits=10).stars,
    "given": lambda known: SWITCH.given(known),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_every_call_takes_all_forms_of_known_cells(ask: Any) -> None:
    wanted = ask(Domains.of(KNOWN))
    numpy = pytest.importorskip("numpy")
    numbers = [[1, OPEN], [UNSETTLED, None]]
    masked = numpy.ma.masked_array([[1, 1], [1, 1]], [[False, True], [True, True]])
    forms = (KNOWN, [["#", "?"], ["?", "?"]], "# ?\n? ?", {(0, 0): 1}, {(0, 0): "#"})
    for known in (*forms, numbers, numpy.array([[1, -1], [-1, -1]]), masked):
        assert ask(known) == wanted
    with pytest.raises(nonosat.UsageError, match="not Grid"):
        ask(Grid.of(["#.", ".#"]))


def test_the_backbone_is_known_to_other_calls() -> None:
    puzzle = Puzzle.of([1, 1, 0], [1, 1])
    shared = nonosat.backbone(puzzle)
    assert puzzle.known_cells(shared.rows()) == Domains.of(["??", "??", ".."])
    with pytest.raises(nonosat.PuzzleError, match="the known cells have 2, and there are -1 to 1"):
        puzzle.known_cells([[2, -1], [-1, -1], [-1, -1]])


def test_given_cells_are_part_of_a_puzzle() -> None:
    puzzle = Puzzle.of([1, 1], [1, 1], given=KNOWN)
    assert puzzle == SWITCH.given(KNOWN)
    assert Puzzle.of(SWITCH.text(), given={(0, 0): 1}) == puzzle
    assert nonosat.check(puzzle).is_unique


def test_limits_are_seconds() -> None:
    assert nonosat.check(SWITCH, limits=None).verdict == "multiple"
    assert nonosat.check(SWITCH, limits=0).error == "the limit of 0 s was reached"
    assert nonosat.check(SWITCH, limits=2.5).verdict == "multiple"
    with pytest.raises(nonosat.LimitReached):
        [*nonosat.solutions(SWITCH, limits=0)]


def test_cells_are_replaced() -> None:
    grid = Grid.of(["##", "#."])
    assert grid.replace({(0, 1): 0, (1, 1): 1}) == Grid.of(["#.", "##"])
    assert grid.replace({}) == grid != grid.replace({(0, 0): 0})
    for wrong in ({(2, 0): 1}, {(0, -1): 1}, {(0, 0): 2}, {(0, 0): "#"}, {5: 1}, [(0, 0)]):
        with pytest.raises(nonosat.UsageError):
            grid.replace(wrong)  # type: ignore[arg-type]


def test_palettes_of_characters() -> None:
    palette = Palette.of({"k": "#000000", "r": "#d00000"})
    assert palette == Palette.of(
        [("white", "#ffffff", None), ("black", "#000000", "k"), ("red", "#d00000", "r")]
    )
    assert Palette.of({"#": "#123456"}).chars == [".", "#"]
    assert Palette.of({".": "#000000", "a": "#ffffff"}).colors[0].rgb == "#000000"
    wrong: list[dict[Any, Any]] = [
        {},
        {"k": "black"},
        {"": "#000000"},
        {"1": "#000000"},
        {"k": 3},
        {"#": "#000000", "a": "#111111"},
    ]
    for colors in wrong:
        with pytest.raises(nonosat.NonosatError):
            Palette.of(colors)


def test_letters_need_no_palette() -> None:
    puzzle = Puzzle.of(["1k 1r", "2r"], ["1k 1r", "2r"])
    assert puzzle == Puzzle.of([[(1, 1), (1, 2)], [(2, 2)]], [[(1, 1), (1, 2)], [(2, 2)]])
    assert Puzzle.of(["1k"], ["1k"]) == Puzzle.of([1], [1])
    for number, char in enumerate(CHARS, 1):
        assert Puzzle.of([f"1{char}"], [f"?{char}"]).rows[0][0].color == number
    for clue in ("1r 1", "1z", "1rr"):
        with pytest.raises(nonosat.PuzzleError, match=r"row 1: .* is not a clue such as"):
            Puzzle.of([clue], ["1r", "1r"])


def test_drawings_of_values() -> None:
    result = nonosat.check(HEART)
    assert result.solution is not None
    sheet = Sheet(HEART, goals=result.solutions)
    for value in (HEART, result.solution, result, sheet):
        ElementTree.fromstring(value.svg())
        assert value.png(cell=10).startswith(b"\x89PNG")
        assert nonosat.loads(value.png())[0].puzzle == HEART
    assert sheet.svg() == HEART.svg() != sheet.svg(solution=True)
    assert len(HEART.svg(cell=5)) != len(HEART.svg(cell=50))


def test_one_line_beyond_forty_thousand_cells() -> None:
    for side, lines in ((200, 200), (201, 1)):
        grid = Grid(side, side, bytes(side * side))
        for value in (grid, Domains.of_grid(grid, 2)):
            assert len(str(value).splitlines()) == lines
        assert len(str(Puzzle.of_grid(grid)).splitlines()) == (lines + 1 if lines > 1 else 1)


def test_content_decides_without_a_suffix(tmp_path: Path) -> None:
    text = nonosat.dumps(HEART, "non")
    nonosat.dump(HEART, tmp_path / "a.xlsx")
    (tmp_path / "a.xlsx").rename(tmp_path / "xlsx")
    (tmp_path / "gz").write_bytes(gzip.compress(text.encode()))
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("folder/heart.non", text)
    for name in ("xlsx", "gz", "zip"):
        for sheets in (
            nonosat.load(tmp_path / name),
            nonosat.loads((tmp_path / name).read_bytes()),
            nonosat.load(io.BytesIO((tmp_path / name).read_bytes())),
        ):
            assert [sheet.puzzle for sheet in sheets] == [HEART], name


def test_open_files(tmp_path: Path) -> None:
    file = tmp_path / "heart.non"
    for mode in ("w", "wb"):
        with open(file, mode) as opened:
            nonosat.dump(HEART, opened)  # type: ignore[arg-type]
        for reading in ("r", "rb"):
            with open(file, reading) as opened:
                assert [sheet.puzzle for sheet in nonosat.load(opened)] == [HEART]  # type: ignore[arg-type]
    two = io.StringIO()
    nonosat.dump(HEART, two, "jsonl")
    nonosat.dump(SWITCH, two, "jsonl")
    two.seek(0)
    assert [sheet.puzzle for sheet in nonosat.load(two)] == [HEART, SWITCH]
    closed = io.BytesIO()
    closed.close()
    for error, call in (
        (nonosat.UsageError, lambda: nonosat.dump(HEART, io.StringIO(), "xlsx")),
        (nonosat.UsageError, lambda: nonosat.dump(HEART, io.BytesIO())),
        (nonosat.OutputError, lambda: nonosat.dump(HEART, closed, "non")),
        (nonosat.InputError, lambda: nonosat.load(closed)),
        (nonosat.ParseError, lambda: nonosat.load(io.BytesIO(b"\0\1"))),
        (nonosat.UsageError, lambda: nonosat.loads("\x89PNG\xff")),
    ):
        with pytest.raises(error):
            call()


#   name                         value                                            what `str` says
SAID: dict[str, tuple[Any, str]] = {
    "unique":      (lambda: nonosat.check(HEART),                           r"unique solution, \d\.\d{3} s \(auto\)"),
    "multiple":    (lambda: nonosat.check(SWITCH),                          r"2 solutions, there may be more, .* s \(auto.*\)"),
    "limit":       (lambda: nonosat.check(SWITCH, limits=0),                r"no solution found \(the limit of 0 s was reached\), .*"),
    "count":       (lambda: nonosat.count(SWITCH),                          r"exactly 2 solutions, .* s"),
    "backbone":    (lambda: nonosat.backbone(SWITCH),                       r"0 of 4 cells are the same in every solution; 4 vary, .*"),
    "rating":      (lambda: nonosat.rate(HEART),                            r"1 star, score 2\.66, lines, hardest rule: simple boxes"),
    "no rating":   (lambda: nonosat.rate(SWITCH),                           r"no rating: several solutions"),
    "hint":        (lambda: nonosat.hint(HEART),                            r"rows 2 \(5\), 3 \(5\) are full"),
    "step":        (lambda: next(nonosat.steps(HEART)),                     r"row 2 \(5\): simple boxes: 1-5 filled"),
    "why":         (lambda: nonosat.why(HEART, (1, 0)),                     r"row 2, column 1 is filled\. It takes 1 line:\nrow 2 .*"),
    "why varies":  (lambda: nonosat.why(SWITCH, (0, 0)),                    r"row 1, column 1 is not the same in all solutions"),
    "no conflict": (lambda: nonosat.conflict(HEART),                        r"There is a solution: the clues do not contradict each other\."),
    "conflict":    (lambda: nonosat.conflict(CLASH),                        r"These 2 lines \(proved: no fewer\) are in conflict: row 2, column 2\."),
    "typo":        (lambda: nonosat.conflict(CLASH).typos[0],               r"exchange column 1 \(1\) and the next one \(1 1\)"),
    "contradiction": (lambda: nonosat.conflict(CLASH).steps[-1],            r"contradiction: column 2 \(1 1\) cannot be completed"),
    "blotted":     (lambda: nonosat.blot(HEART),                            r"5 of 11 numbers hidden, one solution kept \(proved\); .*"),
    "changes":     (lambda: nonosat.fewest_changes(["#.", ".#"]),           r"Change 1 cell to blank: row 1, column 1\. Proved: no fewer will do\. .*"),
    "givens":      (lambda: nonosat.fewest_givens(["#.", ".#"]),            r"Give 1 cell: row 1, column 2\. Proved: no fewer will do\. .*"),
    "no changes":  (lambda: nonosat.fewest_changes(["##"]),                 r"Nothing to change: there is exactly one solution\. .*"),
}  # fmt: skip
CLASH = Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])


@pytest.mark.parametrize(("make", "said"), SAID.values(), ids=SAID)
def test_answers_are_sentences(make: Any, said: str) -> None:
    value = make()
    assert re.fullmatch(said, str(value), re.DOTALL)
    assert len(repr(value)) < 100
    assert "\n" not in repr(value)
    again = pickle.loads(pickle.dumps(value))
    assert (again, str(again)) == (value, str(value))


def test_steps_compare_without_their_puzzle() -> None:
    one, other = (
        next(nonosat.steps(puzzle)) for puzzle in (HEART, Puzzle.of(HEART.rows, [2, 4, 4, 4, "?"]))
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one.puzzle == HEART != other.puzzle

"""Hints: the next step from a partly filled grid, always implied by the clues and what is known."""

import json
import random
from itertools import product, takewhile
from pathlib import Path

import brute_force
import pytest
from command import run

from nonosat.ask.explain.events import (
    Change,
    Contradicted,
    Deduced,
    Evident,
    Guessed,
    Refuted,
    Solved,
)
from nonosat.ask.explain.hints import Hint, hint
from nonosat.ask.explain.steps import Replay, explain_step, steps
from nonosat.files import load
from nonosat.formats.said.typed import typed_puzzle
from nonosat.model import OPEN, Clue, Domains, Grid, Line, Puzzle
from nonosat.solving.api import check
from nonosat.solving.result import Verdict


def check_hint(found: Hint, known: Domains, grids: set[Grid]) -> None:
    """Against all solutions there are."""
    masks = list(known.cells())
    left = [g for g in grids if all(m >> c & 1 for m, c in zip(masks, g.cells, strict=True))]
    verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(2, len(left))]
    assert found.verdict is verdict
    step = found.step
    if not left:
        return
    assert not isinstance(step, Contradicted)
    if isinstance(step, Deduced | Evident | Refuted):
        assert step.depth == 0
        for row, col, color in step.decided:
            at = row * known.width + col
            assert masks[at] & (masks[at] - 1), "it was not known"
            assert all(grid.cells[at] == color for grid in left)
        for row, col, color in step.excluded:
            assert not any(grid.cells[row * known.width + col] == color for grid in left)
        assert step.decided or step.excluded
    elif isinstance(step, Solved):
        assert [step.grid] == left
    else:
        assert isinstance(step, Guessed)
        assert len(left) > 1, "nothing this small takes a guess if it is unique"


@pytest.mark.both_kernels
@pytest.mark.parametrize(("height", "width", "colors"), [(3, 4, 2), (2, 4, 3), (3, 3, 3)])
def test_hints_are_implied(height: int, width: int, colors: int) -> None:
    rng = random.Random(height * width * colors)
    everything = list(brute_force.pictures_by_clues(height, width, colors).values())
    kinds = set()
    for grids in rng.sample(everything, 250):
        grid = min(grids, key=lambda grid: grid.cells)
        puzzle = brute_force.puzzle_of(grid, colors - 1)
        share = rng.random()
        lies = rng.random() < 0.2
        masks = (
            1 << (rng.randrange(colors) if lies and rng.random() < 0.1 else cell)
            if rng.random() < share
            else (1 << colors) - 1
            for cell in grid.cells
        )
        known = Domains.of_cells(height, width, colors, masks)
        found = hint(puzzle, known=known)
        check_hint(found, known, grids)
        kinds.add(type(found.step))
    assert kinds >= {Deduced, Evident, Solved, Contradicted}


@pytest.mark.both_kernels
def test_hints_lead_to_the_solution() -> None:
    """Following nothing but hints, one after the other."""
    grid = brute_force.random_grid(random.Random(3), 12, 12, 1, 0.55)
    puzzle = brute_force.puzzle_of(grid, 1)
    masks = [3] * 144
    seen = set()
    for _ in range(300):
        found = hint(puzzle, known=Domains.of_cells(12, 12, 2, masks))
        seen.add(type(found.step))
        if not isinstance(found.step, Change):
            break
        for row, col, color in found.step.decided:
            masks[row * 12 + col] = 1 << color
    assert isinstance(found.step, Solved)
    assert found.verdict is Verdict.UNIQUE
    assert bytes(mask >> 1 for mask in masks) == found.step.grid.cells
    assert seen <= {Deduced, Evident, Refuted, Guessed, Solved}


@pytest.mark.both_kernels
def test_a_contradiction_that_takes_reasoning_names_a_line() -> None:
    # Every line has a placement with the black cell, yet none of the three has the black row.
    puzzle = Puzzle.of([[1], [1, 1], [1]], [[1], [1, 1], [1]])
    known = Domains.of_cells(3, 3, 2, [2, 3, 3, 3, 3, 3, 3, 3, 3])
    found = hint(puzzle, known=known)
    assert found.verdict is Verdict.NONE
    assert isinstance(found.step, Contradicted)
    board = Replay(puzzle, known)
    for step in found.before:
        board.apply(step)
    line = found.step.line
    row = ["".join("?.#"[cell + 1] for cell in cells) for cells in board.cells]
    cells = row[line.index] if line.axis == "row" else "".join(r[line.index] for r in row)
    clue = puzzle.clue(line)
    fitting = [
        p
        for p in product(".#", repeat=3)
        if all(a in ("?", b) for a, b in zip(cells, p, strict=True))
    ]
    assert found.before
    assert all(Clue.of_cells(bytes(c == "#" for c in p)) != clue for p in fitting)


@pytest.mark.both_kernels
@pytest.mark.parametrize("known", [None, Domains.of_cells(3, 3, 2, [3] * 9)])
def test_where_no_cell_is_known_none_is_called_wrong(known: Domains | None) -> None:
    puzzle = Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])
    assert str(hint(puzzle, known=known)).endswith(": there is no solution")


#    known                            code  first line
TOLD = [
    ("????? ????? ????? ????? ?????",    0, "row 4 (2 2): simple boxes: 1-2, 4-5 filled; 3 blank"),
    ("????? ????? ????? ##.## ?????",    0, "row 2 (3): simple boxes: 3 filled"),
    ("..#.. ..### .###. ##.## ##...",    0, "every cell is known, and all clues are satisfied"),
    ("????? ????? ????? ????? #.#??",   20, "contradiction: row 5 (2) cannot be completed: the known cells are wrong"),
    ("#???? ????? ????? ????? ?????",   20, "after 1 step there is a contradiction: column 1 (2) cannot be completed: the known cells are wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("known", "code", "first"), TOLD)
def test_the_command_line(tmp_path: Path, known: str, code: int, first: str) -> None:
    (tmp_path / "known.txt").write_text(known.replace(" ", "\n"))
    path = str(tmp_path / "known.txt")
    done = run("hint", "data/seeds/zigzag-5x5.two", "--known", path)
    assert (done.returncode, "known.txt: wrong: row" in done.stderr) == (code, code == 20)
    assert done.stdout.splitlines()[0] == first


#    rows           cols                known                hint
EVIDENT = [
    ("0;1;0",       "0;1;0",            None,                "columns 1, 3 are empty; rows 1, 3 are empty"),
    ("0;1;0;0;0",   "0;1;0;0;0",        None,                "columns 1, 3 to 5 are empty; rows 1, 3 to 5 are empty"),
    ("2 1;1;1",     "2;1;1;1",          None,                "row 1 (2 1): simple boxes: 1-2, 4 filled; 3 blank"),
    ("2;0;2",       "1 1;1 1",          None,                "row 2 is empty; columns 1 (1 1), 2 (1 1) are full; rows 1 (2), 3 (2) are full"),
    ("2;0;2",       "1 1;1 1",          "## ?. ##",          "row 2 is empty; column 1 (1 1) is full"),
    ("2;0;2",       "1 1;1 1",          "## ?? ##",          "row 2 is empty; columns 1 (1 1), 2 (1 1) are full"),
    ("1r 1k 1k;1r", "2r;1k;0;1k",       None,                "column 3 is empty; column 1 (2r) is full; row 1 (1r 1k 1k) is full"),
    ("? ?;?",       "2;0;1",            None,                "column 2 is empty; column 1 (2) is full; row 1 (? ?) is full"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "known", "said"), EVIDENT)
def test_lines_that_their_clues_decide_are_one_hint(
    rows: str, cols: str, known: str | None, said: str
) -> None:
    puzzle = typed_puzzle(rows, cols)
    found = hint(puzzle, known=known and known.split())
    assert str(found) == said
    board = Replay(puzzle, Domains.of(known.split()) if known else None)
    board.apply(found.step)
    assert all(OPEN not in board.line(line) for line in found.step.lines)


#    file                           row, column  steps  without choice
NEAREST = [
    ("data/drawn/cat.txt",            (14, 15),      9,     60),
    ("data/seeds/large-20x20.two",    (3, 15),      5,     24),
]  # fmt: skip


@pytest.mark.parametrize(("path", "cell", "few", "many"), NEAREST)
def test_a_wrong_mark_is_shown_wrong_in_few_steps(
    path: str, cell: tuple[int, int], few: int, many: int
) -> None:
    puzzle = load(path)[0].puzzle
    (grid,) = check(puzzle).solutions
    known = {cell: 1 - grid[cell]}
    taken = list(takewhile(lambda step: isinstance(step, Change), steps(puzzle, known=known)))
    found = hint(puzzle, known=known)
    assert isinstance(found.step, Contradicted)
    assert (len(found.before), len(taken)) == (few, many)


def test_json(tmp_path: Path) -> None:
    (tmp_path / "known.txt").write_text("?????\n" * 4 + "#.#??\n")
    args = ["--json", "--known", str(tmp_path / "known.txt")]
    done = run("hint", "data/seeds/zigzag-5x5.two", *args)
    assert done.returncode == 20
    assert json.loads(done.stdout) == {
        "source": "data/seeds/zigzag-5x5.two", "position": 1, "title": None,
        "remarks": [], "kind": "contradiction", "depth": 0, "line": {"axis": "row", "index": 4, "clue": "2"},
        "text": "contradiction: row 5 (2) cannot be completed: the known cells are wrong",
        "verdict": "none", "decided": [], "excluded": [],
    }  # fmt: skip
    done = run("hint", "--rows", "1;1", "--cols", "1;1", "--json")
    facts = json.loads(done.stdout)
    assert (facts["kind"], facts["decided"], facts["verdict"]) == ("guess", [], "multiple")


def test_the_command_line_admits_guessing() -> None:
    done = run("hint", "--rows", "1;1", "--cols", "1;1")
    said = "no line decides a cell, nor does trying a color of one cell: you have to guess"
    assert (done.returncode, done.stdout) == (0, f"{said}, and there are several solutions\n")


def test_trials_tell_their_chain(tmp_path: Path) -> None:
    done = run("steps", "data/drawn/first-steps.jsonl", "--json")
    taken = [json.loads(line) for line in done.stdout.splitlines()]
    trial = next(step for step in taken if step["kind"] == "trial")
    number = taken.index(trial)
    board = [["?"] * 5 for _ in range(5)]
    for step in taken[:number]:
        for row, col, char in step.get("decided", []):
            board[row][col] = char
    (tmp_path / "known.txt").write_text("\n".join(map("".join, board)) + "\n")
    clues = json.loads(Path("data/drawn/first-steps.jsonl").read_text().splitlines()[0])
    (tmp_path / "one.json").write_text(json.dumps(clues))
    done = run("hint", str(tmp_path / "one.json"), "--known", str(tmp_path / "known.txt"))
    first, second, _ = done.stdout.splitlines()
    assert first == trial["text"]
    names = ", ".join(f"{line['axis']} {line['index'] + 1}" for line in trial["chain"])
    assert second == f"(look at {names})"
    assert f"({len(trial['chain'])} lines)" in first


@pytest.mark.parametrize(
    ("rows", "cols", "known", "said"),
    [
        ([[2, 1]], [[1], [1], [], [1]], ["????"], "the blocks fill the line, so each has only one"),
        (
            [[2, 1], [1]],
            [[1], [1], [1], [1], []],
            ["????.", "?????"],
            "the remaining blocks fill the remaining room",
        ),
        ([[3]], [[1], [1], [1], []], ["????"], "a long block covers the middle of its room"),
        ([[], [1]], [[1]], ["?", "?"], "the clue is 0, so the line is blank"),
    ],
    ids=["fills", "fills the rest", "covers", "no blocks"],
)
def test_the_words_of_a_hint_fit_its_case(
    rows: list[list[int]], cols: list[list[int]], known: list[str], said: str
) -> None:
    puzzle = Puzzle.of(rows, cols)
    first = next(
        step
        for step in steps(puzzle, known=Domains.of(known))
        if isinstance(step, Deduced) and step.line == Line("row", 0)
    )
    assert said in explain_step(first, puzzle)

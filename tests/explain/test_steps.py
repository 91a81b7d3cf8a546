"""Steps: replayed they reach exactly the solver's grid, and what they call certain is certain."""

from __future__ import annotations

import io
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import brute_force
import pytest
from command import COMMAND, environment, run, without_times
from conftest import ROOT

import nonosat
from nonosat.errors import CannotHold, LimitReached, UsageError
from nonosat.explain.animation import MAX_FRAMES, film, svg
from nonosat.explain.cell_colors import cell_rgb
from nonosat.explain.events import (
    Change,
    Contradicted,
    Deduced,
    Guessed,
    LineId,
    Refuted,
    Solved,
    Step,
    TakenBack,
)
from nonosat.explain.gif import gif
from nonosat.explain.rules import RULES
from nonosat.explain.screen import plain_screen, screen, strip
from nonosat.explain.search import stepwise
from nonosat.explain.steps import Replay, describe, steps, to_dict
from nonosat.kernel import narrow, prepare
from nonosat.model import Domains, Grid, Puzzle
from nonosat.render.svg import layout
from nonosat.result import Deadline

try:
    import pty
except ImportError:  # Windows
    pty = None  # type: ignore[assignment]

SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
PERMUTATIONS = Puzzle.of([[1], [1], [1], [1]], [[1], [1], [1], [1]])
CLASH = Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])
DOMINO = Puzzle.of(  # domino logic of size 6: unique, and no trial of one cell starts it
    [[3], *[[1], [3, 1]] * 5, [1], [1]], [[1], [1], *[[1, 3], [1]] * 5, [3]]
)


def random_puzzle(seed: int, size: int, inks: int = 1, density: float = 0.5) -> Puzzle:
    grid = brute_force.random_grid(random.Random(seed), size, size, inks, density)
    return brute_force.puzzle_of(grid, inks)


@cache
def all_steps(puzzle: Puzzle) -> list[Step]:
    return list(steps(puzzle))


def files() -> list[tuple[str, int]]:
    found = [
        *sorted((ROOT / "data/seeds").glob("*.txt")),
        *(p for p in sorted((ROOT / "data/drawn").iterdir()) if p.suffix != ".md"),
    ]
    slow = {"bicycle", "windmill"}  # seconds of trials each; others take trials as well
    names = [path.relative_to(ROOT).as_posix() for path in found if path.stem not in slow]
    return [(name, number) for name in names for number in range(len(nonosat.load(ROOT / name)))]


def cells_of(replay: Replay) -> bytes:
    return bytes(cell for row in replay.cells for cell in row)


def replayed(puzzle: Puzzle, taken: list[Step], known: Domains | None = None) -> Replay:
    replay = Replay(puzzle, known)
    for step in taken:
        replay.apply(step)
    return replay


def check_steps(puzzle: Puzzle, taken: list[Step]) -> None:
    """Every step changes open cells only, says something, and the depths add up."""
    replay = Replay(puzzle)
    depth = 0
    for step in taken:
        depth += isinstance(step, Guessed)
        depth -= isinstance(step, TakenBack)
        assert step.depth == depth
        before = [row[:] for row in replay.masks]
        if isinstance(step, TakenBack):
            before = [row[:] for row in replay._before[-1][0]]
        replay.apply(step)
        assert describe(step, puzzle)
        json.dumps(to_dict(step, puzzle))
        if isinstance(step, Change):
            assert step.decided or step.excluded
            for row, col, color in step.decided:
                mask = before[row][col]
                assert mask & (mask - 1), "it was open"
                assert mask >> color & 1
                assert replay.depths[row][col] == depth
            for row, col, color in step.excluded:
                assert before[row][col] >> color & 1
                assert replay.masks[row][col] & (replay.masks[row][col] - 1), "it is still open"
        if isinstance(step, Deduced):
            at = step.line.axis == "column"
            assert {cell[at] for cell in (*step.decided, *step.excluded)} == {step.line.index}


@pytest.mark.parametrize(("name", "number"), files())
def test_steps_of_files_reach_the_solver_s_grid(name: str, number: int) -> None:
    puzzle = nonosat.load(ROOT / name)[number].puzzle
    taken = list(steps(puzzle))
    check_steps(puzzle, taken)
    (want,) = nonosat.check(puzzle).solutions
    assert isinstance(taken[-1], Solved)
    assert taken[-1].grid == want
    assert cells_of(replayed(puzzle, taken)) == want.cells


@pytest.mark.parametrize(
    ("seed", "size", "inks", "density"),
    [
        *((seed, 8, 1, 0.5) for seed in range(20)),
        *((seed, 7, 2, 0.6) for seed in range(20)),
        (1, 15, 3, 0.6), (2, 20, 1, 0.5), (6, 25, 1, 0.5), (7, 30, 1, 0.5), (3, 30, 2, 0.7), (8, 60, 1, 0.65),
    ],
)  # fmt: skip
def test_steps_of_random_puzzles_reach_a_solution(
    seed: int, size: int, inks: int, density: float
) -> None:
    puzzle = random_puzzle(seed, size, inks, density)
    taken = all_steps(puzzle)
    check_steps(puzzle, taken)
    last = taken[-1]
    assert isinstance(last, Solved)
    assert cells_of(replayed(puzzle, taken)) == last.grid.cells
    solutions = nonosat.solve(puzzle, at_most=2, limits=nonosat.Limits(10)).solutions
    if len(solutions) == 1:
        assert (last.grid,) == solutions
    else:
        assert last.depth, "an ambiguous puzzle takes a guess"


def test_what_is_certain_holds_in_every_solution() -> None:
    """Of every set of clues of 3x4 pictures, brute force knows all solutions."""
    guessed = refuted = 0
    everything = list(brute_force.pictures_by_clues(3, 4).items())
    for clues, grids in random.Random(1).sample(everything, 1000):
        puzzle = Puzzle(*clues)
        for step in steps(puzzle):
            if isinstance(step, Change) and not step.depth:
                for row, col, color in step.decided:
                    assert all(grid.cells[row * 4 + col] == color for grid in grids)
            refuted += isinstance(step, Refuted)
            if isinstance(step, Guessed):
                guessed += 1
                assert len(grids) > 1, "nothing this small takes a guess if it is unique"
                break
    assert guessed > 30
    assert refuted


@pytest.mark.parametrize(("height", "width", "colors"), [(3, 3, 2), (2, 3, 3)])
def test_steps_reach_all_solutions(height: int, width: int, colors: int) -> None:
    for clues, grids in brute_force.pictures_by_clues(height, width, colors).items():
        puzzle = brute_force.puzzle_of(next(iter(grids)), colors - 1)
        assert (puzzle.rows, puzzle.cols) == clues
        taken: list[Step] = []
        found = []
        replay = Replay(puzzle)
        for step in stepwise(puzzle, None, Deadline(None), RULES):
            check_guess(step, replay, grids)
            replay.apply(step)
            taken.append(step)
            if isinstance(step, Solved):
                assert cells_of(replay) == step.grid.cells
                found.append(step.grid)
        assert len(found) == len(grids)
        assert set(found) == grids
        check_steps(puzzle, taken)


def check_guess(step: Step, replay: Replay, grids: set[Grid]) -> None:
    """A guess is called wrong only if no solution has it, given what was known before it."""
    if isinstance(step, TakenBack):
        (row, col), masks = step.cell, replay._before[-1][0]
        flat = [mask for line in masks for mask in line]
        under = [
            grid
            for grid in grids
            if grid.row(row)[col] == step.color
            and all(mask >> color & 1 for mask, color in zip(flat, grid.cells, strict=True))
        ]
        assert step.refuted == (not under)


def test_without_rules_whole_lines_are_solved() -> None:
    puzzle = nonosat.load(ROOT / "data/seeds/large-20x20.txt")[0].puzzle
    taken = list(stepwise(puzzle, None, Deadline(None)))
    assert {step.rule for step in taken if isinstance(step, Deduced)} == {"every placement agrees"}
    assert isinstance(taken[-1], Solved)
    by_rules = list(steps(puzzle))
    assert len(by_rules) > len(taken), "the rules take smaller steps"


def test_a_trial_s_chain_leads_to_its_contradiction() -> None:
    """Solving the lines of the chain alone, in their order, leaves the last without a placement."""
    seen = 0
    for seed in range(12):
        puzzle = random_puzzle(seed, 12)
        replay = Replay(puzzle)
        for step in steps(puzzle):
            if isinstance(step, Refuted):
                seen += 1
                assert follow(puzzle, [row[:] for row in replay.masks], step)
            replay.apply(step)
    assert seen > 20


def follow(puzzle: Puzzle, masks: list[list[int]], step: Refuted) -> bool:
    row, col = step.cell
    masks[row][col] = 1 << step.color
    for number, line in enumerate(step.chain):
        is_row = line.axis == "row"
        clue = (puzzle.rows if is_row else puzzle.cols)[line.index]
        cells = masks[line.index] if is_row else [row[line.index] for row in masks]
        colors = range(len(puzzle.palette.colors))
        sets = [sum((mask >> c & 1) << i for i, mask in enumerate(cells)) for c in colors]
        found = narrow(prepare(clue), sets, len(cells))
        if found is None:
            return number == len(step.chain) - 1
        for i in range(len(cells)):
            at = (line.index, i) if is_row else (i, line.index)
            masks[at[0]][at[1]] = sum((found[c] >> i & 1) << c for c in colors)
    return False


def test_the_simplest_rule_comes_first() -> None:
    puzzle = nonosat.load(ROOT / "data/seeds/zigzag-5x5.txt")[0].puzzle
    first = next(steps(puzzle))
    assert first == Deduced(
        0,
        ((3, 0, 1), (3, 1, 1), (3, 2, 0), (3, 3, 1), (3, 4, 1)),
        (),
        LineId("row", 3),
        "simple boxes",
    )
    assert describe(first, puzzle) == "row 4 (2 2): simple boxes: 1-2, 4-5 filled; 3 blank"


def test_guesses_are_taken_back() -> None:
    taken = list(stepwise(PERMUTATIONS, None, Deadline(None), RULES))
    assert sum(isinstance(step, Solved) for step in taken) == 24
    back = [step for step in taken if isinstance(step, TakenBack)]
    assert back
    assert not any(step.refuted for step in back), "every guess leads to a solution here"
    check_steps(PERMUTATIONS, taken)


def test_wrong_guesses_are_refuted() -> None:
    taken = list(steps(DOMINO))
    check_steps(DOMINO, taken)
    wrong = [step for step in taken if isinstance(step, TakenBack)]
    assert wrong
    assert all(step.refuted for step in wrong)
    for step, after in pairwise(taken):
        if isinstance(after, TakenBack):
            assert isinstance(step, Contradicted)
            assert step.depth == after.depth + 1
    assert (taken[-1].grid,) == nonosat.check(DOMINO).solutions
    told = [describe(step, DOMINO) for step in taken]
    assert any(words.startswith("guess 1: row ") for words in told)
    assert any(words.startswith("contradiction under guess 1: ") for words in told)
    assert any(words.startswith("guess 1 was wrong, back to before it: row ") for words in told)


def test_only_wrong_guesses_are_called_wrong() -> None:
    """The whole search, to the proof that there is no other solution."""
    puzzle = DOMINO
    grids = set(nonosat.check(puzzle).solutions)
    replay = Replay(puzzle)
    found = []
    for step in stepwise(puzzle, None, Deadline(None), RULES):
        check_guess(step, replay, grids)
        replay.apply(step)
        if isinstance(step, Solved):
            found.append(step.grid)
    assert len(grids) == 1
    assert found == list(grids)


def test_no_solution_names_a_line() -> None:
    *_, last = steps(CLASH)
    assert isinstance(last, Contradicted)
    assert last.depth == 0
    known = Domains.of_cells(2, 2, 2, [2, 2, 3, 3])
    (only,) = steps(SWITCH, known=known)
    assert only == Contradicted(0, LineId("row", 0))
    assert describe(only, SWITCH) == "contradiction: row 1 (1) has no placement"


def test_known_cells_are_kept() -> None:
    known = Domains.of_cells(2, 2, 2, [3, 2, 3, 3])
    taken = list(steps(SWITCH, known=known))
    assert taken[-1] == Solved(0, Grid(2, 2, bytes([0, 1, 1, 0])))
    assert cells_of(replayed(SWITCH, taken, known)) == bytes([0, 1, 1, 0])


def test_a_limit_stops_the_steps() -> None:
    with pytest.raises(LimitReached):
        list(steps(random_puzzle(1, 70), deadline=Deadline(0)))
    begin = time.monotonic()
    with pytest.raises(LimitReached):
        list(stepwise(random_puzzle(1, 70), None, Deadline(0.4), RULES))
    assert time.monotonic() - begin < 0.9


def test_puzzles_too_large_to_be_read_are_refused() -> None:
    with pytest.raises(UsageError, match="1000x1000 is too large to be solved in steps"):
        next(steps(Puzzle.of([[]] * 1000, [[]] * 1000)))


def test_known_cells_of_another_size_are_refused() -> None:
    known = Domains.of_cells(3, 2, 2, [3] * 6)
    with pytest.raises(UsageError, match="the known cells are 2x3, the puzzle is 2x2"):
        next(steps(SWITCH, known=known))
    with pytest.raises(UsageError):
        Replay(SWITCH, known)


@pytest.mark.parametrize("size", [(200, 100), (100, 40), (60, 24), (30, 10), (5, 2), (1, 1)])
@pytest.mark.parametrize(
    "name", ["data/seeds/zigzag-5x5.txt", "data/drawn/fox.json", "data/drawn/skyline.xml"]
)
def test_the_screen_fits(name: str, size: tuple[int, int]) -> None:
    width, height = size
    puzzle = nonosat.load(ROOT / name)[0].puzzle
    replay = Replay(puzzle)
    for number, step in enumerate(all_steps(puzzle)[:40]):
        replay.apply(step)
        if number % 8:
            continue
        lines = screen(puzzle, replay, step, width, height)
        assert 0 < len(lines) <= height
        assert all(sum(len(part.text) for part in line) <= width for line in lines)
        rows = plain_screen(puzzle, replay, step, width, height)
        assert 0 < len(rows) <= height
        assert max(map(len, rows)) <= width
        if width == 200 and isinstance(step, Change):  # the large layout marks the new cells
            marks = sum(part.text.strip() == "[]" for line in lines for part in line)
            assert marks == len(step.decided)


def test_a_line_is_shown_with_what_is_new() -> None:
    puzzle = nonosat.load(ROOT / "data/seeds/zigzag-5x5.txt")[0].puzzle
    replay = Replay(puzzle)
    for step in all_steps(puzzle)[:6]:
        replay.apply(step)
    cells = strip(puzzle, replay, step)
    assert describe(step, puzzle) == "row 3 (3): line complete: 1, 5 blank"
    assert "".join(cell.text for cell in cells) == ".###."
    assert [bool(cell.paper) for cell in cells] == [True, False, False, False, True]


def test_excluded_colors_are_told_together() -> None:
    puzzle = Puzzle.of([[(1, 1)], [(1, 2)]], [[(1, 1)], [(1, 2)]])
    step = Deduced(0, ((0, 0, 1),), ((0, 1, 0), (0, 1, 2)), LineId("row", 0), "some rule")
    assert describe(step, puzzle) == "row 1 (1k): some rule: 1 black; 2 not blank or red"


def test_nothing_of_it_is_loaded_when_nobody_listens() -> None:
    code = (
        "import nonosat, sys\n"
        "nonosat.check(nonosat.Puzzle.of([[1], [1]], [[1], [1]]), backend='line')\n"
        "print([name for name in sys.modules if 'stepwise' in name or 'explain' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "[]\n"


# Moving pictures

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ["data/seeds/zigzag-5x5.txt", "data/drawn/fox.json"])
def test_the_svg_ends_with_the_solution(name: str) -> None:
    puzzle = nonosat.load(ROOT / name)[0].puzzle
    taken = list(steps(puzzle))
    root = ET.fromstring(svg(film(puzzle, taken)))
    (want,) = nonosat.check(puzzle).solutions
    cells = [
        rect
        for rect in root.iter(f"{NAMESPACE}rect")
        if rect.find(f"{NAMESPACE}animate") is not None and rect.get("width") == rect.get("height")
    ]
    looks = [puzzle.palette.colors[color].rgb for color in want.cells]
    assert [rect.get("fill") for rect in cells] == looks
    for rect in cells:
        (animate,) = rect
        values, times = animate.get("values", "").split(";"), animate.get("keyTimes", "").split(";")
        assert animate.get("attributeName") == "fill"
        assert values[-1] == rect.get("fill")
        assert len(values) == len(times)
        assert times[0] == "0"
        assert [float(time) for time in times] == sorted({float(time) for time in times})
        assert float(times[-1]) < 1
    captions = [text.text for text in root.iter(f"{NAMESPACE}text") if " of " in (text.text or "")]
    assert captions[0] == f"1 of {len(taken)}: {describe(taken[0], puzzle)}"
    assert len(captions) == len(taken)


def test_many_steps_share_frames() -> None:
    puzzle = random_puzzle(8, 60, 1, 0.65)
    taken = all_steps(puzzle)
    assert len(taken) > MAX_FRAMES
    made = film(puzzle, taken)
    assert MAX_FRAMES // 2 < len(made.frames) <= MAX_FRAMES + 1
    looks = dict(made.first)
    for frame in made.frames:
        looks |= frame.fills
    assert isinstance(taken[-1], Solved)
    depths = replayed(puzzle, taken).depths
    for (row, col), rgb in looks.items():
        color = taken[-1].grid.row(row)[col]
        assert rgb == cell_rgb(puzzle.palette, color, depths[row][col])


@pytest.mark.parametrize("name", ["data/seeds/zigzag-5x5.txt", "data/drawn/mushroom.ppm"])
def test_the_gif_ends_with_the_solution(name: str) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    pytest.importorskip("resvg_py")
    puzzle = nonosat.load(ROOT / name)[0].puzzle
    made = film(puzzle, list(steps(puzzle)))
    with image.open(io.BytesIO(gif(made))) as picture:
        assert picture.n_frames == len(made.frames) + 1
        assert picture.info["loop"] == 0
        picture.seek(picture.n_frames - 1)
        pixels = picture.convert("RGB")
        (want,) = nonosat.check(puzzle).solutions
        unit = layout(puzzle, cell=1)
        place = layout(puzzle, cell=max(5, min(24, int(720 / max(unit.width, unit.height)))))
        for at, color in enumerate(want.cells):
            row, col = divmod(at, puzzle.width)
            found = pixels.getpixel((int(place.x(col + 0.5)), int(place.y(row + 0.5))))
            assert "#" + bytes(found).hex() == puzzle.palette.colors[color].rgb


def test_large_animations_are_refused() -> None:
    with pytest.raises(CannotHold, match="300x300 is too large for an animation"):
        film(Puzzle.of([[]] * 300, [[]] * 300), [])


# The command line

AMBIGUOUS = "tests/data/ambiguous/horizontales-5x5.txt"


def test_a_list_of_steps() -> None:
    done = run("steps", "--rows", "1r 2k;3k", "--cols", "1r 1k;2k;2k")
    assert (done.returncode, done.stderr) == (0, "")
    assert without_times(done.stdout).splitlines() == [
        "   1. row 1 (1r 2k): simple boxes: 2-3 black; 1 red   rkk",
        "   2. row 2 (3k): simple boxes: 1-3 black   kkk",
        "   3. solved",
        "       1r",
        "       1k 2k 2k",
        " 1r 2k  r  k  k",
        "    3k  k  k  k",
        "unique solution: 2 steps",
    ]


def test_an_ambiguous_puzzle_says_that_it_rests_on_a_guess() -> None:
    done = run("steps", AMBIGUOUS)
    assert done.returncode == 0
    assert "\n  18.   guess 1: row 1, column 2 is blank\n" in done.stdout
    assert without_times(done.stdout).splitlines()[-1] == (
        "several solutions, so that no reasoning decides them: this one rests on 1 guess, "
        "another differs in 6 cells: 23 steps, 1 guess"
    )


def test_json_lines_rebuild_the_board() -> None:
    done = run("steps", "data/drawn/clownfish.g", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    *taken, end = (json.loads(line) for line in done.stdout.splitlines())
    cells = {}
    for number, step in enumerate(taken, 1):
        assert step["step"] == number
        for row, col, char in step.get("decided", []):
            cells[row, col] = char
    solution = taken[-1]["solution"]
    assert ["".join(cells[r, c] for c in range(26)) for r in range(18)] == solution
    (want,) = nonosat.check(nonosat.load(ROOT / "data/drawn/clownfish.g")[0].puzzle).solutions
    assert solution == nonosat.load(ROOT / "data/drawn/clownfish.g")[0].puzzle.palette.grid_lines(
        want
    )
    assert (end["kind"], end["verdict"], end["steps"], end["guesses"]) == (
        "end",
        "unique",
        len(taken),
        0,
    )


def test_what_o_writes(tmp_path: Path) -> None:
    for suffix, begin in (
        (".svg", b"<svg"),
        (".txt", b"."),
        (".non", b"title"),
        (".gif", b"GIF89a"),
    ):
        if suffix == ".gif":
            pytest.importorskip("PIL.Image", reason="Pillow is not installed")
            pytest.importorskip("resvg_py")
        out = tmp_path / f"out{suffix}"
        done = run("steps", "data/seeds/swirl-5x5.txt", "-o", str(out))
        assert (done.returncode, done.stderr) == (0, "")
        assert out.read_bytes()[:200].lstrip()[: len(begin)] == begin or suffix == ".non"
        assert list(tmp_path.iterdir()) == [out], "no temporary file is left"
        out.unlink()
    done = run("steps", "data/seeds/zigzag-5x5.txt", "-o", "-")
    assert done.stdout.splitlines() == ["..#..", "..###", ".###.", "##.##", "##..."]


@pytest.mark.parametrize(
    ("hidden", "what"),
    [("resvg_py", "drawing a PNG needs resvg-py"), ("PIL", "pictures need Pillow")],
)
def test_what_a_gif_needs_is_said_before_the_work(tmp_path: Path, hidden: str, what: str) -> None:
    out = tmp_path / "out.gif"
    done = run("steps", "data/seeds/swirl-5x5.txt", "-o", str(out), without=hidden)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == f"nonosat: {what}: pip install 'nonosat[image]'\n"
    assert not out.exists()


#    arguments                                             code  stderr
WRONG = [
    (["steps", "-o", "no/where.svg"],                         5, "no/where.svg: there is no folder no"),
    (["steps", "-o", "x.xyz"],                                2, "x.xyz: no format has the suffix '.xyz'"),
    (["steps", "--limit", "0"],                              30, ""),
    (["steps", "--limit", "nan"],                             2, "a limit of nan seconds makes"),
    (["hint", "--limit", "nan"],                              2, "a limit of nan seconds makes"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "error"), WRONG)
def test_wrong_usage(args: list[str], code: int, error: str) -> None:
    done = run(*args, "data/seeds/zigzag-5x5.txt")
    assert done.returncode == code
    assert done.stderr.startswith(f"nonosat: {error}" if error else "")
    assert "Traceback" not in done.stderr


#    command    options of `solve` that it does not have
UNKNOWN = {"count": ["-n", "-o"], "backbone": ["-n", "-o"], "steps": ["-n", "-b"], "hint": ["-n", "-b", "-o"]}  # fmt: skip


@pytest.mark.parametrize("command", UNKNOWN)
def test_a_question_has_no_options_that_mean_nothing_to_it(command: str) -> None:
    for option in UNKNOWN[command]:
        done = run(command, "data/seeds/zigzag-5x5.txt", option, "1")
        assert done.returncode == 2
        assert f"No such option: {option}" in done.stderr


def test_no_solution_and_a_limit_have_their_exit_codes() -> None:
    done = run("steps", "--rows", "1;2;1", "--cols", "1;1 1;1")
    assert done.returncode == 20
    assert without_times(done.stdout).splitlines()[-1].startswith("no solution: ")
    done = run("steps", "data/drawn/windmill.non", "--limit", "0.01")
    assert done.returncode == 30
    assert "not solved (the limit of 0.01 s was reached): " in done.stdout.splitlines()[-1]


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_stops_the_steps_at_once(tmp_path: Path) -> None:
    nonosat.dump([nonosat.Sheet(random_puzzle(1, 45))], tmp_path / "hard.non")
    process = subprocess.Popen(
        [*COMMAND, "steps", "hard.non", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(),
    )
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert first["step"] == 1
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    out, err = process.communicate(timeout=10)
    assert time.monotonic() - begin < 2
    assert process.returncode == 130
    assert err == "nonosat: interrupted; this is what is known so far\n"
    assert json.loads(out.splitlines()[-1])["error"] == "interrupted"


@pytest.fixture
def terminal() -> Callable[..., str]:
    """Runs ``nonosat steps`` on a terminal and types keys; returns all that was on the screen."""
    if pty is None:
        pytest.skip("pseudo-terminals of POSIX")

    def play(keys: str, *args: str) -> str:
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [*COMMAND, "steps", *args],
            stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
        )  # fmt: skip
        os.close(slave)
        seen = b""
        os.write(master, keys.encode())  # typed ahead: nothing may be lost
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if not select.select([master], [], [], 0.2)[0]:
                continue
            try:
                part = os.read(master, 65536)
            except OSError:  # Linux's way to say that the other end is closed
                break
            if not part:
                break
            seen += part
        process.kill()  # if it still waits for a key
        process.wait()
        os.close(master)
        assert process.returncode == 0
        return seen.decode()

    return play


def test_one_step_a_key(terminal: Callable[..., str]) -> None:
    seen = terminal("\r" * 18, "data/seeds/zigzag-5x5.txt")
    for number in (1, 2, 17):
        assert f"{number}. row " in seen
    assert "unique solution: 17 steps" in seen


def test_cell_by_cell_then_all(terminal: Callable[..., str]) -> None:
    seen = terminal("c\r\ra", "data/seeds/zigzag-5x5.txt")
    # The key c goes on by one step, too; then the five cells of step 1 come one by one.
    assert "unique solution: 17 steps" in seen
    assert "17. row 1 (1): simple boxes: 3 filled" in seen


def test_q_ends_it(terminal: Callable[..., str]) -> None:
    seen = terminal("\rq", "data/seeds/zigzag-5x5.txt")
    assert "2. row" not in seen
    assert "unique" not in seen

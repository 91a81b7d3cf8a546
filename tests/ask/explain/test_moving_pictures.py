"""Steps in a line, and as SVG, which ends with the solution."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from conftest import ROOT
from explain_puzzles import all_steps, random_puzzle, replayed

import nonosat
from nonosat.ask.explain.events import Solved
from nonosat.ask.explain.steps import Replay
from nonosat.draw import animation
from nonosat.draw.animation import animation_of, animation_svg, cell_rgb
from nonosat.draw.strip import strip
from nonosat.errors import CannotHold
from nonosat.model import Puzzle

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ["data/seeds/zigzag-5x5.two", "data/drawn/fox.json"])
def test_the_svg_ends_with_the_solution(name: str) -> None:
    puzzle = nonosat.load(ROOT / name)[0].puzzle
    taken = all_steps(puzzle)
    root = ET.fromstring(animation_svg(animation_of(puzzle, taken)))
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
    assert captions[0] == f"1 of {len(taken)}: {taken[0]!s}"
    assert len(captions) == len(taken)


def test_many_steps_share_frames_and_too_many_cells_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(animation, "MAX_FRAMES", 50)
    puzzle = random_puzzle(2, 20, 1, 0.5)
    taken = all_steps(puzzle)
    assert len(taken) > 50
    made = animation_of(puzzle, taken)
    assert 25 < len(made.frames) <= 51
    with pytest.raises(CannotHold, match="300x300 is too large for an animation"):
        animation_of(Puzzle.of([[]] * 300, [[]] * 300), [])
    looks = dict(made.first)
    for frame in made.frames:
        looks |= frame.fills
    assert isinstance(taken[-1], Solved)
    depths = replayed(puzzle, taken).depths
    for (row, col), rgb in looks.items():
        color = taken[-1].grid.row(row)[col]
        assert rgb == cell_rgb(puzzle.palette, color, depths[row][col])


def test_a_line_is_shown_with_what_is_new() -> None:
    puzzle = nonosat.load(ROOT / "data/seeds/zigzag-5x5.two")[0].puzzle
    replay = Replay(puzzle)
    for step in all_steps(puzzle)[:6]:
        replay.apply(step)
    cells = strip(puzzle, replay, step, step.line)
    assert str(step) == "row 3 (3): line complete: 1, 5 blank"
    assert "".join(cell.text for cell in cells) == ".###."
    assert [bool(cell.paper) for cell in cells] == [True, False, False, False, True]

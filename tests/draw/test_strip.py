"""Steps in a line."""

from conftest import ROOT
from explain_puzzles import all_steps

import nonosat
from nonosat.ask.explain.steps import Replay
from nonosat.draw.strip import strip


def test_a_line_is_shown_with_what_is_new() -> None:
    puzzle = nonosat.load(ROOT / "data/seeds/zigzag-5x5.two")[0].puzzle
    replay = Replay(puzzle)
    for step in all_steps(puzzle)[:6]:
        replay.apply(step)
    cells = strip(puzzle, replay, step, step.line)
    assert str(step) == "row 3 (3): line complete: 1, 5 blank"
    assert "".join(cell.text for cell in cells) == ".###."
    assert [bool(cell.paper) for cell in cells] == [True, False, False, False, True]

"""Boards, pictures and lines of a check on a terminal, also one that is too small for them."""

import pytest
from terminal import Terminal

from nonosat.cli.check import fit_line
from nonosat.draw.terminal import plain_lines, styled
from nonosat.model import Puzzle


@pytest.mark.parametrize("width", [20, 44, 60, 80, 10**6])
@pytest.mark.parametrize("error", ["", "the limit of 10 s was reached by three engines"])
@pytest.mark.parametrize("name", ["a.non", "a/long/path/that/has/no/room/puzzles.jsonl#1234"])
def test_lines_of_a_check_break_between_words(name: str, error: str, width: int) -> None:
    facts = "    30x30  multiple  no guessing   0.123 s"
    lines = fit_line(name, facts, error, width)
    assert " ".join(lines).split() == [*name.split(), *facts.split(), *error.split()]
    assert all(len(line) <= width or line.strip() in (name, facts.strip()) for line in lines)
    if width > 1000:
        assert lines == [f"{name:<40} {facts}" + (f"  {error}" if error else "")]


def test_marked_and_unsettled_cells_of_a_picture() -> None:
    switch, cells = Puzzle.of([[1], [1]], [[1], [1]]), [[0, 1], [1, 0]]
    wide, narrow = (styled(switch, cells, width, {(0, 0)}) for width in (80, 3))
    assert ["".join(piece.text for piece in line).count("[]") for line in wide] == [0, 1, 0]
    assert [(piece.ink, piece.paper) for piece in narrow[-1]] == [
        ("#ffc680", "#000000"),
        ("#000000", "#ffffff"),
    ]
    assert plain_lines(switch, [[0, -1], [-2, 1]])[-1].endswith("! #")


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_all_solutions_are_printed_on_a_terminal(more: list[str]) -> None:
    with Terminal("solve", "--rows", "1;1;1", "--cols", "1;1;1", "-n", "all", *more) as terminal:
        for text in ['"verdict": "multiple"'] if more else ["solution 6:", "exactly 6 solutions"]:
            terminal.until(text)
        assert terminal.end()[0] == 0


@pytest.mark.slow
def test_a_hint_shows_the_board_where_it_fits_and_else_its_line() -> None:
    for size, lines in ({"COLUMNS": "80", "LINES": "24"}, 9), ({"COLUMNS": "80", "LINES": "5"}, 3):
        with Terminal("hint", "data/seeds/zigzag-5x5.two", **size) as terminal:
            code, seen = terminal.end()
        assert (code, len(seen.splitlines())) == (0, lines)

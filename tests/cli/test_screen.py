"""Boards, pictures and lines of a check on a terminal, also one that is too small for them."""

from __future__ import annotations

from functools import cache

import pytest
from conftest import ROOT
from terminal import Terminal

import nonosat
from nonosat.ask.explain.steps import Replay, steps
from nonosat.cli.check import fit_line
from nonosat.draw.screen import screen
from nonosat.draw.terminal import Segment, plain_lines, styled
from nonosat.model import Puzzle

BICYCLE, FOX = "data/drawn/bicycle.non", "data/drawn/fox.json"


@cache
def steps_of(path: str, number: int) -> tuple[nonosat.Puzzle, Replay, nonosat.solving.result.Step]:
    puzzle = nonosat.load(ROOT / path)[0].puzzle
    replay = Replay(puzzle, None)
    for _, step in zip(range(number), steps(puzzle), strict=False):
        replay.apply(step)
    return puzzle, replay, step


def texts(lines: list[list[Segment]]) -> list[str]:
    return ["".join(part.text for part in line) for line in lines]


@pytest.mark.parametrize("size", [(60, 18), (60, 100), (200, 20)])
@pytest.mark.parametrize("number", [1, 12, 40])
@pytest.mark.parametrize("path", [BICYCLE, FOX])
def test_a_small_terminal_shows_a_part_with_its_clues(
    path: str, number: int, size: tuple[int, int]
) -> None:
    puzzle, replay, step = steps_of(path, number)
    pitch, whole = 2, texts(screen(puzzle, replay, step, 1000, 1000))
    part = texts(screen(puzzle, replay, step, *size))
    assert len(part) <= size[1]
    assert max(map(len, part)) <= size[0]
    depth = max(map(len, puzzle.cols))
    margin = len(whole[-1]) - pitch * puzzle.width
    shown = (len(part[-1]) - margin) // pitch
    assert shown >= 5
    places = [
        (row, col)
        for row in range(puzzle.height - (len(part) - depth) + 1)
        for col in range(puzzle.width - shown + 1)
        if [line.rstrip() for line in part]
        == [
            (line[:margin].ljust(margin) + line[margin + pitch * col :][: pitch * shown]).rstrip()
            for line in [*whole[:depth], *whole[depth + row :][: len(part) - depth]]
        ]
    ]
    assert len(places) == 1


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

"""The line logic of the page itself, which gives hints where there is no server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brute_force
import pytest
from conftest import ROOT
from web_board import CROSS, CROSS_FILLED, SWITCH, Board, until

from nonosat.files import dumps, load
from nonosat.kernel.line import narrow, prepare
from nonosat.model import Block, Clue, Grid, Puzzle, Sheet
from nonosat.solving.api import check
from web.conftest import FOX, Opened
from web.test_one_file import opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

InNode = Callable[[str, Any], Any]
Case = tuple[Clue, list[int], int]
POSSIBLE = """async (cases) => {
  const { possibleColors } = await import("./logic.js");
  return cases.map(([clue, colors]) => possibleColors(clue, colors)?.map((some) => [...some].sort()) ?? null);
}"""
PLACED = """async (cases) => {
  const { placedNumbers } = await import("./logic.js");
  return cases.map(([clue, colors]) => placedNumbers(clue, colors));
}"""
DONE = """async (cases) => {
  const { runsOf, sameClue } = await import("./line.js");
  const { placedNumbers } = await import("./logic.js");
  return cases.map(([clue, colors]) => [sameClue(runsOf(colors), clue), placedNumbers(clue, colors) ?? []]);
}"""
SOLVED = """async (sheets) => {
  const { solutionByLines } = await import("./logic.js");
  const { puzzleOf } = await import("./puzzle.js");
  return sheets.map((sheet) => { const found = solutionByLines(puzzleOf(sheet)); return found && [...found].map((mark) => mark - 1); });
}"""
DIFFERENT = """async (pairs) => {
  const { areSimilar } = await import("./colors.js");
  return pairs.map((inks) => areSimilar([{}, ...inks.map((rgb) => ({ rgb }))]));
}"""


def cases() -> list[Case]:
    """Clues, marks (-1: open) and the number of inks; some marks are wrong."""
    dice = random.Random(11)
    found = []
    for _ in range(600):
        inks, size = dice.randint(1, 3), dice.randint(1, 24)
        line, color = [], 0
        while len(line) < size:
            color = dice.randint(0, inks)
            line += [color] * dice.randint(1, 4)
        line = line[:size]
        marks = [cell if dice.random() < dice.choice([0, 0.2, 0.6]) else -1 for cell in line]
        if dice.random() < 0.2:
            marks[dice.randrange(size)] = dice.randint(0, inks)
        clue = Clue.of_cells(bytes(line))
        if dice.random() < 0.3:  # some numbers are hidden
            clue = Clue(Block(None, b.color) if dice.random() < 0.5 else b for b in clue)
        found.append((clue, marks, inks))
    return found


def masks(marks: list[int], inks: int) -> list[int]:
    """For each color, the cells that may have it, as bits."""
    return [
        sum(1 << at for at, mark in enumerate(marks) if mark in (-1, color))
        for color in range(inks + 1)
    ]


def exact(clue: Clue, marks: list[int], inks: int) -> list[list[int]] | None:
    """The colors that each cell can have, by the kernel."""
    found = narrow(prepare(clue), masks(marks, inks), len(marks))
    if found is None:
        return None
    return [
        [color for color, bits in enumerate(found) if bits >> at & 1] for at in range(len(marks))
    ]


def placed(clue: Clue, marks: list[int], inks: int) -> list[bool] | None:
    """Tell which numbers have the same place, marked, in every line that fits, by listing these."""
    ways = []
    for line in brute_force.fitting(clue, masks(marks, inks), len(marks)):
        runs = [[*run] for _, run in groupby(range(len(line)), line.__getitem__)]
        ways.append([run for run in runs if line[run[0]]])
    if not ways:
        return None
    return [
        all(way[at] == run for way in ways) and -1 not in [marks[cell] for cell in run]
        for at, run in enumerate(ways[0])
    ]


def test_a_line_tells_what_the_kernel_tells(in_node: InNode) -> None:
    lines = cases()
    told = in_node(POSSIBLE, [[[*map(list, clue)], marks] for clue, marks, _ in lines])
    wanted = [exact(*line) for line in lines]
    assert told == wanted
    assert None in wanted, "some lines contradict their marks"


def test_numbers_have_their_place_in_every_line_that_fits(in_node: InNode) -> None:
    lines = [line for line in cases() if len(line[1]) <= 14]
    told = in_node(PLACED, [[[*map(list, clue)], marks] for clue, marks, _ in lines])
    assert told == [placed(*line) for line in lines]
    assert sum(places is not None and any(places) for places in told) > 30


def test_lines_alone_lead_to_the_solution_or_to_nothing(in_node: InNode) -> None:
    dice = random.Random(5)
    puzzles = [
        Puzzle.of_grid(Grid(9, 9, bytes(dice.random() < share for _ in range(81))))
        for share in (0.5, 0.6, 0.7)
        for _ in range(20)
    ]
    found = in_node(SOLVED, [json.loads(dumps([Sheet(it)], "json")) for it in puzzles])
    told = [check(puzzle) for puzzle in puzzles]
    wanted = [[*it.solutions[0].cells] if it.line_solvable else None for it in told]
    assert found == wanted
    assert {it is None for it in found} == {True, False}


def test_hidden_numbers_are_any_length(in_node: InNode) -> None:
    """What has its clue, and which numbers have found their place."""
    finished = [1, 1, 0, 1]
    open_end = [1, 1, 0, -1]
    told = in_node(
        DONE,
        [
            [[[None, 1], [1, 1]], finished],
            [[[None, 1], [2, 1]], finished],
            [[[None, 1], [None, 1]], open_end],
            [[[None, 1]], finished],
            [[[None, 1]], [-1, 1, -1, -1]],
        ],
    )
    assert told == [
        [True, [True, True]],
        [False, []],
        [False, [True, False]],
        [False, []],
        [True, [False]],  # as it is; but the block may be longer
    ]


def test_colors_that_are_hard_to_tell_apart(in_node: InNode) -> None:
    near = [["#000000", "#202020"], ["#d00000", "#c81020"], ["#3060c0", "#ffffff", "#3468c8"]]
    far = [["#000000", "#f08020", "#8a5a2b"], ["#d00000", "#0050d0"], ["#008a2e", "#90d000"]]
    assert in_node(DIFFERENT, [*near, *far]) == [True] * 3 + [False] * 3


def hint(page: Page) -> str:
    """Ask for a hint until all of it is told; what it says."""
    for _ in range(2):
        page.get_by_role("button", name="Hint", exact=True).click()
    return page.locator(".answer").inner_text()


def test_hints_of_the_page_of_one_file_lead_to_the_solution(
    new_page: Opened, tmp_path: Path
) -> None:
    page = opened(new_page, Sheet(CROSS, title="Cross"), tmp_path / "play.html")
    board = Board(page)
    told = []
    while not page.get_by_text("Solved in").is_visible():
        told.append(hint(page))
        assert len(told) < 9
        page.get_by_role("button", name="Do it").click()
        board.painted()
    assert told[0].startswith("The clues alone decide row 2, column 2.")
    assert "5 ● to fill" in told[0]
    assert board.cells("filled") == CROSS_FILLED


@pytest.mark.night
def test_hints_without_a_line_that_tells_more(new_page: Opened, tmp_path: Path) -> None:
    page = opened(new_page, Sheet(SWITCH), tmp_path / "play.html")
    assert "No single line gives a next step" in hint(page)
    board = Board(page)
    board.drag([(0, 0), (0, 1)])
    assert hint(page) == "Some marks are wrong: row 1 can't be completed."
    assert not page.get_by_role("button", name="Do it").is_visible()


@pytest.mark.night
def test_a_hint_after_a_wrong_mark_says_where_it_leads(new_page: Opened, tmp_path: Path) -> None:
    page = opened(
        new_page, load(ROOT / "data" / "seeds" / "large-20x20.two"), tmp_path / "play.html"
    )
    board = Board(page)
    wrong = (7, 10)
    board.click(wrong)
    assert re.fullmatch(r"After \d\d steps, row 8 can't be completed\.", hint(page))
    page.locator(".checked").get_by_text("1 cell is wrong.").wait_for()
    page.get_by_role("button", name="Show it").click()
    board.click(wrong)
    assert "to fill" in hint(page)


def test_clues_without_a_solution_are_not_the_players_fault(
    new_page: Opened, tmp_path: Path
) -> None:
    page = opened(new_page, Sheet(Puzzle.of([[2], []], [[], [2]])), tmp_path / "play.html")
    said = "These clues have no solution: after 2 steps, column 1 can't be completed."
    assert hint(page) == said
    board = Board(page)
    board.click((0, 0))  # as the first row demands
    assert hint(page) == said
    board.click((1, 1))  # what the last column demands, and no row
    assert hint(page) == said


@pytest.mark.night
def test_marks_that_lead_nowhere_are_not_called_wrong_one_by_one(
    new_page: Opened, tmp_path: Path
) -> None:
    """A puzzle of several solutions: no line contradicts these marks itself."""
    puzzle = Puzzle.of([[1], [1], [1]], [[1], [1], [1]])
    page = opened(new_page, Sheet(puzzle), tmp_path / "play.html")
    page.get_by_label("Fill in the blanks of finished lines").uncheck()
    board = Board(page)
    for cell in [(0, 0), (0, 1), (1, 0), (1, 1)]:
        board.click(cell, button="right")
    said = r"These marks lead to no solution: after \d steps, column 3 can't be completed\."
    assert re.fullmatch(said, hint(page))


@pytest.mark.night
@pytest.mark.parametrize("name", ["large", "fox"])
def test_line_hints_alone_solve_whole_puzzles(new_page: Opened, tmp_path: Path, name: str) -> None:
    """Both can be solved line by line; the solution is not in the file."""
    path = FOX if name == "fox" else ROOT / "data" / "seeds" / "large-20x20.two"
    page = opened(new_page, load(path)[0], tmp_path / "play.html")
    for _ in range(400):
        if page.get_by_text("Solved in").is_visible():
            return
        for key in "hh":
            page.keyboard.press(key)
        page.get_by_role("button", name="Do it").click()
    raise AssertionError("not solved")


@pytest.mark.night
def test_several_puzzles_in_one_file(new_page: Opened, tmp_path: Path) -> None:
    sheets = [Sheet(CROSS, title="Plus"), Sheet(SWITCH, title="Switch")]
    page = opened(new_page, sheets, tmp_path / "play.html")
    board = Board(page)
    pick = page.get_by_label("Puzzle of the file")
    assert pick.locator("option").all_text_contents()[1].endswith("2")
    assert "Plus" not in page.locator("body").inner_text()
    board.click(*CROSS_FILLED)
    page.get_by_role("heading", name="Plus").wait_for()
    page.get_by_role("button", name="Next puzzle").click()
    until(lambda: len(Board(page).rows()) == 2)
    page.reload()
    until(lambda: len(Board(page).rows()) == 2)
    pick.select_option(index=0)
    page.get_by_text("Solved in").wait_for()
    assert page.get_by_role("heading", name="Plus").is_visible()

"""Playing a puzzle on the page: marks, keys, fingers, checks, hints, and what is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_board import CROSS, CROSS_FILLED, SWITCH, Board, Fingers, Satisfied, downloaded, until

from nonosat.model import Grid, Puzzle, Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened


PLAIN = {"blanks": False}


@pytest.fixture
def cross(new_page: Opened) -> Board:
    """A puzzle of 3x3 with one solution, in which nothing is marked but by the player."""
    return Board(new_page([Sheet(CROSS)], settings=PLAIN))


@pytest.fixture
def row(new_page: Opened) -> Board:
    """Room for strokes: 1x10, to be filled with 3 and 4."""
    cols = [[1], [1], [1], [], [1], [1], [1], [1], [], []]
    return Board(new_page([Sheet(Puzzle.of([[3, 4]], cols))]))


def said(page: Page) -> str:
    """What the page says about the game."""
    return page.locator(".strip:visible .message").inner_text()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_the_switch_says_what_both_buttons_mark(cross: Board) -> None:
    for tool, left, right in [
        ("Fill", "filled", "blank"),
        ("Cross", "blank", "filled"),
        ("Maybe", "maybe filled", "maybe blank"),
        ("Maybe blank", "maybe blank", "maybe filled"),
    ]:
        cross.page.get_by_role("button", name=tool, exact=True).click()
        cross.click((0, 0))
        cross.click((0, 1), button="right")
        assert cross.cells(left) == [(0, 0)]
        assert cross.cells(right) == [(0, 1)]
        cross.page.get_by_role("button", name="Erase").click()
        cross.drag([(0, 0), (0, 2)])
        assert cross.cells() == []


def test_a_drag_leaves_other_marks_alone(row: Board) -> None:
    row.click((0, 3), button="right")
    row.drag([(0, 0), (0, 9)])
    assert row.cells("blank") == [(0, 3)]
    assert len(row.cells("filled")) == 9
    row.drag([(0, 1), (0, 5)])  # begins on a filled cell: takes filled cells away
    assert row.cells("blank") == [(0, 3)]
    assert row.cells("filled") == [(0, 0), (0, 6), (0, 7), (0, 8), (0, 9)]


def test_a_fast_drag_skips_no_cell_and_is_undone_at_once(row: Board) -> None:
    row.drag([(0, 0), (0, 9)])
    assert len(row.cells("filled")) == 10
    press(row.page, "Control+z")
    assert row.cells() == []
    press(row.page, "Control+Shift+z")
    assert len(row.cells("filled")) == 10


@pytest.mark.night
def test_shift_keeps_a_drag_in_its_line(cross: Board) -> None:
    cross.page.keyboard.down("Shift")
    cross.drag([(0, 0), (1, 0), (2, 2)])
    cross.page.keyboard.up("Shift")
    assert cross.cells("filled") == [(0, 0), (1, 0), (2, 0)]


def test_keys_mark(cross: Board) -> None:
    press(
        cross.page, " ", "ArrowRight", "x", "ArrowDown", "m", "ArrowLeft", "n", "ArrowDown", "Enter"
    )
    assert cross.cells("filled") == [(0, 0), (2, 0)]
    assert cross.cells("blank") == [(0, 1)]
    assert cross.cells("maybe filled") == [(1, 1)]
    assert cross.cells("maybe blank") == [(1, 0)]
    press(cross.page, "Delete")
    assert cross.cells("filled") == [(0, 0)]


@pytest.mark.night
def test_shift_and_arrows_go_on_with_the_last_mark(row: Board) -> None:
    press(row.page, " ", *["Shift+ArrowRight"] * 2)
    press(row.page, "ArrowRight", "x", "Shift+ArrowLeft", "Shift+ArrowRight")
    assert row.cells("filled") == [(0, 0), (0, 1), (0, 2)]
    assert row.cells("blank") == [(0, 3)]


def test_any_solution_wins(new_page: Opened) -> None:
    author = Grid(2, 2, bytes([1, 0, 0, 1]))
    board = Board(new_page([Sheet(SWITCH, goals=(author,))]))
    board.click((0, 1))
    board.click((1, 0))
    assert said(board.page).startswith("Solved in")
    assert "just as valid" in said(board.page)


def test_maybe_does_not_win(cross: Board) -> None:
    cross.click(*CROSS_FILLED[1:])
    cross.page.get_by_role("button", name="Maybe", exact=False).first.click()
    cross.click(CROSS_FILLED[0])
    assert said(cross.page) == ""


def test_everything_is_kept_over_a_reload(row: Board) -> None:
    row.click((0, 0))
    row.click((0, 1), button="right")
    row.page.reload()
    row = Board(row.page)
    assert row.cells("filled") == [(0, 0)]
    assert row.cells("blank") == [(0, 1)]
    press(row.page, "Control+z", "Control+z")
    assert row.cells() == []


@pytest.mark.night
def test_two_tabs_show_the_same_game(row: Board) -> None:
    other = row.page.context.new_page()
    other.goto(row.page.url)
    theirs = Board(other)
    row.click((0, 4))
    theirs.wait_for([(0, 4)])
    theirs.click((0, 5))
    row.wait_for([(0, 4), (0, 5)])


PICTURE = """{"height": 1, "width": 10, "runs": [0, 10], "palette": [
    {"name": "white", "rgb": "#ffffff", "char": "."}, {"name": "black", "rgb": "#000000", "char": "#"}]}"""
"""Of the size of the game that is played."""


def test_a_file_that_is_no_game_changes_nothing(row: Board, tmp_path: Path) -> None:
    row.click((0, 0))
    game = downloaded(row.page, "Save game", tmp_path)
    file = tmp_path / "other.json"
    for content in [
        '{"nonosat_game": 5}',
        '{"nonosat_game": {"picture": {"height": 1, "width": 10, "palette": [1, 2], "runs": [9, 10]}}}',
        f'{{"nonosat_game": {{"picture": {PICTURE}, "past": [[10, 0, 1]], "future": []}}}}',
        f'{{"nonosat_game": {{"picture": {PICTURE}, "past": [], "future": [[-1, 0, 1]]}}}}',
    ]:
        file.write_text(content, encoding="utf-8")
        row.page.locator("aside input[type=file]").first.set_input_files(file)
        row.page.get_by_text("This file does not contain a game of this puzzle.").wait_for()
        assert row.cells() == [(0, 0)]
        row.page.locator("aside input[type=file]").first.set_input_files(game)
        row.page.get_by_text("Game loaded.").wait_for()
    file = tmp_path / "marks.txt"
    for text, said in (
        ("[1]", "'[' is not a cell"),
        ("?" * 9, "9 columns of marks, the puzzle has 10"),
        ("?X?????x??".replace("x", "X"), "Marks loaded."),
    ):
        file.write_text(text)
        row.page.locator("aside input[type=file]").first.set_input_files(file)
        row.page.get_by_text(said).wait_for()
    assert row.cells() == [(0, 1), (0, 7)]


def test_a_kept_game_of_another_form_is_ignored(row: Board) -> None:
    row.click((0, 0))
    row.page.wait_for_function(
        "() => Object.keys(localStorage).some(name => name.includes('play:'))"
    )
    row.page.evaluate(
        """() => { for (const name of Object.keys(localStorage)) localStorage.setItem(name, '{"picture": 7}') }"""
    )
    fresh = row.page.context.new_page()
    fresh.goto(row.page.url)
    assert Board(fresh).cells() == []


def test_a_finger_paints_and_a_long_press_marks_blank(new_page: Opened) -> None:
    page = new_page(
        [Sheet(CROSS)], viewport={"width": 390, "height": 780}, has_touch=True, settings=PLAIN
    )
    board = Board(page)
    page.touchscreen.tap(*board.point((0, 1)))
    assert board.cells("filled") == [(0, 1)]
    fingers = Fingers(page)
    fingers.hold(board.point((0, 0)))
    assert board.cells("blank") == [(0, 0)]
    fingers.send("touchStart", board.point((1, 0)))
    fingers.send("touchMove", board.point((1, 1)))
    fingers.send("touchMove", board.point((1, 2)))
    fingers.send("touchEnd")
    assert board.cells("filled") == [(0, 1), (1, 0), (1, 1), (1, 2)]


@pytest.mark.night
def test_two_fingers_zoom_and_leave_no_mark(new_page: Opened) -> None:
    page = new_page(viewport={"width": 390, "height": 780}, has_touch=True)
    board = Board(page)
    before = board.place()[2]
    x, y = board.point((10, 4))
    fingers = Fingers(page)
    fingers.send("touchStart", (x, y))
    fingers.send("touchStart", (x, y), (x + 40, y))
    for spread in range(10, 80, 10):
        fingers.send("touchMove", (x - spread, y), (x + 40 + spread, y))
    fingers.send("touchEnd")
    assert board.cells() == []
    assert board.place()[2] > before


@pytest.mark.night
def test_numbers_gray_by_proof(row: Board) -> None:
    page = row.page

    def gray() -> bool:
        """Whether the gray of a placed number is in the clue of the row."""
        left, top, side = row.place()
        seen: bool = row.host.evaluate(
            """(host, place) => {
            const clues = host.querySelector("canvas.clues").getContext("2d");
            const words = new Uint32Array(clues.getImageData(...place).data.buffer);
            return words.includes(0xff928d8d) }""",  # --spent, its bytes from the last
            [0, round(top), round(left), round(side)],
        )
        return seen

    assert not gray()
    row.drag([(0, 0), (0, 2)])
    row.click((0, 3), button="right")
    until(gray)
    page.reload()
    row = Board(page)
    until(gray)


def test_check_says_what_is_wrong_and_shows_it(cross: Board) -> None:
    """By the only solution, which the page finds without a question."""
    page = cross.page
    page.context.route("**/api/wrong*", lambda route: None)  # no answer ever
    checked = page.locator(".checked")
    press(page, "c")
    checked.get_by_text("No mistakes so far.", exact=True).wait_for()
    cross.click((0, 0))
    press(page, "c")
    checked.get_by_text("1 cell is wrong.").wait_for()
    page.get_by_role("button", name="Show it").click()
    cross.click((0, 2))
    press(page, "c")
    checked.get_by_text("2 cells are wrong.").wait_for()
    page.get_by_role("button", name="Show them").click()
    press(page, "Control+z", "Control+z")
    cross.click((0, 1))
    press(page, "c")
    checked.get_by_text("No mistakes so far.", exact=True).wait_for()


def test_a_mark_of_another_solution_is_not_wrong(new_page: Opened) -> None:
    author = Grid(2, 2, bytes([1, 0, 0, 1]))
    board = Board(new_page([Sheet(SWITCH, goals=(author,))], settings=PLAIN))
    for cell, found in [
        ((0, 1), "No mistakes so far."),
        ((0, 0), "Each mark is right in some solution, but no solution has all of them."),
    ]:
        board.click(cell)
        press(board.page, "c")
        board.page.locator(".checked", has_text=found).wait_for()


def test_hints_lead_to_the_solution(cross: Board) -> None:
    page = cross.page
    answer = page.locator(".answer")
    for _ in range(9):
        page.get_by_role("button", name="Hint", exact=True).click()
        answer.get_by_text("Look at ").wait_for()
        assert "fill" not in answer.inner_text()
        page.get_by_role("button", name="Hint", exact=True).click()
        answer.get_by_text(re.compile("to fill|to leave blank")).wait_for()
        page.get_by_role("button", name="Do it").click()
        if said(page):
            break
    assert cross.cells("filled") == CROSS_FILLED
    assert said(page).startswith("Solved in")


@pytest.mark.night
def test_hints_that_do_it_all_take_time_as_well(new_page: Opened) -> None:
    page = new_page([Sheet(Puzzle.of([[1]], [[1]]))])
    page.clock.install()
    page.reload()
    Board(page)
    press(page, "h")
    page.get_by_text("Look at ").wait_for()
    press(page, "h")
    page.clock.fast_forward(3000)
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("Solved in 0:03.").wait_for()


@pytest.mark.night
def test_an_answer_about_older_marks_is_not_shown(cross: Board) -> None:
    page = cross.page
    questions = Satisfied(page, "hint")
    cross.click((0, 1))
    press(page, "h")
    questions.wait()
    assert page.locator(".answer").inner_text() == "Looking …"
    press(page, "Control+z")
    assert page.locator(".answer").inner_text() == ""
    press(page, "x")  # as many strokes as when the question was asked
    questions.answer()
    assert page.locator(".answer").inner_text() == ""


@pytest.mark.night
def test_why_this_cell(cross: Board) -> None:
    cross.click((0, 0), button="right")
    cross.page.get_by_role("button", name="Why this cell?").click()
    answer = cross.page.locator(".answer")
    answer.get_by_text("Row 1, column 1 is blank:").wait_for()
    assert answer.locator("li").count() >= 1
    lines = answer.inner_text().splitlines()
    assert "0" not in lines, "a number that nobody asked for"


@pytest.mark.night
def test_why_supposes_as_the_command_does(new_page: Opened) -> None:
    puzzle = Puzzle.of(["1 1", "1 1", "2 1", "1 2", 4], [2, "1 3", "1 1", 3, "1 2"])
    page = new_page([Sheet(puzzle)])
    Board(page).painted()
    page.get_by_role("button", name="Why this cell?").click()
    answer = page.locator(".answer")
    answer.get_by_text("suppose").first.wait_for()
    text = answer.inner_text()
    assert "a contradiction" in text
    assert "guess" not in text


def test_the_clock_runs_from_the_first_mark(cross: Board) -> None:
    page = cross.page
    page.clock.install()
    page.reload()
    cross = Board(page)
    page.clock.fast_forward(2000)
    assert page.locator(".clock").inner_text() == "0:00"
    cross.click((0, 0))
    page.clock.fast_forward(2000)
    until(lambda: page.locator(".clock").inner_text() != "0:00")


@pytest.mark.night
def test_the_count_of_the_run_under_the_pointer(row: Board) -> None:
    row.drag([(0, 2), (0, 5)])
    row.page.mouse.move(*row.point((0, 3)))
    readout = row.page.locator(".readout:visible")
    assert "row 1: 3 4" in readout.inner_text()
    assert "↔ 4" in readout.inner_text()

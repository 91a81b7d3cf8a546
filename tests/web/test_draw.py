"""Drawing a picture on the page: tools, clues, verdicts, repair."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from web_board import (
    CROSS,
    SWITCH,
    Board,
    Cell,
    Satisfied,
    clues,
    show_answer,
    unfold,
    until,
)

from nonosat.model import Grid, Puzzle, Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened


def begin(page: Page, width: int, height: int) -> Board:
    """A blank drawing of this size."""
    page.get_by_role("button", name=re.compile("^Draw( your own)?$")).click()
    unfold(page)
    for label, value in [("Width", width), ("Height", height)]:
        page.get_by_label(label).fill(str(value))
        page.get_by_label(label).press("Enter")
    board = Board(page)
    board.painted()
    return board


def do(board: Board, name: str) -> None:
    """Press a button of the panel or of the tools."""
    board.page.locator(".view:visible").get_by_role("button", name=name, exact=True).click()


def verdict(page: Page, text: str) -> None:
    """Wait for this verdict on the drawing as it is now."""
    page.locator(".verdict:not(.stale)", has_text=text).wait_for()


def test_clues_and_verdict_follow_each_stroke(small: Board) -> None:
    small.drag([(1, 0), (1, 2)])
    small.click((1, 4))
    assert small.cells("filled") == [(1, 0), (1, 1), (1, 2), (1, 4)]
    assert clues(small) == ["1", "1", "1", "0", "1", "0", "3 1", "0", "0"]
    verdict(small.page, "Exactly one solution")
    assert "line by line" in small.page.locator(".strip:visible").inner_text()
    small.drag([(1, 1), (1, 4)], button="right")
    small.click((2, 1))
    verdict(small.page, "Several solutions")


@pytest.mark.night
def test_both_solutions_can_be_looked_at(small: Board) -> None:
    small.click((0, 0))
    small.click((1, 1))
    verdict(small.page, "Several solutions")
    pictures = []
    for name in ["Solution 1", "Solution 2"]:
        do(small, name)
        small.painted()
        pictures.append(small.cells("filled"))
    assert sorted(pictures) == [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]
    do(small, "Drawing")
    small.wait_for([(0, 0), (1, 1)])
    do(small, "Solution 2")
    small.click((3, 4))  # drawing goes on with the drawing
    small.wait_for([(0, 0), (1, 1), (3, 4)])


def test_a_proposal_is_accepted_cell_by_cell(new_page: Opened) -> None:
    board = begin(new_page([]), 6, 6)
    cells = [(0, 0), (1, 1), (3, 3), (4, 4)]
    for cell in cells:
        board.click(cell)
    do(board, "Propose changes")
    page = board.page
    proposal = page.locator(".proposal").first
    proposal.wait_for()
    changes = proposal.get_by_role("listitem")
    count = changes.count()
    assert count > 1
    for left in range(count - 1, -1, -1):
        changes.first.get_by_role("button").click()
        if left:
            until(lambda left=left: changes.count() == left)
            assert len(set(board.cells("filled")) ^ set(cells)) == count - left
    verdict(page, "Exactly one solution")
    assert len(set(board.cells("filled")) ^ set(cells)) == count


@pytest.mark.night
def test_a_search_for_a_repair_says_why_it_ended(small: Board) -> None:
    """Which need not be the limit."""
    found = {"cells": 0, "pictures": [], "error": "out of memory"}
    body = f"event: done\ndata: {json.dumps(found)}\n\n"
    small.page.route(
        "**/api/repair*", lambda route: route.fulfill(body=body, content_type="text/event-stream")
    )
    small.click((0, 0))
    small.click((1, 1))
    do(small, "Propose changes")
    until(lambda: small.page.locator(".proposals").inner_text())
    small.page.get_by_text("Nothing was found: out of memory.", exact=True).wait_for()


@pytest.mark.night
def test_accept_is_in_sight_on_a_phone_on_its_side(new_page: Opened) -> None:
    size = {"width": 844, "height": 390}
    options = {"viewport": size, "has_touch": True, "is_mobile": True}
    picture = Grid(4, 5, bytes([1, 0, 0, 0, 0, 0, 1, *bytes(13)]))
    page = new_page([Sheet(Puzzle.of_grid(picture), goals=(picture,))], view="draw", **options)
    page.get_by_role("button", name="Propose changes").click()
    accept = page.get_by_role("button", name="Accept").first
    accept.wait_for()
    box, bar = accept.bounding_box(), page.locator(".draws .bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]


@pytest.mark.night
def test_a_stroke_elsewhere_ends_the_proposals(small: Board) -> None:
    small.click((0, 0))
    small.click((1, 1))
    do(small, "Propose changes")
    small.page.locator(".proposal").first.wait_for()
    small.click((3, 4))
    until(lambda: small.page.locator(".proposal").count() == 0)


@pytest.mark.night
def test_given_cells_are_shown_to_the_player(new_page: Opened) -> None:
    picture = Grid(4, 5, bytes([1, 0, 0, 0, 0, 0, 1, *bytes(13)]))
    puzzle = Puzzle.of_grid(picture).given({(0, 0): 1})
    page = new_page([Sheet(puzzle, goals=(picture,))], view="draw")
    small = Board(page)
    verdict(page, "Exactly one solution")
    page.get_by_role("button", name="Play", exact=True).click()
    board = Board(page)
    (given,) = [
        (row, col)
        for row, words in enumerate(board.rows())
        for col, word in enumerate(words)
        if word != "open"
    ]
    board.click(given)
    page.get_by_role("button", name="Start again").click()
    assert board.cells() == [given]  # nothing takes it away
    for cell in [(0, 0), (1, 1)]:
        if cell != given:
            board.click(cell)
    page.get_by_text("Solved in").wait_for()
    page.get_by_role("button", name="Steps", exact=True).click()
    page.get_by_text("Step 0 of").wait_for()
    assert Board(page).cells() == [given]
    page.get_by_role("button", name="Draw", exact=True).click()
    verdict(page, "Exactly one solution")
    small.click((3, 4))  # another picture: what was given holds no more
    verdict(page, "Several solutions")


def test_drawing_does_not_wait_for_the_verdict(small: Board) -> None:
    small.page.route("**/api/check*", lambda route: None)  # never answered
    for col in range(5):
        small.click((0, col))
    assert len(small.cells("filled")) == 5
    assert small.page.locator(".verdict.stale").count() == 1


def test_a_size_that_cannot_be_is_not_taken(small: Board) -> None:
    """Nor is it changed to another in silence."""
    field = small.page.get_by_label("Width")
    for wrong in ("0", "-3", "7.5", "999"):
        field.fill(wrong)
        field.press("Enter")
        assert field.input_value() == wrong
        assert field.evaluate("it => it.matches(':invalid')")
        assert len(small.rows()[0]) == 5
    field.fill("7")
    field.press("Enter")
    until(lambda: len(small.rows()[0]) == 7)


@pytest.mark.night
def test_a_fill_stays_in_its_area(small: Board) -> None:
    small.drag([(0, 2), (3, 2)])
    do(small, "Fill")
    small.click((1, 0))
    assert len(small.cells("filled")) == 12
    do(small, "Undo")
    until(lambda: len(small.cells("filled")) == 4)


def test_mirrors_draw_on_both_sides(small: Board) -> None:
    steps: list[tuple[str, list[Cell]]] = [
        ("Mirror ↔", [(1, 1), (1, 3)]),
        ("Mirror ↕", [(1, 1), (1, 3), (2, 1), (2, 3)]),
        ("Mirror ↔", [(1, 1), (2, 1)]),  # off again
    ]
    for mirror, filled in steps:
        do(small, mirror)
        small.click((1, 1))
        small.wait_for(filled)
        do(small, "Undo")
        small.wait_for([])


def test_another_picture_is_begun_and_undo_brings_the_drawing_back(small: Board) -> None:
    page = small.page
    page.get_by_label("Title").fill("Dot")
    small.click((0, 0))
    do(small, "New")
    until(lambda: len(small.rows()) == 15)
    do(small, "Undo")
    small.wait_for([(0, 0)])
    assert page.get_by_label("Title").input_value() == "Dot"


@pytest.mark.night
def test_another_size_keeps_what_fits(small: Board) -> None:
    small.click((0, 0))
    small.click((3, 4))
    assert begin(small.page, 3, 6).cells("filled") == [(0, 0)]
    do(small, "Undo")
    do(small, "Undo")
    small.wait_for([(0, 0), (3, 4)])
    assert small.page.get_by_label("Width").input_value() == "5"


def test_keys_draw(small: Board) -> None:
    press = small.page.keyboard.press
    small.click((0, 0))
    for key in ["ArrowDown", " ", "Shift+End", "ArrowLeft", "x", "ArrowDown", "f"]:
        press(key)
    assert len(small.cells("filled")) == 20
    press("Control+z")
    assert small.cells("filled") == [(0, 0), (1, 0), (1, 1), (1, 2), (1, 4)]


def test_inks_are_added_recolored_and_removed(small: Board) -> None:
    small.click((0, 0))
    do(small, "Add an ink")
    small.click((0, 1))
    assert [small.cells(name) for name in ("black", "red")] == [[(0, 0)], [(0, 1)]]
    assert clues(small)[5] == "1k 1r"
    small.page.get_by_label("Color of red").fill("#0050d0")
    small.painted()
    small.page.mouse.move(2, 2)
    assert small.color((0, 1)) == (0x00, 0x50, 0xD0)
    do(small, "Remove it")
    small.wait_for([(0, 0)])
    assert clues(small)[5] == "1"


@pytest.mark.night
def test_inks_of_the_same_color_have_names_of_their_own(small: Board) -> None:
    for col in range(2):
        do(small, "Add an ink")
        small.page.get_by_label("Color of").fill("#123456")
        small.click((0, col))
    verdict(small.page, "Exactly one solution")


def test_a_drawing_is_kept_over_a_reload_and_tabs_have_their_own(new_page: Opened) -> None:
    small = begin(new_page([]), 5, 4)
    small.click((0, 0))
    small.page.get_by_label("Title").fill("Dot")
    small.page.reload()
    board = Board(small.page)
    assert board.cells("filled") == [(0, 0)]
    assert board.page.get_by_label("Title").input_value() == "Dot"
    other = small.page.context.new_page()
    other.goto(small.page.url)
    theirs = Board(other)
    theirs.wait_for([(0, 0)])  # a new tab begins with the last drawing
    theirs.click((1, 1))
    small.page.reload()
    assert Board(small.page).cells("filled") == [(0, 0)]
    small.page.keyboard.press("Control+z")
    Board(small.page).wait_for([])


@pytest.mark.night
def test_the_drawing_stays_when_views_are_left_and_entered(small: Board) -> None:
    page = small.page
    small.click((0, 0))
    page.get_by_role("button", name="Draw", exact=True).click()
    small.wait_for([(0, 0)])
    page.get_by_role("button", name="Play", exact=True).click()
    page.go_back()
    board = Board(page)
    board.wait_for([(0, 0)])
    board.click((1, 1))
    page.go_forward()
    board = Board(page)
    board.click((0, 0))
    board.click((1, 1))
    page.get_by_text("Solved in").wait_for()


@pytest.mark.night
def test_a_late_picture_to_draw_on_with_comes_in_vain(new_page: Opened) -> None:
    page = new_page([Sheet(Puzzle.of([[2], []], [[1], [1]]))])
    Board(page)
    questions = Satisfied(page, "check")
    for view in ["Play", "Steps"]:
        if view == "Play":
            show_answer(page, "Draw")
        else:
            page.get_by_role("button", name="Draw", exact=True).click()  # asked once
        questions.wait()
        page.get_by_role("button", name=view, exact=True).click()
        questions.answer()
        assert page.locator("nav [aria-current]").inner_text() == view


def test_puzzles_of_a_file_and_drawings_are_not_mixed_up(new_page: Opened) -> None:
    """Drawing on one puzzle of a file changes that one; another drawing leaves the file alone."""
    page = new_page([Sheet(CROSS, title="Cross"), Sheet(SWITCH, title="Switch")], view="draw")
    board = Board(page)
    board.click((0, 0))
    page.get_by_label("Puzzle of the file").select_option(index=1)
    until(lambda: len(Board(page).rows()) == 2)
    page.get_by_label("Puzzle of the file").select_option(index=0)
    until(lambda: len(Board(page).rows()) == 3)
    assert (0, 0) in Board(page).cells("filled")
    do(board, "New")
    assert not page.get_by_label("Puzzle of the file").is_visible()
    Board(page).click((4, 4))
    page.get_by_role("button", name="Play", exact=True).click()
    assert len(Board(page).rows()) == 15

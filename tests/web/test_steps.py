"""Watching the solver on the page: steps, and all solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web_board import Board, show_answer, until

from nonosat.ask.explain.steps import steps
from nonosat.model import Puzzle, Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened


SWITCHES = Puzzle.of([[1], [1], [1]], [[1], [1], [1]])
"""Six solutions."""


EVENTS = "text/event-stream"
ENDED = """event: steps
data: {"steps": [{"kind": "line", "depth": 0, "text": "a step", "decided": [[0, 0, "#"]]}]}

event: done
data: {"error": "no time"}

"""


def opened(page: Page, view: str) -> Board:
    page.get_by_role("button", name=view, exact=True).click()
    return Board(page)


def at(page: Page, number: int, count: int) -> None:
    page.get_by_text(f"Step {number} of {count}", exact=True).wait_for()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_steps_go_forwards_and_backwards_and_say_why(page: Page, fox: Sheet) -> None:
    board = opened(page, "Steps")
    count = len(list(steps(fox.puzzle)))
    at(page, 0, count)
    assert board.cells() == []
    press(page, "Next step")
    at(page, 1, count)
    page.get_by_text(str(next(steps(fox.puzzle)))).wait_for()
    first = board.cells()
    assert first
    press(page, "To the end")
    at(page, count, count)
    inked = len(fox.goals[0].cells) - fox.goals[0].cells.count(0)
    assert len(board.cells("black", "orange", "brown")) == inked
    page.get_by_role("slider", name="Step").fill("2")
    at(page, 2, count)
    press(page, "Step back")
    at(page, 1, count)
    assert board.cells() == first
    press(page, "To the beginning")
    assert board.cells() == []


@pytest.mark.night
def test_steps_play_at_a_speed(page: Page, fox: Sheet) -> None:
    page.clock.install()
    page.reload()
    opened(page, "Steps")
    count = len(list(steps(fox.puzzle)))
    at(page, 0, count)
    page.get_by_label("Speed").select_option(label="very fast")
    press(page, "Run")
    place = page.get_by_text(f" of {count}")
    until(lambda: int(place.inner_text().split()[1]) >= 20)
    press(page, "Stop")
    stopped = place.inner_text()
    page.clock.fast_forward(5000)
    assert place.inner_text() == stopped


@pytest.mark.night
def test_why_the_steps_end_stays_in_sight(new_page: Opened) -> None:
    page = new_page([Sheet(SWITCHES)])
    page.context.route(
        "**/api/steps*", lambda route: route.fulfill(body=ENDED, content_type=EVENTS)
    )
    opened(page, "Steps")
    ended = "; the steps end here: no time"
    page.get_by_text(f"Step 0 of 1{ended}").wait_for()
    page.get_by_text("The board before the first step.").wait_for()
    press(page, "Next step")
    page.get_by_text(f"Step 1 of 1{ended}").wait_for()


def test_guesses_are_shown_as_maybe_and_taken_back(new_page: Opened) -> None:
    page = new_page([Sheet(SWITCHES)])
    board = opened(page, "Steps")
    count = len(list(steps(SWITCHES)))
    at(page, 0, count)
    press(page, "To the end")
    assert len(board.cells("maybe filled")) == 3
    press(page, "To the beginning")
    assert board.cells() == []


def test_all_solutions_with_the_cells_that_differ(new_page: Opened) -> None:
    page = new_page([Sheet(SWITCHES)])
    show_answer(page, "Solutions")
    board = Board(page)
    page.get_by_text("6 found; these are all.").wait_for()
    page.get_by_text("9 cells differ").wait_for()
    pictures = []
    for number in range(6):
        page.get_by_text(f"Solution {number + 1} of 6").wait_for()
        board.painted()
        pictures.append(tuple(board.cells("filled")))
        press(page, "Next ▶")
    assert len(set(pictures)) == 6
    assert board.color((0, 0), "lights") != (0, 0, 0)
    board.host.locator("[role=grid]").focus()
    for keys, number in [("b", 5), ("Control+b", 5), ("n", 6)]:
        page.keyboard.press(keys)
        page.get_by_text(f"Solution {number} of 6").wait_for()
    page.get_by_label("At most", exact=True).fill("4")
    page.get_by_label("At most", exact=True).press("Enter")
    page.get_by_text("4 found; there may be more.").wait_for()


def test_one_solution_and_none_are_said_to_be_proved(new_page: Opened) -> None:
    unique = Sheet(Puzzle.of([[2], []], [[1], [1]]), title="One")
    none = Sheet(Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]]), title="None")
    page = new_page([unique, none])
    show_answer(page, "Solutions")
    page.get_by_text("Proved: there is exactly one solution.").wait_for()
    page.get_by_label("Puzzle of the file").select_option(index=1)
    page.get_by_text("Proved: there is no solution.").wait_for()


@pytest.mark.night
def test_keys_of_steps_and_a_new_puzzle(new_page: Opened) -> None:
    line = Sheet(Puzzle.of([[2], []], [[1], [1]]), title="Line")
    page = new_page([Sheet(SWITCHES), line])
    board = opened(page, "Steps")
    at(page, 0, len(list(steps(SWITCHES))))
    board.host.locator("[role=grid]").focus()
    for key, number in [("n", 1), ("n", 2), ("b", 1)]:
        page.keyboard.press(key)
        at(page, number, len(list(steps(SWITCHES))))
    page.get_by_label("Puzzle of the file").select_option(index=1)
    at(page, 0, len(list(steps(line.puzzle))))
    until(lambda: len(Board(page).rows()) == 2)

"""A game from its first stroke to its end: blanks set by themselves, hints, winning, no spoilers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from conftest import at_night
from web_board import CROSS, CROSS_FILLED, SWITCH, Board, until

from nonosat.files import loads
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.web.pages import static_files

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened

GOAL = Grid(3, 3, bytes([0, 1, 0, 1, 1, 1, 0, 1, 0]))
TITLED = Sheet(CROSS, goals=(GOAL,), title="Secret cross")


@pytest.fixture
def titled(new_page: Opened) -> Board:
    return Board(new_page([TITLED, Sheet(SWITCH, title="Other secret")]))


def solve(board: Board) -> None:
    board.click(*CROSS_FILLED)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_finished_lines_get_their_blanks_and_lose_them_with_the_stroke(new_page: Opened) -> None:
    """By the marks of the line alone: the column is wrong, and its line is finished all the same."""
    board = Board(new_page([Sheet(SWITCH)]))
    page = board.page
    board.click((0, 0))
    assert board.cells("filled") == [(0, 0)]
    assert board.cells("blank") == [(0, 1), (1, 0)]
    page.keyboard.press("Control+z")
    assert board.cells() == []
    page.keyboard.press("Control+y")
    assert len(board.cells()) == 3
    page.keyboard.press("Control+z")
    page.get_by_label("Fill in the blanks of finished lines").uncheck()
    board.click((0, 0))
    assert board.cells() == [(0, 0)]


@pytest.mark.night
def test_only_the_stroke_that_finishes_a_line_sets_its_blanks(new_page: Opened) -> None:
    """A cross that is taken away stays away, a maybe stays, and a line that is not as its clue waits."""
    board = Board(new_page([Sheet(Puzzle.of([[2, 1]], [[1], [1], [], [1], []]))]))
    page = board.page
    press(page, "Maybe blank")
    board.click((0, 4))
    press(page, "Fill")
    board.drag([(0, 0), (0, 1)])
    assert board.cells("blank") == []
    board.click((0, 3))
    assert board.cells("blank") == [(0, 2)]
    assert board.cells("maybe blank") == [(0, 4)]
    page.keyboard.press("Control+z")
    board.click((0, 3))
    press(page, "Show the grid")
    board.click((0, 2), button="right")
    assert board.cells("blank") == []


@pytest.mark.night
def test_a_puzzle_with_hidden_numbers_is_played_to_its_end(new_page: Opened) -> None:
    """A block of hidden length may go on, so a stroke of one cell does not finish its line."""
    board = Board(new_page([Sheet(Puzzle.of(["1", "?", "1"], ["1", "?", "1"]), goals=(GOAL,))]))
    page = board.page
    board.click((1, 1))
    assert board.cells() == [(1, 1)]
    for cell in CROSS_FILLED:
        if cell != (1, 1):
            board.click(cell)
    page.get_by_text("Solved in").wait_for()
    assert board.cells("filled") == CROSS_FILLED


def test_winning_shows_the_picture_alone_and_locks_it(titled: Board) -> None:
    page = titled.page
    solve(titled)
    page.get_by_text("Solved in").wait_for()
    page.get_by_role("heading", name="Secret cross").wait_for()
    titled.painted()
    empty = """host => [...host.querySelectorAll("canvas.clues, canvas.lights")].every(canvas =>
        canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.every(it => !it))"""
    assert titled.host.evaluate(empty), "no clues, no crosshair"
    before = titled.cells("filled")
    titled.click((0, 0))
    page.keyboard.press("x")
    page.keyboard.press("h")
    assert titled.cells("filled") == before == CROSS_FILLED
    press(page, "Show the grid")
    titled.painted()
    assert not titled.host.evaluate(empty)
    page.keyboard.press("Control+z")
    assert titled.cells("filled") == CROSS_FILLED[:-1]
    page.keyboard.press("Control+y")
    page.get_by_text("Solved in").wait_for()
    page.keyboard.press("Control+z")  # goes back from the picture, too
    until(lambda: titled.cells("filled") == CROSS_FILLED[:-1])
    assert not page.get_by_role("button", name="Show the grid").is_visible()


def test_a_solved_puzzle_is_shown_so_again_and_leads_to_the_next(titled: Board) -> None:
    page = titled.page
    solve(titled)
    page.reload()
    page.get_by_text("Solved in").wait_for()
    page.get_by_role("heading", name="Secret cross").wait_for()
    press(page, "Next puzzle")
    until(lambda: len(Board(page).rows()) == 2)
    assert not page.get_by_role("button", name="Next puzzle").is_visible()
    page.keyboard.press("Space")
    assert Board(page).cells("filled") == [(0, 0)]


@pytest.mark.parametrize("how", ["by a copied link", *at_night("by the sheet of the system")])
def test_a_solved_puzzle_is_shared(titled: Board, how: str) -> None:
    """The link holds the clues, not the solution."""
    page = titled.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(SHARING, how == "by the sheet of the system")
    solve(titled)
    press(page, "Show the grid")
    press(page, "Share …")
    if how == "by the sheet of the system":
        until(lambda: page.evaluate("shared.length"))
        link = page.evaluate("shared[0].url")
        assert page.get_by_role("dialog").count() == 0
    else:
        press(page, "Copy")
        page.get_by_text("Copied.").wait_for()
        link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(page.url.partition("#")[0])
    (sheet,) = loads("#" + link.partition("#")[2])
    assert (sheet.puzzle, sheet.goals) == (CROSS, ())


SHARING = """sheet => {
  window.shared = [];
  const value = sheet ? async (what) => { shared.push(what); } : undefined;
  Object.defineProperty(navigator, "share", { value });
}"""
"""Whether the system has a sheet to share with."""


def test_the_next_puzzle_is_dark_again(new_page: Opened) -> None:
    """The picture of a solved puzzle is black on white."""
    page = new_page([TITLED, Sheet(SWITCH)], color_scheme="dark")
    board = Board(page)
    solve(board)
    page.get_by_text("Solved in").wait_for()
    assert min(board.color((0, 0))) > 200
    press(page, "Next puzzle")
    until(lambda: len(Board(page).rows()) == 2)
    assert max(Board(page).color((0, 0))) < 60


def test_titles_are_hidden_until_the_puzzle_is_solved(titled: Board) -> None:
    page = titled.page
    assert "secret" not in (page.title() + page.locator("#app").inner_text()).lower()
    solve(titled)
    until(lambda: page.title().startswith("Secret cross"))
    options = page.get_by_label("Puzzle of the file").locator("option").all_text_contents()
    assert options[0] == "1. Secret cross"
    assert "secret" not in options[1].lower()
    page.get_by_label("Show titles before puzzles are solved").check()
    until(lambda: "Other secret" in page.get_by_label("Puzzle of the file").inner_text())


@pytest.mark.parametrize(("view", "begun"), [("Solutions", True), ("Draw", False)])
def test_who_plays_is_asked_before_the_answer_is_shown(
    titled: Board, view: str, begun: bool
) -> None:
    page = titled.page
    if begun:
        titled.click((0, 1))
    press(page, view)
    dialog = page.get_by_role("dialog", name="Show the answer?")
    dialog.wait_for()
    assert page.locator(":focus").inner_text() == "Show it", "the first choice"
    dialog.get_by_role("button", name="Close").click()
    page.wait_for_url("**/#play")
    assert page.get_by_role("button", name="Play", exact=True).get_attribute("aria-current")
    press(page, view)
    dialog.get_by_role("button", name="Show it").click()
    until(lambda: Board(page).cells("filled") == CROSS_FILLED)
    press(page, "Play")
    press(page, "Solutions")
    page.get_by_text("Proved: there is exactly one solution.").wait_for()
    assert dialog.count() == 0, "asked once"


@pytest.mark.night
def test_who_looks_at_the_steps_is_not_asked(titled: Board) -> None:
    press(titled.page, "Steps")
    press(titled.page, "Solutions")
    titled.page.get_by_text("Proved: there is exactly one solution.").wait_for()


@pytest.mark.night
def test_who_has_solved_it_is_not_asked(titled: Board) -> None:
    solve(titled)
    press(titled.page, "Draw")
    assert Board(titled.page).cells("filled") == CROSS_FILLED
    assert titled.page.get_by_role("heading", name="Secret cross").is_visible()


@pytest.mark.night
def test_cells_to_fill_and_to_leave_blank_look_different(new_page: Opened) -> None:
    board = Board(new_page([Sheet(Puzzle.of([[2, 1], [1, 1], [1]], [[2], [1], [2], [1]]))]))
    page = board.page
    answer = page.locator(".answer")
    for _ in range(4):
        page.keyboard.press("h")
        answer.get_by_text("Look at ").wait_for()
        page.keyboard.press("h")
        answer.get_by_text("to leave blank").or_(answer.get_by_text("to fill")).wait_for()
        if "3 ● to fill, 1 " in answer.inner_text():
            break
        press(page, "Do it")
    answer.get_by_text("the blocks fill the line").wait_for()
    assert middle(board, (0, 0)) != middle(board, (0, 2))


def middle(board: Board, cell: tuple[int, int]) -> list[int]:
    """The color of the lights a third into a cell."""
    left, top, side = board.place()
    at = [left + (cell[1] + 0.5) * side, top + (cell[0] + 0.42) * side]
    color: list[int] = board.host.evaluate(
        """(host, [x, y]) => [...host.querySelector("canvas.lights").getContext("2d")
        .getImageData(Math.round(x * devicePixelRatio), Math.round(y * devicePixelRatio), 1, 1).data]""",
        at,
    )
    return color


@pytest.mark.night
def test_a_clue_that_cannot_be_had_has_a_frame_in_any_color(new_page: Opened) -> None:
    red = Puzzle.of([[(1, 1), (1, 2)], []], [[(1, 1)], [(1, 2)]])
    board = Board(new_page([Sheet(red)], settings={"blanks": False}))
    page = board.page

    def reds() -> int:
        count: int = board.host.evaluate(
            """host => { const canvas = host.querySelector("canvas.clues");
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let at = 0; at < data.length; at += 4)
              count += data[at] === 0xc8 && data[at + 1] === 0x10 && data[at + 2] === 0x2e;
            return count }"""
        )
        return count

    assert reds() == 0
    page.keyboard.press("2")
    board.click((0, 0))
    board.painted()
    assert reds() > 100


@pytest.mark.night
def test_the_panel_does_not_jump_when_there_is_something_to_say(page: Page) -> None:
    board = Board(page)
    heading = page.locator("aside:visible").get_by_text("Game", exact=True)
    before = heading.bounding_box(), board.host.bounding_box()
    for key in "hhwc":
        page.keyboard.press(key)
        page.locator(".strip:visible p:not(:empty)").first.wait_for()
        board.painted()
        assert (heading.bounding_box(), board.host.bounding_box()) == before, key


@pytest.mark.night
def test_keys_work_wherever_the_focus_is(titled: Board) -> None:
    page = titled.page
    press(page, "Check")
    page.get_by_text("No mistakes so far.").wait_for()
    page.keyboard.press("h")
    page.get_by_text("Look at ").wait_for()
    page.get_by_label("Show lines that no longer fit").click()  # a box that is ticked has the focus
    page.keyboard.press("h")
    page.get_by_text("Look at ").wait_for()
    press(page, "Steps")
    page.get_by_text("Step 0 of").wait_for()
    until(lambda: page.get_by_text("Step 0 of 0").count() == 0)
    page.keyboard.press("n")
    page.get_by_text("Step 1 of").wait_for()
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("n")
    page.get_by_text("Step 2 of").wait_for()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Stop", exact=True).wait_for()


def test_each_of_our_puzzles_has_one_solution_and_a_title_but_no_picture() -> None:
    samples = json.loads(static_files()["samples.json"].read_text(encoding="utf-8"))
    sizes = [len(sample["sheet"]["rows"]) for sample in samples]
    assert len(sizes) >= 8
    assert min(sizes) == 5
    assert max(sizes) >= 28
    for sample in samples:
        sheet = loads(json.dumps(sample["sheet"]))[0]
        assert check(sheet.puzzle).verdict is Verdict.UNIQUE, sheet.title
        assert sheet.title
        assert not sheet.goals
        assert 1 <= sample["stars"] <= 5

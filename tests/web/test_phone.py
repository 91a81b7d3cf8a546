"""The page on a phone: what is in sight and in reach, what fingers do, and where it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT, at_night
from web_board import CROSS, Board, Fingers, sheet, until

from nonosat.files import load
from nonosat.model import Grid, Palette, Puzzle, Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
BAR = ["Fill", "Cross", "Undo", "Redo", "Hint", "Check", "More"]
LARGE = ROOT / "data" / "seeds" / "large-20x20.two"
SQUARE = Puzzle.of([[1]] * 10, [[1]] * 10)


@pytest.fixture
def large(new_page: Opened) -> Board:
    """A puzzle of 20x20 on a phone."""
    return Board(new_page(load(LARGE), **PHONE))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def test_the_bar_is_in_reach_and_the_board_fills_the_rest(large: Board) -> None:
    page = large.page
    for name in BAR:
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        assert box["y"] > 844 - 160, name
        assert box["y"] + box["height"] <= 844, name
        assert min(box["width"], box["height"]) >= 40, name
    page.keyboard.press("Space")  # the offer of the rules goes
    large.painted()
    host = large.host.bounding_box()
    assert host is not None
    assert host["width"] * host["height"] > 0.7 * 390 * 844
    scrolls = "() => document.documentElement.scrollHeight - innerHeight"
    assert page.evaluate(scrolls) <= 0, "nothing is below the fold"


def test_fill_and_cross_are_one_large_switch_and_the_clock_is_seen(new_page: Opened) -> None:
    for width, height in ((320, 640), (390, 844), (844, 390)):
        page = new_page([Sheet(SQUARE)], **PHONE | {"viewport": {"width": width, "height": height}})
        board = Board(page)
        fill, cross = (
            page.get_by_role("button", name=name, exact=True).bounding_box() or {}
            for name in ("Fill", "Cross")
        )
        assert min(fill["height"], cross["height"]) >= 56
        assert min(fill["width"], cross["width"]) >= 72
        assert fill["y"] == cross["y"]
        assert fill["x"] + fill["width"] >= cross["x"] - 1, "side by side"
        press(page, "Cross")
        page.touchscreen.tap(*board.point((1, 1)))
        assert board.cells("blank") == [(1, 1)]
        assert page.get_by_role("timer").is_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("aside:visible").get_by_role("timer").wait_for()


@pytest.mark.parametrize("name", ["fox", *at_night("large")])
def test_cells_are_as_large_as_a_thumb_hits(new_page: Opened, name: str) -> None:
    page = new_page(None if name == "fox" else load(LARGE), **PHONE)
    board = Board(page)
    assert board.place()[2] >= 22
    _, _, width, height = board.sight()
    assert width > 390 / 2, "clues take less than half"
    assert height > 844 / 2
    with sheet(page):
        page.get_by_role("button", name="Show all").tap()
    left, top, side = board.place()
    rows = len(board.rows())
    assert left + side * rows <= 390 + 1
    assert top + side * rows <= 844


def test_a_finger_keeps_to_its_line_unless_it_need_not(new_page: Opened) -> None:
    page = new_page([Sheet(SQUARE)], settings={"blanks": False}, **PHONE)
    board = Board(page)
    fingers = Fingers(page)
    start, *way = board.points([(2, 1), (2, 3), (3, 5), (1, 6)])

    def stroke() -> list[tuple[int, int]]:
        fingers.send("touchStart", start)
        for point in way:
            fingers.send("touchMove", point)
        fingers.send("touchEnd")
        return board.cells("filled")

    assert stroke() == [(2, col) for col in range(1, 7)]
    press(page, "Undo")
    until(lambda: board.cells() == [])
    with sheet(page):
        page.get_by_label("Let a drag leave its line").check()
    assert {row for row, _ in stroke()} == {1, 2, 3}


@pytest.mark.night
def test_a_finger_marks_nothing_that_it_does_not_see(large: Board) -> None:
    """A stroke into the clues ends at the edge of what is in sight, not at the edge of the grid."""
    fingers = Fingers(large.page)
    x, y, _, _ = large.sight()
    side = large.place()[2]
    host = large.host.bounding_box()
    assert host is not None
    move_two(large, -6 * side, 0)
    hidden = round((x - large.place()[0]) / side)
    assert hidden >= 4
    at = host["y"] + y + side * 1.5
    fingers.send("touchStart", (host["x"] + x + side * 3.5, at))
    fingers.send("touchMove", (host["x"] + x + side, at))
    fingers.send("touchMove", (host["x"] + 4, at))
    fingers.send("touchEnd")
    marked = [col for _, col in large.cells("filled")]
    assert marked
    assert min(marked) >= hidden - 1


def move_two(board: Board, dx: float, dy: float) -> None:
    """Move the board by two fingers."""
    fingers = Fingers(board.page)
    host = board.host.bounding_box()
    assert host is not None
    x, y, width, height = board.sight()
    one = (host["x"] + x + width * 0.5, host["y"] + y + height * 0.4)
    other = (one[0] + 1, one[1] + 60)
    fingers.send("touchStart", one, other)
    for part in (0.5, 1):
        shift = (dx * part, dy * part)
        fingers.send("touchMove", *[(a + shift[0], b + shift[1]) for a, b in (one, other)])
    fingers.send("touchEnd")


@pytest.mark.night
def test_two_fingers_move_the_board_and_the_clues_stay(large: Board) -> None:
    left, _, side = large.place()
    move_two(large, -3 * side, 0)
    after = large.place()
    assert after[0] < left - 2 * side
    assert after[2] == pytest.approx(side, rel=0.05)
    assert large.cells() == []
    shown = large.host.evaluate(
        """host => { const canvas = host.querySelector("canvas.clues");
        const {data} = canvas.getContext("2d").getImageData(0, canvas.height / 2, 60, 60);
        return data.some(value => value > 0) }"""
    )
    assert shown, "the clues of the rows"


def test_a_board_of_50_is_moved_to_its_last_cell(new_page: Opened) -> None:
    diagonal = Puzzle.of_grid(Grid(50, 50, bytes(at % 51 == 0 for at in range(2500))))
    board = Board(new_page([Sheet(diagonal)], settings={"blanks": False}, **PHONE))
    x, y, width, height = board.sight()
    for _ in range(12):
        left, top, side = board.place()
        if left + 50 * side <= x + width + 1 and top + 50 * side <= y + height + 1:
            break
        move_two(board, -width / 2, -height / 2)
    assert side == pytest.approx(22, rel=0.1)
    board.page.touchscreen.tap(*board.point((49, 49)))
    assert board.cells("filled") == [(49, 49)]
    assert {row[at] for at, row in enumerate(board.rows()[:49])} == {"open"}


@pytest.mark.night
def test_what_a_hint_says_is_seen_with_its_line(new_page: Opened) -> None:
    """The last row is out of sight at first."""
    page = new_page([Sheet(Puzzle.of([1] * 49 + [0], [1] * 49))], **PHONE)
    board = Board(page)
    press(page, "Hint")
    page.get_by_text("Look at row 50.").wait_for()
    for _ in range(2):
        strip, bar, host = (
            page.locator(f".view:visible {name}").first.bounding_box()
            for name in (".strip", ".bar", ".board")
        )
        assert strip is not None
        assert bar is not None
        assert host is not None
        assert (
            host["y"] + host["height"] <= strip["y"] < strip["y"] + strip["height"] <= bar["y"] + 1
        )
        assert bar["y"] + bar["height"] <= 844
        y = board.point((49, 0))[1]
        assert host["y"] < y < host["y"] + host["height"]
        press(page, "Hint")
        page.get_by_text("to leave blank").wait_for()


@pytest.mark.night
def test_everything_else_is_in_one_sheet(new_page: Opened) -> None:
    page = new_page([Sheet(SQUARE)], **PHONE)
    board = Board(page)
    cell = board.point((0, 0))
    names = ["Draw", "Steps", "Solutions", "Open …", "Type clues …", "Save as …", "Light / dark"]
    for name in names:
        assert not page.get_by_role("button", name=name, exact=True).is_visible(), name
    for opener in ("Menu", "More"):
        press(page, opener)
        panel = page.locator("aside:popover-open")
        panel.wait_for()
        for name in names:
            assert panel.get_by_role("button", name=name, exact=True).is_visible(), name
        for label in ("Start again", "Why this cell?", "Show all"):
            assert panel.get_by_role("button", name=label).count() == 1
        page.touchscreen.tap(195, 60)  # outside
        panel.wait_for(state="hidden")
        press(page, "Menu")
        panel.get_by_role("button", name="Draw", exact=True).click(trial=True)  # it has slid in
        box = panel.bounding_box()
        assert box is not None
        assert cell[1] < box["y"], "the cell is in sight"
        page.touchscreen.tap(*cell)
        panel.wait_for(state="hidden")
        assert board.cells() == [], "the touch that closes it paints nothing"
    press(page, "Menu")
    press(page, "Steps")
    page.locator("aside:popover-open").wait_for(state="hidden")
    page.get_by_text("Step 0 of").wait_for()


def test_a_touch_chooses_the_cell_to_explain_and_does_not_mark_it(new_page: Opened) -> None:
    page = new_page([Sheet(CROSS)], **PHONE)
    board = Board(page)
    press(page, "More")
    page.locator("aside:popover-open").get_by_role("button", name="Why this cell?").click()
    page.get_by_text("Touch a cell.").wait_for()
    page.touchscreen.tap(*board.point((1, 1)))
    page.get_by_text("Row 2, column 2 is filled").wait_for()
    assert board.cells() == []
    page.touchscreen.tap(*board.point((1, 1)))
    board.wait_for([(1, 1)])


@pytest.mark.night
def test_a_turned_or_larger_window_takes_the_menu_back(new_page: Opened) -> None:
    page = new_page([Sheet(CROSS)], **PHONE)
    Board(page)
    press(page, "Menu")
    page.set_viewport_size({"width": 1280, "height": 800})
    header = page.locator("header")
    until(lambda: header.get_by_role("button", name="Steps", exact=True).is_visible())
    assert page.locator("aside:visible").get_by_role("button", name="Start again").is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    until(lambda: not header.get_by_role("button", name="Steps", exact=True).is_visible())
    with sheet(page):
        assert page.get_by_role("button", name="Steps", exact=True).is_visible()


@pytest.mark.night
def test_a_phone_on_its_side_shows_a_board_of_20_whole(new_page: Opened) -> None:
    options = PHONE | {"viewport": {"width": 844, "height": 390}}
    board = Board(new_page(load(LARGE), **options))
    left, top, side = board.place()
    box = board.host.bounding_box()
    assert box is not None
    assert side >= 15
    assert box["x"] + left + 20 * side <= 844 - 250
    assert box["y"] + top + 20 * side <= 390
    for name in ("Fill", "Undo", "Hint", "Check", "Menu"):
        button = board.page.get_by_role("button", name=name, exact=True).bounding_box()
        assert button is not None
        assert button["x"] >= 844 - 256
        assert button["y"] + button["height"] <= 390


@pytest.mark.night
def test_many_inks_of_a_drawing_stay_in_one_row(new_page: Opened) -> None:
    """Which scrolls: the board keeps its room."""
    inks = "krbgyopn"
    palette = Palette.of(
        [
            ("white", "#ffffff", "."),
            *((ink, f"#{at}0{at}0{at}0", ink) for at, ink in enumerate(inks)),
        ]
    )
    picture = Grid(1, len(inks), bytes(range(1, len(inks) + 1)), palette)
    page = new_page(
        [Sheet(Puzzle.of_grid(picture, palette), goals=(picture,))], view="draw", **PHONE
    )
    Board(page)
    boxes = [ink.bounding_box() for ink in page.locator(".draws .bar .ink").all()]
    assert len(boxes) == len(inks) + 1
    assert len({box["y"] for box in boxes if box}) == 1

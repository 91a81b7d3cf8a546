"""The first screen: what there is to play, games that go on, and what is opened from it."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from itertools import groupby, product
from typing import TYPE_CHECKING, Any

import pytest
from conftest import at_night
from web_board import CROSS, CROSS_FILLED, Board, until

from nonosat.ask.explain.difficulty import rate
from nonosat.files import dumps
from nonosat.formats.named.link import link_of
from nonosat.generators.icons import things
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.web.pages import static_files
from web.test_looks import screen

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened

LEVELS = {"easy": (1, 1), "medium": (2, 3), "hard": (4, 5)}
"""Level -> its fewest and most stars."""
GOAL = Grid(3, 3, bytes([0, 1, 0, 1, 1, 1, 0, 1, 0]))


def pool() -> list[tuple[int, int, str]]:
    return [(size, stars, bits) for size, stars, bits, _ in named_pool()]


def named_pool() -> list[tuple[int, int, str, str]]:
    lines = map(str.split, json.loads(static_files()["pool.json"].read_text("utf-8")))
    return [(int(size), int(stars), bits, "".join(name)) for size, stars, bits, *name in lines]


def picture(size: int, bits: str) -> Grid:

    cells = base64.b64decode(bits)
    return Grid(
        size, size, bytes(cells[at >> 3] >> (7 - (at & 7)) & 1 for at in range(size * size))
    )


def test_there_are_enough_puzzles_of_each_size_and_level() -> None:
    found = pool()
    assert len(set(found)) == len(found) >= 300
    for size in (10, 15, 20, 25, 30):
        for least, most in LEVELS.values():
            assert sum(its == size and least <= stars <= most for its, stars, _ in found) >= 9
    assert sum(its == 5 for its, _, _ in found) >= 30
    assert len(static_files()["pool.json"].read_text("utf-8")) < 60_000


@pytest.mark.parametrize("part", range(4))
def test_each_of_them_has_one_solution(part: int) -> None:
    for size, _, bits in pool()[part::4]:
        puzzle = Puzzle.of_grid(picture(size, bits))
        assert check(puzzle).verdict is Verdict.UNIQUE, (size, bits)


def test_those_for_today_are_known_things_that_lines_alone_solve() -> None:
    today = [row for row in named_pool() if row[0] in (15, 20, 25) and row[1] <= 2]
    names = {name for *_, name in today}
    assert len(names) == len(today) >= 300
    assert names <= {name.replace(" ", "_") for name in things()}
    for size, _, bits, name in today:
        assert check(Puzzle.of_grid(picture(size, bits))).line_solvable, name
    for size in (15, 20, 25):
        assert sum(its == size for its, *_ in today) % 7, "some would never have their day"


def test_their_stars_are_those_of_rate() -> None:
    for size, stars, bits in pool()[::10]:
        assert rate(Puzzle.of_grid(picture(size, bits))).stars == stars


def home(page: Page) -> None:
    """Wait until the first screen is shown with all its lists."""
    page.locator("#home-collection li").first.wait_for()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def begun(page: Page) -> list[str]:
    return page.locator("#home-games li").all_inner_texts()


def solved(board: Board) -> Grid:
    """The solution of the clues that the board says."""
    heads = board.host.locator("[role=columnheader], [role=rowheader]").all_text_contents()[1:]
    clues = [[int(it) for it in head.partition(": ")[2].split() if it != "0"] for head in heads]
    width = len(board.rows()[0])
    (grid,) = check(Puzzle.of(clues[width:], clues[:width])).solutions
    return grid


def solution_of(board: Board) -> list[tuple[int, int]]:
    """The cells to fill."""
    grid = solved(board)
    return [(row, col) for row in range(grid.height) for col, it in enumerate(grid.row(row)) if it]


def test_the_first_tab_reaches_play_and_controls_are_few(new_page: Opened) -> None:
    page = new_page([])
    home(page)
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("id") == "home-today"
    seen = page.locator("button:visible, select:visible, input:visible").count()
    listed = page.locator("#home-collection button").count()
    assert seen - listed <= 11


def by_keyboard(board: Board, grid: Grid) -> None:
    """Fill the picture, stroke by stroke."""
    page = board.page
    page.keyboard.press("Control+Home")
    for row in range(grid.height):
        at = 0
        for color, run in groupby(range(grid.width), grid.row(row).__getitem__):
            first, *more = run
            if color:
                for _ in range(first - at):
                    page.keyboard.press("ArrowRight")
                page.keyboard.press(str(color))
                page.keyboard.press("Space")
                for _ in more:
                    page.keyboard.press("Shift+ArrowRight")
                at = first + len(more)
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")


@pytest.mark.night
def test_the_keyboard_alone_leads_from_the_first_screen_to_the_next_puzzle(
    new_page: Opened,
) -> None:
    page = new_page([], settings={})
    home(page)
    page.clock.set_fixed_time(datetime(2026, 5, 4, 12, 0))  # a day of 15x15
    page.reload()
    home(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    board = Board(page)
    page.keyboard.press("h")
    page.get_by_text("Look at ").wait_for()
    first = solved(board)
    by_keyboard(board, first)
    page.get_by_text("Solved in").wait_for()
    for _ in range(40):
        if page.locator(":focus").inner_text() == "Next puzzle":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(lambda: Board(page).cells() == [])
    assert solved(Board(page)) != first
    page.keyboard.press("Space")
    assert Board(page).cells("filled") == [(0, 0)]


@pytest.mark.night
def test_todays_puzzle_is_the_same_for_everybody_and_another_tomorrow(new_page: Opened) -> None:
    clues = []
    for day, zone in ((3, "Asia/Tokyo"), (3, "America/Lima"), (4, "America/Lima")):
        page = new_page([], timezone_id=zone)
        home(page)
        page.locator("#home-today-is .stars").wait_for()  # its list has come, by the true clock
        page.clock.set_fixed_time(datetime(2026, 5, day, 12, 0))
        page.reload()
        home(page)
        press(page, "Today's puzzle")
        board = Board(page)
        assert board.cells() == []
        clues.append(board.host.locator("[role=rowheader]").all_text_contents())
    assert clues[0] == clues[1] != clues[2]


@pytest.mark.night
def test_todays_puzzle_grows_with_the_week_and_has_a_name_once_it_is_solved(
    new_page: Opened,
) -> None:
    page = new_page([], settings={})
    home(page)
    for day, size in ((9, 25), (4, 15)):
        page.clock.set_fixed_time(datetime(2026, 5, day, 12, 0))
        page.reload()
        home(page)
        press(page, "Today's puzzle")
        board = Board(page)
        until(lambda board=board, size=size: len(board.rows()) == size)
        title = page.locator("header h1")
        assert title.inner_text().startswith("Puzzle ")
        page.go_back()
        home(page)
    press(page, "Today's puzzle")
    board.click(*solution_of(board))
    page.get_by_text("Solved in").wait_for()
    known = {name.casefold() for name in things()}
    until(lambda: title.inner_text().casefold() in known)


@pytest.mark.parametrize(
    ("size", "level"), [("20", "medium"), *at_night(("5", "easy"), ("30", "hard"))]
)
def test_a_random_puzzle_is_as_wanted(new_page: Opened, size: str, level: str) -> None:
    page = new_page([])
    home(page)
    page.get_by_label("Size").select_option(size)
    page.get_by_label("Level").select_option(level)
    press(page, "Random puzzle")
    board = Board(page)
    assert len(board.rows()) == int(size)
    filled = set(solution_of(board))
    bits = [it for side, stars, it in pool() if side == int(size) and LEVELS[level][0] <= stars]
    assert any(
        filled
        == {divmod(at, int(size)) for at, cell in enumerate(picture(int(size), one).cells) if cell}
        for one in bits
    )


@pytest.mark.night
def test_back_returns_to_the_first_screen_which_offers_to_continue(new_page: Opened) -> None:
    """From a puzzle of the list, a link and a reload; a new tab offers it, too."""
    page = new_page([])
    home(page)
    assert not page.get_by_role("heading", name="Continue").is_visible()
    page.locator("#home-collection button").nth(1).click()
    Board(page).click((0, 0))
    page.reload()
    assert len(Board(page).cells("filled")) == 1
    page.go_back()
    home(page)
    assert begun(page) == ["9\u00d79\n0 of 18 lines"]
    page.goto(page.url + link_of(Sheet(CROSS)))
    page.reload()
    until(lambda: len(Board(page).rows()) == 3)
    Board(page).drag([(1, 0), (1, 2)])
    assert Board(page).cells("filled") == [(1, 0), (1, 1), (1, 2)]
    page.go_back()
    home(page)
    assert page.url.endswith("/")
    assert [it.partition("\n")[0] for it in begun(page)] == ["3\u00d73", "9\u00d79"], (
        "the newest first"
    )
    page.locator("#home-games button").nth(1).click()
    page.reload()
    assert len(Board(page).cells("filled")) == 1
    page.go_back()
    home(page)
    assert begun(page)[0].startswith("3\u00d73"), "a look at the other one does not change it"
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("heading", name="Continue").wait_for()
    other.locator("#home-games button").first.click()
    board = Board(other)
    assert board.cells("filled") == [(1, 0), (1, 1), (1, 2)]
    for cell in CROSS_FILLED:
        if cell[0] != 1:
            board.click(cell)
    other.get_by_text("Solved in").wait_for()
    press(other, "All puzzles")
    home(other)
    assert [it.partition("\n")[0] for it in begun(other)] == ["9\u00d79"], "a solved one is not"


def opened(page: Page, name: str, content: str) -> None:
    page.locator("input[type=file][aria-label=File]").set_input_files(
        {"name": name, "mimeType": "", "buffer": content.encode()}
    )


@pytest.mark.parametrize("how", ["picture", *at_night("clues")])
def test_a_file_that_is_opened_does_not_show_its_picture(new_page: Opened, how: str) -> None:
    page = new_page([])
    home(page)
    sheet = Sheet(CROSS, title="Secret plus", goals=(GOAL,) if how == "picture" else ())
    opened(page, "plus.json", dumps([sheet], "json"))
    board = Board(page)
    assert board.cells() == []
    assert "plus" not in page.locator("body").inner_text().lower()
    press(page, "All puzzles")
    home(page)
    assert "plus" not in page.locator("body").inner_text().lower()


@pytest.mark.night
def test_a_solved_puzzle_of_the_collection_has_its_title_and_picture(new_page: Opened) -> None:
    page = new_page([])
    home(page)
    first = page.locator("#home-collection button").first
    assert first.inner_text().startswith("1. 5\u00d75")
    assert first.locator("canvas").count() == 0
    first.click()
    board = Board(page)
    board.click(*solution_of(board))
    page.get_by_text("Solved in").wait_for()
    press(page, "All puzzles")
    home(page)
    until(lambda: first.inner_text().startswith("1. House"))
    assert first.locator("canvas").count() == 1


@pytest.mark.night
def test_pasted_clues_with_a_typo_are_corrected(new_page: Opened) -> None:
    page = new_page([])
    home(page)
    press(page, "Paste a link or clues …")
    typo = "Rows:\n1\n4\n1\n\nColumns:\n1\n3\n1\n"
    page.get_by_role("dialog").get_by_role("textbox").fill(typo)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.get_by_role("button", name="row 2: change 4 to 3").click()
    assert len(Board(page).rows()) == 3


@pytest.mark.night
@pytest.mark.parametrize("name", ["__proto__", "toString", "nothing"])
def test_an_address_of_no_view_leads_to_the_first_screen(new_page: Opened, name: str) -> None:
    home(new_page([], view=name))


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(320, "dark"), *at_night(*product([320, 390, 768, 1280], ["light", "dark"]))],
)
def test_axe_finds_nothing_serious_on_the_first_screen(
    new_page: Opened, scheme: str, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = new_page([], color_scheme=scheme, **screen(width))
    home(page)
    found: list[dict[str, Any]] = axe.Axe().run(page).response["violations"]
    assert [it["id"] for it in found if it["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width

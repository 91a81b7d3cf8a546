"""Nothing that was drawn, typed or played is lost or mixed up without a word."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import at_night
from web_board import CROSS, Board, show_answer, until

from nonosat.files import dump
from nonosat.model import Sheet
from web.conftest import FOX, Opened, serving
from web.test_draw import begin, do, verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOUSE = [(1, 1), (1, 2), (2, 1)]


def type_clues(page: Page, rows: str, columns: str) -> None:
    page.get_by_role("button", name="Type clues …").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Rows").fill(rows)
    dialog.get_by_label("Columns").fill(columns)
    dialog.get_by_role("button", name="Make the puzzle").click()


def open_file(page: Page, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open …").click()
    chooser.value.set_files(path)


def go(page: Page, view: str) -> None:
    page.get_by_role("button", name=view, exact=True).click()


def test_clues_without_a_solution_stay(new_page: Opened) -> None:
    page = new_page([])
    type_clues(page, "3; 0; 3", "1 1; 2; 1 1")
    dialog = page.locator("dialog")
    dialog.get_by_text("These clues have no solution").wait_for()
    dialog.get_by_text("These lines contradict each other: row 2, column 2.").wait_for()
    dialog.get_by_role("button", name="Use them anyway").click()
    page.locator(".view:visible").get_by_text("of 6 lines").wait_for()
    show_answer(page, "Draw")
    page.get_by_role("alert").get_by_text("These clues have no solution").wait_for()
    for again in (False, True):
        if again:
            page.reload()
        assert page.get_by_role("button", name="Play", exact=True).get_attribute("aria-current")
        heads = page.locator(".board:visible [role=rowheader]").all_text_contents()
        assert [head.partition(": ")[2] for head in heads] == ["3", "0", "3"]


def test_a_drawing_comes_back_with_its_title(new_page: Opened) -> None:
    page = new_page([])
    board = begin(page, 5, 4)
    page.get_by_label("Title").fill("House")
    for cell in HOUSE:
        board.click(cell)
    open_file(page, FOX)
    page.get_by_role("heading", name="Fox", exact=True).wait_for()
    page.reload()
    page.get_by_role("heading", name="Fox", exact=True).wait_for()
    do(board, "Undo")
    Board(page).wait_for(HOUSE)
    assert page.get_by_label("Title").input_value() == "House"
    assert page.title() == "House · nonosat"
    do(board, "Redo")
    page.get_by_role("heading", name="Fox", exact=True).wait_for()


def test_what_the_browser_has_no_room_for_is_said(new_page: Opened) -> None:
    page = new_page([])
    board = begin(page, 5, 4)
    board.click((1, 1))
    page.evaluate(
        """() => {
             const room = (name) => name.endsWith(":draw") ? 700 : 1e6;
             const set = Storage.prototype.setItem;
             Storage.prototype.setItem = function (name, value) {
               if (value.length > room(name)) throw new DOMException("", "QuotaExceededError");
               set.call(this, name, value);
             };
           }"""
    )
    open_file(page, FOX)
    page.get_by_role("heading", name="Fox", exact=True).wait_for()
    board.click((0, 0))  # its past takes room
    page.get_by_text("The undo history will be lost").wait_for()


def test_what_the_command_line_names_wins_and_what_it_replaces_is_said(
    new_page: Opened, tmp_path: Path
) -> None:
    """The same port, so that the tab keeps its storage: a new file, and the same one edited."""
    path, other = tmp_path / "p.json", tmp_path / "other" / "p.json"
    other.parent.mkdir()
    dump(Sheet(CROSS, title="Cross"), path)
    dump(Sheet(CROSS, title="Elsewhere"), other)
    with serving(path, "--port", "0") as (address, _):
        page = new_page(at=address, settings={"titles": True})
        page.get_by_role("heading", name="Cross").wait_for()
        port = address.split(":")[2].split("/")[0]
        page.get_by_role("button", name="Steps", exact=True).click()
        page.reload()
        page.get_by_role("heading", name="Cross").wait_for()
        assert page.get_by_role("alert").count() == 0
        page.context.unroute_all()
    dump(Sheet(CROSS, title="Edited"), path)
    for file, title, before in ((path, "Edited", "Cross"), (other, "Elsewhere", "Edited")):
        with serving(file, "--port", port) as (address, _):
            page.goto(address)
            page.get_by_role("heading", name=title).wait_for()
            said = page.get_by_role("alert").inner_text()
            assert said == f"Opened {file}. It replaces what was open in this tab: {before}."
    doubtful = tmp_path / "second.txt"
    doubtful.write_text("2\n1\n\n1\n2\n")  # it is a guess that the rows come first, and no refusal
    with serving(doubtful, "--port", port) as (address, _):
        page.goto(address)
        remark = page.get_by_role("alert").and_(page.get_by_text("Please check"))
        assert remark.inner_text().startswith(f"Opened {doubtful}.")
        assert not remark.evaluate("it => it.classList.contains('refused')")


BROKEN: list[Any] = [
    7,
    "text",
    [],
    [1],
    {},
    {"sheets": 1},
    {"sheets": [None]},
    {"sheets": [{}]},
    {"sheets": [{"rows": [], "columns": []}]},
    {"sheets": [{"rows": [["x"]], "columns": [[1]]}]},
    {"sheets": [{"rows": [[1]], "columns": [[1]], "colors": {"k": "red"}}]},
    {"sheets": [{"rows": [[1]], "columns": [[1]], "goal": ["##"]}]},
    {"sheets": [{"rows": [[1]], "columns": [[1]]}], "at": 7},
    {"sheets": [{"rows": [[1]], "columns": [[1]]}], "at": {"x": 1}},
    {"picture": 1, "past": [], "future": []},
    {"picture": {"height": 1, "width": 1, "palette": [], "runs": [0, 1]}, "past": [], "future": []},
    {"picture": {"height": 1, "width": 1, "palette": [{"rgb": "#000000"}], "runs": [0, 1]}},
    {
        "picture": {"height": 0.5, "width": 2, "palette": [], "runs": [0, 1]},
        "past": [],
        "future": [],
    },
    {
        "picture": {},
        "past": 1,
        "future": {},
        "givens": "all",
        "about": 3,
        "struck": 4,
        "seconds": "x",
    },
    {"theme": {}, "letters": [], "level": 5, "automatic": None, "crosshair": "no"},
]
TEXTS = [*map(json.dumps, BROKEN), "{", "", "null"]
PARTS = [TEXTS[at::4] for at in range(4)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("view", "broken"),
    [("draw", PARTS[0]), *at_night(("play", PARTS[0]), *product(["draw", "play"], PARTS[1:]))],
    ids=lambda words: words if isinstance(words, str) else words[0],
)
def test_broken_entries_of_the_storage_do_no_harm(
    new_page: Opened, view: str, broken: list[str]
) -> None:
    """Nothing is complained about, and the page can be used. `new_page` watches for errors."""
    page = new_page([Sheet(CROSS)], view=view)
    Board(page).click((0, 0))
    page.reload()  # so that all is kept
    Board(page).painted()
    names = page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert {"nonosat:open", f"nonosat:{view}"} <= {name[:12] for name in names}
    names = sorted({*names, "nonosat:settings"})
    for value in broken:
        page.evaluate(
            """([names, value]) => {
                 addEventListener("pagehide", () => {
                   for (const name of names) for (const store of [localStorage, sessionStorage]) store.setItem(name, value);
                 });
               }""",
            [names, value],
        )
        page.reload()
        board = Board(page)
        board.click((0, 0))
        until(lambda board=board: (0, 0) in board.cells("filled"))


def test_a_drawing_that_cannot_be_read_is_told_of(new_page: Opened) -> None:
    page = new_page([])
    begin(page, 5, 4).click((0, 0))
    page.evaluate(
        """() => addEventListener("pagehide", () => {
             sessionStorage.setItem("nonosat:draw", '{"picture": 1}');
             sessionStorage.setItem("nonosat:open", '{"sheets": 1}');
           })"""
    )
    page.reload()
    page.get_by_text("The saved drawing is damaged").wait_for()
    page.get_by_role("alert").get_by_text("The puzzles saved in this tab are damaged").wait_for()


@pytest.mark.night
def test_a_server_that_is_gone_is_told_of_and_asked_again(
    small: Board, complaints: list[str]
) -> None:
    page = small.page
    verdict(page, "Nothing is drawn yet")
    refused = []
    page.context.route("**/api/check*", lambda route: refused.append(route.abort()))
    small.click((0, 0))
    verdict(page, "No verdict")
    page.locator(".strip:visible").get_by_text("Cannot reach nonosat").wait_for()
    page.context.unroute("**/api/check*")
    assert refused
    small.click((0, 1))
    verdict(page, "Exactly one solution")
    assert {*complaints} == {"Failed to load resource: net::ERR_FAILED"}
    complaints.clear()


@pytest.mark.night
def test_a_blank_drawing_has_no_stars(small: Board) -> None:
    small.page.clock.install()
    small.page.reload()
    verdict(small.page, "Nothing is drawn yet")
    asked: list[str] = []
    small.page.on("request", lambda request: asked.append(request.url))
    small.click((0, 0))
    small.page.get_by_text("difficulty").wait_for()
    assert any("/api/rate" in url for url in asked)
    asked.clear()
    do(small, "Undo")
    verdict(small.page, "Nothing is drawn yet")
    small.page.clock.fast_forward(60_000)  # stars would be asked for after a pause
    small.painted()
    assert not any("/api/rate" in url for url in asked)
    assert small.page.get_by_text("difficulty").count() == 0

"""The page loads in a browser, reaches its server, and is bound by its policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from web_board import Board

from nonosat.model import Puzzle, Sheet
from web.conftest import FOX, opening, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ASK = "async ([name, request]) => await (await import('./api.js'))[name](request)"


def ask(page: Page, name: str, **request: Any) -> Any:
    """Ask a question with the page's own module."""
    return page.evaluate(ASK, [name, request])


SWITCH = {"rows": [[1], [1]], "columns": [[1], [1]]}


@pytest.fixture(scope="module")
def asking(browser: Browser, address: str) -> Iterator[Page]:
    """A page of which only questions are asked, so that it serves several tests."""
    with opening(browser, address, []) as opened:
        yield opened()


def test_the_page_reaches_its_server(asking: Page) -> None:
    assert asking.title().startswith("Fox")
    assert ask(asking, "check", puzzle=SWITCH)["verdict"] == "multiple"


def test_a_stream_is_heard_event_by_event(asking: Page) -> None:
    heard, result = asking.evaluate(
        """async (puzzle) => {
             const { solutions } = await import("./api.js");
             const heard = [];
             const on = (event, data) => heard.push([event, data.grid ?? null]);
             const result = await solutions({ puzzle, count: "all" }, { on });
             return [heard.filter(([event]) => !["progress", "state"].includes(event)), result];
           }""",
        SWITCH,
    )
    assert sorted(heard[:2]) == [["solution", ["#.", ".#"]], ["solution", [".#", "#."]]]
    assert heard[2][0] == "done"
    assert result["verdict"] == "multiple"


def test_two_backends_side_by_side(asking: Page) -> None:
    results = asking.evaluate(
        """async (puzzle) => {
             const { compare } = await import("./api.js");
             const done = [];
             const on = (event, data) => { if (event === "done") done[data.side] = data; };
             await compare({ puzzle, backends: ["line", "auto"] }, { on });
             return done;
           }""",
        SWITCH,
    )
    assert [result["backend"] for result in results] == ["line", "auto"]


def test_errors_are_told_in_words(asking: Page) -> None:
    told = asking.evaluate(
        """async () => {
             const { check, ApiError } = await import("./api.js");
             try { await check({ puzzle: { rows: [[3]], columns: [[1]] } }); }
             catch (error) { return [error instanceof ApiError, error.message, error.kind]; }
           }"""
    )
    assert told == [True, "the puzzle: row 1 needs 3 cells, the grid is 1 wide", "ParseError"]


def test_a_newer_question_takes_the_place_of_an_older(asking: Page) -> None:
    """The older one would take seconds."""
    hard = {"rows": [[1] * 8] * 40, "columns": [[1] * 8] * 40}
    ended = asking.evaluate(
        """async ([hard, easy]) => {
             const { solutions, Superseded } = await import("./api.js");
             const older = solutions({ puzzle: hard, count: "all", limit: 60 }, {})
               .catch((error) => error instanceof Superseded);
             await new Promise((done) => setTimeout(done, 200));
             const newer = await solutions({ puzzle: easy });
             return [await older, newer.verdict];
           }""",
        [hard, SWITCH],
    )
    assert ended == [True, "multiple"]


def test_the_policy_forbids_code_that_is_not_a_file_of_ours(
    page: Page, complaints: list[str]
) -> None:
    assert page.evaluate(
        """() => new Promise((done) => {
             document.addEventListener("securitypolicyviolation", () => done(window.ran !== true));
             const script = document.createElement("script");
             script.textContent = "window.ran = true";
             document.body.append(script);
           })"""
    )
    assert "Content Security Policy" in complaints.pop()


def test_a_test_can_begin_with_its_own_puzzle(new_page: Any) -> None:
    sheet = Sheet(Puzzle.of([[1]], [[1]]), title="One")
    assert new_page(sheets=[sheet]).title().startswith("One")


def test_something_is_seen_before_any_module_has_come(new_page: Any) -> None:
    page = new_page(java_script_enabled=False)
    assert page.get_by_role("heading", name="nonosat").is_visible()


def test_the_puzzle_is_drawn_before_anything_is_asked(page: Page, fox: Sheet) -> None:
    page.context.route("**/api/*", lambda route: None)  # no answer ever
    page.reload()
    board = Board(page)
    assert len(board.rows()) == fox.puzzle.height
    assert board.color((0, 0)) != (0, 0, 0)
    boxes = [layer.bounding_box() for layer in board.host.locator("canvas").all()]
    assert boxes == [board.host.bounding_box()] * 3, "all layers lie over each other"


def test_the_slow_kernel_serves_and_the_page_says_so(new_page: Any, page: Page) -> None:
    assert page.get_by_role("note").count() == 0
    with serving(FOX, NONOSAT_KERNEL="reference") as (address, _):
        page = new_page(at=address)
        assert "the slow one in Python serves" in page.get_by_role("note").inner_text()
        assert ask(page, "check", puzzle=SWITCH)["verdict"] == "multiple"
        page.keyboard.press("h")
        page.get_by_role("button", name="Do it").wait_for()

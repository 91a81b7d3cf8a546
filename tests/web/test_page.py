"""The page loads in a browser, reaches its server, and is bound by its policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from web_board import Board

from nonosat.model import Sheet
from web.client import SWITCH
from web.conftest import FOX, Opened, opening, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ASK = "async ([name, request]) => await (await import('./api.js'))[name](request)"


def ask(page: Page, name: str, **request: Any) -> Any:
    """Ask a question with the page's own module."""
    return page.evaluate(ASK, [name, request])


@pytest.fixture(scope="module")
def asking(browser: Browser, address: str) -> Iterator[Page]:
    """A page of which only questions are asked, so that it serves several tests."""
    with opening(browser, address, []) as opened:
        yield opened()


def test_the_page_reaches_its_server(asking: Page) -> None:
    assert asking.title().startswith("Puzzle 29")
    assert ask(asking, "check", puzzle=SWITCH)["verdict"] == "multiple"


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


def test_something_is_seen_before_any_module_has_come(new_page: Opened) -> None:
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


@pytest.mark.night
def test_the_slow_kernel_serves_as_well(new_page: Opened) -> None:
    with serving(FOX, NONOSAT_KERNEL="reference") as (address, _):
        page = new_page(at=address)
        assert ask(page, "check", puzzle=SWITCH)["verdict"] == "multiple"
        page.keyboard.press("h")
        page.get_by_role("button", name="What is there?").wait_for()
        assert "kernel" not in page.locator("body").inner_text()

"""What is pasted anywhere on the page, and files of nonosat's own drawings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from conftest import at_night
from web_board import CROSS, Board, clues, until

from nonosat.files import dump, dumps
from nonosat.formats.named.link import link_of
from nonosat.model import Grid, Puzzle, Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened

GOAL = Grid(3, 3, bytes([0, 1, 0, 1, 1, 1, 0, 1, 0]))
BLANK = Grid(4, 5, bytes(20))
CROSS_CLUES = ["1", "3", "1", "1", "3", "1"]
TEXTS = {
    "a link of ours": f"https://example.org/play/{link_of(Sheet(CROSS))}",
    "a link of puzz.link": dumps([Sheet(CROSS)], "pzpr").strip(),
    "clues": dumps([Sheet(CROSS)], "non"),
    "clues alone": "1\n3\n1\n\n1\n3\n1\n",
}
PASTE = """([text, name, type, bytes]) => {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData("text/plain", text);
    else clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type }));
    const on = document.activeElement ?? document.body;
    on.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def in_view(new_page: Opened, view: str) -> Page:
    """The page in a view of a blank picture, or with its first screen."""
    if view == "home":
        page = new_page([])
        page.locator("#home-collection li").first.wait_for()
        return page
    page = new_page([Sheet(Puzzle.of_grid(BLANK), goals=(BLANK,))], view=view)
    Board(page)
    return page


def paste(page: Page, text: str, *file: Any) -> None:
    page.evaluate(PASTE, [text, *(file or ("", "", []))])


def refusal(page: Page) -> str:
    """What is said above everything."""
    said = page.locator("#app > .message:visible")
    said.wait_for()
    box, first = (
        said.bounding_box(),
        page.locator("#app > :is(.home, .view):visible").bounding_box(),
    )
    assert box is not None
    assert first is not None
    assert box["y"] + box["height"] <= first["y"]
    return said.inner_text()


@pytest.mark.parametrize(
    ("view", "name"),
    [
        ("home", "a link of puzz.link"),
        ("steps", "a link of ours"),
        *at_night(("draw", "clues"), ("play", "clues alone"), ("solutions", "clues")),
    ],
)
def test_a_text_is_pasted_in_every_view(new_page: Opened, view: str, name: str) -> None:
    page = in_view(new_page, view)
    paste(page, TEXTS[name])
    until(lambda: clues(Board(page)) == CROSS_CLUES)


@pytest.mark.parametrize("view", ["home", *at_night("draw", "steps")])
def test_what_cannot_be_read_is_refused_in_words(new_page: Opened, view: str) -> None:
    page = in_view(new_page, view)
    paste(page, "14 bananas")
    assert refusal(page).startswith("The pasted text")


@pytest.mark.parametrize(("answer", "size"), [("Read it", 2), ("Close", 4)])
def test_what_is_found_is_asked_about(new_page: Opened, answer: str, size: int) -> None:
    page = in_view(new_page, "play")
    paste(page, "import x\nrows = [[2], [1]]\ncols = [[2], [1]]\n")
    box = page.get_by_role("dialog", name="Read it so?")
    assert "2x2" in box.inner_text()
    box.get_by_role("button", name=answer, exact=True).click()
    until(lambda: len(Board(page).rows()) == size)


def test_a_picture_is_pasted(new_page: Opened) -> None:
    page = in_view(new_page, "play")
    paste(page, "", "image.pgm", "image/x-portable-graymap", [*b"P2 2 2 1 0 1 1 0"])
    page.get_by_role("dialog", name="A puzzle from a photo").wait_for()


@pytest.mark.night
def test_a_box_that_was_ticked_does_not_keep_what_is_pasted(new_page: Opened) -> None:
    page = in_view(new_page, "play")
    page.get_by_role("checkbox").first.click()
    page.get_by_role("checkbox").first.focus()
    paste(page, TEXTS["clues"])
    until(lambda: clues(Board(page)) == CROSS_CLUES)


@pytest.mark.night
def test_a_text_that_is_pasted_into_a_title_stays_there(new_page: Opened) -> None:
    page = in_view(new_page, "draw")
    page.get_by_label("Title").focus()
    paste(page, TEXTS["clues"])
    page.get_by_label("Title").blur()
    assert len(Board(page).rows()) == 4


@pytest.mark.parametrize("name", ["a.png", *at_night("a-play.html", "a.svg", "a.pdf", "a.html")])
def test_what_nonosat_drew_opens_again(new_page: Opened, tmp_path: Path, name: str) -> None:
    """The file that the command writes; a picture of it would be digitized."""
    dump([Sheet(CROSS, title="Cross", goals=(GOAL,))], tmp_path / "a.json")
    done = run("show", "a.json", "-o", name, cwd=tmp_path)
    if done.returncode == 4:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    page = in_view(new_page, "home")
    page.locator("input[type=file][aria-label=File]").set_input_files(tmp_path / name)
    board = Board(page)
    assert clues(board) == CROSS_CLUES
    assert board.cells() == []


@pytest.mark.night
def test_remarks_of_a_reader_are_shown(new_page: Opened) -> None:
    page = in_view(new_page, "home")
    paste(page, "2\n1\n\n1\n2\n")  # also a puzzle if the columns come first
    Board(page)
    said = refusal(page)
    assert said.startswith("Please check: the file does not say which side comes first")
    assert "--" not in said
    paste(page, TEXTS["clues"])
    page.locator("#app > .message").wait_for(state="hidden")

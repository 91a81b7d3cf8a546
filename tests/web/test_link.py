"""A puzzle in the address of the page: what it opens, what it holds, and hostile ones."""

import base64
import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from conftest import ROOT
from web_board import CROSS, Board

from nonosat.files import load, loads
from nonosat.formats.named.link import link_of
from nonosat.model import Grid, Puzzle, Sheet

from .conftest import Opened

pytestmark = pytest.mark.slow
FOX = ROOT / "data" / "drawn" / "fox.json"


def packed(text: str) -> str:
    """DATA of a link."""
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = deflate.compress(text.encode()) + deflate.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_link_is_opened_to_be_played(new_page: Opened, address: str) -> None:
    page = new_page([], view=link_of(Sheet(CROSS, title="Cross")).removeprefix("#"))
    board = Board(page)
    assert board.page.url == f"{address}#play"
    assert len(board.rows()) == 3
    assert board.cells() == []
    page.reload()
    assert len(Board(page).rows()) == 3


@pytest.mark.night
def test_a_link_that_is_typed_into_an_open_page_is_followed(new_page: Opened) -> None:
    page = new_page([Sheet(CROSS)])
    Board(page)
    page.evaluate("hash => { location.hash = hash; }", link_of(Sheet(Puzzle.of([[2]], [[1], [1]]))))
    page.wait_for_url("**/#play")
    assert len(Board(page).rows()) == 1


def test_the_page_makes_the_links_that_python_reads(in_node: Callable[[str, Any], Any]) -> None:
    fox = load(FOX)[0]
    fields = json.loads(FOX.read_text())
    made = in_node(
        "async sheet => (await import('./link.js')).hashOf(sheet)",
        {**fields, "goal": ["secret"], "notes": [["solution", "secret"]]},
    )
    (read,) = loads(f"https://example.org/play/{made}")
    assert (read.puzzle, read.title, read.goals) == (fox.puzzle, fox.title, ())


HOSTILE = {
    "puzzle=": "damaged",
    "puzzle=1.": "damaged",
    "puzzle=1.!!": "damaged",
    "puzzle=1.AAAA": "damaged",
    "puzzle=2.AAAA": "newer",
    "puzzle=1." + packed("[]"): "not contain a puzzle",
    "puzzle=1." + packed('{"format":"nonogram","rows":[[1]]}'): "not contain a puzzle",
    "puzzle=1." + packed('{"format":"nonogram","rows":[["x"]],"columns":[[1]]}'): "not contain a puzzle",
    "puzzle=1." + packed('{"format":"nonogram","rows":[], "columns":[]}'): "not contain a puzzle",
    "puzzle=1." + packed(" " * 30_000_000): "damaged",
    "puzzle=1." + packed('{"format":"nonogram","rows":[' + "[]," * 99_999 + '[]],"columns":['
                         + "[]," * 99_999 + "[]]}"): "too large",
    "puzzle=1." + "A" * 70_000: "too long",
}  # fmt: skip


def test_hostile_links_are_refused_in_words(new_page: Opened) -> None:
    blank = Grid(2, 2, bytes(4))
    page = new_page([Sheet(Puzzle.of_grid(blank), goals=(blank,))])
    Board(page)
    for fragment, words in HOSTILE.items():
        page.evaluate("hash => { location.hash = hash; }", fragment)
        page.wait_for_function("() => !location.hash.startsWith('#puzzle=')")
        page.locator("#app > .message", has_text=words).wait_for()
        assert len(Board(page).rows()) == 2
    fresh = page.context.new_page()
    fresh.goto(page.url.partition("#")[0] + "#puzzle=1.AAAA")
    fresh.locator("#app > .message", has_text="damaged").wait_for()

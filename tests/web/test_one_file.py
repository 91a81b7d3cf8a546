"""A puzzle to play in one file: from the disk, without a server and without a network."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from conftest import without_files
from web_board import SWITCH
from web_board import sheet as opened_sheet

from nonosat.files import dump, load
from nonosat.model import Puzzle, Sheet
from nonosat.web.one_file import MOST_PUZZLES, play_page
from nonosat.web.pages import served_text, static_files
from web.conftest import FOX, Opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHEET = Sheet(SWITCH, title="Switch")
HOSTILE = (
    '</script></style></title><img src=x onerror="window.ran=1"><script>window.ran=1</script><!--'
)


def opened(new_page: Opened, sheet: Sheet | list[Sheet], path: Path, **options: Any) -> Page:
    """The page of some puzzles, opened from the disk without a network."""
    sheets = sheet if isinstance(sheet, list) else [sheet]
    path.write_text(play_page(sheets), encoding="utf-8")
    return new_page(at=path.as_uri(), offline=True, **options)


def test_the_command_writes_it(tmp_path: Path) -> None:
    for name in ("play.html", "fox-play.html", "fox.play.htm", "--to play"):
        words = ["-o", "x.htm", *name.split()] if name.startswith("--") else ["-o", name]
        found = run("show", FOX, *words, cwd=tmp_path)
        assert (found.returncode, found.stdout, without_files(found.stderr)) == (0, "", "")
        text = (tmp_path / words[1]).read_text()
        assert 'id="puzzle"' in text
        assert "goal" not in text.partition('id="puzzle"')[2], "the solution is not in it"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--solution"],
            "--solution does not go with a page to play: it would give the puzzle away",
        ),
        (["--letters"], "a page to play has no drawing options"),
    ],
)
def test_options_that_make_no_sense(tmp_path: Path, words: list[str], message: str) -> None:
    found = run("show", FOX, "-o", "play.html", *words, cwd=tmp_path)
    assert (found.returncode, found.stderr) == (2, f"nonosat: {message}\n")
    assert not (tmp_path / "play.html").exists()


def test_other_names_are_printed(tmp_path: Path) -> None:
    assert run("show", FOX, "-o", "display.html", cwd=tmp_path).returncode == 0
    assert 'id="puzzle"' not in (tmp_path / "display.html").read_text()


def test_a_puzzle_of_several_solutions_is_told(tmp_path: Path) -> None:
    dump([SHEET], tmp_path / "switch.json")
    found = run("show", "switch.json", "-o", "play.html", cwd=tmp_path)
    assert without_files(found.stderr) == "nonosat: switch.json: several solutions; 4 cells vary\n"


def test_the_fox_is_shown_from_the_disk(new_page: Opened, tmp_path: Path) -> None:
    page = opened(new_page, load(FOX)[0], tmp_path / "play.html")
    assert page.title().startswith("Puzzle 29")
    assert "Fox" not in page.locator("body").inner_text()
    assert page.get_by_role("gridcell").count() == 28 * 29


def test_a_phone_shows_the_title_and_the_credits(new_page: Opened, tmp_path: Path) -> None:
    puzzle = Puzzle.of([[1]], [[1]])
    sheet = Sheet(puzzle, title="Heron in the reeds", author="Some Body", copyright="© 2024 Nobody")
    page = opened(new_page, sheet, tmp_path / "play.html", settings={"titles": True})
    page.set_viewport_size({"width": 390, "height": 780})
    assert page.locator("h1").evaluate("it => it.scrollWidth <= it.clientWidth")
    with opened_sheet(page):
        assert page.locator(".credit").evaluate("it => it.scrollWidth <= it.clientWidth")


def test_a_hostile_puzzle_does_nothing(new_page: Opened, tmp_path: Path) -> None:
    puzzle = Puzzle.of([[1]], [[1]])
    sheet = Sheet(
        puzzle, title=HOSTILE, author=HOSTILE, copyright=HOSTILE, notes=((HOSTILE, HOSTILE),)
    )
    page = opened(new_page, sheet, tmp_path / "play.html", settings={"titles": True})
    assert page.title() == f"{HOSTILE} · Nonograms"
    assert page.evaluate("window.ran") is None
    assert page.locator("img").count() == 0


def test_the_page_is_small() -> None:
    """In kilobytes, as a server of the web would send it."""
    sizes = {name: len(gzip.compress(served_text(name).encode())) for name in static_files()}
    assert sizes.pop("pool.json") < 20_000, "it comes when the page is there"
    assert sum(sizes.values()) < 90_000, sizes


def test_a_file_of_too_many_puzzles_is_cut_and_says_so(tmp_path: Path) -> None:
    dump([SHEET] * (MOST_PUZZLES + 1), tmp_path / "many.jsonl")
    found = run("show", "many.jsonl", "-o", "play.html", cwd=tmp_path)
    assert found.returncode == 0
    assert "a page to play holds 200 puzzles: the first of 201 are in it" in found.stderr
    text = (tmp_path / "play.html").read_text(encoding="utf-8")
    assert text.count('"title"') == MOST_PUZZLES


def test_modules_name_nobody_outside() -> None:
    for name, path in static_files().items():
        found = re.findall(r"""["'(](?:https?:)?//[^"')\s]*""", path.read_text(encoding="utf-8"))
        assert [text for text in found if "www.w3.org/2000/svg" not in text] == [], name

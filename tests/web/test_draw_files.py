"""Files in and out of the drawing on the page: photos, puzzles, typed clues, saved drawings."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import at_night
from web_board import CROSS, CROSS_FILLED, Board, Satisfied, clues, downloaded, until

from nonosat.errors import ParseError, PuzzleError
from nonosat.files import dump, load
from nonosat.formats.said.typed import typed_puzzle
from nonosat.model import Block, Grid, Palette, Puzzle, Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A black cross of 3x3 cells on white, 90 pixels a side."""
    image = pytest.importorskip("PIL.Image").new("RGB", (90, 90), "white")
    for box in [(30, 0, 60, 90), (0, 30, 90, 60)]:
        image.paste("black", box)
    image.save(tmp_path / "cross.png")
    return tmp_path / "cross.png"


def open_file(page: Page, path: Path) -> None:
    page.get_by_label("File", exact=True).set_input_files(path)


def test_a_photo_becomes_a_drawing(small: Board, photo: Path) -> None:
    page = small.page
    open_file(page, photo)
    size = page.get_by_label("Cells on the longer side")
    size.fill("3")
    size.press("Tab")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("3 × 3 cells").wait_for()  # noqa: RUF001  # as the page has it
    Board(page, dialog).wait_for(CROSS_FILLED)
    page.get_by_role("button", name="Use this picture").click()
    small.wait_for(CROSS_FILLED)
    assert page.get_by_label("Title").input_value() == "cross"


@pytest.mark.night
def test_a_sprite_opens_cell_for_cell_in_its_colors(small: Board, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image").new("RGB", (5, 4), "white")
    for at, color in {(1, 1): (208, 0, 0), (2, 1): (0, 80, 208), (3, 2): (208, 0, 0)}.items():
        image.putpixel(at, color)
    image.resize((50, 40), 0).save(tmp_path / "sprite.png")
    open_file(small.page, tmp_path / "sprite.png")
    dialog = small.page.get_by_role("dialog")
    dialog.get_by_text("5 × 4 cells; pixel art, copied cell for cell").wait_for()  # noqa: RUF001
    assert dialog.get_by_label("Cells on the longer side").input_value() == "5"
    assert dialog.get_by_label("Colors").input_value() == "2"
    small.page.get_by_role("button", name="Use this picture").click()
    until(lambda: small.cells("red") == [(1, 1), (2, 3)] and small.cells("blue") == [(1, 2)])


@pytest.mark.night
def test_the_threshold_of_a_photo_is_chosen(small: Board, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (120, 80), "white")
    ImageDraw.Draw(image).ellipse((40, 20, 79, 59), fill=(60, 60, 60))
    for x in range(0, 120, 3):
        image.putpixel(
            (x, 70), (251 - x % 30, 255 - x % 7, 255 - x % 11)
        )  # too many colors for pixel art
    image.save(tmp_path / "disk.png")
    page = small.page
    open_file(page, tmp_path / "disk.png")
    dialog = page.get_by_role("dialog")
    size = dialog.get_by_label("Cells on the longer side")
    size.fill("8")
    dialog.get_by_text("8 × 5 cells").wait_for()  # noqa: RUF001
    assert re.search(r"Darker than 1\d\d of 255 is ink \(automatic\)", dialog.inner_text())
    light = dialog.get_by_label("Darker than this is ink")
    light.fill("40")
    preview = Board(page, dialog)
    preview.wait_for([])
    assert "Darker than 40 of 255 is ink" in dialog.inner_text()
    dialog.get_by_role("button", name="Find it").click()
    until(lambda: len(preview.cells("filled")) > 3)
    size.fill("12x4")
    dialog.get_by_text("12 × 4 cells; cropped to fit").wait_for()  # noqa: RUF001
    dialog.get_by_label("Colors").fill("2")
    dialog.get_by_label("Colors").press("Enter")
    until(lambda: not light.is_visible())


def test_a_puzzle_file_is_opened_and_a_bad_one_complained_about(
    small: Board, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.non", tmp_path / "bad.json"
    good.write_text("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n", encoding="utf-8")
    bad.write_text('{"rows": [null], "columns": [[1]]}')
    open_file(small.page, bad)
    small.page.get_by_role("alert").get_by_text(re.compile("^bad.json:1: 'null' in")).wait_for()
    assert small.cells("filled") == []
    open_file(small.page, good)
    small.wait_for([(0, 0)])


@pytest.mark.night
def test_of_two_files_the_later_one_is_opened(small: Board, tmp_path: Path) -> None:
    questions = Satisfied(small.page, "import")
    for count in (1, 2):
        path = tmp_path / f"{count}.json"
        dump([Sheet(Puzzle.of([[count]], [[1]] * count))], path)
        open_file(small.page, path)
        questions.wait(count)
    older, _ = questions.routes
    until(lambda: older.request.failure or small.page.wait_for_timeout(10))  # the page ended it
    questions.answer()
    small.wait_for([(0, 0), (0, 1)])
    assert small.page.get_by_role("alert").count() == 0


@pytest.mark.night
def test_a_file_with_the_same_picture_brings_its_own_colors_and_title(
    small: Board, tmp_path: Path
) -> None:
    small.click((0, 0))
    palette = Palette.of([("white", "#ffffff", None), ("red", "#d00000", "#")])
    goal = Grid(4, 5, bytes([1] + [0] * 19))
    dump([Sheet(Puzzle.of_grid(goal, palette), goals=(goal,), title="Red")], tmp_path / "red.json")
    open_file(small.page, tmp_path / "red.json")
    until(lambda: small.page.get_by_label("Title").input_value() == "Red")
    assert small.color((0, 0)) == (0xD0, 0x00, 0x00)


@pytest.mark.night
def test_a_file_of_too_many_puzzles_is_said_to_have_more(small: Board, tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text('{"rows": [[1]], "columns": [[1]]}\n' * 1001)
    open_file(small.page, tmp_path / "many.jsonl")
    small.page.get_by_text("The file has more puzzles. Only the first 1000 were opened.").wait_for()


def test_typed_clues_become_a_puzzle(small: Board) -> None:
    page = small.page
    page.get_by_role("button", name="Type clues").click()
    page.get_by_label("Columns, from the left").fill("1;1")
    for rows in ("2\n3", "1\n\n1\n"):  # refused as on the command line
        page.get_by_label("Rows, from the top").fill(rows)
        page.get_by_role("button", name="Make the puzzle").click()
        with pytest.raises((ParseError, PuzzleError)) as refused:
            typed_puzzle(rows.strip().replace("\n", ";"), "1;1")
        page.get_by_role("dialog").get_by_text(str(refused.value)).wait_for()
    page.get_by_label("Rows, from the top").fill("2\n0")
    page.get_by_role("button", name="Make the puzzle").click()
    until(lambda: page.get_by_role("dialog").count() == 0)
    assert len(Board(page).rows()) == 2


FIRST = {"pdf": "PDF", "png": "PNG", "play": "HTML", "json": "JSON", "non": "NON,"}


@pytest.mark.night
def test_typed_clues_without_a_solution_are_mended_by_a_button(small: Board) -> None:
    page = small.page
    page.get_by_role("button", name="Type clues").click()
    dialog = page.get_by_role("dialog")
    page.get_by_label("Rows, from the top").fill("1\n3\n2")
    page.get_by_label("Columns, from the left").fill("1\n3\n1")
    numbers = dialog.locator(".numbers").first
    assert numbers.inner_text().split() == ["1", "2", "3"]
    page.get_by_role("button", name="Make the puzzle").click()
    dialog.get_by_text("the rows have 6 cells, the columns 5").first.wait_for()
    dialog.get_by_role("button", name="row 3: change 2 to 1").click()
    until(lambda: dialog.count() == 0)  # mended, and taken
    assert clues(Board(page)) == ["1", "3", "1", "1", "3", "1"]


@pytest.mark.night
def test_the_clues_of_the_open_puzzle_are_edited(new_page: Opened) -> None:
    page = new_page([Sheet(CROSS, title="Cross")])
    Board(page)
    page.locator(".moreopener").click()
    page.get_by_role("button", name="Edit clues …").click()
    rows = page.get_by_label("Rows, from the top")
    assert rows.input_value() == "1\n3\n1"
    rows.fill("3\n1\n1")
    page.get_by_role("button", name="Use these clues").click()
    until(lambda: clues(Board(page))[3:] == ["3", "1", "1"])
    page.get_by_role("button", name="Save as").click()
    page.get_by_role("button", name="Close").click()
    page.reload()
    until(lambda: clues(Board(page))[3:] == ["3", "1", "1"])


def printed(page: Page, folder: Path) -> str:
    """Print by Ctrl-P; the text of the only page."""
    page.evaluate(
        "() => { window.printed = false; window.print = () => { window.printed = true; }; }"
    )
    page.keyboard.press("Control+p")
    page.wait_for_function("() => window.printed")
    page.pdf(path=folder / "p.pdf", prefer_css_page_size=True)
    done = subprocess.run(
        ["pdftotext", "-layout", folder / "p.pdf", "-"], capture_output=True, text=True
    )
    assert done.stdout.count("\f") == 1
    return done.stdout


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
@pytest.mark.parametrize("view", ["play", *at_night("draw", "steps")])
def test_the_browser_prints_the_puzzle_alone_on_one_page(
    new_page: Opened, fox: Sheet, tmp_path: Path, view: str
) -> None:
    page = new_page([fox], view=view)
    Board(page).painted()
    signs = "".join(printed(page, tmp_path).split())  # which parts no numbers that stand close
    blocks = [block.length for clue in fox.puzzle.clues for block in clue or [Block(0, 0)]]
    assert sorted(signs) == sorted("".join(map(str, blocks))), "no title, no button"


@pytest.mark.night
@pytest.mark.parametrize(("width", "height"), [(60, 10), (10, 60), (100, 100)])
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_every_size_is_one_page(new_page: Opened, tmp_path: Path, width: int, height: int) -> None:
    cells = bytes((at * 7 + at // width) % 3 == 0 for at in range(width * height))
    page = new_page([Sheet(Puzzle.of_grid(Grid(height, width, cells)), title="Large")])
    Board(page).painted()
    assert printed(page, tmp_path).split()[0].isdecimal(), "a clue, no title"


def saved(board: Board, press: str, folder: Path, format_: str | None = None) -> Path:
    """What a button of "Save as" downloads."""
    page = board.page
    page.get_by_role("button", name="Save as").click()
    if format_ in FIRST:
        page.get_by_role("radio", name=FIRST[format_]).check()
    elif format_:
        page.get_by_role("radio", name="More formats").check()
        offered = page.get_by_label("Other format").text_content() or ""
        assert "webpbn" in offered
        assert "ngorg" not in offered  # which is only read
        page.get_by_label("Other format").select_option(format_)
    path = downloaded(page, press, folder)
    page.get_by_role("button", name="Close").click()
    return path


def test_a_drawing_is_saved(small: Board, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("fpdf")
    small.click((2, 2))
    small.page.get_by_role("button", name="Save as").click()
    assert small.page.get_by_role("radio").count() == len(FIRST) + 1
    assert not small.page.get_by_label("Other format").is_visible()
    small.page.get_by_role("button", name="Close").click()
    starts = {
        "svg": b"<",
        "pdf": b"%PDF",
        "png": b"\x89PNG",
        "play": b"<!doctype",
        "non": b"",
        "mk": b"",
        "json": b"{",
    }
    for format_, start in starts.items():
        path = saved(small, "Save", tmp_path, format_)
        assert path.read_bytes().startswith(start)
    assert load(str(path))[0].goals[0].cells[2 * 5 + 2] == 1


def test_a_saved_game_opens_again(new_page: Opened, tmp_path: Path) -> None:
    sheet = Sheet(Puzzle.of([[1], [1]], [[1], [1]]), goals=(Grid(2, 2, bytes([1, 0, 0, 1])),))
    page = new_page([sheet])
    board = Board(page)
    board.click((0, 1))
    path = downloaded(page, "Save game", tmp_path)
    assert "nonosat_game" in json.loads(path.read_text(encoding="utf-8"))
    other = new_page([])
    open_file(other, path)
    until(lambda: len(Board(other).rows()) == 2)
    Board(other).wait_for([(0, 1)])

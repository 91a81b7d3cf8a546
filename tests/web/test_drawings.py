"""Several drawings in one browser: nothing that was drawn is lost to a file, a photo or another tab."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_board import CROSS, SWITCH, Board, Fingers, sheet, until

from nonosat.files import dump
from nonosat.model import Sheet
from web.conftest import FOX, Opened
from web.test_draw import begin, do, verdict
from web.test_draw_files import open_file
from web.test_kept import drawings, go

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOUSE = ["..#..", ".###.", "#####", "#...#", "#####"]
CELLS = [(row, col) for row, line in enumerate(HOUSE) for col, c in enumerate(line) if c == "#"]


def titles(page: Page) -> list[str]:
    """What the drawings of the open list are called."""
    return page.locator(".drawings strong").all_text_contents()


def test_drawings_are_opened_duplicated_and_deleted(new_page: Opened) -> None:
    page = new_page([])
    board = begin(page, 5, 4)
    for title, cell in [("One", (0, 0)), ("Two", (1, 1))]:
        page.get_by_label("Title").fill(title)
        board.click(cell)
        do(board, "New")
        board = Board(page)
        board.wait_for([])
        assert len(board.rows()) == 15
    dialog = drawings(page)
    assert titles(page) == ["Two", "One"]  # a blank one is none
    dialog.get_by_role("button", name="Duplicate One").click()
    until(lambda: sorted(titles(page)) == ["One", "One (copy)", "Two"])
    dialog.get_by_role("button", name="Delete One", exact=True).click()
    dialog.get_by_text("One is deleted.").wait_for()
    dialog.get_by_role("button", name="Undo").click()
    until(lambda: sorted(titles(page)) == ["One", "One (copy)", "Two"])
    dialog.get_by_role("button", name="Delete Two").click()
    dialog.get_by_role("button", name="Open One", exact=True).click()
    board.wait_for([(0, 0)])
    assert page.get_by_label("Title").input_value() == "One"
    page.get_by_label("Title").fill("Another")
    drawings(page)
    assert sorted(titles(page)) == ["Another", "One (copy)"]


def test_the_open_drawing_is_deleted_and_brought_back(new_page: Opened) -> None:
    page = new_page([])
    board = begin(page, 5, 4)
    page.get_by_label("Title").fill("Dot")
    board.click((2, 3))
    dialog = drawings(page)
    dialog.get_by_role("button", name="Delete Dot").click()
    dialog.get_by_text("Dot is deleted.").wait_for()
    assert Board(page).cells("filled") == []
    dialog.get_by_role("button", name="Undo").click()
    Board(page).wait_for([(2, 3)])
    page.reload()
    Board(page).wait_for([(2, 3)])


def test_two_tabs_on_one_drawing_keep_both(new_page: Opened) -> None:
    page = new_page([])
    begin(page, 5, 4).click((0, 0))
    page.reload()
    other = page.context.new_page()
    other.goto(page.url)
    theirs = Board(other)
    theirs.wait_for([(0, 0)])
    theirs.click((1, 1))
    drawings(other).get_by_role("button", name="Close").click()  # it is kept
    Board(page).click((2, 2))
    page.get_by_text("this tab continues with a copy").wait_for()
    drawings(page)
    assert len(titles(page)) == 2
    page.reload()
    Board(page).wait_for([(0, 0), (2, 2)])
    drawings(page)
    assert len(titles(page)) == 2


def test_damaged_drawings_are_left_out_of_the_list(new_page: Opened) -> None:
    page = new_page([])
    begin(page, 5, 4).click((0, 0))
    drawings(page).get_by_role("button", name="Close").click()
    page.evaluate(
        """() => new Promise(done => {
             const request = indexedDB.open("nonosat");
             request.onsuccess = () => {
               const work = request.result.transaction("drawings", "readwrite");
               const bad = [1, null, {}, {height: 1}, {height: 1, width: 1, palette: [], runs: [0, 1]}];
               bad.forEach((picture, at) => work.objectStore("drawings").put({id: `bad ${at}`, picture, past: 3}));
               work.oncomplete = done;
             };
           })"""
    )
    drawings(page)
    assert titles(page) == ["Untitled"]


def test_fifty_large_drawings_have_room_with_their_past(new_page: Opened) -> None:
    page = new_page([])
    begin(page, 5, 4).click((0, 0))
    size = page.evaluate(
        """async () => {
             const { keep, newPlace, drawings } = await import("./shelf.js");
             const palette = [["white", "#ffffff", "."], ["black", "#000000", "#"]].map(([name, rgb, char]) => ({name, rgb, char}));
             const runs = Array.from({length: 10000}, (_, cell) => [cell % 3 ? 1 : 2, 1]).flat();
             const past = Array.from({length: 200}, (_, n) => Array.from({length: 20}, (_, at) => [n * 20 + at, 1, 2]).flat());
             for (let n = 0; n < 50; n++) {
               const picture = {height: 100, width: 100, palette, runs, about: {title: `Large ${n}`}};
               const done = await keep(newPlace(), {picture, past, future: [], givens: []});
               if (done !== "kept") throw new Error(done);
             }
             return (await drawings()).filter(({entry}) => entry.past.length === 200).length;
           }"""
    )
    assert size == 50


def test_no_room_for_another_drawing_is_said(new_page: Opened) -> None:
    page = new_page([])
    page.evaluate(
        """() => {
             IDBObjectStore.prototype.put = function () { this.transaction.abort(); };
           }"""
    )
    begin(page, 5, 4).click((0, 0))
    page.get_by_text("This drawing is not in the list.").wait_for()


def test_puzzles_of_a_file_and_drawings_are_not_mixed_up(new_page: Opened) -> None:
    """Drawing on one puzzle of a file changes that one; another drawing leaves the file alone."""
    page = new_page([Sheet(CROSS, title="Cross"), Sheet(SWITCH, title="Switch")], view="draw")
    board = Board(page)
    board.click((0, 0))
    page.get_by_label("Puzzle of the file").select_option(index=1)
    until(lambda: len(Board(page).rows()) == 2)
    page.get_by_label("Puzzle of the file").select_option(index=0)
    until(lambda: len(Board(page).rows()) == 3)
    assert (0, 0) in Board(page).cells("filled")
    do(board, "New")
    assert not page.get_by_label("Puzzle of the file").is_visible()
    Board(page).click((4, 4))
    go(page, "Play")
    assert len(Board(page).rows()) == 15


def draw_by_touch(board: Board, fingers: Fingers) -> None:
    """Draw the house with one finger, stroke by stroke."""
    for row, line in enumerate(HOUSE):
        for part in {"#####": [(0, 4)], "#...#": [(0, 0), (4, 4)]}.get(
            line, [(line.index("#"), line.rindex("#"))]
        ):
            first, last = board.points([(row, part[0]), (row, part[1])])
            fingers.send("touchStart", first)
            if first != last:
                fingers.send("touchMove", last)
            fingers.send("touchEnd")


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_house_is_drawn_mended_rated_printed_and_found_again(
    new_page: Opened, tmp_path: Path, phone: bool
) -> None:
    options = (
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        if phone
        else {}
    )
    page = new_page([], view="draw", **options)

    def panel(work: object) -> None:
        if not phone:
            work()  # type: ignore[operator]
            return
        with sheet(page):
            work()  # type: ignore[operator]

    def describe() -> None:
        page.get_by_label("Title").fill("House")
        page.get_by_text("Size, colors, flips").click()
        for label in ("Width", "Height"):
            page.get_by_label(label).fill("5")
            page.get_by_label(label).press("Enter")

    panel(describe)
    board = Board(page)
    fingers = Fingers(page)
    if phone:
        draw_by_touch(board, fingers)
    else:
        for cell in CELLS:
            board.click(cell)
    board.wait_for(CELLS)
    verdict(page, "Exactly one solution")
    page.get_by_text("difficulty").wait_for()
    # Without two of its corners it is ambiguous; the fewest changes mend it.
    for cell in [(2, 0), (4, 4)]:
        if phone:
            fingers.tap_on(page.get_by_role("button", name="Erase"))
            page.get_by_role("button", name="Erase", pressed=True).wait_for()
            fingers.tap(board.point(cell))
        else:
            board.click(cell, button="right")
    before = set(board.cells("filled"))
    verdict(page, "Several solutions")
    press = fingers.tap_on if phone else lambda button: button.click()
    press(page.get_by_role("button", name="Propose changes"))
    press(page.get_by_role("button", name="Accept").first)
    verdict(page, "Exactly one solution")
    page.get_by_text("★").filter(visible=True).first.wait_for()
    mended = board.cells("filled")
    assert 0 < len(before ^ set(mended)) <= 4
    page.pdf(path=tmp_path / "house.pdf")
    if shutil.which("pdftotext"):
        words = ["pdftotext", "-layout", tmp_path / "house.pdf", "-"]
        text = subprocess.run(words, capture_output=True, text=True).stdout
        assert text.count("\f") == 1
        assert "House" in text
    files = [FOX]
    for number, puzzle in enumerate((CROSS, SWITCH)):
        files.append(tmp_path / f"{number}.json")
        dump(Sheet(puzzle, title=f"Other {number}"), files[-1])
    for path in files:
        open_file(page, path)
        page.wait_for_function(
            "title => document.querySelector('h1').textContent === title",
            arg={"fox.json": "Fox"}.get(path.name, f"Other {path.stem}"),
        )
    page.reload()
    page.get_by_role("heading", name="Other 1").wait_for()

    def find() -> None:
        drawings(page).get_by_role("button", name="Open House").click()

    panel(find)
    Board(page).wait_for(mended)
    verdict(page, "Exactly one solution")

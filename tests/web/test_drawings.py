"""Drawings that are not lost: to a file, to a new version of the page, or on the way to a finished puzzle."""

import shutil
import subprocess
from pathlib import Path

import pytest
from web_board import CROSS, SWITCH, Board, Fingers, sheet, until

from nonosat.model import Sheet
from web.conftest import Opened
from web.test_draw import do, verdict
from web.test_kept import go

HOUSE = ["..#..", ".###.", "#####", "#...#", "#####"]
CELLS = [(row, col) for row, line in enumerate(HOUSE) for col, c in enumerate(line) if c == "#"]


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


@pytest.mark.night
@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_house_is_drawn_mended_rated_printed_and_kept(
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
        page.get_by_text("Size, colors").click()
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
        if phone and cell == (2, 0):
            fingers.hold(board.point(cell))
        elif phone:
            fingers.tap_on(page.get_by_role("button", name="white"))
            page.get_by_role("button", name="white", pressed=True).wait_for()
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
    press(page.get_by_role("button", name="Undo", exact=True).filter(visible=True))
    board.wait_for(sorted(before))
    press(page.get_by_role("button", name="Redo", exact=True).filter(visible=True))
    board.wait_for(mended)
    page.pdf(path=tmp_path / "house.pdf")
    if shutil.which("pdftotext"):
        words = ["pdftotext", "-layout", tmp_path / "house.pdf", "-"]
        text = subprocess.run(words, capture_output=True, text=True).stdout
        assert text.count("\f") == 1
        assert "House" in text
    page.reload()
    Board(page).wait_for(mended)
    verdict(page, "Exactly one solution")

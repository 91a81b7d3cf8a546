"""Whole puzzles, solved by touch and by keyboard, on the page and in a file of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import EXHAUSTIVE, ROOT
from web_board import Board, Fingers

from nonosat.files import load
from nonosat.model import Grid, Sheet
from nonosat.solving.api import solve
from web.conftest import FOX, Opened
from web.test_one_file import opened
from web.test_phone import PHONE, move_two

if TYPE_CHECKING:
    from playwright.sync_api import Page

Run = tuple[int, int, int, int]
"""Cells of one ink: row, first column, last column, ink."""
Point = tuple[float, float]
PATHS = {"large": ROOT / "data" / "seeds" / "large-20x20.two"}
if EXHAUSTIVE:
    PATHS["fox"] = FOX


def runs(grid: Grid, rows: range, cols: range) -> list[Run]:
    """The runs of a part of a picture, one ink after the other."""
    found = []
    for row in rows:
        for color, cells in groupby(cols, lambda col, row=row: grid.row(row)[col]):
            first, *more = cells
            if color:
                found.append((row, first, more[-1] if more else first, color))
    return sorted(found, key=lambda run: run[3])


def inks(page: Page) -> Callable[[int], None]:
    """A function that chooses an ink, if there are several and it is another one."""
    names = page.locator(".bar:visible .ink")
    chosen = [1]

    def choose(ink: int) -> None:
        if chosen != [ink]:
            names.nth(ink - 1).click()
            chosen[0] = ink

    return choose


def by_touch(board: Board, grid: Grid) -> None:
    """Part by part: what is out of sight is brought there by two fingers."""
    fingers, choose = Fingers(board.page), inks(board.page)
    if board.page.locator(".answer button:visible").count():
        board.page.touchscreen.tap(*board.point((0, 0)))  # the offer of the rules goes
        board.page.get_by_role("button", name="Undo", exact=True).click()
    below = 0
    while below < grid.height:
        right = 0
        while right < grid.width:
            cols, rows = shown(board, grid, below, right)
            part = runs(grid, range(below, rows.stop), range(right, cols.stop))
            for ink, start, end in on_screen(board, part):
                choose(ink)
                fingers.send("touchStart", start)
                if start != end:
                    fingers.send("touchMove", end)
                fingers.send("touchEnd")
            right = cols.stop
        below = rows.stop


def on_screen(board: Board, some: list[Run]) -> Iterator[tuple[int, Point, Point]]:
    """The ink of each run and where it begins and ends."""
    ends = board.points([(row, col) for row, *cols, _ in some for col in cols])
    return zip((run[3] for run in some), ends[::2], ends[1::2], strict=True)


def shown(board: Board, grid: Grid, row: int, col: int) -> tuple[range, range]:
    """Bring a cell into the upper left corner, as far as it goes; the columns and rows in sight."""
    for _ in range(30):
        left, top, side = board.place()
        x, y, width, height = board.sight()
        cols = range(
            round((x - left) / side + 0.4), min(grid.width, int((x + width - left) / side))
        )
        rows = range(
            round((y - top) / side + 0.4), min(grid.height, int((y + height - top) / side))
        )
        if row in rows and col in cols:
            return cols, rows
        move_two(
            board,
            max(-width / 3, min(width / 3, x - (left + col * side))),
            max(-height / 3, min(height / 3, y - (top + row * side))),
        )
    raise AssertionError(
        f"row {row}, column {col}: {board.place()}, {board.sight()}, {rows}, {cols}"
    )


def by_keyboard(board: Board, grid: Grid) -> None:
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


WAYS = {"touch": by_touch, "keyboard": by_keyboard}


def solution(sheet: Sheet) -> Grid:
    return sheet.goals[0] if sheet.goals else solve(sheet.puzzle).solutions[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "place"),
    product(product(WAYS, PATHS), ["server", "file"])
    if EXHAUSTIVE
    else [(("touch", "large"), "server")],
    ids=lambda words: words if isinstance(words, str) else "-".join(words),
)
def test_it_is_solved(new_page: Opened, tmp_path: Path, how: tuple[str, str], place: str) -> None:
    way, name = how
    sheet = load(PATHS[name])[0]
    options = PHONE if way == "touch" else {}
    if place == "file":
        page = opened(new_page, sheet, tmp_path / "play.html", **options)
    else:
        page = new_page([sheet], **options)
    WAYS[way](Board(page), solution(sheet))
    page.get_by_text("Solved in").wait_for()
    if sheet.title:
        page.get_by_role("heading", name=sheet.title).wait_for()

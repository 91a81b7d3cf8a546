"""The board of the page, as tests look at it and touch it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from command import wait_for
from conftest import PACKAGE

from nonosat.model import Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

Cell = tuple[int, int]
PATIENCE = 20.0
"""Seconds until something that does not come fails a test."""
CROSS = Puzzle.of([[1], [3], [1]], [[1], [3], [1]])
"""One solution."""
CROSS_FILLED: list[Cell] = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]
SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
"""Two solutions."""


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    wait_for(holds, PATIENCE)


def show_answer(page: Page, view: str) -> None:
    """Go from a puzzle that is not solved to a view that has its picture, which asks first."""
    page.get_by_role("button", name=view, exact=True).click()
    page.get_by_role("button", name="Show it").click()


def unfold(page: Page) -> None:
    """Show the fields of a drawing for its size and colors."""
    page.locator(".shape:visible").evaluate("it => { it.open = true; }")


class Board:
    """The board that is in sight. Its hidden grid tells the marks, as screen readers get them."""

    def __init__(self, page: Page, within: Locator | None = None) -> None:
        self.page = page
        self.host: Locator = (within or page).locator(".board:visible").first
        self.host.locator("[role=gridcell]").first.wait_for(state="attached")

    def painted(self) -> None:
        """Wait until what was done is on the screen."""
        self.page.evaluate(
            "() => new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
        )

    def rows(self) -> list[list[str]]:
        """What each cell is called, such as ``filled``."""
        words: list[list[str]] = self.host.evaluate(
            """host => [...host.querySelectorAll("[role=row]")].slice(1).map(row =>
            [...row.querySelectorAll("[role=gridcell]")].map(cell => cell.textContent.split(", ")[2]))"""
        )
        return words

    def cells(self, *names: str) -> list[Cell]:
        """The cells that are called so; without names, all that are not open."""
        return [
            (row, col)
            for row, words in enumerate(self.rows())
            for col, word in enumerate(words)
            if (word in names if names else word != "open")
        ]

    def wait_for(self, filled: list[Cell]) -> None:
        """Wait until these cells are filled and no others."""
        until(lambda: self.cells("filled") == filled)

    def place(self) -> tuple[float, float, float]:
        """The left and upper edge of the first cell on the board, and the side of a cell."""
        self.painted()
        left, top, side, *_ = self._place()
        return left, top, side

    def sight(self) -> tuple[float, float, float, float]:
        """The part of the board that shows cells: left and upper edge, width, height."""
        self.painted()
        *_, left, top, width, height = self._place()
        return left, top, width, height

    def _place(self) -> list[float]:
        return [*map(float, (self.host.get_attribute("data-place") or "").split())]

    def points(self, cells: Sequence[Cell]) -> list[tuple[float, float]]:
        """The middles of cells on the screen."""
        left, top, side = self.place()
        box = self.host.bounding_box()
        assert box is not None
        return [
            (box["x"] + left + (col + 0.5) * side, box["y"] + top + (row + 0.5) * side)
            for row, col in cells
        ]

    def point(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        return self.points([cell])[0]

    def click(self, *cells: Cell, button: str = "left") -> None:
        """Press and release a mouse button on cells, which stay in their places."""
        for point in self.points(cells):
            self.page.mouse.click(*point, button=button)

    def drag(self, cells: Sequence[Cell], button: str = "left") -> None:
        """Press on the first cell, go to the others, release."""
        first, *others = self.points(cells)
        self.page.mouse.move(*first)
        self.page.mouse.down(button=button)
        for point in others:
            self.page.mouse.move(*point)
        self.page.mouse.up(button=button)

    def color(self, cell: Cell, layer: str = "cells") -> tuple[int, ...]:
        """The red, green and blue of a point near the upper left corner of a cell."""
        left, top, side = self.place()
        row, col = cell
        at = [left + (col + 0.15) * side, top + (row + 0.15) * side]
        pixel: list[int] = self.host.evaluate(
            """(host, [layer, x, y]) => [...host.querySelector(`canvas.${layer}`).getContext("2d")
            .getImageData(Math.round(x * devicePixelRatio), Math.round(y * devicePixelRatio), 1, 1).data]""",
            [layer, *at],
        )
        return tuple(pixel[:3])


def clues(board: Board) -> list[str]:
    """The clues of the columns, then those of the rows."""
    heads = board.host.locator("[role=columnheader], [role=rowheader]").all_text_contents()
    return [head.partition(": ")[2] for head in heads[1:]]


def downloaded(page: Page, button: str, folder: Path) -> Path:
    """The file that a button saves."""
    with page.expect_download() as caught:
        page.get_by_role("button", name=button, exact=True).click()
    path = folder / caught.value.suggested_filename
    caught.value.save_as(path)
    return path


@contextmanager
def sheet(page: Page) -> Iterator[None]:
    """On a phone: open the sheet that menu and panel are in, and close it in the end."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator("aside:popover-open").wait_for()
    yield
    page.keyboard.press("Escape")
    page.locator("aside:popover-open").wait_for(state="hidden")


class Satisfied:
    """The questions of one kind, which reach the server only when a test says so."""

    def __init__(self, page: Page, question: str) -> None:
        self.page = page
        self.address = f"**/api/{question}*"
        self.routes: list[Route] = []
        page.context.route(self.address, lambda route: self.routes.append(route))

    def wait(self, count: int = 1) -> None:
        """Wait until so many questions are asked and have no answer; questions come as it waits."""
        until(lambda: len(self.routes) == count or self.page.wait_for_timeout(10))

    def answer(self) -> None:
        """Let the last one have its answer, and the page time to show it."""
        with self.page.expect_response(self.address):
            self.routes.pop().continue_()
        Board(self.page).painted()


LONG_PRESSES = """milliseconds => {
  if ("pressLong" in window) return;
  window.pressLong = null;
  const wait = window.setTimeout;
  window.setTimeout = (does, delay, ...args) => {
    if (delay !== milliseconds) return wait(does, delay, ...args);
    window.pressLong = does;
    return 0;
  };
}"""
"""Long presses come when a test says so: a busy machine can be late to lift a finger."""


class Fingers:
    """Fingers on the screen of a page. Only `hold` is a long press."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        text = (PACKAGE / "web" / "static" / "gestures.js").read_text(encoding="utf-8")
        (milliseconds,) = re.findall(r"const LONG_PRESS_MS = (\d+);", text)
        page.evaluate(LONG_PRESSES, int(milliseconds))

    def hold(self, point: tuple[float, float]) -> None:
        """Touch a point for so long that it is a long press."""
        self.send("touchStart", point)
        self.page.evaluate("pressLong()")
        self.send("touchEnd")

    def tap(self, point: tuple[float, float]) -> None:
        """Touch a point for a moment."""
        self.send("touchStart", point)
        self.send("touchEnd")

    def tap_on(self, button: Locator) -> None:
        """Tap on the middle of a button, once it stands still."""
        button.click(trial=True)
        box = button.bounding_box()
        assert box is not None
        self.tap((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        """Tell of all fingers: kind is touchStart, touchMove or touchEnd."""
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

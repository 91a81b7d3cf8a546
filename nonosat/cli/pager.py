"""Paging through solutions with the arrow keys."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from nonosat.api import Search
from nonosat.cli.colored import color_console, draw_screen, rich_text
from nonosat.cli.keys import read_key
from nonosat.model import Grid
from nonosat.platforms.console import typed_characters
from nonosat.render.terminal import Segment, bare, large, small

if TYPE_CHECKING:
    from rich.console import Console

HELP = "→ ↓ space: next   ← ↑: back   Home: first   q: quit"
WISHES = {
    "right": "next", "down": "next", " ": "next", "\n": "next", "n": "next",
    "left": "back", "up": "back", "p": "back", "b": "back",
    "home": "first", "q": "quit", "": "quit",
}  # fmt: skip
"""The wish that each key stands for."""


def can_page() -> bool:
    """True if stdin and stdout are a terminal that shows colors."""
    return sys.stdin is not None and sys.stdin.isatty() and color_console() is not None


def in_pager(pages: Pages) -> None:
    """Show one solution after another; each is sought when it is asked for.

    Cells that are not the same in all solutions seen so far are marked.
    """
    from rich.console import Console

    console = Console(highlight=False)
    if not pages.turn("next"):
        return
    with typed_characters() as read, console.screen(hide_cursor=True):
        while True:
            _draw(console, pages)
            wish = WISHES.get(read_key(read).lower(), "")
            if wish == "quit":
                return
            if wish == "next" and pages.is_last and not pages.complete:
                console.print(
                    "\r looking for another one … Ctrl-C ends it ", style="reverse", end=""
                )
            pages.turn(wish)


class Pages:
    """The solutions seen so far, and which of them is shown.

    Attributes:
        puzzle: the one that they solve.
        found: the solutions, in order.
        at: number of the one that is shown, from 0.
        complete: True if the stream has ended.
        varying: cells ``(row, column)`` that are not the same in all of `found`.
    """

    def __init__(self, search: Search) -> None:
        self.puzzle = search.puzzle
        self._search, self._grids = search, iter(search)
        self.found: list[Grid] = []
        self.at = -1
        self.complete = False
        self.varying: set[tuple[int, int]] = set()

    @property
    def shown(self) -> Grid:
        return self.found[self.at]

    @property
    def is_last(self) -> bool:
        return self.at + 1 == len(self.found)

    def turn(self, wish: str) -> bool:
        """Go to the ``next`` solution, ``back`` or to the ``first``; return True if it moved."""
        before = self.at
        if wish == "first":
            self.at = 0
        elif wish == "back":
            self.at = max(0, self.at - 1)
        elif wish == "next" and (not self.is_last or self._find()):
            self.at += 1
        return self.at != before

    def _find(self) -> bool:
        grid = None if self.complete else next(self._grids, None)
        if grid is None:
            self.complete = True
            return False
        self.found.append(grid)
        self.varying.update(self.found[0].differs(grid))
        return True

    def title(self) -> str:
        """The number of the solution shown, and how many there are."""
        here = f"solution {self.at + 1} of "
        number = len(self.found)
        if not self.complete:
            return f"{here}at least {number}"
        limit = self._search.limit
        return here + (
            f"{number}, there are no more" if limit is None else f"at least {number}; {limit}"
        )


def _draw(console: Console, pages: Pages) -> None:
    from rich.text import Text

    width, height = console.size
    lines = picture_lines(pages, width, max(1, height - 4))
    so_far = "" if pages.complete else " so far"
    marked = f"; {len(pages.varying)} cells differ{so_far}, marked" if pages.varying else ""
    title = Text(pages.title() + marked, "bold", no_wrap=True)
    draw_screen(console, [title, Text(), *map(rich_text, lines), Text()], HELP)


def picture_lines(pages: Pages, width: int, height: int) -> list[list[Segment]]:
    """The solution that is shown, in the first layout that fits; at worst its upper left corner."""
    cells = [*pages.shown]
    for layout in (large, small, bare):
        lines = layout(pages.puzzle, cells, pages.varying)
        if len(lines) <= height and all(sum(len(s.text) for s in line) <= width for line in lines):
            return lines
    return [line[:width] for line in lines[:height]]

"""Paging through solutions: the keys, the pages, and a real terminal."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from conftest import Clock
from terminal import Terminal

from nonosat.api import Search
from nonosat.cli.keys import read_key
from nonosat.cli.pager import WISHES, Pages, picture_lines
from nonosat.errors import LimitReached
from nonosat.limits import Limits
from nonosat.model import Grid, Puzzle
from nonosat.render.terminal import plain_lines

SWITCH = Puzzle.of([[1], [1]], [[1], [1]])

#   typed          meanings
KEYS = [
    ("\x1b[C",     ["next"]),
    ("\x1b[B",     ["next"]),
    ("\x1b[D",     ["back"]),
    ("\x1b[A",     ["back"]),
    ("\x1bOC",     ["next"]),
    ("\x1b[H",     ["first"]),
    ("\x1b[1;5C ", ["next", "next"]),
    ("\x1b[5~ ",   ["", "next"]),
    ("\xe0M\xe0K", ["next", "back"]),
    ("\x00H\x00P", ["back", "next"]),
    (" \nnpbq",    ["next", "next", "next", "back", "back", "quit"]),
    ("Q",          ["quit"]),
    ("x",          [""]),
    ("\x1bx",      [""]),
    ("",           ["quit"]),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meanings"), KEYS)
def test_keys(typed: str, meanings: list[str]) -> None:
    chars = itertools.chain(typed, itertools.repeat(""))
    pressed = [read_key(lambda: next(chars)) for _ in meanings]
    assert [WISHES.get(key.lower(), "") for key in pressed] == meanings


def test_pages_are_found_when_they_are_asked_for() -> None:
    search = Search(Puzzle.of([[1]] * 3, [[1]] * 3))
    pages = Pages(search)
    assert pages.turn("next")
    assert pages.title() == "solution 1 of at least 1"
    assert len(search.result().solutions) == 1  # no more than was asked for
    assert not pages.turn("back")
    assert pages.varying == set()
    for number in range(2, 7):
        assert pages.turn("next")
        assert pages.title() == f"solution {number} of at least {number}"
    assert len(pages.varying) == 9
    assert not pages.turn("next")
    assert pages.title() == "solution 6 of 6, there are no more"
    assert pages.turn("back")
    assert pages.turn("first")
    assert not pages.turn("first")
    assert pages.title() == "solution 1 of 6, there are no more"
    assert len({grid.cells for grid in pages.found}) == 6
    assert not Pages(Search(Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]]))).turn("next")


class Ended(Search):
    """A search that meets its limit behind the first solution."""

    limit = LimitReached("the limit of 0.5 s was reached")

    def __iter__(self) -> Iterator[Grid]:
        yield from itertools.islice(super().__iter__(), 1)


def test_a_limit_is_named() -> None:
    pages = Pages(Ended(SWITCH))
    assert pages.turn("next")
    assert not pages.turn("next")
    assert pages.title() == "solution 1 of at least 1; the limit of 0.5 s was reached"


def test_looking_at_a_page_does_not_use_up_the_limit(clock: Clock) -> None:
    pages = Pages(Search(SWITCH, limits=Limits(10)))
    assert pages.turn("next")
    clock.now += 11  # a long look
    assert pages.turn("next")
    assert not pages.turn("next")
    assert pages.title() == "solution 2 of 2, there are no more"


def test_differing_cells_are_marked() -> None:
    pages = Pages(Search(SWITCH))
    pages.turn("next")
    assert "[]" not in shown(pages, 80, 20)
    pages.turn("next")
    assert shown(pages, 80, 20).count("[]") == 4
    assert "▀▀" in shown(pages, 6, 9)  # no room: half blocks, tinted
    (line,) = picture_lines(pages, 80, 1)
    assert {line[0].ink, line[0].paper} == {"#ffc57f", "#7f4600"}
    assert plain_lines(SWITCH, [[0, -1], [-2, 1]])[-1].endswith("! #")


def shown(pages: Pages, width: int, height: int) -> str:
    lines = picture_lines(pages, width, height)
    return "\n".join("".join(segment.text for segment in line) for line in lines)


CLUES = ["--rows", "1;1;1", "--cols", "1;1;1"]


@pytest.mark.slow
def test_paging_on_a_terminal() -> None:
    with Terminal("solve", *CLUES, "-n", "all") as terminal:
        terminal.until("solution 1 of at least 1")
        terminal.type("\x1b[C")
        terminal.until("solution 2 of at least 2")
        terminal.until("[]")
        terminal.type("\x1b[D")
        terminal.until("solution 1 of at least 2")
        terminal.type("q")
        terminal.until("2 solutions, there may be more")
        assert terminal.end()[0] == 0


@pytest.mark.slow
def test_ctrl_c_ends_paging_and_the_terminal_is_as_before() -> None:
    with Terminal("solve", *CLUES, "-n", "all") as terminal:
        terminal.until("solution 1 of at least 1")
        terminal.process.send_signal(2)
        terminal.until("\x1b[?1049l")
        terminal.until("interrupted")
        terminal.until(re.compile("(\x1b\\[[0-9;]*m *){3,}"))  # a row of the picture
        terminal.until("one solution found")
        assert terminal.end()[0] == 130


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "env"), [([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb", "COLORTERM": ""}), (["--json"], {})]
)  # fmt: skip
def test_without_colors_they_stream_and_json_is_not_paged(
    more: list[str], env: dict[str, str]
) -> None:
    with Terminal("solve", *CLUES, "-n", "all", *more, **env) as terminal:
        for text in ['"verdict": "multiple"'] if more else ["solution 6:", "exactly 6 solutions"]:
            terminal.until(text)
        assert terminal.end()[0] == 0

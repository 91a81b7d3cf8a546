"""The tools of the drawing: figures, selection, mirrors."""

from __future__ import annotations

import pytest
from web_board import Board, Cell, until

from web.conftest import Opened
from web.test_draw import begin, do


@pytest.fixture
def board(new_page: Opened) -> Board:
    """A blank drawing of 9x7."""
    return begin(new_page([]), 9, 7)


def rows(board: Board) -> list[str]:
    return ["".join("#" if word == "filled" else "." for word in row) for row in board.rows()]


BOX = [".........", ".#####...", ".#...#...", ".#...#...", ".#####...", ".........", "........."]
FIGURES = {
    "Line": [".........", ".#.......", "..##.....", "....##...", "......#..", ".........", "........."],
    "Box": BOX,
    "Circle": [".........", "..###....", ".#...#...", ".#...#...", "..###....", ".........", "........."],
}  # fmt: skip


@pytest.mark.parametrize("figure", FIGURES)
def test_figures(board: Board, figure: str) -> None:
    do(board, figure)
    end = (4, 6) if figure == "Line" else (4, 5)
    board.drag([(1, 1), (6, 8), (0, 0), end])  # only where the pointer ends counts
    assert rows(board) == FIGURES[figure]
    do(board, "Undo")  # one stroke
    assert board.cells("filled") == []


def test_figures_can_be_filled_and_erased(board: Board) -> None:
    do(board, "Box")
    do(board, "Filled")
    board.drag([(1, 1), (4, 5)])
    assert len(board.cells("filled")) == 20
    do(board, "Circle")
    board.drag([(1, 1), (4, 5)], button="right")
    assert board.cells("filled") == [(1, 1), (1, 5), (4, 1), (4, 5)]


def test_a_selection_is_moved_and_what_it_covered_comes_back(board: Board) -> None:
    board.drag([(0, 0), (0, 1)])
    board.click((3, 3))
    do(board, "Select")
    board.drag([(0, 0), (1, 1)])
    board.drag([(0, 0), (3, 3)])
    board.wait_for([(3, 3), (3, 4)])
    board.drag([(3, 3), (5, 5)])
    board.wait_for([(3, 3), (5, 5), (5, 6)])
    board.page.keyboard.press("ArrowUp")
    board.wait_for([(3, 3), (4, 5), (4, 6)])
    board.page.keyboard.press("Delete")
    board.wait_for([(3, 3)])
    for _ in range(4):
        board.page.keyboard.press("Control+z")
    board.wait_for([(0, 0), (0, 1), (3, 3)])


def test_copy_and_paste_by_keys_also_into_another_drawing(board: Board) -> None:
    page = board.page
    board.drag([(0, 0), (0, 1)])
    board.click((1, 0))
    do(board, "Select")
    board.drag([(0, 0), (1, 1)])
    page.keyboard.press("Control+c")
    page.keyboard.press("Escape")
    page.mouse.move(*board.point((4, 4)))
    page.keyboard.press("Control+v")
    board.wait_for([(0, 0), (0, 1), (1, 0), (4, 4), (4, 5), (5, 4)])
    page.keyboard.press("ArrowRight")  # it is selected
    board.wait_for([(0, 0), (0, 1), (1, 0), (4, 5), (4, 6), (5, 5)])
    page.keyboard.press("Control+x")
    board.wait_for([(0, 0), (0, 1), (1, 0)])
    do(board, "New")
    other = Board(page)
    until(lambda: len(other.rows()) == 15)
    page.mouse.move(*other.point((2, 2)))
    page.keyboard.press("Control+v")
    other.wait_for([(2, 2), (2, 3), (3, 2)])


def test_copy_and_paste_by_buttons(board: Board) -> None:
    board.click((0, 0))
    do(board, "Select")
    board.drag([(0, 0), (1, 1)])
    do(board, "Cut")
    board.wait_for([])
    do(board, "Paste")
    board.wait_for([(0, 0)])
    do(board, "Copy")
    board.drag([(0, 0), (2, 2)])
    do(board, "Paste")
    board.wait_for([(2, 2)])


def test_a_selection_by_keys(board: Board) -> None:
    press = board.page.keyboard.press
    board.click((0, 0))
    do(board, "Select")
    for key in ["Shift+ArrowRight", "Shift+ArrowDown", "ArrowRight", "ArrowDown"]:
        press(key)
    board.wait_for([(1, 1)])
    press("Escape")
    press("Control+a")
    press("Delete")
    board.wait_for([])


MIRRORS: dict[tuple[str, ...], list[Cell]] = {
    ("Mirror ↔",): [(1, 2), (1, 6)],
    ("Mirror ↕",): [(1, 2), (5, 2)],
    ("Mirror ↔", "Mirror ↕"): [(1, 2), (1, 6), (5, 2), (5, 6)],
}


@pytest.mark.parametrize("mirrors", MIRRORS, ids=str)
def test_mirrors_draw_on_both_sides(board: Board, mirrors: tuple[str, ...]) -> None:
    for mirror in mirrors:
        do(board, mirror)
    board.click((1, 2))
    board.wait_for(MIRRORS[mirrors])
    do(board, "Undo")
    board.wait_for([])
    do(board, "Line")
    board.drag([(0, 0), (0, 1)])
    assert len(board.cells("filled")) == 2 * len(MIRRORS[mirrors])


def test_a_fill_stays_in_its_area(board: Board) -> None:
    do(board, "Box")
    board.drag([(1, 1), (4, 5)])
    do(board, "Fill")
    board.click((2, 2))
    assert len(board.cells("filled")) == 20

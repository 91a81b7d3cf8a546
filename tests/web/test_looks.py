"""How the page looks: colors, sizes, speed of painting, foreign text, and what shuts people out."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from conftest import at_night
from web_board import CROSS, CROSS_FILLED, SWITCH, Board, show_answer

from nonosat.files import dumps
from nonosat.model import Grid, Puzzle, Sheet, default_palette

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.conftest import Opened


def test_dark_follows_the_system_and_the_switch(new_page: Opened) -> None:
    page = new_page([Sheet(CROSS)], color_scheme="dark")
    board = Board(page)
    board.click((0, 1))
    page.mouse.move(2, 2)
    assert min(board.color((0, 1))) > 200  # light ink
    page.get_by_role("button", name="Light / dark").click()
    assert max(board.color((0, 1))) < 60
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "light"


@pytest.mark.night
def test_pictures_stay_positive_in_the_dark(new_page: Opened) -> None:
    """A board that is played may be dark; what was drawn or found is black on white."""
    goal = Grid(3, 3, bytes([0, 1, 0, 1, 1, 1, 0, 1, 0]))
    page = new_page([Sheet(CROSS, goals=(goal,))], color_scheme="dark")
    board = Board(page)
    assert max(board.color((0, 0))) < 60, "dark paper while it is played"
    for view in ("Draw", "Solutions"):
        if view == "Draw":
            show_answer(page, view)
        else:
            page.get_by_role("button", name=view, exact=True).click()  # asked once
        board = Board(page)
        board.wait_for(CROSS_FILLED)
        page.mouse.move(2, 2)
        assert board.color((0, 0)) == (255, 255, 255), view
        assert board.color((0, 1)) == (0, 0, 0), view


def test_colors_are_those_of_the_puzzle_with_letters(page: Page) -> None:
    board = Board(page)
    page.keyboard.press("2")
    board.click((14, 14))
    page.mouse.move(2, 2)
    assert board.color((14, 14)) == (0xF0, 0x80, 0x20)
    letters = page.locator("aside:visible").get_by_label("Letters on colors")
    pictures = []
    for wanted in ("auto", "always", "never"):
        letters.select_option(wanted)
        board.painted()
        pictures.append(board.host.locator("canvas.cells").screenshot())
    assert pictures[0] == pictures[2] != pictures[1], "the inks of the fox differ enough"


FADED = """(host, [x, y]) => host.querySelector("canvas.lights").getContext("2d")
  .getImageData(Math.round(x * devicePixelRatio), Math.round(y * devicePixelRatio), 1, 1).data[3] > 200"""


#   width, height of the window -> the cells of a side that are shown whole, and that are not
WINDOWS = {
    (320, 640): (15, 20), (390, 844): (20, 25), (844, 390): (20, 25), (768, 1024): (40, 50), (1280, 800): (50, 100),
}  # fmt: skip


@pytest.mark.parametrize(
    ("window", "scheme", "whole"),
    [
        ((320, 640), "light", True),
        ((1280, 800), "dark", False),
        *at_night(*product(WINDOWS, ["light", "dark"], [True, False])),
    ],
)
def test_a_board_opens_whole_or_with_an_edge_that_fades(
    new_page: Opened, window: tuple[int, int], scheme: str, whole: bool
) -> None:
    """Whole where its cells have 16 pixels on a phone, or 8 elsewhere; else they have 22."""
    (width, height), size = window, WINDOWS[window][not whole]
    dots = Puzzle.of([[1]] * size, [[1]] * size)
    options = screen(width) | {"viewport": {"width": width, "height": height}}
    phone = {"has_touch": True, "is_mobile": True} if height < 500 else {}
    board = Board(new_page([Sheet(dots)], color_scheme=scheme, **options | phone))
    left, top, side = board.place()
    x, y, across, down = board.sight()
    assert whole == (left + size * side <= x + across and top + size * side <= y + down)
    assert side >= (15 if width < 850 else 8) if whole else side == 22
    edge = board.host.evaluate(FADED, [x + across - 2, y + side / 2])
    assert edge != whole
    assert not board.host.evaluate(FADED, [x + 1, y + side / 2]), "nothing is before the first cell"


PAINTED = """async () => {
  const { paintCells } = await import("./paint.js");
  const { View } = await import("./view.js");
  const side = 400;
  let asked = 0;
  class Cells extends Int16Array {
    *keys() { for (let cell = 0; cell < this.length; cell++) { asked++; yield cell; } }
  }
  const lines = Array.from({ length: side }, () => []);
  const palette = [{ rgb: "#ffffff", char: "." }, { rgb: "#000000", char: "#" }];
  const view = new View({ height: side, width: side, rows: lines, cols: lines, palette });
  view.resize(300, 300);
  const context = document.createElement("canvas").getContext("2d");
  const fills = [];
  context.fillRect = (...box) => fills.push(box);
  const theme = { open: "#ffffff", thin: "#cccccc", thick: "#555555", cross: "#777777", font: "serif" };
  paintCells(context, view, new Cells(side * side), { theme, letters: false, drawing: false }, null);
  const { top, left, bottom, right } = view.visible();
  return [asked, fills.length, (bottom - top) * (right - left)];
}"""


@pytest.mark.night
def test_only_cells_in_sight_are_painted_anew(page: Page) -> None:
    """Of a board of 400x400, all others are not even looked at."""
    asked, painted, seen = page.evaluate(PAINTED)
    assert asked <= seen < 400
    assert seen <= painted < 2 * seen


HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"


def test_hostile_titles_do_nothing(new_page: Opened) -> None:
    sheets = [Sheet(CROSS, title=HOSTILE, author=HOSTILE), Sheet(SWITCH, title=HOSTILE)]
    page = new_page(sheets, settings={"titles": True})
    Board(page)
    assert page.locator("header h1").inner_text() == HOSTILE
    assert page.locator("img").count() == 0
    assert page.title() != "owned"


TWO_INKS = Puzzle.of([[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)]])


@pytest.mark.night
@pytest.mark.parametrize(
    ("width", "scheme"),
    [*product([390, 1280], ["light", "dark"])],
)
def test_axe_finds_nothing_serious(new_page: Opened, scheme: str, width: int) -> None:
    page = new_page([Sheet(TWO_INKS)], color_scheme=scheme, **screen(width))
    look_at_each_view(page)


def screen(width: int) -> dict[str, Any]:
    """Options of a context with a screen of this width; a narrow one is that of a phone."""
    phone = width < 800
    return {"viewport": {"width": width, "height": 800}, "has_touch": phone, "is_mobile": phone}


def look_at_each_view(page: Page) -> None:
    """Axe finds nothing serious, and nothing is too wide, on a phone also with the sheet open."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    width = (page.viewport_size or {})["width"]
    Board(page)

    def look() -> None:
        found: list[dict[str, Any]] = axe.Axe().run(page).response["violations"]
        serious = [it for it in found if it["impact"] in ("serious", "critical")]
        assert not serious, json.dumps([[it["id"], it["nodes"][:2]] for it in serious])[:1500]
        assert page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width, width]

    for view in ["Draw", "Play", "Steps", "Solutions"]:
        if width < 800:
            page.get_by_role("button", name="Menu", exact=True).click()
            page.wait_for_function(SETTLED)
            look()
        page.get_by_role("button", name=view, exact=True).click()
        if view == "Draw":
            page.get_by_role("button", name="Show it").wait_for()
            look()
            page.get_by_role("button", name="Show it").click()
        Board(page).painted()
        look()
    if width >= 800:
        page.locator(".moreopener").click()
        look()


SETTLED = """() => document.getAnimations().every(it => it.playState === "finished")"""


CUT = """async ([sheet, frames]) => {
  const { View } = await import("./view.js");
  const { puzzleOf } = await import("./puzzle.js");
  const { clueOf } = await import("./line.js");
  const wrong = [];
  let cut = 0;
  for (const [width, height] of frames) {
    const view = new View(puzzleOf(sheet));
    view.touch = width < 400;
    view.measure();
    view.resize(width, height);
    for (let step = 0; step < 16; step++, view.zoom(1.25, width / 2, height / 2)) {
      const { area } = view;
      for (const [axis, count] of [["row", view.shown.height], ["col", view.shown.width]]) {
        const [start, end] = axis === "row" ? [area.x - area.left, area.x] : [area.y - area.top, area.y];
        for (let line = 0; line < count; line++) {
          const { boxes, font, hidden, sign } = view.written([axis, line]);
          const seen = sign ? [sign, ...boxes.slice(hidden)] : boxes;
          cut += hidden > 0;
          let edge = start - 1;
          for (const box of seen) {
            const [from, size] = axis === "row" ? [box.x, box.width] : [box.y, box.height];
            if (from < edge) wrong.push(`${axis} ${line}: at ${from}, not from ${edge}, with cells of ${view.cell}`);
            edge = from + size;
          }
          if (edge > end || hidden > 0 !== (sign !== null)) wrong.push(`${axis} ${line}`);
          const most = axis === "row" ? 0.62 : view.colFont;
          if (font < Math.min(7, most * view.cell) - 0.01) wrong.push(`${axis} ${line}: digits of ${font}`);
          // The numbers of a column are not wider than the column, letters included.
          const wide = Math.max(0, ...clueOf(view.shown, [axis, line]).map(([length]) => String(length).length));
          const text = (wide * view.em.digit + (view.letters ? view.em.letter : 0)) * font;
          if (axis === "col" && text > view.cell) wrong.push(`${axis} ${line}: numbers of ${text} in ${view.cell}`);
        }
      }
    }
  }
  return [wrong, cut];
}"""


@pytest.mark.night
def test_a_clue_is_shown_whole_or_with_a_sign_that_it_is_cut(page: Page) -> None:
    """At each zoom and size of the window: no number leaves the room of its clue."""
    dice = random.Random(5)
    cuts = []
    for height, width, inks in ((5, 5, 1), (30, 30, 1), (60, 70, 3)):
        cells = bytes(dice.randrange(inks + 1) for _ in range(height * width))
        puzzle = Puzzle.of_grid(Grid(height, width, cells), default_palette(inks))
        sheet = json.loads(dumps(puzzle, "json"))
        wrong, cut = page.evaluate(CUT, [sheet, [[380, 620], [960, 700], [200, 150]]])
        assert wrong == [], (height, width)
        cuts.append(cut)
    assert cuts[0] == 0 < cuts[2], "only long clues are cut"

"""Drawings: read back from the SVG, and looked at as pixels."""

import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest
from brute_force import puzzle_of, random_grid

from nonosat.draw.elements import cut, document, text_width
from nonosat.draw.legend import ink_legend
from nonosat.draw.svg import EMPHASIS, DrawingLayout, body, drawing, layout, thumbnail
from nonosat.model import OPEN, Block, Color, Domains, Grid, Palette, Puzzle, Sheet, default_palette
from nonosat.model.colors import readable_on

SVG = "{http://www.w3.org/2000/svg}"
SIZES = [(1, 1, 1), (1, 7, 2), (5, 5, 1), (5, 5, 3), (20, 20, 1), (13, 31, 4), (40, 30, 5)]
RGB = re.compile(r"#[0-9a-f]{6}\Z")


def elements(svg: str, name: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(svg).iter(SVG + name)


def filled(svg: str, place: DrawingLayout, height: int, width: int) -> dict[tuple[int, int], str]:
    """Which cells are painted with what, read from the paths of whole cells."""
    found = {}
    for path in elements(svg, "path"):
        fill = path.get("fill", "")
        if not RGB.match(fill) or path.get("stroke"):
            continue
        box = r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z"
        for x, y, long, side in re.findall(box, path.get("d", "")):
            assert float(side) == pytest.approx(place.cell)
            row = round((float(y) - place.top) / place.cell)
            first = round((float(x) - place.left) / place.cell)
            for col in range(first, first + round(float(long) / place.cell)):
                assert (row, col) not in found
                found[row, col] = fill
    assert all(row < height and col < width for row, col in found)
    return found


def inked(palette: Palette, grid: Grid) -> dict[tuple[int, int], str]:
    """What `filled` finds of a picture."""
    looks = enumerate(palette.colors[color].rgb if color else "" for color in grid.cells)
    return {divmod(at, grid.width): rgb for at, rgb in looks if rgb}


@pytest.mark.parametrize(("height", "width", "inks"), SIZES)
def test_a_drawing_shows_exactly_the_picture(height: int, width: int, inks: int) -> None:
    grid = random_grid(random.Random(height), height, width, inks, 0.55)
    puzzle = puzzle_of(grid, inks)
    svg = drawing(puzzle, grid)
    assert filled(svg, layout(puzzle), height, width) == inked(puzzle.palette, grid)
    assert not list(elements(svg, "circle"))
    assert filled(drawing(puzzle), layout(puzzle), height, width) == {}


@pytest.mark.parametrize(("height", "width", "inks"), SIZES)
def test_clues_stand_beside_their_lines_in_order(height: int, width: int, inks: int) -> None:
    puzzle = puzzle_of(random_grid(random.Random(height), height, width, inks, 0.55), inks)
    place = layout(puzzle)
    rows: dict[int, list[tuple[float, int]]] = {}
    cols: dict[int, list[tuple[float, int]]] = {}
    for text in elements(drawing(puzzle), "text"):
        x, y, value = float(text.get("x", "")), float(text.get("y", "")), int(text.text or "")
        assert 0 < x < place.width
        assert 0 < y < place.height
        if y > place.top:
            rows.setdefault(int((y - place.top) // place.cell), []).append((x, value))
        else:
            cols.setdefault(int((x - place.left) // place.cell), []).append((y, value))
    for clues, found in ((puzzle.rows, rows), (puzzle.cols, cols)):
        lengths = [[length for length, _ in clue] or [0] for clue in clues]
        assert [[value for _, value in sorted(found[at])] for at in range(len(clues))] == lengths


def test_numbers_fit_their_cells() -> None:
    puzzle = puzzle_of(Grid.of(["#" * 120 + ".", "#" * 12 + "." * 109, "." * 120 + "#"]), 1)
    sizes = {
        text.text: float(group.get("font-size", ""))
        for group in elements(drawing(puzzle, cell=10), "g")
        for text in group
    }
    widest = 0.65  # of the font's height: DejaVu Sans, the widest of the usual ones
    assert {"120", "12", "1"} <= sizes.keys()
    for digits, size in sizes.items():
        assert len(digits or "") * widest * size <= 10


def test_several_inks_stand_on_their_colors() -> None:
    palette = Palette.of([("white", "#ffffff", "."), ("y", "#ffff00", "y"), ("b", "#000080", "b")])
    puzzle = Puzzle.of([[Block(1, 1), Block(1, 2)]], [[Block(1, 1)], [Block(1, 2)]], palette)
    svg = drawing(puzzle)
    inks = {group.get("fill") for group in elements(svg, "g")}
    assert inks == {"#000000", "#ffffff"}  # black on yellow, white on blue
    boxes = {path.get("fill") for path in elements(svg, "path") if path.get("stroke") != "none"}
    assert {"#ffff00", "#000080"} <= boxes
    looks = ("#000000", "#ffffff", "#e8c000")
    assert [readable_on(rgb) for rgb in looks] == ["#ffffff", "#000000", "#000000"]


def test_open_cells_blank_cells_and_marks() -> None:
    puzzle = Puzzle.of([[1], [1]], [[1], [1]])
    known = Domains.of_cells(2, 2, 2, [2, 1, 3, 3])  # ink, blank, open, open
    svg = drawing(puzzle, known, marks=[(1, 1)])
    place = layout(puzzle)
    assert filled(svg, place, 2, 2) == {(0, 0): "#000000"}
    (dot,) = elements(svg, "circle")
    assert float(dot.get("cx", "")) == pytest.approx(place.x(1) + place.cell / 2)
    (frame,) = [path for path in elements(svg, "path") if path.get("stroke") == EMPHASIS]
    x, y = re.match(r"M([\d.]+) ([\d.]+)", frame.get("d", "")).groups()  # type: ignore[union-attr]  # it begins so
    assert place.x(1) < float(x) < place.x(2)
    assert place.y(1) < float(y) < place.y(2)
    assert drawing(puzzle, [[1, 0], [OPEN, OPEN]], marks=[(1, 1)]) == svg
    assert "circle" not in drawing(puzzle, [[1, 0], [0, 1]])


def test_thick_lines_are_every_five_and_around() -> None:
    puzzle = puzzle_of(random_grid(random.Random(11), 11, 12, 1, 0.55), 1)
    place = layout(puzzle)
    lines = [path for path in elements(drawing(puzzle), "path") if path.get("stroke")]
    path = max(lines, key=lambda line: float(line.get("stroke-width", ""))).get("d", "")
    xs = [float(x) for x in re.findall(r"M([\d.]+) [\d.]+V", path)]
    ys = [float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)H", path)]
    assert xs == pytest.approx([place.x(at) for at in (0, 5, 10, 12)])
    assert ys == pytest.approx([place.y(at) for at in (0, 5, 10, 11)])


FISH = Palette.of([("sea", "#003366", None), ("pearl", "#ffffff", "p"), ("fish & \u05d3\u05d2", "#ffcc00", "f")])  # fmt: skip
FISH_GRID = Grid.of(["pf.", ".ff"], FISH)


def test_inks_that_look_alike_have_their_letters() -> None:
    """Without them two puzzles, one unique and one not, would look the same on paper."""
    red = [("white", "#ffffff", "."), ("red", "#d00000", "a"), ("rose", "#d00000", "b")]
    puzzle = Puzzle.of([[(1, 1)], [(1, 2)]], [[(1, 1)], [(1, 2)]], Palette.of(red))
    assert drawing(puzzle) == drawing(puzzle, letters=True)
    assert {text.text for text in elements(drawing(puzzle, legend=True), "text")} > {"1a", "1b"}
    assert layout(puzzle) == layout(puzzle, letters=True)


@pytest.mark.parametrize("letters", [False, True])
def test_letters_stand_in_cells_and_clues(letters: bool) -> None:
    puzzle = Puzzle.of_grid(FISH_GRID, FISH)
    place = layout(puzzle, letters=letters)
    clues, cells = [], []
    for text in elements(drawing(puzzle, FISH_GRID, letters=letters), "text"):
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        inside = x > place.left and y > place.top
        (cells if inside else clues).append(text.text or "")
    assert sorted(cells) == (["f", "f", "f", "p"] if letters else [])
    numbers = ["1f", "1p", "2f"] if letters else ["1", "2"]
    assert sorted(set(clues)) == numbers
    one_ink = Puzzle.of([[1]], [[1]])
    assert drawing(one_ink, letters=True, legend=True) == drawing(one_ink)


def test_a_legend_names_the_inks_below() -> None:
    puzzle = Puzzle.of_grid(FISH_GRID, FISH)
    svg = drawing(puzzle, legend=True, letters=True)
    place = layout(puzzle, letters=True)
    root = ElementTree.fromstring(svg)
    assert float(root.get("height", "")) > place.height
    (group,) = [g for g in root.iter(SVG + "g") if g.get("transform")]
    said = [text.text for text in group.iter(SVG + "text")]
    assert said == ["sea", "p", "pearl", "f", "\u2068fish & \u05d3\u05d2\u2069"]
    boxes = [box.get("fill") for box in group.iter(SVG + "rect")]
    assert boxes == ["#003366", "#ffffff", "#ffcc00"]
    assert ">white<" not in drawing(puzzle_of(FISH_GRID, 2), legend=True)
    labels = ink_legend(FISH, 10, 120).labels  # on paper without the background
    assert labels[0].words == "pearl"


def test_long_legends_wrap_and_are_cut() -> None:
    legend = ink_legend(default_palette(12), 10, 120)
    assert max(float(label.x) for label in legend.labels) < 120
    assert legend.width <= 120
    assert legend.height > 30
    names = (("w", "#ffffff", None), ("x" * 500, "#000000", None), ("y", "#ff0000", None))
    wordy = Palette.of(names)
    assert ink_legend(wordy, 10, 120).width <= 120
    assert ink_legend(default_palette(1), 10, 120).height == 0


def test_a_text_is_cut_where_it_would_not_fit() -> None:
    for words in ("a title", "木" * 30, "f\u200bi" * 20, "x" * 20_000):
        for width in (1, 20, 55.5, 90):
            short = cut(words, 10, width)
            if text_width(words, 10) <= width:
                assert short == words
                continue
            kept = short.removesuffix("...")
            assert words.startswith(kept)
            assert len(kept) == 1 or text_width(short, 10) <= width + 0.02
            assert text_width(words[: len(kept) + 1] + "...", 10) > width


def test_a_background_is_not_painted_where_it_is_not_wanted() -> None:
    puzzle = Puzzle.of_grid(FISH_GRID, FISH)
    svg = body(puzzle, FISH_GRID, background=False)
    assert "#003366" not in svg
    assert svg.count("<circle") == 2  # the blanks, as pearls are as white as the paper
    assert "<circle" not in drawing(puzzle, FISH_GRID)


def test_any_title_makes_xml_and_a_picture_of_another_size_is_refused() -> None:
    puzzle = Puzzle.of([[1]], [[1]])
    for title in ("a<b> & \"c\" 'd'", "\0\x01\x1b\ufffe\ud800 fine", "木"):
        found = ElementTree.fromstring(drawing(Sheet(puzzle, title=title))).findtext(SVG + "title")
        assert found == title.translate(dict.fromkeys([0, 1, 0x1B, 0xFFFE, 0xD800]))
    with pytest.raises(ValueError, match="as large as the puzzle: 1x1"):
        drawing(puzzle, Grid(1, 2, b"\1\0"))


@pytest.mark.parametrize(("height", "width", "inks"), SIZES)
def test_a_thumbnail_is_the_cells_alone(height: int, width: int, inks: int) -> None:
    grid = random_grid(random.Random(height), height, width, inks, 0.55)
    palette = default_palette(inks)
    svg = thumbnail(palette, grid, cell=3, marks=[(0, 0)])
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {3 * width} {3 * height}"
    place = DrawingLayout(3, 0, 0, 3 * width, 3 * height)
    assert filled(svg, place, height, width) == inked(palette, grid)
    assert svg.count(EMPHASIS) == 1
    assert EMPHASIS not in thumbnail(palette, grid)


def test_a_dark_background_is_painted_and_its_blanks_are_not_ink() -> None:
    night = Palette((Color("night", "#000040", "."), Color("star", "#ffff80", "#")))
    grid = Grid.of(["#.", ".."])
    svg = drawing(Puzzle.of_grid(grid, night), grid)
    assert 'fill="#000040"' in svg
    assert filled(svg, layout(Puzzle.of_grid(grid, night)), 2, 2) == {(0, 0): "#ffff80"}


def test_a_body_is_part_of_a_larger_document() -> None:
    puzzle = Puzzle.of([[1]], [[1]])
    inside = body(puzzle, cell=10)
    svg = document(100, 50, f'<g transform="translate(5 5)">\n{inside}\n</g>', "two", "mm")
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("viewBox")) == ("100mm", "0 0 100 50")
    assert inside in drawing(puzzle, cell=10)


@pytest.mark.parametrize(("height", "width", "inks"), [(5, 5, 1), (12, 9, 4), (20, 20, 1)])
def test_drawn_pixels_are_the_picture_and_every_number_can_be_seen(
    height: int, width: int, inks: int
) -> None:
    pixels = pytest.importorskip("nonosat.pictures.pixels")
    pytest.importorskip("PIL")
    from nonosat.draw.paint import paint

    grid = random_grid(random.Random(height), height, width, inks, 0.55)
    puzzle = puzzle_of(grid, inks)
    place = layout(puzzle, cell=24)
    raster = pixels.Photo(paint(drawing(puzzle, grid, cell=24)), "x").raster()
    assert (raster.width, raster.height) == (round(place.width), round(place.height))
    looks = raster.looks()
    for at, color in enumerate(grid.cells):
        row, col = divmod(at, width)
        x, y = int(place.x(col) + 12), int(place.y(row) + 12)
        assert looks[y * raster.width + x].hex() == puzzle.palette.colors[color].rgb[1:]
    for group in elements(drawing(puzzle, cell=24), "g"):
        size, ink = float(group.get("font-size", "")), group.get("fill", "")
        for text in group:
            x, y = float(text.get("x", "")), float(text.get("y", ""))
            xs, ys = range(int(x - size / 3), int(x + size / 3)), range(int(y - 0.7 * size), int(y))
            near = {looks[v * raster.width + u].hex() for u in xs for v in ys}
            assert ink[1:] in near or min(distance(ink[1:], look) for look in near) < 60
            assert len(near) > 3  # a digit, not an even area


def distance(one: str, other: str) -> int:
    return max(abs(a - b) for a, b in zip(bytes.fromhex(one), bytes.fromhex(other), strict=True))

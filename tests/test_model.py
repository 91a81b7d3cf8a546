"""Puzzles, grids, palettes and domains: what they accept, and what they say about the rest."""

import dataclasses
import itertools
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.errors import PuzzleError, UsageError
from nonosat.model import (
    BLACK_AND_WHITE,
    INK_COLORS,
    MAX_INKS,
    RESERVED_CHARS,
    Block,
    Clue,
    Color,
    Domains,
    Grid,
    Line,
    Palette,
    Puzzle,
    Sheet,
    check_size,
    default_palette,
)
from nonosat.solving import api
from nonosat.solving.result import Result

WHITE = ("white", "#ffffff", ".")
BLACK = ("black", "#000000", "k")
RED = ("red", "#d00000", "r")
KR = Palette.of([WHITE, BLACK, RED])


def complaint(made: Callable[[], object]) -> str:
    """The message of the PuzzleError that must come."""
    with pytest.raises(PuzzleError) as caught:
        made()
    return str(caught.value)


# Clues

#   id                  rows                    columns         message
BAD_CLUES = {
    "nothing":         ([],                     [],             "a puzzle needs at least one row and one column, not 0x0"),
    "no rows":         ([],                     [[1]],          "a puzzle needs at least one row and one column, not 1x0"),
    "no columns":      ([[1], []],              [],             "a puzzle needs at least one row and one column, not 0x2"),
    "negative":        ([[1], [-2]],            [[1]],          "row 2 has a block of length -2"),
    "zero in column":  ([[1], []],              [[1, 0]],       "column 1 has a block of length 0"),
    "row too long":    ([[], [], [7]],          [[1]] * 5,      "row 3 needs 7 cells, the grid is 5 wide"),
    "one too long":    ([[2, 2]],               [[1]] * 4,      "row 1 needs 5 cells, the grid is 4 wide"),
    "column too long": ([[1], [1]],             [[], [1, 1]],   "column 2 needs 3 cells, the grid is 2 high"),
    "row comes first": ([[9]],                  [[9]],          "row 1 needs 9 cells, the grid is 1 wide"),
    "huge":            ([[10**9]],              [[1]],          "row 1 needs 1000000000 cells, the grid is 1 wide"),
    "totals":          ([[2], [1]],             [[1], [1]],     "the rows have 3 cells, the columns 2: 1 more in the rows"),
    "no ink 0":        ([[(1, 0)]],             [[1]],          "row 1 uses color 0, which is not an ink"),
    "no ink -1":       ([[1], [1, (1, -1)]],    [[1]] * 4,      "row 2 uses color -1, which is not an ink"),
    "same ink":        ([[(1, 2), (1, 2)]],     [[(1, 2)]] * 2, "row 1 needs 3 cells, the grid is 2 wide"),
    "totals of red":   ([[(1, 1), (1, 2)]],     [[1], [1]],     "the rows have 1 black cell, the columns 2: 1 more in the columns; the rows have 1 red cell, the columns 0: 1 more in the rows"),
    "a fraction":      ([[1], [1.5]],           [[1]],          "row 2: [1.5] is not a list of lengths or of pairs (length, color)"),
    "a text":          ([[1]],                  [["1"]],        "column 1: ['1'] is not a list of lengths or of pairs (length, color)"),
    "no list":         ([None],                 [[1]],          "row 1: None is not a list of lengths or of pairs (length, color)"),
    "three of a pair": ([[(1, 1, 1)]],          [[1]],          "row 1: [(1, 1, 1)] is not a list of lengths or of pairs (length, color)"),
    "ink 300":         ([[(1, 300)]],           [[(1, 300)]],   "300 inks are too many, at most 255 are supported"),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "message"), BAD_CLUES.values(), ids=BAD_CLUES)
def test_bad_clues_are_explained(rows: list, cols: list, message: str) -> None:
    assert complaint(lambda: Puzzle.of(rows, cols)) == message


def test_the_guilty_line_is_told_from_0() -> None:
    clues = [[(1, 3)]]
    assert (
        complaint(lambda: Puzzle.of(clues, clues, KR)) == "row 1 uses color 3, which is not an ink"
    )
    for rows, cols, axis, index in (
        ([[1], [5]], [[1]], "row", 1),
        ([[1], []], [[], [3]], "column", 1),
        ([[1]], [[]], "", -1),
    ):
        with pytest.raises(PuzzleError) as caught:
            Puzzle.of(rows, cols)
        assert (caught.value.axis, caught.value.index) == (axis, index)


#   id            rows                            columns                         height width inks
GOOD_CLUES = {
    "one blank": ([[]],                           [[]],                           1, 1, 1),
    "one ink":   ([[1]],                          [[1]],                          1, 1, 1),
    "oblong":    ([[2, 1]],                       [[1], [1], [], [1]],            1, 4, 1),
    "touching":  ([[(1, 1), (1, 2)]],             [[(1, 1)], [(1, 2)]],           1, 2, 2),
    "mixed":     ([[1, (2, 2)]],                  [[1], [(1, 2)], [(1, 2)]],      1, 3, 2),
    "skips 2":   ([[(1, 3)]],                     [[(1, 3)]],                     1, 1, 3),
    "tuples":    (((1,), ()),                     ((1,),),                        2, 1, 1),
    "iterators": (iter([iter([1])]),              (iter(c) for c in [[1]]),       1, 1, 1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "cols", "height", "width", "inks"), GOOD_CLUES.values(), ids=GOOD_CLUES
)
def test_good_clues(rows: list, cols: list, height: int, width: int, inks: int) -> None:
    puzzle = Puzzle.of(rows, cols)
    assert (puzzle.height, puzzle.width) == (height, width)
    assert puzzle.palette == default_palette(inks)
    assert all(type(block) is Block for clue in puzzle.rows + puzzle.cols for block in clue)


# Sizes


def test_sizes() -> None:
    for fine in ((1, 1), (10_000, 2_500), (2_500, 10_000), (5_000, 5_000)):
        check_size(*fine)
    for height, width in ((0, 5), (5, -1)):
        message = f"a puzzle needs at least one row and one column, not {width}x{height}"
        assert complaint(lambda h=height, w=width: check_size(h, w)) == message
    for height, width in ((10_001, 1), (1, 10_001), (5_001, 5_000), (10**9, 10**9)):
        message = f"{width}x{height} is too large: at most 10000 a side and 25000000 cells"
        assert complaint(lambda h=height, w=width: check_size(h, w)) == message
    for height, width in ((10_001, 1), (1, 10_001), (10_000, 10_000)):
        clues = ((),) * height, ((),) * width
        assert "is too large" in complaint(lambda clues=clues: Puzzle(*clues))


# Palettes


#   id             colors                                                  message
BAD_PALETTES = {
    "empty":      ([],                                                     "a palette needs a background and at least one ink"),
    "paper only": ([WHITE],                                                "a palette needs a background and at least one ink"),
    "short rgb":  ([("white", "#fff", "."), BLACK],                        "color 'white' is '#fff', not #rrggbb"),
    "no hash":    ([WHITE, ("black", "000000", "#")],                      "color 'black' is '000000', not #rrggbb"),
    "newline":    ([WHITE, ("black", "#000000\n", "#")],                   "color 'black' is '#000000\\n', not #rrggbb"),
    "two names":  ([WHITE, BLACK, ("Black", "#000001", "b")],              "two colors have the name 'black'"),
    "two of 3":   ([WHITE, BLACK, RED, ("RED", "#000001", "b")],           "two colors have the name 'red'"),
    "endless":    (((f"n{i}", "#000000", None) for i in itertools.count()), "more than 255 inks are not supported"),
}  # fmt: skip


@pytest.mark.parametrize(("colors", "message"), BAD_PALETTES.values(), ids=BAD_PALETTES)
def test_bad_palettes_are_explained(colors: list, message: str) -> None:
    assert complaint(lambda: Palette.of(colors)) == message


def test_a_palette_made_by_hand_is_checked_as_well() -> None:
    white, black = Color("white", "#ffffff", "."), Color("black", "#000000", "#")
    for colors, message in (
        ((white, black, Color("red", "#ff0000", "#")), "two colors have the character '#'"),
        ((white, Color("black", "#00000G", "#")), "color 'black' is '#00000G', not #rrggbb"),
        ((white,), "a palette needs a background and at least one ink"),
        (
            tuple(Color(f"n{i}", "#000000", chr(0x4E00 + i)) for i in range(MAX_INKS + 2)),
            "the palette has 256 inks, at most 255 are supported",
        ),
    ):
        assert complaint(lambda made=colors: Palette(made)) == message


#   id             inks as (name, wanted)                               characters
CHOICES = {
    "one ink":    ([("red", "r")],                                      ".#"),
    "as wanted":  ([("black", "x"), ("red", "Y")],                      ".xY"),
    "by name":    ([("black", None), ("red", None)],                    ".br"),
    "empty":      ([("black", ""), ("red", "")],                        ".br"),
    "name taken": ([("black", None), ("blue", None), ("bl", None)],     ".bla"),
    "taken":      ([("black", "k"), ("pink", "k")],                     ".kp"),
    "reserved":   ([("0", "0"), ("1", "."), ("2", "#"), ("3", "?")],    ".abcd"),
    "two chars":  ([("kk", "kk"), ("rr", "rr")],                        ".kr"),
    "no letters": ([("1", None), ("2", None)],                          ".ab"),
    "capitals":   ([("Red", None), ("Blue", None)],                     ".rb"),
    "not ascii":  ([("é", None), ("ü", "ü")],                           ".aü"),
    "unprinted":  ([("q", "\x07"), ("r", "\n")],                        ".qr"),
}  # fmt: skip


@pytest.mark.parametrize(("inks", "want"), CHOICES.values(), ids=CHOICES)
def test_characters_are_chosen(inks: list[tuple[str, str | None]], want: str) -> None:
    entries = [(name, f"#00000{at}", char) for at, (name, char) in enumerate(inks, 1)]
    palette = Palette.of([("paper", "#FFFFFF", "w"), *entries])
    assert "".join(color.char for color in palette.colors) == want
    assert palette.colors[0].rgb == "#ffffff"
    assert list(palette.inks) == list(range(1, len(inks) + 1))
    assert palette.is_black_and_white == (len(inks) == 1)


def test_there_are_characters_for_every_ink() -> None:
    palette = Palette.of((f"{i}", f"#{i:06x}", None) for i in range(MAX_INKS + 1))
    chars = [color.char for color in palette.colors]
    assert len(set(chars)) == len(chars) == MAX_INKS + 1
    assert not RESERVED_CHARS & set(chars[1:])


def test_default_palettes_have_distinct_colors() -> None:
    for inks in (*range(1, 16), 100, MAX_INKS):
        palette = default_palette(inks)
        assert len(palette.inks) == inks
        for what in ("name", "rgb", "char"):
            assert len({getattr(color, what) for color in palette.colors}) == inks + 1, what
        assert palette.colors[0] == WHITE
        assert palette.colors[1][:2] == ("black", "#000000")
        known = [tuple(color) for color in palette.colors[1 : 1 + len(INK_COLORS)]]
        assert inks == 1 or known == list(INK_COLORS[:inks])
    want = "256 inks are too many, at most 255 are supported"
    assert complaint(lambda: default_palette(256)) == want
    assert default_palette(1) is BLACK_AND_WHITE


def test_clue_text() -> None:
    assert Clue().text(BLACK_AND_WHITE) == Clue().text(KR) == "0"
    assert Clue((Block(5), Block(2), Block(12))).text(BLACK_AND_WHITE) == "5 2 12"
    assert Clue((Block(2, 1), Block(10, 2))).text(KR) == "2k 10r"
    assert Clue((Block(2, 1), Block(10, 2))).to_json(KR) == [[2, "k"], [10, "r"]]
    assert Clue((Block(5), Block(2))).to_json(BLACK_AND_WHITE) == [5, 2]


def test_a_line_has_a_number_and_a_name() -> None:
    lines = [Line("row", 0), Line("row", 1), Line("column", 0), Line("column", 1)]
    assert [line.number(2) for line in lines] == [0, 1, 2, 3]
    assert [*map(str, lines)] == ["row 1", "row 2", "column 1", "column 2"]
    assert lines[3].to_json() == {"axis": "column", "index": 1}


def test_the_lines_of_a_puzzle_know_their_clues_and_cells() -> None:
    grid = Grid.of(["k.r", "rr."], KR)
    puzzle, domains = Puzzle.of_grid(grid, KR), Domains.of_grid(grid, 3)
    lines = [Line("row", 0), Line("row", 1), *(Line("column", number) for number in range(3))]
    assert [*puzzle.lines] == lines
    assert {*puzzle.lines} == {*lines}
    for line, label, cells in zip(puzzle.lines, lines, grid.lines(), strict=True):
        assert (label, hash(label), repr(label)) == (line, hash(line), repr(line))
        assert type(pickle.loads(pickle.dumps(line))) is Line
        assert pickle.loads(pickle.dumps(label)) == line
        assert line.to_json() == label.to_json()
        assert line.clue == puzzle.clue(label) == Clue.of_cells(cells)
        assert bytes(grid.cells[cell] for cell in line.cells) == grid.read(label) == cells
        want = [sum((cell == color) << at for at, cell in enumerate(cells)) for color in range(3)]
        assert domains.read(label) == tuple(want)


# Grids


def test_grids_pickle_small_and_their_lines_can_be_read_again() -> None:
    grid = Grid(100, 100, bytes(10_000))
    assert len(pickle.dumps(grid)) < 10_000 + 60
    grid = Grid(2, 3, bytes([2, 0, 1, 1, 1, 0]))
    assert Grid.of(grid.drawn(KR.chars), KR) == grid
    assert [grid.row(1), grid.column(2)] == [bytes([1, 1, 0]), bytes([1, 0])]


#   id           rows                  message
FORMS = {
    "zeros":   lambda: Puzzle.of([[0], [2]], [[1], [1]]),
    "texts":   lambda: Puzzle.of(["0", "2"], ["1", "1"]),
    "text":    lambda: Puzzle.of("0;2", "1;1"),
    "columns": lambda: Puzzle.of("0; 2", columns=[1, 1]),
    "floats":  lambda: Puzzle.of([[0.0], [2.0]], [1.0, 1.0]),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_clues_in_all_the_forms_of_json(form: Callable[[], Puzzle]) -> None:
    assert form() == Puzzle.of([[], [2]], [[1], [1]])


def test_clues_with_hyphens_and_in_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    x = Puzzle.of([[1, 1], [1], [1, 1]], [[1, 1], [1], [1, 1]])
    assert Puzzle.of("1-1;1;1,1", "1,1;1;1 1") == x
    assert Puzzle.of(numpy.array([[1.0], [1.0]]), numpy.array([1, 1])) == Puzzle.of("1;1", "1;1")


BAD_PICTURES = {
    "no rows":   ([],                   "the picture is empty"),
    "no cells":  ([""],                 "the picture is empty"),
    "empty row": (["", "#"],            "the picture is empty"),
    "shorter":   (["##", "#"],          "row 2 of the picture has 1 cells, the first has 2"),
    "longer":    (["##", "##", "###"],  "row 3 of the picture has 3 cells, the first has 2"),
    "open cell": (["#.", ".?"],         "row 2 of the picture has '?', the palette has . #: give another palette="),
    "no ink":    (["k"],                "row 1 of the picture has 'k', the palette has . #: give another palette="),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "message"), BAD_PICTURES.values(), ids=BAD_PICTURES)
def test_bad_pictures_are_explained(rows: list[str], message: str) -> None:
    assert complaint(lambda: Grid.of(rows)) == message


def test_cells_must_fill_the_grid() -> None:
    for height, width, cells in ((0, 0, b""), (1, 0, b""), (2, 2, b"\0\0\0"), (1, 1, b"\0\0")):
        with pytest.raises(PuzzleError, match="cells do not make"):
            Grid(height, width, cells)
    for wrong in ([1], "#"):
        assert "are bytes, not" in complaint(lambda: Grid(1, 1, wrong))  # type: ignore[arg-type]  # noqa: B023


def clue_by_hand(cells: list[int]) -> list[tuple[int, int]]:
    """Runs of equal ink, by the definition."""
    return [(len(list(run)), color) for color, run in itertools.groupby(cells) if color]


@given(st.lists(st.sampled_from([0, 0, 1, 1, 2, 10, 255]), max_size=40))
def test_a_clue_is_made_of_the_runs(cells: list[int]) -> None:
    assert [tuple(block) for block in Clue.of_cells(bytes(cells))] == clue_by_hand(cells)


@given(st.data(), st.integers(1, 6), st.integers(1, 6), st.integers(1, 3))
def test_puzzle_of_grid_has_the_clues_of_all_lines(
    data: st.DataObject, height: int, width: int, inks: int
) -> None:
    row = st.lists(st.integers(0, inks), min_size=width, max_size=width)
    rows = [data.draw(row) for _ in range(height)]
    grid = Grid(height, width, bytes(itertools.chain(*rows)))
    puzzle = Puzzle.of_grid(grid, default_palette(inks))
    cols = map(list, zip(*rows, strict=True))
    clues = map(clue_by_hand, rows), map(clue_by_hand, cols)
    assert puzzle == Puzzle.of(*clues, default_palette(inks))


# Domains


def test_domains_of_cells() -> None:
    masks = [1, 2, 3, 6, 4, 7]
    domains = Domains.of_cells(2, 3, 3, masks)
    assert list(domains.cells()) == masks
    assert [domains.mask(r, c) for r in range(2) for c in range(3)] == masks
    assert domains.rows == ((0b101, 0b110, 0b000), (0b100, 0b101, 0b111))
    assert domains == Domains.of_cells(2, 3, 3, iter(masks))


def test_domains_of_another_puzzle_are_refused() -> None:
    puzzle = Puzzle.of([[1], [1]], [[2]])
    for height, width, colors, message in (
        (1, 2, 2, r"\Athe known cells are 2x1, the puzzle is 1x2\Z"),
        (2, 1, 3, r"\Athe known cells do not have the 2 colors of the puzzle\Z"),
    ):
        with pytest.raises(UsageError, match=message):
            puzzle.known_cells(Domains.of_cells(height, width, colors, [1] * 2))
    puzzle.known_cells(Domains.of_cells(2, 1, 2, [3, 2]))
    for bits in (2, -1):
        with pytest.raises(UsageError, match="bits beyond their 1 columns"):
            puzzle.known_cells(Domains(1, ((bits, 1), (1, 1))))


def test_an_open_cell_or_one_without_a_color_makes_no_grid() -> None:
    for masks in ([1, 3], [3, 3], [2, 6], [5, 1]):
        assert Domains.of_cells(1, 2, 3, masks).grid() is None
    assert Domains(2, ((0b01, 0b00),)).grid() is None


def test_bad_cells_are_refused() -> None:
    for masks, message in (
        ([], "0 known cells do not fill a 2x1 grid"),
        ([1], "1 known cells do not fill a 2x1 grid"),
        ([1, 1, 1], "known cell 3 is not a cell of a 2x1 grid"),
        ([1, 0], "known cell 2 is not a cell of a 2x1 grid"),
        ([4, 1], "known cell 1 is not a cell of a 2x1 grid"),
        ([-1, 1], "known cell 1 is not a cell of a 2x1 grid"),
        (itertools.repeat(1), "known cell 3 is not a cell of a 2x1 grid"),
    ):
        assert complaint(lambda masks=masks: Domains.of_cells(1, 2, 2, masks)) == message
    assert "known cell 1" in complaint(lambda: Domains.of_grid(Grid(1, 1, bytes([2])), 2))


# Sheets


def test_values_are_frozen_and_survive_pickling() -> None:
    puzzle, grid = Puzzle.of([[1]], [[1]]), Grid.of(["#"])
    known = puzzle.unknown()
    sheet = Sheet(puzzle, (grid,), known, "t", notes=(("a", "b"),))
    for value, field in (
        (puzzle, "rows"),
        (KR, "colors"),
        (grid, "cells"),
        (known, "rows"),
        (sheet, "title"),
    ):
        again = pickle.loads(pickle.dumps(value))
        assert (again, hash(again)) == (value, hash(value))
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field, ())


# As people try it

FOX = Palette.of([("white", "#ffffff", "."), ("orange", "#f08000", "o"), ("black", "#000000", "k")])


def test_a_grid_answers_as_a_table_does() -> None:
    grid = Grid.of(["#..", "##."])
    assert (len(grid), grid.shape) == (2, (2, 3))
    assert [list(row) for row in grid] == [[1, 0, 0], [1, 1, 0]]
    assert [grid[1, 1], grid[0, 2], grid[-1, -3]] == [1, 0, 1]
    for no_cell in ((2, 0), (0, 3), (-3, 0), 1, "ab", (1, 2, 3), (1.5, 0)):
        with pytest.raises(IndexError):
            grid[no_cell]  # type: ignore[index]


def test_numpy_reads_a_grid_and_gives_one() -> None:
    numpy = pytest.importorskip("numpy")
    grid = Grid.of(["#..", "##."])
    array = numpy.array(grid)
    assert (array.shape, array.dtype, array.tolist()) == ((2, 3), "uint8", [[1, 0, 0], [1, 1, 0]])
    array[0, 0] = 0  # a copy
    assert grid[0, 0] == 1
    assert Grid.of(array) != grid == Grid.of(numpy.array(grid) > 0)


def test_arrays_of_pixels_are_pictures() -> None:
    """Dark is ink; small whole numbers and booleans are colors instead."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    wanted = Puzzle.from_picture(["#.", "##"])
    light = numpy.array([[0, 255], [0, 0]])
    rgb = numpy.stack([light] * 3, axis=2)
    opaque = numpy.dstack([rgb, numpy.full((2, 2), 255)])
    for pixels in (light, rgb, rgb.astype("uint8"), rgb / 255, opaque):
        assert Puzzle.from_picture(pixels) == wanted
    assert Puzzle.from_picture(light == 0) == Puzzle.from_picture((light == 0) * 1) == wanted
    red = rgb.copy()
    red[1, 1] = 208, 0, 0
    assert Puzzle.from_picture(red).cols[1] == (Block(1, 2),)
    for bad in (light * 2.5, rgb - 1, numpy.zeros((2, 2, 5), "uint8")):
        with pytest.raises(UsageError, match="expected an array of pixels"):
            Puzzle.from_picture(bad)
    for either in (light / 255, numpy.zeros((2, 2)), numpy.ones((2, 2))):
        with pytest.raises(UsageError, match=r"array\.astype\(bool\) .* array < 0\.5 "):
            Puzzle.from_picture(either)
    assert Puzzle.from_picture(light / 255 < 0.5) == wanted


def test_a_grid_knows_its_colors_and_is_compared_without_them() -> None:
    plain, colored = Grid(1, 2, b"\1\2"), Grid.of(["ok"], FOX)
    assert plain == colored
    assert hash(plain) == hash(colored)
    assert pickle.loads(pickle.dumps(colored)).palette == FOX
    puzzle = Puzzle.from_picture(colored)
    assert puzzle.palette == Puzzle.from_picture(["ok"], FOX).palette == FOX
    assert Sheet(puzzle, goals=(plain,)).goals[0].palette is puzzle.palette
    assert [grid.palette for grid in api.solutions(puzzle)] == [FOX]


def test_representations_are_short() -> None:
    large = Puzzle.of([[1]] * 500, [[1]] * 500)
    sheet = Sheet(large, title="A title that goes on and on, " * 9)
    grid = Grid(500, 500, bytes(250_000))
    found = Result(large, (grid, grid), True, "auto")  # solving takes seconds
    values = (large, large.unknown(), sheet, grid, found)
    assert [len(repr(value)) < 80 for value in values] == [True] * 5
    assert repr(Puzzle.of([[(1, 2)]], [[(1, 2)]])) == "<Puzzle 1x1, 2 inks>"


@pytest.mark.parametrize("text", [". # .\n# # #", "\n  . # .\n  ###\n\n", ".#.\r\n###"])
def test_a_drawing_has_one_row_per_line(text: str) -> None:
    grid = Grid.of(text)
    assert grid == Grid.of([".#.", "###"])
    assert Domains.of(text).grid() == grid
    assert Domains.of([("#", "?"), ("?", ".")]) == Domains.of(["#?", "?."])


@pytest.mark.parametrize("text", [". # .\n# #", "#.\n\n##", "#  #", "## .#"])
def test_a_drawing_with_uneven_lines_is_refused(text: str) -> None:
    for value in (Grid, Domains):
        with pytest.raises(PuzzleError):
            value.of(text)


def test_values_of_other_shapes_are_not_combined() -> None:
    wide, high = Grid.of("#."), Grid.of("#\n.")
    with pytest.raises(UsageError, match="shapes"):
        wide.differs(high)
    with pytest.raises(UsageError, match="shapes"):
        Domains.of("#.") & Domains.of("#")
    with pytest.raises(IndexError, match=r"shape \(1, 2\)"):
        wide[1, 0]


def test_solutions_refuses_a_wrong_value_at_the_call() -> None:
    with pytest.raises(UsageError):
        api.solutions(None)  # type: ignore[arg-type]

"""What every format must do, over the whole table: a new format adds no test here."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, product
from pathlib import Path

import pytest
from format_examples import FOLDER, PICTURES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonosat.errors import CannotHold, Unsupported
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import CREDITS, Record, check_holds, losses
from nonosat.formats.bytes_to_text import decode, head_of
from nonosat.formats.detect import detect
from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Palette, Puzzle, Sheet, default_palette

KR = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])
PICTURE_FOLDERS = {"dzn-challenge": "dzn", "pbm": "pnm", "ppm": "pnm"}
"""Folders of examples that are not called like their format."""
REFUSED = {
    "asp": "ASP facts",
    "bosch": "data of Bosch's program",
    "comet": "Comet data",
    "counted": "counted",
    "cwc": ".cwc",
    "eclipse": "Prolog facts",
    "freenono": "FreeNono",
    "glpk": "GLPK MathProg data",
    "gno": "Gnonograms",
    "griddler": ".griddler",
    "ngorg": "nonograms.org",
    "ortools": "OR-Tools data",
    "pbnsol": "pbnsol text",
    "picross": "picross-solver",
    "pynogram": "INI file of pynogram",
    "sgtsave": "saved game of Simon Tatham",
    "syro": "syro",
    "toml": "TOML of nonogrid",
}
EXAMPLES = sorted(path for path in FOLDER.glob("*/*") if path.is_file())


def picture_of(name: str) -> tuple[Grid, Palette]:
    palette = BLACK_AND_WHITE if "#" in "".join(PICTURES[name]) else KR
    return Grid.of(PICTURES[name], palette), palette


def drawn(*rows: str, palette: Palette = BLACK_AND_WHITE, **more: object) -> Sheet:
    grid = Grid.of(rows, palette)
    return Sheet(Puzzle.of_grid(grid, palette), (grid,), **more)  # type: ignore[arg-type]


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", [p for p in EXAMPLES if p.parent.name not in REFUSED], ids=ids)
@pytest.mark.parametrize("suffix", ["", ".txt", "its own"])
def test_example_is_detected_and_reads_to_its_picture(path, suffix):
    data = path.read_bytes()
    folder = path.parent.name
    name = detect(
        head_of(data, "f"), path.suffix if suffix == "its own" else suffix, path.name, True
    )
    assert name == PICTURE_FOLDERS.get(folder, folder)
    reader = make_format(name)
    text = data.decode("latin-1") if reader.binary else decode(data, "f")
    (sheet,) = reader.read(Record(text, path.name))
    grid, palette = picture_of(path.stem)
    assert same(sheet.puzzle, Puzzle.of_grid(grid, palette))
    assert looks(sheet.puzzle) == looks(Puzzle.of_grid(grid, palette))
    assert all(renumbered(goal, sheet.puzzle) == canonical(grid) for goal in sheet.goals)
    if palette is BLACK_AND_WHITE:
        assert sheet.puzzle.palette == BLACK_AND_WHITE


@pytest.mark.parametrize("path", [p for p in EXAMPLES if p.parent.name in REFUSED], ids=ids)
def test_example_that_is_not_read_is_refused_by_name(path):
    with pytest.raises(Unsupported) as caught:
        detect(head_of(path.read_bytes(), "f"), path.suffix, path.name, True)
    assert REFUSED[path.parent.name] in str(caught.value)


def renumbering(puzzle: Puzzle) -> dict[int, int]:
    """Color -> its rank by first appearance in the row clues."""
    order = dict.fromkeys(block.color for block in chain.from_iterable(puzzle.rows))
    return {color: rank for rank, color in enumerate(order, 1)}


def renumbered(grid: Grid, puzzle: Puzzle) -> bytes:
    ranks = {0: 0} | renumbering(puzzle)
    return bytes(ranks[cell] for cell in grid.cells)


def canonical(grid: Grid) -> bytes:
    ranks: dict[int, int] = {0: 0}
    return bytes(ranks.setdefault(cell, len(ranks)) for cell in grid.cells)


def clues(puzzle: Puzzle) -> list[list[tuple[int, int]]]:
    ranks = renumbering(puzzle)
    return [[(b.length, ranks[b.color]) for b in clue] for clue in (*puzzle.rows, *puzzle.cols)]


def same(one: Puzzle, other: Puzzle) -> bool:
    """Equal but for the numbers of the colors."""
    return (one.height, one.width, clues(one)) == (other.height, other.width, clues(other))


def looks(puzzle: Puzzle) -> list[str]:
    """The background's look, and those of the inks that occur."""
    return [puzzle.palette.colors[color].rgb for color in (0, *renumbering(puzzle))]


def written(name: str, sheets: list[Sheet]) -> str | None:
    """The text, or None where the format rightly has no place for them."""
    try:
        check_holds(name, make_format(name).holds, sheets)
        return make_format(name).write(sheets)
    except CannotHold:
        return None


def check_round_trip(name: str, sheet: Sheet) -> None:
    text = written(name, [sheet])
    if text is None:
        return
    (again,) = make_format(name).read(Record(text, "f"))
    assert same(again.puzzle, sheet.puzzle)
    holds = make_format(name).holds
    if "rgb" in holds:
        assert looks(again.puzzle) == looks(sheet.puzzle)
    if holds & {"goal", "goals"} and sheet.goals:
        assert renumbered(again.goals[0], again.puzzle) == canonical(sheet.goals[0])
    if sheet.puzzle.palette == BLACK_AND_WHITE:
        assert again.puzzle.palette == BLACK_AND_WHITE


SHEETS = {
    **{name: drawn(*PICTURES[name], palette=picture_of(name)[1]) for name in PICTURES},
    "1x1": drawn("#"),
    "1xN": drawn("##.#.##"),
    "Nx1": drawn("#", ".", "#", "#"),
    "empty": drawn("...", "...", "..."),
    "empty ends": drawn("...", ".#.", "..."),
    "full": drawn("##", "##"),
    "touching": drawn("kr", "rk", palette=KR),
    "one red ink": drawn("#.", "##", palette=Palette.of([KR.colors[0], ("red", "#d00000", None)])),
    "six inks": drawn(".krbgy", "o.....", palette=default_palette(6)),
    "wide": drawn("#" * 40 + "." * 40 + "#" * 23, "." * 103),
}


@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("name", FORMATS.names)
def test_write_then_read(name, key):
    check_round_trip(name, SHEETS[key])


@pytest.mark.parametrize("name", FORMATS.names)
def test_holds_the_pictures_it_says_it_holds(name):
    holds = make_format(name).holds
    assert written(name, [SHEETS["D"]]) is not None
    assert (written(name, [SHEETS["A"]]) is not None) == ("oblong" in holds)
    assert (written(name, [SHEETS["C"]]) is not None) == ({"colors", "oblong"} <= holds)
    assert (written(name, [SHEETS["D"], SHEETS["E"]]) is not None) == ("several" in holds)


@pytest.mark.parametrize("name", [n for n in FORMATS.names if "several" in make_format(n).holds])
def test_several_puzzles_keep_their_order(name):
    sheets = [SHEETS["D"], SHEETS["E"], SHEETS["D"]]
    again = make_format(name).read(Record(written(name, sheets) or "", "f"))
    assert [sheet.puzzle for sheet in again] == [sheet.puzzle for sheet in sheets]


@pytest.mark.parametrize("key", ["A", "C", "E", "six inks"])
@pytest.mark.parametrize(("there", "back"), list(product(FORMATS.names, repeat=2)))
def test_converts_and_loses_nothing(there, back, key):
    sheet = SHEETS[key]
    text = written(there, [sheet])
    if text is None:
        return
    (middle,) = make_format(there).read(Record(text, "f"))
    if not middle.goals:  # a clues-only format: give the picture back in its color numbers
        colors = {rank: color for color, rank in renumbering(middle.puzzle).items()} | {0: 0}
        cells = bytes(colors[rank] for rank in canonical(sheet.goals[0]))
        middle = replace(middle, goals=(replace(sheet.goals[0], cells=cells),))
    text = written(back, [middle])
    if text is None:
        return
    (again,) = make_format(back).read(Record(text, "f"))
    assert same(again.puzzle, sheet.puzzle)
    if {"rgb"} <= make_format(there).holds & make_format(back).holds:
        assert looks(again.puzzle) == looks(sheet.puzzle)


@pytest.mark.parametrize("key", ["A", "C", "E"])
@pytest.mark.parametrize("name", FORMATS.names)
def test_what_is_written_is_detected(name, key):
    text = written(name, [SHEETS[key]])
    if text is not None:
        suffix = next(entry.suffixes[0] for entry in FORMATS if entry.name == name)
        assert detect(text, suffix, "f", True) == name


NOTHING = frozenset({"clues"})
ALL = frozenset({"clues", "colors", "oblong", "several", "goal", "goals", "givens", "rgb"})
REFUSALS = {
    "several": (NOTHING, [SHEETS["D"]] * 2, "x holds one puzzle a file, not 2"),
    "none": (NOTHING, [], "x holds one puzzle a file, not 0"),
    "colors": (ALL - {"colors"}, [SHEETS["C"]], "x has no colors, the puzzle has 2 inks"),
    "oblong": (NOTHING, [SHEETS["A"]], "x holds square puzzles only, this one is 5x4"),
    "picture": (
        ALL - {"clues"},
        [replace(SHEETS["D"], goals=())],
        "x holds finished pictures only, and the puzzle has none",
    ),
}


@pytest.mark.parametrize(("holds", "sheets", "message"), REFUSALS.values(), ids=REFUSALS)
def test_what_a_format_cannot_hold_is_refused(holds, sheets, message):
    with pytest.raises(CannotHold) as caught:
        check_holds("x", holds, sheets)
    assert str(caught.value) == message


RICH = replace(
    SHEETS["C"],
    goals=SHEETS["C"].goals * 2,
    givens=Domains.unknown(SHEETS["C"].puzzle),
    title="T",
    notes=(("a", "b"),),
)
LOSSES = {
    "nothing": (ALL | {"title", "notes"}, [RICH], []),
    "credits": (ALL, [RICH], ["title", "notes"]),
    "goal": (ALL - {"goal", "goals"} | {"title", "notes"}, [RICH], ["goal"]),
    "goals": (ALL - {"goals"} | {"title", "notes"}, [RICH], ["goals after the first"]),
    "givens": (ALL - {"givens"} | {"title", "notes"}, [RICH], ["given cells"]),
    "looks": (ALL - {"rgb"} | {"title", "notes"}, [RICH], ["the look of the colors"]),
    "plain": (frozenset({"clues", "goal"}), [SHEETS["A"]], []),
}


@pytest.mark.parametrize(("holds", "sheets", "lost"), LOSSES.values(), ids=LOSSES)
def test_losses_are_named(holds, sheets, lost):
    assert losses(holds, sheets) == lost


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """A random picture in one to three inks as a puzzle with its goal and a title."""
    inks = draw(st.integers(1, 3))
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    if draw(st.booleans()):
        width = height
    cells = draw(st.binary(min_size=height * width, max_size=height * width))
    grid = Grid(height, width, bytes(cell % (inks + 1) for cell in cells))
    title = draw(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=9))
    return Sheet(Puzzle.of_grid(grid, default_palette(inks)), (grid,), title=title)


@pytest.mark.parametrize("name", FORMATS.names)
@settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(sheet=sheets())
def test_random_pictures_survive(name, sheet):
    check_round_trip(name, sheet)


ODD_TEXTS = (
    "<3 you", "<?xml?>", "<puzzleset>", "]]>", "&amp;", "$1", "#HORIZONTALES", "#d", ":", ": a",
    "5x4:1/2", "1 2", "0", "====", "width 3", "rows", "Title: x", "Author: y", "{", "[clues]", "P1",
    "  lead", "é²", "\u2028x", "\ufeffx", "\u00a0x", "data(", "p cnf 1 1", "constraint",
    "language ESSENCE", "Puzzle 1 does not exist", "var d=[[1]]", "SAVEFILE:41:", "a\nb", '"x"', "\\",
)  # fmt: skip


@pytest.mark.parametrize("text", ODD_TEXTS)
@pytest.mark.parametrize("name", FORMATS.names)
def test_odd_credits_do_not_hide_the_puzzle(name, text):
    suffix = next(entry.suffixes[0] for entry in FORMATS if entry.name == name)
    for field in CREDITS:
        if field not in make_format(name).holds or field == "notes":
            continue
        made = written(name, [replace(SHEETS["D"], **{field: text})]) or ""
        assert detect(made, suffix, "f", True) == name
        (again,) = make_format(name).read(Record(made, "f"))
        assert same(again.puzzle, SHEETS["D"].puzzle)
        if name != "taai":  # its id is a number
            assert getattr(again, field).split() == text.split()

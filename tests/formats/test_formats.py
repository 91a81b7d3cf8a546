"""What every format must do, over the whole table: a new format adds no test here.

Examples lie in tests/data/formats, in a folder called like their format; rows in tests/formats/rows.
"""

import importlib
import random
import re
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain, product
from operator import attrgetter
from pathlib import Path
from typing import Any

import brute_force
import pytest
from conftest import diagonal
from format_examples import COLORS, FOLDER, PICTURED, PICTURES, drawn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonosat.errors import CannotHold, NonosatError, Unsure
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Holds, Record, check_holds, lost_fields
from nonosat.formats.detect.bytes_to_text import decode, head_of
from nonosat.formats.detect.detect import detect
from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Palette, Puzzle, Sheet, default_palette

NAMES = FORMATS.names
WRITTEN = [name for name in NAMES if make_format(name).write]
FOLDERS = {
    "comet": "lists",
    "dzn-challenge": "dzn",
    "eclipse": "prolog",
    "ortools": "lists",
    "pbm": "pnm",
    "ppm": "pnm",
    "pynogram": "ini",
}
"""Folders of examples that are not called like their format."""
LAYOUTS = {"counted", "cwc", "cwd", "keen", "mk", "nin", "seed-a", "syro"}
"""Formats that are found by nothing but their suffix."""
REWORDED = {
    "bosch/B.lp", "comet", "dzn", "dzn-challenge", "eclipse", "freenono", "g", "glpk", "gno/A.gno", "json",
    "ortools", "pbm", "pbnsol", "picross", "ppm", "pynogram", "toml", "webpbn",
}  # fmt: skip
"""Examples, or folders of them, that have another wording than what is written."""
EXAMPLES = sorted(path for path in FOLDER.glob("*/*") if path.is_file())


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def stem_of(path: Path) -> str:
    """The name of the picture; ``A.py.txt`` shows A."""
    return path.name.partition(".")[0]


def form_of(folder: str) -> Any:
    return make_format(FOLDERS.get(folder, folder))


def palette_of(name: str) -> Palette:
    return BLACK_AND_WHITE if "#" in "".join(PICTURES[name]) else COLORS


def read(name: str, content: str | bytes) -> list[Sheet]:
    return make_format(name).read(Record(content, "f"))


def suffix_of(name: str) -> str:
    return FORMATS.entry(name).suffixes[0]


@pytest.mark.parametrize("path", EXAMPLES, ids=ids)
def test_example_is_detected_and_reads_to_its_picture(path):
    data, folder = path.read_bytes(), path.parent.name
    for suffix in (suffix_of(folder),) if folder in LAYOUTS else ("", ".txt", path.suffix):
        name = detect(head_of(data, "f"), suffix, path.name, True)
        assert name == FOLDERS.get(folder, folder)
    form = form_of(folder)
    content = data if form.binary else decode(data, "f")
    (sheet,) = form.read(Record(content, path.name, is_asked=folder == "comet"))
    palette = palette_of(stem_of(path))
    grid = Grid.of(PICTURES[stem_of(path)], palette)
    assert sheet.puzzle == Puzzle.of_grid(grid, palette)
    assert set(sheet.goals) <= {grid}
    if form.write:
        reworded = folder in REWORDED or ids(path) in REWORDED
        assert (form.write([sheet]) == content) == (not reworded)


# The rows of each format


def rows(table: str, asked: bool = False) -> list[Any]:
    """Each row of a table: the format's name, then what the row holds.

    Args:
        asked: whether the texts are asked about, which the ? before their keys says.
    """
    found = []
    for name in NAMES:
        module = f"rows.{name.replace('-', '_')}"
        if find_spec(module):
            for key, row in getattr(importlib.import_module(module), table, {}).items():
                values = row if type(row) is tuple else (row,)
                if key.startswith("?") == asked:
                    found.append(pytest.param(name, *values, id=f"{name}: {key}"))
    return found


def check(sheets: list[Sheet], want: Any) -> None:
    """Compare what was read with the right side of a row."""
    wants = want if isinstance(want, list) else [want]
    for sheet, want in zip(sheets, wants, strict=True):
        if isinstance(want, str):
            grid = Grid.of(PICTURES[want])
            assert (sheet.puzzle, set(sheet.goals) - {grid}) == (Puzzle.of_grid(grid), set())
        elif isinstance(want, dict):
            assert {name: attrgetter(name)(sheet) for name in want} == want
        else:
            assert (sheet if isinstance(want, Sheet) else sheet.puzzle) == want


@pytest.mark.parametrize(("name", "text", "want"), rows("READ"))
def test_reads(name, text, want):
    check(read(name, text), want)


@pytest.mark.parametrize(("name", "text", "want"), rows("READ", asked=True))
def test_reads_what_is_found_if_asked(name, text, want):
    with pytest.raises(Unsure):
        read(name, text)
    sheets = make_format(name).read(Record(text, "f", is_asked=True))
    rest = [tuple(g for g in one.guesses if not g.startswith("not sure: ")) for one in sheets]
    assert all(len(one.guesses) > len(left) for one, left in zip(sheets, rest, strict=True))
    check([replace(one, guesses=left) for one, left in zip(sheets, rest, strict=True)], want)


@pytest.mark.parametrize(("name", "sheets", "text"), rows("WRITTEN"))
def test_writes(name, sheets, text):
    assert make_format(name).write(sheets) == text


@pytest.mark.parametrize(("name", "sheet", "want"), rows("CHANGED"))
def test_writes_what_it_can_keep(name, sheet, want):
    sheets = sheet if isinstance(sheet, list) else [sheet]
    check(read(name, make_format(name).write(sheets)), want)


@pytest.mark.parametrize(("name", "sheet", "what"), rows("CANNOT"))
def test_refuses_to_write(name, sheet, what):
    with pytest.raises(CannotHold, match=what):
        make_format(name).write([sheet])


@pytest.mark.parametrize(("name", "text", "error"), rows("BAD"))
def test_bad_text_is_refused(name, text, error):
    message, kind = error if isinstance(error, tuple) else (error, NonosatError)
    with pytest.raises(kind) as caught:
        read(name, text)
    assert str(caught.value) == message
    with pytest.raises(NonosatError) as caught:
        make_format(name).read(Record(text, "f", 101))
    assert str(caught.value) == re.sub(r"\Af:(\d+)", lambda m: f"f:{int(m[1]) + 100}", message)


# Round trips


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


def hidden(sheet: Sheet, share: float, seed: int = 1) -> Sheet:
    """The sheet with some of its numbers hidden."""
    return replace(sheet, puzzle=brute_force.hide(random.Random(seed), sheet.puzzle, share))


SHEETS = {
    **{name: drawn(*PICTURES[name], palette=palette_of(name)) for name in PICTURES},
    "touching": drawn("kr", "rk", palette=COLORS),
    "one red ink": drawn("#.", "##", palette=Palette.of([COLORS.colors[0], ("red", "#d00000", None)])),
    "six inks": drawn(".krbgy", "o.....", palette=default_palette(6)),
    "hidden": hidden(drawn(*PICTURES["A"]), 0.4),
    "all hidden": hidden(drawn("#.", "##"), 1),
    "hidden, colored": hidden(drawn("krr", "r.k", "rkk", palette=COLORS), 0.5),
}  # fmt: skip


def fits(name: str, sheet: Sheet) -> bool:
    """Whether the format says that it has a place for the puzzle, and is written."""
    holds, puzzle = make_format(name).holds, sheet.puzzle
    return (
        name in WRITTEN
        and (puzzle.palette.is_black_and_white or Holds.COLORS in holds)
        and (puzzle.is_complete or Holds.BLOTS in holds)
        and (puzzle.height == puzzle.width or Holds.OBLONG in holds)
        and (bool(sheet.goals) or Holds.CLUES in holds)
    )


def written(name: str, sheets: list[Sheet]) -> str | bytes:
    check_holds(name, make_format(name).holds, sheets)
    return make_format(name).write(sheets)


def detected(name: str, content: str | bytes) -> str:
    """The format that is found for what was written, with the suffix of the format `name`."""
    head = content if isinstance(content, str) else head_of(content, "f")
    return detect(head, suffix_of(name), "f", True)


def kept(name: str, sheet: Sheet) -> Sheet:
    """The sheet without its goals if the format has no place for any."""
    return (
        sheet if make_format(name).holds & (Holds.GOAL | Holds.GOALS) else replace(sheet, goals=())
    )


def check_round_trip(name: str, sheet: Sheet) -> None:
    (again,) = read(name, written(name, [sheet]))
    assert same(again.puzzle, sheet.puzzle)
    holds = make_format(name).holds
    if Holds.RGB in holds:
        assert looks(again.puzzle) == looks(sheet.puzzle)
    if holds & (Holds.GOAL | Holds.GOALS) and sheet.goals:
        assert renumbered(again.goals[0], again.puzzle) == canonical(sheet.goals[0])
    if sheet.puzzle.palette == BLACK_AND_WHITE:
        assert again.puzzle.palette == BLACK_AND_WHITE


FITTING = [(name, key) for name in NAMES for key in SHEETS if fits(name, SHEETS[key])]


@pytest.mark.parametrize(("name", "key"), diagonal(FITTING, 3))
def test_write_then_read(name, key):
    check_round_trip(name, SHEETS[key])
    if key in "ACE" or "hidden" in key:
        assert detected(name, written(name, [SHEETS[key]])) == name


@pytest.mark.parametrize("name", WRITTEN)
def test_shapes_are_kept(name):
    for sheet in PICTURED.values():
        if fits(name, sheet):
            (again,) = read(name, written(name, [sheet]))
            assert replace(again, id="") == kept(name, sheet)


@pytest.mark.parametrize(("name", "sheet"), rows("KEPT"))
def test_what_a_format_keeps_is_equal(name, sheet):
    assert read(name, written(name, [sheet])) == [kept(name, sheet)]


@pytest.mark.parametrize("name", WRITTEN)
def test_holds_the_pictures_it_says_it_holds(name):
    for sheets in ([SHEETS["A"]], [SHEETS["C"]], [SHEETS["D"], SHEETS["E"]], []):
        several = len(sheets) == 1 or (sheets and Holds.SEVERAL in make_format(name).holds)
        if several and all(fits(name, sheet) for sheet in sheets):
            assert written(name, sheets)
        elif sheets:
            with pytest.raises(CannotHold):
                written(name, sheets)


@pytest.mark.parametrize("name", [n for n in WRITTEN if Holds.SEVERAL in make_format(n).holds])
def test_several_puzzles_keep_their_order(name):
    sheets = [SHEETS[key] for key in "DED" if fits(name, SHEETS[key])]
    sheets += [sheet for sheet in PICTURED.values() if fits(name, sheet)]
    again = read(name, written(name, sheets))
    assert [sheet.puzzle for sheet in again] == [sheet.puzzle for sheet in sheets]
    sheets = [param.values[1] for param in rows("KEPT") if param.values[0] == name]
    sheets = [sheet for sheet in sheets if "series" not in dict(sheet.notes)]  # is said of all
    assert not sheets or read(name, written(name, sheets)) == sheets


@pytest.mark.parametrize(
    ("there", "key"), diagonal(at for at in FITTING if at[1] in ("A", "C", "E", "six inks"))
)
def test_converts_and_loses_nothing(there, key):
    sheet = SHEETS[key]
    (middle,) = read(there, written(there, [sheet]))
    if not middle.goals:  # a clues-only format: give the picture back in its color numbers
        colors = {rank: color for color, rank in renumbering(middle.puzzle).items()} | {0: 0}
        cells = bytes(colors[rank] for rank in canonical(sheet.goals[0]))
        middle = replace(middle, goals=(replace(sheet.goals[0], cells=cells),))
    for back in (name for name in NAMES if fits(name, sheet)):
        (again,) = read(back, written(back, [middle]))
        assert same(again.puzzle, sheet.puzzle), back
        if Holds.RGB in make_format(there).holds & make_format(back).holds:
            assert looks(again.puzzle) == looks(sheet.puzzle), back


GIVEN = Sheet(replace(SHEETS["D"].puzzle, givens=Domains.of_grid(SHEETS["D"].goals[0], 2)))
NOTHING = Holds.CLUES
ALL = ~(Holds.CREDITS | Holds.NOTES | Holds.NAMES)
REFUSALS = {
    "several": (NOTHING, [SHEETS["D"]] * 2, "x holds one puzzle per file, not 2"),
    "none": (NOTHING, [], "x holds one puzzle per file, not 0"),
    "colors": (ALL & ~Holds.COLORS, [SHEETS["C"]], "x has no colors, the puzzle has 2 inks"),
    "oblong": (NOTHING, [SHEETS["A"]], "x holds square puzzles only, this one is 5x4"),
    "given cells": (ALL & ~Holds.GIVENS, [GIVEN], "x has no place for given cells; .json and .non have"),
    "hidden numbers": (ALL & ~Holds.BLOTS, [SHEETS["hidden"]], "x has no place for blocks of unknown length; .json, .non and .xml have"),
    "picture": (ALL & ~Holds.CLUES, [replace(SHEETS["D"], goals=())], "x holds finished pictures only, and the puzzle has none"),
}  # fmt: skip


@pytest.mark.parametrize(("holds", "sheets", "message"), REFUSALS.values(), ids=REFUSALS)
def test_what_a_format_cannot_hold_is_refused(holds, sheets, message):
    with pytest.raises(CannotHold, match=rf"\A{re.escape(message)}\Z"):
        check_holds("x", holds, sheets)


RICH = replace(
    SHEETS["C"],
    goals=SHEETS["C"].goals * 2,
    saved=SHEETS["C"].puzzle.unknown(),
    title="T",
    notes=(("a", "b"),),
)
CRIMSON = Palette.of([("paper", "#ffffff", None), ("crimson", "#dc143c", None)])
NAMED = Sheet(Puzzle.of([[1]], [[1]], CRIMSON))
SAID = Holds.TITLE | Holds.NOTES
LOSSES = {
    "nothing": (ALL | SAID, [RICH], []),
    "credits": (ALL, [RICH], ["title", "notes"]),
    "goal": (ALL & ~(Holds.GOAL | Holds.GOALS) | SAID, [RICH], ["goal"]),
    "goals": (ALL & ~Holds.GOALS | SAID, [RICH], ["goals after the first"]),
    "saved": (ALL & ~Holds.SAVED | SAID, [RICH], ["the saved game"]),
    "givens": (ALL & ~Holds.GIVENS, [GIVEN], ["given cells"]),
    "hidden numbers": (
        ALL & ~Holds.CLUES & ~Holds.BLOTS,
        [SHEETS["hidden"]],
        ["which numbers are hidden"],
    ),
    "names": (ALL, [NAMED], ["the names of the colors"]),
    "no look": (ALL & ~Holds.RGB, [NAMED], ["the look of the colors"]),
    "names kept": (ALL | Holds.NAMES, [NAMED], []),
    "looks": (ALL & ~Holds.RGB | SAID, [RICH], ["the look of the colors"]),
    "plain": (Holds.CLUES | Holds.GOAL, [SHEETS["A"]], []),
}


@pytest.mark.parametrize(("holds", "sheets", "lost"), LOSSES.values(), ids=LOSSES)
def test_losses_are_named(holds, sheets, lost):
    assert lost_fields(holds, sheets) == lost


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
    sheet = Sheet(Puzzle.of_grid(grid, default_palette(inks)), (grid,), title=title)
    return hidden(sheet, draw(st.sampled_from([0, 0, 0.3, 1])))


@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(sheet=sheets())
def test_random_pictures_survive(name, sheet):
    if fits(name, sheet):
        check_round_trip(name, sheet)


ODD_TEXTS = (
    "<3 you", "<?xml?>", "<puzzleset>", "]]>", "&amp;", "$1", "#HORIZONTALES", "#d", ":", ": a",
    "5x4:1/2", "1 2", "0", "====", "width 3", "rows", "Title: x", "Author: y", "{", "[clues]", "P1",
    "  lead", "é²", "\u2028x", "\ufeffx", "\u00a0x", "data(", "p cnf 1 1", "constraint",
    "language ESSENCE", "Puzzle 1 does not exist", "var d=[[1]]", "SAVEFILE:41:", "a\nb", '"x"', "\\",
)  # fmt: skip


CREDITED = [name for name in WRITTEN if make_format(name).holds & Holds.CREDITS]


@pytest.mark.parametrize(("text", "name"), diagonal(product(ODD_TEXTS, CREDITED), 3))
def test_odd_credits_do_not_hide_the_puzzle(text, name):
    for field in (make_format(name).holds & Holds.CREDITS).words:
        made = written(name, [replace(SHEETS["D"], **{field: text})])
        assert detected(name, made) == name
        (again,) = read(name, made)
        assert same(again.puzzle, SHEETS["D"].puzzle)
        if name != "taai":  # its id is a number
            assert getattr(again, field).split() == text.split()

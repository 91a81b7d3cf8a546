"""JSON and JSON lines: shapes that are read, the form that is written, what is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from conftest import ROOT
from format_examples import complaint, fuzzing, mutations, read, read_one, survives
from hypothesis import given
from hypothesis import strategies as st

from nonosat.errors import NonosatError
from nonosat.formats.base import Record, RecordFormat
from nonosat.formats.json.formats import Json, JsonLines
from nonosat.formats.json.read import read_sheet
from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Palette, Puzzle, Sheet

JSON, LINES = Json(), JsonLines()
CORPUS = ROOT.parent / "shared" / "corpus"
WANTED = Puzzle.of([[2], [1]], [[2], [1]])
COLS = '"cols": [[2], [1]]'

SAME = {
    "rows and cols": '{"rows": [[2], [1]], "cols": [[2], [1]]}',
    "capitals and dashes": '{"Row-Hints": [[2], [1]], "COL_HINTS": [[2], [1]]}',
    "sizes beside": '{"rows": 2, "columns": 2, "rowClues": [[2], [1]], "colClues": [[2], [1]]}',
    "nested": '{"clues": {"row": [[2], [1]], "column": [[2], [1]]}}',
    "bare numbers": '{"rows": [2, 1], "cols": [2, 1]}',
    "texts": '{"rows": ["2", "1"], "cols": ["2", [1]]}',
    "objects": '{"rows": [[{"n": 2}], [{"count": 1}]], "cols": [[{"length": 2}], [1]]}',
    "black": '{"rows": [[[2, "k"]], ["1k"]], "cols": [[[2, "black"]], [{"n": 1, "color": "k"}]]}',
    "a list": '[{"rows": [[2], [1]], "cols": [[2], [1]]}]',
    "puzzles": '{"puzzles": [{"rows": [[2], [1]], "cols": [[2], [1]]}]}',
    "numbers as picture": '{"grid": [[1, 1], [1, 0]]}',
    "truths as picture": '{"matrix": [[true, true], [true, false]]}',
    "texts as picture": '{"solution": ["XX", "X "]}',
    "a text as picture": '{"goal": "11\\n10"}',
    "ThomasR": '{"width": 2, "height": 2, "content": [1, 1, 1, -1]}',
    "ThomasR, unknown": '{"rows": [[2], [1]], "cols": [[2], [1]], "content": [0, 0, 0, 0]}',
    "size": '{"size": 2, "rows": [[2], [1]], "cols": [[2], [1]]}',
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_reads_every_shape_to_the_same_puzzle(text):
    assert read_one(JSON, text).puzzle == WANTED
    assert read_one(LINES, text) == read_one(JSON, text)


def test_empty_clues():
    text = '{"rows": [[], [0], null, "", 0, "0"], "cols": [[]]}'
    assert read_one(JSON, text).puzzle.rows == ((),) * 6


def test_clues_as_cells():
    text = (
        '{"rows": [[1,1,0,1],[1,1,1,-1],[0],[1,1]], "cols": [[1],[1,1],[1,0,1],[1,1,0,1],[0,-1]]}'
    )
    wanted = Puzzle.of([[2, 1], [3], [], [2]], [[1], [2], [1, 1], [2, 1], []])
    assert read_one(JSON, text).puzzle == wanted


def test_partly_known_content_is_given():
    sheet = read_one(JSON, '{"rows": [[1]], "cols": [[1], []], "content": [1, 0]}')
    assert sheet.givens == Domains.of_cells(1, 2, 2, [2, 3])
    assert sheet.goals == ()


def test_colors_of_the_corpus():
    text = (
        '{"id": "x1", "rows": [[[2, "kb"]], [[1, "ka"]]], "cols": [[[1, "kb"], [1, "ka"]], '
        '[[1, "kb"]]], "colors": {"ka": "", "kb": ""}, "background": "white", '
        '"solution": ["bb", "a."], "solution_chars": {"a": "ka", "b": "kb"}, "verdict": "unique"}'
    )
    sheet = read_one(LINES, text)
    assert sheet.puzzle.palette.colors == (
        ("white", "#ffffff", "."),
        ("ka", "#000000", "a"),
        ("kb", "#d00000", "b"),
    )
    assert sheet.goals == (Grid(2, 2, bytes([2, 2, 1, 0])),)
    assert (sheet.id, sheet.notes) == ("x1", (("verdict", "unique"),))


def test_one_ink_that_is_not_black_keeps_name_and_look():
    sheet = read_one(JSON, '{"rows": [[1]], "cols": [[1]], "colors": {"rust": "#a04020"}}')
    assert sheet.puzzle.palette.colors[1] == ("rust", "#a04020", "#")


def test_unknown_keys_are_notes():
    sheet = read_one(JSON, f'{{"rows": [2, 1], {COLS}, "level": 3, "tags": ["a"], "x": null}}')
    assert sheet.notes == (("level", "3"), ("tags", '["a"]'), ("x", ""))


PLAIN = '{"rows": [[1]], "cols": [[1]]%s}'
BAD = {
    "{": "f:1: no valid JSON at column 2: Expecting property name enclosed in double quotes",
    '{\n"rows": oops}': "f:2: no valid JSON at column 9: Expecting value",
    "[]": "f:1: there is no puzzle in this list",
    "3": "f:1: a puzzle in JSON is an object with rows and columns",
    "[3]": "f:1: puzzle 1: not an object with rows and columns",
    "{}": "f:1: there are neither clues nor a picture of a puzzle in this object",
    '{"rows": 4, "columns": 5}': "f:1: there are neither clues nor a picture of a puzzle in this object",
    '{"rows": [[1]]}': "f:1: there are row clues, but no column clues",
    '{"rows": [[1]], "rows": [[1]]}': "f:1: the key 'rows' stands twice in one object",
    '{"rows": [[NaN]]}': "f:1: NaN is no number",
    '{"rows": [[1e999]]}': "f:1: a number is too large",
    '{"rows": [[%s]]}' % ("9" * 5000): "f:1: a number is too large",
    "[" * 17 + "]" * 17: "f:1: nested deeper than 16",
    "[" * 100_000: "f:1: nested deeper than 16",
    '{"rows": [[1.5]], "cols": [[1]]}': "f:1: row 1: 1.5 is not a block",
    '{"rows": [[true]], "cols": [[1]]}': "f:1: row 1: true is not a block",
    '{"rows": [["a"]], "cols": [[1]]}': "f:1: row 1: 'a' is not a block",
    '{"rows": [[-2]], "cols": [[1]]}': "f:1: row 1: -2 is not a block length",
    '{"rows": [[99999999999999]], "cols": [[1]]}': "f:1: row 1: a huge number is not a block length",
    '{"rows": [[2, 0]], "cols": [[2]]}': "f:1: row 1: a 0 stands for an empty line and cannot be among other blocks",
    '{"rows": [[1,0,0,1]], "cols": [[1]]}': "f:1: row 1: cells must be runs of 1 with single 0 between and -1 behind",
    '{"rows": [[2]], "cols": [[1]]}': "f:1: row 1 needs 2 cells, the grid is 1 wide",
    '{"rows": [[3]], "cols": [[1],[1]]}': "f:1: row 1 needs 3 cells, the grid is 2 wide",
    '{"rows": [[2],[]], "cols": [[1],[]]}': "f:1: the rows have 2 cells, the columns 1: 1 more in the rows",
    '{"rows": [[[1, "q"]]], "cols": [[1]], "colors": {"k": "#000"}}': "f:1: row 1: unknown color 'q'",
    '{"rows": [[[1, "."]]], "cols": [[1]], "colors": {"k": "#000"}}': "f:1: row 1: background color '.'",
    '{"rows": [[1]], "cols": [[1]], "colors": {"a": "#00f", "b": "#f00"}}': "f:1: row 1: block 1 does not say its color",
    PLAIN % ', "colors": {"k": "zzz"}': "f:1: 'zzz' is no color such as '#d00000'",
    PLAIN % ', "colors": 3': "f:1: colors is 3, not an object",
    PLAIN % ', "width": 2, "height": 1': "f:1: the size says 2x1, the clues make 1x1",
    PLAIN % ', "width": 20000, "height": 1': "f:1: 20000x1 is too large: at most 10000 a side and 25000000 cells",
    PLAIN % ', "goal": ["."]': "f:1: the goal does not fit the clues: row 1 reads 0, its clue is 1",
    PLAIN % ', "goal": ["#."]': "f:1: the goal is 2x1, the puzzle is 1x1",
    PLAIN % ', "goal": ["?"]': "f:1: row 1 of the picture: '?' is an unknown cell, and a finished picture has none",
    PLAIN % ', "goal": ["#", ".#"]': "f:1: row 2 of the picture has 2 cells, the first has 1",
    PLAIN % ', "content": [2]': "f:1: content is not 1 times -1, 0 or 1",
    PLAIN % ', "givens": [["#", "."]]': "f:1: givens are not 1x1 cells",
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=[repr(text[:50]) for text in BAD])
def test_bad_text(text, message):
    assert complaint(JSON, text) == message


def test_json_lines_name_the_line():
    good, bad = PLAIN % "", PLAIN % ', "goal": ["."]'
    assert complaint(LINES, f"{good}\n\n{bad}\n") == (
        "f:3: the goal does not fit the clues: row 1 reads 0, its clue is 1"
    )
    assert complaint(JSON, f"[{good},\n{{}}]") == (
        "f: puzzle 2: there are neither clues nor a picture of a puzzle in this object"
    )


def test_json_lines_are_a_lazy_stream():
    assert isinstance(LINES, RecordFormat)

    def lines():
        yield ""
        yield PLAIN % ""
        raise AssertionError("read too far")

    assert next(LINES.split(lines())) == (2, PLAIN % "")


PALETTES = {
    "black and white": BLACK_AND_WHITE,
    "one red ink": Palette.of([("white", "#ffffff", "."), ("rose", "#d00000", None)]),
    "night": Palette.of([("night", "#101010", "."), ("moon", "#eeeeee", "m"), ("B", "#0000ff", "Z")]),
    "lookalikes": Palette.of([("white", "#ffffff", "."), ("r", "#d00000", "a"), ("a", "#d00000", "r")]),
}  # fmt: skip


@pytest.mark.parametrize("form", [JSON, LINES], ids=["json", "jsonl"])
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_nothing_is_lost(form, palette):
    inks = len(palette.colors) - 1
    goal = Grid(2, 3, bytes([1, 0, inks, 0, inks, 0]))
    puzzle = Puzzle.of_grid(goal, palette)
    cells = [1, 2, (2 << inks) - 1, 3, 1, 2]
    sheet = Sheet(
        puzzle,
        (goal, goal),
        Domains.of_cells(2, 3, inks + 1, cells),
        *("Ä \"title\"", "me\nyou", "©", "MIT", "somewhere", "7"),
        notes=(("verdict", "unique"), ("verdict", "twice"), ("x", "")),
    )  # fmt: skip
    assert read(form, form.write([sheet])) == [sheet]
    bare = Sheet(puzzle, (goal,))
    assert read(form, form.write([sheet, bare])) == [sheet, bare]


def test_written_form():
    goal = Grid.of(["#"])
    sheet = Sheet(Puzzle.of_grid(goal), (goal,), title="T")
    assert LINES.write([sheet]) == (
        '{"format":"nonogram","version":1,"title":"T","width":1,"height":1,'
        '"rows":[[1]],"columns":[[1]],"goal":["#"]}\n'
    )


def corpus(name: str = "*") -> list[Path]:
    files = sorted(CORPUS.glob(f"{name}.jsonl"))
    if not files:
        pytest.skip("the corpus is not beside this checkout")
    return files


def test_the_corpus_reads_and_survives():
    for path in corpus():
        text = path.read_text(encoding="utf-8")
        sheets = read(LINES, text)
        assert len(sheets) == text.count("\n")
        assert read(LINES, LINES.write(sheets)) == sheets
        for line, sheet in zip(text.splitlines(), sheets, strict=True):
            value = json.loads(line)
            assert dict(sheet.notes) == {"verdict": value["verdict"]}
            assert len(sheet.goals) == ("solution" in value)


def test_the_fast_path_reads_what_the_liberal_reader_does():
    for path in corpus():
        for line in path.read_text(encoding="utf-8").splitlines()[:20]:
            (fast,) = LINES.read(Record(line, "f", 7))
            assert fast == read_sheet(Record(line, "f", 7), json.loads(line), 7)


def test_plain_puzzles_read_fast():
    lines = corpus("random30")[0].read_text(encoding="utf-8").splitlines()[:100]
    best = min(timed(lines) for _ in range(3)) / len(lines)
    assert best < 0.001  # about 0.2 ms; the bound leaves room for a busy machine


def timed(lines: list[str]) -> float:
    start = time.perf_counter()
    for line in lines:
        LINES.read(Record(line))
    return time.perf_counter() - start


@fuzzing
@given(mutations("json"))
def test_survives_mutations(text):
    survives(JSON, text)
    survives(LINES, text)


WORDS = ["rows", "cols", "colors", "goal", "goals", "givens", "content", "solution", "width",
         "height", "size", "clues", "puzzles", "notes", "background", "solution_chars",
         "color_names", "title", "format", "verdict", "k", "r", ".", "#", "2k", "1 1"]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@fuzzing
@given(st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=6))
def test_survives_any_json(value):
    text = json.dumps({"rows": [[1], []], "cols": [[1]], **value})
    for form in (JSON, LINES):
        try:
            sheets = read(form, text)
        except NonosatError:
            continue
        assert [sheet.puzzle for sheet in read(form, form.write(sheets))] == [
            sheet.puzzle for sheet in sheets
        ]

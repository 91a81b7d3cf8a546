"""The tournament files of TAAI and TCGA."""

from itertools import count

import pytest
from format_examples import (
    PICTURES,
    SQUARES,
    complaint,
    examples,
    fuzzing,
    mutations,
    picture,
    puzzle,
    read,
    read_one,
    survives,
)
from hypothesis import given

from nonosat.errors import CannotHold, TooLarge
from nonosat.formats import taai
from nonosat.formats.base import Record, RecordFormat, check_holds
from nonosat.formats.taai import Taai
from nonosat.model import Puzzle, Sheet

TAAI = Taai()
D = "$1\n1\t1\n1\n1\n2\n\n1\t1\n"


@pytest.mark.parametrize("path", examples("taai"), ids=str)
def test_examples(path):
    sheet = read_one(TAAI, path.read_text())
    assert sheet == Sheet(Puzzle.of_grid(picture(path.stem)), id="1")
    assert TAAI.write([sheet]) == path.read_text()


@pytest.mark.parametrize("made", SQUARES.values(), ids=SQUARES)
def test_round_trip(made):
    assert read_one(TAAI, TAAI.write([Sheet(made, id="7")])) == Sheet(made, id="7")


def test_round_trip_of_several():
    sheets = [Sheet(made, id=str(k)) for k, made in enumerate(SQUARES.values(), 1000001)]
    assert read(TAAI, TAAI.write(sheets)) == sheets


def test_numbers_what_has_no_number():
    sheets = [Sheet(puzzle("#"), id=name) for name in ("", "12", "#3", "\u0664")]
    assert [sheet.id for sheet in read(TAAI, TAAI.write(sheets))] == ["1", "12", "3", "4"]


def test_holds_squares_only():
    with pytest.raises(CannotHold, match="square"):
        check_holds("taai", TAAI.holds, [Sheet(puzzle("##"))])


#   id                     text
QUIRKS = {
    "blanks for tabs":     D.replace("\t", "  "),
    "carriage returns":    D.replace("\n", "\r\n"),
    "stray returns":       D.replace("1\t1", "1\r\t1").replace("$", "\r$"),
    "zero":                D.replace("\n\n", "\n0\n"),
    "blank lines before":  "\n\n" + D,
    "one blank behind":    D + "\n",
    "two blank behind":    D + "\n\n",
    "five blank behind":   D + "\n\n\n\n\n",
    "blank after number":  D.replace("$1", "$1 "),
    "no final newline":    D.rstrip(),
}  # fmt: skip


@pytest.mark.parametrize("text", QUIRKS.values(), ids=QUIRKS)
def test_quirks(text):
    assert read_one(TAAI, text) == Sheet(Puzzle.of_grid(picture("D")), id="1")


def test_solutions_of_the_twin_file():
    texts = []
    for k, name in enumerate("DE", 1):
        rows = ["\t".join("01"[cell == "#"] for cell in row) for row in PICTURES[name]]
        texts += [f"${k}", *rows]
    sheets = read(TAAI, "\n".join(texts) + "\n\n")
    assert [sheet.goals for sheet in sheets] == [(picture("D"),), (picture("E"),)]
    assert [sheet.puzzle for sheet in sheets] == [Puzzle.of_grid(picture(n)) for n in "DE"]
    assert [sheet.id for sheet in sheets] == ["1", "2"]


def test_smallest_solution_and_smallest_problem():
    assert [len(sheet.goals) for sheet in read(TAAI, "$1\n1\n$2\n1\n1\n")] == [1, 0]


def test_streams():
    endless = (f"${n // 3}" if n % 3 == 0 else "1" for n in count(3))
    records = TAAI.split(endless)
    assert [next(records) for _ in range(2)] == [(1, "$1\n1\n1\n"), (4, "$2\n1\n1\n")]
    assert list(TAAI.split(["", "x", "$1", "", "1", ""])) == [(2, "x\n"), (3, "$1\n\n1\n\n")]
    (sheet,) = TAAI.read(Record("$5\n1\n1\n", "f", 77))
    assert sheet == Sheet(puzzle("#"), id="5")
    assert isinstance(TAAI, RecordFormat)


def test_a_record_is_capped(monkeypatch):
    monkeypatch.setattr(taai, "MAX_BYTES", 1000)
    endless = ("$1" if n == 1 else "1" for n in count())
    records = TAAI.split(endless)
    assert next(records) == (1, "1\n")
    with pytest.raises(TooLarge, match=":2: a problem of more than 1000 bytes"):
        next(records)


#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "blank":              ("\n \n",                    "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: a problem begins with $ and its number, not with 'hello'"),
    "text before":        ("\nhello\n$1\n1\n1\n",      "f:2: a problem begins with $ and its number, not with 'hello'"),
    "no number":          ("$\n1\n1\n",                "f:1: a problem begins with $ and its number, not with '$'"),
    "letters for number": ("$1\n1\n1\n$a\n1\n1\n",     "f:4: a problem begins with $ and its number, not with '$a'"),
    "wide digits":        ("$\u0661\n1\n1\n",          "f:1: a problem begins with $ and its number, not with '$\u0661'"),
    "no lines":           ("$1\n$2\n1\n1\n",           "f:1: 0 clue lines where as many columns as rows are due"),
    "truncated":          ("$1\n1\n0\n1\n",            "f:1: 3 clue lines where as many columns as rows are due"),
    "letters":            ("$1\n1\nx\n",               "f:3: 'x' is not a block length"),
    "comma":              ("$1\n1,1\n1\n",             "f:2: '1,1' is not a block length"),
    "0 among blocks":     ("$1\n1\t0\n1\n",            "f:2: a 0 stands for an empty line and cannot be among other blocks"),
    "column too long":    ("$1\n3\n\n2\n1\n",          "f:2: column 1 needs 3 cells, the grid is 2 high"),
    "row too long":       ("$1\n2\n1\n3\n\n",          "f:4: row 1 needs 3 cells, the grid is 2 wide"),
    "totals":             ("$1\n1\n1\n$2\n1\n\n",      "f:4: the rows have 0 cells, the columns 1: 1 more in the columns"),
    "totals with tail":   ("$1\n2\n0\n1\n0\n\n\n",     "f:1: the rows have 0 cells, the columns 3: 3 more in the columns"),
    "twin cut short":     ("$1\n1\t0\n",               "f:2: a 0 stands for an empty line and cannot be among other blocks"),
    "huge":               ("$1\n" + "\n" * 20_002,     "f:1: 10001x10001 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_texts(text, message):
    assert complaint(TAAI, text) == message


@fuzzing
@given(mutations("taai"))
def test_survives_mutations(text):
    survives(TAAI, text)

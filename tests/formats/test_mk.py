"""The format mk."""

import pytest
from format_examples import (
    SHAPES,
    complaint,
    examples,
    fuzzing,
    mutations,
    picture,
    puzzle,
    read_one,
    survives,
)
from hypothesis import given

from nonosat.errors import TooLarge
from nonosat.formats.mk import Mk
from nonosat.model import Puzzle, Sheet

MK = Mk()
A = "4 5\n2 1\n3\n0\n2\n#\n1\n2\n1 1\n2 1\n0\n"


@pytest.mark.parametrize("path", examples("mk"), ids=str)
def test_examples(path):
    assert read_one(MK, path.read_text()).puzzle == Puzzle.of_grid(picture(path.stem))


@pytest.mark.parametrize("made", SHAPES.values(), ids=SHAPES)
def test_round_trip(made):
    assert read_one(MK, MK.write([Sheet(made)])) == Sheet(made)


def test_writing():
    assert MK.write([Sheet(Puzzle.of_grid(picture("A")))]) == A


#   id                     text
QUIRKS = {
    "blank is empty":      "4 5\n2 1\n3\n\n2\n#\n1\n2\n1 1\n2 1\n\n",
    "blank in rows only":  "4 5\n2 1\n3\n\n2\n#\n1\n2\n1 1\n2 1\n0\n",
    "blank decorates":     "4 5\n\n2 1\n\n3\n0\n2\n\n#\n\n1\n2\n1 1\n2 1\n0\n\n\n",
    "empty and tail":      "4 5\n2 1\n3\n\n2\n#\n1\n2\n1 1\n2 1\n\n\n\n",
    "padded":              "  4      5  \n 2  1\n3 \n0\n2\n#  \n1\n2\n1\t1\n2 1\n0",
    "carriage returns":    A.replace("\n", "\r\n"),
    "commas":              A.replace(" ", ",").replace("4,5", "4 5"),
    "words after #":       A.replace("#", "# columns"),
    "leading zeros":       A.replace("2 1", "02 001"),
    "blank lines first":   "\n\n" + A,
}  # fmt: skip


@pytest.mark.parametrize("text", QUIRKS.values(), ids=QUIRKS)
def test_quirks(text):
    assert read_one(MK, text).puzzle == Puzzle.of_grid(picture("A"))


#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "blank":              ("\n \n",                    "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: the first line must be height and width, not 'hello'"),
    "letters":            ("a 2\n1\n#\n1\n1\n",        "f:1: 'a' is not a height"),
    "one number":         ("4\n5\n1\n",                "f:1: the first line must be height and width, not '4'"),
    "zero size":          ("0 2\n#\n1\n1\n",           "f:1: a puzzle needs at least one row and one column, not 2x0"),
    "negative":           ("-1 2\n#\n1\n1\n",          "f:1: '-1' is not a height"),
    "huge":               ("999999 999999\n1\n",       "f:1: 999999x999999 is too large: at most 10000 a side and 25000000 cells"),
    "huge digits":        ("99999999 1\n1\n",          "f:1: '99999999' is not a height"),
    "declared too much":  ("9999 2\n1\n#\n1\n1\n",     "f:2: 1 row clues where 9999 are due (write 0 for an empty line)"),
    "no #":               ("1 2\n1\n1\n0\n",           "f:4: no line with # behind the rows"),
    "header only":        ("1 2\n",                    "f:1: no line with # behind the rows"),
    "two #":              ("1 1\n1\n#\n1\n#\n",        "f:5: a second line with #"),
    "no rows":            ("1 2\n#\n1\n0\n",           "f:1: 0 row clues where 1 are due"),
    "no columns":         ("1 2\n1\n#\n",              "f:3: 0 column clues where 2 are due"),
    "truncated":          ("1 2\n1\n#\n1\n",           "f:4: 1 column clues where 2 are due (write 0 for an empty line)"),
    "text behind":        ("1 2\n1\n#\n1\n0\n\n0\n",   "f:4: 3 column clues where 2 are due (write 0 for an empty line)"),
    "width first":        ("2 1\n1\n#\n1\n0\n",        "f:1: 1 rows and 2 columns follow; the first line must be height, then width: 1 2"),
    "clue too long":      ("1 2\n2 1\n#\n1\n1\n",      "f:2: row 1 needs 4 cells, the grid is 2 wide"),
    "column too long":    ("1 2\n1\n#\n0\n2\n",        "f:5: column 2 needs 2 cells, the grid is 1 high"),
    "totals":             ("1 2\n1\n#\n1\n1\n",        "f:1: the rows have 1 cells, the columns 2: 1 more in the columns"),
    "0 among blocks":     ("1 2\n1 0\n#\n1\n0\n",      "f:2: a 0 stands for an empty line and cannot be among other blocks"),
    "letter":             ("1 2\n1\n#\n1\nx\n",        "f:5: 'x' is not a block length"),
    "separator":          ("1 3\n1;1\n#\n1\n0\n1\n",   "f:2: '1;1' is not a block length"),
    "wide digits":        ("1 1\n\u0661\n#\n1\n",      "f:2: '\u0661' is not a block length"),
    "long number":        ("1 1\n1000000\n#\n1\n",     "f:2: '1000000' is not a block length"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_texts(text, message):
    assert complaint(MK, text) == message


def test_huge_is_too_large():
    with pytest.raises(TooLarge):
        read_one(MK, "10001 1\n")


@fuzzing
@given(mutations("mk"))
def test_survives_mutations(text):
    survives(MK, text)


def test_one_row_of_several_blocks():
    assert read_one(MK, "1 4\n1 2\n#\n1\n0\n1\n1\n").puzzle == puzzle("#.##")

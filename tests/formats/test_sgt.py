"""The game IDs of Simon Tatham's Pattern."""

from itertools import count

import pytest
from format_examples import (
    SHAPES,
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

from nonosat.errors import TooLarge, Unsupported
from nonosat.formats.base import MAX_BYTES, Record, RecordFormat
from nonosat.formats.sgt import Sgt
from nonosat.model import Domains, Puzzle, Sheet

SGT = Sgt()
A = "5x4:1/2/1.1/2.1//2.1/3//2"


def known(text, width):
    """Domains from ``?`` unknown, ``.`` blank, ``#`` filled."""
    masks = [{"?": 3, ".": 1, "#": 2}[char] for char in text]
    return Domains.of_cells(len(text) // width, width, 2, masks)


@pytest.mark.parametrize("path", examples("sgt"), ids=str)
def test_examples(path):
    assert read_one(SGT, path.read_text()).puzzle == Puzzle.of_grid(picture(path.stem))


@pytest.mark.parametrize("made", SHAPES.values(), ids=SHAPES)
def test_round_trip(made):
    assert read_one(SGT, SGT.write([Sheet(made)])) == Sheet(made)


def test_round_trip_of_several():
    sheets = [Sheet(made) for made in SHAPES.values()]
    assert read(SGT, SGT.write(sheets)) == sheets


def test_writing():
    assert SGT.write([Sheet(Puzzle.of_grid(picture("A")))]) == A + "\n"


#   id                     text
QUIRKS = {
    "zeros":               "5x4:1/2/1.1/2.1/0/2.1/3/0/2",
    "single quotes":       f"  '{A}' ",
    "double quotes":       f'"{A}"\r\n',
    "blank lines":         f"\n\n{A}\n \n",
    "leading zeros":       "05x4:01/2/1.1/2.1/00/2.1/3//2",
}  # fmt: skip


@pytest.mark.parametrize("text", QUIRKS.values(), ids=QUIRKS)
def test_quirks(text):
    assert read_one(SGT, text) == Sheet(Puzzle.of_grid(picture("A")))


@pytest.mark.parametrize("text", ["3:1.1/1/1/2//1.1", "3x3:1.1/1/1/2//1.1", "1.1/1/1/2//1.1"])
def test_squares_need_no_height(text):
    assert read_one(SGT, text).puzzle == puzzle("##.", "...", "#.#")


#   id                  width  letters  cells
GIVENS = {
    "landing":         (3,     "Ac",    "#??"),
    "all":             (3,     "AaA",   "#.#"),
    "last":            (3,     "C",     "??#"),
    "landing at once": (3,     "aab",   "..?"),
    "24":              (25,    "Y",     "?" * 24 + "#"),
    "25":              (26,    "zA",    "?" * 25 + "#"),
    "z lands":         (26,    "az",    "." + "?" * 25),
    "two z":           (60,    "AzzHb", "#" + "?" * 57 + "#?"),
}  # fmt: skip


@pytest.mark.parametrize(("width", "letters", "cells"), GIVENS.values(), ids=GIVENS)
def test_given_cells(width, letters, cells):
    text = f"{width}x1:" + "/" * width
    sheet = read_one(SGT, f"{text},{letters}\n")
    assert sheet.givens == known(cells, width)
    assert SGT.write([sheet]) == f"{text},{letters}\n"


def test_given_cells_of_example():
    sheet = read_one(SGT, f"{A},At")
    assert sheet.givens == known("#" + "?" * 19, 5)
    assert SGT.write([sheet]) == f"{A},At\n"


def test_no_given_cells():
    sheet = read_one(SGT, "3x1:///,d")
    assert sheet.givens is None
    unknown = Sheet(sheet.puzzle, givens=Domains.unknown(sheet.puzzle))
    assert SGT.write([unknown]) == "3x1:///\n"


def test_streams():
    endless = (f"1:{n % 2}/{n % 2}" if n % 3 else " " for n in count())
    records = SGT.split(endless)
    assert [next(records) for _ in range(3)] == [(2, "1:1/1"), (3, "1:0/0"), (5, "1:0/0")]
    (sheet,) = SGT.read(Record("1:1/1", "f", 77))
    assert sheet.puzzle == puzzle("#")
    assert isinstance(SGT, RecordFormat)


def test_a_record_is_capped():
    with pytest.raises(TooLarge, match="more than"):
        list(SGT.split(["1" * (MAX_BYTES + 1)]))


#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "blank":              ("\n \n",                    "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: not a game ID: it begins with WIDTHxHEIGHT:"),
    "quotes":             ("''\n",                     "f:1: not a game ID: it begins with WIDTHxHEIGHT:"),
    "second line":        ("1:1/1\n\nhello\n",         "f:3: not a game ID: it begins with WIDTHxHEIGHT:"),
    "number":             ("5",                        "f:1: not a game ID: it begins with WIDTHxHEIGHT:"),
    "seed":               ("5x4#123456",               "f:1: '5x4#123456' is a random seed, not a puzzle; only Pattern itself can expand it: copy the game ID, which has a colon"),
    "seed of a square":   ("15#1",                     "f:1: '15#1' is a random seed, not a puzzle; only Pattern itself can expand it: copy the game ID, which has a colon"),
    "size":               ("axb:1/1",                  "f:1: 'a' is not a width"),
    "no height":          ("1x:1/1",                   "f:1: '' is not a height"),
    "three sizes":        ("1x1x1:1/1",                "f:1: '1x1' is not a height"),
    "zero size":          ("0x1:/1",                   "f:1: a puzzle needs at least one row and one column, not 0x1"),
    "huge":               ("99999:1/1",                "f:1: 99999x99999 is too large: at most 10000 a side and 25000000 cells"),
    "too few":            ("5x4:1/2/1.1",              "f:1: 3 clues where 9 are due: 5 columns, then 4 rows"),
    "too many":           ("1x1:1/1/",                 "f:1: 3 clues where 2 are due: 1 columns, then 1 rows"),
    "declared too much":  ("5000x5000:1/1",            "f:1: 2 clues where 10000 are due: 5000 columns, then 5000 rows"),
    "nothing":            ("1x1:",                     "f:1: 1 clues where 2 are due: 1 columns, then 1 rows"),
    "letters":            ("1x1:1/a",                  "f:1: 'a' cannot stand in a game ID"),
    "separator":          ("1x1:1;1",                  "f:1: ';' cannot stand in a game ID"),
    "blank inside":       ("3x1:1/0/1/1 1",            "f:1: ' ' cannot stand in a game ID"),
    "stray dot":          ("3x1:1//1/1..1",            "f:1: a stray '.' in '1..1'"),
    "last dot":           ("3x1:1//1/1.1.",            "f:1: a stray '.' in '1.1.'"),
    "0 among blocks":     ("3x1:1//1/1.0.1",           "f:1: a 0 stands for an empty line and cannot be among other blocks"),
    "clue too long":      ("2x1:1/1/1.1",              "f:1: row 1 needs 3 cells, the grid is 2 wide"),
    "rows first":         ("1x2:2/1/1\n2x1:2/1/1",     "f:2: column 1 needs 2 cells, the grid is 1 high"),
    "totals":             ("2x1:1/1/1",                "f:1: the rows have 1 cells, the columns 2: 1 more in the columns"),
    "no such square":     ("1/2/1/1",                  "f:1: the rows have 2 cells, the columns 3: 1 more in the columns"),
    "given too few":      ("3x1:///,a",                "f:1: the given cells end at cell 1 of 3"),
    "given none":         ("3x1:///,",                 "f:1: the given cells end at cell 0 of 3"),
    "given too many":     ("3x1:///,aaaa",             "f:1: the given cells run past the last of 3 cells"),
    "given past the end": ("3x1:///,aad",              "f:1: the given cells run past the last of 3 cells"),
    "z past the end":     ("3x1:///,z",                "f:1: the given cells run past the last of 3 cells"),
    "given digits":       ("3x1:///,a2",               "f:1: '2' cannot stand among the given cells"),
    "given Kelvin":       ("3x1:///,\u212a",           "f:1: '\u212a' cannot stand among the given cells"),
    "given twice":        ("3x1:///,A,C",              "f:1: ',' cannot stand among the given cells"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_texts(text, message):
    assert complaint(SGT, text) == message


def test_a_seed_is_unsupported():
    with pytest.raises(Unsupported):
        read(SGT, "5x4#123456")


@fuzzing
@given(mutations("sgt"))
def test_survives_mutations(text):
    survives(SGT, text)

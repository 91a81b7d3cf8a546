"""The formats seed-a, seed-b and seed-c."""

import pytest
from format_examples import (
    SHAPES,
    SQUARES,
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
from hypothesis import strategies as st

from nonosat.errors import CannotHold
from nonosat.formats.base import check_holds
from nonosat.formats.seed_a import SeedA
from nonosat.formats.seed_b import SeedB
from nonosat.formats.seed_c import SeedC
from nonosat.model import Puzzle, Sheet

FORMATS = {"seed-a": SeedA(), "seed-b": SeedB(), "seed-c": SeedC()}
A, B, C = FORMATS.values()


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name in FORMATS for path in examples(name)], ids=str
)
def test_examples(name, path):
    form = FORMATS[name]
    sheet = read_one(form, path.read_text())
    assert sheet == Sheet(Puzzle.of_grid(picture(path.stem)))
    assert form.write([sheet]) == path.read_text()


@pytest.mark.parametrize("made", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("form", [A, B])
def test_round_trip(form, made):
    assert read_one(form, form.write([Sheet(made)])) == Sheet(made)


@pytest.mark.parametrize("made", SQUARES.values(), ids=SQUARES)
def test_round_trip_of_squares(made):
    assert read_one(C, C.write([Sheet(made)])) == Sheet(made)


def test_seed_c_holds_squares_only():
    with pytest.raises(CannotHold, match="square"):
        check_holds("seed-c", C.holds, [Sheet(puzzle("##"))])


#   id                      format  text                                        picture
QUIRKS = {
    "a: empty field":       (A, "2,1;3;;2\n1;2;1,1;2,1;\n",                     "A"),
    "a: blanks":            (A, " 2 , 1 ;\t3 ; 0; 2 \r\n1; 2;1 ,1;2,1; 0",      "A"),
    "a: blank lines":       (A, "\n2,1;3;0;2\n\n1;2;1,1;2,1;0\n\n",             "A"),
    "b: zeros":             (B, "#HORIZONTALES\n2,1\n3\n0\n2\n#VERTICALES\n1\n2\n1 1\n2 ,1\n0", "A"),
    "b: headings":          (B, "\n# Horizontales \n2 1\n3\n\n2\n#\tverticales\t\n1\n2\n1 1\n2 1\n\n", "A"),
    "b: carriage returns":  (B, "#HORIZONTALES\r\n2\r\n\r\n1 1\r\n#VERTICALES\r\n1 1\r\n1\r\n1", "D"),
    "c: lines":             (C, "3,\n2, 0, 0,\n1, 1, 0,\n1,1,0, 1,0,\n1 , 0 \n, 0\n\n", "D"),
    "c: no closing zero":   (C, "3,2,0,0,1,1,0,1,1,0,1,0,1,0",                  "D"),
    "c: two closing zeros": (C, "3,2,0,0,1,1,0,1,1,0,1,0,1,0,0,0",              "D"),
}  # fmt: skip


@pytest.mark.parametrize(("form", "text", "name"), QUIRKS.values(), ids=QUIRKS)
def test_quirks(form, text, name):
    assert read_one(form, text).puzzle == Puzzle.of_grid(picture(name))


LONG = ";" * 10_000
HINT = " (both lines end with ;, which makes a last, empty line)"
TRIM = " (each empty column needs an empty line, at the end of the file too)"
ZERO = "a 0 stands for an empty line and cannot be among other blocks"
#   id                     format  text                           message
BAD = {
    "a: empty":           (A, "",                                 "f:1: the file is empty"),
    "a: blank":           (A, "\n \n",                            "f:1: the file is empty"),
    "a: one line":        (A, "\n1;1\n",                          "f:2: 1 lines where 2 are due: the rows, then the columns"),
    "a: three lines":     (A, "1\n\n1\n1\n",                      "f:4: 3 lines where 2 are due: the rows, then the columns"),
    "a: junk":            (A, "hello\nworld\n",                   "f:1: 'hello' is not a block length"),
    "a: letters":         (A, "1\n1;x\n",                         "f:2: 'x' is not a block length"),
    "a: blank between":   (A, "1 1\n1;0;1\n",                     "f:1: '1 1' is not a block length"),
    "a: two commas":      (A, "1,,1\n1;0;1\n",                    "f:1: a stray ',' in '1,,1'"),
    "a: comma first":     (A, "1\n,1\n",                          "f:2: a stray ',' in ',1'"),
    "a: comma last":      (A, "1\n1 , \n",                        "f:2: a stray ',' in '1 ,'"),
    "a: only comma":      (A, "1\n1;,\n",                         "f:2: a stray ',' in ','"),
    "a: 0 among blocks":  (A, "1,0\n1;0\n",                       f"f:1: {ZERO}"),
    "a: separator":       (A, "1|1\n1;0;1\n",                     "f:1: '1|1' is not a block length"),
    "a: row too long":    (A, "2\n1\n",                           "f:1: row 1 needs 2 cells, the grid is 1 wide"),
    "a: column too long": (A, "1;1\n3\n",                         "f:2: column 1 needs 3 cells, the grid is 2 high"),
    "a: totals":          (A, "1;1\n1\n",                         "f:1: the rows have 2 cells, the columns 1: 1 more in the rows"),
    "a: ended by ;":      (A, "1;1;\n1;2;\n",                     f"f:1: the rows have 2 cells, the columns 3: 1 more in the columns{HINT}"),
    "a: ended and bad":   (A, "1;x;\n1;2;\n",                     f"f:1: 'x' is not a block length{HINT}"),
    "a: huge":            (A, f"{LONG}\n1\n",                     "f:1: 1x10001 is too large: at most 10000 a side and 25000000 cells"),
    "b: empty":           (B, "",                                 "f:1: the file is empty"),
    "b: junk":            (B, "hello\n",                          "f:1: #HORIZONTALES must stand before the first clue"),
    "b: text before":     (B, "1\n#HORIZONTALES\n1\n",            "f:1: #HORIZONTALES must stand before the first clue"),
    "b: other heading":   (B, "#ROWS\n1\n",                       "f:1: #HORIZONTALES must stand before the first clue"),
    "b: other order":     (B, "#VERTICALES\n1\n#HORIZONTALES\n1", "f:1: #VERTICALES must stand behind #HORIZONTALES"),
    "b: no columns":      (B, "#HORIZONTALES\n1\n1\n",            "f:3: no heading #VERTICALES behind the rows"),
    "b: heading only":    (B, "#HORIZONTALES\n",                  "f:1: no heading #VERTICALES behind the rows"),
    "b: truncated":       (B, "#HORIZONTALES\n1\n#VERTICALES\n",  "f:3: no column clues behind the heading"),
    "b: no rows":         (B, "#HORIZONTALES\n#VERTICALES\n1\n",  "f:1: no row clues behind the heading"),
    "b: repeated":        (B, "#HORIZONTALES\n1\n#horizontales\n", "f:3: a second heading #HORIZONTALES"),
    "b: repeated later":  (B, "#HORIZONTALES\n1\n#VERTICALES\n1\n#VERTICALES\n", "f:5: a second heading #VERTICALES"),
    "b: letter":          (B, "#HORIZONTALES\n1\n#VERTICALES\nx", "f:4: 'x' is not a block length"),
    "b: comment":         (B, "#HORIZONTALES\n1\n# x\n#VERTICALES\n1", "f:3: '#' is not a block length"),
    "b: separator":       (B, "#HORIZONTALES\n1;1\n#VERTICALES\n1", "f:2: '1;1' is not a block length"),
    "b: 0 among blocks":  (B, "#HORIZONTALES\n1\n#VERTICALES\n0 1", f"f:4: {ZERO}"),
    "b: trimmed":         (B, "#HORIZONTALES\n1\n2 1\n#VERTICALES\n1\n2\n", f"f:3: row 2 needs 4 cells, the grid is 2 wide{TRIM}"),
    "b: column too long": (B, "#HORIZONTALES\n1\n#VERTICALES\n2\n", "f:4: column 1 needs 2 cells, the grid is 1 high"),
    "b: totals":          (B, "#HORIZONTALES\n1\n#VERTICALES\n1\n1\n", "f:1: the rows have 1 cells, the columns 2: 1 more in the columns"),
    "b: huge":            (B, "#HORIZONTALES\n1\n#VERTICALES\n" + "\n" * 10_001, "f:1: 10001x1 is too large: at most 10000 a side and 25000000 cells"),
    "c: empty":           (C, "",                                 "f:1: the file is empty"),
    "c: blank":           (C, " \n\n",                            "f:1: the file is empty"),
    "c: junk":            (C, "hello",                            "f:1: 'hello' is not a number"),
    "c: letters":         (C, "1, 1, 0,\nx, 0, 0",                "f:2: 'x' is not a number"),
    "c: separator":       (C, "1; 1; 0; 1; 0; 0",                 "f:1: '1; 1; 0; 1; 0; 0' is not a number"),
    "c: blanks":          (C, "1, 1 0, 1, 0, 0",                  "f:1: '1 0' is not a number"),
    "c: comma last":      (C, "1, 1, 0, 1, 0, 0,\n",              "f:1: '' is not a number"),
    "c: two commas":      (C, "1, 1,\n, 0, 1, 0, 0\n",            "f:1: '' is not a number"),
    "c: zero size":       (C, "0, 0",                             "f:1: a puzzle needs at least one row and one column, not 0x0"),
    "c: huge":            (C, "10001, 1, 0",                      "f:1: 10001x10001 is too large: at most 10000 a side and 25000000 cells"),
    "c: declared too much": (C, "5000, 1, 0,\n0",                 "f:2: 2 clues ended by 0 where 10000 are due"),
    "c: size only":       (C, "2",                                "f:1: 0 clues ended by 0 where 4 are due"),
    "c: truncated":       (C, "1, 1, 0, 1",                       "f:1: 1 clues ended by 0 where 2 are due, and the last lacks its 0"),
    "c: behind":          (C, "1, 1, 0, 1, 0, 0,\n1, 0",          "f:2: 1 stands behind the last of 2 clues"),
    "c: third zero":      (C, "1, 1, 0, 1, 0, 0, 0, 0",           "f:1: 0 stands behind the last of 2 clues"),
    "c: row too long":    (C, "1,\n2, 0,\n1, 0, 0",               "f:2: row 1 needs 2 cells, the grid is 1 wide"),
    "c: totals":          (C, "1, 1, 0, 0, 0",                    "f:1: the rows have 1 cells, the columns 0: 1 more in the rows"),
}  # fmt: skip


@pytest.mark.parametrize(("form", "text", "message"), BAD.values(), ids=BAD)
def test_bad_texts(form, text, message):
    assert complaint(form, text) == message


@fuzzing
@given(
    st.sampled_from(list(FORMATS)).flatmap(lambda name: st.tuples(st.just(name), mutations(name)))
)
def test_survives_mutations(case):
    name, text = case
    survives(FORMATS[name], text)

"""Clues that are typed: on the command line, and as answers to questions on a terminal."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from command import python
from terminal import Terminal

from nonosat.errors import NonosatError, ParseError, PuzzleError
from nonosat.formats.said.typed import MAX_TYPED, typed_puzzle, typed_sides
from nonosat.model import Puzzle

# One line of text

#   id              rows          columns      as lists
GOOD = {
    "one cell":     ("1",          "1",         [[1]],             [[1]]),
    "both":         ("1 ,  1;3",   "2;1;,2,",   [[1, 1], [3]],     [[2], [1], [2]]),
    "an empty row": ("0;2",        "1;1",       [[], [2]],         [[1], [1]]),
    "00 is 0":      ("00;02",      "1;01",      [[], [2]],         [[1], [1]]),
    "all empty":    ("0;0",        "0",         [[], []],          [[]]),
    "carriage":     ("1\r",        "1\r",       [[1]],             [[1]]),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "row_list", "col_list"), GOOD.values(), ids=GOOD)
def test_typed_puzzles(rows: str, cols: str, row_list: list, col_list: list) -> None:
    assert typed_puzzle(rows, cols) == Puzzle.of(row_list, col_list)


#   id               rows           columns        row clues as (length, name)         inks
COLORED = {
    "two inks":      ("2k 1r",       "1k;1k;1r",    [[(2, "black"), (1, "red")]]),
    "stuck":         ("2k1r",        "1k;1k;1r",    [[(2, "black"), (1, "red")]]),
    "empty":         ("0;1k;1r",     "1k,1r",       [[], [(1, "black")], [(1, "red")]]),
    "ink in rows":   ("1k 1b",       "1k;1b",       [[(1, "black"), (1, "blue")]]),
    "one letter":    ("2r",          "1r;1r",       [[(2, "red")]]),
    "only black":    ("1k 1k",       "1k;0;1k",     [[(1, "black"), (1, "black")]]),
    "strange":       ("1q 1z",       "1q;1z",       None),
    "x":             ("1x 1r",       "1x;1r",       None),
    "capital":       ("1K 1k",       "1K;1k",       None),
    "capital alone": ("1R",          "1R",          [[(1, "red")]]),
    "not ascii":     ("1é 1k",       "1é;1k",       None),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "want"), COLORED.values(), ids=COLORED)
def test_colored_puzzles(rows: str, cols: str, want: list | None) -> None:
    puzzle = typed_puzzle(rows, cols)
    names = [color.name for color in puzzle.palette.colors]
    found = [[(length, names[color]) for length, color in clue] for clue in puzzle.rows]
    if want is not None:
        assert found == want
    else:  # two inks of whatever look
        (((_, first), (_, second)),) = found
        assert first != second
    lengths = [[int(number) for number in re.findall("[0-9]+", line)] for line in rows.split(";")]
    assert [[length for length, _ in clue] or [0] for clue in puzzle.rows] == lengths


@pytest.mark.parametrize("letters", ["kr", "rk", "KR", "ab", "gy"])
def test_clues_are_shown_in_the_letters_they_were_typed_in(letters: str) -> None:
    one, other = letters
    puzzle = typed_puzzle(f"2{one} 1{other}", f"1{one};1{one};1{other}")
    assert puzzle.rows[0].text(puzzle.palette) == f"2{one} 1{other}"


#   id               rows            columns         message
BAD = {
    "nothing":       ("",             "1",            "row 1: an empty line is written 0"),
    "last missing":  ("1;",           "1",            "row 2: an empty line is written 0"),
    "columns":       ("1",            "",             "column 1: an empty line is written 0"),
    "word":          ("one",          "1",            "row 1: 'one' is not a block length"),
    "minus":         ("1;-1",         "1",            "row 2: '-1' is not a block length"),
    "fraction":      ("1.5",          "1",            "row 1: '1.5' is not a block length"),
    "newline":       ("1\n2",         "1",            "row 1: '1\\n2' is not a block length"),
    "other digits":  ("\uff11",           "1",            "row 1: '\uff11' is not a block length"),
    "long number":   ("1234567",      "1",            "row 1: '1234567' is not a block length"),
    "long word":     ("x" * 99,       "1",            f"row 1: {'x' * 20!r} is not a block length"),
    "zero inside":   ("1 0",          "1",            "row 1: a 0 stands for an empty line and cannot be among other blocks"),
    "letter":        ("5;5;l;1",      "1;1;1;1;1",    "row 3: 'l' is not a number (1?)"),
    "letter for 0":  ("5;5;1O",       "1;1;1",        "row 3: '1O' has a letter for its color, '5' in row 1 has none"),
    "no color":      ("1 1r 1k",      "1;1r;1k",      "row 1: block '1' does not say its color"),
    "column color":  ("1k 1r",        "1k;1",         "column 2: block '1' does not say its color"),
    "too long":      ("3",            "1;1",          "row 1 needs 3 cells, the grid is 2 wide"),
    "too high":      ("1;1",          "3",            "column 1 needs 3 cells, the grid is 2 high"),
    "no ;":          ("1,1 5 5 3 1",  "2 4 4 4 2",    "the rows are one line; put ; between lines, as in '1 1;5': row 1 needs 21 cells, the grid is 1 wide"),
    "no ; in columns": ("1,1;5;5;3;1", "2 4 4 4 2", "the columns are one line; put ; between lines, as in '1 1;5': row 1 needs 3 cells, the grid is 1 wide"),
    "no ; nor clue": ("5",            "1 1 1 1 1",    "the columns are one line; put ; between lines, as in '1 1;5': row 1 needs 5 cells, the grid is 1 wide"),
    "totals":        ("2",            "1;0",          "the rows have 2 cells, the columns 1: 1 more in the rows"),
    "color totals":  ("1k 1r",        "1k;1k",        "the rows have 1 black cell, the columns 2: 1 more in the columns; the rows have 1 red cell, the columns 0: 1 more in the rows"),
    "huge":          ("1;" * 600_000, "1",            "too many clues to type; put them into a file"),
    "long clue":     ("1," * 50_000,  "1",            "row 1: a clue of 100000 characters is longer than any line"),
    "too many rows": ("0;" * 10_000 + "0", "0",       "1x10001 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "message"), BAD.values(), ids=BAD)
def test_bad_clues_are_explained(rows: str, cols: str, message: str) -> None:
    with pytest.raises((ParseError, PuzzleError)) as caught:
        typed_puzzle(rows, cols)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("rows", "cols", "message"),
    [
        (["1", "-"], [], "row 2: '-' is not a block length"),
        ([], ["1", "-"], "column 2: '-' is not a block length"),
        (["1" * (MAX_TYPED + 1)], [], "too many clues to type; put them into a file"),
        ([f"1{chr(0x4E00 + at)}" for at in range(300)], [], "300 inks are too many, at most 255 are supported"),
    ],
    ids=["row", "column", "long", "inks"],
)  # fmt: skip
def test_bad_lines_are_explained(rows: list[str], cols: list[str], message: str) -> None:
    with pytest.raises(NonosatError) as caught:
        typed_sides(rows, cols)
    assert str(caught.value) == message


# In an editor

EDITOR = """
import pathlib, sys
answers, file = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
first, *rest = answers.read_text().split("---\\n")
answers.write_text("---\\n".join(rest))
print(file.read_text())
file.write_text(first if first.strip() != "as it is" else file.read_text())
"""


def edited(folder: Path, *answers: str) -> tuple[int | None, str]:
    """Exit code and output of ``solve`` where the editor leaves these texts, one after the other."""
    (folder / "editor.py").write_text(EDITOR)
    (folder / "answers").write_text("---\n".join(answers))
    words = shlex.join([sys.executable, str(folder / "editor.py"), str(folder / "answers")])
    with Terminal("solve", VISUAL=words, TERM="dumb", NO_COLOR="1") as talk:
        return talk.end()


@pytest.mark.parametrize(
    "text", ["2\n1\n\n2\n1\n", "# rows\n2\n1\n\n# columns\n2\n1\n\n\n", "2k\n1k\n\n2k\n1k"]
)
def test_clues_are_typed_in_an_editor(tmp_path: Path, text: str) -> None:
    code, seen = edited(tmp_path, text)
    assert code == 0
    assert "Type the clues of all rows, from top to bottom" in seen
    assert " 2 # #\r\n 1 # .\r\n" in seen.replace("2k", " 2").replace("1k", " 1") or "k" in text
    assert "\nunique solution, " in seen


def test_wrong_clues_are_edited_again_with_the_reason_above_them(tmp_path: Path) -> None:
    code, seen = edited(tmp_path, "3\n1\n\n2\n1\n", "2\n1\n\n2\n1\n")
    assert "# row 1 needs 3 cells, the grid is 2 wide\r\n" in seen
    assert (code, "\nunique solution, " in seen) == (0, True)


def test_wrong_clues_that_are_left_so_are_an_error(tmp_path: Path) -> None:
    code, seen = edited(tmp_path, "2\n\nx\n", "as it is")
    assert code == 3
    assert seen.endswith("nonosat: column 1: 'x' is not a block length\r\n")


@pytest.mark.parametrize(
    ("text", "said"), [("# nothing\n", "no clues were typed"), ("2\n", "column")]
)
def test_clues_that_are_missing(tmp_path: Path, text: str, said: str) -> None:
    code, seen = edited(tmp_path, text, "as it is")
    assert code in (2, 3)
    assert said in seen.splitlines()[-1]


def test_without_an_editor_the_options_are_named() -> None:
    with Terminal("solve", VISUAL="/nowhere/editor") as talk:
        code, seen = talk.end()
    assert code == 2
    assert "EDITOR in the environment names an editor, or give --rows and --cols" in seen


def test_without_a_terminal_nothing_is_asked() -> None:
    done = python("-m", "nonosat", "solve")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nonosat: give a FILE, - for stdin, or --rows and --cols\n"

"""Olšák's format g."""

import pytest
from format_examples import (
    PICTURES,
    SHAPES,
    complaint,
    examples,
    fuzzing,
    mutations,
    read,
    read_one,
    survives,
)
from hypothesis import given

from nonosat.errors import CannotHold, TooLarge, Unsupported
from nonosat.formats.base import Record
from nonosat.formats.css_colors import COLOR_NAMES, parse_color
from nonosat.formats.olsak import Olsak
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet, default_palette

G = Olsak()
COLORS = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])
A, C = (path.read_text() for path in examples("g"))
ONE = ": rows\n1\n: columns\n1\n:\n"


def colored(*rows, palette=COLORS):
    return Sheet(Puzzle.of_grid(Grid.of(rows, palette), palette))


@pytest.mark.parametrize("path", examples("g"), ids=str)
def test_examples(path):
    palette = COLORS if path.stem == "C" else BLACK_AND_WHITE
    sheet = read_one(G, path.read_text())
    assert sheet.puzzle == Puzzle.of_grid(Grid.of(PICTURES[path.stem], palette), palette)


SHEETS = {
    **{name: Sheet(made) for name, made in SHAPES.items()},
    "touching": colored(".kk..", "kkrr.", "..r..", "rr.kk"),
    "empty lines, colored": colored("k.r", "...", "..."),
    "no black": colored("abb.a", palette=Palette.of([("white", "#ffffff", "."), ("sky", "#87ceeb", "a"), ("dark sea", "#000055", "b")])),
    "one ink, not black": colored("#.#", palette=Palette.of([("white", "#ffffff", "."), ("red", "#d00000", "#")])),
    "dark paper": colored("#.#", palette=Palette.of([("black", "#000000", "."), ("white", "#ffffff", "#")])),
    "many inks": Sheet(Puzzle.of([[]], [[]], default_palette(40))),
    "credits": Sheet(SHAPES["A"], title="T", author="A", copyright="C", license="L", source="S", id="I"),
    "no title": Sheet(SHAPES["A"], author="A"),
    "colon": Sheet(SHAPES["A"], title=": rows"),
    "hash": Sheet(SHAPES["A"], title="#d"),
    "digit": Sheet(SHAPES["A"], title="3 bears"),
    "label": Sheet(SHAPES["A"], title="Author: nobody", author="title: x"),
}  # fmt: skip


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_round_trip(sheet):
    assert read_one(G, G.write([sheet])) == sheet


def test_hostile_credits_become_one_line():
    text = " \n: rows\n1\n\x1b\"b' <c> ]]> \x00\ud800 é\r#d\t&amp; "
    sheet = Sheet(SHAPES["A"], title=text, author=text)
    again = read_one(G, G.write([sheet]))
    assert again.puzzle == sheet.puzzle
    assert again.title == again.author == ": rows 1 \"b' <c> ]]> é #d &amp;"


def test_hostile_color_names():
    names = [("<<", "#ffffff", "."), ("<> \n: x", "#123456", "a"), ("/\\", "#00ff00", "b")]
    again = read_one(G, G.write([colored("ab", palette=Palette.of(names))])).puzzle
    assert [color.rgb for color in again.palette.colors] == [rgb for _, rgb, _ in names]
    assert [color.name for color in again.palette.colors] == ["white", ": x", "/\\"]


def test_too_many_inks():
    with pytest.raises(CannotHold):
        G.write([Sheet(Puzzle.of([[]], [[]], default_palette(200)))])


def test_leading_text():
    sheet = read_one(G, "\n Title\nby me\nAUTHOR: me\n" + ONE)
    assert (sheet.title, sheet.author, sheet.notes) == ("Title", "me", (("comment", "by me"),))


B_W = SHAPES["A"]
C_C = Puzzle.of_grid(Grid.of(PICTURES["C"], COLORS), COLORS)
QUIRKS = {
    "no last colon": (A[:-2], B_W),
    "no last newline": (A[:-1], B_W),
    "blanks without a newline": (A[:-2] + "  ", B_W),
    "more behind": (A + "whatever 9 9 9\n: x\n", B_W),
    "0 is empty": (A.replace("3\n\n", "3\n0\n"), B_W),
    "blanks are empty": (A.replace("3\n\n", "3\n \t\n"), B_W),
    "# ends the rows": (A.replace(": columns", "# columns"), B_W),
    "no free text": (A[A.index(":") :], B_W),
    "glued": (C.replace("1r 1\n", "1r1\n"), C_C),
    "commas": (C.replace("2 2r", "2,2r"), C_C),
    "X11 names": (C.replace("#000000   black", "Black"), C_C),
    "big D": (C.replace("#d", "#Dutch"), C_C),
    "indented": (C.replace("r:%", "  r:%"), C_C),
    "blank shown": (C.replace("r:%", "r: "), C_C),
    "blank line among colors": (C.replace("r:%", "\nr:%"), C_C),
    "6 is nothing": (C.replace("r:%", "6:$ blue\nr:%"), C_C),
    "no 0": (C.replace("0:   #FFFFFF   white\n", ""), C_C),
    "black on white": (f"#d\n1:X black\n{ONE}", Puzzle.of([[1]], [[1]])),
    "colors without inks": ("#d\n0: white\n: \n\n:\n\n:\n", Puzzle.of([[]], [[]])),
}


@pytest.mark.parametrize(("text", "want"), QUIRKS.values(), ids=QUIRKS)
def test_quirks(text, want):
    assert read_one(G, text).puzzle == want


BAD = {
    "empty": ("", "f: the file is empty"),
    "junk": ("hello\nworld", "f:2: no line that starts with ':' and begins the rows"),
    "digit": ("4 5\n" + A, "f:1: a .g file cannot start with a digit"),
    "truncated": (A[: A.index(": col")], "f:6: no line that starts with ':' and begins the columns"),
    "truncated in columns": (A[: A.index("1 1")], "f:3: row 1 needs 4 cells, the grid is 2 wide"),
    "no rows": (": rows\n: columns\n1\n:\n", "f:1: a puzzle needs at least one row and one column, not 1x0"),
    "too many rows": (":\n" + "\n" * 10001 + ":\n1\n:", "f:1: 1x10001 is too large: at most 10000 a side and 25000000 cells"),
    "triddler": ("#t\n" + C, "f:1: triddlers are not supported"),
    "triddler after text": ("x\n#Triddler\n" + C, "f:2: triddlers are not supported"),
    "triangle word": (C.replace("#D00000", "black/orange"), "f:5: triangles are not supported"),
    "triangle word, back": (C.replace("#D00000", "black\\orange"), "f:5: triangles are not supported"),
    "glued triangle": (C.replace("red", "<> red"), "f:5: triangles are not supported"),
    "other hash": ("#x\n" + A, "f:1: only '#d' can stand here, which begins the colors"),
    "unknown color": (C.replace("#D00000", "blurple"), "f:5: unknown color 'blurple'"),
    "bad hex": (C.replace("#D00000", "#D0000"), "f:5: unknown color '#D0000'"),
    "no color line": (C.replace("r:%  #D00000   red", "red"), "f:5: 'red' is not a color such as 'r:%  #D00000  red'"),
    "digit as suffix": (C.replace("r:%", "2:%"), "f:5: '2:%  #D00000   red' is not a color such as 'r:%  #D00000  red'"),
    "suffix twice": (C.replace("r:%", "1:%"), "f:5: color '1' is declared twice"),
    "unknown suffix": (C.replace("\n1r\n", "\n1x\n"), "f:9: unknown color 'x' in '1x'"),
    "no default": (C.replace("1:X", "k:X"), "f:7: block '2' does not say its color"),
    "suffix without colors": (A.replace("\n3\n", "\n3r\n"), "f:4: '3r' is not a block length"),
    "0 among others": (A.replace("\n3\n", "\n3 0\n"), "f:4: a 0 stands for an empty line and cannot be among other blocks"),
    "no number": (A.replace("\n3\n", "\nthree\n"), "f:4: 'three' is not a block length"),
    "too long": (A.replace("\n3\n", "\n6\n"), "f:4: row 2 needs 6 cells, the grid is 5 wide"),
    "totals": (A.replace("\n3\n", "\n4\n"), "f:2: the rows have 9 cells, the columns 8: 1 more in the rows"),
    "totals of a color": (C.replace("\n1r\n", "\n2r\n"), "f:6: the rows have 6 red cells, the columns 5: 1 more in the rows"),
    "too many inks": ("#d\n" + "".join(f"{chr(0x4E00 + i)}:x red\n" for i in range(300)) + ONE, "f:1: more than 255 inks are not supported"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "want"), BAD.values(), ids=BAD)
def test_bad(text, want):
    assert complaint(G, text) == want


def test_classes_and_first_line():
    with pytest.raises(Unsupported):
        read(G, BAD["triddler"][0])
    with pytest.raises(TooLarge):
        read(G, BAD["too many rows"][0])
    with pytest.raises(ValueError, match=r"f:104: row 2 needs 6"):
        G.read(Record(BAD["too long"][0], "f", 101))


#    text            bare_hex  names  x11    color
COLOR_TEXTS = {
    "short": ("#d0F", False, True, False, "#dd00ff"),
    "long": ("#D0F0a1", False, True, False, "#d0f0a1"),
    "bare": ("d0f", True, True, False, "#dd00ff"),
    "bare, not allowed": ("d0f", False, True, False, ""),
    "name": ("CornFlowerBlue", False, True, False, "#6495ed"),
    "name, not allowed": ("red", False, False, False, ""),
    "grey": ("LightGrey", False, True, False, "#d3d3d3"),
    "gray": ("gray", False, True, False, "#808080"),
    "gray of X11": ("grey", False, True, True, "#bebebe"),
    "green of X11": ("green", False, True, True, "#00ff00"),
    "red of X11": ("red", False, True, True, "#ff0000"),
    "five digits": ("#12345", True, True, True, ""),
    "newline": ("#123\n", True, True, True, ""),
    "empty": ("", True, True, True, ""),
}


@pytest.mark.parametrize(
    ("text", "bare_hex", "names", "x11", "want"), COLOR_TEXTS.values(), ids=COLOR_TEXTS
)
def test_colors(text, bare_hex, names, x11, want):
    assert parse_color(text, bare_hex=bare_hex, names=names, x11=x11) == want


def test_color_table():
    assert len(COLOR_NAMES) == 141  # 148 of CSS without the seven spelled "grey"


@fuzzing
@given(mutations("g"))
def test_survives(text):
    survives(G, text)

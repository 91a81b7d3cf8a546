"""Olšák's format g."""

from format_examples import COLORS, PICTURES, SHAPES, drawn, examples

from nonosat.errors import ParseError, TooLarge
from nonosat.model import Grid, Palette, Puzzle, Sheet, default_palette

A, C = (path.read_text() for path in examples("g"))
ONE = ": rows\n1\n: columns\n1\n:\n"


KEPT = {
    "touching": drawn(*PICTURES["C"], palette=COLORS),
    "empty lines, colored": drawn("k.r", "...", "...", palette=COLORS),
    "no black": drawn("abb.a", palette=Palette.of([("white", "#ffffff", "."), ("sky", "#87ceeb", "a"), ("dark sea", "#000055", "b")])),
    "one ink, not black": drawn("#.#", palette=Palette.of([("white", "#ffffff", "."), ("red", "#d00000", "#")])),
    "dark paper": drawn("#.#", palette=Palette.of([("black", "#000000", "."), ("white", "#ffffff", "#")])),
    "many inks": Sheet(Puzzle.of([[]], [[]], default_palette(40))),
    "credits": Sheet(SHAPES["A"], title="T", author="A", copyright="C", license="L", source="S", id="I"),
    "no title": Sheet(SHAPES["A"], author="A"),
    "colon": Sheet(SHAPES["A"], title=": rows"),
    "hash": Sheet(SHAPES["A"], title="#d"),
    "digit": Sheet(SHAPES["A"], title="3 bears"),
    "label": Sheet(SHAPES["A"], title="Author: nobody", author="title: x"),
}  # fmt: skip


TEXT = " \n: rows\n1\n\x1b\"b' <c> ]]> \x00\ud800 é\r#d\t&amp; "
LINE = ": rows 1 \"b' <c> ]]> é #d &amp;"
ODD = Palette.of([("<<", "#ffffff", "."), ("<> \n: x", "#123456", "a"), ("/\\", "#00ff00", "b")])
CHANGED = {
    "hostile credits become one line": (
        Sheet(SHAPES["A"], title=TEXT, author=TEXT),
        Sheet(SHAPES["A"], title=LINE, author=LINE),
    ),
    "hostile color names": (
        drawn("ab", palette=ODD),
        {"puzzle.palette": Palette.of([("white", "#ffffff", "."), (": x", "#123456", "a"), ("/\\", "#00ff00", "b")])},
    ),
}  # fmt: skip
CANNOT = {
    "too many inks": (Sheet(Puzzle.of([[]], [[]], default_palette(200))), "characters for inks")
}
B_W = SHAPES["A"]
C_C = Puzzle.of_grid(Grid.of(PICTURES["C"], COLORS), COLORS)
READ = {
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
    "leading text": ("\n Title\nby me\nAUTHOR: me\n" + ONE, {"title": "Title", "author": "me", "notes": (("comment", "by me"),)}),
    "colors without names": (
        "#d\na:a #123456\nA:A #234567\n:\n1a 1A\n:\n1a\n1A\n",
        {"puzzle.palette": Palette.of([("white", "#ffffff", "."), ("a", "#123456", "a"), ("A 2", "#234567", "A")])},
    ),
    "colors without inks": ("#d\n0: white\n: \n\n:\n\n:\n", Puzzle.of([[]], [[]])),
}  # fmt: skip


BAD = {
    "empty": ("", "f: the file is empty"),
    "blank": (" ", "f: the file is empty"),
    "junk": ("hello\nworld", "f:2: no line that starts with ':' and begins the rows"),
    "digit": ("4 5\n" + A, "f:1: a .g file cannot start with a digit"),
    "truncated": (A[: A.index(": col")], "f:6: no line that starts with ':' and begins the columns"),
    "truncated in columns": (A[: A.index("1 1")], "f:3: row 1 needs 4 cells, the grid is 2 wide"),
    "too many rows": (":\n" + "\n" * 10001 + ":\n1\n:", ("f:1: 1x10001 is too large: at most 10000 a side and 25000000 cells", TooLarge)),
    "triddler": ("#t\n" + C, ("f:1: triddlers are not supported", ParseError)),
    "triddler after text": ("x\n#Triddler\n" + C, "f:2: triddlers are not supported"),
    "triangle word": (C.replace("#D00000", "black/orange"), "f:5: triangles are not supported"),
    "glued triangle": (C.replace("red", "<> red"), "f:5: triangles are not supported"),
    "other hash": ("#x\n" + A, "f:1: only '#d' can come here, which begins the colors"),
    "unknown color": (C.replace("#D00000", "blurple"), "f:5: unknown color 'blurple'"),
    "no color line": (C.replace("r:%  #D00000   red", "red"), "f:5: 'red' is not a color such as 'r:%  #D00000  red'"),
    "suffix twice": (C.replace("r:%", "1:%"), "f:5: color '1' is declared twice"),
    "unknown suffix": (C.replace("\n1r\n", "\n1x\n"), "f:9: unknown color 'x' in '1x'"),
    "no default": (C.replace("1:X", "k:X"), "f:7: block '2' does not say its color"),
    "suffix without colors": (A.replace("\n3\n", "\n3r\n"), "f:4: '3r' is not a block length"),
    "no number": (A.replace("\n3\n", "\nthree\n"), "f:4: 'three' is not a block length"),
    "too long": (A.replace("\n3\n", "\n6\n"), "f:4: row 2 needs 6 cells, the grid is 5 wide"),
    "totals of a color": (C.replace("\n1r\n", "\n2r\n"), "f:6: the rows have 6 red cells, the columns 5: 1 more in the rows"),
    "too many inks": ("#d\n" + "".join(f"{chr(0x4E00 + i)}:x red\n" for i in range(300)) + ONE, "f:1: more than 255 inks are not supported"),
}  # fmt: skip

"""The format non."""

from dataclasses import replace

from format_examples import COLORS, PICTURES, SHAPES, drawn, examples

from nonosat.errors import TooLarge
from nonosat.model import Domains, Grid, Palette, Puzzle, Sheet, default_palette

A, C = (path.read_text() for path in examples("non"))
GOAL_C = (Grid.of(PICTURES["C"], COLORS),)
ONE = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"


HOSTILE = 'a\n"b\' <c> & ]]> \\ \\" :\t&amp; &copy; é 漢 \r ==== goal 0110\n====\nwidth 9\n \x1b\x00\ud800'
CLEAN = HOSTILE[:-3]
FIELDS = ("title", "author", "copyright", "license", "source", "id")
KEPT = {
    "touching": drawn(*PICTURES["C"], palette=COLORS),
    "empty lines, colored": drawn("k.r", "...", "...", palette=COLORS),
    "unused ink": drawn("k.", ".k", palette=COLORS),
    "one ink, not black": drawn("#.#", palette=Palette.of([("white", "#ffffff", "."), ("skyblue", "#87ceeb", "s")])),
    "dark paper": drawn("#.#", palette=Palette.of([("black", "#000000", "."), ("red", "#d00000", "#")])),
    "nameless colors": drawn("ab", palette=Palette.of([("white", "#ffffff", "."), ("a", "#123456", "a"), ("b", "#654321", "b")])),
    "hostile credits": Sheet(SHAPES["A"], **dict.fromkeys(FIELDS, CLEAN)),
    "blank edges": Sheet(SHAPES["A"], title="  x\n", author="\\", source="'", license='"', id="AT&T"),
    "notes": Sheet(SHAPES["A"], notes=(("level", CLEAN), ("title.de", "B"), ("level", ""))),
    "saved": replace(drawn("k.r", "...", palette=COLORS), saved=Domains.of_cells(2, 3, 3, [1, 2, 4, 7, 7, 1])),
}  # fmt: skip


CHANGED = {
    "what is dropped": (
        Sheet(Puzzle.of([[]], [[]], COLORS), saved=Domains.of_cells(1, 1, 3, [3]), notes=(("two words", "x"), ("Goal", "x"), ("1", "x"), ("", "x"), ("fine", HOSTILE))),
        {"notes": (("note", "two words: x"), ("note", "Goal: x"), ("note", "1: x"), ("note", "x"), ("fine", CLEAN)), "saved": Domains.of_cells(1, 1, 3, [7])},
    ),
}  # fmt: skip
CANNOT = {"too many inks": (Sheet(Puzzle.of([[]], [[]], default_palette(27))), "26 characters")}
WHITE = ("white", "#ffffff", ".")
BLACK, RED, BLUE = ("black", "#000000", "k"), ("red", "#d00000", "r"), ("blue", "#0050d0", "b")
SIZE = "width 2\nheight 1\nrows\n%s\ncolumns\n%s\n%s\n"
_PALETTES = {
    "letters only": (SIZE % ("1r 1b", "1r", "1b"), [WHITE, RED, BLUE]),
    "in order of the clues": (SIZE % ("1b 1r", "1b", "1r"), [WHITE, BLUE, RED]),
    "bare is black": (SIZE % ("1r 1", "1r", "1"), [WHITE, BLACK, RED]),
    "bare is the declared black": ("color r #d00000\ncolor z #000\n" + SIZE % ("1r 1", "1r", "1z"), [WHITE, RED, ("black", "#000000", "z")]),
    "other letters": (SIZE % ("1x 1k", "1x", "1k"), [WHITE, ("red", "#d00000", "x"), BLACK]),
    "one letter": (SIZE % ("2r", "1r", "1r"), [WHITE, RED]),
    "one black letter": (SIZE % ("2k", "1k", "1"), [WHITE, BLACK]),
    "declared, not used": ("color k #000000\n" + SIZE % ("0", "0", "0"), [WHITE, BLACK]),
    "equal colors": ("color a #123\ncolor b #123\n" + SIZE % ("0", "0", "0"), [WHITE, ("a", "#112233", "a"), ("b", "#112233", "b")]),
    "named": ("color a coral\n" + SIZE % ("0", "0", "0"), [WHITE, ("coral", "#ff7f50", "a")]),
    "paper": ("color 0 #eeeeee\n" + SIZE % ("1", "1", "0"), [("background", "#eeeeee", "."), BLACK]),
}  # fmt: skip


RED_FIRST = Palette.of([WHITE, RED, BLACK])
BOTH = {"puzzle": SHAPES["A"], "goals": (Grid.of(PICTURES["A"]),)}
READ = {
    "goal does not fit": (A.replace('"11010', '"01011'), {"guesses": ("f:19: the goal is left out, since it does not fit the clues: row 1 reads 1 2, its clue is 2 1",)}),
    "columns first": (A.replace("rows\n2,1\n3\n0\n2\n\n", "") + "rows\n2,1\n3\n0\n2\n", BOTH),
    "other words": (A.replace("width", "columns").replace("height", "rows"), BOTH),
    "blank is empty": (A.replace("\n0\n", "\n\n").replace("\n\ncolumns", "\ncolumns"), BOTH),
    "blank is decoration": (A.replace("\n3", "\n\n3"), BOTH),
    "comments": (A.replace("\n3", "\n# a comment\n  # 9\n3"), BOTH),
    "commas and spaces": (A.replace(",", " , "), BOTH),
    "leading zeros": (A.replace("\n3", "\n003").replace("5", "05"), BOTH),
    "maxrule": (A.replace("rows", "maxrule 3\nrows"), BOTH),
    "goal unquoted": (A.replace('"11010011100000000110"', "11010011100000000110"), BOTH),
    "goal in rows": (A.replace('"11010011100000000110"', '"11010\n01110\n00000\n\n00110"'), BOTH),
    "goal with marks": (A.replace('"11010011100000000110"', "11010|01110|00000|00110|"), BOTH),
    "goal below": (A.replace('"11010011100000000110"', "\n11010\n01110\n00000\n00110\n"), BOTH),
    "goal twice": (A + A.splitlines()[-1], BOTH | {"goals": BOTH["goals"] * 2}),
    "packed": ("====\n" + A + "\n====", BOTH),
    "indented": (A.replace("\n", "\n  "), BOTH),
    **{f"palette: {name}": (text, {"puzzle.palette": Palette.of(want)}) for name, (text, want) in _PALETTES.items()},
    "plain concatenation": (
        'title "1"\n' + ONE + 'goal "1"\ntitle "2"\n' + ONE + 'source "2"\n' + C + C,
        [
            {"title": title, "source": source, "goals": goals}
            for title, source, goals in (("1", "", (Grid.of(["#"]),)), ("2", "", ()), ("Example C", "2", (Grid.of(PICTURES["C"], RED_FIRST),)), ("Example C", "", GOAL_C))
        ],
    ),
    "credits": (
        'catalogue "c"\nby "x"\nby "y"\ntitle.de "t"\nlicense\n' + ONE + "copyright (c)\n",
        {"id": "c", "author": "x, y", "license": "", "copyright": "(c)", "notes": (("title.de", "t"),)},
    ),
    "the last saved game counts": (ONE + 'saved "1"\nsaved "?"\n', {"saved": Domains.of_cells(1, 1, 2, [3])}),
}  # fmt: skip


_VALUES = {
    "plain": ("a b", "a b"),
    "double quotes": ('"a b"', "a b"),
    "single quotes": ("'a \"b'", 'a "b'),
    "escapes": (r'"a \"b\" \\ \c"', 'a "b" \\ c'),
    "entities": ('"&eacute;&#233;&amp;eacute;"', "éé&eacute;"),
    "open quote": ('"a', '"a'),
    "apostrophe": ("'Twas", "'Twas"),
    "quotes inside": ("'a' or 'b'", "'a' or 'b'"),
    "bare": ("", ""),
    "empty": ('""', ""),
}
READ |= {
    f"{field} {name}": (f"{word} {text}\n" + ONE, {field: want if field == "title" else (("level", want),)})
    for name, (text, want) in _VALUES.items()
    for word, field in (("title", "title"), ("level", "notes"))
}  # fmt: skip


BAD = {
    "l for 1": (ONE.replace("rows\n1", "rows\nl"), "f:4: 'l' is not a number (1?)"),
    "empty": ("", "f: there is no puzzle in this file"),
    "comment": ("# x\n====\n", "f: there is no puzzle in this file"),
    "junk": ("hello\nworld", "f:2: the puzzle does not state its 'width'"),
    "punctuation": ("-?-\n" + ONE, "f:1: '-?-' is outside of 'rows' and 'columns'"),
    "clue after a property": (A + "1\n", "f:20: '1' is outside of 'rows' and 'columns'"),
    "a row too few": (A.replace("height 4", "height 5"), "f:7: 4 row clues, expected 5 (write 0 for an empty line)"),
    "no height": (ONE.replace("height 1\n", ""), "f:2: 'height' must be stated before 'rows'"),
    "no size at the end": ("width 1\n", "f:1: the puzzle does not state its 'height'"),
    "size twice": ("width 2\n" + ONE, "f:2: 'width' is stated twice"),
    "size is not a number": (ONE.replace("width 1", "width x"), "f:1: 'x' is not a width"),
    "huge": (ONE.replace("width 1", "width 999999"), ("f:2: 999999x1 is too large: at most 10000 a side and 25000000 cells", TooLarge)),
    "promises more": (ONE.replace(" 1", " 5000"), "f:4: 1 row clues, expected 5000 (write 0 for an empty line)"),
    "no columns": (A[: A.index("columns")], "f:11: the puzzle has no 'columns'"),
    "truncated": (A[: A.index("1,1")], "f:13: 2 column clues, expected 5 (write 0 for an empty line)"),
    "truncated at once": (A[: A.index("columns") + 8], "f:12: no column clues, expected 5"),
    "rows twice": (A.replace("columns", "rows"), "f:12: a second list of rows"),
    "too long": (A.replace("\n3\n", "\n6\n"), "f:8: row 2 needs 6 cells, the grid is 5 wide"),
    "totals of a color": (C.replace("\n1r\n", "\n2r\n", 1), "f:7: the rows have 6 red cells, the columns 5: 1 more in the rows"),
    "swapped": ("width 5\nheight 4\nrows\n5\n0\n0\n0\ncolumns\n5\n0\n0\n0\n0\n", "f:9: column 1 needs 5 cells, the grid is 4 high"),
    "capital suffix": (A.replace("\n3\n", "\n3R\n"), "f:8: unknown color 'R' in '3R'"),
    "color letter": ("color R #d00000\n" + ONE, "f:1: a color is written as one letter a-z and #rrggbb"),
    "color value": ("color r #d0000\n" + ONE, "f:1: a color is written as one letter a-z and #rrggbb"),
    "color twice": ("color r #d00000\n" * 2 + ONE, "f:2: color 'r' is declared twice"),
    "goal too short": (A.replace('"1101', '"101'), "f:19: the goal picture has 19 cells, the puzzle 20"),
    "goal empty": (ONE + "goal\n", "f:7: the goal picture has 0 cells, the puzzle 1"),
    "goal of unknown color": (A.replace('"1101', '"11x1'), "f:19: the goal picture has 'x', which is not a color of the clues"),
    "goal of no color": (C.replace('"0kk', '"1kk'), "f:20: the goal picture has '1', which is not a color of the clues"),
    "goal with unknown cell": (A.replace('"1101', '"11?1'), "f:19: the goal picture has '?', an unknown cell"),
    "second puzzle": (A + "====\n" + A.replace("\n3\n", "\n6\n"), "f:28: row 2 needs 6 cells, the grid is 5 wide"),
}  # fmt: skip

"""The format webpbn."""

from dataclasses import replace

from format_examples import COLORS, PICTURES, SHAPES, drawn, examples

from nonosat.errors import TooLarge
from nonosat.model import Domains, Grid, Palette, Puzzle, Sheet

A, C = (path.read_text() for path in examples("webpbn"))
HEAD = '<puzzleset><puzzle><clues type="columns"><line><count>1</count></line></clues>'
ROWS = '<clues type="rows"><line><count>1</count></line></clues>'
END = "</puzzle></puzzleset>"


def goal(text, kind="goal"):
    return f'<solution type="{kind}"><image>{text}</image></solution>'


HOSTILE = "a\n\"b' <c> & ]]> \x00\x01\x1b\ufffe\ud800 :\t&amp; &copy; <!-- é 漢 \r x"
CLEAN = "a\n\"b' <c> & ]]>  :\t&amp; &copy; <!-- é 漢 \r x"
BOTH = Grid.of(["#.", ".#"]), Grid.of([".#", "#."])
KEPT = {
    "touching": drawn(*PICTURES["C"], palette=COLORS),
    "unused ink": drawn("k.", ".k", palette=COLORS),
    "one ink, not black": drawn("#.#", palette=Palette.of([("white", "#ffffff", "."), ("sky", "#87ceeb", "#")])),
    "dark paper": drawn("#.#", palette=Palette.of([("black", "#000000", "."), ("white", "#ffffff", "#")])),
    "odd names": drawn("ab", palette=Palette.of([("<paper>", "#fefefe", "."), ("a 'b' \"c\"", "#00ff00", "a"), ("&copy;", "#0000ff", "b")])),
    "credits": Sheet(SHAPES["A"], title="T", author="B", copyright="C", source="S", id="#47 (v.1)"),
    "notes": Sheet(SHAPES["A"], notes=(("series", "All"), ("note", "1"), ("description", "2\n3"), ("authorid", "x"))),
    "notes of other names": Sheet(SHAPES["A"], notes=(("difficulty", "easy"), ("note", "a: b"), ("note", "See: http://x"))),
    "two goals": Sheet(Puzzle.of_grid(BOTH[0]), goals=BOTH),
    "nothing given": Sheet(SHAPES["B"], saved=SHAPES["B"].unknown()),
    "saved": replace(drawn("k.r", "...", palette=COLORS), saved=Domains.of_cells(2, 3, 3, [1, 2, 4, 3, 7, 5])),
}  # fmt: skip


FIELDS = ("title", "author", "copyright", "source", "id")
SAME_IN_XML = Palette.of(
    [("a", "#ffffff", "."), ("a\x00", "#000001", "x"), ("\x01", "#000002", "y")]
)
CHANGED = {
    "hostile credits": (
        Sheet(SHAPES["A"], notes=(("note", HOSTILE), ("level", "3")), **dict.fromkeys(FIELDS, HOSTILE)),
        Sheet(SHAPES["A"], notes=(("note", CLEAN), ("level", "3")), **dict.fromkeys(FIELDS, CLEAN)),
    ),
    "names that XML makes equal stay apart": (
        drawn("xy", palette=SAME_IN_XML),
        {"puzzle.palette": Palette.of([("a", "#ffffff", "."), ("a 2", "#000001", "x"), ("color", "#000002", "y")])},
    ),
}  # fmt: skip
ONE = Puzzle.of([[1]], [[1]])
READ = {
    "goal does not fit": (A.replace("|.XXX.|", "|.XX.X|"), {"guesses": ("f:21: the goal is left out, since it does not fit the clues: row 2 reads 2 1, its clue is 3",)}),
    "goal too small": (A.replace("|.XXX.|\n", ""), {"guesses": ("f:21: the goal is left out, since it does not fit the clues: it is 5x3, the puzzle is 5x4",)}),
    "swapped": (A.replace("columns", "@").replace("rows", "columns").replace("@", "rows"), {"guesses": ("f:21: the goal is left out, since it does not fit the clues: it is 5x4, the puzzle is 4x5",)}),
    "no doctype, no prolog": (HEAD + ROWS + END, ONE),
    "any case": ((HEAD + ROWS + END).replace("puzzle", "PUZZLE").replace("count>", "Count>"), ONE),
    "unknown elements, comments": (HEAD.replace("<line>", "<line><!-- x --><x><count>9</count></x>") + "<y/>" + ROWS + END, ONE),
    "doctype, any": ("<!DOCTYPE pbn SYSTEM 'pbn-0.1.dtd'>" + HEAD + ROWS + END, ONE),
    "clues from the goal": ("<puzzleset><puzzle>" + goal("|X|") + END, ONE),
    "goal by default": ("<puzzleset><puzzle><solution><image>|X|</image></solution>" + END, ONE),
    "a solution is a goal": ("<puzzleset><puzzle>" + goal("|X|", "solution") + END, ONE),
    "color with #": ('<puzzleset><puzzle><color name="Black" char="*">#000</color>' + goal("|*|") + END, ONE),
    "default is the background": ('<puzzleset><puzzle defaultcolor="white">' + (HEAD + ROWS + END)[19:].replace("<count>", '<count color="BLACK">'), ONE),
    "defaults of the set": (
        A.replace("<puzzle ", "<title>S</title><source>web</source><author>x</author><puzzle ").replace("</puzzleset>", "<copyright>c</copyright></puzzleset>"),
        {"author": "Format tests", "source": "web", "copyright": "c", "title": "Example A", "notes": (("series", "S"),)},
    ),
    "a saved game": (
        A.replace("</puzzle>", goal("|?X[.X]..||?????||?????||?????|", "saved") + "</puzzle>"),
        {"saved": Domains.of_cells(4, 5, 2, [3, 2, 3, 1, 1] + [3] * 15)},
    ),
    "entities of HTML, where a DOCTYPE stands": (C, {"copyright": "© nobody"}),
    "a char by its entity": (
        "".join([*C.replace('char="r"', 'char="&eacute;"').partition("<image>")[:2], C.partition("<image>")[2].replace("r|", "é|").replace("rr", "éé").replace("..r..", "..é..")]),
        {"goals": (Grid.of(PICTURES["C"], COLORS),)},
    ),
    "nothing filled": ("<puzzleset><puzzle>" + goal("|.|") + END, Puzzle.of([[]], [[]])),
}  # fmt: skip


BOMB = '<!DOCTYPE p [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>'
OUTSIDE = '<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE p [<!ENTITY % a SYSTEM "http://x/"> %a;]>'
BAD = {
    "empty": ("", "f: the file is empty"),
    "junk": ("junk", "f:1: this is not XML: it does not start with '<'"),
    "no such puzzle": ("Puzzle 7 does not exist", "f:1: webpbn says that this puzzle does not exist"),
    "NUL": ("<puzzleset>\n\0", "f:2: broken XML: not well-formed (invalid token)"),
    "truncated": (A[:300], "f:10: the file ends inside of <line>"),
    "truncated in a tag": ("<puz", "f:1: the file ends before its first element"),
    "other root": ("<nonogram/>", "f:1: the XML holds <nonogram>, not <puzzleset>"),
    "no puzzle": ("<puzzleset>\n</puzzleset>", "f:2: there is no <puzzle> in this file"),
    "entity bomb": (BOMB + HEAD, "f:1: the file declares an entity (a); that is refused as unsafe"),
    "external entity": ("\n" + OUTSIDE + HEAD, "f:2: the file declares an entity (a); that is refused as unsafe"),
    "parameter entity": (PARAMETER + HEAD, "f:1: the file declares an entity (a); that is refused as unsafe"),
    "unknown entity": ("<!DOCTYPE p SYSTEM 'x'>\n<puzzleset>&nix;", "f:2: unknown entity '&nix;'"),
    "entity without doctype": ("<puzzleset>&copy;", "f:1: broken XML: undefined entity"),
    "deep": ("<puzzleset>" + "<a>\n" * 99, ("f:50: elements nested more than 50 deep", TooLarge)),
    "triddler": (A.replace('"grid"', '"triddler"'), "f:3: triddlers are not supported"),
    "other type": (A.replace('"grid"', '"hex"'), "f:3: unknown type of puzzle 'hex'"),
    "triangles": (A.replace(">ffffff<", ">black/white<"), "f:6: triangles are not supported"),
    "no number": (A.replace("<count>3<", "<count>three<"), "f:17: 'three' is not a block length"),
    "too long": (A.replace("<count>3<", "<count>6<"), "f:17: row 2 needs 6 cells, the grid is 5 wide"),
    "list twice": (A.replace('"columns"', '"rows"'), "f:15: a second list of rows"),
    "list missing": (HEAD + END, "f:1: the puzzle has no <clues> for its rows"),
    "other list": (A.replace('"columns"', '"top"'), "f:8: <clues> must be of type rows or columns, not 'top'"),
    "no lines": ((HEAD + ROWS + END).replace("<line><count>1</count></line>", ""), "f:1: a puzzle needs at least one row and one column, not 0x0"),
    "neither": ("<puzzleset>\n<puzzle>" + END, "f:2: the puzzle has neither clues nor a goal"),
    "only saved": ("<puzzleset>\n<puzzle>" + goal("|?|", "saved") + END, "f:2: the puzzle has neither clues nor a goal"),
    "undeclared": (A.replace("<count>3<", '<count color="red">3<'), "f:17: color 'red' is not declared"),
    "undeclared default": (A.replace('defaultcolor="black"', 'defaultcolor="red"'), "f:16: color 'red' is not declared (the default, as the count names no color)"),
    "undeclared background": (A.replace('defaultcolor="black"', 'backgroundcolor="red"'), "f:3: the background color 'red' is not declared"),
    "background in a clue": (A.replace("<count>3<", '<count color="white">3<'), "f:17: a block cannot have the background color 'white'"),
    "background is default": (A.replace('defaultcolor="black"', 'defaultcolor="white"'), "f:16: a block cannot have the background color 'white' (the default, as the count names no color)"),
    "color twice": (A.replace('name="white"', 'name="BLACK"'), "f:7: color 'black' is declared twice"),
    "char twice": (A.replace('char="."', 'char="X"'), "f:7: two colors have the char 'X'"),
    "bad char": (A.replace('char="."', 'char="|"'), "f:6: color 'white' cannot have the char '|'"),
    "nameless": (A.replace('name="white"', ""), "f:6: a <color> without a name"),
    "no hex": (A.replace(">ffffff<", ">white<"), "f:6: color 'white' is 'white', not 3 or 6 hexadecimal digits"),
    "ragged image": (A.replace("|.XXX.|", "|.XXX|"), "f:23: the image's row 2 has 4 cells, the first has 5"),
    "text between": (A.replace("|.XXX.|", "|.XXX.| x"), "f:23: 'x' is between the rows of the image"),
    "no last bar": (A.replace("|..XX.|", "|..XX."), "f:21: every row of an image begins and ends with '|': one is missing"),
    "empty image": (HEAD + ROWS + goal("") + END, "f:1: an image without cells"),
    "unknown cell char": (A.replace("|.XXX.|", "|.XYX.|"), "f:23: 'Y' in the image is not a char of a color"),
    "open goal": (A.replace("|.XXX.|", "|.X?X.|"), "f:23: a goal cannot have a cell that is not decided: '?'"),
    "open goal, brackets": (A.replace("|.XXX.|", "|.X[.X]X.|"), "f:23: a goal cannot have a cell that is not decided: '[.X]'"),
    "saved too small": (A.replace('"goal"', '"saved"').replace("|.XXX.|\n", ""), "f:21: the saved picture is 5x3, the puzzle is 5x4"),
    "other solution": (A.replace('"goal"', '"guess"'), "f:21: unknown type of solution 'guess'"),
    "many lines": ("<puzzleset><puzzle><clues type='rows'>\n" + "<line/>" * 10001, "f:2: more than 10000 lines of clues"),
    "wide image": ("<puzzleset><puzzle>" + goal("|" + "X" * 10001 + "|") + END, "f:1: 10001x1 is too large: at most 10000 a side and 25000000 cells"),
    "many colors": ("<puzzleset><puzzle>" + "".join(f'<color name="c{i}">fff</color>' for i in range(300)), "f:1: more than 255 inks are not supported"),
}  # fmt: skip


READ["number-loom's blank"] = (
    '<?xml version="1.0"?>\n<puzzleset><puzzle type="grid" defaultcolor="white"><source>number-loom</source>\n'
    '<color name="white" char=" ">FFFFFF</color><color name="a2764FF" char="a">2764FF</color>\n'
    '<clues type="columns"><line><count color="a2764FF">1</count></line>\n<line></line></clues>\n'
    '<clues type="rows"><line><count color="a2764FF">1</count></line></clues></puzzle></puzzleset>\n',
    Puzzle.of([[1]], [[1], []], Palette.of([("white", "#ffffff", None), ("a2764FF", "#2764ff", "a")])),
)  # fmt: skip

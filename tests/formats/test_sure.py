"""A text says what it says: with a line more it is that, the same puzzle, or asked about; never another puzzle."""

import os
import random
from typing import NamedTuple

import pytest
from conftest import at_night

from nonosat.errors import NonosatError
from nonosat.formats import make_format
from nonosat.formats.base import Record
from nonosat.formats.detect.detect import detect
from nonosat.model import Grid, Puzzle

Side = tuple[tuple[int, ...], ...]
Sides = tuple[Side, Side]


class Layout(NamedTuple):
    """How a text has the clues of two sides."""

    text: str
    """``{r}`` and ``{c}`` are the sides; ``{h}`` and ``{w}`` the height and the width."""
    line: str = "{}"
    """A clue, with its number under ``{at}``; that of a column behind | if it differs."""
    between: str = "\n"
    """The text between two clues."""
    block: str = " "
    """The text between two blocks."""
    file: str = "a.txt"

    def write(self, sides: Sides, empty: str = "0", behind: str = "{}") -> str:
        """The text of two sides; `behind` is the form of a clue that has blocks."""
        rows, cols = (
            self.between.join(
                line.replace("{at}", str(at)).replace(
                    "{}", behind.replace("{}", self.block.join(map(str, clue))) if clue else empty
                )
                for at, clue in enumerate(side, 1)
            )
            for side, line in zip(sides, (self.line.split("|") * 2)[:2], strict=True)
        )
        texts = {"{r}": rows, "{c}": cols, "{h}": str(len(sides[0])), "{w}": str(len(sides[1]))}
        text = self.text
        for name, value in texts.items():
            text = text.replace(name, value)
        return text + "\n"


LAYOUTS = {
    "headings": Layout("Rows:\n{r}\n\nColumns:\n{c}"),
    "no gap": Layout("Rows:\n{r}\nColumns:\n{c}"),
    "a title": Layout("My cat\n\nRows:\n{r}\n\nColumns:\n{c}"),
    "a level": Layout("Level 3: Cat\n\nRows\n{r}\n\nColumns\n{c}"),
    "comments": Layout("# rows\n{r}\n# columns\n{c}"),
    "commas": Layout("Rows\n{r}\n\nColumns\n{c}", block=", "),
    "underlined": Layout("Rows\n----\n{r}\n\nColumns\n-------\n{c}"),
    "another language": Layout("Zeilen:\n{r}\n\nSpalten:\n{c}"),
    "sections": Layout("[rows]\n{r}\n\n[columns]\n{c}", file="a.clues"),
    "bullets": Layout("# Cat\n\n## Rows\n\n{r}\n\n## Columns\n\n{c}", "- {}", file="a.md"),
    "yaml": Layout("title: cat\nrows:\n{r}\ncolumns:\n{c}", "  - {}", file="a.yaml"),
    "yaml lists": Layout("rows:\n{r}\ncolumns:\n{c}", "  - [{}]", block=", ", file="a.yaml"),
    "lists": Layout("rows = [{r}]\ncols = [{c}]", "[{}]", ", ", ", "),
    "a program": Layout("rows = [\n{r}\n]\ncols = [\n{c}\n]", "    [{}]", ",\n", ", ", "a.py"),
    "texts": Layout("rows = [\n{r}\n]\ncols = [\n{c}\n]", '  "{}"', ",\n"),
    "names": Layout("{r}\n{c}", "Row {at}: {}|Column {at}: {}"),
    "numbers": Layout("Rows:\n{r}\nColumns:\n{c}", "{at}: {}"),
    "semicolons": Layout("rows: {r}\ncolumns: {c}", between="; "),
    "one line": Layout("rows: {r}\ncolumns: {c}", between=", "),
    "bars": Layout("rows: {r}\ncolumns: {c}", between=" | "),
    "groups": Layout("# a cat\n\n{r}\n\n{c}"),
    "a rule": Layout("{r}\n---\n{c}"),
    "a size": Layout("{w}x{h}\n\n{r}\n\n{c}"),
    "numbers above": Layout("{h} {w}\n{r}\n{c}"),
    "sizes": Layout("Width: {w}\nHeight: {h}\n\nRows:\n{r}\n\nColumns:\n{c}"),
    "facts": Layout("data(cat,\n  [{r}],\n  [{c}]).", "[{}]", ",", ",", "a.pl"),
    "json": Layout('{\n"rows": [\n{r}\n],\n"columns": [\n{c}\n]\n}', "[{}]", ",\n", ", ", "a.json"),
}
EMPTY = ["0", "-", "\u2013", "empty", "none", "None", "[]", '""', "''", "()", "{}", ""]
OTHER = [
    "00", "0 0", "--", "---", "...", ".", "_", "~", "*", "x", "X", "o", "O", "/", "\\", "?", "!", "#", "null", "nil",
    "NaN", "n/a", "nothing", "blank", "leer", "vide", "zero", "[ ]", "[0]", "(0)", "'0'", '"-"', "<>", "\u2205", "\u25a1", "\t", "&nbsp;",
]  # fmt: skip
"""More ways to write an empty line, some of which are never read."""
LINES = [
    *EMPTY[:-1], *OTHER, "3", "1 1", "1", "2 1", "1,1", "1;1", "1; 2", "1/1", "1:1", "2: 1", "1. 1", "1) 1", "- 1", "* 1", "[2]",
    "[1, 1]", "(2)", "1 (2)", "{1, 2}", "[[1],[2]]", "[[2]], [[1]]", "hello", "hello world", "hello 3", "3 hello", "hello: 3", "# hello",
    "# 3", "# none", "// hello", "-- hello", "; hello", "% hello", "rows", "columns", "Row", "rows:", "right to left", "from the bottom",
    "reversed", "5x5", "2x2", "3 3", "#.#", "##", "101", "1 0 1", "Width: 3", "Title: x", "Author: me", "note: bottom", "2k", "1?",
    "Rows: 3", "Columns: 1", "rows = 3", "Solution:", "total 5", "Row 1: 1", "Row 4: 1", "Puzzle 2", "2024-01-01", "1e1", "+1", "1.5",
    "True", "<br>", "==", "***", "\u00bd", "\uff11", "1\t1", "import os", "rows.reverse()", '"size": 3,', '"rowColors": [],', "],", "[2],",
]  # fmt: skip
BEHIND = [
    "{} (2)", "{}(2)", "({}) 2", "{} = 2", "{} : 2", "{}: 1", "{} | 2", "{} -> 2", "{}; 2", "{} [2]", "{} # 2", "{} // 2", "{}/2", "{} r2",
    "{}:1,1:2", "{}x2", "{} x", "{}.", "{} sum 2", "2) {}", "r{}", "+{}", "{} total: 2", "{} /* 2 */", "<b>{}</b>", "{} - 2", "~{}", "{} =2", "[{}] 2", "({}) 2", '"{}" 2', "{} of 5", "{} cells",
]  # fmt: skip
"""Forms of a clue with something that is no block."""
WAYS = [
    "right to left", "from right to left", "bottom to top", "from the bottom", "bottom up", "reversed", "reverse order", "mirrored",
    "upside down", "flipped", "rotated", "transposed", "swapped", "inverted", "white runs", "gaps", "sorted", "old", "wrong", "without gaps",
    "minus one", "plus 1", "offset 1", "from columns", "sums", "totals", "colors", "lengths of gaps", "shuffled",
    "von unten", "von rechts nach links", "de droite \u00e0 gauche", "de abajo arriba", "even", "1-3", "odd ones", "descending",
]  # fmt: skip


def read(text: str, name: str, is_asked: bool = False) -> list[Sides] | None:
    """The puzzles of a text; None if it is asked about, or refused."""
    try:
        found = detect(text, os.path.splitext(name)[1], name, True)
        sheets = make_format(found).read(Record(text, name, named=False, is_asked=is_asked))
    except NonosatError:
        return None
    return [sides_of(sheet.puzzle) for sheet in sheets]


def sides_of(puzzle: Puzzle) -> Sides:
    rows, cols = (
        tuple(tuple(block.length or 0 for block in clue) for clue in side)
        for side in (puzzle.rows, puzzle.cols)
    )
    return rows, cols


def drawn(rng: random.Random, height: int = 0, width: int = 0) -> Sides:
    """The clues of a random picture with some filled cell."""
    height, width = height or rng.randint(2, 5), width or rng.randint(2, 5)
    rows = [".." * width]
    while not any("#" in row for row in rows):
        rows = ["".join(rng.choices(".#", (1, 2), k=width)) for _ in range(height)]
    return sides_of(Puzzle.of_grid(Grid.of(rows)))  # fmt: skip


def with_empty(sides: Sides) -> list[Sides]:
    """The puzzles with one empty line more, at any place."""
    rows, cols = sides
    return [
        *(((*rows[:at], (), *rows[at:]), cols) for at in range(len(rows) + 1)),
        *((rows, (*cols[:at], (), *cols[at:])) for at in range(len(cols) + 1)),
    ]


FEW = [pytest.param(2, id="some"), *at_night(300)]


@pytest.mark.parametrize("count", FEW)
@pytest.mark.parametrize("name", LAYOUTS)
def test_any_line_at_any_place(name: str, count: int) -> None:
    rng, layout = random.Random(f"{name} {count}"), LAYOUTS[name]
    for _ in range(count):
        sides = drawn(rng)
        text = layout.write(sides)
        single = all(len(clue) < 2 for side in sides for clue in side)  # may be other puzzles, too
        assert read(text, layout.file) in ([sides], None if single else [sides]), text
        lines = text.split("\n")
        for line in rng.sample(LINES, 25):
            at = rng.randrange(len(lines))
            changed = "\n".join([*lines[:at], line, *lines[at:]])
            found = read(changed, layout.file)
            allowed = [sides, *(with_empty(sides) if line in EMPTY + OTHER else ())]
            assert found is None or (len(found) == 1 and found[0] in allowed), changed


@pytest.mark.parametrize("count", FEW)
@pytest.mark.parametrize("name", LAYOUTS)
def test_no_way_to_write_an_empty_line_loses_it(name: str, count: int) -> None:
    rng, layout = random.Random(f"{name} {count}"), LAYOUTS[name]
    for at in range(3 * count):
        sides = drawn(rng, 3, 3)
        side = [*sides[at % 2]]
        side.insert((0, 1, len(side))[at // 2 % 3], ())
        sides = (tuple(side), sides[1]) if at % 2 == 0 else (sides[0], tuple(side))
        for sign in EMPTY + rng.sample(OTHER, 5):
            text = layout.write(sides, sign)
            blank = not sign.strip() and layout.line == "{}" and layout.between == "\n"
            unknown = sign == "?" and name == "sizes"  # a block of any length, as nonosat writes it
            assert read(text, layout.file) in ([sides], None) or blank or unknown, text
    single = all(len(clue) < 2 for side in sides for clue in side)  # may count up
    assert read(layout.write(sides), layout.file) in ([sides], None if single else [sides])


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_no_block_is_no_clue(name: str) -> None:
    rng, layout = random.Random(name), LAYOUTS[name]
    for form in BEHIND:
        if form != f"{{}}{layout.between}2":
            text = layout.write(sides := drawn(rng, 4, 4), behind=form)
            assert read(text, layout.file) is None, text
            named = name in ("names", "headings", "semicolons")
            assert not named or read(text, layout.file, True) in ([sides], None), text


@pytest.mark.parametrize("way", WAYS)
def test_a_heading_that_says_another_way_is_asked_about(way: str) -> None:
    sides = drawn(random.Random(way), 3, 4)
    for name in ("headings", "another language", "semicolons", "lists", "bullets"):
        layout = LAYOUTS[name]
        text = layout.write(sides)
        for word in ("Columns", "columns", "Rows", "rows", "Zeilen", "cols"):
            for form in (f"{word} ({way})", f"{word} {way}", f"{way} {word}", f"{word}, {way}"):
                if word in text:
                    changed = text.replace(word, form, 1)
                    assert read(changed, layout.file) is None, changed


BESIDE = [
    "last first", "from below", "descending", "not used", "in hex", "times two", "inverse", "scrambled", "same as above",
    "partial", "even", "sums", "positions", "von hinten", "falsch", "al rev\u00e9s", "al contrario", "omgekeerd", "odwrotnie", "\u043d\u0430\u043e\u0431\u043e\u0440\u043e\u0442", "\u53cd\u8f6c", "fr\u00e5n h\u00f6ger", "alhaalta", "zprava doleva", "ascending", "outside in",
]  # fmt: skip


@pytest.mark.parametrize("way", BESIDE)
def test_words_beside_a_heading_that_say_another_way_are_asked_about(way: str) -> None:
    toml = LAYOUTS["lists"]._replace(file="a.toml")
    for layout in (LAYOUTS["headings"], toml):
        text = layout.write(drawn(random.Random(way), 3, 4))
        for changed in (f"# {way}\n{text}", text.replace("\n", f" # {way}\n", 1)):
            assert read(changed, layout.file) is None, changed


SIDES = "\u884c/\u5217 r\u00e6kker/kolonner Raekker/Kolonner \u30e8\u30b3/\u30bf\u30c6 \uac00\ub85c/\uc138\ub85c r\u00e2nduri/coloane \u0440\u044f\u0434\u043a\u0438/\u0441\u0442\u043e\u0432\u043f\u0446\u0456 " \
    "rang\u00e9es/colonnes Horizontaux/Verticaux Orizzontali/Verticali horizontaal/verticaal"  # fmt: skip


PLAIN = [
    ("*** Cat ***\n\nRows", "Columns"), ("=== Rows ===", "=== Columns ==="), ("Rows, from the top:", "Columns, left to right:"),
    ("Zeilen (von oben nach unten):", "Spalten (von links nach rechts):"), ("**Size:** 3x2\n\n**Rows:**", "**Columns:**"),
    ("T\n\nRows", "Columns"), ("rows 2", "columns 3"), ("boxSize: 20\n\nRows", "Columns"), ("size: [3, 2]\nRows", "Columns"), ("Pets - my cat\n\nRows", "Columns"), ("My cat\n\n#.#\n###\n\nRows", "Columns"),
]  # fmt: skip
WRITTEN = [
    ("Row 1 - 1 1\nRow 2 - 3\nCol 1 - 2\nCol 2 - 1\nCol 3 - 2\n", "a.txt"), ("R1 1 1\nR2 3\nC1 2\nC2 1\nC3 2\n", "a.txt"),
    ("Rows: (1, 1), (3)\nColumns: (2) (1) (2)\n", "a.txt"),
    ("## Rows\n- Row 1: 1 1\n- Row 2: 3\n\n## Columns\n- Column 1: 2\n- Column 2: 1\n- Column 3: 2\n", "a.md"),
    ("[rows]\n1=1 1\n2=3\n[columns]\n1=2\n2=1\n3=2\n", "a.ini"), ("Rows\n1. 1 1\n2. 3\n\nColumns\nA. 2\nB. 1\nC. 2\n", "a.txt"),
    ('{"rowsDef": [[1, 1], [3]], "colsDef": [[2], [1], [2]]}', "a.json"),
    ("day = 2024-05-12\nrows = [[1, 1], [3]]\ncolumns = [[2], [1], [2]]\n", "a.toml"),
]  # fmt: skip


def test_cells_that_say_nothing_are_no_empty_lines() -> None:
    sides = ((1, 1), (3,)), ((2,), (1,), (2,))
    assert read("Rows\t1 1\t3\nCols\t2\t1\t2\n", "a.txt") == [sides]
    table = "row,1,1\nrow,3\n{}\ncolumn,2\ncolumn,1\ncolumn,2\n"
    assert read(table.replace("{}\n", ""), "a.csv") == [sides]
    texts = ["Rows\t{}\t1 1\t3\nCols\t2\t1\t2\n", "Rows\n1 1\n{}\n3\nCols\n2\n1\n2\n"]
    assert all(read(texts[0].replace("{}", sign), "a.txt") is None for sign in ("", "*", "()"))
    assert read(texts[1].replace("{}", ","), "a.txt") is None
    counted = "3 3\n0\n1 1\n0\n0\n1 1\n0\n"
    assert read(counted, "a.txt") is None
    assert read('{"rows": [[1, 1], [3]], "columns_reversed": [[2], [1], [2]]}', "a.json") is None
    script = "export const rows = [[1, 1], [3]];\nlet cols = [[2], [1], [2]];\n"
    assert read(script, "a.js") == [sides]
    assert read(script + "cols.pop();\n", "a.js") is None
    headed = "Title: # Rows\nRows\n1 1\n3\nCols\n2\n1\n2\n"
    assert read(headed, "a.txt") == [sides]
    for name in ("hello", "hello:", "# hello"):
        assert read(f"Rows\n1 1\n3\n\n{name}\n\nColumns\n2\n1\n2\n", "a.txt") is None
    level = "Level 1\nRows\n1 1\n3\nColumns\n2\n1\n2\n\n"
    assert read(f"{level}Level 2\n\n{level}", "a.txt") is None
    assert read(f"Level 0\n\n{level}", "a.txt") is None
    for text in ("---\n---\n3\n1\n\n1\n2\n1\n", "1 1\n1 1\n1 1\n"):
        assert read(text, "a.txt") is None
    assert read("row,col\n0,1\n1,2\n2,0\n", "a.csv") is None
    assert read('{"rows": [1, 3], "columns": [2, 1, 2]}', "a.json") is None
    assert read('{"rows": [[1, 1], 3], "columns": [2, 1, 2]}', "a.json") == [sides]
    named = '{"picture": "a.png", "rows": [[1, 1], [3]], "columns": [[2], [1], [2]]}'
    assert read(named, "a.json") == [sides]
    headed = "Rows:\n1 1\n3\n\nColumns:\n2\n1\n2\n\n"
    assert read(f"{headed}---\n\n{headed}", "a.txt") == [sides, sides]
    for line in ("12 May 2024", "2024-05-12", "[puzzle]"):
        assert read(f"{line}\n\n{headed}", "a.txt") == [sides]
    for pair in SIDES.split():
        text = "{}:\n1 1\n3\n\n{}:\n2\n1\n2\n".format(*pair.split("/"))
        assert read(text, "a.txt") == [sides], pair
        for word in ("Last", "last", "half", "minimum", "by column", "my cat", "last:", "cells: 3"):
            found = [sides] if word == "Last" else None
            assert read(f"{word}\n\n{text}", "a.txt") == read(f"{text}\n{word}", "a.txt") == found
    for top, bottom in PLAIN:
        text = f"{top}\n1 1\n3\n\n{bottom}\n2\n1\n2\n"
        assert read(text, "a.txt") == [sides], text
        assert read(text.replace("3", "1 1 1"), "a.txt") is None
    for text, name in WRITTEN:
        assert read(text, name) == [sides], text
    pair = '"b": {"rows": [[1, 1], [3]], "columns": [[2], [1], [2]]}'
    assert read(f'{{"puzzle1": {{}}, {pair.replace("b", "puzzle2", 1)}}}', "a.json") is None
    for value in ("{}", "[]", "null", '""', '{"rows": []}', '{"title": "x"}'):
        assert read(f'{{"a": {value}, {pair}}}', "a.json") is None
        assert read(f'{{"meta": {value}, {pair}}}', "a.json") in ([sides], None)
    for line in ("columns first", "import x", "Author: Rows", "XX.X", "columns", "rows: []"):
        assert read(table.replace("{}", line), "a.csv") is None
    assert read("rows,columns\n0\n1 1,2\n3,1\n,2\n", "a.csv") is None
    for heads in ("side,index,clue\n{r}\n{c}", "Row,Clues\n{r}\n\nColumn,Clues\n{c}"):
        form = "{at},{}" if heads[0] == "R" else "row,{at},{}|column,{at},{}"
        assert read(Layout(heads, form).write(sides), "a.csv") == [sides]
        assert read(Layout(heads, form.replace("{at}", "2")).write(sides), "a.csv") is None


@pytest.mark.parametrize(
    "line", ["--", "Hello", "###", "(c) 2024", "Title: x", "```", "// Hello", "1,1", ",", "0;", ";"]
)
def test_a_line_more_does_not_part_pictures_and_tables(line: str) -> None:
    rows = ["XX-XX", "XX--X", "--X--", "XX-XX", "-XXX-"]
    sides = sides_of(Puzzle.of_grid(Grid.of([row.translate({45: ".", 88: "#"}) for row in rows])))
    cells = [",".join(row).replace("-", "") for row in rows]
    margin = [",,2,2,1,2,2", ",,2,1,2,2,2", "2,2,,,,,"]
    for lines, name in (
        (rows, "a.txt"),
        (["House", "", *(row.replace("X", "#") for row in rows)], "a.txt"),
        (cells, "a.csv"),
        (margin, "a.csv"),
    ):
        known = read("\n".join(lines), name)
        assert known == [sides] or lines is margin
        for at in range(1, len(lines)):
            changed = [*lines[:at], line, *lines[at:]]
            assert read("\n".join(changed), name) in (known, None), changed


SETS = {
    "texts": ("{0}\n\n{1}\n\n{2}", Layout("Rows: {r}\nColumns: {c}", between="; ")),
    "levels": ("Level 1\n{0}\n\nLevel 2\n{1}\n\nLevel 3\n{2}", Layout("Rows:\n{r}\nColumns:\n{c}")),
    "json": ("[{0},\n{1},\n{2}]", LAYOUTS["json"]),
    "json lines": ("{0}\n{1}\n{2}", Layout('{"rows": [{r}], "columns": [{c}]}', "[{}]", ",", ",", "a.jsonl")),
    "facts": ("{0}\n{1}\n{2}", LAYOUTS["facts"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_one_broken_puzzle_among_several_is_named(name: str) -> None:
    rng, (form, layout) = random.Random(name), SETS[name]
    for at in range(12):
        sides = [drawn(rng) for _ in range(3)]
        texts = [layout.write(one).rstrip("\n") for one in sides]
        assert (
            read(
                form.replace("{0}", texts[0]).replace("{1}", texts[1]).replace("{2}", texts[2]),
                layout.file,
            )
            == sides
        )
        rows, cols = sides[at % 3]
        texts[at % 3] = layout.write(((*rows[:-1], (*rows[-1], 1)), cols)).rstrip("\n")
        text = form.replace("{0}", texts[0]).replace("{1}", texts[1]).replace("{2}", texts[2])
        assert read(text, layout.file) is None, text  # fmt: skip

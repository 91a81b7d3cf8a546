"""JSON: shapes that are read, the form that is written, what is refused."""

import json

from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Palette, Puzzle, Sheet

WANTED = Puzzle.of([[2], [1]], [[2], [1]])
WHITE = ("white", "#ffffff", ".")
_NAMES = [f"ink{number}" for number in range(13, 160)]
PLAIN = '{"rows": [[1]], "cols": [[1]]%s}'
READ = {
    "?a goal that does not fit": (PLAIN % ', "goal": ["."]', {"goals": ()}),
    "?a goal of another size": (PLAIN % ', "goal": ["#."]', {"goals": ()}),
    "?a solution in another form": (
        PLAIN % ', "solution": [[[0, 0]], [[0, 1], [3, 4]]]',
        Puzzle.of([[1]], [[1]]),
    ),
    "inks with names of our own": (
        json.dumps({"rows": [[[1, name]] for name in _NAMES], "cols": [[[1, name] for name in _NAMES]]}),
        {"puzzle.height": len(_NAMES)},
    ),
    "rows and cols": ('{"rows": [[2], [1]], "cols": [[2], [1]]}', WANTED),
    "capitals and dashes": ('{"Row-Hints": [[2], [1]], "COL_HINTS": [[2], [1]]}', WANTED),
    "sizes beside": ('{"rows": 2, "columns": 2, "rowClues": [[2], [1]], "colClues": [[2], [1]]}', WANTED),
    "a size in a text, in any order": ('{"size": "1x2", "rows": [[1]], "cols": [[1], []]}', Puzzle.of([[1]], [[1], []])),
    "nested": ('{"clues": {"row": [[2], [1]], "column": [[2], [1]]}}', WANTED),
    "?bare numbers": ('{"rows": [2, 1], "cols": [2, 1]}', WANTED),
    "?texts": ('{"rows": ["2", "1"], "cols": ["2", [1]]}', WANTED),
    "objects": ('{"rows": [[{"n": 2}], [{"count": 1}]], "cols": [[{"length": 2}], [1]]}', WANTED),
    "black": ('{"rows": [[[2, "k"]], ["1k"]], "cols": [[[2, "black"]], [{"n": 1, "color": "k"}]]}', WANTED),
    "rules": ('{"name": "x", "column-count": 2, "row-count": 2, "column-rules": [[2], [1]], "row-rules": [[2], [1]]}', WANTED),
    "no given cells": ('{"rows": [[2], [1]], "cols": [[2], [1]], "givens": [], "saved": []}', {"puzzle": WANTED, "saved": None}),
    "?clues with their places": ('{"rows": [{"index": 0, "clue": [2]}, {"index": 1, "clue": [1]}], "cols": [[2], [1]]}', WANTED),
    "colors with letters of sides": (
        '{"colors": {".": "#ffffff", "r": "#123456", "c": "#222222"}, "color_names": {"r": "123456", "c": "222222"}, '
        '"goal": ["rc"]}',
        {"goals": (Grid(1, 2, bytes([1, 2])),)},
    ),
    "colors with letters of sides beside odd clues": (
        '{"colors": {".": "#ffffff", "r": "#123456", "c": "#222222"}, "color_names": {"r": "1", "c": "2"}, '
        '"row_info": ["1r 1c"], "col_info": ["1r", "1c"]}',
        {"puzzle.height": 1, "puzzle.width": 2},
    ),
    "a text for each number": ('{"rows": [["1", "1"], ["3"]], "cols": [["2"], ["1"], ["2"]]}', Puzzle.of([[1, 1], 3], [2, 1, 2])),
    "?cells in one list": ('{"h": 3, "w": 2, "cells": [1, 1, 1, 0, 0, 0]}', Puzzle.of([[2], [1], []], [[2], [1]])),
    "a list": ('[{"rows": [[2], [1]], "cols": [[2], [1]]}]', WANTED),
    "puzzles": ('{"puzzles": [{"rows": [[2], [1]], "cols": [[2], [1]]}]}', WANTED),
    "numbers as picture": ('{"grid": [[1, 1], [1, 0]]}', WANTED),
    "truths as picture": ('{"matrix": [[true, true], [true, false]]}', WANTED),
    "texts as picture": ('{"solution": ["XX", "X "]}', WANTED),
    "a text as picture": ('{"goal": "11\\n10"}', WANTED),
    "size": ('{"size": 2, "rows": [[2], [1]], "cols": [[2], [1]]}', WANTED),
    "colors of the corpus": (
        '{"id": "x1", "rows": [[[2, "kb"]], [[1, "ka"]]], "cols": [[[1, "kb"], [1, "ka"]], [[1, "kb"]]], "colors": {"ka": "", "kb": ""}, '
        '"background": "white", "solution": ["bb", "a."], "solution_chars": {"a": "ka", "b": "kb"}, "verdict": "unique"}',
        {
            "puzzle.palette": Palette.of([WHITE, ("ka", "#000000", "a"), ("kb", "#d00000", "b")]),
            "goals": (Grid(2, 2, bytes([2, 2, 1, 0])),),
            "id": "x1",
            "notes": (("verdict", "unique"),),
        },
    ),
    "colors without names": (
        '{"rows": ["1b 1a 1A"], "cols": ["1b", "1a", "1A"], "colors": {".": "#fff", "b": "#123456", "a": "#234567", "A": "#345678"}}',
        {"puzzle.palette": Palette.of([WHITE, ("b", "#123456", "b"), ("a", "#234567", "a"), ("A 2", "#345678", "A")])},
    ),
    "one ink that is not black": (
        '{"rows": [[1]], "cols": [[1]], "colors": {"rust": "#a04020"}}',
        {"puzzle.palette": Palette.of([WHITE, ("rust", "#a04020", "#")])},
    ),
    "colors of a theme": (
        '{"rows": [[2], [1]], "cols": [[2], [1]], "colors": {"background": "#fefefe", "filled": "#123456"}}',
        {"puzzle.palette": Palette.of([("background", "#fefefe", None), ("filled", "#123456", "#")]), "puzzle.rows": WANTED.rows},
    ),
    "one color": (
        '{"rows": [[2], [1]], "cols": [[2], [1]], "colors": "#d00000"}',
        {"puzzle.palette": Palette.of([WHITE, ("red", "#d00000", "#")]), "puzzle.rows": WANTED.rows},
    ),
    "?texts of several clues": ('{"rows": "2;1", "columns": "2;1"}', WANTED),
    "?zeros in front": ('{"rows": [[0, 2], [0, 1]], "cols": [[0, 2], [0, 1]]}', WANTED),
    "?a blank line at the edge of a text": ('{"rows": "\\n2\\n1", "cols": "2\\n1"}', WANTED),
    "?another word beside a side": ('{"rows_done": [[2], [1]], "cols_done": [[2], [1]]}', WANTED),
    "?a second pair": ('{"rows": [[2], [1]], "cols": [[2], [1]], "rows2": [[1], [2]], "cols2": [[1], [2]]}', [WANTED, Puzzle.of([[1], [2]], [[1], [2]])]),
    "?a bare picture": ("[[1, 1], [1, 0]]", WANTED),
    "a size around the clues": ('{"width": 2, "height": 2, "clues": {"rows": [[2], [1]], "cols": [[2], [1]]}, "level": 3}', {"puzzle": WANTED, "notes": (("level", "3"),)}),
    "colors beside clues in texts": (
        '{"rowHints": ["2q", "1q"], "colHints": ["2q", "1q"], "colors": {"q": "#d00000"}, "by": "me"}',
        {"puzzle.palette": Palette.of([WHITE, ("red", "#d00000", "q")]), "author": "me"},
    ),
    "x and y, and a picture of 1 and 2": ('{"x": [[1, 1], [3]], "y": [[2], [1], [2]], "solution": [[2,1,2],[2,2,2]]}', Puzzle.of(["1 1", 3], [2, 1, 2])),
    "x and y of lists": ('{"y": [[2], [1]], "x": [[2], [1]]}', WANTED),
    "unknown keys are notes": (
        '{"rows": [[2], [1]], "cols": [[2], [1]], "level": 3, "tags": ["a"], "done": null}',
        {"notes": (("level", "3"), ("tags", '["a"]'), ("done", ""))},
    ),
}  # fmt: skip

_PALETTES = {
    "black and white": BLACK_AND_WHITE,
    "one red ink": Palette.of([("white", "#ffffff", "."), ("rose", "#d00000", None)]),
    "night": Palette.of([("night", "#101010", "."), ("moon", "#eeeeee", "m"), ("B", "#0000ff", "Z")]),
    "lookalikes": Palette.of([("white", "#ffffff", "."), ("r", "#d00000", "a"), ("a", "#d00000", "r")]),
}  # fmt: skip


def _full(palette):
    """A sheet that uses every field."""
    inks = len(palette.colors) - 1
    goal = Grid(2, 3, bytes([1, 0, inks, 0, inks, 0]))
    saved = Domains.of_cells(2, 3, inks + 1, [1, 2, (2 << inks) - 1, 3, 1, 2])
    credits = ('Ä "title"', "me\nyou", "©", "MIT", "somewhere", "7")
    notes = (("verdict", "unique"), ("verdict", "twice"), ("x", ""))
    return Sheet(Puzzle.of_grid(goal, palette), (goal, goal), saved, *credits, notes=notes)


KEPT = {name: _full(palette) for name, palette in _PALETTES.items()}

_TAKEN = "lists of clues are read under rows and columns, a picture under goal, solution, grid, matrix, picture"
_BAD = {
    '{"size": "3x1", "rows": [[1]], "cols": [[1], []]}': "f:1: '3x1' is stated under 'size', but the puzzle is 2x1",
    '{"width": 3, "rows": [[1]], "cols": [[1], []]}': "f:1: 3 columns is stated here, but the puzzle is 2x1",
    '{"rows": 2, "columns": 2, "rowClues": [[1]], "colClues": [[1], []]}': "f:1: 2 rows is stated here, but the puzzle is 2x1",
    '{"dimensions": {"rows": 1, "columns": 3}, "rows": [[1]], "cols": [[1], []]}': "f:1: an object is stated under 'dimensions', but the puzzle is 2x1",
    "{": "f:1: no valid JSON at column 2: Expecting property name enclosed in double quotes",
    '{\n"rows": oops}': "f:2: no valid JSON at column 9: Expecting value",
    '{"columns": [{"id": 1}, {"id": 2}], "rows": [{"id": 1}, {"id": 2}]}': "f:1: 'id' in the rows is not a number",
    '{"rows": [{"index": 1, "clue": [1]}, {"index": 0, "clue": [2]}], "cols": [[2], [1]]}': "f:1: '{' in the rows is not a number",
    '{"rows": [], "cols": []}': f"f:1: there are neither clues nor a picture of a puzzle in this object (its keys: rows, cols); {_TAKEN}",
    '{"size": [2, 3], "cells": [1, 1, 1, 0, 0, 0]}': f"f:1: there are neither clues nor a picture of a puzzle in this object (its keys: size, cells); {_TAKEN}",
    "[]": "f:1: a puzzle in JSON is an object with rows and columns",
    "[3]": "f:1: a puzzle in JSON is an object with rows and columns",
    '{"width": 2, "rows": [[1], [], [1]], "cols": [[1, 1]]}': "f:1: 2 columns is stated here, but the puzzle is 1x3",
    '{"rows": 4, "grid": [[1, 0], [1, 1]]}': "f:1: the size says 2x4, the picture is 2x2",
    '{"height": 4, "board": [[1, 0], [1, 1]]}': "f:1: 4 rows is stated here, but the puzzle is 2x2",
    '{"rows": [[1], null], "cols": [[1]]}': "f:1: 'null' in the rows is not a number",
    "{}": f"f:1: there are neither clues nor a picture of a puzzle in this object; {_TAKEN}",
    '{"rows": 4, "columns": 5}': f"f:1: there are neither clues nor a picture of a puzzle in this object (its keys: rows, columns); {_TAKEN}",
    '{"rows": [[1]]}': "f:1: there are no clues of columns",
    '[{"row": 0, "clue": [1]}, {"column": 0, "clue": [1]}]': "f:1: a puzzle in JSON is an object with rows and columns",
    '{"rows": [[1]], "rows": [[1]]}': "f:1: the key 'rows' appears twice in one object",
    '{"rows": [[NaN]], "cols": [[1]]}': "f:1: row 1: NaN is not a block",
    '{"rows": [[%s]]}' % ("9" * 5000): "f:1: a number is too large",
    "[" * 17 + "]" * 17: "f:1: nested deeper than 16",
    "[" * 100_000: "f:1: nested deeper than 16",
    PLAIN % (', "title": ' + "[" * 500 + "]" * 500): "f:1: nested deeper than 16",
    '{"rows": [[1.5]], "cols": [[1]]}': "f:1: row 1: 1.5 is not a block",
    '{"rows": [[true]], "cols": [[1]]}': "f:1: row 1: true is not a block",
    '{"rows": [["a"]], "cols": [[1]]}': "f:1: row 1: 'a' is not a block",
    '{"rows": [[-2]], "cols": [[1]]}': "f:1: row 1 has a block of length -2",
    '{"rows": [[2, 0]], "cols": [[2]]}': "f:1: row 1 has a block of length 0",
    '{"rows": [[1,0,0,1]], "cols": [[1]]}': "f:1: row 1 has a block of length 0",
    '{"rows": [[2]], "cols": [[1]]}': "f:1: row 1 needs 2 cells, the grid is 1 wide",
    '{"rows": [[2],[]], "cols": [[1],[]]}': "f:1: the rows have 2 cells, the columns 1: 1 more in the rows",
    '{"rows": [[[1, "q"]]], "cols": [[1]], "colors": {"k": "#000"}}': "f:1: row 1: unknown color 'q'",
    '{"rows": [[[1, "."]]], "cols": [[1]], "colors": {"k": "#000"}}': "f:1: row 1: background color '.'",
    '{"rows": [[1]], "cols": [[1]], "colors": {"a": "#00f", "b": "#f00"}}': "f:1: row 1: block 1 does not say its color",
    PLAIN % ', "colors": {"k": "zzz"}': "f:1: 'zzz' is not a color such as '#d00000'",
    PLAIN % ', "colors": 3': "f:1: colors is 3, not an object",
    PLAIN % ', "width": 2, "height": 1': "f:1: 2 columns is stated here, but the puzzle is 1x1",
    PLAIN % ', "width": 20000, "height": 1': "f:1: 20000x1 is too large: at most 10000 a side and 25000000 cells",
    PLAIN % ', "goal": ["?"]': "f:1: row 1 of the picture: '?' is an unknown cell, and a finished picture has none",
    PLAIN % ', "goal": ["#", ".#"]': "f:1: row 2 of the picture has 2 cells, the first has 1",
    '{"palette": ["#000000"], "cells": []}': f"f:1: there are neither clues nor a picture of a puzzle in this object (its keys: palette, cells); {_TAKEN}",
    '[\n{"rows": [[1]],\n "cols": [[1]]},\n {"rows": [["]"]], "cols": [[1]]}\n]': "f:4: puzzle 2: row 1: ']' is not a block",
    '{"rows": "1;1 1;1(2", "columns": "3;1 1;1"}': "f:1: there are no clues of rows",
    '{"puzzle": "sudoku", "grid": [[2, 1], [1, 2]]}': "f:1: 2 is a cell of the picture, and no color is declared for it",
    PLAIN % ', "givens": [["#", "."]]': "f:1: givens are not 1x1 cells",
    "[" + PLAIN % "" + ",\n{}]": f"f:2: puzzle 2: there are neither clues nor a picture of a puzzle in this object; {_TAKEN}",
}  # fmt: skip
BAD = {repr(text[:50]): (text, message) for text, message in _BAD.items()}

"""What ``import nonosat`` gives: flat names that are complete, lazy, documented, and strict in words."""

import ast
import contextlib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import python
from conftest import PACKAGE, ROOT

import nonosat
from nonosat import Block, Domains, Grid, NonosatError, Puzzle, Sheet, UsageError
from nonosat.model import Line

SOURCE = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
FUNCTIONS = [name for name in nonosat.__all__ if inspect.isfunction(getattr(nonosat, name))]
HEART = Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2])
SWITCH = Puzzle.of([1, 1], [1, 1])
WHITE = nonosat.Color("white", "#ffffff", ".")


def test_the_flat_functions() -> None:
    assert FUNCTIONS == [
        "backbone", "blot", "book", "certify", "check", "check_many", "conflict", "count", "digitize", "dump", "dumps", "fewest_changes",
        "fewest_givens", "generate", "hint", "line", "link_of", "load", "loads", "rate", "show", "solutions", "solve",
        "steps", "verify", "why",
    ]  # fmt: skip


def test_dir_lists_the_public_names_and_no_others() -> None:
    assert [name for name in dir(nonosat) if not name.startswith("__")] == sorted(nonosat.__all__)
    assert nonosat.__all__ == sorted(set(nonosat.__all__))


def imported_names(body: list[ast.stmt]) -> dict[str, str]:
    """Name -> module of each ``from nonosat.MODULE import NAME``."""
    return {
        alias.name: node.module
        for node in body
        if isinstance(node, ast.ImportFrom) and node.module != "nonosat" and node.module
        for alias in node.names
    }


def test_type_checkers_see_the_names_that_are_loaded_when_they_are_used() -> None:
    tree = ast.parse(SOURCE)
    lazily = next(node for node in tree.body if isinstance(node, ast.If))
    typed = imported_names(lazily.body)
    homes = {name: f"nonosat.{home}" for name, home in nonosat._HOME_OF.items()}
    assert typed == homes
    always = imported_names(tree.body).keys() - {"TYPE_CHECKING"}
    assert always | typed.keys() == set(nonosat.__all__)


def test_no_module_has_the_name_of_something_flat() -> None:
    modules = {path.stem for path in Path(nonosat.__file__).parent.iterdir()}
    assert not modules & set(nonosat.__all__)


def test_flat_names_stay_what_they_are_when_all_modules_are_loaded() -> None:
    """An import of a submodule puts it into its package."""
    skipped = {"nonosat.__main__", "nonosat.kernel.native", "nonosat.kernel.wasm"}
    for module in pkgutil.walk_packages(nonosat.__path__, "nonosat."):
        if module.name not in skipped and not module.name.startswith("nonosat.web.static"):
            importlib.import_module(module.name)
    for name in nonosat.__all__:
        assert not inspect.ismodule(getattr(nonosat, name)), name


def test_names_can_be_imported_and_are_not_loaded_before() -> None:
    code = (
        "import sys, nonosat\n"
        "before = {'nonosat.ask.explain', 'nonosat.certificates', 'nonosat.generators'} & {*sys.modules}\n"
        "from nonosat import *\n"
        "from nonosat import count, ask, errors, generators\n"
        "print(before, count is nonosat.count is ask.all_solutions.count, steps is ask.explain.steps.steps)"
    )
    done = python("-c", code)
    assert done.stdout == "set() True True\n", done.stderr


@pytest.mark.parametrize("name", nonosat.__all__)
def test_every_name_is_documented(name: str) -> None:
    found = getattr(nonosat, name)
    assert found.__doc__, name
    if name in FUNCTIONS:
        assert ">>> " in found.__doc__, f"{name} has no example"
        assert re.search(rf"^\| .*\[.*`{name}\(", PAGE, re.MULTILINE), f"no row for {name}"
        assert f"nonosat.{name}(" in PAGE, f"no example with {name}"


def test_the_fields_that_the_page_lists_exist() -> None:
    table = PAGE.partition("\n## Results\n")[2].partition("\n## ")[0]
    rows = re.findall(r"\[`(\w+)`\]\([^)]*#nonosat\.(\w+)\) \| (.*) \|$", table, re.MULTILINE)
    assert len(rows) > 10
    for name, anchor, fields in rows:
        assert name == anchor
        for field in re.findall(r"`(\w+)(?:\(\))?`", fields):
            kind = getattr(nonosat, name)
            assert hasattr(kind, field) or field in inspect.get_annotations(kind), (name, field)


def test_searches_have_one_shape() -> None:
    """A puzzle, then names: what is known, and the limits."""
    for name in ("check", "solve", "solutions", "count", "backbone", "steps", "hint", "why", "rate",
                 "conflict", "certify"):  # fmt: skip
        parameters = inspect.signature(getattr(nonosat, name)).parameters
        assert next(iter(parameters)) in ("puzzle", "clues"), name
        for keyword in ("known", "limits"):
            assert parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY, (name, keyword)


#   id                       call
ASKED: dict[str, Callable[[Any], object]] = {
    "check": lambda puzzle: nonosat.check(puzzle).verdict,
    "solve": lambda puzzle: nonosat.solve(puzzle).solutions,
    "solutions": lambda puzzle: list(nonosat.solutions(puzzle)),
    "count": lambda puzzle: nonosat.count(puzzle).number,
    "backbone": lambda puzzle: nonosat.backbone(puzzle).cells,
    "steps": lambda puzzle: list(nonosat.steps(puzzle)),
    "hint": lambda puzzle: str(nonosat.hint(puzzle)),
    "why": lambda puzzle: nonosat.why(puzzle, (0, 1)).lines,
    "conflict": lambda puzzle: nonosat.conflict(puzzle).solvable,
    "rate": lambda puzzle: nonosat.rate(puzzle).stars,
    "show": lambda puzzle: nonosat.show(puzzle),
    "dumps": lambda puzzle: nonosat.dumps(puzzle, "non"),
}  # fmt: skip


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_a_sheet_is_taken_where_a_puzzle_is(ask: Callable[[Any], object]) -> None:
    assert ask(Sheet(HEART)) == ask(HEART)


@pytest.mark.parametrize("wrong", [None, 5, "heart.non", [1], b"#", Grid.of(["#"])], ids=repr)
@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_what_is_no_puzzle_is_refused_in_words(ask: Callable[[Any], object], wrong: object) -> None:
    if ask is ASKED["show"] and isinstance(wrong, Grid):
        return
    with pytest.raises(UsageError, match=r"a Puzzle.*, (?:not|got) \w+"):
        ask(wrong)


FOX = nonosat.Palette.of(
    [("white", "#ffffff", "."), ("orange", "#f08000", "o"), ("black", "#000000", "k")]
)
#   id                  call                                                      message
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "known":        (lambda: nonosat.check(SWITCH, known=["#?", "#"]),                 "known cells are rows of one length, at least one"),
    "known count":  (lambda: nonosat.count(SWITCH, known=Grid.of(["#"])),         "known cells are nonosat.Domains, rows such as '#??', or a color for each cell, not Grid"),
    "known steps":  (lambda: nonosat.steps(SWITCH, known=5),                      "known cells are nonosat.Domains, rows such as '#??', or a color for each cell, not int"),
    "known hint":   (lambda: nonosat.hint(SWITCH, known="??"),                    "the known cells are 2x1, the puzzle is 2x2"),
    "known why":    (lambda: nonosat.why(SWITCH, (0, 0), known=5),                "known cells are nonosat.Domains, rows such as '#??', or a color for each cell, not int"),
    "known rate":   (lambda: nonosat.rate(SWITCH, known=5),                       "known cells are nonosat.Domains, rows such as '#??', or a color for each cell, not int"),
    "known conflict": (lambda: nonosat.conflict(SWITCH, known=5),                 "known cells are nonosat.Domains, rows such as '#??', or a color for each cell, not int"),
    "known size":   (lambda: nonosat.rate(SWITCH, known=Domains.of(["?"])),       "the known cells are 1x1, the puzzle is 2x2"),
    "limits":       (lambda: nonosat.generate(limits='5'),                          "limits are nonosat.Limits(seconds=5) or 5, not '5'"),
    "limits certify": (lambda: nonosat.certify(SWITCH, "x", limits='5'),            "limits are nonosat.Limits(seconds=5) or 5, not '5'"),
    "limits steps": (lambda: nonosat.steps(SWITCH, limits='5'),                     "limits are nonosat.Limits(seconds=5) or 5, not '5'"),
    "limits mend":  (lambda: nonosat.fewest_changes(["#"], limits='5'),             "limits are nonosat.Limits(seconds=5) or 5, not '5'"),
    "cell":         (lambda: nonosat.why(SWITCH, "a1"),                           "expected a cell as (row, column) from 0, got 'a1'"),
    "cell number":  (lambda: nonosat.why(SWITCH, 3),                              "expected a cell as (row, column) from 0, got 3"),
    "cell outside": (lambda: nonosat.why(SWITCH, (2, 0)),                         "there is no row 3, column 1: the puzzle is 2x2"),
    "keep":         (lambda: nonosat.fewest_changes(["#"], keep=[5]),             "expected a cell as (row, column) from 0, got 5"),
    "at most":      (lambda: nonosat.solve(SWITCH, at_most="2"),                  "at_most must be an integer of at least 1, got '2'"),
    "at most mend": (lambda: nonosat.fewest_changes(["#"], at_most=0),            "at_most must be an integer of at least 1, got 0"),
    "puzzle for a picture": (lambda: nonosat.fewest_givens(SWITCH),               "<Puzzle 2x2> has no finished picture; nonosat.solve finds one"),
    "no picture":   (lambda: nonosat.fewest_changes(5),                           "expected a picture as rows, each a text or integers"),
    "a file's name": (lambda: nonosat.fewest_changes("x.png"),                    "expected a picture as rows; nonosat.load reads files"),
    "folder":       (lambda: nonosat.certify(SWITCH, 5),                          "expected a path (str or os.PathLike), got 5"),
    "verified":     (lambda: nonosat.verify(None),                                "expected a path (str or os.PathLike), got None"),
    "verified puzzle": (lambda: nonosat.verify("docs/certificate", puzzle=[1]),   "expected a Puzzle or a Sheet, got list; nonosat.load returns a list of sheets"),
    "path":         (lambda: nonosat.load(5),                                     "expected a path (str or os.PathLike), got 5"),
    "path written": (lambda: nonosat.dump(SWITCH, None),                          "expected a path (str or os.PathLike), got None"),
    "text":         (lambda: nonosat.loads(1),                                 "expected a text (str) or bytes, got int; nonosat.load reads files"),
    "format":       (lambda: nonosat.loads("1", ["non"]),                      "unknown format ['non']"),
    "backend":      (lambda: nonosat.check(SWITCH, backend=None),                 "unknown backend None"),
    "family":       (lambda: nonosat.generate("no"),                              "unknown family 'no'"),
    "size":         (lambda: nonosat.generate(size="20x30"),                      "a height must be an integer of at least 0, got '20x30'"),
    "three sides":  (lambda: nonosat.generate(size=(1, 2, 3)),                    "size must be a side or (height, width), got (1, 2, 3)"),
    "density":      (lambda: nonosat.generate(density="half"),                    "a density must be a number from 0 to 1, got 'half'"),
    "colors":       (lambda: nonosat.generate(colors="red"),                      "the number of colors must be an integer of at least 1, got 'red'"),
    "needs":        (lambda: nonosat.generate(needs="hard"),                      "needs must be one of line, probing, guessing, got 'hard'"),
    "unique none":    (lambda: nonosat.generate("contradictory", unique=True),    "contradictory puzzles have no solution, so none of them can be unique"),
    "drawing":      (lambda: nonosat.show(SWITCH, "x.docx"),                      "x.docx: the name of a drawing must end in .svg or .png"),
    "drawing's name": (lambda: nonosat.show(SWITCH, 5),                           "expected a path (str or os.PathLike), got 5"),
    "cell of a text": (lambda: nonosat.show(SWITCH, cell=5),                      "cell is the size in a drawing: give a path, too"),
    "cell's side":  (lambda: nonosat.show(SWITCH, "x.svg", cell="large"),         "cell must be a number from 0 to 1000, got 'large'"),
    "image's cell": (lambda: Grid.of(["#"]).to_image(0),                          "cell must be an integer of at least 1, got 0"),
    "large image":  (lambda: Grid.of(["#"]).to_image(10_000),                     "cells of 10000 pixels make an image of more than 64000000 pixels"),
    "no solution":  (lambda: nonosat.show(SWITCH, solution=True),                 "<Puzzle 2x2> has no finished picture; nonosat.solve finds one"),
    "book's style": (lambda: nonosat.book([SWITCH], "x.html", 3),                 "style must be BookStyle, got int"),
    "numbers as clues": (lambda: Puzzle(((1,),), ((1,),)),                        "clues are tuples of blocks here; Puzzle.of takes lists and texts"),
    "pairs as blocks": (lambda: Puzzle((((1, 1),),), (((1, 1),),)),               "clues are tuples of blocks here; Puzzle.of takes lists and texts"),
    "length":       (lambda: Puzzle(((Block("a"),),), ((Block(1),),)),            "row 1 has Block(length='a', color=1), and lengths and colors are whole numbers"),
    "color":        (lambda: Puzzle(((Block(1),),), ((Block(1, "a"),),)),         "column 1 has Block(length=1, color='a'), and lengths and colors are whole numbers"),
    "joined colors": (lambda: Domains.of(["#"]) & Domains.of_cells(1, 1, 3, [1]), "domains of different numbers of colors cannot be joined"),
    "line":         (lambda: Line("diagonal", 0),                                 "a line is Line('row', 0) or Line('column', 0), not Line(axis='diagonal', index=0)"),
    "line of a grid": (lambda: Grid.of(["#"]).read(3),                            "a line must be Line, got int"),
    "columns twice": (lambda: Puzzle.of([1], [1], columns=[1]),                   "give the column clues once, as cols or as columns"),
    "known letter": (lambda: Domains.of(["#x"]),                                   "the known cells have 'x', and there are: . # ?"),
    "no known":     (lambda: Domains.of([]),                                      "known cells are rows of one length, at least one"),
    "no clue":      (lambda: Puzzle.of(["x"], [1]),                               "row 1: 'x' is not a clue such as '1 2'"),
    "no such ink":  (lambda: Puzzle.of(["1x"], [1], FOX),                         "row 1: '1x' is not a clue such as '1o 2o'"),
    "clues alone":  (lambda: nonosat.check("1;1"),                                "expected a Puzzle or a Sheet, got str; Puzzle.of(rows, columns) makes a puzzle of clues"),
    "no seed":      (lambda: nonosat.generate(seed="x"),                          "seed must be an integer, got 'x'"),
    "no size":      (lambda: nonosat.generate(size=True),                         "a height must be an integer of at least 0, got True"),
    "no wish":      (lambda: nonosat.generate(size=5, unique="yes"),              "unique must be bool, got str"),
    "flat picture": (lambda: Grid.of([1, 0]),                                     "expected a picture as rows, each a text or integers"),
    "no such color": (lambda: Grid.of([[0, 2]]),                                  "row 1 of the picture has 2, the palette has . #: give another palette="),
    "clues":        (lambda: Puzzle.of(5, [1]),                                   "clues are lists with one clue for each line, not int"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_wrong_arguments_are_refused_in_words(call: Callable[[], object], message: str) -> None:
    with pytest.raises(NonosatError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_certificates(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    assert nonosat.certify(Sheet(SWITCH), folder, known=Domains.of(["#?", "??"])) == "unique"
    assert nonosat.verify(folder) == "unique"
    with pytest.raises(nonosat.Refused, match="it belongs to another puzzle"):
        nonosat.verify(folder, puzzle=SWITCH)
    (folder / "solution.txt").write_text("##\n##\n")
    with pytest.raises(nonosat.Refused, match="has other clues"):
        nonosat.verify(folder)
    for wrong in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(nonosat.InputError):
            nonosat.verify(wrong)


def test_show(tmp_path: Path) -> None:
    grid = nonosat.solve(HEART).solutions[0]
    sheet = Sheet(HEART, goals=(grid,))
    assert nonosat.show(grid) == nonosat.show(sheet, solution=True)
    assert nonosat.show(HEART) == nonosat.show(sheet)
    nonosat.show(sheet, tmp_path / "empty.svg")
    nonosat.show(sheet, tmp_path / "full.svg", solution=True)
    empty, full = (nonosat.load(tmp_path / f"{name}.svg")[0] for name in ("empty", "full"))
    assert (empty.goals, full.goals) == ((), (grid,))
    assert nonosat.show(nonosat.check(HEART)) == nonosat.show(grid)
    assert nonosat.show(HEART).count("?") == 25
    both = nonosat.check(SWITCH)
    assert nonosat.show(both).count("?") == 4
    nonosat.show(both, tmp_path / "both.svg", cell=10)
    assert (tmp_path / "both.svg").read_text().startswith("<svg")


def test_mended_pictures_keep_their_colors() -> None:
    palette = nonosat.Palette.of([("white", "#ffffff", None), ("red", "#d00000", None)])
    changes = nonosat.fewest_changes(Grid.of(["#.", ".#"], palette))
    assert changes.palette == changes.proposals[0].palette == palette
    sheet = Sheet(SWITCH, goals=(Grid.of(["#.", ".#"]),))
    assert nonosat.fewest_givens(sheet).cells == nonosat.fewest_givens(["#.", ".#"]).cells


NOT_MEANT: list[Any] = [
    None, 0, -1, 1.5, float("nan"), "x", "", b"x", [], [None], [[None]], {}, {"a": 1}, object(), True,
    [1, "a"], (1, 2, 3), print, 10**30, "\0", set(), SWITCH, Sheet(SWITCH), Grid.of(["#"]),
]  # fmt: skip
"""Values of all kinds: each parameter gets each of them."""
CALLED: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    **{
        name: (getattr(nonosat, name), {"puzzle": SWITCH})
        for name in ("backbone", "blot", "check", "solve", "count", "rate", "hint", "steps", "solutions")
    },
    "conflict": (nonosat.conflict, {"clues": SWITCH}),
    "why": (nonosat.why, {"puzzle": SWITCH, "cell": (0, 0)}),
    "fewest_changes": (nonosat.fewest_changes, {"picture": ["#.", ".#"]}),
    "fewest_givens": (nonosat.fewest_givens, {"picture": ["#.", ".#"]}),
    "dumps": (nonosat.dumps, {"puzzles": SWITCH, "format": "json"}),
    "loads": (nonosat.loads, {"text": "1\n\n1\n", "format": "cwd"}),
    "generate": (nonosat.generate, {"size": 5}),
    "digitize": (nonosat.digitize, {"image": b"P5 2 2 255 0000", "size": 2}),
    "Puzzle.of": (Puzzle.of, {"rows": [1], "cols": [1]}),
    "Puzzle.from_picture": (Puzzle.from_picture, {"picture": ["#"]}),
    "Grid.of": (Grid.of, {"rows": ["#"]}),
    "Domains.of": (Domains.of, {"rows": ["#"]}),
    "Domains.of_grid": (Domains.of_grid, {"grid": Grid.of(["#"]), "colors": 2}),
    "Palette.of": (nonosat.Palette.of, {"colors": [("white", "#ffffff", "."), ("red", "#ff0000", "r")]}),
    "Puzzle": (Puzzle, {"rows": SWITCH.rows, "cols": SWITCH.cols}),
    "Puzzle.of_lengths": (Puzzle.of_lengths, {"rows": [[1]], "cols": [[1]]}),
    "Puzzle.of_grid": (Puzzle.of_grid, {"grid": Grid.of(["#"])}),
    "Grid": (Grid, {"height": 1, "width": 1, "cells": b"\1"}),
    "Domains": (Domains, {"width": 1, "rows": ((1, 1),)}),
    "Domains.of_cells": (Domains.of_cells, {"height": 1, "width": 1, "colors": 2, "cells": [1]}),
    "Palette": (nonosat.Palette, {"colors": ()}),
    "Block": (lambda block: Puzzle(((block,),), ((block,),)), {"block": Block(1)}),
    "length": (lambda length: Puzzle(((Block(length),),), ((Block(length),),)), {"length": 1}),
    "Color": (lambda rgb, char: nonosat.Palette((WHITE, nonosat.Color("x", rgb, char))), {"rgb": "#000000", "char": "#"}),
    "BookStyle": (nonosat.BookStyle, {}),
    "Sheet": (Sheet, {"puzzle": SWITCH}),
    "Limits": (nonosat.Limits, {}),
    "Search": (nonosat.Search, {"puzzle": SWITCH}),
}  # fmt: skip


@pytest.mark.parametrize(("function", "given"), CALLED.values(), ids=CALLED)
def test_no_value_leads_to_an_error_of_python(
    function: Callable[..., Any], given: dict[str, Any]
) -> None:
    for parameter in inspect.signature(function).parameters:
        for value in NOT_MEANT:
            with contextlib.suppress(NonosatError):
                result = function(**given | {parameter: value})
                if inspect.isgenerator(result):
                    next(result, None)
                if isinstance(result, Sheet):
                    nonosat.dumps(result, "non")

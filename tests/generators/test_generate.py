"""Families: the same for the same seed, and what they promise."""

import json
import random
import re
from dataclasses import replace
from itertools import chain, count, pairwise, product, repeat
from pathlib import Path
from typing import Any

import pytest
from command import run

from nonosat import Grid, Limits, Puzzle, Sheet, Verdict, generate, load, loads, rate
from nonosat.errors import LimitReached, UsageError
from nonosat.generators import FAMILIES, Recipe, icons, make, make_many, pictures
from nonosat.generators.text import FONT
from nonosat.generators.wishes import Wishes, shape
from nonosat.kernel import Board, several
from nonosat.run.rows import clue_hash
from nonosat.solving import api

SMALL = {"large": (60, 50), "domino": (7, 7), "permutation": (5, 5), "contradictory": (7, 9)}
"""Height and width to test families with; others take 12 by 17."""


def recipe(name: str, **more: object) -> Recipe:
    return Recipe(*SMALL.get(name, (12, 17)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_recipe_always_gives_the_same_puzzle(name):
    one, again = make(name, recipe(name, seed=5)), make(name, recipe(name, seed=5))
    assert one == again
    others = {clue_hash(make(name, recipe(name, seed=seed)).puzzle) for seed in range(6)}
    alike = name in ("domino", "permutation", "weave")  # all of a size are, the first weave too
    assert len(others) == 1 if alike else len(others) > 4
    tries = {clue_hash(make(name, recipe(name, seed=5, attempt=n)).puzzle) for n in range(3)}
    assert (len(tries) > 1) != alike


@pytest.mark.parametrize("name", FAMILIES)
def test_the_picture_is_a_solution(name):
    for index in range(3):
        sheet = make(name, recipe(name, index=index, count=3))
        assert (sheet.puzzle.height, sheet.puzzle.width) == SMALL.get(name, (12, 17))
        assert sheet.title.startswith(name) or FAMILIES[name].named
        assert all(sheet.puzzle.accepts(goal) for goal in sheet.goals)
        assert bool(sheet.goals) == (name not in ("domino", "contradictory"))


#   The digests were taken once; they must hold on every machine and Python.
DIGESTS = {
    "shapes": "9437b04381456f2208b3673d68aef693",
    "smooth": "43b6f817157a847d261ccdc12b504666",
    "random": "0a81a036a48791a503ca6e656f478526",
    "patches": "d062fc665cb37d1261cbc2c784d7732f",
    "large": "dbd2ca3211368fd0f5f12220e480c753",
    "tournament": "8eeb4c53df78f7fa5940d3dc7569201e",
}


def test_seeds_mean_the_same_everywhere():
    made = {name: clue_hash(make(name, recipe(name, seed=1)).puzzle) for name in DIGESTS}
    assert made == DIGESTS


def test_domino_is_unique():
    assert make("domino", Recipe(3, 3)).puzzle == Puzzle.of([[3], [1], [1]], [[1], [1], [3]])
    for n in range(1, 6):
        puzzle = make("domino", Recipe(2 * n + 1, 2 * n + 1)).puzzle
        assert api.check(puzzle, limits=Limits(10)).verdict is Verdict.UNIQUE


def test_domino_is_that_of_the_corpus(shared):
    for line in (shared / "corpus" / "domino.jsonl").read_text().splitlines():
        stated = json.loads(line)
        rows, cols = stated["rows"], stated["cols"]
        assert make("domino", Recipe(len(rows), len(rows))).puzzle == Puzzle.of(rows, cols)


def test_large_pictures_are_line_solvable():
    for seed in range(4):
        sheet = make("large", Recipe(120, 90, seed=seed))
        assert api.check(sheet.puzzle).line_solvable
        assert 0.05 < sum(sheet.goals[0].cells) / (120 * 90) < 0.95


def test_smooth_pictures_are_noise_where_the_majority_of_nine_wins(monkeypatch):
    def smoothed(seed: int, times: int) -> list[bytes]:
        """Return a picture in the middle of the noise, which is as large for all `times`."""
        monkeypatch.setattr(pictures, "SMOOTHED", times)
        margin = 2 * (3 - times)
        drawn = pictures.smooth(Recipe(9 + margin, 14 + margin), random.Random(seed))
        return [bytes(drawn.row(row)) for row in range(drawn.height)]

    for seed, times in product(range(5), range(3)):
        before, after = smoothed(seed, times), smoothed(seed, times + 1)
        for row, col in product(range(len(after)), range(len(after[0]))):
            nine = sum(sum(cells[col : col + 3]) for cells in before[row : row + 3])
            assert after[row][col] == (nine >= 5)


@pytest.mark.parametrize("name", ["shapes", "smooth"])
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (5, 5), (300, 200)])
def test_pictures_have_any_size(name, size):
    (goal,) = make(name, Recipe(*size)).goals
    assert (goal.height, goal.width) == size
    assert size[0] < 300 or 0.2 < sum(goal.cells) / len(goal.cells) < 0.9


def test_contradictory_puzzles_have_no_solution():
    for index in range(4):
        puzzle = make("contradictory", Recipe(8, 10, index=index)).puzzle
        assert api.check(puzzle, backend="placements", limits=Limits(10)).verdict is Verdict.NONE


def test_ambiguous_families_are():
    for name in ("permutation", "weave"):
        assert api.check(make(name, Recipe(6, 6)).puzzle).verdict is Verdict.MULTIPLE
    tiles = api.solve(make("weave", Recipe(5, 5)).puzzle, at_most=None)
    assert len(tiles.solutions) >= 2**4


def test_symmetric_pictures_are():
    for index in range(2):
        (goal,) = make("symmetric", Recipe(7, 10, index=index, colors=3)).goals
        rows = [goal.row(r) for r in range(7)]
        assert all(row == row[::-1] for row in rows)
        assert (rows == rows[::-1]) == bool(index)


def test_patches_touch_and_have_all_colors():
    (goal,) = make("patches", Recipe(30, 30, colors=5)).goals
    assert set(goal.cells) == set(range(6))
    rows = [goal.row(r) for r in range(30)]
    assert any(a != b and a and b for row in rows for a, b in pairwise(row))


def test_letters_are_drawn():
    assert sorted(FONT) == [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    assert len({tuple(rows) for rows in FONT.values()}) == 26
    assert all(len(rows) == 5 and {len(row) for row in rows} == {3} for rows in FONT.values())
    (goal,) = make("text", Recipe(5, 3)).goals
    drawn = [bytes(goal.row(r)) for r in range(5)]
    assert drawn in [[bytes(c == "#" for c in row) for row in rows] for rows in FONT.values()]


#   family          recipe                                    what the error says
WRONG = [
    ("magic",       {},                                       "unknown family 'magic'; there are: random, tournament"),
    ("domino",      {"height": 6, "width": 6},                "domino must be square with an odd side of at least 3, got 6x6"),
    ("permutation", {"height": 3, "width": 4},                "permutation must be square, got 4x3"),
    ("random",      {"density": 1.5},                         "a density must be a number from 0 to 1, got 1.5"),
    ("random",      {"density": float("nan")},                "a density must be a number from 0 to 1, got nan"),
    ("random",      {"colors": 0},                            "the number of colors must be an integer of at least 1, got 0"),
    ("random",      {"height": 0},                            "needs at least one row"),
    ("random",      {"height": 9999, "width": 2000},          "too large to generate"),
    ("domino",      {"height": 3, "width": 3, "density": .5}, "domino takes no density"),
    ("text",        {"name": "L1"},                           "text draws a word of letters from A to Z, got 'L1'"),
    ("text",        {"name": "LISA"},                         "LISA needs 15x5 cells, got 5x5"),
    ("large",       {"colors": 3},                            "large takes no number of inks: it is black-and-white"),
    ("contradictory", {"height": 1, "width": 1},              "found no contradictory puzzle of 1x1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "how", "message"), WRONG)
def test_recipes_that_make_no_sense(name, how, message):
    with pytest.raises(UsageError) as caught:
        make(name, Recipe(**({"height": 5, "width": 5} | how)))
    assert message in str(caught.value)


#   wishes, and what each puzzle then has
WISHES = [
    ({"unique": True}, lambda sheet, result: True),
    ({"needs": "line"}, lambda sheet, result: result.difficulty == "line"),
    ({"needs": "probing"}, lambda sheet, result: result.difficulty == "probing"),
    ({"stars": (2, 3)}, lambda sheet, result: rate(sheet).stars in (2, 3)),
    ({"unique": True, "density": (0.5, 0.52)}, lambda sheet, result: 0.5 <= sum(sheet.goals[0].cells) / 81 <= 0.52),
]  # fmt: skip


def open_cells(sheet: Sheet) -> int:
    board = Board(sheet.puzzle.rows, sheet.puzzle.cols, 2)
    board.propagate()
    return sum(several(row).bit_count() for row in board.rows())


@pytest.mark.parametrize(("wishes", "fits"), WISHES, ids=[" ".join(case[0]) for case in WISHES])
def test_puzzles_are_as_wished(wishes, fits):
    def made() -> list[Sheet]:
        return [*make_many("random", Recipe(9, 9, count=4), Wishes(**wishes), Limits(60))]

    sheets = made()
    assert sheets == made()
    assert len({shape(sheet.puzzle) for sheet in sheets}) == 4
    for sheet in sheets:
        result = api.check(sheet.puzzle)
        assert result.verdict is Verdict.UNIQUE
        assert fits(sheet, result)
        assert result.left == open_cells(sheet)


def test_a_wish_that_fails_is_named():
    never = make_many("random", Recipe(1, 9), Wishes(needs="guessing"), Limits(0.05))
    with pytest.raises(LimitReached, match=r"after (\d+) tries, and \1 of them failed at needs"):
        list(never)


def test_a_set_has_no_picture_twice_rotated_or_mirrored():
    grid = Grid.of(["##.", "#..", "##."])
    turned, seen = [grid], set()
    for _ in range(3):
        turned.append(Grid.of([*map(list, zip(*map(list, [*turned[-1]][::-1]), strict=True))]))
    for one in turned:
        for rows in ([*one], [row[::-1] for row in one]):
            seen.add(shape(Puzzle.of_grid(Grid.of(rows))))
    assert len(set(turned)) == 4
    assert len(seen) == 1
    assert shape(Puzzle.of_grid(Grid.of(["##.", "#..", "#.."]))) not in seen
    three = Wishes(unique=True)  # of 1x3 there are six shapes, and not all are unique
    with pytest.raises(LimitReached, match="failed at new"):
        list(make_many("random", Recipe(1, 3, count=9), three, Limits(0.3)))


def test_the_command_writes_any_format(folder):
    done = run("generate", *["random", "--size", "7x4", "--seed", "3", "--count", "2"])
    assert done.returncode == 0, done.stderr
    sheets = loads(done.stdout)
    assert [(s.puzzle.width, s.puzzle.height) for s in sheets] == [(7, 4), (7, 4)]
    assert sheets[0].goals == make("random", Recipe(4, 7, seed=3, count=2)).goals
    for args, code, message in (
        (["random", "--size", "5", "-o", "p.mk"], 0, ""),
        (["random", "--size", "5", "--title", "A", "-o", "p.mk"], 0, "mk does not keep: title"),
        (["patches", "--size", "9", "-o", "p.xml"], 0, ""),
        (["random", "--size", "8", "--unique", "-o", "p.txt"], 0, ""),
        (["random", "--count", "2", "-o", "two.mk"], 5, "mk holds one puzzle per file, not 2"),
        (["patches", "-o", "c.mk"], 5, "mk has no colors"),
        (["domino", "-o", "d.txt"], 5, "grid holds finished pictures only"),
        (["--size", "5"], 0, ""),
        (["random", "-o", "many"], 2, "many has no suffix: -o many.json, or -o many/ for a folder"),
        (["random", "--size", "5", "--density", "150%"], 2, "from 0 to 1, got 1.5"),
        (["random", "--size", "5", "--density", "5%%"], 2, "expected a number, or a range"),
        (["random", "--size", "5", "-o", "p.mk/"], 5, "p.mk"),
        (["random", "--size", "5by5"], 2, "give a side up to 10000, or width x height"),
        (["random", "--size", "100000"], 2, "100000x100000 is too large: at most 10000 a side"),
        (["random", "--size", "0"], 2, "needs at least one row"),
        (["random", "--needs", "magic"], 2, "needs must be one of line, probing, guessing"),
        (["random", "--stars", "x"], 2, "expected a number, or a range such as 2-4"),
        (["random", "--density", ".5-2"], 2, "a density must be a number from 0 to 1, got 2.0"),
        (["random", "--stars", "4-6"], 2, "stars must be at most 5, got 6"),
        (["magic"], 2, "unknown family"),
        (["random", "--size", "30", "--density", "0.3", "--needs", "line", "--limit", "0.1"], 30, "found only 0 of 1 "),
        (["random", "-o", "no/folder.mk"], 5, "there is no folder"),
    ):  # fmt: skip
        done = run("generate", *args, cwd=folder)
        assert (args, done.returncode) == (args, code), done.stderr
        assert message in done.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["p.mk", "p.txt", "p.xml"]


#   arguments, and what they are short for
SHORT = [
    ("--stars 1", "random --density .7 --stars 1"),
    ("--stars 4", "random --density .48 --stars 4"),
    ("--stars 2-3", "random --density 50% --stars 2-3"),
    ("--needs probing", "random --density .5 --needs probing"),
    ("--unique", "random --density 54% --unique"),
    ("--unique --density 50%-60%", "random --unique --density .5-.6"),
    ("--needs line --density .8", "random --needs line --density 80%"),
]


@pytest.mark.parametrize(("short", "long"), SHORT, ids=[short for short, _ in SHORT])
def test_a_wish_chooses_family_and_density(short, long):
    one, other = (run("generate", *args.split(), "--size", "8") for args in (short, long))
    assert one.returncode == 0, one.stderr
    assert one.stdout == other.stdout


def test_python_chooses_the_same():
    assert generate(stars=1, size=8) == generate("random", stars=1, size=8, density=0.7)
    assert generate(size=8) == generate("random", size=8)
    fixed = generate("random", unique=True, size=8, density=0.7)
    assert generate(unique=True, size=8, density=0.7) == fixed


def test_a_folder_gets_a_file_for_each_puzzle(folder):
    for to, suffix in ((["--to", "mk"], "mk"), ([], "json")):
        done = run("generate", *["random", "--size", "5", "-n", "3", "-o", "new/", *to], cwd=folder)
        assert done.returncode == 0, done.stderr
        names = sorted(path.name for path in Path("new").glob(f"*.{suffix}"))
        assert names == [f"random-5x5-0-{number}.{suffix}" for number in (1, 2, 3)]
        assert load(Path("new", names[2]))[0].puzzle == make("random", Recipe(5, 5, index=2)).puzzle


def interrupted():
    yield True
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("answers", "code", "said"),
    [
        (lambda: chain([True], repeat(False)), 30, "found only 1 of 3 "),
        (interrupted, 130, "interrupted"),
    ],
    ids=["limit", "ctrl-c"],
)
def test_what_was_found_before_the_end_is_kept(answers, code, said, monkeypatch):
    wanted = answers()
    monkeypatch.setattr(Wishes, "unmet", lambda *_: "" if next(wanted) else "unique")
    done = run(
        "generate", *["random", "--size", "5", "--count", "3", "--unique", "--limit", "0.05"]
    )
    assert done.returncode == code
    assert len(loads(done.stdout)) == 1
    assert said in done.stderr


def test_a_wish_that_is_never_met_ends_by_itself(monkeypatch):
    monkeypatch.setattr(Wishes, "unmet", lambda *_: "needs")
    clock = count()
    monkeypatch.setattr("nonosat.limits.time.monotonic", lambda: next(clock))
    with pytest.raises(
        LimitReached, match=r"the limit of 60 s was reached after .* failed at needs"
    ):
        generate(needs="guessing", size=9)
    advice = "without a family and --density, the wish chooses what suits it\n"
    for family, advised in ((["random"], True), ([], False)):
        done = run("generate", *family, "--size", "9", "--needs", "guessing")
        assert done.returncode == 30
        assert "the limit of 60 s was reached after" in done.stderr
        assert done.stderr.endswith(advice) is advised


def test_recipes_differ_in_every_part():
    base = Recipe(5, 5)
    others = [replace(base, **{name: 1}) for name in ("seed", "index", "attempt")]
    numbers = {one.rng("x").random() for one in (base, *others)} | {base.rng("y").random()}
    assert len(numbers) == 5


def test_a_thing_is_drawn_as_large_as_it_fits_in_and_told_by_its_name() -> None:
    sheet = generate(name="Fir tree", size=(20, 15))
    (goal,) = sheet.goals
    assert (goal.height, goal.width, sheet.title) == (20, 15, "Fir tree")
    assert all(any(row[col] for row in goal) for col in (1, -2))
    assert sheet == generate("icon", name="fir tree", size=(20, 15)) != generate("icon", size=20)
    assert generate(name="pine-tree", size=(20, 15)).puzzle == sheet.puzzle
    assert (sheet.license, sheet.copyright) == ("Apache 2.0", "Pictogrammers")


def test_a_set_of_things_has_each_once_and_draws_none_twice(monkeypatch) -> None:
    drawn, draw = [], icons.drawn
    monkeypatch.setattr(icons, "drawn", lambda name, *size: drawn.append(name) or draw(name, *size))
    made = make_many("icon", Recipe(10, 10, count=12), Wishes(stars=(2, 3)))
    names = [sheet.title for sheet in made]
    assert len(set(names)) == 12
    assert len(set(drawn)) == len(drawn)
    assert {name.casefold() for name in names} <= {name.casefold() for name in icons.things()}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"name": "owll"}, "no icon 'owll'; there is owl"),
        ({"name": "owl", "size": 300}, "an icon has at most 200x200 cells"),
        ({"name": "owl", "family": "random"}, "random takes no name"),
        (
            {"name": "owl", "size": 20, "stars": 5},
            "owl, 20x20, fails at stars: another size may do",
        ),
        ({"family": "icon", "colors": 2}, "icon takes no number of inks"),
    ],
)
def test_a_thing_that_cannot_be_drawn_is_an_error(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        generate(**wanted)


def test_the_names_of_things_are_in_order_and_none_is_twice() -> None:
    names = list(icons.things())
    assert len(names) >= 300
    assert names == sorted(names, key=str.casefold)
    assert len({name.casefold() for name in names}) == len(names)


def test_a_word_is_as_large_as_it_fits_in():
    assert make("text", Recipe(5, 7, name="Il")).goals[0].drawn(".#") == [
        "###.#..", ".#..#..", ".#..#..", ".#..#..", "###.###",
    ]  # fmt: skip
    small, large = (make("text", Recipe(*size, name="IL")).goals[0] for size in ((5, 7), (12, 15)))
    assert [*large.cells].count(1) == 4 * [*small.cells].count(1)


def test_icons_return_smaller():
    pytest.importorskip("fonticon_mdi7")
    first, again = (make("icon", Recipe(12, 12, attempt=at)) for at in (0, len(icons.things())))
    assert first.title == again.title
    assert sum(again.goals[0].cells) < sum(first.goals[0].cells)

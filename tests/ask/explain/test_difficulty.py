"""Ratings: the same however a puzzle is turned or colored, and growing with what it takes."""

import json
import time
from dataclasses import replace
from functools import cache
from math import log2

import pytest
from command import run
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat import Block, Limits, Puzzle, check, load, solve
from nonosat.ask.explain.difficulty import THRESHOLDS, Rating, RatingKind, rate
from nonosat.ask.explain.rules import ALL_RELATED, RULES
from nonosat.generators import Recipe, make
from nonosat.model import Clue, Grid, default_palette
from nonosat.solving.result import Verdict
from tests.lateness import LATE

LADDER = {
    4: "....#.##/..#.##../###....#/.##.##../###.##.#/.####.#./..##.###/##.#..#.",
    10: "......##/..#.#.../###...../.##.##../###.#..#/.####.#./..##..##/##.#..#.",
    16: "..#...##/..#.##../#.#...#./#.#.##../#.#.#.../.####.../...##.#./.#.#.#..",
    22: "...#.###/..####../###...##/#.#.#.../..###.../.#.##.#./.#.#..#./.....#.#",
    28: "...#..##/..####../###...##/#.#.#..#/.##.#.../#..##.../.#.#.##./...#.###",
}
"""Pictures of one size by the rounds that they take, found by a search for many rounds."""


def picture(text: str) -> Puzzle:
    return Puzzle.of_grid(Grid.of(text.split("/")))


def domino(n: int) -> Puzzle:
    return make("domino", Recipe(2 * n + 1, 2 * n + 1)).puzzle


rated = cache(rate)
"""For puzzles that take long, and that several tests ask about."""


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Clues of a random picture, with one to three inks."""
    inks = draw(st.integers(1, 3))
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = draw(st.lists(st.integers(0, inks), min_size=height * width, max_size=height * width))
    return Puzzle.of_grid(Grid(height, width, bytes(cells)), default_palette(inks))


def transposed(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.cols, puzzle.rows, puzzle.palette)


def mirrored(puzzle: Puzzle) -> Puzzle:
    return Puzzle(tuple(clue[::-1] for clue in puzzle.rows), puzzle.cols[::-1], puzzle.palette)


def recolored(puzzle: Puzzle) -> Puzzle:
    """The inks in the opposite order."""
    most = len(puzzle.palette.colors)

    def change(clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        return tuple(tuple(Block(b.length, most - b.color) for b in clue) for clue in clues)

    return Puzzle(change(puzzle.rows), change(puzzle.cols), puzzle.palette)


@settings(max_examples=60)
@given(puzzles())
def test_turned_mirrored_or_recolored_it_is_as_hard(puzzle: Puzzle) -> None:
    rating = rate(puzzle)
    for other in (transposed(puzzle), mirrored(puzzle), recolored(puzzle)):
        assert rate(other) == rating


@pytest.mark.parametrize("n", [4, 5])
def test_trials_do_not_depend_on_the_direction_either(n: int) -> None:
    puzzle = domino(n)
    rating = rated(puzzle)
    assert rating.kind is not RatingKind.LINES
    for other in (transposed(puzzle), mirrored(puzzle), mirrored(transposed(puzzle))):
        assert rate(other) == rating


@settings(max_examples=50)
@given(puzzles())
def test_only_unique_puzzles_have_a_rating(puzzle: Puzzle) -> None:
    rating = rate(puzzle)
    assert rating.verdict is check(puzzle).verdict
    assert (rating.score is not None) == (rating.verdict is Verdict.UNIQUE)
    assert bool(rating.why_not) == (rating.score is None)


def test_every_rule_has_a_weight_and_simpler_ones_weigh_no_more() -> None:
    weights = [*(rule.related for rule in RULES), ALL_RELATED]
    assert weights == sorted(weights)


@pytest.mark.parametrize(
    ("puzzle", "kind", "hardest"),
    [
        (Puzzle.of([[1]], [[1]]), RatingKind.LINES, "simple boxes"),
        (Puzzle.of([[]], [[]]), RatingKind.LINES, "line complete"),
        (domino(2), RatingKind.LINES, "simple boxes"),
        (domino(4), RatingKind.TRIAL, "trial"),
        (domino(5), RatingKind.DEEP_TRIAL, "deep trial"),
        (domino(7), RatingKind.GUESSING, "guessing"),
    ],
)
def test_what_a_puzzle_takes(puzzle: Puzzle, kind: RatingKind, hardest: str) -> None:
    rating = rated(puzzle)
    assert (rating.kind, rating.hardest) == (kind, hardest)
    assert rating.bottleneck == 0 or kind is RatingKind.LINES


def test_adds_up_what_a_person_does() -> None:
    # Round 1: rows 1 and 2 and column 1 are full, column 3 has its middle: four of six open lines,
    # by simple boxes. Round 2: the three lines still open are complete.
    rating = rate(picture("#.#/###/#.."))
    assert (rating.rounds, rating.hardest, rating.bottleneck) == (2, "simple boxes", 4)
    looks, work = 6 + 3, 2 * 4 + 2 * 3
    assert rating.score == round(log2(1 + (looks + work) / 6), 2)


@pytest.mark.parametrize(
    ("rows", "cols", "verdict", "why"),
    [
        ([[1], [1]], [[1], [1]], Verdict.MULTIPLE, "several solutions"),
        ([[2], []], [[2], []], Verdict.NONE, "no solution"),
        ([[1, 1], [], [1, 1]], [[1], [1, 1], [1]], Verdict.NONE, "no solution"),
    ],
)
def test_says_why_there_is_no_rating(
    rows: list[list[int]], cols: list[list[int]], verdict: Verdict, why: str
) -> None:
    rating = rate(Puzzle.of(rows, cols))
    assert replace(rating, decided=None) == Rating(verdict)
    assert rating.why_not == why
    assert rating.to_dict()["stars"] is None


def test_a_result_of_one_solution_is_not_taken_for_a_check() -> None:
    for puzzle in (Puzzle.of([[1], [1]], [[1], [1]]), domino(4)):
        one = solve(puzzle)
        assert one.verdict is Verdict.UNKNOWN
        assert rate(puzzle, checked=one) == rated(puzzle)


@pytest.mark.parametrize("seconds", [0, 0.2])
def test_keeps_to_its_limit(seconds: float) -> None:
    start = time.perf_counter()
    rating = rate(domino(14), limits=Limits(seconds))
    assert time.perf_counter() - start < seconds + LATE
    assert rating.stars is None
    assert rating.why_not == f"the limit of {seconds:g} s was reached"


def test_more_rounds_are_harder() -> None:
    ratings = [rate(picture(text)) for text in LADDER.values()]
    assert [rating.rounds for rating in ratings] == list(LADDER)
    scores = [rating.score or 0 for rating in ratings]
    assert scores == sorted(set(scores))
    assert scores[-1] > scores[0] + 1


def test_dominoes_grow_harder() -> None:
    scores = [rated(domino(n)).score or 0 for n in range(1, 8)]
    assert scores == sorted(set(scores))


@pytest.mark.parametrize("rounds", LADDER)
def test_size_is_told_apart(rounds: int) -> None:
    """Two of the same, with solid squares in the corners left, are twice as long but as hard."""
    rows = LADDER[rounds].split("/")
    n = len(rows)
    twice = [f"{row}.{'#' * n}" for row in rows] + ["." * (2 * n + 1)]
    twice += [f"{'#' * n}.{row}" for row in rows]
    one, two = rate(picture(LADDER[rounds])), rate(picture("/".join(twice)))
    assert one.score is not None
    assert two.score == pytest.approx(one.score, rel=0.1)


@pytest.mark.night
def test_the_order_of_well_known_puzzles() -> None:
    easy = rate(load(str(ROOT / "data/drawn/cat.txt"))[0].puzzle)
    hard = rate(domino(9))
    assert (easy.kind, hard.kind) == (RatingKind.LINES, RatingKind.GUESSING)
    file = ROOT.parent / "shared" / "corpus" / "survey_free.jsonl"
    if not file.exists():
        assert (easy.score or 0) < (hard.score or 0)
        pytest.skip("the survey's puzzles are not beside this checkout; the rest was tested")
    survey = {sheet.title: sheet.puzzle for sheet in load(str(file))}
    light, forever = (rate(survey[t]) for t in ("You light up my life", "Lasts Forever"))
    scores = [rating.score or 0 for rating in (easy, light, forever, hard)]
    assert scores == sorted(set(scores))
    assert [rating.stars for rating in (light, forever, hard)] == [4, 5, 5]
    # Knotty has several solutions: it comes after all others, without a rating.
    assert rate(survey["Knotty Puzzle"]).why_not == "several solutions"


def test_stars_follow_from_the_score() -> None:
    scores = [0.0, *THRESHOLDS]
    assert [Rating(Verdict.UNIQUE, score=score).stars for score in scores] == [1, 2, 3, 4, 5]


def test_prints_a_line_a_puzzle() -> None:
    done = run("rate", "data/seeds/swirl-5x5.two", "data/drawn/first-steps.jsonl", cwd=ROOT)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    facts = "* 2.32 lines 2 passes; hardest rule: glue; never fewer than 6 helpful lines"
    assert " ".join(lines[0].split()) == f"data/seeds/swirl-5x5.two 5x5 {facts}"
    assert lines[2].startswith("data/drawn/first-steps.jsonl#2")
    assert len(lines) == 8
    said = run("rate", "-", stdin="##\n##\n").stdout
    assert " 1 pass; hardest rule: simple boxes; never fewer than 4 helpful lines" in said


def test_sorts_by_score_and_puts_what_has_none_last() -> None:
    paths = ("tests/data/ambiguous/horizontales-5x5.txt", "data/drawn/first-steps.jsonl")
    done = run("rate", *paths, "--sort", "--json", cwd=ROOT)
    assert done.returncode == 10
    found = [json.loads(line) for line in done.stdout.splitlines()]
    scores = [facts["score"] for facts in found]
    assert scores[:-1] == sorted(scores[:-1])
    assert scores[-1] is None
    assert found[-1]["verdict"] == "multiple"
    assert set(found[0]) >= {"class", "rounds", "hardest", "bottleneck", "score", "stars"}

"""The chance of one solution that `generate` goes by, and the page with the map."""

import importlib.util
import re
from types import ModuleType

import pytest
from command import run
from conftest import ROOT, in_checkout

from nonosat import UsageError, generate
from nonosat.generators.families import UNIQUE, plan
from nonosat.generators.odds import PLACES, odds, share_for
from nonosat.generators.wishes import Wishes


@in_checkout
def test_the_page_and_the_table_are_what_was_measured() -> None:
    script = _random_map()
    rows = script.rows_of(ROOT / "benchmarks/results/random/rows.jsonl.gz")
    page = (ROOT / "docs/random.md").read_text("utf-8")
    assert script.fill(page, script.tables(rows)) == page
    source = (ROOT / "nonosat/generators/odds.py").read_text("utf-8")
    assert script.odds_table(rows) in source
    text, tables = (
        re.sub(r"^\|.*", "", page, flags=re.M),
        "\n".join(re.findall(r"^\|.*", page, re.M)),
    )
    text = re.sub(r"```.*?```|\]\(.*?\)|`.*?`", "", text, flags=re.S)
    known = {*re.findall(r"\d[\d,.x]*", tables)}
    stated = {number.rstrip(".,") for number in re.findall(r"\d[\d,.x]*", text)}
    assert stated - known <= {"3", "29", "2026"}, "the limit in seconds, and the day"


def _random_map() -> ModuleType:
    path = ROOT / "benchmarks/random_map.py"
    spec = importlib.util.spec_from_file_location("random_map", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


@pytest.mark.parametrize(("family", "inks"), PLACES)
def test_denser_and_smaller_pictures_are_unique_more_often(family: str, inks: int) -> None:
    shares = [percent / 100 for percent in range(40, 71)]
    for side in (10, 30, 100):
        chances = [odds(family, inks, side, side, share) or 0 for share in shares]
        assert chances == sorted(chances)
        assert chances[-1] <= (odds(family, inks, side // 2, side, shares[-1]) or 0)
    assert odds(family, inks, 10, 10, 0.01) is None
    assert odds("text", 1, 10, 10, 0.5) is share_for("text", 1, 10, 10, 0.5) is None


@pytest.mark.parametrize("side", [5, 10, 20, 40, 60, 100])
def test_a_wish_for_one_solution_chooses_its_density(side: int) -> None:
    family, recipe = plan(None, Wishes(unique=True), (side, side), None, None, 0)
    assert recipe.density is not None
    assert (odds(family, 1, side, side, recipe.density) or 0) >= UNIQUE
    assert plan("random", Wishes(unique=True), (side, side), 0.5, None, 0)[1].density == 0.5
    mirrored = plan("symmetric", Wishes(unique=True), (side, side), None, 2, 0)[1].density
    assert mirrored == plan("random", Wishes(unique=True), (side, side), None, 2, 0)[1].density
    assert plan("icon", Wishes(unique=True), (side, side), None, None, 0)[1].density is None


def test_rare_wishes_are_said_before_the_search() -> None:
    done = run("generate", "random", "--size", 40, "--density", ".5", "--unique", "--limit", ".01")
    first, last = done.stderr.splitlines()
    assert done.returncode == 30
    assert re.fullmatch(r"nonosat: about 1 in [\d,]+ is unique; at 63% 5\d% are", first)
    assert last.startswith("nonosat: found only 0 of 1 random puzzles")
    assert "; about 1 in" in last
    with pytest.raises(UsageError):
        generate("contradictory", size=5, unique=True)

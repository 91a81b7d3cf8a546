"""Links to puzzles: in place of a file, and written by ``convert``."""

import base64
import json
import random
import re
import tracemalloc
import zlib
from pathlib import Path

import pytest
from brute_force import random_grid
from command import run
from conftest import ROOT
from format_examples import fuzzing
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat.errors import NonosatError, UsageError
from nonosat.formats.base import Record
from nonosat.formats.named.link import LINK, MAX_FRAGMENT, link_of, unsolved
from nonosat.model import Domains, Palette, Puzzle, Sheet, default_palette

URL = "https://example.org/nonosat/play/"
HEART = Sheet(Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2]), title="Heart")
STEPS = "data/drawn/first-steps.jsonl"

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any sheet: with colors, given cells, a picture, a saved game, credits and notes."""
    height, width, inks = (
        draw(st.integers(1, 12)),
        draw(st.integers(1, 12)),
        draw(st.integers(1, 9)),
    )
    seed = draw(st.integers(0, 1000))
    grid = random_grid(random.Random(seed), height, width, inks, draw(st.floats(0, 1)))
    palette = default_palette(inks)
    if draw(st.booleans()):
        palette = Palette.of(
            [
                (f"{color.name} {seed}", f"#{(at * 70_001 + seed):06x}", None)
                for at, color in enumerate(palette.colors)
            ]
        )
    puzzle = Puzzle.of_grid(grid, palette)
    solved = Domains.of_grid(grid, inks + 1)
    if draw(st.booleans()):
        every = (1 << inks + 1) - 1
        cells = [every if draw(st.booleans()) else 1 << color for color in grid.cells]
        puzzle = puzzle.given(Domains.of_cells(height, width, inks + 1, cells))
    title, author = draw(texts), draw(texts)
    return Sheet(puzzle, (grid,), solved, title=title, author=author, notes=(("n", "x"),))


@given(sheets())
@fuzzing
def test_a_link_is_read_back_without_what_tells_the_solution(sheet: Sheet) -> None:
    link = link_of(sheet, URL)
    (again,) = nonosat.loads(link)
    assert again.puzzle == sheet.puzzle
    assert (again.goals, again.saved, again.notes) == ((), None, ())
    assert link_of(again, URL) == link
    assert re.fullmatch(r"#puzzle=1\.[A-Za-z0-9_-]+", link.removeprefix(URL))


@given(st.binary(max_size=300), st.booleans())
@fuzzing
def test_any_data_is_read_or_refused_in_words(data: bytes, deflated: bool) -> None:
    if deflated:
        data = zlib.compress(data, wbits=-15)
    link = "#puzzle=1." + base64.urlsafe_b64encode(data).decode().rstrip("=")
    with pytest.raises(NonosatError, match="link"):
        LINK.read(Record(link, "f"))


@given(st.integers(0, 10_000), st.sampled_from("Ax_.#=&\u00e9"))
@fuzzing
def test_a_changed_character_is_read_or_refused_in_words(at: int, char: str) -> None:
    link = link_of(HEART, URL)
    at %= len(link)
    try:
        (sheet,) = nonosat.loads(link[:at] + char + link[at + 1 :])
    except NonosatError:
        return
    nonosat.check(sheet, limits=nonosat.Limits(5))


def test_the_form_of_a_link_is_as_documented() -> None:
    """Decoded by hand, as a page does it."""
    (fox,) = nonosat.load(ROOT / "data/drawn/fox.json")
    version, _, data = link_of(fox).removeprefix("#puzzle=").partition(".")
    assert version == "1"
    plain = zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), wbits=-15)
    value = json.loads(plain)
    assert (value["format"], value["version"], value["title"]) == ("nonogram", 1, "Fox")
    assert not {"goal", "goals", "saved", "notes", "solution"} & value.keys()
    assert len(value["rows"]) == fox.puzzle.height
    page = (ROOT / "docs/links.md").read_text()
    examples = re.findall(r"#puzzle=1\.[\w-]{20,}", page)
    titles = [sheet.title for example in examples for sheet in nonosat.loads(example)]
    assert titles == ["", "Heart"]


def test_a_bomb_takes_no_memory() -> None:
    deflate = zlib.compressobj(9, wbits=-15)
    packed = b"".join(deflate.compress(bytes(1_000_000)) for _ in range(40)) + deflate.flush()
    link = "#puzzle=1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")
    assert len(link) < MAX_FRAGMENT
    tracemalloc.start()
    with pytest.raises(NonosatError, match="unpacks to more than 2000000 bytes"):
        LINK.read(Record(link, "f"))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8_000_000


@pytest.mark.parametrize("page", ["https://x.org/#a", "x y", "x\ny"])
def test_a_page_that_cannot_be_before_a_link(page: str) -> None:
    with pytest.raises(UsageError, match="is not an address of a page"):
        link_of(HEART, page)


# Commands


def test_convert_prints_a_link_for_each_puzzle(tmp_path: Path) -> None:
    done = run("convert", STEPS, "--to", "link")
    assert done.returncode == 0
    steps = nonosat.load(ROOT / STEPS)
    assert done.stdout.splitlines() == [link_of(sheet) for sheet in steps]
    (tmp_path / "p.txt").write_text(done.stdout)
    assert nonosat.load(tmp_path / "p.txt") == [unsolved(sheet) for sheet in steps]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check"], r"link-\w{8} +5x5  unique "),
        (["solve"], r"unique solution"),
        (["count"], r"1"),
        (["rate"], r"link-\w{8} +5x5 "),
        (["show"], r"link-\w{8}: 5x5, Heart"),
        (["convert", "--to", "sgt"], r"5x5:"),
    ],
)
def test_a_link_in_place_of_a_file(words: list[str], said: str) -> None:
    done = run(words[0], link_of(HEART, URL), *words[1:])
    assert done.returncode == 0, done.stderr
    assert re.search(said, done.stdout)
    assert len(done.stdout) + len(done.stderr) < 500  # the link itself is not repeated


def test_links_among_files_and_on_standard_input(tmp_path: Path) -> None:
    link = link_of(HEART, URL + "?a=[b]*")
    other = link_of(Puzzle.of([1], [1]))
    done = run("check", link, "data/seeds/hook-5x5.two", other, "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["unique"] * 3
    assert len({row["source"] for row in rows}) == 3
    assert "unique" in run("check", "-", stdin=link).stdout
    assert nonosat.load(link) == [HEART]
    # A file of that name is a file.
    (tmp_path / "#puzzle=1.AA").write_text("##\n#.\n")
    assert "2x2  unique" in run("check", "#puzzle=1.AA", cwd=tmp_path).stdout


def test_drawings_of_a_link_do_not_name_its_address(tmp_path: Path) -> None:
    link = link_of(HEART.puzzle, URL)
    done = run("show", link, "-o", tmp_path / "o.html")
    assert done.returncode == 0
    assert "o.html is to be printed; one to play: -o o-play.html" in done.stderr
    assert "<title>Nonogram</title>" in (tmp_path / "o.html").read_text()
    assert run("convert", link, "-o", tmp_path / "o.svg", "--to", "non").returncode == 0

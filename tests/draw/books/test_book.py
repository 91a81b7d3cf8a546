"""Books of puzzles: what is on which page, in what order, and that it fits."""

import dataclasses
import itertools
import random
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from brute_force import puzzle_of, random_grid
from command import run
from conftest import ROOT, without_files

import nonosat
from nonosat.draw.books import answers, front, puzzles
from nonosat.draw.books.make import book_pages
from nonosat.draw.books.page_builder import PROSE, Page, gray
from nonosat.draw.books.selection import SelectedPuzzle, in_order
from nonosat.draw.books.style import (
    FOOTER,
    HEAD,
    LEAST_TEXT,
    MARGIN,
    MILLIMETER,
    BookStyle,
    page_size,
)
from nonosat.draw.books.words import WORDS, check_words, color_names, read_words
from nonosat.draw.elements import text_width
from nonosat.draw.svg import layout
from nonosat.errors import CannotHold, UsageError
from nonosat.model import Domains, Grid, Palette, Puzzle, Sheet
from nonosat.model.colors import luma

SVG = "{http://www.w3.org/2000/svg}"
STEPS = "data/drawn/first-steps.jsonl"
TITLES = [sheet.title for sheet in nonosat.load(ROOT / STEPS)]
MIXED = [(5, 5, 1), (100, 100, 1), (20, 20, 3), (5, 60, 1), (1, 1, 1), (12, 10, 2), (30, 25, 5)]


def chosen(*sizes: tuple[int, int, int], title: str = "") -> list[SelectedPuzzle]:
    """Puzzles with pictures; whether these are the only solutions matters to no page."""
    made = []
    for at, (height, width, inks) in enumerate(sizes):
        grid = random_grid(random.Random(at), height, width, inks, 0.55)
        sheet = Sheet(puzzle_of(grid, inks), title=title or f"Title {at}", author="A. Nony")
        made.append(SelectedPuzzle(sheet, f"{at}", grid, at % 5 + 1, at / 2))
    return made


def said(page: Page) -> list[str]:
    """The lines of text on a page, without the numbers of clues."""
    return [label.words for label in page.labels]


def kinds(pages: list[Page]) -> str:
    """A letter for each page: Solutions, Rules, Puzzles, and - for the rest."""
    heads = {"Solutions": "S", "How to solve": "R"}
    return "".join(
        next((heads[words] for words in said(page) if words in heads), "P") for page in pages
    )


# What gets in, and the order


def test_a_book_from_files(tmp_path: Path) -> None:
    done = run("book", STEPS, "-o", tmp_path / "b.html", "--title", "My <book>")
    assert (done.returncode, without_files(done.stderr), done.stdout) == (0, "", "")
    text = (tmp_path / "b.html").read_text()
    assert "<title>My &lt;book&gt;</title>" in text
    pages = text.split("<section")[1:]
    assert len(pages) == 5
    assert "My &lt;book&gt;" in pages[0]
    assert "How to solve" in pages[1]
    assert "The solutions begin on page 5." in pages[1]
    for title in TITLES:
        assert [title in page for page in pages] == [False] * 4 + [True]
    assert "<script" not in text
    assert set(re.findall(r"https?://[^\s\"]*", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize(
    ("titles", "at_puzzles", "at_solutions"),
    [("solutions", 0, 7), ("puzzles", 7, 7), ("none", 0, 0)],
)
def test_titles(titles: str, at_puzzles: int, at_solutions: int) -> None:
    seven = chosen(*[(5, 5, 1)] * 7)
    pages = book_pages(seven, BookStyle(titles=titles, cover="none", rules=False))
    lines = {kind: list(itertools.chain(*map(said, of))) for kind, of in by_kind(pages)}
    for kind, wanted in (("P", at_puzzles), ("S", at_solutions)):
        assert sum(it.sheet.title in lines[kind] for it in seven) == wanted


def by_kind(pages: list[Page]) -> Iterator[tuple[str, list[Page]]]:
    for kind, group in itertools.groupby(zip(kinds(pages), pages, strict=True), lambda it: it[0]):
        yield kind, [page for _, page in group]


def test_the_easiest_come_first_and_of_these_the_smallest() -> None:
    sizes = {"a": 9, "b": 5, "c": 7, "d": 5, "e": 5}
    stars = {"a": (1, 1.0), "b": (3, 4.5), "c": (1, 3.0), "d": (None, None), "e": (3, 4.4)}
    given = [
        SelectedPuzzle(
            Sheet(Puzzle.of_grid(Grid(n, n, bytes(n * n)))),
            name,
            Grid(n, n, bytes(n * n)),
            *stars[name],
        )
        for name, n in sizes.items()
    ]
    assert "".join(it.name for it in in_order(given, "given")) == "abcde"
    assert "".join(it.name for it in in_order(given, "difficulty")) == "caebd"


def test_the_numbers_of_puzzles_and_solutions_agree(tmp_path: Path) -> None:
    for order in ("given", "difficulty"):
        made = nonosat.book(nonosat.load(ROOT / STEPS), tmp_path / "b.html", BookStyle(order=order))
        titles = [sheet.title for sheet in made.puzzles]
        assert (titles == TITLES) == (order == "given")
        text = (tmp_path / "b.html").read_text()
        lines = [re.sub("<[^>]*>", "", line) for line in re.findall("<text.*?</text>", text)]
        solutions = lines[lines.index("Solutions") :]
        for number, sheet in enumerate(made.puzzles, 1):
            assert solutions[solutions.index(sheet.title) - 1] == str(number)
        stars = [nonosat.rate(sheet).stars or 0 for sheet in made.puzzles]
        assert (stars == sorted(stars)) == (order == "difficulty")
        assert sorted(titles) == sorted(TITLES)


AMBIGUOUS = Sheet(Puzzle.of([1, 1], [1, 1]), title="Two ways", goals=(Grid.of(["#.", ".#"]),))
NOTHING = Sheet(Puzzle.of([[1], [1, 1], [1]], [[1, 1], [], [1, 1]]), title="None")
ENDLESS = Sheet(Puzzle.of([[1] * 400, []], [[1], []] * 399 + [[1]]), title="Endless")


@pytest.mark.parametrize(
    ("sheet", "code", "why"),
    [
        (AMBIGUOUS, 10, "several solutions: 4 cells vary"),
        (NOTHING, 20, "no solution"),
        (
            ENDLESS,
            5,
            "its clues of 0.5 points would be too small to read on A4: at least 3 points are needed",
        ),
    ],
    ids=["ambiguous", "none", "endless"],
)
def test_what_is_not_proved_or_not_legible_is_named_and_left_out(
    tmp_path: Path, sheet: Sheet, code: int, why: str
) -> None:
    nonosat.dump([sheet, *nonosat.load(ROOT / STEPS)], tmp_path / "p.json")
    done = run("book", "p.json", "-o", "b.html", "--titles", "puzzles", cwd=tmp_path)
    assert without_files(done.stderr) == (
        f"nonosat: p.json#1: left out: {why}\n"
        "nonosat: 8 puzzles, 7 in the book, 1 left out: p.json#1\n"
    )
    assert done.returncode == code
    text = (tmp_path / "b.html").read_text()
    assert sheet.title not in text
    assert text.count(TITLES[0]) == 2
    nonosat.dump([sheet], tmp_path / "p.json")
    (tmp_path / "b.html").unlink()
    done = run("book", "p.json", "-o", "b.html", cwd=tmp_path)
    assert without_files(done.stderr).endswith("\nnonosat: no puzzle is left for the book\n")
    assert done.returncode == 5
    assert not (tmp_path / "b.html").exists()


def test_what_the_limit_ends_is_left_out(tmp_path: Path) -> None:
    nonosat.dump([Sheet(Puzzle.of([2, 1], [2, 1]))], tmp_path / "p.json")
    done = run("book", "p.json", "-o", "b.html", "--limit", "0", cwd=tmp_path)
    assert "p.json: left out: no verdict: " in done.stderr


def test_a_puzzle_without_a_rating_has_no_stars() -> None:
    (one,) = chosen((5, 5, 1))
    for stars, drawn in ((2, 2), (None, 0)):
        pages = book_pages([one._replace(stars=stars)], BookStyle(cover="none", rules=False))
        assert len(re.findall(r"stroke-linejoin", pages[0].shapes)) == drawn


def test_given_cells_are_printed_and_saved_games_are_not() -> None:
    givens = Domains.of(["#?", "??"])
    puzzle = Puzzle.of([1, 1], [1, 1]).given(givens)
    sheet = Sheet(puzzle, saved=Domains.of(["#.", ".#"]))
    one = SelectedPuzzle(sheet, "x", Grid.of(["#.", ".#"]), 1, 1.0)
    rules, page, _ = book_pages([one], BookStyle(cover="none"))
    assert WORDS["given"][:40] in " ".join(said(rules))
    (filled,) = re.findall(
        r'<path fill="#000000" shape-rendering="crispEdges" d="([^"]*)"', page.shapes
    )
    assert filled.count("M") == 1
    assert "<circle" not in page.shapes


# Pages


class Placed(NamedTuple):
    """A drawing on a page."""

    x: float
    y: float
    width: float
    height: float


def drawings(page: Page) -> list[Placed]:
    """The puzzles and pictures on a page; stars and legends are something else."""
    return [*placed(ElementTree.fromstring(page.svg), 0, 0, 1)]


def placed(element: ElementTree.Element, x: float, y: float, scale: float) -> Iterator[Placed]:
    """The drawings in an element that lies at (x, y)."""
    kind, *numbers = re.findall(r"[a-z]+|-?[\d.]+", element.get("transform", "none"))
    if kind == "scale":
        scale *= float(numbers[0])
    elif kind == "translate":
        x, y = x + scale * float(numbers[0]), y + scale * float(numbers[1])
        if element[0].tag == SVG + "rect" and not element[0].get("stroke"):
            sides = (scale * float(element[0].get(side, "")) for side in ("width", "height"))
            yield Placed(x, y, *sides)
            return
    for inner in element:
        yield from placed(inner, x, y, scale)


def label_boxes(page: Page) -> list[Placed]:
    """About the places of the lines of text, which `text_width` makes rather too wide."""
    boxes = []
    for label in page.labels:
        width = text_width(label.words, label.size) * PROSE
        left = label.x - width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
        boxes.append(Placed(left, label.y - 0.7 * label.size, width, 0.75 * label.size))
    return boxes


STYLES = [
    BookStyle(),
    BookStyle(page="Letter", per_page=6, gray=True, titles="puzzles", cover="head"),
    BookStyle(per_page=4, rules=False, cover="head"),
    BookStyle(per_page=2, cover="none", titles="none", order="given"),
    BookStyle(page="Letter", per_page=1, cover="none", rules=False),
    BookStyle(page="A5", gutter=12),
    BookStyle(page="6x9in", gutter=10, titles="puzzles", cover="head"),
    BookStyle(page="200x200mm", words={"puzzle": "Puzzle {number}"}, cover="head", rules=False),
]


@pytest.mark.parametrize("style", STYLES, ids=range(len(STYLES)))
@pytest.mark.parametrize(
    "sizes", [[(5, 5, 1)], [(9, 9, 1)] * 13, MIXED, [(24, 70, 2), (10, 10, 1)]],
    ids=["one", "alike", "mixed", "wide"],
)  # fmt: skip
def test_all_lies_on_the_page_and_apart(
    style: BookStyle, sizes: list[tuple[int, int, int]]
) -> None:
    some = chosen(*sizes, title="A long title of many words " * 5)
    top = HEAD if style.cover == "head" else 0.0
    numbered = [(it, puzzles.Numbered(1, it.sheet, 1)) for it in some]
    some = [it for it, one in numbered if not puzzles.why_too_small(one, style, top)]
    pages = book_pages(some, style)
    size, spine = page_size(style.page), style.gutter * MILLIMETER
    assert style.page != "A5" or len(pages) % 4 == 0
    shown = 0
    for at, (kind, page) in enumerate(zip(kinds(pages), pages, strict=True), 1):
        assert sorted(page[:2]) == sorted(size)
        if not said(page):
            assert style.page == "A5"
            assert at > len(pages) - 3
            continue
        turned = page[:2] != size
        assert not turned or (24, 70, 2) in sizes or 100 in {it[0] for it in sizes}
        boxes = drawings(page)
        lines = label_boxes(page)
        left, right = (0.0, 0.0) if turned else (spine, 0.0) if at % 2 else (0.0, spine)
        top, bottom = (0.0, 0.0) if not turned else (spine, 0.0) if at % 2 else (0.0, spine)
        for x, y, w, h in [*boxes, *lines]:
            assert x >= left + MARGIN - 0.1
            assert x + w <= page.width - right - MARGIN + 0.1
            assert y >= top + MARGIN - 0.1
            assert y + h <= page.height - bottom - MARGIN + 0.5
        for one, other in itertools.combinations(boxes, 2):
            assert apart(one, other)
        for box, line in itertools.product(boxes, lines):
            assert apart(box, line), (kind, box, line)
        for one, other in itertools.combinations(lines, 2):
            assert apart(one, other), (kind, one, other)
        if kind == "P" and page.shapes.count("stroke-linejoin"):
            shown += len(boxes)
            fonts = [
                float(e.get("font-size", "9")) for e in ElementTree.fromstring(page.svg).iter()
            ]
            assert min(fonts) >= 0.6 * LEAST_TEXT
    covers = 1 if style.cover == "page" else 0  # with its pencil
    assert shown - covers == len(some)


def apart(one: Placed, other: Placed) -> bool:
    return (
        one.x >= other.x + other.width - 0.1
        or other.x >= one.x + one.width - 0.1
        or one.y >= other.y + other.height - 0.1
        or other.y >= one.y + one.height - 0.1
    )


@pytest.mark.parametrize(
    ("per_page", "size", "wanted"),
    [
        (None, (5, 5, 1), [6, 6, 1]),
        (None, (15, 15, 1), [4, 4, 4, 1]),
        (None, (20, 20, 1), [2, 2, 2, 2, 2, 2, 1]),
        (None, (40, 40, 1), [1] * 13),
        (2, (5, 5, 1), [2, 2, 2, 2, 2, 2, 1]),
        (6, (15, 15, 1), [6, 6, 1]),
        (6, (40, 40, 1), [1] * 13),
    ],
)
def test_puzzles_on_a_page(
    per_page: int | None, size: tuple[int, int, int], wanted: list[int]
) -> None:
    style = BookStyle(per_page=per_page, cover="none", rules=False)
    pages = book_pages(chosen(*[size] * 13), style)
    assert [len(drawings(page)) for page in pages if kinds([page]) == "P"] == wanted
    units = [layout(it.sheet.puzzle, cell=1) for it in chosen(*[size] * 13)]
    drawn = [box for page in pages if kinds([page]) == "P" for box in drawings(page)]
    cells = [box.width / unit.width for box, unit in zip(drawn, units, strict=True)]
    assert max(cells) <= puzzles.MOST + 0.01
    assert len(set(wanted)) == 1 or min(cells) >= puzzles.SHARED - 0.01


def test_three_solutions_stand_side_by_side_on_a5() -> None:
    pages = book_pages(chosen(*[(20, 20, 1)] * 9), BookStyle(page="A5"))
    (answers,) = (page for page, kind in zip(pages, kinds(pages), strict=True) if kind == "S")
    boxes = drawings(answers)
    assert len(boxes) == 9
    edge = answers.width - MARGIN
    assert [x + width for x, _, width, _ in boxes[2::3]] == pytest.approx([edge] * 3, abs=1.0)


def test_pages_are_numbered_and_the_rules_know_where_the_solutions_begin() -> None:
    for style in STYLES:
        pages = [page for page in book_pages(chosen(*MIXED), style) if said(page)]
        numbers = [said(page)[-1] for page in pages]
        cover = style.cover == "page"
        assert numbers[cover:] == [str(at) for at in range(1 + cover, len(pages) + 1)]
        words = " ".join(itertools.chain(*map(said, pages)))
        begin = 1 + kinds(pages).index("S")
        assert (f"The solutions begin on page {begin}." in words) == style.rules
        assert ("How to solve" in words) == style.rules
        assert (WORDS["colored_rule"][:40] in words) == style.rules
        assert words.count(style.title) == (style.cover != "none")


def test_the_examples_are_puzzles_with_one_solution() -> None:
    for puzzle in (
        front.HEART,
        Puzzle.from_picture(front.TULIP),
        Puzzle.from_picture(front.PENCIL),
    ):
        assert nonosat.check(puzzle).verdict == "unique"
    (solution,) = nonosat.check(front.HEART).solutions
    told = [Domains.of(rows) for rows in front.STEPS]
    for before, after in itertools.pairwise(told):
        assert after & before == after != before  # nothing is taken back
        assert not [*after.outside(solution)]
    assert told[-1] == Domains.of_grid(solution, 2)


# Words and a picture


def test_a_wide_puzzle_turns_its_own_page() -> None:
    pages = book_pages(chosen((20, 60, 1), (5, 5, 1)), BookStyle(cover="none", rules=False))
    assert [page.width > page.height for page in pages] == [True, False, False]
    assert len(drawings(pages[0])) == 1


def test_german_words_replace_all_english_ones(tmp_path: Path) -> None:
    german = read_words("de")
    style = BookStyle(words=german, gray=True)
    sheet = Sheet(Puzzle.of([2], [1, 1]), author="Anna")
    some = [*chosen((5, 5, 2)), SelectedPuzzle(sheet, "x", Grid.of(["##"]), 3, 1.0)]
    text = " ".join(words for page in book_pages(some, style) for words in said(page))
    for word in ("Lösungen", "So geht es", "Rätsel 2", "von Anna", "2 Farben", "schwarz", "rot"):
        assert word in text
    for english in (" the ", "Solutions", "puzzle", "olors", " by "):
        assert english not in text


@pytest.mark.parametrize("language", ["de", "es", "fr", "it"])
def test_a_language_has_all_words_with_their_gaps(language: str) -> None:
    words = read_words(language)
    assert words.keys() == WORDS.keys() | color_names().keys()
    check_words(words)
    for key, text in words.items():
        assert (
            re.findall(r"{\w+}", text) == re.findall(r"{\w+}", WORDS.get(key, ""))
            or key == "puzzle"
        )
    with pytest.raises(UsageError, match="no words in 'xx'; there are: de, es, fr, it;"):
        read_words("xx")


@pytest.mark.parametrize("language", ["de", "es", "fr", "it"])
@pytest.mark.parametrize("page", ["A4", "A5", "6x9", "8.5x8.5in", "100x100"])
def test_the_longest_rules_fit_every_page(page: str, language: str) -> None:
    given = dataclasses.replace(Puzzle.of([1, 1], [1, 1]), givens=Domains.of(["#?", "??"]))
    hidden = SelectedPuzzle(Sheet(Puzzle.of(["?"], [1, 1])), "x", Grid.of(["##"]), 2, 1.0)
    begun = SelectedPuzzle(Sheet(given), "x", Grid.of(["#.", ".#"]), 3, 1.0)
    style = BookStyle(page=page, words=read_words(language), gray=True, gutter=10)
    _, rules, *_ = book_pages([*chosen((5, 5, 2)), hidden, begun], style)
    assert len(said(rules)) > 25
    for x, y, width, height in [*drawings(rules), *label_boxes(rules)[:-1]]:
        assert x >= MARGIN - 0.1
        assert x + width <= rules.width - MARGIN + 0.1
        assert y + height <= rules.height - MARGIN - FOOTER + 0.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('solution = "x"', "w.toml: unknown key 'solution'; there are: puzzle, solutions, "),
        ("solutions = 3", "w.toml: solutions: expected a text with no braces, got 3"),
        ('where = "{pages}"', "w.toml: where: expected a text with {page}, got '{pages}'"),
        ('where = "{page.real}"', "w.toml: where: expected a text with {page}, got "),
        ('where = "{page!r:>9999999999}"', "w.toml: where: expected a text with {page}, got "),
        ('where = "{"', "w.toml: where: expected a text with {page}, got "),
        ("solutions", "w.toml: Expected '=' after a key"),
        ("\xff", "w.toml: 'utf-8' codec can't decode"),
    ],
)
def test_words_that_are_wrong_are_said(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "w.toml").write_bytes(text.encode("latin-1"))
    done = run("book", ROOT / STEPS, "-o", "b.html", "--words", "w.toml", cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith(f"nonosat: {message}")


# Gray


def test_gray_palettes_are_gray_and_apart() -> None:
    palette = Palette.of(
        [
            ("white", "#ffffff", None),
            ("yellow", "#ffe000", "y"),
            ("navy", "#000080", "n"),
            ("red", "#d00000", "r"),
        ]
    )
    looks = [color.rgb for color in gray(palette).colors]
    assert looks[0] == "#ffffff"
    assert all(look[1:3] == look[3:5] == look[5:7] for look in looks)
    shades = [luma(look) for look in looks[1:]]
    assert [round(shade) for shade in shades] == [205, 0, 102]  # in the order of their brightness
    night = Palette.of([("night", "#101040", None), ("star", "#ffff00", "s")])
    assert [color.rgb for color in gray(night).colors] == ["#000000", "#ffffff"]


def test_gray_books_have_no_color_and_letters_in_clues() -> None:
    pages = book_pages(chosen((12, 10, 4)), BookStyle(gray=True, cover="none"))
    for page in pages:
        for rgb in re.findall(r'(?:fill|stroke)="#(\w{6})"', page.svg):
            assert rgb[:2] == rgb[2:4] == rgb[4:], rgb
    assert re.search(r">\d+[a-z]</text>", pages[1].shapes)
    assert "letter behind a number" in " ".join(said(pages[0]))
    in_color = book_pages(chosen((12, 10, 4)), BookStyle(cover="none"))
    assert not re.search(r">\d+[a-z]</text>", in_color[1].shapes)
    assert "#d00000" in in_color[2].svg


@pytest.mark.parametrize(
    ("inks", "lettered"), [(answers.SHADES, False), (answers.SHADES + 1, True)]
)
def test_gray_solutions_have_letters_where_shades_do_not_suffice(inks: int, lettered: bool) -> None:
    pages = book_pages(chosen((30, 30, inks)), BookStyle(gray=True, cover="none", rules=False))
    assert bool(re.search(r">[a-z]</text>", pages[-1].shapes)) == lettered


# Files


def test_a_pdf_says_the_same_as_the_html(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    done = run("book", STEPS, "-o", tmp_path / "b.pdf", "--page", "Letter", "--author", "A. Nony")
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "b.pdf", "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    pages = text.split("\f")[:-1]
    assert len(pages) == 5
    assert re.search(r"^\s*Nonograms\n\s*A\. Nony$", pages[0], re.MULTILINE)
    assert "Solutions" in pages[4]
    for title in TITLES:
        assert [title in page for page in pages] == [False] * 4 + [True]
    assert [page.split()[-1] for page in pages[1:]] == ["2", "3", "4", "5"]
    assert set(re.findall(rb"/MediaBox \[([^]]*)\]", (tmp_path / "b.pdf").read_bytes())) == {
        b"0 0 612.00 792.00"
    }


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "code"), [("pdf", 4), ("html", 0)])
def test_without_the_extra(tmp_path: Path, kind: str, code: int) -> None:
    out = tmp_path / f"b.{kind}"
    done = run("book", STEPS, "-o", out, without="fpdf PIL uharfbuzz")
    missing = "nonosat: writing a PDF needs fpdf2: pip install Pillow fpdf2 uharfbuzz\n"
    assert (done.returncode, without_files(done.stderr)) == (code, missing if code else "")
    assert out.exists() == (not code)


#    arguments                                             code  message
WRONG = [
    ([STEPS],                                                 2, ""),
    ([STEPS, "-o", "x.svg"],                                  2, "x.svg: unknown kind of book 'svg'; there are: pdf, html"),
    ([STEPS, "-o", "x.html", "--page", "A9"],                 2, "unknown page 'A9'; there are: A5, A4, A3, A2, A1, A0, Letter, and sizes such as 6x9in or 200x200mm"),
    ([STEPS, "-o", "x.html", "--page", "9x9cm"],              2, "a page of a book must be at least 100 mm wide and high, got 9x9cm"),
    ([STEPS, "-o", "x.html", "--gutter", "60"],               2, "gutter must be a number from 0 to 52, got 60.0"),
    ([STEPS, "-o", "x.html", "--words", "no.toml"],           3, "no.toml: No such file or directory"),
    ([STEPS, "-o", "x.html", "--order", "size"],              2, "unknown order 'size'; there are: difficulty, given"),
    ([STEPS, "-o", "x.html", "--titles", "all"],              2, "unknown titles 'all'; there are: solutions, puzzles, none"),
    ([STEPS, "-o", "x.html", "--per-page", "many"],           2, "Invalid value for '--per-page': 'many' is not a valid int"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "message"), WRONG, ids=lambda v: str(v)[:60])
def test_what_cannot_be_made_is_said(args: list[str], code: int, message: str) -> None:
    done = run("book", *args)
    assert done.returncode == code
    if message:
        assert done.stderr.startswith(f"nonosat: {message}")
    assert not any((ROOT / f"x.{kind}").exists() for kind in ("svg", "html"))


def test_in_python(tmp_path: Path) -> None:
    made = nonosat.book([AMBIGUOUS, front.HEART], tmp_path / "b.html", BookStyle(cover="none"))
    assert (made.pages, len(made.puzzles), made.missing) == (3, 1, "")
    ((sheet, why),) = made.left_out
    assert sheet is AMBIGUOUS
    assert why.startswith("several solutions")
    with pytest.raises(CannotHold, match="no puzzle is left"):
        nonosat.book([], tmp_path / "c.html")
    for wrong in ({"page": "A9"}, {"per_page": 0}, {"order": None}):
        with pytest.raises(UsageError, match=r"unknown |must be an integer"):
            BookStyle(**wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="unknown kind of book"):
        nonosat.book(front.HEART, tmp_path / "b.docx")

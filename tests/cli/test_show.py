"""``nonosat show -o``: drawings and pages, as files."""

import dataclasses
import json
import random
import re
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from brute_force import puzzle_of, random_grid
from command import run
from conftest import ROOT, without_files

import nonosat
from nonosat.draw.books.plain import plain_pages
from nonosat.draw.books.puzzles import Numbered
from nonosat.draw.books.style import MARGIN, PAGES, Style
from nonosat.draw.elements import FONT, decimal, isolated
from nonosat.draw.svg import drawing, layout
from nonosat.errors import CannotHold
from nonosat.model import Domains, Grid, Palette, Puzzle, Sheet

SVG = "{http://www.w3.org/2000/svg}"
STEPS = "data/drawn/first-steps.jsonl"


def pdf_texts(data: bytes) -> str:
    """What the streams of a PDF say, unpacked."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    return "\n".join(zlib.decompress(stream).decode("latin-1") for stream in streams)


def without_puzzle(svg: str) -> str:
    """A drawing without the puzzle that nonosat writes into it."""
    return re.sub("<metadata>nonosat-puzzle:.*</metadata>\n", "", svg)


def pdf_pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


def test_svg_and_its_solution(tmp_path: Path) -> None:
    out = tmp_path / "o.svg"
    (sheet,) = nonosat.load(ROOT / "data/drawn/fox.json")
    for grid in (None, sheet.goals[0]):
        more = ["--solution"] * bool(grid)
        assert run("show", "data/drawn/fox.json", "-o", out, *more).returncode == 0
        named = sheet if grid else replace(sheet, title="Nonogram")  # a title gives it away
        assert without_puzzle(out.read_text()) == drawing(named, grid)
    assert list(tmp_path.iterdir()) == [out]


def test_png_to_stdout() -> None:
    pytest.importorskip("PIL")
    done = run("show", "data/drawn/cat.txt", "-o", "-", "--to", "png")
    assert done.returncode == 0
    data = done.stdout.encode("utf-8", "surrogateescape")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.endswith(b"IEND\xaeB`\x82")


def test_pdf_has_every_puzzle_and_solution(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    out = tmp_path / "o.pdf"
    done = run("show", STEPS, "-o", str(out), "--solution", "--page", "Letter")
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    data = out.read_bytes()
    assert data.startswith(b"%PDF-")
    assert pdf_pages(data) == 3
    assert set(re.findall(rb"/MediaBox \[([^]]*)\]", data)) == {b"0 0 612.00 792.00"}
    said = pdf_texts(data)
    for at, sheet in enumerate(nonosat.load(ROOT / STEPS), 1):
        assert said.count(f"({sheet.title})") == 1  # with its solution
        assert f"({at})" in said
    assert "(Solutions)" in said
    numbers = sum(max(1, len(clue)) for s in nonosat.load(ROOT / STEPS) for clue in s.puzzle.rows)
    assert len(re.findall(r"\(\d+\)", said)) > numbers


def test_pdf_of_letters_outside_latin_1(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    sheet = Sheet(Puzzle.of([[1]], [[1]]), title="Ёлка \U0001f384")
    nonosat.dump([sheet], tmp_path / "p.json")
    done = run("show", "p.json", "-o", "o.pdf", "--solution", cwd=tmp_path)
    assert done.returncode == 0
    assert "no installed font has the characters" in done.stderr
    assert pdf_pages((tmp_path / "o.pdf").read_bytes()) == 2


def test_html_is_self_contained(tmp_path: Path) -> None:
    sheet = Sheet(Puzzle.of([[1]], [[1]]), title="</title><script>alert(1)</script>")
    nonosat.dump([sheet], tmp_path / "p.json")
    assert run("show", "p.json", "-o", "o.html", "--solution", cwd=tmp_path).returncode == 0
    text = (tmp_path / "o.html").read_text()
    assert "<script" not in text
    assert text.count("<section") == 2
    assert "size: 595.276pt 841.89pt" in text
    assert not re.search(r"(?:src|href)=|url\(|@import", text)
    assert set(re.findall(r"https?://[^\s\"]*", text)) == {"http://www.w3.org/2000/svg"}


SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
AMBIGUOUS = Sheet(SWITCH, goals=(Grid.of([".#", "#."]),), title="Either way")


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "html"])
@pytest.mark.parametrize("solution", [False, True])
def test_an_ambiguous_puzzle_with_its_picture_is_said_and_framed(
    tmp_path: Path, kind: str, solution: bool
) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("fpdf")
    nonosat.dump([AMBIGUOUS], tmp_path / "p.json")
    done = run("show", "p.json", "-o", f"o.{kind}", *["--solution"] * solution, cwd=tmp_path)
    assert done.returncode == 0
    assert without_files(done.stderr) == (
        "nonosat: p.json: this picture is not the only one for its clues: 4 cells vary"
        + (", in frames" if solution else "")
        + "; `nonosat repair p.json` proposes changes\n"
        + "nonosat: o.html is to be printed; one to play: -o o-play.html\n" * (kind == "html")
    )
    data = (tmp_path / f"o.{kind}").read_bytes()
    if kind in ("svg", "html"):
        assert (b'stroke="#e8590c"' in data) == solution
    elif kind == "pdf":
        assert ("0.9098 0.349 0.0471 RG" in pdf_texts(data)) == solution
    if solution and kind == "svg":
        marks = [(0, 0), (0, 1), (1, 0), (1, 1)]
        assert without_puzzle(data.decode()) == drawing(AMBIGUOUS, AMBIGUOUS.goals[0], marks=marks)


@pytest.mark.parametrize(
    ("cells", "doubt"), [([2, 3, 3, 3], ""), ([3, 3, 3, 1], "nonosat: p.json: several solutions")]
)
def test_given_cells_count_and_saved_games_do_not(
    tmp_path: Path, cells: list[int], doubt: str
) -> None:
    partial = Domains.of_cells(2, 2, 2, cells)
    sheet = Sheet(AMBIGUOUS.puzzle, saved=partial)
    if not doubt:
        sheet = Sheet(dataclasses.replace(AMBIGUOUS.puzzle, givens=partial))
    nonosat.dump([sheet], tmp_path / "p.json")
    for more in ([], ["--solution"]):
        done = run("show", "p.json", "-o", "o.svg", *more, cwd=tmp_path)
        assert done.returncode == 0
        assert bool(without_files(done.stderr)) == bool(doubt)
        assert doubt in without_files(done.stderr)
        drawn_blank = "<circle" in (tmp_path / "o.svg").read_text()
        assert more or drawn_blank == (1 in cells)


def test_a_puzzle_without_a_solution_is_said(tmp_path: Path) -> None:
    twos = [[1, 1], [], [1, 1]]
    nonosat.dump([Sheet(Puzzle.of([[1], [1, 1], [1]], twos))], tmp_path / "p.json")
    done = run("show", "p.json", "-o", "o.svg", cwd=tmp_path)
    assert (done.returncode, without_files(done.stderr)) == (
        0,
        "nonosat: p.json: the puzzle has no solution\n",
    )
    done = run("show", "p.json", "-o", "o.svg", "--solution", cwd=tmp_path)
    assert done.returncode == 5


def test_several_files_and_credits_on_pages(tmp_path: Path) -> None:
    args = ["data/drawn/cat.txt", STEPS, "-o", str(tmp_path / "o.html"), "--per-page", "1"]
    done = run("show", *args, "--author", "A. Nony", "--copyright", "(c) me")
    assert done.returncode == 0
    assert done.stderr.endswith("o.html is to be printed; one to play: -o o-play.html\n")
    text = (tmp_path / "o.html").read_text()
    assert text.count("<section") == 8
    assert text.count("by A. Nony, (c) me") == 8
    assert "cat" not in without_puzzle(text)
    assert "<title>Nonograms</title>" in text
    done = run("show", "data/drawn/cat.txt", "data/drawn/owl.pbm")
    assert done.returncode == 0
    assert "data/drawn/owl.pbm: " in done.stdout


#   id            title                              as it stands on the page
SCRIPTS = {
    "hebrew":    ("\u05e9\u05dc\u05d5\u05dd 26",   "26 \u05dd\u05d5\u05dc\u05e9"),
    "arabic":    ("\u0628\u0628\u0628 7",           "7 \u0628\u0628\u0628"),
    "cyrillic":  ("\u0401\u043b\u043a\u0430 26",   "\u0401\u043b\u043a\u0430 26"),
}  # fmt: skip


@pytest.mark.parametrize(("title", "seen"), SCRIPTS.values(), ids=SCRIPTS)
def test_pdf_titles_run_in_the_direction_of_their_script(title: str, seen: str) -> None:
    pytest.importorskip("fpdf")
    pytest.importorskip("uharfbuzz")
    from nonosat.draw.pdf import to_pdf
    from nonosat.pictures.pixels import wide_font

    if wide_font() is None:
        pytest.skip("no font with other scripts here")
    puzzle = Puzzle.of([[1] * 30], [[1], []] * 29 + [[1]])  # with room for the title
    data, missing = to_pdf(
        plain_pages([named(puzzle, title, f"by {isolated(title)}, me")], Style())
    )
    assert missing == ""
    (codes,) = re.findall(rb"beginbfchar(.*?)endbfchar", data, re.DOTALL)
    pairs = re.findall(rb"<(\w+)> <(\w{4})>", codes)
    letters = {int(code, 16): chr(int(letter, 16)) for code, letter in pairs}
    (line,) = pdf_lines(data)
    assert "".join(letters[code] for code in line) == f"{seen}by {seen}, me"
    if "\u0628" in title:  # joined: its form at the end, in the middle, and at the beginning
        assert len({code for code in pdf_lines(data)[0] if letters[code] == "\u0628"}) == 3


def test_pdf_without_a_font_for_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fpdf")
    import nonosat.draw.pdf

    monkeypatch.setattr(nonosat.draw.pdf, "wide_font", lambda: None)
    puzzle = Puzzle.of([[1]], [[1]])
    item = named(puzzle, "\u200fa\u05d0\0", f"by {isolated(chr(0x5D1))},\nme")
    data, missing = nonosat.draw.pdf.to_pdf(plain_pages([item], Style()))
    assert missing == "\u05d0\u05d1"
    said = pdf_texts(data)
    assert "(a?)" in said
    for part in ("(by )", "(?)", "(, me)"):
        assert part in said


def pdf_lines(data: bytes) -> list[list[int]]:
    """The codes in each line of text in a font of this system, from left to right."""
    stream = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)[0]
    lines: dict[str, list[int]] = {}
    page = zlib.decompress(stream).decode("latin-1")
    for y, written in re.findall(r"BT [\d.]+ ([\d.]+) Td (.*?)ET", page, re.DOTALL):
        shown = re.findall(r"\(\0(.|\\.)\) Tj", written, re.DOTALL)
        lines.setdefault(y, []).extend(13 if code == "\\r" else ord(code[-1]) for code in shown)
    return list(lines.values())


#    arguments                                                 code  message
WRONG = [
    (["data/drawn/cat.txt", "-o", "x.gif"],                       2, "x.gif: 'gif' is not a kind of drawing; there are: svg, png, play, pdf, html (`nonosat convert`"),
    (["data/drawn/cat.txt", "-o", "x.svg", "--to", "non"],        2, "x.svg: 'non' is not a kind of drawing"),
    (["data/drawn/cat.txt", "-o", "x.pdf", "--page", "A9"],       2, "unknown page 'A9'; there are: A5, A4, A3, A2, A1, A0, Letter, and sizes"),
    (["data/drawn/cat.txt", "--solution"],                        2, "drawing options need a file: give -o FILE"),
    (["data/drawn/cat.txt", "-o", "x.svg", "--per-page", "1"],    2, "--page, --per-page, --center and --background are for pages (pdf, html), not for svg"),
    (["data/drawn/cat.txt", "-o", "x.svg", "--cell", "0"],        2, "--cell '0': expected a size such as 10mm"),
    (["data/drawn/cat.txt", "-o", "x.pdf", "--cell", "30", "--page", "A4"],       5, "Nonogram: its cells of 30 mm are too large for A4: at most "),
    (["data/drawn/cat.txt", "-o", "x.png", "--cell", "9"],        5, "clues of 6.5 pixels are too small to read: choose cells of more than 9 "),
    (["data/drawn/cat.txt", "-o", "x.pdf", "--cell", "0.1"],      5, "Nonogram: its clues of 0.2 points would be too small to read on A4"),
    (["data/drawn/cat.txt", "-o", "x.png", "--cell", "900"],      5, "cells of 900 pixels are too large for a PNG of 8000 pixels a side: at most "),
    ([STEPS, "-o", "x.svg"],                                      2, "svg holds one drawing, and there are 7 puzzles: pdf and html hold several"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "message"), WRONG, ids=lambda v: str(v)[:60])
def test_what_cannot_be_drawn_is_said(args: list[str], code: int, message: str) -> None:
    done = run("show", *args)
    assert done.stderr.startswith(f"nonosat: {message}")
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert not any((ROOT / f"x.{kind}").exists() for kind in ("gif", "svg", "pdf", "png"))


#   hidden                kind    what is missed
MISSING = [
    ("fpdf",                "pdf",  "writing a PDF needs fpdf2"),
    ("PIL",                 "png",  "pictures need Pillow"),
    ("PIL fpdf",            "svg",  ""),
    ("PIL fpdf",            "html", ""),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("hidden", "kind", "what"), MISSING)
def test_a_missing_library_is_named(hidden: str, kind: str, what: str) -> None:
    done = run("show", "data/drawn/cat.txt", "-o", "-", "--to", kind, without=hidden)
    assert ("<svg" in done.stdout) == (not what)
    extra = "Pillow" if hidden == "PIL" else "Pillow fpdf2 uharfbuzz"
    said = f"nonosat: {what}: pip install {extra}\n" if what else ""
    assert (done.returncode, done.stderr) == (4 if what else 0, said)


def test_what_would_be_too_small_is_refused(tmp_path: Path) -> None:
    wide = Grid(2, 900, bytes([1, 0] * 900))
    nonosat.dump([Sheet(Puzzle.of_grid(wide))], tmp_path / "p.json")
    points = "Nonogram: its clues of 0.5 points would be too small to read on A4"
    pixels = "the clues would be too small to read in a PNG"
    for kind, message in (("pdf", points), ("html", points), ("png", pixels)):
        done = run("show", "p.json", "-o", f"o.{kind}", cwd=tmp_path)
        assert done.stderr.startswith(f"nonosat: {message}")
        assert done.returncode == 5
        assert [path.name for path in tmp_path.iterdir()] == ["p.json"]
    assert run("show", "p.json", "-o", "o.svg", cwd=tmp_path).returncode == 0
    (tmp_path / "p.json").write_text(json.dumps({"rows": [[]] * 1001, "columns": [[]] * 1000}))
    done = run("show", "p.json", "-o", "o.svg", cwd=tmp_path)
    assert done.stderr == "nonosat: p.json: too large to draw: at most 1000000 cells\n"
    assert done.returncode == 5


def named(puzzle: Puzzle, name: str, facts: str = "") -> Numbered:
    return Numbered(1, Sheet(puzzle), name=name, facts=facts)


def items(*sizes: tuple[int, int, int], solved: bool = False) -> list[Numbered]:
    made = []
    for height, width, inks in sizes:
        grid = random_grid(random.Random(height), height, width, inks, 0.55)
        item = named(puzzle_of(grid, inks), f"{width}x{height}", "some facts")
        made.append(item._replace(solution=grid if solved else None))
    return made


@pytest.mark.parametrize(
    ("cell", "page"), [("5mm", "A4"), ("10", "A3"), ("1.5cm", "A2"), ("20mm", "A1")]
)
def test_cells_of_a_size_choose_the_page(tmp_path: Path, cell: str, page: str) -> None:
    nonosat.dump(
        Puzzle.from_picture(random_grid(random.Random(1), 20, 20, 1, 0.5)), tmp_path / "p.json"
    )
    done = run("show", tmp_path / "p.json", "-o", tmp_path / "p.html", "--cell", cell)
    assert done.returncode == 0
    width, height = PAGES[page]
    assert (
        f'width="{decimal(width)}pt" height="{decimal(height)}pt"'
        in (tmp_path / "p.html").read_text()
    )


@pytest.mark.parametrize("page", ["A3", "A2", "A1", "24x36in"])
def test_a_puzzle_alone_fills_a_poster(page: str) -> None:
    (poster,) = plain_pages(items((10, 10, 1)), Style(page))
    root = ElementTree.fromstring(poster.svg)
    (group,) = [it for it in root.iter(SVG + "g") if it.get("transform")]
    assert float(group[0].get("width", "")) > 0.99 * (poster.width - 2 * MARGIN)
    two = plain_pages(items((10, 10, 1), (10, 10, 1)), Style(page))
    assert len(two) == 1


def test_cells_in_millimeters_of_an_svg(tmp_path: Path) -> None:
    for cell, name in (("10mm", "a.svg"), ("37.795", "b.svg"), ("37.795px", "c.svg")):
        assert (
            run("show", "data/drawn/cat.txt", "-o", tmp_path / name, "--cell", cell).returncode == 0
        )
    one, *others = ((tmp_path / f"{name}.svg").read_text() for name in "abc")
    assert others[0] == others[1]
    width, same = (float(re.findall('width="([0-9.]+)"', text)[0]) for text in (one, others[0]))
    assert width == pytest.approx(same, rel=1e-4)


def test_the_title_of_several_puzzles_is_that_of_the_document(tmp_path: Path) -> None:
    done = run(
        "show", "data/drawn/first-steps.jsonl", "-o", tmp_path / "b.html", "--title", "My book"
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "b.html").read_text()
    assert page.count("My book") == 1
    assert "<title>My book</title>" in page
    for at, sheet in enumerate(nonosat.load(ROOT / "data/drawn/first-steps.jsonl"), 1):
        assert sheet.title not in page
        assert f">{at}</text>" in page
    assert "@page wide { size: 841.89pt 595.276pt" in page


def test_cells_have_the_size_asked_for() -> None:
    (item,) = items((10, 40, 3))
    with pytest.raises(
        CannotHold, match="its cells of 9 mm are too large for A4: at most"
    ) as caught:
        plain_pages([item], Style("A4", cell=9))
    largest = float(re.findall(r"at most ([\d.]+) mm", str(caught.value))[0])
    for cell in (largest, 3.5):
        (page,) = plain_pages([item], Style("A4", cell=cell))
        points = layout(item.sheet.puzzle, cell=cell * 72 / 25.4)
        assert f'width="{decimal(points.width)}" height="{decimal(points.height)}"' in page.svg


def test_puzzles_a_page_and_in_its_middle() -> None:
    many = items(*[(5, 5, 1)] * 5)
    assert len(plain_pages(many, Style())) == 1
    assert [page.svg.count("<g transform") for page in plain_pages(many, Style(per_page=2))] == [
        2,
        2,
        1,
    ]
    (page,) = plain_pages(items((10, 10, 1)), Style(center=True, cell=5))
    (x, y), *_ = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", page.svg)
    place = layout(items((10, 10, 1))[0].sheet.puzzle, cell=5 * 72 / 25.4)
    assert float(x) + place.width / 2 == pytest.approx(page.width / 2, abs=0.1)
    assert float(y) + place.height / 2 == pytest.approx(page.height / 2, abs=20)


def test_a_legend_on_a_page_lies_below_its_puzzle() -> None:
    (item,) = items((5, 5, 12))
    (page,) = plain_pages([item], Style(legend=True, letters=True))
    said = [label.words for label in page.labels]
    assert {"black", "red", "lime", "k", "r"} <= set(said)
    assert page.svg.count("font-family=") == page.svg.count(f'font-family="{FONT}"') > 1
    below = [label.y for label in page.labels if label.words == "lime"]
    assert below[0] > MARGIN + layout(item.sheet.puzzle, cell=5 * 72 / 25.4).height


def test_a_palette_may_have_any_background() -> None:
    palette = Palette.of([("sea", "#003366", None), ("fish", "#ffcc00", "f")])
    grid = random_grid(random.Random(4041), 4, 4, 1, 0.55)
    item = named(Puzzle.of_grid(grid, palette), "x")._replace(solution=grid)
    for page in plain_pages([item], Style(background=True)):
        assert "#003366" in page.svg
    _, page = plain_pages([item], Style())
    assert "#003366" not in page.svg
    assert "#ffcc00" in page.svg

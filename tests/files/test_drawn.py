"""What nonosat draws reads back as its puzzles: clues and given cells, a solution only where it is drawn."""

import io
import re
import subprocess
import zlib
from pathlib import Path

import pytest
from command import run
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from nonosat import Puzzle, Sheet, book, check, dump, load, show
from nonosat.errors import TooLarge
from nonosat.model import Domains

COLORED = "data/drawn/mushroom.ppm"
ROOT = Path(__file__).parents[2]
FIRST_CELL = Domains.of_cells(3, 3, 2, [0b10, *[0b11] * 8])
CROSS = Sheet(
    Puzzle.of([[1, 1], [1], [1, 1]], [[1, 1], [1], [1, 1]]).given(FIRST_CELL),
    title='A "cross" & <more>',
    author="me",
)
SUFFIXES = ("svg", "png", "pdf", "html")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("solution", [False, True])
def test_a_drawing_reads_back_as_its_puzzle(suffix: str, solution: bool, tmp_path: Path) -> None:
    dump(CROSS, tmp_path / "p.json")
    more = ["--solution"] if solution else []
    for _ in range(2):  # a drawing may be drawn again
        assert run("show", "p.json", "-o", f"d.{suffix}", *more, cwd=tmp_path).returncode == 0
    (sheet,) = load(tmp_path / f"d.{suffix}")
    assert (sheet.puzzle, sheet.title, sheet.author) == (CROSS.puzzle, CROSS.title, "me")
    assert sheet.goals == (check(CROSS.puzzle).solutions if solution else ())
    assert run("check", f"d.{suffix}", cwd=tmp_path).stdout.count("unique") == 2


@pytest.mark.parametrize("suffix", SUFFIXES[2:])
def test_a_book_reads_back_as_its_puzzles(suffix: str, tmp_path: Path) -> None:
    sheets = load(ROOT / "data/drawn/first-steps.jsonl")
    made = book(sheets, tmp_path / f"b.{suffix}")
    again = load(tmp_path / f"b.{suffix}")
    assert [it.puzzle for it in again] == [it.puzzle for it in made.puzzles]
    assert all(check(it.puzzle).solutions == it.goals for it in again)


def test_a_colored_picture_survives(tmp_path: Path) -> None:
    (sheet,) = load(ROOT / COLORED)
    for suffix in ("svg", "png"):
        show(sheet, tmp_path / f"c.{suffix}", solution=True)
        (again,) = load(tmp_path / f"c.{suffix}")
        assert (again.puzzle, again.goals) == (sheet.puzzle, sheet.goals)


def test_other_drawings_are_refused_in_words(tmp_path: Path) -> None:
    for name, text in (
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ("a.pdf", "%PDF-1.4\n"),
    ):
        (tmp_path / name).write_text(text)
        done = run("check", name, cwd=tmp_path)
        assert done.returncode == 3
        assert "nonosat cannot read printed clues: type them" in done.stderr


def test_a_compressed_text_of_a_png_is_read(tmp_path: Path) -> None:
    """ImageMagick compresses it."""
    drawn = Image.open(io.BytesIO(CROSS.png()))
    for zipped in (True, False):
        for add in (PngInfo.add_text, PngInfo.add_itxt):
            texts = PngInfo()
            add(texts, "nonogram", drawn.info["nonogram"], zip=zipped)
            drawn.save(tmp_path / "a.png", pnginfo=texts)
            assert load(tmp_path / "a.png")[0].puzzle == CROSS.puzzle
    data = (tmp_path / "a.png").read_bytes()
    bomb = b"zTXtnonogram\0\0" + zlib.compress(bytes(40 << 20))
    (tmp_path / "a.png").write_bytes(data.replace(b"iTXtnonogram", bomb + b"iTXtnonogram"))
    with pytest.raises(TooLarge):
        load(tmp_path / "a.png")


def test_a_pdf_has_its_puzzle_where_other_programs_keep_it(tmp_path: Path) -> None:
    dump(CROSS, tmp_path / "p.json")
    run("show", "p.json", "-o", "p.pdf", cwd=tmp_path)
    data = (tmp_path / "p.pdf").read_bytes()
    assert re.search(rb"/Keywords \(nonosat-puzzle:1\.[A-Za-z0-9_-]+\.\)", data)
    assert b"%nonosat" not in data


@pytest.mark.night
@pytest.mark.parametrize(
    "saver",
    ["qpdf p.pdf o.pdf", "qpdf --linearize p.pdf o.pdf", "mutool clean p.pdf o.pdf",
     "mutool clean -gggz p.pdf o.pdf", "gs -q -o o.pdf -sDEVICE=pdfwrite p.pdf"],
)  # fmt: skip
def test_a_pdf_that_was_saved_again_has_its_puzzle(saver: str, tmp_path: Path) -> None:
    dump(CROSS, tmp_path / "p.json")
    run("show", "p.json", "-o", "p.pdf", cwd=tmp_path)
    subprocess.run(saver.split(), cwd=tmp_path, check=True)
    assert load(tmp_path / "o.pdf")[0].puzzle == CROSS.puzzle


def test_a_drawing_without_a_title_does_not_name_its_file(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    run("show", str(tmp_path / "deep/a.non"), "-o", "a.svg", cwd=tmp_path)
    text = (tmp_path / "a.svg").read_text()
    assert "deep" not in text
    assert "a.non" not in text

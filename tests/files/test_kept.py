"""What a command may replace without being asked: what it can make again, and what it would write anyway."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command import run

from nonosat import Grid, Puzzle, Sheet, dump
from nonosat.cli.exit_codes import code_of
from nonosat.errors import OutputError
from nonosat.pictures.pixels import Raster, png_of

DRAWN = Grid(3, 3, bytes([0, 1, 0, 1, 1, 1, 0, 1, 0]))
OTHER = Grid(3, 3, bytes([1, 1, 1, 1, 0, 1, 1, 1, 1]))


def sheet(grid: Grid, **more: object) -> Sheet:
    return Sheet(Puzzle.of_grid(grid), (grid,), **more)  # type: ignore[arg-type]


def by_hand(grid: Grid) -> bytes:
    """A drawing as a program for pictures saves it, without nonosat's texts."""
    rgb = b"".join(b"\0\0\0" if cell else b"\xff\xff\xff" for cell in grid.cells)
    return png_of(Raster(grid.width, grid.height, rgb))


def workbook(path: Path, *more: str) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    dump(sheet(DRAWN), path)
    book = openpyxl.load_workbook(path)
    for name in more:
        book.create_sheet(name)["A1"] = "a note"
    book.save(path)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    dump(sheet(DRAWN), tmp_path / "plus.json")
    return tmp_path


#   what is in the file before, its name, the command, whether it is replaced
KEPT: list[tuple[Callable[[Path], object], str, str, bool]] = [
    (lambda path: path.write_text(""), "new.non", "convert plus.json -o", True),
    (lambda path: path.write_text("Buy bread.\n"), "notes.txt", "solve plus.json -o", False),
    (lambda path: path.write_text("Buy bread.\n"), "page.html", "show plus.json -o", False),
    (lambda path: path.write_text("<!doctype html>\n<p>Drawn with nonosat.\n"), "page.html", "show plus.json -o", False),
    (lambda path: path.write_text("<svg><text>nonosat</text></svg>\n"), "page.svg", "show plus.json -o", False),
    (lambda path: path.write_text(".#.\n###\n.#.\n"), "plus.txt", "solve plus.json -o", True),
    (lambda path: path.write_text("# mine\n.#.\n###\n.#.\n"), "mine.txt", "solve plus.json -o", False),
    (lambda path: path.write_bytes(by_hand(DRAWN)), "plus.png", "convert plus.json -o", True),
    (lambda path: path.write_bytes(by_hand(OTHER)), "ring.png", "convert plus.json -o", False),
    (lambda path: path.write_bytes(by_hand(OTHER)), "ring.png", "repair plus.json -o", False),
    (lambda path: path.write_bytes(by_hand(DRAWN)), "plus.png", "show plus.json -o", False),
    (lambda path: dump(sheet(OTHER), path), "ours.png", "convert plus.json -o", True),
    (lambda path: dump(sheet(OTHER), path), "ring.non", "convert plus.json -o", False),
    (lambda path: dump(sheet(OTHER), path), "ring.non", "generate random --size 5 -o", False),
    (lambda path: dump(sheet(DRAWN), path), "plus.non", "convert plus.json -o", True),
    (lambda path: dump(sheet(DRAWN, title="Mine"), path), "plus.non", "convert plus.json -o", False),
    (lambda path: dump([sheet(DRAWN), sheet(OTHER)], path), "two.jsonl", "convert plus.json -o", False),
    (workbook, "plus.xlsx", "convert plus.json -o", True),
    (lambda path: workbook(path, "Notes"), "plus.xlsx", "convert plus.json -o", False),
]  # fmt: skip


@pytest.mark.parametrize(("make", "name", "command", "replaced"), KEPT)
def test_only_what_can_be_made_again_is_replaced(
    make: Callable[[Path], object], name: str, command: str, replaced: bool, here: Path
) -> None:
    path = here / name
    make(path)
    before = path.read_bytes()
    done = run(*command.split(), path.name, cwd=here)
    if replaced:
        assert (done.returncode, f"replaced {name}" in done.stderr) == (0, True), done.stderr
        return
    assert (done.returncode, path.read_bytes()) == (code_of(OutputError), before)
    assert "--force replaces it" in done.stderr
    assert run(*command.split(), path.name, "--force", cwd=here).returncode == 0
    assert path.read_bytes() != before


@pytest.mark.parametrize(
    "command",
    [
        "show plus.json -o page.html",
        "show plus.json -o plus.svg",
        "show plus.json -o plus.pdf",
        "book plus.json -o book.pdf",
        "show plus.json -o play.html",
    ],
)
def test_what_nonosat_draws_it_draws_again(command: str, here: Path) -> None:
    for word in ("wrote", "replaced"):
        done = run(*command.split(), cwd=here)
        assert (done.returncode, word in done.stderr) == (0, True), done.stderr
        dump(sheet(OTHER), here / "plus.json")


def test_a_folder_is_checked_before_any_of_its_files_is_written(here: Path) -> None:
    folder = here / "out"
    folder.mkdir()
    (folder / "plus.txt").write_text("Buy bread.\n")
    dump(sheet(OTHER), here / "another.json")
    done = run("convert", "another.json", "plus.json", "--to", "grid", "-o", "out/", cwd=here)
    assert done.returncode == code_of(OutputError)
    assert [path.name for path in folder.iterdir()] == ["plus.txt"]
    shutil.rmtree(folder)


def test_pictures_of_other_kinds_are_found_in_a_folder(here: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    picture = image.open(io.BytesIO(by_hand(DRAWN))).convert("RGB")
    (here / "drawings").mkdir()
    for suffix in ("gif", "bmp", "webp"):
        picture.save(
            here / "drawings" / f"plus.{suffix}", **({"lossless": True} if suffix == "webp" else {})
        )
    done = run("check", "drawings", cwd=here)
    assert (done.returncode, done.stdout.count("unique  ")) == (0, 3)

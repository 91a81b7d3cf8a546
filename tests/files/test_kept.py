"""What a command may replace without being asked: what it can make again, and what it would write anyway."""

import io
import random
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from command import run

from nonosat import Domains, Grid, Palette, Puzzle, Sheet, dump, dumps, load
from nonosat.cli.exit_codes import code_of
from nonosat.errors import OutputError
from nonosat.files.kept import check_kept, is_marked
from nonosat.formats.entry import DRAWN_MARK
from nonosat.model import BLACK_AND_WHITE
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
    book.properties.title = "Saved again"
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
    (lambda path: path.write_text("\n" + dumps([sheet(DRAWN)], "non")), "plus.non", "convert plus.json -o", False),
    (lambda path: path.write_text(dumps([sheet(DRAWN)], "non") + "\n"), "plus.non", "convert plus.json -o", False),
    (lambda path: path.write_text(dumps([sheet(OTHER)], "non")), "+.non", "convert plus.json -o", False),
    (lambda path: path.write_text(dumps([sheet(OTHER)], "non")), "a.clue", "convert plus.json --to non -o", False),
    (lambda path: path.write_text("Buy bread.\n"), "bread.non", "convert plus.json -o", False),
    (lambda path: path.write_text(".#.\n###\n.#.\n\n"), "plus.txt", "convert plus.json --to grid -o", False),
    (lambda path: dump(Puzzle.of_grid(DRAWN), path), "plus.xml", "convert plus.json -o", True),
    (lambda path: dump([sheet(DRAWN), sheet(OTHER)], path), "two.jsonl", "convert plus.json -o", False),
    (workbook, "plus.xlsx", "convert plus.json -o", True),
    (workbook, "two.xlsx", "convert plus.json plus.json -o", True),
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


def test_a_file_too_large_to_compare_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plus.json"
    dump(sheet(DRAWN), path)
    for most in (path.stat().st_size, path.stat().st_size - 1):
        monkeypatch.setattr("nonosat.files.kept.MOST", most)
        with nullcontext() if most == path.stat().st_size else pytest.raises(OutputError):
            check_kept(str(path), [sheet(DRAWN), sheet(OTHER)], "json")


def test_the_mark_of_a_large_file_is_at_its_end(tmp_path: Path) -> None:
    for head, mark in ((b"%PDF", DRAWN_MARK.encode()), (b"PAR1", b"position")):
        for padding in (0, 70_000, 300_000):
            path = tmp_path / "large"
            path.write_bytes(head + bytes(padding) + mark + bytes(60_000))
            assert is_marked(str(path))
        path.write_bytes(head + bytes(300_000) + mark + bytes(70_000))
        assert not is_marked(str(path))


def facts(one: Sheet) -> set[object]:
    """All that a file holds of a puzzle."""
    puzzle, texts = one.puzzle, ("title", "author", "copyright", "license", "source", "id", "notes")
    looks = tuple(color.rgb for color in puzzle.palette.colors)
    return {
        (puzzle.rows, puzzle.cols, puzzle.givens, looks),
        *one.goals,
        *([("saved", one.saved)] if one.saved else ()),
        *((name, value) for name in texts if (value := getattr(one, name))),
    }


def test_no_sequence_of_saves_loses_what_a_file_holds(tmp_path: Path) -> None:
    rng, seen = random.Random(4), Counter[bool]()
    path = tmp_path / "saved.json"
    marks = [Domains.of(["???", "?#?", "???"]), Domains.of([".??", "?#?", "???"])]
    red = Palette.of([("white", "#ffffff", "."), ("red", "#ff0000", "r")])

    def some() -> Sheet:
        grid = rng.choice([DRAWN, DRAWN, OTHER])
        puzzle = Puzzle.of_grid(grid, rng.choice([BLACK_AND_WHITE] * 9 + [red]))
        givens = puzzle.given(marks[0]) if rng.random() < 0.1 and grid is DRAWN else puzzle
        texts = dict.fromkeys(rng.sample(["title", "author", "id"], rng.choice([0, 0, 1])), "Mine")
        saved = rng.choice([None, None, *marks]) if grid is DRAWN else None
        return Sheet(givens, rng.choice([(), (grid,)]), saved, **texts)  # type: ignore[arg-type]

    for _ in range(300):
        new = [some() for _ in range(rng.choice([1, 1, 2]))]
        old = load(path) if path.exists() else []
        kept = all(any(facts(one) <= facts(other) for other in new) for one in old)
        seen[kept] += bool(old)
        if not kept:
            with pytest.raises(OutputError, match="holds something else, which would be lost"):
                check_kept(str(path), new, "json")
        else:
            check_kept(str(path), new, "json")
        if kept or rng.random() < 0.5:
            dump(new, path)
    assert min(seen.values()) > 30


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

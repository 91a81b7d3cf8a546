"""Known cells of files: grids in text, and puzzle files whose inks have another order."""

from pathlib import Path

import pytest

from nonosat.errors import UsageError
from nonosat.files import dump
from nonosat.files.marks import in_palette, read_marks
from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Palette, Puzzle, Sheet
from nonosat.solving.api import solve

WHITE, BLACK = ("white", "#ffffff", "."), ("black", "#000000", "k")
RED, BLUE = ("red", "#d00000", "r"), ("blue", "#0050d0", "b")
OURS = Palette.of([WHITE, RED, BLUE])
PICTURE = ["rb.", ".rr"]


def puzzle(palette: Palette) -> tuple[Puzzle, Grid]:
    grid = Grid.of(PICTURE, palette)
    return Puzzle.of_grid(grid, palette), grid


@pytest.mark.parametrize("suffix", [".json", ".non"])
def test_inks_are_matched_by_letter_and_color(tmp_path: Path, suffix: str) -> None:
    ours, grid = puzzle(OURS)
    theirs, their_grid = puzzle(Palette.of([WHITE, BLUE, RED]))
    path = tmp_path / f"known{suffix}"
    dump([Sheet(theirs, saved=Domains.of_grid(their_grid, 3))], path)
    known = read_marks(path, ours).known
    assert known.grid() == grid
    assert solve(ours, known=known).solutions == (grid,)


def test_cells_stay_open_for_inks_that_the_other_file_does_not_have() -> None:
    theirs = Palette.of([WHITE, BLUE, BLACK])
    known = Domains.of_cells(1, 4, 3, [7, 2, 3, 6])
    assert list(in_palette(known, theirs, OURS).cells()) == [7, 4, 5, 4]
    # One ink is the other, whatever they look like.
    known = Domains.of_cells(1, 2, 2, [2, 3])
    assert in_palette(known, Palette.of([WHITE, RED]), BLACK_AND_WHITE) == known


WRONG = [
    (Palette.of([WHITE, RED, BLACK]), "row 1, column 1 has an ink that the puzzle does not have"),
    (Palette.of([WHITE, ("red", "#d00000", "b"), ("blue", "#0050d0", "r")]), "for different inks"),
]  # fmt: skip


def test_inks_that_do_not_match_are_told() -> None:
    for theirs, message in WRONG:
        with pytest.raises(UsageError, match=message):
            in_palette(Domains.of_cells(1, 1, 3, [4]), theirs, OURS)


TEXTS = {
    "empty": ("\n", "k.txt: the file is empty"),
    "a wrong character": ("r?.\n\n.qr\n", "k.txt:3: 'q' is not a cell; expected . r b ?, or a puzzle file with given cells"),
    "a letter in a grid that is a picture, too": ("...\n.q.\n", "k.txt:2: 'q' is not a cell; expected . r b ?"),
    "a sign, and a row too many": ("...\n.#.\n...\n", "k.txt:2: '#' is not a cell; expected . r b ?"),
    "a sign, and a short row": ("..\n.#.\n", "k.txt:2: '#' is not a cell; expected . r b ?"),
    "a picture of another size": ("....#\n##...\n#....\n....#\n", "k.txt: this puzzle file has no given cells"),
    "a short row": ("r?.\n.r\n", "k.txt:2: 2 columns of marks, the puzzle has 3"),
    "too few rows": ("r?.\n", "k.txt: 1 row of marks, the puzzle has 2"),
    "a puzzle without": ("width 3\nheight 2\nrows\n1\n0\ncolumns\n1\n0\n0\n", "k.txt: this puzzle file has no given cells"),
    "of another size": ("5x4:1/2/1.1/2.1//2.1/3//2,aBr\n", "k.txt: 4 rows of marks, the puzzle has 2"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), TEXTS.values(), ids=TEXTS)
def test_what_is_wrong_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.txt").write_text(text)
    with pytest.raises(UsageError) as caught:
        read_marks("k.txt", puzzle(OURS)[0])
    assert str(caught.value).startswith(message)


def test_a_grid_in_text(tmp_path: Path) -> None:
    (tmp_path / "k.txt").write_text("r?.\n.rr\n")
    assert list(read_marks(tmp_path / "k.txt", puzzle(OURS)[0]).known.cells()) == [2, 7, 1, 1, 2, 2]


@pytest.mark.parametrize("cell", ["r", "#"])
def test_a_lone_ink_is_known_by_its_letter_too(tmp_path: Path, cell: str) -> None:
    red = Puzzle.of([[1], [1]], [[1], [1]], Palette.of([WHITE, RED]))
    (tmp_path / "known.txt").write_text(f"{cell}?\n??\n")
    known = read_marks(tmp_path / "known.txt", red).known
    assert known == Domains.of_cells(2, 2, 2, [2, 3, 3, 3])

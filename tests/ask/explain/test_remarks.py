"""What makes a puzzle dull: remarks in words, where a puzzle is rated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run

from nonosat import Grid, Puzzle, rate
from nonosat.generators import Recipe, make

#    picture                             remarks
REMARKS = [
    (["##.", "#..", ".##"],              ()),
    (["####.", "#####", "####."],        ("87 % of the cells are ink", "the upper half mirrors the lower half")),
    (["#.......", "##......"],           ("columns 3-8 are blank",)),
    (["#......", ".......", "......."],  ("only 5 % of the cells are ink", "rows 2-3 and columns 2-7 are blank")),
    (["##.", "...", "#.."],              ("row 2 and column 3 are blank",)),
    (["#.#", "###"],                     ("83 % of the cells are ink", "the left half mirrors the right half")),
    (["#", "."],                         ("row 2 is blank",)),
]  # fmt: skip


@pytest.mark.parametrize(("drawn", "want"), REMARKS, ids=["/".join(rows) for rows, _ in REMARKS])
def test_remarks_in_words(drawn: list[str], want: tuple[str, ...]) -> None:
    assert rate(Puzzle.from_picture(Grid.of(drawn))).remarks == want


def test_guessing_is_remarked() -> None:
    rating = rate(make("domino", Recipe(15, 15)).puzzle)
    assert ("only guessing solves it" in rating.remarks) == (rating.kind.value == "guessing")  # type: ignore[union-attr]
    assert rating.kind.value == "guessing"  # type: ignore[union-attr]


def test_without_a_rating_there_is_none() -> None:
    assert rate(Puzzle.of([1, 1, 0], [1, 1, 0])).remarks == ()
    assert rate(Puzzle.of([["?"], []], [[1], []])).remarks == ()


def test_where_they_are_shown(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("###\n...\n#..\n")
    done = run("rate", "p.txt", cwd=tmp_path)
    assert done.stdout.splitlines()[0].endswith(" row 2 is blank")
    row = json.loads(run("rate", "p.txt", "--json", cwd=tmp_path).stdout)
    assert row["remarks"] == ["row 2 is blank"]
    assert "blank" not in run("check", "p.txt", cwd=tmp_path).stdout

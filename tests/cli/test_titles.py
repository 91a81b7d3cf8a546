"""Names of puzzles without a title, and the author of a book."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

import nonosat
from nonosat.model import Grid, Puzzle, Sheet, SourcedSheet

DOT = Sheet(Puzzle.of([1], [1]), (Grid.of(["#"]),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three files, one with a title and one with two puzzles."""
    made = tmp_path / "mine"
    made.mkdir()
    nonosat.dump(DOT, made / "my_cat.non")
    nonosat.dump(Sheet(Puzzle.of([2], [1, 1]), title="Dash"), made / "b.json")
    nonosat.dump([DOT, DOT], made / "two.json")
    return made


@pytest.mark.parametrize(
    ("named", "title"),
    [
        (SourcedSheet(DOT, "a/my_cat.non"), "my cat"),
        (SourcedSheet(DOT, "a.zip/house.non.gz"), "house"),
        (SourcedSheet(Sheet(DOT.puzzle, title="Own"), "a.non"), "Own"),
        (SourcedSheet(DOT, "a/two.json", 1, True), "two 1"),
        (SourcedSheet(DOT, "two.json", 2), "two 2"),
        (SourcedSheet(DOT, "<stdin>"), ""),
        (SourcedSheet(DOT, "link-12345678"), ""),
    ],
)
def test_a_file_names_its_puzzles(named: SourcedSheet, title: str) -> None:
    assert named.titled().sheet.title == title


def test_books_and_play_pages_show_that_name(folder: Path) -> None:
    assert run("book", folder, "-o", folder.parent / "b.html").returncode == 0
    text = (folder.parent / "b.html").read_text()
    assert all(f">{title}<" in text for title in ("my cat", "two 1", "two 2"))
    assert run("show", folder, "-o", folder.parent / "play.html").returncode == 0
    assert '"title": "my cat"' in (folder.parent / "play.html").read_text()


def test_the_author_of_the_book_is_named_once(tmp_path: Path) -> None:
    sheets = [Sheet(DOT.puzzle, title=name, author=name) for name in ("Anna", "Bert")]
    nonosat.dump(sheets, tmp_path / "p.json")
    for cover, repeated in (("page", 0), ("head", 0), ("none", 1)):
        words = ("--author", "Anna", "--cover", cover, "-o", tmp_path / "b.html")
        assert run("book", tmp_path / "p.json", *words).returncode == 0
        text = (tmp_path / "b.html").read_text()
        assert '<meta name="author" content="Anna">' in text
        assert text.count(">by Anna<") == repeated
        assert text.count(">by Bert<") == 1

"""Names of puzzles without a title, and lists of titles."""

from __future__ import annotations

import re
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


LIST = """\
file;title;Author;price
two.json#2;Zwei;Anna Müller;3
mine\\my_cat;Katze;;
b.json;;Bert;
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("delimiter", ",;\t")
def test_a_list_gives_titles_authors_and_the_order(
    folder: Path, encoding: str, delimiter: str
) -> None:
    (folder / "titles.csv").write_text(LIST.replace(";", delimiter), encoding=encoding)
    target = folder.parent / "all.jsonl"
    done = run("convert", folder, "--list", folder / "titles.csv", "-o", target)
    assert (done.returncode, done.stderr) == (0, f"nonosat: wrote {target}\n")
    found = [(it.title, it.author) for it in nonosat.load(target)]
    assert found == [("Zwei", "Anna Müller"), ("Katze", ""), ("Dash", "Bert"), ("", "")]


def test_a_book_in_the_order_of_a_list(folder: Path) -> None:
    for names, titles in (("my_cat b", ["my cat", "Dash"]), ("b my_cat", ["Dash", "my cat"])):
        (folder / "titles.csv").write_text("file\n" + "\n".join(names.split()), encoding="utf-8")
        target = folder.parent / "b.html"
        words = ("--list", folder / "titles.csv", "--order", "given", "-o", target)
        assert run("book", folder, *words).returncode == 0
        found = re.findall(r">(my cat|Dash)<", target.read_text())
        assert found == titles


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("my_cat,Cat\n", 3, "t.csv:1: the first line must name the columns: file, title, author"),
        ("", 3, "t.csv:1: the first line must name the columns: file, title, author"),
        ("file,title\na,b\n\na,c\n", 3, "t.csv:4: a is also in line 2"),
        ("file,title\nno cat,b\n", 0, "t.csv:2: there is no puzzle 'no cat'"),
        ("file,title\nb,\0\n", 3, "t.csv: this is binary data, no text"),
        ('file,title\nb,"' + "x" * 200_000 + '"\n', 3, "t.csv: this is not a table: field larger"),
    ],
    ids=["no head", "empty", "twice", "nothing", "binary", "huge"],
)
def test_a_list_that_is_wrong_is_said(folder: Path, text: str, code: int, message: str) -> None:
    (folder.parent / "t.csv").write_text(text, encoding="utf-8")
    done = run("convert", folder, "--list", "t.csv", "-o", "all.jsonl", cwd=folder.parent)
    assert done.returncode == code
    assert message in done.stderr
    assert (folder.parent / "all.jsonl").exists() == (code == 0)


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

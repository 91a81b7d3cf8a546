"""Names of puzzles without a title, and the author of a book."""

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
    nonosat.dump([Sheet(Puzzle.of([size], [1] * size)) for size in (3, 4)], made / "two.json")
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
    nonosat.dump(DOT, folder / "again.non")
    said = run("book", folder, "-o", folder.parent / "b.html").stderr
    assert f"{folder / 'my_cat.non'}: left out: the same puzzle as {folder / 'again.non'}" in said
    (folder / "again.non").unlink()
    assert run("show", folder, "-o", folder.parent / "play.html").returncode == 0
    assert '"title": "my cat"' in (folder.parent / "play.html").read_text()


def test_the_author_of_the_book_is_named_once(tmp_path: Path) -> None:
    sheets = [
        Sheet(Puzzle.of([size], [1] * size), title=name, author=name)
        for size, name in enumerate(("Anna", "Bert"), 1)
    ]
    nonosat.dump(sheets, tmp_path / "p.json")
    for cover, repeated in (("page", 0), ("head", 0), ("none", 1)):
        words = ("--author", "Anna", "--cover", cover, "-o", tmp_path / "b.html")
        assert run("book", tmp_path / "p.json", *words).returncode == 0
        text = (tmp_path / "b.html").read_text()
        assert '<meta name="author" content="Anna">' in text
        assert text.count(">by Anna<") == repeated
        assert text.count(">by Bert<") == 1


def test_a_list_names_the_files_of_a_folder(tmp_path: Path) -> None:
    """And what becomes of the names, in formats that hold them and in others; a bad file is passed over."""
    folder = tmp_path / "drawn"
    folder.mkdir()
    for name in ("a.pbm", "b.pbm"):
        (folder / name).write_text("P1\n3 2\n1 1 0\n0 1 1\n")
    (folder / "names.csv").write_text("file,title,author\na.pbm,Ente,Eva\nc.pbm,Maus,\n")
    words = ("--title", folder / "names.csv")
    done = run("convert", folder, "-o", "set.jsonl", *words, cwd=tmp_path)
    assert done.returncode == 0
    assert f"nonosat: b.pbm: {folder / 'names.csv'} has no title for it\n" in done.stderr
    assert "nonosat: 1 title of no file here: c.pbm\n" in done.stderr
    sheets = nonosat.load(tmp_path / "set.jsonl")
    assert [(sheet.title, sheet.author) for sheet in sheets] == [("Ente", "Eva"), ("", "")]
    for options, lost in (([], ""), (["--to", "png"], "png does not keep: title, author\n")):
        done = run("repair", "set.jsonl", "-o", "mended/", *options, cwd=tmp_path)
        assert ("does not keep" in done.stderr) == bool(lost)
        assert lost in done.stderr
    (folder / "b.pbm").write_text("P1\n3 2\nx\n")
    done = run("convert", folder / "a.pbm", folder / "b.pbm", "-o", "out/", cwd=tmp_path)
    assert (done.returncode, [path.name for path in (tmp_path / "out").iterdir()]) == (3, ["a.non"])


@pytest.mark.parametrize("name", ["o.svg", "o.html", "o-play.html"])
def test_nothing_unsolved_gives_a_picture_away(tmp_path: Path, name: str) -> None:
    nonosat.dump(Sheet(Puzzle.of([1], [1]), title="A dot"), tmp_path / "dot.json")
    for words, shown in (([], False), (["--title", "Mine"], True)):
        assert run("show", "dot.json", "-o", name, *words, cwd=tmp_path).returncode == 0
        text = (tmp_path / name).read_text()
        title = text.partition("<title>")[2].partition("</title>")[0]
        assert title == ("Mine" if shown else "Nonograms" if "play" in name else "Nonogram")
        assert (
            "dot" not in text.lower() or "play" in name
        )  # where the player sees it once it is solved

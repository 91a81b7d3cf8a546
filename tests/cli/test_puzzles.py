"""Folders as what `convert` and `show` read, and as what `convert` writes into."""

import os
import zipfile
from pathlib import Path

import command
import pytest
from conftest import without_files

from nonosat import load

NON = "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n"
BROKEN = NON.replace("2\ncolumns", "1\ncolumns")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles in which the test runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p/deep").mkdir(parents=True)
    (tmp_path / "p/a.non").write_text(NON)
    (tmp_path / "p/b.non").write_text(NON + "====\n" + NON)
    (tmp_path / "p/deep/c.sgt").write_text("2x1:1/1/2\n")
    (tmp_path / "p/notes.md").write_text("# notes\n")
    return tmp_path


def run(*args: str) -> tuple[int, str, str]:
    done = command.run(*args, cwd=Path())
    return done.returncode, done.stdout, without_files(done.stderr)


def written(top: str) -> list[str]:
    return sorted(Path(at, name).as_posix() for at, _, names in os.walk(top) for name in names)


def test_a_folder_into_one_file(folder: Path) -> None:
    assert run("convert", "p", "-o", "p/all.jsonl") == (0, "", "")
    assert len(load("p/all.jsonl")) == 4
    assert run("convert", "p", "-o", "p/all.jsonl", "--force") == (
        0,
        "",
        "",
    )  # which is not an input
    assert len(load("p/all.jsonl")) == 4


@pytest.mark.parametrize(
    "words", ["p -o p/a.non", "p -o p/deep/../a.non", "b.non p -o p/deep/c.sgt", "p -o p/d.png"]
)
def test_a_puzzle_in_a_folder_that_is_read_is_not_replaced(folder: Path, words: str) -> None:
    (folder / "b.non").write_text(NON)
    assert run("convert", "b.non", "-o", "p/d.png")[0] == 0
    target = Path(words.split()[-1])
    before = target.read_bytes()
    message = f"nonosat: {target}: is a puzzle in a folder that is read; --force replaces it without reading it\n"
    assert run("convert", *words.split()) == (5, "", message)
    assert target.read_bytes() == before


def test_a_drawing_in_a_folder_that_is_read_is_replaced(folder: Path) -> None:
    for _ in range(2):
        code, _, said = run("show", "p", "-o", "p/all.pdf")
        assert (code, "--force" in said) == (0, False)


def test_a_folder_into_a_folder(folder: Path) -> None:
    assert run("convert", "p", "--to", "json", "-o", "out/") == (0, "", "")
    assert written("out") == ["out/a.json", "out/b.json", "out/deep/c.json"]
    assert run("convert", "p", "--to", "mk", "-o", "out") == (0, "", "")
    made = ["out/a.mk", "out/b-1.mk", "out/b-2.mk", "out/deep/c.mk"]
    assert [name for name in written("out") if name.endswith(".mk")] == made


def test_the_folder_that_is_written_is_not_read(folder: Path) -> None:
    for _ in range(2):
        assert run("convert", "p", "--to", "json", "-o", "p/out/", "--force") == (0, "", "")
        assert written("p/out") == ["p/out/a.json", "p/out/b.json", "p/out/deep/c.json"]


def test_no_output_is_proposed_to_somebody_who_named_one(folder: Path) -> None:
    words = ("convert", "p/a.non", "missing.non")
    proposed = "nonosat: there is no missing.non; to write it: -o missing.non\n"
    assert run(*words) == (2, "", proposed)
    said = "nonosat: missing.non: No such file or directory\n"
    assert run(*words, "--to", "non", "-o", "out/") == (3, "", said)


def test_what_is_wrong_in_a_folder_does_not_end_it(folder: Path) -> None:
    (folder / "p/a.non").write_text(BROKEN)
    message = "nonosat: p/a.non:3: the rows have 1 cell, the columns 2: 1 more in the columns\n"
    assert run("convert", "p", "-o", "all.jsonl") == (3, "", message)
    assert len(load("all.jsonl")) == 3
    code, shown, said = run("show", "p")
    assert (code, said) == (3, message)
    assert [line for line in shown.splitlines() if "2x1" in line] == [
        "p/b.non#1: 2x1", "p/b.non#2: 2x1", "p/deep/c.sgt: 2x1",
    ]  # fmt: skip
    pointed = message[:-1] + " (`nonosat conflict p/a.non` finds the likely typo)\n"
    assert run("convert", "p/a.non", "-o", "one.json") == (3, "", pointed)
    assert not Path("one.json").exists()


def test_a_folder_without_puzzles(folder: Path) -> None:
    (folder / "none").mkdir()
    (folder / "none/notes.md").write_text("# notes\n")
    code, _, said = run("show", "none", "p")
    assert (code, said) == (3, "nonosat: none: there is no puzzle in this folder\n")
    (folder / "none/broken.non").write_text(BROKEN)  # which is told instead
    code, _, said = run("show", "none")
    assert (code, said.count("\n"), said[:27]) == (3, 1, "nonosat: none/broken.non:3:")


def test_what_cannot_be_written_is_told_before(folder: Path) -> None:
    code, _, said = run("convert", "p", "--to", "non", "-o", "p")
    assert (code, said) == (5, "nonosat: p/a.non: this file is read; name another one to write\n")
    (folder / "p/a.mk").write_text("1 2\n2\n#\n1\n1\n")
    code, _, said = run("convert", "p", "--to", "json", "-o", "out/")
    assert (code, written("out")) == (5, [])
    assert "out/a.json: two input files" in said


def test_names_in_archives_do_not_lead_out_of_the_folder(folder: Path) -> None:
    with zipfile.ZipFile("p/z.zip", "w") as archive:
        archive.writestr("../../../x.non", NON)
    assert run("convert", "p", "--to", "json", "-o", "new/out/")[0] == 0
    assert written("new") == [
        "new/out/a.json", "new/out/b.json", "new/out/deep/c.json", "new/out/z.zip/x.json",
    ]  # fmt: skip


DOUBT = (
    "the file does not say which side comes first: read as rows, then columns; "
    "--from columns-first reads it the other way"
)
IN_DOUBT, MIRRORED = "1 1\n2\n1\n\n3\n1\n1\n", "1 1\n2\n1\n\n1 1\n2\n1\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [("show d", True), ("check d --jobs 2", True), ("check d -o x.jsonl", True), ("steps d/a.txt", True),
     ("solve d/a.txt", False), ("hint d/a.txt", False), ("why d/a.txt 1 1", False), ("show m", False)],
)  # fmt: skip
def test_an_order_in_doubt_is_named_once_and_only_where_it_matters(
    folder: Path, command: str, said: bool
) -> None:
    for name, text in (("d/a.txt", IN_DOUBT), ("d/b.txt", IN_DOUBT), ("m/a.txt", MIRRORED)):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    told = [line for line in run(*command.split())[2].splitlines() if "which side" in line]
    more = "" if "d/a" in command else " and 1 more file"
    assert told == ([f"nonosat: d/a.txt{more}: {DOUBT}"] if said else [])

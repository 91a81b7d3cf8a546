"""Directories are walked in order, and what is not a puzzle is told or skipped."""

import errno
import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import python, run
from format_examples import NON, RECORD

from nonosat.errors import InputError, TooLarge, WrongAnswer
from nonosat.files import Piece, ReadFailure, walk
from nonosat.formats import FORMATS
from nonosat.formats.base import Record
from nonosat.model import Sheet, SourcedSheet

POSIX = os.name == "posix"


def names(items: Iterator[Piece]) -> list[str]:
    """Sources that were read; with ``-`` what was skipped, with ``!`` what failed."""
    return [
        f"-{Path(item.source).as_posix()}"
        if isinstance(item, ReadFailure) and not item.position
        else ("!" if isinstance(item, ReadFailure) else "") + Path(item.source).as_posix()
        for item in items
    ]


def test_directories_are_walked_in_order(folder: Path) -> None:
    for name in (
        "p/b.non", "p/a.non", "p/c/y.non", "p/c/x.NON", "p/a/z.non", "p/B.non",
        "p/.hidden.non", "p/.git/c.non",
    ):  # fmt: skip
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(NON)
    (folder / "p/notes.md").write_text("# notes")
    (folder / "p/prose.txt").write_text("This is not a puzzle.\n")
    (folder / "p/page.xml").write_text("<html></html>")
    (folder / "p/bad.non").write_text("width 1\nheight 1\nrows\n9\ncolumns\n1\n")
    (folder / "p/two.jsonl").write_text(RECORD * 2)
    (folder / "p/empty").mkdir()
    want = [
        "p/B.non", "p/a.non", "p/b.non", "!p/bad.non", "-p/notes.md", "-p/page.xml",
        "-p/prose.txt", "p/two.jsonl", "p/two.jsonl", "p/a/z.non", "p/c/x.NON", "p/c/y.non",
    ]  # fmt: skip
    assert names(walk(["p"])) == want
    assert names(walk(["p/"])) == want
    assert names(walk(["p/c", "p/a.non", "p/c"])) == [
        "p/c/x.NON", "p/c/y.non", "p/a.non", "p/c/x.NON", "p/c/y.non",
    ]  # fmt: skip


def test_a_page_that_nonosat_wrote_is_not_searched(folder: Path) -> None:
    for name in ("p/a.non", "p/public/files.json", "p/public/nonosat.zip", "p/public/x/b.non"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(NON, encoding="utf-8")
    assert names(walk([str(folder / "p")])) == [(folder / "p/a.non").as_posix()]


def test_a_file_named_explicitly_must_be_readable(folder: Path) -> None:
    (folder / "notes.md").write_text("# notes\n")
    (folder / ".hidden").write_text(NON)
    named = ["notes.md", ".hidden", "missing.non"]
    assert names(walk(named)) == ["!notes.md", ".hidden", "!missing.non"]


@pytest.mark.parametrize("inside", [[], ["sub/"], [".hidden.non"], ["sub/.git/a.non"]])
def test_a_directory_without_files_is_told(folder: Path, inside: list[str]) -> None:
    (folder / "p").mkdir()
    for name in inside:
        path = folder / "p" / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_text(NON)
    (found,) = walk(["p"])
    assert isinstance(found, ReadFailure)
    assert (found.source, str(found.error)) == ("p", "p: this folder has no files")
    assert isinstance(found.error, InputError)


def test_a_broken_puzzle_in_a_directory_is_told(folder: Path) -> None:
    (folder / "p").mkdir()
    broken = {
        "digit.txt": "3;3,1;1,2;1;1\n3;2;2;1,1;4\n",
        "empty.non": "",
        "keen.txt": "1\n2 1\n1\n\n1\n1\n1 1\n2\n",
        "nul.cwd": "1\n1\n\0",
        "prose.nin": "Dear Sir\n",
        "ragged.txt": "#.#\n##\n.#.\n",
    }
    other = {
        "archive.json": '{"name": "x"}',
        "mail.txt": "Dear Sir\n",
        "results.jsonl": '{"source": "a", "verdict": "unique"}\n' * 30,
        "rows.csv.jsonl": '{"source": "a", "height": 5, "width": 5, "colors": 1, "solutions": [["#"]]}\n',
        "bench.jsonl": '{"kind": "header", "puzzles": ["84"]}\n{"kind": "puzzle"}\n',
        "list.json": '["a", 3]',
        "measured.txt": "42\n17\n3\n8\n19\n",
        "counted.txt": "1\n2\n3\n4\n5\n",
        "commented.txt": "# in degrees\n20\n21\n19\n",
        "pairs.txt": "10 20\n30 40\n50 60\n",
        "rules.mk": "all:\n\techo\n",
    }
    for name, text in (broken | other).items():
        (folder / "p" / name).write_text(text)
    want = [f"!p/{name}" if name in broken else f"-p/{name}" for name in sorted(broken | other)]
    assert names(walk(["p"])) == want


def test_records_behind_a_foreign_first_one_are_read(folder: Path) -> None:
    (folder / "p").mkdir()
    (folder / "p/a.jsonl").write_text('{"made": "today"}\n' + RECORD * 2)
    assert names(walk(["p"])) == ["!p/a.jsonl", "p/a.jsonl", "p/a.jsonl"]


def test_what_the_run_writes_is_no_input(folder: Path) -> None:
    """Files are told by their inode, when they are reached: they may be newer than the walk."""
    (folder / "p").mkdir()
    for name in ("a.jsonl", "z.jsonl"):
        (folder / "p" / name).write_text(RECORD)
    written: list[tuple[int, int]] = []
    items = walk(["p", "p/m.jsonl"], without=lambda info: (info.st_dev, info.st_ino) in written)
    found = next(items)
    assert isinstance(found, SourcedSheet)
    info = os.stat("p/z.jsonl")
    written.append((info.st_dev, info.st_ino))
    os.link("p/z.jsonl", "p/m.jsonl")
    assert names(items) == ["-p/z.jsonl", "-p/m.jsonl"]


@pytest.fixture
def nested(folder: Path) -> Iterator[Callable[[str, int], None]]:
    """Makes folders in folders, and removes them: Python's own means fail at such a depth."""
    here = Path.cwd()

    def make(name: str, depth: int) -> None:
        for _ in range(depth):
            os.mkdir(name)
            os.chdir(name)
        Path("a.non").write_text(NON)
        os.chdir(here)

    yield make
    for name in os.listdir(here):
        subprocess.run(["rm", "-rf", name], check=True)


@pytest.mark.skipif(not POSIX, reason="paths of POSIX")
def test_folders_nested_deeper_than_calls(nested: Callable[[str, int], None]) -> None:
    before, depth = sys.getrecursionlimit(), len(inspect.stack(context=0)) + 100
    nested("d", depth)
    sys.setrecursionlimit(depth)
    try:
        found = names(walk(["d"]))
    finally:
        sys.setrecursionlimit(before)
    assert found == ["/".join(["d"] * depth + ["a.non"])]


@pytest.mark.skipif(not POSIX, reason="paths of POSIX")
def test_a_folder_whose_path_is_too_long_is_told(nested: Callable[[str, int], None]) -> None:
    nested("n" * 200, 30)
    (found,) = walk(["n" * 200])
    assert isinstance(found, ReadFailure)
    assert str(found.error).endswith("File name too long")


@pytest.mark.skipif(not POSIX, reason="links of POSIX")
def test_links_in_directories(folder: Path) -> None:
    (folder / "p").mkdir()
    (folder / "p/a.non").write_text(NON)
    (folder / "p/b.non").symlink_to("a.non")
    (folder / "p/c.non").symlink_to("nowhere")
    (folder / "p/d.non").symlink_to("d.non")
    (folder / "p/up").symlink_to("..")  # would never end
    assert names(walk(["p"])) == ["p/a.non", "p/b.non", "!p/c.non", "!p/d.non"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_in_a_directory_is_skipped(folder: Path) -> None:
    (folder / "p").mkdir()
    os.mkfifo("p/a.non")
    (folder / "p/b.non").write_text(NON)
    code = "from nonosat.files import walk; print(*[type(i).__name__ for i in walk(['p'])])"
    try:
        done = python("-c", code, cwd=folder)
    except subprocess.TimeoutExpired:
        pytest.fail("waits for somebody to write into the pipe")
    assert done.stdout.split() == ["ReadFailure", "SourcedSheet"]


def test_a_folder_that_cannot_be_listed_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("p/a", "p/b"):
        (folder / name).mkdir(parents=True)
        (folder / name / "x.non").write_text(NON)
    scandir = os.scandir

    def refusing(path: str) -> object:
        if Path(path).name == "a":
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    items = list(walk(["p"]))
    assert names(iter(items)) == ["p/b/x.non", "!p"]
    assert isinstance(items[1], ReadFailure)
    assert str(items[1].error) == f"{Path('p/a')}: Permission denied"


BUGS = [
    (KeyError("x"), WrongAnswer, "internal error, please report it: KeyError: 'x'"),
    (RecursionError(), TooLarge, "too large to be read here (RecursionError)"),
]


@pytest.mark.parametrize(("bug", "kind", "said"), BUGS)
def test_a_reader_that_fails_costs_its_own_puzzle_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bug: Exception, kind: type, said: str
) -> None:
    real = FORMATS.get("non")

    def read(record: Record) -> list[Sheet]:
        if record.source.endswith("bad.non"):
            raise bug
        return real.read(record)

    monkeypatch.setitem(FORMATS._found, "non", real._replace(reader=read))
    for name in ("a.non", "bad.non", "c.non"):
        (tmp_path / name).write_text(NON)
    found = [item for item in walk([str(tmp_path)]) if isinstance(item, Piece)]
    assert [isinstance(item, SourcedSheet) for item in found] == [True, False, True]
    assert type(found[1].error) is kind
    assert said in str(found[1].error)


@pytest.mark.parametrize("command", [["check"], ["check", "--jobs", "2"], ["rate"], ["show"]])
def test_each_file_of_a_folder_is_named_with_its_reason(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (tmp_path / "b.txt").write_text("hello\n")
    (tmp_path / "c.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    (tmp_path / "d.doc").write_bytes(b"1")
    done = run(*command, ".", cwd=tmp_path)
    assert "skipped b.txt: found no puzzle: it has no line of numbers" in done.stderr
    assert "c.png: cannot read this kind of picture" in done.stderr
    assert "skipped d.doc: not a puzzle by its name or kind" in done.stderr

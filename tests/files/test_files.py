"""Files in and out: real files, whole or not at all, and an error for everything else."""

from __future__ import annotations

import codecs
import errno
import os
import random
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import brute_force
import pytest
from conftest import ROOT

import nonosat
from nonosat.errors import (
    CannotHold,
    InputError,
    NonosatError,
    OutputError,
    ParseError,
    TooLarge,
    UnknownFormat,
    UsageError,
    WrongAnswer,
)
from nonosat.files import Found, dump, dumps, load, loads, read_text, stream, walk, write_text
from nonosat.files.read import HEAD
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Record
from nonosat.formats.non import Non
from nonosat.model import Grid, Puzzle, Sheet

POSIX = os.name == "posix"
GRID = Grid.of(["##.", "#.#"])
SHEET = Sheet(Puzzle.of_grid(GRID), (GRID,), title="Hook é")
NON = dumps([SHEET], "non")
RECORD = '{"rows":[[1]],"columns":[[1]]}\n'


def complaint(path: object) -> str:
    """The message of the error that loading must raise."""
    with pytest.raises(NonosatError) as caught:
        load(path)  # type: ignore[arg-type]
    return str(caught.value)


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


# Reading


@pytest.mark.parametrize("name", [entry.name for entry in FORMATS])
def test_what_is_dumped_is_loaded(folder: Path, name: str) -> None:
    square = Grid.of(["##.", "#.#", "..#"])
    sheet = Sheet(Puzzle.of_grid(square), (square,))
    entry = next(entry for entry in FORMATS if entry.name == name)
    for suffix in entry.suffixes:
        path = folder / f"made{suffix}"
        dump([sheet], path)
        assert [found.puzzle for found in load(path)] == [sheet.puzzle]
        assert [found.puzzle for found in load(str(path), name)] == [sheet.puzzle]
    assert [found.puzzle for found in loads(dumps([sheet], name), name)] == [sheet.puzzle]


@pytest.fixture(scope="module")
def large() -> Sheet:
    """A picture whose clues alone are longer than what is read to tell the format."""
    grid = brute_force.random_grid(random.Random(5), 400, 500, 1, 0.5)
    return Sheet(Puzzle.of_grid(grid), (grid,))


@pytest.mark.parametrize(
    "name",
    [entry.name for entry in FORMATS if "oblong" in make_format(entry.name).holds],
)
def test_large_puzzles_are_recognized(folder: Path, large: Sheet, name: str) -> None:
    suffix = next(entry.suffixes[0] for entry in FORMATS if entry.name == name)
    path = folder / f"large{suffix}"
    if name == "cnf":
        with pytest.raises(CannotHold, match="3,000,000 clauses or more"):
            dump([large], path, name)
        return
    dump([large], path, name)
    if name not in ("pnm", "png"):  # these pack it tightly
        assert path.stat().st_size > HEAD
    assert [found.puzzle for found in load(path)] == [large.puzzle]


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_a_file_as_long_as_what_is_read_first(folder: Path, extra: int) -> None:
    text = "#." * 127 + "#\n"
    assert HEAD % len(text) == 0
    text *= HEAD // len(text)
    text = {-1: text[:-1], 0: text, 1: text + "\n"}[extra]
    (folder / "a.txt").write_text(text)
    assert load("a.txt")[0].puzzle.height == 256


ENCODED = {
    "utf-8": NON.encode(),
    "utf-8 with mark": codecs.BOM_UTF8 + NON.encode(),
    "utf-16-le": codecs.BOM_UTF16_LE + NON.encode("utf-16-le"),
    "utf-16-be": codecs.BOM_UTF16_BE + NON.encode("utf-16-be"),
    "latin-1": NON.encode("latin-1"),
    "crlf": NON.replace("\n", "\r\n").encode(),
    "cr only": NON.replace("\n", "\r").encode(),
    "mixed": NON.replace("\n", "\r\n", 2).encode(),
    "ctrl-z": NON.encode() + b"\x1a",
    "no last newline": NON.rstrip("\n").encode(),
}


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED)
def test_encodings_and_line_ends(folder: Path, data: bytes) -> None:
    (folder / "a.non").write_bytes(data)
    assert load("a.non") == [SHEET]
    (folder / "a").write_bytes(data)  # told by content as well
    assert load("a") == [SHEET]


RECORDS = (RECORD * 2).replace("}", ',"title":"é"}')
RECORDS_ENCODED = {
    "utf-8 with mark": codecs.BOM_UTF8 + RECORDS.encode(),
    "utf-16": codecs.BOM_UTF16_LE + RECORDS.encode("utf-16-le"),
    "latin-1": RECORDS.encode("latin-1"),
    "crlf": RECORDS.replace("\n", "\r\n").encode(),
    "cr only": RECORDS.replace("\n", "\r").encode(),
    "ctrl-z": RECORDS.encode() + b"\x1a",
    "no last newline": RECORDS.rstrip("\n").encode(),
}


@pytest.mark.parametrize("data", RECORDS_ENCODED.values(), ids=RECORDS_ENCODED)
def test_encodings_and_line_ends_of_streams(folder: Path, data: bytes) -> None:
    (folder / "a.jsonl").write_bytes(data)
    assert [(f.position, f.error, f.sheet and f.sheet.title) for f in stream("a.jsonl")] == [
        (1, None, "é"),
        (2, None, "é"),
    ]


@pytest.mark.parametrize(
    "text",
    [NON.replace("\n", "\r\n"), NON.replace("\n", "\r"), "\ufeff" + NON],
    ids=["crlf", "cr only", "mark"],
)
def test_texts_may_have_any_line_ends(text: str) -> None:
    assert loads(text) == loads(text, "non") == [SHEET]


def test_texts_are_told_by_their_content() -> None:
    assert loads(NON) == [SHEET]
    with pytest.raises(UnknownFormat, match=r"\Amine: the file is empty\Z"):
        loads("", source="mine")
    with pytest.raises(ParseError, match=r"\Amine:1: "):
        loads("rows\n", "non", "mine")
    with pytest.raises(UsageError, match="unknown format 'nom'; there are: non, webpbn"):
        loads(NON, "nom")


def bad_input(folder: Path) -> dict[str, tuple[object, str]]:
    (folder / "d.non").mkdir()
    (folder / "loop.non").symlink_to("loop.non")
    (folder / "dangling.non").symlink_to("nowhere.non")
    (folder / "empty.non").touch()
    (folder / "blank.non").write_bytes(b" \n\n\r\n")
    (folder / "file").write_bytes(b"x")
    (folder / "nul.non").write_bytes(NON.encode() + b"\0")
    (folder / "odd.non").write_bytes(codecs.BOM_UTF16_LE + b"abc")
    (folder / "bad.non").write_text(NON.replace("2", "4", 1))
    return {
        "missing": ("missing.non", "missing.non: No such file or directory"),
        "as path": (Path("missing.non"), "missing.non: No such file or directory"),
        "directory": ("d.non", "d.non: Is a directory"),
        "loop": ("loop.non", "loop.non: Too many levels of symbolic links"),
        "dangling": ("dangling.non", "dangling.non: No such file or directory"),
        "below a file": ("file/a.non", "file/a.non: Not a directory"),
        "long": ("n" * 300, f"{'n' * 300}: File name too long"),
        "nul in name": ("a\0b.non", "'a\\x00b.non': embedded null byte"),
        "no name": ("", ": No such file or directory"),
        "empty": ("empty.non", "empty.non: the file is empty"),
        "blank": ("blank.non", "blank.non: the file is empty"),
        "nul inside": ("nul.non", "nul.non: this is binary data, no text"),
        "odd": ("odd.non", "odd.non: begins like UTF-16 text, but is none"),
    }


BAD_INPUT = [
    "missing", "as path", "directory", "loop", "dangling", "below a file", "long", "nul in name",
    "no name", "empty", "blank", "nul inside", "odd",
]  # fmt: skip


@pytest.mark.skipif(not POSIX, reason="messages of POSIX")
@pytest.mark.parametrize("case", BAD_INPUT)
def test_what_cannot_be_read_is_explained(folder: Path, case: str) -> None:
    table = bad_input(folder)
    assert list(table) == BAD_INPUT
    path, message = table[case]
    assert complaint(path) == message
    with pytest.raises(NonosatError):
        list(stream(path))  # type: ignore[arg-type]
    if case != "directory":  # that is walked
        (found,) = walk([os.fspath(path)])  # type: ignore[call-overload]
        assert isinstance(found, Found)
        assert (found.source, found.position, found.sheet) == (os.fspath(path), 1, None)
        assert str(found.error) == message


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX")
def test_a_file_without_permission(folder: Path) -> None:
    (folder / "a.non").write_text(NON)
    (folder / "a.non").chmod(0)
    if os.access("a.non", os.R_OK):
        pytest.skip("this user may read everything")
    assert complaint("a.non") == "a.non: Permission denied"


def test_a_file_that_fails_while_it_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def __init__(self, *good: bytes) -> None:
            self.good = list(good)

        def read(self, size: int) -> bytes:
            if self.good:
                return self.good.pop(0)
            raise OSError(errno.EIO, "Input/output error")

        def __enter__(self) -> Failing:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    head = (RECORD * HEAD)[:HEAD]
    for good in ((), (b"x",), (head.encode(),)):
        monkeypatch.setattr("builtins.open", lambda *_, good=good: Failing(*good))
        assert complaint("a.jsonl") == "a.jsonl: Input/output error"
        with pytest.raises(InputError, match=r"a\.jsonl: Input/output error"):
            read_text("a.jsonl")


def test_errors_name_file_and_line(folder: Path) -> None:
    text = "width 2\nheight 1\nrows\n7\ncolumns\n1\n1\n"
    (folder / "a.non").write_text(text)
    assert complaint("a.non") == "a.non:4: row 1 needs 7 cells, the grid is 2 wide"


# Streams


def told(items: Iterator[Found]) -> list[tuple[int, str]]:
    return [(f.position, f.sheet.title if f.sheet else str(f.error)) for f in items]


def test_a_bad_record_does_not_end_a_stream(folder: Path) -> None:
    lines = ["{'}", "[1]", '{"rows":[[9]],"columns":[[1]]}', '{"rows":[[1]],"columns":[[]]}']
    good = '{"title":"good","rows":[[1]],"columns":[[1]]}'
    (folder / "a.jsonl").write_text("\n".join([good, lines[0], "", *lines[1:], good]) + "\n")
    found = told(stream("a.jsonl"))
    assert [position for position, _ in found] == [1, 2, 3, 4, 5, 6]
    assert found[0][1] == found[5][1] == "good"
    want = ["a.jsonl:2: no valid JSON", "a.jsonl:4: ", "a.jsonl:5: row 1 needs 9 cells, the grid is 1 wide", "a.jsonl:6: the rows have 1 cells, the columns 0: 1 more in the rows"]  # fmt: skip
    for (_, message), start in zip(found[1:5], want, strict=True):
        assert message.startswith(start)
    assert complaint("a.jsonl").startswith("a.jsonl:2: ")


def test_a_long_first_record_does_not_end_the_stream(folder: Path) -> None:
    long = '{"title":"' + "x" * HEAD + '","rows":[[1]],"columns":[[1]]}\n'
    (folder / "a.jsonl").write_text(long + "{\n" + RECORD)
    found = list(stream("a.jsonl"))
    assert [f.sheet is None for f in found] == [False, True, False]
    assert str(found[1].error).startswith("a.jsonl:2: ")


def test_a_stream_is_read_piece_by_piece(folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_text(RECORD * 100_000)
    items = stream(path)
    assert next(items).position == 1
    with path.open("r+") as file:
        file.truncate(0)  # what follows was not read yet
    assert sum(1 for _ in items) < 20_000


def test_a_file_of_40_mib_is_refused(folder: Path) -> None:
    (folder / "a.json").write_text('{"title":"' + "x" * (40 << 20) + '"}')
    with pytest.raises(TooLarge, match=r"\Aa\.json: larger than 32 MiB\Z"):
        load("a.json")


def test_a_stream_of_40_mib_is_not_refused(folder: Path) -> None:
    padding = " " * 999_999 + "\n"
    (folder / "a.jsonl").write_text(RECORD * 3 + padding * 42 + RECORD)
    assert len(load("a.jsonl")) == 4


@pytest.mark.parametrize("where", [0, 1])
def test_a_huge_line_is_refused(folder: Path, where: int) -> None:
    lines = [RECORD, RECORD]
    lines.insert(where, '{"title":"' + "x" * (33 << 20) + '"}\n')
    (folder / "a.jsonl").write_text("".join(lines))
    want = f"a.jsonl:{where + 1}: a line of more than 32 MiB"
    assert complaint("a.jsonl") == want
    found = [item for item in walk(["a.jsonl"]) if isinstance(item, Found)]
    assert [(f.position, str(f.error)) for f in found if f.error] == [(where + 1, want)]


def test_an_abandoned_stream_closes_its_file(folder: Path) -> None:
    (folder / "a.jsonl").write_text(RECORD * 9)
    items = stream("a.jsonl")
    next(items)
    items.close()  # type: ignore[attr-defined]
    os.remove("a.jsonl")  # Windows would refuse


# Directories


def names(items: Iterator[Found | Path]) -> list[str]:
    """Sources that were read; with ``-`` what was skipped, with ``!`` what failed."""
    return [
        f"-{item.as_posix()}"
        if isinstance(item, Path)
        else ("!" if item.error else "") + Path(item.source).as_posix()
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
    (folder / "p/prose.txt").write_text("This is no puzzle.\n")
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


def test_a_file_named_explicitly_must_be_readable(folder: Path) -> None:
    (folder / "notes.md").write_text("# notes\n")
    (folder / ".hidden").write_text(NON)
    assert names(walk(["notes.md", ".hidden", "missing.non"])) == [
        "!notes.md",
        ".hidden",
        "!missing.non",
    ]


@pytest.mark.parametrize("inside", [[], ["sub/"], [".hidden.non"], ["sub/.git/a.non"]])
def test_a_directory_without_files_is_told(folder: Path, inside: list[str]) -> None:
    (folder / "p").mkdir()
    for name in inside:
        path = folder / "p" / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_text(NON)
    (found,) = walk(["p"])
    assert isinstance(found, Found)
    assert (found.source, str(found.error)) == ("p", "p: the directory holds no file")
    assert isinstance(found.error, InputError)


def test_a_broken_puzzle_in_a_directory_is_told(folder: Path) -> None:
    (folder / "p").mkdir()
    broken = {
        "digit.txt": "3;3,1;1,2;1;1\n3;2;2;1,1;4\n",
        "empty.non": "",
        "keen.txt": "1\n2\n\n1\n1\n",
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
    assert isinstance(found, Found)
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
    nested("d", 1200)
    assert names(walk(["d"])) == ["/".join(["d"] * 1200 + ["a.non"])]


@pytest.mark.skipif(not POSIX, reason="paths of POSIX")
def test_a_folder_whose_path_is_too_long_is_told(nested: Callable[[str, int], None]) -> None:
    nested("n" * 200, 30)
    (found,) = walk(["n" * 200])
    assert isinstance(found, Found)
    assert str(found.error).endswith("File name too long")


@pytest.mark.skipif(not POSIX, reason="links of POSIX")
def test_links_in_directories(folder: Path) -> None:
    (folder / "p").mkdir()
    (folder / "p/a.non").write_text(NON)
    (folder / "p/b.non").symlink_to("a.non")
    (folder / "p/c.non").symlink_to("nowhere")
    (folder / "p/up").symlink_to("..")  # would never end
    assert names(walk(["p"])) == ["p/a.non", "p/b.non", "!p/c.non"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_in_a_directory_is_skipped(folder: Path) -> None:
    (folder / "p").mkdir()
    os.mkfifo("p/a.non")
    (folder / "p/b.non").write_text(NON)
    code = "from nonosat.files import walk; print(*[type(i).__name__ for i in walk(['p'])])"
    try:
        done = python(code, timeout=2)
    except subprocess.TimeoutExpired:
        pytest.fail("waits for somebody to write into the pipe")
    assert done.stdout.split() == [type(Path()).__name__.encode(), b"Found"]


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
    assert isinstance(items[1], Found)
    assert str(items[1].error) == f"{Path('p/a')}: Permission denied"


# Writing


def test_a_file_is_written_whole(folder: Path) -> None:
    write_text("a.txt", "one é\n")
    assert (folder / "a.txt").read_bytes() == "one é\n".encode()
    write_text(folder / "a.txt", "two\n")
    assert (folder / "a.txt").read_bytes() == b"two\n"
    assert os.listdir(folder) == ["a.txt"]


@pytest.mark.parametrize("length", [200, 255])
def test_a_long_name_is_fine(folder: Path, length: int) -> None:
    name = "n" * (length - 4) + ".non"
    try:
        (folder / name).touch()
    except OSError:
        pytest.skip("too long for this file system")
    os.remove(folder / name)
    write_text(name, NON)
    assert os.listdir(folder) == [name]


@pytest.mark.skipif(not POSIX, reason="modes of POSIX")
def test_the_mode_obeys_umask(folder: Path, umask: None) -> None:
    for _ in range(2):
        write_text("a.txt", "x")
        assert stat.S_IMODE(os.stat("a.txt").st_mode) == 0o640
    assert os.umask(0o027) == 0o027


@pytest.mark.skipif(not POSIX, reason="messages of POSIX")
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("file/a.non", "file/a.non: Not a directory"),
        ("nowhere/a.non", "nowhere/a.non: No such file or directory"),
        ("d", "d: Is a directory"),
        (".", ".: Is a directory"),
        ("n" * 300, f"{'n' * 300}: File name too long"),
        ("a\0b.non", "'a\\x00b.non': embedded null byte"),
    ],
)
def test_what_cannot_be_written_is_explained(folder: Path, path: str, message: str) -> None:
    (folder / "d").mkdir()
    (folder / "file").write_text("old")
    with pytest.raises(OutputError) as caught:
        write_text(path, "x")
    assert str(caught.value) == message
    assert sorted(os.listdir(folder)) == ["d", "file"]
    assert (folder / "file").read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_device_is_told() -> None:
    with pytest.raises(OutputError, match=r"\A/dev/full: No space left on device\Z"):
        write_text("/dev/full", "x")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no /dev/null")
def test_a_device_is_not_replaced() -> None:
    write_text("/dev/null", "x")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["replace", "chmod", "close"])
def test_nothing_is_left_of_a_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    (folder / "a.txt").write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(os, step, fail)
    kind = OutputError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(kind) as caught:
        write_text("a.txt", "new")
    assert str(caught.value) == ("a.txt: No space left" if kind is OutputError else "")
    assert os.listdir(folder) == ["a.txt"]
    assert (folder / "a.txt").read_text() == "old"


def test_nothing_is_written_of_what_a_format_cannot_hold(folder: Path) -> None:
    (folder / "a.txt").write_text("old")
    plain = Sheet(Puzzle.of([[1]], [[1]]))
    with pytest.raises(CannotHold, match="grid holds finished pictures only"):
        dump([plain], "a.txt")
    with pytest.raises(CannotHold, match="mk holds one puzzle per file, not 0"):
        dump([], "a.mk")
    with pytest.raises(UsageError, match=r"\Aa\.nope: no format has the suffix '\.nope'; there"):
        dump([plain], "a.nope")
    with pytest.raises(UsageError, match=r"\Aa: no format has the suffix ''; there"):
        dump([plain], "a")
    with pytest.raises(UsageError, match="unknown format 'nope'"):
        dump([plain], "a.non", "nope")
    assert os.listdir(folder) == ["a.txt"]
    assert (folder / "a.txt").read_text() == "old"


# Standard input and output


def python(
    code: str, data: bytes | None = None, timeout: float = 60, **more: object
) -> subprocess.CompletedProcess[bytes]:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    given = {"input": data} if data is not None else {"stdin": subprocess.DEVNULL}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | given | more
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "ascii"},
        timeout=timeout,
        **streams,  # type: ignore[call-overload]
    )


SHOW = """
from nonosat.files import stream
for f in stream("-"):
    print(f.source, f.position, f.error or ascii(f.sheet.title))
"""


@pytest.mark.parametrize(
    ("data", "want"),
    [
        (NON.encode(), "<stdin> 1 'Hook \\xe9'\n"),
        (codecs.BOM_UTF16_LE + NON.encode("utf-16-le"), "<stdin> 1 'Hook \\xe9'\n"),
        (NON.replace("\n", "\r\n").encode(), "<stdin> 1 'Hook \\xe9'\n"),
        (
            (RECORD + '{"rows":[[1]],"columns":[[]]}\n' + RECORD).encode(),
            "<stdin> 1 ''\n<stdin> 2 <stdin>:2: the rows have 1 cells, the columns 0: 1 more in the rows\n<stdin> 3 ''\n",
        ),
        (b"P1\n2 1\n1 0\n", "<stdin> 1 ''\n"),
    ],
    ids=["utf-8", "utf-16", "crlf", "records", "picture"],
)
def test_reads_standard_input(data: bytes, want: str) -> None:
    done = python(SHOW, data)
    assert done.stderr == b""
    assert done.stdout.decode().replace("\r\n", "\n") == want


def test_standard_input_is_a_stream() -> None:
    """The first record is there while the second is not written yet."""
    code = (
        "from nonosat.files import stream\n"
        "for f in stream('-'):\n    print(f.position, flush=True)\n"
    )
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write((RECORD * (2 * HEAD // len(RECORD))).encode())
        process.stdin.flush()
        assert process.stdout.readline().strip() == b"1"
        process.kill()


@pytest.mark.parametrize(
    ("data", "want"),
    [(b"", "<stdin>: the file is empty"), (b"\0", "<stdin>: this is binary data, no text")],
)
def test_bad_standard_input_is_explained(data: bytes, want: str) -> None:
    code = (
        "from nonosat import load, NonosatError\n"
        "try: load('-')\nexcept NonosatError as err: print(err, err.exit_code)\n"
    )
    done = python(code, data)
    assert (done.stdout.decode().strip(), done.stderr) == (f"{want} 3", b"")


CLOSED = """
import sys
sys.stdin = sys.stdout = None  # so Python finds them when they are closed
from nonosat import errors, files
for call, kind in (
    (lambda: files.load("-"), errors.InputError),
    (lambda: files.read_text("-"), errors.InputError),
    (lambda: files.write_text("-", "x"), errors.OutputError),
):
    try:
        call()
    except kind:
        print("told", file=sys.stderr)
"""


def test_closed_standard_streams_are_told() -> None:
    done = python(CLOSED)
    assert done.stderr.decode().split() == ["told"] * 3


def test_writes_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    write_text("-", "one\n")
    dump([SHEET], "-", "seed-a")
    assert capfd.readouterr().out == "one\n2;1,1\n2;1;1\n"
    with pytest.raises(UsageError, match="no format has the suffix ''"):
        dump([SHEET], "-")


def test_standard_output_can_hold_every_title() -> None:
    """The bytes of a file are the same wherever it is written to."""
    done = python("from nonosat.files import write_text; write_text('-', 'é ☃\\n')")
    assert done.stderr == b""
    assert done.stdout == "é ☃\n".encode()


FULL = """
import os
from nonosat import errors, files
try:
    files.write_text("-", "x" * 100_000)
except errors.OutputError as err:
    os.write(2, str(err).encode())
os._exit(0)
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_standard_output_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = python(FULL, stdout=full)
    assert done.stderr == b"<stdout>: No space left on device"


def test_a_reader_that_has_gone_stays_a_broken_pipe() -> None:
    """Whoever runs the command line ends quietly then; it is no failure to write."""
    code = FULL.replace("errors.OutputError", "BrokenPipeError").replace("str(err)", "'gone'")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = python(code, stdout=writing)
    finally:
        os.close(writing)
    assert done.stderr == b"gone"


def test_the_package_offers_files() -> None:
    assert {"load", "loads", "dump", "dumps"} <= set(nonosat.__all__)


@pytest.mark.parametrize(
    ("bug", "kind", "said"),
    [
        (KeyError("x"), WrongAnswer, "internal error, please report it: KeyError: 'x'"),
        (RecursionError(), TooLarge, "too large to be read here (RecursionError)"),
    ],
)
def test_a_reader_that_fails_costs_its_own_puzzle_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bug: Exception, kind: type, said: str
) -> None:
    real = Non.read

    def read(self: Non, record: Record) -> list[Sheet]:
        if record.source.endswith("bad.non"):
            raise bug
        return real(self, record)

    monkeypatch.setattr(Non, "read", read)
    for name in ("a.non", "bad.non", "c.non"):
        (tmp_path / name).write_text(NON)
    found = [item for item in walk([str(tmp_path)]) if isinstance(item, Found)]
    assert [item.error is None for item in found] == [True, False, True]
    assert type(found[1].error) is kind
    assert said in str(found[1].error)

"""Files are written whole or not at all, keep what they were, and no command destroys one."""

import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import run
from conftest import at_night, without_files
from format_examples import NON

import nonosat
from nonosat.errors import CannotHold, OutputError, UsageError
from nonosat.files import dump
from nonosat.files.write import check_outputs, is_one_of, write_text
from nonosat.model import Puzzle, Sheet

HOOK = b"Rows: 4;3 1;1 2;1;1\nColumns: 3;2;2;1 1;4\n"
posix = pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def test_a_file_is_written_whole(folder: Path) -> None:
    write_text("a.txt", "one é\n")
    assert (folder / "a.txt").read_bytes() == "one é\n".encode()
    write_text(folder / "a.txt", "two\n")
    assert (folder / "a.txt").read_bytes() == b"two\n"
    assert os.listdir(folder) == ["a.txt"]


def test_a_long_name_is_fine(folder: Path) -> None:
    name = "n" * 251 + ".non"
    try:
        (folder / name).touch()
    except OSError:
        pytest.skip("too long for this file system")
    os.remove(folder / name)
    write_text(name, "x")
    assert os.listdir(folder) == [name]


@posix
def test_the_mode_obeys_umask(folder: Path, umask: None) -> None:
    for _ in range(2):
        write_text("a.txt", "x")
        assert stat.S_IMODE(os.stat("a.txt").st_mode) == 0o640
    assert os.umask(0o027) == 0o027


@posix
def test_what_cannot_be_written_is_explained(folder: Path) -> None:
    (folder / "d").mkdir()
    (folder / "file").write_text("old")
    os.symlink("a", "b")
    os.symlink("b", "a")
    for path, message in (
        ("a", "a: Too many levels of symbolic links"),
        ("file/a.non", "file/a.non: Not a directory"),
        ("nowhere/a.non", "nowhere/a.non: No such file or directory"),
        ("d", "d: Is a directory"),
        (".", ".: Is a directory"),
        ("n" * 300, f"{'n' * 300}: File name too long"),
    ):
        with pytest.raises(OutputError) as caught:
            write_text(path, "x")
        assert str(caught.value) == message
    with pytest.raises(
        OutputError, match=r"\A'a\\x00b\.non': .*embedded null"
    ):  # as Python says it
        write_text("a\0b.non", "x")
    assert sorted(os.listdir(folder)) == ["a", "b", "d", "file"]
    assert (folder / "file").read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_device_is_told_and_none_is_replaced() -> None:
    with pytest.raises(OutputError, match=r"\A/dev/full: No space left on device\Z"):
        write_text("/dev/full", "x")
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
    plain = [Sheet(Puzzle.of([[1]], [[1]]))]
    for sheets, kind, message, *where in (
        (plain, CannotHold, "grid holds finished pictures only", "a.txt"),
        ([], CannotHold, "mk holds one puzzle per file, not 0", "a.mk"),
        (plain, UsageError, r"\Aa\.nope: no format has the suffix '\.nope'\Z", "a.nope"),
        (plain, UsageError, r"\Aa: no format has the suffix ''\Z", "a"),
        (plain, UsageError, "unknown format 'nope'", "a.non", "nope"),
    ):
        with pytest.raises(kind, match=message):
            dump(sheets, *where)
    assert os.listdir(folder) == ["a.txt"]
    assert (folder / "a.txt").read_text() == "old"


@posix
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_is_followed(folder: Path, exists: bool) -> None:
    target = folder / "d" / "target.txt"
    target.parent.mkdir()
    if exists:
        target.write_text("old")
    os.symlink("d/target.txt", "link.txt")
    os.symlink("link.txt", "second.txt")
    write_text("second.txt", "new")
    assert os.path.islink("second.txt")
    assert os.path.islink("link.txt")
    assert target.read_text() == "new"
    assert os.listdir(target.parent) == ["target.txt"]


@posix
def test_what_is_read_only_stays(folder: Path) -> None:
    Path("a.txt").write_text("old")
    os.chmod("a.txt", 0o444)
    os.symlink("a.txt", "link.txt")
    for name in ("a.txt", "link.txt"):
        with pytest.raises(OutputError, match=rf"\A{name}: the file is read-only\Z"):
            write_text(name, "new")
        with pytest.raises(OutputError, match=rf"\A{name}: the file is read-only\Z"):
            check_outputs([name])
    assert Path("a.txt").read_text() == "old"


@posix
def test_mode_and_owner_are_kept(folder: Path, umask: None) -> None:
    Path("a.txt").write_text("old")
    if os.geteuid() == 0:  # only root gives away
        os.chown("a.txt", 12345, 54321)
    owner = os.stat("a.txt").st_uid, os.stat("a.txt").st_gid
    for mode in (0o600, 0o666, 0o755):
        os.chmod("a.txt", mode)
        write_text("a.txt", "new")
        assert stat.S_IMODE(os.stat("a.txt").st_mode) == mode
        assert (os.stat("a.txt").st_uid, os.stat("a.txt").st_gid) == owner


def test_files_are_known_by_every_name(folder: Path) -> None:
    Path("a").write_text("")
    Path("b").write_text("")
    os.link("a", "hard")
    asked = is_one_of(["./a", "later"])
    assert [asked(os.stat(name)) for name in ("a", "hard", "b")] == [True, True, False]
    Path("later").write_text("")
    assert asked(os.stat("later"))


def test_outputs_that_destroy_nothing_are_fine(folder: Path) -> None:
    Path("old").write_text("")
    check_outputs(["old", "new", "-", "-", os.devnull, os.devnull], ["input", "-", os.devnull])
    with pytest.raises(OutputError, match=r"\Aold: exists already\Z"):
        check_outputs(["other", "old"], new=["old"])
    with pytest.raises(OutputError, match="is a directory"):
        check_outputs([str(folder)])


EXISTS = "exists already; --force replaces it"
READ = "this file is read; name another one to write"
TWICE = "two outputs cannot be written to one file"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("solve a.txt -o a.txt --to non", f"a.txt: {READ}"),
        ("solve a.txt -o ./link.txt --to non", f"./link.txt: {READ}"),
        ("solve a.txt --known known.txt -o known.txt --to grid", f"known.txt: {READ}"),
        ("convert a.non a.txt -o a.non", f"a.non: {READ}"),
        ("show a.svg --from non -o a.svg", f"a.svg: {READ}"),
        ("image a.png --size 3 -o a.png", f"a.png: {READ}"),
        ("check a.txt -o a.txt.jsonl --copy-to ./a.txt.jsonl --filter none", f"./a.txt.jsonl: {TWICE}"),
        ("check a.txt -o r.csv --copy-to r.csv.jsonl --filter none", f"r.csv.jsonl: {TWICE}"),
        ("check a.jsonl -o a.jsonl --force", f"a.jsonl: {READ}"),
        ("check a.txt page.html --report ./page.html --force", f"./page.html: {READ}"),
        ("check a.txt --copy-to a.non --filter unique", f"a.non: {EXISTS}"),
        ("check a.txt --report page.html", f"page.html: {EXISTS}"),
        ("check a.txt -o old.csv", f"old.csv: {EXISTS}"),
        ("check a.txt --report page.html -o rows.jsonl --resume", f"page.html: {EXISTS}, and keeps the rows"),
        ("bench run a.jsonl -o a.jsonl -b line", f"a.jsonl: {READ}"),
        ("bench report a.jsonl -o r.md -o ./r.md", f"./r.md: {TWICE}"),
        ("bench report old.csv -o old.csv", f"old.csv: {READ}"),
    ],
    ids=lambda word: word.split(": ")[0],
)  # fmt: skip
def test_no_command_destroys_what_is_needed(folder: Path, command: str, said: str) -> None:
    for name in (
        "a.txt",
        "a.non",
        "a.svg",
        "a.png",
        "known.txt",
        "a.jsonl",
        "old.csv",
        "page.html",
    ):
        (folder / name).write_bytes(HOOK)
    os.link("a.txt", "link.txt")
    before = {name: (folder / name).read_bytes() for name in os.listdir(folder)}
    done = run(*command.split(), cwd=folder)
    assert (done.returncode, done.stderr) == (5, f"nonosat: {said}\n")
    assert done.stdout == ""
    assert {name: (folder / name).read_bytes() for name in os.listdir(folder)} == before


CLUES = "holds clues, which would be lost; --force replaces it"


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("solve a.txt --to grid", "hook.non"),
        ("solve a.txt", "clues.txt"),
        ("solve a.txt --to png", "broken.non"),
        ("convert a.txt --to pnm", "hook.non"),
        ("show a.txt --to svg", "clues.txt"),
        ("show a.txt", "clues.svg"),
        ("book a.txt --to html", "hook.non"),
        ("generate random --size 5 --to grid", "by-hand.txt"),
        ("repair a.txt --to grid", "hook.non"),
        ("bench report rows.jsonl", "clues.md"),
    ],
    ids=lambda word: word.split()[0],
)
def test_clues_are_not_replaced_by_what_holds_none(folder: Path, command: str, output: str) -> None:
    (folder / "a.txt").write_bytes(HOOK)
    (folder / "a.png").write_bytes(
        nonosat.formats.make_format("png").write(nonosat.loads("#.#\n.#.\n"))
    )
    (folder / "rows.jsonl").write_text("")
    texts = {
        "clues.txt": HOOK, "clues.svg": HOOK, "clues.md": HOOK, "hook.non": NON.encode(),
        "broken.non": NON.replace("rows", "rwos").encode(),
        "by-hand.txt": b"2 1\n3\n1\n1 1\n==\n1 1\n2\n2 1\n1\n",
    }  # fmt: skip
    (folder / output).write_bytes(texts[output])
    done = run(*command.split(), "-o", output, cwd=folder)
    assert (done.returncode, done.stderr) == (5, f"nonosat: {output}: {CLUES}\n")
    assert (folder / output).read_bytes() == texts[output]
    done = run(*command.split(), "-o", output, "--force", cwd=folder)
    if "bench" not in command:  # whose rows are empty here
        assert f"nonosat: replaced {output}\n" in done.stderr
        assert (folder / output).read_bytes() != texts[output]


def test_a_table_does_not_replace_clues_when_it_is_made_anew(folder: Path) -> None:
    (folder / "a.txt").write_bytes(HOOK)
    (folder / "r.csv").write_bytes(b"\t1\t1\n1\t\t\n1\t\t\n")
    clues = (folder / "r.csv").read_bytes()
    done = run("check", "a.txt", "-o", "r.csv", "--resume", cwd=folder)
    assert (done.returncode, done.stderr) == (5, f"nonosat: r.csv: {CLUES}\n")
    assert (folder / "r.csv").read_bytes() == clues


WRITES = [
    ("solve a.txt -o x.txt", "x.txt"),
    ("convert a.txt -o x.non", "x.non"),
    ("convert a.txt --to non -o .", "a.non"),
    ("show a.txt -o x.html", "x.html"),
    ("book a.txt -o x.html", "x.html"),
    ("image a.png --size 3x2 -o x.non", "x.non"),
    ("generate random -o x.jsonl", "x.jsonl"),
    ("repair a.txt -o x.non", "x.non"),
    ("blot a.txt -o x.non", "x.non"),
    ("check a.txt -o x.jsonl --force", "x.jsonl"),
    ("check a.txt --report x.html --force", "x.html"),
    ("check a.txt --filter unique --copy-to x.jsonl --force", "x.jsonl"),
]


@pytest.mark.parametrize(("command", "name"), WRITES, ids=[words for words, _ in WRITES])
def test_what_was_written_and_what_was_replaced_is_said(
    folder: Path, command: str, name: str
) -> None:
    (folder / "a.txt").write_bytes(HOOK)
    (folder / "a.png").write_bytes(
        nonosat.formats.make_format("png").write(nonosat.loads("#.#\n.#.\n"))
    )
    for word in ("wrote", "replaced"):
        done = run(*command.split(), cwd=folder)
        told = [line for line in done.stderr.splitlines() if line.endswith(f" {name}")]
        assert (done.returncode in (0, 10), told) == (True, [f"nonosat: {word} {name}"])


def test_what_is_read_is_replaced_by_force(folder: Path) -> None:
    (folder / "a.txt").write_bytes(HOOK)
    done = run("convert", "a.txt", "--to", "non", "-o", "a.txt", "--force", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "nonosat: replaced a.txt\n")
    assert (folder / "a.txt").read_text().startswith("width 5")


BUSY = "nonosat: machine busy: wall times are unreliable; use --cpu with report and compare\n"


def test_a_measurement_does_not_read_its_own_rows(folder: Path) -> None:
    (folder / "a.txt").write_bytes(HOOK)
    for more in ([], ["--resume"]):
        done = run("bench", "run", ".", "-b", "line", "--in-process", *more, cwd=folder)
        told = without_files(done.stderr).replace(BUSY, "")
        assert (done.returncode, told) == (0, "")


def test_force_replaces_results_and_resume_their_table(folder: Path) -> None:
    (folder / "a.txt").write_bytes(HOOK)
    (folder / "b.txt").write_bytes(HOOK)
    command = "check a.txt -o r.csv --report r.html --copy-to r.jsonl --filter unique"
    assert run(*command.split(), cwd=folder).returncode == 0
    assert run(*command.split(), cwd=folder).returncode == 5
    other = command.replace("a.txt", "b.txt")
    done = run(*other.split(), "--force", cwd=folder)
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    assert [line.split(",")[0] for line in Path("r.csv").read_text().split()] == ["source", "b.txt"]
    assert "b.txt" in Path("r.html").read_text()
    assert len(Path("r.jsonl").read_text().splitlines()) == 1
    done = run("check", "a.txt", "b.txt", "-o", "r.csv", "--resume", cwd=folder)
    assert done.returncode == 0
    rows = Path("r.csv").read_text().split()
    assert [line.split(",")[0] for line in rows] == ["source", "a.txt", "b.txt"]


def test_titles_are_no_formulas(folder: Path) -> None:
    sheet = {"rows": ["1"], "columns": ["1"], "title": '=HYPERLINK("http://x")'}
    (folder / "a.jsonl").write_text(json.dumps(sheet) + "\n")
    assert run("check", "a.jsonl", "-o", "r.csv", cwd=folder).returncode == 0
    assert '"\'=HYPERLINK(""http://x"")"' in Path("r.csv").read_text()
    assert json.loads(Path("r.csv.jsonl").read_text())["title"] == sheet["title"]


@posix
@pytest.mark.parametrize("table", ["r.csv", "r.parquet"])
def test_names_of_files_need_not_be_text(folder: Path, table: str) -> None:
    if table == "r.parquet":
        pytest.importorskip("pyarrow")
    try:
        (folder / "caf\udce9.txt").write_bytes(HOOK)
    except OSError:
        pytest.skip("names of files are text here")
    done = run("check", "caf\udce9.txt", "-o", table, "--report", "r.html", cwd=folder)
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    assert r"caf\udce9.txt" in Path("r.html").read_text()
    assert rb"caf\udce9.txt" in Path(table).read_bytes()
    done = run("check", "caf\udce9.txt", "--json", cwd=folder)
    assert json.loads(done.stdout)["source"] == "caf\udce9.txt"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("jobs", "output", "rows"),
    [("2", "z.csv", "z.csv.jsonl"), *at_night(("1", "z.jsonl", "z.jsonl"))],
)
def test_what_a_run_writes_it_does_not_read(
    folder: Path, jobs: str, output: str, rows: str
) -> None:
    """More puzzles than are handed out at once, so that rows exist when their file is reached."""
    sheet = json.dumps({"rows": ["1", "1"], "columns": ["1", "1"]})
    Path("a.jsonl").write_text(f"{sheet}\n" * 1000)
    command = f"check . -o {output} --jobs {jobs} --copy-to y.jsonl --filter multiple"
    done = run(*command.split(), cwd=folder, PYTHONUNBUFFERED="1")  # a process of its own
    assert (done.returncode, without_files(done.stderr)) == (10, "")
    assert done.stdout.startswith("1000 puzzles: 1000 multiple; 1 other file skipped;")
    assert len(Path(rows).read_text().splitlines()) == 1000
    done = run(*command.split(), "--force", cwd=folder, PYTHONUNBUFFERED="1")
    assert (done.returncode, without_files(done.stderr)) == (10, "")
    assert done.stdout.startswith("1000 puzzles: 1000 multiple; ")
    assert len(Path("y.jsonl").read_text().splitlines()) == 1000

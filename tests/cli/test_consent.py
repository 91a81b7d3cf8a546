"""What is found by searching is read only if the person says so: with --from found, or at a terminal."""

import json
import signal
from pathlib import Path

import pytest
from command import run
from conftest import at_night
from terminal import Terminal

from nonosat import Unsure, load, loads
from nonosat.errors import NonosatError

PROGRAM = "import puzzles\nrows = [[2], [1]]\ncols = [[2], [1]]\nsolve(rows, cols)\n"
SURE = "Rows:\n2\n1\nColumns:\n2\n1\n"
NOTES = "Rows from bottom:\n2\n1\n\nColumns:\n2\n1\n"
DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "a b.py"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("folder", ["formats", "wild", "wild-2", "wild-3"])
def test_what_is_sure_is_read_alike_with_the_option(folder: str) -> None:
    def outcome(path: Path, format: str | None) -> object:
        try:
            return load(path, format)
        except NonosatError as err:
            return type(err), str(err)

    for path in filter(Path.is_file, (DATA / folder).rglob("*")):
        plain = outcome(path, None)
        assert (isinstance(plain, tuple) and plain[0] is Unsure) or outcome(path, "found") == plain


def test_only_the_option_consents(program: Path) -> None:
    (sheet,) = load(program, "found")
    assert len(sheet.puzzle.rows) == 2
    assert sheet.remarks == (
        "not sure: 'import puzzles' is neither a clue nor a heading (line 1)",
        "no line has two blocks: the sums of another kind of puzzle look the same",
        "lines 2 and 3 are read; the program is not run",
    )
    assert loads(PROGRAM, "found", "a.py") == [sheet]
    for format in (None, "lists", "headings", "numbers", "columns-first", "bottom-up"):
        with pytest.raises(Unsure) as caught:
            load(program, format)
        with pytest.raises(Unsure):
            loads(PROGRAM, format, "a.py")
    assert "2x2" in str(caught.value)
    assert "--from" not in str(caught.value)


COMMANDS = ["check", "solve", "show", "count", "rate", "steps", "hint", "conflict", "why {} 1 1"]


@pytest.mark.parametrize("command", COMMANDS)
def test_advice_is_the_command_as_it_was_typed(program: Path, command: str) -> None:
    words = (command if "{}" in command else f"{command} {{}}").split()
    words = ["a b.py" if word == "{}" else word for word in words]
    done = run(*words, cwd=program.parent)
    typed = " ".join(words).replace("a b.py", "'a b.py'")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert f"; `nonosat {typed} --from found` reads it as written" in done.stderr
    done = run(*words, "--from", "found", cwd=program.parent)
    assert done.returncode in (0, 20)
    assert "lines 2 and 3 are read" in done.stderr


def test_where_there_is_no_such_option_convert_is_named(program: Path) -> None:
    done = run("bench", "run", program.name, "--limit", "1", cwd=program.parent)
    assert done.returncode == 3
    assert "`nonosat convert 'a b.py' --from found -o puzzle.json` reads" in done.stderr


def test_marks_behind_what_is_found_are_read(program: Path) -> None:
    (program.parent / "marks.txt").write_text("##\n?X\n")
    done = run("check", program.name, "marks.txt", cwd=program.parent)
    assert (done.returncode, "2 puzzles: " in done.stdout) == (3, True)
    done = run("check", program.name, "marks.txt", "--from", "found", cwd=program.parent)
    assert "marks.txt: " in done.stdout


def test_the_option_is_put_where_it_counts(program: Path) -> None:
    folder = program.parent
    typed = {
        ("check", "--from", "lists", "a b.py"): "nonosat check 'a b.py' --from found",
        ("check", "--from=lists", "a b.py"): "nonosat check 'a b.py' --from found",
        ("check", "--", "a b.py"): "nonosat check --from found -- 'a b.py'",
        ("check", *["a b.py"] * 12): "nonosat check ... --from found",
    }
    for words, advised in typed.items():
        assert f"; `{advised}` reads" in run(*words, cwd=folder).stderr
    done = run("check", "-", stdin=NOTES, cwd=folder)
    assert "; `nonosat check - --from found` reads" in done.stderr


FOUND_IN = {
    "a.py": PROGRAM,
    "b.js": f"var x = 1;\n{PROGRAM}",
    "n.txt": NOTES,
    "sure.txt": SURE,
}
WAYS = [["check", "d"], *at_night(["check", "d", "--jobs", "2"], ["show", "d"], ["rate", "d"])]


@pytest.mark.parametrize("words", WAYS, ids=" ".join)
@pytest.mark.parametrize(
    ("names", "code", "said"),
    [
        (["a.py", "b.js", "n.txt", "sure.txt"], 3, "3 files may hold puzzles, but not surely: d/a.py, d/b.js, d/n.txt"),
        (["a.py", "b.js", "sure.txt"], 0, "2 files may hold puzzles, but not surely: d/a.py, d/b.js"),
        (["a.py", "b.js"], 3, "2 files may hold puzzles, but not surely: d/a.py, d/b.js"),
        (["a.py", "sure.txt"], 0, "d/a.py:"),
    ],
)  # fmt: skip
def test_a_folder_has_one_line_for_all_such_files(
    tmp_path: Path, words: list[str], names: list[str], code: int, said: str
) -> None:
    (tmp_path / "d").mkdir()
    for name in names:
        (tmp_path / "d" / name).write_text(FOUND_IN[name])
    done = run(*words, cwd=tmp_path)
    assert done.returncode == code
    (line,) = (line for line in done.stderr.splitlines() if "--from found" in line)
    assert line.startswith(f"nonosat: {said}")
    assert f"; `nonosat {' '.join(words)} --from found` reads it as written" in line
    assert done.stderr.count("a.py") == 1
    again = run(*words, "--from", "found", cwd=tmp_path)
    assert again.returncode == 0
    assert "--from found" not in again.stderr


def test_rows_keep_that_a_puzzle_was_found(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text(NOTES)
    out = tmp_path / "rows.jsonl"
    assert run("check", ".", "-o", out, cwd=tmp_path).returncode == 3
    (row,) = map(json.loads, out.read_text().splitlines())
    assert row["error"].startswith("n.txt:1: not sure: ")
    assert run("check", ".", "-o", out, "--resume", "--from", "found", cwd=tmp_path).returncode == 0
    row = json.loads(out.read_text().splitlines()[-1])
    assert row["verdict"] == "unique"
    assert row["remarks"][0].startswith("not sure: 'from' in the heading 'Rows from bottom'")


def test_a_certificate_keeps_that_its_puzzle_was_found(program: Path) -> None:
    words = ("certify", program.name, "-o", "proof")
    assert run(*words, cwd=program.parent).returncode == 3
    assert run(*words, "--from", "found", cwd=program.parent).returncode == 0
    assert "not sure: 'import" in (program.parent / "proof" / "README.md").read_text()


@pytest.mark.parametrize(
    ("command", "keys", "code"),
    [("check", "y\n", 0), ("show", "no\n", 3), ("solve", "\x04", 3), ("check", "", 130),
     *at_night(("solve", "yes\n", 0), ("show", "y\n", 0), ("check", "\n", 3))],
)  # fmt: skip
def test_a_terminal_shows_what_is_found_and_asks(
    program: Path, command: str, keys: str, code: int
) -> None:
    with Terminal(command, str(program)) as terminal:
        shown = terminal.until("Read it so? [y/N] ")
        assert "not sure" in shown
        assert " 2 \x1b" in shown  # a drawing
        if keys:
            terminal.type(keys)
        else:
            terminal.process.send_signal(signal.SIGINT)
            if not terminal.shows_more(5):  # CPython forgets one that comes right before it reads
                terminal.process.send_signal(signal.SIGINT)
        got, last = terminal.end()
        assert (got, "lines 2 and 3 are read" in last) == (code, code == 0)


def test_a_terminal_is_not_asked_about_what_is_sure_or_several(program: Path) -> None:
    sure = program.with_name("sure.txt")
    sure.write_text(SURE)
    for words in (
        ["check", str(sure)],
        ["check", str(program), str(program)],
        ["check", "--json", str(program)],
    ):
        with Terminal(*words) as terminal:
            assert "Read it so" not in terminal.end()[1]

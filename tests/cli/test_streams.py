"""Standard streams that are closed, full, or read by nobody; and text that a terminal would obey."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import environment, python, run
from conftest import PACKAGE, ROOT, at_night, without_files

from nonosat.sanitize import encodable, json_line, no_formula, safe

HOOK = "data/seeds/hook-5x5.two"
PRINTERS = [f"solve {HOOK}", f"check {HOOK}", f"convert {HOOK} --to non", "solve --help"]
"""Answers, answers with complaints, a file, and what rich prints."""
EVIL = "a\x1b]0;owned\x07\x9b31m\r\nb\u202ec"
SHOWN = r"a\x1b]0;owned\x07\x9b31m\r\nb\u202ec"


def shell(command: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run nonosat by a shell, where `command` says ``"$@"``."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}", "-", sys.executable, "-m", "nonosat", *args],
        cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=60,
    )  # fmt: skip


posix = pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")


@pytest.mark.slow
@posix
@pytest.mark.parametrize("args", [*PRINTERS[::3], *at_night(*PRINTERS[1:3])])
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ('"$@" >&-', 5, "nonosat: <stdout>: it is closed\n"),
        ('"$@" >/dev/full', 5, "nonosat: <stdout>: No space left on device\n"),
        ('"$@" | true', 0, ""),
    ],
    ids=["closed", "full", "gone"],
)
def test_stdout_that_takes_nothing(args: str, command: str, code: int, said: str) -> None:
    if "full" in command and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    done = shell(command, *args.split())
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.slow
@posix
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [('"$@" >&-', 5, "nonosat: <stdout>: it is closed\n"), ('"$@" | true', 0, "")],
    ids=["closed", "gone"],
)
@pytest.mark.parametrize(
    "args",
    [
        f"solve {HOOK} -o FOLDER/a.txt",
        f"check {HOOK} -o FOLDER/a.csv --report FOLDER/a.html --filter unique --copy-to FOLDER/a.non",
        *at_night(f"certify {HOOK} -o FOLDER/certificates"),
    ],
    ids=lambda args: args.split()[0],
)
def test_files_are_written_though_nothing_can_be_printed(
    tmp_path: Path, args: str, command: str, code: int, said: str
) -> None:
    done = shell(command, *args.replace("FOLDER", str(tmp_path)).split())
    assert (done.returncode, without_files(done.stderr)) == (code, said)
    names = [word for word in args.split() if word.startswith("FOLDER")]
    assert all((tmp_path / name[7:]).stat().st_size for name in names)


@pytest.mark.slow
@posix
@pytest.mark.parametrize("command", ['"$@" 2>/dev/full', '"$@" 2>&- <&-', *at_night('"$@" 2>&-')])
@pytest.mark.parametrize(
    ("args", "code"), [(["check", HOOK], 0), (["check", "nothing"], 2), (["check", "--foo"], 2)]
)
def test_stderr_that_takes_nothing_changes_nothing(
    command: str, args: list[str], code: int
) -> None:
    done = shell(command, *args)
    assert done.returncode == code
    assert "nonosat:" not in done.stdout
    assert (": 1 unique; " in done.stdout) == (code == 0)


@posix
def test_no_file_becomes_a_standard_stream(tmp_path: Path) -> None:
    """The first file opened would be what is printed to, were a closed stream not occupied."""
    rows = tmp_path / "rows.jsonl"
    done = shell('"$@" <&- >&- 2>&-', "check", HOOK, "-o", str(rows), "--jobs", "2")
    assert done.returncode == 5
    (line,) = rows.read_text().splitlines()
    assert json.loads(line)["verdict"] == "unique"


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A puzzle that says about itself what a terminal would obey, in a file named likewise."""
    folder = tmp_path / "\x1b[31m"
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("file names here have no control characters")
    sheet = {
        "rows": ["1x"], "columns": ["1x"], "title": EVIL, "author": EVIL, "notes": {EVIL: EVIL},
        "colors": {".": "#ffffff", "x": "#ff0000", "y": "#00ff00"},
        "color_names": {".": "blank", "x": EVIL, "y": "z"},
    }  # fmt: skip
    path = folder / "evil.jsonl"
    path.write_text(json.dumps(sheet) + "\n")
    (folder / "broken.jsonl").write_text('{"rows": [[\x1b[1]], "cols": [[1]]}\n')
    return path


def test_no_front_lets_control_characters_through(evil: Path) -> None:
    for words in (
        "show evil.jsonl", "check evil.jsonl", "check evil.jsonl --json", "check evil.jsonl --jobs 1",
        "check broken.jsonl", "solve evil.jsonl", "steps evil.jsonl", "hint evil.jsonl",
        "count evil.jsonl --json", "solve broken.jsonl", "solve nothing.non",
    ):  # fmt: skip
        command, name, *more = words.split()
        done = run(command, evil.with_name(name), *more)
        text = done.stdout + done.stderr
        assert "Traceback" not in text
        assert text
        assert safe(text.replace("\n", "")) == text.replace("\n", "")


def test_safe_text_shows_what_was_in_it() -> None:
    assert safe(EVIL) == SHOWN
    assert safe("é 数独 עברית #1") == "é 数独 עברית #1"
    assert safe("caf\udce9") == r"caf\udce9"


@pytest.mark.parametrize("text", [EVIL, "caf\udce9", 'a "b" \\ é', "\x7f\u2028"])
def test_json_says_the_same_with_no_control_character(text: str) -> None:
    line = json_line({text: [text]})
    assert json.loads(line) == {text: [text]}
    assert safe(line) == line


def test_formulas_and_names_of_files() -> None:
    assert [no_formula(text) for text in ("=A1", "+1", "-1", "@x", "\t=1", "a=1", "")] == [
        "'=A1", "'+1", "'-1", "'@x", "'\t=1", "a=1", "",
    ]  # fmt: skip
    assert encodable("caf\udce9 é") == r"caf\udce9 é"


# A console of code page 1252 lacks characters of titles, drawings and messages.

TITLE = "\u00d7 \u25a0 \U0001f600"
WESTERN = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    puzzles = [
        {"rows": [[1], [1]], "columns": [[1], [1]]},
        {"rows": [[1], [1, 1], [1]], "columns": [[1], [1, 1], [1]], "title": TITLE},
    ]
    path.write_text("".join(f"{json.dumps(puzzle)}\n" for puzzle in puzzles), encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["check {file}", "show {file}", "bench run --help",
     *at_night("solve {file}", "steps {file}", "rate {file}", "formats", "solve --help")],
)  # fmt: skip
def test_a_western_console_never_fails(collection: Path, words: str) -> None:
    done = run(*words.format(file=collection).split(), **WESTERN)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2, 10)


def test_json_is_json_on_a_western_console(collection: Path) -> None:
    done = run("check", collection, "--json", **WESTERN)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert TITLE in [row["title"] for row in rows]
    assert done.stdout.isascii()


def test_the_checker_alone_says_everything_on_a_western_console(tmp_path: Path) -> None:
    script = PACKAGE / "certificates" / "verify.py"
    done = python(script, "\u25a0 \u6f22", cwd=tmp_path, **WESTERN)
    assert (done.returncode, done.stderr) == (40, "")
    assert done.stdout.startswith("\\u25a0 \\u6f22: refused")

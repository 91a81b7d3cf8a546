"""Real commands on a stand-in for Windows and for macOS; see `systems/other_system.py`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from command import python, run
from conftest import PACKAGE, ROOT

pytest.importorskip("psutil")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the stand-in is made of Linux"),
]
HOOK = ROOT / "data" / "seeds" / "hook-5x5.txt"
PATH = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "systems"), str(ROOT / "tests")])
MACOS = {"PYTHONPATH": PATH, "NONOSAT_TEST_SYSTEM": "darwin"}
TITLE = "\u00d7 \u25a0 \U0001f600"
COLLECTION = [
    {"rows": [[1], [1]], "columns": [[1], [1]]},
    {"rows": [[1]], "columns": [[1]], "id": "aux"},
    {"rows": [[1], [1, 1], [1]], "columns": [[1], [1, 1], [1]], "title": TITLE},
    {"rows": [[2], [1]], "columns": [[2], [1]], "id": "CON"},
]


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in COLLECTION), encoding="utf-8")
    return path


#   words                                                          exit code
WORDS = {
    "solve {hook}":                                               0,
    "check {file} -b sat:cadical195":                             10,
    "check {file} --jobs 2 -o rows.csv --certify certificates":   10,
    "show {hook} -o play.html":                                   0,
    "certify {hook} --cubes 4 --jobs 2 -o proof":                 0,
    "bench run {hook} -b line -o runs.jsonl --memory 300":        0,
}  # fmt: skip


@pytest.mark.parametrize("system", ["win32", "darwin"])
@pytest.mark.parametrize("words", WORDS)
def test_commands_reach_the_code_of_other_systems(
    collection: Path, tmp_path: Path, system: str, words: str
) -> None:
    args = [word.format(hook=HOOK, file=collection) for word in words.split()]
    done = run(*args, cwd=tmp_path, PYTHONPATH=PATH, NONOSAT_TEST_SYSTEM=system)
    assert done.returncode == WORDS[words], done.stderr
    assert "Traceback" not in done.stderr
    if "--certify" in words:
        folders = {path.name for path in (tmp_path / "certificates").iterdir()}
        assert folders == {"puzzles", "puzzles-2", "aux-", "CON-"}


# What macOS does is made of what POSIX has, so it is tried in full.

NO_LEFTOVERS = """
import os, signal
import child_work, psutil
from nonosat.child import Child
from nonosat.errors import EngineFailed
with Child() as made:
    os.kill(made.ask(child_work.its_pid), signal.SIGKILL)
    try:
        made.ask(child_work.its_pid)
    except EngineFailed as err:
        print(err)
print(psutil.Process().children(recursive=True))
"""
BOUNDED = """
import child_work
from nonosat.child import Child
from nonosat.errors import OutOfMemory
with Child(400 << 20) as made:
    print(made.ask(child_work.take_megabytes, 100))
    try:
        print(made.ask(child_work.take_megabytes, 1000))
    except OutOfMemory as err:
        print(err)
"""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (NO_LEFTOVERS, "the solver's process ended without an answer (exit code -9)\n[]\n"),
        (BOUNDED, "100\nout of memory\n"),
    ],
    ids=["no leftovers", "bounded"],
)
def test_children_of_macos(code: str, said: str) -> None:
    done = python("-c", code, **MACOS)
    assert done.stdout == said, done.stderr


# A console of code page 1252 lacks characters of titles, drawings and messages.

WESTERN = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}


@pytest.mark.parametrize(
    "words",
    ["solve {file}", "check {file}", "show {file}", "steps {file}", "rate {file}", "formats",
     "solve --help", "bench run --help"],
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

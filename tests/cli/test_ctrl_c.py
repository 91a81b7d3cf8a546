"""Ctrl-C at any moment: it ends the work at once, and says what is known and how to go on."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import begun, python, run, wait_for_work
from conftest import DATA, ROOT, at_night, without_files, without_kernel
from test_cli import hard_puzzle

import nonosat


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    "backend",
    ["auto", *at_night("mip", "line", "cpsat", "cpsat:clauses", "sat:kissat404", "sat:cadical195")],
)
def test_ctrl_c_stops_at_once_and_tells_what_is_known(tmp_path: Path, backend: str) -> None:
    hard_puzzle(tmp_path, 1, 70)
    args = ["check", DATA / "formats/mk/A.mk", "hard.non", "-b", backend]
    process = begun(*args, cwd=tmp_path, PYTHONUNBUFFERED="1")
    assert process.stdout is not None
    first = process.stdout.readline()
    wait_for_work(process.pid, 1.5)  # enough to be in the engine
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert "unique" in first
    assert process.returncode == 130
    assert without_kernel(err) == "nonosat: interrupted; the remaining puzzles were not checked\n"
    assert "unknown" in out
    assert "interrupted" in out
    assert out.splitlines()[-1].startswith("2 puzzles: 1 unique, 1 unknown; ")


SEARCHES = [
    "solve", "generate random",
    *at_night("conflict", "hint", "solve --json", "backbone", "repair", "blot --limit 600", "check -o rows.jsonl", "rate",
              "check", "count", "why --cell 1,1", "certify -o c"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("command", SEARCHES)
def test_ctrl_c_says_that_nothing_was_found(tmp_path: Path, command: str) -> None:
    hard_puzzle(tmp_path, 1, 70)
    name, *more = command.split()
    if name == "generate":
        more += ["--size", "70", "--density", "0.45", "--unique", "--limit", "600", "-o", "new.non"]
    else:
        more.append("hard.non")
    process = begun(name, *more, cwd=tmp_path)
    wait_for_work(process.pid, 1.5)  # enough to be in the search
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "nonosat: interrupted; nothing found yet" in err
    assert "yet" not in out
    assert not (tmp_path / "new.non").exists()


def test_ctrl_c_between_puzzles_saves_no_part_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solutions = nonosat.Search.__iter__

    def interrupted(search: nonosat.Search) -> Iterator[nonosat.Grid]:
        yield next(solutions(search))
        raise KeyboardInterrupt

    monkeypatch.setattr("nonosat.solving.api.Search.__iter__", interrupted)
    out = tmp_path / "all.jsonl"
    done = run("solve", "data/drawn/first-steps.jsonl", "-n", "all", "--json", "-o", out)
    assert done.returncode == 130
    assert done.stderr.endswith(f"{out} not written: not every puzzle was solved\n")
    assert not out.exists()


def test_ctrl_c_while_the_report_is_written_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    rows, report, copies = (tmp_path / name for name in ("o.jsonl", "r.html", "c.jsonl"))
    args = ["-o", rows, "--report", report, "--filter", "unique", "--copy-to", copies]
    with monkeypatch.context() as patch:
        patch.setattr("nonosat.cli.files_of_rows.report_html", interrupted)
        done = run("check", "data/drawn/cat.txt", *args)
    hint = f"nonosat: the rows are in {rows}; --resume --force writes the other files\n"
    assert (done.returncode, without_files(done.stderr)) == (130, hint + "nonosat: interrupted\n")
    kept = rows.read_bytes()
    done = run("check", "data/drawn/cat.txt", *args, "--resume", "--force")
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    assert rows.read_bytes() == kept
    assert report.stat().st_size
    assert copies.stat().st_size


MADE_OF_IT = dict.fromkeys(("ortools", "pysat"), "ImportError('initialization failed') from err")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("dataclasses", "solve --rows 1;1 --cols 1;1"),  # the library is loaded
        ("typer", "solve --rows 1;1 --cols 1;1"),  # the command line is
        ("rich", "check -h"),  # and help is printed
        ("ortools", "solve --rows 1;1 --cols 1;1 -b cpsat"),
        ("pysat", "solve --rows 1;1 --cols 1;1 -b sat"),
    ],
)
def test_ctrl_c_while_a_module_is_loaded_is_one_line(
    module: str, words: str, tmp_path: Path
) -> None:
    # A stand-in for the module is as a module in C++: it makes an error of its own out of Ctrl-C.
    (tmp_path / f"{module}.py").write_text(
        "import os, signal\n"
        "try:\n    os.kill(os.getpid(), signal.SIGINT)\n"
        f"except KeyboardInterrupt as err:\n    raise {MADE_OF_IT.get(module, 'err')}\n"
    )
    done = python("-m", "nonosat", *words.split(), PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    said = without_kernel(done.stderr)
    assert (done.returncode, done.stdout, said) == (130, "", "nonosat: interrupted\n")

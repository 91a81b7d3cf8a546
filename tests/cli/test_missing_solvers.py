"""OR-Tools and PySAT where they are missing or broken: all else goes on."""

import json
from pathlib import Path

import pytest
from command import run
from conftest import ROOT

import nonosat

SEEDS = ROOT / "data" / "seeds"
SOLVERS = "ortools pysat pysolvers"
PYSAT = "hard puzzles need PySAT: pip install 'python-sat>=1.9.dev17'"
OPEN = ("--rows", "1;1", "--cols", "1;1")
"""A puzzle of which line logic decides no cell."""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("solve", *OPEN, "-b", "cpsat"), "backend 'cpsat' needs ortools: pip install ortools"),
        (("solve", *OPEN, "-b", "mip"), "backend 'mip' needs ortools: pip install ortools"),
        (("solve", *OPEN, "-b", "sat"), PYSAT),
        (("check", SEEDS, "-b", "sat:plain"), PYSAT),
        (("repair", ROOT / "data" / "drawn" / "owl.pbm"), PYSAT),
    ],
)
def test_what_needs_one_says_so(words: tuple[str, ...], says: str) -> None:
    done = run(*words, without=SOLVERS)
    assert (done.returncode, done.stdout, done.stderr) == (4, "", f"nonosat: {says}\n")


def test_what_is_missing_is_named_once_with_its_files(tmp_path: Path) -> None:
    """And the rest is done."""
    (tmp_path / "in").mkdir()
    for name in ("a.png", "c.png"):
        (tmp_path / "in" / name).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(30))
    (sheet,) = nonosat.load(SEEDS / "hook-5x5.two")
    pytest.importorskip("openpyxl")
    nonosat.dump(sheet, tmp_path / "in/b.xlsx")
    nonosat.dump(sheet, tmp_path / "in/d.non")
    files = ("in/c.png", "in/b.xlsx", "in/a.png", "in/d.non")
    for words in (
        ("check", "in"),
        ("book", "in", "-o", "b.html"),
        ("convert", *files, "-o", "files.json"),
        ("bench", *files, "-b", "line", "--in-process", "-o", "files.jsonl"),
        ("bench", "in/a.png", "in/b.xlsx", "in/c.png", "-b", "line", "-o", "none.jsonl"),
    ):
        done = run(*words, cwd=tmp_path, without="PIL openpyxl")
        assert done.returncode == 4
        lines = [line for line in done.stderr.splitlines() if "pip install" in line]
        assert [line.partition(" need")[0] for line in lines] == [
            "nonosat: in/a.png, in/c.png: pictures",
            "nonosat: in/b.xlsx: spreadsheets",
        ]
    _, row = map(json.loads, (tmp_path / "files.jsonl").read_text().splitlines())
    assert row["verdict"] == "unique"
    assert not (tmp_path / "none.jsonl").exists()
    assert len(nonosat.load(tmp_path / "files.json")) == 1
    assert (tmp_path / "b.html").exists()
    done = run("convert", "in/a.png", "-o", "a.json", cwd=tmp_path, without="PIL")
    said = "nonosat: in/a.png: pictures need Pillow: pip install Pillow\n"
    assert (done.returncode, done.stderr) == (4, said)
    assert not (tmp_path / "a.json").exists()


def test_the_default_leaves_hard_puzzles_open_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "mixed.jsonl"
    assert run("generate", "domino", "--size", 21, "-o", file).returncode == 0
    easy = run("convert", SEEDS / "hook-5x5.two", "-o", "-", "--to", "jsonl").stdout
    file.write_text(file.read_text() + easy)
    # Python's kernel takes a second or more before it would ask for an engine.
    limit = 8 if "reference" in run("--version").stdout else 2
    done = run("check", file, "--limit", limit, without=SOLVERS)
    assert (done.returncode, done.stderr) == (30, "")
    hard, easy, total = done.stdout.splitlines()
    assert hard.endswith(PYSAT)
    assert " unique " in easy
    assert total.startswith("2 puzzles: 1 unknown, 1 unique; ")


def test_a_solver_that_cannot_be_loaded_fails_alone(tmp_path: Path) -> None:
    for module, text in {
        "pysat/__init__.py": "",
        "pysat/solvers.py": "raise ImportError('pysolvers.so: wrong machine')",
        "ortools/__init__.py": "raise RuntimeError('Detected incompatible Protobuf')",
    }.items():
        (tmp_path / module).parent.mkdir(exist_ok=True)
        (tmp_path / module).write_text(text)
    broken = {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    said = {
        "sat": "PySAT, which cannot be loaded here (ImportError: pysolvers.so: wrong machine): ",
        "cpsat": "ortools, which cannot be loaded here (RuntimeError: Detected incompatible Protobuf): ",
    }
    for backend, words in said.items():
        done = run("solve", *OPEN, "-b", backend, **broken)
        assert done.returncode == 4
        assert words in done.stderr
    done = run("backends", **broken)
    assert done.returncode == 0
    assert all(words in done.stdout for words in said.values())
    assert run("solve", *OPEN, **broken).returncode == 0

"""A format that another package brings: the example of the documentation, installed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, in_checkout

pytestmark = in_checkout
TEXT = "TALLY 2\n||\n|\n||\n|\n"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what an installed package leaves there."""
    folder = tmp_path_factory.mktemp("site")
    page = (ROOT / "docs" / "formats.md").read_text("utf-8").partition("## A format of your own")[2]
    example = re.search(r"```python\n(.*?)```", page, re.S)
    named = re.search(r'tally = "(.*?)"', page)
    assert example
    assert named
    (folder / "tally.py").write_text(example[1])
    about = folder / "tally-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tally\nVersion: 1\n")
    points = f"[nonosat.formats]\ntally = {named[1]}\n"
    (about / "entry_points.txt").write_text(points)
    return folder


def run(package: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, "-m", "nonosat", *args]
    return subprocess.run(command, env=env, cwd=package, capture_output=True, text=True)


@pytest.mark.parametrize(
    "args", [("a.tally",), ("a.txt",), ("a.txt", "--from", "tally")], ids=" ".join
)
def test_it_is_known_by_suffix_sign_and_name(package: Path, args: tuple[str, ...]) -> None:
    (package / args[0]).write_text(TEXT)
    done = run(package, "check", *args)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2x2  unique" in done.stdout


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ("formats", 0, "tally        .tally                 of the package tally"),
        ("formats tally", 0, "tally: of the package tally"),
        ("formats tallie", 2, "unknown format 'tallie' (did you mean tally?)"),
        ("check folder", 0, "1 puzzle: 1 unique"),
        ("convert folder -o b.tally", 5, "tally can only be read, not written"),
        ("bench run folder --external no=no-program --external-format no=tally", 2, "no-program"),
    ],
)
def test_it_is_in_every_table(package: Path, args: str, code: int, said: str) -> None:
    (package / "folder").mkdir(exist_ok=True)
    (package / "folder" / "a.tally").write_text(TEXT)
    done = run(package, *args.split())
    assert done.returncode == code
    assert said in done.stdout + done.stderr


def test_its_errors_name_the_line(package: Path) -> None:
    (package / "bad.tally").write_text("TALLY x\n||\n")
    done = run(package, "check", "bad.tally")
    assert (done.returncode, done.stderr) == (3, "nonosat: bad.tally:1: 'x' is not a number\n")


def test_a_broken_one_is_named(package: Path, tmp_path: Path) -> None:
    about = tmp_path / "gone-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: gone\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[nonosat.formats]\ngone = gone:FORMAT\n")
    done = run(tmp_path, "check", "--from", "gone", os.devnull)
    assert done.returncode == 3
    assert "format 'gone' cannot be imported: ModuleNotFoundError" in done.stderr

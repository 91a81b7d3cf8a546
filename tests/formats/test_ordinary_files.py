"""Files that are no puzzles: none is read as one, counted as a broken one, or takes long.

They are the standard library's, this project's and the system's documentation. NONOSAT_ORDINARY in
the environment says how many are tried.
"""

from __future__ import annotations

import os
import random
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from nonosat.files import Found, walk

COUNT = int(os.environ.get("NONOSAT_ORDINARY", "500"))
CPU = 4.0
"""Seconds for a file; twice what is promised, for machines that run all tests at once."""
FOLDERS = (
    Path(sysconfig.get_path("stdlib")), ROOT / "nonosat", ROOT / "docs", ROOT / "share",
    Path("/usr/share/doc"), Path("/usr/lib/python3"),
)  # fmt: skip
HOLD_ONE = {"samples.json", "puzzle.json", "lesson.js"}
"""The names of files that really hold a puzzle."""
LARGEST = 1_000_000


def ordinary() -> list[Path]:
    files = [
        path
        for folder in FOLDERS
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and path.stat().st_size < LARGEST
        and path.name not in HOLD_ONE
        and "site-packages" not in path.parts
    ]
    random.Random(1).shuffle(files)
    return files[:COUNT]


def copies(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Each file with a folder of its own that holds a copy of it."""
    for number, path in enumerate(ordinary()):
        place = folder / str(number)
        place.mkdir()
        (place / path.name).write_bytes(path.read_bytes())
        yield path, place


@pytest.mark.slow
def test_ordinary_files_are_no_puzzles(tmp_path: Path) -> None:
    wrong = []
    for path, place in copies(tmp_path):
        begun = time.process_time()
        for found in walk([str(place)]):
            if isinstance(found, Found):
                wrong.append(f"{path}: {found.error or 'read as a puzzle'}")
        if time.process_time() - begun > CPU:
            wrong.append(f"{path}: took long")
    assert not wrong, "\n".join(wrong)

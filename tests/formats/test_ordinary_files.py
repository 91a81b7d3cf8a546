"""Files that are no puzzles: none is read as one, counted as a broken one, or takes long.

They are the standard library's, this project's and the system's documentation. By default 80 of the
first two are tried, the same wherever they are the same. NONOSAT_ORDINARY=all in the environment tries all.
"""

import os
import random
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from nonosat.files import walk

COUNT = 80
ALL = os.environ.get("NONOSAT_ORDINARY") == "all"
CPU = 4.0
"""Seconds for a file; twice what is promised, for machines that run all tests at once."""
FOLDERS = (
    *(Path(sysconfig.get_path("stdlib")), ROOT / "docs", ROOT / "share"),
    *((ROOT / "tests", Path("/usr/share/doc"), Path("/usr/lib/python3")) if ALL else ()),
)
HOLD_ONE = frozenset((
    "samples.json", "docs/certificate/puzzle.json", "docs/certificate/solution.txt",
    "cli/test_show.py", "files/test_writing.py", "rows/dzn.py", "formats/test_json.py",
    "web/client.py", "web/test_site.py", "web/static/puzzle.js", "cli/test_streams.py",
    "explain/test_cell.py", "files/photo.py", "web/test_kept.py", "web/test_link.py", "web/test_local.py",
))  # fmt: skip
"""The ends of the paths of files that really hold a puzzle."""
PICTURES = frozenset((".png", ".gif", ".bmp", ".webp", ".pbm", ".pgm", ".ppm", ".pnm"))
"""Any picture is a puzzle."""
OTHERS = frozenset(("site-packages", "__pycache__", "data"))
"""Folders that come and go, and the one of our own puzzles."""
LARGEST = 1_000_000


def ordinary() -> list[Path]:
    files = [
        path
        for folder in FOLDERS
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and path.stat().st_size < LARGEST
        and not path.as_posix().endswith(tuple(HOLD_ONE))
        and path.suffix not in PICTURES
        and not OTHERS & set(path.relative_to(folder).parts)
    ]
    return files if ALL else random.Random(1).sample(files, COUNT)


def copies(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Each file with a folder of its own that holds a copy of it."""
    for number, path in enumerate(ordinary()):
        place = folder / str(number)
        place.mkdir()
        (place / path.name).write_bytes(path.read_bytes())
        yield path, place


@pytest.mark.night
@pytest.mark.long
def test_ordinary_files_are_no_puzzles(tmp_path: Path) -> None:
    wrong = []
    for path, place in copies(tmp_path):
        begun = time.process_time()
        for found in walk([str(place)]):
            if found.position:
                wrong.append(f"{path}: {found}")
        if time.process_time() - begun > CPU:
            wrong.append(f"{path}: took long")
    assert not wrong, "\n".join(wrong)

"""What the helpers of the tests themselves promise."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import children_of
from conftest import long_first
from puzzle_collections import linux


@linux
def test_a_thread_that_has_just_ended_hides_no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Path.glob

    def with_one_that_ended(folder: Path, pattern: str) -> Iterator[Path]:
        yield folder / "0" / "children"  # no thread has this number
        yield from listed(folder, pattern)

    monkeypatch.setattr(Path, "glob", with_one_that_ended)
    with subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE
    ) as child:
        assert child.pid in children_of(os.getpid())


@pytest.mark.parametrize("workers", [1, 3])
def test_every_worker_begins_with_long_tests(workers: int) -> None:
    class Item:
        def __init__(self, path: str, name: str) -> None:
            self.path, self.name = path, name

        def get_closest_marker(self, _: str) -> str:
            return "long" * (self.path != "short.py")

    files = {"short.py": 20, "a.py": 3, "b.py": 1, "c.py": 2, "d.py": 1}
    items = [Item(path, f"{path} {number}") for path in files for number in range(files[path])]
    ordered = [item.name for item in long_first(items, workers)]  # type: ignore[arg-type]
    assert sorted(ordered) == sorted(item.name for item in items)
    if workers == 1:
        assert [*dict.fromkeys(name[0] for name in ordered)] == ["a", "b", "c", "d", "s"]
    else:
        starts = {
            0: ["a.py 0", "a.py 1", "a.py 2", "d.py 0"],
            9: ["b.py 0"],
            18: ["c.py 0", "c.py 1"],
        }
        for at, front in starts.items():
            assert ordered[at : at + len(front)] == front
            assert ordered[at + len(front)].startswith("short.py")

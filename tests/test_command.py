"""What the helpers of the tests themselves promise."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import children_of
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

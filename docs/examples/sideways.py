"""A backend of one's own, compared with nonosat's by `bench`: it solves puzzles on their side."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nonosat


class Sideways:
    """Exchange rows and columns before and after the work."""

    def solutions(
        self, puzzle: nonosat.Puzzle, *, known: nonosat.Domains | None, deadline: Any, trace: Any
    ) -> Iterator[nonosat.Grid]:
        """Yield each solution; returning says that there are no more."""
        turned = None if known is None else known.transpose()
        for grid in nonosat.solutions(puzzle.transpose(), known=turned, limits=deadline.left()):
            yield grid.transpose()


if __name__ == "__main__":
    words = "-m nonosat bench run -b sideways:Sideways -b auto --limit 10 --resume -o runs.jsonl"
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}  # where it can be imported
    command = [sys.executable, *words.split(), *sys.argv[1:]]
    sys.exit(subprocess.run(command, env=here).returncode)

"""A backend whose mood is the height of the puzzle; with any other height it is `line`."""

import itertools
import os
import signal
import time
from collections.abc import Generator
from pathlib import Path

from nonosat.limits import Deadline
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving.backends.line import LineLogic
from nonosat.solving.search import Trace

KILLS, HANGS, HOGS, FALLS, KILLS_ONCE, LIES, BREAKS, SLOW, BUSY = range(91, 100)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Moody:
    """Kills its worker or its guarded process, hangs, eats memory, lies."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        mood = puzzle.height
        if mood == KILLS:
            _die()
        if mood == KILLS_ONCE:
            mark = Path(os.environ["MOODY_FOLDER"], f"{puzzle.width}")
            if not mark.exists():
                mark.touch()
                _die()
        if mood == SLOW:
            time.sleep(0.02)
        if mood == LIES:
            yield Grid(puzzle.height, puzzle.width, bytes(puzzle.height * puzzle.width))
        if mood == BREAKS:
            raise KeyError("a bug")
        if mood in (HANGS, HOGS, FALLS, BUSY):
            deadline.check_engine()  # from here on in a guarded process
        if mood == FALLS:
            _die()
        if mood == HANGS:
            if folder := os.environ.get("MOODY_FOLDER"):
                Path(folder, "hangs").touch()
            sum(itertools.repeat(0))  # inside of C: deaf to the clock and to signals
        if mood == BUSY:
            time.sleep(0.3)
        if mood == HOGS:
            hog = []
            while True:
                hog.append(bytearray(8 << 20))
        yield from LineLogic().solutions(puzzle, known=known, deadline=deadline, trace=trace)

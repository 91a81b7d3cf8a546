"""The limit covers the whole question after reading, on boards where reading alone takes seconds."""

import random
import time
from pathlib import Path

import pytest
from command import run

pytestmark = pytest.mark.night  # reading takes seconds; by day tests/solving/test_large.py asks
SIDE, BLOCKS = 1200, 240
LIMIT = 0.5
OVER = 1.0
"""CPU seconds that printing and cleaning up may take after the limit, on an idle machine."""
SLOWER = 2
"""On a busy one all takes more, and not always equally more: the same check took 1.95 and 3.26 s."""
COMMANDS = ["solve", "conflict", "check", "count", "backbone", "rate"]


def cpu_of(*words: object) -> float:
    """CPU seconds of a command in this process."""
    begun = time.process_time()
    run(*words)
    return time.process_time() - begun


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random picture with some 240 blocks a line."""
    rng = random.Random(1)
    rows = []
    for _ in range(SIDE):
        row = ""
        for _ in range(BLOCKS):
            row += "1" * rng.randint(1, 4) + "0" * rng.randint(1, 4)
        rows.append(row.ljust(SIDE, "0")[:SIDE])
    path = tmp_path_factory.mktemp("large") / "large.pbm"
    path.write_text(f"P1\n{SIDE} {SIDE}\n" + "\n".join(" ".join(row) for row in rows) + "\n")
    return path


@pytest.fixture(scope="module")
def puzzle(picture: Path) -> Path:
    path = picture.with_suffix(".non")
    run("convert", picture, "-o", path)
    return path


@pytest.fixture(scope="module")
def reading(puzzle: Path) -> float:
    """CPU seconds of a check that has no time for more."""
    return cpu_of("check", puzzle, "--limit", "0.000001")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_limit_covers_the_question(command: str, puzzle: Path, reading: float) -> None:
    assert cpu_of(command, puzzle, "--limit", LIMIT) < SLOWER * reading + LIMIT + OVER


def test_a_limit_covers_both_answers_of_repair(picture: Path) -> None:
    reading = cpu_of("show", picture, "-o", "-", "--to", "svg")
    assert cpu_of("repair", picture, "--limit", LIMIT) < SLOWER * reading + LIMIT + OVER

"""The campaigns of tests/fuzz run, find what is planted, and make it small."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

pytest.importorskip("resource", reason="limits of POSIX")
from fuzz import agreement, found, page, readers, stops
from fuzz.campaign import Campaign, run
from fuzz.mutate import File
from fuzz.planted import key_error, lying_backend
from fuzz.puzzles import Clues
from web.conftest import CHROMIUM

SECONDS = float(os.environ.get("NONOSAT_FUZZ_SECONDS") or 3)
"""How long each campaign is tried."""
CAMPAIGNS: dict[str, type[Campaign[Any]]] = {
    "agreement": agreement.Agreement,
    "page": page.Pages,
    "readers": readers.Readers,
    "stops": stops.Stops,
}
linux = pytest.mark.skipif(sys.platform != "linux", reason="limits and /proc of Linux")
pytestmark = [linux, pytest.mark.slow]


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_finds_nothing(name: str) -> None:
    if name == "page":
        pytest.importorskip("playwright", reason="playwright is not installed")
        if CHROMIUM is None:
            pytest.skip("chromium is not installed")
    done = subprocess.run(
        [sys.executable, "-m", f"tests.fuzz.{name}", "--seconds", str(SECONDS), "--seed", "0"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-3000:]
    assert re.search(rf"^{name}: [1-9][0-9]* cases in .* nothing found$", done.stderr, re.M)


FOUND = [
    pytest.param(name, case, id=f"{name}: {what}"[:60])
    for name, table in (
        ("agreement", found.AGREEMENT),
        ("page", found.PAGE),
        ("readers", found.READERS),
        ("stops", found.STOPS),
    )
    for what, case in table.items()
]


@pytest.fixture(scope="module")
def campaigns() -> Iterator[dict[str, Campaign[Any]]]:
    """All of them, so that their processes start once."""
    started = {name: kind() for name, kind in CAMPAIGNS.items()}
    yield started
    for campaign in started.values():
        campaign.close()


@pytest.mark.parametrize(("name", "case"), FOUND)
def test_what_was_found_is_mended(
    campaigns: dict[str, Campaign[Any]], name: str, case: object
) -> None:
    assert campaigns[name].fault(case) is None


# Planted faults


class MkFiles(readers.Readers):
    """Readers of which one format is forced, so that few seconds find what is planted there."""

    def case(self, rng: random.Random) -> File:
        file = super().case(rng)
        return File(file.name, file.data, file.packed, "mk")


def size(case: Clues | File) -> int:
    """Cells of a puzzle, bytes of a file."""
    if isinstance(case, File):
        assert not case.packed
        return len(case.data)
    return len(case.rows) * len(case.cols)


#   campaign              planted         kind                                            size at most
PLANTED = [
    (agreement.Agreement, lying_backend, "backends",                                        4),
    (MkFiles,             key_error,     "internal error, please report it: KeyError",      1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind_of", "planted", "kind", "most"), PLANTED, ids=[row[1].__name__ for row in PLANTED]
)
def test_what_is_planted_is_found(kind_of: Any, planted: Any, kind: str, most: int) -> None:
    campaign = kind_of(planted)
    try:
        result = run(campaign, 60, 0)
    finally:
        campaign.close()
    assert result is not None
    case, fault = result
    assert fault.kind == kind
    assert size(case) <= most
    assert eval(repr(case)) == case


class Alone(stops.Stops):
    """Stops of one command only, so that few seconds find what is planted."""

    def case(self, rng: random.Random) -> stops.Work:
        return stops.Work("alone", 200, 0, (("int", rng.random()), ("kill", rng.random())))


def test_stops_finds_lost_rows(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from nonosat.batch.journal import Journal\n"
        "honest = Journal.append_lines\n"
        "def append_lines(self, lines):\n"
        "    honest(self, lines[1:] if self.written else lines)\n"
        "Journal.append_lines = append_lines\n"
    )
    result = run(Alone({"PYTHONPATH": str(tmp_path)}), 60, 0)
    assert result is not None
    case, fault = result
    assert fault.kind == "rows lost"
    assert len(case.stops) == 1
    assert case.puzzles <= 4
    assert eval(repr(case), {"Work": stops.Work}) == case

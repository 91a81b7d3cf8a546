"""The campaigns of tests/fuzz run, find what is planted, and make it small."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import ROOT, at_night

pytest.importorskip("resource", reason="limits of POSIX")
from fuzz import agreement, found, page, readers, stops
from fuzz.campaign import Campaign, run
from fuzz.planted import lying_backend
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


@pytest.mark.parametrize("name", ["readers", *at_night("agreement", "page", "stops")])
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


@pytest.mark.night
def test_a_planted_fault_is_found_and_made_small() -> None:
    campaign = agreement.Agreement(lying_backend)
    try:
        result = run(campaign, 60, 0)
    finally:
        campaign.close()
    assert result is not None
    case, fault = result
    assert fault.kind == "backends"
    assert len(case.rows) * len(case.cols) <= 4
    assert eval(repr(case), {"Clues": Clues}) == case

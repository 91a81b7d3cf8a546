"""Fixtures shared by all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonosat.backends import BACKENDS

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"


@pytest.fixture(params=BACKENDS.names)
def backend(request: pytest.FixtureRequest) -> str:
    """Every backend in turn; one whose package is absent is skipped visibly."""
    name: str = request.param
    entry = next(entry for entry in BACKENDS if entry.name == name)
    if not BACKENDS.available(entry):
        pytest.skip(f"{entry.needs} is not installed")
    return name


@pytest.fixture
def shared() -> Path:
    """The folder of material that lies beside the project on some machines."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("../shared is not here")
    return folder

"""What solves is tested with the kernel in Python, too: where there is no compiler, it serves."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import ROOT

from nonosat.kernel import name as kernel_name

pytestmark = pytest.mark.slow

SUITES = {
    "backends/test_encoding.py": "",
    "backends/test_guesser.py": "not differ_until",
    "all_solutions/test_backbone.py": "",
    "batch/test_batch_cubes.py": "",
    "explain/test_hint.py": "",
    "backends/test_large.py": "longest and (auto or steps)",
    "backends/test_backends.py": "(counts_every or random_pictures or known_cells) and not :",
}
"""Test files, and which of their tests; the others take long and would tell nothing new."""


@pytest.mark.skipif(kernel_name == "reference", reason="all tests run with it already")
@pytest.mark.parametrize("suite", SUITES)
def test_the_reference_kernel_solves_alike(suite: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{suite}", "-k", SUITES[suite]],
        cwd=ROOT,
        env={**os.environ, "NONOSAT_KERNEL": "reference"},
        capture_output=True,
        text=True,
        timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout

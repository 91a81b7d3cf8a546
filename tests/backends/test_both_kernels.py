"""What solves is tested with the kernel in Python, too: where there is no compiler, it serves."""

from __future__ import annotations

import pytest
from command import python

from nonosat.kernel import name as kernel_name

SUITES = {
    "backends/test_encoding.py": "",
    "backends/test_guesser.py": "not differ_until",
    "all_solutions/test_backbone.py": "not listing",
    "batch/test_batch_cubes.py": "",
    "explain/test_hint.py": "",
    "backends/test_large.py": "longest and (auto or steps)",
    "backends/test_backends.py": "(counts_every or random_pictures or known_cells) and not every_engine and not :",
}  # fmt: skip
"""Test files, and which of their tests; the others take long and would tell nothing new."""


@pytest.mark.slow
@pytest.mark.skipif(kernel_name == "reference", reason="all tests run with it already")
@pytest.mark.parametrize("suite", SUITES)
def test_the_reference_kernel_solves_alike(suite: str) -> None:
    args = ["-q", "-p", "no:cacheprovider", f"tests/{suite}", "-k", SUITES[suite]]
    done = python("-m", "pytest", *args, seconds=290, NONOSAT_KERNEL="reference")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout

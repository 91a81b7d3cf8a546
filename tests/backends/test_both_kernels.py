"""What solves is tested with the kernel in Python, too: where there is no compiler, it serves."""

from __future__ import annotations

import pytest
from command import python

from nonosat.kernel import name as kernel_name

SUITES = {
    "backends/test_encoding.py": "test_encoding",
    "backends/test_guesser.py": "test_guesser and not differ_until",
    "all_solutions/test_backbone.py": "test_backbone and not listing",
    "batch/test_batch_cubes.py": "test_batch_cubes",
    "explain/test_hint.py": "test_hint",
    "backends/test_large.py": "test_large and longest and (auto or steps)",
    "backends/test_backends.py": "test_backends and (counts_every or random_pictures or known_cells) and not :",
}  # fmt: skip
"""Test files, and which of their tests; the others take long and would tell nothing new."""


@pytest.mark.slow
@pytest.mark.skipif(kernel_name == "reference", reason="all tests run with it already")
def test_the_reference_kernel_solves_alike() -> None:
    files = [f"tests/{suite}" for suite in SUITES]
    some = " or ".join(f"({which})" for which in SUITES.values())
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, "-k", some,
                  seconds=600, NONOSAT_KERNEL="reference")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout

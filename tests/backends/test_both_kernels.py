"""What solves is tested with the kernel in Python, too: where there is no compiler, it serves."""

from __future__ import annotations

import pytest
from command import python

from nonosat.kernel import name as kernel_name

SUITES = {
    "backends/test_encoding.py": "not probe and not 3-4",
    "backends/test_guesser.py": "not differ_until",
    "all_solutions/test_backbone.py": "not listing and not 4-4",
    "batch/test_batch_cubes.py": "40 or in_one_piece",
    "explain/test_hint.py": "not command",
    "backends/test_large.py": "longest and (auto or steps)",
    "backends/test_backends.py": "(counts_every or random_pictures or known_cells) and not every_engine and not :",
}  # fmt: skip
"""Test files, and which of their tests; the others take long and would tell nothing new."""


@pytest.mark.slow
@pytest.mark.skipif(kernel_name == "reference", reason="all tests run with it already")
def test_the_reference_kernel_solves_alike() -> None:
    files = [f"tests/{suite}" for suite in SUITES]
    chosen = [f"{suite.rpartition('/')[2]} and ({words})" for suite, words in SUITES.items()]
    args = ["-p", "no:cacheprovider", *files, "-k", " or ".join(chosen)]
    done = python("-m", "pytest", *args, seconds=290, NONOSAT_KERNEL="reference")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [file for file in files if f"{file} ." not in done.stdout] == [], done.stdout

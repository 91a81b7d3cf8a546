"""The native kernel when memory runs out: an error, never a crash or a board that claims too much."""

import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from command import python
from conftest import ROOT, in_checkout

pytestmark = pytest.mark.slow


@in_checkout
@pytest.mark.skipif(os.name != "posix", reason="the compiler is called as on POSIX")
def test_a_board_survives_every_failed_allocation_of_its_search(tmp_path: Path) -> None:
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("no compiler")
    program = tmp_path / "no_memory"
    source = ROOT / "tests" / "kernel" / "no_memory.cpp"
    headers = ROOT / "nonosat" / "kernel"
    subprocess.run([compiler, "-std=c++17", f"-I{headers}", source, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


FAILING = """
import _testcapi
from nonosat.kernel.native import Board

ONE = ((1, 1),)
board = Board([ONE] * 5, [ONE] * 5, 2)
wide = Board([ONE], [ONE] + [()] * 99, 2)
CALLS = {
    "Board": lambda: Board([ONE] * 5, [ONE] * 5, 2, ((31, 31),) * 5),
    "rows": board.rows,
    "rows of several words": wide.rows,
    "starts": lambda: board.starts(0),
    "starts of several words": lambda: wide.starts(0),
    "clauses": lambda: board.clauses(range(10), True, 9999),
    "cells": board.cells,
    "hints": lambda: board.hints(2),
    "counters": lambda: board.counters,
    "next_solution": board.next_solution,
}
# What Python keeps for reuse is used up, so that every object needs memory.
kept = [[[] for _ in range(500)], [{} for _ in range(500)], [(i, i) for i in range(3000)]]
for name, call in CALLS.items():
    print(name, flush=True)
    want = call() if name != "next_solution" else None
    for lasting in (True, False):
        first = 1
        while True:
            _testcapi.set_nomemory(first, 0 if lasting else first + 1)
            try:
                found = call()
            except MemoryError:
                found = MemoryError
            finally:
                _testcapi.remove_mem_hooks()
            if found is not MemoryError:
                break
            first += 1
        assert want is None or type(found) is type(want)
"""


def test_objects_that_cannot_be_made_are_a_memory_error(native: ModuleType) -> None:
    """Every allocation of Python fails in turn, alone or with all that follow."""
    pytest.importorskip("_testcapi")
    done = python("-c", FAILING)
    assert done.returncode == 0, done.stdout + done.stderr

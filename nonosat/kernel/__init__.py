"""Algorithms on bare ints: no puzzles, no files, no printing.

The C++ kernel serves where it was built, else the reference in Python, with the same results.
``NONOSAT_KERNEL=reference`` or ``=native`` in the environment forces one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from nonosat.kernel.reference import Rows

CHOICE = "NONOSAT_KERNEL"
"""The variable of the environment that forces one."""

if TYPE_CHECKING:
    from nonosat.kernel.reference import Board

    name: str
else:
    _wanted = os.environ.get(CHOICE, "")
    if _wanted not in ("", "native", "reference"):
        raise ImportError(f"{CHOICE} is {_wanted!r}; it can be native or reference")
    try:
        if _wanted == "reference":
            raise ModuleNotFoundError
        from nonosat.kernel.native import Board

        name = "native"
    except ModuleNotFoundError:
        if _wanted == "native":
            raise
        from nonosat.kernel.reference import Board

        name = "reference"

__all__ = ["CHOICE", "Board", "Rows", "name"]

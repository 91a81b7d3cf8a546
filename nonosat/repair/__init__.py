"""Mend a picture whose puzzle has several solutions: the fewest cells to change, or to give away."""

from __future__ import annotations

from nonosat.repair.changes import Changes, ChangeSearch, fewest_changes
from nonosat.repair.givens import Givens, GivenSearch, fewest_givens

__all__ = [
    "ChangeSearch",
    "Changes",
    "GivenSearch",
    "Givens",
    "fewest_changes",
    "fewest_givens",
]

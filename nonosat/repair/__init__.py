"""Mend a picture whose puzzle has several solutions: the fewest cells to change, or to give away."""

from __future__ import annotations

from nonosat.repair.changes import (
    Changes as Changes,
    ChangeSearch as ChangeSearch,
    fewest_changes as fewest_changes,
)
from nonosat.repair.givens import (
    Givens as Givens,
    GivenSearch as GivenSearch,
    fewest_givens as fewest_givens,
)

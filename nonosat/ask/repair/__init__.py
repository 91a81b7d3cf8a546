"""Mend a picture whose puzzle has several solutions: change few cells, or give cells away."""

from nonosat.ask.repair.changes import (
    Changes as Changes,
    ChangeSearch as ChangeSearch,
    fewest_changes as fewest_changes,
)
from nonosat.ask.repair.givens import (
    Givens as Givens,
    GivenSearch as GivenSearch,
    fewest_givens as fewest_givens,
)

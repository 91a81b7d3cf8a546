"""Mend a picture whose puzzle has several solutions: the fewest cells to change, or to give away."""

from __future__ import annotations

from nonosat.repair.changes import Changes as Changes
from nonosat.repair.changes import ChangeSearch as ChangeSearch
from nonosat.repair.changes import fewest_changes as fewest_changes
from nonosat.repair.givens import Givens as Givens
from nonosat.repair.givens import GivenSearch as GivenSearch
from nonosat.repair.givens import fewest_givens as fewest_givens

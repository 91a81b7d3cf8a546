"""What all solutions of a puzzle have in common: how many there are, and which cells they share."""

from nonosat.all_solutions.counting import count
from nonosat.all_solutions.shared_cells import backbone

__all__ = ["backbone", "count"]

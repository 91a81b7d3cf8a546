"""All solutions of a puzzle together: their number, and the cells they share."""

from nonosat.all_solutions.counting import count
from nonosat.all_solutions.shared_cells import backbone

__all__ = ["backbone", "count"]

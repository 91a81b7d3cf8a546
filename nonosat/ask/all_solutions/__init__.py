"""All solutions of a puzzle together: their number, and the cells they share."""

from nonosat.ask.all_solutions.counting import count
from nonosat.ask.all_solutions.shared_cells import backbone

__all__ = ["backbone", "count"]

"""What all solutions of a puzzle have in common: how many there are, and what they share."""

from nonosat.all_solutions import backbone, count

__all__ = ["backbone", "count"]

"""Algorithms on bare ints: no puzzles, no files, no printing."""

from nonosat.kernel.reference import Board, Rows

__all__ = ["Board", "Rows"]

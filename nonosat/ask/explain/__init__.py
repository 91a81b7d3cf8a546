"""Steps that a person can follow, hints; why a cell is so, what is wrong with clues, and how hard a puzzle is."""

from nonosat.ask.explain import cell, conflict, difficulty, hints, steps

__all__ = ["cell", "conflict", "difficulty", "hints", "steps"]

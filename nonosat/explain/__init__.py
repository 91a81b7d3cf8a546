"""Steps that a person can follow, hints, animations of them, and how hard a puzzle is."""

from nonosat.explain import difficulty, hints, steps

__all__ = ["difficulty", "hints", "steps"]

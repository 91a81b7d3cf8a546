"""Steps that a person can follow, hints, animations of them; why a cell is so, what is wrong with
clues, and how hard a puzzle is.
"""

from nonosat.ask.explain import cell

from nonosat.ask.explain import conflict

from nonosat.ask.explain import difficulty

from nonosat.ask.explain import hints

from nonosat.ask.explain import steps

__all__ = ["cell", "conflict", "difficulty", "hints", "steps"]

"""Steps that a person can follow, hints, and animations of them."""

from nonosat.explain import hints, steps

__all__ = ["hints", "steps"]

"""Makes puzzles of several families from seeds, for benchmarks and for puzzle makers.

>>> from nonosat.generators import Recipe, make
>>> make("domino", Recipe(7, 7)).puzzle.rows[0]
(Block(length=3, color=1),)
"""

from nonosat.generators.families import FAMILIES, Family, generate, make, make_many
from nonosat.generators.recipe import Recipe

__all__ = ["FAMILIES", "Family", "Recipe", "generate", "make", "make_many"]

"""The recipe for a puzzle of a family: its size, density, inks, seed and number in a set."""

import random
from dataclasses import dataclass
from types import NoneType

from nonosat.errors import PuzzleError, UsageError, check_kind, check_number, check_whole
from nonosat.model import MAX_INKS, check_size

MAX_GENERATED_CELLS = 4_000_000
"""The largest picture to generate; making it takes seconds, of patches some minutes."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One puzzle of a family. The same recipe always gives the same puzzle."""

    height: int
    width: int
    density: float | None = None
    """Share of inked cells, 0 to 1; None means the default of the family."""
    colors: int | None = None
    """Number of inks; None means the default of the family."""
    seed: int = 0
    index: int = 0
    """Number of the puzzle from 0 among `count`; the tournament's density depends on it."""
    count: int = 1
    attempt: int = 0
    """Number of tries before this one."""
    name: str | None = None
    """The thing to draw; None leaves it to chance, or to the family."""

    def __post_init__(self) -> None:
        for what in ("height", "width"):
            check_whole(getattr(self, what), f"a {what}", 0)
        check_whole(self.count, "count")
        if isinstance(self.seed, bool) or not hasattr(self.seed, "__index__"):
            raise UsageError(f"seed must be an integer, got {self.seed!r}")
        try:
            check_size(self.height, self.width)
        except PuzzleError as err:
            raise UsageError(str(err)) from err
        if self.height * self.width > MAX_GENERATED_CELLS:
            raise UsageError(
                f"{self.width}x{self.height} is too large to generate: at most {MAX_GENERATED_CELLS} cells"
            )
        check_kind(self.name, "the name of a thing", str, NoneType)
        if self.density is not None:
            check_number(self.density, "a density", 1)
        if self.colors is not None:
            check_whole(self.colors, "the number of colors")
            if self.colors > MAX_INKS:
                raise UsageError(f"{self.colors} inks are too many: at most {MAX_INKS}")

    def rng(self, family: str) -> random.Random:
        """Return the random numbers of this puzzle; those of another family, index or try differ."""
        # A text seeds by its SHA-512, the same on every machine and Python.
        return random.Random(f"{family} {self.seed} {self.index} {self.attempt}")

    def share(self, usual: float) -> float:
        """Return the density asked for, or the `usual` one."""
        return usual if self.density is None else self.density

    def inks(self, usual: int = 1) -> int:
        """Return the number of inks asked for, or the `usual` one."""
        return usual if self.colors is None else self.colors

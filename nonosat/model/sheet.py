"""A puzzle, and what its file says about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonosat.errors import UsageError
from nonosat.model.domains import Domains
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True, repr=False)
class Sheet:
    """A puzzle plus what its file says about it. Its goals know the puzzle's palette."""

    puzzle: Puzzle
    goals: tuple[Grid, ...] = ()
    """Finished pictures that the file gives as solutions."""
    saved: Domains | None = None
    """A game that somebody has begun. It is no part of the puzzle: see `Clues.givens`."""
    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    source: str = ""
    """Where the puzzle is said to come from (a credit, not the file's name)."""
    id: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    """Anything else, as (name, text)."""

    def __post_init__(self) -> None:
        if self.goals:
            palette = self.puzzle.palette
            goals = tuple([goal.in_colors(palette) for goal in self.goals])
            object.__setattr__(self, "goals", goals)

    def __repr__(self) -> str:
        title = f" {self.title[:40]!r}" if self.title else ""
        return f"<Sheet{title} {self.puzzle.width}x{self.puzzle.height}>"

    @classmethod
    def of(cls, value: Sheet | Puzzle) -> Sheet:
        """The sheet of a puzzle about which nothing else is known; a sheet is itself.

        Raises:
            UsageError: it is neither.
        """
        if isinstance(value, Puzzle):
            return cls(value)
        if not isinstance(value, Sheet):
            kind = type(value).__name__
            raise UsageError(
                f"a Puzzle or a Sheet is needed, not {kind}; nonosat.load gives sheets"
            )
        return value

    def clues_only(self) -> Sheet:
        """The same without given cells."""
        return replace(self, puzzle=self.puzzle.clues_only())

    @property
    def shown(self) -> Domains | None:
        """What the cells of an unsolved puzzle show: those given, and a saved game that has them."""
        both = self.puzzle.within(self.saved)
        return both if both is None or both.contradiction() is None else self.puzzle.givens

"""The budget of repairs: seconds, shares and conflicts, in one table.

No value here changes what is proved. All were chosen by trying a few on pictures of 10x10 to 40x40.
Another value is tried by an argument: ``ChangeSearch(picture, palette, effort=...)``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepairEffort:
    """The budget of repairs. Times are seconds of one thread."""

    ranking: float = 1.0
    """For more proposals of the same size, to choose the best looking ones."""
    checking: float = 0.25
    """The share of the time that is kept for the check of given cells that were found."""
    bound: float = 0.3
    """The share of that for what the patches found so far prove, if no cells that suffice were found."""
    samples: int = 3
    """Cells that are tried before the next one is given."""
    bands: tuple[int, ...] = (4, 8, 16)
    """Rows or columns side by side that are looked at alone where the whole is too much."""
    quick: int = 2_000
    """Conflicts for a question, as long as there may be patches that are easier to find."""
    long: int = 8_000
    """Conflicts for the last questions. Most have the answer no. After these conflicts, engines for hard
    puzzles take over and begin anew."""


EFFORT = RepairEffort()

"""The budget of repairs: seconds, shares and conflicts, in one table.

No value here changes what is proved. All were chosen by trying a few on pictures of 10x10 to 40x40.
Another value is tried by an argument: ``ChangeSearch(picture, palette, effort=...)``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepairEffort:
    """See the module. Times are seconds of one thread."""

    ranking: float = 1.0
    """For further proposals of the same size, of which the best looking are taken."""
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
    """Conflicts once there are none. Most questions that are left have the answer no, and this engine has
    learned for it; after these, engines that are made for hard puzzles take over, which begin anew."""


EFFORT = RepairEffort()

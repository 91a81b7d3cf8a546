"""The budget for counting and comparing all solutions, in one table.

No value here changes what is proved. All were chosen by trying a few on puzzles with up to 10^100
solutions.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountEffort:
    """See the module. Times are seconds of one thread."""

    backbone: float = 10.0
    """For the backbone before the count, at the most."""
    backbone_share: float = 0.5
    """The share of a limit that it takes at the most."""
    small: int = 80
    """The most cells of a component that is counted as a whole, not in bands."""
    lowest_band: int = 4
    """Rows of the first bands."""
    first_question: float = 0.05
    """For a question about one cell in the first round; it doubles with every round."""


EFFORT = CountEffort()

"""The budget of explanations and repairs: seconds, sizes and shares, in one table.

No value here changes what is proved; each trades time against shorter explanations or fewer cells. All
were chosen by trying a few on drawn and random puzzles of up to 30x30, those of repairs on pictures of
up to 40x40. Another value is tried by an argument:
``ConflictSearch(clues, effort=replace(EFFORT, typos=10.0))``.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """The budget of explanations and repairs. Times are seconds of one thread, unless another unit is named."""

    # Why a cell has its color.

    handful: int = 4
    """Lines that a person can keep in mind. A reason with more lines is improved further."""
    shorter_reason: float = 0.15
    """For finding a reason of a handful of lines after a longer one."""
    reason_lines: int = 60
    """The most lines of a chain from one board."""
    nested: float = 1.0
    """For trials inside a trial of the cell, if no shorter chain decides it."""

    # Steps and hints.

    trials: int = 20
    """Failing trials that are compared for the shortest chain."""
    pursuit: int = 4
    """A chain is given up when it is this many times as long as the shortest one so far."""
    standing: float = 2.0
    """For checking whether the known cells of a hint can be completed."""

    # Lines that contradict each other.

    smallest: float = 0.5
    """For finding the smallest set of lines, without a limit; else half of the time that is left."""
    steps: float = 0.5
    """For finding steps with trials that lead to the contradiction."""
    depth: int = 2
    """Trials inside each other that a person may follow."""
    uncounted: float = 1.0
    """For finding lines where line logic finds none and totals differ; else a quarter of the time."""
    condition: float = 0.02
    """For asking whether one more condition can hold."""
    typos: float = 3.0
    """For trying changes of the clues, without a limit; else all the time that is left."""
    first_check: float = 0.1
    """For the solutions of a changed puzzle in the first round; it doubles with each round."""
    most_typos: int = 20
    """Proposals with exactly one solution that are enough."""

    # Repairs.

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


EFFORT = Effort()

"""Estimate the likeliest color of each open cell by belief propagation between rows and columns.

The crossing lines send each line an opinion about every cell. A placement weighs the sum of these
opinions. The line sums the weights of all its placements, and answers each crossing line with its
marginals, with the received opinion taken out. This is the sum-product algorithm of Pearl,
"Probabilistic Reasoning in Intelligent Systems", 1988. Within a line it is exact, by the
forward-backward algorithm (Baum and others, 1970); across the grid, which has loops, it proves
nothing. But on hard puzzles the likeliest colors are excellent first phases for a clause learner.

A puzzle with many solutions leaves most cells at even odds. *Reinforcement* breaks the symmetry:
each round pulls each cell harder towards the current opinions about it, until the opinions settle
on one picture (Braunstein and Zecchina, "Learning by message passing in networks of discrete
synapses", Physical Review Letters 96, 2006). This completes large random pictures that no clause
learner finds, sometimes with a few wrong lines. A *late* pull grows with the cube of the rounds
instead of linearly: it is weak while most cells are still undecided.

The glossary in line.py defines boundaries, start and end sets, and gaps.

* *weight* of a cell and color: the logarithm of a factor; only the differences between the colors
  of one cell count. A placement weighs the sum of its cells' weights.
* *opinion*: the weights that one line gives a cell, relative to the first color that is possible
  there. Each cell has two opinions, its row's and its column's.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, groupby
from math import exp, inf, log, log1p
from typing import NamedTuple

from nonosat.kernel.bits import ones
from nonosat.kernel.line import Blocks, Placed

DAMPING = 0.1
"""The share of an old opinion that stays. Lines are heard one after the other, rows before columns,
so opinions hardly swing to and fro; more than this only makes them slow to settle."""
SURE = 12.0
"""Opinions are cut off at plus and minus this, so that no line shouts down another."""
LEAST = 1e-12
"""Probabilities below this are rounding errors."""
PULL = 0.9
"""The largest share of the opinions of a cell that reinforcement adds to those its lines hear."""
NOISE = 0.5
"""The strongest opinion that a cell is given of its own when guesses are to differ."""
NEWS = 0.15
"""A line is asked again when the opinion it hears of some cell has changed by more than this. Other
lines would answer nearly the same; in later rounds these are the majority."""
CLEAR = 5.0
"""Opinions as strong as this are all the same to a line that may be asked again."""
STILL = 5
"""Rounds without a change after which reinforcement may begin."""

Weights = list[list[float]]
"""``weights[color][cell]``, of one line or of the grid row by row."""


class OpenLine(NamedTuple):
    """One line with open cells."""

    number: int
    """Among the lines of the board: rows first, then columns."""
    is_row: bool
    blocks: Blocks
    """The prepared clue."""
    placed: Placed
    """Exact, so that all placements made of these sets are the line's."""
    allowed: Sequence[int]
    """For each color the cells that may have it, as the board knows it."""
    cells: range
    """The numbers of its cells in the grid, row by row."""


class Shares(NamedTuple):
    """The probabilities of one block, in order of its starts and ends.

    Starts and ends each sum to 1, or are all 0 if the numbers underflowed.
    """

    starts: dict[int, float]
    ends: dict[int, float]


def shares_of(
    line: OpenLine, weights: Weights, tick: Callable[[], None] = lambda: None
) -> list[Shares]:
    """The probability of each start and end of each block, by one pass forward and one back.

    Cost: O(k n) for k blocks and n cells.
    """
    n = len(line.cells)
    sums = [list(accumulate(of_color, initial=0.0)) for of_color in weights]
    blank = [exp(weights[0][i]) if line.placed.blank >> i & 1 else 0.0 for i in range(n)]
    starts: list[list[int]] = []
    ends: list[list[int]] = []

    # Forward: ahead[j][s] is the weight of all before block j when it starts at s, passed[j][e] that
    # of all up to its end e and the blank it needs. The logarithms are shifted by their largest, and
    # the products divided by theirs: factors that all placements share.
    ahead: list[dict[int, float]] = []
    own: list[dict[int, float]] = []  # of a block of known length: the weight of its cells
    passed: list[dict[int, float]] = []
    flow = [1.0] + [0.0] * n  # weight that enters each boundary behind a block
    for j, (length, color, gap) in enumerate(line.blocks):
        tick()
        starts.append(list(ones(line.placed.starts[j])))
        ends.append(list(ones(line.placed.ends[j])))
        behind = weights[0] if gap else [0.0] * (n + 1)  # the weight of the blank behind an end
        reach = flow[:1]
        for i in range(1, n):
            reach.append(flow[i] + reach[-1] * blank[i - 1])
        if length is None:
            own.append({})
            ahead.append({s: reach[s] for s in starts[j]})
            cells = range(starts[j][0], ends[j][-1])
            grown = _stretched(ahead[-1], weights[color], line.allowed[color], cells)
            passed.append(_scaled({e: grown[e] + behind[e] for e in ends[j]}))
        else:
            logs = {s: sums[color][s + length] - sums[color][s] for s in starts[j]}
            own.append(_scaled({s: log_ + behind[s + length] for s, log_ in logs.items()}))
            top = max(reach[s] * own[-1][s] for s in starts[j]) or 1.0
            ahead.append({s: reach[s] / top for s in starts[j]})
            passed.append({s + length: ahead[-1][s] * own[-1][s] for s in starts[j]})
        flow = [0.0] * (n + 1)
        for e, weight in passed[-1].items():
            flow[e + gap] = weight

    # Backward: back[i] is the weight of everything from boundary i on.
    shares: list[Shares] = []
    flow = [0.0] * n + [1.0]
    for j in range(len(line.blocks) - 1, -1, -1):
        tick()
        length, color, gap = line.blocks[j]
        back = flow[:]
        for i in range(n - 1, -1, -1):
            back[i] += back[i + 1] * blank[i]
        if length is None:
            rest = {e: back[e + gap] * (exp(weights[0][e]) if gap else 1.0) for e in ends[j]}
            cells = range(ends[j][-1] - 1, starts[j][0] - 1, -1)
            grown = _stretched(rest, weights[color], line.allowed[color], cells)
            before = _scaled({s: grown[s] for s in starts[j]})
        else:
            before = {s: own[j][s] * back[s + length + gap] for s in starts[j]}
        joint = [ahead[j][s] * weight for s, weight in before.items()]
        last = [weight * back[e + gap] for e, weight in passed[j].items()]
        total, total_last = sum(joint), sum(last)
        known = total > 0 and total_last > 0
        shares.append(
            Shares(
                {s: w / total if known else 0.0 for s, w in zip(before, joint, strict=True)},
                {e: w / total_last if known else 0.0 for e, w in zip(passed[j], last, strict=True)},
            )
        )
        flow = [0.0] * (n + 1)
        for s, weight in before.items():
            flow[s] = weight
        top = max(flow) or 1.0
        flow = [value / top for value in flow]
    return shares[::-1]


def _stretched(
    seeds: dict[int, float], weights: list[float], road: int, cells: range
) -> dict[int, float]:
    """Sum the weights of a block of unknown length up to each cell, over all its lengths.

    The block begins at a boundary of `seeds` and fills `cells`, upwards or downwards. Each sum belongs
    to the boundary behind its last cell. It is a logarithm, as the range exceeds that of floats.
    """
    near, far = (0, 1) if cells.step > 0 else (1, 0)
    total, found = -inf, {}
    for i in cells:
        if (seed := seeds.get(i + near, 0.0)) > 0:
            low, high = sorted((total, log(seed)))
            total = high + log1p(exp(low - high))
        total = total + weights[i] if road >> i & 1 else -inf
        found[i + far] = total
    return found


def _scaled(logs: dict[int, float]) -> dict[int, float]:
    """Convert logarithms to numbers, scaled so that the largest is 1; all 0 if all are -inf."""
    most = max(logs.values())
    return {key: exp(value - most) if most > -inf else 0.0 for key, value in logs.items()}


def marginals(line: OpenLine, shares: list[Shares]) -> Weights:
    """``[color][cell]``: the probability that the cell has the color, from those of the blocks.

    Each block adds the share of a start where it begins and takes it away where it ends; running sums
    do the rest, and what no ink takes is blank.
    """
    n = len(line.cells)
    steps = [[0.0] * (n + 1) for _ in line.allowed]
    for (_, color, _), of_block in zip(line.blocks, shares, strict=True):
        for s, share in of_block.starts.items():
            steps[color][s] += share
        for e, share in of_block.ends.items():
            steps[color][e] -= share
    found = [list(accumulate(of_color))[:n] for of_color in steps]
    found[0] = [1.0 - sum(inks) for inks in zip(*found[1:], strict=True)]
    return found


def median(shares: dict[int, float]) -> int:
    """The first start at or before which the block starts with even odds or better.

    The last start when all shares are 0.

    >>> median({2: 0.3, 3: 0.3, 7: 0.4})
    3
    """
    half = sum(shares.values()) / 2
    behind = zip(shares, accumulate(shares.values()), strict=True)
    return next((s for s, passed in behind if passed >= half > 0), max(shares))


class Opinions:
    """The opinions of rows and columns about the cells of a board; none, to begin with.

    Args:
        lines: those with open cells.
        options: for each cell of the board the colors it can have; none on a contradiction.
        colors: the number of colors of the board.

    Attributes:
        shares: the last `shares_of` each line, by its number.
        likeliest: the color of each cell that most speaks for, as `choose` has found it.
    """

    def __init__(
        self, lines: Sequence[OpenLine], options: Sequence[Sequence[int]], colors: int
    ) -> None:
        self.shares: dict[int, list[Shares]] = {}
        self._lines, self._options = lines, options
        cells = len(options)
        self._of: list[Weights] = [
            [[0.0] * cells for _ in range(colors)] for _ in ("rows", "columns")
        ]
        self._field: Weights = [[0.0] * cells for _ in range(colors)]
        self._last_heard: dict[int, list[float]] = {}  # by each line when it last spoke
        self.likeliest: bytes = b""
        self.choose()

    def form(self, rounds: int, ramp: int, seed: int, late: bool, tick: Callable[[], None]) -> None:
        """All rounds of `Board.hints`."""
        if seed:
            self._disturb(seed)
        still = 0
        for _ in range(rounds):
            if ramp > 0 and still == STILL:
                break
            self.round(tick)
            still = 0 if self.choose() else still + 1
        for number in range(ramp):
            if self.agreed():
                break
            done = number / ramp
            self.reinforce(PULL * (done * done * done if late else done))
            self.round(tick)
            self.choose()

    def round(self, tick: Callable[[], None]) -> None:
        """Pass the opinions of crossing lines to each line, and renew its own if they changed."""
        for line in self._lines:
            tick()
            self._renew(line, tick)

    def _renew(self, line: OpenLine, tick: Callable[[], None]) -> None:
        """Cost: O(k n) for the placements, O(n colors) for the cells."""
        said, heard = self._of if line.is_row else self._of[::-1]
        weights = [
            [of_color[cell] + field[cell] for cell in line.cells]
            for of_color, field in zip(heard, self._field, strict=True)
        ]
        clear = [max(-CLEAR, min(CLEAR, weight)) for of_color in weights for weight in of_color]
        last = self._last_heard.get(line.number)
        if last and all(abs(new - old) <= NEWS for new, old in zip(clear, last, strict=True)):
            return
        self._last_heard[line.number] = clear
        self.shares[line.number] = shares = shares_of(line, weights, tick)
        chances = marginals(line, shares)
        for i, cell in enumerate(line.cells):
            options = self._options[cell]
            # Take out the opinion that was received, so that it does not come back as an echo.
            news = [log(max(chances[c][i], LEAST)) - weights[c][i] for c in options]
            for color, value in zip(options, news, strict=True):
                value = _cut(value - news[0])
                said[color][cell] = DAMPING * said[color][cell] + (1 - DAMPING) * value

    def _disturb(self, seed: int) -> None:
        """Give each cell a small random opinion, from the generator of Knuth's MMIX."""
        for cell in range(len(self._options)):
            for field in self._field[1:]:
                seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
                field[cell] = NOISE * ((seed >> 32) / 2**31 - 1)

    def reinforce(self, share: float) -> None:
        """Add this share of the total opinion about each cell to the opinions in later rounds."""
        for color, field in enumerate(self._field):
            field[:] = [_cut(share * self.weight(cell, color)) for cell in range(len(field))]

    def weight(self, cell: int, color: int) -> float:
        """Return the sum of both lines' opinions of a cell about a color, plus reinforcement."""
        return sum(side[color][cell] for side in (*self._of, self._field))

    def choose(self) -> bool:
        """Update `likeliest`, and return True if it has changed."""
        before = self.likeliest
        self.likeliest = bytes(
            max(options, key=lambda color: self.weight(cell, color), default=0)
            for cell, options in enumerate(self._options)
        )
        return self.likeliest != before

    def agreed(self) -> bool:
        """Return True if the likeliest colors satisfy every line."""
        return all(map(self._satisfied, self._lines))

    def _satisfied(self, line: OpenLine) -> bool:
        cells = map(self.likeliest.__getitem__, line.cells)
        runs = [(len(list(run)), color) for color, run in groupby(cells) if color]
        return len(runs) == len(line.blocks) and all(
            length in (None, size) and color == ink
            for (length, color, _), (size, ink) in zip(line.blocks, runs, strict=True)
        )


def _cut(weight: float) -> float:
    return max(-SURE, min(SURE, weight))

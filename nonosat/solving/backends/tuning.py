"""The policy of the solvers: what each part of `auto` may spend, and when it gives way to the next.

One table, to be read as a whole. No value here changes a verdict: each only trades time against
time, or memory. "Measured" names the part of ``benchmarks/EXPERIMENTS.md`` with the figures; the
other values were chosen by trying a few. Another one is tried by an argument:
``Auto(TUNING._replace(attempts=5))``.
"""

import math
from typing import NamedTuple


class Joins(NamedTuple):
    """Seconds after which each learner, more searches, and repaired guesses join the race."""

    glucose: float
    cadical: float
    minisat: float
    search: float
    repair: float


PROOF = Joins(0.0, 0.1, 1.0, 0.5, math.inf)
NEAR = Joins(0.0, 5.0, 8.0, 0.0, 0.5)
MISSED = Joins(0.0, 0.02, 6.0, 0.2, 0.0)
FAR = Joins(0.0, 0.02, 1.0, 2.0, 1.0)


class Tuning(NamedTuple):
    """See the module. All times are seconds of one thread, unless another unit is named."""

    # Before the race: probing, then a few guesses with a search after each.

    root_seconds: float = 0.3
    """At least, for probing all cells before the first guess. Less leaves cells open that a probe
    decides; more is lost where probing says nothing. Measured, as the next two: "Probing large boards"."""
    cell_seconds: float = 0.0001
    """The same for each cell of a large board, where a guess takes longer than this."""
    most_root_seconds: float = 15.0
    """But no more than this; then it has to pay."""
    paying: float = 0.1
    """After this time, probing goes on while each probe decides more cells than this: most others may
    follow."""
    sampled_lines: int = 400
    """Boards of as many lines, rows and columns together, are probed no further where a sample of their cells
    yields nothing. Measured, as the next: "A sample decides when to stop"."""
    sampled_seconds: float = 0.000012
    """For each cell of a board that was probed no further: the dive then has half of these."""
    mirrored_seconds: float = 10.0
    """Of the clock, for one half of a mirrored picture. Measured: "Half of a mirrored picture"."""
    attempts: int = 3
    """Guess-and-search attempts before the SAT engines start; more follow beside these.
    Measured: "What is in `auto`, and why"."""
    attempts_seconds: float = 1.0
    """For these guesses together, while they are nearly right: then the next may be a solution."""
    doubtful_seconds: float = 0.1
    """The same while they are far off: where they are cheap, the next may be right."""
    guess_seconds: float = 2.0
    """For one guess. On a very large board the learners do not wait for it."""
    promising: float = 0.15
    """A guess with at most this share of wrong lines is nearly right: more searches follow then, and
    learners join later."""

    # Dives, which are searches without a guess of the whole picture.

    dive_depth: int = 2
    """A dive with at most this many nested guesses goes on after its time: it is nearly done,
    and a guess of the whole picture takes longer. Measured: "A shallow dive goes on"."""
    dead_ends: int = 8
    """Of a dive after a first guess that is wrong, until the next guess is made. Measured, as the next: "After
    a guess that just misses"."""
    dive_seconds: float = 0.05
    """The most for either of these: dives that end with a picture are short, and the next guess waits."""

    beside_seconds: float = 0.25
    """For looking beside a picture that is known, in all, and for each search there."""
    beside_search: float = 0.03

    # Cells of large boards, proved from the edges.

    edge_lines: int = 4
    """Lines of a strip; half as many again after a round of the sides that does not pay."""
    most_edge_lines: int = 9
    edge_conflicts: int = 200
    """For each flipped cell."""
    edge_paying: float = 0.25
    """A round pays that decides as many cells for each line of the board."""
    edge_failures: int = 60
    """Flips in a row that yield nothing, before a side is given up."""
    most_edge_clauses: int = 500_000
    """Of one strip."""
    edge_share: float = 0.05
    """Of the open cells. Where edges prove fewer, the board before them is taken on: the cells beside those few
    are the hardest, and cells that are flipped one by one begin there."""

    # Searches after guesses, in multiples of the time that the shortest guess took.

    brief: float = 3.0
    """After a nearly right guess, while nothing else goes on: longer ones delay the learners."""
    long: float = 6.0
    """The same beside engines that race it."""
    doubtful: float = 0.5
    """After a guess that is far off."""
    least_seconds: float = 0.0005
    """For every search: less than a small board needs to be finished."""
    picture_seconds: float = 0.01
    """At least, for a search that has found a picture, to find the next one, which is often near."""

    # Belief propagation.

    rounds: int = 60
    """The most rounds before reinforcement, in a guess of the search. Measured: "The
    kernel's search with restarts"."""
    repair_rounds: int = 1
    """The same for each line, in a guess of those that are to agree: the larger the board, the longer
    news takes to cross it."""
    hint_rounds: int = 30
    """The same for the polarities that a learner tries first. Measured: 15 and 60 make no difference
    beyond noise."""
    ramp: int = 2
    """Reinforcement rounds per line, in the shortest guess; further guesses take 4, 8 and 16. Measured:
    "Longer ramps on larger boards"."""
    most_ramp: int = 400
    """The most reinforcement rounds of the shortest guess, however large the board."""
    large_ramp: int = 1600
    """Reinforcement rounds of the first guess of a board of `sampled_lines`. Measured: "Pages of text from
    their clues"."""
    large_seconds: float = 60.0
    """For that guess."""
    most_weights: int = 2_500_000
    """Pictures are guessed for at most this many colors of all cells together: 32 bytes each, and
    minutes for a guess."""

    # The race.

    proof: Joins = PROOF
    """For the time after the first picture: most likely only a proof is left to find."""
    near: Joins = NEAR
    """For guesses that are nearly right: one of the next is most likely a solution."""
    missed: Joins = MISSED
    """For the time after all attempts have failed with a nearly right last guess."""
    far: Joins = FAR
    """For guesses that are far off: the clause learners need the processors.

    All four were measured: see "Who joins the race, and what it tries first"."""
    finding_seconds: float = 6.0
    """After a first picture, seconds until the engines that look for another one leave the race."""
    beside: float = 0.05
    """Seconds before a learner joins that looks beside a picture that was given."""
    lone_cadical: float = 2.0
    """Minimum seconds before CaDiCaL joins on a single processor; easier puzzles end sooner."""
    agreeing: int = 32
    """The most guesses that are kept, to see what they agree on. Measured, as the next two: "What guesses
    agree on"."""
    agreements: int = 4
    """The most sets of cells that are tried after each guess."""
    repair_conflicts: int = 500
    """For one of these, and for one step of a repair. Glucose looks at its budget when it restarts only,
    so it may take three times as many."""

    # Clauses.

    most_clauses: int = 5_000_000
    """With more, the engines of a race would take more than 2 GB."""
    most_raced: int = 1_100_000
    """With more, no first solution is looked for by clauses. The learners of a race, two or more, have
    at most twice as many together: 70 bytes each. Measured: "Memory"."""
    most_open: int = 1_000_000
    """Clauses are made for at most this many open cells, some 300 bytes each."""
    stop_seconds: float = 0.25
    """For an engine to stop. Glucose looks at its interrupt only when it restarts, and while nearly all
    variables are assigned it can put that off for many seconds."""


TUNING = Tuning()
"""The values in use."""

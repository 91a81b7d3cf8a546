"""opb and cplex: a puzzle as linear constraints over 0 and 1, for solvers of such and of linear programs.

The model is that of Bosch, "Painting by Numbers", Optima 65, 2001: a variable for each cell and ink,
and for each block and place where it may start. A block starts at one place; it does not start before
the one before it is over; a cell has an ink if and only if a block of that ink covers it. Only the
comments are read; see `clue_comments`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, count, pairwise

from nonosat.errors import CannotHold
from nonosat.formats.base import Holds
from nonosat.formats.models import clue_comments
from nonosat.formats.models.cnf import cell_comments
from nonosat.model import Clue, Puzzle

MAX_TERMS = 5_000_000
"""The most terms that are written; such a model takes seconds."""

Constraint = tuple[list[tuple[int, int]], str]
"""Terms, each a coefficient and a variable, and what their sum is."""


def _opb_model(puzzle: Puzzle, comments: list[str]) -> str:
    sums, variables = _sums_of(puzzle, "opb")
    text = [
        " ".join([*(f"{by:+} x{x}" for by, x in terms), relation, ";"]) for terms, relation in sums
    ]
    head = f"* #variable= {variables} #constraint= {len(text)}"
    return "\n".join([head, *comments, *cell_comments(puzzle, "* "), *text, ""])


def _sums_of(puzzle: Puzzle, format: str) -> tuple[list[Constraint], int]:
    """Return the constraints of a puzzle, and the number of their variables.

    Raises:
        CannotHold: they have too many terms; the message begins with the format.
    """
    from nonosat.certificates.formula import cell_variables

    variables = cell_variables(puzzle)
    width = puzzle.width
    rows = [variables[start : start + width] for start in range(0, len(variables), width)]
    number = count(1 + sum(map(len, variables)))
    found: list[Constraint] = []
    terms = 0
    for clue, cells in zip(puzzle.clues, [*rows, *map(list, zip(*rows, strict=True))], strict=True):
        for one in _line(clue, cells, number):
            terms += len(one[0])
            found.append(one)
            if terms > MAX_TERMS:
                raise CannotHold(f"{format}: the model has more than {MAX_TERMS:,} terms")
    return found, next(number) - 1


def _line(
    clue: Clue, cells: Sequence[Mapping[int, int]], number: Iterator[int]
) -> Iterator[Constraint]:
    """The constraints of one line; `cells` are the variables of each cell, by ink.

    All lengths are known: the format does not hold others.
    """
    # Where each block starts at the earliest; it can start at `room` further places.
    steps = (one.least + (one.color == two.color) for one, two in pairwise(clue))
    first = list(accumulate(steps, initial=0))[: len(clue)]
    room = len(cells) - first[-1] - clue[-1].least if clue else 0
    starts = [[next(number) for _ in range(room + 1)] for _ in clue]
    for places in starts:
        yield [(1, x) for x in places], "= 1"
    for before, after in pairwise(starts):
        for i in range(room):
            yield [(-1, x) for x in chain(after[: i + 1], before[i + 1 :])], ">= -1"
    for at, options in enumerate(cells):
        covers: dict[int, list[tuple[int, int]]] = {ink: [] for ink in options}
        for block, earliest, places in zip(clue, first, starts, strict=True):
            low, high = max(0, at - earliest - block.least + 1), max(0, at - earliest + 1)
            covers.setdefault(block.color, []).extend((1, x) for x in places[low:high])
        for ink, sums in covers.items():
            cell = [(-1, options[ink])] if ink in options else []
            if sums or cell:
                yield [*sums, *cell], "= 0"


OPB_TITLE = "* nonosat-opb 1: the solutions of these constraints are the pictures of a nonogram"
OPB = clue_comments.model_format(OPB_TITLE, "* ", _opb_model, Holds(0))


def _cplex_model(puzzle: Puzzle, comments: list[str]) -> str:
    sums, variables = _sums_of(puzzle, "cplex")
    text = [*comments, *cell_comments(puzzle, "\\ "), "Minimize", " nothing: 0 x1", "Subject To"]
    for at, (terms, relation) in enumerate(sums, 1):
        added = [f"{'+' if by > 0 else '-'} x{x}" for by, x in terms]
        text += _lines([f"c{at}:", *added, relation])
    if not sums:  # glpsol refuses a program without a constraint
        text += [" c0: x1 <= 1"]
    return "\n".join(
        [*text, "Binary", *_lines([f"x{x}" for x in range(1, max(1, variables) + 1)]), "End", ""]
    )


def _lines(words: Sequence[str]) -> Iterator[str]:
    """Yield lines of a few words: some solvers cut long ones."""
    return (" " + " ".join(words[at : at + 16]) for at in range(0, len(words), 16))


# Other formats have .lp, too, so --to cplex chooses this one.
CPLEX_TITLE = "\\ nonosat-cplex 1: the solutions of this program are the pictures of a nonogram"
CPLEX = clue_comments.model_format(CPLEX_TITLE, "\\ ", _cplex_model, Holds(0))

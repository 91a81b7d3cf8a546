"""cplex: the integer program of `opb` in CPLEX LP, for any solver of linear programs.

Other formats have ``.lp``, too, so ``--to cplex`` chooses this one. Only the comments are read, which
begin with a backslash; see `clue_comments`.
"""

from collections.abc import Iterator, Sequence

from nonosat.formats.base import Holds
from nonosat.formats.models import clue_comments
from nonosat.formats.models.cnf import cell_comments
from nonosat.formats.models.opb import sums_of
from nonosat.model import Puzzle


def _model(puzzle: Puzzle, comments: list[str]) -> str:
    sums, count = sums_of(puzzle, "cplex")
    text = [*comments, *cell_comments(puzzle, "\\ "), "Minimize", " nothing: 0 x1", "Subject To"]
    for at, (terms, relation) in enumerate(sums, 1):
        added = [f"{'+' if by > 0 else '-'} x{x}" for by, x in terms]
        text += _lines([f"c{at}:", *added, relation])
    if not sums:  # glpsol refuses a program without a constraint
        text += [" c0: x1 <= 1"]
    return "\n".join(
        [*text, "Binary", *_lines([f"x{x}" for x in range(1, max(1, count) + 1)]), "End", ""]
    )


def _lines(words: Sequence[str]) -> Iterator[str]:
    """Yield lines of a few words: some solvers cut long ones."""
    return (" " + " ".join(words[at : at + 16]) for at in range(0, len(words), 16))


TITLE = "\\ nonosat-cplex 1: the solutions of this program are the pictures of a nonogram"
CPLEX = clue_comments.model_format(TITLE, "\\ ", _model, Holds(0))

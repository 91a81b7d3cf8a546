"""``nonosat count``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from nonosat.all_solutions.counting import Count, CountSearch, digits
from nonosat.batch.outcome import Outcome
from nonosat.batch.questions import Question, columns_with
from nonosat.cli.ask import ask
from nonosat.cli.check_options import MANY, CheckOptions, take_options
from nonosat.cli.output import no_solution, say
from nonosat.result import Verdict

LARGE = 15
"""Digits of the largest number that is printed without its rough size."""
MANY_PARTS = 12
"""The most independent parts that are named, the largest first."""


def count(context: typer.Context, **given: Any) -> Sequence[int]:
    """Count the solutions of each puzzle without listing them.

    Without PATH and clues it asks for them on a terminal. When --limit ends the count, the number
    is a lower bound.

    Examples:

      nonosat count --rows "1;1;1;1" --cols "1;1;1;1"

      nonosat count puzzle.non --limit 60 --json

      nonosat count puzzle.non --known begun.txt

      nonosat count collection.jsonl --jobs 2 --limit 60 -o counts.csv --resume
    """

    return ask(QUESTION, CheckOptions(**given), context.obj)


take_options(count, f"{MANY} backend known")


def roughly(number: int) -> str:
    """The number in full, and its rough size if it has many digits.

    >>> roughly(24), roughly(2432902008176640000)
    ('24', '2432902008176640000 (about 2.43e18)')
    """
    full = digits(number)
    if len(full) <= LARGE:
        return full
    return f"{full} (about {full[0]}.{full[1:3]}e{len(full) - 1})"


def _show(outcome: Outcome, known: str | None) -> None:
    """Print the number, or why it is only a bound."""
    result: Count = outcome.result
    noun = "solution" if result.number == 1 else "solutions"
    if result.exact and not result.number:
        what = no_solution(known)
    else:
        what = f"{'exactly' if result.exact else 'at least'} {roughly(result.number)} {noun}"
    reason = f" ({outcome.ending})" if outcome.ending else ""
    line = f"{what}{reason}, {result.seconds:.3f} s"
    if len(result.parts) > 1:
        largest = sorted(result.parts, reverse=True)
        named = ", ".join(map(str, largest[:MANY_PARTS])) + (
            ", ..." if len(largest) > MANY_PARTS else ""
        )
        line += f" ({len(largest)} independent parts of {named} cells)"
    say(line)


def _word(row: dict[str, Any]) -> str:
    if row["exact"]:
        return "none" if row["number"] == "0" else "counted"
    return "unknown" if row["number"] == "0" else "at least"


QUESTION = Question(
    "count",
    f"{__name__}:QUESTION",
    lambda puzzle, backend, limits, known: CountSearch(
        puzzle, backend=backend, limits=limits, known=known
    ),
    lambda puzzle, backend: Count(puzzle, 0, False),
    columns_with(
        *("source", "position", "title", "remarks", "height", "width", "colors"),
        number=str,
        exact=bool,
        parts=list,
        decided=int,
        seconds=float,
    ),
    "number",
    _word,
    {
        "counted": Verdict.UNIQUE,
        "none": Verdict.NONE,
        "unknown": Verdict.UNKNOWN,
        "at least": Verdict.UNKNOWN,
    },
    show=_show,
)

"""``nonosat count``."""

from functools import partial
from typing import Any

import typer

from nonosat.ask.all_solutions.counting import Count, CountSearch, count_line
from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.marks import with_marks
from nonosat.cli.output import no_solution, say
from nonosat.run.questions import Question, columns_with
from nonosat.run.rows import Row
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.columns import Whole
from nonosat.solving.result import Verdict


def count(
    context: typer.Context,
    paths: options.Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: options.Jobs = None,
    output: options.RowsFile = None,
    resume: options.Resume = False,
    force: options.Force = False,
) -> list[int]:
    """Count the solutions of each puzzle without listing them.

    Without PATH and clues it opens an editor for them on a terminal. When --limit ends the count, the number
    is a lower bound.

    Examples:

      nonosat count --rows "1;1;1;1" --cols "1;1;1;1"

      nonosat count puzzle.non --limit 60 --json

      nonosat count puzzle.non --known begun.txt

      nonosat count collection.jsonl --jobs 2 --limit 60 -o counts.csv --resume
    """
    paths, known = with_marks(paths, known, from_)
    show = partial(_show, none=no_solution(known))
    return ask(QUESTION, context, show, instead={"paths": paths, "known": known})


def _show(row: Row, none: str) -> None:
    """Print the number, or why it is only a bound; `none` if there is no solution."""
    say(count_line(row.result, none, row.ending))


def _word(row: dict[str, Any]) -> str:
    if row["number"] == 0:
        return "none" if row["exact"] else "unknown"
    return "counted" if row["exact"] else "at least"


QUESTION = Question(
    "count",
    f"{__name__}:QUESTION",
    CountSearch,
    lambda puzzle, backend: Count(puzzle, 0, False),
    columns_with(
        *("source", "position", "title", "remarks", "height", "width", "colors"),
        number=Whole,
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
)

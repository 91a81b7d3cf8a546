"""``nonosat rate``."""

from typing import Annotated, Any

import typer

from nonosat.ask.explain.difficulty import Rating, RatingSearch
from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.output import say
from nonosat.model import puzzle_name
from nonosat.run.questions import Question, columns_with
from nonosat.run.rows import Row
from nonosat.solving.result import Verdict
from nonosat.words import plural

NAME = 32
"""Characters for the name of a puzzle."""


def rate(
    context: typer.Context,
    paths: options.Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = 60.0,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: options.Jobs = None,
    output: options.RowsFile = None,
    resume: options.Resume = False,
    force: options.Force = False,
    sort: Annotated[
        bool,
        typer.Option("--sort", help="Print the easiest first, puzzles without a rating last."),
    ] = False,
) -> list[int]:
    """Rate how hard puzzles are for people.

    Print one line per puzzle: name, size, stars, score, the hardest means needed (lines, trial,
    deep trial, guessing), the passes over the whole puzzle, the hardest rule, and the helpful lines
    of the pass that has the fewest. The size of a puzzle does not count: a large puzzle is long,
    not hard. A puzzle that is not proved to have one solution has no rating.

    Exit code 0 means that every puzzle has a rating.

    Examples:

      nonosat rate puzzle.non

      nonosat rate collection.jsonl --sort --limit 10

      nonosat rate puzzles --json

      nonosat rate collection.jsonl --jobs 2 -o ratings.csv --resume
    """
    return ask(QUESTION, context, _show, titled=False)


def _show(row: Row) -> None:
    rating: Rating = row.result
    name = f"{puzzle_name(row.source, row.position):<{NAME}} {row.size:>7}"
    if rating.stars is None or rating.score is None:
        say(f"{name}  no rating: {row.ending or rating.why_not}")
        return
    assert rating.kind is not None
    passes = plural(rating.rounds or 0, "pass", "passes")
    stars = "*" * rating.stars
    facts = f"{stars:<5} {rating.score:5.2f}  {rating.kind.value:<10}  {passes:>9}"
    if rating.hardest != rating.kind.value and rating.bottleneck:
        lines = plural(rating.bottleneck, "helpful line")
        facts += f"; hardest rule: {rating.hardest}; never fewer than {lines}"
    say(f"{name}  {facts}")


def _word(row: dict[str, Any]) -> str:
    if row["verdict"] == Verdict.UNIQUE:
        return "rated" if row["score"] is not None else Verdict.UNKNOWN.value
    return str(row["verdict"])


QUESTION = Question(
    "rate",
    f"{__name__}:QUESTION",
    lambda puzzle, backend, limits, known, goals: RatingSearch(puzzle, limits=limits, goals=goals),
    lambda puzzle, backend: Rating(Verdict.UNKNOWN),
    columns_with(
        *("source", "position", "title", "remarks", "height", "width"),
        **{"verdict": str, "class": str, "rounds": int, "hardest": str, "bottleneck": int},
        **{"score": float, "stars": int, "decided": int},
    ),
    "verdict",
    _word,
    {"rated": Verdict.UNIQUE} | {verdict.value: verdict for verdict in [*Verdict][1:]},
    takes_pictures=True,
)

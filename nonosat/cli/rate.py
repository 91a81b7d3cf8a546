"""``nonosat rate``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from nonosat.cli import options
from nonosat.cli.exit_codes import code_of_rating
from nonosat.cli.output import report_errors, say, say_json
from nonosat.cli.progress import Watch
from nonosat.cli.puzzles import PuzzleFiles
from nonosat.explain.difficulty import Rating
from nonosat.explain.difficulty import rate as rate_puzzle
from nonosat.limits import Limits
from nonosat.model import Named
from nonosat.render.words import plural, stars_and_score

NAME = 32
"""Characters for the name of a puzzle."""


def rate(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, directories, globs, or - for stdin."),
    ],
    sort: Annotated[
        bool,
        typer.Option("--sort", help="Print the easiest first, puzzles without a rating last."),
    ] = False,
    limit: options.Limit = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
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
    """
    codes = list[int]()
    with report_errors(lambda: codes):
        files = PuzzleFiles(paths, from_)
        puzzles = (it.clues_only() if clues_only else it for it in files.readable())
        rated = _rate_each(puzzles, limit)
        if sort:
            rated = iter(sorted(rated, key=lambda it: (it[1].score is None, it[1].score)))
        for it, rating in rated:
            codes.append(code_of_rating(rating))
            if as_json:
                size = {"height": it.sheet.puzzle.height, "width": it.sheet.puzzle.width}
                say_json(it.facts | size | rating.to_dict())
            else:
                say(_rating_line(it, rating))
    return [*codes, *files.codes]


def _rate_each(puzzles: Iterable[Named], limit: float | None) -> Iterator[tuple[Named, Rating]]:
    with Watch() as watch:
        for done, it in enumerate(puzzles):
            watch.at(it.name, done)
            rating = rate_puzzle(it.sheet.puzzle, limits=Limits(limit))
            watch.hide()
            yield it, rating


def _rating_line(it: Named, rating: Rating) -> str:
    puzzle = it.sheet.puzzle
    name = f"{it.name:<{NAME}}"
    size = f"{puzzle.width}x{puzzle.height}"
    if rating.stars is None or rating.score is None:
        return f"{name} {size:>7}  no rating: {rating.why_not}"
    assert rating.kind is not None
    stars = stars_and_score(rating.stars, rating.score)
    passes = plural(rating.rounds or 0, "pass", "passes")
    facts = f"{stars}  {rating.kind.value:<10}  {passes:>9}"
    if rating.hardest == rating.kind.value or not rating.bottleneck:
        return f"{name} {size:>7}  {facts}"
    lines = plural(rating.bottleneck, "helpful line")
    return f"{name} {size:>7}  {facts}; hardest rule: {rating.hardest}; never fewer than {lines}"

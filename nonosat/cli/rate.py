"""``nonosat rate``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import typer

from nonosat.cli.options import FromOption, JsonOption, LimitOption, label
from nonosat.cli.output import complain, exit_with, reported, say, say_json
from nonosat.cli.progress import Watch
from nonosat.explain.difficulty import Rating
from nonosat.explain.difficulty import rate as rate_puzzle
from nonosat.files import Found, walk
from nonosat.model import Sheet
from nonosat.render.words import plural
from nonosat.result import Limits

NAME = 32
"""Characters for the name of a puzzle."""


class Rated(NamedTuple):
    """A puzzle of a file, and how hard it is."""

    source: str
    position: int
    sheet: Sheet
    rating: Rating


def rate(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, directories, globs, or - for stdin."),
    ],
    sort: Annotated[
        bool, typer.Option("--sort", help="Print the easiest first, and in the end what has none.")
    ] = False,
    limit: LimitOption = None,
    as_json: JsonOption = False,
    from_: FromOption = None,
) -> None:
    """Tell how hard puzzles are for people.

    Prints a line a puzzle: name, size, stars, score, what it takes (lines, trial, deep trial,
    guessing), how many rounds over the whole puzzle, the hardest rule, and how many lines give
    something where that is hardest to find. The size of a puzzle does not count: a large puzzle is
    long, not hard. A puzzle that is not proved to have one solution has no rating.

    Exit code 0 means: every puzzle has a rating.

    Examples:

      nonosat rate puzzle.non

      nonosat rate collection.jsonl --sort --limit 10

      nonosat rate puzzles --json
    """
    with reported():
        codes = list[int]()
        rated: Iterable[Rated] = _rated(paths, from_, limit, codes)
        if sort:
            rated = sorted(rated, key=lambda it: (it.rating.score is None, it.rating.score))
        for it in rated:
            codes.append(it.rating.exit_code)
            if as_json:
                facts = {"source": it.source, "position": it.position}
                size = {"height": it.sheet.puzzle.height, "width": it.sheet.puzzle.width}
                title = {"title": it.sheet.title or None}
                say_json(facts | title | size | it.rating.to_dict())
            else:
                say(line_of(it))
        exit_with(codes)


def _rated(
    paths: list[str], from_: str | None, limit: float | None, codes: list[int]
) -> Iterator[Rated]:
    """Rate one puzzle after another; complain about what cannot be read."""
    with Watch() as watch:
        for done, item in enumerate(
            found for found in walk(paths, from_) if isinstance(found, Found)
        ):
            if item.sheet is None:
                assert item.error is not None
                complain(item.error)
                codes.append(item.error.exit_code)
                continue
            watch.at(label(item.source, item.position, item.position > 1), done)
            rating = rate_puzzle(item.sheet.puzzle, limits=Limits(limit))
            watch.hide()
            yield Rated(item.source, item.position, item.sheet, rating)


def line_of(it: Rated) -> str:
    """What is said of a puzzle in one line."""
    puzzle, rating = it.sheet.puzzle, it.rating
    name = f"{label(it.source, it.position, it.position > 1):<{NAME}}"
    size = f"{puzzle.width}x{puzzle.height}"
    if rating.stars is None:
        return f"{name} {size:>7}  no rating: {rating.why_not}"
    assert rating.kind is not None
    stars = "*" * rating.stars
    rounds = plural(rating.rounds or 0, "round")
    facts = f"{stars:<5} {rating.score:5.2f}  {rating.kind.value:<10}  {rounds:>10}"
    if rating.hardest == rating.kind.value:
        return f"{name} {size:>7}  {facts}"
    lines = plural(rating.bottleneck or 0, "line")
    return f"{name} {size:>7}  {facts}  {rating.hardest}, at worst {lines} to go on with"

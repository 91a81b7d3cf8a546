"""``nonosat generate``."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from nonosat.cli import options
from nonosat.cli.completion import family_names
from nonosat.cli.convert import write_folder
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import Interruptible, complain
from nonosat.cli.progress import Watch
from nonosat.cli.writing import complain_of_losses, output_format, save, with_credits
from nonosat.errors import CannotHold, LimitReached, UsageError
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.generators import FAMILIES, make_many
from nonosat.generators.families import NO_WISHES, USUAL_LIMITS, plan, rarity
from nonosat.generators.wishes import Wishes
from nonosat.limits import Limits
from nonosat.model import MAX_SIDE, Puzzle, Sheet, SourcedSheet
from nonosat.model.sheet import TYPED

EASY = 40
"""Cells a side of the largest puzzle that is made easy if nothing else was asked for."""
_SIZE = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?\Z")


def generate(
    family: Annotated[
        str | None,
        typer.Argument(
            metavar="[FAMILY]",
            autocompletion=family_names,
            help=f"One of: {', '.join(FAMILIES)}. Without one, a wish chooses it.",
        ),
    ] = None,
    size: Annotated[str | None, options.SIZE] = None,
    density: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Share of inked cells, such as .5, 50% or .5-.55."),
    ] = None,
    colors: Annotated[int | None, options.COLORS] = None,
    seed: options.Seed = 0,
    count: Annotated[
        int, typer.Option("-n", "--count", metavar="N", min=1, help="How many to find or make.")
    ] = 1,
    unique: Annotated[
        bool, typer.Option("--unique", help="Only puzzles that have exactly one solution.")
    ] = False,
    stars: Annotated[
        str | None,
        typer.Option(metavar="N[-M]", help="Stars of rate, such as 3 or 2-4."),
    ] = None,
    needs: Annotated[
        str | None,
        typer.Option(metavar="HOW", help="Hardest method needed: line, probing or guessing."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="THING", help="A thing to draw, such as owl (family icon), or a word (text)."
        ),
    ] = None,
    limit: options.Limit = USUAL_LIMITS.seconds,
    output: Annotated[
        str,
        options.output("Write here; - is stdout. If a folder, a file per puzzle.", "FILE|DIR/"),
    ] = "-",
    force: options.Force = False,
    title: options.Title = None,
    author: options.Author = None,
    copyright: options.Copyright = None,
    to: options.To = None,
) -> None:
    """Make puzzles of a family, the same for the same seed.

    JSON lines go to stdout unless -o or --to say otherwise. With a wish, puzzles are
    made until one meets it; what was found before the limit or Ctrl-C is kept. Without family, wish
    and density, one of up to 40 cells a side is unique, and solvable line by line.

    Examples:

      nonosat generate random --size 15 --density 60% --unique

      nonosat generate --size 15 --stars 3

      nonosat generate --name owl --size 20 -o owl.non

      nonosat generate patches --size 30x20 --colors 5 --needs line -o patches.non

      nonosat generate tournament --count 1000 --seed 7 -o set.taai
    """
    if family is not None and _SIZE.match(family):
        raise UsageError(f"the size is an option: --size {family}")
    share = _range("--density", density, _share)
    some = share if share and share[0] != share[1] else None
    wishes = Wishes(unique, _range("--stars", stars, int), needs, some)
    shape = None if size is None else _parse_size(size)
    plain = all(given is None for given in (family, name, density, colors))
    if plain and wishes == NO_WISHES:
        wishes = Wishes(needs="line") if max(shape or (0,)) <= EASY else NO_WISHES
    advice = family and "; without a family and --density, the wish chooses what suits it"
    if family is None and name is None:
        complain("without a family this is noise; `nonosat generate icon` draws things")
    folder = bool(output) and (output.endswith(("/", os.sep)) or os.path.isdir(output))
    target, piped = ("-", "json") if folder else (output, "jsonl")
    form = output_format(target, to, piped, force=force, folders=True)
    usual = share[0] if share and not some else None
    family, recipe = plan(family, wishes, shape, usual, colors, seed, count, name)
    if wishes.unique and (rare := rarity(family, recipe)):
        complain(rare)
    if count > 1 and not folder and Holds.SEVERAL not in make_format(form).holds:
        raise CannotHold(f"{form} holds one puzzle per file, not {count}")  # before the work

    sheets: list[Sheet] = []
    failure = None
    with Interruptible() as work, Watch(limit=None if wishes == NO_WISHES else limit) as watch:
        watch.at(f"{family} 1 of {count}")
        try:
            for made in make_many(family, recipe, wishes, Limits(limit)):
                sheets.append(with_credits(made, title, author, copyright))
                watch.at(f"{family} {len(sheets) + 1} of {count}", len(sheets))
        except LimitReached as err:
            failure = err
    work.report_stop(sheets)
    if sheets:
        if folder:
            named = [(Path(sheet.id), [SourcedSheet(sheet, TYPED)]) for sheet in sheets]
            write_folder(named, output, form, force)
        else:
            save(sheets, output, form, force)
        blank = Sheet(Puzzle.of([[]], [[]]))  # only what the user gave is worth a complaint
        complain_of_losses(form, [with_credits(blank, title, author, copyright)])
    if work.interrupted:
        raise typer.Exit(INTERRUPTED)
    if failure is not None:
        complain(f"{failure}{advice or ''}")
        raise typer.Exit(code_of(failure))


def _parse_size(text: str) -> tuple[int, int]:
    match = _SIZE.match(text)
    if match is None:
        raise UsageError(
            f"--size {text!r}: give a side up to {MAX_SIDE}, or width x height such as 30x20"
        )
    width, height = match.groups()
    return int(height or width), int(width)


def _share(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def _range(option: str, text: str | None, number: Callable[[str], int | float]) -> Any:
    """Return an option such as 2-4 or 3 as a pair of numbers; None if it was not given."""
    if text is None:
        return None
    try:
        least, *most = text.split("-")
        return number(least), number(*most or [least])
    except (TypeError, ValueError):
        raise UsageError(f"{option} {text!r}: expected a number, or a range such as 2-4") from None

"""``nonosat backends`` and ``nonosat formats``: the tables, printed."""

from typing import Annotated

import typer

from nonosat.cli.completion import format_names
from nonosat.cli.output import complain, say
from nonosat.errors import MissingExtra, UsageError
from nonosat.formats import FORMATS, foreign_formats, make_format
from nonosat.solving.backends import (
    BACKENDS,
    engines_of,
    foreign_backends,
    make_backend,
    variants_of,
)


def backends() -> None:
    """List the ways of solving, and the engines and models of those that have several.

    Backends of other packages come last.
    """
    for entry in BACKENDS:
        mark = "  (default)" if entry.name == BACKENDS.default else ""
        try:
            choices = engines_of(entry.name) | variants_of(entry.name)
        except MissingExtra as err:
            say(f"{entry.name:<12}{entry.about}  (not installed: {err})")
            continue
        say(f"{entry.name:<12}{entry.about}{mark}")
        for choice, about in choices.items():
            say(f"  {entry.name}:{choice:<14}{about}")
    for entry in foreign_backends().values():
        try:
            make_backend(entry.name)
        except UsageError as err:
            complain(err)
        else:
            say(f"{entry.name:<12}{entry.target}  {entry.about}")


def formats(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Show this format.", autocompletion=format_names),
    ] = None,
) -> None:
    """List the file formats, and what each of them can hold.

    With NAME, show an example of that format, what it holds, and what is lost in it.
    """
    if name is None:
        for entry in (*FORMATS, *foreign_formats().values()):
            say(f"{entry.name:<12} {' '.join(entry.suffixes):<22} {entry.about}")
            say(f"{'':<35} holds: {', '.join(make_format(entry.name).holds.words)}")
        return
    from nonosat.formats.described import describe_format, example  # makes puzzles

    told = describe_format(name)
    say(f"{name}: {told.about}")
    for what, fact in told.lines():
        say(f"{what + ':':<20}{fact}")
    text = example(name)
    if text:
        say("", *text.splitlines())

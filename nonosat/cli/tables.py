"""``nonosat backends`` and ``nonosat formats``: the tables, printed."""

from __future__ import annotations

from nonosat.backends import BACKENDS, engines_of, variants_of
from nonosat.cli.output import reported, say
from nonosat.errors import MissingExtra
from nonosat.formats import FORMATS, make_format


def backends() -> None:
    """List the ways of solving, and the engines and models of those that have several."""
    with reported():
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


def formats() -> None:
    """List the file formats that are read and written, and what each has a place for."""
    with reported():
        for entry in FORMATS:
            say(f"{entry.name:<8} {' '.join(entry.suffixes):<22} {entry.about}")
            say(f"{'':<31} holds: {', '.join(make_format(entry.name).holds.words)}")

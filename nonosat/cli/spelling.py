"""Words that are not ours: what typer says of them, with the word of ours where people often type another."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS = {
    "backends": "solvers engines models",
    "bench": "benchmark compare",
    "book": "pdf booklet print",
    "certify": "prove proof certificate",
    "check": "validate test unique uniqueness lint batch report",
    "conflict": "typo debug errors mistakes",
    "convert": "export import transform merge",
    "count": "enumerate solutions",
    "generate": "create make new random",
    "hint": "next tip",
    "image": "photo digitize picture",
    "rate": "difficulty grade score stars",
    "repair": "fix mend",
    "show": "draw render view display info inspect cat png svg",
    "site": "website publish html",
    "solve": "solution answer",
    "steps": "explain walkthrough trace",
    "web": "play open serve server gui edit",
}
OPTIONS = {
    "-b": "--solver --engine --algorithm",
    "-n": "--max --max-solutions --solutions --number --count",
    "-o": "--out --save --outfile --export --csv --pdf --svg --png --html --format",
    "--cores": "--threads --workers --processes",
    "--external": "--program --command --solver",
    "--force": "--overwrite --replace --yes",
    "--from": "--input-format --reader",
    "--jobs": "--threads --workers --processes --parallel",
    "--json": "--verbose --stats --debug",
    "--known": "--grid --partial --state --marks",
    "--limit": "--timeout --time --time-limit --max-time --seconds",
    "--page": "--paper --page-size",
    "--repeats": "--runs --iterations",
    "--size": "--width --height --cols --columns --dimensions",
    "--solution": "--answer --solved",
    "--to": "--format --output-format --type",
}
"""Ours, and words that are typed for them and are not spelled like them."""


class Command(TyperCommand):
    """A command that takes ``-limit`` for ``--limit`` and knows other words for its options."""

    def __init__(self, *args: Any, help: str | None = None, **settings: Any) -> None:
        # Each paragraph is one line, to be wrapped as wide as the terminal is.
        super().__init__(*args, help=re.sub(r"(?<=\S)\n(?=\S)", " ", help or ""), **settings)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as typer does."""
        ours = {opt for param in self.params for opt in param.opts}
        end = args.index("--") if "--" in args else len(args)
        before = zip(["", *args], args[:end], strict=False)
        words = [_spelled(word, ours) if last not in ours else word for last, word in before]
        try:
            return super().parse_args(ctx, [*words, *args[end:]])
        except Exception as caught:
            err: Any = caught
            if hasattr(err, "possibilities"):
                err.possibilities = _meant(err.option_name, OPTIONS, ours)
            raise


def _meant(word: str, others: Mapping[str, str], ours: Iterable[str]) -> list[str]:
    """Return the words of ours that are meant by another, or are spelled nearly like it."""
    from difflib import get_close_matches  # only mistakes need it

    found = [one for one in others if one in ours and word in others[one].split()]
    return found or get_close_matches(
        word, [*ours], 2, 0.75
    )  # typer's .6 takes --format for --force


def _spelled(word: str, ours: set[str]) -> str:
    """Return ``-limit`` as ``--limit``, and ``-o=FILE`` as ``-oFILE``."""
    name, sign, value = word.partition("=")
    if word[:1] == "-" and f"-{name}" in ours:
        return f"-{word}"
    return name + value if sign and len(name) == 2 and name in ours else word


class Group(TyperGroup):
    """The commands; ``nonosat help COMMAND`` prints its help."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command as typer does, by another word, too, to say which is ours."""
        if args[0] == "help":
            args = [*args[1:], "--help"]
            if len(args) == 1:
                typer.echo(ctx.get_help())
                ctx.exit()
        try:
            return super().resolve_command(ctx, args)
        except Exception as caught:
            err: Any = caught
            said = f"no command {args[0]}"
            meant = [
                shlex.join(["nonosat", one, *args[1:]])
                for one in _meant(args[0], COMMANDS, self.commands)
            ]
            err.message = (
                f"{said}: `{'`, `'.join(meant)}`"
                if meant
                else f"{said}; commands: {', '.join(self.commands)}"
            )
            raise

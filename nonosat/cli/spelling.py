"""Words that are not ours: what typer says of them, with the word of ours that people most often mean."""

import re
import shlex
from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from nonosat.errors import UsageError

WORDS = {
    # commands
    "create": "generate", "difficulty": "rate", "draw": "show", "explain": "steps", "export": "convert",
    "fix": "repair", "pdf": "book", "photo": "image", "play": "web", "print": "show",
    "proof": "certify", "report": "check", "solvers": "backends", "typo": "conflict", "validate": "check",
    # options; of several, those that the command has
    "--all": "-n", "--col": "--cell", "--csv": "-o", "--engine": "-b",
    "--format": "-o --to", "--html": "--report -o", "--jobs": "--cores", "--latex": "-o",
    "--marks": "--known", "--max": "-n", "--method": "--threshold", "--only": "-q", "--out": "-o",
    "--overwrite": "--force", "--pdf": "-o", "--plot": "-o", "--row": "--cell", "--solver": "--external -b",
    "--sort": "--order", "--stats": "--json", "--threads": "--cores --jobs", "--timeout": "--limit",
    "--verbose": "--json", "--width": "--size", "--workers": "--cores --jobs",
}  # fmt: skip
"""Words that are typed, and ours, which are not spelled like them."""


class Command(TyperCommand):
    """A command that takes ``-limit`` for ``--limit``, and refuses a second value for one option."""

    def __init__(self, *args: Any, help: str | None = None, **settings: Any) -> None:
        # Each paragraph is one line, to be wrapped as wide as the terminal is.
        super().__init__(*args, help=re.sub(r"(?<=\S)\n(?=\S)", " ", help or ""), **settings)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as typer does.

        Raises:
            UsageError: an option that takes one value is given twice.
        """
        ours = {opt for param in self.params for opt in param.opts}
        end = args.index("--") if "--" in args else len(args)
        words = list[str]()
        for word in args[:end]:
            name, sign, value = word.partition("=")
            if words and words[-1] in ours:  # it is the value of an option
                words.append(word)
            elif word[:1] == "-" and f"-{name}" in ours:
                words.append(f"-{word}")
            else:  # -o=FILE is -oFILE
                words.append(name + value if sign and len(name) == 2 and name in ours else word)
        words += args[end:]
        try:
            given: list[Any] = self.make_parser(ctx).parse_args([*words])[2]
            for param in given:
                if given.count(param) > 1 and not (param.multiple or param.is_flag):
                    raise UsageError(f"{param.opts[-1]} is given twice; it takes one value")
            return super().parse_args(ctx, words)
        except Exception as caught:
            err: Any = caught
            if hasattr(err, "possibilities"):
                err.possibilities = _meant(err.option_name, ours)
            raise


def _meant(word: str, ours: Iterable[str]) -> list[str]:
    """Return our words that a typed word means, or that are spelled nearly like it."""
    from difflib import get_close_matches  # only mistakes need it

    for other in WORDS.get(word, "").split():
        if other in ours:
            return [other]
    # With typer's own share, .6, --format would be taken for --force.
    return get_close_matches(word, [*ours], 2, 0.75)


class Group(TyperGroup):
    """The commands; ``nonosat help COMMAND`` prints its help."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command as typer does; for another word, the error names the one that is meant."""
        if args[0] == "help":
            args = [*args[1:], "--help"]
            if len(args) == 1:
                typer.echo(ctx.get_help())
                ctx.exit()
        try:
            return super().resolve_command(ctx, args)
        except Exception as caught:
            err: Any = caught
            meant = _meant(args[0], self.commands)
            others = " or ".join(f"`{shlex.join(['nonosat', one, *args[1:]])}`" for one in meant)
            all_of = f"commands: {', '.join(self.commands)}"
            err.message = f"no command {args[0]}; {f'try {others}' if meant else all_of}"
            raise

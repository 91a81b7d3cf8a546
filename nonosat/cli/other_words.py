"""Words that people type instead of ours: what stands for them here, and spellings that are accepted."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from nonosat.errors import UsageError

ROWS = "-o NAME.csv writes one row per puzzle"
REPORT = "`nonosat bench report results.jsonl -o table.{}` makes it from the saved runs"
COMMANDS = {
    "check": "validate test unique lint",
    "repair": "fix mend",
    "show": "print draw render view display export-pdf",
    "rate": "difficulty grade",
    "convert": "export transform encode",
    "steps": "explain walkthrough",
    "image": "photo digitize picture",
    "generate": "create make new random",
    "bench": "benchmark compare",
    "book": "pdf booklet",
    "web": "play serve server gui edit",
    "count": "enumerate solutions",
    "conflict": "typo debug",
    "blot": "hide",
    "verify": "proof",
}
"""Ours -> theirs."""
OPTIONS: dict[str, dict[str, str]] = {
    "--csv": {"bench": REPORT.format("csv"), "convert": "--to csv", "*": ROWS},
    "--html": {
        "check": "--report FILE.html",
        "bench": REPORT.format("html"),
        "steps": "`nonosat show FILE --solution -o steps.html`",
        "*": "-o FILE.html",
    },
    "--pdf": {"*": "-o FILE.pdf"},
    "--latex": {"*": REPORT.format("tex")},
    "--tex": {"*": REPORT.format("tex")},
    "--plot": {"*": "`nonosat bench report results.jsonl --plots FOLDER` draws the saved runs"},
    "--format": {
        "check": "the suffix of -o FILE chooses the format; --json prints JSON lines; docs/install.md "
        "shows the GitHub action",
        "bench": REPORT.format("csv"),
        "*": "--from FORMAT to read, --to FORMAT or the suffix of -o FILE to write",
    },
    "--only": {"*": "--copy-to FILE keeps the unique puzzles; -o NAME.csv has all verdicts"},
    "--sort": {"book": "--order difficulty", "*": f"{ROWS}, to be sorted by a spreadsheet"},
    "--strict": {"*": "the exit code is 0 only if every puzzle is unique"},
    "--width": {"*": "--size WIDTHxHEIGHT, or --size 30 for the longer side"},
    "--height": {"*": "--size WIDTHxHEIGHT"},
    "--timeout": {"*": "--limit SECONDS"},
    "--time": {"*": "--limit SECONDS"},
    "--threads": {"bench": "--cores 0 measures on one processor", "*": "--jobs N"},
    "--workers": {"*": "--jobs N"},
    "--processes": {"*": "--jobs N"},
    "--jobs": {"bench": "bench measures one run after the other; --cores 0,1 uses two processors"},
    "--memory": {"*": "`ulimit -v` or a container bounds the memory; bench has --memory MB"},
    "--repeat": {"*": "--repeats N"},
    "--warmup": {"*": "--warm-up N"},
    "--backends": {"*": "-b NAME, once for each backend"},
    "--solver": {"bench": "--external NAME='COMMAND {file}'", "*": "-b NAME"},
    "--engine": {"*": "-b NAME"},
    "--group": {"*": "`nonosat bench report results.jsonl --by size` groups the saved runs"},
    "--all": {"*": "-n all"},
    "--max": {"count": "count counts all; `nonosat solve FILE -n 1000` stops at 1000", "*": "-n N"},
    "--approx": {"*": "at --limit, count says how many there are at least"},
    "--verbose": {"*": "--json has the counters, seconds and backend"},
    "--stats": {"*": "--json has the counters, seconds and backend"},
    "--debug": {"*": "--json has the counters, seconds and backend"},
    "--progress": {"*": "progress is shown after a second, if stderr is a terminal"},
    "--row": {"*": "--cell ROW,COLUMN"},
    "--col": {"*": "--cell ROW,COLUMN"},
    "--symmetric": {"*": "`nonosat generate symmetric`"},
    "--output-dir": {"*": "-o FOLDER/"},
    "--recursive": {"*": "folders are always searched with their subfolders"},
    "--quiet": {"*": ">/dev/null hides what is printed"},
    "-o": {"site": "`nonosat site FOLDER` writes the page into FOLDER"},
}
"""Theirs -> what to type here, by command; * is every other command that lacks the option."""


class Command(TyperCommand):
    """A command that understands other spellings, and answers other options with a hint."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as typer does.

        Raises:
            UsageError: the words are not those of the command; typer would print them in a box.
        """
        words = _respelled(str(ctx.info_name), args)
        try:
            return super().parse_args(ctx, words)
        except Exception as err:
            kind = type(err).__name__
            if kind == "MissingParameter" and (param := getattr(err, "param", None)) is not None:
                name = param.opts[0] if param.opts[0].startswith("-") else param.metavar
                raise UsageError(f"{name} is missing. {param.help}") from err
            if kind == "NoSuchOption":
                raise UsageError(self._hint(ctx, str(getattr(err, "option_name", "")))) from err
            if (words_of := getattr(err, "format_message", None)) is not None:
                raise UsageError(str(words_of()).rstrip(".")) from err
            raise

    def _hint(self, ctx: Any, option: str) -> str:
        path = str(ctx.command_path)
        said = OPTIONS.get(option.partition("=")[0], {})
        hint = said.get(path.split()[1] if " " in path else "", said.get("*"))
        ours = {name for param in self.params for name in param.opts}
        named = [word for word in (hint or "").split() if re.fullmatch("--?[a-z-]+", word)]
        if hint is not None and ("`" in hint or ours.issuperset(named)):
            return f"no option {option}: {hint}"
        import difflib  # only mistakes need it

        near = difflib.get_close_matches(option, sorted(ours), 1, 0.8)
        return f"no option {option}" + (
            f"; did you mean {near[0]}?" if near else f"; `{path} --help` lists all"
        )


class Group(TyperGroup):
    """The commands; ``nonosat help COMMAND`` prints its help."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command as typer does.

        Raises:
            UsageError: it is the name of a command elsewhere.
        """
        if args[0] == "help" and not self.get_command(ctx, "help"):
            args = [*args[1:], "--help"]
            if len(args) == 1:
                typer.echo(ctx.get_help())
                ctx.exit()
        ours = [name for name, theirs in COMMANDS.items() if args[0] in theirs.split()]
        if ours and self.get_command(ctx, args[0]) is None:
            command = " ".join(["nonosat", ours[0], *args[1:]])
            raise UsageError(f"no command {args[0]}: `{command}`")
        return super().resolve_command(ctx, args)


def _respelled(command: str, args: list[str]) -> list[str]:
    """Accept ``why FILE 3 4`` and ``generate random 20x20``."""
    words = list(args)
    if command == "why" and "--cell" not in words:
        cell = re.fullmatch(r"(.*\S )?([0-9]+)[ ,]([0-9]+)", " ".join(words[-2:]))
        many = 1 if words and "," in words[-1] else 2
        if cell and len(words) > many and not words[-many - 1].startswith("-"):
            words[-many:] = ["--cell", f"{cell[2]},{cell[3]}"]
    if command == "generate" and "--size" not in words:
        for at, word in enumerate(words):
            if re.fullmatch("[0-9]+x[0-9]+", word) and not words[at - 1].startswith("-"):
                words[at : at + 1] = ["--size", word]
                break
    return words

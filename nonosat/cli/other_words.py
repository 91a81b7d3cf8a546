"""Words that people type instead of ours: what stands for them here, and spellings that are accepted."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from nonosat.errors import UsageError

MANY = "check rate count backbone conflict"
ROWS = {MANY: "-o NAME.csv writes one row per puzzle"}
MADE = "`nonosat bench report results.jsonl -o table.{}` makes it from the saved runs"
LIMIT = {"": "--limit SECONDS"}
JOBS = {
    "bench": "--cores 0 measures on one processor",
    "": "--jobs N",
}
SIZE = {"image generate": "--size WIDTHxHEIGHT, or --size 30 for the longer side"}
BOUND = {
    f"{MANY} solve": "`ulimit -v` or a container bounds the memory",
}
FACTS = {
    "solve check": "--json has the counters, seconds and backend",
}
ASK_ALL = {"solve line": "-n all", "count": "count counts all solutions"}
ASK_MANY = {
    "count": "count counts all; `nonosat solve FILE -n 1000` stops at 1000",
    "solve line repair blot generate": "-n N",
}
FILE = {"show book": "-o FILE.{}", "solve steps": "`nonosat show FILE --solution -o FILE.{}`"}
COMMANDS = {
    "check": "validate test unique lint",
    "repair": "fix mend",
    "show": "print draw render view display export-pdf info inspect cat",
    "rate": "difficulty grade",
    "convert": "export import transform encode",
    "steps": "explain walkthrough",
    "image": "photo digitize picture scan",
    "generate": "create make new random gen",
    "bench": "benchmark compare",
    "book": "pdf booklet",
    "web": "play serve server gui edit",
    "count": "enumerate solutions",
    "conflict": "typo debug",
    "blot": "hide",
    "verify": "proof",
    "backends": "solvers engines",
    "certify": "prove",
}
"""Ours -> theirs."""
OPTIONS: dict[str, dict[str, str]] = {
    "--csv": {"bench": MADE.format("csv"), "convert solve": "--to csv", **ROWS},
    "--html": {
        "check": "--report FILE.html",
        "bench": MADE.format("html"),
        **{names: words.format("html") for names, words in FILE.items()},
    },
    "--pdf --print": {names: words.format("pdf") for names, words in FILE.items()},
    "--svg": {names: words.format("svg") for names, words in FILE.items() if "book" not in names},
    "--png": {names: words.format("png") for names, words in FILE.items() if "book" not in names},
    "--latex --tex": {"bench": MADE.format("tex")},
    "--plot --plots": {
        "bench": "`nonosat bench report results.jsonl --plots FOLDER` draws the saved runs"
    },
    "--format": {
        "check": "the suffix of -o FILE chooses the format; --json prints JSON lines; docs/install.md "
        "shows the GitHub action",
        "rate count backbone conflict": "-o NAME.csv or NAME.jsonl; --json prints JSON lines",
        "bench": MADE.format("csv"),
        "": "--from FORMAT to read, --to FORMAT or the suffix of -o FILE to write",
    },
    "--only": {
        "check": "--filter VERDICT --copy-to FILE keeps these puzzles; -o NAME.csv has all verdicts"
    },
    "--sort": {
        "book": "--order difficulty",
        "check": "`nonosat rate PATH --sort` prints the easiest first",
        "count backbone conflict": "-o NAME.csv writes one row per puzzle, to be sorted by a spreadsheet",
    },
    "--strict": {"check": "the exit code is 0 only if every puzzle is unique"},
    "--width --height": SIZE,
    "--timeout --time --time-limit --max-time": LIMIT,
    "--threads --workers --processes --parallel": JOBS,
    "--jobs -j": {
        "bench": "bench measures one run after the other; --cores 0,1 uses two processors"
    },
    "--memory --max-memory": BOUND,
    "--repeat --runs": {"bench": "--repeats N"},
    "--warmup": {"bench": "--warm-up N"},
    "--backends": {"bench": "-b NAME, once for each backend", "": "-b NAME"},
    "--solver": {"bench": "--external NAME='COMMAND {file}'", "": "-b NAME"},
    "--engine --algorithm": {"": "-b NAME"},
    "--group": {"bench": "`nonosat bench report results.jsonl --by size` groups the saved runs"},
    "--all": ASK_ALL,
    "--max --max-solutions": ASK_MANY,
    "--number --num": {"generate": "-n N"},
    "--approx": {"count": "at --limit, count says how many there are at least"},
    "--verbose -v --stats --debug": FACTS,
    "--progress": {f"{MANY} solve": "progress is shown after a second, if stderr is a terminal"},
    "--row --col": {"why": "--cell ROW,COLUMN"},
    "--difficulty --level": {"generate": "--stars 3", "book": "--order difficulty"},
    "--symmetric": {"generate": "`nonosat generate symmetric`"},
    "--output-dir --outdir": {"generate convert": "-o FOLDER/"},
    "--out --save": {"": "-o FILE"},
    "--input --file -i -f": {
        f"{MANY} solve show convert repair steps hint blot": "name the file without an option"
    },
    "--recursive -r": {
        f"{MANY} show book convert": "folders are always searched with their subfolders"
    },
    "--checkpoint --continue": {MANY: "-o FILE --resume"},
    "--dpi --scale": {"show": "--cell SIZE"},
    "--paper --page-size": {"show book": "--page A4"},
    "--no-color": {f"{MANY} solve show steps hint": "NO_COLOR=1 in the environment does that"},
    "--quiet -q": {f"{MANY} solve": ">/dev/null hides what is printed"},
}
"""Theirs -> what to type here, by commands; "" is every other command that has the options named."""


def hint_for(option: str, command: str, ours: Container[str]) -> str:
    """Return what to type in a command in place of an option; "" if that is not known.

    Args:
        ours: the options of the command.

    >>> hint_for("--timeout", "solve", ["--limit"]), hint_for("--latex", "solve", ["--limit"])
    ('--limit SECONDS', '')
    """
    said = next((hints for names, hints in OPTIONS.items() if option in names.split()), {})
    hint = next((item for names, item in said.items() if command in names.split()), None)
    if hint is None:
        hint = said.get("", "")
        if not all(name in ours for name in options_in(hint)):
            return ""
    return hint


def options_in(text: str) -> list[str]:
    """The options that a text names, without those of commands in backticks."""
    return re.findall(r"(?<![\w/-])--?[a-z][a-z-]*", re.sub("`[^`]*`", "", text))


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
            if kind == "BadOptionUsage":
                name = str(getattr(err, "option_name", ""))
                for param in self.params:
                    if name in param.opts:
                        values = f"{name} needs a value: {param.make_metavar(ctx)}. "
                        raise UsageError(values + getattr(param, "help", "")) from err
            if kind == "NoSuchOption":
                raise UsageError(self._hint(ctx, str(getattr(err, "option_name", "")))) from err
            if (words_of := getattr(err, "format_message", None)) is not None:
                raise UsageError(str(words_of()).rstrip(".")) from err
            raise

    def _hint(self, ctx: Any, option: str) -> str:
        path = str(ctx.command_path)
        ours = {name for param in self.params for name in param.opts}
        command = [*path.split(), ""][1]
        if hint := hint_for(option.partition("=")[0], command, ours):
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

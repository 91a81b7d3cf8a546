"""The command line: one command per file, joined here. A command returns exit codes, or None for 0.

A command is added by its file and a line of `COMMANDS`. Words, options and exit codes are what people
and scripts rely on: `docs/stability.md` says which may change. Where it can, the file of a command does
without the import of annotations: typer would compile their texts twice at each start.
"""

import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
import typer.main

COMMANDS = {
    "solve": "Solve a puzzle and print the picture.",
    "check": "Check that each puzzle has exactly one solution.",
    "count": "Count the solutions of each puzzle without listing them.",
    "backbone": "Show the cells that have the same color in every solution.",
    "steps": "Solve a puzzle as a person could, and show each step.",
    "hint": "Show the simplest next step from what is marked so far.",
    "rate": "Rate how hard puzzles are for people.",
    "show": "Show what files hold, or draw it to be printed and solved on paper.",
    "book": "Make a book of puzzles to print, with their solutions at the end.",
    "line": "Look at one line: how many placements its clue has, and what they all share.",
    "conflict": "Find the likely typo, and the lines that cannot hold together.",
    "why": "Explain why a cell is filled or blank.",
    "convert": "Write puzzles in another format.",
    "image": "Make a puzzle out of a photo or drawing, and say whether it has one solution.",
    "scan": "Read a printed puzzle from a screenshot, a scan or a photo, and check it.",
    "repair": "Make the puzzle of a picture unique: change few cells, or give some cells.",
    "blot": "Hide as many numbers of a puzzle as possible, so that it keeps its one solution.",
    "generate": "Make puzzles of a family, the same for the same seed.",
    "certify": "Prove the verdict to somebody who does not trust nonosat.",
    "verify": "Check certificates: does each prove what it claims?",
    "web": "Draw, play, check and step through puzzles in a browser.",
    "site": "Write the page as a folder of files that any web server can serve.",
    "backends": "List the ways of solving, and the engines and models of those that have several.",
    "formats": "List the file formats, and what each of them can hold.",
    "bench": "Compare ways of solving: measure, report, compare two measurements.",
}
"""Each command, with the first paragraph of its help. The command's function has its name."""


def run(words: Sequence[str] | None = None) -> None:
    """Run the command line, even if stdout or stderr is closed or full."""
    from nonosat.cli import advice
    from nonosat.cli.exit_codes import INTERRUPTED, TERMINATED, code_of
    from nonosat.cli.output import complain, report_errors
    from nonosat.cli.streams import guarded_streams
    from nonosat.errors import UsageError
    from nonosat.platforms.console import SHELLS_EXPAND, expanded_words, interrupts

    typed = sys.argv[1:] if words is None else list(words)
    if words is None and not SHELLS_EXPAND:
        typed = expanded_words(typed)
    is_named = bool(typed) and typed[0] in COMMANDS
    name, args = (f"nonosat {typed[0]}", typed[1:]) if is_named else ("nonosat", typed)
    code = 0
    with interrupts() as came, guarded_streams() as stdout:
        try:
            with report_errors():
                if os.environ.get("_NONOSAT_COMPLETE"):
                    make_app()(prog_name=name)
                command: Any = typer.main.get_command(make_app(typed))
                has_from = any("--from" in one.opts for one in command.params)
                advice.typed[:] = typed if has_from else ()
                if words is None:
                    gc.freeze()  # modules stay: a look for garbage in them takes longer than easy puzzles
                    gc.enable()
                with command.make_context(name, [*args], obj=typed) as context:
                    code = max(command.invoke(context) or (), default=0)
        except typer.Exit as done:
            code = done.exit_code or code
        except Exception as err:  # of typer, outside of a command
            if not hasattr(err, "format_message"):
                raise
            if said := err.format_message():  # "" where the help was printed
                complain(said)
            code = code_of(UsageError)
        if stdout.problem is not None:
            complain(stdout.problem)
            code = code_of(stdout.problem)
    sys.exit(TERMINATED if code == INTERRUPTED and signal.SIGTERM in came else code)


def make_app(words: Sequence[str] | None = None) -> typer.Typer:
    """The command line for these words; None means with all commands.

    Loading all takes longer than solving a puzzle. If the first word names a command, that one is loaded
    and is the whole; if no word does, only names and help are shown.
    """
    from nonosat.cli.spelling import Command, Group

    only = words[:1] if words and words[0] in COMMANDS else ()
    app = typer.Typer(
        name="nonosat",
        help="Solve nonograms (paint-by-number, hanjie, griddlers, picross), black-and-white or "
        "colored, and prove that they have exactly one solution.",
        epilog="Exit codes: 0 as asked, 2 wrong usage, 3 unreadable puzzle, 4 something is not "
        "installed, 5 output not written, 10 several solutions, 20 no solution, 30 limit reached, "
        "31 the cluster was lost, 35 read with doubts, 40 a certificate refused, 70 wrong answer of a backend, 130 interrupted, 143 terminated.",
        no_args_is_help=True,
        cls=Group,
        add_completion=not only,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    if not only:
        app.callback()(_main)
    if words is not None and COMMANDS.keys().isdisjoint(words):
        for name, about in COMMANDS.items():
            app.command(name, help=about)(lambda: None)
        return app
    for name in only or COMMANDS:
        module = "tables" if name in ("backends", "formats") else name
        command = getattr(importlib.import_module(f"nonosat.cli.{module}"), name)
        if not isinstance(command, typer.Typer):
            app.command(cls=Command)(command)
        elif only:
            return command
        else:
            app.add_typer(command)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from nonosat import __version__, kernel

        typer.echo(f"nonosat {__version__} ({kernel.name} kernel)")
        raise typer.Exit


def _main(
    version: Annotated[
        bool,
        typer.Option(
            "-V",
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the version and the kernel.",
        ),
    ] = False,
) -> None:
    pass

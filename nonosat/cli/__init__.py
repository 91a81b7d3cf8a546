"""The command line: one command per file, joined here. A command returns exit codes, or None for 0."""

from __future__ import annotations

import functools
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

COMMANDS = {
    name: f"nonosat.cli.{name}"
    for name in (
        "solve", "check", "count", "backbone", "steps", "hint", "rate", "show", "book", "line", "conflict",
        "why", "convert", "image", "repair", "blot", "generate", "bench", "certify", "verify", "web", "site",
    )
} | dict.fromkeys(("backends", "formats"), "nonosat.cli.tables")  # fmt: skip
"""The module of each command; the command's function has its name."""


def run(words: Sequence[str] | None = None) -> None:
    """Run the command line, even if stdout or stderr is closed or full."""
    from nonosat.cli.exit_codes import code_of
    from nonosat.cli.output import complain, report_errors
    from nonosat.cli.streams import guarded_streams
    from nonosat.platforms.console import take_ctrl_break

    command = sys.argv[1:] if words is None else list(words)
    # The process's own words are not passed on: on Windows, typer expands their wildcards.
    given: dict[str, Any] = {} if words is None else {"args": command, "prog_name": "nonosat"}
    take_ctrl_break()
    with guarded_streams() as stdout:
        try:
            with report_errors():
                make_app(command)(obj=command, **given)
        except (SystemExit, typer.Exit) as done:  # Exit: help that cannot be printed
            code = done.exit_code if isinstance(done, typer.Exit) else done.code
            if done.__context__ and isinstance(done.__context__.__cause__, KeyboardInterrupt):
                complain("interrupted")  # outside of a command, where typer says nothing
            if stdout.problem is not None:
                complain(stdout.problem)
                code = code_of(stdout.problem)
            raise SystemExit(code) from None


def make_app(words: Sequence[str] = ()) -> typer.Typer:
    """The command line for these words.

    If the first of them names a command only that one is loaded, since loading all takes longer
    than solving a puzzle.
    """
    from nonosat.cli.other_words import Command, Group

    app = typer.Typer(
        name="nonosat",
        help="Solve nonograms (paint-by-number, hanjie, griddlers, picross), black-and-white or "
        "colored, and prove that they have exactly one solution.",
        epilog="Exit codes: 0 as asked, 2 wrong usage, 3 unreadable puzzle, 4 something is not "
        "installed, 5 output not written, 10 several solutions, 20 no solution, 30 limit reached, "
        "31 the cluster was lost, 40 a certificate refused, 70 wrong answer of a backend, 130 interrupted.",
        no_args_is_help=True,
        cls=Group,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_main)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        command = getattr(importlib.import_module(COMMANDS[name]), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command)
        else:
            app.command()(command)
    for group in (app, *(info.typer_instance for info in app.registered_groups)):
        for info in group.registered_commands if group else ():
            assert info.callback is not None
            info.cls = Command
            text = inspect.getdoc(info.callback) or ""
            run_it = functools.partial(_run_command, info.callback)
            info.callback = functools.update_wrapper(run_it, info.callback)
            # Each paragraph is one line, to be wrapped as wide as the terminal is.
            info.help = re.sub(r"(?<=\S)\n(?=\S)", " ", text)
    return app


def _run_command(command: Callable[..., Sequence[int] | None], **options: Any) -> None:
    """Run a command, report its errors, and leave with the largest of the exit codes it returns."""
    from nonosat.cli.output import report_errors

    with report_errors():
        worst = max(command(**options) or (), default=0)
    if worst:
        raise typer.Exit(worst)


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

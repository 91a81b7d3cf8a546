"""The command line: one command a file, joined here."""

from __future__ import annotations

from typing import Annotated

import typer

from nonosat.cli.bench import bench
from nonosat.cli.check import check
from nonosat.cli.convert import convert
from nonosat.cli.generate import generate
from nonosat.cli.image import image
from nonosat.cli.line import line
from nonosat.cli.show import show
from nonosat.cli.solve import solve
from nonosat.cli.tables import backends, formats

app = typer.Typer(
    name="nonosat",
    help="Solve nonograms (paint-by-number, hanjie, griddlers, picross), black-and-white or "
    "colored, and prove that they have exactly one solution.",
    epilog="Exit codes: 0 as asked, 2 wrong usage, 3 unreadable puzzle, 4 something is not "
    "installed, 5 output not written, 10 several solutions, 20 no solution, 30 limit reached, "
    "70 wrong answer of a backend, 130 interrupted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from nonosat import __version__, kernel

        typer.echo(f"nonosat {__version__} ({kernel.name} kernel)")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the version, and which kernel serves.",
        ),
    ] = False,
) -> None:
    pass


for _command in (solve, check, show, line, convert, image, generate, backends, formats):
    app.command()(_command)
app.add_typer(bench)

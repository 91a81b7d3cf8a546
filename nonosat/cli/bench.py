"""``nonosat bench run``, ``report`` and ``compare``."""

from __future__ import annotations

from typing import Annotated, Any

import typer
import typer.core

from nonosat.cli import options
from nonosat.cli.bench_run import bench_run

# Modules that measure are imported in the commands: no other command should wait for them.


class _RunByDefault(typer.core.TyperGroup):
    """Takes ``bench FILE`` for ``bench run FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args and (args[0] in self.commands or args[0] in ("-h", "--help"))
        return super().parse_args(ctx, args if named or not args else ["run", *args])


bench = typer.Typer(
    name="bench",
    cls=_RunByDefault,
    help="Compare ways of solving: measure, report, compare two measurements.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="solving|process",
        help="Which times to use: from the parsed puzzle to the verdict, or of the whole process. "
        "Outside programs have only process times, so these are the default where there are any.",
    ),
]
CpuOption = Annotated[
    bool,
    typer.Option(
        "--cpu",
        help="Use CPU seconds of all processors instead of wall seconds. Other work on the machine "
        "disturbs them less.",
    ),
]

bench.command("run")(bench_run)


@bench.command()
def report(
    files: Annotated[
        list[str], typer.Argument(metavar="RESULTS...", help="Results of `bench run`.")
    ],
    output: Annotated[
        list[str] | None,
        options.output("A page (.html), tables (.md, .tex), all puzzles and solvers (.csv), or a plot (.png, .svg), which the end of the name "
        "chooses: cactus, scatter, growth or density. Can be repeated."),
    ] = None,
    force: options.Force = False,
    plots: Annotated[
        str | None,
        typer.Option("--plots", metavar="FOLDER", help="Write the plots there, as SVG and PNG."),
    ] = None,
    versus: Annotated[
        str | None,
        typer.Option("--versus", metavar="A,B", help="The two solvers of the scatter plot. Default: the first, and the best other."),
    ] = None,
    clock: ClockOption = None,
    cpu: CpuOption = False,
) -> None:  # fmt: skip
    """Make tables and plots of measurements.

    Without -o it prints the tables. Several files are merged if their settings are the same.

    Examples:

      nonosat bench report results.jsonl

      nonosat bench report results.jsonl -o report.html -o report.md --plots plots

      nonosat bench report results.jsonl -o table.tex -o density.png
    """
    from nonosat.cli.bench_screen import write_report

    write_report(files, output or [], force, plots, versus, clock, cpu)


@bench.command()
def compare(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="Results from before; alone, results of bench run --against."
        ),
    ],
    new: Annotated[str | None, typer.Argument(metavar="[NEW]", help="Results from now.")] = None,
    clock: ClockOption = None,
    cpu: CpuOption = False,
) -> None:
    """Compare two measurements: what is slower or faster beyond noise?

    If two versions took turns, a difference of a twentieth counts. Two separate measurements share
    neither load nor clock of the machine, so only a factor of 1.5 counts there.

    The exit code is 0 if nothing became slower, and 1 if something did or is no longer solved. It is
    70 if answers in the files contradict each other.

    Examples:

      nonosat bench compare before.jsonl after.jsonl --cpu

      nonosat bench compare turns.jsonl
    """
    from nonosat.cli.bench_screen import compare_files

    compare_files(old, new, clock, cpu)

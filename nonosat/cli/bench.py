"""``nonosat bench run``, ``report`` and ``compare``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from nonosat.cli import options
from nonosat.cli.bench_run import bench_run
from nonosat.cli.output import say
from nonosat.cli.writing import check_outputs_free, report_written
from nonosat.errors import OutputError, UsageError

if TYPE_CHECKING:
    from nonosat.bench.stats import Results

# Modules that measure are imported where they are used: no other command should wait for them.

SLOWER = 1
"""Exit code of `compare` when something became slower, as diff uses 1 for files that differ."""


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
    from nonosat.bench import tables
    from nonosat.bench.rows import read_results
    from nonosat.bench.stats import results_of
    from nonosat.cli.bench_screen import print_chart, print_table, say_agreement
    from nonosat.files import write_bytes

    check_outputs_free(output or [], files, force=force)
    suffixes = {name: Path(name).suffix.lower() for name in output or []}
    for name, suffix in suffixes.items():
        if suffix not in (".html", ".md", ".tex", ".csv", ".png", ".svg"):
            raise UsageError(f"{name}: the suffix must be .html, .md, .tex, .csv, .png or .svg")
    rows = tables.merge_results([read_results(file) for file in files])
    results = results_of(rows, clock, cpu)
    pair = tables.chosen_pair(results, versus.split(",") if versus else ())
    if len(pair) != 2 and versus:
        raise UsageError(f"--versus {versus!r}: give two solvers, such as auto,cpsat")
    pictures = _write_plots(results, pair, plots, files, force) if plots is not None else []
    for name, suffix in suffixes.items():
        if suffix in (".png", ".svg"):
            from nonosat.bench.plots import all_of, plot_file

            content = plot_file(all_of(results, pair), name)
        elif suffix == ".html":
            content = tables.as_html(rows, results, pair).encode()
        elif suffix == ".csv":
            content = tables.as_csv(results).encode()
        elif suffix == ".tex":
            content = tables.as_latex(rows, results).encode()
        else:
            folder = Path(name).parent
            beside = [
                (Path(os.path.relpath(path, folder)).as_posix(), caption)
                for path, caption in pictures
            ]
            content = tables.as_markdown(rows, results, beside).encode()
        with report_written(name):
            write_bytes(name, content)
    if not suffixes:
        for line in tables.facts(results):
            say(line)
        for table in (
            tables.overall(results),
            tables.by_group(results),
            tables.pairwise(results),
            tables.unanswered(rows),
        ):
            print_table(table, results.solvers)
        print_chart(results)
        for text in tables.disturbances(results):
            say(text)
    say_agreement(rows)


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
    from nonosat.bench.against import split_versions
    from nonosat.bench.compare import DISTURBED, comparison_tables, version_changes
    from nonosat.bench.compare import compare as compare_results
    from nonosat.bench.rows import read_results
    from nonosat.bench.stats import results_of
    from nonosat.bench.tables import disturbances, left_out
    from nonosat.cli.bench_screen import print_table, say_agreement

    files = [read_results(name) for name in (old, new) if name is not None]
    measured = [results_of(rows, clock, cpu) for rows in files]
    sides = split_versions(measured[0]) if new is None else (measured[0], measured[1])
    if sides is None:
        raise UsageError(f"{old} does not hold two versions that took turns: give NEW, too")
    found = compare_results(*sides, in_turns=new is None)
    for table in comparison_tables(found):
        print_table(table, sides[1].solvers)
    if any(not change.repeated for change in found.slower):
        say("a single puzzle counts only with at least three runs on both sides")
    if measured[-1].left_out:
        say(left_out(measured[-1]))
    for name, results in zip((old, new), measured, strict=False):
        for text in disturbances(results):
            say(f"{name}: {text}")
    differ = version_changes(files[0][0], files[-1][0])
    if differ:
        say(differ)
    worse = found.worse
    nothing = "nothing became slower beyond noise"
    if found.bounds is DISTURBED:
        nothing = "machine busy: wall times are unreliable; use --cpu"
    say(f"slower: {', '.join(worse)}" if worse else nothing)
    say_agreement([row for rows in files for row in rows])
    if worse:
        raise typer.Exit(SLOWER)


def _write_plots(
    results: Results, pair: list[str], folder: str, inputs: Sequence[str], force: bool
) -> list[tuple[str, str]]:
    """Write every plot as SVG and PNG, and return the path and the caption of each SVG."""
    from nonosat.bench import plots
    from nonosat.files import write_bytes

    drawn = plots.all_of(results, pair)  # before the folder, as matplotlib may be missing
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise OutputError(f"{folder}: {err.strerror}") from err
    files = {
        name: [str(target / f"{name}{suffix}") for suffix in (".svg", ".png")] for name in drawn
    }
    outputs = list(chain.from_iterable(files.values()))
    check_outputs_free(outputs, inputs, force=force)
    with report_written(*outputs):
        for path in outputs:
            write_bytes(path, plots.plot_file(drawn, path))
    return [(files[name][0], caption) for name, (_, caption) in drawn.items()]

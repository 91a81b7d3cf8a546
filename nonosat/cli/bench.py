"""``nonosat bench run``, ``report`` and ``compare``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat.cli import options
from nonosat.cli.completion import backend_names, suite_names
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import complain, reported, say
from nonosat.cli.progress import Watch
from nonosat.cli.streams import claim_outputs
from nonosat.errors import EngineFailed, OutputError, UsageError, WrongAnswer
from nonosat.files.write import is_one_of

if TYPE_CHECKING:
    from nonosat.batch.journal import Row
    from nonosat.bench.run import Run
    from nonosat.bench.stats import Results

# Modules that measure are imported where they are used: no other command should wait for them.

SLOWER = 1
"""Exit code of `compare` when something became slower, as diff uses 1 for files that differ."""

bench = typer.Typer(
    name="bench",
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


@bench.command()
def run(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH...", help="Files or directories to measure on.")
    ] = None,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            "--suite",
            metavar="NAME",
            autocompletion=suite_names,
            help="Puzzles made by the project: quick, full, or one family, such as random "
            "(`nonosat generate -h` lists them). Can be given again.",
        ),
    ] = None,
    output: Annotated[str, options.output("JSON lines with every run.")] = "results.jsonl",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what the output file holds already.")
    ] = False,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            "-b", "--backend", metavar="NAME", autocompletion=backend_names,
            help="What to measure; can be given again. Default: every backend and some SAT engines. "
            "An engine follows a colon: sat:cadical195. `none`: only outside programs.",
        ),
    ] = None,
    external: Annotated[
        list[str] | None,
        typer.Option(
            "--external", metavar="NAME=COMMAND",
            help="An outside program, with {file} in its command, or {cnf}, {opb}, {mzn} or {xcsp3}. Or the name of a preset "
            "(pbnsolve, nonogrid, nonosolve, hugi, grid, copris, minizinc, nonogram-solver), or "
            "`all` presets that are on PATH.",
        ),
    ] = None,
    external_format: Annotated[
        list[str] | None,
        typer.Option("--external-format", metavar="NAME=FORMAT", help="The format it reads; default: non."),
    ] = None,
    external_pattern: Annotated[
        list[str] | None,
        typer.Option(
            "--external-pattern", metavar="NAME:OUTCOME=REGEX",
            help="What in its output means multiple, none, unique or solved. NAME:picture=#. tells "
            "the characters of its pictures, which are then judged.",
        ),
    ] = None,
    goal: Annotated[
        str, typer.Option("--goal", metavar="first|unique", help="Look for a first solution, or check uniqueness.")
    ] = "unique",
    limit: Annotated[
        float | None,
        typer.Option("--limit", metavar="SECONDS", min=0, help="Limit of each run; suites have their own."),
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often to measure each puzzle.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Seed for the order of the runs.")] = 0,
    warm_up: Annotated[
        int, typer.Option("--warm-up", min=0, help="Runs of each solver before measuring.")
    ] = 1,
    in_process: Annotated[
        bool, typer.Option("--in-process", help="Do not start a process for each run.")
    ] = False,
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="MB", min=1, help="How much memory a run may ask for (on Linux)."),
    ] = None,
) -> None:  # fmt: skip
    """Measure backends, engines and outside programs on the same puzzles.

    Every run is a process of its own. It is written to the output file before the next one begins,
    so --resume can go on with an interrupted measurement. At the end come a table and a chart. The
    exit code is 70 if answers contradict each other, and 30 if every run of some solver failed.

    Examples:

      nonosat bench run --suite quick -o results.jsonl

      nonosat bench run puzzles/ -b auto -b sat:cadical195 --limit 60 --repeats 3

      nonosat bench run --suite random --external minizinc --external 'mine=./solver {file}'
    """
    from nonosat.bench.external import externals
    from nonosat.bench.run import Plan, all_backends, perform
    from nonosat.bench.stats import results_of
    from nonosat.bench.suites import cases_of, check_suite
    from nonosat.bench.tables import left_out, overall, unanswered, unmeasured
    from nonosat.cli.bench_screen import print_chart, print_table

    with reported():
        names = [*(suite or []), *(paths or [])]
        for name in suite or []:
            check_suite(name)
        if not names:
            raise UsageError("say what to measure on: --suite NAME, or files and directories")
        claim_outputs([output], paths or [])
        programs = externals(external or [], external_format or [], external_pattern or [])
        backends = all_backends() if backend is None else [b for b in backend if b != "none"]
        cases, usual = cases_of(names, is_one_of([output]))
        plan = Plan(
            cases, backends, programs, goal, usual if limit is None else limit,
            repeats, seed, warm_up, in_process, memory,
        )  # fmt: skip
        watch = Watch("{task.completed} of {task.total} runs done, now {task.description}")

        def begins(run: Run, done: int) -> None:
            watch.at(f"{run.solver} on {run.case.name}", done, plan.size)

        try:
            with watch:
                rows = perform(plan, output, resume=resume, command=sys.argv[1:], watch=begins)
        except KeyboardInterrupt:
            complain(f"interrupted; {output} keeps what is done, --resume goes on with it")
            raise typer.Exit(INTERRUPTED) from None
        results = results_of(rows)
        print_table(overall(results), results.solvers)
        if results.left_out:
            say(left_out(results))
        print_chart(results)
        print_table(unanswered(rows), results.solvers)
        missing = unmeasured(rows)
        if missing:
            complain(f"nothing was measured of {', '.join(missing)}: no run gave an answer")
        _say_agreement(rows)
        if missing:
            raise typer.Exit(code_of(EngineFailed))


@bench.command()
def report(
    files: Annotated[
        list[str], typer.Argument(metavar="RESULTS...", help="What `bench run` has written.")
    ],
    output: Annotated[
        list[str] | None,
        options.output("A page (.html), Markdown (.md), or a table of all puzzles and solvers (.csv). Can be given again."),
    ] = None,
    plots: Annotated[
        str | None,
        typer.Option("--plots", metavar="FOLDER", help="Write the plots there, as SVG and PNG."),
    ] = None,
    versus: Annotated[
        str | None,
        typer.Option("--versus", metavar="A,B", help="The two solvers of the scatter plot. Default: the first, and the best other."),
    ] = None,
    clock: ClockOption = None,
) -> None:  # fmt: skip
    """Make tables and plots of measurements.

    Without -o it prints the tables. Several files are merged if their settings are the same.

    Examples:

      nonosat bench report results.jsonl

      nonosat bench report results.jsonl -o report.html -o report.md --plots plots
    """
    from nonosat.bench import tables
    from nonosat.bench.rows import read_results
    from nonosat.bench.stats import results_of
    from nonosat.cli.bench_screen import print_chart, print_table
    from nonosat.files import write_text

    with reported():
        claim_outputs(output or [], files)
        suffixes = {name: Path(name).suffix.lower() for name in output or []}
        for name, suffix in suffixes.items():
            if suffix not in (".html", ".md", ".csv"):
                raise UsageError(f"{name}: the suffix must be .html, .md or .csv")
        rows = tables.merged([read_results(file) for file in files])
        results = results_of(rows, clock)
        pair = tables.chosen_pair(results, versus.split(",") if versus else ())
        if len(pair) != 2 and versus:
            raise UsageError(f"--versus {versus!r}: give two solvers, such as auto,cpsat")
        pictures = _write_plots(results, pair, plots) if plots is not None else []
        for name, suffix in suffixes.items():
            if suffix == ".html":
                write_text(name, tables.as_html(rows, results, pair))
            elif suffix == ".csv":
                write_text(name, tables.as_csv(results))
            else:
                beside = [(_relative(path, name), caption) for path, caption in pictures]
                write_text(name, tables.as_markdown(rows, results, beside))
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
        _say_agreement(rows)


@bench.command()
def compare(
    old: Annotated[str, typer.Argument(metavar="OLD", help="Results from before.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Results from now.")],
    clock: ClockOption = None,
) -> None:
    """Say what became slower or faster beyond noise.

    The exit code is 0 if nothing became slower, and 1 if something did or is no longer solved. It is
    70 if answers in the files contradict each other.

    Example:

      nonosat bench compare before.jsonl after.jsonl
    """
    from nonosat.bench.compare import compare as compare_results
    from nonosat.bench.compare import tables
    from nonosat.bench.rows import read_results
    from nonosat.bench.stats import results_of
    from nonosat.bench.tables import left_out
    from nonosat.cli.bench_screen import print_table

    with reported():
        files = [read_results(name) for name in (old, new)]
        before, after = (results_of(rows, clock) for rows in files)
        found = compare_results(before, after)
        for table in tables(found):
            print_table(table, after.solvers)
        if any(not change.repeated for change in found.slower):
            say("single puzzles count only when both files have three runs of them or more")
        if after.left_out:
            say(left_out(after))
        worse = found.worse
        say(f"slower: {', '.join(worse)}" if worse else "nothing became slower beyond noise")
        _say_agreement([*files[0], *files[1]])
        if worse:
            raise typer.Exit(SLOWER)


def _say_agreement(rows: list[Row]) -> None:
    from nonosat.bench.agreement import agreement_line, disagreements

    complaints = disagreements(rows)
    for text in complaints:
        complain(f"WRONG: {text}")
    if complaints:
        raise WrongAnswer(agreement_line(rows, complaints))
    say(agreement_line(rows, complaints))


def _write_plots(results: Results, pair: list[str], folder: str) -> list[tuple[str, str]]:
    """Write every plot as SVG and PNG; returns the path of each SVG, and its caption."""
    from nonosat.bench import plots
    from nonosat.files import write_bytes, write_text

    drawn = plots.all_of(results, pair)  # before the folder, as matplotlib may be missing
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise OutputError(f"{folder}: {err.strerror}") from err
    pictures = []
    for name, (plot, caption) in drawn.items():
        path = target / f"{name}.svg"
        write_text(path, plots.svg(plot, name, alone=True))
        write_bytes(target / f"{name}.png", plots.png(plot))
        pictures.append((str(path), caption))
    return pictures


def _relative(path: str, document: str) -> str:
    """How a document names a file, with slashes."""
    return Path(os.path.relpath(path, Path(document).parent)).as_posix()

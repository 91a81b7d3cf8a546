"""``nonosat bench run``, ``report`` and ``compare``."""

import os
import re
import shlex
from collections.abc import Sequence
from typing import Annotated, Any

import typer
import typer.core

from nonosat.cli import options
from nonosat.cli.completion import backend_names, suite_names
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import lacking
from nonosat.cli.spelling import Command
from nonosat.cli.writing import check_outputs_free
from nonosat.errors import UsageError
from nonosat.files import ReadFailure
from nonosat.files.write import is_one_of
from nonosat.platforms.cpu import pin

# Modules that measure are imported in the commands: no other command should wait for them.


_OF_REPORT = {"merge": (), "stats": (), "table": ("-o", "table.tex"), "plot": ("-o", "plot.pdf")}
"""Words that people type for ``bench report``, and what they want."""


class _RunByDefault(typer.core.TyperGroup):
    """Takes ``bench FILE`` for ``bench run FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        word = args[0] if args else ""
        if word in _OF_REPORT and not os.path.exists(word):
            meant = shlex.join(["nonosat", "bench", "report", *args[1:], *_OF_REPORT[word]])
            raise UsageError(f"no command bench {word}: `{meant}`")
        results = [one for one in args[1:] if os.path.isfile(one)]
        if word == "compare" and args[1:2] == results != args[1:] and not args[2].startswith("-"):
            raise UsageError(
                f"compare takes two files: `{shlex.join(['nonosat', 'bench', 'report', *results])}` compares "
                "the solvers of one"
            )
        if "--expect" in args and word not in ("report", "compare"):
            raise UsageError("known verdicts judge results: `nonosat bench report --expect FILE`")
        named = not args or word in self.commands
        return super().parse_args(ctx, args if named else ["run", *args])


def _refuse_results(paths: Sequence[str], resume: bool) -> None:
    """Say which command takes a file of results that was given as puzzles."""
    from nonosat.bench.rows import holds_results, read_results

    for path in filter(holds_results, paths):
        meant = ["report", path]
        if resume:
            words = read_results(path)[0]["command"]
            meant = [*words[1:], *([] if "--resume" in words else ["--resume"])]
            if path not in words:
                meant += ["-o", path]
        raise UsageError(
            f"{path} holds results, not puzzles: `{shlex.join(['nonosat', 'bench', *meant])}`"
        )


bench: typer.Typer = typer.Typer(
    name="bench",
    cls=_RunByDefault,
    help="Compare ways of solving: measure, report, compare two measurements.",
    no_args_is_help=True,
    add_completion=False,
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
        "disturbs them less. They are the default if --cpu-limit was the smaller limit.",
    ),
]


@bench.command("run", cls=Command)
def bench_run(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Files or directories to measure on."),
    ] = None,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            autocompletion=suite_names,
            help="Puzzles made by the project: quick, full, phase, pictures, hard, real, or one family, such as "
            "random (`nonosat generate -h` lists them). Can be repeated.",
        ),
    ] = None,
    output: Annotated[str, options.output("JSON lines with every run.")] = "results.jsonl",
    resume: options.Resume = False,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            "-b",
            "--backend",
            metavar="NAME",
            autocompletion=backend_names,
            help="What to measure, such as line,cpsat,sat; can be repeated. Default: every backend, the models without line "
            "logic before them, and some SAT engines; with --against, auto. An engine follows a colon: sat:cadical195. `none`: only outside programs.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Another version of nonosat, to take turns with this one on each puzzle: its nonosat "
            "command, its virtual environment, or a checkout with one in .venv. The end says what is "
            "slower or faster.",
        ),
    ] = None,
    external: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=COMMAND",
            help="An outside program, with {file} in its command, or {cnf}, {opb}, {mzn}, {xcsp3} or {lp}. "
            "Or the name of a preset "
            "(pbnsolve, nonogrid, nonosolve, hugi, grid, copris, minizinc, nonogram-solver), or "
            "`all` presets that are on PATH. Can be repeated.",
        ),
    ] = None,
    external_format: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FORMAT", help="The format it reads; default: non. Can be repeated."
        ),
    ] = None,
    external_pattern: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME:OUTCOME=REGEX",
            help="What in its output means multiple, none, unique or solved. NAME:picture=#. names "
            "the characters of its pictures, and NAME:picture=none says that it prints none. Else the last "
            "block of the puzzle's size is judged. Can be repeated.",
        ),
    ] = None,
    goal: Annotated[
        str,
        typer.Option(
            metavar="first|unique", help="Look for a first solution, or check uniqueness."
        ),
    ] = "unique",
    limit: options.Limit = None,
    cpu_limit: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0,
            help="CPU seconds that each run may use, in addition to --limit.",
        ),
    ] = None,
    cores: Annotated[
        str | None,
        typer.Option(metavar="N,N", help="Run only on these processors, such as 0,1 (Linux)."),
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Measure each puzzle this many times.")] = 1,
    seed: options.Seed = 0,
    warm_up: Annotated[int, typer.Option(min=0, help="Runs of each solver before measuring.")] = 1,
    in_process: Annotated[
        bool,
        typer.Option(
            "--in-process", help="Measure in this process instead of one process per run."
        ),
    ] = False,
    memory: Annotated[
        int | None,
        typer.Option(
            metavar="MB",
            parser=options.megabytes_of,
            help="Memory limit of a run, with all processes that it starts; such as 500 or 2GB.",
        ),
    ] = None,
) -> list[int]:
    """Measure backends, engines and outside programs on the same puzzles.

    Every run is a process of its own. It is written to the output file before the next one begins,
    so --resume can continue an interrupted measurement, also with a larger --limit. Suites have limits of their own. At the end
    comes a table. The exit code is 70 if answers contradict each other, 30 if every run of some solver failed,
    and 4 if a file was left out because it needs an extra.

    `bench report` makes tables and plots of the rows, and `bench compare` compares two measurements.

    Examples:

      nonosat bench --suite quick -o results.jsonl

      nonosat bench puzzles/ -b auto -b sat:cadical195 --external 'mine=./solver {file}' --limit 60 --cores 0

      nonosat bench run --suite full --repeats 3 --against ../old/.venv/bin/nonosat
    """
    from nonosat.bench.external import externals
    from nonosat.bench.rows import holds_results
    from nonosat.bench.run import BenchPlan, all_backends
    from nonosat.bench.suites import cases_of, check_suite
    from nonosat.cli.bench_screen import measure_and_print

    names = [*(suite or []), *(paths or [])]
    for name in suite or []:
        check_suite(name)
    if not names:
        raise UsageError("no puzzles to measure: give --suite NAME, or files and directories")
    if cores is not None and not (
        re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", cores) and pin(map(int, cores.split(",")))
    ):
        raise UsageError(
            f"--cores {cores!r}: expected processors that this process may use, such as 0,1"
        )
    _refuse_results(paths or [], resume)
    goes_on = resume and holds_results(output)
    check_outputs_free([output], paths or [], clues=goes_on, reports=True)
    programs = externals(external or [], external_format or [], external_pattern or [])
    default = all_backends() if against is None else ["auto"]
    given = [name for names in backend or () for name in names.split(",")]
    backends = default if backend is None else [name for name in given if name != "none"]
    for name in backends:
        if program := re.fullmatch(r"(cmd(?=:)|\w+(?==))[:=](.*)", name):
            words = shlex.quote(f"{program[1]}={program[2]} {{file}}")
            raise UsageError(f"-b takes our backends; for a program: --external {words}")
        if name == "all":
            raise UsageError("without -b all backends are measured: leave -b all out")
    if against is not None:
        from nonosat.bench.against import versions
        from nonosat.bench.rows import GOALS

        if in_process:
            raise UsageError("--against needs a process for each run, not --in-process")
        if not backends:
            raise UsageError("--against needs a backend, such as -b auto")
        if goal not in GOALS:
            raise UsageError(f"unknown goal {goal!r}; there are: {', '.join(GOALS)}")
        programs = [*versions(against, backends, goal), *programs]
        backends = []
    unread: list[ReadFailure] = []
    cases, usual = cases_of(names, is_one_of([output]), unread)
    missing = lacking()
    for failure in unread:
        missing.add(failure.source, str(failure.error))
    missing.complain()
    codes = [code_of(failure.error) for failure in unread]
    if not cases:
        return codes
    plan = BenchPlan(
        cases, backends, programs, goal, usual if limit is None else limit,
        repeats, seed, warm_up, in_process, cpu_limit, memory,
    )  # fmt: skip
    measure_and_print(plan, output, resume, context.obj)
    return codes


@bench.command(cls=Command)
def report(
    files: Annotated[
        list[str], typer.Argument(metavar="RESULTS...", help="Results of `bench run`.")
    ],
    output: Annotated[
        list[str] | None,
        options.output("A page (.html), tables (.md, .tex), all runs (.csv, .parquet), or a plot (.png, .svg, .pdf): a cactus plot, "
        "with --by time against the factor, with --versus a scatter plot. Can be repeated."),
    ] = None,
    force: options.Force = False,
    versus: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Draw a scatter plot of these two solvers. Pages have one anyway, of the first and the best other."),
    ] = None,
    by: Annotated[
        str,
        typer.Option(metavar="FACTOR[=A,B]", help="What groups the puzzles in tables and plots: family, size, density, colors, clues (number of blocks), "
        "machine, or any other key of the rows; several, such as size,density; or the groups of one to show, such as size=20x20,30x30."),
    ] = "family",
    fields: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="The columns of the tables, such as solved,PAR-2,median."),
    ] = None,
    backend: Annotated[
        list[str] | None,
        typer.Option("-b", "--backend", metavar="NAME", autocompletion=backend_names, help="Show only these solvers, such as line,auto; can be repeated."),
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Verdicts that are known: lines of NAME,VERDICT, or JSON lines with name and verdict. "
        "Solvers that contradict them are marked wrong."),
    ] = None,
    certificates: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Certificates of the puzzles: solvers that contradict them are marked wrong."),
    ] = None,
    clock: ClockOption = None,
    cpu: CpuOption = False,
) -> None:  # fmt: skip
    """Make tables and plots of measurements.

    Without -o it prints the tables. Several files are merged if their settings are the same.

    Examples:

      nonosat bench report results.jsonl

      nonosat bench report results.jsonl -o report.html -o report.md -o plot.pdf

      nonosat bench report results.jsonl --by size --fields solved,PAR-2 -o table.tex -o plot.pdf
    """
    from nonosat.cli.bench_screen import Choice, write_report

    shown = Choice(
        clock,
        cpu or None,
        by,
        fields.split(",") if fields else (),
        [name for names in backend or () for name in names.split(",")],
    )
    write_report(files, output or [], force, versus, shown, expect, certificates)


@bench.command(cls=Command)
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

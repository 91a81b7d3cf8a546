"""The work of `nonosat bench`: measure, compare, write reports, print tables."""

import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import typer

from nonosat.bench import plots, tables
from nonosat.bench.against import split_versions
from nonosat.bench.agreement import Settled, agreement_line, settle_answers
from nonosat.bench.compare import DISTURBED, compare, comparison_tables
from nonosat.bench.environment import machine_load
from nonosat.bench.expected import judged
from nonosat.bench.latex import as_latex
from nonosat.bench.rows import header_differences, read_measurements, read_results
from nonosat.bench.run import BenchPlan, Run, perform
from nonosat.bench.stats import FAMILY, results_of
from nonosat.bench.tables import Table, cell_text, disturbances, left_out
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import complain, say
from nonosat.cli.progress import Watch
from nonosat.cli.writing import check_outputs_free, report_written
from nonosat.errors import EngineFailed, UsageError, WrongAnswer
from nonosat.files import write_bytes

SLOWER = 1
"""Exit code of `compare` when something became slower, as diff uses 1 for files that differ."""
PLOT_FORMS = (".svg", ".png", ".pdf")
REPORTS = (".html", ".md", ".tex", ".csv", ".parquet", *PLOT_FORMS)
NARROW, PIPED = 60, 160
"""Columns of the narrowest table, and of a table without a terminal."""
_STYLES = ("cyan", "yellow", "green", "magenta", "blue", "red", "bright_cyan", "bright_yellow")


def _screen_width() -> int:
    return max(NARROW, shutil.get_terminal_size((PIPED, 24)).columns)


def print_table(table: Table, solvers: Sequence[str]) -> None:
    """Print a table on stdout, or only its note. Solvers have colors if the terminal has them."""
    if not table.rows:
        if table.note:
            say(f"{table.title}: {table.note}")
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(
        title=table.title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    texts = [[cell_text(cell) for cell in row] for row in table.rows]
    heads = enumerate(table.columns)
    wide = [max(len(head), *(len(row[at]) for row in texts)) + 2 for at, head in heads]
    shown = table.fitting(wide, _screen_width())
    for at in shown:
        right = table.is_numeric(at)
        grid.add_column(table.columns[at], justify="right" if right else "left", no_wrap=right)
    styles = dict(zip(solvers, cycle(_STYLES), strict=False))  # the same in all tables
    for row in texts:
        grid.add_row(*(Text(row[at], styles.get(row[at], "")) for at in shown))
    console = Console(width=_screen_width(), highlight=False)
    console.print(grid)
    if table.note:
        console.print(Text(table.note, "dim"), soft_wrap=False)
        console.print()


def say_agreement(settled: Settled) -> None:
    """Print whether all answers agree; if they do not, this is an error."""
    for text in settled.complaints:
        complain(f"WRONG: {text}")
    if settled.complaints:
        raise WrongAnswer(agreement_line(*settled))
    say(agreement_line(*settled))


def measure_and_print(plan: BenchPlan, output: str, resume: bool, words: Sequence[str]) -> None:
    """Measure, until Ctrl-C, and print what was measured; `words` are the command line.

    The exit code says if answers differ, or a solver gave none.
    """
    if (machine_load() or 0.0) > 1.0:
        complain("machine busy: wall times are unreliable; use --cpu with report and compare")
    watch = Watch()
    start, first = time.monotonic(), -1

    def begins(run: Run, done: int) -> None:
        nonlocal first
        first = done if first < 0 else first
        left = (time.monotonic() - start) / (done - first or 1) * (plan.size - done)
        end = time.strftime("the end expected at %H:%M:%S", time.localtime(time.time() + left))
        name = f"{run.solver} on {run.case.name}"
        watch.at(name, done, plan.size, news=lambda: end if done > first else "")

    if Path(output).suffix.lower() in REPORTS:
        raise UsageError(
            f"{output}: bench run writes rows, as JSON lines, such as -o results.jsonl; then "
            f"`nonosat bench report results.jsonl -o {shlex.quote(output)}` makes this file"
        )
    try:
        with report_written(*([] if resume else [output])), watch:
            rows = perform(plan, output, resume=resume, command=words, watch=begins)
    except KeyboardInterrupt:
        complain(f"interrupted; {output} keeps the finished runs; --resume continues")
        raise typer.Exit(INTERRUPTED) from None
    results = results_of(rows)
    print_table(tables.overall(results), results.solvers)
    if results.left_out:
        say(left_out(results))
    print_table(tables.unanswered(results), results.solvers)
    versions = split_versions(results)
    for table in comparison_tables(compare(*versions, in_turns=True)) if versions else ():
        print_table(table, results.solvers)
    for text in disturbances(results):
        say(text)
    missing = tables.unmeasured(results)
    if missing:
        complain(f"nothing was measured of {', '.join(missing)}: no run gave an answer")
    say_agreement(results.settled)
    if missing:
        raise typer.Exit(code_of(EngineFailed))


class Choice(NamedTuple):
    """The part and the clock of results that a report shows, as `results_of` takes them."""

    clock: str | None
    cpu: bool | None
    by: str
    fields: Sequence[str]
    solvers: Sequence[str]


def write_report(
    files: list[str],
    output: list[str],
    force: bool,
    versus: str | None,
    shown: Choice,
    expect: str | None,
    certificates: str | None,
) -> None:
    """Write reports of measurements; without any print tables.

    Args:
        expect, certificates: a file of verdicts and a folder of certificates, which decide between answers.
    """
    check_outputs_free(output, files, reports=True, force=force)
    suffixes = {name: Path(name).suffix.lower() for name in output}
    for name, suffix in suffixes.items():
        if suffix not in REPORTS:
            raise UsageError(f"{name}: the suffix must be one of {', '.join(REPORTS)}")
    _check_applies(suffixes, versus, shown)
    measured = [rows for file in files for rows in read_measurements(file)]
    rows = tables.merge_results(measured, shown.by)
    if (expect, certificates) != (None, None):
        rows, unused = judged(rows, expect, certificates)
        if unused:
            complain(f"{expect}: {unused} of its names are not among the puzzles")
    results = results_of(rows, *shown)
    pair = tables.chosen_pair(results, versus.split(",") if versus else ())
    if len(pair) != 2 and versus:
        raise UsageError(f"--versus {versus!r}: give two solvers, such as auto,cpsat")
    for name, suffix in suffixes.items():
        if suffix in (".csv", ".parquet"):
            with report_written(name):
                tables.write_runs(results, name)
            continue
        if suffix in PLOT_FORMS:
            kind = "scatter" if versus else "factor" if shown.by != FAMILY else "cactus"
            content = plots.plot_file(plots.all_of(results, pair), kind, name)
        elif suffix == ".html":
            content = tables.as_html(results, pair).encode()
        elif suffix == ".tex":
            content = as_latex(results).encode()
        else:
            content = tables.as_markdown(results).encode()
        with report_written(name):
            write_bytes(name, content)
    if not suffixes:
        for line in tables.facts(results):
            say(line)
        for table in tables.report_tables(results):
            if table.title != tables.EACH:
                print_table(table, results.solvers)
        for text in disturbances(results):
            say(text)
    say_agreement(results.settled)


def _check_applies(suffixes: Mapping[str, str], versus: str | None, shown: Choice) -> None:
    """Refuse an option that changes nothing in what is written."""
    forms = {*suffixes.values()} or {""}
    drawn = forms & {*PLOT_FORMS, ".html"}
    listed = forms & {"", ".html", ".md", ".tex"}
    if versus and not drawn:
        raise UsageError("--versus draws a scatter plot: -o plot.pdf or -o page.html")
    if shown.by != FAMILY and not (drawn or listed):
        raise UsageError("--by groups tables and plots; this file has one line for each run")
    if shown.fields and not listed:
        raise UsageError("--fields chooses columns of tables: -o table.tex, .md or .html")


def compare_files(old: str, new: str | None, clock: str | None, cpu: bool) -> None:
    """Compare two measurements; the exit code says if something became slower."""
    files = [read_results(name) for name in (old, new) if name is not None]
    settled = settle_answers([row for rows in files for row in rows])
    halves = settled.rows[: len(files[0])], settled.rows[len(files[0]) :]
    measured = [results_of(rows, clock, cpu or None) for rows in halves if rows]
    sides = split_versions(measured[0]) if new is None else (measured[0], measured[1])
    if sides is None:
        raise UsageError(f"{old} does not hold two versions that took turns: give NEW, too")
    found = compare(*sides, in_turns=new is None)
    for table in comparison_tables(found):
        print_table(table, sides[1].solvers)
    if any(not change.repeated for change in found.slower):
        say("a single puzzle counts only with at least three runs on both sides")
    if measured[-1].left_out:
        say(left_out(measured[-1]))
    for name, results in zip((old, new), measured, strict=False):
        for text in disturbances(results):
            say(f"{name}: {text}")
    differ = header_differences(files[0][0], files[-1][0], ("versions", "commit"))
    if differ:
        say(differ)
    worse = found.worse
    nothing = "nothing became slower beyond noise"
    if found.bounds is DISTURBED:
        nothing = "machine busy: wall times are unreliable; use --cpu"
    say(f"slower: {', '.join(worse)}" if worse else nothing)
    say_agreement(settled)
    if worse:
        raise typer.Exit(SLOWER)

"""``nonosat check``."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.output import NOT_THE_ONLY, say, terminal_columns, wrap_text
from nonosat.cli.sinks import Doubles, NextCommands
from nonosat.errors import UsageError
from nonosat.files import name_of
from nonosat.model import TYPED, puzzle_name
from nonosat.run.questions import CHECK
from nonosat.run.rows import Row
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.backends.auto import GIVEN, SWITCHED
from nonosat.solving.result import Result, Verdict
from nonosat.words import cell_ranges, how_many_vary

NAME = 40
"""Characters for the name of a puzzle, where there is room."""
MOST_LINES = 25
"""Lines that the picture of an ambiguous puzzle may take."""
NAMED_ROWS = 5
"""Rows whose differing cells are named where there is no picture."""
LINE_LOGIC = {True: "no guessing", False: "needs search", None: "?"}


def check(
    context: typer.Context,
    paths: options.Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: options.Jobs = None,
    output: options.RowsFile = None,
    resume: options.Resume = False,
    force: options.Force = False,
    filter_: Annotated[
        list[Verdict] | None,
        typer.Option("--filter", help="Copy puzzles with this verdict. Can be repeated."),
    ] = None,
    copy_to: options.CopyTo = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Work on a Dask cluster: its scheduler's address, or local to make one here. Use "
            "only one that you trust: anyone who reaches its ports can run code there and here.",
        ),
    ] = None,
    cluster_security: Annotated[
        str | None,
        typer.Option(
            "--cluster-security",
            metavar="CA,CERT,KEY",
            help="Files for TLS: the cluster's authority, our certificate and its key.",
        ),
    ] = None,
    insecure: Annotated[
        bool,
        typer.Option("--insecure", help="Allow an unencrypted connection to a remote --cluster."),
    ] = False,
    report: Annotated[
        str | None,
        typer.Option("--report", metavar="FILE.html", help="Write a report as a web page."),
    ] = None,
    quiet: Annotated[
        bool,
        typer.Option("-q", "--quiet", help="Print only puzzles that are not unique, and totals."),
    ] = False,
) -> list[int]:
    """Check that each puzzle has exactly one solution.

    Prints one line per puzzle: name, size, verdict, whether it can be solved without guessing, and the
    time. Directories are searched for puzzle files; .gz and .zip are unpacked on the way. Exit code
    0 means that every puzzle is unique. Grids behind a puzzle, or a folder of them, are marks of players:
    it says which are right, wrong and missing. # is filled, X or - crossed, ? open; . is as it fits.

    nonosat reads what a file says. It asks about puzzles that it finds by searching, as in programs. --from
    found is your word that they are meant.

    With --jobs, --cluster or -o, puzzles are done in any order, hard ones last. --resume
    continues after any interruption.

    Examples:

      nonosat check data

      nonosat check puzzle.non --limit 10

      nonosat check puzzle.txt my-marks.txt

      nonosat check puzzle.txt students

      nonosat check --rows "1;1" --cols "2;0"

      nonosat check collection.jsonl --json -b sat:cadical195

      nonosat check collection.jsonl --jobs 4 --limit 60 -o results.jsonl

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check puzzles --cluster tls://10.0.0.1:8786 --cluster-security ca.pem,cert.pem,key.pem
    """
    filter_ = filter_ or []
    if rows is None and cols is None:
        paths = paths or ["."]
    if from_ is None and paths and len(paths) == 1 and sys.stdout.isatty() and not as_json:
        from nonosat.cli.consent import consent  # few are asked

        from_ = consent(paths[0])
    if paths and len(paths) > 1 and not (known or output or copy_to or report):
        from nonosat.cli.marks import marked, say_marks  # only other files need it

        if found := marked(paths, from_):
            return say_marks(found, options.CHECK_SECONDS if limit is None else limit, as_json)
    if filter_ and copy_to is None:
        raise UsageError("--filter needs --copy-to")
    if copy_to is not None and not filter_:
        raise UsageError("--copy-to needs --filter VERDICT")
    if report is not None and not report.lower().endswith((".html", ".htm")):
        raise UsageError("--report writes a page to FILE.html; for a spreadsheet: -o FILE.csv")
    if cluster_security is not None and (
        cluster in (None, "local") or cluster_security.count(",") != 2
    ):
        raise UsageError(
            "--cluster-security CA,CERT,KEY names three files, for a --cluster ADDRESS"
        )
    if jobs is not None and cluster not in (None, "local"):
        raise UsageError("--jobs does not go with the address of a cluster: it has its workers")
    return ask(
        CHECK,
        context,
        show_check,
        instead={"paths": paths, "filter_": filter_, "from_": from_},
        titled=False,
        needs={Verdict.MULTIPLE.value},
        totals=True,
        ordered=[] if as_json else [Doubles()],
        last=[] if as_json else [NextCommands(known is not None, paths or [TYPED])],
    )


def fit_line(name: str, facts: str, error: str, width: int) -> list[str]:
    """One line for a puzzle, or several, broken between words, where that is longer than `width`.

    >>> fit_line("a.non", "5x5  unknown", "the limit was reached", 20)
    ['a.non   5x5  unknown', '  the limit was', '    reached']
    """
    room = max(0, min(NAME, width - len(facts) - 1))
    line = f"{name:<{room}} {facts}"
    if len(line) + len(error) + 2 * bool(error) <= width:
        return [f"{line}  {error}" if error else line]
    lines = [line] if len(name) <= room else [name, f"{'':<{room}} {facts}"]
    return lines + wrap_text(error, width, "  ")


def show_check(row: Row) -> None:
    """Print the line of a puzzle that was checked, and the cells that vary."""
    facts = f"{row.size:>9}  {row.word:<8}  {LINE_LOGIC[row.line_solvable]:<12}"
    facts += f" {row.seconds:8.3f} s"
    if row.inks > 1:
        facts += f"  {row.inks} colors"
    say(*fit_line(puzzle_name(row.source, row.position), facts, row.ending, terminal_columns()))
    if row.word == Verdict.MULTIPLE and row.result is not None:
        _show_varying(row, row.result)


def _show_varying(row: Row, result: Result) -> None:
    from nonosat.cli.colored import PIPED, draw_if_small, print_segments  # few checks draw
    from nonosat.draw.terminal import with_open

    varying = result.varies
    count = how_many_vary(len(varying), result.most_varying)
    if row.sheet is not None and row.sheet.goals:
        count = f"{NOT_THE_ONLY}: {count}"
    cells = with_open(result.solutions[0], varying)
    lines = draw_if_small(result.puzzle, cells, most=MOST_LINES)
    if lines is not None:
        say(f"  {count}, marked ?:")
        print_segments(*lines)
        return
    words = _words_for(row.source, result)
    both = f"to see both: nonosat solve {words} -n 2"
    drawn = row.sheet is not None and row.sheet.goals
    if drawn and result.engine in (GIVEN, SWITCHED):  # from the clues alone it may take long
        page = shlex.quote(f"{Path(row.source).stem}.html")
        both = f"to see both: nonosat check {words} --report {page}"
    where = cell_ranges(varying, NAMED_ROWS)
    say(*wrap_text(f"{count}: {where}; {both}", min(terminal_columns(), PIPED), "  "))


def _words_for(source: str, result: Result) -> str:
    """The words that name a puzzle in a command."""
    if source == TYPED:
        from nonosat.formats.said.typed import typed_lines  # most puzzles are in files

        rows, cols = typed_lines(result.puzzle).values()
        return shlex.join(["--rows", rows, "--cols", cols])
    return "-" if source == name_of("-") else shlex.quote(source)

"""``nonosat solve``."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from itertools import count as count_up
from typing import Annotated

import typer

from nonosat.api import Search
from nonosat.cli.options import (
    DEFAULT,
    BackendOption,
    FromOption,
    JsonOption,
    KnownOption,
    LimitOption,
    ToOption,
    known_cells,
    label,
    number_of,
    output_format,
)
from nonosat.cli.output import (
    INTERRUPTED,
    complain,
    exit_with,
    picture,
    reported,
    say,
    say_json,
    title_line,
)
from nonosat.cli.pager import can_page, page
from nonosat.cli.progress import Watch
from nonosat.cli.questions import ask_puzzle
from nonosat.cli.typed import typed_puzzle
from nonosat.errors import Reason, Stop, UsageError
from nonosat.files import dump, load
from nonosat.model import Grid, Sheet
from nonosat.render.terminal import cells_of
from nonosat.result import Limits, Result, Verdict


def solve(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A puzzle file, or - for stdin.")
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option("--rows", metavar="CLUES", help='Row clues, as in "2 1;3;0" or "2k 1r;3k".'),
    ] = None,
    cols: Annotated[
        str | None, typer.Option("--cols", metavar="CLUES", help="Column clues, likewise.")
    ] = None,
    backend: BackendOption = DEFAULT,
    count: Annotated[
        str, typer.Option("-n", metavar="COUNT|all", help="Look for so many solutions.")
    ] = "1",
    steps: Annotated[
        bool,
        typer.Option(
            "--steps",
            help="Show how a person could solve it: one step at a time on a terminal; with -o "
            "FILE.svg or .gif as an animation.",
        ),
    ] = False,
    hint: Annotated[
        bool, typer.Option("--hint", help="Give only the next step, from the --known cells.")
    ] = False,
    how_many: Annotated[
        bool,
        typer.Option("--count", help="Say how many solutions there are, without listing them."),
    ] = False,
    fixed: Annotated[
        bool, typer.Option("--fixed", help="Show the cells that are the same in every solution.")
    ] = False,
    limit: LimitOption = None,
    known: KnownOption = None,
    as_json: JsonOption = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Save the solved puzzle; .txt is the picture as text, - is stdout.",
        ),
    ] = None,
    from_: FromOption = None,
    to: ToOption = None,
) -> None:
    """Solve a puzzle and print the picture.

    Without FILE and clues it asks for them on a terminal.

    Examples:

      nonosat solve data/drawn/bicycle.non

      nonosat solve --rows "4;1;3;1;3,1" --cols "2;1,1;1,1,1;3;1,1,1"

      nonosat solve puzzle.xml -n all --limit 10 --json

      nonosat solve puzzle.non -o picture.ppm

      nonosat solve puzzle.non --steps -o steps.svg

      nonosat solve puzzle.non --hint --known begun.txt

      nonosat solve puzzle.non --count --limit 60
    """
    with reported():
        if steps + hint + how_many + fixed > 1:
            raise UsageError("give only one of --steps, --hint, --count and --fixed")
        if steps or hint:
            from nonosat.cli.steps import explain  # nobody else needs it

            source, sheets = _sheets(file, rows, cols, from_)
            exit_with(
                explain(
                    sheets,
                    source,
                    only_hint=hint,
                    backend=backend,
                    count=count,
                    limit=limit,
                    known=known,
                    as_json=as_json,
                    output=output,
                    to=to,
                )
            )
            return
        if how_many or fixed:
            from nonosat.cli.counted import facts_of_all  # nobody else needs it

            source, sheets = _sheets(file, rows, cols, from_)
            facts_of_all(
                sheets,
                source,
                fixed=fixed,
                backend=backend,
                count=count,
                limit=limit,
                known=known,
                as_json=as_json,
                output=output,
            )
            return
        at_most = number_of(count)
        to = output_format(
            output, to, "grid", inputs=[file, known]
        )  # complains before the work, not after it
        source, sheets = _sheets(file, rows, cols, from_)
        codes, solved = [], []
        interrupted = False
        talk = not as_json and output != "-"
        for position, sheet in enumerate(sheets, 1):
            name = label(source, position, len(sheets) > 1)
            search = Search(
                sheet.puzzle,
                backend=backend,
                at_most=at_most,
                limits=Limits(limit),
                known=known_cells(known, sheet.puzzle),
            )
            if talk and len(sheets) > 1:
                say(title_line(sheet, name))
            paged = talk and at_most is None and can_page()
            result, interrupted = _run(search, name, talk, paged)
            if as_json and output != "-":
                facts = result.to_dict(source=source, position=position, title=sheet.title)
                say_json(facts)
            elif talk:
                say(_verdict_line(result, at_most))
            # Who turns the pages has asked for what was seen.
            asked = len(result.solutions) if paged and not result.error else at_most
            codes.append(_code(result, asked))
            solved.append(dataclasses.replace(sheet, goals=result.solutions))
            if interrupted:
                break
        if output is not None:
            if not all(sheet.goals for sheet in solved):
                complain(f"{output} not written: not every puzzle was solved")
            else:
                dump(solved, output, to)
        if interrupted:
            raise typer.Exit(INTERRUPTED)
        exit_with(codes)


def _sheets(
    file: str | None, rows: str | None, cols: str | None, format: str | None
) -> tuple[str, list[Sheet]]:
    """The puzzles to solve and what their source is called."""
    if (rows is None) != (cols is None):
        raise UsageError("--rows and --cols go together")
    if rows is not None and cols is not None:
        if file is not None:
            raise UsageError("give either FILE or --rows and --cols, not both")
        return "<typed>", [Sheet(typed_puzzle(rows, cols))]
    if file is not None:
        return ("<stdin>" if file == "-" else file), load(file, format)
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("give a FILE, - for stdin, or --rows and --cols")
    return "<typed>", [Sheet(ask_puzzle())]


def _run(search: Search, name: str, stream: bool, paged: bool) -> tuple[Result, bool]:
    """Search, printing solutions as they come; tells whether Ctrl-C ended it."""
    interrupted = False
    try:
        if paged:
            last = page(search)
            if last is not None:
                picture(search.puzzle, cells_of(last))
        for number, grid in enumerate(() if paged else _watched(search, name), 1):
            if stream:
                if number > 1:
                    say("", f"solution {number}:")
                picture(search.puzzle, cells_of(grid))
                sys.stdout.flush()
    except KeyboardInterrupt:
        interrupted = True
        complain("interrupted; this is what is known so far")
    result = search.result()
    if interrupted:
        result = dataclasses.replace(result, stop=Stop(Reason.INTERRUPTED))
    return result, interrupted


def _watched(search: Search, name: str) -> Iterator[Grid]:
    """The solutions, with progress shown while the next one is sought."""
    grids = iter(search)
    for number in count_up():
        with Watch() as watch:
            watch.at(name, number)
            grid = next(grids, None)
        if grid is None:
            return
        yield grid


def _verdict_line(result: Result, at_most: int | None) -> str:
    number = len(result.solutions)
    if result.verdict is Verdict.NONE:
        what = "no solution"
    elif result.verdict is Verdict.UNIQUE:
        what = "unique solution"
    elif number == 0:
        what = "no solution found"
    elif number == 1:
        what = "solved, uniqueness not checked" if not result.error else "one solution found"
    elif result.exhausted:
        what = f"exactly {number} solutions"
    else:
        what = f"{number} solutions" + ("" if number == at_most else ", there may be more")
    how = result.backend + (f", {result.engine}" if result.engine else "")
    reason = f" ({result.error})" if result.error else ""
    return f"{what}{reason}, {result.seconds:.3f} s ({how})"


def _code(result: Result, at_most: int | None) -> int:
    """Solving succeeds when what was asked for is there, or proved not to exist."""
    if result.verdict is Verdict.NONE:
        return Verdict.NONE.exit_code
    if len(result.solutions) == at_most or result.exhausted:
        return 0
    return Verdict.UNKNOWN.exit_code

"""``nonosat solve``."""

import dataclasses
import shlex
import sys

from nonosat.cli import options
from nonosat.cli.colored import print_picture
from nonosat.cli.consent import consent
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import (
    Interruptible,
    complain,
    complain_of_none,
    no_solution,
    print_title,
    say,
    say_json,
)
from nonosat.cli.progress import Watch
from nonosat.cli.puzzles import read_puzzles
from nonosat.cli.writing import (
    GRID,
    check_outputs_free,
    check_solution_fits,
    how_to_draw,
    output_format,
    report_written,
    save_if_all,
    save_known,
)
from nonosat.errors import Reason, Stop
from nonosat.files import write_bytes
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.limits import Limits
from nonosat.model import ROWS_FIRST, Domains, Sheet, SourcedSheet
from nonosat.run.questions import with_floor
from nonosat.solving.api import DEFAULT_BACKEND, Search
from nonosat.solving.result import Result, Verdict, verdict_line
from nonosat.words import with_certain


def solve(
    file: options.File = None,
    marks: options.Marks = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    count: options.Count = "1",
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    output: options.Output = None,
    force: options.Force = False,
    from_: options.From = None,
    to: options.To = None,
) -> list[int]:
    """Solve a puzzle and print the picture.

    Without FILE and clues it opens an editor for them on a terminal. -o saves the solved puzzle; a .txt is the
    picture as text. Where --limit comes first, it saves the cells that are certain by then, and
    --known continues from them.

    Examples:

      nonosat solve data/drawn/bicycle.non

      nonosat solve --rows "4;1;3;1;3,1" --cols "2;1,1;1,1,1;3;1,1,1"

      nonosat solve puzzle.xml -n all --limit 10 --json

      nonosat solve puzzle.non begun.txt -o picture.ppm
    """
    known = options.known_file(marks, known)
    at_most = options.number_of(count)
    # This complains before the work, not after it.
    drawn = [file or "FILE", "--solution"]
    is_drawing = to is None and output is not None and output.lower().endswith(".svg")
    if is_drawing:
        check_outputs_free([str(output)], [*filter(None, (file, known))], force=force)
        to = "svg"
    else:
        to = output_format(output, to, GRID, inputs=[file, known], force=force, drawn=drawn)
    codes, solved = list[int](), list[Sheet]()
    begun: Domains | None = None
    talk = not as_json and output != "-"
    from_ = from_ or (consent(file) if talk else None)
    puzzles = read_puzzles(file, rows, cols, from_, clues_only, ROWS_FIRST)
    if output is not None and not is_drawing:
        check_solution_fits(to, [item.sheet for item in puzzles])
    for item in puzzles:
        search = Search(
            item.sheet.puzzle,
            backend=backend,
            at_most=at_most,
            limits=Limits(limit),
            known=options.known_option(known, item.sheet.puzzle),
        )
        if talk:
            print_title(item)
        result, interrupted = _print_solutions(search, item, talk and output is None)
        if result.error:
            result = with_floor(result, item.sheet.puzzle, search.known)
        if as_json and output != "-":
            say_json(result.to_dict(**item.facts))
        elif talk:
            if not result.solutions and result.error and any(map(search.fits, item.sheet.goals)):
                say(f"the picture in the file is a solution ({_ending(result)})")
            else:
                say(verdict_line(result, at_most, no_solution(known), _ending(result)))
        codes.append(_exit_code(result, at_most))
        if result.verdict is Verdict.NONE:
            complain_of_none(item.name, item.sheet.puzzle, known, search.known)
        if result.solutions:
            solved.append(dataclasses.replace(item.sheet, goals=result.solutions))
        elif result.decided and len(puzzles) == 1 and output != "-":
            begun = result.known
        if interrupted:
            codes.append(INTERRUPTED)
            break
    if output is not None and begun is not None:
        if save_known(puzzles[0].sheet, begun, output, to):
            share = 100 * begun.decided / (begun.height * begun.width)
            again = shlex.join(["--known", output])
            complain(f"partly solved: {share:.1f} % of the cells; {again} continues from them")
    elif output is not None and is_drawing and len(solved) == len(puzzles) == 1:
        from nonosat.draw.files import drawn_bytes  # few solutions are drawn

        with report_written(output):
            write_bytes(output, drawn_bytes(solved[0], "svg", solution=True, name=item.name))
    elif output is not None and is_drawing:
        complain(f"{output} not written: a drawing has one puzzle, and a solution of it")
    elif output is not None:
        several = any(len(item.goals) > 1 for item in solved)
        saved = save_if_all(solved, len(puzzles), output, to, "solved", force)
        if saved and several and Holds.GOALS not in make_format(to).holds:
            complain(f"{to} keeps only the first solution of a puzzle")
        if saved and to == "png" and output != "-":
            complain(f"{output} has one pixel a cell; {how_to_draw(output, drawn)}")
    return codes


def _print_solutions(search: Search, item: SourcedSheet, stream: bool) -> tuple[Result, bool]:
    """Search and print solutions as they are found; return the result, and whether Ctrl-C ended it."""
    cells = search.puzzle.height * search.puzzle.width
    with Interruptible() as work, Watch(search.seconds) as watch:
        watch.at(item.name, search=search, cells=cells)
        for number, grid in enumerate(search, 1):
            watch.hide()
            if stream:
                if number > 1:
                    say("", f"solution {number}:")
                print_picture(search.puzzle, [*grid])
                sys.stdout.flush()
            watch.at(item.name, number, search=search, cells=cells)
    result = search.result()
    work.report_stop(result.solutions or any(map(search.fits, item.sheet.goals)))
    if work.interrupted:
        result = dataclasses.replace(result, stop=Stop(Reason.INTERRUPTED))
    return result, work.interrupted


def _ending(result: Result) -> str:
    """Say why a search ended early, and how many cells are certain; "" if it did not."""
    return with_certain(result.error, result.decided, result.puzzle.height * result.puzzle.width)


def _exit_code(result: Result, at_most: int | None) -> int:
    """Solving succeeds when what was asked for is there, or proved not to exist."""
    if result.verdict is Verdict.NONE:
        return code_of(Verdict.NONE)
    if len(result.solutions) == at_most or result.exhausted:
        return 0
    return code_of(Verdict.UNKNOWN)

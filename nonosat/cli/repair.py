"""``nonosat repair``."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat.cli import options
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import report_errors, say, say_json, title_line
from nonosat.cli.puzzles import read_puzzles
from nonosat.cli.writing import complain_of_losses, output_format, save_if_all
from nonosat.errors import CannotHold, UsageError
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.limits import Deadline
from nonosat.model import Named, Sheet
from nonosat.result import Verdict

if TYPE_CHECKING:
    pass


class Way(enum.StrEnum):
    """A way to make a puzzle unique."""

    CHANGED = "changed"
    GIVEN = "given"


DOING = {Way.CHANGED: "changing", Way.GIVEN: "giving"}


def repair(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A picture, or a puzzle file that has its picture; - for stdin. Without a picture "
            "using the first solution found.",
        ),
    ],
    photo: Annotated[
        str | None,
        typer.Option(
            "--photo",
            metavar="WIDTHxHEIGHT",
            help="FILE is a photo or drawing; make a picture of that many cells of it first.",
        ),
    ] = None,
    colors: Annotated[int | None, options.COLORS] = None,
    only: Annotated[
        Way | None,
        typer.Option(
            "--only",
            metavar="changed|given",
            help="Look for one answer: cells to change, or cells to print as given.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="ROWS,COLS",
            help="Change no cell in these rows and columns, as 3,7 or 1-5,2-9. Can be repeated.",
        ),
    ] = None,
    count: options.Count = "1",
    limit: options.Limit = options.CHECK_SECONDS,
    as_json: options.Json = False,
    output: options.Output = None,
    force: options.Force = False,
    from_: options.From = None,
    to: options.To = None,
) -> list[int]:
    """Say which cells of a picture to change, or to give, so that its puzzle has one solution.

    Looks for the fewest cells, and says whether fewer are proved impossible. Of equally many
    changes, those come first that disturb the picture least: no symmetry broken, no lonely cells,
    no new borders. The cells are marked in the pictures. -n is for the changes, --limit for both answers together. -o saves the puzzle with
    the changed cells; with --only given that with given cells.
    The exit code is 0 when both are found and proved, 10 when --keep leaves no way, and 30 when
    the limit came first.

    Examples:

      nonosat repair drawing.pbm

      nonosat repair drawing.pbm --keep 1-5,1-20 -n 3

      nonosat repair drawing.pbm -o mended.non

      nonosat repair drawing.pbm --only given -o with-givens.json

      nonosat repair photo.jpg --photo 30x30
    """
    from nonosat.cli import repair_work  # loads pysat

    codes = list[int]()
    with report_errors(lambda: codes):
        at_most = options.number_of(count)
        if colors is not None and photo is None:
            raise UsageError("--colors goes with --photo")
        kept = [repair_work.kept_area(text) for text in keep or ()]
        # This complains before the work, not after it.
        to = output_format(output, to, "json", inputs=[file], force=force)
        if only is Way.GIVEN and Holds.GIVENS not in make_format(to).holds:
            raise CannotHold(f"{to} has no place for given cells; .json and .non have")
        puzzles: Sequence[Named]
        if photo is None:
            puzzles = read_puzzles(file, None, None, from_)
        else:
            puzzles = [repair_work.digitize_photo(file, photo, colors or 1)]
        mended = list[Sheet]()
        talk = not as_json and output != "-"
        for it in puzzles:
            if talk:
                say(title_line(it))
            deadline = Deadline(limit)
            goal = repair_work.find_picture(it, deadline.left())
            if goal is None:
                codes.append(code_of(Verdict.NONE))
                continue
            facts, interrupted = it.facts, False
            for way in [only] if only else Way:
                limits = deadline.left()
                if limits.seconds is not None and way is Way.CHANGED and not only:
                    # Half of the time is for the other answer.
                    limits = replace(limits, spent=(limits.spent + limits.seconds) / 2)
                palette = it.sheet.puzzle.palette
                search = repair_work.begin_search(way, goal, palette, kept, at_most, limits)
                doing = f"{it.name}: {DOING[way]} cells"
                result, interrupted = repair_work.run_repair(search, doing)
                if talk:
                    repair_work.show_repair(result)
                codes.append(repair_work.exit_code(result))
                facts[way.value] = result.to_dict()
                if way is (only or Way.CHANGED):
                    mended += repair_work.mend(it.sheet, result)
                if interrupted:
                    break
            if as_json and output != "-":
                say_json(facts)
            if interrupted:
                raise typer.Exit(INTERRUPTED)
        if output is not None and save_if_all(mended, len(puzzles), output, to, "mended"):
            complain_of_losses(to, mended)
    return codes

"""``nonosat repair``."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat.cli import options
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import report_errors, say, say_json, title_line
from nonosat.cli.puzzles import read_puzzles
from nonosat.cli.writing import complain_of_losses, output_format, save_if_all
from nonosat.errors import CannotHold
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.limits import Deadline
from nonosat.model import Sheet, SourcedSheet
from nonosat.solving.result import Verdict

if TYPE_CHECKING:
    from nonosat.cli.repair_work import Repaired


class Way(enum.StrEnum):
    """A way to make a puzzle unique, in the order of the searches."""

    THICKER = "thicker"
    CHANGED = "changed"
    GIVEN = "given"


SHARES = {Way.THICKER: 0.2, Way.CHANGED: 0.6, Way.GIVEN: 1.0}
"""The part of the time left that each search may take, if others follow it."""


def repair(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A picture, or a puzzle file that has its picture; - for stdin. Without a picture "
            "using the first solution found.",
        ),
    ],
    only: Annotated[
        Way | None,
        typer.Option(
            "--only",
            metavar="thicker|changed|given",
            help="Look for one proposal: thicker lines, the fewest changes, or cells to "
            "print as given.",
        ),
    ] = None,
    drawing: Annotated[
        str | None,
        typer.Option(
            "--picture", metavar="FILE", help="Your drawing, if the puzzle file has only clues."
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
    """Make the puzzle of a picture unique: change few cells, thicken lines, or give some cells.

    Shows up to three proposals, each with exactly one solution: few changes, thicker lines, and cells
    to print as given. Few changes come first if they are proved to be the
    fewest, or at most 2 % of the cells. The cells are marked in the pictures. Of equally few changes,
    those come first that disturb the picture least. -n is for them, --limit for all proposals
    together. -o saves the puzzle of the first proposal.
    The exit code is 0 when a proposal of each kind was found, and the fewest changed and given cells
    are proved. It is 10 when --keep leaves no way, else 30.

    Examples:

      nonosat repair drawing.pbm

      nonosat repair drawing.pbm --keep 1-5,1-20 -n 3

      nonosat repair drawing.pbm -o mended.non

      nonosat repair drawing.pbm --only thicker -o thicker.pbm

      nonosat repair drawing.pbm --only given -o with-givens.json

      nonosat image photo.jpg --size 30 -o drawing.non && nonosat repair drawing.non
    """
    from nonosat.cli import repair_work  # loads pysat

    codes = list[int]()
    with report_errors(lambda: codes):
        at_most = options.number_of(count)
        kept = [repair_work.kept_area(text) for text in keep or ()]
        # This complains before the work, not after it.
        to = output_format(output, to, "json", inputs=[file], force=force)
        if only is Way.GIVEN and Holds.GIVENS not in make_format(to).holds:
            raise CannotHold(f"{to} has no place for given cells; .json and .non have")
        puzzles: Sequence[SourcedSheet] = read_puzzles(file, None, None, from_)
        mended = list[Sheet]()
        talk = not as_json and output != "-"
        if drawing is not None:
            puzzles = [repair_work.with_drawing(puzzles, drawing)]
        for item in puzzles:
            if talk:
                say(title_line(item))
            deadline = Deadline(limit)
            goal = repair_work.find_picture(item, deadline.left())
            if goal is None:
                codes.append(code_of(Verdict.NONE))
                continue
            results: dict[str, Repaired] = {}
            facts, interrupted = item.facts, False
            for way in [only] if only else Way:
                limits = deadline.left()
                if limit is not None and not only:
                    spent = limit - SHARES[way] * deadline.remaining()
                    limits = Deadline(limit, spent=spent).left()
                palette = item.sheet.puzzle.palette
                search = repair_work.begin_search(way, goal, palette, kept, at_most, limits)
                result, interrupted = repair_work.run_repair(search, f"{item.name}: {way}")
                if result.cells == () and way not in (only, Way.CHANGED, Way.GIVEN):
                    continue  # the picture is unique, which the other answers say
                results[way] = result
                codes.append(repair_work.exit_code(way, result))
                facts[way.value] = result.to_dict()
                if interrupted:
                    break
            ranked = repair_work.rank(goal, results)
            if talk:
                for name in ranked:
                    repair_work.show_repair(name, results[name])
            if ranked:
                mended += repair_work.mend(item.sheet, results[ranked[0]])
            if as_json and output != "-":
                say_json(facts)
            if interrupted:
                raise typer.Exit(INTERRUPTED)
        if output is not None and save_if_all(mended, len(puzzles), output, to, "mended"):
            complain_of_losses(to, mended)
    return codes

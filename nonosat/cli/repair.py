"""``nonosat repair``."""

import enum
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonosat.cli import options
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import complain, report_errors, say, say_json, title_line
from nonosat.cli.puzzles import PuzzleFiles
from nonosat.cli.writing import complain_of_losses, output_format, save_if_all, save_quietly
from nonosat.errors import CannotHold, OutputError
from nonosat.files import format_of_suffix
from nonosat.formats import FORMATS, formats_of, make_format
from nonosat.formats.base import Holds
from nonosat.limits import Deadline, Limits
from nonosat.model import Sheet, SourcedSheet
from nonosat.solving.result import Verdict

if TYPE_CHECKING:
    from nonosat.cli.repair_work import Repaired


class Way(enum.StrEnum):
    """A way to make a puzzle unique, in the order of the searches."""

    CHANGED = "changed"
    GIVEN = "given"


SHARES = {Way.CHANGED: 0.7, Way.GIVEN: 1.0}
"""The part of the time left that each search may take, if others follow it."""


def repair(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Pictures, puzzle files that have theirs, folders, or - for stdin. Without a "
            "picture using the first solution found.",
        ),
    ],
    only: Annotated[
        Way | None,
        typer.Option(
            "--only",
            metavar="changed|given",
            help="Look for one proposal: the fewest changes, or cells to print as given.",
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
    output: Annotated[
        str | None,
        options.output("Write here; - is stdout. If a folder, a file per puzzle.", "FILE|DIR/"),
    ] = None,
    force: options.Force = False,
    from_: options.From = None,
    to: options.To = None,
) -> list[int]:
    """Make the puzzle of a picture unique: change few cells, or give some cells.

    Shows two proposals, each with exactly one solution: few changes, and cells to print as given. The
    cells are marked in the pictures. Of equally few changes, those come first that disturb the picture
    least. -n is for them, --limit for both proposals together. -o saves the changed picture; without
    --only, never more than four cells that are more than 2 % of all.
    The exit code is 0 when a proposal of each kind was found, and the fewest changed and given cells
    are proved. It is 10 when --keep leaves no way, else 30.

    Examples:

      nonosat repair drawing.pbm

      nonosat repair drawing.pbm --keep 1-5,1-20 -n 3

      nonosat repair drawing.pbm -o mended.non

      nonosat repair drawings/*.png -o mended/

      nonosat repair drawing.pbm --only given -o with-givens.json

      nonosat image photo.jpg --size 30 -o drawing.non && nonosat repair drawing.non
    """
    from nonosat.cli import repair_work  # loads pysat

    at_most = options.number_of(count)
    areas = [repair_work.kept_area(text) for text in keep or ()]
    folder = output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output))
    # This complains before the work, not after it.
    form = output_format(
        "-" if folder else output, to, "json", inputs=files, force=force, folders=True
    )
    if only is Way.GIVEN and Holds.GIVENS not in make_format(form).holds:
        raise CannotHold(f"{form} has no place for given cells; .json and .non have")
    inputs = PuzzleFiles(files, from_, [output] if output else [], each=True)
    codes, mended, expected = inputs.codes, list[Sheet](), 0
    written, saved = dict[str, str](), dict[str, list[Sheet]]()
    with report_errors(lambda: codes):
        for inside, puzzles in inputs.files():
            if drawing is not None:
                puzzles = [repair_work.with_drawing(puzzles, drawing)]
            expected += len(puzzles)
            for item in puzzles:
                if talk := output is None and not as_json:
                    say(title_line(item))
                deadline = Deadline(limit)
                goal = repair_work.find_picture(item, deadline.left())
                if goal is None:
                    codes.append(code_of(Verdict.NONE))
                    continue

                palette = item.sheet.puzzle.palette
                begin = partial(repair_work.begin_search, goal, palette, areas, at_most)
                results, interrupted = _proposals(item, only, begin, deadline)
                codes += map(repair_work.exit_code, results.values())
                best = None if output is None else repair_work.to_save(goal, results, only)
                if talk or (best is None and output != "-" and not as_json):
                    for result in results.values():
                        repair_work.show_repair(result)
                if as_json and output != "-":
                    say_json(item.facts | {way: it.to_dict() for way, it in results.items()})
                if best is not None:
                    sheets = repair_work.mend(item.sheet, results[best])
                    words = repair_work.what_is_saved(results[best])
                    kind = form
                    if folder:
                        target = _place(str(output), inside, item, to, written)
                        complain(f"{item.name}: {words}: {target}")
                        kind = to or format_of_suffix(target)
                        save_quietly(sheets, target, kind, force)
                    elif output != "-":
                        complain(f"saved: {words}")
                    saved.setdefault(kind, []).extend(sheets)
                    mended += sheets
                elif output is not None:
                    codes.append(code_of(OutputError))
                    why = repair_work.why_not_saved(goal, results, only)
                    complain(f"{item.name}: not saved: {why}")
                if interrupted:
                    raise typer.Exit(INTERRUPTED)
        single = output if mended and not folder else None
        if single and not save_if_all(mended, expected, single, form, "mended", force):
            saved.clear()
        for kind, sheets in saved.items():
            complain_of_losses(kind, sheets)
    return codes


def _proposals(
    item: SourcedSheet, only: Way | None, begin: Callable[[str, Limits], Any], deadline: Deadline
) -> "tuple[dict[str, Repaired], bool]":
    """Run the searches in turn; return what they found, and whether Ctrl-C ended them."""
    from nonosat.cli import repair_work

    results: dict[str, Repaired] = {}
    for way in [only] if only else Way:
        limits = deadline.left()
        if (limit := deadline.seconds) is not None and not only:
            spent = limit - SHARES[way] * deadline.remaining()
            limits = Deadline(limit, spent=spent).left()
        result, interrupted = repair_work.run_repair(begin(way, limits), f"{item.name}: {way}")
        results[way] = result
        if interrupted:
            break
    return results, interrupted


def _place(
    folder: str, inside: Path, item: SourcedSheet, to: str | None, taken: dict[str, str]
) -> str:
    """The file of a mended puzzle in a folder: of the kind that was read, if nonosat writes it."""
    suffix, own = inside.suffix.lower(), formats_of(inside.suffix.lower())
    if to is not None:
        suffix = FORMATS.entry(to).suffixes[0]
    elif not own or make_format(own[0]).write is None:
        suffix = ".png"
    number = f"-{item.position}" if item.several or item.position > 1 else ""
    path = Path(folder, inside).with_name(f"{inside.stem}{number}{suffix}")
    if taken.setdefault(str(path), item.name) != item.name:  # cat.png and cat.bmp
        path = path.with_stem(f"{path.stem}-{inside.suffix[1:]}")
    return str(path)

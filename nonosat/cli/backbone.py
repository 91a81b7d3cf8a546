"""``nonosat backbone``."""

from functools import partial
from pathlib import Path
from typing import Any

import typer

from nonosat.ask.all_solutions.shared_cells import Backbone, BackboneSearch, backbone_line
from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.colored import print_picture
from nonosat.cli.marks import with_marks
from nonosat.cli.output import no_solution, say
from nonosat.cli.sinks import Sink
from nonosat.cli.writing import GRID, check_outputs_free, save_known
from nonosat.errors import UsageError
from nonosat.model import UNSETTLED, Sheet
from nonosat.run.questions import Question, columns_with
from nonosat.run.rows import Row
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.result import Verdict

PICTURES = {".png": "png", ".svg": "svg", ".txt": GRID}
"""Suffixes of outputs that are a picture, and the formats; others hold rows."""


def backbone(
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
) -> list[int]:
    """Show the cells that have the same color in every solution.

    Without PATH and clues it opens an editor for them on a terminal. Cells that differ between solutions are
    marked ?. When --limit ends the search, cells that are not settled are marked !.

    Examples:

      nonosat backbone puzzle.non

      nonosat backbone --rows "1;1" --cols "1;1" --json

      nonosat backbone puzzle.non --limit 10 --known begun.txt

      nonosat backbone puzzle.non -o common.png

      nonosat backbone puzzles --jobs 2 -o cells.jsonl --resume
    """
    paths, known = with_marks(paths, known, from_)
    pictures = list[_Picture]()
    if output is not None and Path(output).suffix.lower() in PICTURES:
        check_outputs_free([output], paths or (), force=force)
        pictures.append(_Picture(output))
    show = partial(_show, none=no_solution(known), draws=not pictures)
    instead: dict[str, Any] = {"paths": paths, "known": known}
    if pictures:
        instead |= {"output": None, "force": False}
    return ask(QUESTION, context, show, instead=instead, last=pictures)


class _Picture(Sink):
    """Draw the cells that all solutions of the puzzle share, and leave the others undecided."""

    def __init__(self, path: str) -> None:
        self._path, self._rows = path, list[Row]()

    def take(self, row: Row) -> None:
        self._rows.append(row)

    def finish(self) -> None:
        if len(self._rows) != 1:
            raise UsageError(f"{self._path} is a picture of one puzzle, not of {len(self._rows)}")
        (row,) = self._rows
        if row.result is not None and row.result.solvable is not False:
            result: Backbone = row.result
            cells = result.puzzle.known_cells(result.rows())
            assert cells is not None, "all are known or open"
            kind = PICTURES[Path(self._path).suffix.lower()]
            save_known(Sheet(result.puzzle), cells, self._path, kind)


def _show(row: Row, none: str, draws: bool) -> None:
    result: Backbone = row.result
    if draws and result.solvable is not False:
        print_picture(result.puzzle, result.rows())
    say(backbone_line(result, none))


def _word(row: dict[str, Any]) -> str:
    if row["solvable"] is False:
        return "none"
    if row["solvable"] and not row["unsettled"]:
        return "settled"
    return "partly settled" if row["solvable"] or row["fixed"] else "unknown"


QUESTION = Question(
    "backbone",
    f"{__name__}:QUESTION",
    BackboneSearch,
    lambda puzzle, backend: Backbone(puzzle, None, (UNSETTLED,) * (puzzle.height * puzzle.width)),
    columns_with(
        *("source", "position", "title", "remarks", "height", "width", "colors"),
        solvable=bool,
        decided=int,
        rows=list,
        fixed=int,
        varying=int,
        unsettled=int,
        seconds=float,
    ),
    "rows",
    _word,
    {
        "settled": Verdict.UNIQUE,
        "none": Verdict.NONE,
        "unknown": Verdict.UNKNOWN,
        "partly settled": Verdict.UNKNOWN,
    },
)

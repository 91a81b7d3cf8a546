"""``nonosat backbone``."""

from __future__ import annotations

from nonosat.all_solutions.shared_cells import Backbone, BackboneSearch
from nonosat.api import DEFAULT_BACKEND
from nonosat.cli import options
from nonosat.cli.colored import print_picture
from nonosat.cli.count import answer_each
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import no_solution, say
from nonosat.cli.puzzles import read_puzzles
from nonosat.limits import Limits
from nonosat.model import Named
from nonosat.render.words import plural
from nonosat.result import Verdict


def backbone(
    file: options.File = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
) -> list[int]:
    """Show the cells that have the same color in every solution.

    Without FILE and clues it asks for them on a terminal. Cells that differ between solutions are
    marked ?. When --limit ends the search, cells that are not settled are marked !.

    Examples:

      nonosat backbone puzzle.non

      nonosat backbone --rows "1;1" --cols "1;1" --json

      nonosat backbone puzzle.non --limit 10 --known begun.txt
    """

    def search_of(it: Named) -> BackboneSearch:
        puzzle = it.sheet.puzzle
        cells = options.known_option(known, puzzle)
        return BackboneSearch(puzzle, backend=backend, limits=Limits(limit), known=cells)

    def show(it: Named, result: Backbone) -> None:
        if result.solvable is not False:
            print_picture(it.sheet.puzzle, result.rows())
        say(backbone_line(result, known))

    def code(result: Backbone) -> int:
        if not result.complete:
            return code_of(Verdict.UNKNOWN)
        return code_of(Verdict.NONE) if result.solvable is False else 0

    _, codes = answer_each(
        read_puzzles(file, rows, cols, from_, clues_only),
        search_of,
        show,
        code,
        lambda result: result.fixed or result.solvable is not None,
        as_json=as_json,
    )
    return codes


def backbone_line(result: Backbone, known: str | None) -> str:
    """Return a line with the numbers of fixed, varying and undecided cells."""
    reason = f" ({result.error})" if result.error else ""
    if result.solvable is False:
        what = no_solution(known)
    else:
        parts = [
            f"{result.fixed} of {plural(len(result.cells), 'cell')} {'is' if result.fixed == 1 else 'are'} the same in every solution"
        ]
        if result.varying:
            parts.append(f"{result.varying} vary, marked ?")
        if result.unsettled:
            parts.append(f"{result.unsettled} not settled, marked !")
        if result.solvable is None:
            parts.append("no solution found")
        what = "; ".join(parts)
    return f"{what}{reason}, {result.seconds:.3f} s"

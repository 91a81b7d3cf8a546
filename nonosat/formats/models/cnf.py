"""cnf: the clauses of a puzzle in DIMACS CNF, for any SAT solver.

``docs/certificate.md`` specifies the clauses, and comments name the variable of each cell. A cell is
blank if none of its variables is true. Only the comments are read; see `clue_comments`.

The models of these clauses are the pictures, one each. Clauses that somebody adds with helper variables of their
own may give a picture several models, so count pictures and not models; and phases that lead an engine to a
picture must be set for the helper variables, too.
"""

from collections.abc import Container

from nonosat.errors import CannotHold, LimitReached
from nonosat.formats.models import clue_comments
from nonosat.model import Grid, Puzzle


def _model(puzzle: Puzzle, comments: list[str]) -> str:
    from nonosat.certificates.formula import Formula

    try:
        formula = Formula.of(puzzle)
    except LimitReached as err:
        raise CannotHold(f"cnf: {err}") from err
    return "\n".join([*comments, *cell_comments(puzzle, "c "), formula.dimacs.decode()])


def cell_comments(puzzle: Puzzle, mark: str) -> list[str]:
    """Return comments that list the variables of the cells; `puzzle` must be from `plain`."""
    from nonosat.certificates.formula import cell_variables

    variables = cell_variables(puzzle)
    text = []
    for ink in puzzle.palette.inks:
        text.append(
            f"{mark}cells of ink {ink}, row by row: the variable of each; "
            "0 if the cell never has this ink"
        )
        for start in range(0, len(variables), puzzle.width):
            cells = variables[start : start + puzzle.width]
            text.append(mark + " ".join(str(cell.get(ink, 0)) for cell in cells))
    return text


def painted(puzzle: Puzzle, model: Container[int]) -> Grid:
    """Return the picture of a model, from its true literals."""
    from nonosat.certificates.formula import cell_variables

    cells = (
        next((ink for ink, variable in options.items() if variable in model), 0)
        for options in cell_variables(clue_comments.plain(puzzle))
    )
    return Grid(puzzle.height, puzzle.width, bytes(cells))


TITLE = "c nonosat-cnf 1: the models of these clauses are the pictures of a nonogram"
CNF = clue_comments.model_format(TITLE, "c ", _model)

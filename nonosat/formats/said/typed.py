"""Clues that people type: on the command line, as answers to questions, or into a page."""

import re
from collections.abc import Sequence

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import Record
from nonosat.formats.named.clue_lines import check_letters, parse_clue
from nonosat.formats.said.grid import inks_of_letters
from nonosat.model import Clue, Clues, Palette, Puzzle

MAX_TYPED = 1_000_000


def typed_puzzle(rows: str, cols: str) -> Puzzle:
    """Make a puzzle of typed clues: lines between ``;``, blocks between blanks or commas.

    Colored blocks carry a letter: ``2k 1r``. An empty line is ``0``, a number that is not known ``?``.

    >>> typed_puzzle("2;1", "2;1").height
    2

    Raises:
        ParseError, PuzzleError: with what is wrong.
    """
    for axis, side in (("row", rows), ("column", cols)):
        mark = re.search(r"/|[.|:_](?=.*\s)", side)
        if mark and ";" not in side:
            raise PuzzleError(
                f"the {axis}s are parted by {mark[0]}; put ; between lines, and blanks between blocks, "
                "as in '1 1;5'"
            )
    row_clues, col_clues, palette = typed_sides(rows.split(";"), cols.split(";"))
    try:
        return Puzzle(row_clues, col_clues, palette)
    except PuzzleError as err:
        sides = [("row", row_clues), ("column", col_clues)]
        if err.axis == "column":
            sides.reverse()
        # If a clue is too long, its side or the other one probably lacks ";".
        for axis, clues in sides if err.axis else ():
            if len(clues) == 1 and len(clues[0]) > 1:
                raise PuzzleError(
                    f"the {axis}s are one line; put ; between lines, as in '1 1;5': {err}"
                ) from None
        raise


def typed_lines(clues: Clues) -> dict[str, str]:
    """The rows and the columns as they would be typed.

    >>> typed_lines(typed_puzzle("2 1;0", "1;1;0;1"))
    {'rows': '2 1;0', 'columns': '1;1;0;1'}
    """
    sides = {"rows": clues.rows, "columns": clues.cols}
    return {
        side: ";".join(clue.text(clues.palette) for clue in lines) for side, lines in sides.items()
    }


def typed_sides(
    rows: Sequence[str], cols: Sequence[str]
) -> tuple[tuple[Clue, ...], tuple[Clue, ...], Palette]:
    """Read the clues of some rows and columns, which need not make a puzzle yet.

    Raises:
        ParseError, PuzzleError: with the line and what is wrong with it.
    """
    palette, inks = typed_inks("\n".join([*rows, *cols]))
    if inks is not None:
        check_letters(
            Record(line, f"{axis} {at}", 0)
            for axis, lines in (("row", rows), ("column", cols))
            for at, line in enumerate(lines, 1)
        )
    row_clues, col_clues = (
        tuple(typed_clue(f"{axis} {at}", line, inks) for at, line in enumerate(lines, 1))
        for axis, lines in (("row", rows), ("column", cols))
    )
    return row_clues, col_clues, palette


def typed_clue(what: str, text: str, inks: dict[str, int] | None) -> Clue:
    """Read one clue; `what` is for messages.

    Raises:
        ParseError, PuzzleError: with what is wrong.
    """
    bare = text.strip()
    if not bare:
        raise ParseError("an empty line is written 0", what)
    return parse_clue(bare, Record(bare, what), 0, inks=inks, blots=True)


def typed_inks(text: str) -> tuple[Palette, dict[str, int] | None]:
    """The palette, and letter -> color; None where no letter is used."""
    if len(text) > MAX_TYPED:
        raise PuzzleError("too many clues to type; put them into a file")
    return inks_of_letters(text)

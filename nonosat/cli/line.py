"""``nonosat line``."""

from itertools import islice
from typing import Annotated

import typer

from nonosat.ask.all_solutions.counting import roughly
from nonosat.ask.line import LinePlacements
from nonosat.ask.line import line as placements_of
from nonosat.cli import options
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import say, say_json
from nonosat.errors import ParseError
from nonosat.formats.said.typed import typed_clue, typed_inks
from nonosat.solving.result import Verdict
from nonosat.words import digits, ranges

FEW = "5"
MANY = 1000
"""The output suggests `-n all` for fewer further placements than this."""


def line(
    clue: Annotated[
        str,
        typer.Argument(
            metavar="CLUE", help='Its blocks, as in "5 2 2" or "2k 1r"; ? is a hidden number.'
        ),
    ],
    cells: Annotated[
        str,
        typer.Argument(
            metavar="LENGTH-OR-CELLS",
            help="How many cells, or one character per cell: # filled (or an ink's letter), . blank; "
            "?, _ and a blank are unknown.",
        ),
    ],
    count: options.Count = FEW,
    as_json: options.Json = False,
) -> list[int]:
    """Look at one line: how many placements its clue has, and what they all share.

    Examples:

      nonosat line "4 3" 10

      nonosat line "5 2 2" "??##?##???#?#??"

      nonosat line "2k 1r" "?????.?" -n all
    """
    at_most = options.number_of(count)
    palette, inks = typed_inks(clue)
    if ";" in clue:
        raise ParseError("expected one clue, without ;", "clue")
    for letter, number in (inks or {}).items():
        cells = cells.replace(letter, palette.chars[number])
    found = placements_of(typed_clue("clue", clue, inks), cells, palette)
    if as_json:
        say_json(found.to_dict(at_most))
    else:
        _print_line(found, at_most)
    return [0 if found.number else code_of(Verdict.NONE)]


def _print_line(found: LinePlacements, at_most: int | None) -> None:
    say(str(found))
    if found.known.strip("?"):
        say(f"   given  {found.known}")
    number = found.number
    width = len(digits(number if at_most is None else min(at_most, number)))
    shown = 0
    for shown, cells in enumerate(islice(found, at_most), 1):
        say(f"{shown:>{max(8, width)}}  {cells}")
    if shown < number:
        say(
            f"     ...  {roughly(number - shown)} more; -n {'all' if number < MANY else 'COUNT'} shows them"
        )
    if found.forced is not None:
        say(f"  forced  {found.forced}")
        for name, places in found.cells.items():
            say(f"{name:>8}  {ranges(at + 1 for at in places) or 'none'}")

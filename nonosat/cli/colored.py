"""Pictures and colored text on stdout."""

import sys
from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from nonosat.cli.output import say, terminal_columns
from nonosat.draw.terminal import Cells, Lit, Marked, Segment, bare, plain_lines, styled
from nonosat.model import AXES, Clues, Grid, Line
from nonosat.sanitize import safe

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


PIPED = 120
"""Characters of a line, where there is no terminal to fit."""


def color_console() -> "Console | None":
    """Return the terminal that stdout writes to, if it shows colors."""
    if not sys.stdout.isatty():
        return None
    from rich.console import Console

    console = Console(highlight=False)
    return None if console.color_system is None or console.no_color else console


def rich_text(line: Sequence[Segment]) -> "Text":
    """A line of segments for rich."""
    from rich.style import Style
    from rich.text import Text

    text = Text(no_wrap=True, overflow="ignore")
    for (ink, paper, dim), parts in groupby(line, key=itemgetter(1, 2, 3)):
        style = Style(color=ink or None, bgcolor=paper or None, dim=dim)
        text.append("".join(part.text for part in parts), style)
    return text


def print_segments(*lines: Sequence[Segment]) -> None:
    """Print lines of segments on stdout at once, in color where the terminal shows colors."""
    console = color_console()
    for line in lines:
        if console is None:
            print(safe("".join(segment.text for segment in line)))
        else:
            console.print(rich_text(line), crop=False, soft_wrap=True)
    sys.stdout.flush()


def print_picture(
    puzzle: Clues, cells: Cells, marked: Marked = (), lit: Collection[Line] = ()
) -> None:
    """Print a picture: in color on a terminal, in plain characters elsewhere; point out cells and lines."""
    print_segments(*_lines(puzzle, cells, terminal_columns(), marked, lit))


def print_small(puzzle: Clues, grid: Grid) -> None:
    """Print a finished picture alone in half blocks, two rows in a line."""
    if color_console() is not None:
        print_segments(*([Segment("     "), *line] for line in bare(puzzle, [*grid])))
        return
    rows = [[*map(bool, row)] for row in grid] + [[False] * grid.width] * (grid.height % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        say(
            "     "
            + "".join(" \u2584\u2580\u2588"[2 * a + b] for a, b in zip(upper, lower, strict=True))
        )


def _lines(
    puzzle: Clues, cells: Cells, width: int, marked: Marked, lit: Collection[Line]
) -> list[list[Segment]]:
    """A picture for `print_segments`; it keeps to the width."""
    rows, cols = ({line.index for line in lit if line.axis == axis} for axis in AXES)
    if color_console() is None:
        plain = plain_lines(puzzle, cells, Lit(rows, cols), marked)
        if max(map(len, plain)) > width:
            what = f"{puzzle.width}x{puzzle.height} cells are wider than this terminal"
            plain = [f"{what}; `nonosat show FILE -o picture.png` draws them"]
        return [[Segment(line)] for line in plain]
    return styled(puzzle, cells, width, marked, Lit(rows, cols))


def draw_if_small(
    puzzle: Clues, cells: Cells, most: int, marked: Marked = (), lit: Collection[Line] = ()
) -> list[list[Segment]] | None:
    """Return the lines of a picture for `print_segments`; None if they are wider than the terminal, or too many."""
    colored = color_console() is not None
    # Most pictures do not fit, and a drawing can take as long as the search.
    least = puzzle.height // 2 if colored else puzzle.height + max(map(len, puzzle.cols))
    if least > most:
        return None
    width = min(terminal_columns(), PIPED)
    lines = _lines(puzzle, cells, width, marked, lit)
    widest = max(sum(len(segment.text) for segment in line) for line in lines)
    return lines if len(lines) <= most and widest <= width else None

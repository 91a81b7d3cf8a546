"""Tables and a chart of `nonosat bench` on the terminal."""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence

from nonosat.batch.journal import Row
from nonosat.bench.agreement import agreement_line, disagreements
from nonosat.bench.stats import Results
from nonosat.bench.tables import Table, rank_solvers
from nonosat.cli.output import complain, say
from nonosat.errors import WrongAnswer
from nonosat.foreign import safe
from nonosat.render.page import Number, TableCell

NARROW, PIPED = 60, 160
"""Columns of the narrowest chart, and of the chart without a terminal."""
_BLOCKS = " ▁▂▃▄▅▆▇█"
_STYLES = ("cyan", "yellow", "green", "magenta", "blue", "red", "bright_cyan", "bright_yellow")
_LEAST_MISSED = (
    "CPU", "95 %", "total", "model", "gave up", "refused", "failed",
    "line logic", "probing", "search", "puzzles",
)  # fmt: skip
"""Columns that a narrow terminal leaves out, in this order."""
_TICKS = (0.001, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 1000.0)


def _screen_width() -> int:
    return max(NARROW, shutil.get_terminal_size((PIPED, 24)).columns)


def print_table(table: Table, solvers: Sequence[str]) -> None:
    """Print a table on stdout, unless it is empty. Solvers have colors if the terminal has them."""
    if not table.rows:
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(
        title=table.title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    texts = [[_cell_text(cell) for cell in row] for row in table.rows]
    shown = _choose_columns(table.columns, texts, _screen_width())
    for at in shown:
        right = table.is_numeric(at)
        grid.add_column(table.columns[at], justify="right" if right else "left", no_wrap=right)
    for row in texts:
        grid.add_row(
            *(
                Text(row[at], _STYLES[solvers.index(row[at]) % len(_STYLES)])
                if row[at] in solvers
                else Text(row[at])
                for at in shown
            )
        )
    console = Console(width=_screen_width(), highlight=False)
    console.print(grid)
    if table.note:
        console.print(Text(table.note, "dim"), soft_wrap=False)
        console.print()


def _cell_text(cell: TableCell) -> str:
    return "-" if cell is None else cell.text if isinstance(cell, Number) else safe(str(cell))


def _choose_columns(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The columns that fit beside each other, without those least missed."""
    shown = list(range(len(columns)))
    for name in _LEAST_MISSED:
        needed = [max([len(columns[at]), *(len(row[at]) for row in rows)]) + 2 for at in shown]
        if sum(needed) <= width:
            break
        shown = [at for at in shown if columns[at] != name]
    return shown


def print_chart(results: Results) -> None:
    """Print how the share of solved puzzles grows with time, one line per solver, if there is any.

    Time grows from left to right, on a logarithmic scale. The height of a block is the share of
    puzzles solved within that time.
    """
    if not results.solvers:
        return
    from rich.console import Console
    from rich.text import Text

    margin = max(len(safe(name)) for name in results.solvers) + 1
    width = _screen_width() - margin - 12
    times = [p.seconds for p in results.points if p.solved] or [results.limit]
    low = math.log10(max(0.0001, min(times)))
    high = math.log10(results.limit)
    low = min(low, high - 1)
    console = Console(width=_screen_width(), highlight=False)
    cpu = " of CPU" if results.cpu else ""
    console.print(
        Text(f"Share of puzzles solved within a time ({results.clock} seconds{cpu})", "bold")
    )
    for name in rank_solvers(results):
        points = results.of(name)
        line, blocks = Text(f"{safe(name):<{margin}}"), ""
        for column in range(width):
            moment = 10 ** (low + (high - low) * (column + 1) / width)
            share = sum(p.solved and p.seconds <= moment for p in points) / len(points)
            # One solved puzzle is never blank, and one open puzzle never a full block.
            blocks += _BLOCKS[math.ceil(share * 7) if share < 1 else 8]
        line.append(blocks, _STYLES[results.solvers.index(name) % len(_STYLES)])
        line.append(f" {sum(p.solved for p in points):>4} of {len(points)}")
        console.print(line, no_wrap=True, overflow="crop")
    ruler = [" "] * (width + 8)
    for tick in _TICKS:
        at = round((math.log10(tick) - low) / (high - low) * width) - 1
        if 0 <= at < width:
            label = f"^{tick:g} s"
            ruler[at : at + len(label)] = label
    console.print(
        Text(" " * margin + "".join(ruler).rstrip(), "dim"), no_wrap=True, overflow="crop"
    )


def say_agreement(rows: list[Row]) -> None:
    """Print whether all answers agree; if they do not, this is an error."""
    complaints = disagreements(rows)
    for text in complaints:
        complain(f"WRONG: {text}")
    if complaints:
        raise WrongAnswer(agreement_line(rows, complaints))
    say(agreement_line(rows, complaints))

"""An HTML page of all puzzles, with verdicts and one or two solutions."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from nonosat.draw.page import Markup, Number, TableCell, page, paragraph, table
from nonosat.draw.svg import thumbnail
from nonosat.errors import PuzzleError
from nonosat.model import BLACK_AND_WHITE, Grid, Palette
from nonosat.run.journal import JsonRow
from nonosat.run.questions import CHECK, VERDICTS
from nonosat.run.rows import columns_of
from nonosat.run.table import rows_in_order
from nonosat.sanitize import safe
from nonosat.solving.result import Verdict
from nonosat.words import how_many_vary

MAX_ROWS = 20_000
MAX_PICTURES = 1000
"""Pictures of puzzles with one solution, and again of those with several."""
MAX_REPORT_CELLS = 250_000
"""Cells of the largest picture that is shown."""
SMALL, LARGE = 96, 120
"""Longer side in pixels, of a single picture and of each of a pair."""
FINE = Verdict.UNIQUE.value
REPORT_COLUMNS = ("picture", "puzzle", "size", "inks", "verdict", "difficulty", "seconds", "note")
_TOLD = {
    "source", "position", "title", "height", "width", "colors", "verdict", "line_solvable",
    "difficulty", "solutions", "differs", "varies", "seconds", "error",
}  # fmt: skip
"""The facts that `REPORT_COLUMNS` show."""
_LEFT_OUT = {"backend", "engine", "cpu_seconds", "counters", "clue_hash", "attempt", "checked"}
"""Facts without a column, as few readers need them; all others have one."""


def report_html(journal: str, palettes: Mapping[tuple[str, int], Palette]) -> str:
    """Return the page for the rows of a journal.

    If there are too many rows, those that are not unique are preferred.
    """
    verdicts: Counter[str] = Counter()
    seconds = 0.0
    fine: list[tuple[int, JsonRow]] = []
    others: list[tuple[int, JsonRow]] = []
    for number, row in enumerate(rows_in_order(journal)):
        verdict = CHECK.word_of(row)
        verdicts[verdict] += 1
        seconds += row["seconds"] or 0.0
        kept = fine if verdict == FINE else others
        if len(kept) < MAX_ROWS:
            kept.append((number, row))
    total = sum(verdicts.values())
    shown = sorted(chain(others, fine[: MAX_ROWS - len(others)]), key=lambda entry: entry[0])
    pictures = _Pictures(palettes)
    folder = _common_folder({row["source"] for _, row in shown})
    more = _more_columns(row for _, row in shown)
    rows = [[pictures.of(row), *_cells(row, len(folder), more)] for _, row in shown]
    notes = [f"files of {safe(folder)}"] if folder else []
    if len(shown) < total:
        notes.append(
            f"{len(shown):,} of {total:,} rows: all that are not unique, then the first of the others"
            if len(others) < MAX_ROWS
            else f"the first {len(shown):,} of the rows that are not unique, of {total:,} in all"
        )
    if pictures.left_out:
        notes.append(
            f"{pictures.left_out:,} pictures are left out: the page shows at most {MAX_PICTURES:,} for "
            f"puzzles with one solution, and {MAX_PICTURES:,} for those with several"
        )
    listed = table([*REPORT_COLUMNS, *more], rows, caption="; ".join(notes))
    noun = "puzzle" if total == 1 else "puzzles"
    counts = ", ".join(f"{verdicts[name]:,} {name}" for name in VERDICTS if verdicts[name])
    tone = "good" if set(verdicts) == {FINE} else "bad" if verdicts else ""
    totals = paragraph(f"{counts or 'no puzzle found'}; {seconds:,.1f} s of work.", tone)
    return page(f"{total:,} {noun} checked", [totals, listed])


def _more_columns(rows: Iterable[JsonRow]) -> list[str]:
    """Return the names of facts that have a column only where a row has them."""
    named = (column.name for column in columns_of(CHECK))
    present = {name for row in rows for name in row} - _TOLD - _LEFT_OUT
    return [name for name in named if name in present]


def _plain(value: Any) -> TableCell:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return safe("; ".join(value)) if value else None
    return value if value is None or isinstance(value, int | float) else safe(str(value))


class _Pictures:
    """Draws solutions, up to `MAX_PICTURES`."""

    def __init__(self, palettes: Mapping[tuple[str, int], Palette]) -> None:
        self.left_out = 0
        self._palettes = palettes
        self._count: Counter[bool] = Counter()

    def of(self, row: JsonRow) -> Markup | None:
        """Return the picture of a puzzle, or two with the cells marked that vary."""
        solutions = row["solutions"] or []
        if not solutions:
            return None
        palette = self._palettes.get((row["source"], row["position"]), BLACK_AND_WHITE)
        several = len(solutions) > 1
        if self._count[several] >= MAX_PICTURES or row["height"] * row["width"] > MAX_REPORT_CELLS:
            self.left_out += 1
            return None
        try:
            grids = [Grid.of(lines, palette) for lines in solutions[:2]]
        except PuzzleError:  # the palette is unknown
            self.left_out += 1
            return None
        self._count[several] += 1
        longest = max(row["height"], row["width"])
        cell = max(1, min(8, (LARGE if several else SMALL) // longest))
        marks = [(line, col) for line, col in row["varies"]]
        drawn = [Markup(thumbnail(palette, grid, cell=cell, marks=marks)) for grid in grids]
        return Markup(f'<span class="pair">{"&nbsp;&nbsp;".join(drawn)}</span>')


def _common_folder(sources: set[str]) -> str:
    """Return the folder of all files, with its slash; "" if its name is short or differs."""
    try:
        common = os.path.commonpath({os.path.dirname(source) for source in sources})
    except ValueError:  # no names, or both absolute and relative ones
        return ""
    return os.path.join(common, "") if len(common) > 8 else ""


def _cells(row: JsonRow, skip: int, more: Iterable[str]) -> list[TableCell]:
    """Return a row of the table, without the first `skip` characters of its file name."""
    verdict = CHECK.word_of(row)
    name = row["source"][skip:] + (f"#{row['position']}" if row["position"] > 1 else "")
    note = row["error"] or ""
    if verdict == Verdict.MULTIPLE.value:
        varying = len(row["varies"])
        note = how_many_vary(varying, row["left"])
    elif verdict == Verdict.UNKNOWN.value and row["solutions"]:
        note += "; a solution was found, another was not ruled out"
    height, width = row["height"], row["width"]
    solvable = {None: "", True: "line", False: "needs search"}[row["line_solvable"]]
    return [
        safe(f"{name}: {row['title']}" if row["title"] else name),
        Number(height * width, f"{width}x{height}") if height else None,
        row["colors"],
        verdict,
        row["difficulty"] or solvable,
        None if row["seconds"] is None else Number(row["seconds"], f"{row['seconds']:.3f}"),
        safe(note),
        *(_plain(row.get(name)) for name in more),
    ]

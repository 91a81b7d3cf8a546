"""A page to look at: every puzzle with its verdict and its solution, or with two of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from nonosat.batch.jobs import CERTIFICATE, OUTCOMES, RATING, outcome_of
from nonosat.batch.journal import Row
from nonosat.batch.table import rows_in_order
from nonosat.errors import PuzzleError
from nonosat.foreign import safe
from nonosat.model import BLACK_AND_WHITE, Grid, Palette
from nonosat.render.page import Markup, Number, TableCell, page, paragraph, table
from nonosat.render.svg import thumbnail
from nonosat.result import Verdict

MAX_ROWS = 20_000
MAX_PICTURES = 1000
"""For puzzles with one solution, and as many for those with several."""
MAX_REPORT_CELLS = 250_000
"""Of a picture; larger ones are left out."""
SMALL, LARGE = 96, 120
"""The longer side of a picture in pixels: alone, and beside another from which it differs."""
FINE = Verdict.UNIQUE.value
COLUMNS = ("picture", "puzzle", "size", "inks", "verdict", "difficulty", "seconds", "note")


def report(journal: str, palettes: Mapping[tuple[str, int], Palette]) -> str:
    """The page for the rows of a journal.

    If there are too many rows, those that are not unique come before the others.

    Args:
        palettes: of the puzzles with several inks, by source and position.
    """
    outcomes: Counter[str] = Counter()
    seconds = 0.0
    fine: list[tuple[int, Row]] = []
    others: list[tuple[int, Row]] = []
    for number, row in enumerate(rows_in_order(journal)):
        outcome = outcome_of(row)
        outcomes[outcome] += 1
        seconds += row["seconds"] or 0.0
        kept = fine if outcome == FINE else others
        if len(kept) < MAX_ROWS:
            kept.append((number, row))
    total = sum(outcomes.values())
    shown = sorted(chain(others, fine[: MAX_ROWS - len(others)]), key=lambda entry: entry[0])
    pictures = _Pictures(palettes)
    folder = _common_folder({row["source"] for _, row in shown})
    more = [name for name in _MORE_CELLS if any(name in row for _, row in shown)]
    rows = [
        [*_cells(row, pictures, len(folder)), *(_MORE_CELLS[name](row.get(name)) for name in more)]
        for _, row in shown
    ]
    notes = [f"files of {safe(folder)}"] if folder else []
    if len(shown) < total:
        notes.append(
            f"{len(shown):,} of {total:,} rows: all that are not unique, then the first of the others"
            if len(others) < MAX_ROWS
            else f"the first {len(shown):,} of the rows that are not unique, of {total:,} in all"
        )
    if pictures.left_out:
        notes.append(
            f"{pictures.left_out:,} pictures are left out: the page has at most {MAX_PICTURES:,} of "
            f"puzzles with one solution and as many of those with several"
        )
    listed = table([*COLUMNS, *more], rows, caption="; ".join(notes))
    noun = "puzzle" if total == 1 else "puzzles"
    return page(f"{total:,} {noun} checked", [_totals(outcomes, seconds), listed])


def _stars(rating: Mapping[str, Any] | None) -> TableCell:
    """How hard a puzzle is: sorted by its score."""
    if rating is None or None in (rating["stars"], rating["score"]):
        return None
    return Number(rating["score"], f"{'★' * rating['stars']} {rating['score']:.2f}")


def _folder(certificate: str | None) -> TableCell:
    return certificate and safe(certificate)


_MORE_CELLS: dict[str, Callable[[Any], TableCell]] = {RATING: _stars, CERTIFICATE: _folder}
"""Keys that only some journals have, and what they become in the table."""


def _totals(outcomes: Counter[str], seconds: float) -> Markup:
    counts = ", ".join(f"{outcomes[name]:,} {name}" for name in OUTCOMES if outcomes[name])
    good = set(outcomes) <= {FINE}
    text = f"{counts or 'no puzzle found'}; {seconds:,.1f} s of work."
    return paragraph(text, "good" if good and outcomes else "bad" if outcomes else "")


class _Pictures:
    """Draws solutions, until there are enough."""

    def __init__(self, palettes: Mapping[tuple[str, int], Palette]) -> None:
        self.left_out = 0
        self._palettes = palettes
        self._count: Counter[bool] = Counter()

    def of(self, row: Row) -> Markup | None:
        """The picture of a puzzle; two, with the cells marked in which they differ."""
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
        except PuzzleError:  # the palette is not known any more
            self.left_out += 1
            return None
        self._count[several] += 1
        longest = max(row["height"], row["width"])
        cell = max(1, min(8, (LARGE if several else SMALL) // longest))
        differs = grids[0].differs(grids[1]) if several else ()
        drawn = [Markup(thumbnail(palette, grid, cell=cell, differs=differs)) for grid in grids]
        return Markup(f'<span style="white-space: nowrap">{"&nbsp;&nbsp;".join(drawn)}</span>')


def _common_folder(sources: set[str]) -> str:
    """The folder that all files lie in, with its slash; "" if it is not worth naming."""
    try:
        common = os.path.commonpath({os.path.dirname(source) for source in sources})
    except ValueError:  # none, or both absolute and relative names
        return ""
    return os.path.join(common, "") if len(common) > 8 else ""


def _cells(row: Row, pictures: _Pictures, skip: int) -> list[TableCell]:
    """One row of the table, without the first `skip` characters of its file's name."""
    outcome = outcome_of(row)
    name = row["source"][skip:] + (f"#{row['position']}" if row["position"] > 1 else "")
    note = row["error"] or ""
    if outcome == Verdict.MULTIPLE.value:
        count = len(row["differs"])
        note = f"two solutions differ in {count} cell{'s' * (count != 1)}"
    elif outcome == Verdict.UNKNOWN.value and row["solutions"]:
        note += "; a solution was found, another was not ruled out"
    height, width = row["height"], row["width"]
    more = "" if row["line_solvable"] is None else "line" if row["line_solvable"] else "more"
    return [
        pictures.of(row),
        safe(f"{name}: {row['title']}" if row["title"] else name),
        Number(height * width, f"{width}x{height}") if height else None,
        row["colors"],
        outcome,
        row["difficulty"] or more,
        None if row["seconds"] is None else Number(row["seconds"], f"{row['seconds']:.3f}"),
        safe(note),
    ]

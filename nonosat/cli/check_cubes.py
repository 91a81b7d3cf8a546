"""``nonosat check --cubes``: one hard puzzle, cut into parts for several processors or a cluster."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from nonosat.batch.cubes import Stand, check_by_cubes
from nonosat.batch.jobs import Job
from nonosat.cli.check_lines import Lines
from nonosat.cli.check_many import make_crew
from nonosat.cli.options import known_cells, label
from nonosat.cli.output import INTERRUPTED, complain, exit_with
from nonosat.cli.progress import Watch
from nonosat.errors import NonosatError, UsageError
from nonosat.files import Found, walk
from nonosat.result import Result


def check_cubes(
    paths: Sequence[str],
    cubes: int,
    backend: str,
    limit: float | None,
    known: str | None,
    as_json: bool,
    format: str | None,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Check one puzzle by cubes, print what came out, and exit.

    Raises:
        UsageError: there is not exactly one puzzle.
        NonosatError: it cannot be read, or the work cannot go on.
    """
    found = [item for item in walk(paths, format) if isinstance(item, Found)]
    if len(found) != 1:
        raise UsageError(f"--cubes is about one puzzle; here are {len(found)}")
    (item,) = found
    if item.sheet is None:
        assert item.error is not None
        raise item.error
    lines = Lines(as_json)
    givens = known_cells(known, item.sheet.puzzle)
    outcome: Result | NonosatError
    with make_crew(cluster, jobs) as crew, Watch("{task.description}") as watch:
        watch.at(f"{label(item.source, 1, False)}: cutting it")

        def show(stand: Stand) -> None:
            noun = "solution" if stand.solutions == 1 else "solutions"
            text = f"{stand.done} of {stand.cubes} parts done, {stand.solutions} {noun} so far"
            watch.at(text, stand.done, stand.cubes)

        try:
            outcome = check_by_cubes(item.sheet, Job(backend, limit), crew, cubes, givens, show)
        except KeyboardInterrupt:
            complain("interrupted; nothing is known yet")
            raise typer.Exit(INTERRUPTED) from None
        watch.hide()
    lines.add(item, outcome)
    lines.summary()
    exit_with(lines.codes)

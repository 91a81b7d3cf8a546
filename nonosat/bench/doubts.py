"""Signs that a measurement was disturbed: load, runs that waited, repeats that lie far apart."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.batch.journal import Row
from nonosat.bench.one_run import OK
from nonosat.bench.stats import Results
from nonosat.render.words import plural

WAITED = 1.5
"""Wall seconds of a run divided by its CPU seconds, from which on it is said to have waited."""
LEAST_WAIT = 0.1
"""Wall seconds without work that such a run has at least."""
FAR = 2.0
"""An outlier takes so many times the median of the repeats."""
LEAST_FAR = 0.02
"""And so many seconds longer."""
REPEATS = 3
"""Fewer repeats have no outlier."""


def doubts(rows: Sequence[Row], results: Results) -> list[str]:
    """One sentence for each sign; none if the machine was quiet.

    Args:
        rows: what `results` were made of.
    """
    runs = [row for row in rows if row["kind"] == "run"]
    loaded = sum((row["load"] or 0.0) > 1.0 for row in runs)
    waited = sum(map(_waited, runs))
    repeated = [p for p in results.points if p.solved and p.runs >= REPEATS]
    far = [p for p in repeated if p.longest > max(FAR * p.seconds, p.seconds + LEAST_FAR)]
    found = []
    if loaded:
        found.append(
            f"Load: more work than processors on the machine when {loaded} of "
            f"{plural(len(runs), 'run')} began."
        )
    if waited:
        found.append(
            f"Waiting: {waited} of {plural(len(runs), 'run')} took {WAITED:g} times their CPU seconds "
            "or longer; --cpu of bench report and bench compare goes by those."
        )
    if far:
        found.append(
            f"Outliers: in {len(far)} of {plural(len(repeated), 'case')} the slowest repeat took over "
            f"{FAR:g} times the median, such as {far[0].solver} on {far[0].puzzle}: "
            f"{far[0].longest:.3g} s beside {far[0].seconds:.3g} s."
        )
    return found


def _waited(row: Row) -> bool:
    wall, work = row["process_seconds"], row["process_cpu_seconds"]
    if wall is None or work is None:
        wall, work = row["seconds"], row["cpu_seconds"]
    if row["status"] != OK or wall is None or work is None:
        return False
    return bool(wall > max(WAITED * work, work + LEAST_WAIT))

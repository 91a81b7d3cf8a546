"""Signs that other work disturbed a measurement: load, runs that waited, outliers."""

from __future__ import annotations

from nonosat.bench.stats import WAITED, Results
from nonosat.render.words import plural

FAR = 2.0
"""An outlier takes more than this many times the median of the repeats ..."""
LEAST_FAR = 0.02
"""... and more than this many seconds longer."""
REPEATS = 3
"""Repeats needed to look for outliers."""


def disturbances(results: Results) -> list[str]:
    """Return one sentence for each sign; none if the machine was quiet."""
    runs = plural(results.done, "run")
    repeated = [p for p in results.points if p.solved and p.runs >= REPEATS]
    far = [p for p in repeated if p.longest > max(FAR * p.seconds, p.seconds + LEAST_FAR)]
    found = []
    if results.loaded:
        found.append(f"Load: the machine was busy when {results.loaded} of {runs} began.")
    if results.waited:
        found.append(
            f"Waiting: {results.waited} of {runs} took {WAITED:g} times their CPU seconds "
            "or longer; use --cpu of bench report and bench compare."
        )
    if far:
        found.append(
            f"Outliers: in {len(far)} of {plural(len(repeated), 'case')} the slowest repeat took over "
            f"{FAR:g} times the median, such as {far[0].solver} on {far[0].puzzle}: "
            f"{far[0].longest:.3g} s, median {far[0].seconds:.3g} s."
        )
    return found

"""Rows of results as tests write them by hand."""

from nonosat.bench.rows import FORMAT
from nonosat.bench.stats import Results, results_of

MACHINE = {"system": "Linux", "processor": "<P>", "processors": 2, "memory_mb": 2048}


def header(*backends: str, **more: object) -> dict:
    return {
        "kind": "header", "format": FORMAT, "started": "2026-01-01", "command": ["bench", "run"],
        "goal": "unique", "limit": 10.0, "cpu_limit": None, "repeats": 1, "seed": 0, "warm_up": 1, "in_process": False,
        "backends": list(backends), "externals": [], "puzzles": [], "machine": MACHINE,
        "versions": {"python": "3"}, "commit": "abc", "changed": False, "memory": None, **more,
    }  # fmt: skip


def run(
    solver: str, puzzle: str, seconds: float | None, verdict: str = "unique", **more: object
) -> dict:
    """A run of the results; None: it met the limit."""
    return {
        "kind": "run", "source": puzzle.split("-")[0], "title": puzzle, "key": puzzle, "width": 5,
        "height": 5, "colors": 1, "stated": None, "backend": solver, "repeat": 0,
        "status": "limit" if seconds is None else "ok",
        "verdict": "unknown" if seconds is None else verdict,
        "found": int(verdict == "unique"), "pictures": [],
        "seconds": seconds, "process_seconds": seconds and seconds + 0.1, "cpu_seconds": seconds,
        "process_cpu_seconds": None, "proved": None, "expected": None, "output": None,
        "model_seconds": None, "model_cpu_seconds": None, "load": 0.5,
        "peak_mb": 20.0, "error": None, **more,
    }  # fmt: skip


def results(*rows: dict, **more: object) -> Results:
    return results_of([header(*dict.fromkeys(row["backend"] for row in rows), **more), *rows])

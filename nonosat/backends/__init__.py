"""The table of backends, the default first. A further one costs its file and an entry here."""

from __future__ import annotations

from nonosat.backends.base import Backend
from nonosat.errors import UsageError
from nonosat.registry import Entry, Registry

BACKENDS: Registry[type[Backend]] = Registry(
    "backend",
    Entry("auto", "nonosat.backends.auto:Auto", "line logic, then clause learning on what is left"),
    Entry("line", "nonosat.backends.line:LineLogic", "line logic, probing, and recursion"),
    Entry("placements", "nonosat.backends.placements:Placements", "lists every placement of every line, keeps what all share, recurses"),
    Entry("cpsat", "nonosat.backends.cpsat:CpSat", "OR-Tools CP-SAT, an automaton per line", "ortools", "ortools"),
    Entry("sat", "nonosat.backends.sat:Sat", "clauses (order encoding) for PySAT; sat:ENGINE chooses the engine", "pysat", "python-sat>=1.9.dev17"),
)  # fmt: skip


def make_backend(name: str) -> Backend:
    """The backend called `name`, which may carry an engine: ``sat:cadical195``.

    Raises:
        UsageError: there is no such backend or engine.
        MissingExtra: its package is not installed.
    """
    base, colon, engine = name.partition(":")
    kind = BACKENDS.get(base)
    if not colon:
        return kind()
    engines = getattr(kind, "engines", {})
    if engine not in engines:
        known = ", ".join(engines) or "none"
        raise UsageError(f"unknown engine {engine!r} of backend {base!r}; there are: {known}")
    return kind(engine)  # type: ignore[call-arg]  # a backend with `engines` takes one

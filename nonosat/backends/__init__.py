"""The table of backends, the default first. A further one costs its file and an entry here."""

from __future__ import annotations

from collections.abc import Callable

from nonosat.backends.base import Backend
from nonosat.errors import UsageError
from nonosat.registry import PYSAT, Entry, Registry

BACKENDS: Registry[type[Backend], Entry] = Registry(
    "backend",
    Entry("auto", "nonosat.backends.auto:Auto", "line logic, short searches, then these beside clause learners"),
    Entry("line", "nonosat.backends.line:LineLogic", "line logic, probing, and recursion"),
    Entry("placements", "nonosat.backends.placements:Placements", "lists every placement of every line, keeps what all share, recurses"),
    Entry("cpsat", "nonosat.backends.cpsat:CpSat", "OR-Tools CP-SAT, an automaton per line", "ortools", "ortools"),
    Entry("mip", "nonosat.backends.mip:Mip", "Bosch's integer program on SCIP, of OR-Tools", "ortools", "ortools"),
    Entry("sat", "nonosat.backends.sat:Sat", "clauses (order encoding) for PySAT; sat:ENGINE chooses the engine, sat:ENGINE+VARIANT its model too", "pysat", PYSAT[0]),
)  # fmt: skip


def make_backend(name: str) -> Backend:
    """The backend called `name`, which may carry an engine, a variant, or both.

    ``sat:cadical195``, ``sat:plain``, ``sat:cadical195+plain``.
    """
    base, colon, choice = name.partition(":") if isinstance(name, str) else (name, "", "")
    kind: Callable[..., Backend] = BACKENDS.get(base)
    if not colon:
        return kind()
    engines, variants = engines_of(base), variants_of(base)
    engine, plus, variant = choice.partition("+")
    if not plus and engine in variants:
        return kind(variant=engine)
    if engine not in engines:
        known = ", ".join([*engines, *variants]) or "none"
        raise UsageError(f"unknown engine {engine!r} of backend {base!r}; there are: {known}")
    if plus and variant not in variants:
        known = ", ".join(variants) or "none"
        raise UsageError(f"unknown variant {variant!r} of backend {base!r}; there are: {known}")
    return kind(engine, variant) if plus else kind(engine)


def engines_of(name: str) -> dict[str, str]:
    """The engines that a backend lets one choose from, with how each is run."""
    return getattr(BACKENDS.get(name), "engines", {})


def variants_of(name: str) -> dict[str, str]:
    """Return the alternative models of a backend, each with its description."""
    return getattr(BACKENDS.get(name), "variants", {})

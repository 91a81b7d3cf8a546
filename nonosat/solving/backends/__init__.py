"""The table of backends, the default first. A further one costs its file and an entry here.

Those of other packages are entry points of the group `GROUP`, or are named ``package.module:Class``.
"""

import importlib
from collections.abc import Callable, Container
from operator import attrgetter
from typing import Any, TypeAlias

from nonosat.solving.backends.base import Backend
from nonosat.errors import UsageError
from nonosat.model import Puzzle
from nonosat.registry import PYSAT, Entry, Registry

AnyBackend: TypeAlias = str | Backend
"""The name of a backend, or an object with its method `solutions`."""
GROUP = "nonosat.backends"


def foreign_backends() -> dict[str, Entry]:
    """Return the backends of other installed packages, by name."""
    from importlib import metadata  # takes long, and few names need it

    points = sorted(metadata.entry_points(group=GROUP), key=attrgetter("name"))
    origin = {point.name: f"(of {point.dist.name})" for point in points if point.dist}
    return {
        point.name: Entry(point.name, point.value, origin.get(point.name, "")) for point in points
    }


BACKENDS: Registry[type[Backend], Entry] = Registry(
    "backend",
    Entry("auto", "nonosat.solving.backends.auto:Auto", "line logic, short searches, then these beside clause learners"),
    Entry("line", "nonosat.solving.backends.line:LineLogic", "line logic, probing, and recursion"),
    Entry("placements", "nonosat.solving.backends.placements:Placements", "lists every placement of every line, keeps what all share, recurses"),
    Entry("cpsat", "nonosat.solving.backends.cpsat:CpSat", "OR-Tools CP-SAT, an automaton per line", "ortools", "ortools"),
    Entry("mip", "nonosat.solving.backends.mip:Mip", "Bosch's integer program on SCIP, of OR-Tools", "ortools", "ortools"),
    Entry("sat", "nonosat.solving.backends.sat:Sat", "clauses (order encoding) for PySAT; sat:ENGINE chooses the engine, sat:ENGINE+VARIANT its model too", "pysat", PYSAT[0]),
    foreign=foreign_backends,
)  # fmt: skip


def make_backend(name: AnyBackend) -> Backend:
    """The backend called `name`, which may carry an engine, a variant, or both.

    ``sat:cadical195``, ``sat:plain``, ``sat:cadical195+plain``. A name that the table lacks is an
    entry point, or ``package.module:Class``. An object with a method `solutions` is returned.
    """
    if not isinstance(name, str):
        if not callable(getattr(name, "solutions", None)):
            raise UsageError(f"unknown backend {name!r}: it has no method solutions")
        return name
    base, colon, choice = name.partition(":")
    if base not in BACKENDS.names:
        return _from_elsewhere(name)
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


def _from_elsewhere(name: str) -> Backend:
    points = foreign_backends()
    found = points[name].target if name in points else name
    module, colon, attribute = found.partition(":")
    if not (colon and module and attribute):
        BACKENDS.entry(name)  # raises: it is unknown
    try:
        kind: Any = attrgetter(attribute)(importlib.import_module(module))
    except Exception as err:  # it is anybody's code
        why = " ".join(f"{type(err).__name__}: {err}".split())
        raise UsageError(f"backend {name!r} cannot be imported: {why}") from err
    if not callable(getattr(kind, "solutions", None)):
        raise UsageError(f"backend {name!r} has no method solutions")
    backend: Backend = kind() if isinstance(kind, type) else kind
    return backend


def not_taken(backend: Backend, puzzle: Puzzle) -> str:
    """Say why a backend cannot take a puzzle, by its attribute `takes`; "" if it can."""
    takes: object = getattr(backend, "takes", None)
    if not isinstance(takes, Container):
        return ""
    needs = {
        "colors": len(puzzle.palette.inks) > 1,
        "unknown lengths": any(block.length is None for clue in puzzle.clues for block in clue),
    }
    return next(
        (f"takes no {what}" for what, needed in needs.items() if needed and what not in takes), ""
    )


def backend_name(backend: Backend) -> str:
    """The name of a backend's class, as ``package.module:Class``."""
    return f"{type(backend).__module__}:{type(backend).__qualname__}"


def engines_of(name: str) -> dict[str, str]:
    """The engines that a backend lets one choose from, with how each is run."""
    return getattr(BACKENDS.get(name), "engines", {})


def variants_of(name: str) -> dict[str, str]:
    """Return the alternative models of a backend, each with its description."""
    return getattr(BACKENDS.get(name), "variants", {})

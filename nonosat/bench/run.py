"""Plans the runs of a measurement, makes them, and writes down what each took."""

import contextlib
import math
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from nonosat.bench.environment import environment, machine_load, program_facts
from nonosat.bench.external import External
from nonosat.bench.one_run import (
    FAILED,
    LIMIT,
    OUT_OF_MEMORY,
    START_UP,
    TOO_MUCH_MEMORY,
    Facts,
    RunRequest,
    no_answer,
    run_solver,
    too_much_cpu,
)
from nonosat.bench.rows import (
    FORMAT,
    GOALS,
    LIMITS,
    MAY_DIFFER,
    check_rows,
    header_differences,
    within_limits,
)
from nonosat.bench.suites import BenchPuzzle
from nonosat.child import Child
from nonosat.errors import EngineFailed, LimitReached, UsageError
from nonosat.limits import Deadline
from nonosat.model import Puzzle, Sheet
from nonosat.platforms.cpu import cpu_seconds_of_children
from nonosat.platforms.memory import TreeWatch, can_be_held
from nonosat.run.journal import Journal, JsonRow
from nonosat.solving.backends import BACKENDS, make_backend

ENGINES = ("cpsat:plain", "sat:plain", "sat:cadical195", "sat:kissat404", "sat:minisat22")
"""Engines and plain models that are measured beside the backends by default."""
UNSURE = 0.05
"""CPU seconds that samples may exceed the system's own count, which is exact but for orphans."""
GRACE = 0.75
"""Seconds after its limit until a run is killed. Backends stop within half a second."""


def all_backends() -> list[str]:
    """Return every installed backend, and `ENGINES`: what is measured by default."""
    names = [entry.name for entry in BACKENDS if BACKENDS.available(entry)]
    return [*names, *(engine for engine in ENGINES if engine.split(":")[0] in names)]


class Run(NamedTuple):
    """One planned run."""

    case: BenchPuzzle
    solver: str
    repeat: int

    @property
    def id(self) -> tuple[str, str, int]:
        """Key, solver and repeat: unique in a file of results."""
        return self.case.key, self.solver, self.repeat


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """The runs of a measurement, and their settings."""

    cases: Sequence[BenchPuzzle]
    backends: Sequence[str]
    externals: Sequence[External] = ()
    goal: str = "unique"
    seconds: float = 10.0
    """Limit of each run, in seconds."""
    repeats: int = 1
    seed: int = 0
    """Seed for the order of the runs, and, plus the number of the repeat, for programs with ``{seed}``."""
    warm_up: int = 1
    """Runs of each solver on a small puzzle before anything is measured."""
    in_process: bool = False
    """Run backends in this process, not each in a child."""
    cpu_seconds: float | None = None
    """Limit of the CPU seconds of each run; None means no limit."""
    memory: int | None = None
    """MB that a run and everything it starts may hold; None means no limit."""

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise UsageError(f"unknown goal {self.goal!r}; there are: {', '.join(GOALS)}")
        for seconds in (self.seconds, self.cpu_seconds):
            if seconds is not None and not 0 < seconds < float("inf"):
                raise UsageError(
                    f"the limit must be a positive, finite number of seconds, got {seconds:g}"
                )
        if self.memory is not None:
            if not can_be_held():
                raise UsageError("a memory limit needs psutil on this system: pip install psutil")
            if self.in_process:
                raise UsageError("a memory limit needs a process for each run: remove --in-process")
            if self.memory < 1:
                raise UsageError(f"memory must be at least 1 MB, got {self.memory}")
        for name in self.backends:
            make_backend(name)
        if not self.solvers:
            raise UsageError("nothing to measure: no backend and no outside program")
        if len(set(self.solvers)) != len(self.solvers):
            raise UsageError("a backend or program is named twice")

    @property
    def solvers(self) -> list[str]:
        return [*self.backends, *(program.name for program in self.externals)]

    def solver(self, name: str) -> str | External:
        """Return the outside program of this name, or else the name, which is a backend."""
        return next((program for program in self.externals if program.name == name), name)

    def runs(self) -> Iterator[Run]:
        """Yield every run, shuffled by the seed.

        All solvers get a puzzle, one after another, before the next puzzle begins, and all puzzles
        come before the next repeat. So other work on the machine affects all solvers equally.
        """
        rng = random.Random(self.seed)
        for repeat in range(self.repeats):
            cases = list(self.cases)
            rng.shuffle(cases)
            for case in cases:
                solvers = self.solvers
                rng.shuffle(solvers)
                for solver in solvers:
                    yield Run(case, solver, repeat)

    @property
    def size(self) -> int:
        return len(self.cases) * len(self.solvers) * self.repeats

    def settings(self) -> JsonRow:
        """Return the part of the header that must be the same to resume a measurement."""
        return {
            "goal": self.goal,
            "limit": self.seconds,
            "cpu_limit": self.cpu_seconds,
            "repeats": self.repeats,
            "seed": self.seed,
            "warm_up": self.warm_up,
            "in_process": self.in_process,
            "memory": self.memory,
            "backends": list(self.backends),
            "externals": [program_facts(program) for program in self.externals],
            "puzzles": [case.key for case in self.cases],
        }


def perform(
    plan: BenchPlan,
    output: str,
    *,
    resume: bool = False,
    command: Sequence[str] = (),
    watch: Callable[[Run, int], None] = lambda run, done: None,
) -> list[JsonRow]:
    """Make the runs that are not in the file `output` yet; return all its rows, header first.

    Each run is written before the next one begins. An incomplete last line is removed.

    Args:
        resume: continue a file of results with the same settings on the same machine. With a larger
            limit, make the runs again that met the smaller one.
        command: the command line, for the header.
        watch: called before each run with the run and the number of finished runs.
    """
    header = {
        "kind": "header",
        "format": FORMAT,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": list(command),
        **plan.settings(),
        **environment(),
    }
    with Journal(output, resume=resume) as journal:
        rows = check_rows(journal.rows(), output) if resume else []
        if rows:
            _check_same(rows[0], header, output)
        if not rows or _limits(rows[0]) != _limits(header):
            journal.append([header])
        newest = {(row["key"], row["backend"], row["repeat"]): row for row in rows[1:]}
        done = {
            run
            for run, row in newest.items()
            if row["status"] != LIMIT or _limits(row) == _limits(header)
        }
        due = [run for run in plan.runs() if run.id not in done]
        for solver in plan.solvers if due else ():
            for _ in range(plan.warm_up):
                measure(_WARM_UP, solver, plan)
        for run in due:
            watch(run, len(done))
            begun = {"kind": "run", "load": machine_load()}
            facts = measure(run.case.puzzle, run.solver, plan, run.repeat)
            newest[run.id] = begun | facts | _row_of(run)
            journal.append([newest[run.id]])
            done.add(run.id)
    return [header, *newest.values()]


_WARM_UP = Puzzle.of([[1], [1]], [[1], [1]])
"""Line logic decides none of its cells, so every solver loads its engine."""


def _row_of(run: Run) -> JsonRow:
    puzzle = run.case.puzzle
    lengths = [length for clue in puzzle.rows for length, _ in clue]
    known = [length for length in lengths if length is not None]
    inked = sum(known) / (puzzle.height * puzzle.width)
    return {
        "source": run.case.named.source,
        "position": run.case.named.position,
        "title": run.case.name,
        "height": puzzle.height,
        "width": puzzle.width,
        "colors": len(puzzle.palette.inks),
        "density": inked if len(known) == len(lengths) else None,
        "asked_density": _asked_density(run.case.named.sheet),
        "clues": sum(map(len, puzzle.clues)),
        "backend": run.solver,
        "key": run.case.key,
        "stated": dict(run.case.named.sheet.notes).get("verdict"),
        "proved": run.case.proved or None,
        "expected": None,
        "repeat": run.repeat,
    }


def _asked_density(sheet: Sheet) -> float | None:
    """Return the density that `generate` was asked for, by the notes of a puzzle; None if unknown."""
    with contextlib.suppress(KeyError, ValueError):
        return float(dict(sheet.notes)["density"])
    return None


def measure(puzzle: Puzzle, name: str, plan: BenchPlan, repeat: int = 0) -> Facts:
    """Run a solver once, in a fresh process unless the plan says otherwise; return the facts."""
    limits = {"limit": plan.seconds, "cpu_limit": plan.cpu_seconds}
    return within_limits(_facts(puzzle, name, plan, repeat) | limits)


def _facts(puzzle: Puzzle, name: str, plan: BenchPlan, repeat: int) -> Facts:
    solver = plan.solver(name)
    memory = None if plan.memory is None else plan.memory << 20
    request = RunRequest(
        puzzle, solver, GOALS[plan.goal], plan.seconds,
        memory=memory, seed=plan.seed + repeat, cpu=plan.cpu_seconds,
    )  # fmt: skip
    if isinstance(solver, External):
        # Made here, as the child may be killed. Some programs leave files that cannot be removed.
        with tempfile.TemporaryDirectory(prefix="nonosat-", ignore_cleanup_errors=True) as folder:
            return _in_child(request._replace(folder=folder))[0]
    if plan.in_process:  # the process has the peak of all runs so far
        return run_solver(request) | {"peak_mb": None}
    cpu_before = cpu_seconds_of_children()
    facts, watch = _in_child(request)
    counted = cpu_seconds_of_children() - cpu_before
    lost = watch is not None and watch.cpu_seconds > counted + UNSURE  # an orphan's
    if watch is not None:
        peak = max(facts["peak_mb"] or 0.0, watch.peak_mb) or None
        facts |= {"peak_mb": peak, "sampled": watch.several or lost, "waited": watch.waited}
        counted = watch.cpu_seconds if lost else counted
    return facts | {"process_cpu_seconds": round(counted, 6)}


def _in_child(request: RunRequest) -> tuple[Facts, TreeWatch | None]:
    """Run in a fresh process; return the facts, and what all its processes used.

    An outside program has a watch of its own, in that process.
    """
    start = time.perf_counter()
    seconds = request.seconds + GRACE
    outside = isinstance(request.solver, External)
    if isinstance(request.solver, External) and request.solver.is_nonosat:
        seconds += START_UP
    watch = end = None
    try:
        with Child.loaded(run_solver) as child:
            watch = None if outside else TreeWatch(child.process, request.memory, request.cpu)
            with watch or contextlib.nullcontext():
                facts = child.ask(run_solver, request, deadline=Deadline(seconds))
                end = time.perf_counter()
    except EngineFailed as err:
        facts = no_answer(FAILED, str(err))
        if watch is not None and watch.over:
            facts = no_answer(OUT_OF_MEMORY, TOO_MUCH_MEMORY)
        elif watch is not None and watch.late and request.cpu is not None:
            facts = no_answer(LIMIT, too_much_cpu(watch.cpu_seconds, request.cpu))
    except LimitReached:
        facts = no_answer(LIMIT, f"did not stop at the limit of {request.seconds:g} s; killed")
    if watch is not None and facts["seconds"] is None:  # it was killed
        facts["seconds"] = round(time.perf_counter() - start, 6)
        facts["cpu_seconds"] = watch.cpu_seconds
    if not outside:
        facts["process_seconds"] = round((end or time.perf_counter()) - start, 6)
    return facts, watch


def _limits(row: JsonRow) -> tuple[float, float]:
    """Return the limits of a header or a run, of wall and CPU seconds."""
    return row["limit"], row["cpu_limit"] or math.inf


def _check_same(old: JsonRow, new: JsonRow, path: str) -> None:
    """Refuse to mix settings, machines or versions in one file, and to make a limit smaller."""
    larger = all(before <= now for before, now in zip(_limits(old), _limits(new), strict=True))
    names = [name for name in new if name not in (*MAY_DIFFER, *(LIMITS if larger else ()))]
    if unlike := header_differences(old, new, names):
        raise UsageError(f"{path}: measured with different {unlike} now; name another file")

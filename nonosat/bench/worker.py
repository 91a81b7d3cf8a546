"""What runs in the child process of one measured run: a backend, or an outside program."""

from __future__ import annotations

import contextlib
import hashlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import kernel
from nonosat.api import Search
from nonosat.bench.external import External, pictures_in
from nonosat.child import kill_family
from nonosat.errors import NonosatError, WrongAnswer
from nonosat.files import dump
from nonosat.formats import FORMATS
from nonosat.judge import first_violation
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.result import FACTS, Limits, Verdict

MAX_OUTPUT = 4 * 1024 * 1024
"""Bytes of an outside program's output that are read; more says nothing further."""

OK, LIMIT, FAILED, WRONG, REFUSED = "ok", "limit", "failed", "wrong", "refused"
"""How a run ended: with an answer, at the limit, without an answer before it, with a wrong one; or
it was not begun, as the program's format has no place for the puzzle."""


class Request(NamedTuple):
    """One run: a puzzle, and who is to solve it."""

    puzzle: Puzzle
    solver: str | External
    """A backend's name, or an outside program."""
    solutions: int
    """How many to look for: 1, or 2 for uniqueness."""
    seconds: float


Answer = dict[str, Any]
"""The facts of a run: those of `Result.to_dict`, and ``status found pictures process_seconds peak_mb
kernel``; `benchmarks/README.md` says what they mean."""


def no_answer(status: str, error: str) -> Answer:
    """The facts of a run that found nothing."""
    return dict.fromkeys((*FACTS, "process_seconds", "peak_mb", "kernel")) | {
        "status": status,
        "verdict": Verdict.UNKNOWN.value,
        "found": 0,
        "pictures": [],
        "error": error or None,
    }


def serve() -> Callable[[Request | None], Answer | None]:
    """For `child.Child`; the request None asks only whether the process has started."""
    return lambda request: None if request is None else answer(request)


def answer(request: Request) -> Answer:
    """Solve and say what it took."""
    if isinstance(request.solver, External):
        return _outside(request, request.solver)
    search = Search(
        request.puzzle,
        backend=request.solver,
        at_most=request.solutions,
        limits=Limits(request.seconds),
    )
    wrong = ""
    try:
        for _ in search:
            pass
    except WrongAnswer as err:
        wrong = str(err)
    result = search.result()
    status = WRONG if wrong else LIMIT if result.error else OK
    return result.to_dict() | {
        "solutions": None,  # as digests only: nine times a large picture fills disks
        "differs": None,
        "status": status,
        "found": len(result.solutions),
        "pictures": digests(result.solutions),
        "process_seconds": None,  # only whoever started this process knows
        "peak_mb": peak_mb(),
        "kernel": kernel.name,
        "error": wrong or result.error or None,
    }


def digests(solutions: Iterable[Grid]) -> list[str]:
    """A short name for each picture, for telling whether two are the same."""
    return [hashlib.sha256(grid.cells).hexdigest()[:16] for grid in solutions]


def _outside(request: Request, program: External) -> Answer:
    facts = no_answer(FAILED, "")
    with tempfile.TemporaryDirectory(prefix="nonosat-") as folder:
        suffix = next(e.suffixes[0] for e in FORMATS if e.name == program.format)
        file = Path(folder, "puzzle" + suffix)
        try:
            dump([Sheet(request.puzzle)], file, program.format)
        except NonosatError as err:  # no place for colors, or not square: not its fault
            return facts | {"status": REFUSED, "error": str(err)}
        code, text, measured = _run(program.argv(file, request.seconds), folder, request.seconds)
    facts |= measured
    if code is None:
        return facts | {"status": LIMIT, "error": f"the limit of {request.seconds:g} s was reached"}
    outcome = program.outcome(f"{text}\nexit code {code}\n")
    if code < 0:
        return facts | {"error": f"it was ended by signal {-code}"}
    if not outcome:
        last = next((line for line in reversed(text.splitlines()) if line.strip()), "")
        return facts | {"error": f"no verdict in its output (exit code {code}): {last[:80]!r}"}
    facts["status"] = OK
    facts["verdict"] = Verdict.UNKNOWN.value if outcome == "solved" else outcome
    facts["found"] = {"multiple": 2, "unique": 1, "solved": 1}.get(outcome, 0)
    grids = list(dict.fromkeys(pictures_in(text, request.puzzle, program.picture)))
    for grid in grids:
        complaint = first_violation(request.puzzle, grid)
        if complaint is not None:
            return facts | {"status": WRONG, "error": f"its picture is wrong: {complaint}"}
    facts["pictures"] = digests(grids)
    return facts


def _run(argv: list[str], folder: str, seconds: float) -> tuple[int | None, str, Answer]:
    """Run a command: its exit code (None when the limit ended it), output, and what it took."""
    _adopt_orphans()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        before = _of_children()
        start = time.perf_counter()
        try:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=folder,
            )
        except OSError as error:
            return 127, f"{argv[0]}: {error.strerror}", {"process_seconds": None}
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
            kill_family(process)
        wall = time.perf_counter() - start
        after = _of_children()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(MAX_OUTPUT).decode(errors="replace"))
    measured = {
        "process_seconds": round(wall, 6),
        "cpu_seconds": round(after[0] - before[0], 6),
        "peak_mb": after[1],
    }
    return code, "\n".join(texts), measured


def _adopt_orphans() -> None:
    """Ask Linux to make this process the parent of what its children leave behind.

    It is killed with all of its descendants then, so that nothing goes on computing.
    """
    if sys.platform == "linux":
        import ctypes

        set_child_subreaper = 36  # PR_SET_CHILD_SUBREAPER of <sys/prctl.h>
        with contextlib.suppress(OSError):
            ctypes.CDLL(None).prctl(set_child_subreaper, 1)


def _of_children() -> tuple[float, float | None]:
    """CPU seconds of all children that have ended, and the peak memory of the largest in MB."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0, None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, _megabytes(used.ru_maxrss)


def peak_mb() -> float | None:
    """The most memory that this process has had in use, plus that of its largest child, in MB."""
    _, largest = _of_children()
    if largest is None:
        return None
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as file:
        for line in file:  # getrusage would count what the parent had when it forked
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 1024 + largest, 1)
    import resource

    return round(_megabytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) + largest, 1)


def _megabytes(maxrss: int) -> float:
    return round(maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)

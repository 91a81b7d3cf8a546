"""What runs in the child process of one measured run: a backend, or an outside program."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import kernel
from nonosat.api import Search
from nonosat.bench import program
from nonosat.bench.external import External
from nonosat.bench.printed import pictures_of, without_colors
from nonosat.errors import NonosatError, Reason, Stop, WrongAnswer
from nonosat.files import dump
from nonosat.formats import FORMATS
from nonosat.judge import first_violation
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.result import FACTS, Limits, Verdict

OK, LIMIT, GAVE_UP, FAILED, WRONG, REFUSED = "ok", "limit", "gave up", "failed", "wrong", "refused"
"""How a run ended: with an answer; at the limit; before it, since the backend knows that it cannot
finish; without an answer in any other way; with a wrong answer. Or it was not begun, since the
program's format has no place for the puzzle."""
EARLY = 0.05
"""Seconds before the limit at which clocks of engines may take it for reached."""


class Request(NamedTuple):
    """One run: a puzzle, and who is to solve it."""

    puzzle: Puzzle
    solver: str | External
    """A backend's name, or an outside program."""
    solutions: int
    """How many to look for: 1, or 2 for uniqueness."""
    seconds: float
    folder: str = ""
    """An empty folder for an outside program: for its puzzle, and for what it writes."""
    memory: int | None = None
    """Bytes that an outside program may ask for; a backend has the bound of its process."""


Facts = dict[str, Any]
"""The facts of a run: those of `Result.to_dict`, and ``status found pictures process_seconds
process_cpu_seconds peak_mb kernel``; `benchmarks/README.md` says what they mean."""
_MEASURED = ("process_seconds", "process_cpu_seconds", "peak_mb", "kernel")


def no_answer(status: str, error: str) -> Facts:
    """The facts of a run that found nothing."""
    return dict.fromkeys((*FACTS, *_MEASURED)) | {
        "status": status,
        "verdict": Verdict.UNKNOWN.value,
        "found": 0,
        "pictures": [],
        "error": error or None,
    }


def answer(request: Request) -> Facts:
    """Solve and say what it took."""
    if isinstance(request.solver, External):
        with program.tidied(request.folder):
            return _outside(request, request.solver)
    try:
        return _backend(request, request.solver)
    except Exception as err:  # a bug of ours: of this run, and not the end of the others
        return no_answer(FAILED, f"{type(err).__name__}: {err}")


def _backend(request: Request, name: str) -> Facts:
    search = Search(
        request.puzzle, backend=name, at_most=request.solutions, limits=Limits(request.seconds)
    )
    status, error = OK, ""
    try:
        for _ in search:
            pass
    except WrongAnswer as err:
        status, error = WRONG, str(err)
    result = search.result()
    if search.limit is not None:
        in_time = result.seconds < request.seconds - EARLY
        failed = result.stop.reason in (Reason.ENGINE_FAILED, Reason.MEMORY)
        status = FAILED if failed else GAVE_UP if in_time else LIMIT
    return result.to_dict() | {
        "solutions": None,  # as digests only: nine times a large picture fills disks
        "differs": None,
        "status": status,
        "found": len(result.solutions),
        "pictures": _digests(result.solutions),
        "process_seconds": None,  # only whoever started this process knows
        "process_cpu_seconds": None,
        "peak_mb": peak_mb(),
        "kernel": kernel.name,
        "error": error or result.error or None,
    }


def _digests(solutions: Iterable[Grid]) -> list[str]:
    """A short name for each picture, for telling whether two are the same."""
    return [hashlib.sha256(grid.cells).hexdigest()[:16] for grid in solutions]


def _outside(request: Request, outside: External) -> Facts:
    facts = no_answer(FAILED, "")
    suffix = FORMATS.entry(outside.format).suffixes[0]
    file = Path(request.folder, "puzzle" + suffix)
    try:
        dump([Sheet(request.puzzle)], file, outside.format)
    except NonosatError as err:  # no place for colors, or not square: not its fault
        return facts | {"status": REFUSED, "error": str(err)}
    argv = outside.argv(file, request.seconds)
    try:
        ended = program.run(argv, request.seconds, request.memory)
    except OSError as err:
        return facts | {"error": f"{argv[0]!r} cannot be started: {err.strerror}"}
    facts["process_seconds"] = ended.seconds
    facts["process_cpu_seconds"] = ended.cpu_seconds
    facts["peak_mb"] = ended.peak_mb
    if not ended.in_time:
        return facts | {"status": LIMIT, "error": str(Stop(Reason.TIME, seconds=request.seconds))}
    if ended.code is None:
        most = program.MAX_OUTPUT >> 20
        return facts | {"error": f"it printed more than {most} MiB; it was ended"}
    if ended.code < 0:
        return facts | {"error": f"it was ended by signal {-ended.code}{_last_words(ended.output)}"}
    output = without_colors(ended.output)
    outcome = outside.outcome(f"{output}\nexit code {ended.code}\n")
    if not outcome:
        told = _last_words(ended.output)
        return facts | {"error": f"no verdict in its output (exit code {ended.code}){told}"}
    facts["status"] = OK
    facts["verdict"] = Verdict.UNKNOWN.value if outcome == "solved" else outcome
    facts["found"] = {"multiple": 2, "unique": 1, "solved": 1}.get(outcome, 0)
    pictures = pictures_of(outside.format, outside.picture, output, request.puzzle)
    grids = list(dict.fromkeys(pictures))
    for grid in grids:
        complaint = first_violation(request.puzzle, grid)
        if complaint is not None:
            return facts | {"status": WRONG, "error": f"its picture is wrong: {complaint}"}
    facts["pictures"] = _digests(grids)
    return facts


def _last_words(output: str) -> str:
    """The last line that a program printed, to be put behind what went wrong.

    Quoted, so that nothing in it is a command to a terminal.
    """
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "")
    return f": {last[:80]!r}" if last else "; it printed nothing"


def peak_mb() -> float | None:
    """The most memory that this process has had in use, plus that of its largest child, in MB."""
    largest = program.peak_mb_of_children()
    if largest is None:
        return None
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as file:
        for line in file:  # getrusage would count what the parent had when it forked
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 1024 + largest, 1)
    import resource

    own = program.megabytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return round(own + largest, 1)

"""The work of the child process of one measured run: a backend, or an outside program."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import kernel
from nonosat.api import Search
from nonosat.backends import make_backend
from nonosat.bench import program
from nonosat.bench.external import MODELS, External
from nonosat.bench.printed import pictures_in, pictures_of, without_colors
from nonosat.errors import MissingExtra, NonosatError, Reason, Stop, WrongAnswer
from nonosat.files import dump
from nonosat.formats import FORMATS, make_format
from nonosat.judge import first_violation
from nonosat.limits import Limits
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.platforms import memory
from nonosat.platforms.processes import no_orphans, tidied
from nonosat.result import FACTS, Verdict

OK, LIMIT, GAVE_UP, FAILED, WRONG, REFUSED = "ok", "limit", "gave up", "failed", "wrong", "refused"
OUT_OF_MEMORY = "out of memory"
"""The end of a run: with an answer; at the limit; before it, since the backend knows that it cannot
finish; without an answer in any other way; with a wrong answer; not begun, since the program's format
has no place for the puzzle; out of memory."""
TOO_MUCH_MEMORY = "it and what it started held more memory than --memory allows; ended"
START_UP = 5.0
"""Seconds that another nonosat has to start; it holds the limit of solving itself."""
OUTPUT_KEPT = 1000
"""Characters of a program's output that are kept: half of them from its beginning, half from its end."""
EARLY = 0.05
"""Seconds before the limit at which clocks of engines may take it for reached."""


class Request(NamedTuple):
    """One run: a puzzle, and who is to solve it."""

    puzzle: Puzzle
    solver: str | External
    """A backend's name, or an outside program."""
    solutions: int
    """The number to look for: 1, or 2 for uniqueness."""
    seconds: float
    folder: str = ""
    """An empty folder for an outside program: for its puzzle, and for what it writes."""
    memory: int | None = None
    """Bytes that an outside program may hold with all that it starts; a backend has the bound of its
    process."""


Facts = dict[str, Any]
"""The facts of a run: those of `Result.to_dict`, and ``status found pictures process_seconds
process_cpu_seconds model_seconds model_cpu_seconds peak_mb kernel output``; `benchmarks/README.md` says
what they mean."""
_MEASURED = (
    "process_seconds", "process_cpu_seconds", "model_seconds", "model_cpu_seconds", "peak_mb",
    "kernel", "output",
)  # fmt: skip


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
        with tidied(request.folder):
            return _outside(request, request.solver)
    try:
        return _backend(request, request.solver)
    except Exception as err:  # a bug of ours: of this run, and not the end of the others
        return no_answer(FAILED, f"{type(err).__name__}: {err}")


def load(name: str) -> None:
    """Import what a backend needs, at once or for hard puzzles, so that no import is measured."""
    for module in getattr(make_backend(name), "loads", ()):
        with contextlib.suppress(MissingExtra):
            importlib.import_module(f"nonosat.backends.{module}")


def _backend(request: Request, name: str) -> Facts:
    load(name)
    search = Search(
        request.puzzle, backend=name, at_most=request.solutions, limits=Limits(request.seconds)
    )
    status, error = OK, ""
    try:
        search.run()
    except WrongAnswer as err:
        status, error = WRONG, str(err)
    result = search.result()
    if search.limit is not None:
        in_time = result.seconds < request.seconds - EARLY
        status = GAVE_UP if in_time else LIMIT
        if result.stop.reason in (Reason.ENGINE_FAILED, Reason.MEMORY):
            status = OUT_OF_MEMORY if result.stop.reason is Reason.MEMORY else FAILED
    # Seconds of the process are known to whoever started it.
    return (
        dict.fromkeys(_MEASURED)
        | result.to_dict()
        | {
            "solutions": None,  # as digests only: nine times a large picture fills disks
            "differs": None,
            "status": status,
            "found": len(result.solutions),
            "pictures": _digests(result.solutions),
            "peak_mb": peak_mb(),
            "kernel": kernel.name,
            "error": error or result.error or None,
        }
    )


def _digests(solutions: Iterable[Grid]) -> list[str]:
    """A short name for each picture, for telling whether two are the same."""
    return [hashlib.sha256(grid.cells).hexdigest()[:16] for grid in solutions]


def _outside(request: Request, outside: External) -> Facts:
    facts = no_answer(FAILED, "")
    make_format(outside.format)  # loaded now, so that the time for a model is that of making it
    file = Path(request.folder, "puzzle" + FORMATS.entry(outside.format).suffixes[0])
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        dump([Sheet(request.puzzle)], file, outside.format)
    except NonosatError as err:  # no place for colors, or not square: not its fault
        return facts | {"status": REFUSED, "error": str(err)}
    seconds = request.seconds
    if outside.format in MODELS:
        facts["model_seconds"] = round(time.perf_counter() - wall, 6)
        facts["model_cpu_seconds"] = round(time.process_time() - cpu, 6)
        seconds -= facts["model_seconds"]
    if seconds <= 0:
        return facts | {"status": LIMIT, "error": "the limit was reached while its model was made"}
    argv = outside.argv(file, seconds, request.solutions)
    if outside.is_nonosat:
        seconds += START_UP
    try:
        with no_orphans():
            ended = program.run(argv, seconds, request.memory)
    except OSError as err:
        return facts | {"error": f"{argv[0]!r} cannot be started: {err.strerror}"}
    facts["process_seconds"] = ended.seconds
    facts["process_cpu_seconds"] = ended.cpu_seconds
    facts["peak_mb"] = ended.peak_mb
    if not outside.is_nonosat:  # its facts are taken over
        facts["output"] = _kept(ended.output)
    if ended.out_of_memory:
        return facts | {"status": OUT_OF_MEMORY, "error": TOO_MUCH_MEMORY}
    if not ended.in_time:
        return facts | {"status": LIMIT, "error": str(Stop(Reason.TIME, seconds=request.seconds))}
    if ended.code is None:
        most = program.MAX_OUTPUT >> 20
        return facts | {"error": f"it printed more than {most} MiB; it was ended"}
    return facts | _understood(request, outside, ended.code, ended.output)


def _understood(request: Request, outside: External, code: int, printed: str) -> Facts:
    """The answer of a program that has ended by itself, as far as it gave one."""
    if outside.is_nonosat:
        return _of_nonosat(request, printed)
    output = without_colors(printed)
    outcome = outside.outcome(f"{output}\nexit code {code}\n") if code >= 0 else ""
    if not outcome:
        error = f"no verdict in its output (exit code {code}){_last_words(printed)}"
        if code < 0:
            error = f"it was ended by signal {-code}{_last_words(printed)}"
        return {"error": error}
    found = {
        "status": OK,
        "verdict": Verdict.UNKNOWN.value if outcome == "solved" else outcome,
        "found": {"multiple": 2, "unique": 1, "solved": 1}.get(outcome, 0),
    }
    pictures = pictures_of(outside.format, outside.picture, output, request.puzzle)
    return found | _judged(request.puzzle, pictures)


def _of_nonosat(request: Request, printed: str) -> Facts:
    """The answer of another nonosat, which prints the facts of its result as JSON."""
    line = next((line for line in printed.splitlines() if line.startswith("{")), "")
    try:
        told = json.loads(line)
        found = {
            name: told[name]
            for name in ("verdict", "seconds", "cpu_seconds", "engine", "counters", "error")
        }
        drawn = ["\n".join(rows) for rows in told["solutions"]]
    except (ValueError, KeyError, TypeError):
        return {"error": f"its answer cannot be read{_last_words(printed)}"}
    letters = {color.char: at for at, color in enumerate(request.puzzle.palette.colors)}
    pictures = [grid for text in drawn for grid in pictures_in(text, request.puzzle, letters)]
    if len(pictures) != len(drawn):
        return {"error": "a picture of its answer cannot be read"}
    early = told["seconds"] < request.seconds - EARLY
    stopped = GAVE_UP if early else LIMIT
    found |= {"status": stopped if told["error"] else OK, "found": len(pictures)}
    return found | _judged(request.puzzle, pictures)


def _judged(puzzle: Puzzle, pictures: Iterable[Grid]) -> Facts:
    """The digests of right pictures, or the complaint about a wrong one."""
    grids = list(dict.fromkeys(pictures))
    for grid in grids:
        complaint = first_violation(puzzle, grid)
        if complaint is not None:
            return {"status": WRONG, "error": f"its picture is wrong: {complaint}"}
    return {"pictures": _digests(grids)}


def _kept(output: str) -> str:
    """The beginning and the end of an output, and how much is missing between."""
    if len(output) <= OUTPUT_KEPT:
        return output
    half = OUTPUT_KEPT // 2
    return f"{output[:half]}\n[{len(output) - 2 * half:,} characters left out]\n{output[-half:]}"


def _last_words(output: str) -> str:
    """The last line that a program printed, to be put behind what went wrong.

    Quoted, so that nothing in it is a command to a terminal.
    """
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "")
    return f": {last[:80]!r}" if last else "; it printed nothing"


def peak_mb() -> float:
    """The most memory that this process has had in use, plus that of its largest child, in MB."""
    return round(memory.peak_mb() + memory.peak_mb_of_children(), 1)

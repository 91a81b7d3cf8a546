"""Makes one measured run, of a backend or an outside program, in its child process."""

import contextlib
import hashlib
import importlib
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import kernel
from nonosat.bench.external import MODEL_FORMATS, NO_PICTURE, External
from nonosat.bench.printed import (
    Shown,
    pictures_in,
    pictures_of,
    shown_in,
    without_colors,
    without_values,
)
from nonosat.bench.status_lines import MULTIPLE, NONE, SOLVED, STOPPED, UNIQUE
from nonosat.errors import MissingExtra, NonosatError, Reason, Stop, WrongAnswer
from nonosat.files import dump
from nonosat.formats import FORMATS, make_format
from nonosat.limits import Limits
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.platforms import memory
from nonosat.platforms.outside import MAX_OUTPUT, run_program
from nonosat.platforms.processes import tidied
from nonosat.solving.api import Search
from nonosat.solving.backends import make_backend, not_taken
from nonosat.solving.result import FACTS, Verdict

OK, LIMIT, GAVE_UP, FAILED, WRONG, REFUSED = "ok", "limit", "gave up", "failed", "wrong", "refused"
OUT_OF_MEMORY, DISPUTED = "out of memory", "disputed"
"""The end of a run: with an answer; at the limit; earlier, because the backend knows that it cannot
finish; without an answer for another reason; with a wrong answer; not started, because the program's
format cannot hold the puzzle; out of memory; with an answer that another contradicts, and nothing
decides."""
TOO_MUCH_MEMORY = "held more memory than --memory allows, with all that it started"
START_UP = 5.0
"""Seconds for another nonosat to start; it keeps the limit of solving itself."""
VALUES = 8
"""Bytes that a program may print for each byte of the puzzle that it got: a solver of models prints a value
for each variable, which is shorter than the constraints on it."""
OUTPUT_KEPT = 1000
"""Characters of a program's output that are kept, half from its beginning, half from its end."""
EARLY = 0.05
"""A stop counts as reaching the limit from this many seconds before it: engines have their own clocks."""


class RunRequest(NamedTuple):
    """A run to make: a puzzle and a solver."""

    puzzle: Puzzle
    solver: str | External
    """A backend's name, or an outside program."""
    solutions: int
    """Solutions to look for: 1, or 2 for uniqueness."""
    seconds: float
    folder: str = ""
    """An empty folder for the files of an outside program."""
    memory: int | None = None
    """Bytes that an outside program and everything it starts may hold; None means no limit. A backend
    is bounded with its process."""
    seed: int = 0
    """For programs that take one."""
    cpu: float | None = None
    """CPU seconds that an outside program and everything it starts may use."""


Facts = dict[str, Any]
"""The facts of a run: those of `Result.to_dict`, and ``status found pictures process_seconds
process_cpu_seconds model_seconds model_cpu_seconds peak_mb sampled waited remark kernel output``; `benchmarks/README.md`
describes them."""
_MEASURED = (
    "process_seconds", "process_cpu_seconds", "model_seconds", "model_cpu_seconds", "peak_mb",
    "sampled", "waited", "remark", "kernel", "output",
)  # fmt: skip


def no_answer(status: str, error: str) -> Facts:
    """Return the facts of a run that found nothing."""
    return dict.fromkeys((*FACTS, *_MEASURED)) | {
        "status": status,
        "verdict": Verdict.UNKNOWN.value,
        "found": 0,
        "pictures": [],
        "error": error or None,
    }


def run_solver(request: RunRequest) -> Facts:
    """Make a run; return its facts."""
    if isinstance(request.solver, External):
        with tidied(request.folder):
            return _outside(request, request.solver)
    try:
        return _backend(request, request.solver)
    except Exception as err:  # a bug of ours must not end the other runs
        return no_answer(FAILED, f"{type(err).__name__}: {err}")


def import_backend(name: str) -> None:
    """Import everything that a backend may need, so that imports are not measured."""
    for module in getattr(make_backend(name), "loads", ()):
        with contextlib.suppress(MissingExtra):
            importlib.import_module(f"nonosat.solving.backends.{module}")


def _backend(request: RunRequest, name: str) -> Facts:
    import_backend(name)
    if why := not_taken(make_backend(name), request.puzzle):
        return no_answer(REFUSED, f"backend {name} {why}")
    search = Search(
        request.puzzle, backend=name, at_most=request.solutions, limits=Limits(request.seconds)
    )
    status, error = OK, ""
    try:
        search.run()
    except WrongAnswer as err:
        status, error = WRONG, str(err)
    result = search.result()
    if search.ended_by is not None:
        in_time = result.seconds < request.seconds - EARLY
        status = _STOPPED.get(result.stop.reason, GAVE_UP if in_time else LIMIT)
    # The parent adds the seconds of the process.
    return (
        dict.fromkeys(_MEASURED)
        | result.to_dict()
        | {
            "solutions": None,  # only as digests: large pictures would fill disks
            "differs": None,
            "status": status,
            "found": len(result.solutions),
            "pictures": _digests(result.solutions),
            "peak_mb": peak_mb_of_run(),
            "kernel": kernel.name,
            "error": error or result.error or None,
        }
    )


_STOPPED = {Reason.TIME: LIMIT, Reason.ENGINE_FAILED: FAILED, Reason.MEMORY: OUT_OF_MEMORY}


def _digests(solutions: Iterable[Grid]) -> list[str]:
    return [hashlib.sha256(grid.cells).hexdigest()[:16] for grid in solutions]


def _outside(request: RunRequest, outside: External) -> Facts:
    facts = no_answer(FAILED, "")
    make_format(outside.format)  # loaded now, so that it is not measured with the model
    file = Path(request.folder, "puzzle" + FORMATS.entry(outside.format).suffixes[0])
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        dump([Sheet(request.puzzle)], file, outside.format)
    except NonosatError as err:  # as for colors, or if it is not square
        return facts | {"status": REFUSED, "error": str(err)}
    seconds = request.seconds
    if outside.format in MODEL_FORMATS:
        facts["model_seconds"] = round(time.perf_counter() - wall, 6)
        facts["model_cpu_seconds"] = round(time.process_time() - cpu, 6)
        seconds -= facts["model_seconds"]
    if seconds <= 0:
        return facts | {"status": LIMIT, "error": "the limit was reached while its model was made"}
    argv = outside.argv(file, seconds, request.solutions, request.seed)
    if outside.is_nonosat:
        seconds += START_UP
    try:
        most = MAX_OUTPUT + VALUES * file.stat().st_size
        ended = run_program(argv, seconds, request.memory, request.cpu, most)
    except OSError as err:
        return facts | {"error": f"cannot start {argv[0]!r}: {err.strerror}"}
    facts["process_seconds"] = ended.seconds
    facts["process_cpu_seconds"] = ended.cpu_seconds
    facts["peak_mb"], facts["sampled"] = ended.peak_mb, ended.sampled
    facts["waited"] = ended.waited
    if not outside.is_nonosat:  # its own facts are used
        facts["output"] = _kept(ended.output)
    if ended.out_of_memory:
        return facts | {"status": OUT_OF_MEMORY, "error": TOO_MUCH_MEMORY}
    if ended.late and request.cpu is not None:
        return facts | {"status": LIMIT, "error": too_much_cpu(ended.cpu_seconds, request.cpu)}
    if not ended.in_time:
        return facts | {"status": LIMIT, "error": str(Stop(Reason.TIME, seconds=request.seconds))}
    if ended.code is None:
        return facts | {"error": f"it printed more than {most >> 20} MiB and was stopped"}
    facts |= understood(request, outside, ended.code, ended.output)
    late = facts["status"] == GAVE_UP and ended.seconds >= request.seconds - EARLY
    return facts | ({"status": LIMIT} if late else {})


def understood(request: RunRequest, outside: External, code: int, printed: str) -> Facts:
    """Return the facts in the output of a program that ended by itself."""
    if outside.is_nonosat:
        return _of_nonosat(request, printed)
    if code < 0:
        return {"error": f"killed by signal {-code}{_last_words(printed)}"}
    output = without_colors(printed)
    said, why = outside.outcome(without_values(output), code)
    if outside.format in MODEL_FORMATS or len(outside.picture) == 2:
        pictures = pictures_of(outside.format, outside.picture, output, request.puzzle)
        shown = _checked(request.puzzle, pictures)
    elif outside.picture != NO_PICTURE:
        shown = shown_in(output, request.puzzle)
    else:
        shown = Shown([], "")
    judged = list(dict.fromkeys(shown.pictures))
    # Judged pictures are certain; words are not.
    if len(judged) > 1 and said not in (UNIQUE, NONE):
        said = MULTIPLE
    elif judged and ((not said and not why) or (said in ("", STOPPED) and request.solutions == 1)):
        said = SOLVED
    found = {"pictures": _digests(judged), "found": len(judged)}
    if said == STOPPED:
        return found | {"status": GAVE_UP, "error": f"its output says {why[:80]!r}"}
    if not said:
        error = why or f"no verdict in its output (exit code {code})"
        return {"error": error + _last_words(printed)}
    answer = found | {
        "status": OK,
        "verdict": Verdict.UNKNOWN.value if said == SOLVED else said,
        "found": {MULTIPLE: 2, UNIQUE: 1, SOLVED: 1}.get(said, 0),
    }
    if said == NONE:  # what it shows beside is left over from its search
        return answer
    if shown.is_wrong:
        return answer | {"status": WRONG, "pictures": [], "error": _wrong(shown.complaint)}
    remark = f"the last picture in its output is not a solution: {shown.complaint}"
    return answer | {"remark": remark if shown.complaint else None}


def _of_nonosat(request: RunRequest, printed: str) -> Facts:
    """Return the facts in the JSON that another nonosat printed."""
    line = next((line for line in printed.splitlines() if line.startswith("{")), "")
    try:
        answer = json.loads(line)
        found = {
            name: answer[name]
            for name in ("verdict", "seconds", "cpu_seconds", "engine", "counters", "error")
        }
        drawn = ["\n".join(rows) for rows in answer["solutions"]]
    except (ValueError, KeyError, TypeError):
        return {"error": f"cannot read its answer{_last_words(printed)}"}
    letters = {color.char: at for at, color in enumerate(request.puzzle.palette.colors)}
    pictures = [grid for text in drawn for grid in pictures_in(text, request.puzzle, letters)]
    if len(pictures) != len(drawn):
        return {"error": "cannot read a picture in its answer"}
    early = answer["seconds"] < request.seconds - EARLY
    stopped = GAVE_UP if early else LIMIT
    found |= {"status": stopped if answer["error"] else OK, "found": len(pictures)}
    shown = _checked(request.puzzle, pictures)
    if shown.is_wrong:
        return found | {"status": WRONG, "error": _wrong(shown.complaint)}
    return found | {"pictures": _digests(shown.pictures)}


def _checked(puzzle: Puzzle, pictures: Iterable[Grid]) -> Shown:
    """Judge pictures that are surely answers: one that is not a solution is wrong."""
    complaints = {grid: puzzle.violation(grid) for grid in pictures}
    complaint = next(filter(None, complaints.values()), "")
    right = [grid for grid, why in complaints.items() if not why]
    return Shown(right, complaint, bool(complaint))


def _wrong(complaint: str) -> str:
    return f"its picture is wrong: {complaint}"


def too_much_cpu(used: float, most: float) -> str:
    """Return the complaint about a run that used more CPU seconds than it may."""
    return f"used {used:.4g} of {most:g} CPU seconds"


def _kept(output: str) -> str:
    """Return the beginning and the end of an output, and how much is missing between."""
    if len(output) <= OUTPUT_KEPT:
        return output
    half = OUTPUT_KEPT // 2
    return f"{output[:half]}\n[{len(output) - 2 * half:,} characters left out]\n{output[-half:]}"


def _last_words(output: str) -> str:
    """Return the last line that a program printed, for the end of a message.

    It is quoted, so that it cannot control a terminal.
    """
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "")
    return f": {last[:80]!r}" if last else "; it printed nothing"


def peak_mb_of_run() -> float:
    """Return the peak memory of this process or of its largest child, in MB."""
    return max(memory.peak_mb(), memory.peak_mb_of_children())

"""Reads a file of results and checks its rows."""

from collections.abc import Iterator, Sequence

from nonosat.bench.one_run import LIMIT, OK, too_much_cpu
from nonosat.child import identity
from nonosat.errors import ParseError
from nonosat.run.journal import JsonRow, Kinds, misfit, read_journal

FORMAT = 1
"""Version of the file format."""

GOALS = {"first": 1, "unique": 2}
"""Goal -> the number of solutions to look for."""
LIMITS, MAY_DIFFER = ("limit", "cpu_limit"), ("started", "command", "due")
"""Facts that may differ between the headers of one measurement, if it was resumed."""
MUST_BE_ALIKE = ("goal", "limit", "cpu_limit", "in_process", "memory")
"""Settings that must be equal in two files before their figures are compared."""

_START = b'{"kind": "header"'
_TEXT, _LIST, _DICT = (str,), (list,), (dict,)
_WHOLE, _NUMBER, _MAYBE_NUMBER = (int,), (int, float), (int, float, type(None))
_MAYBE_TEXT, _MAYBE_WHOLE, _MAYBE_FLAG = (str, type(None)), (int, type(None)), (bool, type(None))

_HEADER: Kinds = {
    "started": _TEXT, "command": _LIST, "goal": _TEXT, "limit": _NUMBER, "repeats": _WHOLE,
    "warm_up": _WHOLE, "in_process": (bool,), "backends": _LIST, "externals": _LIST,
    "puzzles": _LIST, "machine": _DICT, "versions": _DICT, "commit": _MAYBE_TEXT,
    "changed": _MAYBE_FLAG, "memory": _MAYBE_WHOLE,
}  # fmt: skip
_MACHINE: Kinds = {
    "system": _TEXT, "processor": _TEXT, "processors": _WHOLE, "memory_mb": _MAYBE_WHOLE,
}  # fmt: skip
_RUN: Kinds = {
    "source": _TEXT, "title": _TEXT, "key": _TEXT, "height": _WHOLE, "width": _WHOLE,
    "backend": _TEXT, "repeat": _WHOLE, "status": _TEXT, "verdict": _TEXT, "found": _WHOLE,
    "pictures": _LIST, "error": _MAYBE_TEXT, "seconds": _MAYBE_NUMBER,
    "process_seconds": _MAYBE_NUMBER, "process_cpu_seconds": _MAYBE_NUMBER,
    "cpu_seconds": _MAYBE_NUMBER, "peak_mb": _MAYBE_NUMBER, "stated": _MAYBE_TEXT,
    "proved": _MAYBE_TEXT, "expected": _MAYBE_TEXT, "output": _MAYBE_TEXT,
    "load": _MAYBE_NUMBER, "model_seconds": _MAYBE_NUMBER, "model_cpu_seconds": _MAYBE_NUMBER,
}  # fmt: skip


def read_measurements(path: str) -> list[list[JsonRow]]:
    """Read a file of results, or of several one after another; return the rows of each, header first."""
    if found := check_measurements(read_journal(path), path):
        return found
    raise _no_results(path)


def read_results(path: str) -> list[JsonRow]:
    """Read the file of one measurement; return its rows, header first."""
    return _only(read_measurements(path), path)


def check_rows(found: Iterator[JsonRow], path: str) -> list[JsonRow]:
    """Return the newest row of each run of a journal of one measurement, header first; none if it is empty."""
    return _only(check_measurements(found, path) or [[]], path)


def _only(measurements: Sequence[list[JsonRow]], path: str) -> list[JsonRow]:
    first, *others = measurements
    if others:
        unlike = header_differences(first[0], others[0][0])
        raise ParseError(f"it holds {1 + len(others)} measurements, not one: {unlike}", path)
    return first


def header_differences(old: JsonRow, new: JsonRow, names: Sequence[str] = ()) -> str:
    """Return the facts that differ between two headers, in words; "" if none do.

    Args:
        names: the facts to compare; all but the time and the command if there are none.
    """
    parts = []
    for name in names or [name for name in new if name not in MAY_DIFFER]:
        before, now = old.get(name), new.get(name)
        if isinstance(before, dict) and isinstance(now, dict):
            told = header_differences(before, now, list(dict.fromkeys([*before, *now])))
            parts += [f"{name}: {told}"] if told else []
        elif before != now:
            parts.append(f"{name} {_short(before)}, and {_short(now)}")
    return "; ".join(parts)


def _short(fact: object) -> str:
    text = "unknown" if fact is None else str(fact)
    return text if len(text) < 80 else f"{text[:76]} ..."


def check_measurements(found: Iterator[JsonRow], path: str) -> list[list[JsonRow]]:
    """Return the newest row of each run of a journal of results, by measurement, each header first.

    A measurement that was resumed with a larger limit has another header after its first rows. The
    last header counts. A header that differs in more begins another measurement.
    """
    try:
        header = next(found, None)
    except ParseError as err:  # its message would call the file a journal
        raise _no_results(path) from err
    if header is None:
        return []
    if header.get("kind") != "header":
        raise _no_results(path)
    form = header.get("format")
    if form != FORMAT:
        raise ParseError(
            f"results of format {form!r}; nonosat {identity().version} reads format {FORMAT}",
            path,
            1,
        )
    complaint = _of_header(header)
    if complaint:
        raise ParseError(f"this header is damaged: {complaint}", path, 1)
    newest: dict[tuple[object, ...], JsonRow] = {}
    measurements: list[list[JsonRow]] = []
    solvers = set(solvers_of(header))
    for number, row in enumerate(found, 2):
        later = row.get("kind") == "header" and row.get("format") == FORMAT
        complaint = _of_header(row) if later else _of_run(row, solvers)
        if complaint:
            what = "this header is damaged" if later else "not a run"
            raise ParseError(f"{what}: {complaint}", path, number)
        if later:
            if header_differences(
                header, row, [name for name in row if name not in (*MAY_DIFFER, *LIMITS)]
            ):
                measurements.append([header, *newest.values()])
                newest, solvers = {}, set(solvers_of(row))
            header = row
            continue
        row.setdefault("limit", header["limit"])
        row.setdefault("cpu_limit", header["cpu_limit"])
        newest[row["key"], row["backend"], row["repeat"]] = within_limits(row)
    return [*measurements, [header, *newest.values()]]


def within_limits(row: JsonRow) -> JsonRow:
    """Return a run with its status by its limits: one that answered later met the limit.

    The clock is its own: seconds of solving, or of an outside program with the making of its model.
    The start of a backend's process does not count.
    """
    if row["status"] != OK:
        return row
    walls, works = (
        row[own] if row[own] is not None else (row[process] or 0.0) + (row[model] or 0.0)
        for own, process, model in (
            ("seconds", "process_seconds", "model_seconds"),
            ("cpu_seconds", "process_cpu_seconds", "model_cpu_seconds"),
        )
    )
    if row["cpu_limit"] is not None and works > row["cpu_limit"]:
        return row | {"status": LIMIT, "error": too_much_cpu(works, row["cpu_limit"])}
    if walls <= row["limit"]:
        return row
    return row | {"status": LIMIT, "error": f"answered after {walls:.4g} of {row['limit']:g} s"}


def holds_results(path: str) -> bool:
    """Return True if a file begins as results do, also if it was cut off later."""
    try:
        with open(path, "rb") as file:
            return file.read(len(_START)) == _START
    except OSError:
        return False


def solvers_of(header: JsonRow) -> list[str]:
    """Return the backends, then the outside programs, in the order of the command line."""
    return [*header["backends"], *(program["name"] for program in header["externals"])]


def runs_due(header: JsonRow) -> dict[str, int]:
    """Return the number of runs planned for each solver."""
    each = len(header["puzzles"]) * int(header["repeats"])
    return header.get("due") or dict.fromkeys(solvers_of(header), each)


def _no_results(path: str) -> ParseError:
    return ParseError("this file does not hold results of `nonosat bench run`", path)


def _of_header(row: JsonRow) -> str:
    """Return the first fault of a header; "" if it has none."""
    complaint = _wrong(row, _HEADER) or _wrong(row["machine"], _MACHINE)
    if complaint:
        return complaint
    for name in ("command", "backends", "puzzles"):
        if not all(isinstance(item, str) for item in row[name]):
            return f"{name} must hold text only"
    if not all(isinstance(p, dict) and isinstance(p.get("name"), str) for p in row["externals"]):
        return "an outside program has no name"
    if not isinstance(row.get("seed"), int):
        return "seed must be an integer"
    if row["goal"] not in GOALS:
        return f"unknown goal {row['goal']!r}"
    if not isinstance(row.setdefault("cpu_limit", None), int | float | None):
        return "cpu_limit must be a number"
    return "" if row["limit"] else "the limit must be above 0 seconds"


def _of_run(row: JsonRow, solvers: set[str]) -> str:
    """Return the first fault of a run; "" if it has none."""
    if row.get("kind") != "run":
        return "its kind is not run"
    complaint = _wrong(row, _RUN)
    if complaint:
        return complaint
    if not all(isinstance(item, str) for item in row["pictures"]):
        return "pictures must hold text only"
    if row["backend"] not in solvers:
        return f"the header does not name its solver {row['backend']!r}"
    return "" if row["width"] and row["height"] else "a puzzle without cells"


def _wrong(row: JsonRow, kinds: Kinds) -> str:
    name = misfit(row, kinds)
    if name and name not in row:
        return f"{name!r} is missing"
    return f"{name!r} cannot be {str(row[name])[:40]!r}" if name else ""

"""Results as tables: for the terminal, Markdown, CSV, and one HTML page with plots; `latex` for LaTeX."""

import contextlib
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from nonosat.bench import plots
from nonosat.bench.agreement import agreement_line
from nonosat.bench.one_run import DISPUTED, FAILED, LIMIT, OK, REFUSED
from nonosat.bench.rows import MUST_BE_ALIKE, header_differences, runs_due, solvers_of
from nonosat.bench.stats import (
    AND,
    CLOCKS,
    FAILED_WRONG,
    FAMILY,
    UNKNOWN,
    WAITED,
    WAYS,
    Point,
    Results,
    best_points,
    check_measured,
    ending,
    factor,
    holm,
    is_checked,
    is_disturbed,
    ratio,
    seconds_of,
    summary,
)
from nonosat.draw.page import Number, TableCell, figure, heading, page, paragraph, table
from nonosat.errors import UsageError
from nonosat.run.journal import JsonRow
from nonosat.run.table import write_rows
from nonosat.sanitize import safe
from nonosat.solving.backends import make_backend
from nonosat.solving.columns import Column
from nonosat.words import plural

FAR = 2.0
"""An outlier takes more than this many times the median of the repeats ..."""
LEAST_FAR = 0.02
"""... and more than this many seconds longer."""
MOST_GROUPS = 20
"""Groups in a table, unless the user chooses more."""
MACHINE = "machine"
EACH = "Puzzle by puzzle"
LEAST_MISSED = (
    "CPU", "95 %", "total", "model", "gave up", "refused", "failed", "line logic", "probing", "search",
    "puzzles", "cores", "start", "peak MB", "fastest", "only first", "only second", "disturbed",
)  # fmt: skip
"""Columns that narrow tables leave out, in this order."""
PAIR_FIELDS = ("both", "only first", "only second", "ratio", "low", "high", "p")
"""The columns of the table of pairs behind its two solvers."""
REPEATS = 3
"""Repeats needed to look for outliers."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title and a note; control characters in it are replaced."""

    title: str
    columns: list[str]
    rows: list[list[TableCell]]
    note: str = ""

    def __post_init__(self) -> None:
        rows = [
            [safe(cell) if isinstance(cell, str) else cell for cell in row] for row in self.rows
        ]
        object.__setattr__(self, "columns", [safe(name) for name in self.columns])
        object.__setattr__(self, "rows", rows)

    def is_numeric(self, column: int) -> bool:
        return any(isinstance(row[column], (int, Number)) for row in self.rows)

    def fitting(self, wide: Sequence[float], most: float) -> list[int]:
        """Return the columns that fit into a width; those that are missed least go first.

        Args:
            wide: the width of each column.
        """
        shown = list(range(len(self.columns)))
        for name in LEAST_MISSED:
            if sum(wide[at] for at in shown) > most:
                shown = [at for at in shown if self.columns[at] != name]
        return shown


def cell_text(cell: TableCell, none: str = "-") -> str:
    """Return a cell as text; `none` stands for one without a value."""
    return none if cell is None else cell.text if isinstance(cell, Number) else safe(str(cell))


def number_cell(value: float | None, form: str) -> Number | None:
    """Return the cell of a number in a format such as ``.3f``; None stays None."""
    return None if value is None else Number(value, f"{value:{form}}")


def seconds_cell(value: float | None) -> Number | None:
    """Return the cell of a time, with three or four significant digits."""
    if value is None:
        return None
    digits = 4 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
    return number_cell(value, f".{digits}f")


def rank_solvers(results: Results) -> list[str]:
    """Return the solvers, sorted by checked answers, solved puzzles and PAR-2."""

    def rank(solver: str) -> tuple[float, ...]:
        line = summary(results.of(solver), results.limit)
        return -(line["checked"] or 0), -(line["solved"] or 0), line["PAR-2"] or 0.0

    return sorted(results.solvers, key=rank)


def overall(results: Results) -> Table:
    lines: Lines = {(name,): results.of(name) for name in rank_solvers(results)}
    if len(lines) > 1:
        lines["virtual best",] = list(best_points(results.points).values())
    note = "\n".join([clock_note(results), *notices(results)])
    return _figures("All puzzles", ["solver"], lines, results, note)


def by_group(results: Results) -> Table:
    """Return a table with the groups of puzzles, without lines if there are too many to read."""
    title = f"By {results.by}"
    if len(results.groups) > MOST_GROUPS and not results.asked:
        return Table(
            title,
            [],
            [],
            f"{len(results.groups)} groups: choose some with --by {results.by}=A,B, or another factor with --by.",
        )
    factors = results.by.split(",")
    lines: Lines = {
        (*group.rsplit(AND, len(factors) - 1), name): points
        for group in results.groups
        for name in results.solvers
        if (points := results.of(name, group))
    }
    return _figures(title, [*factors, "solver"], lines, results)


Lines = dict[tuple[str, ...], list[Point]]
"""The first cells of each line of a table, and the points that it is about."""
_ONLY_IF_ANY = {
    *WAYS, "fastest", "gave up", "refused", "out of memory", "disputed", "disturbed", "wrong", "failed",
    "model", "start",
}  # fmt: skip
"""Columns that are shown only if they are not empty."""


def _figures(
    title: str,
    heads: list[str],
    lines: Lines,
    results: Results,
    note: str = "",
) -> Table:
    """Return a table of the `summary` of each line, whose key has the cells of `heads`."""
    found = {key: summary(points, results.limit) for key, points in lines.items()}
    known = [*next(iter(found.values()), {})]
    for name in results.fields:
        if known and name not in (*known, *PAIR_FIELDS):
            columns = ", ".join([*known, *PAIR_FIELDS])
            raise UsageError(f"--fields {name!r}: no such column; there are: {columns}")
    names = [name for name in results.fields if name in known] or [
        name
        for name in known
        if name not in _ONLY_IF_ANY or any(line[name] for line in found.values())
    ]
    rows = [[*key, *(_figure(name, line[name]) for name in names)] for key, line in found.items()]
    return Table(title, [*heads, *names], rows, note)


def _figure(name: str, value: float | None) -> TableCell:
    if isinstance(value, int):
        return value
    form = {"peak MB": ".0f", "cores": ".1f"}.get(name)
    return number_cell(value, form) if form else seconds_cell(value)


def clock_note(results: Results) -> str:
    clock = {"solving": "of solving", "process": "of whole processes"}[results.clock]
    memory, most = results.header["memory"], results.header["cpu_limit"]
    return (
        f"{'CPU' if results.cpu else 'Wall'} seconds {clock}. Limit of a run: "
        f"{results.header['limit']:g} s{' of wall time' if results.cpu or most else ''}{f' and {most:g} s of CPU time' if most else ''}"
        f"{f' and {memory} MB' if memory else ''}. "
        "docs/bench.md explains the columns."
    )


def notices(results: Results) -> list[str]:
    """Return what a reader should know before the figures, one sentence for each matter."""
    runs = results.settled.rows[1:]
    ends = [(row, ending(row, results.header["goal"])) for row in runs]
    found = []
    for how, words in (
        (FAILED_WRONG, "Wrong: {} of {} failed with a wrong answer"),
        (
            DISPUTED,
            "Disputed: {} of {} contradict each other; --expect or --certificates of bench report decides",
        ),
        (LIMIT, "Limit: {} of {} met it"),
    ):
        some = [row for row, end in ends if end == how]
        if some:
            counts = Counter(row["backend"] for row in some)
            who = ", ".join(f"{name} {count}" for name, count in counts.items())
            found.append(f"{words.format(len(some), plural(len(runs), 'run'))}: {who}.")
    disturbed = sum(map(is_disturbed, runs))
    if disturbed:
        cure = (
            "--cpu-limit gives" if results.header["cpu_limit"] is None else "a larger --limit gives"
        )
        found.append(
            f"Disturbed: {disturbed} of these waited for a processor, with {WAITED:g} times their CPU "
            f"seconds or longer; {cure} all runs the same work."
        )
    if any(point.runs > 1 for point in results.points):
        partly = sum(point.longest > 0 and not point.solved for point in results.points)
        only = f"; in {plural(partly, 'case')} only some have" if partly else ""
        found.append(f"A puzzle is solved if each repeat has an answer{only}.")
    odd = [row for row in runs if row.get("remark")]
    if odd:
        found.append(
            f"Pictures: {len(odd)} could not be judged, such as of {odd[0]['backend']} on {odd[0]['title']}: {odd[0]['remark']}."
        )
    if any(row.get("sampled") for row in runs):
        found.append("Memory of runs with several processes is sampled, so short peaks are missed.")
    return [*found, *_unseen(results)]


def _unseen(results: Results) -> list[str]:
    """Return what line logic settled before the backends that were to be measured."""
    counts = Counter(point.solver for point in results.points if point.way == WAYS[0])
    puzzles = len({point.key for point in results.points})
    plain = []
    for name in counts:
        with contextlib.suppress(UsageError):
            make_backend(f"{name.partition(':')[0]}:plain")
            plain.append(name)
    if not plain:
        return []
    told = ", ".join(f"{counts[name]} of {puzzles} never reached {name}" for name in plain)
    forms = " and ".join(dict.fromkeys(f"{name.partition(':')[0]}:plain" for name in plain))
    return [f"Line logic settled puzzles alone: {told}; measure {forms} there."]


def unanswered(results: Results) -> Table:
    """Return a table of why runs have no answer, without those that reached the limit."""
    found: dict[tuple[str, str], list[JsonRow]] = {}
    for row in results.settled.rows[1:]:
        how = ending(row, results.header["goal"])
        if how not in (OK, LIMIT):
            found.setdefault((row["backend"], how), []).append(row)
    lines: list[list[TableCell]] = [
        [solver, how, len(runs), _why(runs[0]), runs[0]["title"]]
        for (solver, how), runs in sorted(found.items())
    ]
    return Table("No answer", ["solver", "how", "runs", "why, the first time", "on"], lines)


def _why(row: JsonRow) -> str | None:
    if row["status"] == OK and row["found"]:
        return "it found a solution, but not whether it is the only one; --goal first counts that"
    return None if row["error"] is None else str(row["error"])


def unmeasured(results: Results) -> list[str]:
    """Return the solvers that gave no answer, and did not try until the limit."""
    nothing = (FAILED, REFUSED, UNKNOWN)
    header, *rows = results.settled.rows
    measured = {row["backend"] for row in rows if ending(row, header["goal"]) not in nothing}
    return [name for name in dict.fromkeys(solvers_of(header)) if name not in measured]


def pairwise(results: Results) -> Table:
    """Return a table that compares every two solvers on the puzzles that both solved."""
    names, best = results.solvers, rank_solvers(results)[:1]
    pairs = [
        ratio(results.of(name), results.of(other))
        for at, name in enumerate(names)
        for other in names[at + 1 :]
    ]
    words = [f"{one}." for one in pairs if str(one) and {*best} & {one.solver, one.other}]
    columns = [name for name in results.fields if name in PAIR_FIELDS] or PAIR_FIELDS
    rows: list[list[TableCell]] = []
    for one, p in zip(pairs, holm([one.p for one in pairs]), strict=True):
        figures = (number_cell(x, ".3g") for x in (one.ratio, one.low, one.high, p))
        cells: tuple[TableCell, ...] = (one.both, one.only, one.only_other, *figures)
        of = dict(zip(PAIR_FIELDS, cells, strict=True))
        rows.append([one.solver, one.other, *(of[name] for name in columns)])
    note = (
        "Ratio: time of the first / time of the second. p: sign test, corrected for the number of "
        "pairs by Holm's method. docs/bench.md explains both."
    )
    words = [text[0].upper() + text[1:] for text in words]
    return Table("Pairs", ["first", "second", *columns], rows, "\n".join([*words, note]))


def puzzles(results: Results) -> Table:
    """Return a table with one line per puzzle and one column per solver."""
    found = {(point.key, point.solver): point for point in results.points}
    names = {point.key: point for point in results.points}
    rows: list[list[TableCell]] = []
    for key, some in sorted(names.items(), key=lambda item: (item[1].group, item[1].cells)):
        row: list[TableCell] = [some.puzzle, some.cells]
        for solver in results.solvers:
            point = found.get((key, solver))
            if point is None or point.solved:
                row.append(seconds_cell(point.seconds) if point else None)
            else:
                words = "> limit" if point.status == LIMIT else point.status
                words += ", disturbed" if point.disturbed else ""
                row.append(Number(results.limit * 2, words))
        rows.append(row)
    return Table(
        EACH,
        ["puzzle", "cells", *results.solvers],
        rows,
        "CPU seconds." if results.cpu else "Wall seconds.",
    )


def _measured(header: JsonRow) -> list[str]:
    """Return two sentences about a measurement: date and command, machine and versions."""
    machine, versions = header[MACHINE], header["versions"]
    # Markdown needs backticks around the command, so there must be none inside.
    called = shlex.join(["nonosat", *header["command"]])
    started, command = (text.replace("`", "'") for text in (header["started"], called))
    changed = ", with changes that are not committed" if header["changed"] else ""
    memory = f", {machine['memory_mb'] // 1024} GB" if machine["memory_mb"] else ""
    used = ", ".join(f"{name} {value}" for name, value in versions.items() if value)
    return [
        f"Measured {started} by `{command}`.",
        f"Machine: {machine['processor']}, {plural(machine['processors'], 'processor')}{memory}, "
        f"{machine['system']}. Versions: {used}; commit {header['commit'] or 'unknown'}{changed}.",
    ]


def facts(results: Results) -> list[str]:
    """Return sentences that describe the measurement: date, command, machine, puzzles."""
    header = results.header
    order = (
        "one after another in one process"
        if header["in_process"]
        else "each run in a fresh process"
    )
    counts = {point.runs for point in results.points}
    repeats = plural(max(counts), "repeat")
    if len(counts) > 1:
        repeats = f"{min(counts)} to {max(counts)} repeats"
    programs = [
        f"{program['name']}: {', '.join(known)}"
        for program in header["externals"]
        if (known := [program[key] for key in ("version", "commit") if program.get(key)])
    ]
    sentences = [
        # files from one machine say which once
        *dict.fromkeys(
            text for one in header.get("measurements", [header]) for text in _measured(one)
        ),
        f"{_size(results, 'puzzle')}, {repeats} (the median counts), {order}, in an order "
        f"shuffled by seed {header['seed']}; {plural(header['warm_up'], 'warm-up run')} per solver.",
        *([f"Programs: {'; '.join(programs)}."] if programs else []),
        *(
            text[0].upper() + text[1:] + "."
            for text in (unfinished(results), left_out(results))
            if text
        ),
    ]
    return [safe(text) for text in sentences]


def _size(results: Results, puzzle: str) -> str:
    count = len({point.key for point in results.points})
    return f"{plural(count, puzzle)}, {plural(len(results.solvers), 'solver')}"


def unfinished(results: Results) -> str:
    """Return the number of runs done and planned, in words; "" if all are done."""
    planned = runs_due(results.header)
    due = sum(planned[name] for name in {*solvers_of(results.header)})
    return f"unfinished: {results.done} of {plural(due, 'run')}" if results.done < due else ""


def left_out(results: Results) -> str:
    """Return the solvers that the tables omit, and the option that shows them; "" if none."""
    if not results.left_out:
        return ""
    names, clock = ", ".join(results.left_out), results.clock
    other = "solving" if clock == "process" else "process"
    return f"left out, without {clock} times: {names}; see bench report --clock {other}"


def disturbances(results: Results) -> list[str]:
    """Return one sentence for each sign that other work disturbed a measurement; none if the machine was quiet."""
    runs = plural(results.done, "run")
    repeated = [p for p in results.points if p.solved and p.runs >= REPEATS]
    far = [p for p in repeated if p.longest > max(FAR * p.seconds, p.seconds + LEAST_FAR)]
    found = []
    if results.loaded:
        found.append(f"Load: the machine was busy when {results.loaded} of {runs} began.")
    if results.waited:
        found.append(
            f"Waiting: {results.waited} of {runs} took {WAITED:g} times their CPU seconds "
            "or longer; use --cpu of bench report and bench compare."
        )
    if far:
        found.append(
            f"Outliers: in {len(far)} of {plural(len(repeated), 'case')} the slowest repeat took over "
            f"{FAR:g} times the median, such as {far[0].solver} on {far[0].puzzle}: "
            f"{far[0].longest:.3g} s, median {far[0].seconds:.3g} s."
        )
    return found


def report_tables(results: Results) -> list[Table]:
    """Return all tables that are not empty, the most important first."""
    found = [
        overall(results),
        unanswered(results),
        by_group(results),
        pairwise(results),
        puzzles(results),
    ]
    return [one for one in found if one.rows or (one.note and not one.columns)]


def merge_results(files: Sequence[list[JsonRow]], by: str = "") -> list[JsonRow]:
    """Return the rows of several measurements as if they were one.

    Args:
        by: the factor of the report. Machines and versions may differ if it is `MACHINE`, which is
            a key of the rows then.
    """
    apart = by.partition("=")[0] == MACHINE
    due = Counter[str]()
    for rows in files:
        due.update(runs_due(rows[0]))
    header = files[0][0] | {"due": due, "measurements": [rows[0] for rows in files]}
    for at, rows in enumerate(files[1:], 1):
        other = rows[0]
        if any(rows[:2] == earlier[:2] for earlier in files[:at]):  # a file may have grown
            raise UsageError(f"the measurement of {other['started']} is given twice")
        alike = MUST_BE_ALIKE if apart else (*MUST_BE_ALIKE, MACHINE, "versions", "commit")
        if unlike := header_differences(header, other, alike):
            cure = "" if apart else f"; --by {MACHINE} shows them apart"
            raise UsageError(f"cannot merge results that differ in {unlike}{cure}")
        _check_names(header, other)
        for name in ("backends", "externals", "puzzles"):
            header[name] = header[name] + [x for x in other[name] if x not in header[name]]
        header["changed"] = header["changed"] or other["changed"]
    named = [(rows[1:], {MACHINE: _machine_name(rows[0])}) for rows in files]
    return [header, *(row | name for rows, name in named for row in rows)]


def _machine_name(header: JsonRow) -> str:
    """Return the name of a machine with its version of nonosat, for a column."""
    machine = header[MACHINE]
    return f"{machine['processor']} x{machine['processors']}, {header['commit'] or 'unknown'}"


def _check_names(header: JsonRow, other: JsonRow) -> None:
    """Refuse a name that stands for two programs, or for a program and a backend."""
    ours, theirs = (
        {name: {"name": name, "command": "a backend"} for name in one["backends"]}
        | {program["name"]: program for program in one["externals"]}
        for one in (header, other)
    )
    for name in (name for name in ours if name in theirs):
        a, b = ours[name], theirs[name]
        if unlike := header_differences(a, b, [*dict.fromkeys([*a, *b])]):
            raise UsageError(f"{name!r} stands for two programs: {unlike}")


def chosen_pair(results: Results, wanted: Sequence[str] = ()) -> list[str]:
    """Return the two solvers of the scatter plot: those wanted, or the first and the best other."""
    check_measured(wanted, results.solvers)
    if wanted:
        return list(wanted)
    first = results.solvers[:1]
    others = [name for name in rank_solvers(results) if name not in first]
    return [*first, *others[:1]]


def as_markdown(results: Results) -> str:
    """Return the report as Markdown, without plots."""
    rows, complaints = results.settled
    parts = [*map(_marked_command, facts(results)), *map(_marked, disturbances(results)), ""]
    parts += [f"* **{_marked(text)}**" for text in complaints]
    parts.append(f"**{_marked(agreement_line(rows, complaints))}**")
    for one in report_tables(results):
        parts += ["", f"## {one.title}", ""]
        parts += [part for line in one.note.splitlines() for part in (_marked(line), "")]
        if not one.rows:
            continue
        marks = ["--:" if one.is_numeric(at) else "---" for at in range(len(one.columns))]
        parts.append("| " + " | ".join(map(_marked, one.columns)) + " |")
        parts.append("|" + "|".join(marks) + "|")
        parts += [
            "| " + " | ".join(_marked(cell_text(cell, "\N{EN DASH}")) for cell in row) + " |"
            for row in one.rows
        ]
    return "\n".join(parts) + "\n"


def _marked_command(text: str) -> str:
    """Escape a fact for Markdown, but not the command that was measured."""
    before, command, after = text.split("`") if text.startswith("Measured ") else (text, "", "")
    return f"{_marked(before)}`{command}`{_marked(after)}" if command else _marked(text)


def _marked(text: str) -> str:
    """Escape text for Markdown, so that it makes no links, pictures, HTML, math or cells."""
    return re.sub(r"[\\`*\[\]<|&$]", r"\\\g<0>", safe(text))


_COLUMNS = [
    Column(name, kind, itemgetter(name), null=True)
    for kind, names in (
        (
            str,
            ("family", "puzzle", "key", "solver", "status", "verdict", "clock", "remark", "error"),
        ),
        (int, ("width", "height", "cells", "colors", "clues", "repeat", "found")),
        (bool, ("solved", "checked", "disturbed", "sampled")),
        (float, ("density", "seconds", "cpu_seconds", "peak_mb", "limit", "cpu_limit")),
    )
    for name in names
]


def write_runs(results: Results, path: str) -> None:
    """Write a table with one line per run, as CSV or Parquet; its times are by the clock of the results."""
    goal, family = results.header["goal"], factor(FAMILY, results.settled.rows[1:])
    walls, works = CLOCKS[results.clock]
    lines = []
    for row in results.settled.rows[1:]:
        if row["backend"] in results.left_out:
            continue
        seconds, status = seconds_of(row, walls), ending(row, goal)
        line = row | {
            "family": family(row), "puzzle": row["title"], "solver": row["backend"], "status": status,
            "cells": row["width"] * row["height"], "clock": results.clock,
            "solved": status == OK, "checked": is_checked(row),
            "disturbed": is_disturbed(row), "sampled": bool(row.get("sampled")),
            "seconds": seconds, "cpu_seconds": seconds_of(row, works),
        }  # fmt: skip
        line = {column.name: line.get(column.name) for column in _COLUMNS}
        lines.append({k: safe(v) if isinstance(v, str) else v for k, v in line.items()})
    write_rows(iter(lines), path, _COLUMNS)


def as_html(results: Results, pair: Sequence[str]) -> str:
    """Return the report as one HTML page with its plots."""
    rows, complaints = results.settled
    parts: list[str] = [paragraph(safe(text), "bad") for text in complaints]
    line = agreement_line(rows, complaints)
    parts.append(paragraph(line[0].upper() + line[1:] + ".", "bad" if complaints else "good"))
    drawn = plots.all_of(results, pair)
    for one in report_tables(results):
        parts.append(heading(one.title))
        parts += [table(one.columns, one.rows)] if one.rows else []
        parts += [paragraph(line, "note") for line in one.note.splitlines()]
        if one.title == "All puzzles":
            parts += [
                figure(plots.plot_svg(plot, name), text) for name, (plot, text) in drawn.items()
            ]
    parts.append(heading("How it was measured"))
    parts += [*facts(results), *map(safe, disturbances(results))]
    title = "; ".join(filter(None, (_size(results, "nonogram"), unfinished(results))))
    return page(title, parts)

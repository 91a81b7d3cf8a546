"""Results as tables: for the terminal, Markdown, CSV, and one HTML page with plots."""

from __future__ import annotations

import csv
import io
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from nonosat.batch.journal import Row
from nonosat.bench import plots
from nonosat.bench.agreement import agreement_line, disagreements
from nonosat.bench.one_run import FAILED, LIMIT, OK, REFUSED
from nonosat.bench.rows import MUST_BE_ALIKE, runs_of, solvers_of
from nonosat.bench.stats import (
    UNKNOWN,
    WAITED,
    WAYS,
    Point,
    Results,
    best_points,
    ending,
    ratio,
    slope,
    summary,
)
from nonosat.errors import UsageError
from nonosat.foreign import no_formula, safe
from nonosat.render.page import Markup, Number, TableCell, figure, heading, page, paragraph, table
from nonosat.render.words import plural

FAR = 2.0
"""An outlier takes more than this many times the median of the repeats ..."""
LEAST_FAR = 0.02
"""... and more than this many seconds longer."""
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
    return _figures("All puzzles", ["solver"], lines, results, _note(results))


def by_group(results: Results) -> Table:
    lines: Lines = {
        (group, name): points
        for group in sorted({point.group for point in results.points})
        for name in results.solvers
        if (points := results.of(name, group))
    }
    return _figures("By family", ["family", "solver"], lines, results)


Lines = dict[tuple[str, ...], list[Point]]
"""The first cells of each line of a table, and the points that it is about."""
_ONLY_IF_ANY = {*WAYS, "fastest", "gave up", "refused", "out of memory", "failed", "model", "start"}
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
    names = [
        name
        for name in next(iter(found.values()), {})
        if name not in _ONLY_IF_ANY or any(line[name] for line in found.values())
    ]
    rows = [[*key, *(_figure(name, line[name]) for name in names)] for key, line in found.items()]
    return Table(title, [*heads, *names], rows, note)


def _figure(name: str, value: float | None) -> TableCell:
    if isinstance(value, int):
        return value
    return number_cell(value, ".0f") if name == "peak MB" else seconds_cell(value)


def _note(results: Results) -> str:
    clock = {"solving": "of solving", "process": "of whole processes"}[results.clock]
    memory, most = results.header["memory"], results.header["cpu_limit"]
    return (
        f"{'CPU' if results.cpu else 'Wall'} seconds {clock}. Limit of a run: {results.limit:g} s"
        f"{' of wall time' if results.cpu else ''}{f' and {most:g} CPU seconds' if most else ''}"
        f"{f' and {memory} MB' if memory else ''}. "
        "docs/bench.md explains the columns."
    )


def unanswered(rows: Sequence[Row]) -> Table:
    """Return a table of why runs have no answer, without those that reached the limit."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows[1:]:
        how = ending(row, rows[0]["goal"])
        if how not in (OK, LIMIT):
            found.setdefault((row["backend"], how), []).append(row)
    lines: list[list[TableCell]] = [
        [solver, how, len(runs), _why(runs[0]), runs[0]["title"]]
        for (solver, how), runs in sorted(found.items())
    ]
    return Table("No answer", ["solver", "how", "runs", "why, the first time", "on"], lines)


def _why(row: Row) -> str | None:
    if row["status"] == OK and row["found"]:
        return "it found a solution, but not whether it is the only one; --goal first counts that"
    return None if row["error"] is None else str(row["error"])


def unmeasured(rows: Sequence[Row]) -> list[str]:
    nothing = (FAILED, REFUSED, UNKNOWN)
    measured = {row["backend"] for row in rows[1:] if ending(row, rows[0]["goal"]) not in nothing}
    return [name for name in dict.fromkeys(solvers_of(rows[0])) if name not in measured]


def pairwise(results: Results) -> Table:
    """Return a table that compares every two solvers on the puzzles that both solved."""
    rows: list[list[TableCell]] = []
    words = []
    best = rank_solvers(results)[:1]
    for at, name in enumerate(results.solvers):
        for other in results.solvers[at + 1 :]:
            found = ratio(results.of(name), results.of(other))
            words += [str(found)] if str(found) and {*best} & {name, other} else []
            bounds = [number_cell(x, ".3g") for x in (found.ratio, found.low, found.high)]
            rows.append([name, other, found.both, found.only, found.only_other, *bounds])
    columns = ["first", "second", "both", "only first", "only second", "ratio", "low", "high"]
    note = "Ratio: time of the first / time of the second; docs/bench.md explains it."
    return Table("Pairs", columns, rows, " ".join([*(f"{text}." for text in words), note]))


def slopes(results: Results) -> Table:
    rows: list[list[TableCell]] = []
    for family, measured in plots.growing(results).items():
        for name in results.solvers:
            found = slope([point for point in measured if point.solver == name])
            if found is not None:
                bounds = [number_cell(x, ".2f") for x in (found.exponent, found.low, found.high)]
                rows.append([family, name, found.puzzles, *bounds])
    note = "Seconds grow like cells to the power of the exponent, on solved puzzles."
    return Table("Growth", ["family", "solver", "solved", "exponent", "low", "high"], rows, note)


def puzzles(results: Results) -> Table:
    """Return a table with one line per puzzle and one column per solver."""
    found = {(point.key, point.solver): point for point in results.points}
    names = {point.key: point for point in results.points}
    rows: list[list[TableCell]] = []
    for key, some in sorted(names.items(), key=lambda item: (item[1].group, item[1].cells)):
        row: list[TableCell] = [some.puzzle, some.cells]
        for solver in results.solvers:
            point = found.get((key, solver))
            shown = None if point is None else seconds_cell(point.seconds)
            if shown is not None and point is not None and not point.solved:
                shown = Number(
                    results.limit * 2, "> limit" if point.status == LIMIT else point.status
                )
            row.append(shown)
        rows.append(row)
    return Table(
        "Puzzle by puzzle",
        ["puzzle", "cells", *results.solvers],
        rows,
        "CPU seconds." if results.cpu else "Wall seconds.",
    )


def facts(results: Results) -> list[str]:
    """Return sentences that describe the measurement: date, command, machine, puzzles."""
    header = results.header
    machine, versions = header["machine"], header["versions"]
    # Markdown needs backticks around the command, so there must be none inside.
    called = shlex.join(["nonosat", *header["command"]])
    started, command = (text.replace("`", "'") for text in (header["started"], called))
    changed = ", with changes that are not committed" if header["changed"] else ""
    memory = f", {machine['memory_mb'] // 1024} GB" if machine["memory_mb"] else ""
    known = ", ".join(f"{name} {value}" for name, value in versions.items() if value)
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
        f"{name}: {told}" for name, told in (
            (p["name"], ", ".join(filter(None, (p.get("version"), p.get("commit")))))
            for p in header["externals"]
        ) if told
    ]  # fmt: skip
    sentences = [
        f"Measured {started} by `{command}`.",
        f"Machine: {machine['processor']}, {plural(machine['processors'], 'processor')}{memory}, "
        f"{machine['system']}. Versions: {known}; commit {header['commit'] or 'unknown'}{changed}.",
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
    due = results.header.get("due", runs_of(results.header))
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


def report_tables(rows: Sequence[Row], results: Results) -> list[Table]:
    """Return all tables that are not empty, the most important first."""
    found = [
        overall(results),
        unanswered(rows),
        by_group(results),
        pairwise(results),
        slopes(results),
        puzzles(results),
    ]
    return [one for one in found if one.rows]


def merge_results(files: Sequence[list[Row]]) -> list[Row]:
    """Return the rows of several files of results as if they were one file."""
    header = files[0][0] | {"due": sum(runs_of(rows[0]) for rows in files)}
    for at, rows in enumerate(files[1:], 1):
        other = rows[0]
        if any(rows[:2] == earlier[:2] for earlier in files[:at]):  # a file may have grown
            raise UsageError(f"the measurement of {other['started']} is given twice")
        for name in (*MUST_BE_ALIKE, "machine", "versions", "commit"):
            if other[name] != header[name]:
                raise UsageError(
                    f"cannot merge results with different {name}: {header[name]} and {other[name]}"
                )
        _check_names(header, other)
        for name in ("backends", "externals", "puzzles"):
            header[name] = header[name] + [x for x in other[name] if x not in header[name]]
        header["changed"] = header["changed"] or other["changed"]
    return [header, *(row for rows in files for row in rows[1:])]


def _check_names(header: Row, other: Row) -> None:
    """Refuse a name that stands for two programs, or for a program and a backend."""
    ours, theirs = (
        {name: {"name": name, "command": "a backend"} for name in one["backends"]}
        | {program["name"]: program for program in one["externals"]}
        for one in (header, other)
    )
    for name in (name for name in ours if name in theirs):
        a, b = ours[name], theirs[name]
        for part in dict.fromkeys([*a, *b]):
            if a.get(part) != b.get(part):
                raise UsageError(
                    f"{name!r} stands for two programs: {part} is {a.get(part)!r} in one file and "
                    f"{b.get(part)!r} in another"
                )


def chosen_pair(results: Results, wanted: Sequence[str] = ()) -> list[str]:
    """Return the two solvers of the scatter plot: those wanted, or the first and the best other."""
    for name in wanted:
        if name not in results.solvers:
            raise UsageError(f"no results of {name!r}; there are: {', '.join(results.solvers)}")
    if wanted:
        return list(wanted)
    first = results.solvers[:1]
    others = [name for name in rank_solvers(results) if name not in first]
    return [*first, *others[:1]]


def as_markdown(
    rows: Sequence[Row], results: Results, pictures: Sequence[tuple[str, str]] = ()
) -> str:
    """Return the report as Markdown, with the path and the caption of each plot."""
    complaints = disagreements(rows)
    first, *others = [*facts(results), *disturbances(results)]
    before, command, after = first.split("`")
    parts = [f"{_marked(before)}`{command}`{_marked(after)}", *map(_marked, others), ""]
    parts += [f"* **{_marked(text)}**" for text in complaints]
    parts.append(f"**{_marked(agreement_line(rows, complaints))}**")
    for path, caption in pictures:
        parts += ["", f"![{_marked(caption)}]({quote(path, errors='surrogateescape')})"]
    for one in report_tables(rows, results):
        parts += ["", f"## {one.title}", "", *([one.note, ""] if one.note else [])]
        marks = ["--:" if one.is_numeric(at) else "---" for at in range(len(one.columns))]
        parts.append("| " + " | ".join(map(_marked, one.columns)) + " |")
        parts.append("|" + "|".join(marks) + "|")
        parts += ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in one.rows]
    return "\n".join(parts) + "\n"


def _plain(cell: TableCell) -> str:
    return "–" if cell is None else cell.text if isinstance(cell, Number) else _marked(str(cell))  # noqa: RUF001  # a dash


def _marked(text: str) -> str:
    """Escape text for Markdown, so that it makes no links, pictures, HTML, math or cells."""
    return re.sub(r"[\\`*\[\]<|&$]", r"\\\g<0>", safe(text))


def as_csv(results: Results) -> str:
    """Return a table in CSV with one line per puzzle and solver."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [
        "group", "puzzle", "key", "cells", "solver", "solved", "status", "seconds", "spread", "peak_mb"
    ]  # fmt: skip
    writer.writerow([*names, "clock", "limit"])
    for point in results.points:
        cells = [getattr(point, name) for name in names]
        cells = [round(cell, 6) if isinstance(cell, float) else cell for cell in cells]
        shown = [no_formula(safe(cell)) if isinstance(cell, str) else cell for cell in cells]
        writer.writerow([*shown, results.clock, results.limit])
    return out.getvalue()


def as_latex(rows: Sequence[Row], results: Results) -> str:
    """Return all tables but the one of single puzzles as LaTeX, for `\\input`."""
    parts = [*facts(results), agreement_line(rows, disagreements(rows))]
    lines = [f"% {text}" for text in parts]
    for one in report_tables(rows, results):
        if one.title == "Puzzle by puzzle":
            continue
        sides = "".join("r" if one.is_numeric(at) else "l" for at in range(len(one.columns)))
        cells = [
            [_latex(cell) for cell in row] for row in [list[TableCell](one.columns), *one.rows]
        ]
        head, *body = [" & ".join(row) + r" \\" for row in cells]
        lines += [
            "",
            r"\begin{table}",
            rf"\caption{{{_latex(f'{one.title}. {one.note}'.rstrip())}}}",
        ]
        lines += [rf"\begin{{tabular}}{{{sides}}}", r"\hline", head, r"\hline", *body, r"\hline"]
        lines += [r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines) + "\n"


_LATEX = str.maketrans({
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "''",
})  # fmt: skip


def _latex(cell: TableCell) -> str:
    text = "--" if cell is None else cell.text if isinstance(cell, Number) else safe(str(cell))
    return text.translate(_LATEX)


def as_html(rows: Sequence[Row], results: Results, pair: Sequence[str]) -> str:
    """Return the report as one HTML page with its plots."""
    complaints = disagreements(rows)
    parts: list[str] = [paragraph(safe(text), "bad") for text in complaints]
    line = agreement_line(rows, complaints)
    parts.append(paragraph(line[0].upper() + line[1:] + ".", "bad" if complaints else "good"))
    drawn: dict[str, Markup] = {
        name: figure(plots.plot_svg(plot, name), caption)
        for name, (plot, caption) in plots.all_of(results, pair).items()
    }
    for one in report_tables(rows, results):
        parts.append(heading(one.title))
        if one.title == "Growth" and "growth" in drawn:
            parts.append(drawn["growth"])
        parts.append(table(one.columns, one.rows))
        if one.note:
            parts.append(paragraph(one.note, "note"))
        if one.title == "All puzzles":
            parts += [drawn[name] for name in ("cactus", "scatter") if name in drawn]
    parts.append(heading("How it was measured"))
    parts += [*facts(results), *map(safe, disturbances(results))]
    title = "; ".join(filter(None, (_size(results, "nonogram"), unfinished(results))))
    return page(title, parts)

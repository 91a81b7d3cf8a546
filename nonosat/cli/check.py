"""``nonosat check``."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Generator, Iterable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import typer

from nonosat.api import Search
from nonosat.batch.outcome import Checked, Outcome
from nonosat.cli import options
from nonosat.cli.check_lines import LinePrinter
from nonosat.cli.check_options import RULES, CheckOptions
from nonosat.cli.output import complain, puzzle_name
from nonosat.errors import NonosatError, Reason, Stop, UsageError, WrongAnswer, internal_error
from nonosat.files import Found, Unread, Without, walk
from nonosat.files.walk import expanded
from nonosat.kernel import CHOICE
from nonosat.kernel import name as KERNEL
from nonosat.limits import Deadline, Limits
from nonosat.model import Named
from nonosat.result import Result

if TYPE_CHECKING:
    from nonosat.explain.difficulty import Rating


def check(context: typer.Context, **given: Any) -> Sequence[int]:
    """Check that each puzzle has exactly one solution.

    Prints one line per puzzle: name, size, verdict, whether line logic alone solves it, and the
    time. Directories are searched for puzzle files; .gz and .zip are unpacked on the way. Exit code
    0 means that every puzzle is unique.

    With --jobs, --cluster or -o, puzzles are done in any order, hard ones last. --resume
    continues after any interruption.

    Examples:

      nonosat check data

      nonosat check puzzle.non --limit 10

      nonosat check --rows "1;1" --cols "2;0"

      nonosat check collection.jsonl --json -b sat:cadical195

      nonosat check collection.jsonl --jobs 4 --limit 60 -o results.jsonl

      nonosat check collection.jsonl --rate --limit 10 -o results.csv

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check hard.non --cubes 64 --cluster tls://10.0.0.1:8786 --cluster-security ca.pem,cert.pem,key.pem
    """
    plan, typed = CheckOptions(**given), None
    if plan.rows is not None or plan.cols is not None:
        from nonosat.cli.puzzles import read_typed  # most puzzles are in files

        typed = read_typed(plan.paths, plan.rows, plan.cols)
    for is_broken, why in RULES:
        if is_broken(plan):
            raise UsageError(why)
    plan = plan._replace(paths=[] if typed else expanded(plan.paths or ["."]))
    if KERNEL != "native":
        _warn_of_slow_kernel()
    lines = LinePrinter(plan)
    if plan.in_order and plan.cubes is None and plan.certify is None:
        try:
            with lines.watch:
                for outcome in check_in_order(plan, typed, lines):
                    lines.take(outcome)
        except KeyboardInterrupt:
            lines.leave_interrupted()
        lines.finish()
        codes = lines.codes
    else:
        from nonosat.cli.check_many import check_many  # jobs, clusters, files

        codes = check_many(plan, typed, lines, check_in_order, context.obj)
    return codes


_HINTS = get_type_hints(CheckOptions, include_extras=True)
check.__signature__ = Signature(  # type: ignore[attr-defined]  # read by typer
    [
        Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *(
            Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=_HINTS[name])
            for name, default in CheckOptions._field_defaults.items()
        ),
    ]
)


def check_in_order(
    plan: CheckOptions, typed: Named | None, lines: LinePrinter, without: Without | None = None
) -> Generator[Outcome]:
    """Check each puzzle where it was read, before the next.

    Raises:
        KeyboardInterrupt: Ctrl-C; what was known of the last puzzle is yielded before.
    """
    if plan.as_json:
        from nonosat.batch.columns import row_line
    items: Iterable[Found | Path] = walk(plan.paths or (), plan.from_, without)
    done = 0
    for number, item in enumerate(items if typed is None else [typed]):
        if isinstance(item, Path):
            lines.skipped.add(item)
            continue
        if isinstance(item, Unread):
            checked = Checked(item, failure=item.error)
        else:
            lines.watch.at(puzzle_name(item.source, item.position), done)
            checked = _check_one(plan, item.clues_only() if plan.clues_only else item)
        done += 1
        line = row_line(checked, plan.facts) if plan.as_json else None
        yield Outcome.of(checked, number, line)
        if checked.result is not None and checked.result.stop.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt


def _check_one(plan: CheckOptions, found: Named) -> Checked:
    """Check a puzzle. Ctrl-C ends search and rating, but keeps what is known by then."""
    puzzle = found.sheet.puzzle
    known = options.known_option(plan.known, puzzle) if plan.known else None
    goals = found.sheet.goals
    search = Search(
        puzzle,
        backend=plan.backend,
        at_most=2,
        limits=Limits(plan.limit),
        known=known,
        goals=goals,
    )
    try:
        result = search.run()
        return Checked(found, result, rating=_rate(plan, result) if plan.rate else None)
    except KeyboardInterrupt:
        result = dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
        return Checked(found, result, rating=_rate(plan, result) if plan.rate else None)
    except WrongAnswer as err:
        return Checked(found, failure=err)
    except NonosatError:
        raise
    except Exception as err:  # a bug of ours: of this puzzle, and not the end of the others
        return Checked(found, failure=internal_error(err))


def _rate(plan: CheckOptions, result: Result) -> Rating:
    """Rate a puzzle in the time that its check has left; not after Ctrl-C."""
    from nonosat.explain.difficulty import Rating, rate  # takes long to load

    if result.stop.reason is Reason.INTERRUPTED:
        return Rating(result.verdict, stop=result.stop)
    left = Deadline(plan.limit, processors=1, spent=result.seconds).left()
    return rate(result.puzzle, limits=left, checked=result)


def _warn_of_slow_kernel() -> None:
    remedy = (
        "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps "
        "--no-binary nonosat nonosat"
    )
    if os.environ.get(CHOICE):
        remedy = f"unset {CHOICE}"
    complain(f"using the Python kernel, about fifty times slower than the C++ kernel; {remedy}")

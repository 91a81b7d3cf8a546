"""``nonosat count``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from nonosat.all_solutions.counting import Count, CountSearch, digits
from nonosat.api import DEFAULT_BACKEND
from nonosat.cli import options
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import (
    Interruptible,
    no_solution,
    print_title,
    say,
    say_json,
)
from nonosat.cli.progress import Watch
from nonosat.cli.puzzles import read_puzzles
from nonosat.limits import Limits
from nonosat.model import Named
from nonosat.result import Verdict
from nonosat.search import BaseSearch

LARGE = 15
"""Digits of the largest number that is printed without its rough size."""
MANY = 12
"""The most independent parts that are named, the largest first."""


def count(
    file: options.File = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
) -> list[int]:
    """Count the solutions of a puzzle without listing them.

    Without FILE and clues it asks for them on a terminal. When --limit ends the count, the number
    is a lower bound.

    Examples:

      nonosat count --rows "1;1;1;1" --cols "1;1;1;1"

      nonosat count puzzle.non --limit 60 --json

      nonosat count puzzle.non --known begun.txt
    """

    def search_of(it: Named) -> CountSearch:
        puzzle = it.sheet.puzzle
        cells = options.known_option(known, puzzle)
        return CountSearch(puzzle, backend=backend, limits=Limits(limit), known=cells)

    def code(result: Count) -> int:
        if not result.exact:
            return code_of(Verdict.UNKNOWN)
        return 0 if result.number else code_of(Verdict.NONE)

    _, codes = answer_each(
        read_puzzles(file, rows, cols, from_, clues_only),
        search_of,
        lambda it, result: say(count_line(result, known)),
        code,
        lambda result: result.number,
        as_json=as_json,
    )
    return codes


class _Facts(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


R = TypeVar("R", bound=_Facts)


def answer_each(
    puzzles: Iterable[Named],
    search_of: Callable[[Named], BaseSearch[R]],
    show: Callable[[Named, R], None],
    code: Callable[[R], int],
    found: Callable[[R], object],
    *,
    as_json: bool,
    quiet: bool = False,
) -> tuple[list[R], list[int]]:
    """Search for a fact about each puzzle, print it, and return the results and exit codes.

    Ctrl-C ends the search and the loop; the facts known by then are printed.
    """
    results, codes = [], []
    for it in puzzles:
        if not as_json and not quiet:
            print_title(it)
        search = search_of(it)
        result, interrupted = run_search(search, f"{it.name}:", found)
        if as_json and not quiet:
            say_json(it.facts | result.to_dict())
        elif not quiet:
            show(it, result)
        results.append(result)
        codes.append(INTERRUPTED if interrupted else code(result))
        if interrupted:
            break
    return results, codes


def run_search(
    search: BaseSearch[R],
    doing: str,
    found: Callable[[R], object],
    news: Callable[[], str] | None = None,
) -> tuple[R, bool]:
    """Search and show progress; return the result, and whether Ctrl-C ended the search.

    Args:
        found: returns something falsy if a result contains no information.
        news: gives words for the progress; by default the stage of the search.
    """
    news = news or (lambda: search.progress().stage)
    with Interruptible() as work, Watch("{task.description}", news) as watch:
        watch.at(doing)
        search.run()
    result = search.result()
    work.report_stop(found(result))
    return result, work.interrupted


def roughly(number: int) -> str:
    """The number in full, and its rough size if it has many digits.

    >>> roughly(24), roughly(2432902008176640000)
    ('24', '2432902008176640000 (about 2.43e18)')
    """
    full = digits(number)
    if len(full) <= LARGE:
        return full
    return f"{full} (about {full[0]}.{full[1:3]}e{len(full) - 1})"


def count_line(result: Count, known: str | None) -> str:
    noun = "solution" if result.number == 1 else "solutions"
    if result.exact and not result.number:
        what = no_solution(known)
    else:
        what = f"{'exactly' if result.exact else 'at least'} {roughly(result.number)} {noun}"
    reason = f" ({result.error})" if result.error else ""
    line = f"{what}{reason}, {result.seconds:.3f} s"
    if len(result.parts) > 1:
        largest = sorted(result.parts, reverse=True)
        named = ", ".join(map(str, largest[:MANY])) + (", ..." if len(largest) > MANY else "")
        line += f" ({len(largest)} independent parts of {named} cells)"
    return line

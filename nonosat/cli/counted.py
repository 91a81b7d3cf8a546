"""``nonosat solve --count`` and ``--fixed``: facts about all solutions, without listing them."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from nonosat.all_solutions.backbone import UNSETTLED, VARIES, Backbone, BackboneSearch
from nonosat.all_solutions.count import Count, Counting, digits
from nonosat.cli.options import known_cells, label
from nonosat.cli.output import INTERRUPTED, complain, exit_with, picture, say, say_json, title_line
from nonosat.cli.progress import Watch
from nonosat.errors import UsageError
from nonosat.model import Sheet
from nonosat.render import terminal as text
from nonosat.result import Limits, Verdict

LARGE = 15
"""Digits beyond which a number is also told roughly."""
MANY = 12
"""Parts beyond which only the largest are named."""


def facts_of_all(
    sheets: Sequence[Sheet],
    source: str,
    *,
    fixed: bool,
    backend: str,
    count: str,
    limit: float | None,
    known: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Print how many solutions each puzzle has, or which cells are fixed, and leave with the code.

    The arguments are the options of ``nonosat solve``.

    Raises:
        UsageError: options that do not go together.
    """
    what = "--fixed" if fixed else "--count"
    if count != "1" or output is not None:
        other = "-n" if count != "1" else "-o"
        raise UsageError(f"{what} lists no solutions; {other} does not go with it")
    codes = []
    for position, sheet in enumerate(sheets, 1):
        name = label(source, position, len(sheets) > 1)
        if len(sheets) > 1 and not as_json:
            say(title_line(sheet, name))
        search = (BackboneSearch if fixed else Counting)(
            sheet.puzzle,
            backend=backend,
            limits=Limits(limit),
            known=known_cells(known, sheet.puzzle),
        )
        interrupted = False
        try:
            with Watch() as watch:
                watch.at(name)
                search.run()
        except KeyboardInterrupt:
            interrupted = True
            complain("interrupted; this is what is known so far")
        result = search.result()
        if as_json:
            facts = {"source": source, "position": position, "title": sheet.title or None}
            say_json(facts | result.to_dict())
        elif isinstance(result, Count):
            say(count_line(result))
        else:
            if result.solvable is not False:
                picture(sheet.puzzle, _shown(result))
            say(backbone_line(result))
        if interrupted:
            raise typer.Exit(INTERRUPTED)
        codes.append(_code(result))
    exit_with(codes)


def _code(result: Count | Backbone) -> int:
    if isinstance(result, Count):
        done, none = result.exact, not result.number
    else:
        done, none = result.complete, result.solvable is False
    if not done:
        return Verdict.UNKNOWN.exit_code
    return Verdict.NONE.exit_code if none else 0


def roughly(number: int) -> str:
    """The number in full, and its size where nobody would count the digits.

    >>> roughly(24), roughly(2432902008176640000)
    ('24', '2432902008176640000 (about 2.43e18)')
    """
    full = digits(number)
    if len(full) <= LARGE:
        return full
    return f"{full} (about {full[0]}.{full[1:3]}e{len(full) - 1})"


def count_line(result: Count) -> str:
    """What a count came to, in one line."""
    noun = "solution" if result.number == 1 else "solutions"
    if result.exact and not result.number:
        what = "no solution"
    else:
        what = f"{'exactly' if result.exact else 'at least'} {roughly(result.number)} {noun}"
    reason = f" ({result.error})" if result.error else ""
    line = f"{what}{reason}, {result.seconds:.3f} s"
    if len(result.parts) > 1:
        largest = sorted(result.parts, reverse=True)
        named = ", ".join(map(str, largest[:MANY])) + (", ..." if len(largest) > MANY else "")
        line += f" ({len(largest)} independent parts of {named} cells)"
    return line


def backbone_line(result: Backbone) -> str:
    """What is fixed, in one line."""
    reason = f" ({result.error})" if result.error else ""
    if result.solvable is False:
        what = "no solution"
    else:
        parts = [f"{result.fixed} of {len(result.cells)} cells are the same in every solution"]
        if result.varying:
            parts.append(f"{result.varying} vary, marked ?")
        if result.unsettled:
            parts.append(f"{result.unsettled} not settled, marked !")
        if result.solvable is None:
            parts.append("no solution found")
        what = "; ".join(parts)
    return f"{what}{reason}, {result.seconds:.3f} s"


def _shown(result: Backbone) -> list[list[int]]:
    look = {VARIES: text.OPEN, UNSETTLED: text.UNSETTLED}
    return [[look.get(cell, cell) for cell in row] for row in result.rows()]

"""``nonosat check``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from nonosat.cli.ask import ask
from nonosat.cli.check_lines import CHECKED
from nonosat.cli.check_options import CheckOptions, take_options


def check(context: typer.Context, **given: Any) -> Sequence[int]:
    """Check that each puzzle has exactly one solution.

    Prints one line per puzzle: name, size, verdict, whether it can be solved without guessing, and the
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

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check puzzles --cluster tls://10.0.0.1:8786 --cluster-security ca.pem,cert.pem,key.pem
    """
    plan = CheckOptions(**given)
    plan = plan._replace(filter_=plan.filter_ or None)
    if plan.rows is None and plan.cols is None:
        plan = plan._replace(paths=plan.paths or ["."])
    return ask(CHECKED, plan, context.obj)


take_options(check, without="sort")

"""The values of the options of a command about many puzzles."""

from collections.abc import Sequence
from typing import NamedTuple

import typer

from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.result import Verdict


class Asked(NamedTuple):
    """The option values of a command about many puzzles, by the names of its parameters.

    Only `ask` and the command read it. Source, question, executor and sinks get what they need.
    """

    context: typer.Context
    paths: list[str] | None
    rows: str | None
    cols: str | None
    limit: float | None
    clues_only: bool
    as_json: bool
    from_: str | None
    jobs: int | None
    output: str | None
    resume: bool
    force: bool
    backend: str = DEFAULT_BACKEND
    known: str | None = None
    sort: bool = False
    quiet: bool = False
    filter_: Sequence[Verdict] = ()
    copy_to: str | None = None
    report: str | None = None
    cluster: str | None = None
    cluster_security: str | None = None
    insecure: bool = False

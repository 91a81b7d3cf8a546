"""Options that several commands share, and what their values mean."""

import math
import os
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonosat.cli.completion import backend_names, format_names
from nonosat.cli.output import CHECK_SECONDS as CHECK_SECONDS
from nonosat.cli.output import complain_of_remarks
from nonosat.errors import UsageError
from nonosat.formats import FORMATS
from nonosat.model import Domains, Puzzle

if TYPE_CHECKING:
    from nonosat.pictures.pixels import Box

MOST_JOBS = 1024
_MINUTES = {"m": 60.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hour": 3600.0}
_UNITS = {"": 1.0, "ms": 0.001, "sec": 1.0, "second": 1.0, **_MINUTES}
"""Seconds of a unit, without the s at its end."""


def limit_of(text: str | float) -> float:
    """The seconds of ``--limit``.

    >>> limit_of("1m"), limit_of(".5"), limit_of("500ms"), limit_of("2 hours")
    (60.0, 0.5, 0.5, 7200.0)
    """
    number = r"([0-9]*\.?[0-9]*(?:e-?[0-9]+)?)"
    match = re.fullmatch(number + " *(ms|[a-z]*?)s?", str(text).strip())
    try:
        seconds = float(match[1]) * _UNITS[match[2]] if match else math.nan
    except (KeyError, ValueError):
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise typer.BadParameter(f"expected seconds, or a time such as 1m, got {text or 'nothing'}")
    return seconds


def megabytes_of(text: str | int) -> int:
    """The megabytes of ``--memory``.

    >>> megabytes_of("500"), megabytes_of("2GB")
    (500, 2048)
    """
    match = re.fullmatch(r"([0-9]{1,9})(m|mb|g|gb)?", str(text).strip().lower())
    if match is None or not int(match[1]):
        raise typer.BadParameter(
            f"expected megabytes, or a size such as 2GB, got {text or 'nothing'}"
        )
    return int(match[1]) * (1024 if (match[2] or "").startswith("g") else 1)


def box_of(text: str) -> "Box | None":
    """The part of a picture that ``--crop`` names; None means all of it."""
    if text == "none":
        return None
    if re.fullmatch(",".join(["[0-9]{1,5}"] * 4), text):
        left, top, right, bottom = map(int, text.split(","))
        return left, top, right, bottom
    raise typer.BadParameter(f"expected LEFT,TOP,RIGHT,BOTTOM in pixels, or none, got {text}")


def jobs_of(text: str | int) -> int:
    """The processes of ``--jobs``: a number, or ``all`` for one per processor."""
    if text == "all":
        return os.cpu_count() or 1
    if str(text).isascii() and str(text).isdigit() and 1 <= int(text) <= MOST_JOBS:
        return int(text)
    raise typer.BadParameter(f"expected a number from 1 to {MOST_JOBS}, or all, got {text}")


Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH...]", help="Files, directories, globs, or - for stdin."),
]
File = Annotated[
    str | None, typer.Argument(metavar="[FILE]", help="A puzzle file, or - for stdin.")
]
Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Puzzle files, folders of them, or - for stdin."),
]
Rows = Annotated[
    str | None,
    typer.Option(
        "--rows",
        metavar="CLUES",
        help='Row clues, as in "2 1;3;0" or "2k 1r;3k"; ? is a hidden number.',
    ),
]
Cols = Annotated[
    str | None,
    typer.Option("--cols", metavar="CLUES", help="Column clues, in the same form."),
]
Backend = Annotated[
    str,
    typer.Option(
        "-b",
        "--backend",
        metavar="NAME",
        autocompletion=backend_names,
        help="How to solve; `nonosat backends` lists the names. An engine follows a colon: "
        "sat:cadical195.",
    ),
]
Crop = Annotated[
    Any,
    typer.Option(
        "--crop",
        metavar="BOX|none",
        parser=box_of,
        help="The part of the picture to take: LEFT,TOP,RIGHT,BOTTOM in pixels. The default is all of it.",
    ),
]
Limit = Annotated[
    float | None,
    typer.Option(
        "--limit",
        metavar="SECONDS",
        parser=limit_of,
        help="Stop each puzzle after this time, such as 5, 500ms, 1m or 2h.",
    ),
]


_MODELS = {"lp": "cplex", "sat": "cnf", "dimacs": "cnf", "minizinc": "mzn"}
"""Names of solvers, and of what they read -> the format of a complete model for them."""


def format_name(name: str) -> str:
    """Return the name of a format for its own name or for a program or site that uses it.

    >>> format_name("puzz.link")
    'pzpr'
    """
    if name in FORMATS.names:
        return name
    if name.casefold() in _MODELS:
        return _MODELS[name.casefold()]
    used = (
        entry.name for entry in FORMATS if name.casefold() in entry.users.casefold().split(", ")
    )
    return next(used, name)


From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        autocompletion=format_names,
        parser=format_name,
        help="Read as this format instead of detecting it; found also reads what is found by searching.",
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FORMAT",
        autocompletion=format_names,
        parser=format_name,
        help="Write this format; by default the suffix decides.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON objects, one per line.")]
Known = Annotated[
    str | None,
    typer.Option(
        "--known",
        metavar="FILE",
        help="Start from the marks in a file: rows of # X ? (or the colors' letters), a picture, or a "
        "puzzle file with given cells.",
    ),
]
Marks = Annotated[
    str | None,
    typer.Argument(metavar="[MARKS]", help="A file as --known takes it: what is marked so far."),
]
CluesOnly = Annotated[
    bool,
    typer.Option("--clues-only", help="Leave out given cells: ask about the clues alone."),
]
Title = Annotated[
    str | None,
    typer.Option(
        "--title",
        metavar="TEXT",
        help="Set the title: of each puzzle, or of the document if several are drawn.",
    ),
]
Author = Annotated[
    str | None,
    typer.Option(
        "--author", metavar="NAME", help="Set the author: of each puzzle, or of the book."
    ),
]
Copyright = Annotated[
    str | None, typer.Option("--copyright", metavar="TEXT", help="Say who holds the copyright.")
]
JOBS = typer.Option(
    "-j", "--jobs", metavar="N|all", parser=jobs_of, help="Use N processes, or all processors."
)
Jobs = Annotated[int | None, JOBS]
Seed = Annotated[
    int, typer.Option("--seed", help="Seed of all random choices; the same seed, the same result.")
]
SIZE = typer.Option(
    "--size",
    metavar="WIDTHxHEIGHT",
    help="Size in cells, such as 30x20; one number is the longer side.",
)
COLORS = typer.Option("--colors", metavar="K", help="Use at most K colors; a single one is black.")
PAGE = typer.Option(
    "--page", metavar="A4|A3|6x9in|...", help="The paper of a .pdf or .html: a name or a size."
)
PerPage = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Maximum puzzles per page; large puzzles get more room."),
]
Resume = Annotated[
    bool,
    typer.Option("--resume", help="Continue the output file: skip what it has already."),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force", help="Replace a protected file: one that is read, or holds clues or results."
    ),
]
Count = Annotated[
    str, typer.Option("-n", "--count", metavar="N|all", help="How many to find or make.")
]
"""See `number_of`."""
Output = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write to FILE; its suffix chooses the format; - is stdout.",
    ),
]
RowsFile = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write one row per puzzle instead of printing lines. .jsonl grows with each "
        "puzzle; .csv and .parquet are written at the end, from a FILE.jsonl in the same folder.",
    ),
]
CopyTo = Annotated[
    str | None,
    typer.Option(
        "--copy-to",
        metavar="FILE",
        help="Copy puzzles to FILE, whose suffix is the format: with the verdict of --filter, or corrected.",
    ),
]


def output(help: str, metavar: str = "FILE") -> Any:
    """``-o`` of commands that write something else than puzzles, for an `Annotated`."""
    return typer.Option("-o", "--output", metavar=metavar, help=help)


def number_of(text: str) -> int | None:
    """The value of ``-n``: a number from 1, or None for all."""
    if text == "all":
        return None
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text):
        return int(text)
    raise UsageError(f"-n {text!r}: expected a number of at least 1, or all")


def known_file(marks: str | None, known: str | None) -> str | None:
    """The file of known cells: the second argument of a command, or the value of ``--known``."""
    if marks is not None and known is not None:
        raise UsageError("give the marks after the puzzle or with --known, not both")
    return known if marks is None else marks


def known_option(path: str | None, puzzle: Puzzle) -> Domains | None:
    if path is None:
        return None
    from nonosat.files.marks import read_marks  # few puzzles come with known cells

    marks = read_marks(path, puzzle)
    complain_of_remarks(path, [marks.remark] if marks.remark else [])
    return marks.known

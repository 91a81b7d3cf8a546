"""``nonosat site``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from nonosat.cli import options
from nonosat.cli.advice import with_advice
from nonosat.cli.output import complain, say
from nonosat.cli.puzzles import titled_puzzles
from nonosat.errors import CannotHold, UsageError
from nonosat.formats import is_read
from nonosat.limits import Limits


def site(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="DIR | FILE... -o DIR",
            help="The folder to write; or with -o, puzzle files, folders of them, or - for stdin.",
        ),
    ],
    output: Annotated[
        Path | None, options.output("The folder to write; an older page is replaced.", "DIR")
    ] = None,
    title: options.Title = None,
    limit: options.Limit = options.CHECK_SECONDS,
    pyodide: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="npm's package pyodide, packed or as a folder; else npm fetches it.",
        ),
    ] = None,
    from_: options.From = None,
) -> list[int]:
    """Write the page as a folder of files that any web server can serve.

    The page of `nonosat web`, without its server: Python and nonosat run in the browser. A link is
    enough to draw, check and play, and after the first visit no network is needed.

    With -o, the page offers your puzzles instead of those of nonosat: size, colors and stars,
    without titles and pictures before they are solved. The easiest come first. Only puzzles that are proved to have exactly one solution get in; every other puzzle is
    named, and the exit code is that of check. `nonosat show FILE... -o play.html` writes puzzles
    to play as one file, which needs no server.

    Examples:

      nonosat site public

      nonosat site puzzles -o public

      nonosat site public --pyodide pyodide-314.0.7.tgz
    """
    codes: list[int] = []
    if output is None:
        if len(files) > 1 or from_ or is_read(Path(files[0]).suffix):
            raise UsageError("for a page of these puzzles, name the folder to write: -o DIR")
        output, puzzles = Path(files[0]), None
    else:
        puzzles = _collection(files, from_, limit, codes)
    from nonosat.web.site import write_site

    written = write_site(output, pyodide, puzzles, title or "")
    say(f"{output}: {written.files} files, {written.packed / 1e6:.1f} MB as servers send them")
    say(f"try it: python3 -m http.server -d {output}, and open http://localhost:8000")
    return codes


def _collection(
    files: Sequence[str],
    from_: str | None,
    limit: float | None,
    codes: list[int],
) -> list[dict[str, Any]]:
    """Return the puzzles for the page, and report those left out; see `listed_puzzle`."""
    from nonosat.cli.book import choose
    from nonosat.cli.exit_codes import code_of
    from nonosat.cli.progress import Watch
    from nonosat.draw.books.selection import in_order, select_puzzle
    from nonosat.draw.books.style import DEFAULT
    from nonosat.web.site import listed_puzzle

    found, unread = titled_puzzles(files, from_)
    codes += unread
    listed = []
    if found:
        with Watch() as watch:
            selected = (select_puzzle(item, Limits(limit)) for item in found)
            chosen = choose(found, selected, watch, codes, "page")
        for item in in_order(chosen, DEFAULT.order):
            try:
                listed.append(listed_puzzle(item.sheet, item.stars))
            except CannotHold as err:
                complain(f"{item.name}: left out: {with_advice(err)}")
                codes.append(code_of(err))
    if not listed:
        raise CannotHold("no puzzle is left for the page")
    return listed

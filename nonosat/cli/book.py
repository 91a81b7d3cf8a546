"""``nonosat book``."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from nonosat.cli import options
from nonosat.cli.drawings import complain_of_missing
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, complain_of_doubles, list_names
from nonosat.cli.progress import Watch
from nonosat.cli.puzzles import titled_puzzles
from nonosat.cli.writing import check_outputs_free, report_written
from nonosat.draw.books.make import book_file, book_kind
from nonosat.draw.books.puzzles import Numbered, largest_cell
from nonosat.draw.books.selection import LeftOut, SelectedPuzzle, in_order, select_puzzles
from nonosat.draw.books.style import DEFAULT, BookStyle
from nonosat.draw.books.words import read_words
from nonosat.draw.drawings import check_document
from nonosat.files import write_bytes
from nonosat.limits import Limits
from nonosat.model import Puzzle, SourcedSheet
from nonosat.words import plural

SMALL = 3.0
"""Millimeters: smaller cells are hard to fill with a pencil."""


def book(
    files: options.Files,
    output: Annotated[str, options.output("The book: a name that ends in .pdf or .html.")],
    force: options.Force = False,
    title: options.Title = DEFAULT.title,
    author: options.Author = DEFAULT.author,
    order: Annotated[
        str,
        typer.Option(
            metavar="difficulty|given",
            help="The easiest puzzles first, of these the smallest; or as they are given.",
        ),
    ] = DEFAULT.order,
    titles: Annotated[
        str,
        typer.Option(
            metavar="solutions|puzzles|none",
            help="Where to print the puzzles' titles: with the solutions, also with the puzzles, or nowhere.",
        ),
    ] = DEFAULT.titles,
    cover: Annotated[
        str,
        typer.Option(
            metavar="page|head|none",
            help="The title on a page of its own, at the top of the first page, or nowhere.",
        ),
    ] = DEFAULT.cover,
    no_rules: Annotated[
        bool, typer.Option("--no-rules", help="Leave out the page on how to solve.")
    ] = False,
    per_page: options.PerPage = None,
    page: Annotated[str, options.PAGE] = DEFAULT.page,
    gutter: Annotated[
        float,
        typer.Option(
            metavar="MM",
            help="More margin at the spine, in mm: left on odd pages, right on even ones.",
        ),
    ] = DEFAULT.gutter,
    gray: Annotated[
        bool, typer.Option("--gray", help="Print shades of gray, and letters for colors.")
    ] = False,
    words: Annotated[
        str | None,
        typer.Option(
            metavar="de|es|fr|it|FILE.toml",
            help="The fixed words, such as Solutions, in another language.",
        ),
    ] = None,
    limit: options.Limit = options.CHECK_SECONDS,
    from_: options.From = None,
    to: Annotated[
        str | None,
        typer.Option(metavar="pdf|html", help="Write this format; by default the suffix decides."),
    ] = None,
) -> list[int]:
    """Make a book of puzzles to print, with their solutions at the end.

    A cover, a page on how to solve, the puzzles with their stars, and small pictures of the
    solutions with the titles. Only puzzles that are proved to have exactly one solution get in:
    a book cannot answer questions. Every other puzzle is named, and left out.

    The exit code is 0 if all puzzles are in the book, else that of check: 10 several solutions,
    20 no solution, 30 not settled within the limit; 5 if a puzzle is too large for the page.

    Examples:

      nonosat book puzzles -o book.pdf --title "For the train"

      nonosat book data/drawn -o book.pdf --gray --page Letter --per-page 2

      nonosat book collection.jsonl -o book.html --order given --titles puzzles --cover head
    """
    style = BookStyle(
        title=title or "", author=author or "", order=order, titles=titles, cover=cover,
        rules=not no_rules, per_page=per_page, page=page,
        gutter=gutter, gray=gray, words=read_words(words) if words else {},
    )  # fmt: skip
    kind = book_kind(output, to)
    check_document(kind)
    check_outputs_free([output], files, force=force)
    found, codes = titled_puzzles(files, from_, [output])
    if found:
        with Watch() as watch:
            chosen = choose(
                found, select_puzzles(found, style, Limits(limit)), watch, codes, "book"
            )
            chosen = in_order(chosen, style.order)
            for item in chosen:
                if (side := largest_cell(Numbered(1, item.sheet), style)) < SMALL:
                    complain(f"{item.name}: its cells are only {side:.1f} mm wide on {style.page}")
            watch.at(f"writing {plural(len(chosen), 'puzzle')}", len(found), len(found))
            _, data, missing = book_file(chosen, kind, style)
        complain_of_missing(missing)
        with report_written(output):
            write_bytes(output, data)
    return codes


def choose(
    found: Sequence[SourcedSheet],
    selected: Iterable[SelectedPuzzle | LeftOut],
    watch: Watch,
    codes: list[int],
    place: str,
) -> list[SelectedPuzzle]:
    """Keep the puzzles that have one solution; report the others.

    Args:
        codes: has the exit code of each file that could not be read, and gets those of puzzles that
            are left out.
        place: where they get in, such as ``book``.
    """
    chosen, out, unread, printed = [], [], len(codes), dict[Puzzle, str]()
    watch.at(found[0].name, 0, len(found))
    for done, item in enumerate(selected, 1):
        if isinstance(item, LeftOut):
            complain(f"{item.name}: left out: {item.why}")
            codes.append(code_of(item.reason))
            out.append(item.name)
        elif (first := printed.setdefault(item.sheet.puzzle, item.name)) != item.name:
            complain(f"{item.name}: left out: the same puzzle as {first}")
        else:
            if item.stars is None:
                complain(f"{item.name}: no stars: {item.why_unrated}")
            chosen.append(item)
        if done < len(found):
            watch.at(found[done].name, done, len(found))
    complain_of_doubles((item.name, item.sheet.puzzle) for item in chosen)
    if out or unread:
        parts = [f"{plural(len(found) + unread, 'puzzle')}, {len(chosen)} in the {place}"]
        parts += [f"{unread} unreadable"] if unread else []
        parts += [f"{len(out)} left out: {list_names(out, len(out))}"] if out else []
        complain(", ".join(parts))
    return chosen

"""``nonosat show``."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from nonosat.cli import options
from nonosat.cli.colored import print_picture
from nonosat.cli.completion import Offers, filter_names
from nonosat.cli.consent import consent
from nonosat.cli.output import complain, say, title_line
from nonosat.cli.puzzles import PuzzleFiles
from nonosat.cli.writing import check_outputs_free, report_written, with_credits
from nonosat.draw.books.style import Style
from nonosat.draw.terminal import nothing_known
from nonosat.errors import UsageError
from nonosat.model import SourcedSheet
from nonosat.words import known_of

PIXELS_PER_MM = 96 / 25.4
"""In SVG, by its standard."""


def _drawing_names(incomplete: str) -> Offers:
    """Kinds of drawings, for the shell."""
    from nonosat.cli.drawings import KINDS

    return filter_names([(kind, "") for kind in KINDS], incomplete)


def show(
    files: options.Files,
    output: Annotated[
        str | None,
        options.output(
            "Draw into a file: .svg or .png of one puzzle, .pdf or .html to print one or "
            "several, play.html to play them in a browser."
        ),
    ] = None,
    force: options.Force = False,
    solution: Annotated[
        bool,
        typer.Option(
            "--solution",
            help="Draw the solution: instead of the empty puzzle, or on pages after the puzzles.",
        ),
    ] = False,
    page: Annotated[
        str | None,
        options.PAGE,
    ] = None,
    per_page: options.PerPage = None,
    center: Annotated[
        bool, typer.Option("--center", help="Center the puzzles on the page.")
    ] = False,
    cell: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="The side of a cell, such as 10mm; without a unit mm on pages, pixels in .svg, .png.",
        ),
    ] = None,
    legend: Annotated[
        bool, typer.Option("--legend", help="List the colors below a colored puzzle.")
    ] = False,
    letters: Annotated[
        bool,
        typer.Option(
            "--letters", help="Write the colors' letters into cells and clues, for gray printing."
        ),
    ] = False,
    background: Annotated[
        bool, typer.Option("--background", help="On pages, print the background color, too.")
    ] = False,
    title: options.Title = None,
    author: options.Author = None,
    copyright: options.Copyright = None,
    from_: options.From = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="svg|png|pdf|html|play",
            autocompletion=_drawing_names,
            help="Write this format; by default the suffix decides.",
        ),
    ] = None,
) -> list[int]:
    """Show what files hold, or draw it to be printed and solved on paper.

    Without -o: clues, given cells, finished pictures and credits, without solving. A drawn puzzle
    is solved, to warn of one that has several solutions; where a file has no solution,
    --solution draws the one found. A file whose name ends in play.html is puzzles to play: it needs
    neither a server nor a network.

    Examples:

      nonosat show data/drawn/bicycle.non

      nonosat show data/drawn/bicycle.non -o bicycle.svg

      nonosat show data/drawn/first-steps.jsonl -o steps.pdf --solution --page Letter

      nonosat show data/drawn/fox.json -o fox.pdf --per-page 1 --center --letters --legend

      nonosat show data/drawn/fox.json -o poster.pdf --page A2

      nonosat show data/drawn/fox.json -o fox-play.html
    """
    style = Style(
        page or "", per_page, _cell(cell, output, to), center, legend, letters, background
    )
    credits = (title, author, copyright)
    from_ = from_ or (consent(files[0]) if len(files) == 1 and output != "-" else None)
    if output is None:
        if solution or to or credits != (None, None, None) or style != Style():
            raise UsageError("drawing options need a file: give -o FILE")
        return _print_files(files, from_)
    from nonosat.cli.drawings import check_drawing, draw, kind_of

    check_drawing(output, to, style)
    check_outputs_free([output], files, force=force)
    inputs = PuzzleFiles(files, from_, [output])
    found = list(inputs)
    if len(found) > 1:  # the title is that of the document; each puzzle has its own
        credits = (None, author, copyright)
    if found:
        puzzles = [item._replace(sheet=with_credits(item.sheet, *credits)) for item in found]
        with report_written(output):
            draw(puzzles, output, to, solution=solution, style=style, title=title or "")
        if output != "-" and kind_of(output, to) == "html":
            complain(f"{output} is to be printed; one to play: -o {Path(output).stem}-play.html")
    return inputs.codes


def _cell(text: str | None, output: str | None, to: str | None) -> float | None:
    """Return the value of ``--cell``: millimeters for pages, pixels for a drawing."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(mm|cm|in|px)?", text.strip().lower())
    from nonosat.cli.drawings import kind_of
    from nonosat.draw.drawings import DRAWINGS

    drawn = output is not None and kind_of(output, to) in DRAWINGS
    if match is None or not float(match[1]) or (match[2] == "px" and not drawn):
        raise UsageError(f"--cell {text!r}: expected a size such as 10mm" + ", or 24px" * drawn)
    side = float(match[1]) * {"cm": 10.0, "in": 25.4}.get(match[2], 1.0)
    return side * PIXELS_PER_MM if drawn and match[2] not in (None, "px") else side


def _print_files(files: Sequence[str], from_: str | None) -> list[int]:
    """Print what files hold; return the exit codes."""
    inputs = PuzzleFiles(files, from_)
    for number, item in enumerate(inputs):
        if number:
            say("")
        _print_sheet(item)
    return inputs.codes


def _print_sheet(item: SourcedSheet) -> None:
    say(title_line(item))
    sheet = item.sheet
    for field in ("id", "copyright", "license", "source"):
        value = getattr(sheet, field)
        if value:
            say(f"{field}: {value}")
    for note, text in sheet.notes:
        say(f"{note}: {text}")
    if not sheet.puzzle.palette.is_black_and_white:
        inks = sheet.puzzle.palette.colors[1:]
        say("colors: " + ", ".join(f"{ink.char} {ink.name} {ink.rgb}" for ink in inks))
    for goal in sheet.goals:
        print_picture(sheet.puzzle, [*goal])
    partial = (("given cells:", sheet.puzzle.givens), ("saved game:", sheet.saved))
    for words, cells in partial:
        if cells is not None:
            say(words)
            print_picture(sheet.puzzle, known_of(cells))
    if not sheet.goals and sheet.shown is None:
        print_picture(sheet.puzzle, nothing_known(sheet.puzzle))

"""A book, from its puzzles to the file."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.draw.books.answers import answer_pages
from nonosat.draw.books.front import cover, head, head_height, rules
from nonosat.draw.books.page_builder import Page, PageBuilder
from nonosat.draw.books.puzzles import Numbered, puzzle_pages
from nonosat.draw.books.selection import LeftOut, SelectedPuzzle, in_order, select_puzzles
from nonosat.draw.books.style import DEFAULT, BookStyle, room_of
from nonosat.draw.drawings import DOCUMENTS, kind_of_file
from nonosat.draw.elements import isolated
from nonosat.draw.files import drawn_document
from nonosat.errors import CannotHold, UsageError, check_kind
from nonosat.files.write import AnySheets, sheets_of, write_bytes
from nonosat.limits import NO_LIMITS, AnyLimits
from nonosat.model import Sheet, SourcedSheet


@dataclass(frozen=True, slots=True)
class Book:
    """A book that was written."""

    puzzles: tuple[Sheet, ...]
    """In the order of their numbers."""
    left_out: tuple[tuple[Sheet, str], ...]
    """Puzzles without a proof of one solution, or too large for a page, each with the reason."""
    pages: int
    missing: str = ""
    """Characters that no font here has; a PDF has "?" instead of them."""


def book(
    puzzles: AnySheets,
    path: str | os.PathLike[str],
    style: BookStyle = DEFAULT,
    *,
    limits: AnyLimits = NO_LIMITS,
) -> Book:
    """Write a book of puzzles to print, with their solutions behind them.

    >>> import tempfile
    >>> from nonosat.model import Puzzle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = book(Puzzle.of([2, 1], [2, 1]), f"{folder}/one.html", BookStyle(cover="none"))
    >>> made.pages, made.left_out
    (3, ())

    Args:
        path: a name that ends in ``.pdf`` or ``.html``.
        limits: of the check of each puzzle.

    Raises:
        UsageError: another kind of file, or something that is not a puzzle.
        CannotHold: no puzzle is left to print.
        OutputError: the file cannot be written.
        MissingExtra: a PDF needs packages that are not installed.
    """
    kind = book_kind(path)
    check_kind(style, "style", BookStyle)
    named = [
        SourcedSheet(sheet, sheet.title or f"puzzle {at}")
        for at, sheet in enumerate(sheets_of(puzzles), 1)
    ]
    done = list(select_puzzles(named, style, limits))
    out = tuple((item.sheet, item.why) for item in done if isinstance(item, LeftOut))
    chosen = in_order([item for item in done if isinstance(item, SelectedPuzzle)], style.order)
    pages, data, missing = book_file(chosen, kind, style)
    write_bytes(path, data)
    return Book(tuple(item.sheet for item in chosen), out, pages, missing)


def book_file(
    chosen: Sequence[SelectedPuzzle], kind: str, style: BookStyle
) -> tuple[int, bytes, str]:
    """Return the number of pages, the file with its puzzles inside, and characters without a font."""
    pages = book_pages(chosen, style)
    sheets, solutions = [item.sheet for item in chosen], [item.solution for item in chosen]
    data = drawn_document(kind, pages, style.title, sheets, solutions, style.author)
    return len(pages), *data


def book_kind(path: str | os.PathLike[str], to: str | None = None) -> str:
    """Return the kind of document: `to`, or the kind of the path's suffix."""
    kind = kind_of_file(path, to)
    if kind not in DOCUMENTS:
        raise UsageError(
            f"{os.fspath(path)}: unknown kind of book {kind!r}; there are: {', '.join(DOCUMENTS)}"
        )
    return kind


def book_pages(chosen: Sequence[SelectedPuzzle], style: BookStyle = DEFAULT) -> list[Page]:
    """Draw all pages of a book; puzzles are numbered in the given order."""
    if not chosen:
        raise CannotHold("no puzzle is left for the book")
    puzzles = [
        Numbered(at, item.sheet, item.stars, item.solution, _credit(item.sheet, style))
        for at, item in enumerate(chosen, 1)
    ]
    covers = [cover(puzzles, style)] if style.cover == "page" else []
    below = 0.0
    if style.cover == "head":
        scale = style.scale if style.rules else 1.0
        below = head_height(style, room_of(style).width / scale)
    printed = puzzle_pages(puzzles, style, 0.0 if style.rules else below)
    inside: list[PageBuilder] = []
    if style.rules:
        inside.append(rules(puzzles, style, below, len(covers) + len(printed) + 2))
    inside += [leaf for leaf, _ in printed]
    if below:
        head(inside[0], puzzles, style)
    leaves = [*covers, *inside, *answer_pages(puzzles, style)]
    blank = -len(leaves) % 4 if style.page.upper() == "A5" else 0  # a folded A4 has four pages
    return [
        *(leaf.page(at, numbered=at > len(covers)) for at, leaf in enumerate(leaves, 1)),
        *(PageBuilder(style).page(at, numbered=False) for at in range(blank)),
    ]


def _credit(sheet: Sheet, style: BookStyle) -> str:
    """Return author and copyright; an author who is on the cover is not repeated."""
    covered = style.cover != "none" and sheet.author == style.author
    author = ""
    if sheet.author and not covered:
        author = style.say("by", author=isolated(sheet.author))
    return ", ".join(filter(None, (author, isolated(sheet.copyright))))

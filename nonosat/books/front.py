"""The first pages of a book: its cover, or the title at the top of a page, and how to solve."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.books.page_builder import MOST_STARS, PageBuilder, in_book_colors, stars_width
from nonosat.books.puzzles import Numbered
from nonosat.books.style import GRAY, HEADING, TEXT, BookStyle, size_words
from nonosat.model import Domains, Grid, Palette, Puzzle
from nonosat.render.elements import broken, cut
from nonosat.render.paper import MILLIMETER
from nonosat.render.svg import Picture, layout
from nonosat.render.words import plural, ranges

PENCIL = Grid.of(
    [
        ".......##.",
        "......####",
        ".....##.##",
        "....##.##.",
        "...##.##..",
        "..##.##...",
        ".##.##....",
        ".####.....",
        "###.......",
        "#.........",
    ]
)
DRAWN = 6
"""Its rows from the bottom that the cover shows; the rest is still to be solved."""

HEART = Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2])
STEPS = (
    (["?????", "?????", "?????", "?????", "?????"], "The puzzle."),
    (
        ["?????", "#####", "#####", "?????", "?????"],
        "Rows 2 and 3 need 5 cells each: all of them.",
    ),
    (
        [".???.", "#####", "#####", ".???.", ".???."],
        "Columns 1 and 5 have their 2 cells, so the rest is blank.",
    ),
    (
        [".#.#.", "#####", "#####", ".###.", "..#.."],
        "Rows 1 and 4 have only one way left, and then columns 2 to 4.",
    ),
)
"""The heart, step by step: the cells that are known, and the words below them."""

TULIP = Grid.of(
    [[1, 0, 1, 0, 1], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [0, 0, 2, 0, 0], [0, 2, 2, 2, 0]],
    Palette.of([("white", "#ffffff", None), ("red", "#d02020", "r"), ("green", "#2a8a2a", "g")]),
)

PLAIN = (
    "Each puzzle hides a picture. Fill the right cells, and you will see it.",
    "The numbers beside a row, or above a column, are its clue. Each number is the length of "
    "a block of filled cells. The blocks of a line come in the order of their numbers, and there is "
    "at least one blank cell between two blocks. A 0 means that the whole line stays blank.",
    "Begin with the lines whose clues need most of their cells. Mark cells that must stay blank with "
    "a dot. What you find in a row helps in the columns that cross it, and the other way round.",
)
COLORED = (
    "Each number has the color of its block. Blocks of different colors may touch. Two blocks "
    "of the same color have at least one blank cell between them. The colors are named below "
    "each puzzle."
)
LETTERED = " In this gray print, the letter behind a number names its color."
HIDDEN = "A ? is a block of unknown length: you have to find out how long it is."
GIVEN = (
    "Some puzzles begin with cells that are filled or have a dot. They are right, and you need them to "
    "solve the puzzle."
)
PROVED = "Every puzzle in this book is proved to have exactly one solution."
STARS = (
    "One star is easy, five stars are very hard. A large puzzle takes longer, but that does "
    "not make it harder."
)

_TITLE, _SUBTITLE, _CELL = 34.0, 13.0, 15.0
_WIDEST = 500.0
"""Points: longer lines of text are hard to read."""


def contents_line(puzzles: Sequence[Numbered]) -> str:
    r"""Return the contents of a book in a line.

    >>> from nonosat.model import Sheet
    >>> contents_line([Numbered(1, Sheet(HEART), 1)])
    '1 puzzle, 5 \xd7 5'
    """
    sizes = sorted({(it.sheet.puzzle.width, it.sheet.puzzle.height) for it in puzzles}, key=_cells)
    ends = [size_words(width, height) for width, height in (sizes[0], sizes[-1])]
    words = [plural(len(puzzles), "puzzle")]
    words.append(ends[0] if len(sizes) == 1 else f"from {ends[0]} to {ends[1]}")
    colored = sum(has_colors(it) for it in puzzles)
    if colored:
        words.append("with colors" if colored == len(puzzles) else f"{colored} with colors")
    return ", ".join(words)


def has_colors(it: Numbered) -> bool:
    """Return True if a puzzle has several inks."""
    return not it.sheet.puzzle.palette.is_black_and_white


def _cells(size: tuple[int, int]) -> tuple[int, int]:
    return size[0] * size[1], size[0]


def cover(puzzles: Sequence[Numbered], style: BookStyle, turned: bool) -> PageBuilder:
    """Draw the page with the title: below it a puzzle half solved, and how many there are of each kind."""
    leaf = PageBuilder(style, turned)
    room = style.room(turned)
    middle, y = (room.left + room.right) / 2, room.top + 0.08 * room.height
    for line in broken(style.title, _TITLE, 0.9 * room.width, 3):
        y += 1.2 * _TITLE
        leaf.write(middle, y, line, _TITLE, bold=True, anchor="middle")
    for line in broken(style.author, _SUBTITLE, 0.8 * room.width, 2):
        y += 2 * _SUBTITLE
        leaf.write(middle, y, line, _SUBTITLE, anchor="middle")
    bottom = room.bottom - _contents(leaf, puzzles, middle)
    pencil = Puzzle.from_picture(PENCIL)
    unit = layout(pencil, cell=1)
    free = bottom - y - 4 * _SUBTITLE
    cell = min(9 * MILLIMETER, free / unit.height, room.width / unit.width)
    known = ["?" * PENCIL.width] * (PENCIL.height - DRAWN) + PENCIL.drawn(".#")[-DRAWN:]
    top = y + (bottom - y - unit.height * cell) / 2
    # Center the cells, not the cells with their clues.
    left = middle - (unit.left + PENCIL.width / 2) * cell
    leaf.picture(left, top, pencil, Domains.of(known), cell)
    return leaf


def _contents(leaf: PageBuilder, puzzles: Sequence[Numbered], middle: float) -> float:
    """List the puzzles of each difficulty at the foot of a page; return the height."""
    room, size = leaf.style.room(leaf.turned), 11.0
    kinds = {
        count: [it.number for it in puzzles if it.stars == count]
        for count in range(1, MOST_STARS + 1)
    }
    lines = [(count, numbers) for count, numbers in kinds.items() if numbers]
    y = room.bottom - 2 * size * len(lines)
    leaf.write(middle, y - 0.4 * size, contents_line(puzzles), _SUBTITLE, anchor="middle")
    left = middle - stars_width(size) - 10
    for count, numbers in lines:
        y += 2 * size
        leaf.stars(left, y - 0.9 * size, size, count)
        words = f"No. {ranges(numbers)}"
        leaf.write(middle + 10, y, cut(words, size, room.right - middle - 10), size)
    return 2 * size * (len(lines) + 1)


def head(leaf: PageBuilder, puzzles: Sequence[Numbered]) -> None:
    """Draw the title at the top of a page; see `head_height`."""
    style, room = leaf.style, leaf.style.room(leaf.turned)
    y = room.top
    for line in broken(style.title, HEADING, room.width, 2):
        leaf.write(room.left, y + 0.9 * HEADING, line, HEADING, bold=True)
        y += 1.2 * HEADING
    right = cut(style.author, TEXT, room.width / 3)
    leaf.write(
        room.left, y + TEXT, cut(contents_line(puzzles), TEXT, 0.66 * room.width), TEXT, fill=GRAY
    )
    leaf.write(room.right, y + TEXT, right, TEXT, fill=GRAY, anchor="end")
    leaf.rule(y + 1.7 * TEXT)


def head_height(style: BookStyle, width: float) -> float:
    """Return the height of a title at the top of a page of a width, with the gap below it."""
    return 1.2 * HEADING * len(broken(style.title, HEADING, width, 2)) + 3.2 * TEXT


def rules(
    puzzles: Sequence[Numbered], style: BookStyle, turned: bool, below: float, solutions: int
) -> PageBuilder:
    """Build the page on how to solve.

    Args:
        below: points at its top that are taken.
        solutions: the page on which these begin.
    """
    leaf = PageBuilder(style, turned)
    room = style.room(turned, below)
    x, wide = room.left, min(_WIDEST, room.width)
    top = y = leaf.heading("How to solve", room.top)
    for words in PLAIN:
        y = leaf.paragraph(x, y, words, TEXT, wide) + 0.5 * TEXT
    y = _steps(leaf, y + 0.5 * TEXT, wide if turned else room.width) + TEXT
    if turned:  # a second column
        x, y = x + wide + 2 * TEXT, top
        wide = room.right - x
    if any(has_colors(it) for it in puzzles):
        y = _colors(leaf, x, y, wide) + TEXT
    rest = [PROVED]
    if any(it.sheet.puzzle.givens is not None for it in puzzles):
        rest.append(GIVEN)
    if not all(it.sheet.puzzle.is_complete for it in puzzles):
        rest.append(HIDDEN)
    if any(it.stars for it in puzzles):
        rest.append(STARS)
    rest.append(f"The solutions begin on page {solutions}.")
    for words in rest:
        y = leaf.paragraph(x, y, words, TEXT, wide) + 0.3 * TEXT
    return leaf


def _steps(leaf: PageBuilder, y: float, width: float) -> float:
    """Draw the heart in steps side by side, with words below each; return the y below."""
    left, step = leaf.style.room(leaf.turned).left, min(140.0, width / len(STEPS))
    bottoms = []
    for at, (rows, words) in enumerate(STEPS):
        x = left + at * step
        place = leaf.picture(x, y, HEART, Domains.of(rows), _CELL)
        bottoms.append(leaf.paragraph(x, y + place.height + 2, words, 9, step - 12))
    return max(bottoms)


def _colors(leaf: PageBuilder, x: float, y: float, width: float) -> float:
    """Draw the rules of colors beside or below a small puzzle and its solution; return the y below."""
    leaf.write(x, y + TEXT, "Puzzles with colors", TEXT, bold=True)
    y += 2 * TEXT
    puzzle = in_book_colors(Puzzle.from_picture(TULIP), leaf.style)
    pictures: tuple[Picture | None, ...] = (None, TULIP)
    unit = layout(puzzle, cell=1, letters=leaf.style.gray)
    cell = min(_CELL, (width / len(pictures) - TEXT) / unit.width)
    right = x
    for picture in pictures:
        place = leaf.picture(right, y, puzzle, picture, cell)
        right += place.width + TEXT
    words = COLORED + (LETTERED if leaf.style.gray else "")
    beside, below = x + width - right, y + place.height
    if beside < place.width:
        return leaf.paragraph(x, below + 0.5 * TEXT, words, TEXT, width)
    return max(below, leaf.paragraph(right, y + 0.7 * TEXT, words, TEXT, beside))

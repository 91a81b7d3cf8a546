"""The first pages of a book: its cover, or the title at the top of a page, and how to solve."""

from collections.abc import Sequence

from nonosat.draw.books.page_builder import MOST_STARS, PageBuilder, in_print_colors, stars_width
from nonosat.draw.books.puzzles import Numbered
from nonosat.draw.books.style import GRAY, HEADING, MILLIMETER, TEXT, BookStyle, Style, size_words
from nonosat.draw.elements import broken, cut
from nonosat.draw.svg import DrawnCells, layout
from nonosat.model import Domains, Grid, Palette, Puzzle
from nonosat.words import ranges

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
    ["?????", "?????", "?????", "?????", "?????"],
    ["?????", "#####", "#####", "?????", "?????"],
    [".???.", "#####", "#####", ".???.", ".???."],
    [".#.#.", "#####", "#####", ".###.", "..#.."],
)
"""The heart, step by step: the cells that are known."""

TULIP = Grid.of(
    [[1, 0, 1, 0, 1], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [0, 0, 2, 0, 0], [0, 2, 2, 2, 0]],
    Palette.of([("white", "#ffffff", None), ("red", "#d02020", "r"), ("green", "#2a8a2a", "g")]),
)

_TITLE, _SUBTITLE, _CELL, _GAP = 34.0, 13.0, 15.0, 24.0
_WIDEST = 500.0
"""Points: longer lines of text are hard to read."""


def contents_line(puzzles: Sequence[Numbered], style: Style) -> str:
    r"""Return the contents of a book in a line.

    >>> from nonosat.model import Sheet
    >>> contents_line([Numbered(1, Sheet(HEART), 1)], BookStyle())
    '1 puzzle, 5 \xd7 5'
    """
    seen = {(item.sheet.puzzle.width, item.sheet.puzzle.height) for item in puzzles}
    sizes = sorted(seen, key=lambda size: (size[0] * size[1], size[0]))
    least, most = (size_words(width, height) for width, height in (sizes[0], sizes[-1]))
    words = [style.say("one_puzzle" if len(puzzles) == 1 else "puzzles", count=len(puzzles))]
    words.append(least if len(sizes) == 1 else style.say("sizes", least=least, most=most))
    colored = sum(has_colors(item) for item in puzzles)
    if colored:
        words.append(
            style.say("all_colored" if colored == len(puzzles) else "some_colored", count=colored)
        )
    return ", ".join(words)


def has_colors(item: Numbered) -> bool:
    """Return True if a puzzle has several inks."""
    return not item.sheet.puzzle.palette.is_black_and_white


def cover(puzzles: Sequence[Numbered], style: BookStyle) -> PageBuilder:
    """Draw the page with the title, a puzzle half solved, and how many puzzles there are of each kind."""
    leaf = PageBuilder(style, scale=style.scale)
    room = leaf.room()
    middle, y = (room.left + room.right) / 2, room.top + 0.08 * room.height
    for line in broken(style.title, _TITLE, 0.9 * room.width, 3):
        y += 1.2 * _TITLE
        leaf.write(middle, y, line, _TITLE, bold=True, anchor="middle")
    for line in broken(style.author, _SUBTITLE, 0.8 * room.width, 2):
        y += 2 * _SUBTITLE
        leaf.write(middle, y, line, _SUBTITLE, anchor="middle")
    bottom = room.bottom - _contents(leaf, puzzles, middle)
    free = bottom - y - 4 * _SUBTITLE
    pencil = Puzzle.from_picture(PENCIL)
    unit = layout(pencil, cell=1)
    cell = min(9 * MILLIMETER, free / unit.height, room.width / unit.width)
    known = ["?" * PENCIL.width] * (PENCIL.height - DRAWN) + PENCIL.drawn(".#")[-DRAWN:]
    top = y + (bottom - y - unit.height * cell) / 2
    # Center the cells, not the cells with their clues.
    left = middle - (unit.left + PENCIL.width / 2) * cell
    leaf.picture(left, top, pencil, Domains.of(known), cell)
    return leaf


def _contents(leaf: PageBuilder, puzzles: Sequence[Numbered], middle: float) -> float:
    """List the puzzles of each difficulty at the foot of a page; return the height."""
    room, size = leaf.room(), 11.0
    kinds = {
        count: [item.number for item in puzzles if item.stars == count]
        for count in range(1, MOST_STARS + 1)
    }
    lines = [(count, numbers) for count, numbers in kinds.items() if numbers]
    y = room.bottom - 2 * size * len(lines)
    leaf.write(
        middle, y - 0.4 * size, contents_line(puzzles, leaf.style), _SUBTITLE, anchor="middle"
    )
    left = middle - stars_width(size) - 10
    for count, numbers in lines:
        y += 2 * size
        leaf.stars(left, y - 0.9 * size, size, count)
        words = leaf.style.say("numbers", numbers=ranges(numbers))
        leaf.write(middle + 10, y, cut(words, size, room.right - middle - 10), size)
    return 2 * size * (len(lines) + 1)


def head(leaf: PageBuilder, puzzles: Sequence[Numbered], style: BookStyle) -> None:
    """Draw the title at the top of a page; see `head_height`."""
    room = leaf.room()
    y = room.top
    for line in broken(style.title, HEADING, room.width, 2):
        leaf.write(room.left, y + 0.9 * HEADING, line, HEADING, bold=True)
        y += 1.2 * HEADING
    right = cut(style.author, TEXT, room.width / 3)
    words = cut(contents_line(puzzles, style), TEXT, 0.66 * room.width)
    leaf.write(room.left, y + TEXT, words, TEXT, fill=GRAY)
    leaf.write(room.right, y + TEXT, right, TEXT, fill=GRAY, anchor="end")
    leaf.rule(y + 1.7 * TEXT)


def head_height(style: BookStyle, width: float) -> float:
    """Return the height of a title at the top of a page of a width, with the gap below it."""
    return 1.2 * HEADING * len(broken(style.title, HEADING, width, 2)) + 3.2 * TEXT


def rules(
    puzzles: Sequence[Numbered], style: BookStyle, below: float, solutions: int
) -> PageBuilder:
    """Build the page on how to solve.

    Args:
        below: points at its top that are taken.
        solutions: the page on which these begin.
    """
    leaf = PageBuilder(style, scale=style.scale)
    room = leaf.room(below)
    x, wide = room.left, min(_WIDEST, room.width)
    y = leaf.heading(style.say("how_to"), room.top)
    for key in ("rule_1", "rule_2", "rule_3"):
        y = leaf.paragraph(x, y, style.say(key), TEXT, wide) + 0.5 * TEXT
    y = _steps(leaf, y + 0.5 * TEXT, room.width) + TEXT
    if any(has_colors(item) for item in puzzles):
        y = _colors(leaf, x, y, wide) + TEXT
    rest = ["proved"]
    if any(item.sheet.puzzle.givens is not None for item in puzzles):
        rest.append("given")
    if not all(item.sheet.puzzle.is_complete for item in puzzles):
        rest.append("hidden")
    if any(item.stars for item in puzzles):
        rest.append("stars")
    for key in (*rest, "where"):
        y = leaf.paragraph(x, y, style.say(key, page=solutions), TEXT, wide) + 0.3 * TEXT
    return leaf


def _steps(leaf: PageBuilder, y: float, width: float) -> float:
    """Draw the heart in steps side by side, with words below each; return the y below."""
    left, step = leaf.room().left, min(140.0, width / len(STEPS))
    bottoms = []
    for at, rows in enumerate(STEPS):
        x = left + at * step
        place = leaf.picture(x, y, HEART, Domains.of(rows), _CELL)
        words = leaf.style.say(f"step_{at + 1}")
        bottoms.append(leaf.paragraph(x, y + place.height + 2, words, 9, step - 12))
    return max(bottoms)


def _colors(leaf: PageBuilder, x: float, y: float, width: float) -> float:
    """Draw the rules of colors beside or below a small puzzle and its solution; return the y below."""
    leaf.write(x, y + TEXT, leaf.style.say("colored"), TEXT, bold=True)
    y += 2 * TEXT
    puzzle = in_print_colors(Puzzle.from_picture(TULIP), leaf.style)
    pictures: tuple[DrawnCells | None, ...] = (None, TULIP)
    unit = layout(puzzle, cell=1, letters=leaf.style.gray)
    cell = min(_CELL, (width / len(pictures) - TEXT) / unit.width)
    right = x
    for picture in pictures:
        place = leaf.picture(right, y, puzzle, picture, cell)
        right += place.width + TEXT
    words = leaf.style.say("colored_rule")
    if leaf.style.gray:
        words += " " + leaf.style.say("letters")
    beside, below = x + width - right, y + place.height
    if beside < place.width:
        return leaf.paragraph(x, below + 0.5 * TEXT, words, TEXT, width)
    return max(below, leaf.paragraph(right, y + 0.7 * TEXT, words, TEXT, beside))

"""Texts that say their clues to the letter: sheets of what `reader` and `puzzles` make of them."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import (
    ClueLine,
    Doubt,
    Record,
    one_line,
    raise_with_clues,
    some_read,
    words,
)
from nonosat.formats.lines import Inked, TextBlock, TextClue, ink_totals
from nonosat.formats.said.clue import Odd, SaidClue, Wrong
from nonosat.formats.said.facts import SIGN, facts_in
from nonosat.formats.said.grid import palette_of_tokens, read_picture
from nonosat.formats.said.puzzles import SaidPuzzle, puzzles_of
from nonosat.formats.said.reader import TextReader
from nonosat.model import BLACK_AND_WHITE, Block, Clue, Palette, Puzzle, Sheet
from nonosat.model.css_colors import color_name, free_name, parse_color
from nonosat.model.sheet import ROWS_FIRST

_CODE = words(
    ".py .js .mjs .cjs .ts .tsx .jsx .java .go .rs .kt .kts .c .h .cc .cpp .hpp .cs .rb .php .lua .pl .pm "
    ".lp .pro .prolog .hs .ml .scala .clj .lisp .el .scm .rkt .r .jl .m .swift .dart .ex .exs .erl .nim .zig .d .f90 "
    ".bas .pas .groovy .ipynb .sh .co .mod"
)
_DATA = words(
    ".txt .csv .tsv .json .jsonl .yaml .yml .toml .ini .cfg .conf .dat .md .xml .dzn .non .clues"
)
_STATEMENT = re.compile(
    r"(?m)^[ \t]*(?:import|from|def|class|function|const|let|var|public|private|static|package|use|fn|"
    r"return|#include|end)\b."
)
COLOR = re.compile(r"(?m)^[ \t]*([a-zA-Z])[ \t:=]+(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})[ \t]*$")
"""A line that declares the color of a letter."""
ROLE = re.compile(r"(?im)^[^\w\n]*(?:rows?|col(?:umn)?s?)\b")
"""A line that begins with a side."""
_NUMBERS = re.compile(r"(?:\d|[lIO]\b)(?:[\d.,; \t]|[a-zA-Z](?![a-zA-Z]))*|-")
_BETWEEN = re.compile(r"\n(?:(?:[ \t]*|[-=+#*/]{2,})\n)+")
QUOTED = (".yml", ".yaml", ".toml", ".ini")
"""Suffixes of files whose texts may be in quotation marks."""
MAX_SAID = 4_000_000
"""Characters of the longest text that is read so."""
ALONE = "no line has two blocks: the sums of another kind of puzzle look the same"
NAMES = ("headings", "lists", "prolog", "numbers")
"""The formats that are read here."""


def suffix_of(record: Record) -> str:
    """The suffix of a record's file, in lower case."""
    return os.path.splitext(record.source)[1].lower()


def is_code(record: Record) -> bool:
    """True if a text is a program."""
    suffix = suffix_of(record)
    return suffix in _CODE or (suffix not in _DATA and bool(_STATEMENT.search(record.text)))


def _are_groups(text: str) -> bool:
    """True for groups of lines of numbers that may be clues, even with a mistake; tables and logs are numbers, too."""
    groups = [one.split("\n") for one in _BETWEEN.split(text.strip())]
    numbers = [
        [re.findall(r"\d+", line) for line in group if _NUMBERS.fullmatch(line.strip())]
        for group in groups
    ]
    lines = [line for group in numbers for line in group]
    highest = 2 * len(lines)
    return (
        len(groups) > 1
        and all(5 * len(one) >= 4 * len(two) for one, two in zip(numbers, groups, strict=True))
        and (len({*map(len, lines)}) > 1 or len(lines) < 5)
        and all(len(one) < 6 and int(one) <= highest for line in lines for one in line)
    )


@lru_cache(1)  # detection looks at a text that is read right after
def _said_in(text: str, line: int, code: bool) -> list[SaidPuzzle] | Odd | Wrong:
    try:
        if SIGN.search(text):
            return facts_in(text, line)
        reader = TextReader(text, line, code)
        reader.read()
        return puzzles_of(reader)
    except Wrong as err:
        return Odd(err.what, err.line, is_named=True) if code else err
    except Odd as err:
        return Odd(err.what, err.line, bool(ROLE.search(text)) or _are_groups(text))


def puzzles_said(record: Record) -> list[SaidPuzzle] | Odd | Wrong:
    """The puzzles that a text says to the letter, or why it does not."""
    if len(record.text) > MAX_SAID:
        return Odd("a long text", record.line)
    return _said_in(COLOR.sub("", record.text), record.line, is_code(record))


def nearest_format(record: Record, has_sides: bool) -> str:
    """The format that a text comes nearest to; `has_sides`: both sides have names."""
    if re.search(r"(?m)^[a-z]\w*[ \t]*\(", record.text) and re.search(
        r"(?m)\]\s*\)\s*\.[ \t]*$", record.text
    ):
        return "prolog"
    if is_code(record) or re.search(r"(?:=|:|\A)\s*[\[({]{1,2}\s*[\[({\d]", record.text):
        return "lists"
    return "headings" if has_sides else "numbers"


def read_said(record: Record) -> list[Sheet] | Odd:
    """Read every puzzle that a text says to the letter, or return why it does not.

    Raises:
        ParseError: it contradicts itself.
    """
    said = puzzles_said(record)
    if isinstance(said, Wrong):
        _refuse(record, said)
    return said if isinstance(said, Odd) else _sheets(record, said)


def _refuse(record: Record, wrong: Wrong) -> NoReturn:
    error = ParseError(wrong.what, record.source, wrong.line, advice=wrong.advice)
    if wrong.size is None or wrong.sides is None:
        raise error
    rows, cols = (
        [
            ClueLine(Clue(_block(block, {"": 1}) for block in one.blocks), one.line)
            for one in side
            if all(type(block) is int for block in one.blocks)
        ]
        for side in wrong.sides
    )
    raise_with_clues(error, rows, cols, BLACK_AND_WHITE, wrong.size)


def _sheets(record: Record, puzzles: Sequence[SaidPuzzle]) -> list[Sheet]:
    """The sheets of puzzles; SomeUnread if some have a mistake."""
    colors = {match[1]: parse_color(match[2]) for match in COLOR.finditer(record.text)}
    found: list[Sheet | ParseError] = []
    for one in puzzles:
        try:
            found.append(_sheet(record.at(one.line), one, colors))
        except ParseError as err:
            found.append(err)
    return some_read(found)


def _sheet(record: Record, said: SaidPuzzle, colors: dict[str, str]) -> Sheet:
    title = one_line(said.title)
    if suffix_of(record) in QUOTED:
        title = title.strip("\"'")
    grid, palette = None, BLACK_AND_WHITE
    if said.cells:
        with record.errors_at():
            grid, palette = read_picture(said.cells)
    if grid is not None and not said.rows:
        return record.picture(grid, palette, title=title)
    sides = said.rows, said.cols
    is_named, guesses = said.is_named, list[str]()
    sheet = _of_sides(record, *sides)
    if grid is not None and not sheet.puzzle.accepts(grid):
        turned = None if is_named else _of_sides(record, *sides[::-1])
        if turned is None or not turned.puzzle.accepts(grid):
            guesses.append(Doubt("the picture beside the clues does not have these clues"))
            grid = None
        else:
            sheet = turned
    if not is_named and grid is None and sheet.puzzle.rows != sheet.puzzle.cols:
        guesses.append(ROWS_FIRST)
    if said.is_alone or (
        not is_named and all(len(one.blocks) < 2 for side in sides for one in side)
    ):
        guesses.append(ALONE)
    sheet = colored(sheet, colors) if colors else sheet
    goals = () if grid is None else (grid,)
    author = one_line(said.author)
    return replace(sheet, goals=goals, title=title, author=author, guesses=tuple(guesses))


def _of_sides(record: Record, rows: Sequence[SaidClue], cols: Sequence[SaidClue]) -> Sheet:
    clues = ([one.blocks for one in rows], [one.blocks for one in cols])
    lines = ([one.line for one in rows], [one.line for one in cols])
    return Sheet(puzzle_of_sides(record, *clues, lines))


def puzzle_of_sides(
    record: Record,
    rows: Sequence[TextClue],
    cols: Sequence[TextClue],
    lines: tuple[Sequence[int], Sequence[int]] = ((), ()),
) -> Puzzle:
    """The puzzle of two sides; errors name the line of the clue, if `lines` has those of both sides."""
    blocks = [block for side in (rows, cols) for clue in side for block in clue]
    if all(type(block) is int for block in blocks) and len(blocks) > 0:
        try:
            return Puzzle.of_lengths(rows, cols)  # type: ignore[arg-type]  # all are int
        except PuzzleError:
            pass  # again, for the line of the clue
    clues = [*zip(rows, lines[0], strict=False), *zip(cols, lines[1], strict=False)]
    inked = (line for clue, line in clues if any(getattr(block, "ink", "") for block in clue))
    with record.errors_at(next(inked, None)):
        palette, inks = _palette(blocks, (rows, cols))
    row_clues, col_clues = (
        [
            ClueLine(Clue(_block(block, inks) for block in clue), line)
            for clue, line in zip(side, where or [record.line] * len(side), strict=True)
        ]
        for side, where in zip((rows, cols), lines, strict=True)
    )
    record.check_size(len(rows), len(cols))
    return record.puzzle(row_clues, col_clues, palette)


def _palette(
    blocks: Sequence[TextBlock], sides: Sequence[Sequence[TextClue]]
) -> tuple[Palette, dict[str, int]]:
    names = sorted({block.ink for block in blocks if isinstance(block, Inked)} - {""})
    if not names:
        return BLACK_AND_WHITE, {"": 1}
    bare = [b for b in blocks if not isinstance(b, Inked) or not b.ink]
    if bare:
        inked = [b for b in blocks if isinstance(b, Inked) and b.ink]
        odd, other = (_shown(two[0]) for two in (inked, bare))
        if len(inked) < len(bare):
            what = f"{odd!r} has a letter for its color, {other!r} has none"
            one, two = (sum(ink_totals(side).values()) for side in sides)
            lengths = f"{odd[:-1]} 1" if abs(one - two) == 1 else f"{odd[:-1]}1"
            if odd[-1] == "l" and abs(one - two) in (1, 9 * (inked[0].length or 0) + 1):
                what += f" ({lengths}? then the sides have the same sum)"
            raise PuzzleError(what)
        raise PuzzleError(f"block {other!r} does not say its color")
    return palette_of_tokens(names)


def _shown(block: TextBlock) -> str:
    if isinstance(block, Inked):
        return f"{'?' if block.length is None else block.length}{block.ink}"
    return str(block)


def _block(block: TextBlock, inks: dict[str, int]) -> Block:
    if isinstance(block, Inked):
        return Block(block.length, inks[block.ink])
    return Block(block, inks[""])


def colored(sheet: Sheet, colors: dict[str, str]) -> Sheet:
    """The sheet in the colors that the text declares."""
    taken: set[str] = set()
    looks = []
    for name, rgb, char in sheet.puzzle.palette.colors:
        rgb = colors.get(char, rgb)
        look = color_name(rgb) or (char if char in colors else name)
        looks.append((free_name(taken, look), rgb, char))
    puzzle = Puzzle(sheet.puzzle.rows, sheet.puzzle.cols, Palette.of(looks))
    return replace(sheet, puzzle=puzzle)

"""Texts that say their clues to the letter: sheets of the puzzles of `people`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import ClueLine, Doubt, Record, one_line, raise_with_clues, words
from nonosat.formats.lines import Inked, TextBlock, TextClue
from nonosat.formats.said import people
from nonosat.formats.said.grid import palette_of_tokens, read_picture
from nonosat.model import BLACK_AND_WHITE, Block, Clue, Grid, Palette, Puzzle, Sheet
from nonosat.model.css_colors import color_name, free_name, parse_color
from nonosat.model.sheet import ROWS_FIRST

_CODE = words(
    ".py .js .mjs .cjs .ts .tsx .jsx .java .go .rs .kt .kts .c .h .cc .cpp .hpp .cs .rb .php .lua .pl .pm "
    ".lp .hs .ml .scala .clj .lisp .el .scm .rkt .r .jl .m .swift .dart .ex .exs .erl .nim .zig .d .f90 "
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


@lru_cache(1)  # detection looks at a text that is read right after
def _said_in(text: str, line: int, code: bool) -> list[people.Told] | people.Odd | people.Wrong:
    try:
        return people.told(text, line, code)
    except (people.Odd, people.Wrong) as err:
        return err


def puzzles_said(record: Record) -> list[people.Told] | people.Odd | people.Wrong:
    """The puzzles that a text says to the letter, or why it does not."""
    if len(record.text) > MAX_SAID:
        return people.Odd("a long text", record.line)
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


def read_said(record: Record) -> list[Sheet] | people.Odd:
    """Read every puzzle that a text says to the letter, or return why it does not.

    Raises:
        ParseError: it contradicts itself.
    """
    said = puzzles_said(record)
    if isinstance(said, people.Wrong):
        _refuse(record, said)
    return said if isinstance(said, people.Odd) else _sheets(record, said)


def _refuse(record: Record, wrong: people.Wrong) -> NoReturn:
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


def _sheets(record: Record, puzzles: Sequence[people.Told]) -> list[Sheet]:
    colors = {match[1]: parse_color(match[2]) for match in COLOR.finditer(record.text)}
    made = []
    for one in puzzles:
        at = record.at(one.line)
        if one.cells and not one.rows:
            grid, palette = read_picture(one.cells)
            made.append(at.picture(grid, palette, title=one_line(one.title)))
            continue
        rows, cols = ([item.blocks for item in side] for side in (one.rows, one.cols))
        lines = [item.line for item in one.rows], [item.line for item in one.cols]
        notes: list[str] = [] if one.is_named or rows == cols else [ROWS_FIRST]
        if one.is_alone or (not one.is_named and all(len(clue) < 2 for clue in (*rows, *cols))):
            notes.append(ALONE)
        sheet = Sheet(puzzle_of_sides(at, rows, cols, lines))
        sheet = colored(sheet, colors) if colors else sheet
        goals: tuple[Grid, ...] = ()
        if one.cells:
            grid = read_picture(one.cells)[0]
            if sheet.puzzle.accepts(grid):
                goals = (grid,)
            else:
                notes.append(Doubt("the picture beside the clues does not have these clues"))
        title = one_line(one.title)
        if suffix_of(record) in QUOTED:
            title = title.strip("\"'")
        made.append(replace(sheet, goals=goals, title=title, guesses=tuple(notes)))
    return made


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
    with record.errors_at():
        palette, inks = _palette(blocks)
    row_clues, col_clues = (
        [
            ClueLine(Clue(_block(block, inks) for block in clue), line)
            for clue, line in zip(side, where or [record.line] * len(side), strict=True)
        ]
        for side, where in zip((rows, cols), lines, strict=True)
    )
    record.check_size(len(rows), len(cols))
    return record.puzzle(row_clues, col_clues, palette)


def _palette(blocks: Sequence[TextBlock]) -> tuple[Palette, dict[str, int]]:
    names = sorted({block.ink for block in blocks if isinstance(block, Inked)} - {""})
    if not names:
        return BLACK_AND_WHITE, {"": 1}
    bare = [b for b in blocks if not isinstance(b, Inked) or not b.ink]
    if bare:
        inked = [b for b in blocks if isinstance(b, Inked) and b.ink]
        odd, other = (_shown(two[0]) for two in (inked, bare))
        if len(inked) < len(bare):
            raise PuzzleError(f"{odd!r} has a letter for its color, {other!r} has none")
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

"""Clues as lines of numbers, for formats that consist mostly of them."""

import re
from collections.abc import Iterable, Sequence

from nonosat.errors import ParseError
from nonosat.formats.base import ClueLine, Record, TextLine, off_by_one_line, raise_with_clues
from nonosat.model import BLACK_AND_WHITE, MAX_SIDE, UNKNOWN, Block, Clue, Palette, Puzzle, Sheet

MAX_CLUE = 8 * MAX_SIDE
"""Maximum characters of a clue."""
BLANKS = " \t"
BLANKS_AND_COMMAS = " \t,"
"""Characters that may come between the blocks of a clue."""
_USUAL = {str(length): Block(length) for length in range(1, 200)}
"""Block lengths that make up nearly all clues, as they are written."""
USUAL_LENGTH = 64
"""Clues with fewer characters than this are kept."""
_SEEN: dict[str, Clue] = {}
"""Usual clues by their text. Most clues of a collection occur in several of its puzzles."""
MAX_SEEN = 20_000
_BLOCK = re.compile(r"([0-9]++|\?)([^0-9\s,?]*+)")
_BLOCKS = re.compile(r"(?:(?:[0-9]++|\?)[^0-9\s,?]?)+")
_BARE = re.compile(r"[0-9?]\Z")
_DIGITS = str.maketrans("lI|oO", "11100")
"""Signs that look like digits."""


def _usual_clue(text: str) -> Clue | None:
    """Return a clue of short numbers with blanks between. For any other text, return None."""
    clue = _SEEN.get(text)
    if clue is None and len(text) < USUAL_LENGTH:
        words = text.split()
        try:
            clue = Clue(map(_USUAL.__getitem__, words))
        except KeyError:
            if words != ["0"]:
                return None
            clue = Clue()
        if len(_SEEN) == MAX_SEEN:
            _SEEN.clear()
        _SEEN[text] = clue
    return clue


def parse_clue(
    text: str,
    record: Record,
    line: int,
    *,
    separators: str = BLANKS_AND_COMMAS,
    inks: dict[str, int] | None = None,
    blots: bool = False,
) -> Clue:
    """Read one clue: numbers with separators between them, each followed by its ink's letter.

    Args:
        separators: characters allowed between blocks.
        inks: letter -> color, with "" for a bare number; None means that letters are not allowed.
        blots: accept ``?`` for an unknown number.

    Returns:
        The clue; an empty text and a lone ``0`` give the empty clue.
    """
    if len(text) > MAX_CLUE:
        record.fail(f"a clue of {len(text)} characters is longer than any line", line)
    table = {"": 1} if inks is None else inks
    text = text.strip(separators)
    if text == "0":
        return Clue()  # needs no color, even if blocks do
    blocks: list[Block] = []
    for word in re.split(f"[{re.escape(separators)}]+", text):
        at = 0
        while at < len(word):
            match = _BLOCK.match(word, at)
            if match is None or (match[1] == UNKNOWN and not blots):
                record.fail(_not_a_length(word), line)
            digits, suffix = match.groups()
            if suffix and inks is None:
                record.fail(_not_a_length(word), line)
            if suffix not in table:
                record.fail(
                    f"unknown color {suffix!r} in {word[:20]!r}"
                    if suffix
                    else f"block {word[:20]!r} does not say its color",
                    line,
                )
            length = None
            if digits != UNKNOWN:
                length = record.number(digits, line, "block length")
            blocks.append(Block(length, table[suffix]))
            at = match.end()
    if len(blocks) == 1 and blocks[0].length == 0:
        return Clue()
    if any(block.length == 0 for block in blocks):
        record.fail("a 0 stands for an empty line and cannot be among other blocks", line)
    return Clue(blocks)


def _not_a_length(word: str) -> str:
    """Return the message about a wrong word in a clue, with the number probably meant."""
    meant = word.translate(_DIGITS)
    if meant != word and re.fullmatch("[0-9]{1,6}", meant):
        return f"{word!r} is not a number ({meant}?)"
    return f"{word[:20]!r} is not a block length"


def check_letters(clues: Iterable[Record]) -> None:
    """Refuse words that are not blocks, and letters that only a few blocks have.

    Without this check, a stray letter would count as an ink, and the error would name the first
    block without a letter.

    Args:
        clues: the text of each clue, with its source and line; line 0 if the source is enough.
    """
    bare: list[tuple[str, Record]] = []
    lettered: list[tuple[str, Record]] = []
    for clue in clues:
        text = clue.text.strip(BLANKS_AND_COMMAS)
        for word in re.split(f"[{BLANKS_AND_COMMAS}]+", text) if text not in ("", "0") else ():
            if not _BLOCKS.fullmatch(word):
                clue.fail(_not_a_length(word))
            (bare if _BARE.search(word) else lettered).append((word[:20], clue))
    if len(bare) > len(lettered) > 0:
        (word, clue), (other, place) = lettered[0], bare[0]
        where = f"line {place.line}" if place.line else place.source
        clue.fail(f"{word!r} has a letter for its color, {other!r} in {where} has none")


def read_clues(
    lines: Iterable[TextLine],
    record: Record,
    separators: str = BLANKS_AND_COMMAS,
    inks: dict[str, int] | None = None,
    blots: bool = False,
) -> list[ClueLine]:
    """Read one clue per line, as `parse_clue` does."""
    plain = (inks is None or inks.get("") == 1) and " " in separators
    commas = "," in separators
    clues: list[ClueLine] = []
    for text, at in lines:
        clue = None
        if plain:
            clue = _usual_clue(text.replace(",", " ") if commas else text)
        if clue is None:
            clue = parse_clue(text, record, at, separators=separators, inks=inks, blots=blots)
        clues.append(ClueLine(clue, at))
    return clues


def filled(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines that are not blank."""
    return [line for line in lines if line[0] and not line[0].isspace()]


def sized_puzzle(
    record: Record,
    parts: Sequence[Sequence[TextLine]],
    size: tuple[int, int],
    palette: Palette,
    inks: dict[str, int] | None = None,
    blots: bool = False,
) -> tuple[Puzzle, tuple[str, ...]]:
    """Make a puzzle of a stated height and width from the lines of rows and of columns.

    A size that contradicts both sides crosswise yields to them; the second value says so.

    Raises:
        ParseError: a clue is wrong, or there are too few or too many; with the clues if it is a slip.
    """
    lists, wrong = [], None
    for lines, count, axis in zip(parts, size, ("row", "column"), strict=True):
        found: Sequence[TextLine] = filled(lines)
        if len(found) < count <= len(lines) and not filled(lines[count:]):
            found = lines[:count]  # some programs write blank lines for empty clues
        if len(found) != count and wrong is None:
            what = f"{len(found)} {axis} clues, expected {count} (write 0 for an empty line)"
            wrong = ParseError(what, record.source, lines[0].number if lines else record.line)
        lists.append(found)
    made = len(lists[0]), len(lists[1])
    is_crossed = wrong is not None and made == size[::-1]
    if wrong and not off_by_one_line(made, size):
        raise wrong
    rows, cols = (read_clues(lines, record, inks=inks, blots=blots) for lines in lists)
    if wrong and not is_crossed:
        raise_with_clues(wrong, rows, cols, palette, size)
    puzzle = record.puzzle(rows, cols, palette)
    if not is_crossed:
        return puzzle, ()
    said = f"the size says {size[1]}x{size[0]}, the clues make {made[1]}x{made[0]}"
    return puzzle, (f"{said}: the clues count",)


def sheet_of_parts(
    record: Record,
    rows: Sequence[TextLine],
    cols: Sequence[TextLine],
    palette: Palette = BLACK_AND_WHITE,
    inks: dict[str, int] | None = None,
    separators: str = BLANKS_AND_COMMAS,
    blots: bool = False,
) -> Sheet:
    """Make a sheet of clue lines without a stated size; the number of lines is the size."""
    at = min([record.line] if not rows or not cols else [rows[0].number, cols[0].number])
    record.check_size(len(rows), len(cols), at)
    clues = [read_clues(part, record, separators, inks, blots) for part in (rows, cols)]
    return Sheet(record.at(at).puzzle(clues[0], clues[1], palette))


def split_clue(text: str, record: Record, line: int, separator: str) -> Clue:
    """Read a clue whose blocks have exactly one separator between them."""
    if " " not in text and "\t" not in text:
        usual = _usual_clue(text.replace(separator, " "))
        if usual is not None and len(usual) == text.count(separator) + 1:
            return usual
    words = [word.strip(BLANKS) for word in text.split(separator)]
    if len(words) > 1 and "" in words:
        record.fail(f"a stray {separator!r} in {text.strip()[:20]!r}", line)
    return parse_clue(separator.join(words), record, line, separators=separator)


def write_clue(
    clue: Clue, separator: str = " ", empty: str = "0", letters: Sequence[str] = ()
) -> str:
    """Return the text of a clue, with a letter for each color if the format has colors."""
    if not letters:
        return separator.join(block.number for block in clue) or empty
    return separator.join(f"{block.number}{letters[block.color]}" for block in clue) or empty

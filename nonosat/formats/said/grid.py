"""A finished picture in characters, one per cell; its clues are derived.

::

    ##.#.        .kk..
    .###.        kkrr.
    .....        ..r..
    ..##.        rr.kk

Read by eye, by Simpson's tools (``#`` and ``-``, solutions separated by blank lines) and by
nonogrid (``1`` and ``0``). A filled cell is one of ``# X x * @ 1`` or a block character, an empty
one one of ``. - _ 0`` or a blank; any other letter is a color of its own. Single blanks, commas
or semicolons may come between all cells. A blank that could be either is an empty cell, unless the picture has another
character for empty cells.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from nonosat.advice import Advice
from nonosat.errors import PuzzleError
from nonosat.formats.base import Doubt, Format, Holds, Record, TextLine, ink_letters, one_line
from nonosat.formats.named.clue_lines import check_letters
from nonosat.formats.said.clue import Odd
from nonosat.formats.said.harmless import check_capital, check_harmless
from nonosat.model import (
    BLACK_AND_WHITE,
    INK_CHARS,
    INK_COLORS,
    MAX_INKS,
    Color,
    Grid,
    Palette,
    Sheet,
    cell_name,
    default_palette,
)
from nonosat.model.css_colors import color_char, free_name

FILLED = "#Xx*@1█■▓●"
EMPTY = ".-_0·□░ "
_EMOJI = str.maketrans({
    **dict.fromkeys("\u2b1b\u25fc\u25fe\u26ab", "#"),  # black squares and circles
    **dict.fromkeys("\u2b1c\u25fb\u25fd\u26aa", "."),  # white ones
    **dict(zip("\U0001f7e5\U0001f7e7\U0001f7e8\U0001f7e9\U0001f7e6\U0001f7ea\U0001f7eb", "roygbpn", strict=True)),
    **dict(zip("\U0001f534\U0001f7e0\U0001f7e1\U0001f7e2\U0001f535\U0001f7e3\U0001f7e4", "roygbpn", strict=True)),
    "\ufe0f": None,  # asks for a colored sign instead of a black one
})  # fmt: skip
"""Squares and circles as people send them in chats -> the same as signs and letters of inks."""
SEPARATORS = " ,;\t"
"""Characters that may come between all cells, as in a table of 0 and 1."""
_SYMBOLS = frozenset(c for c in FILLED if not c.isalpha())
LETTERS = INK_CHARS.translate({ord("x"): None, ord("X"): None})
"""Characters for inks: no x and no X, which stand for "filled" when alone."""
MAX_ROW = 100
"""The longest picture of one line that is read unless the format is named."""
MAX_LETTERS = 12
"""A text with more letters than this, whose reader was not named, is not a picture."""
_WORD = re.compile(r"[A-Z][a-z]{2,}|[a-z] .*[a-z][.:,][ ]?\Z")
MAX_STRAY = 2
"""A letter in at most this many cells may be a slip of the keyboard."""
_LETTER_SET = frozenset(LETTERS)
_OWN = {key: Color(*ink) for ink in INK_COLORS for key in (ink[0], ink[2])}
"""Our own inks by name and by letter."""
_OWN_LETTERS = [letter for _, _, letter in INK_COLORS]


def read(record: Record) -> list[Sheet]:
    """Read every picture; blank lines separate them."""
    if not record.text.isascii():
        record = record._replace(content=record.text.translate(_EMOJI))
    lines = record.lines()
    titles = _titles(lines, record.named)
    said = [*titles.values()]
    lines = [line if line.number not in titles else TextLine("", line.number) for line in lines]
    empty = _empty_char(record, lines)
    if not record.named and _is_prose(lines):
        record.fail("there is no picture in this text, but words", 0)
    sheets: list[Sheet] = []
    # One by one: the first that is none ends it, however many follow.
    for picture in _pictures(lines, empty):
        above = max((at for at in titles if at < picture[0].number), default=0)
        if above and len(picture) == 1 and picture[0].text.isalpha():
            record.fail(f"{picture[0].text[:20]!r} is a word", picture[0].number)
        sheets.append(_sheet(record, picture, empty, titles.pop(above, "")))
    if not sheets:
        record.fail("there is no picture in this text", 0)
    height, width = sheets[0].puzzle.height, sheets[0].puzzle.width
    if not record.named and len(sheets) == height == 1 and width > MAX_ROW:
        what = f"a picture of {width} cells in one line, so that its width is not known"
        record.fail(f"{what} (write a line for each row)", advice=Advice("one row"))
    signs = set("".join(line.text for line in lines))
    is_digits, is_drawn = not signs - set(" ,;\t01-"), signs <= {"#", "."}
    is_ones = signs <= set(" ,;\t1")
    if not record.named and (
        why := _doubt(sheets, said, is_digits, record.text.isascii(), is_drawn)
        or "lines of 1 may be clues" * is_ones
    ):
        sheets = [replace(one, guesses=(*one.guesses, Doubt(why))) for one in sheets]
    if not record.named and any(
        one.puzzle.height == 1 and (not all(one.puzzle.rows) or len(one.puzzle.palette.colors) > 2)
        for one in sheets
    ):
        record.fail("a picture of one line is not read: write clues under headings", 0)
    return sheets


def _doubt(
    sheets: Sequence[Sheet], titles: Sequence[str], is_digits: bool, is_ascii: bool, is_drawn: bool
) -> str:
    """Why pictures found by sight may be something else; "" if nothing says so."""
    try:
        for title in titles:
            check_harmless(title, 0)
            check_capital(title, 0)
    except Odd as odd:
        return odd.what
    if any(one.puzzle.width == 1 for one in sheets) and not is_drawn:
        return "a picture with one cell in a line may be clues"
    if len(sheets) > 1 and any(one.puzzle.height == 1 for one in sheets):
        return "an empty line parts pictures, and one has a single row"
    if 0 < sum(bool(one.title) for one in sheets) < len(sheets):
        return "some of the pictures have a title, and the others may be parts of them"
    if is_digits and (
        titles
        or len(sheets) == 2
        or any("different lengths" in guess for one in sheets for guess in one.guesses)
    ):
        return "lines of 0 and 1 may be clues"
    if not is_ascii and any(
        not char.isascii() and char.isalpha() for one in sheets for char in one.puzzle.palette.chars
    ):
        return "letters that may be words"
    return ""


def _is_prose(lines: Sequence[TextLine]) -> bool:
    """True for lines of letters that are mostly no picture: of different lengths, or in many letters."""
    texts = [line.text.strip() for line in lines if line.text.strip()]
    letters = set(filter(str.isalpha, "".join(texts))) - set(FILLED)
    return len(letters) > MAX_LETTERS or any(map(_WORD.search, texts))


def _titles(lines: Sequence[TextLine], named: bool) -> dict[int, str]:
    """The lines that are titles, by their number: words above a picture in signs."""
    titles = {}
    signs = _SYMBOLS.union(EMPTY, SEPARATORS, "xX")
    for before, line, after in zip((TextLine("", 0), *lines), lines, lines[1:], strict=False):
        text = re.sub(r"\A#+[ \t]+(?=\w)", "", line.text.strip())
        letters = set(filter(str.isalpha, text)).difference("xX")
        lengths = len(before.text.strip()), len(after.text.strip())
        is_word = _WORD.search(text) or (letters and len(text) not in lengths)
        if text[:2] == text[-2:] == "--" and is_word:
            titles[line.number] = one_line(text.strip("-"))
        elif text and not before.text.strip() and signs.issuperset(after.text):
            is_row = len(line.text) == len(after.text) and not (text.isalpha() and len(letters) > 2)
            if named:  # else words are more likely than cells
                is_row = len(line.text) == len(after.text) or not after.text
            if len(letters) > 1 and not is_row and not _SYMBOLS.intersection(text) - {"1"}:
                titles[line.number] = one_line(text)
    return titles


def write(sheets: Sequence[Sheet]) -> str:
    """Write the first goal of each: ``.`` blank, ``#`` a lone black ink, else letters."""
    pictures = []
    for sheet in sheets:
        palette = sheet.puzzle.palette
        # A lone ink that is not black keeps a letter, so that readers know its color.
        is_black = color_char(palette.colors[1].rgb) in (None, "k")
        inks = ["#"] if palette.is_black_and_white and is_black else _letters(palette)
        pictures.append("".join(f"{row}\n" for row in sheet.goals[0].drawn([".", *inks])))
    return "\n".join(pictures)


def _sheet(record: Record, picture: list[TextLine], empty: str, title: str) -> Sheet:
    is_ragged = empty == " " and len({len(line.text) for line in picture}) > 1
    if empty == " ":  # editors trim blanks at the end
        width = max(len(line.text) for line in picture)
        record.check_size(len(picture), width, picture[0].number)
        picture = [TextLine(line.text.ljust(width), line.number) for line in picture]
    first = picture[0]
    record.check_size(len(picture), len(first.text), first.number)
    for line in picture:
        if len(line.text) != len(first.text):
            record.fail(
                f"this row has {len(line.text)} cells, the first has {len(first.text)}",
                line.number,
            )
        _check_cells(record, line, empty)
    rows = [line.text for line in picture]
    with record.errors_at(first.number):
        grid, palette = read_picture(rows)
    guesses: tuple[str, ...] = stray_inks(rows)
    if is_ragged:
        note = "rows of different lengths are read as empty at their ends"
        guesses += (note if palette.is_black_and_white else Doubt(note),)
    return record.at(first.number).picture(grid, palette, guesses=guesses, title=title)


def stray_inks(rows: Sequence[Sequence[str]]) -> tuple[Doubt, ...]:
    """Doubt letters that are too rare among signs such as ``#`` and ``.`` to be surely meant as inks.

    >>> stray_inks(["#####", "##o##"])
    ("not sure: row 2, column 3: 'o' may be a slip or a mark, and no ink",)
    """
    counts = Counter(chain.from_iterable(rows))
    letters = counts.keys() - {*EMPTY, ""} - _SYMBOLS
    if counts.keys() & _SYMBOLS and letters and all(counts[char] <= MAX_STRAY for char in letters):
        for row, text in enumerate(rows):
            for col, char in enumerate(text):
                if char in letters:
                    what = f"{cell_name((row, col))}: {char!r} may be a slip or a mark, and no ink"
                    return (Doubt(what),)
    return ()


def read_picture(rows: Sequence[str]) -> tuple[Grid, Palette]:
    """Rows of equal length, in cells that passed the checks, as a grid with a palette."""
    used = set("".join(rows))
    inks = used - set(EMPTY)
    strange = sorted(c for c in inks if c not in FILLED and not c.isalpha())
    if strange:
        raise PuzzleError(f"{strange[0]!r} is not a cell of a picture")
    for what, chars in (("filled", inks & _SYMBOLS), ("empty", used & set(EMPTY))):
        if len(chars) > 1:
            one, other, *_ = sorted(chars)
            raise PuzzleError(f"both {one!r} and {other!r} stand for {what} cells")
    table = dict.fromkeys(EMPTY, 0)
    if not inks or (len(inks) == 1 and inks <= set(FILLED)):
        palette = BLACK_AND_WHITE
        table |= dict.fromkeys(inks, 1)
    else:
        palette, found = _palette_of_picture(frozenset(inks))
        table |= found
    codes = {ord(char): color for char, color in table.items()}
    return (
        Grid(len(rows), len(rows[0]), "".join(rows).translate(codes).encode("latin-1")),
        palette,
    )


@lru_cache(64)  # a file has many pictures in the same inks
def _palette_of_picture(inks: frozenset[str]) -> tuple[Palette, Mapping[str, int]]:
    """Return the palette and the inks of characters; those that are not written become letters first."""
    spare = iter([letter for letter in _OWN_LETTERS if letter not in inks])
    letters = {
        char: char if char in _LETTER_SET or len(inks) == 1 else next(spare, char)
        for char in sorted(inks, key=_rank)
    }
    palette, index = palette_of_tokens(sorted(letters.values(), key=_rank))
    return palette, {char: index[letter] for char, letter in letters.items()}


def palette_of_tokens(tokens: Iterable[str]) -> tuple[Palette, dict[str, int]]:
    """Inks for letters or names without a declaration, on white; and token -> color.

    Letters and names of `INK_COLORS` have that color; a filled-cell character is black;
    the rest takes the default inks that are left over.

    >>> palette, index = palette_of_tokens(["r", "q", "sky"])
    >>> [color[:2] for color in palette.colors[1:]]
    [('red', '#d00000'), ('black', '#000000'), ('sky', '#0050d0')]
    """
    order = list(dict.fromkeys(tokens))
    if len(order) > MAX_INKS:
        raise PuzzleError(f"{len(order)} inks are too many, at most {MAX_INKS} are supported")
    entries: dict[str, Color] = {}
    taken: set[str] = set()
    # Exact matches come first, so that k wins over K.
    for key_of in (str, lambda token: "black" if token in FILLED else token.casefold()):
        for token in order:
            ink = _OWN.get(key_of(token))
            if token not in entries and ink and ink.name not in taken:
                entries[token] = ink
                taken.add(ink.name)
    left = [t for t in order if t not in entries]
    taken |= {t.casefold() for t in left if len(t) > 1}
    rgbs = {ink.rgb for ink in entries.values()}
    spare = (color for color in default_palette(MAX_INKS).colors[1:] if color.rgb not in rgbs)
    for token, color in zip(left, spare, strict=False):
        name = token if len(token) > 1 else free_name(taken, color.name)
        entries[token] = color._replace(name=name)
    for token in _LETTER_SET.intersection(order):
        entries[token] = entries[token]._replace(char=token)
    palette = Palette.of([("white", "#ffffff", "."), *(entries[token] for token in order)])
    return palette, {token: index for index, token in enumerate(order, 1)}


def inks_of_letters(text: str) -> tuple[Palette, dict[str, int] | None]:
    """Return the inks of clues with letters for colors; None means black, without letters."""
    letters = sorted(set(filter(str.isalpha, text)))
    return palette_of_tokens(letters) if letters else (BLACK_AND_WHITE, None)


def inks_of_lines(
    lines: Sequence[TextLine], record: Record
) -> tuple[Palette, dict[str, int] | None]:
    """Return the inks of lines of clues, as `inks_of_letters` does; refuse letters on only a few blocks."""
    with record.errors_at(lines[0].number):
        palette, inks = inks_of_letters("\n".join(line.text for line in lines))
    if inks is not None:
        check_letters(Record(line.text, record.source, line.number) for line in lines)
    return palette, inks


def suffixes(palette: Palette) -> list[str]:
    """Return the letter for lengths of each color, from `LETTERS`; "" for black on white."""
    return ["", ""] if palette.is_black_and_white else ["", *ink_letters(palette, LETTERS)]


def _letters(palette: Palette) -> list[str]:
    """Return a letter for each ink: its own, or else the usual letter of its color."""
    colors = list(palette.colors)
    used = {color.char for color in colors}
    for index in palette.inks:
        letter = color_char(colors[index].rgb)
        if colors[index].char not in LETTERS and letter and letter not in used:
            colors[index] = colors[index]._replace(char=letter)
            used.add(letter)
    return ink_letters(Palette(tuple(colors)), LETTERS)


def _rank(char: str) -> tuple[int, str]:
    """Well-known inks in their order, then by letter: a written palette keeps its numbers."""
    if char in _SYMBOLS:
        return 0, char
    return _OWN_LETTERS.index(char) if char in _OWN_LETTERS else len(_OWN_LETTERS), char


def _empty_char(record: Record, lines: Sequence[TextLine]) -> str:
    """The character for an empty cell in this file; the blank unless there is another."""
    seen: dict[str, int] = {}
    for line in lines:
        for char in EMPTY[:-1]:
            if char in line.text:
                seen.setdefault(char, line.number)
    if len(seen) > 1:
        one, other, *_ = seen
        record.fail(f"both {one!r} and {other!r} stand for empty cells", seen[other])
    return next(iter(seen), " ")


def _pictures(lines: Iterable[TextLine], empty: str) -> Iterator[list[TextLine]]:
    """Cut at blank lines; drop blanks between cells and, where they mean nothing, around them.

    Where a blank is an empty cell, a line of blanks is a row and only an empty line separates.
    """
    picture: list[TextLine] = []
    for line in chain(lines, [TextLine("", 0)]):
        text = line.text if empty == " " else line.text.strip(" ")
        if text:
            picture.append(TextLine(text, line.number))
        elif picture:
            yield picture if empty == " " else _close_up(picture)
            picture = []


def _close_up(picture: list[TextLine]) -> list[TextLine]:
    """Drop separators between cells: the same sign in all odd places of all rows."""
    between = next((text[1] for text, _ in picture if len(text) > 1), "")
    if between not in SEPARATORS or not all(
        {*text[1::2]} <= {between} and between not in text[::2] for text, _ in picture
    ):
        return picture
    return [TextLine(text[::2], at) for text, at in picture]


def _check_cells(record: Record, line: TextLine, empty: str) -> None:
    for char in dict.fromkeys(line.text):
        if char == "?":
            what = "'?' is an unknown cell, and a finished picture has none"
            record.fail(what, line.number, advice=Advice("known cells"))
        if char == " " and empty != " ":
            record.fail(
                f"a blank in a row where {empty!r} stands for an empty cell (single blanks may "
                "come between all cells)",
                line.number,
            )
        if char not in EMPTY and char not in FILLED and not char.isalpha():
            record.fail(f"{char!r} is not a cell of a picture", line.number)
        if empty == "0" and char in _SYMBOLS - {"1"}:
            record.fail(f"'0' for an empty cell goes with '1', not with {char!r}", line.number)


GRID = Format(Holds.GOAL | Holds.COLORS | Holds.OBLONG | Holds.SEVERAL, read, write)

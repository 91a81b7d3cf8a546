"""Pictures in the text of an answer, such as one by a language model, and how right they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from typing import NamedTuple, cast

from nonosat.model.colors import Palette
from nonosat.model.domains import Domains
from nonosat.model.grid import Grid, cell_name
from nonosat.model.line import Clue, Line

MAX_TEXT = 200_000
"""Characters at the end of a text that are searched, beside eight for each cell."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer that `Puzzle.read_answer` found in a text."""

    grid: Grid | None
    """The last picture of the puzzle's size; None if there is none."""
    unreadable: str = ""
    """Why there is no picture; "" if there is one."""
    remark: str = ""
    """Assumptions of the reader, such as missing cells; "" without any."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of judging an answer; see `Puzzle.score`."""

    solved: bool
    """True if the picture satisfies all clues and has the given cells; it may be one of several."""
    lines: int
    """The rows and columns of the puzzle."""
    lines_right: int = 0
    """Those that satisfy their clues."""
    cells_wrong: int | None = None
    """Cells that differ from the solution; None where it is not known, or without a picture."""
    unreadable: str = ""
    """Why there is no picture of the puzzle's size; "" if there is one."""


_INKS = (("#", ".-_·"), ("1", "0"), ("Xx", ".-_·"), ("■█▓▪●⬛", "□░▫○⬜.-_·"))
"""Drawing styles of black-and-white pictures: signs for ink, and for blanks. A picture has one sign for
blanks, and no ink of another entry: beside ``#``, an ``X`` usually marks a blank."""
_LABEL = re.compile(r"\s*(?:[^:\uff1a]{0,80}[:\uff1a]|[0-9]+\s*(?:[.)](?=\s)|\|)|[|>])\s?")
_CLUE = re.compile(r"\s*(?:[0-9]+[ ,]+)*[0-9]+(?:\s*[|:]|\s)\s?")
_COMMENT = re.compile(r"\s(?:\(|//|<-|←|✓|→).*")
_LISTS = re.compile(r"\[[^\[\]]*\](?:\s*(?:,\s*)?\[[^\[\]]*\])*")
_SLASH = re.compile(r"(?<=[^\s/])[ \t]*/[ \t]*(?=[^\s/])")
_BETWEEN = re.compile(r"[\s,;|\"'`\[\](){}]+")
Signs = Mapping[str, int]
"""The color of each sign and each word for a cell."""
Reader = Callable[[str], bytes | None]


class _Found(NamedTuple):
    """A picture in a text. The largest one counts."""

    minus_missing: int
    """Minus the number of missing cells."""
    line: int
    """Where it ends."""
    in_rows: bool
    cells: bytes
    short: int = 0
    """Rows with missing cells."""


def find_grid(text: str, height: int, width: int, palette: Palette) -> tuple[Grid | None, str, str]:
    """Find the last picture of a size in any text.

    Returns:
        The picture, or None; why there is none; and what was assumed. See `Answer`.
    """
    text = text[-MAX_TEXT - 8 * height * width :]
    for old, new in (("\\n", "\n"), ("*", ""), ("\ufe0f", ""), ("\xa0", " ")):
        text = text.replace(old, new)
    text = _SLASH.sub("\n", text)
    found = list[_Found]()
    for signs in _alphabets(text, palette):
        lines = _LISTS.sub(partial(_as_lines, signs), text).expandtabs(1).splitlines()
        full = [line for line in lines if line.strip()]  # if an empty line is behind each row
        for reader in (_cells, _with_blanks):
            read = lru_cache(maxsize=None)(partial(reader, signs))
            found += _pictures(lines, height, width, read) or _pictures(full, height, width, read)
    if not found:
        return None, f"the text has no picture of {width}x{height} cells", ""
    best = max(found, key=lambda item: item[:3])
    remarks = list[str]()
    if best.short:
        rows = "row is" if best.short == 1 else "rows are"
        remarks.append(f"{best.short} {rows} short: missing cells at the end are blank")
    if len({item.cells for item in found if item[0] == best[0]}) > 1:
        remarks.append("of several pictures the last one counts")
    return Grid(height, width, best.cells, palette), "", "; ".join(remarks)


def _alphabets(text: str, palette: Palette) -> Iterator[Signs]:
    names = {color.name.casefold(): number for number, color in enumerate(palette.colors)}
    if palette.is_black_and_white:
        names |= {"true": 1, "false": 0}
        for inks, blanks in _INKS:
            for blank in blanks:
                if blank == blanks[0] or (blank in text and any(ink in text for ink in inks)):
                    yield names | {blank: 0} | dict.fromkeys(inks, 1)
        return
    chars = {char: number for number, char in enumerate(palette.chars)}
    other_case = {char.swapcase(): number for char, number in chars.items()}
    for blank in ".-_·":
        yield names | {blank: 0} | other_case | chars
    yield {str(number): number for number in range(len(chars))}


def _as_lines(signs: Signs, lists: re.Match[str]) -> str:
    """Write lists of cells, or of rows, as lines."""
    if "," not in lists[0]:
        return lists[0]
    rows = list[str]()
    for inner in re.findall(r"\[([^\[\]]*)\]", lists[0]):
        items = [item.strip().strip("\"'") for item in inner.split(",")]
        rows += items if _colors(signs, items) is None else [" ".join(items)]
    return "\n\n" + "\n".join(rows) + "\n\n"


def _pictures(lines: list[str], height: int, width: int, read: Reader) -> list[_Found]:
    """Return the pictures that have a line for each row, or are a single line or word."""
    area, rows, found = height * width, list[bytes](), list[_Found]()
    for number, line in enumerate([*lines, "end"]):
        texts = [line, *(word for word in line.split() if len(word) == area)]
        texts += [word[:-1] for word in line.split() if len(word) == area + 1 and word[-1] == "."]
        if comment := _COMMENT.search(line):
            texts.append(line := line[: comment.start()])
        texts += [line[match.end() :] for item in (_LABEL, _CLUE) if (match := item.match(line))]
        cells = [row for item in texts if (row := read(item)) is not None]
        if height > 1:
            found += [_Found(0, number, False, row) for row in cells if len(row) == area]
        cells = [
            row[::2] if len(row) == 2 * width and row[::2] == row[1::2] else row for row in cells
        ]
        cells = sorted([row for row in cells if len(row) <= width], key=len)
        if cells:
            rows.append(cells[-1])
            continue
        for some, end in _blocks(rows, number, height):
            missing = [width - len(row) for row in some]
            if 0 in missing or (read("") is not None and any(map(any, some))):
                picture = b"".join(row.ljust(width, b"\0") for row in some)
                short = height - missing.count(0)
                found.append(_Found(-sum(missing), end, True, picture, short))
        rows = []
    return found


def _blocks(rows: list[bytes], end: int, height: int) -> Iterator[tuple[list[bytes], int]]:
    """Yield the rows of each picture, and where it ends. Empty rows at the edges may not count."""
    at = end - len(rows)
    full = [number for number, row in enumerate(rows) if row]
    if full and full[-1] - full[0] == height - 1:
        rows, at = rows[full[0] : full[-1] + 1], at + full[0]
    if len(rows) == height:
        yield rows, at + height - 1
        return
    for is_full, group in groupby(rows, bool):
        run = [*group]
        if is_full and len(run) % height == 0:
            for top in range(0, len(run), height):
                yield run[top : top + height], at + top + height - 1
        at += len(run)


def _colors(signs: Signs, cells: Iterable[str]) -> bytes | None:
    """Return the colors of signs or words; None if one is not a cell."""
    found = [signs.get(cell, signs.get(cell.casefold())) for cell in cells]
    return None if None in found else bytes(cast("list[int]", found))


def _cells(signs: Signs, line: str) -> bytes | None:
    """Read a line of cells with something between them, or with nothing."""
    words = [word for word in _BETWEEN.split(line) if word]
    found = _colors(signs, words)
    return (_colors(signs, words[0]) if found is None and len(words) == 1 else found) or None


def _with_blanks(signs: Signs, line: str) -> bytes | None:
    """Read a line whose blank cells are blanks; an empty line is an empty row."""
    if line.strip() and not (line := line.strip("\"',`")):
        return None  # a fence
    inks = {sign for sign, color in signs.items() if color and len(sign) == 1} - {"1"}
    return bytes(signs.get(sign, 0) for sign in line) if inks >= {*line} - {" "} else None


def ask(
    rows: Sequence[Clue], cols: Sequence[Clue], palette: Palette, givens: Domains | None
) -> str:
    """Return the task as text; see `Puzzle.prompt`."""
    colors = ", ".join(f"{color.char} for {color.name}" for color in palette.colors)
    ink, same, more = "colored", " of the same color", "The letter behind a number is its color. "
    if palette.is_black_and_white:
        colors, ink, same, more = "# for a filled cell, . for a blank cell", "filled", "", ""
    if not all(clue.is_complete for clue in (*rows, *cols)):
        more += "? means a run of any length from 1. "
    parts = [
        f"Solve this nonogram of {len(rows)} rows and {len(cols)} columns.\n\nEach number is the length "
        f"of a run of {ink} cells. The runs of a line have the order of its numbers. Between two runs"
        f"{same} there is at least one blank cell. 0 means an empty line. {more}".rstrip()
    ]
    for axis, order, clues in (("row", "top to bottom", rows), ("column", "left to right", cols)):
        lines = [f"{Line(axis, at)}: {clue.text(palette)}" for at, clue in enumerate(clues)]
        parts.append("\n".join([f"{axis.capitalize()}s, {order}:", *lines]))
    known = enumerate(givens.words(palette) if givens else [])
    cells = [(row, col, word) for row, words in known for col, word in enumerate(words)]
    given = [f"{cell_name((row, col))}: {word}" for row, col, word in cells if word != "?"]
    if given:
        parts.append(
            "\n".join(["These cells are given, with the signs that they can have:", *given])
        )
    parts.append(
        f"Answer with {len(rows)} lines of {len(cols)} signs each and nothing between the signs: {colors}. "
        "Put a line with ``` before the first and after the last of them.\n"
    )
    return "\n\n".join(parts)

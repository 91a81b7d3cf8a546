"""sgt: game IDs of Pattern in Simon Tatham's Portable Puzzle Collection, one per line.

``5x4:1/2/1.1/2.1//2.1/3//2``: width, height, then the columns, then the rows, with blocks joined
by dots; an empty item is the empty line. ``N:`` is a square. Given cells may follow a comma: each
letter skips as many unknown cells as its place in the alphabet (a = 0) and gives one cell, blank
if small, filled if capital; z skips 25 and gives none. Links of the collection's page have an ID behind
their ``#``. puzzle-nonograms.com uses the same form
without a size. Source: pattern.c and midend.c of the collection, and its manual.

``sgtsave`` are the games that the collection saves: lines ``KEY :length:value`` with a game ID in
parts, and the moves up to now. They are read only.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_letters

from nonosat.errors import TooLarge, Unsupported
from nonosat.formats.base import ClueLine, Format, Holds, Record, stream_format
from nonosat.formats.named.clue_lines import split_clue, write_clue
from nonosat.model import Domains, Grid, Sheet

_ADDRESS = r"\A(?:https?://[^\s#]*)?#"
_SEED = re.compile(r"[0-9][^\s:#]*#")
_UNKNOWN, _BLANK, _FILLED = 0b11, 0b01, 0b10


def _sheet(record: Record) -> Sheet:
    text = re.sub(_ADDRESS, "", record.text.strip(" \t\"'"))
    if _SEED.match(text):
        record.fail(
            f"{text[:30]!r} is a random seed, not a puzzle; only Pattern itself can expand it: "
            "copy the game ID, which has a colon",
            kind=Unsupported,
        )
    size, colon, desc = text.partition(":")
    if not colon:
        desc = text
    items, comma, run = desc.partition(",")
    found = items.count("/") + 1
    if colon:
        width, x, height = size.partition("x")
        cols = record.number(width, what="width")
        rows = record.number(height, what="height") if x else cols
    elif found % 2 == 0:
        rows = cols = found // 2
    else:
        record.fail("not a game ID: it begins with WIDTHxHEIGHT:")
    record.check_size(rows, cols)
    if bad := re.search(r"[^0-9./]", items):
        record.fail(f"{bad[0]!r} cannot be in a game ID")
    if found != cols + rows:
        record.fail(f"{found} clues, expected {cols + rows}: {cols} columns, then {rows} rows")
    clues = [
        ClueLine(split_clue(item, record, record.line, "."), record.line)
        for item in items.split("/")
    ]
    puzzle = record.puzzle(clues[cols:], clues[:cols])
    givens = _read_givens(run, rows, cols, record) if comma else None
    return Sheet(replace(puzzle, givens=givens))


def write(sheets: Sequence[Sheet]) -> str:
    """Write the game IDs; an empty item is the empty line, since Pattern refuses 0."""
    ids = []
    for sheet in sheets:
        puzzle = sheet.puzzle
        items = "/".join(write_clue(clue, ".", "") for clue in (*puzzle.cols, *puzzle.rows))
        run = _write_givens(puzzle.givens) if puzzle.givens else ""
        ids.append(f"{puzzle.width}x{puzzle.height}:{items}{run}\n")
    return "".join(ids)


def _read_givens(run: str, height: int, width: int, record: Record) -> Domains | None:
    """Decode the letters, which must end exactly at the last cell; None when they give nothing."""
    total = height * width
    cells = bytearray([_UNKNOWN]) * total
    at = 0
    for letter in run:
        index = ascii_letters.find(letter)
        if index < 0:
            record.fail(f"{letter!r} cannot be among the given cells")
        skip = index % 26
        if at == total or at + skip > total:
            record.fail(f"the given cells run past the last of {total} cells")
        at += skip
        if skip < 25 and at < total:
            cells[at] = _BLANK if letter.islower() else _FILLED
            at += 1
    if at < total:
        record.fail(f"the given cells end at cell {at} of {total}")
    if cells.count(_UNKNOWN) == total:
        return None
    return Domains.of_cells(height, width, 2, cells)


def _write_givens(givens: Domains) -> str:
    """Encode the decided cells behind a comma; nothing when there are none."""
    letters = []
    skipped = 0
    for mask in givens.cells():
        if mask == _UNKNOWN:
            skipped += 1
            continue
        letter = ascii_letters[skipped % 25]
        letters.append("z" * (skipped // 25) + (letter if mask == _BLANK else letter.upper()))
        skipped = 0
    if not letters:
        return ""
    # The last letter lands behind the last cell, where it gives none.
    landing = ascii_letters[skipped % 25] if skipped % 25 else ""
    return "," + "".join(letters) + "z" * (skipped // 25) + landing


_FIELD = re.compile(r"([A-Z]+) *:([0-9]{1,8}):")
_MOVE = re.compile(r"([FEU])([0-9]{1,5}),([0-9]{1,5}),([0-9]{1,5}),([0-9]{1,5})\Z")
_SET = {"F": _FILLED, "E": _BLANK, "U": _UNKNOWN}
MAX_PAINTED = 50_000_000
"""Cells that all moves may set together."""


def read_save(record: Record) -> list[Sheet]:
    """Read a saved game: its puzzle, and the cells after the moves that are not undone."""
    fields = list(_fields(record))
    said = {name: value for name, value, _ in reversed(fields)}  # the first of each name counts
    if said.get("GAME") != "Pattern":
        game = said.get("GAME", "")[:30]
        record.fail(f"a saved game of {game!r}, not of Pattern", kind=Unsupported)
    at = next((line for name, _, line in fields if name == "DESC"), 0)
    if not at:
        record.fail("the saved game has no DESC")
    size = said.get("CPARAMS") or said.get("PARAMS", "")
    sheet = _sheet(Record(f"{size}:{said['DESC']}", record.source, at))
    puzzle = sheet.puzzle
    cells = bytearray((puzzle.givens or puzzle.unknown()).cells())
    start = bytes(cells)
    played = record.number(said.get("STATEPOS", "1")) - 1
    painted = 0
    moves = [field for field in fields if field[0] in ("MOVE", "SOLVE", "RESTART")]
    for name, value, line in moves[: max(0, played)]:
        painted += len(cells)
        if painted > MAX_PAINTED:
            record.fail("more moves than can be played again", line, TooLarge)
        if name == "RESTART":
            cells[:] = start
        else:
            _play(record, cells, puzzle.width, value, line)
    if _UNKNOWN not in cells:
        goal = Grid(puzzle.height, puzzle.width, bytes(mask - 1 for mask in cells))
        if puzzle.accepts(goal):
            return [Sheet(puzzle, (goal,))]
    if bytes(cells) == start:
        return [sheet]
    return [Sheet(puzzle, saved=Domains.of_cells(puzzle.height, puzzle.width, 2, cells))]


def _fields(record: Record) -> Iterator[tuple[str, str, int]]:
    """The fields of a saved game, with their lines; a value may itself have lines."""
    text = record.text
    at, line = 0, record.line
    while at < len(text):
        if text[at].isspace():
            line += text[at] == "\n"
            at += 1
            continue
        match = _FIELD.match(text, at, at + 100)
        if match is None:
            record.fail("a line of a saved game begins with KEY:length:", line)
        start, at = match.end(), match.end() + int(match[2])
        if at > len(text):
            record.fail(f"{match[1][:20]} is shorter than the {match[2]} bytes it says", line)
        yield match[1], text[start:at], line
        line += text.count("\n", start, at)


def _play(record: Record, cells: bytearray, width: int, move: str, line: int) -> None:
    """Make one move: a rectangle is set, or (S) all cells are."""
    if re.fullmatch(f"S[01]{{{len(cells)}}}", move):
        cells[:] = bytes(_FILLED if cell == "1" else _BLANK for cell in move[1:])
        return
    match = _MOVE.match(move)
    left, top, wide, high = map(int, match.groups()[1:]) if match else (width, 0, 1, 0)
    if match is None or left + wide > width or (top + high) * width > len(cells):
        record.fail(f"{move[:20]!r} is not a move on this board", line)
    for row in range(top, top + high):
        cells[row * width + left : row * width + left + wide] = bytes([_SET[match[1]]]) * wide


SGT = stream_format(Holds.CLUES | Holds.GIVENS | Holds.OBLONG, _sheet, write)
SGT_SAVE = Format(
    Holds.CLUES | Holds.GOAL | Holds.GIVENS | Holds.SAVED | Holds.OBLONG, read_save, None
)

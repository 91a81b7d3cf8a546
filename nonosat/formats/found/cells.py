"""Pictures of two signs in texts, programs and JSON, and the clues of them."""

from collections.abc import Sequence
from itertools import groupby

from nonosat.formats.found.fits import Clues
from nonosat.formats.found.tokens import Lexeme, TokenKind
from nonosat.formats.found.values import truth
from nonosat.formats.lines import EMPTY_CELLS, FILLED_CELLS

Cells = Sequence[Sequence[bool]]
"""The rows of a picture: true is filled."""


def _rank(cell: str) -> int:
    """The larger, the more a sign looks filled."""
    if cell in " 0" or cell in EMPTY_CELLS:
        return 0
    if cell == "1" or cell in FILLED_CELLS:
        return 3
    return 1 if cell in "oO" else 2


def cells_of(rows: Sequence[str]) -> Cells | None:
    """The cells of rows of two signs; None if it is not clear which are filled."""
    kinds = {*"".join(rows)}
    if len(kinds - {" "}) == 2 and len({len(row.split()) for row in rows}) == 1:
        rows, kinds = ["".join(row.split()) for row in rows], kinds - {" "}  # they only part cells
    if " " in kinds:
        widest = max(map(len, rows))
        rows = [row.ljust(widest) for row in rows]
    if len(kinds) != 2 or len({*map(len, rows)}) != 1 or min(len(rows), len(rows[0])) < 2:
        return None
    low, high = sorted(kinds, key=_rank)
    if _rank(low) == _rank(high) or not kinds & {*" 01xX", *EMPTY_CELLS, *FILLED_CELLS}:
        return None
    return [[cell == high for cell in row] for row in rows]


def clues_of(cells: Cells) -> tuple[Clues, Clues]:
    """The clues of rows and columns."""
    rows, cols = (
        tuple(tuple(len([*run]) for filled, run in groupby(line) if filled) for line in side)
        for side in (cells, zip(*cells, strict=True))
    )
    return rows, cols


def cells_in(tokens: Sequence[Lexeme], width: int = 0) -> Cells | None:
    """The cells of a group, or of groups: 0 and 1, true and false, strings of two signs.

    Args:
        width: of a picture whose cells are in one list; 0 if it is not known.
    """
    while len(tokens) == 1 and tokens[0].kind is TokenKind.GROUP and tokens[0].text != '"':
        tokens = tokens[0].items
    rows: list[str] = []
    for token in tokens:
        if token.kind is TokenKind.CELLS:
            rows += token.rows
        elif token.kind is TokenKind.WORD and token.tag == "text":
            rows.append(token.text)
        elif token.kind in (TokenKind.NUMBER, TokenKind.WORD) and width and not token.tag:
            rows.append(truth(token.text))
        elif token.kind is TokenKind.GROUP:
            rows += _rows(token) or ["?"]
        elif token.kind is not TokenKind.BREAK and not token.is_sign(",", ";"):
            return None
    if width and len({*map(len, rows)}) == 1 and (len(rows[0]) == 1 or len(rows) == 1):
        flat = "".join(rows)
        if len(flat) % width or len(flat) <= width:
            return None
        rows = [flat[at : at + width] for at in range(0, len(flat), width)]
    return cells_of(rows) if rows else None


def _rows(group: Lexeme) -> list[str]:
    """The row of a picture in a group, or the rows of a string of several lines; [] if it is none."""
    if group.text == '"' and any(one.kind is TokenKind.CELLS for one in group.items):
        return [
            row if one.kind is TokenKind.CELLS else one.text.strip()
            for one in group.items
            if one.kind is not TokenKind.BREAK
            for row in (one.rows or [one.text])
        ]
    cells = [
        truth(one.text)
        for one in group.items
        if one.kind is not TokenKind.BREAK and not one.is_sign(",", ";")
    ]
    if group.text == '"' and cells and all({*cell} <= {*"01"} for cell in cells):
        return cells
    return ["".join(cells)] if cells and {*cells} <= {"0", "1"} else []

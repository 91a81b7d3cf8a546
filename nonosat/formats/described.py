"""What a format holds and loses, in words: for ``nonosat formats NAME``, and for the page of formats.

Nothing is said by hand that can be tried: the format's own flags refuse and lose things.
"""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import CannotHold, NonosatError
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Format, Holds, check_holds, losses
from nonosat.formats.bytes_to_text import head_of
from nonosat.formats.detect import detect
from nonosat.model import Domains, Grid, Palette, Puzzle, Sheet

_PICTURE = Grid.of(["##.#.", ".###.", ".....", "..##."])
EXAMPLE = Sheet(Puzzle.of_grid(_PICTURE), (_PICTURE,), title="Example")
"""The puzzle that examples show."""
_SQUARE = Grid.of(["##.", "..#", "###"])
EXAMPLES = (EXAMPLE, Sheet(Puzzle.of_grid(_SQUARE), (_SQUARE,), title="Example"))
"""The example is the first of these that a format can hold."""
_ONE, _DOT = Puzzle.of([[1]], [[1]]), (Grid.of(["#"]),)
_INKS = Palette.of(
    [("paper", "#ffffff", None), ("crimson", "#dc143c", None), ("b", "#123456", None)]
)
_COLORED = Grid(1, 2, b"\1\2")
_PROBES = {
    "several inks": [Sheet(Puzzle.of_grid(_COLORED, _INKS), (_COLORED,))],
    "puzzles that are not square": [EXAMPLE],
    "several puzzles": [Sheet(_ONE, _DOT)] * 2,
    "given cells": [Sheet(_ONE.given(Domains.of(["#"])), _DOT)],
    "blocks of unknown length": [Sheet(Puzzle.of([["?"]], [["?"]]), _DOT)],
    "puzzles without a finished picture": [Sheet(_ONE)],
}
"""What a format may refuse, and puzzles of that kind, which some formats can hold."""
_WHOLE = Sheet(
    Puzzle.of_grid(_COLORED, _INKS),
    (_COLORED, _COLORED),
    Domains.of_grid(_COLORED, 3),
    title="a", author="b", copyright="c", license="d", source="e", id="f", notes=(("g", "h"),),
)  # fmt: skip


_NOTHING = Grid.of(["..", ".."])
_SUFFIX = {
    "always": [EXAMPLE],
    "for puzzles with few blocks": [
        Sheet(_ONE, _DOT),
        Sheet(Puzzle.of([[]], [[]]), (Grid.of(["."]),)),
        Sheet(Puzzle.of_grid(_NOTHING), (_NOTHING,)),
    ],
    "for colored pictures without an empty cell": [
        Sheet(Puzzle.of_grid(_COLORED, _INKS), (_COLORED,))
    ],
}
"""When a format may need its suffix, and puzzles of that kind; the first kind says the most."""


class Description(NamedTuple):
    """One format in words; lists may be empty."""

    about: str
    suffixes: list[str]
    is_written: bool
    holds: list[str]
    refused: list[str]
    """The puzzles that cannot be written."""
    lost: list[str]
    """What writing leaves out, and names in a warning."""
    left_out: str
    """What reading leaves out."""
    users: str
    """Other programs."""
    suffix: str
    """The puzzles whose files need their suffix, or a named format, to be recognized; "" if none do."""

    def lines(self) -> list[tuple[str, str]]:
        """The facts for people: what each is called, and what it says."""
        facts = {
            "suffixes": " ".join(self.suffixes),
            "use": "read and written" if self.is_written else "read only",
            "holds": ", ".join(self.holds),
            "writing refuses": ", ".join(self.refused),
            "writing leaves out": ", ".join(self.lost),
            "reading leaves out": self.left_out,
            "needs its suffix": self.suffix,
            "other programs": self.users,
        }
        return [(name, text) for name, text in facts.items() if text]


def describe_format(name: str) -> Description:
    """What there is to say of a format.

    Raises:
        UsageError: there is no such format.
    """
    entry, form = FORMATS.entry(name), make_format(name)
    refused = [what for what, sheets in _PROBES.items() if not _is_held(form.holds, sheets)]
    return Description(
        entry.about,
        list(entry.suffixes),
        form.write is not None,
        form.holds.words,
        refused if form.write else [],
        losses(form.holds, [_WHOLE]) if form.write else [],
        entry.left_out,
        entry.users,
        _needs_suffix(name, form),
    )


def _needs_suffix(name: str, form: Format) -> str:
    """As in `Description.suffix`."""
    for kind, sheets in _SUFFIX.items():
        if form.write and not all(_is_recognized(name, form, sheet) for sheet in sheets):
            return kind
    return ""


def _is_recognized(name: str, form: Format, sheet: Sheet) -> bool:
    """Whether a written puzzle is recognized without its suffix; True if it cannot be written."""
    assert form.write is not None
    try:
        check_holds(name, form.holds, [sheet])
        written = form.write([sheet])
        content = written if isinstance(written, bytes) else written.encode()
        return detect(head_of(content, ""), "", "", True) == name
    except CannotHold:
        return True
    except NonosatError:
        return False


def _is_held(holds: Holds, sheets: list[Sheet]) -> bool:
    try:
        check_holds("", holds, sheets)
    except CannotHold:
        return False
    return True


def example(name: str) -> str | None:
    """A small puzzle as a format writes it; None if it is only read, or no text.

    Raises:
        UsageError: there is no such format.
    """
    form = make_format(name)
    if form.write is None or form.binary:
        return None
    for sheet in EXAMPLES:
        try:
            check_holds(name, form.holds, [sheet])
            return str(form.write([sheet]))
        except CannotHold:
            continue
    return None

"""Describe what a format holds and loses, for ``nonosat formats NAME`` and the page of formats.

Descriptions are derived from each format's `Holds` and by trying it, not written by hand.
"""

from typing import NamedTuple

from nonosat.errors import CannotHold, NonosatError
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Format, Holds, check_holds, lost_fields
from nonosat.formats.detect.bytes_to_text import head_of
from nonosat.formats.detect.detect import detect
from nonosat.model import Domains, Grid, Palette, Puzzle, Sheet

_PICTURE = Grid.of(["##.#.", ".###.", ".....", "..##."])
EXAMPLE = Sheet(Puzzle.of_grid(_PICTURE), (_PICTURE,), title="Example")
"""The puzzle of the examples."""
_SQUARE = Grid.of(["##.", "..#", "###"])
EXAMPLES = (EXAMPLE, Sheet(Puzzle.of_grid(_SQUARE), (_SQUARE,), title="Example"))
"""The example is the first of these that a format can hold."""
_ONE, _DOT = Puzzle.of([[1]], [[1]]), (Grid.of(["#"]),)
_INKS = Palette.of(
    [("paper", "#ffffff", None), ("crimson", "#dc143c", None), ("b", "#123456", None)]
)
_COLORED = Grid(1, 2, b"\1\2")
_REFUSED = {
    "several inks": Holds.COLORS,
    "puzzles that are not square": Holds.OBLONG,
    "several puzzles": Holds.SEVERAL,
    "given cells": Holds.GIVENS,
    "blocks of unknown length": Holds.BLOTS,
    "puzzles without a finished picture": Holds.CLUES,
}
"""Kinds of puzzles -> what a format must hold to write them; pictures have no place for what clues may have."""
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
"""Kinds of puzzles that may need the format's suffix -> examples; the broadest kind is first."""


class Description(NamedTuple):
    """One format in words; lists may be empty."""

    about: str
    suffixes: list[str]
    is_written: bool
    holds: list[str]
    refused: list[str]
    """The puzzles that cannot be written."""
    lost: list[str]
    """Parts of a sheet that writing leaves out, with a warning."""
    rule: str
    """See `FormatEntry.rule`."""
    left_out: str
    """Parts of a file that reading leaves out."""
    users: str
    """Other programs."""
    suffix: str
    """The puzzles whose files need their suffix, or a named format, to be recognized; "" if none do."""

    def lines(self) -> list[tuple[str, str]]:
        """Return the description as pairs of a label and a text."""
        facts = {
            "rule": self.rule,
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
    """Return the description of a format.

    Raises:
        UsageError: there is no such format.
    """
    entry, form = FORMATS.entry(name), make_format(name)
    due = ~Holds(0) if Holds.CLUES in form.holds else ~(Holds.GIVENS | Holds.BLOTS)
    refused = [what for what, flag in _REFUSED.items() if flag & due and flag not in form.holds]
    needing = (
        kind
        for kind, sheets in _SUFFIX.items()
        if form.write and not all(_is_recognized(name, form, sheet) for sheet in sheets)
    )
    return Description(
        entry.about,
        list(entry.suffixes),
        form.write is not None,
        form.holds.words,
        refused if form.write else [],
        lost_fields(form.holds, [_WHOLE]) if form.write else [],
        entry.rule,
        entry.left_out,
        entry.users,
        next(needing, ""),
    )


def _is_recognized(name: str, form: Format, sheet: Sheet) -> bool:
    """Return True if a written puzzle is recognized without its suffix, or cannot be written."""
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


def example(name: str) -> str | None:
    """Return a small puzzle in a format; None if the format is binary or cannot be written."""
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

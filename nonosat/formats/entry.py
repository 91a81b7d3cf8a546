"""Entries of the table of formats: names, suffixes, and the signs that tell a format by its content.

They stand in the table and not in the format's own file: to tell a file's format takes the signs of
all formats, and to import all readers would take half as long again as the check of one puzzle.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

BARE_NUMBERS = r"\A[0-9,; \t\n]*\Z"
"""Texts without any sign of the turns `START` to `LOOSE`, which all need some other character."""

LINK_MARK = "#puzzle="
"""What is in every link to a puzzle, behind the address of a page."""


class Turn(enum.Enum):
    """The order in which signs are looked for: the surest first."""

    BYTES = 1
    """First bytes, of files that may be binary."""
    XML = 2
    """Root elements and first comments, of texts that begin with ``<``."""
    XML_PART = 3
    """Elements inside of an unknown root."""
    START = 4
    """Beginnings of other texts, and lines that only one format has."""
    LINES = 5
    """Lines that hardly any other text has."""
    LOOSE = 6
    """Lines that some other texts have."""
    PICTURE = 7
    """Cells. All formats count whose signs of this or the next turn fit, and which can be read."""
    NUMBERS = 8
    """Little but numbers. What is only the beginning of a text need not be readable."""
    SIZE = 9
    """No format fits. Two sides, as groups of the last pattern, and nearly as many lines."""
    PART = 10
    """Part of what tells a format."""
    LOOSE_PART = 11
    """Part of a sign that is loose even as a whole."""
    CELLS = 12
    """At least half of the lines are cells."""
    CLUES = 13
    """At least half of the lines are clues. Two groups of the last pattern are the sides."""


class Sign(NamedTuple):
    """Patterns that tell a format by its content. None is compiled before it is needed."""

    patterns: tuple[str, ...]
    """All must be found in the text; ``^`` and ``$`` are those of its lines."""
    turn: Turn
    has: tuple[str, ...]
    """All must be in the text in lower case. To look for them takes a hundredth of a pattern's time, so
    that most patterns are never tried."""
    absent: tuple[str, ...]
    """None may be found."""
    roots: tuple[str, ...]
    """For XML: possible names of the root element, in lower case; none: any."""
    suffixed: bool
    """Counts only in files with one of the format's suffixes."""
    whole: bool
    """Counts only if the whole text is known."""
    alone: bool
    """If the reader takes the text, no other format is tried."""


def sign(
    *patterns: str,
    turn: Turn = Turn.START,
    has: tuple[str, ...] = (),
    absent: tuple[str, ...] = (),
    roots: tuple[str, ...] = (),
    suffixed: bool = False,
    whole: bool = False,
    alone: bool = False,
) -> Sign:
    """A sign, told by what is special about it."""
    return Sign(patterns, turn, has, absent, roots, suffixed, whole, alone)


class FormatEntry(NamedTuple):
    """One format: its name, ``module:attribute``, a line of help, its suffixes and its signs."""

    name: str
    target: str
    about: str
    needs: str = ""
    """As in `registry.Entry`."""
    install: str = ""
    own: tuple[str, ...] = ()
    """Suffixes that only puzzle files have."""
    shared: tuple[str, ...] = ()
    """Suffixes that other files have too: prose, data, pictures, and source code."""
    signs: tuple[Sign, ...] = ()
    users: str = ""
    """Other programs that read it, or write it."""
    left_out: str = ""
    """What its files may say that reading them leaves out."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """All its suffixes, that of a written file first."""
        return self.shared + self.own


class KnownKind(NamedTuple):
    """A sign, and the kind of file that it is a sign of."""

    sign: Sign
    suffixes: tuple[str, ...]
    name: str = ""
    """The format's name in the table; "" if nonosat does not read it."""
    what: str = ""
    """Its name in the message if it is not read."""

"""Entries of the table of formats: names, suffixes, and the signs for recognizing the content.

The table has them, not the format's module: recognizing a file needs the signs of all formats, and
importing all readers would make the check of one puzzle 50 % slower.
"""

import enum
from typing import Any, NamedTuple

BARE_NUMBERS = r"\A[0-9,; \t\n]*\Z"
"""Texts of bare numbers; no sign of the priorities `BYTES` to `LOOSE` can match them."""

LINK_MARK = "#puzzle="
"""Text in every link to a puzzle, after the address of a page."""

FOUND = "found"
"""The name that is given for a format to read what is found by searching, too."""

MAX_FOREIGN = 400_000
"""Characters of the longest text that a format reads only because other files share its suffix."""

DRAWN_MARK = "nonosat-puzzle:1."
"""Text in every drawing of a puzzle, before the puzzle."""


class SignPriority(enum.Enum):
    """The order of the search for signs, surest first."""

    BYTES = 1
    """First bytes, of files that may be binary."""
    XML = 2
    """Root elements and first comments. Texts that begin with ``<`` have no other signs."""
    SURE = 3
    """Beginnings of other texts, and lines that hardly any other text has."""
    LOOSE = 4
    """Lines that some other texts have."""
    TRIED = 5
    """Cells or numbers. A format counts if its reader succeeds, too."""
    PART = 6
    """Used if no format fits: part of a sign of a format."""


class Sign(NamedTuple):
    """Patterns for recognizing a format by its content, compiled only when needed."""

    patterns: tuple[str, ...]
    """Patterns that must all match in the text; ``^`` and ``$`` match at each line."""
    priority: SignPriority = SignPriority.SURE
    has: tuple[str, ...] = ()
    """Strings that must all be in the text in lower case. This check takes a hundredth of a
    pattern's time, and saves trying most patterns."""
    absent: tuple[str, ...] = ()
    """Patterns that must not match."""
    suffixed: bool = False
    """True if the sign counts only in files with one of the format's suffixes."""
    alone: bool = False
    """True if no other format is tried once the reader accepts the text."""


def sign(*patterns: str, **more: Any) -> Sign:
    """Make a sign; `more` are the fields that differ from the defaults."""
    return Sign(patterns, **more)


def rooted(names: str) -> str:
    """Return the pattern of an XML text whose root element has one of `names`, parted by ``|``."""
    before = (
        r"\s*+(?:<\?[^>]*>|<!--(?s:.*?)-->|<!(?!doctype\s+html\b|--)[^>\[]*(?:\[[^\]]*\]\s*)?>)"
    )
    return rf"(?i)\A(?>{before})*+\s*<(?:[\w.-]+:)?(?:{names})(?![\w.-])"


HTML = rooted(r"!doctype\s+html|html|head|body|script")


class FormatEntry(NamedTuple):
    """One format: its name, ``module:attribute``, a line of help, its suffixes and its signs."""

    name: str
    target: str
    about: str
    needs: str = ""
    """See `registry.Entry`."""
    install: str = ""
    own: tuple[str, ...] = ()
    """Suffixes that only puzzle files have."""
    shared: tuple[str, ...] = ()
    """Suffixes that other files have too: prose, data, pictures, and source code."""
    only_read: tuple[str, ...] = ()
    """Suffixes of files that are read in folders, too, but not written."""
    signs: tuple[Sign, ...] = ()
    users: str = ""
    """Other programs that read or write the format."""
    rule: str = ""
    """Sentences that people should know before they use it."""
    left_out: str = ""
    """Parts of its files that the reader leaves out."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """All suffixes; the first is for written files."""
        return self.shared + self.own


class FormatSign(NamedTuple):
    """A sign, and the kind of file that has it."""

    sign: Sign
    suffixes: tuple[str, ...] = ()
    name: str = ""
    """The format's name in the table; "" if nonosat does not read it."""
    what: str = ""
    """Name for the message if nonosat does not read it."""

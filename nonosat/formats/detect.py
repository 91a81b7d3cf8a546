"""Find the format of a text: by a sign in it, or by a suffix that only puzzle files have.

The signs in the table are tried in the order of their turns, and the first that fits wins. The text
then has that format even if its reader fails, since the reader's error helps most. The same holds
for the suffix. Several formats share bare numbers and plain pictures: for these every candidate
reads the text, and the clues must fit each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NoReturn

from nonosat.errors import NonosatError, ParseError, PuzzleError, UnknownFormat, Unsupported
from nonosat.formats import FORMATS, OWN_SUFFIXES, formats_of, make_format
from nonosat.formats.base import Record
from nonosat.formats.entry import BARE_NUMBERS, KnownKind, Turn, sign
from nonosat.formats.recognized_only import REFUSED

_NUMBERS = re.compile(r"[-0-9,; \t\nxX\u00d7#&|/+=_~*.?\"']*\Z")
"""Texts of numbers with signs around them that the format ``numbers`` skips."""
_CONTROL = r"[\x00-\x08\x0e-\x1a\x1c-\x1f]"
ANY_TEXT = ".txt"
"""The suffix that any text can have."""
_XML_PREFIX = r"\s*(?:<\?[^>]*>|<!--.*?-->|<!doctype\s+html\b()|<![^>\[]*(?:\[[^\]]*\]\s*)?>)"
_XML_ROOT = r"\s*<(?:[\w.-]+:)?([A-Za-z][\w.-]*)"


_KINDS = [KnownKind(sign, entry.suffixes, entry.name) for entry in FORMATS for sign in entry.signs]
_KINDS.sort(key=lambda one: not one.sign.suffixed)
KNOWN = {turn: [kind for kind in (*_KINDS, *REFUSED) if kind.sign.turn is turn] for turn in Turn}
"""The signs of each turn; formats with a reader and signs with a suffix come first."""
SURE = (Turn.START, Turn.LINES, Turn.LOOSE)
"""The turns whose signs are enough to identify a format, in texts that are more than numbers."""


def detect(head: str, suffix: str, source: str, complete: bool) -> str:
    """Return the name of a text's format.

    Args:
        head: the beginning of the text, at least 64 KiB, from `bytes_to_text.head_of`.
        suffix: the file's suffix with its dot, or "".
        complete: True if `head` is the whole text.

    Returns:
        A name in `FORMATS`.

    Raises:
        Unsupported: the format is recognized, but nonosat does not read it.
        UnknownFormat: no format fits.
        ParseError: the text is a puzzle, but in signs of no known format, or several formats fit
            and the suffix does not decide.
    """
    suffix = suffix.lower()
    is_own = suffix in OWN_SUFFIXES
    if is_own and not re.match(r"\s*<|\0|[0-9,; \t\n]*\Z", head):  # most suffixes are right
        for known in chain.from_iterable(KNOWN[turn] for turn in SURE):
            if suffix in known.suffixes and _has(known, head, None):
                return _accept(known, source)
    for known in found(Turn.BYTES, head, suffix):
        return _accept(known, source)
    if not head.strip():
        raise UnknownFormat("the file is empty", source)
    if "\0" in head:
        raise UnknownFormat("this is binary data, no text", source)
    if not complete and "\n" in head:
        head = head[: head.rindex("\n") + 1]
    if head.lstrip().startswith("<"):
        return _accept(_xml(head, suffix, source), source)
    for known in _signed(head, suffix):
        return _accept(known, source)
    if is_own and not re.search(_CONTROL, head):
        return formats_of(suffix)[0]
    fitting = _fitting(head, suffix, source, complete)
    if len(fitting) == 1:
        return _accept(fitting[0], source)
    ours = [known.name for known in fitting if known.name in formats_of(suffix)]
    if len(ours) == 1:
        return ours[0]
    if fitting:
        names = " and ".join(known.name or known.what for known in fitting)
        # A whole text is certainly a puzzle. Readers did not try a partial one.
        error = ParseError if complete else UnknownFormat
        raise error(f"could be {names}: choose one with --from", source)
    return _by_suffix(head, suffix, source, complete)


def _signed(head: str, suffix: str) -> Iterator[KnownKind]:
    """Yield the signs in a text that are enough to identify its format."""
    if re.match(BARE_NUMBERS, head):
        return
    for turn in SURE:
        yield from found(turn, head, suffix)


def found(turn: Turn, text: str, suffix: str = "", root: str = "") -> Iterator[KnownKind]:
    """Yield the signs of a turn that a text has."""
    lower = text.lower()
    for known in KNOWN[turn]:
        sign = known.sign
        if sign.suffixed and suffix not in known.suffixes:
            continue
        if sign.roots and root not in sign.roots:
            continue
        if _has(known, text, lower):
            yield known


def _has(known: KnownKind, text: str, lower: str | None) -> bool:
    """Return True if a text has a sign; `lower` is the text in lower case, or None."""
    sign = known.sign
    if lower is not None and not all(part in lower for part in sign.has):
        return False
    # Checking for what must be absent is cheap, and often decides.
    if any(re.search(pattern, text, re.MULTILINE) for pattern in sign.absent):
        return False
    return all(re.search(pattern, text, re.MULTILINE) for pattern in sign.patterns)


def _accept(known: KnownKind, source: str) -> str:
    if known.name:
        return known.name
    raise Unsupported(f"this is {known.what}: nonosat does not read this", source)


def _xml(head: str, suffix: str, source: str) -> KnownKind:
    """Return the sign of a text that begins with ``<``, by its root element or first comment."""
    written = _root(head)
    for known in found(Turn.XML, head, suffix, written.lower()):
        return known
    if not written:
        raise UnknownFormat("begins like XML, but has no root element", source)
    for known in found(Turn.XML_PART, head, suffix):
        return known  # its reader knows what is wrong
    raise UnknownFormat(
        f"XML with the root element {written[:30]!r}, which is not a puzzle file", source
    )


def _root(head: str) -> str:
    """Return the name of the root element; "" if there is none."""
    prefix = re.compile(_XML_PREFIX, re.DOTALL | re.IGNORECASE)  # few files are XML
    at = 0
    while (match := prefix.match(head, at)) is not None:
        at = match.end()
        if match[1] is not None:
            return "html"
    root = re.compile(_XML_ROOT).match(head, at)
    return root[1] if root else ""


def _fitting(head: str, suffix: str, source: str, complete: bool) -> list[KnownKind]:
    """Return the formats that fit a picture or bare numbers, by their signs and their readers.

    Readers cannot try a partial text of numbers, so the signs decide. Part of a picture is still a
    picture.
    """
    record = Record(head, source, named=False)
    fitting = []
    for turn in (Turn.PICTURE, Turn.NUMBERS):
        for known in found(turn, head, suffix):
            if known.sign.whole and not complete:
                continue
            tried = complete or turn is Turn.PICTURE
            if not (tried and known.name and not _reads(known.name, record)):
                if known.sign.alone:
                    return [known]
                fitting.append(known)
    if not fitting and complete and _NUMBERS.match(head) and _are_clues(record):
        return [KnownKind(sign(), (), "numbers")]
    return fitting


def _are_clues(record: Record) -> bool:
    """Return True if numbers without a sign make a puzzle that is too large to be by chance."""
    from nonosat.formats.by_hand import MAX_LINES  # few texts are of no format

    if record.text.count("\n") > MAX_LINES:
        return False
    try:
        (sheet,) = make_format("numbers").read(record)
    except NonosatError:
        return False
    sides = sheet.puzzle.height, sheet.puzzle.width
    return min(sides) > 1 and sum(sides) > 4


def _reads(name: str, record: Record) -> bool:
    try:
        make_format(name).read(record)
    except NonosatError:
        return False
    return True


def _by_suffix(head: str, suffix: str, source: str, complete: bool) -> str:
    """Return, as a last resort, a format whose error helps more than "unknown format".

    A suffix that only puzzle files have, or a text that looks like a puzzle, means a format with a
    mistake in it. Anything else is an unknown format; if other files share the suffix with a
    format, the message includes the error of that format's reader.
    """
    if re.search(_CONTROL, head):
        raise UnknownFormat("this is binary data, no text", source)
    names = formats_of(suffix) if suffix != ANY_TEXT else []
    from nonosat.formats.by_hand import unread_line  # few texts are of no format
    from nonosat.formats.nearest import are_clues, nearest, of_size

    if re.match(r"\s*https?://\S+\s*\Z", head):
        what = "nonosat does not download: save the page, and pass the file"
        raise UnknownFormat(what, source)
    if name := of_size(head):
        return name
    if complete:
        if name := nearest(Record(head, source), names):
            return name
        if line := unread_line(Record(head, source)):
            if _NUMBERS.match(head) and _only_disagree(Record(head, source)):
                return "numbers"
            raise ParseError(
                f"these lines look like the clues of rows and columns, but no format has "
                f"{line.text.strip()[:20]!r}: put blanks or commas between the blocks of a line, and an "
                "empty line between rows and columns",
                source,
                line.number,
            )
        if are_clues(head):
            raise UnknownFormat(
                "these lines look like clues, but nothing separates the rows from the columns: put each "
                "clue on a line of its own, and an empty line between rows and columns",
                source,
            )
        if names:
            _complain(names[0], Record(head, source))
    lines = [line for line in head.split("\n") if line.strip()]
    numbers = sum(not line.strip(" \t,;0123456789") for line in lines) or "none"
    raise UnknownFormat(
        f"this looks like no puzzle: {numbers} of its {len(lines)} lines are numbers. The simplest form is "
        "a line for each row such as 2 1, an empty line, and a line for each column",
        source,
    )


def _only_disagree(record: Record) -> bool:
    """Return True if a text is readable clues whose rows and columns do not fit each other."""
    try:
        make_format("numbers").read(record)
    except ParseError as err:
        return isinstance(err.__cause__, PuzzleError)
    except NonosatError:
        return False
    return True


def _complain(name: str, record: Record) -> NoReturn:
    reader = make_format(name)
    if reader.binary:
        record = Record(record.text.encode("utf-8", "replace"), record.source)
    try:
        reader.read(record)
        what, line = "its reader takes it, but it has no sign of that format", 0
    except ParseError as err:
        what, line = err.what, err.line
    except NonosatError as err:
        what, line = str(err), 0
    raise UnknownFormat(
        f"no puzzle format fits; as {name}, after its suffix: {what} (--from NAME forces a format)",
        record.source,
        line,
    )

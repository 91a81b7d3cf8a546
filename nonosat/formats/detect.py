"""The format of a text: by a sign in it, or by a suffix that only puzzle files have.

The signs in the table are looked for in the order of their turns, and the first that fits wins. A
text that fits one has that format even if its reader then fails: its error helps most. So it is with
the suffix. Bare numbers and plain pictures are shared by several formats: for these every candidate
tries to read, and the clues must fit each other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import NoReturn

from nonosat.errors import NonosatError, ParseError, PuzzleError, UnknownFormat, Unsupported
from nonosat.formats import FORMATS, formats_of, is_own, make_format
from nonosat.formats.base import Record
from nonosat.formats.entry import BARE_NUMBERS, KnownKind, Turn, sign
from nonosat.formats.recognized_only import REFUSED

_NUMBERS = re.compile(r"[-0-9,; \t\nxX\u00d7#&|/+=_~*.?\"']*\Z")
"""Texts of numbers, with signs around them that the format ``numbers`` passes over."""
_CONTROL = r"[\x00-\x08\x0e-\x1a\x1c-\x1f]"
ANY_TEXT = ".txt"
"""The suffix that says nothing about a text."""
_XML_PREFIX = r"\s*(?:<\?[^>]*>|<!--.*?-->|<!doctype\s+html\b()|<![^>\[]*(?:\[[^\]]*\]\s*)?>)"
_XML_ROOT = r"\s*<(?:[\w.-]+:)?([A-Za-z][\w.-]*)"


def _by_turn() -> dict[Turn, list[KnownKind]]:
    """The signs of each turn: formats that are read come first, and those that need a suffix."""
    known = [
        KnownKind(sign, entry.suffixes, entry.name) for entry in FORMATS for sign in entry.signs
    ]
    known.sort(key=lambda one: not one.sign.suffixed)
    turns: dict[Turn, list[KnownKind]] = defaultdict(list)
    for one in (*known, *REFUSED):
        turns[one.sign.turn].append(one)
    return turns


KNOWN = _by_turn()
SURE = (Turn.START, Turn.LINES, Turn.LOOSE)
"""The turns whose signs tell a format alone, of texts that are more than numbers."""


def _by_suffix_of_own() -> dict[str, list[KnownKind]]:
    """The sure signs of the formats that have a suffix for themselves."""
    signs: dict[str, list[KnownKind]] = defaultdict(list)
    for known in chain.from_iterable(KNOWN[turn] for turn in SURE):
        for suffix in known.suffixes:
            if is_own(suffix):
                signs[suffix].append(known)
    return signs


OWN = _by_suffix_of_own()


def detect(head: str, suffix: str, source: str, complete: bool) -> str:
    """Name the format of a text.

    Args:
        head: the beginning of the text, as `bytes_to_text.head_of` makes it; at least 64 KiB of it.
        suffix: the file's ending with its dot, or "".
        complete: whether `head` is the whole text.

    Returns:
        A name in `FORMATS`.

    Raises:
        Unsupported: recognized, but nonosat does not read it; the message names it.
        UnknownFormat: nothing fits.
        ParseError: a puzzle, but in signs that no format has, or several fit and the suffix does not
            choose.
    """
    suffix = suffix.lower()
    if not re.match(r"\s*<|\0|[0-9,; \t\n]*\Z", head):  # most files are what their suffix says
        for known in OWN.get(suffix, ()):
            if _has(known, head, None):
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
    if is_own(suffix) and not re.search(_CONTROL, head):
        return formats_of(suffix)[0]
    fitting = _fitting(head, suffix, source, complete)
    if len(fitting) == 1:
        return _accept(fitting[0], source)
    ours = [known.name for known in fitting if known.name in formats_of(suffix)]
    if len(ours) == 1:
        return ours[0]
    if fitting:
        names = " and ".join(known.name or known.what for known in fitting)
        # Half of a text was not read on trial; a whole one is a puzzle, whichever it is.
        error = ParseError if complete else UnknownFormat
        raise error(f"could be {names}: choose one with --from", source)
    return _by_suffix(head, suffix, source, complete)


def _signed(head: str, suffix: str) -> Iterator[KnownKind]:
    """The signs of a text that tell its format alone."""
    if re.match(BARE_NUMBERS, head):
        return
    for turn in SURE:
        yield from found(turn, head, suffix)


def found(turn: Turn, text: str, suffix: str = "", root: str = "") -> Iterator[KnownKind]:
    """The signs of a turn that a text has."""
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
    """Whether a text has a sign; `lower` is the text in lower case, where that is at hand."""
    sign = known.sign
    if lower is not None and not all(part in lower for part in sign.has):
        return False
    # Looking for what must be absent is cheap, and often settles it.
    if any(re.search(pattern, text, re.MULTILINE) for pattern in sign.absent):
        return False
    return all(re.search(pattern, text, re.MULTILINE) for pattern in sign.patterns)


def _accept(known: KnownKind, source: str) -> str:
    if known.name:
        return known.name
    raise Unsupported(f"this is {known.what}: nonosat does not read this", source)


def _xml(head: str, suffix: str, source: str) -> KnownKind:
    """The sign of a text that begins with ``<``, by its root element or its first comment."""
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
    """The name of the root element; "" if there is none."""
    prefix = re.compile(_XML_PREFIX, re.DOTALL | re.IGNORECASE)  # few files are XML
    at = 0
    while (match := prefix.match(head, at)) is not None:
        at = match.end()
        if match[1] is not None:
            return "html"
    root = re.compile(_XML_ROOT).match(head, at)
    return root[1] if root else ""


def _fitting(head: str, suffix: str, source: str, complete: bool) -> list[KnownKind]:
    """Pictures and bare numbers: the formats whose looks fit and, as far as that can be tried, readers.

    Half a text of numbers cannot be read on trial, so its looks must do; half a picture is one, too.
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
    """True if numbers without a sign make a puzzle that is too large to be one by chance."""
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
    """The last resort: a reader whose complaint helps more than "unknown format".

    A suffix that only puzzle files have, or the looks of a puzzle, mean a format with a mistake in
    it. Anything else stays unknown; if its suffix is that of a format and of other files, the
    message says what the format's reader complains of.
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
    """True if a text is clues that are read, but rows and columns do not fit each other."""
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

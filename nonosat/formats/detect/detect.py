"""Find the format of a text: by a sign in it, or by a suffix that only puzzle files have.

The signs in the table are tried in the order of their priorities, and the first that fits wins. The text
then has that format even if its reader fails, since the reader's error helps most. The same holds
for the suffix. Pictures, tables and streams of numbers look like clues: their readers are tried, and
all other texts go to `said.texts`.
"""

import re
from itertools import chain

from nonosat.advice import Advice
from nonosat.errors import NonosatError, ParseError, UnknownFormat, Unsupported, Unsure
from nonosat.formats import FORMATS, OWN_SUFFIXES, foreign_format_of, formats_of, make_format
from nonosat.formats.base import MAX_PUZZLE_LINES, Holds, Record
from nonosat.formats.detect.signs import OWN, has, signs_in
from nonosat.formats.entry import BARE_NUMBERS, HTML, MAX_FOREIGN, FormatSign, SignPriority, rooted

_DRAWN = (
    r"(?=[^.#\u25a1\u2591\u2588\u25a0]*[.#\u25a1\u2591\u2588\u25a0])"
    r"(?:[#?.*@_0xXoO\u25a1\u2591\u2588\u25a0-]{2,}|[#.a-zA-Z]{3,}(?<![a-z]{3}))\Z|[01]{3,}\Z"
)
"""A pattern of a line of a picture in signs."""
_LETTER = re.compile(r"[^\W\d_]")
_CONTROL = r"[\x00-\x08\x0e-\x1a\x1c-\x1f]"
_READ_WHOLE = frozenset((".clues", ".yml", ".yaml", ".txt", ""))
"""Suffixes of long texts of clues."""
_PAGES = frozenset((".html", ".htm", ".xhtml", ".vue", ".svelte"))
"""Suffixes of pages, which hold programs."""
ANY_TEXT = ".txt"
"""The suffix that any text can have."""


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
    if suffix in OWN and not re.match(r"\s*<|\0|[0-9,; \t\n]*\Z", head):
        for kind in OWN[suffix]:  # most files have the right suffix
            if has(kind.sign, head):
                return _accept(kind, source)
    for kind in signs_in(SignPriority.BYTES, head, suffix):
        return _accept(kind, source)
    if not head.strip():
        raise UnknownFormat("the file is empty", source)
    if "\0" in head:
        raise UnknownFormat("this is binary data, no text", source)
    if not complete and "\n" in head:
        head = head[: head.rindex("\n") + 1]
    if head.lstrip().startswith("<") and not head.lstrip().startswith("<?php"):
        return _xml(head, suffix, source)
    if not re.match(BARE_NUMBERS, head):
        for kind in chain(
            signs_in(SignPriority.SURE, head, suffix), signs_in(SignPriority.LOOSE, head, suffix)
        ):
            return _accept(kind, source)
    if suffix in OWN_SUFFIXES and not re.search(_CONTROL, head):
        return formats_of(suffix)[0]
    if not complete:
        raise UnknownFormat("the beginning of the file does not show its format", source)
    record = Record(head, source, named=False)
    is_ours = any(name in FORMATS.names for name in formats_of(suffix))
    if suffix and not is_ours and (name := foreign_format_of(head, suffix)):
        return name
    if name := _tried(record, suffix):
        return name
    if re.search(_CONTROL, head):
        raise UnknownFormat("this is binary data, no text", source)
    if re.match(r"\s*https?://\S+\s*\Z", head):
        raise UnknownFormat("nonosat does not download: save the page, and pass the file", source)
    try:
        return _by_sections(record, suffix)
    except ParseError:
        if name := foreign_format_of(head, suffix):
            return name
        raise


def _tried(record: Record, suffix: str) -> str:
    """Return the format of a picture, a table or a stream of numbers, whose reader takes it, or "".

    Raises:
        ParseError: several formats fit, or the text is clues as well.
    """
    is_one = record.text.count("\n") <= MAX_PUZZLE_LINES
    names: list[str] = []
    for kind in signs_in(SignPriority.TRIED, record.text, suffix):
        may_fit = is_one or Holds.SEVERAL in make_format(kind.name).holds
        if kind.name not in names and may_fit and _takes(kind.name, record):
            names.append(kind.name)
            if kind.sign.alone:
                break
    is_bare = bool(re.match(BARE_NUMBERS, record.text))
    if names and (is_bare or _LETTER.search(record.text)):
        from nonosat.formats.said import texts  # most texts have a sure sign, and do without

        said = texts.puzzles_said(record)
        if isinstance(said, list) and (said[0].is_named or (is_bare and names == ["csv"])):
            return ""
        is_ragged = len({len(line.strip()) for line in record.text.split("\n") if line.strip()}) > 1
        if isinstance(said, list) and is_bare and is_ragged:
            return ""
        if is_bare and isinstance(said, list):
            names.insert(0, "keen")
        elif is_bare and not re.search(r"\S[^\S\n]*\S", record.text):
            return ""  # single numbers do not make a picture
    ours = [name for name in names if name in formats_of(suffix) and suffix != ANY_TEXT]
    if len(ours) == 1 or not names:
        return "".join(ours)
    if len(names) > 1:
        what = f"could be {' and '.join(names)}"
        raise ParseError(what, record.source, advice=Advice("one of", tuple(names)))
    return names[0]


def _by_sections(record: Record, suffix: str) -> str:
    """Return the name under which `texts` reads a text, or another whose error helps more."""
    from nonosat.formats.said import texts
    from nonosat.formats.said.clue import Odd

    names = formats_of(suffix) if suffix != ANY_TEXT else []
    is_long = len(record.text) > MAX_FOREIGN and suffix not in _READ_WHOLE
    if is_long or (record.text.count("\n") > MAX_PUZZLE_LINES and not _LETTER.search(record.text)):
        record.fail("found no puzzle: it is too long for one", 0, UnknownFormat)
    said = texts.puzzles_said(record)
    if not isinstance(said, Odd):
        return texts.nearest_format(record, bool(texts.ROLE.search(record.text)))
    from nonosat.formats.found import readings  # a sure text does without

    found = readings.found_of(record)
    name = texts.nearest_format(record, found.has_sides)
    if found.readings:
        return name
    error = readings.error_of(record, found)
    if names or isinstance(error, UnknownFormat):
        for kind in signs_in(SignPriority.PART, record.text, suffix):
            if not names or kind.name in names:
                return kind.name
    is_other = bool(names) and names[0] not in texts.NAMES and not found.has_sides
    if is_other and not make_format(names[0]).binary:
        try:
            make_format(names[0]).read(record)
        except ParseError as err:
            what = f"no puzzle format fits; as {names[0]}, after its suffix: {err.what}"
            record.fail(what, err.line, UnknownFormat, Advice("format"))
        return names[0]
    lines = [line.strip() for line in record.text.split("\n", MAX_PUZZLE_LINES) if line.strip()]
    drawn = sum(re.match(_DRAWN, line) is not None for line in lines)
    if len(lines) > 1 and 2 * drawn >= len(lines):
        return "grid"
    if isinstance(error, UnknownFormat):
        raise error
    return name


def _accept(kind: FormatSign, source: str) -> str:
    if kind.name:
        return kind.name
    raise Unsupported(f"this is {kind.what}: nonosat does not read this", source)


def _xml(head: str, suffix: str, source: str) -> str:
    """Return the format of a text that begins with ``<``, by its root element or first comment."""
    for kind in signs_in(SignPriority.XML, head, suffix):
        return _accept(kind, source)
    if suffix in _PAGES or re.match(HTML, head):
        return "lists"
    root = re.match(rooted(r"([a-z][\w.-]*)"), head)
    if root is None:
        raise UnknownFormat("begins like XML, but has no root element", source)
    what = f"XML with the root element {root[1][:30]!r}, which is not a puzzle file"
    raise UnknownFormat(what, source)


def _takes(name: str, record: Record) -> bool:
    """Return True if a format's reader takes a text."""
    try:
        return bool(make_format(name).read(record))
    except Unsure:
        return True
    except NonosatError:
        return False

"""Find the format of a text: by a sign in it, or by a suffix that only puzzle files have.

The signs in the table are tried in the order of their priorities, and the first that fits wins. The text
then has that format even if its reader fails, since the reader's error helps most. The same holds
for the suffix. Several formats share bare numbers and plain pictures: for these every candidate
reads the text, and the clues must fit each other.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NoReturn

from nonosat.advice import Advice
from nonosat.errors import NonosatError, ParseError, PuzzleError, UnknownFormat, Unsupported
from nonosat.formats import OWN_SUFFIXES, formats_of, make_format
from nonosat.formats.base import MAX_PUZZLE_LINES, Holds, Record
from nonosat.formats.detect.signs import OWN, has, signs_in
from nonosat.formats.entry import BARE_NUMBERS, MAX_FOREIGN, FormatSign, SignPriority, rooted
from nonosat.model import Sheet

_NUMBERS = re.compile(r"[-0-9,; \t\nxX\u00d7#&|/+=_~*.?\"']*\Z")
"""Texts of numbers with signs around them that the format ``numbers`` skips."""
_CONTROL = r"[\x00-\x08\x0e-\x1a\x1c-\x1f]"
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
    if head.lstrip().startswith("<"):
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
    fitting = _fitting(head, suffix, source)
    ours = [name for name in fitting if name in formats_of(suffix) and suffix != ANY_TEXT]
    for names in (fitting, ours):
        if len(names) == 1:
            return names[0]
    if fitting:
        advice = Advice("one of", tuple(fitting))
        raise ParseError(f"could be {' and '.join(fitting)}", source, advice=advice)
    return _with_a_mistake(head, suffix, source)


def _accept(kind: FormatSign, source: str) -> str:
    if kind.name:
        return kind.name
    raise Unsupported(f"this is {kind.what}: nonosat does not read this", source)


def _xml(head: str, suffix: str, source: str) -> str:
    """Return the format of a text that begins with ``<``, by its root element or first comment."""
    for kind in signs_in(SignPriority.XML, head, suffix):
        return _accept(kind, source)
    root = re.match(rooted(r"([a-z][\w.-]*)"), head)
    if root is None:
        raise UnknownFormat("begins like XML, but has no root element", source)
    what = f"XML with the root element {root[1][:30]!r}, which is not a puzzle file"
    raise UnknownFormat(what, source)


def _fitting(head: str, suffix: str, source: str) -> list[str]:
    """Return the formats that fit a picture or bare numbers, by their signs and their readers."""
    record = Record(head, source, named=False)
    is_one = head.count("\n") <= MAX_PUZZLE_LINES
    names: list[str] = []
    for kind in signs_in(SignPriority.TRIED, head, suffix):
        may_fit = is_one or Holds.SEVERAL in make_format(kind.name).holds
        if kind.name not in names and may_fit and _read(kind.name, record):
            if kind.sign.alone:
                return [kind.name]
            names.append(kind.name)
    if is_one and "keen" in names and suffix not in OWN_SUFFIXES:
        from nonosat.formats.text.numbers import is_meant

        if is_meant(record):
            make_format("numbers").read(record)  # raises an error if there is another reading
    if not names and is_one and _may_be_numbers(record):
        sizes = [(one.puzzle.height, one.puzzle.width) for one in _read("numbers", record)]
        if sizes and all(min(size) > 1 and sum(size) > 4 for size in sizes):
            names.append("numbers")  # a large one does not fit by chance
    return names


def _may_be_numbers(record: Record) -> bool:
    if _NUMBERS.match(record.text):
        return True
    from nonosat.formats.text.numbers import is_made_of_clues  # few texts are of no format

    return is_made_of_clues(record)


def _read(name: str, record: Record) -> list[Sheet]:
    """Return the puzzles of a text, or none if a format does not fit."""
    try:
        return make_format(name).read(record)
    except NonosatError:
        return []


def _with_a_mistake(head: str, suffix: str, source: str) -> str:
    """Return, as a last resort, a format whose error helps more than "unknown format".

    A text that looks like a puzzle is one with a mistake in it. Anything else is an unknown format;
    if other files share the suffix with a format, the message includes the error of its reader.
    """
    if re.search(_CONTROL, head):
        raise UnknownFormat("this is binary data, no text", source)
    if re.match(r"\s*https?://\S+\s*\Z", head):
        raise UnknownFormat("nonosat does not download: save the page, and pass the file", source)
    names = formats_of(suffix) if suffix != ANY_TEXT else []
    for kind in signs_in(SignPriority.PART, head):
        if not names or kind.name in names:
            return kind.name
    record = Record(head, source)
    if head.count("\n") <= MAX_PUZZLE_LINES and (name := _nearest(record, names)):
        return name
    if names and len(head) <= MAX_FOREIGN:
        _complain(names[0], record)
    lines = [line for line in head.split("\n") if line.strip()]
    numbers = sum(not line.strip(" \t,;0123456789") for line in lines)
    seen = (
        f"{numbers} of its {len(lines)} lines are numbers"
        if numbers
        else "it has no line of numbers"
    )
    raise UnknownFormat(
        f"found no puzzle: {seen}. The simplest form is "
        "a line for each row such as 2 1, an empty line, and a line for each column",
        source,
    )


def _nearest(record: Record, names: list[str]) -> str:
    """Return the format that a text without a sign was meant in; "" if it does not look like a puzzle."""
    from nonosat.formats.detect.by_hand import unread_line  # few texts are of no format
    from nonosat.formats.detect.nearest import are_clues, nearest
    from nonosat.formats.text.numbers import WRITE_HEADINGS, is_meant

    wrong = None
    if _may_be_numbers(record):
        try:
            make_format("numbers").read(record._replace(named=False))
        except ParseError as err:
            wrong = err
    if wrong and (WRITE_HEADINGS in wrong.what or is_meant(record)):
        return "numbers"
    if name := nearest(record, names):
        return name
    if line := unread_line(record):
        if wrong and isinstance(wrong.__cause__, PuzzleError):
            return "numbers"  # rows and columns do not fit each other
        record.fail(
            f"these lines look like the clues of rows and columns, but no format has "
            f"{line.text.strip()[:20]!r}: put blanks or commas between the blocks of a line, and an "
            "empty line between rows and columns",
            line.number,
        )
    if are_clues(record.text):
        what = "these lines look like clues, but nothing separates the rows from the columns"
        record.fail(
            f"{what}: put each clue on a line of its own, and an empty line between rows and columns",
            0,
            UnknownFormat,
        )
    return ""


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
    record.fail(
        f"no puzzle format fits; as {name}, after its suffix: {what}",
        line,
        UnknownFormat,
        Advice("format"),
    )

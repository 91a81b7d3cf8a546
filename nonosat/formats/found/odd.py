"""JSON in other forms: its text is searched as a program is."""

import json
from collections.abc import Iterator
from dataclasses import replace

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import Doubt, Record
from nonosat.formats.data.form import MAX_DEPTH, PICTURES, depth_exceeds
from nonosat.formats.found.readings import searched, sheet_of
from nonosat.model import Sheet


def read_odd(
    record: Record, value: object, reason: ParseError | None
) -> Iterator[Sheet | ParseError]:
    """Yield the puzzles that a value holds in any form, or the error.

    Args:
        record: the text of the value, or only its line.
        reason: why it is not in the form.
    """
    if depth_exceeds(value, MAX_DEPTH):
        yield UnknownFormat(f"nested deeper than {MAX_DEPTH}", record.source, record.line)
        return
    text = record.text or json.dumps(value, ensure_ascii=False)
    found = searched(text, record.line, True, is_still=not record.text)
    for reading in found.readings:
        doubt = f"the clues of line {reading.line} are not lists under rows and columns"
        try:
            sheet = sheet_of(record, reading)
            yield replace(sheet, guesses=(Doubt(doubt), *sheet.guesses))
        except ParseError as err:
            yield err
    worst = found.worst
    if found.readings and worst is None:
        return
    if reason is not None:
        yield reason
    elif worst is not None and (found.readings or worst.used or found.roles):
        yield ParseError(worst.what, record.source, worst.line, advice=worst.advice)
    else:
        yield UnknownFormat(_seen(value), record.source, record.line)


def _seen(value: object) -> str:
    """The message that a value holds no puzzle, with what it holds instead, and what is read."""
    if not isinstance(value, dict):
        return "a puzzle in JSON is an object with rows and columns"
    keys = [key[:20] for key in value]
    more = f" and {len(keys) - 5} more" if len(keys) > 5 else ""
    seen = f" (its keys: {', '.join(keys[:5])}{more})" if keys else ""
    taken = f"lists of clues are read under rows and columns, a picture under {', '.join(PICTURES)}"
    return f"there are neither clues nor a picture of a puzzle in this object{seen}; {taken}"

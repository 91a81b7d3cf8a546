"""Lines of values of JSON, and errors that say where in a list a puzzle is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import ParseError
from nonosat.formats.base import Record
from nonosat.formats.data.form import OtherForm

_OPENING = re.compile(r'"(?:\\.|[^"\\])*+"|[\[{]|\n')


class ObjectLines:
    """The lines of the lists and objects of a value, which are in the order of its brackets."""

    def __init__(self, record: Record, value: object) -> None:
        self._record, self._value = record, value
        self.whole: int = record.line if "\n" not in record.text.strip() else 0
        """The line of all of it; 0 if it has several."""
        self._lines: dict[int, int] = {}

    def of(self, value: object) -> int:
        """The line of a list or object of the value, or of all of it."""
        if self.whole or not self._record.text:
            return self.whole
        if not self._lines:
            self._lines = dict(zip(map(id, _groups(self._value)), self._openings(), strict=True))
        return self._lines.get(id(value), 0)

    def _openings(self) -> Iterator[int]:
        line = self._record.line
        for match in _OPENING.finditer(self._record.text):
            if match[0] in "[{":
                yield line
            line += match[0] == "\n"


def _groups(value: object) -> Iterator[object]:
    """Yield the lists and objects within a value, outer before inner."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, dict)):
            yield one
            waiting += reversed([*one.values()] if isinstance(one, dict) else one)


def labelled(err: ParseError | OtherForm, record: Record, label: str) -> ParseError:
    """The error of one of several puzzles, at the line of the record if it has none."""
    if isinstance(err, ParseError):
        line = err.line or record.line
        made = type(err)(label + err.what, err.source, line, advice=err.advice)
    else:
        made = ParseError(f"{label}{err}", record.source, record.line)
    made.__cause__ = err
    return made

"""Puzzles in JSON: one object, a list of them, or one object per line.

Reads almost every JSON layout in use (see `read` for keys, `colors` for colors).
Writes the one below, which keeps everything a sheet holds::

    {"format": "nonogram", "version": 1,
     "id": "x1", "title": "Flag", "author": "...", "copyright": "...", "license": "...",
     "source": "...",                        each only if there is one
     "width": 2, "height": 1,
     "colors": {".": "#ffffff", "k": "#000000", "r": "#d00000"},
     "color_names": {".": "white", "k": "black", "r": "red"},
     "rows": [[[1, "k"], ["?", "r"]]],       [length, character]; plain lengths if one ink;
                                             "?" is a length that is not known
     "columns": [[[1, "k"]], [[1, "r"]]],    [] is an empty line
     "goal": ["kr"],                         or "goals": [["kr"], ...] if there are several
     "givens": [["?", "kr"]],                per cell the colors possible, ? for all
     "notes": [["verdict", "unique"]]}       pairs of name and text

``colors`` and ``color_names`` are left out for black on white; the background comes first.
Several puzzles are ``{"format": "nonogram", "version": 1, "puzzles": [...]}``.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from nonosat.errors import ParseError, PuzzleError, TooLarge, UnknownFormat
from nonosat.formats.base import (
    CREDITS,
    MAX_PUZZLES,
    Doubt,
    Format,
    Holds,
    Record,
    checked_doubts,
    filled_lines,
    some_read,
    words,
)
from nonosat.formats.data.form import (
    MAX_DEPTH,
    PICTURES,
    Fields,
    OtherForm,
    depth_exceeds,
    doubtful,
    inner_key,
    plain,
    read_form,
)
from nonosat.formats.lines import TOPICS, Side, role_of, subwords
from nonosat.model import BLACK_AND_WHITE, Sheet

_SHARED = ("author", "copyright", "license", "source")
"""Credits of a whole set that hold for each of its puzzles."""
_AROUND = TOPICS | words("puzzle puzzles nonogram game level board")
"""Words for the only puzzle of an object."""
_BESIDE = words(
    "meta metadata info settings options config tags size author authors source license board grid solution goal state"
)
"""Words for what may be beside a puzzle with a name."""


def read(record: Record) -> list[Sheet]:
    """Read every puzzle of a text: an object, a list of objects, or both in each other.

    Raises:
        ParseError: no JSON, or no puzzle. TooLarge: beyond the caps.
    """
    return read_value(record, decoded(record))


def write(sheets: Sequence[Sheet]) -> str:
    objects = [data_of_sheet(sheet) for sheet in sheets]
    if len(objects) == 1:
        return _spread(objects[0], "") + "\n"
    for fields in objects:
        del fields["format"], fields["version"]
    inner = ",\n".join(f"  {_spread(fields, '  ')}" for fields in objects)
    return f'{{"format": "nonogram", "version": 1, "puzzles": [\n{inner}\n]}}\n'


def may_be_several(text: str) -> bool:
    """True for a list, or an object with a list ``puzzles`` (however that key is spelled)."""
    plain = text.lstrip().startswith("{") and "\\u" not in text
    return not plain or "puzzles" in text.casefold()


def read_lines(record: Record) -> list[Sheet]:
    """Read one object, or one per line; blank lines mean nothing."""
    return [
        sheet
        for number, line in filled_lines(record.text.split("\n"))
        for sheet in read(record._replace(content=line, line=record.line + number - 1))
    ]


def write_lines(sheets: Sequence[Sheet]) -> str:
    return "".join(
        json.dumps(data_of_sheet(sheet), ensure_ascii=False, separators=(",", ":")) + "\n"
        for sheet in sheets
    )


def _refuse_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise PuzzleError(f"the key {plain(twice)[:40]!r} appears twice in one object")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_refuse_twins)


def decoded(record: Record) -> object:
    """Decode a text; `read_value` refuses what is nested deeper than `MAX_DEPTH`."""
    single = record.line if "\n" not in record.text.strip() else 0
    try:
        return _DECODER.decode(record.text)
    except json.JSONDecodeError as err:
        line = record.line + err.lineno - 1
        record.fail(f"no valid JSON at column {err.colno}: {err.msg}", line)
    except PuzzleError as err:
        record.fail(str(err), single)
    except RecursionError:
        record.fail(f"nested deeper than {MAX_DEPTH}", single, TooLarge)
    except ValueError:  # Python's own guard against numbers of thousands of digits
        record.fail("a number is too large", single, TooLarge)


def sheet_of_data(value: object, name: str) -> Sheet:
    """Return the one puzzle of a value; errors have this name, and no line.

    Raises:
        ParseError: there is none, there are several, or it has a mistake.
    """
    record = Record("", name, line=0)
    found: list[Sheet] = checked_doubts(record, read_value(record, value))
    if len(found) != 1:
        record.fail(f"expected one puzzle, got {len(found)}")
    return found[0]


def read_value(record: Record, value: object) -> list[Sheet]:
    """Read the puzzles of a value from `decoded`.

    Raises:
        ParseError: there is none, or it has a mistake.
        SomeUnread: so it is with some of the puzzles.
    """
    found = [*_found(_Whole(record, value), value, {}, "")]
    if len(found) > MAX_PUZZLES:
        record.fail(f"more than {MAX_PUZZLES} puzzles in one text", kind=TooLarge)
    return some_read(found)


_OPENING = re.compile(r'"(?:\\.|[^"\\])*+"|[\[{]|\n')


class _Whole:
    """A text and its value, whose lists and objects are in the order of its brackets."""

    def __init__(self, record: Record, value: object) -> None:
        self.record, self.value = record, value
        self.line: int = record.line if "\n" not in record.text.strip() else 0
        """The line of all of it; 0 if it has several."""
        self._lines: dict[int, int] = {}

    def part(self, value: object) -> Record:
        """The record of a list or object in it: the whole, or nothing but its line."""
        if value is self.value and self.record.text:
            return self.record
        if self.record.text and not self.line and not self._lines:
            self._lines = dict(zip(map(id, _groups(self.value)), self._openings(), strict=True))
        return self.record._replace(content="", line=self._lines.get(id(value), self.line))

    def _openings(self) -> Iterator[int]:
        line = self.record.line
        for match in _OPENING.finditer(self.record.text):
            if match[0] in "[{":
                yield line
            line += match[0] == "\n"

    def error(self, err: ParseError | OtherForm, value: object, label: str) -> ParseError:
        """The error of one of several puzzles, at its line."""
        what, kind, line, advice = str(err), ParseError, 0, None
        if isinstance(err, ParseError):
            what, kind, line, advice = err.what, type(err), err.line, err.advice
        line = line or self.part(value).line
        made = kind(label + what, self.record.source, line, advice=advice)
        made.__cause__ = err
        return made


def _groups(value: object) -> Iterator[object]:
    """Yield the lists and objects within a value, outer before inner."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, dict)):
            yield one
            waiting += reversed([*one.values()] if isinstance(one, dict) else one)


def _found(
    whole: _Whole, value: object, around: dict[str, object], label: str
) -> Iterator[Sheet | ParseError]:
    """Yield the puzzles of a value: each object in the form by itself, and those in all else.

    Args:
        around: what the objects around it say for each of their puzzles.
        label: the place in a list, for errors.
    """
    inner = fields = reason = None
    if isinstance(value, dict):
        fields = Fields(around | value)
        is_one = sum(map(_is_half, value.values())) < 2
        inner = inner_key(value) if is_one and not fields.is_form else None
        if inner and any(_may_be_one(*one, inner) for one in value.items() if one[0] != inner):
            inner = None
        if inner and not value.keys() & value[inner].keys():
            fields = Fields(around | {k: v for k, v in value.items() if k != inner} | value[inner])
    if fields is not None and fields.is_form:
        place = whole.record.at(whole.line)
        try:
            with place.errors_at():
                yield read_form(place, fields)
            return
        except ParseError as err:
            yield whole.error(err, value, label)
            return
        except OtherForm as err:
            reason = whole.error(err, value, label) if str(err) else None
    elif inner is None and _holds_form(value, MAX_DEPTH):
        if isinstance(value, list):
            for number, item in enumerate(value, 1):
                yield from _found(whole, item, around, f"puzzle {number}: ")
        elif isinstance(value, dict):
            yield from _of_set(whole, value, around, label)
        return
    for one in _searched(whole.part(value), value, reason):
        yield one if isinstance(one, Sheet) or one is reason else whole.error(one, value, label)


def _searched(
    record: Record, value: object, reason: ParseError | None
) -> Iterator[Sheet | ParseError]:
    """Yield the puzzles that a value holds in any form, or the error.

    Args:
        record: the text of the value, or only its line.
        reason: why it is not in the form.
    """
    from nonosat.formats.found.readings import searched, sheet_of  # most objects are in the form

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


def _of_set(
    whole: _Whole, value: dict[str, Any], around: dict[str, object], label: str
) -> Iterator[Sheet | ParseError]:
    """Yield the puzzles of an object that has some among its values."""
    around = around | {key: text for key, text in value.items() if key in _SHARED}
    if value.get("format") == "nonogram":
        around["format"] = "nonogram"
    doubts: list[Doubt] = []
    sets = [key for key, item in value.items() if _holds_form(item, MAX_DEPTH)]
    names = [key for key in sets if isinstance(value[key], dict) and Fields(value[key]).is_form]
    for key in [key for key in value if key not in sets]:
        shown = repr(plain(key)[:40])
        if _is_half(value[key]):
            yield whole.error(OtherForm(f"{shown} has no clues of both sides"), value[key], label)
        elif doubtful(key, value[key], (0, 0)) or any(
            _may_be_one(key, value[key], name) for name in names
        ):
            doubts.append(Doubt(f"{shown} beside the puzzles is not understood"))
    for key in sets:
        title = {"title": key} if isinstance(value[key], dict) else {}
        for one in _found(whole, value[key], around | title, ""):
            if doubts and isinstance(one, Sheet):
                one = replace(one, guesses=(*doubts, *one.guesses))
            yield one


def _may_be_one(key: str, value: object, name: str) -> bool:
    """True for an entry that may be a puzzle without clues, beside one with a name."""
    if isinstance(value, (str, int, float)) and value != "":
        return False
    parts, known = {*subwords(key[:100])}, {*subwords(name[:100])}
    return parts == known or not (parts & _BESIDE or known <= _AROUND)


def _is_half(value: object) -> bool:
    """True for an object that is a puzzle by its names, but lacks clues."""
    if not isinstance(value, dict):
        return False
    return {role_of(key[:100]).side for key in value} >= {*Side}


def _holds_form(value: object, room: int) -> bool:
    """True if there is an object in the form within a value, no deeper than `room`."""
    if isinstance(value, dict):
        return Fields(value).is_form or any(_holds_form(item, room) for item in value.values())
    return (
        isinstance(value, list) and room > 0 and any(_holds_form(item, room - 1) for item in value)
    )


def data_of_sheet(sheet: Sheet) -> dict[str, object]:
    """A sheet in the form of this module, ready to be dumped."""
    puzzle, palette = sheet.puzzle, sheet.puzzle.palette
    fields: dict[str, object] = {"format": "nonogram", "version": 1}
    texts = {name: text for name in CREDITS if (text := getattr(sheet, name))}
    fields |= {"id": texts.pop("id")} if "id" in texts else {}
    fields |= texts
    fields |= {"width": puzzle.width, "height": puzzle.height}
    if palette != BLACK_AND_WHITE:
        fields["colors"] = {color.char: color.rgb for color in palette.colors}
        fields["color_names"] = {color.char: color.name for color in palette.colors}
    fields["rows"] = [clue.to_json(palette) for clue in puzzle.rows]
    fields["columns"] = [clue.to_json(palette) for clue in puzzle.cols]
    if len(sheet.goals) == 1:
        fields["goal"] = sheet.goals[0].drawn(palette.chars)
    elif sheet.goals:
        fields["goals"] = [goal.drawn(palette.chars) for goal in sheet.goals]
    for key, cells in (("givens", puzzle.givens), ("saved", sheet.saved)):
        if cells is not None:
            fields[key] = cells.words(palette)
    if sheet.notes:
        fields["notes"] = [list(note) for note in sheet.notes]
    return fields


def _spread(fields: dict[str, object], indent: str) -> str:
    lines = [
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in fields.items()
    ]
    return "{" + f",\n{indent} ".join(lines) + "}"


_EVERYTHING = ~Holds(0)
JSON = Format(_EVERYTHING, read, write)
JSON_LINES = Format(
    _EVERYTHING, read_lines, write_lines, split=filled_lines, may_be_several=may_be_several
)

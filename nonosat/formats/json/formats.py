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

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from nonosat.errors import ParseError, PuzzleError, TooLarge, UnknownFormat
from nonosat.formats.base import (
    CREDITS,
    MAX_PUZZLES,
    Format,
    Holds,
    Record,
    filled_lines,
    some_read,
)
from nonosat.formats.json.clues import NoBlock
from nonosat.formats.json.odd import has_more_sides, read_odd, read_whole
from nonosat.formats.json.read import MAX_DEPTH, depth_exceeds, is_puzzle, plain, read_sheet
from nonosat.model import BLACK_AND_WHITE, Sheet


def read(record: Record) -> list[Sheet]:
    """Read an object, a list of objects, or an object with a list ``puzzles``.

    Raises:
        ParseError: no JSON, or no puzzle. In a text of several lines, the message names the line
            of broken JSON, but puzzle and row of a broken puzzle. TooLarge: beyond the caps.
    """
    line = 0 if "\n" in record.text.strip() else record.line
    return read_value(record, decoded(record), line)


def write(sheets: Sequence[Sheet]) -> str:
    objects = [_object(sheet) for sheet in sheets]
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
    text = record.text
    if "\n" not in text:
        return _read_line(record) if text.strip() else []
    return [
        sheet
        for number, line in filled_lines(text.split("\n"))
        for sheet in _read_line(Record(line, record.source, record.line + number - 1))
    ]


def write_lines(sheets: Sequence[Sheet]) -> str:
    return "".join(
        json.dumps(_object(sheet), ensure_ascii=False, separators=(",", ":")) + "\n"
        for sheet in sheets
    )


def _refuse_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise PuzzleError(f"the key {plain(twice)[:40]!r} appears twice in one object")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise PuzzleError("a number is too large")
    return value


def _no_constant(text: str) -> NoReturn:
    raise PuzzleError(f"{text} is not a number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_refuse_twins, parse_float=_finite, parse_constant=_no_constant
)


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


def read_value(record: Record, value: object, line: int, depth: int = 3) -> list[Sheet]:
    """Read the puzzles of a value from `decoded`.

    Args:
        line: number of its line; 0 if it spans several lines.
        depth: maximum number of objects around the puzzles.
    """
    if (
        isinstance(value, dict)
        and has_more_sides(value)
        and (found := read_whole(record, value, line))
    ):
        return found
    try:
        return _read_value(record, value, line, depth)
    except ParseError as err:
        is_odd = isinstance(err, UnknownFormat) or isinstance(err.__cause__, NoBlock)
        if is_odd and not depth_exceeds(value, MAX_DEPTH):
            found, error = read_odd(record, value, line)
            if found and error is None:
                return found
        raise


def _read_value(record: Record, value: object, line: int, depth: int) -> list[Sheet]:
    defaults: dict[str, object] = {}
    if isinstance(value, dict):
        puzzles = _puzzles(value, depth)
        if puzzles is None:
            return [read_sheet(record, value, line)]
        # Credits of the whole set hold for each of its puzzles, except its title.
        defaults = {
            key: text
            for key, text in value.items()
            if key in ("author", "copyright", "license", "source")
        }
        value = puzzles
    if depth_exceeds(value, MAX_DEPTH):
        record.fail(f"nested deeper than {MAX_DEPTH}", line, UnknownFormat)
    if not isinstance(value, list):
        what = "a puzzle in JSON is an object with rows and columns"
        record.fail(what, line, UnknownFormat)
    if not value:
        record.fail("there is no puzzle in this list", line)
    if len(value) > MAX_PUZZLES:
        record.fail(f"more than {MAX_PUZZLES} puzzles in one text", line, TooLarge)
    sheets: list[Sheet | ParseError] = []
    for number, item in enumerate(value, 1):
        what = f"puzzle {number}: not an object with rows and columns"
        if not isinstance(item, dict):
            if not any(isinstance(other, dict) for other in value):
                record.fail(what, line, UnknownFormat)
            sheets.append(ParseError(what, record.source, line))
            continue
        try:
            sheets.append(read_sheet(record, defaults | item, line))
        except ParseError as err:
            sheets.append(type(err)(f"puzzle {number}: {err.what}", err.source, err.line))
    return some_read(sheets)


def _puzzles(value: dict[str, object], depth: int) -> list[object] | None:
    """The puzzles in an object that is none itself: in a list, or each under its name."""
    named = next((item for key, item in value.items() if key.casefold() == "puzzles"), None)
    if isinstance(named, list):
        return named
    if not depth or is_puzzle(value):
        return None
    inside = {key: item for key, item in value.items() if isinstance(item, dict)}
    if found := [{"title": key} | item for key, item in inside.items() if is_puzzle(item)]:
        return [*found]
    for item in value.values():
        if isinstance(item, list) and any(isinstance(one, dict) and is_puzzle(one) for one in item):
            return item
    rest = (_puzzles(item, depth - 1) for item in inside.values())
    return next((found for found in rest if found is not None), None)


def _read_line(record: Record) -> list[Sheet]:
    return read_value(record, decoded(record), record.line, depth=0)


def _object(sheet: Sheet) -> dict[str, object]:
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

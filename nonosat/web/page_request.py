"""Requests of the page, checked when they are read: they may come from anywhere."""

import base64
import json
import sys
from typing import Any

from nonosat.errors import PuzzleError, UsageError
from nonosat.formats.data.formats import sheet_of_data
from nonosat.limits import Limits
from nonosat.model import Domains, Sheet
from nonosat.pictures.pixels import Photo


class PageRequest:
    """A JSON object; the type of each value is checked when it is read.

    Args:
        limits: of the answer.

    Raises:
        UsageError: the text is not a JSON object; from each method: a value has the wrong type.
    """

    def __init__(self, text: bytes, limits: Limits) -> None:
        self.limits: Limits = limits
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as err:
            raise UsageError("the request is not JSON") from err
        if not isinstance(value, dict):
            raise UsageError("the request is not a JSON object")
        self._keys: dict[str, Any] = value

    def get(self, key: str, kind: type, default: Any = None) -> Any:
        """Return a value, or the default if it is null or missing."""
        value = self._keys.get(key)
        if value is None:
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise UsageError(f"{key!r} must be {kind.__name__}")
        return value

    def need(self, key: str, kind: type) -> Any:
        """Return a required value."""
        value = self.get(key, kind)
        if value is None:
            raise UsageError(f"{key!r} is missing")
        return value

    def number(self, key: str) -> float | None:
        """Return a number of at least 0, or None."""
        value = self._keys.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
            raise UsageError(f"{key!r} must be a number of at least 0")
        if value > sys.float_info.max:
            raise UsageError(f"{key!r} is too large")
        return value

    def count(self, default: int) -> int | None:
        """Return the number of solutions wanted; None means all."""
        value = self._keys.get("count")
        if value is None:
            return default
        if value == "all":
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise UsageError("'count' must be an integer of at least 1, or all")
        return value

    def data(self) -> bytes:
        """Decode the bytes of ``data``."""
        try:
            return base64.b64decode(self.need("data", str), validate=True)
        except ValueError as err:
            raise UsageError("'data' is not base64") from err

    def photo(self) -> Photo:
        """Return the picture whose file is ``data``."""
        return Photo(self.data(), "the picture")

    def sheet(self) -> Sheet:
        """Return the one puzzle of the request."""
        return sheet_of_data(self.need("puzzle", dict), "the puzzle")

    def sheets(self) -> list[Sheet]:
        """Return all puzzles of the request."""
        return [sheet_of_data(value, "the puzzle") for value in self.need("puzzles", list)]

    def known(self, sheet: Sheet) -> Domains | None:
        """Return the player's marks, or None."""
        return None if self._keys.get("known") is None else self.marks(sheet)

    def marks(self, sheet: Sheet) -> Domains:
        """Return the player's marks; given cells override them."""
        puzzle = sheet.puzzle
        try:
            marks = Domains.of(self.need("known", list), puzzle.palette)
        except PuzzleError as err:
            raise UsageError(str(err)) from err
        puzzle.known_cells(marks)
        givens = puzzle.givens
        if givens is None:
            return marks
        masks = [
            mark & given or given for mark, given in zip(marks.cells(), givens.cells(), strict=True)
        ]
        colors = len(puzzle.palette.colors)
        return Domains.of_cells(puzzle.height, puzzle.width, colors, masks)

    def integers(self, key: str, form: str) -> Any:
        """Return a tuple of integers in a form such as ``[row, column]``; None if it is not given."""
        values = self.get(key, list)
        if values is None:
            return None
        if len(values) != form.count(",") + 1 or any(type(n) is not int or n < 0 for n in values):
            raise UsageError(f"{key!r} must be {form}, integers of at least 0")
        return tuple(values)

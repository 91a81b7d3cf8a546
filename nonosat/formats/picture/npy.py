"""npy: NumPy's arrays of finished pictures, one (``H x W``) or several (``N x H x W``); clues are derived.

``.npz`` are archives of such arrays. Two values are blank and filled, more are a blank and inks. Arrays
of Python objects are refused: to read them would run what the file says. Source: NumPy's description
of the format.
"""

from __future__ import annotations

import ast
import math
import sys
from array import array
from collections.abc import Iterator
from functools import partial

from nonosat.advice import Advice
from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.named.zipped import members
from nonosat.model import BLACK_AND_WHITE, Grid, Sheet, default_palette

MAX_VALUE = 32
"""Largest number of an ink; arrays of larger numbers are photographs."""
_MAGIC = b"\x93NUMPY"
_CODES = {"b1": "B", "u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q", "f4": "f", "f8": "d"}  # fmt: skip
"""NumPy's types -> those of `array`."""


def read(rows_are_pictures: bool, record: Record) -> list[Sheet]:
    """Read every picture of every array; its rows can be pictures if it has two dimensions."""
    sheets: list[Sheet] = []
    for name, data in _arrays(record):
        for picture in _pictures(record, data, rows_are_pictures):
            record.check_count(sheets)
            sheets.append(_sheet(record, picture, f"{name}{len(sheets) + 1}"))
    if not sheets:
        record.fail("there is no picture in this file")
    return sheets


def _arrays(record: Record) -> Iterator[tuple[str, bytes]]:
    """The arrays of a file, each with what its pictures are called in front of their number."""
    if not record.data.startswith(b"PK"):
        yield "", record.data
        return
    for name, data in members(record):
        if name.endswith(".npy"):
            yield f"{name.removesuffix('.npy')} ", data


def _pictures(record: Record, data: bytes, rows_are_pictures: bool) -> Iterator[list[array[int]]]:
    values, shape, is_turned = _array(record, data)
    while len(shape) > 3 and shape[-1] == 1:
        shape = shape[:-1]
    if rows_are_pictures and len(shape) == 2:
        side = math.isqrt(shape[1])
        if side * side != shape[1]:
            record.fail(f"rows of {shape[1]} values are not square pictures")
        if is_turned:
            record.fail("cannot read rows as pictures in an array in Fortran order")
        shape = (shape[0], side, side)
    if len(shape) not in (2, 3):
        what = "x".join(map(str, shape)) or "one value"
        record.fail(f"expected an array of H x W or N x H x W, got {what}")
    count, height, width = (1, *shape) if len(shape) == 2 else shape
    record.check_size(height, width, 0)
    for at in range(count):
        if is_turned:
            flat = values[at::count]
            yield [flat[row::height] for row in range(height)]
        else:
            start = at * height * width
            yield [values[start + row * width : start + (row + 1) * width] for row in range(height)]


def _array(record: Record, data: bytes) -> tuple[array[int], tuple[int, ...], bool]:
    """The values of an array, its shape, and whether its first index runs fastest."""
    start = 10 if data[6:7] == b"\1" else 12
    end = start + int.from_bytes(data[8:start], "little")
    if not data.startswith(_MAGIC) or not start < end <= min(len(data), 10_000):
        record.fail("this is not an array of NumPy, or it is cut off")
    try:
        head = ast.literal_eval(data[start:end].decode("latin-1").strip())
        kind, shape = head["descr"], head["shape"]
        is_turned = bool(head["fortran_order"])
        is_shape = all(type(side) is int and side >= 0 for side in shape)
    except (ValueError, SyntaxError, TypeError, KeyError, MemoryError, RecursionError):
        record.fail("cannot read the header of this array")
    if not is_shape or not isinstance(kind, str) or kind[1:] not in _CODES:
        record.fail(f"expected an array of numbers or truth values, got {str(kind)[:20]!r}")
    values: array[int] = array(_CODES[kind[1:]])
    body = data[end:]
    if math.prod(shape) * values.itemsize != len(body):
        record.fail(f"expected {math.prod(shape)} values, got {len(body) // values.itemsize}")
    values.frombytes(body)
    if (kind[0] == ">") == (sys.byteorder == "little"):
        values.byteswap()
    return values, tuple(shape), is_turned and len(shape) > 1


def _sheet(record: Record, rows: list[array[int]], name: str) -> Sheet:
    """A picture: of two values the smaller is blank, of more 0 is."""
    used = sorted({value for row in rows for value in row})
    if len(used) < 3:
        filled = used[-1] if len(used) == 2 or used[0] else math.inf
        cells = bytes(value == filled for row in rows for value in row)
        palette = BLACK_AND_WHITE
    elif any(not 0 <= value <= MAX_VALUE or value % 1 for value in used):
        record.fail(
            f"{len(used)} values from {used[0]} to {used[-1]} are not those of inks",
            advice=Advice("photo"),
        )
    else:
        cells = bytes(int(value) for row in rows for value in row)
        palette = default_palette(int(used[-1]))
    return record.picture(Grid(len(rows), len(rows[0]), cells), palette, id=name)


_HOLDS = Holds.GOAL | Holds.COLORS | Holds.SEVERAL | Holds.OBLONG | Holds.ID
NPY = Format(_HOLDS, partial(read, False), None, binary=True)
NPY_ROWS = Format(_HOLDS, partial(read, True), None, binary=True)

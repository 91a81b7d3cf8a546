"""Takes apart what is printed beside a play area: which glyphs belong to the clue of each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nonosat.scan.area import Area
from nonosat.scan.flatten import CELL, Flattened
from nonosat.scan.glyphs import Glyph, Network, glyphs_of
from nonosat.scan.ink import HAIR, Blob, blobs_of, ink_of
from nonosat.scan.lattice import LEAST, NoPuzzle, Pixels

MOST_ROOM = 18
"""Cells that may hold clues beside the play area, at most, where the lattice has no more."""
_OVERLAP = 4
"""Pixels that the digits of a line may reach into the next."""
_NEAR = 2.2 * CELL
"""Pixels from the play area to its nearest number, at most."""
_PALE = 0.3
"""Of the contrast of the numbers next to the play area: less is the edge of a gray box."""
_HEIGHTS = 0.68, 1.42
"""The height of digits, in usual ones."""
_ONE = 0.85
"""The width of the widest digit, in usual heights."""
_THIN = 0.1
"""The width of the thinnest 1, in usual heights; lines that are cut off are thinner."""


class PrintedLine(NamedTuple):
    """The clue of a line: glyphs from left to right, in rows of text from top to bottom."""

    texts: list[list[Glyph]]

    def has_number(self) -> bool:
        """Return True if something in it looks like a digit."""
        return any(glyph.chance > 0.5 for text in self.texts for glyph in text)

    def is_marked(self) -> bool:
        """Return True if something in it may be a digit."""
        return any(glyph.junk < 0.9 for text in self.texts for glyph in text)


class Printed(NamedTuple):
    """The clues beside a play area."""

    rows: list[PrintedLine]
    cols: list[PrintedLine]
    digits: tuple[float, float]
    """Pixels of the usual height of digits: in rows, and in columns."""
    boxed: bool
    """True if each number of a row has a box of its own."""
    pictures: tuple[Pixels, Pixels]
    """The flattened picture left of the play area and above it, `CELL` pixels a line."""

    @property
    def confidence(self) -> float:
        """The share that looks like a clue, 0 to 2: lines with numbers, and how sure their digits are."""
        lines = [*self.rows, *self.cols]
        chances = [glyph.chance for line in lines for text in line.texts for glyph in text]
        return float(np.mean([line.has_number() for line in lines]) + np.mean(chances or [0.0]))


def printed_clues(
    flat: Flattened, area: Area, network: Network, *, is_fixed: bool = False
) -> tuple[Area, Printed]:
    """Take the clues of a play area apart; outer lines without any are left out, unless it is fixed.

    Raises:
        NoPuzzle: there are no numbers, or the area is too small.
    """
    seen = flat.lattice.seen
    for _ in range(4):
        if min(area.height, area.width) < LEAST - 1:
            break
        printed = _printed(flat, area, network)
        edges = (seen[area.top], seen[area.bottom], seen[:, area.left], seen[:, area.right])
        empty = []
        for lines in (printed.rows, printed.cols):
            marked = [line.is_marked() for line in lines]
            if not any(line.has_number() for line in lines):
                raise NoPuzzle("there are no numbers beside the grid of lines")
            empty += [marked.index(True), marked[::-1].index(True)]
        # A line of the lattice that is really there is not cut off for want of numbers.
        top, bottom, left, right = (
            0 if edge.mean() >= 0.9 else cut for edge, cut in zip(edges, empty, strict=True)
        )
        if is_fixed or not (top or bottom or left or right):
            return area, printed
        area = Area(area.top + top, area.left + left, area.bottom - bottom, area.right - right)
    raise NoPuzzle("the grid of lines is too small")


def _printed(flat: Flattened, area: Area, network: Network) -> Printed:
    sides = [_Side(flat, area, axis) for axis in (0, 1)]
    widths = [
        blob.width / side.digit
        for side in sides
        for line in side.lines
        for blob in line
        if blob.width > 0.42 * side.digit
    ]
    wide = float(np.clip(np.percentile(widths, 60), 0.5, 0.8)) if widths else 0.65
    lines = []
    for side in sides:
        texts = side.texts()
        glyphs = iter(
            glyphs_of(
                [blob for line in texts for text in line for blob in text],
                side.digit * wide,
                network,
            )
        )
        lines.append(
            [PrintedLine([[next(glyphs) for _ in text] for text in line]) for line in texts]
        )
    digits = sides[0].digit, sides[1].digit
    pictures = sides[0].pixels, sides[1].pixels
    return Printed(lines[0], lines[1], digits, sides[0].boxed, pictures)


class _Side:
    """The band of clues left of a play area (axis 0), or above it (axis 1)."""

    def __init__(self, flat: Flattened, area: Area, axis: int) -> None:
        top, left, bottom, right = area
        seen = flat.lattice.seen
        before = left if axis == 0 else top
        beside = seen[top : bottom + 1, left - 1] if axis == 0 else seen[top - 1, left : right + 1]
        self.axis = axis
        self.boxed = before > 0 and float(beside.mean()) > 0.5
        along, count = (area.width, area.height) if axis == 0 else (area.height, area.width)
        room = max(before, min(int(0.55 * along) + 3, MOST_ROOM), before + 1 if self.boxed else 0)
        box = (top, left - room, bottom, left) if axis == 0 else (top - room, left, top, right)
        self.pixels, outside = flat.part(*box)
        self.end = room * CELL
        cut = (3, 3, 0, 4) if axis == 0 else (0, 4, 3, 3)
        ink, levels = ink_of(self.pixels, outside, cut)
        strips = []
        for at in range(count):
            start = max(0, at * CELL - _OVERLAP)
            part: Any = (slice(start, at * CELL + CELL + _OVERLAP), slice(None))[:: 1 - 2 * axis]
            strips.append((ink[part], levels[part], at * CELL - start))
        lines = [self._own(blobs_of(*strip[:2]), strip[2]) for strip in strips]
        near = [
            blob
            for line in lines
            for blob in line
            if self._start(blob) > self.end - _NEAR and blob.height > 0.25 * CELL
        ]
        if not near:
            raise NoPuzzle("there are no numbers beside the grid of lines")
        self._pale = _PALE * float(np.median([blob.contrast for blob in near]))
        self.digit = float(np.median([blob.height for blob in near if blob.contrast > self._pale]))
        self.lines = []
        for line, (shares, depth, own) in zip(lines, strips, strict=True):
            # A blob with its hairlines, if that is one digit; it does not hang together without.
            whole = self._fitting(self._own(blobs_of(shares, depth, HAIR), own), _ONE)
            rest = [blob for blob in line if not any(one.holds(blob) for one in whole)]
            self.lines.append(whole + self._fitting(rest, 9))

    def _own(self, blobs: list[Blob], start: int) -> list[Blob]:
        """Return the blobs of a strip whose middle is in the line, which begins there."""
        return [b for b in blobs if start <= b.middle[1 - self.axis] < start + CELL]

    def _fitting(self, blobs: list[Blob], widest: float) -> list[Blob]:
        """Return the blobs that have the height and the contrast of digits."""
        low, high = (part * self.digit for part in _HEIGHTS)
        return [
            blob
            for blob in blobs
            if blob.contrast > self._pale
            and low < blob.height < high
            and _THIN * self.digit < blob.width < widest * self.digit
        ]

    def _start(self, blob: Blob) -> int:
        return blob.x if self.axis == 0 else blob.y

    def texts(self) -> list[list[list[Blob]]]:
        """Return for each line its blobs by rows of text; those far from all others do not belong to it."""
        return [self._row(line) if self.axis == 0 else self._col(line) for line in self.lines]

    def _row(self, line: Sequence[Blob]) -> list[list[Blob]]:
        kept: list[Blob] = []
        edge = self.end
        for blob in sorted(line, key=lambda blob: -blob.x):
            most = _NEAR if not kept else 1.45 * CELL if self.boxed else 0
            if edge - blob.right > max(most, 2.4 * self.digit):
                break
            kept.append(blob)
            edge = blob.x
        return [kept[::-1]]

    def _col(self, line: Sequence[Blob]) -> list[list[Blob]]:
        texts: list[list[Blob]] = []
        edge = self.end
        for blob in sorted(line, key=lambda blob: -blob.middle[1]):
            high = float(np.mean([other.middle[1] for other in texts[-1]])) if texts else 0.0
            if texts and abs(high - blob.middle[1]) < 0.45 * self.digit:
                texts[-1].append(blob)
            elif edge - blob.bottom > max(1.45 * CELL if texts else _NEAR, 2 * self.digit):
                break
            else:
                texts.append([blob])
            edge = min(edge, blob.y)
        return [sorted(text, key=lambda blob: blob.x) for text in reversed(texts)]

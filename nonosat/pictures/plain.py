"""Pixels for systems without Pillow: the page without a server, whose browser decodes.

All is plain Python, for pictures of some hundred pixels a side.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, pairwise
from math import floor

from nonosat.pictures.pixels import Box, Photo, Raster

_BITS = 0xF8
"""The bits of a channel that count where a picture has many colors."""
_MANY = 4096


class PlainPhoto(Photo):
    """A picture of these pixels; see `Photo`."""

    def __init__(self, raster: Raster) -> None:
        self._raster = raster

    @property
    def size(self) -> tuple[int, int]:
        return self._raster.width, self._raster.height

    def raster(self) -> Raster:
        return self._raster

    def crop(self, box: Box, around: bytes) -> PlainPhoto:
        width, height = self.size
        left, top, right, bottom = box
        before, after = max(0, min(right, 0) - left), max(0, right - max(left, width))
        outside = around * (right - left)
        first, last = max(0, left), min(width, right)
        rows = []
        for y in range(top, bottom):
            if 0 <= y < height and first < last:
                start = 3 * y * width
                row = self._raster.rgb[start + 3 * first : start + 3 * last]
                rows.append(around * before + row + around * after)
            else:
                rows.append(outside)
        return PlainPhoto(Raster(right - left, bottom - top, b"".join(rows)))

    def resized(self, width: int, height: int) -> PlainPhoto:
        wide = self._raster.width
        rgb = self._raster.rgb
        channels = []
        for channel in range(3):
            plane = rgb[channel::3]
            rows = [_means(plane[at : at + wide], width) for at in range(0, len(plane), wide)]
            columns = [_means(column, height) for column in zip(*rows, strict=True)]
            channels.append([round(value) for row in zip(*columns, strict=True) for value in row])
        pixels = bytes(value for pixel in zip(*channels, strict=True) for value in pixel)
        return PlainPhoto(Raster(width, height, pixels))

    def looks(self, most: int) -> list[bytes] | None:
        counted = Counter(self._raster.looks())
        if len(counted) > most:
            return None
        ordered = sorted(((count, look) for look, count in counted.items()), reverse=True)
        return [look for _, look in ordered]

    def gray(self) -> bytes:
        rgb = self._raster.rgb
        return bytes(
            (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16
            for red, green, blue in zip(rgb[::3], rgb[1::3], rgb[2::3], strict=True)
        )

    def reduced(self, colors: int) -> tuple[bytes, list[bytes]]:
        looks = self._raster.looks()
        counted = Counter(looks)
        if len(counted) > _MANY:
            coarse = {look: bytes(value & _BITS for value in look) for look in counted}
            looks = [coarse[look] for look in looks]
            counted = Counter(looks)
        palette = [_mean(box, counted) for box in _median_cut(counted, colors)]
        nearest = {look: _nearest(look, palette) for look in counted}
        groups: list[list[bytes]] = [[] for _ in palette]
        for look, index in nearest.items():
            groups[index].append(look)
        palette = [
            _mean(group, counted) if group else old
            for group, old in zip(groups, palette, strict=True)
        ]
        nearest = {look: _nearest(look, palette) for look in counted}
        return bytes(map(nearest.__getitem__, looks)), palette


def _means(values: bytes | tuple[float, ...], number: int) -> list[float]:
    """Return the means of equal parts of a row of values; parts may end between two values."""
    sums = [0.0, *accumulate(values)]
    step = len(values) / number

    def until(place: float) -> float:
        whole = min(floor(place), len(values) - 1)
        return sums[whole] + (place - whole) * values[whole]

    ends = [until(at * step) for at in range(number + 1)]
    return [(after - before) / step for before, after in pairwise(ends)]


def _median_cut(counted: Counter[bytes], colors: int) -> list[list[bytes]]:
    """Sort looks into at most `colors` boxes: the box with the widest channel is halved repeatedly."""
    boxes = [list(counted)]
    while len(boxes) < colors:
        widest = max(boxes, key=lambda box: max(_spans(box)) * (len(box) > 1))
        if len(widest) < 2:
            break
        spans = _spans(widest)
        channel = spans.index(max(spans))
        widest.sort(key=lambda look: look[channel])
        half = sum(map(counted.__getitem__, widest)) / 2
        seen = accumulate(map(counted.__getitem__, widest))
        cut = next(at for at, number in enumerate(seen, 1) if number >= half)
        cut = min(max(cut, 1), len(widest) - 1)
        boxes.remove(widest)
        boxes += [widest[:cut], widest[cut:]]
    return boxes


def _spans(box: list[bytes]) -> list[int]:
    return [max(values) - min(values) for values in zip(*box, strict=True)]


def _mean(looks: list[bytes], counted: Counter[bytes]) -> bytes:
    total = sum(map(counted.__getitem__, looks))
    return bytes(
        round(sum(look[channel] * counted[look] for look in looks) / total) for channel in range(3)
    )


def _nearest(look: bytes, palette: list[bytes]) -> int:
    def distance(index: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(look, palette[index], strict=True))

    return min(range(len(palette)), key=distance)

"""Reads single glyphs: a digit, two that touch, or a mark of another kind.

The network has one hidden layer. It sees a glyph as 24x24 pixels, and how wide it was for its height.
``share/train_glyphs.py`` trains it.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from nonosat.scan.ink import Blob
from nonosat.scan.lattice import Floats

FILE = Path(__file__).with_name("glyphs.npz")
JUNK = 10
"""The class of all other marks; those before it are the digits."""
_SIDE, _BODY = 24, 20
"""Pixels a side that the network sees, and of those the longer side of a glyph."""
_DOUBT = 1.5
"""Divides the scores: the network is surer of itself than it should be."""


def features(ink: Floats) -> Floats:
    """Return what the network sees of a glyph: its pixels scaled to one size, and its proportion."""
    height, width = ink.shape
    scale = _BODY / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = np.asarray(Image.fromarray(ink).resize(size, Image.Resampling.BILINEAR))
    seen = np.zeros((_SIDE, _SIDE), np.float32)
    top, left = (_SIDE - size[1]) // 2, (_SIDE - size[0]) // 2
    seen[top : top + size[1], left : left + size[0]] = small / max(float(small.max()), 1e-6)
    return np.append(seen.ravel(), np.float32(width / height))


class Network:
    """Gives the probability of each class for glyphs."""

    def __init__(self, file: Path = FILE) -> None:
        with np.load(file, allow_pickle=False) as kept:
            self._layers: list[tuple[Floats, Floats]] = [
                (kept[f"weights{at}"] * kept[f"scale{at}"], kept[f"bias{at}"]) for at in (0, 1)
            ]

    def __call__(self, seen: Floats) -> Floats:
        """Return a row of eleven probabilities for each row of `features`; none is quite 0."""
        (first, one), (second, other) = self._layers
        scores = (np.maximum(seen @ first + one, 0) @ second + other) / _DOUBT
        chance = np.exp(scores - scores.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        return np.asarray(0.989 * chance + 0.001, np.float32)


class Spelling(NamedTuple):
    """One way to read a glyph."""

    worth: float
    """The logarithm of its probability."""
    digits: tuple[Floats, ...]
    """For each digit the probabilities of 0 to 9; none, if the glyph does not belong to a number."""


class Glyph(NamedTuple):
    """Something printed, and the ways to read it."""

    blob: Blob
    ways: tuple[Spelling, ...]
    chance: float
    """The probability of the likeliest digit in it."""
    junk: float
    """The least probability that it is another mark."""


_SPLIT = 1.42
"""Two digits that touch are this much wider than one, or more."""


def glyphs_of(blobs: list[Blob], digit_width: float, network: Network) -> list[Glyph]:
    """Read what is printed.

    Args:
        digit_width: of a wide digit, such as 8, in pixels.
    """
    if not blobs:
        return []
    chances_of_two = [logistic((blob.width / digit_width - _SPLIT) / 0.06) for blob in blobs]
    inks = [
        [blob.ink, *(_halves(blob.ink) if two > 0.002 else [])]
        for blob, two in zip(blobs, chances_of_two, strict=True)
    ]
    seen = iter(network(np.array([features(ink) for parts in inks for ink in parts])))
    found = []
    for blob, two, parts in zip(blobs, chances_of_two, inks, strict=True):
        whole, *halves = [next(seen) for _ in parts]
        ways = [_spelling(1 - two, [whole]), Spelling(_log((1 - two) * whole[JUNK]), ())]
        if halves:
            ways.append(_spelling(two, halves))
        digit = max(float(one[:JUNK].max()) for one in (whole, *halves))
        junk = min(float(one[JUNK]) for one in (whole, *halves))
        found.append(Glyph(blob, tuple(ways), digit, junk))
    return found


def _spelling(chance: float, each: list[Floats]) -> Spelling:
    digits = tuple(one[:JUNK] / one[:JUNK].sum() for one in each)
    return Spelling(_log(chance) + sum(_log(1 - one[JUNK]) for one in each), digits)


def _log(chance: float) -> float:
    return math.log(max(chance, 1e-4))


def logistic(value: float) -> float:
    """Return the probability whose odds have this logarithm."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _halves(ink: Floats) -> tuple[Floats, ...]:
    """Cut a glyph at its thinnest column near the middle."""
    width = ink.shape[1]
    first, last = max(2, int(0.28 * width)), int(0.68 * width) + 1
    cut = first + int(ink.sum(0)[first:last].argmin()) if first < last else width
    return (ink[:, :cut], ink[:, cut:]) if cut < width - 1 else ()

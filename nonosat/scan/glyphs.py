"""Reads single glyphs: a digit, or a mark of another kind.

The network has one hidden layer. It sees a glyph as 24x24 pixels, and how wide it was for its height.
``share/train_glyphs.py`` trains it.
"""

from pathlib import Path

import numpy as np
from PIL import Image

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


def chances_of(seen: Floats, file: Path = FILE) -> Floats:
    """Return eleven probabilities for each row of `features`: of each class; none is quite 0."""
    with np.load(file, allow_pickle=False) as kept:
        first, second = (kept[f"weights{at}"] * kept[f"scale{at}"] for at in (0, 1))
        one, other = kept["bias0"], kept["bias1"]
    scores = (np.maximum(seen @ first + one, 0) @ second + other) / _DOUBT
    chance = np.exp(scores - scores.max(1, keepdims=True))
    chance /= chance.sum(1, keepdims=True)
    return np.asarray(0.989 * chance + 0.001, np.float32)

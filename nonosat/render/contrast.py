"""The brightness of colors, and text that can be read on them."""

from __future__ import annotations


def luma(rgb: str) -> float:
    """The brightness of a color by ITU-R BT.601, from 0 to 255.

    >>> luma("#000000"), luma("#ff0000")
    (0.0, 76.245)
    """
    red, green, blue = bytes.fromhex(rgb[1:])
    return (299 * red + 587 * green + 114 * blue) / 1000


def readable_on(rgb: str) -> str:
    """Return the one of black and white that is easier to read on this color.

    >>> readable_on("#ffff00"), readable_on("#0000ff")
    ('#000000', '#ffffff')
    """
    return "#000000" if luma(rgb) > 128 else "#ffffff"

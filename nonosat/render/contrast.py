"""The color of text that can be read on another."""

from __future__ import annotations


def readable_on(rgb: str) -> str:
    """Black or white, whichever is legible on this color.

    >>> readable_on("#ffff00"), readable_on("#0000ff")
    ('#000000', '#ffffff')
    """
    red, green, blue = bytes.fromhex(rgb[1:])
    light = 299 * red + 587 * green + 114 * blue > 128_000  # the luma of ITU-R BT.601
    return "#000000" if light else "#ffffff"

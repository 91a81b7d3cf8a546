"""Single keys from the terminal, without waiting for Enter."""

from __future__ import annotations

from collections.abc import Callable

_ANSI = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home"}
"""Keys by the letter after ``ESC [`` or ``ESC O``; numbers in between encode Shift, Alt, Ctrl."""
_WINDOWS = {"H": "up", "P": "down", "M": "right", "K": "left", "G": "home"}
"""Keys by the character after NUL or E0."""


def read_key(read: Callable[[], str]) -> str:
    """The next key: its character (Enter is ``\\n``), or the name of an arrow key or ``home``.

    ``other`` stands for a key without a character, "" for the end of the input.

    Args:
        read: gives one character after the other, as `typed_characters` does; "" is the end.
    """
    key = read()
    if key == "\x1b":
        if read() not in ("[", "O"):
            return "other"
        final = read()
        while final and final in "0123456789;":
            final = read()
        return _ANSI.get(final, "other")
    if key in ("\x00", "\xe0"):
        return _WINDOWS.get(read(), "other")
    return key.replace("\r", "\n")

"""Single keys from the terminal, without waiting for Enter."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from nonosat.platforms.console import typed_characters

_ANSI = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home"}
"""Keys by the letter after ``ESC [`` or ``ESC O``; numbers in between encode Shift, Alt, Ctrl."""
_WINDOWS = {"H": "up", "P": "down", "M": "right", "K": "left", "G": "home"}
"""Keys by the character after NUL or E0."""


@contextlib.contextmanager
def read_keys() -> Iterator[Callable[[], str]]:
    """Gives a function that waits for a key and returns it, as `read_key` does.

    See `typed_characters` for what it does to the terminal.
    """
    with typed_characters() as read:
        yield lambda: read_key(read)


def read_key(read: Callable[[], str]) -> str:
    """The next key: its character (Enter is ``\\n``), or the name of an arrow key or ``home``.

    ``other`` stands for a key without a character, "" for the end of the input.

    Args:
        read: gives one character after the other; "" is the end.
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

"""Single keys from the terminal, without waiting for Enter."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """Gives a function that waits for a key and returns it; Enter is ``\\n``, "" the end.

    Keys typed ahead are kept, which is why the terminal is set up once and not for every key.
    Ctrl-C raises KeyboardInterrupt as ever. stdin must be a terminal.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows
        import msvcrt

        yield lambda: msvcrt.getwch().replace("\r", "\n")  # type: ignore[attr-defined]
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield lambda: os.read(terminal, 1).decode(errors="replace").replace("\r", "\n")
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)

"""The terminal and the screen: signals of a keyboard, and readers that go away."""

import contextlib
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

SHELLS_EXPAND = sys.platform != "win32"
"""True where the shell replaces patterns such as ``*.non`` before a program sees them."""


def is_reader_gone(err: OSError) -> bool:
    """Return True if the reader of a pipe has ended, as after ``| head``.

    Windows calls it an invalid argument.
    """
    return isinstance(err, BrokenPipeError) or (
        sys.platform == "win32" and err.errno == errno.EINVAL
    )


@contextlib.contextmanager
def interrupts() -> Iterator[list[int]]:
    """Let Ctrl-Break and SIGTERM interrupt like Ctrl-C, so that files stay whole; yield which came.

    A signal that is ignored, or has a handler, keeps that.
    """
    came: list[int] = []

    def interrupt(number: int, _: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    numbers = [signal.SIGTERM]
    if sys.platform == "win32":
        numbers.append(signal.SIGBREAK)
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    taken = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, interrupt)
    try:
        yield came
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def expanded_words(words: Iterable[str]) -> list[str]:
    """Return words with ``~``, variables and patterns such as ``*.non`` replaced."""
    import glob  # only Windows needs it

    named = (os.path.expandvars(os.path.expanduser(word)) for word in words)
    return [found for word in named for found in glob.glob(word, recursive=True) or [word]]


@contextlib.contextmanager
def hangup(handler: Callable[[int, object], object]) -> Iterator[None]:
    """Call `handler` when the terminal is closed, unless the process ignores that (``nohup``).

    On Windows a process always ends with its window.
    """
    if (
        sys.platform == "win32"
        or threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGHUP) is not signal.SIG_DFL
    ):
        yield
        return
    signal.signal(signal.SIGHUP, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def has_screen() -> bool:
    """Return True if a browser can open a window."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )

"""The three standard streams, which may be closed, full, or without a reader."""

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO, TypeVar

from nonosat.errors import OutputError
from nonosat.platforms.console import is_reader_gone


class ReaderGone(Exception):  # not a failure: the reader has seen enough
    """Raised when the reader of standard output has gone, as after ``| head``.

    Not a BrokenPipeError, because rich handles those by ending the process with code 1.
    """


class _Guarded(io.TextIOWrapper):
    """A standard stream; what cannot be written goes to `failed`."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as err:
            self.failed(err)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as err:
            self.failed(err)

    def failed(self, err: OSError) -> None:
        """Drop stderr output that cannot be written, buffered text included.

        It would fail again when Python ends, with code 120.
        """
        _silence(self)


G = TypeVar("G", bound=_Guarded)


class _Stdout(_Guarded):
    outlived = False
    """True if the command continues without stdout, because it has files to write."""
    problem: OutputError | None = None
    """The error that cut the output short, reported at the end; None if there was none."""

    def failed(self, err: OSError) -> None:
        """Report a write error once, as an error of our own class."""
        silence_stdout()
        problem: OutputError | ReaderGone = ReaderGone()
        if not is_reader_gone(err):
            reason = "it is closed" if err.errno == errno.EBADF else err.strerror
            problem = OutputError(f"<stdout>: {reason}")
        if not self.outlived:
            raise problem from err
        if isinstance(problem, OutputError):
            self.problem = problem


def ignore_stdout_errors() -> None:
    """Keep the command running if stdout fails, because it has files to write."""
    if isinstance(sys.stdout, _Stdout):
        sys.stdout.outlived = True


def silence_stdout() -> None:
    """Discard all further output to stdout, including what is still buffered."""
    _silence(sys.stdout)


def _silence(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)


@contextlib.contextmanager
def guarded_streams() -> Iterator[_Stdout]:
    """Wrap stdout and stderr so that write errors can be distinguished; yield stdout."""
    before = sys.stdout, sys.stderr
    for number in (0, 1, 2):  # what is closed, or the next file opened would take its place
        try:
            os.fstat(number)
        except OSError:
            # For reading only, so that writing to it fails as it does for what is closed.
            os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)
    ours = _wrapped(_Stdout, sys.stdout, 1), _wrapped(_Guarded, sys.stderr, 2)
    sys.stdout, sys.stderr = ours
    try:
        yield ours[0]
    finally:
        sys.stdout, sys.stderr = before
        for stream in ours:
            stream.detach()  # or it would close what it shares with the one before


def _wrapped(kind: type[G], old: TextIO | None, number: int) -> G:
    if isinstance(old, io.TextIOWrapper):
        return kind(old.buffer, old.encoding, "backslashreplace", line_buffering=old.line_buffering)
    return kind(open(number, "wb", closefd=False), "utf-8", "backslashreplace")

"""Ctrl-C while work in another thread is being stopped."""

from __future__ import annotations

import signal
import threading

import pytest

from nonosat.backends.background import Background


class Stubborn:
    """Work that stops at the second interrupt; Ctrl-C comes with the first."""

    def __init__(self) -> None:
        self.interrupts = 0
        self.ended = threading.Event()
        self.background = Background()
        self.background.begin(self.ended.wait, lambda: None)

    def interrupt(self) -> None:
        self.interrupts += 1
        if self.interrupts == 1:
            signal.raise_signal(signal.SIGINT)
        self.ended.set()


def test_ctrl_c_while_stopping_is_raised_when_all_stands_still() -> None:
    work = Stubborn()
    with pytest.raises(KeyboardInterrupt):
        work.background.stop(work.interrupt)
    assert work.ended.is_set()
    assert work.background.stop(work.interrupt)


def test_a_second_ctrl_c_while_stopping_changes_nothing() -> None:
    work = Stubborn()

    def interrupted() -> None:
        try:
            raise KeyboardInterrupt("the first")
        finally:
            assert work.background.stop(work.interrupt)

    with pytest.raises(KeyboardInterrupt, match="the first"):
        interrupted()

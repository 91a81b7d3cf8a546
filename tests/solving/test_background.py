"""Ctrl-C while work in another thread is being stopped."""

import signal
import threading

import pytest

from nonosat.errors import EngineFailed
from nonosat.solving.backends.background import Background


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


def test_work_whose_thread_cannot_start_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for it is called, and stopping it does not wait for ever."""

    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    background, called = Background(), threading.Event()
    background.begin(list, called.set)
    assert called.is_set()
    assert isinstance(background.error, EngineFailed)
    assert str(background.error) == "no further thread can be started: can't start new thread"
    assert background.stop(list, 0)

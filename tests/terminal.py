"""The command line at the other end of a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
import time

import pytest
from command import COMMAND, environment
from conftest import ROOT


class Terminal:
    """A process of ``nonosat`` with a terminal of its own, what it shows, and keys for it."""

    def __init__(self, *args: str, stdout: int | None = None, **env: str) -> None:
        pty = pytest.importorskip("pty", reason="there are terminals like this on POSIX only")
        self._master, slave = pty.openpty()
        screen = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "COLUMNS": "80",
            "LINES": "24",
        }
        self.process = subprocess.Popen(
            [*COMMAND, *args], cwd=ROOT, start_new_session=True,
            stdin=slave, stdout=slave if stdout is None else stdout, stderr=slave,
            env={k: v for k, v in environment(**screen | {"NO_COLOR": ""} | env).items() if v},
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        """Everything that came so far."""
        self._told = 0

    def until(self, wanted: str | re.Pattern[str], seconds: float = 20) -> str:
        """What is shown up to and including this text; "" is the end of the process."""
        begin, end = self._told, time.monotonic() + seconds
        pattern = re.compile(re.escape(wanted)) if isinstance(wanted, str) else wanted
        while not wanted or not (match := pattern.search(self.seen, begin)):
            ready, _, _ = select.select([self._master], [], [], max(0, end - time.monotonic()))
            assert ready, f"waiting for {wanted!r}, came {self.seen[begin:]!r}"
            try:
                part = os.read(self._master, 65536)
            except OSError:  # Linux: nobody holds the other end any more
                part = b""
            if not part:
                assert not wanted, f"waiting for {wanted!r}, came {self.seen[begin:]!r}"
                return self.seen[begin:]
            self.seen += part.decode(errors="replace")
        self._told = match.end()
        return self.seen[begin : self._told]

    def shows_more(self, seconds: float) -> bool:
        """Whether something comes within this time."""
        return bool(select.select([self._master], [], [], seconds)[0])

    def type(self, text: str | bytes) -> None:
        os.write(self._master, text.encode() if isinstance(text, str) else text)

    def end(self) -> tuple[int, str]:
        """Exit code, and what came last."""
        last = self.until("")
        return self.process.wait(10), last

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

"""Connections of the server: few, and none waits long for the head of a request.

Any program of this machine can connect, so a connection proves nothing until its request is there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 200
"""Connections at once. One more takes the place of another that asks nothing."""
HEAD_SECONDS = 10.0
"""Seconds that the head of a request may take to arrive."""


class Connection(H11Protocol):
    """Uvicorn's connection with these bounds."""

    _timer: asyncio.TimerHandle | None = None
    _quiet_since = 0.0
    _served = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait for a request, perhaps in place of another connection."""
        super().connection_made(transport)
        self._wait()
        # One that was told to go is still among them until the loop comes to it.
        staying = [each for each in self.connections if not each.transport.is_closing()]
        if len(staying) > MOST:
            min(_waiting(staying), key=Connection._worth).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Wait no more once the head of a request is there."""
        super().data_received(data)
        if not self._is_waiting:
            self._stop_waiting()
            self._served, self._quiet_since = True, time.monotonic()
        elif self._timer is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _is_waiting(self) -> bool:
        """True if nothing is asked: a body that still comes after its answer does not count."""
        return self.cycle is None or self.cycle.response_complete

    def drop_upload(self) -> None:
        """End the connection if its request is still on its way."""
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()

    def _worth(self) -> tuple[bool, float]:
        """Key for closing, lowest first: those without a complete request, then the longest idle."""
        return self._served and self.conn.their_state is h11.IDLE, self._quiet_since

    def _wait(self) -> None:
        self._quiet_since = time.monotonic()
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _waiting(connections: Iterable[asyncio.Protocol]) -> Iterable[Connection]:
    return [each for each in connections if isinstance(each, Connection) and each._is_waiting]

"""The server of the page, for one person on this machine."""

import contextlib
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from nonosat.errors import UsageError
from nonosat.platforms.console import hangup, has_screen
from nonosat.platforms.sockets import claim_port
from nonosat.web.app import Address, make_page_app
from nonosat.web.question_runner import QuestionRunner

USUAL_PORT = 7346
"""Browsers store data for each port, so games are found again if the port stays the same."""
MAX_CONNECTIONS = 200


def serve(
    start: dict[str, Any],
    *,
    port: int | None = None,
    browser: bool = True,
    announce: Callable[[str], object] = print,
) -> None:
    """Serve the page until Ctrl-C.

    Args:
        start: see `start_data.start_data`.
        port: 0 means a free one; None means `USUAL_PORT`, or a free one if that is taken.
        browser: open the page in a browser.
        announce: called with the address once the server listens.

    Raises:
        UsageError: cannot listen on the port.
    """
    # Ctrl-C is the usual way to end it.
    with contextlib.suppress(KeyboardInterrupt), _listening(port) as listener:
        address = Address(listener.getsockname()[1], secrets.token_urlsafe(24))
        server = _Server(address, start)
        announce(str(address))
        if browser:
            open_browser(str(address))
        server.run(sockets=[listener])


def _listening(port: int | None) -> socket.socket:
    if port is None:
        try:
            return _listening(USUAL_PORT)
        except UsageError:
            return _listening(0)
    # Asyncio sends small answers at once only where the protocol is named.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    try:
        claim_port(listener)
        listener.bind(("127.0.0.1", port))
        listener.listen()
    except (OSError, OverflowError) as err:
        listener.close()
        reason = getattr(err, "strerror", None) or err
        raise UsageError(f"cannot listen on port {port}: {reason}") from err
    return listener


class _Server(uvicorn.Server):
    """Uvicorn's server. It ends all questions before it shuts down."""

    def __init__(self, address: Address, start: dict[str, Any]) -> None:
        self._runs = QuestionRunner()
        super().__init__(
            uvicorn.Config(
                make_page_app(address, self._runs, start),
                loop="asyncio",
                http="h11",
                ws="none",
                log_level="error",
                access_log=False,
                server_header=False,
                limit_concurrency=MAX_CONNECTIONS,
                timeout_keep_alive=60,
                timeout_graceful_shutdown=1,
            )
        )

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when the terminal closes, as for SIGTERM, except under ``nohup``."""
        with super().capture_signals(), hangup(lambda number, _: self.handle_exit(number, None)):
            yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._runs.close()
        await super().shutdown(sockets)


def open_browser(address: str) -> None:
    """Open the page in a browser, if there is a screen.

    Browsers of the terminal are not started: they would take it over, and cannot show the page.
    """
    if has_screen():
        # Some calls return only when the browser ends.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

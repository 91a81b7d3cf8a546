"""The server's answers to a browser: the files of the page, and its questions.

The server serves only the person who started it. Any page that a browser shows can send requests to
this machine, so every request must carry the token in its path and name this host. A question must
also come from our own page. A refusal reveals nothing.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import PurePath
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nonosat.draw.policy import policy
from nonosat.web.endpoints import ANSWERS, DEFAULT_SECONDS, STREAMS
from nonosat.web.pages import FIRST, TYPES, first_page, served_text, static_files
from nonosat.web.question_runner import QuestionRunner

MAX_BODY = 64 * 1024 * 1024
"""Bytes of a request; a photo in base64 is the largest."""
BODY_SECONDS = 20.0
"""Seconds that a request may take to arrive."""
MAX_SECONDS = 600.0
"""Largest limit of a question, in seconds."""
POLICY = policy(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Address(NamedTuple):
    """The address of the page."""

    port: int
    token: str

    @property
    def host(self) -> str:
        """The only header ``Host`` that is allowed."""
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        """The only header ``Origin`` that is allowed."""
        return f"http://{self.host}"

    def __str__(self) -> str:
        return f"{self.origin}/{self.token}/"


def make_page_app(address: Address, runs: QuestionRunner, start: dict[str, Any]) -> ASGIApp:
    """Make the application.

    Args:
        start: the start data of the page.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        runs.prepare()
        yield

    async def page(_: Request) -> Response:
        return HTMLResponse(first_page(start))

    routes = [
        Route("/", page),
        Route("/api/{question}", _Api(runs), methods=["POST"]),
        Route("/{name}", _file),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.router.redirect_slashes = False
    return _Guard(app, address)


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in static_files() or name == FIRST:
        raise HTTPException(404)
    return Response(served_text(name), media_type=TYPES[PurePath(name).suffix])


class _Guard:
    """Refuses requests that do not come from our own page, and adds headers to answers."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app, self._address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            refusal.headers["Connection"] = "close"  # its body is not read
            await refusal(scope, receive, send_with_headers)
            return
        path = scope["path"].partition(self._address.token)[2]
        await self._app({**scope, "path": path}, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the refusal of a request that is not from our page, or None."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._address.host]:
            return PlainTextResponse("wrong Host", 421)
        origins = headers.getlist("origin")
        if any(origin != self._address.origin for origin in origins):
            return PlainTextResponse("wrong Origin", 403)
        first, _, rest = scope["path"].removeprefix("/").partition("/")
        token = self._address.token
        if not secrets.compare_digest(first.encode(), token.encode()) or (
            not rest and not scope["path"].endswith("/")
        ):
            return PlainTextResponse("not found", 404)
        if scope["method"] == "POST":
            if not origins:
                return PlainTextResponse("no Origin", 403)
            if headers.get("content-type") != "application/json":
                return PlainTextResponse("not application/json", 415)
        return None


class _Api:
    """Answers each question as a stream of server-sent events."""

    def __init__(self, runs: QuestionRunner) -> None:
        self._runs = runs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        question = request.path_params["question"]
        if question not in (*ANSWERS, *STREAMS):
            raise HTTPException(404)
        try:
            async with self._runs.upload(BODY_SECONDS):
                text = await _body(request)
        except TimeoutError:
            raise HTTPException(408) from None
        except ClientDisconnect:
            return
        seconds = _seconds(request.query_params.get("limit"))
        work = asyncio.create_task(self._answer(question, text, seconds, send))
        gone = asyncio.create_task(_disconnected(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            work.cancel()
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await work
            with suppress(asyncio.CancelledError):
                await gone

    async def _answer(self, question: str, text: bytes, seconds: float, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async with aclosing(self._runs.events(question, text, seconds)) as events:
            async for event, data in events:
                await _send_part(send, f"event: {event}\ndata: {json.dumps(data)}\n\n", True)
        await _send_part(send, "", False)


async def _body(request: Request) -> bytes:
    """Read the whole body.

    Raises:
        HTTPException: the body is too large.
    """
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY:
        raise HTTPException(413)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            raise HTTPException(413)
    return bytes(body)


def _seconds(limit: str | None) -> float:
    """Parse the limit of a question, in seconds.

    Raises:
        HTTPException: the text is not a number of seconds.
    """
    try:
        seconds = DEFAULT_SECONDS if limit is None else float(limit)
    except ValueError:
        raise HTTPException(400) from None
    if not seconds >= 0:  # also refuses nan
        raise HTTPException(400)
    return min(seconds, MAX_SECONDS)


async def _disconnected(receive: Receive) -> None:
    """Wait until the browser closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_part(send: Send, text: str, more: bool) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})

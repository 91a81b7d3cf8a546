"""Somebody who sends requests to the server of the page."""

import asyncio
import contextlib
import json
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from http.client import HTTPConnection, HTTPResponse
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

SWITCH = {"rows": [[1], [1]], "columns": [[1], [1]]}
JSON = "application/json"
T = TypeVar("T")


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """What comes of some work, done in a thread: this one has a loop already if a browser is open."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Reply(NamedTuple):
    """The answer to a request, all of it."""

    status: int
    headers: Message
    body: bytes


class Client:
    """Somebody who sends requests: our own page, unless told otherwise."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.path = parts.netloc, parts.path
        self.port = parts.port

    @contextlib.contextmanager
    def begun(
        self, method: str, path: str, body: bytes = b"", **headers: str | None
    ) -> Iterator[HTTPResponse]:
        """The answer to a request, of which nothing is read yet; None leaves a header out."""
        given: dict[str, str | None] = {"Host": self.host}
        if method == "POST":
            given |= {"Origin": f"http://{self.host}", "Content-Type": JSON}
            given |= {"Content-Length": str(len(body))}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            if value is not None:
                connection.putheader(name, value)
        with contextlib.closing(connection):
            connection.endheaders(body)
            with connection.getresponse() as response:
                yield response

    def send(self, method: str, path: str, body: bytes = b"", **headers: str | None) -> Reply:
        """The answer to a request."""
        with self.begun(method, path, body, **headers) as response:
            return Reply(response.status, response.headers, response.read())

    def question(self, question: str, limit: float = 60, **request: Any) -> tuple[str, str, bytes]:
        """What to send to ask a question."""
        return (
            "POST",
            f"{self.path}api/{question}?limit={limit}",
            json.dumps(request).encode(),
        )

    def ask(self, question: str, **request: Any) -> dict[str, Any]:
        """The answer to a question: the last event."""
        reply = self.send(*self.question(question, **request))
        assert reply.status == 200, reply.body
        event, data = events_of(reply.body)[-1]
        return {event: data}


def events_of(text: bytes) -> list[tuple[str, Any]]:
    """The events of a stream with their data."""
    pairs = [block.split("\n") for block in text.decode().split("\n\n") if block]
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in pairs
    ]

"""The server as anybody can reach it: only the page it made itself may ask, and nothing may hang."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from urllib.parse import urlsplit

import pytest
from command import alive, children_of, run, wait_for

from nonosat.model import MAX_SIDE
from web.client import JSON, SWITCH, Client, awaited
from web.conftest import FOX, serving

# Who may ask.


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": None}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost"}, 421),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": None}, 415),
    ],
)
def test_only_our_own_page_may_ask(client: Client, change: dict[str, Any], status: int) -> None:
    body = json.dumps({"puzzle": SWITCH}).encode()
    assert client.send("POST", f"{client.path}api/check", body, **change).status == status


PATHS = "/ /x/ /index.html /api/check /{cut} /{cut}/index.html /{long}/ //{token}/"


@pytest.mark.parametrize("path", PATHS.split())
def test_without_the_token_there_is_nothing(client: Client, path: str) -> None:
    token = client.path.strip("/")
    path = path.format(token=token, cut=token[:-1], long=token + "x")
    answer = client.send("GET", path)
    assert (answer.status, answer.body) == (404, b"not found")


def test_another_page_may_not_load_the_page(client: Client) -> None:
    assert client.send("GET", client.path, Origin="http://evil.example").status == 403
    assert client.send("GET", client.path, Host="evil.example").status == 421


NO_FILES = """
../pages.py ..%2fpages.py %2e%2e/pages.py ..%5cpages.py /etc/passwd %2fetc%2fpasswd static/app.css
app.css/.. app.css%00.html __pycache__ . .. api api/ api/check/ fox.json
"""


@pytest.mark.parametrize("name", NO_FILES.split())
def test_no_file_but_those_of_the_page(client: Client, name: str) -> None:
    assert client.send("GET", client.path + name).status in (404, 405)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_no_other_methods(client: Client, method: str) -> None:
    for path in ("api/check", "api.js", ""):
        reply = client.send(method, client.path + path)
        assert reply.status == 405
        assert "Access-Control-Allow-Origin" not in reply.headers


def test_every_answer_has_the_policy(client: Client) -> None:
    for path in (client.path, f"{client.path}api.js", f"{client.path}nothing", "/"):
        headers = client.send("GET", path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


# How much, and how long.


def test_a_huge_body_is_refused_before_it_is_sent(client: Client) -> None:
    answer = client.send("POST", f"{client.path}api/check", Content_Length=str(10**12))
    assert answer.status == 413
    answer = client.send("POST", f"{client.path}api/check", Content_Length="-1")
    assert answer.status in (400, 413)


def test_a_huge_body_without_a_length_is_refused(client: Client) -> None:
    head = (
        f"POST {client.path}api/check HTTP/1.1\r\nHost: {client.host}\r\n"
        f"Origin: http://{client.host}\r\nContent-Type: {JSON}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    part = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", client.port), timeout=20) as line:
        line.sendall(head.encode())
        with contextlib.suppress(ConnectionError):  # it need not listen to the end
            for _ in range(80):
                line.sendall(part)
        assert b" 413 " in line.recv(100)


def test_a_puzzle_of_the_largest_size_does_not_stop_the_server(client: Client) -> None:
    puzzle = {"rows": [[]] * MAX_SIDE, "columns": [[]] * 2500}
    assert client.ask("hint", puzzle=puzzle)["error"]["kind"] == "UsageError"
    assert client.ask("check", puzzle=SWITCH)["done"]["verdict"] == "multiple"


HARD = {"rows": [[1] * 8] * 40, "columns": [[1] * 8] * 40}
"""Has more solutions than anybody can list."""
LISTED: dict[str, Any] = {"puzzle": HARD, "count": "all"}


def uploading(client: Client, path: str) -> socket.socket:
    """A connection that has sent the head of a question, but not its body."""
    line = socket.create_connection(("127.0.0.1", client.port), timeout=10)
    line.sendall(
        f"POST {path}api/check HTTP/1.1\r\nHost: {client.host}\r\nOrigin: http://{client.host}\r\n"
        f"Content-Type: {JSON}\r\nContent-Length: 100\r\n\r\n".encode()
    )
    return line


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.mark.slow
@on_linux
def test_who_goes_away_leaves_no_work_behind() -> None:
    with serving() as (address, process):
        client = Client(address)
        with client.begun(*client.question("solutions", **LISTED)) as stream:
            stream.readline()
            pids = children_of(process.pid)
            assert all(map(alive, pids))
        wait_for(lambda: not all(map(alive, pids)))  # spare ones stay
        assert client.ask("check", puzzle=SWITCH)["done"]["verdict"] == "multiple"


@pytest.mark.slow
@on_linux
@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_it_and_its_children_at_once(busy: bool) -> None:
    with serving(FOX) as (address, process):
        client = Client(address)
        client.ask("check", puzzle=SWITCH)
        pids: list[int] = []
        with contextlib.ExitStack() as open_streams:
            if busy:
                open_streams.enter_context(uploading(client, client.path))
                stream = client.begun(*client.question("solutions", **LISTED))
                open_streams.enter_context(stream).readline()
            pids += children_of(process.pid)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        assert (process.returncode, out, err) == (0, "", "")
        assert pids
        assert not any(map(alive, pids))
        with pytest.raises(ConnectionRefusedError):
            client.send("GET", client.path)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("ignored", [False, True])
def test_a_closed_terminal_ends_it_unless_that_is_ignored(ignored: bool) -> None:
    before = signal.getsignal(signal.SIGHUP)
    signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)  # it inherits that
    try:
        with serving() as (address, process):
            client = Client(address)
            assert client.send("GET", client.path).status == 200
            process.send_signal(signal.SIGHUP)
            if ignored:
                with pytest.raises(subprocess.TimeoutExpired):
                    process.wait(0.5)
                assert client.send("GET", client.path).status == 200
            else:
                assert process.wait(10) == -signal.SIGHUP
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_slow_body_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    from nonosat.web import app
    from nonosat.web.question_runner import QuestionRunner

    monkeypatch.setattr(app, "BODY_SECONDS", 0.1)
    address = app.Address(80, "token")
    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.sleep(0.03)  # who sends slowly
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        runs = QuestionRunner()
        headers = {"host": address.host, "origin": address.origin, "content-type": JSON}
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/token/api/check",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        await app.make_page_app(address, runs, {})(scope, receive, send)
        await runs.close()

    awaited(ask())
    assert sent[0]["status"] == 408


@contextlib.contextmanager
def within() -> Any:
    """A server in this process, whose bounds a test can change; gives a client."""
    from nonosat.web import server

    told: SimpleQueue[str] = SimpleQueue()
    servers = []

    class Ours(server._Server):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            servers.append(self)

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as thread:
        patch.setattr(server, "_Server", Ours)
        served = thread.submit(server.serve, {}, port=0, browser=False, announce=told.put)
        client = Client(told.get(timeout=20))
        try:
            yield client
        finally:
            servers[0].should_exit = True
            served.result(20)


def test_who_is_refused_is_cut_off() -> None:
    with within() as client, uploading(client, "/wrong/") as line, line.makefile("rb") as answer:
        assert answer.readline().startswith(b"HTTP/1.1 404")
        assert answer.read().endswith(b"not found")  # and then the end


def test_answers_are_sent_at_once() -> None:
    """Else each waits 40 ms for a sign of the browser, and a page is 30 files."""
    import asyncio

    from nonosat.web.server import _listening

    async def option() -> int:
        told: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            told.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with _listening(0) as listener:
            async with await asyncio.start_server(connected, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                writer.close()
                return await asyncio.wait_for(told, 10)

    assert awaited(option())


# The command.


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        found = run("web", "--no-browser", "--port", port)
    assert found.returncode == 2
    assert found.stderr.startswith(f"nonosat: cannot listen on port {port}: ")


@pytest.mark.slow
def test_the_usual_port_serves_unless_it_is_taken() -> None:
    pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    from nonosat.web.server import USUAL_PORT

    with serving(FOX) as (first, _), serving(FOX) as (second, _):
        assert urlsplit(first).port != urlsplit(second).port
        assert urlsplit(first).path != urlsplit(second).path, "each has a secret of its own"
        with socket.socket() as usual:  # taken by one of these, or by somebody else
            assert usual.connect_ex(("127.0.0.1", USUAL_PORT)) == 0


def test_a_file_that_cannot_be_read_is_said_before_anything_is_served() -> None:
    found = run("web", "--no-browser", "no-such-file.non")
    assert (found.returncode, found.stdout) == (3, "")


@pytest.mark.slow
def test_of_a_large_collection_the_page_takes_the_first(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text('{"rows": [[1]], "columns": [[1]]}\n' * 1001)
    with serving(many) as (address, process):
        client = Client(address)
        page = client.send("GET", client.path).body.decode()
        begun = json.loads(re.search(r'id="start">(.*)</script>', page)[1])
        assert (len(begun["sheets"]), begun["more"]) == (1000, True)
        process.terminate()
        said = process.communicate(timeout=10)[1]
    assert said == f"nonosat: {many} has more than 1000 puzzles; the page takes the first ones\n"


def test_it_says_what_to_install() -> None:
    found = run("web", "--no-browser", without="uvicorn")
    assert found.returncode == 4
    assert "pip install starlette uvicorn" in found.stderr


def test_the_address_is_all_it_prints_and_has_a_long_secret(address: str) -> None:
    assert len(urlsplit(address).path) > 30


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such addresses")
def test_it_listens_on_this_machine_alone(client: Client) -> None:
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", client.port), timeout=2)

"""The server as anybody can reach it: only the page it made itself may ask, and nothing may hang."""

import asyncio
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
from urllib.parse import unquote, urlsplit

import pytest
from command import alive, children_of, run, wait_for

from nonosat.model import MAX_SIDE
from web.client import JSON, SWITCH, Client, awaited
from web.conftest import FOX, serving

TOKEN = "a-token-of-a-server"


class App:
    """The server's application in this process, without a socket; questions are only written down."""

    path = f"/{TOKEN}/"

    def __init__(self) -> None:
        pytest.importorskip("starlette", reason="starlette is not installed")
        from nonosat.web.app import Address
        from nonosat.web.question_runner import DONE, QuestionRunner

        class Runner(QuestionRunner):
            async def events(_, *given: Any) -> Any:
                self.asked.append(given)
                yield DONE, {"verdict": "unique"}

        self.address, self.runner, self.asked = Address(7346, TOKEN), Runner, list[Any]()
        self.taken = 0
        """Parts of the last body that were taken."""

    def send(
        self, method: str, path: str, *parts: bytes, pause: float = 0.0, **headers: str | None
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer to a request; None leaves a header out."""
        from nonosat.web.app import make_page_app

        place, _, query = path.partition("?")
        given: dict[str, str | None] = {"Host": "127.0.0.1:7346"}
        if method == "POST":
            given |= {"Origin": "http://127.0.0.1:7346", "Content-Type": JSON}
            given |= {"Content-Length": str(sum(map(len, parts)))}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http", "method": method, "path": unquote(place), "query_string": query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in given.items() if v is not None],
        }  # fmt: skip
        answer: list[Any] = []
        self.taken = 0

        async def receive() -> Any:
            await asyncio.sleep(pause)
            if self.taken > len(parts):
                await asyncio.sleep(60)  # until the answer has been sent
            self.taken += 1
            body, more = (*parts, b"")[self.taken - 1], self.taken < len(parts)
            return {"type": "http.request", "body": body, "more_body": more}

        async def keep(message: Any) -> None:
            answer.append(message)

        async def ask() -> None:
            runner = self.runner()
            await make_page_app(self.address, runner, {"sheets": []})(scope, receive, keep)
            await runner.close()

        awaited(ask())
        begin, *rest = answer
        pairs = {name.decode(): value.decode() for name, value in begin["headers"]}
        return begin["status"], pairs, b"".join(part["body"] for part in rest)


@pytest.fixture
def app() -> App:
    return App()


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
def test_only_our_own_page_may_ask(app: App, change: dict[str, Any], status: int) -> None:
    found, _, body = app.send("POST", f"{app.path}api/check?limit=7", b"{}", **change)
    assert found == status
    assert app.asked == ([("check", b"{}", 7.0)] if status == 200 else [])
    assert (b"unique" in body) == (status == 200)


@pytest.mark.parametrize(
    ("query", "seconds"),
    [
        ("", 10.0),
        ("limit=0", 0.0),
        ("limit=1e9", 600.0),
        ("limit=inf", 600.0),
        ("limit=599.5", 599.5),
        ("limit=nan", None),
        ("limit=-1", None),
        ("limit=soon", None),
    ],
)
def test_limits_of_questions_are_bounded(app: App, query: str, seconds: float | None) -> None:
    status, *_ = app.send("POST", f"{app.path}api/check?{query}", b"{}")
    assert status == (400 if seconds is None else 200)
    assert [asked[2] for asked in app.asked] == ([] if seconds is None else [seconds])


PATHS = "/ /x/ /index.html /api/check /{cut} /{cut}/index.html /{long}/ //{token}/"


@pytest.mark.parametrize("path", PATHS.split())
def test_without_the_token_there_is_nothing(app: App, path: str) -> None:
    path = path.format(token=TOKEN, cut=TOKEN[:-1], long=TOKEN + "x")
    status, _, body = app.send("GET", path)
    assert (status, body) == (404, b"not found")


def test_a_question_that_does_not_exist(app: App) -> None:
    assert app.send("POST", f"{app.path}api/eval", b"{}")[0] == 404
    assert app.send("GET", f"{app.path}api/check")[0] in (404, 405)
    assert not app.asked


def test_another_page_may_not_load_the_page(app: App) -> None:
    assert app.send("GET", app.path, Origin="http://evil.example")[0] == 403
    assert app.send("GET", app.path, Host="evil.example")[0] == 421
    assert app.send("GET", app.path)[0] == 200


NO_FILES = """
../pages.py ..%2fpages.py %2e%2e/pages.py ..%5cpages.py /etc/passwd %2fetc%2fpasswd static/app.css
app.css/.. app.css%00.html __pycache__ . .. api api/ api/check/ fox.json
"""


@pytest.mark.parametrize("name", NO_FILES.split())
def test_no_file_but_those_of_the_page(app: App, name: str) -> None:
    assert app.send("GET", app.path + name)[0] in (404, 405)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_no_other_methods(app: App, method: str) -> None:
    for path in ("api/check", "api.js", ""):
        status, headers, _ = app.send(method, app.path + path)
        assert status == 405
        assert "access-control-allow-origin" not in headers


def test_every_answer_has_the_policy(app: App) -> None:
    for path in (app.path, f"{app.path}api.js", f"{app.path}nothing", "/"):
        _, headers, _ = app.send("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"


# How much, and how long.


@pytest.mark.parametrize("length", [str(10**12), str(64 * 2**20 + 1), "-1", "1e3", ""])
def test_a_huge_body_is_refused_before_it_is_sent(app: App, length: str) -> None:
    assert app.send("POST", f"{app.path}api/check", b" ", Content_Length=length)[0] == 413
    assert (app.taken, app.asked) == (0, [])


def test_a_huge_body_without_a_length_is_refused(app: App) -> None:
    parts = [b" " * 2**20] * 80
    assert app.send("POST", f"{app.path}api/check", *parts, Content_Length=None)[0] == 413
    assert (app.taken, app.asked) == (65, [])
    assert app.send("POST", f"{app.path}api/check", *parts[:64], Content_Length=None)[0] == 200


def test_a_slow_body_is_given_up(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonosat.web.app.BODY_SECONDS", 0.1)
    parts = [b" "] * 100
    assert app.send("POST", f"{app.path}api/check", *parts, pause=0.03)[0] == 408


def test_a_puzzle_of_the_largest_size_does_not_stop_the_server(client: Client) -> None:
    puzzle = {"rows": [[]] * MAX_SIDE, "columns": [[]] * 2500}
    assert client.ask("hint", puzzle=puzzle)["error"]["kind"] == "UsageError"
    assert client.ask("check", puzzle=SWITCH)["done"]["verdict"] == "multiple"


HARD = {"rows": [[1] * 8] * 40, "columns": [[1] * 8] * 40}
"""Has more solutions than anybody can list."""
LISTED: dict[str, Any] = {"puzzle": HARD, "count": "all"}


def uploading(client: Client, path: str) -> socket.socket:
    """A connection that has sent the head of a question, but not its body."""
    line = socket.create_connection(("127.0.0.1", client.port), timeout=60)
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
            out, err = process.communicate(timeout=60)
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
                assert process.wait(60) == -signal.SIGHUP
    finally:
        signal.signal(signal.SIGHUP, before)


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
        client = Client(told.get(timeout=60))
        try:
            yield client
        finally:
            servers[0].should_exit = True
            served.result(60)


def test_who_is_refused_is_cut_off() -> None:
    with within() as client, uploading(client, "/wrong/") as line, line.makefile("rb") as answer:
        assert answer.readline().startswith(b"HTTP/1.1 404")
        assert answer.read().endswith(b"not found")  # and then the end


def test_answers_are_sent_at_once() -> None:
    """Else each waits 40 ms for a sign of the browser, and a page is 30 files."""
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
                return await asyncio.wait_for(told, 60)

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
        said = process.communicate(timeout=60)[1]
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
        socket.create_connection(("127.0.0.2", client.port), timeout=60)

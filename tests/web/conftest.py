"""The page in a real browser: one server and one browser for all of them, an empty profile for each.

The browser is Chromium as the system has it (Debian: ``apt-get install chromium-headless-shell``, which
takes a third of the time that ``chromium`` takes). Without it these tests are skipped, and say so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from command import COMMAND, environment
from conftest import PACKAGE, ROOT
from web_board import Board, unfold

from nonosat.files import load
from nonosat.model import Grid, Puzzle, Sheet
from web.client import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


FOX = ROOT / "data" / "drawn" / "fox.json"
CHROMIUM = (
    os.environ.get("NONOSAT_CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # none is started in advance
]
PATIENCE = 20_000
"""Milliseconds until something that does not come fails a test."""


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses among them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests as slow that use the server or the browser."""
    for item in items:
        if not {"address", "browser"}.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@contextmanager
def serving(
    *words: object, errors: Any = subprocess.PIPE, cwd: Path = ROOT, **env: str
) -> Iterator[tuple[str, Any]]:
    """Run ``nonosat web --no-browser`` with these words; gives the address and the process."""
    process = subprocess.Popen(
        [*COMMAND, "web", "--no-browser", *map(str, words)],
        cwd=cwd,
        env=environment(**env),
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), process.communicate(timeout=60)
        yield address, process
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture(scope="session")
def server_errors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server of all tests wrote to stderr."""
    return tmp_path_factory.mktemp("server") / "errors"


@pytest.fixture(scope="session")
def address(server_errors: Path) -> Iterator[str]:
    """Where the page is, begun with the fox."""
    pytest.importorskip("starlette", reason="starlette is not installed")
    pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    with server_errors.open("wb") as errors, serving(FOX, errors=errors) as (place, _):
        yield place


@pytest.fixture(scope="session")
def client(address: str) -> Client:
    """Somebody who sends requests there."""
    return Client(address)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with driver.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


Opened = Callable[..., "Page"]


@pytest.fixture
def complaints() -> list[str]:
    """What pages complained about, and whom else they asked; must be empty in the end."""
    return []


Profiles = dict[str, "BrowserContext"]


@pytest.fixture(scope="module")
def profiles() -> Iterator[Profiles]:
    """Browser profiles that the tests of a module share, by their options. Storage is cleared between tests."""
    kept: Profiles = {}
    yield kept
    for context in kept.values():
        context.close()


@pytest.fixture(scope="session")
def in_node(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Any], Any]:
    """Calls a function in JavaScript, which may import modules of the page that need no browser."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    folder = tmp_path_factory.mktemp("node") / "static"
    shutil.copytree(PACKAGE / "web" / "static", folder)
    (folder / "package.json").write_text('{"type": "module"}')

    def called(function: str, argument: Any) -> Any:
        (folder / "called.js").write_text(
            f"""import {{ readFileSync }} from "node:fs";
            const call = {function};
            console.log(JSON.stringify(await call(JSON.parse(readFileSync(0, "utf8")))));"""
        )
        done = subprocess.run(
            [node, "called.js"],
            cwd=folder,
            input=json.dumps(argument),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return called


@pytest.fixture
def new_page(
    browser: Browser, profiles: Profiles, address: str, complaints: list[str], server_errors: Path
) -> Iterator[Opened]:
    """A function that opens the page.

    ``new_page(sheets=None, at=address, view="", settings=None, **options of a context)``

    Each call is another browser profile; ``page.context.new_page()`` is another tab of the same.
    With `sheets` the page begins with these puzzles instead of the fox. `settings` are what the browser has kept.
    """
    said = len(server_errors.read_text())
    with opening(browser, address, complaints, profiles) as opened:
        yield opened
        complaints += server_errors.read_text()[said:].splitlines()


def watcher(complaints: list[str]) -> Callable[[Page], None]:
    """Hears of each new page, and notes what it complains about."""

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )

    return watch


@contextmanager
def opening(
    browser: Browser, address: str, complaints: list[str], profiles: Profiles | None = None
) -> Iterator[Opened]:
    """What `new_page` is; in the end there must be no complaints."""
    contexts: list[tuple[str, BrowserContext]] = []
    watch = watcher(complaints)

    def refuse(route: Any) -> None:
        complaints.append(f"asked {route.request.url}")
        route.abort()

    def opened(
        sheets: list[Sheet] | None = None,
        at: str = address,
        view: str = "",
        settings: dict[str, Any] | None = None,
        **options: Any,
    ) -> Page:
        # What a profile was told to do in each page stays with it, so such a one is not kept.
        key = "" if settings is not None or profiles is None else json.dumps([at, options])
        context = profiles.pop(key, None) if profiles else None
        if context is None:
            context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
            context.set_default_timeout(PATIENCE)
        contexts.append((key, context))
        context.on("page", watch)
        # Patterns, not functions: only what fits them makes its way through this process.
        context.route(re.compile(f"^(?!{re.escape(at)}|data:|blob:)"), refuse)
        if sheets is not None:
            from nonosat.web.app import HEADERS
            from nonosat.web.pages import first_page
            from nonosat.web.start_data import start_data

            first = first_page(start_data(sheets, file="puzzles.json"))
            context.route(
                re.compile(f"^{re.escape(at)}(#.*)?$"),
                lambda route: route.fulfill(body=first, content_type="text/html", headers=HEADERS),
            )
        if settings is not None:
            context.add_init_script(
                f"""if (location.protocol !== "about:" && !localStorage.getItem("nonosat:settings"))
                localStorage.setItem("nonosat:settings", '{json.dumps(settings)}')"""
            )
        page = context.new_page()
        page.goto(at + (f"#{view}" if view else ""))
        return page

    yield opened
    for key, context in contexts:
        if key and profiles is not None and key not in profiles:
            clear(context)
            context.remove_listener("page", watch)
            profiles[key] = context
        else:
            context.close()
    assert complaints == []


def clear(context: BrowserContext) -> None:
    """Close all pages of a profile, and let it forget what they kept, were allowed and were told."""
    origins = {page.url.partition("#")[0] for page in context.pages}
    for page in context.pages:
        page.close()
    context.unroute_all()
    context.clear_permissions()
    context.clear_cookies()
    blank = context.new_page()
    session = context.new_cdp_session(blank)
    for origin in {f"{url.scheme}://{url.netloc}" for url in map(urlsplit, origins) if url.netloc}:
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    blank.close()


@pytest.fixture
def page(new_page: Opened) -> Page:
    """The page with the fox, on a screen of 1280x800."""
    return new_page()


@pytest.fixture
def small(new_page: Opened) -> Board:
    """A blank drawing of 5x4."""
    blank = Grid(4, 5, bytes(20))
    board = Board(new_page([Sheet(Puzzle.of_grid(blank), goals=(blank,))], view="draw"))
    unfold(board.page)
    board.painted()
    return board


@pytest.fixture
def fox() -> Sheet:
    """The puzzle that the page begins with."""
    return load(FOX)[0]

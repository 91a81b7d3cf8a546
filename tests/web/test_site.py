"""The page without a server: its folder, and Chromium that opens it from a plain server of files."""

from __future__ import annotations

import base64
import functools
import http.server
import io
import json
import re
import sys
import tarfile
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from conftest import ROOT
from web_board import CROSS, CROSS_FILLED, Board

from nonosat.errors import InputError, MissingExtra, UsageError
from nonosat.files import load
from nonosat.formats.link import link_of
from nonosat.model import Puzzle, Sheet
from nonosat.web import site as builder
from nonosat.web import wasm_kernel

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE = 60_000
"""Milliseconds for Python to start on a busy machine."""
SETTLED = ".verdict[data-verdict={}]:not(.stale)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder that has the names of Pyodide's files, and no Pyodide."""
    folder = tmp_path / "package"
    folder.mkdir()
    for name in builder.PYODIDE_FILES:
        (folder / name).write_text(f"this is {name}")
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14"}, "packages": {"x": 1}}')
    return folder


# The folder


def test_the_folder_has_what_it_lists(package: Path, tmp_path: Path) -> None:
    site = tmp_path / "public" / "site"
    written = builder.write_site(site, package)
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert written.files == len(files)
    listed = json.loads((site / "files.json").read_text())["files"]
    assert files - listed.keys() == {"files.json", "service.js", "README.txt"}
    for name, digest in listed.items():
        assert builder._digest((site / name).read_bytes()) == digest, name
    assert "{{" not in (site / "service.js").read_text()
    assert "{{" not in (site / "worker.js").read_text()
    assert json.loads((site / "pyodide" / "pyodide-lock.json").read_text())["packages"] == {}
    page = (site / "index.html").read_text()
    assert "default-src 'none'" in page
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    assert {icon["src"] for icon in manifest["icons"]} <= files


def test_the_same_sources_make_the_same_folder(package: Path, tmp_path: Path) -> None:
    for name in "ab":
        builder.write_site(tmp_path / name, package)
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in "ab"
    )
    assert first == second


def test_a_folder_of_others_is_left_alone(package: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="no page of nonosat"):
        builder.write_site(tmp_path / "mine", package)
    builder.write_site(tmp_path / "site", package)
    (tmp_path / "site" / "old.js").write_text("")
    builder.write_site(tmp_path / "site", package)
    assert not (tmp_path / "site" / "old.js").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "site", "package"}


def test_what_is_no_pyodide_is_refused_and_nothing_is_left(package: Path, tmp_path: Path) -> None:
    (package / "pyodide.asm.wasm").unlink()
    archive = tmp_path / "pyodide.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(package, "package")
    broken = tmp_path / "broken.tgz"
    broken.write_bytes(archive.read_bytes()[:100])
    for path in (package, archive, broken, tmp_path / "nothing"):
        with pytest.raises(InputError, match="no package of Pyodide"):
            builder.write_site(tmp_path / "site", path)
    assert not (tmp_path / "site").exists()


def test_the_command_says_what_it_wrote_and_how_to_serve_it(package: Path, tmp_path: Path) -> None:
    (tmp_path / "kernel.wasm").write_bytes(b"a kernel")
    words = ("site", "public", "--pyodide", package)
    done = run(*words, "--kernel", "kernel.wasm", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "public" / "kernel.wasm").read_bytes() == b"a kernel"
    assert re.match(r"public: \d+ files, \d\.\d MB as servers send them\n", done.stdout)
    assert "http.server" in done.stdout
    done = run("site", "public", "--pyodide", "missing", "--kernel", "kernel.wasm", cwd=tmp_path)
    assert done.returncode == 3
    assert "missing is no package of Pyodide" in done.stderr
    done = run(*words, "--kernel", "nowhere.wasm", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        3,
        "nonosat: nowhere.wasm: No such file or directory\n",
    )


@pytest.mark.skipif(find_spec("ziglang") is not None, reason="ziglang is installed")
def test_without_a_compiler_it_says_that_the_slow_kernel_serves(
    package: Path, tmp_path: Path
) -> None:
    done = run("site", "public", "--pyodide", package, cwd=tmp_path, PATH="")
    assert done.returncode == 0
    assert done.stderr.startswith("nonosat: the kernel in Python will serve, which is slow: ")
    assert "pip install ziglang" in done.stderr
    assert '"kernel": "reference"' in (tmp_path / "public" / "index.html").read_text()


def test_a_compiler_that_does_not_manage_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the next one is tried."""
    bad = [sys.executable, "-c", "raise SystemExit('no WebAssembly here')"]
    good = [sys.executable, "-c", "import sys; open(sys.argv[-1], 'w').close()"]
    monkeypatch.setattr(wasm_kernel, "_compilers", lambda: [bad, bad])
    with pytest.raises(MissingExtra, match=r"no WebAssembly here.*: pip install ziglang, or"):
        wasm_kernel.compile_kernel(tmp_path / "kernel.wasm")
    monkeypatch.setattr(wasm_kernel, "_compilers", lambda: [["nothing/here"], bad, good])
    wasm_kernel.compile_kernel(tmp_path / "kernel.wasm")


# In the browser


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def folder(pyodide: Path, compiled: Path | str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page, below the one that is served; with the kernel in C++ if it can be."""
    folder = tmp_path_factory.mktemp("public") / "below" / "nonosat"
    builder.write_site(folder, pyodide, None if isinstance(compiled, str) else compiled)
    return folder


@pytest.fixture(scope="session")
def at(folder: Path) -> Iterator[str]:
    """The address of the page, from a plain server of files."""
    handler = functools.partial(_Quiet, directory=str(folder.parent.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/below/nonosat/"
        server.shutdown()


@pytest.fixture
def context(browser: Browser, complaints: list[str]) -> Iterator[BrowserContext]:
    """A browser profile in which nothing may complain."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )

    context.on("page", watch)
    yield context
    context.close()
    assert complaints == []


def opened(context: BrowserContext, address: str) -> Page:
    """A tab with the page."""
    page = context.new_page()
    page.goto(address)
    return page


def kept(page: Page) -> None:
    """Wait until all is kept for a visit without a network."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_function(
        "async () => (await caches.keys()).some(name => name.startsWith('nonosat-memory'))"
    )


def verdict(page: Page, expected: str) -> None:
    page.locator(SETTLED.format(expected)).wait_for()


def draw(page: Page, sheet: Sheet) -> None:
    """Draw with a sheet's picture, by way of the file dialog."""
    from nonosat.files import dumps

    data = dumps([sheet], "json").encode()
    page.locator("input[type=file][aria-label=File]").set_input_files(
        {"name": "picture.json", "mimeType": "application/json", "buffer": data}
    )


@pytest.mark.slow
def test_it_works_with_the_network_cut_after_the_first_visit(
    context: BrowserContext, at: str
) -> None:
    page = opened(context, f"{at}#draw")
    verdict(page, "unique")
    kept(page)
    context.set_offline(True)
    page = opened(context, f"{at}{link_of(Sheet(CROSS, title='Cross'))}")
    board = Board(page)
    for cell in CROSS_FILLED:
        board.click(cell)
    page.get_by_text("Cross").first.wait_for()
    page = opened(context, f"{at}#draw")
    board = Board(page)
    draw(page, load(ROOT / "data" / "drawn" / "fox.json")[0])
    page.get_by_role("button", name="Draw", exact=True).click()
    verdict(page, "unique")


@pytest.mark.slow
def test_questions_are_answered_in_the_browser(context: BrowserContext, at: str) -> None:
    page = opened(context, f"{at}{link_of(Sheet(Puzzle.of([[2], [1]], [[1], [2]])))}")
    board = Board(page)
    ask = """async ([question, request]) => {
        const api = await import("./api.js");
        const heard = [];
        try {
            const answer = await api[question](request, { on: (event, data) => heard.push(event) });
            return { answer, heard };
        } catch (error) { return { error: error.message }; }
    }"""
    puzzle = {"rows": [[2], [1]], "columns": [[1], [2]], "width": 2, "height": 2}
    hint = page.evaluate(ask, ["hint", {"puzzle": puzzle}])["answer"]
    assert hint["kind"] == "line"
    why = page.evaluate(ask, ["why", {"puzzle": puzzle, "cell": [0, 0]}])["answer"]
    assert why["kind"] == "reason"
    steps = page.evaluate(ask, ["steps", {"puzzle": puzzle}])
    assert steps["heard"] == ["steps"]
    found = page.evaluate(ask, ["solutions", {"puzzle": puzzle, "count": "all"}])
    assert found["heard"].count("solution") == 1
    typo = page.evaluate(ask, ["conflict", {"rows": "2;2", "columns": "1;2"}])["answer"]
    assert typo["solvable"] is False
    assert typo["typos"]
    certificate = page.evaluate(ask, ["certificate", {"puzzle": puzzle}])
    assert "an installed nonosat can" in certificate["error"]
    assert board.cells() == []


@pytest.mark.slow
def test_the_kernel_in_web_assembly_serves_and_keeps_to_limits(
    context: BrowserContext, at: str, wasm_kernel_file: Path
) -> None:
    page = opened(context, f"{at}#draw")
    assert (
        page.evaluate("JSON.parse(document.getElementById('start').textContent).kernel") == "wasm"
    )
    verdict(page, "unique")
    page.get_by_role("button", name="More").click()
    page.get_by_text("(wasm kernel)").wait_for()
    results = page.evaluate(
        """async (puzzles) => {
        const { check } = await import("./api.js");
        const found = [];
        for (const puzzle of puzzles) found.push(await check({ puzzle, limit: 1 }));
        return found;
    }""",
        [_domino(20), {"rows": [[1]] * 6, "columns": [[1]] * 6}],
    )
    assert [result["verdict"] for result in results] == ["unknown", "multiple"]
    assert results[0]["counters"]["probes"] > 100


@pytest.mark.slow
def test_a_newer_question_takes_the_place_of_one_that_takes_long(
    context: BrowserContext, at: str
) -> None:
    page = opened(context, f"{at}#draw")
    verdict(page, "unique")
    both = page.evaluate(
        """async ([hard, easy]) => {
        const api = await import("./api.js");
        const first = api.check({ puzzle: hard, limit: 60 }).catch((error) => error.constructor.name);
        await new Promise((done) => setTimeout(done, 500));
        const second = await api.check({ puzzle: easy });
        return [await first, second.verdict];
    }""",
        [_domino(20), {"rows": [[2]], "columns": [[1], [1]]}],
    )
    assert both == ["Superseded", "unique"]


def _domino(size: int) -> dict[str, Any]:
    """A puzzle that takes line logic and search forever."""
    rows = [[3], *([1] if at % 2 == 0 else [3, 1] for at in range(2 * size - 2)), [1], [1]]
    cols = [[1], [1], *([1, 3] if at % 2 == 0 else [1] for at in range(2 * size - 2)), [3]]
    return {"rows": rows, "columns": cols}


@pytest.mark.slow
def test_a_damaged_cache_heals(context: BrowserContext, at: str) -> None:
    page = opened(context, f"{at}#draw")
    verdict(page, "unique")
    kept(page)
    page.evaluate(
        """async () => {
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
                const { headers } = await cache.match(request);
                await cache.put(request, new Response("damaged", { headers }));
            }
        }
    }"""
    )
    page.reload()
    verdict(page, "unique")
    kept(page)
    context.set_offline(True)
    page.reload()
    verdict(page, "unique")


@pytest.mark.slow
def test_two_tabs_do_not_disturb_each_other(context: BrowserContext, at: str) -> None:
    first, second = (opened(context, f"{at}#draw") for _ in range(2))
    for page in (first, second):
        verdict(page, "unique")
    Board(first).click((0, 0))
    verdict(first, "unique")
    assert Board(second).cells("filled") == []


@pytest.mark.slow
def test_the_browser_decodes_photos(context: BrowserContext, at: str) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    sprite = image.new("RGB", (16, 16), "white")
    for cell in ((3, 4), (4, 4), (5, 4), (8, 9), (15, 0)):
        sprite.putpixel(cell, (20, 40, 60))
    file = io.BytesIO()
    sprite.resize((640, 640), 0).save(file, "PNG")
    page = opened(context, f"{at}#draw")
    found = page.evaluate(
        "async data => (await import('./api.js')).image({ data })",
        base64.b64encode(file.getvalue()).decode(),
    )
    assert (found["width"], found["height"], found["times"]) == (640, 640, 1)
    rows = found["puzzle"]["goal"]
    assert [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != "."] == [
        (15, 0), (3, 4), (4, 4), (5, 4), (8, 9),
    ]  # fmt: skip
    wrong = page.evaluate(
        "async data => (await import('./api.js')).image({ data }).catch(error => error.message)",
        base64.b64encode(b"no picture").decode(),
    )
    assert "no picture of a kind" in wrong

"""The page without a server, as Chromium opens it from a plain server of files."""

from __future__ import annotations

import functools
import http.server
import json
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from conftest import ROOT
from web_board import CROSS, CROSS_FILLED, SWITCH, Board, clues, downloaded, until

from nonosat.files import dump, dumps, load
from nonosat.formats.data.formats import data_of_sheet
from nonosat.formats.named.link import link_of
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.pictures.pixels import Photo
from nonosat.solving.api import check
from nonosat.web import site as builder
from web.conftest import FOX, watcher
from web.test_home import solution_of
from web.test_looks import TWO_INKS, look_at_each_view, screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# By day tests/web/test_site.py asks all questions of its archive.
pytestmark = [
    pytest.mark.night,
    pytest.mark.long,
]  # one process writes the folder and pays the first visit, for all
PATIENCE = 60_000
"""Milliseconds for Python to start on a busy machine."""
AMBIGUOUS = ROOT / "tests" / "data" / "ambiguous" / "horizontales-5x5.txt"
SETTLED = ".verdict[data-verdict={}]:not(.stale)"
FRAMES = Puzzle.of_grid(
    Grid(60, 60, bytes(min(y, x, 59 - y, 59 - x) % 4 < 2 for y in range(60) for x in range(60)))
)
"""One frame within the other: line logic finds them all."""
AFTER_A_GUESS = ((25, 0.4, 3), (30, 0.3, 0), (30, 0.4, 1), (40, 0.4, 1))
"""Random pictures whose clues have no solution near the first guess, so a longer search follows it."""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def folder(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page, below the one that is served."""
    folder = tmp_path_factory.mktemp("public") / "below" / "nonosat"
    builder.write_site(folder, pyodide)
    return folder


@contextmanager
def files_served(folder: Path) -> Iterator[str]:
    """Where a plain server of files has this folder."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def at(folder: Path) -> Iterator[str]:
    """The address of the page."""
    with files_served(folder.parent.parent) as server:
        yield f"{server}below/nonosat/"


@pytest.fixture
def context(browser: Browser, complaints: list[str]) -> Iterator[BrowserContext]:
    """A new browser profile in which nothing may complain."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.on("page", watcher(complaints))
    yield context
    context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def visit(browser: Browser, at: str) -> Iterator[tuple[BrowserContext, list[Any]]]:
    """A browser profile that keeps the page from its first visit; where the board was before Python and after."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = opened(context, f"{at}#draw")
    page.locator(".strip:visible").get_by_text("Loading the solver").wait_for()
    places = [Board(page).place()]
    verdict(page, "unique")
    page.get_by_text("Loading the solver").wait_for(state="hidden")
    places.append(Board(page).place())
    kept(page)
    page.close()
    yield context, places
    context.close()


@pytest.fixture
def visited(
    visit: tuple[BrowserContext, list[Any]], at: str, complaints: list[str]
) -> Iterator[BrowserContext]:
    """The profile for one test; nothing is left of the tests before. Nothing may complain."""
    profile, _ = visit
    page = opened(profile, f"{at}README.txt")
    page.evaluate("localStorage.clear()")
    page.close()
    watch = watcher(complaints)
    profile.on("page", watch)
    yield profile
    profile.remove_listener("page", watch)
    profile.set_offline(False)
    for page in profile.pages:
        page.close()
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
        """async () => (await caches.keys()).some(name => name.startsWith('nonosat-memory'))
        && (await Promise.all(PYTHONS.map(name => caches.match(name)))).every(Boolean)""".replace(
            "PYTHONS",
            json.dumps(
                [*(f"pyodide/{name}" for name in builder.PYODIDE_FILES[:4]), builder.ARCHIVE]
            ),
        )
    )


def verdict(page: Page, expected: str) -> None:
    page.locator(SETTLED.format(expected)).wait_for()


def draw(page: Page, sheet: Sheet) -> None:
    """Draw with a sheet's picture, by way of the file dialog."""
    data = dumps([sheet], "json").encode()
    page.locator("input[type=file][aria-label=File]").set_input_files(
        {"name": "picture.json", "mimeType": "application/json", "buffer": data}
    )


def test_it_works_with_the_network_cut_after_the_first_visit(
    visited: BrowserContext, at: str
) -> None:
    visited.set_offline(True)
    page = opened(visited, f"{at}{link_of(Sheet(CROSS, title='Cross'))}")
    board = Board(page)
    board.click(*CROSS_FILLED)
    page.get_by_text("Cross").first.wait_for()
    page = opened(visited, f"{at}#draw")
    board = Board(page)
    draw(page, load(FOX)[0])
    page.get_by_role("button", name="Draw", exact=True).click()
    verdict(page, "unique")


def test_questions_are_answered_in_the_browser(visited: BrowserContext, at: str) -> None:
    page = opened(visited, f"{at}{link_of(Sheet(Puzzle.of([[2], [1]], [[1], [2]])))}")
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
    assert hint["kind"] == "lines"
    why = page.evaluate(ask, ["why", {"puzzle": puzzle, "cell": [0, 0]}])["answer"]
    assert why["kind"] == "reason"
    steps = page.evaluate(ask, ["steps", {"puzzle": puzzle}])
    assert {*steps["heard"]} == {"steps"}
    found = page.evaluate(ask, ["solutions", {"puzzle": puzzle, "count": "all"}])
    assert found["heard"].count("solution") == 1
    typo = page.evaluate(ask, ["conflict", {"rows": "2;2", "columns": "1;2"}])["answer"]
    assert typo["solvable"] is False
    assert typo["typos"]
    photo = page.evaluate(ask, ["image", {"data": ""}])
    assert "The installed program can" in photo["error"]
    assert "pip" not in photo["error"]
    assert page.evaluate("import('./api.js').then(api => api.hasServer())") is False
    page.get_by_label("File", exact=True).set_input_files(ROOT / "docs/web-phone.png")
    page.get_by_text("web-phone.png: this page reads no pictures").wait_for()
    assert page.get_by_role("dialog").count() == 0
    assert board.cells() == []


def test_an_ambiguous_drawing_is_made_unique(visited: BrowserContext, at: str) -> None:
    """By itself: from clues with two solutions. What is not proved is said."""
    page = opened(visited, f"{at}#draw")
    board = Board(page)
    draw(page, load(AMBIGUOUS)[0])
    verdict(page, "multiple")
    before = set(board.cells("filled"))
    page.get_by_role("button", name="Propose changes").click()
    page.get_by_role("button", name="Accept").first.click(trial=True)
    said = page.locator(".proposals").inner_text()
    assert "There may be a smaller fix." in said
    page.get_by_role("button", name="Accept").first.click()
    verdict(page, "unique")
    after = set(board.cells("filled"))
    assert after != before
    picture = Grid.of(
        [["#" if (row, col) in after else "." for col in range(5)] for row in range(5)]
    )
    assert check(Puzzle.of_grid(picture)).is_unique


def test_the_kernel_in_web_assembly_serves_and_keeps_to_limits(
    visited: BrowserContext, at: str
) -> None:
    page = opened(visited, f"{at}#draw")
    verdict(page, "unique")
    results = page.evaluate(
        """async (puzzles) => {
        const { check } = await import("./api.js");
        const found = [];
        for (const puzzle of puzzles) found.push(await check({ puzzle, limit: found.length ? 60 : 1 }));
        return found;
    }""",
        [
            _domino(20),
            {"rows": [[1]] * 6, "columns": [[1]] * 6},
            *(data_of_sheet(Sheet(_random(*what))) for what in AFTER_A_GUESS),
        ],
    )
    verdicts = [result["verdict"] for result in results]
    assert verdicts == ["unknown", *["multiple"] * 5]
    assert results[0]["counters"]["probes"] > 100


@pytest.mark.parametrize("wait", [1000, 0])
def test_a_newer_question_takes_the_place_of_one_that_takes_long(
    visited: BrowserContext, at: str, wait: int
) -> None:
    """One of another kind does not, and is answered meanwhile."""
    page = opened(visited, f"{at}#draw")
    verdict(page, "unique")
    answers = page.evaluate(
        """async ([hard, easy, wait]) => {
        const api = await import("./api.js");
        const first = api.check({ puzzle: hard, limit: 60 }).catch((error) => error.constructor.name);
        const ended = first.then(() => true);
        await new Promise((done) => setTimeout(done, wait));
        const { kind } = await api.hint({ puzzle: easy });
        const early = await Promise.race([ended, false]);
        const { verdict } = await api.check({ puzzle: easy });
        return [kind, early, await first, verdict];
    }""",
        [_domino(20), {"rows": [[2]], "columns": [[1], [1]]}, wait],
    )
    assert answers == ["lines", False, "Superseded", "unique"]


def test_memory_is_given_back(visited: BrowserContext, browser: Browser, at: str) -> None:
    """A question that takes long has a second worker started; one is left when all is quiet."""
    page = opened(visited, f"{at}#draw")
    verdict(page, "unique")
    page.evaluate(
        """async (puzzles) => {
        const api = await import("./api.js");
        for (const puzzle of puzzles) {
            for (const ask of [api.check, api.hint, api.steps]) {
                await ask({ puzzle, limit: 2 }).catch(() => {}); // one ends at the limit
            }
        }
    }""",
        [data_of_sheet(Sheet(puzzle)) for puzzle in (_random(20, 0.6, 1), FRAMES)] + [_domino(20)],
    )
    assert len(page.workers) == 2
    most = _megabytes(browser)
    until(lambda: len(page.workers) == 1 or page.wait_for_timeout(50))
    assert _megabytes(browser) < most < 350  # 313 in the shell of Chromium, below 300 in the whole


def _megabytes(browser: Browser) -> float:
    """Memory of the largest of the processes that have pages; what processes share counts in parts."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = []
    for process in found:
        path = Path(f"/proc/{process['id']}/smaps_rollup")
        if not path.exists():
            pytest.skip("this system does not tell the memory of a process")
        if process["type"] == "renderer":
            match = re.search(r"^Pss:\s+(\d+) kB$", path.read_text(), re.MULTILINE)
            assert match is not None
            sizes.append(int(match[1]) / 1024)
    return max(sizes)


def _domino(size: int) -> dict[str, Any]:
    """A puzzle that takes line logic and search forever."""
    rows = [[3], *([1] if at % 2 == 0 else [3, 1] for at in range(2 * size - 2)), [1], [1]]
    cols = [[1], [1], *([1, 3] if at % 2 == 0 else [1] for at in range(2 * size - 2)), [3]]
    return {"rows": rows, "columns": cols}


def test_two_tabs_do_not_disturb_each_other(visited: BrowserContext, at: str) -> None:
    first, second = (opened(visited, f"{at}#draw") for _ in range(2))
    for page in (first, second):
        verdict(page, "unique")
    Board(first).click((0, 0))
    verdict(first, "unique")
    assert Board(second).cells("filled") == []


def test_puzzles_are_saved_in_what_a_browser_can_write(
    visited: BrowserContext, at: str, tmp_path: Path
) -> None:
    page = opened(visited, f"{at}{link_of(Sheet(CROSS))}")
    Board(page)
    page.get_by_role("button", name="Save as …").click()
    choices = page.get_by_role("group", name="Format").get_by_role("radio")
    assert choices.count() == 5  # not PDF
    choices.last.check()
    assert "xlsx" not in (page.get_by_label("Other format").text_content() or "")
    page.get_by_label("HTML, a page").check()
    game = downloaded(page, "Save", tmp_path)
    (held,) = re.findall(r'id="puzzle">(.*)</script>', game.read_text())
    assert json.loads(held)[0]["rows"] == [[1], [3], [1]]
    page.get_by_label("JSON, nonosat's own").check()
    assert load(downloaded(page, "Save", tmp_path))[0].puzzle == CROSS


def test_a_picture_is_drawn_by_the_browser_and_opens_again(
    visited: BrowserContext, at: str, tmp_path: Path
) -> None:
    page = opened(visited, f"{at}{link_of(Sheet(CROSS, title='Cross'))}")
    Board(page)
    page.get_by_role("button", name="Save as …").click()
    page.get_by_label("PNG, a picture").check()
    picture = downloaded(page, "Save", tmp_path)
    assert load(picture)[0].puzzle == CROSS
    levels = set(Photo(picture.read_bytes(), picture.name).gray())
    assert min(levels) < 64 < 192 < max(levels), "it is drawn"
    page.get_by_role("button", name="Close").click()
    page.goto(at)
    page.locator("#home-collection li").first.wait_for()
    page.locator("input[type=file][aria-label=File]").set_input_files(picture)
    assert clues(Board(page)) == ["1", "3", "1", "1", "3", "1"]


def test_nothing_moves_while_python_starts(visit: tuple[BrowserContext, list[Any]]) -> None:
    before, after = visit[1]
    assert before == after


def slow_down(page: Page) -> None:
    """Slow 4G, and a processor four times slower."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    network = {
        "offline": False,
        "latency": 150,
        "downloadThroughput": 200_000,
        "uploadThroughput": 90_000,
    }
    session.send("Network.emulateNetworkConditions", network)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def test_a_page_of_the_puzzles_of_a_folder_is_opened_and_played(
    context: BrowserContext, pyodide: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    picture = Grid.of(["##.", "#..", "###"])
    dump(
        Sheet(Puzzle.from_picture(picture), (picture,), title="Hook"), tmp_path / "mine" / "a.json"
    )
    dump(Puzzle.of([1], [1]), tmp_path / "mine" / "b.non")
    done = run("site", "mine", "-o", "public", "--pyodide", pyodide, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with files_served(tmp_path / "public") as address:
        page = opened(context, address)
        listed = page.locator("#home-collection button")
        listed.nth(1).wait_for()
        assert [text.partition(". ")[2][:1] for text in listed.all_inner_texts()] == ["1", "3"]
        listed.first.click()
        for size in (1, 3):
            until(lambda size=size: len(Board(page).rows()) == size)
            board = Board(page)
            board.click(*solution_of(board))
            page.get_by_text("Solved in").wait_for()
            title = page.locator("header h1").inner_text()
            page.get_by_role("button", name="Next puzzle").click()
        assert title == "Hook"
        until(lambda: len(Board(page).rows()) == 5)  # the smallest of ours is next
        page.go_back()
        until(lambda: "Hook" in listed.nth(1).inner_text())


def test_todays_puzzle_is_played_to_its_end_before_python_is_asked_for(
    context: BrowserContext, at: str
) -> None:
    """On a slow network and processor, with hints and a check. Then a hard question brings Python."""
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url.removeprefix(at)))
    page = context.new_page()
    slow_down(page)
    page.goto(at)
    page.get_by_role("button", name="Today's puzzle").click()
    board = Board(page)
    page.keyboard.press("h")
    page.get_by_text("Look at ").wait_for()
    page.keyboard.press("c")
    page.get_by_text("No mistakes so far.").wait_for()
    board.click(*solution_of(board))
    page.get_by_text("Solved in").wait_for()
    page.get_by_role("button", name="Share …").click()
    link = page.get_by_role("dialog").get_by_label("Link")
    until(lambda: link.input_value().startswith(f"{at}#puzzle="))
    page.get_by_role("button", name="Close").click()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    assert not [name for name in asked if "pyodide" in name or name.endswith((".zip", ".wasm"))]
    assert page.workers == []
    page.goto(f"{at}{link_of(Sheet(SWITCH))}")
    until(lambda: len(Board(page).rows()) == 2)
    page.keyboard.press("h")
    page.get_by_text("Loading the solver").locator("visible=true").first.wait_for()
    page.get_by_text("guess").or_(page.get_by_text("suppose")).or_(
        page.get_by_text("Look at")
    ).first.wait_for()


def test_it_tells_packages_by_their_names(folder: Path) -> None:
    """As an installed nonosat does, though nothing is installed in a browser."""
    code = f"""import sys; sys.path.insert(0, {str(folder / builder.ARCHIVE)!r})
from nonosat.registry import pip_install; print(pip_install("nonosat[image]"))"""
    words = [sys.executable, "-I", "-S", "-c", code]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said.startswith("pip install Pillow ")


def test_axe_finds_nothing_serious_while_python_starts(
    browser: Browser, at: str, complaints: list[str]
) -> None:
    """Nor is anything too wide on a phone, in any view."""
    context = browser.new_context(**screen(390))
    context.set_default_timeout(PATIENCE)
    context.on("page", watcher(complaints))
    look_at_each_view(opened(context, f"{at}{link_of(Sheet(TWO_INKS))}"))
    context.close()
    assert complaints == []


SETTLING = """verdict => {
  window.settled = 0;
  new MutationObserver(() => {
    if (!verdict.classList.contains("stale")) settled++;
  }).observe(verdict, { attributeFilter: ["class"] });
  const now = setTimeout;
  window.setTimeout = (does, delay = 0, ...args) => (delay > 0 ? 0 : now(does, 0, ...args));
}"""
"""Count verdicts. No timer ends from here on, so a verdict that waits for one does not come."""


def test_sixty_by_sixty_is_settled_at_once_after_a_stroke(visited: BrowserContext, at: str) -> None:
    page = opened(visited, f"{at}#draw")
    draw(page, Sheet(FRAMES, goals=check(FRAMES).solutions))
    board = Board(page)
    until(lambda: len(board.rows()) == 60)
    verdict(page, "unique")
    page.locator(".verdict").evaluate(SETTLING)
    for stroke in range(10):
        board.click((20 + stroke, 2))
        page.wait_for_function("stroke => settled > stroke", arg=stroke)
    assert page.evaluate("settled") == 10, "one question each"


def test_random_pictures_are_settled_as_by_the_native_kernel(
    visited: BrowserContext, at: str
) -> None:
    puzzles = [_random(30, ink, seed) for ink in (0.5, 0.65) for seed in range(3)]
    page = opened(visited, f"{at}#draw")
    verdict(page, "unique")
    found = page.evaluate(
        """async (puzzles) => {
        const { check } = await import("./api.js");
        const results = [];
        for (const puzzle of puzzles) results.push(await check({ puzzle, limit: 60 }));
        return results.map(({ verdict, line_solvable }) => [verdict, line_solvable]);
    }""",
        [data_of_sheet(Sheet(puzzle)) for puzzle in puzzles],
    )
    told = [check(puzzle) for puzzle in puzzles]
    assert found == [[it.verdict.value, it.line_solvable] for it in told]
    assert {verdict for verdict, _ in found} == {"unique", "multiple"}


def _random(size: int, ink: float, seed: int) -> Puzzle:
    """The clues of a random square picture."""
    dice = random.Random(seed)
    return Puzzle.of_grid(Grid(size, size, bytes(dice.random() < ink for _ in range(size * size))))

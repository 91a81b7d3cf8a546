"""Pages that are files: a browser runs what they hold, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command import run

from tests.web.conftest import watcher

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

DOCUMENTS = {
    "report": [["check", "data/seeds", "tests/data/ambiguous", "--report", "OUT"]],
    "book": [["book", "data/seeds", "-o", "OUT"]],
    "bench": [
        ["bench", "run", "data/seeds", "-b", "line", "-o", "RUNS"],
        ["bench", "report", "RUNS", "-o", "OUT"],
    ],
}


@pytest.mark.parametrize("commands", DOCUMENTS.values(), ids=DOCUMENTS)
def test_the_policy_forbids_only_what_is_foreign(
    commands: list[list[str]], browser: Browser, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    names = {"OUT": out, "RUNS": tmp_path / "runs.jsonl"}
    for words in commands:
        done = run(*(names.get(word, word) for word in words))
        assert done.returncode in (0, 10), done.stderr
    text = out.read_text(encoding="utf-8")
    foreign = '<script>document.title = "foreign"</script><img src="https://example.org/x.png">'
    out.write_text(text.replace("</body>", f"{foreign}</body>"), encoding="utf-8")
    complaints: list[str] = []
    page = browser.new_page()
    watcher(complaints)(page)
    page.goto(out.as_uri())
    assert page.title() != "foreign"
    assert len(complaints) == 2, complaints
    assert all("Content Security Policy" in complaint for complaint in complaints)
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"  # its style is taken
    if page.query_selector("th button"):
        page.click("th button")  # its script runs
        assert page.query_selector("th[aria-sort]")
    page.close()

"""The page for a collection: every row, pictures as far as they go, nothing from outside."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA
from puzzle_collections import MIXED, ROW_FACTS, check, collection

from nonosat.run import report_page
from nonosat.run.journal import Journal
from nonosat.run.report_page import report_html


class Table(HTMLParser):
    """Texts and numbers of pictures of the rows of the first table."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.pictures: list[int] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
            self.pictures.append(0)
        elif tag == "td":
            self.rows[-1].append("")
        elif tag == "svg":
            self.pictures[-1] += 1

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


@pytest.mark.slow
def test_every_puzzle_has_a_row_and_ambiguous_ones_two_pictures(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED[140:])
    folder = DATA / "formats" / "g"  # with colors
    done = check(path.name, folder, "--jobs", 2, "--report", "report.html", cwd=tmp_path)
    assert done.returncode == 20
    page = (tmp_path / "report.html").read_text()
    table = Table(page)
    rows = dict(zip((row[1] for row in table.rows[1:]), table.pictures[1:], strict=True))
    assert rows["all.jsonl#11: Switch"] == 2
    assert rows["all.jsonl#12"] == rows["all.jsonl#13"] == 0
    assert len(rows) == int(done.stdout.splitlines()[-1].split()[0])
    verdicts = {row[1]: row[4] for row in table.rows[1:]}
    assert verdicts["all.jsonl#11: Switch"] == "multiple"
    assert verdicts["all.jsonl#12"] == "not read"
    assert "#d00000" in page  # the red of a colored example
    assert "row 1 needs 2 cells, the grid is 1 wide" in page
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page)


def row(position: int, **facts: Any) -> dict[str, Any]:
    return dict.fromkeys(ROW_FACTS) | {
        "source": "a.jsonl", "position": position, "attempt": 1, "height": 2, "width": 2,
        "colors": 1, "verdict": "unique", "clue_hash": "0" * 32, "solutions": [["#.", ".#"]],
        "differs": [], "varies": [], "seconds": 0.001, "line_solvable": True,
    } | facts  # fmt: skip


def made_of(path: Path, rows: list[dict[str, Any]]) -> str:
    with Journal(path) as journal:
        journal.append(rows)
    return report_html(str(path), {})


def test_titles_and_errors_are_escaped(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    page = made_of(tmp_path / "r", [row(1, title=evil, source=evil, error=evil)])
    assert evil not in page
    assert page.count("&lt;script&gt;alert(1)") == 3


def test_remarks_have_a_column(tmp_path: Path) -> None:
    rows = [row(1, remarks=["row 1 is blank", "look"]), row(2, remarks=[])]
    page = made_of(tmp_path / "p", rows)
    assert "row 1 is blank; look" in page
    assert "[]" not in page


def test_it_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_page, "MAX_ROWS", 100)
    monkeypatch.setattr(report_page, "MAX_PICTURES", 10)
    rows = [row(number) for number in range(1, 301)]
    rows[250] = row(251, verdict="none", solutions=[])
    page = made_of(tmp_path / "r", rows)
    table = Table(page)
    assert len(table.rows) == 101
    assert sum(table.pictures) == 10
    assert table.rows[-1][1] == "a.jsonl#251"
    assert "100 of 300 rows: all that are not unique, then the first of the others" in page
    assert "89 pictures are left out" in page


def test_a_finished_run_can_be_reported_later(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED[:4])
    assert check(path.name, "-o", "o.jsonl", cwd=tmp_path).returncode in (0, 10)
    again = [path.name, "-o", "o.jsonl", "--resume", "--report", "r.html"]
    assert check(*again, cwd=tmp_path).returncode in (0, 10)
    assert len(Table((tmp_path / "r.html").read_text()).rows) == 5

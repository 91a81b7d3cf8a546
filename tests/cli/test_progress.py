"""All who wait see the same line, and its clock goes on."""

import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import typer
from command import wait_for
from conftest import at_night
from puzzle_collections import QUESTIONS, collection, puzzle_line
from terminal import Terminal

from nonosat.cli import progress
from nonosat.cli.progress import Watch, stage_of
from nonosat.model import Puzzle

LINES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"name": "a.non"}, "a.non; 0:00:00"),
    ({}, {"name": "a.non", "done": 3}, "3 done, now a.non; 0:00:00"),
    ({}, {"name": "a.non", "done": 3, "total": 2000}, "3 of 2,000 done, now a.non; 0:00:00"),
    ({"limit": 0.5}, {"name": "a.non"}, "a.non; 0:00:00, limit 0.5 s"),
    ({}, {"name": "a.non", "news": lambda: "probing"}, "a.non; probing; 0:00:00"),
    ({}, {"name": "a[/b] [bold]\x1b[31m"}, r"a[/b] [bold]\x1b[31m; 0:00:00"),
]


@pytest.mark.parametrize(("options", "at", "text"), LINES)
def test_the_line(options: dict[str, Any], at: dict[str, Any], text: str) -> None:
    with Watch(**options) as watch:
        watch.at(**at)
        assert watch.text() == text


def test_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    with Watch() as watch:
        now = time.monotonic() + 3723
        monkeypatch.setattr(time, "monotonic", lambda: now)
        assert watch.text() == "1:02:03"


def test_without_a_terminal_lines_come_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SAY_EVERY", 0.01)
    seen: list[str] = []
    with Watch() as watch:
        watch.at("a.non", 3)
        wait_for(lambda: seen.extend(capsys.readouterr().err.splitlines()) or len(seen) > 2)
    assert set(seen) <= {f"nonosat: 3 done, now a.non; 0:00:0{second}" for second in range(10)}


def test_a_terminal_has_one_line_that_makes_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "SHOW_AFTER", 0)
    monkeypatch.setattr(progress, "REFRESH", 0.01)
    seen = [""]

    def shown(text: str) -> bool:
        seen.append(seen[-1] + capsys.readouterr().err)
        return text in seen[-1]

    with Watch() as watch:
        watch.at("the first, which has a long name")
        wait_for(lambda: shown("\rthe first, which has a long name; 0:00:0"))
        watch.at("b")
        wait_for(lambda: shown("\rb; 0:00:0"))
    shown("")
    assert seen[-1].endswith(" \r")
    assert "\n" not in seen[-1]


def clocks(terminal: Terminal, words: str, times: int = 3) -> list[str]:
    """The times that a terminal shows behind these words, until there are several."""
    found: list[str] = []
    while len(found) < times:
        line = terminal.until(re.compile(rf"{words}[^\r\n]*?; ([0-9]:[0-9:]+)"))
        clock = re.findall("[0-9]:[0-9:]+", line)[-1]
        found += [clock] if clock not in found else []
    return found


@pytest.mark.parametrize("command", ["check", *at_night("solve", *QUESTIONS[1:])])
def test_every_question_shows_how_it_goes(command: str, open_puzzle: Path) -> None:
    with Terminal(command, str(open_puzzle), "--limit", "60", COLUMNS="200") as terminal:
        found = clocks(terminal, r"open\.non; [a-z ]+; [0-9,]+ of 4,560 cells are certain")
        assert found == sorted(found)
        assert ", limit 60 s" in terminal.until(", limit 60 s")


def test_who_waits_for_one_answer_sees_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with hint and why."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "SHOW_AFTER", 0)
    monkeypatch.setattr(progress, "REFRESH", 0.01)

    def work() -> str:
        wait_for(lambda: "\ra.non; 0:00:0" in capsys.readouterr().err)
        return "the answer"

    assert progress.wait_for("a.non", work, 60) == "the answer"


def test_ctrl_c_ends_the_wait_for_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as left:
        progress.wait_for("a.non", work)
    assert left.value.exit_code == 130
    assert capsys.readouterr().err == "nonosat: interrupted; nothing found yet\n"


def test_a_collection_never_freezes(open_puzzle: Path, tmp_path: Path) -> None:
    from nonosat import load
    from nonosat.files import dumps

    (hard,) = load(open_puzzle)
    lines = [puzzle_line(5, 5, seed) for seed in range(9)]
    path = collection(tmp_path, [*lines, *[dumps([hard], "jsonl")] * 5])
    args = ["check", str(path), "--limit", "60", "--jobs", "2", "-o", str(tmp_path / "out.jsonl")]
    with Terminal(*args, COLUMNS="200") as terminal:
        found = clocks(terminal, r"[0-9]+ %; 9 done, [1-5] open; ")
        assert found == sorted(found)


def test_what_a_search_is_doing() -> None:
    from nonosat import Limits, Search

    search = Search(Puzzle.of([1, 1], [1, 1]), limits=Limits(9))
    assert (search.seconds, stage_of(search, 4)) == (9, "")
    next(iter(search))
    assert stage_of(search, 4) == search.progress().stage != ""  # no cell is certain
    search = Search(Puzzle.of([2, 1], [2, 1]))
    search.run()
    assert stage_of(search, 4).endswith("; 4 of 4 cells are certain")

"""Words that are not ours: typer's own message, with the word of ours where another is often typed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from command import run

from nonosat.cli import COMMANDS as OURS
from nonosat.cli.spelling import COMMANDS, OPTIONS

HEART = "width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n"
ROWS = [
    # typed                             code  words of stderr
    ("solve p.non -limit 5",             0, ""),
    ("solve p.non -json",                0, ""),
    ("solve p.non -n=1",                 0, ""),
    ("help check",                       0, ""),
    ("help",                             0, ""),
    ("solve p.non --timeout 5",          2, "No such option: --timeout (Possible options: --limit)"),
    ("check p.non --jsn",                2, "--json"),
    ("check p.non --frobnicate",         2, "No such option: --frobnicate"),
    ("check -j",                         2, "requires an argument"),
    ("solve p.non q.non",                2, "unexpected extra argument(s) (q.non)"),
    ("chekc p.non",                      2, "no command chekc: `nonosat check p.non`"),
    ("validate p.non",                   2, "`nonosat check p.non`"),
    ("print p.non",                      2, "no command print: `nonosat book p.non`"),
    ("check p.non --format csv",         2, "(Possible options: -o)"),
    ("p.non",                            2, "no command p.non; commands: solve, check, count"),
    ("-j 2 check p.non",                 2, "No such option: -j"),
    ("check -- -o",                      2, "-o: there is no such file"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "code", "said"), ROWS)
def test_what_is_typed(tmp_path: Path, typed: str, code: int, said: str) -> None:
    (tmp_path / "p.non").write_text(HEART)
    done = run(*shlex.split(typed), cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_other_words_are_not_ours() -> None:
    assert OURS.keys() >= COMMANDS.keys()
    theirs = " ".join(COMMANDS.values()).split()
    assert len(theirs) == len({*theirs})
    assert not {*theirs} & OURS.keys()
    assert not {*" ".join(OPTIONS.values()).split()} & OPTIONS.keys()

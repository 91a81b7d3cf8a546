"""Advice works: each command and option that a message names is tried where the message is printed."""

import ast
import io
import os
import re
import shlex
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from command import run
from conftest import PACKAGE, ROOT
from PIL import Image
from scan.drawn_puzzles import Look, draw

from nonosat import Grid, Puzzle, Sheet, dump, load
from nonosat.draw.files import game_bytes
from nonosat.model import Domains
from nonosat.web.site import PYODIDE_FILES

ADVISES = re.compile(
    r"`nonosat \w|[:;] nonosat \w|(?<=none, )see --|[:;,] (?:give |use |try |continue with |with |or )?-(?:-[a-z]|[on] )"
)
"""A text that names a command or an option as a way on."""
ROOMS = ("certificates", "cli", "web/site.py", "run")
ELSEWHERE = (
    "--from=", "nonosat {} ... --from found", "nonosat convert {} --from found",
    "no puzzles to measure", "another grid of lines",  # tests/bench, tests/scan
    "or --from", "A page (.html)",                   # a part of another text, a help text
    "the fewest cells found", "no proposal is proved", "--only given saves",  # test_repair_command.py
    "`nonosat image {} --size {}`",                  # is not used
    "to check input from a pipe",                    # in a folder without puzzles
    "to see both: nonosat check {} --report",        # a large drawing
    "once the cells below are known",                # test_conflict_and_why.py
    "pass --from {each}",                            # formats/test_detect.py
    "python3 verify.py",                             # certificates/test_bundle.py follows it
    "does it need tls://", "use tls://", "give --cluster-security",  # a cluster, with certificates
    "machine busy", "interrupted; {}", "the rows are in {}", "continue it with --resume",  # moments of a run
    "{}; `nonosat show FILE -o picture.png`", "{}: nonosat did not write this file",
    "--force replaces it, and keeps", "--force replaces it without",
    "--versus draws", "--fields chooses", "-b takes our backends", "{}: bench run writes rows", "known verdicts judge",  # tests/bench
)  # fmt: skip
"""The beginnings of texts that other tests print, or that need a cluster or a busy machine."""


def texts(path: Path) -> Iterator[str]:
    """The texts of a module that it prints; {} stands for what is filled in."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    left = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg in ("help", "metavar"):
            left |= {*map(id, ast.walk(node.value))}
        if isinstance(node, ast.JoinedStr):
            left |= {*map(id, node.values)}
            yield "".join(
                one.value if isinstance(one, ast.Constant) else "{}" for one in node.values
            )  # type: ignore[misc]
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left:
            yield node.value


def advice() -> set[str]:
    """All texts of the source that advise something, but those of `ELSEWHERE`."""
    found = set()
    for room in ROOMS:
        for path in [*(PACKAGE / room).rglob("*.py")] or [PACKAGE / room]:
            option = r"(?<![\w-])--[a-z]" if path.name == "advice.py" else ADVISES
            found |= {text.strip("; ") for text in texts(path) if re.search(option, text)}
    return {text for text in found if not text.startswith(ELSEWHERE)}


class Case(NamedTuple):
    """Words that print an advice, and what to type then; by default the commands in backticks."""

    words: str
    then: str = ""
    """Commands, with a semicolon between them."""
    code: int = 0
    """The exit code of what is advised, if it is not 0."""
    stdin: str = ""


BOTH = "--rows '1;1' --cols '1;1'"
CASES = {
    "suffix": Case("convert fox.json -o x.foo"),
    "bottom up": Case("conflict upward.txt", "check upward.txt --from bottom-up"),
    "clues only": Case("convert given.json -o x.mk", "convert given.json --clues-only -o x.mk"),
    "columns first": Case("check unsaid.txt", "check unsaid.txt --from columns-first"),
    "force": Case("solve fox.json -o mine.txt", "solve fox.json -o mine.txt --force"),
    "format": Case("check odd.mk", "check odd.mk --from keen", 3),
    "one row": Case("check row.txt", "check row.txt --from grid"),
    "pixels": Case("check big.png", "check big.png --from pixels"),
    "blot": Case("repair blotted.json", "blot fox.json -o b.non"),
    "found": Case("check list.txt", code=10),
    "folder": Case("web drawn", "site drawn -o OUT"),
    "many": Case("solve drawn"),
    "no photo": Case("image fox.json --size 10", "show fox.json; check fox.json"),
    "no drawing": Case("show fox.json -o a.gif", "convert fox.json -o a.ppm"),
    "pages only": Case("show fox.json -o a.png --center", "show fox.json -o a.pdf --center"),
    "no certificate": Case("verify fox.json", "check fox.json"),
    "no solution": Case("check none.non", code=20),
    "known": Case(f"solve {BOTH} --known full.txt", f"conflict {BOTH} --known full.txt", 20),
    "repair": Case("check two.txt", "repair two.txt", 10),
    "repair a folder": Case("check ambiguous", "repair ambiguous", 10),
    "drawn twice": Case("show two.txt -o two.svg"),
    "not few": Case("repair two.txt -o t.non", "repair two.txt -o t.non --only given", 5),
    "site": Case("site drawn", "site drawn -o OUT"),
    "a page of these": Case("site fox.json", "site drawn -o OUT"),
    "both": Case("check wide.non", "solve wide.non -n 2"),
    "report": Case("check fox.json --report a.csv", "check fox.json -o a.csv"),
    "game": Case("check begun.png", "check fox.json begun.png"),
    "unknown cell": Case("show marks.txt", "check two.non marks.txt"),
    "to draw": Case("convert fox.json -o a.svg", "show fox.json -o a.svg"),
    "photo": Case("check photo.png", "image photo.png --size 30x20", 10),
    "play": Case("show fox.json -o f.html", "show fox.json -o f-play.html"),
    "no suffix": Case("convert fox.json -o NEW", "convert fox.json -o NEW.json; convert fox.json --to json -o NEW/"),
    "one a file": Case("convert small.jsonl -o a.pbm", "convert small.jsonl --to pnm -o F/"),
    "last": Case("convert fox.json f2.json", "convert fox.json -o f2.json"),
    "more": Case("line 1 ????? -n 2", "line 1 ????? -n all"),
    "size": Case("generate 10x10", "generate --size 10x10"),
    "lines": Case("convert fox.json --to json -o f.jsonl", "convert fox.json --to jsonl -o f.jsonl"),
    "stdout": Case("solve fox.json --to grid", "solve fox.json --to grid -o -"),
    "options": Case("show fox.json --legend", "show fox.json --legend -o f.svg"),
    "force what": Case("check fox.json --force", "check fox.json --force -o r.csv"),
    "known alone": Case("check two.non --known full.txt -o r.csv", "check two.non --known full.txt", 20),
    "rows": Case("check fox.json -o r.html", "check fox.json --report r.html"),
    "clues": Case("solve", f"solve {BOTH}"),
    "pipe": Case("check", "check -", stdin="Rows:\n1\nColumns:\n1\n"),
    "nothing": Case("bench run -o r.jsonl", "bench run fox.json -o r2.jsonl --in-process -b auto"),
    "printed": Case("image clues.png", "scan clues.png", 35),
    "printed puzzle": Case("check clues.png", "scan clues.png", 35),
    "cut": Case("image photo.png --size 12x4", "image photo.png --size 12x4 --fit", 10),
    "blurred": Case("check blurred.png", "image blurred.png", 10),
    "small": Case("check small.png", "image small.png --size 20x20", 10),
    "noise": Case("generate --size 5", "generate icon --size 10"),
    "drawn": Case("image big.png --size 4", "image big.png --size 5"),
    "sizes": Case("image photo.png", "image photo.png --size 20", 10),
    "background": Case("check three.png", "image three.png --size 9 --colors 3", 10),
    "cells": Case("why two.non 1,1", "steps two.non"),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("advised")
    fox = Grid.of(["####.", "###.#", "#..##", "....#", "....#"])
    sheet = Sheet(Puzzle.of_grid(fox), goals=(fox,))
    two, (snail,) = (
        Grid.of(["#.", ".#"]),
        (one.puzzle for one in load(ROOT / "data/drawn/snail.non")),
    )
    for name, one in (("fox.json", sheet), ("drawn/fox.non", sheet), ("big.png", sheet)):
        (path / name).parent.mkdir(exist_ok=True)
        dump(one, path / name)
    dump([sheet, sheet], path / "small.jsonl")
    diagonal = Puzzle.of([1, 1], [1, 1])
    dump(diagonal, path / "two.non")
    dump(diagonal.given(["#?", "??"]), path / "given.json")
    dump(Puzzle.of([[None], [1]], [1, 1]), path / "blotted.json")
    dump(Puzzle.of(["1 1", "1", "1 1"], ["3", "0", "2"]), path / "none.non")
    dump(Puzzle.of([1] * 40, [1] * 40), path / "wide.non")
    for name, text in {
        "two.txt": "".join(two.drawn(".#")[0]) + "\n" + two.drawn(".#")[1] + "\n",
        "full.txt": "##\n??\n",
        "mine.txt": "my notes\n",
        "marks.txt": "?#\n??\n",
        "list.txt": "Rows (up):\n1 1\n1\n\nColumns (any):\n1\n1\n1\n",
        "odd.mk": "hello\nworld 1\n#\nfoo\n",
        "row.txt": "#." * 60 + "\n",
        "unsaid.txt": "2\n1\n1\n\n1\n3\n",
    }.items():
        (path / name).write_text(text)
    saved = Domains.of_cells(5, 5, 2, [2 if color else 3 for color in fox.cells])
    (path / "begun.png").write_bytes(game_bytes(replace(sheet, saved=saved), "png"))
    photo = Image.new("L", (300, 200))
    photo.putdata([(at % 300 * (at // 300) // 40) % 256 for at in range(60_000)])
    photo.save(path / "photo.png")
    with Image.open(path / "big.png") as cells:
        cells.resize((20, 20)).save(path / "big.png")
        cells.convert("L").resize((43, 43), Image.Resampling.BICUBIC).save(path / "blurred.png")
    rows, cols = ([" ".join(str(block.length) for block in clue) for clue in side] for side in
                  (snail.rows[::-1], snail.cols))  # fmt: skip
    (path / "upward.txt").write_text("\n".join(["Rows:", *rows, "", "Columns:", *cols]))
    small = Image.new("L", (20, 20))
    small.putdata([(at * 37) % 256 for at in range(400)])
    small.save(path / "small.png")
    (path / "ambiguous").mkdir()
    for name, text in (("a.txt", "#.\n.#\n"), ("b.txt", "#..\n.#.\n..#\n")):
        (path / "ambiguous" / name).write_text(text)
    colors = Image.new("RGB", (9, 9), "red")
    colors.putpixel((2, 3), (0, 0, 255))
    colors.putpixel((5, 3), (0, 128, 0))
    colors.save(path / "three.png")
    draw(fox, Look())[0].save(path / "clues.png")
    return path


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An npm that asks no network; its Pyodide has all files, and nothing in them."""
    lock = b'{"info": {"python": "3.14"}, "packages": {}}'
    with tarfile.open(tmp_path / "pyodide.tgz", "w:gz") as package:
        for name in PYODIDE_FILES:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(lock)
            package.addfile(entry, io.BytesIO(lock))
    (tmp_path / "npm").write_text(f"#!/bin/sh\ncp {shlex.quote(str(tmp_path))}/pyodide.tgz .\n")
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)


@pytest.mark.long
@pytest.mark.usefixtures("npm")
def test_all_advice_can_be_followed(folder: Path) -> None:
    printed, followed = "", set()
    for name, case in CASES.items():
        done = run(*shlex.split(case.words), cwd=folder, stdin=case.stdin)
        said = done.stdout + done.stderr
        printed += said + "\n"
        commands = case.then.split("; ") if case.then else re.findall(r"`nonosat ([^`]+)`", said)
        assert commands, (name, said)
        for command in {*commands} - followed:
            followed.add(command)
            again = run(*shlex.split(command), cwd=folder, stdin=case.stdin)
            assert again.returncode in (0, case.code), (name, command, again.stderr)
            assert "o such file" not in again.stderr, (name, command)
    untried = [
        text for text in advice()
        if not re.search(re.sub(r"\\{[^}]*\\}", "[^\\n]*", re.escape(text)), printed)
    ]  # fmt: skip
    assert not untried, "\n".join(untried)

"""Pages with figures that were measured: their commands are run again, by night where that takes long.

`test_docs` runs the examples whose output is compared as a whole. Here are the blocks of ``sh``, which need other
programs or checkouts, and the sizes of models. `NOT_RUN` says why the rest is not run.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from test_docs import comparable

import nonosat
from nonosat.limits import Deadline
from nonosat.solving.backends.base import new_board
from nonosat.solving.backends.direct import DirectEncoding
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.regular import RegularEncoding

PAGES = ("others", "bench", "sets", "backends")
SHELL = re.compile(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
NEEDED = re.compile(r"\b(clasp|minizinc|java|git)\b")
"""Programs whose commands are skipped where they are missing."""
NOT_RUN = {
    "nonosat bench run --suite phase": "it takes an hour; test_bench runs the suite quick",
    "git clone https://github.com/vm-dataset": "it needs packages that the tests do not; run by hand, 2026-11-29",
    "nonosat bench run --suite full": "it takes an hour, and needs a second version of nonosat",
}
"""The beginnings of blocks that are not run, and why. No page has a command for these figures:

* docs/others.md: the tables of seconds need nonosolve and Hugi, built from source, and the sets of TAAI and ICGA, and
  hold for one machine; the surprises have scripts in `findings`, where they could be run at all.
* docs/backends.md: CPU seconds, measured on one machine.
"""


def blocks() -> Iterator[tuple[str, str, str | None]]:
    for page in PAGES:
        for body, printed in SHELL.findall((ROOT / "docs" / f"{page}.md").read_text("utf-8")):
            yield page, body, printed or None


@pytest.mark.night
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("page", "body", "printed"), [*blocks()])
def test_the_commands_of_a_page_print_its_figures(
    page: str, body: str, printed: str | None, tmp_path: Path
) -> None:
    if reason := next((why for begin, why in NOT_RUN.items() if body.startswith(begin)), ""):
        pytest.skip(reason)
    for program in dict.fromkeys(NEEDED.findall(body)):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    for folder in ("benchmarks", "data"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copytree(ROOT / "data" / "drawn", tmp_path / "puzzles")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-ec", body], cwd=tmp_path, env={**os.environ, "PATH": path}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if "git clone" in body and done.returncode == 128:
        pytest.skip("no checkout can be had here")
    assert done.returncode in (0, 10), done.stdout[-3000:]
    rest = iter(comparable(done.stdout).splitlines())
    for line in comparable(printed or "").splitlines():
        assert line in rest, f"{line!r} is not in {done.stdout[-3000:]}"


def test_the_sizes_of_models_are_those_of_the_page() -> None:
    pytest.importorskip("ortools")
    from nonosat.solving.backends.cpsat import expanded_size
    from nonosat.solving.backends.mip import _Program

    puzzle = nonosat.generate("random", size=30, density=0.5, seed=1).puzzle
    board, forever = new_board(puzzle, None, Deadline(None)), Deadline(None)
    order, direct, regular = (
        Encoding(board, forever),
        DirectEncoding(board, puzzle.lines, forever),
        RegularEncoding(board, puzzle.lines, forever),
    )
    solver = _Program(puzzle, puzzle.unknown(), narrowed=False)._solver
    cells = sum(30 * nonosat.line(clue, 30).number for clue in puzzle.clues)
    sizes = {
        "sat:plain": f"{order.variables:,}, {len(order.clauses):,}",
        "sat:direct": f"{direct.variables:,}, {len(direct.clauses):,}",
        "sat:regular": f"{regular.variables:,}, {len(regular.clauses):,}",
        "cpsat:plain": f"900, 60 automata of {expanded_size(puzzle, forever) // 30:,} arcs",
        "cpsat:clauses": f"{order.variables:,}, {len(order.clauses):,}",
        "cpsat:table": f"900, 60 tables of {cells:,} cells",
        "mip:plain": f"{solver.NumVariables():,}, {solver.NumConstraints():,}",
    }
    text = (ROOT / "docs" / "backends.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w:]+)` \| .* \| (.*) \| .* \|$", text, re.MULTILINE)
    assert {name: size for name, size in rows if name in sizes} == sizes

"""A fresh interpreter: nothing heavy is loaded before it is needed, and Ctrl-C is left alone."""

from __future__ import annotations

import os

import pytest
from command import python

HEAVY = {"ortools", "pysat", "numpy", "typer", "rich", "PIL", "click", "distributed", "pyarrow"}
SOLVERS = {"ortools", "pysat", "numpy"}
HOOK = "data/seeds/hook-5x5.txt"
OPEN_SWITCH = ["--rows", "1;1", "--cols", "1;1"]
"""Line logic decides no cell of it."""

RUN = """
import sys
from nonosat.__main__ import main
sys.argv[0] = "nonosat"
try:
    main()
except SystemExit as err:
    code = err.code or 0
print("\\n" + " ".join({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(code)
"""


def loaded_by(code: str) -> set[str]:
    done = python("-c", f"{code}\nimport sys; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in done.stdout.split()}


def run(*args: str) -> tuple[int, str, set[str]]:
    """Exit code, output and loaded packages of the command line."""
    done = python("-c", RUN, *args)
    return done.returncode, done.stdout, set(done.stderr.rpartition("\n\n")[2].split())


@pytest.mark.parametrize(
    "code",
    [
        "import nonosat",
        "import nonosat.__main__",
        "import nonosat\nnonosat.check(nonosat.Puzzle.of([[2], [1]], [[1], [2]]))",
        f"import nonosat\nnonosat.load({HOOK!r})",
        "import nonosat.backends, nonosat.formats, nonosat.render.terminal, nonosat.child",
    ],
    ids=["package", "main", "check", "load", "tables"],
)
def test_importing_loads_nothing_heavy(code: str) -> None:
    assert not loaded_by(code) & HEAVY


@pytest.mark.parametrize(
    "name",
    [
        "all_solutions.backbone",
        "all_solutions.count",
        "errors.LimitReached",
        "explain.hints.hint",
        "explain.steps.steps",
        "generate.make",
    ],
)
def test_what_the_readme_names_needs_no_further_import(name: str) -> None:
    assert "nonosat" in loaded_by(f"import nonosat\nassert nonosat.{name}")


def test_what_there_is_not_is_told_as_ever() -> None:
    done = python("-c", "import nonosat; nonosat.nothing")
    assert "AttributeError: module 'nonosat' has no attribute 'nothing'" in done.stderr


@pytest.mark.parametrize("backend", ["auto", "line", "placements"])
def test_an_easy_puzzle_needs_no_solver(backend: str) -> None:
    code, output, loaded = run("solve", HOOK, "-b", backend)
    assert code == 0
    assert "\nunique solution, " in output
    assert output.endswith(f" s ({backend})\n")
    assert "typer" in loaded
    assert not loaded & SOLVERS


@pytest.mark.parametrize(
    "args", [["check", HOOK], ["convert", HOOK, "-o", "-", "--to", "non"], ["show", HOOK], ["formats"], ["--version"]],
    ids=lambda args: args[0],
)  # fmt: skip
def test_other_commands_need_no_solver(args: list[str]) -> None:
    code, _, loaded = run(*args)
    assert code == 0
    assert not loaded & SOLVERS


def test_a_hard_puzzle_loads_one_solver() -> None:
    pytest.importorskip("pysat")
    code, _, loaded = run("solve", *OPEN_SWITCH, "-b", "auto")
    assert code == 0
    assert not {"pysat", "ortools"} & set(loaded)  # its search is enough
    code, output, loaded = run("solve", *OPEN_SWITCH, "-b", "sat")
    assert code == 0
    assert "glucose42" in output
    assert "pysat" in loaded
    assert "ortools" not in loaded


INTERRUPTED = """
import os, signal, time
import nonosat
puzzle = nonosat.Puzzle.of([[1], [1]], [[1], [1]])
assert nonosat.check(puzzle, backend={backend!r}).verdict.value == "multiple"
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_interrupts_after_a_backend_as_before(backend: str) -> None:
    done = python("-c", INTERRUPTED.format(backend=backend))
    assert (done.returncode, done.stdout) == (0, "interrupted\n")


def test_the_module_runs_as_the_command() -> None:
    done = python("-X", "importtime", "-m", "nonosat", "solve", HOOK)
    assert done.returncode == 0
    assert "unique solution" in done.stdout
    modules = {line.rpartition("|")[2].strip() for line in done.stderr.split("\n")}
    loaded = {name.partition(".")[0] for name in modules}
    assert "nonosat" in loaded
    assert not loaded & SOLVERS
    # What other commands need takes longer to load than the puzzle to solve.
    assert not loaded & {"hashlib", "tempfile", "zipfile"}
    assert not modules & {
        f"nonosat.{part}" for part in ("bench", "generate", "all_solutions", "explain")
    }

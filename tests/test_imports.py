"""A fresh interpreter: nothing heavy is loaded before it is needed, and Ctrl-C is left alone."""

import os
from pathlib import Path

import pytest
from command import python

SOLVERS = {"ortools", "pysat", "numpy"}
HEAVY = {
    *SOLVERS,
    "typer",
    "rich",
    "PIL",
    "click",
    "distributed",
    "pyarrow",
    "starlette",
    "uvicorn",
}
HOOK = "data/seeds/hook-5x5.two"
OPEN_SWITCH = "solve --rows 1;1 --cols 1;1"
"""Line logic decides no cell of it."""

RUN = """
import sys
from nonosat.__main__ import main
code = 0
for words in sys.argv[1:]:
    sys.argv = ["nonosat", *words.split()]
    try:
        main()
    except SystemExit as err:
        code = code or err.code or 0
print("\\n" + " ".join({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(code)
"""


def loaded_by(code: str) -> set[str]:
    done = python("-c", f"{code}\nimport sys; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in done.stdout.split()}


def run(*commands: str) -> tuple[int, str, set[str]]:
    """Exit code, output and loaded packages of commands, one after the other in one process."""
    done = python("-c", RUN, *commands)
    return done.returncode, done.stdout, set(done.stderr.rpartition("\n\n")[2].split())


def test_importing_loads_nothing_heavy() -> None:
    assert not HEAVY & loaded_by(
        "import nonosat, nonosat.__main__\n"
        "import nonosat.solving.backends, nonosat.formats, nonosat.draw.terminal, nonosat.child\n"
        f"nonosat.check(nonosat.Puzzle.of([[2], [1]], [[1], [2]])), nonosat.load({HOOK!r})"
    )


EASY = [
    *(f"solve {HOOK} -b {backend}" for backend in ("auto", "line", "placements")),
    f"check {HOOK}", f"convert {HOOK} -o - --to non", f"show {HOOK}", "formats", "--version",
]  # fmt: skip


def test_easy_puzzles_and_other_commands_need_no_solver() -> None:
    code, output, loaded = run(*EASY)
    assert code == 0
    assert output.count("\nunique solution, ") == 3
    assert all(f" s ({backend})\n" in output for backend in ("auto", "line", "placements"))
    assert "typer" in loaded
    assert not loaded & SOLVERS


def test_a_hard_puzzle_loads_one_solver() -> None:
    pytest.importorskip("pysat")
    code, _, loaded = run(f"{OPEN_SWITCH} -b auto")
    assert code == 0
    assert not {"pysat", "ortools"} & set(loaded)  # its search is enough
    code, output, loaded = run(f"{OPEN_SWITCH} -b sat")
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
    time.sleep(60)  # of which nothing is left, if the signal interrupts
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("backend", ["cpsat", "mip", "sat"])
def test_ctrl_c_interrupts_after_a_backend_as_before(backend: str) -> None:
    done = python("-c", INTERRUPTED.format(backend=backend))
    assert (done.returncode, done.stdout) == (0, "interrupted\n")


@pytest.mark.parametrize(
    ("command", "says"), [("solve", "unique solution"), ("check", "1 puzzle: 1 unique")]
)
def test_the_module_runs_as_the_command(command: str, says: str) -> None:
    done = python("-X", "importtime", "-m", "nonosat", command, HOOK)
    assert done.returncode == 0
    assert says in done.stdout
    modules = {line.rpartition("|")[2].strip() for line in done.stderr.split("\n")}
    loaded = {name.partition(".")[0] for name in modules}
    assert "nonosat" in loaded
    assert not loaded & SOLVERS
    assert not modules & {
        f"nonosat.{part}" for part in ("bench", "generators", "all_solutions", "explain")
    }


@pytest.mark.parametrize("words", ["--version", "--help", "sovle"])
def test_words_without_a_command_load_no_work_of_one(words: str) -> None:
    run_it = f"""
import sys
from nonosat.__main__ import main
sys.argv = ["nonosat", {words!r}]
try:
    main()
except SystemExit:
    pass"""
    done = python("-c", f"{run_it}\nprint(); print(*sys.modules)")
    loaded = set(done.stdout.rpartition("\n\n")[2].split())
    assert "nonosat.cli" in loaded
    assert not loaded & {
        "nonosat.solving.api",
        "nonosat.formats",
        "nonosat.ask.explain",
        "nonosat.cli.check",
    }


def test_reading_and_checking_xml_loads_nothing_of_the_network() -> None:
    code = (
        "import sys, nonosat; nonosat.check(nonosat.load('tests/data/formats/webpbn/C.xml')[0]);"
        "print(*{'urllib.request', 'ssl', 'http.client', 'email'} & sys.modules.keys())"
    )
    done = python("-c", code)
    assert (done.stdout, done.stderr) == ("\n", "")


SURE = {
    "a.txt": "Rows:\n2\n1\n\nColumns:\n1\n2\n",
    "b.txt": "# two groups\n2\n1 1\n2\n\n2\n1 1\n2\n",
    "c.py": "rows = [[2], [1]]\ncols = [[1], [2]]\n",
    "d.json": '{"rows": [[2], [1]], "columns": [[1], [2]]}',
    "e.yaml": "rows:\n  - 2\n  - 1\ncolumns:\n  - 1\n  - 2\n",
    "f.txt": "##.\n.#.\n",
    "g.pl": "data(x, 2, 2, [[2],[1]], [[1],[2]]).\n",
}


@pytest.mark.parametrize("name", SURE)
def test_a_sure_text_is_read_without_a_search(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(SURE[name])
    code = f"import sys, nonosat; nonosat.load({str(tmp_path / name)!r}); print(*sys.modules)"
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    assert not [one for one in done.stdout.split() if one.startswith("nonosat.formats.found")]

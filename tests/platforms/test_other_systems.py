"""Real commands on a stand-in for Windows and for macOS; see `systems/other_system.py`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from command import COMMAND, alive, begun, children_of, environment, python, run, wait_for
from conftest import PACKAGE, ROOT, without_kernel
from web.client import SWITCH, Client

pytest.importorskip("psutil")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the stand-in is made of Linux"),
]
SYSTEMS = ("win32", "darwin")
HOOK = "data/seeds/hook-5x5.txt"
PATH = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "systems"), str(ROOT / "tests")])
COLLECTION = [
    {"rows": [[1], [1]], "columns": [[1], [1]]},
    {"rows": [[1]], "columns": [[1]], "id": "aux"},
    {
        "rows": [[1], [1, 1], [1]],
        "columns": [[1], [1, 1], [1]],
        "title": "\u00d7 \u25a0 \U0001f600",
    },
    {"rows": [[2], [1]], "columns": [[2], [1]], "id": "CON"},
]


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment of a process on another system."""
    return {"PYTHONPATH": PATH, "NONOSAT_TEST_SYSTEM": request.param}


@pytest.fixture
def windows() -> dict[str, str]:
    return {"PYTHONPATH": PATH, "NONOSAT_TEST_SYSTEM": "win32"}


@pytest.fixture
def macos() -> dict[str, str]:
    return {"PYTHONPATH": PATH, "NONOSAT_TEST_SYSTEM": "darwin"}


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in COLLECTION), encoding="utf-8")
    return path


LOOK = """
exec(compile('''
import importlib, os, sys
print(sys.platform, hasattr(os, "sched_getaffinity"), os.path.isabs("/"))
for name in ("fcntl", "resource", "termios", "readline"):
    try:
        __import__(name)
        exec(f"import {name}")
        print(name)
    except ImportError as err:
        assert "on this system" in str(err)
try:
    print(open("/proc/self/status").read(3))
except FileNotFoundError:
    print("no /proc")
''', "look", "exec"), {"__name__": "nonosat.look", "__builtins__": __builtins__})
import fcntl, sys
print(sys.platform, open("/proc/self/status").read(4))
"""


def test_the_stand_in_is_another_system_for_nonosat_alone(system: dict[str, str]) -> None:
    done = python("-c", LOOK, **system)
    modules = (
        "" if system["NONOSAT_TEST_SYSTEM"] == "win32" else "fcntl\nresource\ntermios\nreadline\n"
    )
    assert done.stdout == (
        f"{system['NONOSAT_TEST_SYSTEM']} False True\n{modules}no /proc\nlinux Name\n"
    ), done.stderr


HOLD = """
import os, sys
exec(compile('''
held = open("held", "w")
for work in (lambda: os.replace("held", "other"), lambda: os.unlink("held"), lambda: open("aux.txt", "w")):
    try:
        work()
        print("done")
    except OSError as err:
        print(type(err).__name__)
''', "look", "exec"), {"__name__": "nonosat.look", "os": os, "open": open, "print": print})
"""


def test_the_stand_in_holds_files_as_windows_does(windows: dict[str, str], tmp_path: Path) -> None:
    done = python("-c", HOLD, cwd=tmp_path, **windows)
    assert done.stdout == "PermissionError\nPermissionError\nOSError\n", done.stderr


def test_one_puzzle_is_solved_and_counted(system: dict[str, str]) -> None:
    solved = run("solve", HOOK, **system)
    assert (solved.returncode, solved.stderr) == (0, "")
    assert "unique solution" in solved.stdout
    counted = run("count", "--rows", "1;1;1", "--cols", "1;1;1", **system)
    assert (counted.returncode, counted.stderr) == (0, "")
    assert counted.stdout.startswith("exactly 6 solutions")


@pytest.mark.parametrize("engine", ["sat:cadical195", "sat:glucose42", "cpsat"])
def test_engines_in_children_and_in_threads_solve(
    system: dict[str, str], engine: str, collection: Path
) -> None:
    done = run("check", collection, "-b", engine, **system)
    assert (done.returncode, done.stderr) == (10, "")
    assert "4 puzzles: 3 unique, 1 multiple" in done.stdout


def test_a_collection_is_checked_and_every_file_is_written(
    system: dict[str, str], collection: Path, tmp_path: Path
) -> None:
    done = run(
        "check", collection, "--jobs", "2", "-o", tmp_path / "rows.csv",
        "--report", tmp_path / "report.html", "--filter", "unique",
        "--copy-to", tmp_path / "copies.jsonl", "--certify", tmp_path / "certificates", **system,
    )  # fmt: skip
    assert done.returncode == 10
    assert "4 puzzles: 3 unique, 1 multiple" in done.stdout + done.stderr
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        "puzzles.jsonl", "rows.csv", "rows.csv.jsonl", "report.html", "copies.jsonl", "certificates"
    }  # fmt: skip
    folders = {path.name for path in (tmp_path / "certificates").iterdir()}
    assert folders == {"puzzles", "puzzles-2", "aux-", "CON-"}
    verified = run("verify", *(tmp_path / "certificates").iterdir(), **system)
    assert (verified.returncode, verified.stderr) == (0, "")
    again = run(
        "check", collection, "--jobs", "2", "-o", tmp_path / "rows.csv", "--resume", **system
    )
    assert again.returncode == 10
    assert len((tmp_path / "rows.csv").read_text("utf-8").splitlines()) == 5


@pytest.mark.parametrize("name", ["a.png", "a.pdf", "a.html", "play.html", "a.svg", "nul.svg"])
def test_drawings_are_written(system: dict[str, str], tmp_path: Path, name: str) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("fpdf")
    done = run("show", HOOK, "-o", tmp_path / name, **system)
    refused = name.startswith("nul") and system["NONOSAT_TEST_SYSTEM"] == "win32"
    assert (done.returncode, len(done.stderr.splitlines())) == ((5, 1) if refused else (0, 1))
    assert [path.name for path in tmp_path.iterdir()] == ([] if refused else [name])


def test_certificates_of_many_parts_are_made(system: dict[str, str], tmp_path: Path) -> None:
    done = run("certify", HOOK, "--cubes", "4", "--jobs", "2", "-o", tmp_path / "proof", **system)
    assert (done.returncode, done.stderr) == (0, "")
    assert run("verify", tmp_path / "proof", **system).returncode == 0


def test_a_proof_that_is_too_large_leaves_nothing(system: dict[str, str], tmp_path: Path) -> None:
    done = run("certify", HOOK, "-o", tmp_path / "proof", "--limit", "0", **system)
    assert done.returncode == 30
    assert list(tmp_path.iterdir()) == []


def test_benchmarks_are_run_and_memory_is_held(system: dict[str, str], tmp_path: Path) -> None:
    program = f"{sys.executable} {ROOT / 'tests' / 'stand_in.py'} right {{file}}"
    hungry = f"{sys.executable} -c \"x=b'1'*400_000_000; import time; time.sleep(60)\" {{file}}"
    done = run(
        "bench", "run", HOOK, "-b", "line", "-o", tmp_path / "runs.jsonl", "--memory", "300",
        "--external", f"right={program}", "--external-format", "right=json",
        "--external", f"hungry={hungry}", "--limit", "20", **system,
    )  # fmt: skip
    assert done.returncode in (0, 30), done.stderr
    lines = (tmp_path / "runs.jsonl").read_text("utf-8").splitlines()
    head, *rows = map(json.loads, lines)
    status = {row["backend"]: row["status"] for row in rows}
    assert status == {"line": "ok", "right": "ok", "hungry": "out of memory"}
    assert head["machine"]["memory_mb"] > 100
    assert all(row["process_cpu_seconds"] >= 0 for row in rows)
    assert next(row for row in rows if row["backend"] == "line")["process_cpu_seconds"] > 0


def test_the_page_is_served_and_answers(system: dict[str, str]) -> None:
    pytest.importorskip("uvicorn")
    command = [*COMMAND, "web", "--no-browser", "--port", "0", HOOK]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(**system), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            address = next(word for word in process.stdout.readline().split() if "http" in word)
            client = Client(address)
            assert urlsplit(address).hostname == "127.0.0.1"
            body = json.dumps({"puzzle": SWITCH}).encode()
            reply = client.send("POST", f"{client.path}api/check", body)
            assert reply.status == 200
            assert b"multiple" in reply.body
            children = children_of(process.pid)
            assert children
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
            wait_for(lambda: not any(map(alive, children)))
        finally:
            process.kill()


HARD = "\n".join(
    json.dumps({"rows": [[1]] * size, "columns": [[1]] * size}) for size in (30, 31, 32, 33)
)


@contextmanager
def busy(folder: Path, system: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that waits for a child inside of C, and the numbers of its children."""
    code = f"""
import sys
import child_work
from nonosat.child import Child
one, other = Child(), Child()
print(one.process.pid, other.ask(child_work.its_pid), flush=True)
try:
    one.ask(child_work.tell_and_hang, {str(folder / "busy")!r})
except KeyboardInterrupt:
    print("interrupted", one.process.poll(), flush=True)
    other.kill()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment(**system), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        try:
            assert len(pids) == 2
            wait_for((folder / "busy").exists)
            yield process, pids
        finally:
            process.kill()
            for pid in filter(alive, pids):
                os.kill(pid, signal.SIGKILL)


def test_children_inside_of_c_die_with_their_parent(system: dict[str, str], tmp_path: Path) -> None:
    with busy(tmp_path, system) as (process, pids):
        everything = [*pids, *(child for pid in pids for child in children_of(pid))]
        process.kill()
        wait_for(lambda: not any(map(alive, everything)))


def test_ctrl_c_kills_children(system: dict[str, str], tmp_path: Path) -> None:
    with busy(tmp_path, system) as (process, pids):
        everything = [*pids, *(child for pid in pids for child in children_of(pid))]
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.read() == "interrupted -9\n"
        assert process.wait(60) == 0
        assert not any(map(alive, everything))


NO_LEFTOVERS = """
import os, signal
import child_work
from nonosat.child import Child
from nonosat.errors import EngineFailed
with Child() as made:
    pid = made.ask(child_work.its_pid)
    os.kill(pid, signal.SIGKILL)
    try:
        made.ask(child_work.its_pid)
    except EngineFailed as err:
        print(err)
"""


def test_nothing_is_left_of_a_child_that_was_killed(system: dict[str, str]) -> None:
    """Not even what watches it."""
    code = f"{NO_LEFTOVERS}\nimport psutil\nprint(psutil.Process().children(recursive=True))"
    done = python("-c", code, **system)
    words = "the solver's process ended without an answer (exit code -9)"
    assert done.stdout == f"{words}\n[]\n", done.stderr


BOUNDED = """
import child_hunger
from nonosat.child import Child
from nonosat.errors import OutOfMemory
with Child(400 << 20) as made:
    print(made.ask(child_hunger.eat, 100))
    try:
        print(made.ask(child_hunger.eat, 1000))
    except OutOfMemory as err:
        print(err)
"""
HUNGER = """
def eat(megabytes):
    taken = [b"1" * (1 << 20) for _ in range(megabytes)]
    import time
    time.sleep(1 if megabytes < 500 else 60)
    return len(taken)
"""


def test_a_child_with_too_much_memory_ends(system: dict[str, str], tmp_path: Path) -> None:
    """By the job of Windows; on macOS since its parent looks."""
    (tmp_path / "child_hunger.py").write_text(HUNGER)
    system["PYTHONPATH"] += f"{os.pathsep}{tmp_path}"
    done = python("-c", BOUNDED, **system)
    assert done.stdout == "100\nout of memory\n", done.stderr


def test_ctrl_break_interrupts_as_ctrl_c_does(windows: dict[str, str], tmp_path: Path) -> None:
    """The stand-in takes SIGQUIT for it."""
    (tmp_path / "hard.jsonl").write_text(HARD)
    process = begun("count", tmp_path / "hard.jsonl", "--limit", "600", **windows)
    try:
        wait_for(
            lambda: len(os.listdir(f"/proc/{process.pid}/fd")) > 3 or process.poll() is not None
        )
        assert_catches(process, signal.SIGQUIT)
        process.send_signal(signal.SIGQUIT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "interrupted" in without_kernel(err)


def assert_catches(process: subprocess.Popen[str], number: int) -> None:
    """Wait until a process has a handler for a signal."""

    def caught() -> bool:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        mask = next(line for line in lines if line.startswith("SigCgt"))
        return bool(int(mask.split()[1], 16) >> (number - 1) & 1)

    wait_for(caught)


LOCKED = """
import sys
from nonosat.batch.journal import Journal
from nonosat.errors import OutputError
with Journal("rows.jsonl") as journal:
    journal.append([{"a": 1}])
    if sys.argv[1:]:
        import subprocess
        subprocess.run([sys.executable, "-c", sys.argv[1]])
    print([*journal.rows()])
"""
SECOND = """
from nonosat.batch.journal import Journal
try:
    Journal("rows.jsonl", resume=True)
except OSError as err:
    print(err, flush=True)
"""


def test_a_journal_has_one_writer_and_is_read_meanwhile(
    system: dict[str, str], tmp_path: Path
) -> None:
    done = python("-c", LOCKED, SECOND, cwd=tmp_path, **system)
    assert done.stdout == "rows.jsonl: another process is writing to it\n[{'a': 1}]\n", done.stderr


@pytest.mark.parametrize(
    "words", [f"solve {HOOK}", f"convert {HOOK} -o - --to non", "solve --help"]
)
def test_a_reader_that_goes_away_is_no_error(system: dict[str, str], words: str) -> None:
    done = subprocess.run(
        ["bash", "-c", 'set -o pipefail; "$@" | true', "-", *COMMAND, *words.split()],
        cwd=ROOT, env=environment(**system), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


WESTERN = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
SPOKEN = [
    "solve {file}",
    "check {file}",
    "show {file}",
    "steps {file}",
    "rate {file}",
    "formats",
    "solve --help",
    "bench run --help",
]


@pytest.mark.parametrize("words", SPOKEN)
def test_a_western_console_never_fails(
    windows: dict[str, str], collection: Path, words: str
) -> None:
    """Titles, drawings and messages have characters that it lacks."""
    args = [word.format(file=collection) for word in words.split()]
    done = run(*args, **windows, **WESTERN)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2, 10)
    if words == "check {file}":
        assert "4 puzzles" in done.stdout


def test_json_is_json_on_a_western_console(windows: dict[str, str], collection: Path) -> None:
    done = run("check", collection, "--json", **windows, **WESTERN)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert COLLECTION[2]["title"] in [row["title"] for row in rows]
    assert done.stdout.isascii()


def test_the_checker_alone_says_everything_on_a_western_console(
    windows: dict[str, str], tmp_path: Path
) -> None:
    script = PACKAGE / "certificates" / "verify.py"
    done = python(script, "\u25a0 \u6f22", cwd=tmp_path, **windows, **WESTERN)
    assert (done.returncode, done.stderr) == (40, "")
    assert done.stdout.startswith("\\u25a0 \\u6f22: refused")


KEYS = """
from nonosat.cli.keys import keys
with keys() as read:
    print([read() for _ in range(4)])
    try:
        read()
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_keys_of_windows(windows: dict[str, str]) -> None:
    done = python("-c", KEYS, **windows, NONOSAT_TEST_KEYS="q\u00e0K\r\u00e0H\x03")
    assert done.stdout == "['q', 'left', '\\n', 'up']\ninterrupted\n", done.stderr


WORDS = """
from nonosat.platforms.processes import split_command
print(split_command(r'"C:\\Program Files\\s.exe" -x C:\\a\\b {file}'))
"""


def test_a_backslash_of_windows_is_a_letter(windows: dict[str, str]) -> None:
    done = python("-c", WORDS, **windows)
    want = ["C:\\Program Files\\s.exe", "-x", "C:\\a\\b", "{file}"]
    assert done.stdout == f"{want}\n", done.stderr


SAME = """
from nonosat.files.write import check_outputs
try:
    check_outputs(["Rows.csv", "rows.csv"])
    print("two files")
except OSError as err:
    print(err)
"""


def test_names_that_differ_in_case_are_one_file_on_macos(
    macos: dict[str, str], tmp_path: Path
) -> None:
    done = python("-c", SAME, cwd=tmp_path, **macos)
    assert done.stdout == "rows.csv: two outputs cannot be written to one file\n", done.stderr
    assert python("-c", SAME, cwd=tmp_path).stdout == "two files\n"

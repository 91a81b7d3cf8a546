"""The killable child process: answers, deadlines, and no survivors."""

import importlib
import math
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import child_work
import pytest
from command import alive, children_of, environment, python, wait_for
from conftest import ROOT

from nonosat import child as child_module
from nonosat.child import Child
from nonosat.errors import EngineFailed, LimitReached, OutOfMemory, UsageError
from nonosat.limits import Deadline
from nonosat.platforms.processes import kill_family

pytestmark = pytest.mark.slow


def soon() -> Deadline:
    """Enough for anything that does not hang."""
    return Deadline(30)


@pytest.fixture(autouse=True)
def _targets_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


@contextmanager
def child() -> Iterator[Child]:
    with Child() as made:
        yield made
    assert not alive(made.process.pid)


def test_answers() -> None:
    with child() as made:
        for value in (
            None, 0, "text", b"\x80\x05.\n", [1, (2, {"k": {3}})], math.inf, "x" * 5_000_000
        ):  # fmt: skip
            assert made.ask(child_work.echo, value, deadline=soon()) == value


@pytest.mark.parametrize(
    ("work", "seconds"), [(child_work.hang, 0), (child_work.hang, 0.3), (child_work.hang_up, 0.6)]
)
def test_is_killed_at_the_deadline_even_inside_of_c(
    work: Callable[[], object], seconds: float
) -> None:
    begin = time.monotonic()
    with child() as made:
        with pytest.raises(LimitReached) as caught:
            made.ask(work, deadline=Deadline(seconds))
        assert time.monotonic() - begin >= seconds
        assert not alive(made.process.pid)
    assert type(caught.value) is LimitReached
    assert str(caught.value) == f"the limit of {seconds:g} s was reached"


def test_leaving_the_block_kills_a_busy_child() -> None:
    with child() as made, ThreadPoolExecutor(1) as pool:
        asking = pool.submit(made.ask, child_work.hang, deadline=soon())
        made.kill()
        made.kill()  # again does nothing
        assert isinstance(asking.exception(60), EngineFailed)


#   id                 function                     raised, and its words
RAISED = {
    "bug":            (child_work.divide_by_zero,  ZeroDivisionError, "integer division or modulo by zero"),
    "limit":          (child_work.meet_a_limit,    LimitReached,      "enough is enough"),
    "no memory":      (child_work.take_all_memory, OutOfMemory,       "out of memory"),
}  # fmt: skip


@pytest.mark.parametrize(("work", "kind", "words"), RAISED.values(), ids=RAISED)
def test_raises_what_the_function_raised_and_lives_on(
    work: Callable[[], object], kind: type[Exception], words: str
) -> None:
    with child() as made:
        with pytest.raises(kind) as caught:
            made.ask(work, deadline=soon())
        assert type(caught.value) is kind
        assert str(caught.value) == words
        assert made.is_alive
        assert made.ask(child_work.echo, 7, deadline=soon()) == 7


#   id              function                    arguments  exit code and last words, or their beginning
DEATHS = {
    "exit":        (child_work.leave,          (7,),      "7)"),
    "exit 0":      (child_work.leave,          (0,),      "0)"),
    "bad answer":  (child_work.a_lambda,       (),        "1): "),
    "bad error":   (child_work.raise_a_lambda, (),        "1): "),
    "aborting":    (child_work.abort,          (),        "3): last\\x07 words\\x1b[31m " + "x" * 183),
}  # fmt: skip


@pytest.mark.parametrize(("work", "args", "end"), DEATHS.values(), ids=DEATHS)
def test_a_dead_child_is_an_engine_that_failed(
    work: Callable[..., object], args: tuple[object, ...], end: str
) -> None:
    with child() as made:
        for _ in range(2):  # and it stays dead
            with pytest.raises(EngineFailed) as caught:
                made.ask(work, *args, deadline=soon())
            want = f"the solver's process ended without an answer (exit code {end}"
            assert str(caught.value).startswith(want)
            assert str(caught.value) == want or want.endswith(": ")
        assert not made.is_alive


def test_a_function_that_the_child_does_not_find_is_an_engine_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "short_lived.py").write_text("def made():\n    return 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    made = importlib.import_module("short_lived").made
    (tmp_path / "short_lived.py").unlink()
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    with child() as one, pytest.raises(EngineFailed, match="No module named 'short_lived'"):
        one.ask(made, deadline=soon())


def test_a_child_that_cannot_be_started_is_an_engine_that_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(EngineFailed, match=r"cannot be started: .*temporarily unavailable"):
        Child()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_child_is_an_engine_that_failed_even_after_a_good_answer() -> None:
    with child() as made:
        assert made.ask(child_work.echo, 1, deadline=soon()) == 1
        os.kill(made.process.pid, signal.SIGKILL)
        with pytest.raises(EngineFailed, match=r"exit code -9"):
            made.ask(child_work.echo, 2, deadline=soon())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_request_that_cannot_be_sent_is_refused_at_once() -> None:
    with child() as made:
        with pytest.raises(Exception, match=r".") as caught:
            made.ask(child_work.echo, lambda: 0, deadline=soon())
        assert type(caught.value) is not LimitReached


def test_what_it_prints_harms_no_answer() -> None:
    with child() as made:
        answers = [made.ask(child_work.print_and_echo, text, deadline=soon()) for text in "abc"]
    assert answers == ["a", "b", "c"]


@pytest.mark.skipif(os.name != "posix", reason="sessions of POSIX")
def test_ctrl_c_on_the_terminal_does_not_reach_it() -> None:
    with child() as made:
        assert made.ask(child_work.its_input, deadline=soon()) == "0 True"


def test_outlives_the_thread_that_started_it() -> None:
    # Linux reports the end of a thread as the end of the parent.
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(Child).result()
    with made:
        time.sleep(0.05)  # nothing tells that no signal comes
        assert made.ask(child_work.echo, "still here", deadline=soon()) == "still here"


INTERRUPTED = """
import threading
from nonosat.child import Child
start = threading.Thread.start
def interrupted(thread):
    threading.Thread.start = start
    start(thread)
    raise KeyboardInterrupt  # as if it came while Python waits for the thread
threading.Thread.start = interrupted
Child()
"""


def test_ctrl_c_while_the_first_child_is_started_ends_the_program() -> None:
    done = python("-c", INTERRUPTED)
    assert done.stderr.endswith("KeyboardInterrupt\n")


PARENT = """
import sys
import child_work
from nonosat.child import Child
busy, spare = Child(), Child()
print(busy.process.pid, spare.ask(child_work.its_pid), flush=True)
try:
    busy.ask(child_work.tell_and_hang, sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", busy.process.poll(), flush=True)
    spare.kill()
"""


PATH = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
MACOS = os.pathsep.join([str(Path(__file__).parent / "systems"), PATH])
SYSTEMS = {"this": {"PYTHONPATH": PATH}, "macos": {"PYTHONPATH": MACOS}}
on_systems = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


@contextmanager
def parent(
    folder: Path, system: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that waits for a child, and the numbers of its two children."""
    mark = folder / "busy"
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(mark)],
        env=environment(**system),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        try:
            assert all(map(alive, pids))
            wait_for(mark.exists)
            yield process, [*pids, *(child for pid in pids for child in children_of(pid))]
        finally:
            process.kill()
            for pid in filter(alive, pids):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@on_systems
def test_ctrl_c_kills_it(tmp_path: Path, system: dict[str, str]) -> None:
    with parent(tmp_path, system) as (process, pids):
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.read() == "interrupted -9\n"
        assert process.wait(60) == 0
        assert not any(map(alive, pids))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills the child of a dead parent")
@on_systems
def test_dies_with_its_parent(tmp_path: Path, system: dict[str, str]) -> None:
    with parent(tmp_path, system) as (process, pids):
        process.kill()
        wait_for(lambda: not any(map(alive, pids)))


NO_LEFTOVERS = """
import os, signal
import child_work, psutil
from nonosat.child import Child
from nonosat.errors import EngineFailed
with Child() as made:
    os.kill(made.ask(child_work.its_pid), signal.SIGKILL)
    try:
        made.ask(child_work.its_pid)
    except EngineFailed as err:
        print(err)
print(psutil.Process().children(recursive=True))
"""
BOUNDED = """
import child_work
from nonosat.child import Child
from nonosat.errors import OutOfMemory
with Child(400 << 20) as made:
    print(made.ask(child_work.take_megabytes, 100))
    try:
        print(made.ask(child_work.take_megabytes, 1000))
    except OutOfMemory as err:
        print(err)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux with parts of it hidden")
@pytest.mark.parametrize(
    ("code", "said"),
    [
        (NO_LEFTOVERS, "the solver's process ended without an answer (exit code -9)\n[]\n"),
        (BOUNDED, "100\nout of memory\n"),
    ],
    ids=["no leftovers", "bounded"],
)
def test_children_of_macos(code: str, said: str) -> None:
    pytest.importorskip("psutil")
    done = python("-c", code, PYTHONPATH=MACOS)
    assert done.stdout == said, done.stderr


LATE_BIRTH = """
import os, pickle, subprocess, sys
import child_work
from nonosat import child
command, env = child._command("", sys.argv[1] or str(os.getpid()))
process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
process.stdin.write(pickle.dumps((child_work.its_pid, ())))
process.stdin.close()
print(process.wait(), len(process.stdout.read()) > 0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills the child of a dead parent")
@pytest.mark.parametrize(("parent", "said"), [("", "0 True"), ("1", "1 False")])
def test_does_not_begin_when_its_parent_has_ended_before_it_looks(parent: str, said: str) -> None:
    """A parent with another number stands for one that has ended, and left a request in the pipe."""
    done = python("-c", LATE_BIRTH, parent, PYTHONPATH=PATH)
    assert done.stdout == f"{said}\n", done.stderr


FORKED = """
import os, sys
import nonosat
puzzle = nonosat.Puzzle.of([[1]] * 4, [[1]] * 4)
def check(backend):
    return nonosat.check(puzzle, backend=backend, limits=nonosat.Limits(20)).verdict.value
assert check("sat:cadical195") == "multiple"
if (pid := os.fork()) == 0:
    print(check("sat:cadical195"), flush=True)
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
print(check("sat:cadical195"))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_process_starts_children_of_its_own() -> None:
    pytest.importorskip("pysat")
    done = python("-c", FORKED)
    assert done.stdout == "multiple\nmultiple\n", done.stderr


THREADS = """
import threading
import nonosat
puzzle = nonosat.Puzzle.of([[1], [1]], [[1], [1]])
errors = []
def check(backend, times):
    try:
        for _ in range(times):
            assert nonosat.check(puzzle, backend=backend).verdict.value == "multiple"
    except BaseException as err:
        errors.append(err)
threads = [
    threading.Thread(target=check, args=args)
    for args in (("auto", 2000), ("sat:cadical195", 2), ("auto", 2000), ("sat:minisat22", 2))
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(errors)
"""


def test_threads_may_use_their_first_engine_while_others_search() -> None:
    pytest.importorskip("pysat")
    done = python("-c", THREADS)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="counts children by /proc or ps")
def test_leaves_no_process_behind() -> None:
    pids = []
    for work in (child_work.its_pid, child_work.divide_by_zero, child_work.hang):
        with child() as made:
            pids.append(made.process.pid)
            with pytest.raises(LimitReached):
                made.ask(work, deadline=Deadline(0))
    for pid in pids:
        with pytest.raises(ProcessLookupError):  # not even one that waits to be asked
            os.kill(pid, 0)


@pytest.mark.skipif(os.name != "posix", reason="looks into /proc")
def test_killing_one_that_has_just_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking whether it lives and looking for its children."""

    def gone_meanwhile(*_: object) -> Iterator[Path]:
        raise FileNotFoundError
        yield

    monkeypatch.setattr(Path, "glob", gone_meanwhile)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        kill_family(process)
        assert process.returncode is not None


HOSTILE = "import sys\nsys.modules['hostile ' + __name__] = sys\nraise RuntimeError('hostile')\n"


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with modules that nobody may run."""
    for name in ("pysat", "re", "json", "pickle", "nonosat", "sitecustomize", "usercustomize"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
        (tmp_path / "package" / name).mkdir(parents=True)
        (tmp_path / "package" / name / "__init__.py").write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("more", ["", ".", "package", "CWD"])
def test_it_is_its_parent_wherever_that_stands(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    more = more.replace("CWD", str(hostile))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([more, "", str(Path(__file__).parent)]))
    monkeypatch.setattr(sys, "path", ["", ".", str(hostile), *sys.path])
    with child() as made:
        facts = made.ask(child_work.described, deadline=soon())
    wanted = child_work.described()
    clean = dict.fromkeys(entry for entry in sys.path if entry not in ("", ".", str(hostile)))
    assert facts.pop("path") == list(clean)
    assert facts.items() <= wanted.items()
    assert facts["hostile"] == []


def test_it_finds_what_its_parent_has_added_to_the_search_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "added").mkdir()
    (tmp_path / "added" / "engine_of_mine.py").write_text(
        "def made(number):\n    return str(number)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("added")  # relative
    made = importlib.import_module("engine_of_mine").made
    with Child() as one:
        assert one.ask(made, 5, deadline=soon()) == "5"


def test_it_starts_where_modules_are_installed_and_in_a_folder_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(pickle.__file__).parent)
    with child() as made:
        assert made.ask(child_work.echo, 5, deadline=soon()) == 5
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with child() as made:
        assert made.ask(child_work.echo, 6, deadline=soon()) == 6


def test_another_nonosat_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = child_module.identity()
    for other in (
        mine._replace(version="0.0.7"),
        mine._replace(kernel="abacus"),
        mine._replace(package="/elsewhere/nonosat/__init__.py"),
        mine._replace(kernel_file="/elsewhere/native.so"),
    ):
        monkeypatch.setattr(child_module, "identity", lambda other=other: other)
        with child() as made, pytest.raises(UsageError) as caught:
            made.ask(child_work.echo, 5, deadline=soon())
        assert str(caught.value).startswith(f"a child process runs {mine}, this is {other}; ")

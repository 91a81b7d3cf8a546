"""The killable child process: answers, deadlines, and no survivors."""

from __future__ import annotations

import itertools
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from nonosat.child import Child, kill_family
from nonosat.errors import EngineFailed, LimitReached
from nonosat.result import Deadline

LATE = 0.5


def soon() -> Deadline:
    """Enough for anything that does not hang."""
    return Deadline(30)


# What runs in the child.


def echoing() -> Callable[[Any], Any]:
    return lambda request: request


def adding() -> Callable[[int], int]:
    total = 0

    def add(number: int) -> int:
        nonlocal total
        total += number
        return total

    return add


def telling_its_pid() -> Callable[[object], int]:
    return lambda _: os.getpid()


def hanging() -> Callable[[object], object]:
    # A loop inside of C: it neither lets go of the interpreter nor looks at signals.
    return lambda _: sum(itertools.repeat(0))


def failing() -> Callable[[object], object]:
    return lambda request: 1 // 0 if request else "fine"


def leaving() -> Callable[[int], object]:
    return lambda code: os._exit(code)


def lambdas() -> Callable[[object], object]:
    return lambda _: lambda: 0  # cannot be pickled


def printing() -> Callable[[str], str]:
    print("made", flush=True)
    os.write(1, b"made below\n")

    def answer(request: str) -> str:
        print(request * 100_000)
        os.write(1, b"\x80\x05below\n")
        sys.stderr.write("complaint\n")
        return request

    return answer


def broken() -> Callable[[object], object]:
    raise RuntimeError("no engine")


def asking_its_input() -> Callable[[object], str]:
    return lambda _: f"{sys.flags.interactive} {os.getsid(0) == os.getpid()}"


@pytest.fixture(autouse=True)
def _targets_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


@contextmanager
def child(factory: Callable[[], object]) -> Iterator[Child]:
    with Child(f"{Path(__file__).stem}:{factory.__name__}") as made:
        yield made
    assert not alive(made._process.pid)


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self").exists()
    return stat.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int, seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return not alive(pid)


@pytest.mark.parametrize(
    "request_", [None, 0, "text", b"\x80\x05.\n", [1, (2, {"k": {3}})], math.inf, "x" * 5_000_000]
)
def test_answers(request_: object) -> None:
    with child(echoing) as made:
        assert made.call(request_, soon()) == request_


def test_answers_in_order_and_keeps_state() -> None:
    with child(adding) as made:
        answers = [made.call(number, Deadline(None)) for number in range(1, 6)]
    assert answers == [1, 3, 6, 10, 15]


def test_runs_elsewhere() -> None:
    with child(telling_its_pid) as made:
        pid = made.call(None, soon())
        assert pid == made._process.pid != os.getpid()
        assert alive(pid)
    assert not alive(pid)


@pytest.mark.parametrize("seconds", [0, 0.3])
def test_is_killed_at_the_deadline_even_inside_of_c(seconds: float) -> None:
    begin = time.monotonic()
    with child(hanging) as made:
        with pytest.raises(LimitReached) as caught:
            made.call(None, Deadline(seconds))
        assert seconds <= time.monotonic() - begin < seconds + LATE
        assert not alive(made._process.pid)
    assert type(caught.value) is LimitReached
    assert str(caught.value) == f"the limit of {seconds:g} s was reached"


def test_leaving_the_block_kills_a_busy_child() -> None:
    with child(hanging) as made:
        errors: list[Exception] = []

        def call() -> None:
            try:
                made.call(0, soon())
            except EngineFailed as err:
                errors.append(err)

        caller = threading.Thread(target=call)
        caller.start()
        begin = time.monotonic()
        made.kill()
        made.kill()  # again does nothing
        caller.join(5)
        assert len(errors) == 1
        assert time.monotonic() - begin < LATE


#   id              factory   request  exit code
DEATHS = {
    "exception":   (failing,  True,    "1"),
    "exit":        (leaving,  7,       "7"),
    "exit 0":      (leaving,  0,       "0"),
    "at birth":    (broken,   None,    "1"),
    "bad answer":  (lambdas,  None,    "1"),
}  # fmt: skip


@pytest.mark.parametrize(("factory", "request_", "code"), DEATHS.values(), ids=DEATHS)
def test_a_dead_child_is_an_engine_that_failed(
    factory: Callable[[], object], request_: object, code: str
) -> None:
    with child(factory) as made:
        for _ in range(2):  # and it stays dead
            with pytest.raises(EngineFailed) as caught:
                made.call(request_, soon())
            want = f"the solver's process ended without an answer (exit code {code})"
            assert str(caught.value) == want


def test_an_unknown_target_is_an_engine_that_failed() -> None:
    for target in ("nowhere_at_all:thing", "test_child:nothing", ""):
        with Child(target) as made, pytest.raises(EngineFailed, match=r"exit code 1"):
            made.call(None, soon())


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_child_is_an_engine_that_failed() -> None:
    with child(echoing) as made:
        assert made.call(1, soon()) == 1
        os.kill(made._process.pid, signal.SIGKILL)
        with pytest.raises(EngineFailed, match=r"exit code -9"):
            made.call(2, soon())


def test_it_may_fail_after_a_good_answer() -> None:
    with child(failing) as made:
        assert made.call(False, soon()) == "fine"
        with pytest.raises(EngineFailed):
            made.call(True, soon())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_request_that_cannot_be_sent_is_refused_at_once() -> None:
    with child(echoing) as made:
        begin = time.monotonic()
        with pytest.raises(Exception, match=r".") as caught:
            made.call(lambda: 0, Deadline(2))
        assert time.monotonic() - begin < 1
        assert type(caught.value) is not LimitReached


def test_what_it_prints_harms_no_answer() -> None:
    with child(printing) as made:
        assert [made.call(text, soon()) for text in ("a", "b", "c")] == ["a", "b", "c"]


@pytest.mark.skipif(os.name != "posix", reason="sessions of POSIX")
def test_ctrl_c_on_the_terminal_does_not_reach_it() -> None:
    with child(asking_its_input) as made:
        assert made.call(None, soon()) == "0 True"


def test_outlives_the_thread_that_started_it() -> None:
    # Linux reports the end of a thread as the end of the parent.
    begun: list[Child] = []

    def begin() -> None:
        begun.append(Child("test_child:echoing"))
        begun[0].call(0, soon())

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    with begun[0] as made:
        time.sleep(0.05)  # the signal would come now
        assert made.call("still here", soon()) == "still here"


PARENT = """
import os
from nonosat.child import Child
from nonosat.result import Deadline
busy, spare = Child("test_child:hanging"), Child("test_child:telling_its_pid")
print(busy._process.pid, spare.call(0, Deadline(None)), flush=True)
try:
    busy.call(0, Deadline(None))
except KeyboardInterrupt:
    print("interrupted", busy._process.poll(), flush=True)
    spare.kill()
"""


@contextmanager
def parent() -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that waits for a child, and the numbers of its two children."""
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        try:
            assert all(map(alive, pids))
            time.sleep(0.2)  # until the one is busy
            yield process, pids
        finally:
            process.kill()
            for pid in filter(alive, pids):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_kills_it() -> None:
    with parent() as (process, pids):
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.read() == "interrupted -9\n"
        assert process.wait(5) == 0
        assert time.monotonic() - begin < LATE
        assert not any(map(alive, pids))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills the child of a dead parent")
def test_dies_with_its_parent() -> None:
    with parent() as (process, pids):
        process.kill()
        assert all(map(gone, pids))


@pytest.mark.skipif(sys.platform == "win32", reason="counts children by /proc or ps")
def test_leaves_no_process_behind() -> None:
    pids = []
    for factory in (echoing, failing, hanging):
        with child(factory) as made:
            pids.append(made._process.pid)
            with pytest.raises(LimitReached):
                made.call(True, Deadline(0))
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

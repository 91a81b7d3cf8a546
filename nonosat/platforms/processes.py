"""Child processes: killed with all that they started, and never left without a parent.

A child must end with its parent, even while it runs a solver and checks nothing:

* Linux kills it: it requests a signal for the death of its parent.
* Windows kills all processes of a job when the last handle of the job is closed, which the parent has.
* Elsewhere, as on macOS, a shell beside the child waits for the end of a pipe that only the parent
  keeps open. Then it kills the group of the child.
"""

import contextlib
import importlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

if sys.platform == "win32":
    from nonosat.platforms.windows_jobs import Job

    _jobs: WeakKeyDictionary[subprocess.Popen[Any], Job] = WeakKeyDictionary()
_leaders: WeakSet[subprocess.Popen[Any]] = WeakSet()
"""Leaders of process groups, on systems other than Linux and Windows."""
_GUARD = 'read -r line; kill -s KILL -- "-$1"'
"""Command of the shell beside a child. Nothing is written to the pipe, so `read` waits for its end."""


class Leash(NamedTuple):
    """Makes a child end with its parent."""

    word: str
    """Argument for `follow_parent` in the child."""
    options: dict[str, Any]
    """Further arguments of `subprocess.Popen`. They also protect the child from Ctrl-C."""


def leash() -> Leash:
    """Return a leash for a child to start; `adopt` the child afterwards."""
    if sys.platform == "win32":
        # A separate console without a window, so that it gets no Ctrl-C or Ctrl-Break from ours.
        return Leash("", {"creationflags": subprocess.CREATE_NO_WINDOW})
    if sys.platform == "linux":
        return Leash(str(os.getpid()), {"start_new_session": True})
    end = _life()
    return Leash(str(end), {"start_new_session": True, "pass_fds": (end,)})


@cache
def _life() -> int:
    """Return the read end of a pipe whose other end stays open until this process ends."""
    return os.pipe()[0]


def after_fork(action: Callable[[], object]) -> None:
    """Call `action` in each fork of this process, on systems with forks."""
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=action)


after_fork(_life.cache_clear)


def follow_parent(word: str) -> None:
    """In a child: end with the parent, even if that is killed."""
    if sys.platform == "win32":
        return  # the job does it
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1  # PR_SET_PDEATHSIG of <sys/prctl.h>
        with contextlib.suppress(OSError):
            ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
        if os.getppid() != int(word):  # it ended before we asked
            os._exit(1)
        return
    end = int(word)
    global _guard
    _guard = subprocess.Popen(
        ["/bin/sh", "-c", _GUARD, "sh", str(os.getpid())],
        stdin=end,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(end)


_guard: subprocess.Popen[bytes] | None = None
"""The shell beside this child; kept, as Python warns when a running process is deleted."""


def adopt(process: subprocess.Popen[Any], memory: int | None = None) -> None:
    """Register a new process, so that `kill_family` finds all of its family.

    Args:
        memory: bytes that it and each process it starts may allocate; None means no bound. Only for
            Windows, see `memory.limit`.
    """
    if sys.platform == "win32":
        job = Job(memory)
        if job.take(process.pid):
            _jobs[process] = job
        else:  # it has ended already
            job.close()
    elif sys.platform != "linux":
        with contextlib.suppress(OSError):
            if os.getpgid(process.pid) == process.pid:
                _leaders.add(process)


def psutil() -> Any:
    """Return the package `psutil`; None if it is not installed."""
    try:
        return importlib.import_module("psutil")
    except ImportError:
        return None


def family(pid: int) -> list[int]:
    """Return the ids of a process and, if the system knows them, of all it started."""
    found = [pid]
    if sys.platform == "linux":
        for member in found:  # it grows
            with contextlib.suppress(OSError):  # it has ended
                for task in os.listdir(tasks := f"/proc/{member}/task"):
                    path = f"{tasks}/{task}/children"
                    with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
                        found += map(int, file.read().split())
    elif (tools := psutil()) is not None:
        with contextlib.suppress(tools.Error):
            found += [child.pid for child in tools.Process(pid).children(recursive=True)]
    return found


def kill_family(process: subprocess.Popen[Any]) -> None:
    """Kill a process and, if the system knows them, all that it started.

    Killing a process group is not enough: MiniZinc puts its solvers into groups of their own.
    """
    if sys.platform == "win32":
        job = _jobs.pop(process, None)
        if job is not None:
            job.terminate()
        process.kill()
        process.wait()
        if job is not None:
            job.close()
        return
    if process.poll() is None:
        for pid in family(process.pid)[1:]:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        process.kill()
    if process in _leaders:
        # Its number is not given away while the shell beside it, one of the group, lives.
        _leaders.discard(process)
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def no_orphans() -> Iterator[None]:
    """At the end, kill processes that were started inside. Only on Linux, and inside of `tidied`.

    A program may end before processes that it started in other sessions.
    """
    if sys.platform != "linux":
        yield
        return
    before = {*family(os.getpid())}
    try:
        yield
    finally:
        while left := [pid for pid in family(os.getpid()) if pid not in before]:
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            for pid in left:  # they are our children; their children become ours next
                with contextlib.suppress(OSError):
                    os.waitpid(pid, 0)


@contextlib.contextmanager
def tidied(folder: str) -> Iterator[None]:
    """If the parent is killed, end the block and remove `folder`. Only on Linux.

    Otherwise the parent removes the folder. Use it only in a child process: it changes the handler
    of SIGTERM.
    """
    if sys.platform != "linux":
        yield
        return
    import ctypes

    def stop(*_: object) -> None:
        # The signal comes for each thread of the parent that ends; remove the folder once.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(128 + signal.SIGTERM)

    set_death_signal, adopt_orphans = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER
    signal.signal(signal.SIGTERM, stop)
    prctl = ctypes.CDLL(None).prctl
    prctl(set_death_signal, signal.SIGTERM)  # until here it was SIGKILL
    # This process becomes the parent of orphans of its children, and is killed with all
    # descendants, so that nothing keeps running.
    prctl(adopt_orphans, 1)
    try:
        yield
    except SystemExit:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def interpreter() -> tuple[str, dict[str, str]]:
    """Return the path of this Python, and environment variables needed to start it.

    In a virtual environment on Windows, `sys.executable` starts the real Python as a child, which
    may escape from a job. So return the real one, as `multiprocessing` does.
    """
    if sys.platform == "win32":
        real = str(getattr(sys, "_base_executable", sys.executable))
        if os.path.normcase(real) != os.path.normcase(sys.executable):
            return real, {"__PYVENV_LAUNCHER__": sys.executable}
    return sys.executable, {}


def split_command(command: str) -> list[str]:
    """Split a command into words, with quotes as in a shell; on Windows a backslash is a letter."""
    if sys.platform != "win32":
        return shlex.split(command)
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters, words.escape = True, "", ""
    return list(words)

"""Child processes: killed with all that they started, and never without a parent.

A child must end with its parent, also one that is inside of a solver and looks at nothing:

* Linux kills it, since it asks for that.
* Windows kills all that is in a job when the last handle of the job is closed. The parent holds it.
* Elsewhere, as on macOS, a shell beside the child waits for the end of a pipe that only the parent
  holds open. Then it kills the child's group.
"""

from __future__ import annotations

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
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

if sys.platform == "win32":
    from nonosat.platforms.windows_jobs import Job

    _jobs: WeakKeyDictionary[subprocess.Popen[Any], Job] = WeakKeyDictionary()
_leaders: WeakSet[subprocess.Popen[Any]] = WeakSet()
"""Processes that lead a group of their own, outside of Linux and Windows."""
_GUARD = 'read -r line; kill -s KILL -- "-$1"'
"""What the shell beside a child does. Nobody writes to the pipe, so the line never comes."""


class Leash(NamedTuple):
    """What keeps a child from outliving its parent."""

    word: str
    """To be handed to `follow_parent` in the child."""
    options: dict[str, Any]
    """Further arguments of `subprocess.Popen`. They also keep Ctrl-C from the child."""


def leash() -> Leash:
    """A leash for a child that is about to be started; `adopt` it then."""
    if sys.platform == "win32":
        # A console without a window, of its own: no Ctrl-C or Ctrl-Break comes from ours.
        return Leash("", {"creationflags": subprocess.CREATE_NO_WINDOW})
    if sys.platform == "linux":
        return Leash(str(os.getpid()), {"start_new_session": True})
    end = _life()
    return Leash(str(end), {"start_new_session": True, "pass_fds": (end,)})


@cache
def _life() -> int:
    """The end for reading of a pipe whose other end is open as long as this process lives."""
    return os.pipe()[0]


def after_fork(action: Callable[[], object]) -> None:
    """Do something in each copy of this process, where processes can be copied."""
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=action)


after_fork(_life.cache_clear)


def follow_parent(word: str) -> None:
    """In a child: end when the parent ends, however it ends.

    Args:
        word: that of the `leash`.
    """
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
"""The shell beside this child; kept, as Python complains of one that is forgotten."""


def adopt(process: subprocess.Popen[Any], memory: int | None = None) -> None:
    """Remember a process that was just started, so that `kill_family` finds all of its family.

    Args:
        memory: bytes that it, and each process that it starts, may ask the system for. Only Windows
            is told here; see `memory.limit`.
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
    """The package that tells of processes where the system's files do not; None without it."""
    try:
        return importlib.import_module("psutil")
    except ImportError:
        return None


def family(pid: int) -> list[int]:
    """A process and all that it has started; itself alone where nobody tells of others."""
    found = [pid]
    if sys.platform == "linux":
        for member in found:  # it grows
            with contextlib.suppress(OSError):  # it has ended meanwhile
                for path in Path(f"/proc/{member}/task").glob("*/children"):
                    with contextlib.suppress(OSError):  # the thread has
                        found += map(int, path.read_text(encoding="ascii").split())
    elif (tools := psutil()) is not None:
        with contextlib.suppress(tools.Error):
            found += [child.pid for child in tools.Process(pid).children(recursive=True)]
    return found


def kill_family(process: subprocess.Popen[Any]) -> None:
    """Kill a process and, as far as the system tells of them, all that it has started.

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
        # Its number belongs to nobody else while the shell beside it, one of the group, lives.
        _leaders.discard(process)
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def no_orphans() -> Iterator[None]:
    """Kill what was started inside and still runs at the end. Only inside of `tidied`, and on Linux.

    A program may end before those that it has started in sessions of their own.
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
            for pid in left:  # our own children; their children are ours the next time
                with contextlib.suppress(OSError):
                    os.waitpid(pid, 0)


@contextlib.contextmanager
def tidied(folder: str) -> Iterator[None]:
    """End what runs inside when the parent ends, and then remove `folder`, which only Linux does.

    The parent removes the folder itself, unless it was killed. For a child process only: it
    changes what a process does with SIGTERM.
    """
    if sys.platform != "linux":
        yield
        return
    import ctypes

    def stop(*_: object) -> None:
        # It comes once for each thread of the parent that ends, and tidying up is done once.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(128 + signal.SIGTERM)

    set_death_signal, adopt_orphans = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER
    signal.signal(signal.SIGTERM, stop)
    prctl = ctypes.CDLL(None).prctl
    prctl(set_death_signal, signal.SIGTERM)  # until here it was SIGKILL
    # This process becomes the parent of what its children leave behind, and is killed with all
    # of its descendants, so that nothing goes on computing.
    prctl(adopt_orphans, 1)
    try:
        yield
    except SystemExit:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def interpreter() -> tuple[str, dict[str, str]]:
    """The Python that runs this, and what the environment must say to start it.

    In a virtual environment on Windows `sys.executable` only starts the real one, as a child that
    may escape from a job. So it is left out, as `multiprocessing` does.
    """
    if sys.platform == "win32":
        real = str(getattr(sys, "_base_executable", sys.executable))
        if os.path.normcase(real) != os.path.normcase(sys.executable):
            return real, {"__PYVENV_LAUNCHER__": sys.executable}
    return sys.executable, {}


def split_command(command: str) -> list[str]:
    """The words of a command, with quotes as in a shell; a backslash of Windows is a letter.

    Raises:
        ValueError: a quote has no end.
    """
    if sys.platform != "win32":
        return shlex.split(command)
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters, words.escape = True, "", ""
    return list(words)

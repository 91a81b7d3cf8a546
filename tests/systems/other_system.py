"""Windows or macOS on Linux, as far as nonosat can tell: for child processes of tests only.

What nonosat imports is replaced; all other packages see Linux. What the other system lacks is
missing, what it has besides is made from what Linux has, and files obey the rules of Windows:
names of devices and certain characters are refused, and what is open cannot be renamed or removed.

It shows that code of the other systems loads, is reached and does its work. It does not show that
Windows does what is claimed here.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import fcntl
import functools
import io
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import psutil

OURS = "nonosat"
POSIX_ONLY = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")


class Replaced(types.ModuleType):
    """A module without some of its names, and with others instead."""

    def __init__(self, real: types.ModuleType, without: str = "", **instead: Any) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _without=without.split(), **instead)

    def __getattr__(self, name: str) -> Any:
        if name in self._without:
            raise AttributeError(f"module {self.__name__!r} of this system has no {name!r}")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


class Process(subprocess.Popen):
    """A process that may be given a console of its own; it gets no Ctrl-C of ours then."""

    def __init__(self, *args: Any, creationflags: int = 0, **how: Any) -> None:
        for name in ("start_new_session", "preexec_fn", "pass_fds"):
            if how.get(name):
                raise ValueError(f"{name} is not supported on Windows")
        super().__init__(*args, start_new_session=bool(creationflags), **how)


class Handles:
    """Functions of kernel32. The handle of a job is the end of a pipe: what is in the job ends when it
    is closed, by whom ever."""

    def __init__(self) -> None:
        self.opened: dict[int, int] = {}
        self.limits: dict[int, Any] = {}
        self.members: dict[int, list[int]] = {}
        self.guards: dict[int, list[subprocess.Popen[bytes]]] = {}
        self.ends: dict[int, int] = {}
        self.spent: dict[int, float] = {}

    def CreateJobObjectW(self, *_: object) -> int:
        end, handle = os.pipe()
        self.ends[handle], self.members[handle], self.guards[handle] = end, [], []
        self.spent[handle] = _children_seconds()
        return handle

    def SetInformationJobObject(self, job: int, kind: int, told: Any, size: int) -> int:
        limits = told._obj
        assert (kind, size, ctypes.sizeof(limits)) == (9, 144, 144)
        self.limits[job] = (limits.flags, limits.process_memory)
        return 1

    def OpenProcess(self, access: int, inherit: bool, pid: int) -> int | None:
        if not psutil.pid_exists(pid):
            return None
        handle = 1_000_000 + pid
        self.opened[handle] = pid
        return handle

    def AssignProcessToJobObject(self, job: int, process: int) -> int:
        pid = self.opened[process]
        flags, memory = self.limits[job]
        self.members[job].append(pid)
        if flags & 0x100:
            resource.prlimit(pid, resource.RLIMIT_DATA, (memory, memory))
        if flags & 0x2000:
            command = ["/bin/sh", "-c", 'read -r line; kill -9 "$1"', "sh", str(pid)]
            nobody = subprocess.DEVNULL
            guard = subprocess.Popen(
                command, stdin=self.ends[job], stdout=nobody, stderr=nobody, start_new_session=True
            )
            self.guards[job].append(guard)
        return 1

    def TerminateJobObject(self, job: int, code: int) -> int:
        for pid in self.members[job]:
            try:
                family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
                for member in family:
                    member.kill()
            except psutil.NoSuchProcess:
                pass
        return 1

    def QueryInformationJobObject(
        self, job: int, kind: int, told: Any, size: int, returned: None
    ) -> int:
        answer = told._obj
        assert size == ctypes.sizeof(answer) == {1: 48, 9: 144}[kind]
        if kind == 1:
            answer.user_time = int((_children_seconds() - self.spent[job]) * 10_000_000)
        else:
            answer.peak_process_memory = 50 << 20
        return 1

    def CloseHandle(self, handle: int) -> int:
        if handle in self.opened:
            del self.opened[handle]
            return 1
        os.close(handle)
        os.close(self.ends.pop(handle))
        for guard in self.guards.pop(handle):
            guard.wait()
        return 1


class Function:
    """A function of a library, which can be told its types."""

    def __init__(self, call: Any) -> None:
        self.call = call

    def __call__(self, *args: object) -> Any:
        return self.call(*args)


class Library:
    """kernel32."""

    def __init__(self, name: str, use_last_error: bool = False) -> None:
        assert name == "kernel32"
        handles = Handles()
        for name in vars(Handles):
            if name[0].isupper():
                setattr(self, name, Function(getattr(handles, name)))


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _locking(handle: int, mode: int, size: int) -> None:
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, size, os.lseek(handle, 0, os.SEEK_CUR))
    except OSError as err:
        raise PermissionError(errno.EACCES, "Permission denied") from err


class ProcessOfWindows(psutil.Process):
    def memory_info(self) -> Any:
        info = super().memory_info()
        return types.SimpleNamespace(rss=info.rss, peak_pagefile=info.rss)


class Pipe(io.FileIO):
    """What is written to a pipe without a reader is an invalid argument."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as err:
            raise OSError(errno.EINVAL, "Invalid argument") from err


def windows() -> dict[str, types.ModuleType]:
    """The modules of Windows."""
    keyboard = iter(os.environ.get("NONOSAT_TEST_KEYS", ""))
    msvcrt = types.ModuleType("msvcrt")
    msvcrt.__dict__.update(
        locking=_locking, LK_NBLCK=2, getwch=lambda: next(keyboard), __getattr__=None
    )
    for stream, number in (("stdout", 1), ("stderr", 2)):
        old = getattr(sys, stream)
        raw = io.BufferedWriter(Pipe(number, "w", closefd=False))
        made = io.TextIOWrapper(raw, old.encoding, old.errors, line_buffering=old.line_buffering)
        setattr(sys, stream, made)
    shutil._use_fd_functions = False  # type: ignore[attr-defined]  # folders are removed by their paths
    sys.modules["psutil"] = Replaced(psutil, Process=ProcessOfWindows)
    return {
        "msvcrt": msvcrt,
        "sys": Replaced(sys, platform="win32", _base_executable=sys.executable),
        "os": Replaced(
            os,
            "chown fork forkpty getloadavg getpgid getsid killpg lchown mkfifo posix_spawn "
            "register_at_fork sched_getaffinity setsid sysconf uname",
            name="nt",
        ),
        "signal": Replaced(
            signal, "SIGKILL SIGHUP SIGALRM SIGUSR1 setitimer", SIGBREAK=signal.SIGQUIT
        ),
        "socket": Replaced(socket, SO_EXCLUSIVEADDRUSE=socket.SO_KEEPALIVE),
        "subprocess": Replaced(subprocess, Popen=Process, CREATE_NO_WINDOW=0x08000000),
        "ctypes": Replaced(
            ctypes, "CDLL", WinDLL=Library, get_last_error=lambda: 0, WinError=OSError
        ),
    }


def macos() -> dict[str, types.ModuleType]:
    """The modules of macOS."""
    return {
        "sys": Replaced(sys, platform="darwin"),
        "os": Replaced(os, "sched_getaffinity"),
        "ctypes": Replaced(ctypes, "CDLL"),
        "resource": Replaced(resource, "setrlimit RLIMIT_DATA prlimit"),
    }


def _callers() -> set[str]:
    """The top-level names of the modules that are at work."""
    names, frame = set(), sys._getframe(2)
    while frame is not None:
        names.add(frame.f_globals.get("__name__", "").partition(".")[0])
        frame = frame.f_back
    return names


def _refuse_proc(event: str, args: tuple[Any, ...]) -> None:
    if event in ("open", "os.listdir", "os.scandir") and args and isinstance(args[0], str | bytes):
        name = os.fsdecode(args[0])
        if name.startswith(("/proc", "/sys/fs")):
            callers = _callers()
            if OURS in callers and not callers & {"psutil", __name__}:
                raise FileNotFoundError(errno.ENOENT, "no such file on this system", name)


_FORBIDDEN = re.compile(
    r'(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?|.*[<>:"|?*\\\x00-\x1f].*|.*[. ]', re.DOTALL
)


def _refuse_what_windows_refuses(event: str, args: tuple[Any, ...]) -> None:
    if event not in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir"):
        return
    names = [os.fsdecode(arg) for arg in args[:2] if isinstance(arg, str | bytes | os.PathLike)]
    if event == "open":
        names = names[:1] if args[2] & (os.O_WRONLY | os.O_RDWR) else []
    if not names or OURS not in _callers() or "tempfile" in _innermost():
        return
    for name in names:
        if _FORBIDDEN.fullmatch(os.path.basename(name)) and not name.startswith("/dev/"):
            raise OSError(errno.EINVAL, "the filename or volume label syntax is incorrect", name)
    if event in ("os.rename", "os.remove", "os.rmdir"):
        for name in names:
            if holder := _held_open(os.path.realpath(name)):
                raise PermissionError(errno.EACCES, f"process {holder} has it open", name)


def _innermost() -> set[str]:
    frame = sys._getframe(2)
    return {frame.f_globals.get("__name__", "")} if frame is not None else set()


def _held_open(name: str) -> int:
    """The process, of those that belong together, that has a file open, or one in a folder."""
    here = psutil.Process()
    for process in [here, *here.parents()[:2], *here.children(recursive=True)]:
        for link in Path(f"/proc/{process.pid}/fd").glob("*"):
            try:
                target = os.readlink(link)
            except OSError:
                continue
            if target == name or target.startswith(name + "/"):
                return process.pid
    return 0


def install(system: str) -> None:
    """Let nonosat find the modules of `system`, ``win32`` or ``darwin``."""
    modules = windows() if system == "win32" else macos()
    missing = POSIX_ONLY if system == "win32" else ()
    real = builtins.__import__

    @functools.wraps(real)
    def importing(
        name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> Any:
        top = name.partition(".")[0]
        if (
            level
            or not (top in modules or top in missing)
            or not globals
            or (globals.get("__name__") or "").partition(".")[0] != OURS
        ):
            return real(name, globals, locals, fromlist, level)
        if top in missing:
            raise ModuleNotFoundError(f"No module named {name!r} on this system", name=name)
        if name != top and fromlist:
            return real(name, globals, locals, fromlist, level)
        return modules[top]

    builtins.__import__ = importing
    sys.addaudithook(_refuse_proc)
    if system == "win32":
        sys.addaudithook(_refuse_what_windows_refuses)

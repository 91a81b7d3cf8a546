"""Windows or macOS on Linux, as far as nonosat can see: for child processes of tests only.

What nonosat imports is replaced; all other packages see Linux. What the other system lacks is missing.
What it has besides answers as if all went well. So the stand-in shows that code of the other system
loads and is reached. It does not show that the code works there.
"""

from __future__ import annotations

import builtins
import ctypes
import os
import resource
import signal
import subprocess
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import Mock

import psutil

POSIX_ONLY = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"}


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
    """A process of Windows, which refuses what only POSIX can do."""

    def __init__(self, *args: Any, creationflags: int = 0, **how: Any) -> None:
        for name in ("start_new_session", "preexec_fn", "pass_fds"):
            if how.get(name):
                raise ValueError(f"{name} is not supported on Windows")
        super().__init__(*args, start_new_session=bool(creationflags), **how)


def windows() -> dict[str, types.ModuleType]:
    """The modules of Windows."""
    process = Mock()
    process.children.return_value = []
    process.memory_info.return_value = Mock(rss=50 << 20, peak_pagefile=50 << 20)
    sys.modules["psutil"] = Replaced(psutil, Process=lambda *_: process)
    return {
        "msvcrt": Mock(),
        "sys": Replaced(sys, platform="win32", _base_executable=sys.executable),
        "os": Replaced(
            os,
            "chown fork getloadavg getpgid killpg mkfifo register_at_fork sched_getaffinity "
            "setsid sysconf uname",
            name="nt",
        ),
        "signal": Replaced(signal, "SIGKILL SIGHUP SIGALRM setitimer", SIGBREAK=signal.SIGQUIT),
        "subprocess": Replaced(subprocess, Popen=Process, CREATE_NO_WINDOW=0x08000000),
        "ctypes": Replaced(ctypes, "CDLL", WinDLL=lambda *_, **__: Mock()),
    }


def macos() -> dict[str, types.ModuleType]:
    """The modules of macOS."""
    return {
        "sys": Replaced(sys, platform="darwin"),
        "os": Replaced(os, "sched_getaffinity"),
        "ctypes": Replaced(ctypes, "CDLL"),
        "resource": Replaced(resource, "setrlimit RLIMIT_DATA prlimit"),
    }


def install(system: str) -> None:
    """Let nonosat find the modules of `system`, ``win32`` or ``darwin``."""
    modules = windows() if system == "win32" else macos()
    missing = POSIX_ONLY if system == "win32" else set()
    real = builtins.__import__

    def importing(
        name: str,
        namespace: Mapping[str, Any] | None = None,
        locals: object = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        ours = str((namespace or {}).get("__name__")).startswith("nonosat")
        if ours and name in missing:
            raise ModuleNotFoundError(f"No module named {name!r} on this system", name=name)
        if ours and name in modules and not level:
            return modules[name]
        return real(name, namespace, locals, fromlist, level)

    builtins.__import__ = importing

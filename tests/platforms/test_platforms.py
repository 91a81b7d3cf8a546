"""What systems do differently stands in one place, and the parts of it that all have."""

import ast
import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PACKAGE, ROOT

from nonosat.platforms import console, cpu, files, memory, processes, windows_jobs

ONLY_THERE = {
    "sys.platform", "os.name", "os.fork", "os.kill", "os.killpg", "os.setsid", "os.getppid",
    "os.sched_getaffinity", "os.sysconf", "os.getloadavg", "os.chown", "os.replace", "os.rename",
    "os.register_at_fork", "os.symlink", "os.umask", "os.mkfifo", "platform.system",
    "signal.SIGKILL", "signal.SIGHUP", "signal.SIGALRM", "signal.setitimer", "time.clock_gettime",
}  # fmt: skip
MODULES_ONLY_THERE = {
    "_winapi", "ctypes", "fcntl", "grp", "msvcrt", "psutil", "pty", "pwd", "readline", "resource",
    "select", "termios", "tty", "winreg",
}  # fmt: skip


def uses(path: Path) -> list[str]:
    """What a module takes of one system, each with its line."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [f"{node.value.id}.{node.attr}"]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = ["/proc"] if node.value.startswith(("/proc/", "/sys/")) else []
        wrong = {name for name in names if name in ONLY_THERE | MODULES_ONLY_THERE | {"/proc"}}
        found += [f"{path.relative_to(PACKAGE)}:{node.lineno} {name}" for name in wrong]
    return found


def test_only_one_room_knows_the_system() -> None:
    paths = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "platforms"]
    assert [use for path in paths for use in uses(path)] == []
    assert len([use for path in PACKAGE.glob("platforms/*.py") for use in uses(path)]) > 20


def test_the_list_for_maintainers_names_every_module() -> None:
    page = (ROOT / "docs" / "dev" / "platforms.md").read_text(encoding="utf-8")
    modules = [path.name for path in PACKAGE.glob("platforms/*.py") if path.stem != "__init__"]
    assert [name for name in modules if f"`{name}`" not in page] == []


def test_structures_have_the_sizes_of_windows() -> None:
    """winnt.h, for 64 bits."""
    assert ctypes.sizeof(windows_jobs.JobLimits) == 144
    assert windows_jobs.JobLimits.flags.offset == 16
    assert windows_jobs.JobLimits.process_memory.offset == 112
    assert windows_jobs.JobLimits.peak_process_memory.offset == 128
    assert ctypes.sizeof(windows_jobs.JobAccounting) == 48


@pytest.mark.parametrize(
    ("name", "usable"),
    [("con", "con-"), ("COM1", "COM1-"), ("nul.x.y", "nul-.x.y"), ("com", "com"), ("a.con", "a.con"),
     ("", ""), ("console", "console"), ("COM\u00b9.txt", "COM\u00b9-.txt")],
)  # fmt: skip
def test_names_of_devices_are_changed(name: str, usable: str) -> None:
    assert files.usable_name(name) == usable


#   system, function, arguments, result
DIFFERENT = {
    "a backslash is a letter": ("win32", processes.split_command, (r'"C:\Program Files\s.exe" -x C:\a {file}',),
                                [r"C:\Program Files\s.exe", "-x", r"C:\a", "{file}"]),
    "a quote elsewhere":       ("linux", processes.split_command, (r'"a b" c\ d',), ["a b", "c d"]),
    "case on macOS":           ("darwin", files.one_name, ("/x/Re\u0301sume\u0301",), "/x/r\u00e9sum\u00e9"),
    "case on Linux":           ("linux", files.one_name, ("Rows.csv",), "Rows.csv"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("system", "function", "args", "result"), DIFFERENT.values(), ids=DIFFERENT
)
def test_what_depends_on_the_system(
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    function: Callable[..., object],
    args: tuple[object, ...],
    result: object,
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert function(*args) == result


def test_the_machine_is_known() -> None:
    assert 1 <= cpu.processors() <= 100_000
    assert memory.of_machine() == 0 or memory.of_machine() > 1 << 26
    assert memory.of_container() <= memory.of_machine()
    assert memory.peak_mb() > 1
    assert cpu.cpu_seconds_of_children() >= 0
    assert memory.memory_held(os.getpid()) > 1 << 20 or not memory.can_be_held()


def test_words_are_expanded_where_no_shell_does_it(tmp_path: Path) -> None:
    both = [tmp_path / "a.non", tmp_path / "b.non"]
    for path in both:
        path.touch()
    assert sorted(console.expanded_words([str(tmp_path / "*.non")])) == [*map(str, both)]
    assert console.expanded_words(["check", "*.nosuch", "1;1"]) == ["check", "*.nosuch", "1;1"]

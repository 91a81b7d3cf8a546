"""A child process that can be killed, for work that nothing else can interrupt.

Some solvers hold the interpreter until they are done. They run in a child that is asked for one
function call at a time; when the deadline passes, or on Ctrl-C, it is killed and nothing is lost
but its work.

A child runs the same package with the same kernel as its parent. It finds modules where the parent
does, and never looks into the current directory, which may hold anything.
"""

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, NamedTuple, TypeVar

from nonosat import kernel
from nonosat.errors import AnswerLost, EngineFailed, OutOfMemory, UsageError
from nonosat.limits import Deadline
from nonosat.platforms import memory as system_memory
from nonosat.platforms import processes
from nonosat.sanitize import safe

T = TypeVar("T")
BOOT = """
import sys
sys.path[:] = dict.fromkeys(sys.argv[3:] + sys.path)
from nonosat.child import main
main(*sys.argv[1:3])
"""
"""The code that Python starts with. It imports nothing before the search path is the parent's.
Python's own entries come last: the current directory may be that of an installed package."""
FLAGS = {"-E": "ignore_environment", "-s": "no_user_site", "-S": "no_site"}
"""Options of Python that say where it finds modules, and their names in `sys.flags`."""
START_SECONDS = 60.0
"""Seconds until a child must serve, on a machine that is busy with other things."""
LAST_BYTES = 4096
"""The last bytes of a child's stderr that are kept."""
LAST_WORDS = 200
"""Characters of its last line that a message shows."""
LOOK_AT_CALLER = 2.0
"""Seconds between two looks at whether the answer is still wanted."""
LOOK_AT_MEMORY = 0.25
"""Seconds between two looks at a child's memory, where the system does not bound it."""


class Identity(NamedTuple):
    """The version and the files of the nonosat that a process runs."""

    version: str
    kernel: str
    package: str
    """The file that it was loaded from."""
    kernel_file: str

    def __str__(self) -> str:
        files = f"{self.package}, {self.kernel_file}"
        return f"nonosat {self.version} with the {self.kernel} kernel ({files})"


@cache
def identity() -> Identity:
    """The identity of this process."""
    package = sys.modules["nonosat"]
    files = (package.__file__, sys.modules[kernel.Board.__module__].__file__)
    return Identity(package.__version__, kernel.name, *(os.path.realpath(f or "") for f in files))


def _absolute(entries: Iterable[str]) -> list[str]:
    try:
        here = os.getcwd()
    except OSError:  # it was deleted, so relative entries lead nowhere
        return [entry for entry in entries if os.path.isabs(entry)]
    return [os.path.normpath(os.path.join(here, entry)) for entry in entries]


def _search_path() -> list[str]:
    """The folders where this process finds modules, without the current directory.

    The current directory stays only if this package lies in it: nothing else would find it then.
    """
    home = str(Path(__file__).resolve().parent.parent)
    not_wanted = {os.path.realpath(here) for here in _absolute([""])} - {home}
    entries = _absolute(entry for entry in sys.path if isinstance(entry, str))
    return [entry for entry in entries if os.path.realpath(entry) not in not_wanted]


def _command(*args: str) -> tuple[list[str], dict[str, str]]:
    """The command line of a child, and its environment."""
    path = _search_path()
    flags = [flag for flag, name in FLAGS.items() if getattr(sys.flags, name)]
    python, more = processes.interpreter()
    env = {**os.environ, **more}
    entries = filter(None, env.pop("PYTHONPATH", "").split(os.pathsep))
    # Python looks for sitecustomize there before it runs BOOT.
    if kept := [entry for entry in _absolute(entries) if entry in path]:
        env["PYTHONPATH"] = os.pathsep.join(kept)
    return [python, *flags, "-P", "-c", BOOT, *args, *path], env


def _started(
    command: list[str], env: dict[str, str], leash: processes.Leash
) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    # Ctrl-C reaches the parent alone, which then kills the child.
    made: subprocess.Popen[bytes] = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, **leash.options
    )
    return made


def start_thread(work: Callable[..., object], *args: object) -> threading.Thread:
    """Begin `work` in a thread that does not keep the program alive.

    Raises:
        EngineFailed: the system has no room for one more thread.
    """
    thread = threading.Thread(target=work, args=args, daemon=True)
    try:
        thread.start()
    except RuntimeError as err:
        raise EngineFailed(f"no further thread can be started: {err}") from err
    return thread


class _Starter:
    """A thread that starts all child processes and never ends.

    Linux kills a child when the thread that started it ends. A pool thread would not do: Python
    waits for pool threads at exit, and waits forever if Ctrl-C interrupted the start of one.
    """

    def __init__(self) -> None:
        self._due: SimpleQueue[tuple[Future[subprocess.Popen[bytes]], tuple[Any, ...]]] = (
            SimpleQueue()
        )
        self._thread: threading.Thread | None = None

    def start(self, *args: Any) -> subprocess.Popen[bytes]:
        """A new process; `args` are those of `_started`."""
        if self._thread is None:
            self._thread = start_thread(self._work)
        process: Future[subprocess.Popen[bytes]] = Future()
        self._due.put((process, args))
        return process.result()

    def _work(self) -> None:
        while True:
            process, args = self._due.get()
            try:
                process.set_result(_started(*args))
            except BaseException as err:
                process.set_exception(err)
            del process, args  # else the last process would live as long as this thread


_starter = _Starter()


def _replace_starter() -> None:
    global _starter
    _starter = _Starter()


processes.after_fork(_replace_starter)  # threads do not survive a fork


class Child(contextlib.AbstractContextManager["Child"]):
    """A child process that calls functions for its parent, one at a time.

    It is one process as long as it lives: what a function keeps in its module is there for the
    next. Use it as a context manager; leaving it kills the child.

    Args:
        memory: bytes that it, and each process it starts, may ask the system for. Where the
            system does not enforce it, as on macOS, it is killed when all of them hold more.

    Attributes:
        process: the process itself.

    Raises:
        EngineFailed: no further process can be started.
    """

    def __init__(self, memory: int | None = None) -> None:
        leash = processes.leash()
        command, env = _command(str(memory or ""), leash.word)
        try:
            self.process: subprocess.Popen[bytes] = _starter.start(command, env, leash)
            processes.adopt(self.process, memory)
            looked_at = None if system_memory.SYSTEM_BOUNDS else memory
            self._memory = system_memory.MemoryWatch(self.process, looked_at, LOOK_AT_MEMORY)
            self._memory.begin()
        except (OSError, RuntimeError) as err:  # no process, or no thread to start it
            raise EngineFailed(f"the solver's process cannot be started: {err}") from err
        self._identity: Identity | None = None
        assert self.process.stderr is not None
        self._complaints = _Complaints(self.process.stderr)

    @classmethod
    def loaded(cls, function: Callable[..., object], memory: int | None = None) -> "Child":
        """A child that has loaded the module of `function`, so that no call has to wait for it."""
        child = cls(memory)
        try:
            child.ask(_load, function, deadline=Deadline(START_SECONDS))
        except BaseException:
            child.kill()
            raise
        return child

    def __exit__(self, *_: object) -> None:
        self.kill()

    def ask(
        self,
        function: Callable[..., T],
        *args: object,
        deadline: Deadline | None = None,
        wanted: Callable[[], bool] | None = None,
    ) -> T:
        """Call `function` in the child and return its result.

        The function is sent by name, so it must be defined at the top level of a module. Its
        arguments and result are pickled.

        Args:
            wanted: called from time to time; returns False once the result is not needed any more.

        Raises:
            AnswerLost: the result is no longer wanted; the child was killed.
            Exception: the exception that the function raised, with MemoryError turned into
                `OutOfMemory`. The child keeps running.
            LimitReached: the deadline passed first; the child was killed.
            OutOfMemory: the child used too much memory and was killed.
            EngineFailed: the child ended without a result, or no thread could be started.
            UsageError: the child runs a different version of nonosat.
        """
        answer: Future[tuple[T, None] | tuple[None, Exception]] = Future()
        try:
            # Writing can block as well as reading, so another thread does both.
            start_thread(self._exchange, (function, args), answer)
            until = deadline or Deadline(None)
            while not until.wait_until(
                lambda seconds: wait([answer], seconds).done,
                LOOK_AT_CALLER if wanted else float("inf"),
            ):
                if until.remaining() <= 0:
                    raise until.error()
                if wanted and not wanted():
                    raise AnswerLost("the answer of the solver's process is not wanted any more")
            value, error = answer.result()
        except BaseException:
            self.kill()
            raise
        if error is not None:
            raise error
        return value  # type: ignore[return-value]  # without an error it is a T

    def _exchange(self, request: object, answer: Future[Any]) -> None:
        try:
            answer.set_result(self._answer_to(request))
        except BaseException as err:  # such as what cannot be pickled: our own bug
            answer.set_exception(err)

    def _answer_to(self, request: object) -> Any:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            if self._identity is None:
                self._identity = Identity(*pickle.load(stdout))
            if self._identity == identity():
                pickle.dump(request, stdin, protocol=pickle.HIGHEST_PROTOCOL)
                stdin.flush()
                return pickle.load(stdout)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as err:
            code = self.process.wait()
            if self._memory.over:
                raise OutOfMemory() from err
            words = self._complaints.last()
            raise EngineFailed(
                f"the solver's process ended without an answer (exit code {code})"
                + (f": {words}" if words else "")
            ) from err
        raise UsageError(
            f"a child process runs {self._identity}, this is {identity()}; "
            "is nonosat being installed just now, or installed twice?"
        )

    @property
    def is_alive(self) -> bool:
        """True if the child is running and can be called."""
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill the child and all processes that it started. A second call does nothing."""
        self._memory.end()
        processes.kill_family(self.process)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class _Complaints:
    """Reads everything that a process writes to stderr, and keeps the end."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._end = b""
        self._thread = start_thread(self._read)

    def _read(self) -> None:
        with self._stream:
            while data := os.read(self._stream.fileno(), 65536):
                self._end = (self._end + data)[-LAST_BYTES:]

    def last(self) -> str:
        """The last line that an ended process wrote, fit for a message; the error of a traceback."""
        self._thread.join(1)  # not for ever: what it started may keep stderr open
        lines = self._end.decode(errors="replace").split("\n")
        line = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return safe(line[:LAST_WORDS])


_kept: Any = None
"""In a child: what `keep` has made."""


def keep(make: Callable[..., object], *args: object) -> None:
    """In a child: make a value, and keep it for `ask_kept`."""
    global _kept
    _kept = make(*args)


def ask_kept(method: str, *args: object) -> Any:
    """In a child: call a method of the value that `keep` has made."""
    return getattr(_kept, method)(*args)


def _load(function: Callable[..., object]) -> None:
    """Do nothing: to be asked for it, the child has loaded the module of `function`."""


def _called(function: Callable[..., T], args: tuple[object, ...]) -> bytes:
    """The answer to one request: what the function returned, or what it raised."""
    answer: tuple[T | None, Exception | None]
    try:
        answer = function(*args), None
    except MemoryError:
        answer = None, OutOfMemory()
    except Exception as err:
        answer = None, err
    return pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL)


def main(memory: str, parent: str) -> None:
    """Serve requests in the child."""
    processes.follow_parent(parent)
    if memory:
        system_memory.limit(int(memory))
    requests = sys.stdin.buffer
    # Solvers may print: what they write to stdout must not end up among the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    pickle.dump(tuple(identity()), answers)
    answers.flush()
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        answers.write(_called(*request))
        answers.flush()

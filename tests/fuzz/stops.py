"""Long work that is stopped at random moments and gone on with: nothing lost, doubled or left running."""

import contextlib
import csv
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import brute_force

from nonosat.files import dumps
from nonosat.model import Sheet

from .campaign import Campaign, Fault, Wrong, main

CHECK = ("check", "{all}", "--limit", "60")
COMMANDS: dict[str, tuple[str, ...]] = {
    "jobs": (*CHECK, "-b", "line", "--jobs", "2", "-o", "rows.jsonl"),
    "table": (*CHECK, "-b", "line", "--jobs", "2", "-o", "rows.csv"),
    "engine": (*CHECK, "-b", "sat:cadical195", "--jobs", "2", "-o", "rows.jsonl"),
    "alone": (*CHECK, "-o", "rows.jsonl"),
    "cluster": (*CHECK, "-b", "line", "--cluster", "local", "--jobs", "2", "-o", "rows.jsonl"),
    "bench": ("bench", "run", "{all}", "-b", "line", "-b", "auto", "--limit", "60", "--warm-up", "0", "-o", "rows.jsonl"),
}  # fmt: skip
WEIGHTS = {"jobs": 6, "table": 3, "engine": 3, "alone": 2, "cluster": 1, "bench": 3}
PUZZLES = {"engine": 25, "bench": 4}
"""Of those that start a process for each; the others get MANY."""
MANY = 500
SIGNALS = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "int": signal.SIGINT}
CODES = {
    "kill": {-9},
    "term": {-15, 143},
    "int": {130, -2},
    "full": {5},
    "disk": {5},
    "worker": set(),
}
"""Exit codes of what was stopped; -2 is Ctrl-C while Python ends, 130 for every shell.
Where it had finished before, that of the whole work is right, too."""
TRAPS = ("re.py", "pysat.py", "nonosat.py", "typing.py")
"""Files of the folder where the user stands; nobody is to run them."""
ROOMY = 1 << 30
"""Bytes of a disk that is not full."""
PATIENCE = 30.0
"""Seconds after which nothing may be running any more."""
HANGS = 120.0
"""Seconds for a command to end."""


@dataclass(frozen=True)
class Work:
    """A command, and when it is stopped."""

    command: str
    puzzles: int
    seed: int
    stops: tuple[tuple[str, float], ...]
    """How, and after which share of the time (of the bytes, for a full disk) that all of it takes."""


@dataclass(frozen=True)
class Whole:
    """What comes out when nobody stops it."""

    seconds: float
    code: int
    size: int
    facts: dict[Any, Any]


class Run:
    """One folder in which a command is started again and again.

    Args:
        more: additions to the environment.
    """

    def __init__(self, folder: Path, work: Work, more: dict[str, str]) -> None:
        self.here, self.temporary = folder / "here", folder / "temporary"
        self.here.mkdir()
        self.temporary.mkdir()
        puzzles = folder / "all.jsonl"
        puzzles.write_text("".join(_puzzles(work)))
        program = Path(sys.executable).with_name("nonosat")
        command = [str(program)] if program.exists() else [sys.executable, "-P", "-m", "nonosat"]
        words = [word.replace("{all}", str(puzzles)) for word in COMMANDS[work.command]]
        self.command = [*command, *words, "--resume"]
        self.output = self.here / words[-1]
        self.rows = Path(f"{self.output}.jsonl") if work.command == "table" else self.output
        self.mark = f"NONOSAT_FUZZ={uuid.uuid4().hex}"
        self.environment = {
            **os.environ,
            "TMPDIR": str(self.temporary),
            "NO_COLOR": "1",
            **more,
            **dict([self.mark.split("=")]),
        }
        self.mounted = False

    def lay_traps(self) -> None:
        """Make files that tell when they are run."""
        for name in TRAPS:
            mark = self.here / f"ran {name}"
            (self.here / name).write_text(f"open({str(mark)!r}, 'w').close()\n")

    def mount(self, size: int) -> bool:
        """Make the folder a disk of so many bytes, where that is allowed; or change its size."""
        options = f"size={max(size // 4096, 1) * 4096}" + (",remount" if self.mounted else "")
        mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.here)]
        if os.geteuid() != 0 or shutil.which("mount") is None:
            return False
        done = subprocess.run(mount, capture_output=True, check=False)
        self.mounted |= done.returncode == 0
        return done.returncode == 0

    def close(self) -> None:
        """End what is left, and let go of the disk."""
        for pid in self.running():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.here)], capture_output=True, check=False)

    def start(self, bytes_each: int | None = None) -> subprocess.Popen[str]:
        """Begin, or go on; with a limit on the size of every file, if wanted."""

        def limited() -> None:
            if bytes_each is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_each, bytes_each))

        return subprocess.Popen(
            self.command,
            cwd=self.here,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=limited,
        )

    def running(self) -> list[int]:
        """The processes that come from here, zombies left out."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
        return found

    def is_writing(self, pid: int) -> bool:
        """Whether a process has the rows open."""
        with contextlib.suppress(OSError):
            files = Path(f"/proc/{pid}/fd").iterdir()
            return any(os.readlink(file) == str(self.rows) for file in files)
        return False

    def lines(self, torn: bool) -> list[bytes]:
        """The whole lines of the rows; `torn`: whether there may be a part of another one."""
        data = self.rows.read_bytes() if self.rows.exists() else b""
        *lines, rest = data.split(b"\n")
        if rest and not torn:
            raise Wrong("half a row", f"{rest[:80]!r}")
        for line in lines:
            try:
                json.loads(line)
            except ValueError:
                raise Wrong("a damaged row", f"{line[:80]!r}") from None
        return lines


def _puzzles(work: Work) -> Iterator[str]:
    rng = random.Random(work.seed)
    for _ in range(work.puzzles):
        side = rng.randint(6, 24)
        grid = brute_force.random_grid(rng, side, rng.randint(6, 24), 1, rng.uniform(0.5, 0.7))
        yield dumps([Sheet(brute_force.puzzle_of(grid, 1))], "jsonl")


def _facts(lines: list[bytes]) -> dict[Any, Any]:
    """What of the rows does not depend on the clock.

    Raises:
        Wrong: two rows are about the same.
    """
    facts: dict[Any, Any] = {}
    for row in map(json.loads, lines):
        if row.get("kind") == "header":
            key, value = "header", row.get("puzzles")
        elif row.get("kind") == "run":
            key, value = (row["key"], row["backend"], row["repeat"]), row["verdict"]
        else:
            key = row["position"]
            solutions = row["solutions"] if row["verdict"] == "unique" else len(row["solutions"])
            value = (row["clue_hash"], row["verdict"], row["line_solvable"], solutions)
        if key in facts:
            raise Wrong("a row twice", f"{key}")
        facts[key] = value
    return facts


class Stops(Campaign[Work]):
    """Each case in a folder of its own, which is not the checkout."""

    name = "stops"

    def __init__(self, more: dict[str, str] | None = None) -> None:
        self._more = more or {}
        self._whole: dict[Work, Whole] = {}

    def case(self, rng: random.Random) -> Work:
        command = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        hows = ["kill", "kill", "term", "int", "int", "full", "disk"]
        if command in ("jobs", "table"):
            hows.append("worker")
        stops = tuple((rng.choice(hows), rng.random()) for _ in range(rng.choice([1, 1, 2, 3])))
        # Few collections: how long the whole work takes is measured once for each.
        return Work(command, PUZZLES.get(command, MANY), rng.randrange(2), stops)

    def fault(self, case: Work) -> Fault | None:
        if sys.platform != "linux":
            raise SystemExit("the campaign looks at /proc: it needs Linux")
        try:
            self._try(case)
        except Wrong as err:
            return Fault(*err.args)
        return None

    def smaller(self, case: Work) -> Iterator[Work]:
        """See `Campaign`. What depends on the moment is tried three times."""
        for i in range(len(case.stops) if len(case.stops) > 1 else 0):
            yield from [replace(case, stops=case.stops[:i] + case.stops[i + 1 :])] * 3
        if case.command not in ("jobs", "bench"):
            yield from [replace(case, command="jobs")] * 3
        if case.puzzles > 3:
            yield from [replace(case, puzzles=case.puzzles // 2)] * 3

    @contextlib.contextmanager
    def _run(self, work: Work) -> Iterator[Run]:
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            run = Run(Path(folder).resolve(), work, self._more)
            try:
                yield run
            finally:
                run.close()

    def _undisturbed(self, work: Work) -> Whole:
        key = replace(work, stops=())
        if key not in self._whole:
            with self._run(work) as run:
                begin = time.monotonic()
                code = _end(run.start(), "nobody")
                seconds = time.monotonic() - begin
                size = run.rows.stat().st_size if run.rows.exists() else 0
                facts = _facts(run.lines(torn=False))
            if len(facts) < work.puzzles:
                raise Wrong("rows lost", f"{work.puzzles} puzzles, {len(facts)} rows")
            self._whole[key] = Whole(seconds, code, size, facts)
        return self._whole[key]

    def _try(self, work: Work) -> None:
        whole = self._undisturbed(work)
        with self._run(work) as run:
            if any(how == "disk" for how, _ in work.stops):
                run.mount(ROOMY)
            run.lay_traps()
            before: list[bytes] = []
            for how, share in work.stops:
                self._stop(run, whole, how, share)
                before = self._look(run, before, torn=how in ("kill", "term"))
            code = _end(run.start(), "nobody")
            after = self._look(run, before, torn=False)
            facts = _facts(after)
            if lost := whole.facts.keys() - facts.keys():
                raise Wrong(
                    "rows lost", f"{len(lost)} of {len(whole.facts)}: {sorted(map(str, lost))[:5]}"
                )
            if changed := [key for key in facts if facts[key] != whole.facts.get(key)]:
                key = changed[0]
                raise Wrong("rows changed", f"{key}: {whole.facts.get(key)} is {facts[key]}")
            if code != whole.code:
                raise Wrong("another exit code", f"{code}, undisturbed it is {whole.code}")
            self._check_table(run, len(after), must=True)

    def _stop(self, run: Run, whole: Whole, how: str, share: float) -> None:
        """Start, stop, and see that nothing is left."""
        size = int(share * whole.size)
        on_disk = how == "disk" and run.mounted and run.mount(_used(run.here) + size)
        process = run.start(size if how in ("full", "disk") and not on_disk else None)
        end = time.monotonic() + share * whole.seconds
        while how == "int" and not run.is_writing(process.pid) and process.poll() is None:
            time.sleep(0.01)  # Python itself cannot be interrupted well while it starts
        while how not in ("full", "disk") and time.monotonic() < end and process.poll() is None:
            time.sleep(0.005)
        if how in SIGNALS:
            process.send_signal(SIGNALS[how])
        elif how == "worker":
            others = [pid for pid in run.running() if pid != process.pid]
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(random.Random(share).choice(others), signal.SIGKILL)
        begin = time.monotonic()
        code = _end(process, how)
        if how == "int" and time.monotonic() > begin + PATIENCE:
            raise Wrong("does not stop on Ctrl-C", f"took {time.monotonic() - begin:.1f} s")
        if code not in CODES[how] | {whole.code}:
            raise Wrong(f"exit code after {how}", f"{code}, undisturbed it is {whole.code}")
        until = time.monotonic() + PATIENCE
        while left := run.running():
            if time.monotonic() > until:
                raise Wrong("left running", f"after {how}: " + "; ".join(map(_words, left)))
            time.sleep(0.02)
        if on_disk:
            run.mount(ROOMY)
        if how not in ("kill", "term"):  # who is killed cannot tidy up
            known = {run.rows.name, run.output.name, *TRAPS, *(f"ran {name}" for name in TRAPS)}
            known.add("dask-scratch-space")  # Dask makes it once, for all clusters to come
            for file in (*run.here.iterdir(), *run.temporary.iterdir()):
                if file.name not in known:
                    raise Wrong("left behind", f"after {how}: {file.name}")
        else:  # what they leave is not held against those who come after them
            for folder in (run.temporary, run.here):
                for file in folder.glob(".*" if folder == run.here else "*"):
                    shutil.rmtree(file) if file.is_dir() else file.unlink()

    def _look(self, run: Run, before: list[bytes], torn: bool) -> list[bytes]:
        """The rows now, which must begin with those of before."""
        for name in TRAPS:
            if (run.here / f"ran {name}").exists():
                raise Wrong("a file of the current folder was run", name)
        lines = run.lines(torn)
        if lines[: len(before)] != before:
            raise Wrong(
                "rows lost", f"{len(before)} before, {len(lines)} now, and not the same ones"
            )
        _facts(lines)
        self._check_table(run, len(lines), must=False)
        return lines

    def _check_table(self, run: Run, rows: int, must: bool) -> None:
        if run.output == run.rows or not (must or run.output.exists()):
            return
        if not run.output.exists():
            raise Wrong("no table", run.output.name)
        with run.output.open(newline="") as file:
            written = sum(1 for _ in csv.DictReader(file))
        if written != rows:
            raise Wrong("half a table", f"{written} of {rows} rows")


def _end(process: subprocess.Popen[str], how: str) -> int:
    """Wait for the end; the exit code."""
    try:
        _, errors = process.communicate(timeout=HANGS)
    except subprocess.TimeoutExpired:
        raise Wrong("hangs", f"after {how}: no end in {HANGS:g} s") from None
    if "Traceback" in errors:
        raise Wrong("traceback", f"after {how}: {errors[-1500:]}")
    return process.returncode


def _used(folder: Path) -> int:
    """Bytes on the disk, in whole pages."""
    return sum(-(-file.stat().st_size // 4096) * 4096 for file in folder.iterdir())


def _words(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
    return str(pid)


if __name__ == "__main__":
    sys.exit(main(Stops()))

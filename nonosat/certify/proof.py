"""A proof that clauses contradict each other: LRAT of CaDiCaL, trimmed to what is needed.

CaDiCaL writes every clause that it learns, with the clauses that it follows from, straight into a
file. That file may have gigabytes, and is never in memory. Most of it turns out to be useless: it is
read backwards from the last step, and only what is reached along the hints is kept. What is kept
is numbered without gaps, and deleted after its last use, so that a checker holds few clauses.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

from nonosat.certify.cubes import Cube, denied, prefixes, split
from nonosat.certify.verify import STEP
from nonosat.child import Child
from nonosat.errors import (
    EngineFailed,
    LimitReached,
    MissingExtra,
    NonosatError,
    OutputError,
    WrongAnswer,
)
from nonosat.result import Deadline

Clauses = list[tuple[int, ...]]
Request = tuple[Clauses, Cube, Path, Path]
"""Clauses, cube, where to write the raw proof, and the needed part of it."""

BLOCK = 1 << 20
"""Bytes that are read at once."""
LOOK_EVERY = 0.1
"""Seconds between two looks at the size of the proof."""
LEVEL = 4
"""Of gzip: higher ones cost more time than they save space."""
BATCH = 50
"""Clauses that are deleted by one line."""


def prove(
    clauses: Clauses, folder: Path, deadline: Deadline, most: int, cubes: int = 1, jobs: int = 1
) -> None:
    """Write ``proof.lrat.gz``, a proof that the clauses contradict each other.

    Args:
        folder: for the proof and, meanwhile, for the raw ones.
        most: bytes that a raw proof may have.
        cubes: how many parts to prove each for itself, `jobs` of them at the same time.

    Raises:
        LimitReached, MissingExtra, WrongAnswer: see `run`.
    """
    with (folder / "proof.lrat.gz").open("wb") as file, closing(Proof(file, len(clauses))) as proof:
        if () in clauses:
            proof.add(b"", [b"%d" % (clauses.index(()) + 1)])
        elif cubes < 2:
            work = folder / "part"
            run(clauses, (), work, deadline, most)
            proof.append(work, deadline, alone=True)
            work.unlink()
        else:
            _prove_parts(proof, clauses, folder, deadline, most, cubes, jobs)


def _prove_parts(
    proof: Proof,
    clauses: Clauses,
    folder: Path,
    deadline: Deadline,
    most: int,
    cubes: int,
    jobs: int,
) -> None:
    """Each part ends with the clause "not this cube"; two such clauses make that of their union."""
    parts = split(clauses, cubes, deadline)
    facts: dict[Cube, bytes] = {}  # the number of the step "not this cube"
    with ThreadPoolExecutor(jobs) as pool:
        works = {cube: folder / f"part{number}" for number, cube in enumerate(parts)}
        stop = threading.Event()
        futures = [
            pool.submit(run, clauses, cube, works[cube], deadline, most, stop) for cube in parts
        ]
        try:
            for cube, future in zip(parts, futures, strict=True):
                future.result()
                facts[cube] = proof.append(works[cube], deadline, alone=False)
                works[cube].unlink()
        finally:
            stop.set()  # else the pool waits for those that are at work
            for future in futures:
                future.cancel()
    for cube in prefixes(parts):
        x = next(part[len(cube)] for part in parts if part[: len(cube)] == cube)
        one, other = facts[(*cube, x)], facts[(*cube, -x)]
        facts[cube] = proof.add(denied(cube), [one, other])


def run(
    clauses: Clauses,
    cube: Cube,
    work: Path,
    deadline: Deadline,
    most: int,
    stop: threading.Event | None = None,
) -> None:
    """Let a child process prove that the clauses and the literals of `cube` contradict each other.

    It leaves in the file `work` the steps that are needed, the last first.

    Raises:
        LimitReached: the deadline has passed, the proof has more than `most` bytes, or somebody
            has set `stop`.
        MissingExtra: this version of PySAT writes no such proofs.
        WrongAnswer: there is no contradiction.
    """
    raw = work.with_suffix(".raw")
    over, too_large = threading.Event(), False
    with Child("nonosat.certify.proof:serve") as child:

        def watch() -> None:
            nonlocal too_large
            while not over.wait(LOOK_EVERY):
                too_large = raw.exists() and raw.stat().st_size > most
                if too_large or (stop is not None and stop.is_set()):
                    child.kill()
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            error = child.call((clauses, cube, raw, work), deadline)
        except EngineFailed as err:
            if too_large:
                raise LimitReached(f"the proof has more than {most / 1e6:,.0f} MB") from err
            raise
        finally:
            over.set()
            watcher.join()
            raw.unlink(missing_ok=True)
    if error is not None:
        raise error


def serve() -> Callable[[Request], NonosatError | None]:
    """What runs in the child: solve, then trim."""

    def answer(request: Request) -> NonosatError | None:
        clauses, cube, raw, work = request
        try:
            _solve(clauses, cube, raw)
            _trim(raw, len(clauses), cube, work)
        except NonosatError as err:
            return err
        except OSError as err:
            return OutputError(f"{work.parent}: {err.strerror}")
        return None

    return answer


def _solve(clauses: Clauses, cube: Cube, raw: Path) -> None:
    import pysolvers
    from pysat.solvers import Cadical195

    # What PySAT does for `with_proof`, but with hints, and into our file. It is not documented.
    solver = Cadical195()
    try:
        with raw.open("w+b") as file:
            solver.configure({"lrat": 1, "binary": 0})
            proof = pysolvers.cadical195_tracepr(solver.cadical, file)
            solver.append_formula([*([literal] for literal in cube), *clauses], no_return=True)
            contradiction = solver.solve() is False
            pysolvers.flushpr(proof)
            solver.delete()
    except AttributeError as err:
        raise MissingExtra(
            "certificates need a PySAT that can write LRAT proofs, as version 1.9.dev17 can: "
            "pip install 'python-sat==1.9.dev17'"
        ) from err
    if not contradiction:
        raise WrongAnswer("the clauses have another model than the solutions that were found")


def _trim(raw: Path, originals: int, cube: Cube, work: Path) -> None:
    """Write the needed steps of a raw proof, the last first, in the form that `Proof` reads.

    It is LRAT in which the originals have their numbers from 1 on, and the numbers of steps begin
    with an L. A line ``d`` before a step names the clauses that it is the last to use. The
    literals of `cube` are no clauses any more: every step has got "or not this cube".
    """
    steps, end = _survey(raw)
    # Adding a unit clause makes CaDiCaL propagate, and what it derives takes numbers between those
    # of the originals. They have the smallest numbers that no step has.
    free = (number for number in count(1) if number >= len(steps) or not steps[number])
    units = {next(free) for _ in cube}
    names = {next(free): b"%d" % number for number in range(1, originals + 1)}
    needed = bytearray(max(len(steps), *names, *units) + 1)
    extra = denied(cube)
    with raw.open("rb") as file, work.open("wb") as out:
        lines = lines_backwards(file, end)
        last = next(lines, b"")
        goal = STEP(last)
        if goal is None or goal[2] != b"0 ":
            raise EngineFailed(f"the proof is cut off, or not in LRAT: {last[:60]!r}")
        needed[int(goal[1])] = 1
        for line in chain([last], lines):
            if not needed[int(line[: line.index(b" ")])]:
                continue
            step = STEP(line)
            if step is None:
                raise EngineFailed(f"the proof has a step that is not plain LRAT: {line[:60]!r}")
            if step[2] == b"d ":
                continue
            hints = [hint for hint in map(int, step[3].split()) if hint not in units]
            fresh = [hint for hint in dict.fromkeys(hints) if not needed[hint]]
            for hint in fresh:
                needed[hint] = 1
            if fresh:
                out.write(b"d %s\n" % b" ".join(names.get(x) or b"L%d" % x for x in fresh))
            lemma = step[2][:-2]
            if cube:
                own = lemma.split()
                lemma += b"".join(b"%s " % x for x in extra.split() if x not in own)
            uses = b" ".join([names.get(x) or b"L%d" % x for x in hints])
            out.write(b"L%s %s0 %s 0\n" % (step[1], lemma, uses))


def _survey(raw: Path) -> tuple[bytearray, int]:
    """Which numbers belong to steps, and where the last step that matters ends."""
    steps, end, at = bytearray(BLOCK), 0, 0
    with raw.open("rb") as file:
        for line in file:
            at += len(line)
            name, _, rest = line.partition(b" ")
            if rest[:1] == b"d":
                continue
            if not name.isdigit():
                raise EngineFailed(f"the proof is not in LRAT: {line[:60]!r}")
            number, end = int(name), at
            if number >= len(steps):
                steps.extend(bytes(number))
            steps[number] = 1
            if rest[:2] == b"0 ":
                break  # the empty clause; nothing after it matters
    return steps, end


def lines_backwards(file: BinaryIO, end: int) -> Iterator[bytes]:
    """The lines before a place in a file, the last first."""
    rest = b""
    while end > 0:
        start = max(0, end - BLOCK)
        file.seek(start)
        first, *lines = (file.read(end - start) + rest).splitlines(keepends=True)
        yield from reversed(lines)
        rest, end = first, start
    if rest:
        yield rest


class Proof:
    """Writes an LRAT file, with numbers without gaps.

    Args:
        file: to write it to, packed; equal proofs make equal bytes.
        originals: how many clauses there are before the proof.
    """

    def __init__(self, file: BinaryIO, originals: int) -> None:
        self._file = gzip.GzipFile("", "wb", LEVEL, file, mtime=0)
        self.last = originals
        self._done_with: list[bytes] = []

    def close(self) -> None:
        self._file.close()

    def add(self, lemma: bytes, hints: Sequence[bytes]) -> bytes:
        """Write a step, literals each followed by a blank, and tell its number."""
        if len(self._done_with) >= BATCH:
            self._file.write(b"%d d %s 0\n" % (self.last, b" ".join(self._done_with)))
            self._done_with.clear()
        self.last += 1
        self._file.write(b"%d %s0 %s 0\n" % (self.last, lemma, b" ".join(hints)))
        return b"%d" % self.last

    def append(self, work: Path, deadline: Deadline, alone: bool) -> bytes:
        """Write what `run` has left, and tell the number of its last step.

        Args:
            alone: nothing else of this proof needs the original clauses.
        """
        names: dict[bytes, bytes] = {}
        name = b""
        with work.open("rb") as file:
            for count, line in enumerate(lines_backwards(file, work.stat().st_size)):
                if count % 1000 == 0:
                    deadline.check()
                if line[:1] == b"d":
                    for word in line.split()[1:]:
                        if word in names or alone:
                            self._done_with.append(names.pop(word, word))
                    continue
                words = line.split()
                middle = words.index(b"0")
                lemma = b"".join([word + b" " for word in words[1:middle]])
                name = self.add(lemma, [names.get(word, word) for word in words[middle + 1 : -1]])
                names[words[0]] = name
        return name

"""Makes the proof that a formula contradicts itself: LRAT by CaDiCaL, trimmed.

CaDiCaL cannot be interrupted, so it runs in child processes, which can be killed.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from nonosat.certificates import child_work
from nonosat.certificates.child_work import FormulaMaker
from nonosat.certificates.cubes import Cube, denied, prefixes
from nonosat.certificates.trim import Proof, RawNumbers
from nonosat.child import Child
from nonosat.errors import EngineFailed, LimitReached
from nonosat.limits import Deadline
from nonosat.platforms.waiting import result_of

MEMORY = 2 << 30
"""Bytes of memory that each child process may allocate."""
LOOK_EVERY = 0.1
"""Seconds between two looks at the size of a raw proof."""


def prove(
    child: Child,
    source: FormulaMaker,
    folder: Path,
    deadline: Deadline,
    most: int,
    cubes: int,
    jobs: int,
) -> None:
    """Write ``formula.cnf`` and ``proof.lrat.gz``, a proof that the formula contradicts itself.

    Args:
        source: makes the formula in a child process.
        folder: folder for both files, and for the raw proofs.
        most: bound on the bytes of a raw proof.
        cubes: number of parts that are proved separately, `jobs` of them at once.

    Raises:
        LimitReached: the deadline passed, or a proof has more than `most` bytes.
        MissingExtra: this version of PySAT cannot write such proofs.
        WrongAnswer: the formula has a model.
    """
    if cubes > 1:
        parts, originals = child.ask(
            child_work.write_and_split, source, folder, cubes, deadline=deadline
        )
        packed = (folder / "proof.lrat.gz").open("wb")
        with packed, closing(Proof(packed, originals)) as proof:
            _prove_parts(proof, parts, source, folder, deadline, most, jobs)
    else:
        with _watched(child, folder / "part.raw", most):
            child.ask(child_work.write_proof, source, folder, deadline=deadline)


def _prove_parts(
    proof: Proof,
    parts: list[Cube],
    source: FormulaMaker,
    folder: Path,
    deadline: Deadline,
    most: int,
    jobs: int,
) -> None:
    """Prove all cubes. Each part ends with the clause "not this cube"; two such clauses give that of their union."""
    facts: dict[Cube, bytes] = {}  # the number of the step "not this cube"
    with ThreadPoolExecutor(jobs) as pool:
        works = {cube: folder / f"part{number}" for number, cube in enumerate(parts)}
        stop = threading.Event()
        futures = [
            pool.submit(_prove_part, source, cube, works[cube], deadline, most, stop)
            for cube in parts
        ]
        try:
            for cube, future in zip(parts, futures, strict=True):
                facts[cube] = proof.append(works[cube], result_of(future), deadline)
                works[cube].unlink()
        finally:
            stop.set()  # else the pool waits for the running ones
            for future in futures:
                future.cancel()
    for cube in prefixes(parts):
        x = next(part[len(cube)] for part in parts if part[: len(cube)] == cube)
        one, other = facts[(*cube, x)], facts[(*cube, -x)]
        facts[cube] = proof.add(denied(cube), [one, other])


def _prove_part(
    source: FormulaMaker,
    cube: Cube,
    work: Path,
    deadline: Deadline,
    most: int,
    stop: threading.Event,
) -> RawNumbers:
    """Do `child_work.prove_part` in a process of its own, until `stop` is set."""
    raw = work.with_suffix(".raw")
    with Child(MEMORY) as child, _watched(child, raw, most, stop):
        return child.ask(child_work.prove_part, source, cube, raw, work, deadline=deadline)


@contextlib.contextmanager
def _watched(
    child: Child, raw: Path, most: int, stop: threading.Event | None = None
) -> Iterator[None]:
    """Kill the child if its raw proof has more than `most` bytes, or if `stop` is set.

    The raw proof is removed at the end.

    Raises:
        LimitReached: the proof is too large.
    """
    over, too_large = threading.Event(), False

    def watch() -> None:
        nonlocal too_large
        while not over.wait(LOOK_EVERY):
            with contextlib.suppress(FileNotFoundError):
                too_large = raw.stat().st_size > most
            if too_large or (stop is not None and stop.is_set()):
                child.kill()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    except EngineFailed as err:
        if too_large:
            raise LimitReached(f"the proof has more than {most / 1e6:,.0f} MB") from err
        raise
    finally:
        over.set()
        watcher.join()
        raw.unlink(missing_ok=True)

"""Makes the proof that a formula contradicts itself: LRAT by CaDiCaL, trimmed.

CaDiCaL cannot be interrupted, so it runs in child processes, which can be killed.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from nonosat.certificates import child_work
from nonosat.certificates.child_work import FormulaMaker
from nonosat.certificates.cubes import Cube, denied, prefixes
from nonosat.certificates.trim import Proof, RawNumbers
from nonosat.certificates.verify_many import MEMORY
from nonosat.child import Child
from nonosat.errors import EngineFailed, LimitReached
from nonosat.limits import Deadline
from nonosat.platforms.waiting import result_of

A = TypeVar("A")
T = TypeVar("T")

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
    works = {cube: folder / f"part{number}" for number, cube in enumerate(parts)}

    def prove_part(child: Child, cube: Cube) -> RawNumbers:
        raw = works[cube].with_suffix(".raw")
        with _watched(child, raw, most):
            arguments = source, cube, raw, works[cube]
            return child.ask(child_work.prove_part, *arguments, deadline=deadline)

    with closing(each_in_child(prove_part, parts, jobs, MEMORY)) as futures:
        for cube, future in zip(parts, futures, strict=True):
            facts[cube] = proof.append(works[cube], result_of(future), deadline)
            works[cube].unlink()
    for cube in prefixes(parts):
        x = next(part[len(cube)] for part in parts if part[: len(cube)] == cube)
        one, other = facts[(*cube, x)], facts[(*cube, -x)]
        facts[cube] = proof.add(denied(cube), [one, other])


def each_in_child(
    work: Callable[[Child, A], T], items: Sequence[A], jobs: int, memory: int | None = None
) -> Generator[Future[T]]:
    """Work on each item with a child process of its own, `jobs` at once; yield the futures in order.

    Closing the iterator early kills the children.
    """
    children: list[Child] = []
    stop = threading.Event()

    def run(item: A) -> T:
        with Child(memory) as child:
            children.append(child)
            if stop.is_set():  # it started too late to be killed below
                child.kill()
            return work(child, item)

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(run, item) for item in items]
        try:
            yield from futures
        finally:
            stop.set()
            for future in futures:
                future.cancel()
            for child in children:
                child.kill()


@contextlib.contextmanager
def _watched(child: Child, raw: Path, most: int) -> Iterator[None]:
    """Kill the child if its raw proof has more than `most` bytes.

    The raw proof is removed at the end.
    """
    over, too_large = threading.Event(), False

    def watch() -> None:
        nonlocal too_large
        while not over.wait(LOOK_EVERY):
            with contextlib.suppress(FileNotFoundError):
                too_large = raw.stat().st_size > most
            if too_large:
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

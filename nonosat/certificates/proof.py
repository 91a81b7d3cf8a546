"""The child processes that make proofs: CaDiCaL cannot be interrupted, but they can be killed."""

import contextlib
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from nonosat.child import Child
from nonosat.errors import EngineFailed, LimitReached

A = TypeVar("A")
T = TypeVar("T")

LOOK_EVERY = 0.1
"""Seconds between two looks at the size of a raw proof."""


def each_in_child(
    work: Callable[[Child, A], T], items: Sequence[A], jobs: int
) -> Generator[Future[T]]:
    """Work on each item with a child process of its own, `jobs` at once; yield the futures in order.

    Closing the iterator early kills the children.
    """
    children: list[Child] = []
    stop = threading.Event()

    def run(item: A) -> T:
        with Child() as child:
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
def watched(child: Child, raw: Path, most: int) -> Iterator[None]:
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

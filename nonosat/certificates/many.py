"""Makes certificates for many puzzles, several at once."""

import contextlib
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from nonosat.certificates.bundle import certify
from nonosat.certificates.proof import each_in_child
from nonosat.errors import NonosatError
from nonosat.limits import Limits
from nonosat.model import Sheet, SourcedSheet
from nonosat.platforms.files import usable_name
from nonosat.platforms.folders import leftovers
from nonosat.platforms.waiting import result_of
from nonosat.solving.result import Verdict


class CertificateOrder(NamedTuple):
    """A certificate to make; see `bundle.certify`."""

    sheet: Sheet
    folder: Path
    seconds: float | None
    most: int


Outcome = Verdict | NonosatError


def _make(order: CertificateOrder) -> Outcome:
    sheet, folder, seconds, most = order
    try:
        return certify(sheet, folder, limits=Limits(seconds), max_proof=most)
    except NonosatError as err:
        return err


def certify_all(
    orders: Sequence[CertificateOrder], jobs: int
) -> Iterator[tuple[CertificateOrder, Outcome]]:
    """Make certificates, `jobs` at once; yield each with its verdict or error, in order.

    Closing the iterator early ends all work and removes incomplete folders.
    """
    if jobs < 2 or len(orders) < 2:
        yield from ((order, _make(order)) for order in orders)
        return

    try:
        made = each_in_child(lambda child, order: child.ask(_make, order), orders, jobs)
        with contextlib.closing(made) as futures:
            for order, future in zip(orders, futures, strict=True):
                try:
                    outcome = result_of(future)
                except NonosatError as err:
                    outcome = err
                yield order, outcome
    finally:
        for order in orders:
            for folder in leftovers(order.folder):
                with contextlib.suppress(OSError):
                    shutil.rmtree(folder)


def folder_names(puzzles: Iterable[SourcedSheet]) -> list[str]:
    """Return a name for the folder of each puzzle, all different: its id, else that of its file.

    >>> from nonosat.model import Puzzle
    >>> p = Puzzle.of([[1]], [[1]])
    >>> folder_names(SourcedSheet(sheet, "x.non") for sheet in (Sheet(p, id="a/b"), Sheet(p), Sheet(p)))
    ['a-b', 'x', 'x-2']
    """
    taken: set[str] = set()
    names = []
    for item in puzzles:
        stem = re.sub(r"[^\w.-]+", "-", item.sheet.id or Path(item.source).stem).strip("-.")
        stem = usable_name(stem[:80] or "puzzle")
        name, number = stem, 1
        while name.casefold() in taken:  # some systems ignore case
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names

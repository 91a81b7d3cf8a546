"""Trims a raw proof to the steps that are needed, and renumbers them.

A raw proof may have gigabytes, and is never in memory. Most of its steps are not needed: it is read
backwards from the last step, and only steps that are reached along the hints are kept. They are
numbered without gaps, and deleted after their last use, so that a checker holds few clauses.
"""

import gzip
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path
from typing import BinaryIO

from nonosat.certificates.verify import STEP
from nonosat.errors import EngineFailed

BLOCK = 1 << 20
"""Bytes read at once."""
LEVEL = 4
"""Level of gzip; higher ones take much longer and save little."""
BATCH = 50
"""Clauses that are deleted by one line."""

RawNumbers = Sequence[int]
"""The number that each clause of the formula has in a raw proof, ascending."""


def trim(raw: Path, originals: int, work: Path) -> RawNumbers:
    """Write the needed steps of a raw proof to `work`, the last first, with their raw numbers.

    A line ``d`` before a step names the clauses that this step is the last to use.
    """
    steps, end = _survey(raw)
    # Adding a unit clause makes CaDiCaL propagate, and what it derives takes numbers between those
    # of the originals. They have the smallest numbers that no step has.
    free = (number for number in count(1) if number >= len(steps) or not steps[number])
    numbers = array("Q", islice(free, originals))
    needed = bytearray(max(len(steps), *numbers) + 1)
    with raw.open("rb") as file, work.open("wb") as out:
        lines = lines_backwards(file, end)
        last = line = next(lines, b"")
        goal = STEP(last)
        if goal is None or goal[2] != b"0 ":
            raise EngineFailed(f"the proof is cut off, or not in LRAT: {last[:60]!r}")
        needed[int(goal[1])] = 1
        try:
            for line in chain([last], lines):
                number, _, rest = line.partition(b" ")
                if not needed[int(number)] or rest[:1] == b"d":
                    continue
                uses = [*map(int, parts(rest)[1])]
                if min(uses) < 1:
                    raise ValueError("a RAT step")
                fresh = dict.fromkeys(use for use in uses if not needed[use])
                for use in fresh:
                    needed[use] = 1
                if fresh:
                    out.write(b"d %s\n" % b" ".join([b"%d" % use for use in fresh]))
                out.write(line)
        except (ValueError, IndexError) as err:
            raise EngineFailed(f"a step of the proof is not plain LRAT: {line[:60]!r}") from err
    return numbers


def parts(rest: bytes) -> tuple[bytes, list[bytes]]:
    """Return the literals and the hints of a step without its number.

    >>> parts(b"5 -1 0 2 3 0\\n"), parts(b"0 2 3 0\\n")
    ((b'5 -1', [b'2', b'3']), (b'', [b'2', b'3']))
    """
    lemma, _, hints = (b" " + rest).partition(b" 0 ")
    return lemma[1:], hints.split()[:-1]


def _survey(raw: Path) -> tuple[bytearray, int]:
    """Return which numbers are steps, and the end of the last step that matters."""
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
    """Yield the lines before a position in a file, the last first."""
    rest = b""
    while end > 0:
        start = max(0, end - BLOCK)
        file.seek(start)
        first, *lines = (file.read(end - start) + rest).splitlines(keepends=True)
        yield from reversed(lines)
        rest, end = first, start
    if rest:
        yield rest


class _Names(dict[bytes, bytes]):
    """The new number of each raw number; those of originals are added on request."""

    def __init__(self, originals: RawNumbers) -> None:
        self._originals = originals

    def __missing__(self, raw: bytes) -> bytes:
        number = int(raw)
        place = bisect_left(self._originals, number)
        if place == len(self._originals) or self._originals[place] != number:
            raise EngineFailed(f"the proof uses clause {number}, which does not exist")
        name = self[raw] = b"%d" % (place + 1)
        return name


class Proof:
    """Writes an LRAT file with consecutive numbers."""

    def __init__(self, file: BinaryIO, originals: int) -> None:
        self._file = gzip.GzipFile("", "wb", LEVEL, file, mtime=0)
        self.last: int = originals
        self._done_with: list[bytes] = []

    def close(self) -> None:
        self._file.close()

    def add(self, lemma: bytes, hints: Sequence[bytes]) -> bytes:
        """Write a step with these literals, separated by blanks; return its number."""
        if len(self._done_with) >= BATCH:
            self._file.write(b"%d d %s 0\n" % (self.last, b" ".join(self._done_with)))
            self._done_with.clear()
        self.last += 1
        clause = lemma + b" 0" if lemma else b"0"
        self._file.write(b"%d %s %s 0\n" % (self.last, clause, b" ".join(hints)))
        return b"%d" % self.last

    def append(self, work: Path, originals: RawNumbers) -> None:
        """Write the steps that `trim` kept."""
        names = _Names(originals)
        with work.open("rb") as file:
            for line in lines_backwards(file, work.stat().st_size):
                if line[:1] == b"d":
                    self._done_with += [names.pop(raw) for raw in line.split()[1:]]
                    continue
                number, _, rest = line.partition(b" ")
                lemma, hints = parts(rest)
                names[number] = self.add(lemma, [names[hint] for hint in hints])

"""Clauses in little memory: millions of them are kept, copied, and sent to child processes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence


class Clauses:
    """A growing list of clauses: one array of literals, a 0 behind each clause, as in DIMACS.

    >>> list(Clauses([[1, -2], [3]]))
    [[1, -2], [3]]
    """

    __slots__ = ("_count", "_literals")

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        self._literals = array("i")
        self._count = 0
        for clause in clauses:
            self.append(clause)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[list[int]]:
        at = 0
        while at < len(self._literals):
            end = self._literals.index(0, at)
            yield self._literals[at:end].tolist()
            at = end + 1

    def append(self, clause: Sequence[int]) -> None:
        """Add a clause of literals that are not 0."""
        self._literals.extend((*clause, 0))
        self._count += 1

    def copy(self) -> Clauses:
        """The same, to grow by itself."""
        copy = Clauses()
        copy._literals, copy._count = self._literals[:], self._count
        return copy

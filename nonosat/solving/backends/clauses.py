"""Clauses in little memory: millions of them are kept, copied, and sent to child processes."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

GLANCE = 4096
"""Literals handed over between two looks at the clock."""


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

    @classmethod
    def of_bytes(cls, literals: bytes, count: int) -> "Clauses":
        """Wrap clauses that are an array of machine integers already."""
        clauses = cls()
        clauses._literals.frombytes(literals)
        clauses._count = count
        return clauses

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[list[int]]:
        return self.watched(lambda: None)

    def watched(self, check: Callable[[], None]) -> Iterator[list[int]]:
        """Each clause; `check` is called every few thousand literals."""
        at = 0
        while at < len(self._literals):
            check()
            # Up to the end of a clause. In one list, the literals are many times faster to look at.
            end = self._literals.index(0, min(at + GLANCE, len(self._literals)) - 1) + 1
            literals = self._literals[at:end].tolist()
            begin = 0
            for stop in [i for i, literal in enumerate(literals) if not literal]:
                yield literals[begin:stop]
                begin = stop + 1
            at = end

    def append(self, clause: Sequence[int]) -> None:
        """Add a clause of literals that are not 0."""
        self._literals.extend((*clause, 0))
        self._count += 1

    def copy(self) -> "Clauses":
        """Return an independent copy."""
        copy = Clauses()
        copy._literals, copy._count = self._literals[:], self._count
        return copy


def counter(variables: int, most: int) -> tuple[list[list[int]], list[int]]:
    """Build a sequential counter: clauses that count the true ones among variables 1..`variables`.

    C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005.

    Returns:
        The clauses, and one output variable for each of 0, 1 .. `most`: it is true when more
        variables than that are true.
    """
    clauses = []
    outputs: list[int] = []
    new = variables
    for variable in range(1, variables + 1):
        before = outputs
        outputs = []
        for count in range(min(variable, most + 1)):
            new += 1
            outputs.append(new)
            if count < len(before):
                clauses.append([-before[count], new])
            clauses.append([-variable, new] if not count else [-variable, -before[count - 1], new])
    return clauses, outputs

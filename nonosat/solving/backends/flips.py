"""Prove the cells of a picture one by one: a clause learner refutes that the cell has another color.

A clause that says "some cell differs" has a literal for every open cell, and most learned clauses would
inherit them. The assumption that one cell differs often takes few conflicts to refute; the cell is certain
then, and what was learned is kept for the next. Cells beside certain ones are the easiest.
"""

import heapq
from collections.abc import Callable, Sequence

from nonosat.limits import Deadline
from nonosat.model import Grid
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import NO_BUDGET, InThread, set_phases

ENGINE = "glucose3"
CONFLICTS = 20
"""For the first flip of each cell of a whole picture; later four times as many, and so on."""


class Flips(InThread):
    """An engine that refutes that cells differ from a picture; see `Engine`.

    Attributes:
        left: the cells that are not proved yet, each with the literal "it is as in the picture".
        stopped: True after `stop`; `work` must end then.
    """

    def __init__(self, clauses: Clauses, deadline: Deadline, phases: Sequence[int] = ()) -> None:
        super().__init__(ENGINE, clauses, phases, deadline)
        self.left: dict[int, int] = {}
        self._cells: dict[int, int] = {}
        self.stopped: bool = False

    def take(self, literals: dict[int, int]) -> None:
        """Take the literals of the open cells of a picture, and try models near it first."""
        self.left = literals
        self._cells = {literal: cell for cell, literal in literals.items()}
        set_phases(self._solver, [*self._cells])

    def holds(self, literal: int) -> bool:
        """Return True if a literal holds in the last model."""
        return self.model[abs(literal) - 1] == literal

    def flip(self, cell: int, conflicts: int) -> set[int] | None:
        """Search for a model where a cell differs, and return the cells that are proved now.

        Returns:
            No cells if the conflicts did not suffice; None if there is a model.
        """
        literal = self.left[cell]
        self.budget(conflicts)
        solvable = self._solve((-literal,))
        if solvable is not False:
            return None if solvable else set()
        self.add([literal])
        implied = self._solver.propagate()[1]
        proved = {self._cells[one] for one in implied if one in self._cells} & self.left.keys()
        proved.add(cell)
        for one in proved:
            del self.left[one]
        return proved

    def begin(self, call_back: Callable[[], None]) -> None:
        self.stopped = False
        super().begin(call_back)

    def stop(self) -> None:
        self.stopped = True
        super().stop()


class CellByCell(Flips):
    """Refutes all cells of a picture: an engine of a race, whose clauses block that picture."""

    def __init__(
        self,
        encoding: Encoding,
        picture: Grid,
        clauses: Clauses,
        phases: Sequence[int],
        deadline: Deadline,
    ) -> None:
        super().__init__(clauses, deadline, phases)
        literals = encoding.cell_literals(picture)
        self.take(dict(zip((cell for cell, _ in encoding.open_cells), literals, strict=True)))
        self._shape = picture.shape
        self._conflicts = CONFLICTS

    def work(self) -> None:
        """Flip cells, with more conflicts when few yield; the last proof is that no model is left."""
        while self.left and not self.stopped:
            before = len(self.left)
            tried: set[int] = set()
            # Of cells with equally many open sides the one that waits longest is next: by place it
            # took .56 times as many conflicts again on a sheet of icons, newest first .39.
            queue = [(self._open_beside(cell), at, cell) for at, cell in enumerate(self.left)]
            heapq.heapify(queue)
            while queue and not self.stopped:
                _, _, cell = heapq.heappop(queue)
                if cell in tried or cell not in self.left:
                    continue
                tried.add(cell)
                proved = self.flip(cell, self._conflicts)
                if proved is None:
                    return  # `answer` and `model` have it
                for other in {near for one in proved for near in self._beside(one)}:
                    if other in self.left and other not in tried:
                        heapq.heappush(queue, (self._open_beside(other), len(tried), other))
            if 10 * len(self.left) > 9 * before:
                self._conflicts *= 4
        if not self.stopped:
            self.budget(NO_BUDGET)
            super().work()

    def _open_beside(self, cell: int) -> int:
        return sum(other in self.left for other in self._beside(cell))

    def _beside(self, cell: int) -> list[int]:
        """The cells on the four sides of a cell."""
        height, width = self._shape
        row, col = divmod(cell, width)
        sides = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        return [r * width + c for r, c in sides if 0 <= r < height and 0 <= c < width]

"""The result of a search: the verdict, and the row of facts that is written of it."""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Self

from nonosat.errors import FINISHED, Stop
from nonosat.model import Cell, Domains, Grid, Puzzle
from nonosat.model.forms import Drawn, Sentence
from nonosat.solving.columns import Column


class Verdict(enum.StrEnum):
    """The number of solutions, as far as it is proved; a str, so ``verdict == "unique"`` works."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    """Proved: the whole space was searched."""
    UNKNOWN = "unknown"
    """A limit ended the search. Proves nothing; never print it as "no"."""

    @property
    def words(self) -> str:
        """Words for people, such as "exactly one solution"."""
        return WORDS[self]


WORDS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.NONE: "no solution",
    Verdict.UNKNOWN: "no verdict",
}


class Ended(Sentence):
    """The outcome of work that ended by itself or by a limit."""

    __slots__ = ()
    stop: Stop

    @property
    def error(self) -> str:
        """Why the work ended early, in words; "" if it did not."""
        return str(self.stop)

    @property
    def decided(self) -> int | None:
        """Cells proved to be the same in every solution; None without a solution or a proof."""
        return None

    def _facts(self, *names: str, **more: object) -> dict[str, Any]:
        """The JSON form of the attributes with these names, of more facts, and of the early end."""
        own = {name: _as_json(getattr(self, name)) for name in names}
        return own | more | {"error": self.error or None}

    def with_domains(self, domains: Domains) -> Self:
        """The same outcome with what is proved of the cells, if it has a place for that."""
        if "decided" in getattr(self, "__dataclass_fields__", ()):
            return replace(self, decided=domains.decided)  # type: ignore[type-var]  # see above
        return self


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [*map(_as_json, value)]
    if isinstance(value, enum.Enum):
        return value.value
    return round(value, 6) if isinstance(value, float) else value


@dataclass(frozen=True, slots=True, repr=False)
class Result(Drawn, Ended):
    """The outcome of a search. The verdict follows from what was found and proved."""

    puzzle: Puzzle
    solutions: tuple[Grid, ...]
    """Found and judged correct; all different."""
    exhausted: bool
    """True when the search space was finished: there are no other grids."""
    backend: str
    engine: str = ""
    seconds: float = 0.0
    """Wall seconds from the puzzle read to the verdict, child processes included."""
    cpu_seconds: float = 0.0
    line_solvable: bool | None = None
    difficulty: str = ""
    left: int | None = None
    """Cells that line logic leaves open; None if it is not known."""
    known: Domains | None = None
    """The colors that each cell can still have, if more than one solution is left; None if not known."""
    counters: Mapping[str, int] = field(default_factory=dict, hash=False)
    stop: Stop = FINISHED
    """Why the search ended."""
    checked: bool = True
    """True if uniqueness is decided or was asked for.

    False if the caller asked for one solution only and the search did not rule out others."""
    more_varying: tuple[Cell, ...] = ()
    """Cells that differ in solutions that are not kept; see `varies`."""
    title: str = field(default="", compare=False)
    """The title of the sheet that was asked about."""
    file: str = field(default="", compare=False)
    position: int | None = field(default=None, compare=False)
    """Those of the sheet, if it was read from a file."""

    def __bool__(self) -> NoReturn:
        raise TypeError("a result is neither true nor false; see its .verdict or .is_unique")

    def __repr__(self) -> str:
        found = f", {len(self.solutions)} solutions" if len(self.solutions) > 1 else ""
        return f"<Result {self.verdict}{found}, {self.backend}, {self.seconds:.3f} s>"

    def __str__(self) -> str:
        return verdict_line(self)

    @property
    def _drawn_cells(self) -> int:
        return self.puzzle.height * self.puzzle.width

    @property
    def verdict(self) -> Verdict:
        """The number of solutions, as far as it is proved."""
        if len(self.solutions) > 1:
            return Verdict.MULTIPLE
        if not self.exhausted:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if self.solutions else Verdict.NONE

    @property
    def is_unique(self) -> bool:
        """True if it is proved that there is exactly one solution."""
        return self.verdict is Verdict.UNIQUE

    @property
    def solution(self) -> Grid | None:
        """The first solution, which need not be the only one; None if none was found."""
        return self.solutions[0] if self.solutions else None

    @property
    def differs(self) -> list[tuple[int, int]]:
        """The cells where the first two solutions differ; empty without a second."""
        if len(self.solutions) < 2:
            return []
        return self.solutions[0].differs(self.solutions[1])

    @property
    def decided(self) -> int | None:
        """See `Ended.decided`."""
        if self.verdict is Verdict.UNIQUE:
            return len(self.solutions[0].cells)
        if self.verdict is Verdict.NONE or self.known is None:
            return None
        return self.known.decided

    def with_domains(self, domains: Domains) -> "Result":
        return replace(self, known=domains)

    @property
    def varies(self) -> list[Cell]:
        """The cells known to differ between solutions, sorted; there may be more of them."""
        if len(self.solutions) < 2:
            return []
        first, changed = int.from_bytes(self.solutions[0].cells), 0
        for other in self.solutions[1:]:
            changed |= first ^ int.from_bytes(other.cells)
        width, cells = self.puzzle.width, changed.to_bytes(len(self.solutions[0].cells))
        return sorted(
            {divmod(at, width) for at, bits in enumerate(cells) if bits} | {*self.more_varying}
        )

    @property
    def most_varying(self) -> int | None:
        """Proved bound of the cells that differ between solutions; None if it is not known."""
        return len(self.varies) if self.exhausted else self.left

    def to_dict(
        self,
        *,
        source: str | None = None,
        position: int | None = None,
        title: str | None = None,
        remarks: Sequence[str] = (),
    ) -> dict[str, Any]:
        """The one JSON form of a result; facts that are absent are null.

        Args:
            source: name of the file, in place of the sheet's.
            position: number of the puzzle in the file from 1, in place of the sheet's.
            title: the title, in place of the sheet's.
            remarks: what the user should check before using the puzzle; see `Sheet.remarks`.
        """
        place = {
            "source": source or self.file or None,
            "position": position or self.position,
            "title": title or self.title,
        }
        facts = place | {"remarks": [*remarks], "error": self.error}
        return row_of(COLUMNS, facts=facts, puzzle=self.puzzle, result=self)


def verdict_line(
    result: Result, at_most: int | None = None, nothing: str = "no solution", ending: str = ""
) -> str:
    """Say what was found and proved, the time, and the backend.

    Args:
        at_most: the number of solutions that were wanted.
        nothing: what to say if there is no solution.
        ending: what to say of an early end; "" means why.
    """
    number = len(result.solutions)
    if result.verdict is Verdict.NONE:
        what = nothing
    elif result.verdict is Verdict.UNIQUE:
        what = "unique solution"
    elif number == 0:
        what = "no solution found"
    elif number == 1:
        what = "solved, uniqueness not checked" if not result.error else "one solution found"
    elif result.exhausted:
        what = f"exactly {number} solutions"
    else:
        what = f"{number} solutions" + ("" if number == at_most else ", there may be more")
    how = result.backend + (f", {result.engine}" if result.engine else "")
    reason = f" ({ending or result.error})" if result.error else ""
    return f"{what}{reason}, {result.seconds:.3f} s ({how})"


def row_of(columns: Iterable[Column], **parts: object) -> dict[str, Any]:
    """The row of a puzzle; `parts` are the values of `columns.Part`, None for those it lacks."""
    return {
        column.name: None if (part := parts[column.part]) is None else column.of(part)
        for column in columns
    }


COLUMNS = (
    Column("source", str, lambda facts: facts["source"]),
    Column("position", int, lambda facts: facts["position"], bits=64),
    Column("title", str, lambda facts: facts["title"] or None, null=True),
    Column("remarks", list, lambda facts: facts["remarks"]),
    Column("height", int, lambda puzzle: puzzle.height, "puzzle"),
    Column("width", int, lambda puzzle: puzzle.width, "puzzle"),
    Column("colors", int, lambda puzzle: len(puzzle.palette.inks), "puzzle", bits=16),
    Column("verdict", str, lambda result: result.verdict.value, "result", null=True),
    Column("line_solvable", bool, lambda result: result.line_solvable, "result", null=True),
    Column("difficulty", str, lambda result: result.difficulty or None, "result", null=True),
    Column("left", int, lambda result: result.left, "result", null=True),
    Column("decided", int, lambda result: result.decided, "result", null=True),
    Column("checked", bool, lambda result: result.checked, "result", null=True),
    Column(
        "solutions",
        list,
        lambda result: [grid.drawn(result.puzzle.palette.chars) for grid in result.solutions],
        "result",
    ),
    Column("exhausted", bool, lambda result: result.exhausted, "result", null=True),
    Column("differs", list, lambda result: [list(cell) for cell in result.differs], "result"),
    Column("varies", list, lambda result: [list(cell) for cell in result.varies], "result"),
    Column("backend", str, lambda result: result.backend, "result", null=True),
    Column("engine", str, lambda result: result.engine or None, "result", null=True),
    Column("seconds", float, lambda result: round(result.seconds, 6), "result"),
    Column("cpu_seconds", float, lambda result: round(result.cpu_seconds, 6), "result"),
    Column("counters", dict, lambda result: dict(result.counters), "result"),
    Column("error", str, lambda facts: facts["error"] or None, null=True),
)
"""The facts of a result, in the order of `Result.to_dict`."""
FACTS = tuple(column.name for column in COLUMNS)
"""The keys of `Result.to_dict`, in order."""

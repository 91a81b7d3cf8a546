"""The fewest cells of a picture to change, so that its puzzle has one solution.

Changes that leave a patch and the pieces of lines around it as they are also leave the other
solution. So each patch found means that one of these cells must change (see `patches`). The search
tries the fewest changes that fit all patches known so far. If the puzzle still has another solution,
that is a new patch, which rules out these changes and all that are the same around it. The search
ends with changes that make the picture the only solution, and no fewer suffice. A first proposal is
found greedily (see `mend`); of a large picture it most likely stays the only one.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from nonosat.ask.effort import EFFORT, Effort
from nonosat.ask.repair.blemishes import find_blemishes, symmetries
from nonosat.ask.repair.fewest import AT_LEAST, Fewest
from nonosat.ask.repair.mend import Mender, Reached
from nonosat.ask.repair.other_solutions import Others
from nonosat.ask.repair.patches import Patch, differing, fits, patched, pieces
from nonosat.ask.repair.words import Mended, sentence
from nonosat.errors import (
    FINISHED,
    LimitReached,
    Reason,
    Stop,
    UsageError,
    WrongAnswer,
    check_kind,
    check_whole,
)
from nonosat.limits import NO_LIMITS, AnyLimits
from nonosat.model import (
    AnyPicture,
    Cell,
    Grid,
    Palette,
    Puzzle,
    Sheet,
    cell_name,
    cell_of,
    picture_of,
)
from nonosat.solving.api import check
from nonosat.solving.backends import BACKENDS
from nonosat.solving.result import Verdict
from nonosat.solving.search import BaseSearch

MENDING, MENDING_SECONDS = 0.6, 45.0
"""The most that a first proposal may take: a share of the time, and seconds."""
BEYOND = "more cells are ambiguous than few changes can mend"


@dataclass(frozen=True, slots=True, repr=False)
class Changes(Mended):
    """Pictures with few changes whose puzzles have one solution, and the proved bound."""

    picture: Grid
    palette: Palette
    proposals: tuple[Grid, ...]
    """Changed pictures with equally many changes; the first one looks least changed."""
    at_least: int
    """The proved lower bound: fewer changes do not suffice."""
    unproved: Reached | None = None
    """A changed large picture without a proposal: a second solution was neither found nor refuted."""
    possible: bool = True
    """False if it is proved that no change of the cells that may change suffices."""
    symmetric: Grid | None = None
    """The fewest changes that keep all symmetries, if each proposal breaks one and these were found."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why it ended."""

    def __str__(self) -> str:
        return sentence(self, "change", next(iter(self.proposals), None))

    @property
    def cells(self) -> tuple[Cell, ...] | None:
        """The cells to change for the first proposal; None if there is no proposal."""
        return tuple(self.picture.differs(self.proposals[0])) if self.proposals else None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        unproved, chars = self.unproved, self.palette.chars
        return self._facts(
            *("cells", "fewest", "at_least", "possible", "seconds"),
            pictures=[grid.drawn(chars) for grid in self.proposals],
            symmetric=self.symmetric and self.symmetric.drawn(chars),
            unproved=unproved and unproved.picture.drawn(chars),
            undecided=unproved and unproved.undecided,
        )


class ChangeSearch(BaseSearch[Changes]):
    """A search for the fewest changes.

    Args:
        palette: the colors of the numbers and letters in `picture`, if it has no palette.
        keep: cells that must stay as they are.
        at_most: the most proposals; None means all that are found in time.
        limits: of the whole search.
    """

    def __init__(
        self,
        picture: AnyPicture,
        palette: Palette | None = None,
        *,
        keep: Collection[Cell] = (),
        at_most: int | None = 1,
        limits: AnyLimits = NO_LIMITS,
        effort: Effort = EFFORT,
    ) -> None:
        self._effort = effort
        if at_most is not None:
            check_whole(at_most, "at_most")
        self.picture: Grid = picture_of(picture, palette)
        picture = self.picture
        check_kind(keep, "keep", Iterable)
        keep = list(map(cell_of, keep))
        for cell in keep:
            if not (0 <= cell[0] < picture.height and 0 <= cell[1] < picture.width):
                raise UsageError(
                    f"there is no {cell_name(cell)} to keep: the picture is "
                    f"{picture.width}x{picture.height}"
                )
        super().__init__(limits)
        assert picture.palette is not None, "picture_of says so"
        self.palette: Palette = picture.palette
        self._colors = len(self.palette.colors)
        self._keep = {row * picture.width + col for row, col in keep}
        self._at_most = at_most
        self._fewest = Fewest(self._colors)
        self._at_least = 0
        self._possible = True
        self._patches: list[Patch] = []
        self._found: list[Grid] = []
        self._symmetric: Grid | None = None
        self._unproved: Reached | None = None

    def _work(self) -> None:
        if self._mend() == self.picture or not BACKENDS.available(BACKENDS.entry("sat")):
            return  # in a browser nothing proves that fewer will not do
        if not self._learn(self.picture):
            self._take(self.picture)
            return
        while (changes := self._next()) is not None:
            if self._found and len(changes) >= self._size:  # there are no fewer
                whole = self._deadline
                self._rank(changes)
                if all(find_blemishes(self.picture, grid)[0] for grid in self._found):
                    self._deadline = whole.part(self._effort.ranking)
                    with suppress(LimitReached):
                        self._keep_symmetries()
                return
            self._try(changes)
        if not self._found:
            self._possible = self._fewest.possible

    def _mend(self) -> Grid | None:
        """Keep a picture that is mended greedily, and return it; None without a proof."""
        self._trace.stage = "changing cells one by one"
        deadline = self._deadline.part(min(MENDING_SECONDS, MENDING * self._deadline.remaining()))
        mended = Mender(self.picture, self.palette, deadline, self._keep).run()
        if mended.proved:
            self._found.append(mended.picture)
            return mended.picture
        if mended.beyond:
            raise LimitReached(Stop(Reason.TOO_LARGE, BEYOND))
        self._unproved = mended
        return None

    def _rank(self, changes: Patch | None) -> None:
        """Look for more of the fewest changes, since some look better than others."""
        if self._at_most is not None:
            self._deadline = self._deadline.part(self._effort.ranking)
        try:
            while changes is not None and len(changes) == self._size:
                self._try(changes)
                changes = self._next()
        except LimitReached:
            if self._at_most is None:
                raise

    def _keep_symmetries(self) -> None:
        """Look for the fewest changes that leave the picture all its symmetries."""
        ways = symmetries(self.picture)
        while (changes := self._next()) is not None:
            # A cell is changed as its mirror images are, or not at all.
            pairs = [
                (self._choice(cell, color), places[cell], color)
                for cell, color in changes.items()
                for places in ways
                if changes.get(places[cell]) != color
            ]
            for choice, cell, color in pairs:
                alike = [] if cell in self._keep else [self._choice(cell, color)]
                self._fewest.add([-choice, *alike])
            if not pairs and not self._learn(changed := patched(self.picture, changes)):
                self._take(changed)
                if len(changes) > self._size:
                    self._symmetric = self._found.pop()
                return

    def _try(self, changes: Patch) -> None:
        """Keep changes that make the picture unique, or learn why they do not."""
        changed = patched(self.picture, changes)
        if not self._learn(changed):
            self._take(changed)
            self._fewest.add(-self._choice(*change) for change in changes.items())

    @property
    def _size(self) -> int:
        return len(differing(self.picture, self._found[0]))

    def _next(self) -> Patch | None:
        """Return the fewest changes that may suffice, by what is known."""
        try:
            found = self._fewest.find(self._deadline)
        finally:
            # With proposals, the search looks for others, so its bound may be too high.
            bound = self._fewest.at_least
            self._at_least = min(bound, self._size) if self._found else bound
            self._trace.counters[AT_LEAST] = self._at_least
        if found is None:
            return None
        return dict(divmod(choice - 1, self._colors) for choice in found)

    def _choice(self, cell: int, color: int) -> int:
        return cell * self._colors + color + 1

    def _learn(self, changed: Grid) -> bool:
        """Find patches of a picture and what they rest on; return False if it is the only solution."""
        self._deadline.check()
        patches = [patch for patch in self._patches if fits(changed, patch)]
        if not patches:
            with Others(changed, self._puzzle(changed), self._deadline, self._effort) as others:
                patches = others.packing()
            self._patches += patches
        for patch in patches:
            self._fewest.add(self._rests_on(changed, patch))
        return bool(patches)

    def _rests_on(self, changed: Grid, patch: Patch) -> Iterator[int]:
        """Yield the choices, or choices undone, without which a patch of a changed picture remains."""
        other = patched(changed, patch)
        within: set[int] = set()
        beside: dict[int, set[int]] = {}
        for cells, neighbors in pieces(changed, other):
            within.update(cells)
            for cell in neighbors:
                end = cells[0] if cell < cells[0] else cells[-1]
                beside.setdefault(cell, set()).update({changed.cells[end], other.cells[end]} - {0})
        for cell in within:
            yield from self._recolorings(changed, cell, range(self._colors))
        for cell in beside.keys() - within:
            # Only an ink that joins the piece makes another line of it.
            yield from self._recolorings(changed, cell, beside[cell])

    def _recolorings(self, changed: Grid, cell: int, colors: Iterable[int]) -> Iterator[int]:
        if cell in self._keep:
            return
        original, now = self.picture.cells[cell], changed.cells[cell]
        if now != original:
            yield -self._choice(cell, now)
        else:
            yield from (self._choice(cell, color) for color in colors if color != original)

    def _puzzle(self, changed: Grid) -> Puzzle:
        return Puzzle.of_grid(changed, self.palette)

    def _take(self, changed: Grid) -> None:
        """Let the solver check a picture, and keep it if it has no more changes than the others."""
        if changed in self._found:
            return
        sheet = Sheet(self._puzzle(changed), goals=(changed,))
        result = check(sheet, limits=self._deadline.left())
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.stop)
        if result.solutions != (changed,):
            raise WrongAnswer("the changed picture is not the only solution of its puzzle")
        if self._found and len(differing(self.picture, changed)) < self._size:
            self._found = []
        self._found.append(changed)

    def result(self) -> Changes:
        """Return the proposals found and the bound proved so far."""
        # The cells come last, for an order that is always the same.
        ranked = sorted(
            self._found, key=lambda grid: (find_blemishes(self.picture, grid), grid.cells)
        )
        return Changes(
            self.picture,
            self.palette,
            tuple(ranked[: self._at_most]),
            self._at_least,
            None if ranked else self._unproved,
            self._possible,
            self._symmetric,
            self._seconds,
            self._stop,
        )


def fewest_changes(
    picture: AnyPicture,
    palette: Palette | None = None,
    *,
    keep: Collection[Cell] = (),
    at_most: int | None = 1,
    limits: AnyLimits = NO_LIMITS,
) -> Changes:
    """Find the fewest cells to change, so that a picture's puzzle has one solution.

    A limit leaves that unproved; the result says so. See `ChangeSearch`.

    >>> len(fewest_changes(["#.", ".#"]).cells or ())
    1

    Raises:
        UsageError, PuzzleError: `picture` is not a picture, or has colors outside of `palette`.
    """
    return ChangeSearch(picture, palette, keep=keep, at_most=at_most, limits=limits).run()

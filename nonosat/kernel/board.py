"""The reference board: propagation, probing and search on big ints.

It specifies the kernel in C++, in plain Python, without limits on sizes or colors. A *tick* is a
callable without arguments that the board calls before it solves a line. An exception from the tick
ends the work and is passed on; deadlines and Ctrl-C work this way. A tick may read the counters
and the depth of its board, and nothing else. line.py has the rest of the glossary.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import reduce
from math import log1p
from operator import or_
from typing import NamedTuple

from nonosat.kernel.belief import OpenLine, Opinions, median
from nonosat.kernel.bits import Rows, columns, decided_colors, lowest, ones, several
from nonosat.kernel.clauses import BoardKnowledge, Encoded, encode
from nonosat.kernel.line import Clue, Placed, narrow, place, prepare

State = list[list[int]]
"""The allowed sets of all rows, then of all columns; both views are kept in step."""


class Probed(NamedTuple):
    """The outcome of probing a cell."""

    looked: int
    """The lines that its probes looked at."""
    least: int
    """The (cell, color) pairs excluded by the color that excludes the fewest."""
    most: int


class _Guess(NamedTuple):
    """A cell that the search branches on."""

    state: State
    """As it was before."""
    cell: int
    colors: list[int]
    """Those still to be tried, the next one last."""


SCORES: dict[str, Callable[[int, int], float]] = {
    "product": lambda least, most: (least + 1) * (most + 1),
    "sum": lambda least, most: least + 1.85 * log1p(most - least),
}
"""The worth of branching on a cell, by the least and the most that one of its colors excludes;
"sum" is that of Wu et al. (see `Board.probe`)."""
_CACHE_BITS = 200_000_000
_HOT = 8
"""As many lines that contradicted the last trials are solved first in the next."""
_GRIDS = (32, 16, 8, 4, 2)
_NO_CELL = -len(_GRIDS) - 1
_SAMPLED = -_GRIDS.index(4)


class Queue:
    """The cells to probe, the one with the most decided neighbors first.

    Cells beside decided ones are the likeliest to be decided by a probe. Of the eight neighbors
    those outside of the board count as decided. Of the cells without any those on each 32nd row and
    column come first, then those on finer grids: where one cell yields something, so do others near
    it. Among equals the first one row by row is taken.

    Args:
        cells: those of each row that are in the queue.
        opens: the open cells of each row.
        sample: the finest grid that is taken has each fourth row and column.
    """

    def __init__(self, cells: list[int], opens: list[int], width: int, sample: bool) -> None:
        self._cells, self._open, self._full = cells, opens, (1 << width) - 1
        self._grids = [sum(1 << col for col in range(0, width, side)) for side in _GRIDS]
        self._least = _SAMPLED if sample else _NO_CELL + 1
        self._best = [self._best_of(row) for row in range(len(cells))]

    def _best_of(self, row: int) -> tuple[int, int]:
        """The most decided neighbors of a cell in the queue, and its column.

        Without decided neighbors it is -k if the cell is on grid k; `_NO_CELL` without a cell.
        """
        if not self._cells[row]:
            return _NO_CELL, -1
        sums = [0] * 4  # bit i of sums[k]: bit k of the number of decided neighbors of cell i
        for other in (row - 1, row, row + 1):
            inside = 0 <= other < len(self._open)
            decided = self._full & ~self._open[other] if inside else self._full
            sides = (decided << 1 | 1, decided >> 1 | self._full ^ self._full >> 1)
            for carry in sides if other == row else (*sides, decided):
                for k, bits in enumerate(sums):
                    sums[k], carry = bits ^ carry, bits & carry
        best, most = self._cells[row], 0
        for k in (3, 2, 1, 0):
            if best & sums[k]:
                best &= sums[k]
                most |= 1 << k
        if most:
            return most, lowest(best)
        for k, (side, columns_) in enumerate(zip(_GRIDS, self._grids, strict=True)):
            if row % side == 0 and best & columns_:
                return -k, lowest(best & columns_)
        return -len(_GRIDS), lowest(best)

    def take(self) -> int | None:
        """Remove the best cell and return it; None if there is none, or just some outside of the sample."""
        most = max(most for most, _ in self._best)
        row, col = next((r, col) for r, (count, col) in enumerate(self._best) if count == most)
        if most < self._least:
            return None
        self._cells[row] ^= 1 << col
        self._best[row] = self._best_of(row)
        return row * self._full.bit_length() + col

    def __bool__(self) -> bool:
        return any(self._cells)

    def update(self, opens: list[int]) -> None:
        """Note what is open now: open cells next to those that were decided enter the queue."""
        near: set[int] = set()
        for row, (before, now) in enumerate(zip(self._open, opens, strict=True)):
            if decided := before & ~now:
                rows = range(max(row - 1, 0), min(row + 2, len(opens)))
                near.update(rows)
                for other in rows:
                    self._cells[other] |= decided | decided << 1 | decided >> 1
        self._open = opens
        for row in near:
            self._cells[row] &= opens[row]
            self._best[row] = self._best_of(row)


class Board:
    """A puzzle being solved: the possible colors of each cell, and the methods to reduce them.

    Args:
        rows, cols: the clues.
        colors: the number of colors, blank included.
        known: the possible colors of each cell at the beginning; None means all colors.
        tick: called before each line is solved; None means no call.

    Attributes:
        counters: ``lines`` solved, also those whose result was in a cache; ``probes``: colors tried
            in open cells; ``guesses``: cells branched on; ``nodes``: branches without a
            contradiction at once, and the root.
        depth: the deepest stack of guesses that the search has needed so far.
        sample: set it to let probing give up where a sample yields nothing: the open cells beside
            decided ones, and of all others each fourth one of each fourth row.
        sampled: the last probing has left cells out for this, so they may not be at their fixpoint.
    """

    def __init__(
        self,
        rows: Sequence[Clue],
        cols: Sequence[Clue],
        colors: int,
        known: Rows | None = None,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.height: int = len(rows)
        self.width: int = len(cols)
        self.colors: int = colors
        self.counters: dict[str, int] = {"lines": 0, "probes": 0, "guesses": 0, "nodes": 0}
        self.depth: int = 0
        self.sample: bool = False
        self.sampled: bool = False
        self._tick = tick or (lambda: None)
        self._search: Generator[bytes] | None = None
        self._ended = False
        self._score = SCORES["product"]
        self._picture = b""
        self._straight = False
        self._memo: dict[int, Probed] = {}
        self._dirty = 0
        self._hot: deque[int] = deque(maxlen=_HOT)
        self._blocks = [prepare(clue) for clues in (rows, cols) for clue in clues]
        self._cache: dict[tuple[int, ...], list[int] | None] = {}
        self._cache_room = _CACHE_BITS // (max(self.height, self.width) * colors)
        if known is None:
            self._state = [[(1 << self.width) - 1] * colors for _ in rows]
            self._state += [[(1 << self.height) - 1] * colors for _ in cols]
        else:
            self._state = [list(line) for line in known]
            for sets in columns(known, self.width):
                self._tick()
                self._state.append(list(sets))

    def rows(self) -> Rows:
        """The colors that the cells of each row can have now."""
        return tuple(tuple(sets) for sets in self._state[: self.height])

    def starts(self, line: int) -> list[int] | None:
        """The start sets of the blocks of a line (rows first, then columns), as known now."""
        placed = self._place(line)
        return placed and placed.starts

    def _place(self, line: int) -> Placed | None:
        return place(self._blocks[line], self._state[line], self._length(line))

    def clauses(
        self, lines: Sequence[int], guarded: bool, most: int, crop: Sequence[int] | None = None
    ) -> Encoded | None:
        """Clauses whose models are the ways to complete these lines; see clauses.py.

        Args:
            lines: by number, each once and with a placement. All that is known must be settled,
                or nothing is known.
            guarded: each line holds only where its guard does.
            most: the number of clauses beyond which None is returned.
            crop: the cells that clauses may speak of, as in `clauses.Crop`; every line crosses it.
        """
        known = BoardKnowledge(self.rows(), self.width, self._blocks, self._place)
        return encode(known, lines, guarded, most, self._tick, crop)

    def propagate(self) -> bool:
        """Solve every line until nothing changes; False when some line has no placement."""
        every_line = (1 << (self.height + self.width)) - 1
        return self._learn(self._state, 0, every_line) is not None

    def probe(self) -> bool:
        """Propagate, then probe every open cell until nothing changes; False on contradiction.

        Probing tries each color of a cell with full propagation: a color that fails is
        excluded, and what all others agree on is kept ("FP2" of Wu et al., "An efficient approach
        to solving nonograms", IEEE TCIAIG 5(3), 2013).
        """
        return self.propagate() and self._probe(self._state)

    def cells(self) -> bytes | None:
        """The colors of all cells, row by row, or None while some cell is open."""
        return _cells(self._state, self.height, self.width)

    def hints(
        self, rounds: int = 30, ramp: int = 0, seed: int = 0, late: bool = False
    ) -> tuple[bytes, list[list[int]]]:
        """Guess the picture by belief propagation; see belief.py. Proves nothing.

        Args:
            rounds: the number of rounds over the lines with open cells.
            ramp: rounds after these, with reinforcement that grows until opinions settle on one
                picture. They begin as soon as the likeliest colors stay, and end when all lines
                are satisfied.
            seed: any but 0 begins with some noise, so that another picture may come out.
            late: reinforcement stays weak for most of its rounds, as it grows with their cube.

        Returns:
            The likeliest color of each cell among those it can have (0 if none); for each line
            with open cells and a placement the median start of each block, else nothing.
        """
        opinions = self._opinions(rounds, ramp, seed, late)
        heard = (opinions.shares.get(line, []) for line in range(len(self._blocks)))
        medians = [[median(shares.starts) for shares in blocks] for blocks in heard]
        return opinions.likeliest, medians

    def _opinions(self, rounds: int, ramp: int, seed: int, late: bool) -> Opinions:
        h, w = self.height, self.width
        lines = []
        for number, (blocks, allowed) in enumerate(zip(self._blocks, self._state, strict=True)):
            row = number < h
            cells = range(number * w, number * w + w) if row else range(number - h, h * w, w)
            placed = self._place(number) if several(allowed) else None
            if placed:
                lines.append(OpenLine(number, row, blocks, placed, allowed, cells))
        options = []
        for first in range(0, h * w, w):
            self._tick()
            options += [self._options(self._state, cell) for cell in range(first, first + w)]
        opinions = Opinions(lines, options, self.colors)
        opinions.form(rounds, ramp, seed, late, self._tick)
        return opinions

    def restart(
        self, score: str = "product", picture: bytes | None = None, straight: bool = False
    ) -> None:
        """Restart the search at the root, but keep everything that it has proved.

        Every restarted search finds all solutions, no matter how earlier searches ended. The
        arguments affect only the order of solutions and the time.

        Args:
            score: one of `SCORES`.
            picture: the color to try first in each cell, as from `hints`; None means to try ink
                first.
            straight: do not probe until a guess differs from the picture. If the picture is a
                solution, this finds others quickly.
        """
        if score not in SCORES:
            raise ValueError("a score is product or sum")
        if picture is not None and len(picture) != self.height * self.width:
            raise ValueError("a picture is bytes, one color for each cell")
        self._score, self._picture = SCORES[score], picture or b""
        self._straight = straight and picture is not None
        self.depth = 0
        if self._search is not None:
            self._search.close()
        self._search, self._ended = None, False

    def next_solution(self) -> bytes | None:
        """Return the next solution in the form of `cells`; None proves that there are no more.

        Each solution is returned once. The search is depth-first: it propagates, probes, and then
        branches on the cell whose probes decide most.

        Raises:
            RuntimeError: a tick has already ended the search, so None would prove nothing.
        """
        if self._ended:
            raise RuntimeError("the search was ended by its tick")
        if self._search is None:
            self._search = self._solutions()
        try:
            return next(self._search, None)
        except BaseException:
            self._ended = True
            raise

    def _solutions(self) -> Generator[bytes]:
        state: State | None = self._state if self.propagate() else None
        guesses: list[_Guess] = []
        try:
            while state is not None:
                self.counters["nodes"] += 1
                if self._straight or self._probe(state):
                    open_cells = self._open_cells(state)
                    cell = next(open_cells, None) if self._straight else self._best_of(open_cells)
                    if cell is None:
                        cells = _cells(state, self.height, self.width)
                        assert cells is not None, "every cell is decided"
                        yield cells
                    else:
                        self.counters["guesses"] += 1
                        guesses.append(_Guess(state, cell, self._order(state, cell)))
                        self.depth = max(self.depth, len(guesses))
                state = self._next_branch(guesses, state)
        finally:
            if state is not None:  # the search is given up before its end
                self._forget(_differing(self._state, state))

    def _best_of(self, cells: Iterator[int]) -> int | None:
        """Return the first of these probed cells with the best score."""
        memo = self._memo  # only a sample may be in there
        return max(
            cells,
            key=lambda at: self._score(memo[at].least, memo[at].most) if at in memo else 0,
            default=None,
        )

    def _next_branch(self, guesses: list[_Guess], state: State) -> State | None:
        """Return the next branch without an immediate contradiction, or None if there is none."""
        while guesses:
            before, cell, colors = guesses[-1]
            self._forget(_differing(before, state))
            state = before
            if not colors:
                guesses.pop()
                continue
            color = colors.pop()
            self._straight = self._straight and self._picture[cell] == color
            state = [line[:] for line in before]
            if self._learn(state, self._decide(state, cell, color)) is not None:
                return state
        return None

    def _order(self, state: State, cell: int) -> list[int]:
        """The colors of a cell, the one to try first last: that of the picture, or the last ink."""
        options = self._options(state, cell)
        if self._picture and self._picture[cell] in options:
            options.remove(self._picture[cell])
            options.append(self._picture[cell])
        return options

    # Lines are numbered, rows first, then columns; sets of lines are bit sets of these numbers.

    def _length(self, line: int) -> int:
        return self.width if line < self.height else self.height

    def _options(self, state: State, cell: int) -> list[int]:
        row, col = divmod(cell, self.width)
        return [color for color, bits in enumerate(state[row]) if bits >> col & 1]

    def _decide(self, state: State, cell: int, color: int) -> int:
        """Set the color of a cell, and return the lines that this makes dirty."""
        others = [other for other in range(self.colors) if other != color]
        return self._exclude(state, cell, others)

    def _exclude(self, state: State, cell: int, colors: Sequence[int]) -> int:
        """Exclude colors from a cell, and return the lines that this makes dirty."""
        row, col = divmod(cell, self.width)
        for color in colors:
            state[row][color] &= ~(1 << col)
            state[self.height + col][color] &= ~(1 << row)
        return 1 << row | 1 << (self.height + col)

    def _learn(self, state: State, changed: int, dirty: int | None = None) -> int | None:
        """Propagate changes, which hold until the search backtracks; return all lines that changed.

        Only `dirty` lines are solved at first, or those of `changed`. None on contradiction.
        """
        try:
            possible, more, _ = self._settle(state, changed if dirty is None else dirty)
        except BaseException:  # a tick's: some lines have changed
            self._memo.clear()
            raise
        self._forget(changed | more)
        return changed | more if possible else None

    def _forget(self, changed: int) -> None:
        """Forget the outcomes of probes that looked at one of these lines."""
        for cell in [cell for cell, probed in self._memo.items() if probed.looked & changed]:
            del self._memo[cell]

    def _settle(self, state: State, dirty: int, trial: bool = False) -> tuple[bool, int, int]:
        """Solve dirty lines, rows and columns in turn, until none is left.

        In a trial, those that contradicted the last ones come first: most likely they do so again.

        Returns:
            False when a line has no placement; the set of lines that this changed; the set of lines
            that were looked at.
        """
        changed = looked = 0
        self._dirty = dirty
        for line in self._in_turn(trial):
            looked |= 1 << line
            crossed = self._solve(state, line)
            if crossed is None:
                if trial and line not in self._hot:
                    self._hot.appendleft(line)
                return False, changed, looked
            self._dirty = self._dirty & ~(1 << line) | crossed
            changed |= crossed and crossed | 1 << line
        return True, changed, looked

    def _in_turn(self, trial: bool) -> Iterator[int]:
        """Each dirty line when it is its turn."""
        rows = (1 << self.height) - 1
        while self._dirty:
            for direction in (rows, ~rows):
                while trial and (hot := [line for line in self._hot if self._dirty >> line & 1]):
                    yield hot[0]
                yield from ones(self._dirty & direction)

    def _solve(self, state: State, line: int) -> int | None:
        """Solve a line; return the crossing lines that this changed, None without a placement."""
        allowed, found = state[line], self._narrow(line, state[line])
        if found is None:
            return None
        row = line < self.height
        first, bit = (self.height, 1 << line) if row else (0, 1 << (line - self.height))
        crossed = 0
        for color, bits in enumerate(found):
            gone = allowed[color] & ~bits
            crossed |= gone
            for i in ones(gone):
                state[first + i][color] ^= bit
        state[line] = found
        return crossed << first

    def _narrow(self, line: int, allowed: list[int]) -> list[int] | None:
        self._tick()
        self.counters["lines"] += 1
        key = (line, *allowed)
        if key in self._cache:
            found = self._cache[key]
            return found and found[:]
        found = narrow(self._blocks[line], allowed, self._length(line))
        if len(self._cache) >= self._cache_room:
            self._cache.clear()
        self._cache[key] = found and found[:]
        return found

    def _probe(self, state: State) -> bool:
        """Probe all open cells of a settled state to a fixpoint; False on contradiction.

        A cell is probed again only after one of the lines that its probes looked at has changed:
        exact, since nothing else could alter the outcome. After True every open cell has a memo,
        or those in the sample.
        The order (see `Queue`) changes the time, but not the fixpoint.
        """
        learned, self.sampled = True, False
        while learned and any(stale := self._stale(state)):
            learned = False
            queue = Queue(stale, self._open_rows(state), self.width, self.sample)
            while (cell := queue.take()) is not None:
                if cell in self._memo:
                    continue
                outcome = self._probe_cell(state, cell)
                if outcome is None:
                    return False
                changed, probed = outcome
                if changed:
                    learned = True
                    queue.update(self._open_rows(state))
                else:
                    self._memo[cell] = probed
            self.sampled = bool(queue)
        return True

    def _open_rows(self, state: State) -> list[int]:
        return [several(sets) for sets in state[: self.height]]

    def _stale(self, state: State) -> list[int]:
        """The open cells of each row without a memo."""
        stale = [0] * self.height
        for cell in self._open_cells(state):
            if cell not in self._memo:
                stale[cell // self.width] |= 1 << cell % self.width
        return stale

    def _open_cells(self, state: State) -> Iterator[int]:
        """Cells with several colors left, each as it is when it is reached."""
        for row in range(self.height):
            col = 0
            while rest := several(state[row]) >> col:
                col += lowest(rest)
                yield row * self.width + col
                col += 1

    def _probe_cell(self, state: State, cell: int) -> tuple[int, Probed] | None:
        """Probe one cell: the lines changed, and the outcome to keep; None on contradiction."""
        changed = looked = 0
        freedom = _freedom(state, self.height)
        gains = []
        union: State | None = None
        for color in self._options(state, cell):
            self.counters["probes"] += 1
            trial = [line[:] for line in state]
            dirty = self._decide(trial, cell, color)
            possible, _, seen = self._settle(trial, dirty, trial=True)
            looked |= seen
            if not possible:
                lines = self._learn(state, self._exclude(state, cell, [color]))
                if lines is None:
                    return None
                changed |= lines
                continue
            gains.append(freedom - _freedom(trial, self.height))
            if union is None:
                union = trial
            else:
                for ours, theirs in zip(union, trial, strict=True):
                    for color_, bits in enumerate(theirs):
                        ours[color_] |= bits
        if union is None:
            return None
        lines = self._learn(state, self._adopt(state, union))
        if lines is None:
            return None
        return changed | lines, Probed(looked, min(gains), max(gains))

    def _adopt(self, state: State, union: State) -> int:
        """Keep of `state` only what is in `union`; returns the lines that changed."""
        changed = 0
        for line, (ours, theirs) in enumerate(zip(state, union, strict=True)):
            for color, bits in enumerate(theirs):
                if ours[color] & ~bits:
                    ours[color] &= bits
                    changed |= 1 << line
        return changed


def _cells(state: State, height: int, width: int) -> bytes | None:
    full = (1 << width) - 1
    if any(several(sets) or reduce(or_, sets) != full for sets in state[:height]):
        return None
    return b"".join(decided_colors(sets, width) for sets in state[:height])


def _differing(state: State, other: State) -> int:
    return sum(1 << i for i, line in enumerate(state) if line != other[i])


def _freedom(state: State, height: int) -> int:
    """The number of (cell, color) pairs that are still possible."""
    return sum(bits.bit_count() for line in state[:height] for bits in line)

"""The board of the kernel in C++, in a browser: the same contract, over WebAssembly.

`web/local/kernel.js` calls the functions of wasm.cpp and passes sets of cells as bytes. The kernel
has no exceptions, so this module keeps an exception of a tick until the call has ended. `narrow` is
the function in Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from pyodide.ffi import to_js  # type: ignore[import-not-found]  # only Pyodide has it

from nonosat.kernel.bits import Rows, columns
from nonosat.kernel.clauses import BoardKnowledge, Encoded, encode
from nonosat.kernel.line import Clue, Placed, narrow, place, prepare

__all__ = ["Board", "narrow"]

TICKED, BUSY, BROKEN, FAILED = -1, -2, -3, -4
"""Negative return codes; FAILED - n is ``FAILURES[n]``."""
FAILURES = (
    MemoryError("the puzzle is too large for the kernel"),
    RuntimeError("the search was ended by its tick"),
    ValueError("a line without a placement has no clauses"),
    MemoryError("the kernel has no more memory"),
    ValueError("these are not clues, colors or sets of a board that the kernel can take"),
)
"""By number; see wasm.cpp."""
MOST_COLORS = 256
UNKNOWN = -(2**31)
"""The length of a block that can be any; see wasm.cpp."""
GONE = "the kernel has failed, and this board is gone with it"
SCORES = ("product", "sum")


@cache
def _kernel() -> Any:
    """The kernel that the worker gives (`Kernel` of kernel.js).

    It is asked for with the first board: before, the memory of this Python may be kept for later
    starts, and nothing of JavaScript can be in there.
    """
    from nonosat_wasm import kernel  # type: ignore[import-not-found]

    return kernel


class Board:
    """See `nonosat.kernel.board.Board`, also for the methods."""

    _board = 0
    """The address of the board in the kernel; 0 before it is created."""

    def __init__(
        self,
        rows: Sequence[Clue],
        cols: Sequence[Clue],
        colors: int,
        known: Rows | None = None,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self._kernel = _kernel()
        self._life = self._kernel.life
        self._sample = False
        self.height: int = len(rows)
        self.width: int = len(cols)
        self.colors: int = colors
        if not 2 <= colors <= MOST_COLORS:
            raise ValueError(f"a board needs 2 to {MOST_COLORS} colors")
        self._clues = (rows, cols)
        self._user_tick = tick
        self._raised: BaseException | None = None
        self._words = max(self.height, self.width) // 64 + 1
        numbers = array("i")
        for clue in (*rows, *cols):
            numbers.append(len(clue))
            for length, color in clue:
                numbers.extend((UNKNOWN if length is None else length, color))
        if len(numbers) % 2:
            numbers.append(0)
        data = numbers.tobytes()
        if known is not None:
            data += self._packed(known)
        size = (self.height, self.width, colors, known is not None)
        self._board = self._call("create", *size, given=data)

    def __del__(self) -> None:
        if self._board and self._kernel.life == self._life:
            self._kernel.drop(self._board)

    def _packed(self, known: Rows) -> bytes:
        if len(known) != self.height or any(len(sets) != self.colors for sets in known):
            raise ValueError("what is known has another size")
        size = 8 * self._words
        return b"".join(int.to_bytes(bits, size, "little") for sets in known for bits in sets)

    def _tick(self) -> bool:
        if self._user_tick is not None:
            try:
                self._user_tick()
            except BaseException as err:
                self._raised = err
                return False
        return True

    def _check_life(self) -> None:
        if self._kernel.life != self._life:
            raise RuntimeError(GONE)

    def _call(self, name: str, *arguments: float, given: bytes | None = None) -> int:
        self._check_life()
        found: int = self._kernel.call(
            name, self._board, self._tick, None if given is None else to_js(given), *arguments
        )
        if found >= 0:
            return found
        if found == BUSY:
            raise RuntimeError("the board is at work already")
        if found == BROKEN:
            raise RuntimeError(GONE)
        if found == TICKED:
            raised, self._raised = self._raised, None
            assert raised is not None
            raise raised
        failure = FAILURES[FAILED - found]
        raise type(failure)(*failure.args)

    def _answer(self) -> bytes:
        data: bytes = self._kernel.answer().to_bytes()
        return data

    def _sets(self, words: int) -> list[int]:
        data = self._answer()
        if words == 1:
            return array("Q", data).tolist()
        size = 8 * words
        return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]

    @property
    def counters(self) -> dict[str, int]:
        lines, probes, guesses, nodes, _ = self._counted()
        return {"lines": lines, "probes": probes, "guesses": guesses, "nodes": nodes}

    @property
    def depth(self) -> int:
        return self._counted()[4]

    def _counted(self) -> list[int]:
        self._check_life()
        return array("q", self._kernel.counters(self._board).to_bytes()).tolist()

    @property
    def sample(self) -> bool:
        return self._sample

    @sample.setter
    def sample(self, allowed: bool) -> None:
        self._call("allow_sample", allowed)
        self._sample = allowed

    @property
    def sampled(self) -> bool:
        return bool(self._call("sampled"))

    def rows(self) -> Rows:
        words = self._call("rows", self.height, self.colors)
        sets, colors = self._sets(words), self.colors
        return tuple(tuple(sets[at : at + colors]) for at in range(0, len(sets), colors))

    def starts(self, line: int) -> list[int] | None:
        if not 0 <= line < self.height + self.width:
            raise IndexError("no such line")
        words = self._call("starts", line)
        return self._sets(words) if words else None

    def clauses(
        self, lines: Sequence[int], guarded: bool, most: int, crop: Sequence[int] | None = None
    ) -> Encoded | None:
        """See the reference, which makes them: nothing in a browser solves them."""
        rows, height, width = self.rows(), self.height, self.width
        if any(not 0 <= line < height + width for line in lines):
            raise IndexError("no such line")
        blocks = [prepare(clue) for clues in self._clues for clue in clues]
        sets = [*rows, *columns(rows, width)]

        def placed(line: int) -> Placed | None:
            return place(blocks[line], sets[line], width if line < height else height)

        known = BoardKnowledge(rows, width, blocks, placed)
        return encode(known, lines, guarded, most, self._user_tick or (lambda: None), crop)

    def propagate(self) -> bool:
        return bool(self._call("propagate"))

    def probe(self) -> bool:
        return bool(self._call("probe"))

    def cells(self) -> bytes | None:
        return self._answer() if self._call("cells", self.height * self.width) else None

    def hints(
        self, rounds: int = 30, ramp: int = 0, seed: int = 0, late: bool = False
    ) -> tuple[bytes, list[list[int]]]:
        size = self.height * self.width
        rounds, ramp = array("i", (rounds, ramp))  # refuses what the machine does not take
        self._call("hints", rounds, ramp, seed, late, size)
        data = self._answer()
        numbers = array("i", data[size:]).tolist()
        medians = []
        at = 0
        while at < len(numbers):
            end = at + 1 + numbers[at]
            medians.append(numbers[at + 1 : end])
            at = end
        return data[:size], medians

    def restart(
        self, score: str = "product", picture: bytes | None = None, straight: bool = False
    ) -> None:
        if score not in SCORES:
            raise ValueError("a score is product or sum")
        if picture is not None and len(picture) != self.height * self.width:
            raise ValueError("a picture is bytes, one color for each cell")
        given = picture or b""
        self._call("restart", SCORES.index(score), straight, len(given), given=given)

    def next_solution(self) -> bytes | None:
        return self._answer() if self._call("next_solution", self.height * self.width) else None

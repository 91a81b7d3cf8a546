"""Asks `why` of many cells, and proves every step: ``python benchmarks/why.py [PUZZLES [CELLS]]``.

The puzzles come from fixed seeds, and from `data/drawn`. Each step is proved by a SAT engine from the
clue of its own line and what the steps before it have shown, the first board and the color from all
clues. Times are CPU seconds of `why` alone.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles

from nonosat import Puzzle
from nonosat.ask.all_solutions.shared_cells import backbone
from nonosat.ask.explain.cell import Why, why
from nonosat.ask.explain.events import Contradicted, Deduced, Guessed, TakenBack
from nonosat.files import load
from nonosat.generators import Recipe, make
from nonosat.kernel import Board
from nonosat.limits import Deadline
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import Answer, Oracle

DRAWN = Path(__file__).parent.parent / "data" / "drawn"
#          family, side, density, inks
FAMILIES = (
    ("random", 10, 0.55, None),
    ("random", 20, 0.6, None),
    ("random", 30, 0.5, None),
    ("random", 30, 0.65, None),
    ("tournament", 25, None, None),
    ("text", 30, None, None),
    ("patches", 20, None, 4),
    ("patches", 30, None, 2),
)


def puzzles(count: int) -> Iterator[tuple[str, Puzzle]]:
    """The same number of each family."""
    drawn = [sheet.puzzle for path in sorted(DRAWN.iterdir()) for sheet in _sheets(path)]
    for number in range(count):
        at, index = number % (len(FAMILIES) + 1), number // (len(FAMILIES) + 1)
        if at == len(FAMILIES):
            yield "drawn", drawn[index % len(drawn)]
            continue
        name, side, density, inks = FAMILIES[at]
        recipe = Recipe(side, side, density, inks, seed=1, index=index, count=count)
        what = f"{name} {side}x{side}" + (f" {density:.0%}" if density else "")
        yield what + (f", {inks} inks" if inks else ""), make(name, recipe).puzzle


def _sheets(path: Path) -> list:
    return load(path) if path.suffix not in (".md", ".txt") or path.stem == "cat" else []


class Prover:
    """Proves steps from the clues of single lines."""

    def __init__(self, puzzle: Puzzle) -> None:
        clues = [*puzzle.rows, *puzzle.cols]
        self.height, self.width = puzzle.height, puzzle.width
        self.colors = len(puzzle.palette.colors)
        board = Board(puzzle.rows, puzzle.cols, self.colors)
        lines = range(len(clues))
        encoding = Encoding(board, Deadline(None), guarded=lines)
        self.guards, self.literal = encoding.guards, dict(encoding.open_cells)
        self.oracle = Oracle(encoding.clauses, Deadline(None))
        full = (1 << self.colors) - 1
        self.possible = [1 << c if c >= 0 else full for c in backbone(puzzle).cells]
        """Per cell the colors that it can have; more than one: it varies, in some of these."""

    def allows(self, cell: int, mask: int) -> bool:
        """A set of colors leaves out none that the cell has in some solution."""
        for color in range(self.colors):
            if self.possible[cell] >> color & 1 and not mask >> color & 1:
                literal = self.literal[cell][color]
                if self.oracle.ask([*self.guards.values(), literal]) is not Answer.NO_MODEL:
                    return False
                self.possible[cell] &= ~(1 << color)
        return True

    def cells(self, line: int) -> Sequence[int]:
        if line < self.height:
            return range(line * self.width, (line + 1) * self.width)
        return range(line - self.height, self.height * self.width, self.width)

    def impossible(self, line: int, masks: list[int]) -> bool:
        """A line has no placement in these colors."""
        literals = [
            -literal
            for cell in self.cells(line)
            for color, literal in self.literal[cell].items()
            if not masks[cell] >> color & 1
        ]
        return self.oracle.ask([self.guards[line], *literals]) is Answer.NO_MODEL

    def flaw(self, found: Why) -> str:
        """The first step that does not follow; "" if all do."""
        masks = list(found.start.cells())
        stack: list[tuple[list[int], int, int, bool]] = []
        for step in found.steps:
            if isinstance(step, Guessed):
                cell = step.cell[0] * self.width + step.cell[1]
                stack.append((masks[:], cell, step.color, False))
                masks[cell] = 1 << step.color
            elif isinstance(step, Contradicted):
                if not self.impossible(self._number(step.line), masks):
                    return f"{step} is no contradiction"
                stack[-1] = (*stack[-1][:3], True)
            elif isinstance(step, TakenBack):
                masks, cell, color, refuted = stack.pop()
                if not refuted:
                    return f"{step} was not refuted"
                masks[cell] &= ~(1 << color)
            else:
                assert isinstance(step, Deduced)
                before = masks[:]
                for row, col, color in (*step.decided, *step.excluded):
                    cell = row * self.width + col
                    decided = (row, col, color) in step.decided
                    wrong = before[cell] & (~(1 << color) if decided else 1 << color)
                    supposed = before[:]
                    supposed[cell] = wrong
                    if wrong and not self.impossible(self._number(step.line), supposed):
                        return f"{step} does not follow"
                    masks[cell] &= ~wrong
        row, col = found.cell
        assert found.color is not None
        return (
            "" if masks[row * self.width + col] == 1 << found.color else "it ends without the color"
        )

    def _number(self, line: object) -> int:
        return line.index + (line.axis == "column") * self.height  # type: ignore[attr-defined]


def main(count: int, each: int) -> None:
    lines: dict[str, list[int]] = {}
    seconds: dict[str, list[float]] = {}
    kinds: dict[str, Counter[str]] = {}
    flaws = 0
    for number, (what, puzzle) in enumerate(puzzles(count)):
        rng = random.Random(number)
        prover = Prover(puzzle)
        size = puzzle.height * puzzle.width
        for cell in rng.sample(range(size), min(each, size)):
            where = divmod(cell, puzzle.width)
            begin = time.process_time()
            found = why(puzzle, where)
            spent = time.process_time() - begin
            seconds.setdefault(what, []).append(spent)
            kinds.setdefault(what, Counter())[found.kind] += 1
            flaw = ""
            if found.kind == "varies":
                flaw = "" if prover.possible[cell].bit_count() > 1 else "it does not vary"
            elif found.color is None or prover.possible[cell] != 1 << found.color:
                flaw = "it has another color"
            elif not all(map(prover.allows, range(size), found.start.cells())):
                flaw = "the first board does not follow"
            elif found.kind == "reason":
                flaw = prover.flaw(found)
                lines.setdefault(what, []).append(len(found.lines))
            if flaw:
                flaws += 1
                print(f"{what}, no. {number}, cell {where}: {flaw}", file=sys.stderr)
            if spent > 1 or (found.lines and len(found.lines) > 10) or found.kind == "search":
                print(
                    f"# {what}, no. {number}, cell {where}: {found.kind}, {len(found.lines)} lines, {spent:.2f} s",
                    file=sys.stderr,
                )
    print(
        "| puzzles | cells | vary | only a search | lines: median, 90 %, most | seconds: median, 95 %, most |"
    )
    print("|---|---|---|---|---|---|")
    for what in [*lines, "all"]:
        ours = list(lines) if what == "all" else [what]
        n = sorted(x for it in ours for x in lines[it])
        t = sorted(x for it in ours for x in seconds[it])
        k = sum((kinds[it] for it in ours), Counter())
        print(
            f"| {what} | {len(t)} | {k['varies']} | {k['search']} "
            f"| {median(n):g}, {quantiles(n, n=10)[-1]:.0f}, {n[-1]} "
            f"| {median(t):.3f}, {quantiles(t, n=20)[-1]:.3f}, {t[-1]:.2f} |"
        )
    print(f"{flaws} answers with a step that does not follow")


if __name__ == "__main__":
    main(*(int(text) for text in [*sys.argv[1:], "200", "50"][:2] if text))

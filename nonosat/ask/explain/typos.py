"""The likely typo: small changes of clues that give a puzzle with a solution, best first.

All changes are tried that can come from a slip of the hand: a number changed, left out, doubled, split
(``1 1`` for 11) or joined, two numbers exchanged, a clue read backwards, the color of a block, two
lines exchanged, a line doubled, missing, or copied over its neighbor, a crossed size, a side from its end.
The totals of rows and columns must agree afterwards, which rules out most changes at once. Line logic
rules out more, and so does a conflict that a change does not touch. Clues with blocks of unknown
length have no totals, so no slips are sought in them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from nonosat.advice import Advice
from nonosat.ask.effort import EFFORT
from nonosat.ask.explain import line_slips
from nonosat.ask.explain.line_slips import Slip, with_lines
from nonosat.errors import LimitReached, MissingExtra, PuzzleError
from nonosat.limits import Deadline, Limits
from nonosat.model import Block, Clue, Clues, Grid, Line, MissizedClues, Puzzle, excess_of
from nonosat.model.forms import Sentence
from nonosat.solving.api import DEFAULT_BACKEND, check
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Result, Verdict

NUMBER = "number"
"""The kind of a slip that changes a number."""
RANK = {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.UNKNOWN: 3}


@dataclass(frozen=True, slots=True, repr=False)
class Typo(Sentence):
    """A change of one clue (two, where lines are exchanged) that gives the puzzle a solution."""

    kind: str
    """The kind of mistake: ``number`` for a changed one, else words such as ``a number left out``."""
    line: Line
    """The line to change; the first one of two."""
    old: Clue
    """Its clue now."""
    clue: Clue
    """The clue to write instead. For a doubled line, which is deleted, its old clue."""
    verdict: Verdict
    """UNIQUE, MULTIPLE, or UNKNOWN if a limit ended the check."""
    line_solvable: bool
    """True if line logic alone solves the puzzle after the change."""
    puzzle: Puzzle
    """The puzzle after the change."""
    solution: Grid | None
    """A solution of that puzzle."""

    def __str__(self) -> str:
        """Return the change in words."""
        palette = self.puzzle.palette
        old, new = self.old.text(palette), self.clue.text(palette)
        match self.kind:
            case line_slips.MISSING:
                return f"a {self.line.axis} is missing: insert {new} as {self.line}"
            case line_slips.CROSSED:
                return f"exchange the numbers of the size: {self.puzzle.width}x{self.puzzle.height}"
            case line_slips.DOUBLED:
                return f"{self.line} ({old}) repeats the line before: delete it"
            case "lines exchanged":
                return f"exchange {self.line} ({old}) and the next one ({new})"
            case "rows reversed":
                return "all rows are written backwards, or the columns from right to left"
            case "columns reversed":
                return "all columns are written backwards, or the rows from bottom to top"
        why = "" if self.kind == NUMBER else f" ({self.kind})"
        return f"{self.line}: change {old} to {new}{why}"

    @property
    def advice(self) -> Advice | None:
        """The way to read a file with this slip."""
        return Advice("bottom up") if self.kind == "columns reversed" else None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: the line from 0, the clue as numbers, or ``[number, ink]`` of several."""
        return {
            "line": self.line.to_json(),
            "clue": self.clue.to_json(self.puzzle.palette),
            "kind": self.kind,
            "verdict": self.verdict.value,
            "line_solvable": self.line_solvable,
            "text": str(self),
        }


def typos(
    clues: Clues,
    deadline: Deadline,
    among: Collection[Line] | None = None,
) -> Iterator[Typo]:
    """Yield the changes that give a solution, as they are found.

    After the deadline, yield the changes that are not settled, too.

    Args:
        among: lines that contradict each other; only changes of these are tried. None means all.
    """
    if not clues.is_complete:
        return
    mended = False
    unsettled: list[tuple[Slip, Puzzle]] = []
    copied = line_slips.copied_lines(clues, deadline)
    missing = line_slips.missing_lines(clues, deadline)
    try:
        for changes in (_changes(clues, among), copied, missing):
            # With one mended clue, a whole line is rarely wrong or missing.
            if mended and not (changes is missing and line_slips.may_lack_a_line(clues)):
                continue
            unique = 0
            unsettled += _possible(changes, deadline)
            patience = EFFORT.first_check
            while unsettled and unique < EFFORT.most_typos:
                for entry in unsettled[:]:
                    deadline.check()
                    limits = Limits(
                        min(patience, deadline.remaining()), processors=1, cancel=deadline.cancel
                    )
                    result = check(entry[1], limits=limits)
                    if result.verdict is not Verdict.UNKNOWN:
                        unsettled.remove(entry)
                    if result.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE):
                        yield _typo(entry[0], result)
                        unique += result.verdict is Verdict.UNIQUE
                        mended = mended or unique > 0
                    if unique == EFFORT.most_typos:
                        break
                patience *= 4
    except LimitReached:
        pass
    except MissingExtra:  # only a missing line needs PySAT here
        if not mended:
            raise
    for slip, puzzle in unsettled:
        yield _typo(slip, Result(puzzle, (), exhausted=False, backend=DEFAULT_BACKEND))


def _typo(slip: Slip, result: Result) -> Typo:
    solvable, grid = bool(result.line_solvable), next(iter(result.solutions), None)
    line = slip.line, slip.old, slip.clue
    return Typo(slip.kind, *line, result.verdict, solvable, result.puzzle, grid)


def _possible(changes: Iterable[Slip], deadline: Deadline) -> Iterator[tuple[Slip, Puzzle]]:
    """Yield the changes that leave no conflict for line logic and probing, likeliest slip first."""
    seen: set[Clues] = set()
    for change in sorted(changes, key=lambda change: change.cost):
        deadline.check()
        if change.clues in seen:
            continue
        seen.add(change.clues)
        try:
            puzzle = change.clues.puzzle()
        except PuzzleError:
            continue
        if new_board(puzzle, None, deadline).probe():
            yield change, puzzle


def ranked(found: Sequence[Typo]) -> list[Typo]:
    """Likeliest first: one solution by line logic, one solution, several solutions, not settled.

    Among equals a missing line comes first if the size is a usual one with it, and a whole side
    written backwards, since such a change rarely gives a solution by chance; then a wrong
    number, then the picture with the shortest outlines: people draw things, and a wrong clue gives
    specks.
    """

    def rank(typo: Typo) -> tuple[int, int, int]:
        verdict = RANK[typo.verdict] - typo.line_solvable
        lacks = typo.kind == line_slips.MISSING
        lacks = lacks and line_slips.is_usual(typo.puzzle.height, typo.puzzle.width)
        return (
            verdict,
            0 if lacks or "reversed" in typo.kind else 1 + (typo.kind != NUMBER),
            _outlines(typo.solution),
        )

    return sorted(found, key=rank)


def _outlines(grid: Grid | None) -> int:
    """Return the number of pairs of neighboring cells of a picture that differ."""
    if grid is None:
        return 0
    return sum(a != b for line in grid.lines() for a, b in pairwise(line))


def _changes(clues: Clues, among: Collection[Line] | None) -> Iterator[Slip]:
    """Every change that makes the totals agree, and the number of lines right."""
    yield from line_slips.crossed_size(clues)
    yield from line_slips.doubled_lines(clues)
    if isinstance(clues, MissizedClues):
        return
    excess = excess_of(clues)
    for axis, lines, room, sign in (
        ("row", clues.rows, len(clues.cols), -1),
        ("column", clues.cols, len(clues.rows), 1),
    ):
        wanted = tuple(sign * more for more in excess)
        for i, clue in enumerate(lines):
            line = Line(axis, i)
            if among is not None and line not in among:
                continue
            for kind, cost, blocks in _edits(clue, wanted):
                new = Clue(blocks)
                if new != clue and new.room <= room:
                    changed = with_lines(clues, axis, (*lines[:i], new, *lines[i + 1 :]))
                    yield Slip(kind, cost, line, clue, new, changed)
        if any(wanted):
            continue
        for i, (clue, after) in enumerate(pairwise(lines)):
            pair = Line(axis, i), Line(axis, i + 1)
            if clue != after and (among is None or pair[0] in among or pair[1] in among):
                changed = with_lines(clues, axis, (*lines[:i], after, clue, *lines[i + 2 :]))
                yield Slip("lines exchanged", 3, pair[0], clue, after, changed)
        changed = with_lines(clues, axis, tuple(Clue(clue[::-1]) for clue in lines))
        yield Slip(f"{axis}s reversed", 0, Line(axis, 0), lines[0], Clue(lines[0][::-1]), changed)


def _edits(clue: Clue, wanted: tuple[int, ...]) -> Iterator[tuple[str, int, tuple[Block, ...]]]:
    """Other clues whose totals differ from this one's by `wanted`, a number for each color.

    Yields:
        The kind of the slip, its `cost`, and the blocks of the clue.
    """
    n = len(clue)
    differ = [color for color, number in enumerate(wanted) if number]
    if not differ:
        yield from _rearranged(clue)
    elif len(differ) == 1:
        color, by = differ[0], wanted[differ[0]]
        for i, (length, ink) in enumerate(clue.lengths_and_colors()):
            if ink != color:
                continue
            if length + by > 0:
                yield NUMBER, 0, (*clue[:i], Block(length + by, color), *clue[i + 1 :])
            if length + by == 0:
                yield "a number too many", 1, (*clue[:i], *clue[i + 1 :])
            for left, right in _split(length):
                if left + right - length == by:
                    both = Block(left, color), Block(right, color)
                    yield "two numbers joined", 1, (*clue[:i], *both, *clue[i + 1 :])
        for i, ((one, ink), (two, other)) in enumerate(pairwise(clue.lengths_and_colors())):
            joined = int(f"{one}{two}")
            if ink == other == color and joined - one - two == by:
                yield "a number split", 1, (*clue[:i], Block(joined, color), *clue[i + 2 :])
        if by > 0:
            for i in range(n + 1):
                yield "a number left out", 1, (*clue[:i], Block(by, color), *clue[i:])
    elif len(differ) == 2 and sum(wanted) == 0:
        less, more = sorted(differ, key=lambda color: wanted[color])
        for i, block in enumerate(clue):
            if block.color == less and block.length == wanted[more]:
                yield "another color", 0, (*clue[:i], Block(block.length, more), *clue[i + 1 :])


def _rearranged(clue: Clue) -> Iterator[tuple[str, int, tuple[Block, ...]]]:
    """Clues of the same totals."""
    for i, (a, b) in enumerate(pairwise(clue)):
        yield "two numbers exchanged", 0, (*clue[:i], b, a, *clue[i + 2 :])
    yield "written backwards", 1, clue[::-1]
    blocks = clue.lengths_and_colors()
    for i, (length, ink) in enumerate(blocks):
        for j, (before, other) in enumerate(blocks[:i]):
            if ink == other:
                for by in (*range(1, length), *range(-1, -before, -1)):
                    new = list(clue)
                    new[i], new[j] = Block(length - by, ink), Block(before + by, ink)
                    yield "two numbers", 1 + abs(by), tuple(new)


def _split(length: int) -> Iterator[tuple[int, int]]:
    """Yield the two numbers that are written like one without the blank between them.

    >>> list(_split(112))
    [(1, 12), (11, 2)]
    """
    digits = str(length)
    for at in range(1, len(digits)):
        if digits[at] != "0":
            yield int(digits[:at]), int(digits[at:])

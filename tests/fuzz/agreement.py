"""Random puzzles: whatever nonosat says about them must be so, and the same from everybody."""

import contextlib
import io
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import brute_force
import certified_puzzles
import repair_oracle
from explain_puzzles import Masked

from nonosat import kernel
from nonosat.ask.all_solutions.counting import count
from nonosat.ask.all_solutions.shared_cells import backbone
from nonosat.ask.explain.events import (
    Contradicted,
    Deduced,
    Evident,
    Guessed,
    Refuted,
    Solved,
    TakenBack,
)
from nonosat.ask.explain.hints import hint
from nonosat.ask.explain.steps import steps
from nonosat.ask.repair import fewest_changes, fewest_givens
from nonosat.certificates import verify
from nonosat.certificates.verify_many import find_certificates as certificates_in
from nonosat.errors import LimitReached, PuzzleError
from nonosat.files import dumps, loads
from nonosat.files.marks import read_marks
from nonosat.limits import Limits
from nonosat.model import OPEN, UNSETTLED, Grid, Puzzle
from nonosat.solving import api
from nonosat.solving.backends import BACKENDS
from nonosat.solving.backends.engines import ENGINES
from nonosat.solving.result import Verdict

from .campaign import Campaign, Fault, Wrong, main
from .puzzles import Clues, random_clues, smaller_clues
from .worker import Died, Worker

SECONDS = 4.0
"""The limit of each question; a limit is not a fault, unless it is not kept."""
LATE = 4.0
"""Seconds beyond it after which that is a fault, on a machine that has other things to do."""
MANY = 60
"""Solutions that are looked for, at the most."""
HANGS = 60.0
"""Seconds for all questions about one puzzle."""
MEMORY = 8 << 30
THREADS = 3
NAMES = (
    "plain",
    "x\nfake: unique, 5x5: proved in 3 steps",
    "\x1b[2J",
    "-o",
    " ",
    "\u202egnp",
    "\udcff",
)
"""What folders of certificates are called."""
SMALL = 40
"""Cells up to which the kernel in Python is asked, too."""
SLOW = ("cpsat", "cpsat:plain", "cpsat:clauses", "cpsat:table", "mip", "mip:plain")
"""Backends that start afresh for every solution: one of them for each fifth puzzle."""
REPAIRED, TRIED = 25, 12
"""Cells up to which pictures are repaired, and up to which that is compared with trying everything."""


class Subject:
    """A puzzle, and what is true of it."""

    def __init__(self, clues: Clues) -> None:
        self.clues = clues
        self.puzzle, self.known = clues.puzzle(), clues.domains()
        self.bare = replace(self.puzzle, givens=None)
        """Without its given cells."""
        self.start = self.puzzle.start(self.known)
        self.said: dict[str, Any] = {}
        """What all kernels must say alike; None stands for "not known"."""

    @cached_property
    def solutions(self) -> set[Grid] | None:
        """All of them, found by brute force; None where that takes too long."""
        return brute_force.solutions(self.bare, self.start)

    @property
    def verdict(self) -> Verdict | None:
        """What follows from them."""
        return _verdict(self.solutions)

    @cached_property
    def of_puzzle(self) -> set[Grid] | None:
        """All solutions of the puzzle as it is printed, without other known cells."""
        if self.known is None:
            return self.solutions
        return brute_force.solutions(self.bare, self.puzzle.givens)

    @cached_property
    def of_clues(self) -> set[Grid] | None:
        """All solutions of the clues alone."""
        return self.of_puzzle if self.puzzle.givens is None else brute_force.solutions(self.bare)

    def is_solution(self, grid: Grid) -> bool:
        """Told without the judge and the solvers."""
        return all(map(brute_force.reads, grid.clues(), self.bare.clues)) and all(
            mask >> color & 1 for mask, color in zip(self.start.cells(), grid.cells, strict=True)
        )


def backends(subject: Subject) -> None:
    """Every backend finds the same solutions, and says the same of line logic."""
    sets: dict[str, frozenset[Grid]] = {}
    line_solvable: dict[str, bool | None] = {}
    for name in subject.clues.solvers:
        begin = time.monotonic()
        result = api.solve(
            subject.puzzle,
            backend=name,
            at_most=MANY,
            limits=Limits(SECONDS, processors=1),
            known=subject.known,
        )
        if time.monotonic() > begin + SECONDS + LATE:
            raise Wrong(f"{name} took {time.monotonic() - begin:.1f} s, the limit is {SECONDS} s")
        found = frozenset(result.solutions)
        if not all(map(subject.is_solution, found)):
            raise Wrong(f"{name} gave a picture that is no solution")
        if len(found) < len(result.solutions):
            raise Wrong(f"{name} gave a picture twice")
        if not result.exhausted and len(found) < MANY and not result.error:
            raise Wrong(f"{name} ended early without a word")
        if result.exhausted:
            sets[name] = found
        elif len(found) == MANY:
            sets[name] = frozenset()  # they need not find the same ones
        if result.line_solvable is not None:
            line_solvable[name] = result.line_solvable
    counts = {name: len(found) or MANY for name, found in sets.items()}
    truth = subject.solutions
    if truth is not None:
        for name, found in sets.items():
            if found != truth and not (not found and len(truth) >= MANY):
                raise Wrong(f"{name}: {len(found)} solutions, brute force: {len(truth)}")
    if len(set(sets.values())) > 1:
        raise Wrong(f"solutions: {counts}")
    if len(set(line_solvable.values())) > 1:
        raise Wrong(f"solvable by lines: {line_solvable}")
    subject.said["solutions"] = next(iter(sets.values()), None)
    subject.said["solvable by lines"] = next(iter(line_solvable.values()), None)


def verdict(subject: Subject) -> None:
    """`check` says what follows from all solutions."""
    result = api.check(
        subject.puzzle,
        backend=subject.clues.solvers[0],
        limits=Limits(SECONDS, processors=1),
        known=subject.known,
    )
    said = result.verdict
    if said is not Verdict.UNKNOWN:
        subject.said["verdict"] = said
        if subject.verdict not in (None, said):
            raise Wrong(f"{subject.clues.solvers[0]} says {said}, it is {subject.verdict}")


def number(subject: Subject) -> None:
    """The count is that of all solutions, or a lower bound that says so."""
    told = count(subject.puzzle, limits=Limits(SECONDS), known=subject.known)
    if not told.exact and not told.error:
        raise Wrong("a lower bound without a reason")
    if told.exact:
        subject.said["number"] = told.number
    if subject.solutions is not None:
        true = len(subject.solutions)
        if told.number > true or (told.exact and told.number != true):
            raise Wrong(f"counted {told.number}, there are {true}")


def fixed(subject: Subject) -> None:
    """The backbone: what is fixed is the same in all solutions, what varies is not."""
    told = backbone(subject.puzzle, limits=Limits(SECONDS), known=subject.known)
    if not told.complete:
        if not told.error:
            raise Wrong("incomplete without a reason")
    else:
        subject.said["backbone"] = told.cells if told.solvable else False
    if subject.solutions is None:
        return
    if told.solvable not in (None, bool(subject.solutions)):
        raise Wrong(f"solvable: {told.solvable}, there are {len(subject.solutions)} solutions")
    for i, cell in enumerate(told.cells if told.solvable else ()):
        colors = {grid.cells[i] for grid in subject.solutions}
        if (cell == OPEN and len(colors) < 2) or (cell >= 0 and colors != {cell}):
            raise Wrong(f"cell {divmod(i, len(subject.puzzle.cols))} is {cell}, can be {colors}")
        if cell == UNSETTLED and not told.error:
            raise Wrong("a cell is not settled, without a reason")


def reasoning(subject: Subject) -> None:
    """Each step is right: no solution gets lost, except those that a guess rules out."""
    board = Masked(subject.puzzle, subject.start)
    left = subject.solutions
    before: list[set[Grid] | None] = []
    texts = []
    last = None
    try:
        for step in steps(subject.puzzle, known=subject.known, limits=Limits(SECONDS)):
            texts.append(str(step))
            board.apply(step)
            last = step
            if isinstance(step, Guessed):
                before.append(left)
                left = left and {g for g in left if _color(g, step.cell) == step.color}
            elif isinstance(step, TakenBack):
                if step.refuted and left:
                    raise Wrong(f"{texts[-1]}: the guess was right")
                left = before.pop()
                if not step.refuted:
                    left = left and {g for g in left if _color(g, step.cell) != step.color}
            elif isinstance(step, Contradicted) and left:
                raise Wrong(f"{texts[-1]}: there is a solution")
            elif isinstance(step, Solved) and left is not None and step.grid not in left:
                raise Wrong("ends with a picture that was ruled out")
            for grid in left or ():
                if not _lies_in(grid, board.masks):
                    raise Wrong(f"{texts[-1]}: not so in a solution")
    except LimitReached:
        return
    if isinstance(last, Solved) and last.depth == 0:
        if not subject.is_solution(last.grid):
            raise Wrong("ends with a picture that is no solution")
        if subject.solutions not in (None, {last.grid}):
            raise Wrong("proves a solution to be the only one that is not")
    elif not isinstance(last, Solved) and not (isinstance(last, Contradicted) and last.depth == 0):
        raise Wrong(f"ends with {last}")
    subject.said["steps"] = texts


def next_step(subject: Subject) -> None:
    """A hint is right, and so is what it says about where things stand."""
    try:
        told = hint(subject.puzzle, known=subject.known, limits=Limits(SECONDS))
    except LimitReached:
        return
    if subject.solutions is None:
        return
    if told.verdict not in (Verdict.UNKNOWN, subject.verdict):
        raise Wrong(f"says {told.verdict}, it is {subject.verdict}")
    if isinstance(told.step, Contradicted) and subject.solutions:
        raise Wrong("a contradiction, and there is a solution")
    if isinstance(told.step, Deduced | Evident | Refuted):
        board = Masked(subject.puzzle, subject.start)
        board.apply(told.step)
        if not all(_lies_in(grid, board.masks) for grid in subject.solutions):
            raise Wrong(f"{told.step!s}: not so in a solution")


def certificate(subject: Subject) -> None:
    """The verdict is certified as it is, and passes `verify` in one line, whatever the folder's name."""
    with TemporaryDirectory() as top:
        folder = Path(top, NAMES[len(repr(subject.clues)) % len(NAMES)])
        try:
            files = certified_puzzles.certified(subject.puzzle, folder, limits=Limits(SECONDS))
        except LimitReached:
            return
        told = verify.verify(folder)
        if certificates_in([top]) != [str(folder)]:
            raise Wrong("the certificate is not found in the folder around it")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = verify.main([str(folder)])
    lines = printed.getvalue().splitlines()
    if code or len(lines) != 1 or not lines[0].isprintable() or not lines[0].endswith(told):
        raise Wrong(f"verify prints {printed.getvalue()!r} and ends with {code}")
    claim = Verdict(told.partition(",")[0])
    if _verdict(subject.of_puzzle) not in (None, claim):
        raise Wrong(f"certified as {claim}, it is {_verdict(subject.of_puzzle)}")
    # Of several pictures the kernels may show different ones.
    subject.said["certificate"] = claim if claim is Verdict.MULTIPLE else files


def changes(subject: Subject) -> None:
    """A repaired picture has one solution, and fewer changes do not suffice."""
    picture = _picture(subject)
    if picture is None:
        return
    palette = brute_force.puzzle_of(picture, subject.clues.inks).palette
    told = fewest_changes(picture, palette, limits=Limits(SECONDS))
    if not told.possible:
        raise Wrong("says that no change suffices, and a blank picture is unique")
    for grid in told.proposals:
        puzzle = brute_force.puzzle_of(grid, subject.clues.inks)
        if api.check(puzzle).verdict is not Verdict.UNIQUE:
            raise Wrong(f"{grid} is not unique")
        if brute_force.solutions(puzzle) not in (None, {grid}):
            raise Wrong(f"{grid} is not unique, says brute force")
    if told.fewest:
        subject.said["changes"] = told.at_least
    elif not told.error:
        raise Wrong("ended early without a reason")
    if len(picture.cells) <= TRIED:
        for number in range(told.at_least):
            for grid in repair_oracle.changed(picture, len(palette.colors), number):
                found = brute_force.solutions(brute_force.puzzle_of(grid, subject.clues.inks))
                if found is not None and len(found) == 1:
                    raise Wrong(f"{told.at_least} changes at least, {number} lead to {grid}")


def printed(subject: Subject) -> None:
    """What is printed is understood: clues, pictures as known cells, and files."""
    puzzle, palette = subject.puzzle, subject.puzzle.palette
    rows, cols = ([clue.text(palette) for clue in lines] for lines in (puzzle.rows, puzzle.cols))
    if Puzzle.of(rows, cols, palette) != subject.bare:
        raise Wrong(f"these clues are another puzzle: {rows} and {cols}")
    if loads(dumps(puzzle, "json"))[0].puzzle != puzzle:
        raise Wrong("the JSON form is another puzzle")
    with TemporaryDirectory() as top:
        path = Path(top, "picture.txt")
        for grid in sorted(subject.solutions or (), key=lambda grid: grid.cells)[:2]:
            path.write_text("\n".join(grid.drawn(palette.chars)))
            if [*read_marks(path, puzzle).known.cells()] != [1 << color for color in grid.cells]:
                raise Wrong(f"{path.read_text()!r} is read as another picture")


def threads(subject: Subject) -> None:
    """Several threads that iterate over one search get the same solutions, and all of them."""
    search = api.Search(
        subject.puzzle,
        backend=subject.clues.solvers[0],
        at_most=MANY,
        limits=Limits(SECONDS, processors=1),
        known=subject.known,
    )
    with ThreadPoolExecutor(THREADS) as pool:
        found = [*pool.map(lambda _: tuple(search), range(THREADS))]
    if len(set(found)) > 1:
        raise Wrong(f"the threads got {[*map(len, found)]} solutions")
    if search.result().exhausted and subject.solutions not in (None, set(found[0])):
        raise Wrong(f"{len(found[0])} solutions, brute force: {len(subject.solutions or ())}")


def givens(subject: Subject) -> None:
    """With the given cells the picture is the only solution, and fewer do not suffice."""
    picture = _picture(subject)
    if picture is None:
        return
    told = fewest_givens(picture, subject.puzzle.palette, limits=Limits(SECONDS))
    if told.cells is not None:
        known = told.domains()
        if api.check(subject.bare, known=known).solutions != (picture,):
            raise Wrong(f"the picture is not the only one with {told.cells}")
        if brute_force.solutions(subject.bare, known) not in (None, {picture}):
            raise Wrong(f"the picture is not the only one with {told.cells}, says brute force")
    if told.fewest:
        subject.said["givens"] = told.at_least
    elif not told.error:
        raise Wrong("ended early without a reason")
    if subject.of_clues is not None and len(picture.cells) <= TRIED:
        least = repair_oracle.fewest_givens(picture, subject.of_clues)
        if told.at_least > least or (told.fewest and told.at_least != least):
            raise Wrong(f"{told.at_least} cells at least, it takes {least}")


def _verdict(solutions: set[Grid] | None) -> Verdict | None:
    if solutions is None:
        return None
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(2, len(solutions))]


def _picture(subject: Subject) -> Grid | None:
    """A small picture with the clues, for being repaired; that knows nothing of hidden numbers."""
    if not subject.puzzle.is_complete:
        return None
    if len(subject.clues.rows) * len(subject.clues.cols) > REPAIRED or not subject.of_clues:
        return None
    return min(subject.of_clues, key=lambda grid: grid.cells)


def _color(grid: Grid, cell: tuple[int, int]) -> int:
    return grid.cells[cell[0] * grid.width + cell[1]]


def _lies_in(grid: Grid, masks: list[list[int]]) -> bool:
    flat = (mask for row in masks for mask in row)
    return all(mask >> color & 1 for mask, color in zip(flat, grid.cells, strict=True))


CHECKS: dict[str, Callable[[Subject], None]] = {
    "backends": backends,
    "verdict": verdict,
    "count": number,
    "backbone": fixed,
    "steps": reasoning,
    "hint": next_step,
    "certificate": certificate,
    "changes": changes,
    "givens": givens,
    "printed": printed,
    "threads": threads,
}
"""What is asked about every puzzle. Each raises Wrong, and leaves in `said` what both kernels must
say alike. Whatever else answers questions about puzzles belongs here, one entry each."""


class Answer(NamedTuple):
    """What came out in one process."""

    fault: Fault | None
    said: dict[str, Any]


def answer(clues: Clues) -> Answer:
    """Ask everything about a puzzle, under the kernel of this process."""
    wrong = brute_force.why_not(clues.rows, clues.cols, clues.inks)
    try:
        subject = Subject(clues)
    except PuzzleError as err:
        return Answer(None if wrong else Fault("refused", str(err)), {"refused": str(err)})
    except Exception as err:
        return Answer(Fault(f"crash of the model: {type(err).__name__}", repr(err)), {})
    if wrong:
        return Answer(Fault("not refused", wrong), {})
    for name, check in CHECKS.items():
        try:
            check(subject)
        except Wrong as err:
            return Answer(Fault(name, f"{err} ({kernel.name} kernel)"), {})
        except Exception as err:  # no question about a good puzzle raises anything
            kind = f"crash of {name}: {type(err).__name__}"
            return Answer(Fault(kind, f"{err!r} ({kernel.name} kernel)"), {})
    return Answer(None, subject.said)


class Agreement(Campaign[Clues]):
    """The two kernels answer in processes of their own, which may hang and crash."""

    name = "agreement"

    def __init__(self, ask: Callable[[Clues], Answer] = answer) -> None:
        self._kernels = {
            name: Worker(ask, seconds=HANGS, memory=MEMORY, kernel=name)
            for name in ("native", "reference")
        }

    def case(self, rng: random.Random) -> Clues:
        """See `Campaign`; the engines of `sat` take turns, and so do the models."""
        engine = rng.choice(list(ENGINES))
        names = [
            "auto",
            "line",
            "placements",
            f"sat:{engine}{rng.choice(['', '+plain', '+direct', '+regular'])}",
        ]
        if rng.random() < 0.2:
            names.append(rng.choice(SLOW))
        available = {entry.name for entry in BACKENDS if BACKENDS.available(entry)}
        usable = [name for name in names if name.partition(":")[0] in available]
        return random_clues(rng, tuple(rng.sample(usable, len(usable))))

    def fault(self, case: Clues) -> Fault | None:
        said: dict[str, dict[str, Any]] = {}
        for name, worker in self._kernels.items():
            if name == "reference" and len(case.rows) * len(case.cols) > SMALL:
                continue
            try:
                fault, said[name] = worker.ask(case)
            except Died as err:
                return Fault("died", f"{err} ({name} kernel)")
            if fault is not None:
                return fault
        for what in set.intersection(*(set(facts) for facts in said.values())):
            one, *others = (facts[what] for facts in said.values())
            if any(other != one for other in others if None not in (one, other)):
                return Fault(f"kernels differ: {what}", f"{one!r} and {others[0]!r}")
        return None

    def smaller(self, case: Clues) -> Iterator[Clues]:
        return smaller_clues(case)

    def close(self) -> None:
        for worker in self._kernels.values():
            worker.close()


if __name__ == "__main__":
    sys.exit(main(Agreement()))

"""The folder that proves a verdict: puzzle, pictures, formula, proof, checker, explanation.

It is made under another name beside its place and then renamed: it is there whole, or not at all.
"""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from nonosat.api import check
from nonosat.certificates import in_child, verify
from nonosat.certificates.formula import puzzle_json
from nonosat.certificates.proof import MEMORY, prove
from nonosat.child import Child
from nonosat.errors import LimitReached, NonosatError, OutputError, named_path
from nonosat.limits import NO_LIMITS, Deadline, Limits
from nonosat.model import Domains, Puzzle, Sheet
from nonosat.platforms.files import move
from nonosat.platforms.waiting import result_of
from nonosat.result import Result, Verdict

MOST = 20_000_000_000
"""Bytes that a raw proof may have, unless told otherwise."""


def certify(
    puzzle: Puzzle | Sheet,
    folder: str | os.PathLike[str],
    *,
    known: Domains | None = None,
    limits: Limits = NO_LIMITS,
    max_proof: int = MOST,
    cubes: int = 1,
    jobs: int = 1,
) -> Verdict:
    """Solve a puzzle and write a certificate of its verdict; one that is there already is kept.

    A new one is checked before it gets its name. `verify` checks it again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certify(Puzzle.of([2, 1], [2, 1]), f"{folder}/certificate").value
    'unique'

    Args:
        folder: must not exist yet, or be empty, or be a certificate of this puzzle.
        known: cells that are given, too; the certificate says so.
        limits: for all of it.
        max_proof: bytes that the proof may have before it is trimmed.
        cubes: into how many parts the proof is cut.
        jobs: how many of them are made at once.

    Raises:
        UsageError: no puzzle, no name of a folder, or `known` is of another size.
        PuzzleError: `known` contradicts the given cells.
        LimitReached: a limit was met before all was done. There is no folder then.
        OutputError: the folder cannot be written, or holds something else.
        WrongAnswer: the checker refuses what was made.
    """
    sheet, folder = Sheet.of(puzzle), Path(named_path(folder))
    if known is not None:
        sheet = replace(sheet, puzzle=sheet.puzzle.given(known))
    deadline = Deadline.of(limits)
    kept = existing(sheet, folder)
    if kept is not None:
        return kept
    # The child is left first, and thus killed, so that nobody waits for what it still does.
    with ThreadPoolExecutor(1) as beside, Child(MEMORY) as child:
        encoded = beside.submit(child.ask, in_child.encode, sheet.puzzle, deadline=deadline)
        result = check(sheet.puzzle, limits=deadline.left())
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.stop)
        try:
            with _finished(folder) as work:
                names = verify.PICTURES[result.verdict.value]
                for name, text in zip(names, _pictures(sheet, result), strict=True):
                    (work / name).write_bytes(text.encode())
                (work / "README.md").write_bytes(_readme(result.verdict, sheet).encode())
                shutil.copyfile(verify.__file__, work / "verify.py")
                if result.verdict is not Verdict.MULTIPLE:
                    result_of(encoded)
                    source = partial(in_child.formula_without, sheet.puzzle, result.solutions)
                    prove(child, source, work, deadline, max_proof, cubes, jobs)
                claim = puzzle_json(sheet, result.verdict.value)
                (work / "puzzle.json").write_bytes(claim.encode())
                if result.verdict is Verdict.MULTIPLE:  # done at once, and the child may be busy
                    in_child.verify_own(work)
                else:
                    child.ask(in_child.verify_own, work, deadline=deadline)
        except NonosatError:
            raise
        except OSError as err:
            raise OutputError(f"{folder}: {err.strerror}") from err
    return result.verdict


@contextlib.contextmanager
def _finished(folder: Path) -> Iterator[Path]:
    """A folder to work in, which gets its name when all is done, and vanishes if that fails."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for leftover in leftovers(folder):  # of a run that was killed
        shutil.rmtree(leftover)
    work = folder.parent / f".{folder.name}.{os.urandom(4).hex()}.unfinished"
    # Not by mkdtemp: on Windows nobody else could ever read what it makes.
    work.mkdir(0o755)
    try:
        yield work
        work.chmod(0o755)
        if folder.exists():
            folder.rmdir()  # it is empty
        move(work, folder)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise


def _pictures(sheet: Sheet, result: Result) -> list[str]:
    """The solutions as they are written to files."""
    return [
        "".join(f"{line}\n" for line in grid.drawn(sheet.puzzle.palette.chars))
        for grid in result.solutions
    ]


def existing(sheet: Sheet, folder: Path) -> Verdict | None:
    """The verdict that a folder proves about this puzzle already; None if it is empty or missing.

    Raises:
        OutputError: there is something else.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return None
    try:
        claim = verify.verify(folder).partition(",")[0]
        if (folder / "puzzle.json").read_bytes().decode() == puzzle_json(sheet, claim):
            return Verdict(claim)
    except Exception:  # whatever is wrong with it, it is no certificate
        pass
    raise OutputError(f"{folder} exists already, and is no certificate of this puzzle")


def leftovers(folder: Path) -> list[Path]:
    """The folders that killed runs have left beside a certificate that they began."""
    # There are 8 characters in between: a folder that belongs to `a.b` is not one of `a`.
    return [*folder.parent.glob(f".{glob.escape(folder.name)}.????????.unfinished")]


CLAIMS = {
    Verdict.UNIQUE: "The picture in `solution.txt` satisfies the clues in `puzzle.json`, and **no other "
    "picture does**.",
    Verdict.NONE: "**No picture** satisfies the clues in `puzzle.json`.",
    Verdict.MULTIPLE: "The pictures in `solution-1.txt` and `solution-2.txt` both satisfy the clues in "
    "`puzzle.json`: it has **several solutions**.",
}
HOW = """
`verify.py` does not believe the solver that made this. It makes the formula of the clues itself
("{version}", specified in nonosat's `docs/certificate.md`), compares it with `formula.cnf`, and
follows the proof step by step. It is short enough to be read. As anybody could have changed the
copy in this folder, check with one that you trust.

## With checkers of others

That `formula.cnf` contradicts itself can be checked with any program for LRAT proofs:

    gzip -dk proof.lrat.gz
    lrat-check formula.cnf proof.lrat
    cake_lpr formula.cnf proof.lrat

and with `drat-trim` after `lrat-check formula.cnf proof.lrat proof.drat`. Whether it is the formula
of this puzzle, only `verify.py` or a program of your own tells.
"""


def _readme(verdict: Verdict, sheet: Sheet) -> str:
    title = sheet.title or "A nonogram"
    size = f"{sheet.puzzle.width}x{sheet.puzzle.height}"
    head = f"# Certificate: {title} ({size})\n\n{CLAIMS[verdict]}\n\n## Check it\n\n"
    commands = "    python3 verify.py .\n\nor, with nonosat installed, `nonosat verify .`\n"
    if verdict is Verdict.MULTIPLE:
        return head + commands
    return head + commands + HOW.format(version=verify.VERSION)

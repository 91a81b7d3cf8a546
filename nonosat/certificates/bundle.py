"""Writes the folder that proves a verdict: puzzle, pictures, formula, proof, checker, README.

The folder is made under a temporary name and then renamed, so it is complete or absent.
"""

import os
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

from nonosat.certificates import child_work, verify
from nonosat.certificates.formula import Formula, puzzle_json
from nonosat.certificates.proof import watched
from nonosat.certificates.verify_many import MEMORY, proved_claims
from nonosat.child import Child
from nonosat.errors import LimitReached, OutputError, Stop, named_path, naming_os_errors
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import AnyKnown, Puzzle, Sheet
from nonosat.platforms.folders import whole_folder
from nonosat.solving.api import check
from nonosat.solving.backends.auto import COUNTED
from nonosat.solving.result import Verdict

MOST = 20_000_000_000
"""Default bound on the bytes of a raw proof."""

COUNTED_SECONDS = 60.0
"""For the proof of a verdict that rests on totals. Most such proofs are found at once or never."""
COUNTING = "counting refutes these clues, and a proof of that in clauses is too long"


def certify(
    puzzle: Puzzle | Sheet,
    folder: str | os.PathLike[str],
    *,
    known: AnyKnown | None = None,
    limits: AnyLimits = NO_LIMITS,
    max_proof: int = MOST,
) -> Verdict:
    """Solve a puzzle and write a certificate of its verdict; keep an existing one.

    A new certificate is checked before it gets its name. `verify` checks it again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certify(Puzzle.of([2, 1], [2, 1]), f"{folder}/certificate").value
    'unique'

    Args:
        folder: must not exist, or be empty, or be a certificate of this puzzle.
        known: further given cells; the certificate includes them.
        limits: limits of all the work.
        max_proof: bound on the bytes of the proof before it is trimmed.

    Raises:
        UsageError: an argument has the wrong type, or `known` has another size.
        PuzzleError: `known` contradicts the given cells.
        LimitReached: a limit ended the work. There is no folder then.
        OutputError: the folder cannot be written, or holds something else.
        WrongAnswer: the checker refuses the new certificate.
    """
    sheet, folder = Sheet.of(puzzle), Path(named_path(folder))
    if known is not None:
        sheet = replace(sheet, puzzle=sheet.puzzle.given(known))
    deadline = Deadline.of(limits)
    kept = existing(sheet, folder)
    if kept is not None:
        return kept
    with Child(MEMORY) as child:
        result = check(sheet, limits=deadline.left())
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.stop)
        with naming_os_errors(OutputError, folder), whole_folder(folder) as work:
            names = verify.PICTURES[result.verdict.value]
            for name, grid in zip(names, result.solutions, strict=True):
                lines = grid.drawn(sheet.puzzle.palette.chars)
                (work / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
            (work / "README.md").write_bytes(_readme(result.verdict, sheet).encode())
            shutil.copyfile(verify.__file__, work / "verify.py")
            if result.verdict is not Verdict.MULTIPLE:
                source = partial(Formula.of, sheet.puzzle, result.solutions)
                counted = result.engine == COUNTED
                until = deadline.part(COUNTED_SECONDS) if counted else deadline
                try:
                    with watched(child, work / child_work.RAW, max_proof):
                        child.ask(child_work.write_proof, source, work, deadline=until)
                except LimitReached as err:
                    if not counted:
                        raise
                    raise LimitReached(Stop(err.stop.reason, f"{err}; {COUNTING}")) from err
            claim = puzzle_json(sheet, result.verdict.value)
            (work / "puzzle.json").write_bytes(claim.encode())
            if result.verdict is Verdict.MULTIPLE:  # quick, and the child may be busy
                child_work.verify_own(work)
            else:
                child.ask(child_work.verify_own, work, deadline=deadline)
    return result.verdict


def existing(sheet: Sheet, folder: Path) -> Verdict | None:
    """Return the verdict that an existing folder proves; None if it is empty or missing."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return None
    try:
        ((_, proved),) = proved_claims([str(folder)])
        if isinstance(proved, Exception):
            raise proved
        claim = proved.partition(",")[0]
        if (folder / "puzzle.json").read_bytes().decode() == puzzle_json(sheet, claim):
            return Verdict(claim)
    except Exception:  # any error means that it is not a certificate
        pass
    raise OutputError(f"{folder} exists already, and is not a certificate of this puzzle")


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

and with `drat-trim` after `lrat-check formula.cnf proof.lrat proof.drat`. They do
not check that it is the formula of this puzzle: `verify.py` does, or a program of your own.
"""


def _readme(verdict: Verdict, sheet: Sheet) -> str:
    title = sheet.title or "A nonogram"
    size = f"{sheet.puzzle.width}x{sheet.puzzle.height}"
    remarks = "".join(f"About the file of the puzzle: {one}.\n\n" for one in sheet.remarks)
    head = f"# Certificate: {title} ({size})\n\n{CLAIMS[verdict]}\n\n{remarks}## Check it\n\n"
    commands = "    python3 verify.py .\n\nor, with nonosat installed, `nonosat verify .`\n"
    if verdict is Verdict.MULTIPLE:
        return head + commands
    return head + commands + HOW.format(version=verify.VERSION)

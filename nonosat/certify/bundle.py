"""The folder that proves a verdict: puzzle, pictures, formula, proof, checker, explanation.

It is made under another name beside its place and then renamed: it is there whole, or not at all.
"""

from __future__ import annotations

import glob
import shutil
import tempfile
from pathlib import Path

from nonosat.api import check
from nonosat.certify import verify
from nonosat.certify.formula import VERSION, Formula, puzzle_json
from nonosat.certify.proof import prove
from nonosat.errors import LimitReached, NonosatError, OutputError
from nonosat.model import Sheet
from nonosat.result import Deadline, Limits, Verdict

MOST = 20_000_000_000
"""Bytes that a raw proof may have, unless told otherwise."""


def certify(
    sheet: Sheet,
    folder: Path,
    *,
    seconds: float | None = None,
    most: int = MOST,
    cubes: int = 1,
    jobs: int = 1,
) -> Verdict:
    """Solve a puzzle and write a certificate of its verdict; one that is there already is kept.

    Args:
        folder: must not exist yet, or be empty, or be a certificate of this puzzle.
        seconds: for all of it.
        most: bytes that the proof may have before it is trimmed.
        cubes, jobs: into how many parts the proof is cut, and how many are made at once.

    Raises:
        LimitReached: a limit was met before all was done. There is no folder then.
        OutputError: the folder cannot be written, or holds something else.
    """
    kept = existing(sheet, folder)
    if kept is not None:
        return kept
    deadline = Deadline(seconds)
    result = check(sheet.puzzle, limits=Limits(seconds))
    verdict = result.verdict
    if verdict is Verdict.UNKNOWN:
        raise LimitReached(result.stop)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        for leftover in leftovers(folder):  # of a run that was killed
            shutil.rmtree(leftover)
        work = Path(tempfile.mkdtemp(".unfinished", f".{folder.name}.", folder.parent))
        try:
            names = verify.PICTURES[verdict.value]
            for name, grid in zip(names, result.solutions, strict=True):
                lines = sheet.puzzle.palette.grid_lines(grid)
                _write(work / name, "".join(f"{line}\n" for line in lines))
            _write(work / "README.md", _readme(verdict, sheet))
            shutil.copyfile(verify.__file__, work / "verify.py")
            if verdict is not Verdict.MULTIPLE:
                formula = Formula.of(sheet.puzzle, result.solutions)
                (work / "formula.cnf").write_bytes(formula.dimacs)
                prove(formula.clauses, work, deadline, most, cubes, jobs)
            _write(work / "puzzle.json", puzzle_json(sheet, verdict.value))
            work.chmod(0o755)
            if folder.exists():
                folder.rmdir()  # it is empty
            work.rename(folder)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
    except NonosatError:
        raise
    except OSError as err:
        raise OutputError(f"{folder}: {err.strerror}") from err
    return verdict


def existing(sheet: Sheet, folder: Path) -> Verdict | None:
    """What a folder proves about this puzzle already; None if there is none.

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
    """What runs that were killed have left beside a certificate that they began."""
    # What mkdtemp puts in between has 8 characters: one that belongs to `a.b` is not one of `a`.
    return [*folder.parent.glob(f".{glob.escape(folder.name)}.????????.unfinished")]


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode())


CLAIMS = {
    Verdict.UNIQUE: "The picture in `solution.txt` satisfies the clues in `puzzle.json`, and **no other "
    "picture does**.",
    Verdict.NONE: "**No picture** satisfies the clues in `puzzle.json`.",
    Verdict.MULTIPLE: "The pictures in `solution-1.txt` and `solution-2.txt` both satisfy the clues in "
    "`puzzle.json`: it has **several solutions**.",
}
HOW = f"""
`verify.py` does not believe the solver that made this. It makes the formula of the clues itself
("{VERSION}", specified in nonosat's `docs/certificate.md`), compares it with `formula.cnf`, and
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
    return head + commands + HOW

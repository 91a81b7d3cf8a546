"""Finds certificates in folders, and checks what they claim."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from nonosat.certificates import verify as checker
from nonosat.certificates.formula import checked_form
from nonosat.child import Child
from nonosat.errors import InputError, NonosatError, Refused, named_path
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import Puzzle, Sheet, puzzle_of
from nonosat.solving.result import Verdict

MEMORY = 2 << 30
"""Bytes of memory that each child process may allocate."""


def verify(
    folder: str | os.PathLike[str],
    *,
    puzzle: Puzzle | Sheet | None = None,
    limits: AnyLimits = NO_LIMITS,
) -> Verdict:
    """Check a certificate without a solver; return the verdict that it proves.

    >>> verify("docs/certificate").value
    'unique'

    Args:
        puzzle: the puzzle it must be about; its inks may have other names.

    Raises:
        UsageError: an argument has the wrong type.
        LimitReached: the limit passed first, or it needs more than 2 GB of memory.
        InputError: the folder is not a certificate.
        Refused: it does not prove its claim, or belongs to another puzzle.
    """
    path = Path(named_path(folder))
    meant = None if puzzle is None else puzzle_of(puzzle)
    if find_certificates([str(path)]) != [str(path)]:
        raise InputError(f"{path}: not a certificate, but a folder that holds some")
    ((_, claim),) = proved_claims([str(path)], limits)
    if isinstance(claim, NonosatError):
        raise claim
    if isinstance(claim, Exception):
        raise Refused(f"{path}: {refusal(claim)}") from claim
    if meant is not None and not is_about(path, meant):
        raise Refused(f"{path}: refused: it belongs to another puzzle")
    return Verdict(claim.partition(",")[0])


def proved_claims(
    folders: Iterable[str], limits: AnyLimits = NO_LIMITS
) -> Iterator[tuple[str, str | Exception]]:
    """Yield what each certificate proves, in words, or why it was refused; LimitReached proves nothing.

    The work is done in a child process, since a certificate of others may need any time and memory.

    Args:
        limits: of each certificate.
    """
    child: Child | None = None
    try:
        for folder in folders:
            if child is None or not child.is_alive:
                child = Child(MEMORY)
            claim: str | Exception
            try:
                claim = child.ask(checker.verify, Path(folder), deadline=Deadline.of(limits))
            except Exception as err:  # any error means that the certificate is wrong
                claim = err
            yield folder, claim
    finally:
        if child is not None:
            child.kill()


def refusal(reason: Exception) -> str:
    """Return why a certificate is refused, in the words of the checker."""
    return f"refused: {reason if type(reason) is ValueError else repr(reason)}"


def find_certificates(folders: Iterable[str]) -> list[str]:
    """Return the folders that are certificates, and the certificates in other folders.

    A folder with any file of a certificate counts as one, even if it is broken.
    """
    found = []
    for folder in folders:
        path = Path(folder)
        try:
            inside = (
                [folder] if _is_one(path) else sorted(map(str, filter(_is_one, path.iterdir())))
            )
        except OSError as err:
            what = "a file, and no certificate; `nonosat check` takes puzzles"
            raise InputError(f"{folder}: {what if path.is_file() else err.strerror}") from err
        if not inside:
            raise InputError(f"{folder}: there is no certificate in this folder")
        found += inside
    return found


def _is_one(path: Path) -> bool:
    parts = ("puzzle.json", "formula.cnf", "proof.lrat.gz", "verify.py")
    return any((path / name).exists() for name in parts)


def is_about(folder: Path, puzzle: Puzzle) -> bool:
    """Return True if an accepted certificate has the clues and given cells of a puzzle.

    Inks may have other names and colors there: only their positions count.
    """
    theirs = checker.read_puzzle(folder)[1:]
    return _shape(*theirs) == _shape(*checked_form(puzzle))


def _shape(rows: list[checker.Clue], columns: list[checker.Clue], given: list[str]) -> object:
    """Return clues and given cells with inks numbered in order of appearance."""
    numbers: dict[str, int] = {".": 0}
    clues = [
        [[(length, numbers.setdefault(ink, len(numbers))) for length, ink in clue] for clue in side]
        for side in (rows, columns)
    ]
    anything = frozenset(numbers.values())
    cells = [
        anything if word == "?" else anything & {numbers.get(ink) for ink in word} for word in given
    ]
    return clues, cells

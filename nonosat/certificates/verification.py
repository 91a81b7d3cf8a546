"""Finds certificates in folders, and checks what they claim."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from nonosat.certificates import verify as checker
from nonosat.certificates.formula import checked_form
from nonosat.errors import InputError, Refused, named_path
from nonosat.model import Puzzle, Sheet, puzzle_of
from nonosat.result import Verdict


def verify(folder: str | os.PathLike[str], *, puzzle: Puzzle | Sheet | None = None) -> Verdict:
    """Check a certificate without a solver; return the verdict that it proves.

    >>> verify("docs/certificate").value
    'unique'

    Args:
        puzzle: the puzzle it must be about; its inks may have other names.

    Raises:
        UsageError: an argument has the wrong type.
        InputError: the folder is not a certificate.
        Refused: it does not prove its claim, or is about another puzzle.
    """
    path = Path(named_path(folder))
    meant = None if puzzle is None else puzzle_of(puzzle)
    if find_certificates([str(path)]) != [str(path)]:
        raise InputError(f"{path}: not a certificate, but a folder that holds some")
    try:
        claim = checker.verify(path).partition(",")[0]
    except Exception as err:  # any error means that the certificate is wrong
        reason = err if type(err) is ValueError else repr(err)
        raise Refused(f"{path}: refused: {reason}") from err
    if meant is not None and not is_about(path, meant):
        raise Refused(f"{path}: refused: it is about another puzzle")
    return Verdict(claim)


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
            raise InputError(f"{folder}: {err.strerror}") from err
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

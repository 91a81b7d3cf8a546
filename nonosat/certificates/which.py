"""The puzzles of certificates: the folders that are certificates, and their claims."""

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
    """Check a certificate, and tell what it proves. It runs no solver.

    >>> verify("docs/certificate").value
    'unique'

    Args:
        puzzle: it must be about this one, whatever its inks are called.

    Raises:
        UsageError: no name of a folder, or no puzzle.
        InputError: there is no certificate in this folder.
        Refused: it does not prove what it claims, or it is about another puzzle.
    """
    path = Path(named_path(folder))
    meant = None if puzzle is None else puzzle_of(puzzle)
    if certificates([str(path)]) != [str(path)]:
        raise InputError(f"{path}: this folder is no certificate, it holds some")
    try:
        claim = checker.verify(path).partition(",")[0]
    except Exception as err:  # whatever it stumbles over, the certificate is at fault
        reason = err if type(err) is ValueError else repr(err)
        raise Refused(f"{path}: refused: {reason}") from err
    if meant is not None and not is_about(path, meant):
        raise Refused(f"{path}: refused: it is about another puzzle")
    return Verdict(claim)


def certificates(folders: Iterable[str]) -> list[str]:
    """The certificates that folders are, or hold.

    A folder is taken for a certificate, however broken, unless it has folders and nothing that a
    certificate has.

    Raises:
        InputError: a folder is not there, or holds no certificate at all.
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
    """True if a folder has a part of a certificate."""
    parts = ("puzzle.json", "formula.cnf", "proof.lrat.gz", "verify.py")
    return any((path / name).exists() for name in parts)


def is_about(folder: Path, puzzle: Puzzle) -> bool:
    """True if an accepted certificate has the clues and given cells of a puzzle.

    Inks may have other names and looks there: they are told apart by where they stand.
    """
    theirs = checker.read_puzzle(folder)[1:]
    return _shape(*theirs) == _shape(*checked_form(puzzle))


def _shape(rows: list[checker.Clue], columns: list[checker.Clue], given: list[str]) -> object:
    """Clues and given cells with inks that are numbered in the order in which they come."""
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

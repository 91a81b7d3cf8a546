"""Which puzzle is a certificate about? The folders that are certificates, and what they claim."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nonosat.certificates.formula import puzzle_json
from nonosat.errors import InputError
from nonosat.model import Puzzle, Sheet


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
    """Whether a folder has a part of a certificate."""
    parts = ("puzzle.json", "formula.cnf", "proof.lrat.gz", "verify.py")
    return any((path / name).exists() for name in parts)


def is_about(folder: Path, puzzle: Puzzle) -> bool:
    """Whether an accepted certificate has the clues and given cells of a puzzle.

    Inks may have other names and looks there: they are told apart by where they stand.
    """
    theirs = json.loads((folder / "puzzle.json").read_text("utf-8"))
    ours = json.loads(puzzle_json(Sheet(puzzle), ""))
    return _shape(theirs) == _shape(ours)


def _shape(facts: dict[str, Any]) -> object:
    """Clues and given cells with inks that are numbered in the order in which they come."""
    numbers: dict[str, int] = {".": 0}

    def number(ink: str) -> int:
        return numbers.setdefault(ink, len(numbers))

    clues = [
        [
            [
                (block, number("#")) if type(block) is int else (block[0], number(block[1]))
                for block in clue
            ]
            for clue in facts[key]
        ]
        for key in ("rows", "columns")
    ]
    anything = frozenset(numbers.values())
    given = [
        [anything if word == "?" else anything & {numbers.get(ink) for ink in word} for word in row]
        for row in facts.get("givens", ())
    ]
    return clues, given

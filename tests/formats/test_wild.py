"""Files as strangers write them are read as `tests/data/wild/expected.json` says, or refused with help."""

import json
from pathlib import Path
from typing import Any

import pytest

from nonosat.cli.advice import with_advice
from nonosat.errors import NonosatError, Unsure
from nonosat.files import load
from nonosat.model import Puzzle, Sheet
from tests.command import run

DATA = Path(__file__).parents[1] / "data"
FOLDER = DATA / "wild"
EXPECTED: dict[str, Any] = {
    f"{folder}/{name}": want
    for folder in ("wild", "wild-2", "wild-3")
    for name, want in json.loads((DATA / folder / "expected.json").read_text()).items()
}


def clues(puzzle: Puzzle) -> dict[str, Any]:
    """The clues in the form of ``expected.json``, inks numbered as they appear."""
    inks: dict[int, int] = {}
    plain = puzzle.palette.is_black_and_white
    return {
        side: [
            [
                (b.length or "?") if plain else [b.length, inks.setdefault(b.color, len(inks))]
                for b in clue
            ]
            for clue in lines
        ]
        for side, lines in (("rows", puzzle.rows), ("columns", puzzle.cols))
    }


def renumbered(want: dict[str, Any]) -> dict[str, Any]:
    """The same of what is expected, where letters are inks."""
    inks: dict[str, int] = {}
    return {
        side: [
            [
                b if isinstance(b, int | str) else [b[0], inks.setdefault(b[1], len(inks))]
                for b in clue
            ]
            for clue in want[side]
        ]
        for side in ("rows", "columns")
    }


def fault(name: str, want: Any) -> str:
    """What is wrong with how a file is read; "" if nothing is."""
    wants = want if isinstance(want, list) else [want]
    other = wants[0].get("or")
    try:
        sheets: list[Sheet] = load(DATA / name, "found" if "asked" in wants[0] else None)
    except NonosatError as err:
        words = (wants[0].get("refuse", "\n"), other if isinstance(other, str) else "\n")
        return "" if any(word in with_advice(err) for word in words) else f"refused: {err}"
    got = [clues(sheet.puzzle) for sheet in sheets]
    if isinstance(other, dict) and got == [renumbered(other)]:
        return ""
    if "refuse" in wants[0]:
        return "read, but should be refused"
    if got != [renumbered(one) for one in wants]:
        return f"misread: {got}"
    guesses = " ".join(doubt for sheet in sheets for doubt in getattr(sheet, "guesses", ()))
    if not all(word in guesses for word in wants[0].get("note", "").split()):
        return f"no note with {wants[0]['note']!r}: {guesses!r}"
    return ""


@pytest.mark.parametrize("name", EXPECTED)
def test_wild_shapes_are_read_as_expected(name: str) -> None:
    assert not fault(name, EXPECTED[name])


def test_what_is_found_is_asked_about() -> None:
    for name in (name for name, want in EXPECTED.items() if '"asked"' in json.dumps(want)):
        with pytest.raises(Unsure):
            load(DATA / name)


def test_the_order_of_sides_can_be_said(tmp_path: Path) -> None:
    """Without a suffix that says it the order is in doubt; --from turns the puzzle round."""
    name = FOLDER / "square-columns-first.txt"
    (rows_first,) = load(name)
    (columns_first,) = load(name, "columns-first")
    assert len(rows_first.guesses) == 1
    for words in ("check", "check --jobs 2", "solve", "count"):
        row = json.loads(run(*words.split(), "--json", name).stdout)
        assert row["remarks"] == [*rows_first.remarks], words
    again = tmp_path / "again.txt"
    again.write_bytes(name.read_bytes())
    for words in ("check", "check -q", f"check -o {tmp_path / 'rows.jsonl'}", "check --jobs 2"):
        assert run(*words.split(), name, again).stderr.count("--from columns-first") == 1, words
    assert not columns_first.guesses
    assert columns_first.puzzle.rows == rows_first.puzzle.cols
    told = tmp_path / "a.nin"
    told.write_bytes(name.read_bytes())
    for (sheet,) in (load(told), load(name, "nin")):
        assert sheet == Sheet(rows_first.puzzle)

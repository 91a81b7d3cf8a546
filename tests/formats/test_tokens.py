"""A word of a file that is deleted, doubled or changed gives the same puzzle, an error, or a note."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from format_examples import PICTURES, drawn

from nonosat.cli.advice import with_advice
from nonosat.errors import CannotHold, NonosatError, ParseError
from nonosat.files import load
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Holds, Record, check_holds
from nonosat.model import Puzzle, Sheet

CANNOT_KNOW = {
    "keen": "it has no place for a size, so that a last 0 may be missing",
    "pbnsol": "as keen",
    "seed-a": "it has no place for a size: a clue that is cut in two, or two that are joined, fit as well",
    "csv": "a row of a table may have more cells than there are clues",
    "pzpr": "its clues are packed by their number, not by their line",
}
"""Formats in which some changes are not seen -> the reason."""
OTHERS = frozenset(("asp", "bosch", "dzn", "glpk", "lists", "prolog", "json", "jsonl", "link", "g"))
"""Programs and data have tests of their own; a link is packed, and its text has no words."""
MAX_WORDS = 400
WORD = re.compile(r"[A-Za-z_]+|[0-9]+|[^\sA-Za-z0-9_]")


def changes(text: str) -> Iterator[str]:
    """The text with one word deleted, doubled or changed."""
    for match in [*WORD.finditer(text)][:MAX_WORDS]:
        word = match[0]
        other = (
            str(int(word) + 1)
            if word.isdigit()
            else f"{word[0]}x"
            if word.isalpha()
            else ";,"[word == ";"]
        )
        for new in ("", f"{word} {word}", other):
            yield text[: match.start()] + new + text[match.end() :]


def clues(puzzle: Puzzle) -> list[list[tuple[int | None, int]]]:
    """The clues, their colors numbered as they appear."""
    inks: dict[int, int] = {}
    return [
        [(block.length, inks.setdefault(block.color, len(inks))) for block in clue]
        for clue in (*puzzle.rows, *puzzle.cols)
    ]


def written(name: str, key: str) -> tuple[Sheet, str] | None:
    form, sheet = make_format(name), drawn(*PICTURES[key])
    sheet = replace(sheet, goals=()) if Holds.CLUES in form.holds else sheet
    try:
        check_holds(name, form.holds, [sheet])
        return None if form.write is None or form.binary else (sheet, str(form.write([sheet])))
    except CannotHold:
        return None


def unseen(name: str, key: str) -> list[str]:
    """The changed texts that are read as another puzzle, without a note."""
    found = []
    sheet, text = written(name, key) or (None, "")
    for changed in changes(text):
        try:
            again = make_format(name).read(Record(changed, "f"))
        except NonosatError:
            continue
        if [clues(one.puzzle) for one in again] != [clues(sheet.puzzle)] and not again[0].guesses:  # type: ignore[union-attr]
            found.append(changed)
    return found


@pytest.mark.parametrize("name", [name for name in FORMATS.names if name not in OTHERS])
def test_a_changed_word_never_gives_another_puzzle_silently(name: str) -> None:
    wrong = unseen(name, "A") + unseen(name, "D")
    assert bool(wrong) <= (name in CANNOT_KNOW), wrong[0]


@pytest.mark.parametrize("name", CANNOT_KNOW)
def test_formats_that_cannot_know_are_such(name: str) -> None:
    assert unseen(name, "A") + unseen(name, "D")


_TWO = "{name: 'a', %s, rows: [[2], []], cols: [[1], [1]]}, {name: 'b', width: 2, rows: [[2], []], cols: [[1], [1]]}"
SIZED = {
    "lists": ((f"x = [{_TWO % 'width: 3'}]", "3 columns"), (f"x = [{_TWO % 'size: [2, 1]'}]", "2x1")),
    "webpbn": (
        ("<puzzleset><puzzle><clues><line><count>1</count>7</line></clues></puzzle></puzzleset>", "7"),
    ),
    "asp": (("width(2). row_hint(1,1,2). col_hint(1,1,1). col_hint(2,1,1). col_hint(3,1,1).", "column 3"),),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "word"), [(name, *row) for name, rows in SIZED.items() for row in rows]
)
def test_what_a_puzzle_says_besides_its_clues_is_not_skipped(
    name: str, text: str, word: str
) -> None:
    with pytest.raises(NonosatError, match=word):
        make_format(name).read(Record(text, "f", is_asked=True))


@pytest.mark.parametrize(
    ("name", "text"), [("lists", "rows = 2 * [[2]]\ncols = [[2], [2]]"), ("dzn", "rows = [[2]];")]
)
def test_no_error_is_its_own_cause(name: str, text: str) -> None:
    with pytest.raises(NonosatError) as caught:
        make_format(name).read(Record(text, "f"))
    assert caught.value.__cause__ is not caught.value


def test_an_empty_line_between_clues_may_be_one() -> None:
    with pytest.raises(ParseError, match="blank lines between clues"):
        make_format("headings").read(Record("Rows:\n1\n\n1\nColumns:\n2\n", "f"))


def test_the_cells_of_a_notebook_on_one_line_stay_apart() -> None:
    cell = {"cell_type": "code", "source": "rows = [[2]]\ncols = [[1], [1]]"}
    text = json.dumps({"cells": [cell], "nbformat": 4})
    (sheet,) = make_format("lists").read(Record(text, "f"))
    assert sheet.puzzle == Puzzle.of([[2]], [[1], [1]])


FOLDER = Path(__file__).parents[1] / "data" / "wild"
CLUES = {
    "heading-count.txt": (2, 6), "yaml-nested.yml": (2, 11), "block.yml": (2, 6), "br2.txt": (3, 7),
    "hints.yaml": (4, 11), "headings-columns-first.txt": (2, 8), "word-between.txt": (1, 4),
    "hash-between.txt": (1, 4), "square-size-then-lines.gr": (2, 5), "two-lines-square.txt": (1, 1),
    "braces-blanks.constraint": (2, 2), "dash-between.txt": (1, 5),
    "size-above-01.txt": (2, 5), "comment-headings.txt": (2, 4),
}  # fmt: skip
"""File -> its first and last line of clues of one side."""


@pytest.mark.parametrize("token", ["foo", "%", "@3", "\N{PILCROW SIGN}"])
@pytest.mark.parametrize("name", CLUES)
def test_what_is_not_understood_in_a_clue_is_refused(tmp_path: Path, name: str, token: str) -> None:
    first, last = CLUES[name]
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert load(FOLDER / name, "found")
    for at in range(first - 1, last):
        path = tmp_path / name
        path.write_text(
            "\n".join([*lines[:at], f"{lines[at]} {token}", *lines[at + 1 :]]), encoding="utf-8"
        )
        with pytest.raises(NonosatError):
            load(path, "found")


R, C = "2\n4\n1\n1 3\n", "1 1\n2\n2 1\n3\n1\n"
S = "1\n1\n0\n1\n", "1\n0\n1\n1\n"
HEADED = f"Rows:\n{R}Columns:\n{C}"
ADVICE = {
    "--from keen": (f"{S[0]}\n{S[1]}", "--from keen", f"{S[0]}\n{S[1]}", "keen"),
    "--from grid": (f"{S[0]}\n{S[1]}", "--from grid", f"{S[0]}\n{S[1]}", "grid"),
    "a line for each row": ("#." * 72, "write a line for each row", ("#." * 6 + "\n") * 12, None),
    "one row": ("#." * 72, "--from grid", "#." * 72, "grid"),
    "the size": (f"Width: 6\n{HEADED}", "1: 6 columns is stated", HEADED, None),
    "the size of a picture": ("6 2\n##...\n...##\n", "1: 6x2 is stated", "5 2\n##...\n...##\n", None),
}  # fmt: skip
"""What is advised -> a text that is refused, words of the message, the text as advised, and a format."""


@pytest.mark.parametrize(("text", "words", "better", "form"), ADVICE.values(), ids=ADVICE)
def test_the_advice_of_a_refusal_works(
    tmp_path: Path, text: str, words: str, better: str, form: str | None
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    with pytest.raises(NonosatError) as caught:
        load(path)
    assert words in with_advice(caught.value)
    path.write_text(better)
    assert load(path, form)


TITLES = (
    "width 10",
    "size: 5x5",
    "# 9x9",
    "5 4",
    "Rows: 3",
    "rows",
    "[clues]",
    "Width: 2",
    "GRID x",
    "--5--",
)


@pytest.mark.parametrize("name", FORMATS.names)
def test_a_title_is_never_a_size_or_a_comment(name: str) -> None:
    form = make_format(name)
    for title in TITLES if form.write and Holds.TITLE in form.holds and not form.binary else ():
        sheet = replace(drawn(*PICTURES["D"]), title=title)
        (again,) = form.read(Record(str(form.write([sheet])), "f"))  # type: ignore[misc]
        assert (again.puzzle, again.title) == (sheet.puzzle, title)

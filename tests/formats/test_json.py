"""JSON lines by the thousand, and JSON that nobody would write."""

import cProfile
import json
import pstats
from pathlib import Path

import pytest
from conftest import ROOT
from format_examples import fuzzing, read
from hypothesis import example, given
from hypothesis import strategies as st

from nonosat.errors import NonosatError
from nonosat.formats.base import Record
from nonosat.formats.data.formats import JSON, JSON_LINES

CORPUS = ROOT.parent / "shared" / "corpus"


def corpus(name: str = "*") -> list[Path]:
    files = sorted(CORPUS.glob(f"{name}.jsonl"))
    if not files:
        pytest.skip("the corpus is not beside this checkout")
    return files


def test_the_corpus_survives():
    for path in corpus():
        lines = path.read_text(encoding="utf-8").splitlines()[::4]
        sheets = read(JSON_LINES, "\n".join(lines))
        assert read(JSON_LINES, JSON_LINES.write(sheets)) == sheets
        for line, sheet in zip(lines, sheets, strict=True):
            value = json.loads(line)
            assert dict(sheet.notes) == {"verdict": value["verdict"]}
            assert len(sheet.goals) == ("solution" in value)


def test_plain_puzzles_are_read_in_few_calls():
    lines = corpus("random30")[0].read_text(encoding="utf-8").splitlines()[:100]
    read(JSON_LINES, lines[0])
    with cProfile.Profile() as profile:
        for line in lines:
            JSON_LINES.read(Record(line))
    assert pstats.Stats(profile).total_calls < 800 * len(lines)  # 602, not one for each block


WORDS = ["rows", "cols", "colors", "goal", "goals", "givens", "content", "solution", "width",
         "height", "size", "clues", "puzzles", "notes", "background", "solution_chars",
         "color_names", "title", "format", "verdict", "k", "r", ".", "#", "2k", "1 1"]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@fuzzing
@given(st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=6))
@example({"goals": [1]})
@example({"rows": None, "cols": None, "goals": [None], "grid": [[1]]})
def test_survives_any_json(value):
    text = json.dumps({"rows": [[1], []], "cols": [[1]], **value})
    for form in (JSON, JSON_LINES):
        try:
            sheets = read(form, text)
        except NonosatError:
            continue
        assert [sheet.puzzle for sheet in read(form, form.write(sheets))] == [
            sheet.puzzle for sheet in sheets
        ]

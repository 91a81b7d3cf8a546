"""Formats that are one record after another: read as streams, each record under a cap."""

from itertools import count, islice

import pytest
from format_examples import puzzle

from nonosat.errors import ParseError, TooLarge
from nonosat.formats import make_format
from nonosat.formats.base import Record
from nonosat.formats.named import taai
from nonosat.model import Sheet

PLAIN = '{"rows": [[1]], "cols": [[1]]}'
STREAMS = {
    "sgt": (
        (f"1:{n % 2}/{n % 2}" if n % 3 else " " for n in count()),
        [(2, "1:1/1"), (3, "1:0/0"), (5, "1:0/0")],
        Sheet(puzzle("#")),
    ),
    "taai": (
        (f"${n // 3}" if n % 3 == 0 else "1" for n in count(3)),
        [(1, "$1\n1\n1\n"), (4, "$2\n1\n1\n")],
        Sheet(puzzle("#"), id="1"),
    ),
    "jsonl": (("" if n % 2 else PLAIN for n in count(1)), [(2, PLAIN)], Sheet(puzzle("#"))),
}


@pytest.mark.parametrize("name", STREAMS)
def test_streams_are_cut_as_they_come(name):
    endless, records, sheet = STREAMS[name]
    form = make_format(name)
    assert form.split is not None
    assert list(islice(form.split(endless), len(records))) == records
    assert form.read(Record(records[0][1], "f", 77)) == [sheet]


@pytest.mark.parametrize(("name", "content"), [("json", b"{}"), ("pnm", "P1 1 1 1")])
def test_content_of_the_other_kind_is_refused(name: str, content: str | bytes) -> None:
    with pytest.raises(ParseError, match="this format is"):
        make_format(name).read(Record(content, "f"))


def test_lines_before_the_first_problem_are_one_record():
    lines = ["", "x", "$1", "", "1", ""]
    assert list(taai.split(lines)) == [(2, "x\n"), (3, "$1\n\n1\n\n")]


def test_a_problem_is_capped(monkeypatch):
    monkeypatch.setattr(taai, "MAX_BYTES", 1000)
    records = taai.split("$1" if n == 1 else "1" for n in count())
    assert next(records) == (1, "1\n")
    with pytest.raises(TooLarge, match=":2: a problem of more than 1000 bytes"):
        next(records)

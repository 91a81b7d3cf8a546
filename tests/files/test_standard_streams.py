"""Standard input and output: read and written like files, and told when they are of no use."""

import io
import os
import sys
import threading

import pytest
from format_examples import HOOK, NON, RECORD

from nonosat.errors import InputError, NonosatError, OutputError, UsageError
from nonosat.files import ReadFailure, dump, dumps, load, read_text, stream, write_text
from nonosat.files.marks import read_marks
from nonosat.files.read import HEAD
from nonosat.model import Domains, Sheet


def give(patch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let standard input hold these bytes, under an encoding that must not matter."""
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "ascii"))


@pytest.mark.parametrize(
    ("data", "want"),
    [
        (NON.encode(), ["Hook é"]),
        (
            (RECORD + '{"rows":[[1]],"columns":[[]]}\n' + RECORD).encode(),
            ["", "<stdin>:2: the rows have 1 cell, the columns 0: 1 more in the rows", ""],
        ),
        (b"P1\n2 1\n1 0\n", [""]),
    ],
    ids=["text", "records", "picture"],
)
def test_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, data: bytes, want: list[str]
) -> None:
    give(monkeypatch, data)
    found = list(stream("-"))
    assert [
        str(item.error) if isinstance(item, ReadFailure) else item.sheet.title for item in found
    ] == want
    assert [item.position for item in found] == list(range(1, len(want) + 1))
    assert {item.source for item in found} == {"<stdin>"}


def test_known_cells_of_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Domains.of_grid(HOOK.goals[0], 2)
    for text in ("##.\n#.#\n", dumps([Sheet(HOOK.puzzle, saved=known)], "json")):
        give(monkeypatch, text.encode())
        assert read_marks("-", HOOK.puzzle).known == known
    give(monkeypatch, b"##\n")
    with pytest.raises(UsageError, match=r"\A<stdin>: 1 row of marks, the puzzle has 2\Z"):
        read_marks("-", HOOK.puzzle)


def test_standard_input_is_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first record is there while the second is not written yet."""
    reading, writing = os.pipe()
    head = (RECORD * (2 * HEAD // len(RECORD))).encode()
    with open(writing, "wb") as writer, open(reading, encoding="ascii") as reader:
        monkeypatch.setattr(sys, "stdin", reader)
        thread = threading.Thread(target=lambda: (writer.write(head), writer.flush()))
        thread.start()
        items = stream("-")
        assert next(items).position == 1
        for _ in range(len(head) // len(RECORD) // 2):  # so that the other end can go on
            next(items)
        thread.join()


def test_bad_and_closed_standard_streams_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for data, want in ((b"", "the file is empty"), (b"\0", "this is binary data, no text")):
        give(monkeypatch, data)
        with pytest.raises(NonosatError) as caught:
            load("-")
        assert str(caught.value) == f"<stdin>: {want}"
    monkeypatch.setattr(sys, "stdin", None)  # so Python finds them when they are closed
    monkeypatch.setattr(sys, "stdout", None)
    for read in (load, read_text):
        with pytest.raises(InputError):
            read("-")
    with pytest.raises(OutputError):
        write_text("-", "x")


def test_writes_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes of a file are the same wherever it is written to."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    write_text("-", "é ☃\n")
    dump([HOOK], "-", "seed-a")
    assert written.getvalue() == "é ☃\n2;1,1\n2;1;1\n".encode()
    with pytest.raises(UsageError, match="no format has the suffix ''"):
        dump([HOOK], "-")

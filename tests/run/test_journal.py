"""The file of rows: whole lines whatever happens, nothing lost that was said to be there."""

import json
import os
import random
import tracemalloc
from pathlib import Path
from typing import BinaryIO

import pytest
from command import python

from nonosat.errors import InputError, OutputError, ParseError
from nonosat.platforms.files import move
from nonosat.run import journal as journal_module
from nonosat.run.journal import LARGEST, Journal, misfit, read_journal, read_with_offsets, row_at
from nonosat.run.table import rows_in_order

ROWS = [
    {"n": 1},
    {"name": "é ☃ \U0001d11e", "list": [1, [2.5, None, True]]},
    {"file": "caf\udce9"},  # a file name that is not a text
    {},
    {"newline": "a\nb\r\u2028"},
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rows.jsonl"


def write(path: Path, rows: list[dict[str, object]], resume: bool = False) -> None:
    with Journal(path, resume=resume) as journal:
        journal.append(rows)


def test_what_is_written_is_read_back(path: Path) -> None:
    with Journal(path) as journal:
        for row in ROWS:
            journal.append([row])
        journal.append([])
        assert journal.written == len(ROWS)
        assert list(journal.rows()) == ROWS  # while it is open
    assert list(read_journal(path)) == ROWS
    assert path.read_bytes().count(b"\n") == len(ROWS)
    write(path, ROWS, resume=True)
    assert list(read_journal(path)) == ROWS * 2
    with path.open("rb") as file:
        for offset, row in reversed(list(read_with_offsets(path))):
            assert row_at(file, offset) == row


def test_whole_rows_survive_any_sequence_of_appends_cuts_and_drops(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)  # which takes long
    rng, refused = random.Random(2), 0
    for number in range(200):
        path.unlink(missing_ok=True)
        held: list[dict[str, object]] = []
        for step in range(rng.randint(1, 12)):
            if rng.random() < 0.4 and path.exists():  # the writer dies, and its last bytes are lost
                data = path.read_bytes()[: rng.randint(0, path.stat().st_size)]
                path.write_bytes(data)
                held = held[: data.count(b"\n")]
                if not held and data.endswith(b"}"):  # it could be a file of somebody else
                    with pytest.raises(ParseError, match="its only line does not end"):
                        Journal(path, resume=True)
                    assert path.read_bytes() == data
                    path.unlink()
                    refused += 1
                continue
            with Journal(path, resume=True) as journal:
                assert list(journal.rows()) == held
                if rng.random() < 0.3:
                    gone = rng.choice([0, 1])
                    journal.drop(lambda row: row["n"] % 2 == gone)  # noqa: B023
                    held = [row for row in held if row["n"] % 2 != gone]  # type: ignore[operator]
                for _ in range(rng.randint(0, 3)):
                    n = rng.randint(0, 9)
                    rows = [{"n": n, "step": step, "text": "é" * rng.randint(0, 40)}] * (n % 3)
                    journal.append(rows)
                    held += rows
                    assert list(read_journal(path)) == held
        assert list(read_journal(path)) == held if path.exists() else not held, number
    assert refused


@pytest.mark.parametrize("torn", [b"{", b'{"n": 3', b'{"n": 3}', b"\0" * 9, b"x" * 200_000])
def test_a_torn_last_line_is_cut_off(path: Path, torn: bytes) -> None:
    write(path, ROWS)
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert list(read_journal(path)) == ROWS
    with Journal(path, resume=True) as journal:
        assert list(journal.rows()) == ROWS
        assert path.read_bytes() == whole + torn  # nothing is cut before there is a row to write
        journal.append([{"n": 3}])
    assert path.read_bytes() == whole + b'{"n": 3}\n'


def test_a_file_of_one_torn_line_is_empty_and_another_one_is_left_alone(path: Path) -> None:
    path.write_bytes(b'{"n": 1')
    write(path, [{"n": 2}], resume=True)
    assert list(read_journal(path)) == [{"n": 2}]
    other = [b"my notes", b'{"rows": [[1]], "columns": [[1]]}', b"{1", b"\0" * 9, b"[" * 100_000]
    for text in other:
        path.write_bytes(text)
        with pytest.raises(ParseError, match=r"rows\.jsonl:1: not a journal"):
            Journal(path, resume=True)
        assert path.read_bytes() == text


#    damage in the second line            message
DAMAGE = [
    (b"{\n",                              "damaged journal: this line is not JSON"),
    (b"\xff\xfe\n",                       "damaged journal: this line is not JSON"),
    (b"[" * 100_000 + b"\n",              "damaged journal: this line is not JSON"),
    (b"[1]\n",                            "not a journal: this line is not a JSON object"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "message"), DAMAGE, ids=lambda v: str(v)[:20])
def test_damage_in_the_middle_is_named(path: Path, line: bytes, message: str) -> None:
    path.write_bytes(b'{"n": 1}\n' + line + b'{"n": 3}\n')
    before = path.read_bytes()
    rows = read_journal(path)
    assert next(rows) == {"n": 1}
    with pytest.raises(ParseError) as caught:
        next(rows)
    assert str(caught.value).startswith(f"{path}:2: {message}")
    with Journal(path, resume=True) as journal, pytest.raises(ParseError):
        list(journal.rows())
    assert path.read_bytes() == before


def test_a_file_that_is_there_is_not_written_over(path: Path) -> None:
    path.write_bytes(b"")
    write(path, [{"n": 1}])  # an empty one is not a loss
    with pytest.raises(OutputError, match=r"rows\.jsonl: exists already\Z"):
        Journal(path)
    assert list(read_journal(path)) == [{"n": 1}]


def test_what_cannot_be_opened_is_said(path: Path, tmp_path: Path) -> None:
    for bad in (tmp_path, tmp_path / "no" / "where", "a\0b"):
        with pytest.raises(OutputError):
            Journal(bad)
    with pytest.raises(InputError, match="No such file"):
        list(read_journal(path))


@pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")
def test_only_one_writes(path: Path) -> None:
    with Journal(path), pytest.raises(OutputError) as caught:
        Journal(path, resume=True)
    said = f"{path}: another process is writing to it"
    assert str(caught.value) == said
    Journal(path, resume=True).close()


FULL = """
import resource, sys
from nonosat.platforms.files import move
from nonosat.run import journal as journal_module
from nonosat.run.journal import Journal
from nonosat.errors import OutputError
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
with Journal(sys.argv[1], resume=True) as journal:
    try:
        for n in range(1000):
            journal.append([{"n": n, "text": "x" * 30}, {"n": n, "text": "y" * 30}])
    except OutputError as err:
        print(err, end="")
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    journal.append([{"n": "room again"}])
"""


@pytest.mark.parametrize("value", [-1, -0.5, LARGEST + 1, 1e300, float("nan"), True, None, "1"])
def test_a_number_of_a_row_is_neither_negative_nor_huge(value: object) -> None:
    kinds = {"source": (str,), "seconds": (int, float)}
    assert misfit({"source": "a", "seconds": value}, kinds) == "seconds"
    assert misfit({"source": "a", "seconds": LARGEST}, kinds) == ""
    assert misfit({"seconds": 0}, kinds) == "source"


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_limit_on_the_file_takes_back_what_does_not_fit(path: Path) -> None:
    write(path, [{"n": -1}])
    done = python("-c", FULL, path)
    *rows, last = read_journal(path)
    assert done.stdout == f"{path}: File too large; {len(rows) - 1} rows of this run are kept"
    assert last == {"n": "room again"}
    assert len(rows) % 2 == 1  # rows of one call come together
    assert [row["n"] for row in rows[1::2]] == list(range(len(rows) // 2))


KILLED = """
import os, signal, sys
from nonosat.platforms.files import move
from nonosat.run import journal as journal_module
from nonosat.run.journal import Journal
with Journal(sys.argv[1], resume=True) as journal:
    for n in range(50):
        journal.append([{"n": n}])
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_kill_9_loses_nothing_that_was_appended(path: Path) -> None:
    for _ in range(2):
        python("-c", KILLED, path)
    assert [json.loads(line)["n"] for line in path.read_text().splitlines()] == [*range(50)] * 2


def test_rows_are_put_in_order_without_keeping_them(path: Path) -> None:
    count = 10_000
    write(path, [{"source": "a", "position": at, "note": "x" * 400} for at in range(count, 0, -1)])
    tracemalloc.start()
    try:
        assert [row["position"] for row in rows_in_order(str(path))] == [*range(1, count + 1)]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 175 * count


class Killed(BaseException):
    """The end of the process."""


@pytest.mark.parametrize("call", ["os.fsync", "nonosat.files.write.move"])
def test_a_crash_while_rows_are_dropped_loses_none(
    path: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"n": n % 4, "at": n} for n in range(8)]
    write(path, rows)
    with path.open("ab") as file:
        file.write(b'{"to')

    def no_disk(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch, Journal(path, resume=True) as journal:
        patch.setattr(call, no_disk)
        with pytest.raises(Killed):
            journal.drop(lambda row: row["at"] < 4)
    with Journal(path, resume=True) as journal:
        journal.append([{"n": 9}])
    assert list(read_journal(path)) == [*rows, {"n": 9}]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(os.name == "nt", reason="Windows replaces no file that is open")
def test_nobody_opens_a_journal_while_it_is_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, ROWS)

    def busy(*files: str | Path) -> None:
        with pytest.raises(OutputError, match="another process is writing to it"):
            Journal(path, resume=True)
        move(*files)

    with Journal(path, resume=True) as journal:
        monkeypatch.setattr("nonosat.files.write.move", busy)
        journal.drop(lambda row: True)
    assert not path.read_bytes()


def test_a_journal_that_was_replaced_meanwhile_is_not_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, ROWS)
    locked = journal_module.lock

    def slow(file: BinaryIO) -> bool:  # meanwhile the other process ends its `drop`
        path.rename(path.with_name("old"))
        path.write_bytes(b"")
        return locked(file)

    monkeypatch.setattr(journal_module, "lock", slow)
    with pytest.raises(OutputError, match="another process is writing to it"):
        Journal(path, resume=True)

"""Packed and large collections: read in pieces, and never more than a limit of memory."""

import gzip
import time
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import command
import pytest
from puzzle_collections import MIXED, check, collection, rows_here

import nonosat
from nonosat.files import ReadFailure, Record, read_record, walk, walk_records
from nonosat.model import SourcedSheet


def test_pieces_are_not_read_before_they_have_to_be(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED)
    pieces = list(walk_records([str(path)]))
    unread = [piece for piece in pieces if isinstance(piece, Record)]
    # The record with two puzzles is read for their number, and one that might have several.
    assert len(unread) == len(MIXED) - 2
    positions = [piece.position for piece in pieces if piece.position]
    assert positions == list(range(1, len(MIXED) + 2))


def test_a_large_file_of_several_puzzles_is_spread(tmp_path: Path) -> None:
    sheets = nonosat.loads("\n".join(MIXED[:150]), "jsonl")
    for name, copies in (("all.json", 3), ("all.non", 4), ("few.json", 1)):
        path = tmp_path / name
        nonosat.dump(sheets * copies, path)
        pieces = list(walk_records([str(path)]))
        assert len(pieces) == (1 if copies == 1 else 150 * copies)
        found = [item for piece in pieces for item in read_record(piece)]
        assert [item.position for item in found] == [*range(1, 150 * copies + 1)]


def packed(folder: Path) -> Iterator[str]:
    text = "".join(f"{line}\n" for line in MIXED[:9]).encode()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(text))
    yield "a.jsonl.gz"
    (folder / "two.gz").write_bytes(gzip.compress(text[:200]) + gzip.compress(text[200:]))
    yield "two.gz"
    with zipfile.ZipFile(folder / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/a.jsonl", text)
        archive.writestr("readme.md", "no puzzle")
        archive.writestr("__MACOSX/.hidden.jsonl", "no puzzle")
    yield "b.zip"


def test_packed_files_are_read(tmp_path: Path) -> None:
    plain = collection(tmp_path, MIXED[:9], "plain.jsonl")
    want = [row["clue_hash"] for row in rows_here(plain)]
    for name in packed(tmp_path):
        rows = rows_here(tmp_path / name)
        assert [row["clue_hash"] for row in rows] == want
    assert rows[0]["source"] == f"{tmp_path / 'b.zip'}/inner/a.jsonl"
    packed_one = (tmp_path / "a.jsonl.gz").read_bytes()
    piped = command.run("check", "-", "--json", stdin=packed_one)
    assert len(piped.stdout.splitlines()) == 9


def test_damaged_and_cut_files_keep_what_comes_before(tmp_path: Path) -> None:
    text = "".join(f"{line}\n" for line in MIXED[:150]).encode()
    data = gzip.compress(text)
    (tmp_path / "cut.jsonl.gz").write_bytes(data[: len(data) // 2])
    damaged = bytearray(data)
    damaged[-6] ^= 0xFF  # the checksum
    (tmp_path / "sum.jsonl.gz").write_bytes(damaged)
    sheet = nonosat.loads(MIXED[0], "jsonl")
    several = nonosat.dumps(sheet * 2000, "non").encode()
    (tmp_path / "cut.non.gz").write_bytes(gzip.compress(several)[:-20])
    (tmp_path / "no.zip").write_bytes(b"PK\x03\x04 no archive")
    with zipfile.ZipFile(tmp_path / "bad.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", text)
        archive.writestr("b.jsonl", text)
    broken = bytearray((tmp_path / "bad.zip").read_bytes())
    broken[200:220] = bytes(20)
    (tmp_path / "bad.zip").write_bytes(broken)
    complaint = "the packed data are damaged or cut off"
    for name, at_least, message in (
        ("cut.jsonl.gz", 30, complaint),
        ("sum.jsonl.gz", 100, complaint),
        ("cut.non.gz", 0, complaint),  # the puzzles before cannot be told from half a puzzle
        ("no.zip", 0, "not a zip archive, or a damaged one"),
        ("bad.zip", 150, complaint),
    ):
        rows = rows_here(tmp_path / name)
        assert any(message in (row["error"] or "") for row in rows)
        assert sum(row["verdict"] is not None for row in rows) >= at_least


def megabytes(unit: bytes, count: int) -> bytes:
    """So many megabytes of one text, packed; members one after another take no time to pack."""
    return gzip.compress(unit * (1 << 20)) * (count // len(unit))


@pytest.mark.slow
def test_a_bomb_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    (tmp_path / "bomb.jsonl.gz").write_bytes(megabytes(b"[", 64))
    done = check("bomb.jsonl.gz", "--jobs", 2, cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("nonosat: bomb.jsonl.gz")


RECORD = MIXED[0].encode() + b"\n"
BOMBS = {
    "newlines": ("a.jsonl.gz", gzip.compress(RECORD) + megabytes(b"\n", 64), "100000 empty lines"),
    "empty records": ("a.taai.gz", megabytes(b"$1\n", 48), "10000 records in a row"),
    "one puzzle": ("a.non.gz", gzip.compress(b"width 1\n") + megabytes(b" ", 64), "32 MiB"),
    "lines": ("a.txt.gz", megabytes(b"\n", 31), "more than 1000000 lines"),
    "gzip in gzip": ("a.jsonl.gz", gzip.compress(megabytes(b"[", 256)), ""),
}


@pytest.mark.parametrize(("name", "data", "message"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_takes_no_time(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    start = time.process_time()
    errors = [item.error for item in walk([str(tmp_path / name)]) if isinstance(item, ReadFailure)]
    assert time.process_time() - start < 10
    assert message in str(errors[-1])


def test_the_files_of_an_archive_share_what_may_come_out(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(9):
            archive.writestr(f"{number}.jsonl", (" " * 999_999 + "\n") * 10)
    errors = [str(item.error) for item in walk([str(path)]) if isinstance(item, ReadFailure)]
    assert "unpacks to more than 200 times its size" in errors[-1]
    assert sum("unpacks" in error for error in errors) > 2


def test_two_files_of_one_name_in_an_archive_are_two_puzzles(tmp_path: Path) -> None:
    with warnings.catch_warnings(), zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive:
        warnings.simplefilter("ignore")
        for clues in (
            "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n",
            "width 1\nheight 1\nrows\n1\ncolumns\n1\n",
        ):
            archive.writestr("a.non", clues)
    rows = rows_here(tmp_path / "twice.zip")
    assert [Path(row["source"]).name for row in rows] == ["a.non", "a~2.non"]
    assert [row["width"] for row in rows] == [2, 1]


def test_an_archive_without_puzzles_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    for names, message in (
        (["a.exe", "../b.bin"], "no file in this archive is a puzzle by its name and content; the first of 2 is 'a.exe'"),
        ([], "there is no puzzle in this file"),
    ):  # fmt: skip
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                archive.writestr(name, "x")
        (found,) = (item for item in walk([str(path)]) if item.position)
        assert str(found.error) == f"{path}: {message}"
        with pytest.raises(nonosat.NonosatError, match=message):
            nonosat.load(path)
    with zipfile.ZipFile(path, "w") as archive:  # names may lead anywhere: they are only shown
        archive.writestr("../../a.jsonl", MIXED[0])
    (found,) = walk([str(path)])
    assert isinstance(found, SourcedSheet)

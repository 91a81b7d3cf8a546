"""Files that are read: whole or as a stream, and an error for everything that is not a puzzle."""

from __future__ import annotations

import codecs
import errno
import io
import os
import random
from collections.abc import Iterator
from pathlib import Path

import brute_force
import pytest
from format_examples import HOOK, NON, RECORD, drawn

from nonosat.errors import InputError, NonosatError, ParseError, TooLarge, UnknownFormat, UsageError
from nonosat.files import Piece, ReadFailure, dump, dumps, load, loads, read_text, stream, walk
from nonosat.files import read as reading
from nonosat.files.read import HEAD
from nonosat.formats import FORMATS, formats_of, make_format
from nonosat.formats.base import Holds
from nonosat.model import Puzzle, Sheet

POSIX = os.name == "posix"


def complaint(path: object) -> str:
    """The message of the error that loading must raise."""
    with pytest.raises(NonosatError) as caught:
        load(path)  # type: ignore[arg-type]
    return str(caught.value)


# Reading


def test_what_is_dumped_is_loaded(folder: Path) -> None:
    sheet = drawn("##..", "##.#", "..##", "#...")  # what all can hold
    for entry in FORMATS:
        if make_format(entry.name).write is None:
            continue
        for suffix in entry.suffixes:
            path = folder / f"made{suffix}"
            is_writer = formats_of(suffix)[0] == entry.name
            dump([sheet], path, None if is_writer else entry.name)
            assert [found.puzzle for found in load(path)] == [sheet.puzzle]
            assert [found.puzzle for found in load(str(path), entry.name)] == [sheet.puzzle]
        data = io.BytesIO()
        dump([sheet], data, entry.name)
        for content in (data.getvalue(), io.BytesIO(data.getvalue())):
            again = (loads if isinstance(content, bytes) else load)(content, entry.name)  # type: ignore[operator]
            assert [found.puzzle for found in again] == [sheet.puzzle]
        if make_format(entry.name).binary:
            with pytest.raises(UsageError, match=r"is a binary format: nonosat\.dump writes it"):
                dumps([sheet], entry.name)
            continue
        text = dumps([sheet], entry.name)
        assert text.encode() == data.getvalue()
        assert [found.puzzle for found in loads(text, entry.name)] == [sheet.puzzle]


LARGE = brute_force.random_grid(random.Random(5), 50, 60, 1, 0.5)
"""A picture whose clues alone are longer than `SMALL_HEAD`."""
SMALL_HEAD = 2048
"""What the tests let the reader take to tell the format, so that small files are large."""


@pytest.mark.parametrize(
    "name",
    [  # what cnf and opb refuse: tests/formats/test_models.py
        name
        for name in FORMATS.names
        if Holds.OBLONG in make_format(name).holds
        and make_format(name).write
        and name not in ("cnf", "opb")
    ],
)
def test_large_puzzles_are_recognized(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(reading, "HEAD", SMALL_HEAD)
    large = Sheet(Puzzle.of_grid(LARGE), (LARGE,))
    suffix = FORMATS.entry(name).suffixes[0]
    path = folder / f"large{suffix}"
    dump([large], path, name)
    if name not in ("link", "pnm", "png", "pzpr", "rosetta"):  # these pack it tightly
        assert path.stat().st_size > SMALL_HEAD
    assert [found.puzzle for found in load(path)] == [large.puzzle]


def test_a_file_as_long_as_what_is_read_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "HEAD", SMALL_HEAD)
    text = ("#." * 15 + "#\n") * 64
    assert len(text) == SMALL_HEAD
    for same in (text[:-1], text, text + "\n"):
        (folder / "a.txt").write_text(same)
        assert load("a.txt")[0].puzzle.height == 64


def encodings(text: str) -> dict[str, bytes]:
    """A text in every encoding, and with every end of a line."""
    return {
        "utf-8": text.encode(),
        "utf-8 with mark": codecs.BOM_UTF8 + text.encode(),
        "utf-16-le": codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
        "utf-16-be": codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        "latin-1": text.encode("latin-1"),
        "crlf": text.replace("\n", "\r\n").encode(),
        "cr only": text.replace("\n", "\r").encode(),
        "mixed": text.replace("\n", "\r\n", 1).encode(),
        "ctrl-z": text.encode() + b"\x1a",
        "no last newline": text.rstrip("\n").encode(),
    }


ENCODED = encodings(NON)


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED)
def test_encodings_and_line_ends(folder: Path, data: bytes) -> None:
    (folder / "a.non").write_bytes(data)
    assert load("a.non") == [HOOK]
    (folder / "a").write_bytes(data)  # told by content as well
    assert load("a") == [HOOK]


RECORDS_ENCODED = encodings((RECORD * 2).replace("}", ',"title":"é"}'))


@pytest.mark.parametrize("data", RECORDS_ENCODED.values(), ids=RECORDS_ENCODED)
def test_encodings_and_line_ends_of_streams(folder: Path, data: bytes) -> None:
    (folder / "a.jsonl").write_bytes(data)
    assert told(stream("a.jsonl")) == [(1, "é"), (2, "é")]


def test_texts_are_told_by_their_content() -> None:
    assert loads("\ufeff" + NON) == loads(NON, "non") == [HOOK]
    with pytest.raises(UnknownFormat, match=r"\Amine: the file is empty\Z"):
        loads("", source="mine")
    with pytest.raises(ParseError, match=r"\Amine:1: "):
        loads("rows\n", "non", "mine")
    with pytest.raises(UsageError, match=r"pnm is a binary format: nonosat.loads takes its bytes"):
        loads("P5 1 1 255\n\xff")
    assert loads("P1 2 1 1 1")[0].puzzle == Puzzle.of(["2"], [1, 1])
    with pytest.raises(UsageError, match=r"unknown format .nom. \(did you mean"):
        loads(NON, "nom")


def bad_input(folder: Path) -> list[tuple[object, str]]:
    (folder / "d.non").mkdir()
    (folder / "loop.non").symlink_to("loop.non")
    (folder / "dangling.non").symlink_to("nowhere.non")
    (folder / "empty.non").touch()
    (folder / "blank.non").write_bytes(b" \n\n\r\n")
    (folder / "file").write_bytes(b"x")
    (folder / "nul.non").write_bytes(NON.encode() + b"\0")
    (folder / "odd.non").write_bytes(codecs.BOM_UTF16_LE + b"abc")
    return [
        ("missing.non", "missing.non: No such file or directory"),
        (Path("missing.non"), "missing.non: No such file or directory"),
        ("d.non", "d.non: Is a directory"),
        ("loop.non", "loop.non: Too many levels of symbolic links"),
        ("dangling.non", "dangling.non: No such file or directory"),
        ("file/a.non", "file/a.non: Not a directory"),
        ("n" * 300, f"{'n' * 300}: File name too long"),
        ("a\0b.non", "'a\\x00b.non': embedded null byte"),
        ("a\0b/*.non", "'a\\x00b/*.non': embedded null byte"),
        ("", ": No such file or directory"),
        ("empty.non", "empty.non: the file is empty"),
        ("blank.non", "blank.non: the file is empty"),
        ("nul.non", "nul.non: this is binary data, no text"),
        ("odd.non", "odd.non: begins like UTF-16 text, but is none"),
    ]


@pytest.mark.skipif(not POSIX, reason="messages of POSIX")
def test_what_cannot_be_read_is_explained(folder: Path) -> None:
    for path, message in bad_input(folder):
        assert complaint(path) == message
        with pytest.raises(NonosatError):
            list(stream(path))  # type: ignore[arg-type]
        if path != "d.non":  # a directory is walked
            (found,) = walk([os.fspath(path)])  # type: ignore[call-overload]
            assert isinstance(found, ReadFailure)
            assert (found.source, found.position) == (os.fspath(path), 1)
            assert str(found.error) == message


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX")
def test_a_file_without_permission(folder: Path) -> None:
    (folder / "a.non").write_text(NON)
    (folder / "a.non").chmod(0)
    if os.access("a.non", os.R_OK):
        pytest.skip("this user may read everything")
    assert complaint("a.non") == "a.non: Permission denied"


def test_a_file_that_fails_while_it_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def __init__(self, *good: bytes) -> None:
            self.good = list(good)

        def read(self, size: int) -> bytes:
            if self.good:
                return self.good.pop(0)
            raise OSError(errno.EIO, "Input/output error")

        def __enter__(self) -> Failing:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    head = (RECORD * HEAD)[:HEAD]
    for good in ((), (b"x",), (head.encode(),)):
        monkeypatch.setattr("builtins.open", lambda *_, good=good: Failing(*good))
        assert complaint("a.jsonl") == "a.jsonl: Input/output error"
        with pytest.raises(InputError, match=r"a\.jsonl: Input/output error"):
            read_text("a.jsonl")


# Streams


def told(items: Iterator[Piece]) -> list[tuple[int, str]]:
    return [
        (f.position, str(f.error) if isinstance(f, ReadFailure) else f.sheet.title) for f in items
    ]


def test_a_bad_record_does_not_end_a_stream(folder: Path) -> None:
    lines = ["{'}", "[1]", '{"rows":[[9]],"columns":[[1]]}', '{"rows":[[1]],"columns":[[]]}']
    good = '{"title":"good","rows":[[1]],"columns":[[1]]}'
    (folder / "a.jsonl").write_text("\n".join([good, lines[0], "", *lines[1:], good]) + "\n")
    found = told(stream("a.jsonl"))
    assert [position for position, _ in found] == [1, 2, 3, 4, 5, 6]
    assert found[0][1] == found[5][1] == "good"
    want = ["a.jsonl:2: no valid JSON", "a.jsonl:4: ", "a.jsonl:5: row 1 needs 9 cells, the grid is 1 wide", "a.jsonl:6: the rows have 1 cell, the columns 0: 1 more in the rows"]  # fmt: skip
    for (_, message), start in zip(found[1:5], want, strict=True):
        assert message.startswith(start)
    assert complaint("a.jsonl").startswith("a.jsonl:2: ")


def test_a_long_first_record_does_not_end_the_stream(folder: Path) -> None:
    long = '{"title":"' + "x" * HEAD + '","rows":[[1]],"columns":[[1]]}\n'
    (folder / "a.jsonl").write_text(long + "{\n" + RECORD)
    found = list(stream("a.jsonl"))
    assert [isinstance(one, ReadFailure) for one in found] == [False, True, False]
    assert str(found[1].error).startswith("a.jsonl:2: ")


def test_a_stream_is_read_piece_by_piece(folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_text(RECORD * 100_000)
    items = stream(path)
    assert next(items).position == 1
    with path.open("r+") as file:
        file.truncate(0)  # what follows was not read yet
    assert sum(1 for _ in items) < 20_000


def test_a_file_of_40_mib_is_refused(folder: Path) -> None:
    (folder / "a.json").write_text('{"title":"' + "x" * (40 << 20) + '"}')
    with pytest.raises(TooLarge, match=r"\Aa\.json: larger than 32 MiB\Z"):
        load("a.json")


def test_a_stream_of_40_mib_is_not_refused(folder: Path) -> None:
    padding = " " * 999_999 + "\n"
    (folder / "a.jsonl").write_text(RECORD * 3 + padding * 42 + RECORD)
    assert len(load("a.jsonl")) == 4


@pytest.mark.parametrize("where", [0, 1])
def test_a_huge_line_is_refused(folder: Path, where: int) -> None:
    lines = [RECORD, RECORD]
    lines.insert(where, '{"title":"' + "x" * (33 << 20) + '"}\n')
    (folder / "a.jsonl").write_text("".join(lines))
    want = f"a.jsonl:{where + 1}: a line of more than 32 MiB"
    assert complaint("a.jsonl") == want
    found = [item for item in walk(["a.jsonl"]) if isinstance(item, ReadFailure)]
    assert [(f.position, str(f.error)) for f in found] == [(where + 1, want)]


def test_an_abandoned_stream_closes_its_file(folder: Path) -> None:
    (folder / "a.jsonl").write_text(RECORD * 9)
    items = stream("a.jsonl")
    next(items)
    items.close()  # type: ignore[attr-defined]
    os.remove("a.jsonl")  # Windows would refuse

"""Spreadsheets: what people draw in them, and files that are made to hurt."""

from __future__ import annotations

import io
import sys
import time
import zipfile

import pytest
from format_examples import drawn, read

from nonosat.errors import CannotHold, MissingExtra, NonosatError, ParseError, TooLarge
from nonosat.files import dump, load
from nonosat.formats import xlsx
from nonosat.formats.xlsx import XLSX
from nonosat.model import Puzzle

PICTURE = drawn("#.#", "###")
SHEET = "xl/worksheets/sheet1.xml"


def changed(name: str, old: bytes, new: bytes) -> bytes:
    """A spreadsheet of ours in which a text stands in place of another."""
    out = io.BytesIO()
    ours = zipfile.ZipFile(io.BytesIO(XLSX.write([PICTURE])))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as theirs:
        for member in ours.namelist():
            data = ours.read(member)
            assert member != name or old in data
            theirs.writestr(member, data.replace(old, new, 1) if member == name else data)
    return out.getvalue()


def test_without_openpyxl_it_says_what_to_install(monkeypatch, tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"PK\x03\x04")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    for use in (lambda: load(path), lambda: dump([PICTURE], tmp_path / "b.xlsx")):
        with pytest.raises(MissingExtra, match=r"^spreadsheets need openpyxl: .*pip install"):
            use()


def test_a_picture_of_filled_cells(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")

    book = openpyxl.Workbook()
    for row, cells in enumerate(("#.#", "###"), 3):
        for column, cell in enumerate(cells, 2):
            if cell == "#":
                book.active.cell(row, column).fill = openpyxl.styles.PatternFill(
                    "solid", fgColor="FF000000"
                )
    book.create_sheet("Zeros")
    for cells in ([1, 0, 1], [1, 1, 1.0]):
        book["Zeros"].append(cells)
    book.save(tmp_path / "a.xlsx")
    one, other = load(tmp_path / "a.xlsx")
    assert (one.puzzle, one.goals) == (other.puzzle, other.goals) == (PICTURE.puzzle, PICTURE.goals)
    assert [one.title, other.title] == ["", "Zeros"]


def test_names_of_sheets_are_short_and_differ():
    titles = ["A" * 40, "A" * 35, "a" * 31, "", "", "x:y", "'"]
    sheets = [drawn("#", title=title) for title in titles]
    names = [sheet.title for sheet in read(XLSX, XLSX.write(sheets))]  # warnings are errors here
    assert names == ["A" * 31, "A" * 29 + " 2", "a" * 29 + " 3", "", "", "x y", ""]


def test_there_are_not_too_many_sheets(monkeypatch):
    data = XLSX.write([PICTURE] * 3)
    monkeypatch.setattr(xlsx, "MAX_SHEETS", 2)
    with pytest.raises(TooLarge, match="more than 2 sheets"):
        read(XLSX, data)
    with pytest.raises(CannotHold, match="at most 2 puzzles, not 3"):
        XLSX.write([PICTURE] * 3)


DIMENSION = b'<dimension ref="A1:E3" />'
END = b"</sheetData>"


@pytest.mark.parametrize("size", [b"A1:XFD1048576", b"A1", b"nonsense"])
def test_the_stated_size_means_nothing(size):
    data = changed(SHEET, DIMENSION, b'<dimension ref="%s"/>' % size)
    try:
        (sheet,) = read(XLSX, data)
    except ParseError:  # what openpyxl makes of nonsense
        assert size == b"nonsense"
    else:
        assert sheet.puzzle == Puzzle.of(["1 1", 3], [2, 1, 2])


HOSTILE = {
    "a far row": lambda: changed(SHEET, END, b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>' + END),
    "a far column": lambda: changed(SHEET, END, b'<row r="9"><c r="XFD9"><v>1</v></c></row>' + END),
    "cells": lambda: changed(SHEET, END, (b"<row>" + b"<c/>" * 1000 + b"</row>") * 300 + END),
    "a large part": lambda: changed("xl/styles.xml", b"</styleSheet>", b" " * xlsx.MAX_PART + b"</styleSheet>"),
    "a bomb": lambda: changed(SHEET, END, END + b" " * xlsx.MAX_UNPACKED),
}  # fmt: skip


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_too_large_spreadsheets_are_refused_soon(make):
    data = make()
    begin = time.process_time()
    with pytest.raises(TooLarge):
        read(XLSX, data)
    assert time.process_time() - begin < 5


def test_entities_are_not_expanded():
    bomb = b'<!DOCTYPE a [<!ENTITY b "bbbbbbbb">' + b"".join(
        b'<!ENTITY b%d "%s">' % (at, b"&b%s;" % (b"%d" % (at - 1) if at > 1 else b"") * 9)
        for at in range(1, 10)
    )
    data = changed(SHEET, b"<worksheet", bomb + b"]><worksheet")
    with pytest.raises(ParseError):
        read(XLSX, data)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"1,2\n", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_spreadsheet_is_refused(data):
    with pytest.raises(NonosatError):
        read(XLSX, data)

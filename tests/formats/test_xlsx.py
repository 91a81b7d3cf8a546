"""Spreadsheets: what people draw in them, and files that are made to hurt."""

import io
import sys
import time
import zipfile

import pytest
from command import run
from conftest import ROOT
from format_examples import drawn, read

from nonosat.errors import CannotHold, MissingExtra, NonosatError, ParseError, TooLarge
from nonosat.files import dump, load
from nonosat.formats.base import MAX_BYTES
from nonosat.formats.said import xlsx
from nonosat.formats.said.xlsx import XLSX
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


def workbook(path, pages):
    """A workbook of sheets: its name, the row and column of the first cell, and rows of cells."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    black = openpyxl.styles.PatternFill("solid", fgColor="FF000000")
    for name, (top, left), rows in pages:
        page = book.create_sheet(name)
        for row, cells in enumerate(rows, top):
            for column, cell in enumerate(cells, left):
                if cell == "#":
                    page.cell(row, column).fill = black
                elif cell not in (None, "."):
                    page.cell(row, column, cell)
    book.save(path)
    return path


NOTES = ("Read me", (1, 1), [["These puzzles are by Ann."], ["Have fun"], [None, 2026]])
RUSSIAN = "\u041b\u0438\u0441\u04421"
ONE = (RUSSIAN, (3, 2), [[None, 2, 1], [2, None, None], [1, None, None]])
TWO = ("Cat", (1, 1), [[None, 1, 1], [2, None, None]])
BAD = ("Dog", (2, 2), [[None, 1, 1], [2, None, "%"]])


def test_a_sheet_of_notes_hides_no_puzzle(tmp_path):
    one, other = load(workbook(tmp_path / "a.xlsx", [NOTES, ONE, TWO]))
    assert [one.puzzle, other.puzzle] == [Puzzle.of([2, 1], [2, 1]), Puzzle.of([2], [1, 1])]
    assert [one.title, other.title] == ["", "Cat"]
    assert one.remarks[0].startswith("sheet 'Read me', cell A1: 'These puzzles are by")
    with pytest.raises(ParseError, match="sheet 'Read me', cell A1"):
        load(workbook(tmp_path / "b.xlsx", [NOTES]))


def test_a_bad_puzzle_of_a_workbook_hides_no_other(tmp_path):
    workbook(tmp_path / "a.xlsx", [ONE, BAD, TWO])
    done = run("check", "a.xlsx", cwd=tmp_path)
    assert (done.returncode, done.stdout.count(" unique ")) == (3, 2)
    for command in (
        ["show"],
        ["book", "-o", "b.html"],
        ["convert", "--to", "jsonl", "-o", "c.jsonl"],
    ):
        shown = run(command[0], "a.xlsx", *command[1:], cwd=tmp_path)
        assert (shown.returncode, "sheet 'Dog', cell D3" in shown.stderr) == (3, True)
    assert [len(load(tmp_path / name)) for name in ("b.html", "c.jsonl")] == [2, 2]
    assert "a.xlsx: sheet 'Dog', cell D3: '%' is neither a clue nor a cell" in done.stderr


@pytest.mark.parametrize(
    "name", ["Tabelle1", "Feuil2", "Hoja 3", RUSSIAN, "Munka1", "シート1", "工作表1", "Sheet"]
)
def test_the_name_that_a_program_gives_is_not_a_title(name, tmp_path):
    (sheet,) = load(workbook(tmp_path / "a.xlsx", [(name, *TWO[1:])]))
    assert sheet.title == ""


def test_empty_rows_around_a_picture_are_mentioned(tmp_path):
    at_corner = ("A", (1, 1), [["#", ".", "#"], ["#", "#", "#"]])
    moved = ("B", (3, 2), at_corner[2])
    one, other = load(workbook(tmp_path / "a.xlsx", [at_corner, moved]))
    assert one.remarks == ()
    said = "sheet 'B': the picture is B3:D4; empty rows and columns around it are left out"
    assert other.remarks == (said,)


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
    "a bomb": lambda: changed(SHEET, END, END + b" " * MAX_BYTES),
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


def test_a_wild_damaged_file_is_refused():
    done = run("check", str(ROOT / "tests/data/wild-2/damaged.xlsx"))
    assert done.returncode == 3
    assert "the archive is damaged" in done.stderr

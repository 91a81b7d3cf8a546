"""Small files that announce much: they are read or refused at little cost."""

import io
import re
import sys
import time
import zipfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from command import python
from conftest import at_night

import nonosat
from nonosat.errors import UnknownFormat
from nonosat.formats import make_format
from nonosat.formats.base import Format, Holds
from nonosat.formats.detect.detect import detect
from nonosat.formats.found.readings import found_in

CPU = 4.0
"""Seconds; twice what is promised, for machines that run all tests at once."""
MEGABYTES = 300


def spreadsheet(part: str, change: Callable[[bytes], bytes]) -> bytes:
    """A spreadsheet with a number in it, one part of which is changed."""
    openpyxl = pytest.importorskip("openpyxl")
    plain, odd = io.BytesIO(), io.BytesIO()
    book = openpyxl.Workbook()
    book.active["A1"] = 1
    book.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(odd, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, change(data) if name == part else data)
    return odd.getvalue()


def formats_of_cells(styles: bytes) -> bytes:
    many = b"<cellXfs>" + b"<xf/>" * 400_000 + b"</cellXfs>"
    return re.sub(rb"<cellXfs.*</cellXfs>", many, styles, flags=re.DOTALL)


SHEET = "xl/worksheets/sheet1.xml"
EMPTY_LINKS = "".join(f"https://puzz.link/p?nonogram/5000/5000/{'z' * n}\n" for n in range(1, 6))
LISTS = b"rows = [[1], [2]]\ncols = [[2], [1]]\n"
LARGE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "pzpr": ("p.txt", EMPTY_LINKS.encode),
    "grid": ("p.txt", lambda: b"#" * 50_000 + b"\n#" * 24_000),
    "griddler": ("p.griddler", lambda: b"MK Version 3.0\n\n5000 5000\n\n" + b"\n" * 20_000),
    "functions": ("p.py", lambda: LISTS + b"def f(a): x(a)\n" * 6_000),
    "one list": ("p.py", lambda: LISTS + b"x = [" + b"rows, " * 16_000 + b"]"),
    "bosch": ("p.lp", lambda: b"number_of_rows: 1 number_of_columns: 1 " + b"x" * 30_000),
    "toml": ("p.toml", lambda: b'[clues]\nrows="1"\ncolumns="1"\n[colors]\nx = [' + b"#." * 45_000),
    "toml, a number": ("p.toml", lambda: b'[clues]\nrows="1"\ncolumns="' + b"1" * 90_000 + b'"'),
    "headings": ("p.clues", lambda: b"Rows:\n1\nColumns:\n1\n" + b"_" * 3_000 + b"!"),
    "headings, a number": ("p.clues", lambda: b"Rows:\n" + b"1" * 90_000 + b"\nColumns:\n1\n"),
    "a title": ("p.txt", lambda: b"-" * 90_000 + b"x!\n#.\n.#\n"),
    "a long name": ("p.py", lambda: b"rows" * 16_000 + b"1"),
    "blank lines": ("p.txt", lambda: b"\n" * 60_000 + b"4\n1\n1 3\n#\n1 1\n2\n"),
    "a long link": ("p.pzpr", lambda: b"https://puzz.link/p?x/" + b"1/" * 40_000 + b" x"),
    "json": ("p.json", lambda: b'{"rows": [' + b"[]," * 4999 + b'[]], "columns": [[]]}'),
    "a row": ("p.xlsx", lambda: spreadsheet(SHEET, lambda xml: xml.replace(b"</row>", b"<c/>" * 2_600_000 + b"</row>"))),
    "formats": ("p.xlsx", lambda: spreadsheet("xl/styles.xml", formats_of_cells)),
}  # fmt: skip
READ = """
import os, sys, time
import nonosat
from nonosat.errors import UnknownFormat
from nonosat.formats.detect.detect import detect
for path in sys.argv[1:]:
    if os.fork():
        os.wait()
        continue
    begun = time.process_time()
    try:
        nonosat.load(path)
    except nonosat.NonosatError:
        pass
    # Not ru_maxrss: a child begins with that of its parent.
    status = open("/proc/self/status").read()
    peak = int(status.partition("VmHWM:")[2].split()[0]) >> 10
    print(path, time.process_time() - begun, peak, sep="\t", flush=True)
    break
"""


@pytest.mark.slow
def test_small_files_cost_little(tmp_path: Path) -> None:
    paths = [tmp_path / title / name for title, (name, _) in LARGE.items()]
    for path, (_, make) in zip(paths, LARGE.values(), strict=True):
        path.parent.mkdir()
        path.write_bytes(make())
        assert path.stat().st_size < 100_000, path
    rows = [row.split("\t") for row in python("-c", READ, *paths).stdout.splitlines()]
    assert [path for path, *_ in rows] == [*map(str, paths)]
    for path, cpu, peak in rows:
        assert float(cpu) < CPU, path
        assert int(peak) < MEGABYTES, path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "suffix"),
    [("[", ".js"), ("f(", ".py"), *at_night(*product(["[", "f(", "['x',"], [".js", ".py"]))],
)
def test_two_megabytes_of_open_brackets_are_refused_at_once(
    part: str, suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text(part * (2_000_000 // len(part)))
    begun = time.process_time()
    with pytest.raises(nonosat.ParseError):
        nonosat.load(path)
    assert time.process_time() - begun < CPU


@pytest.mark.parametrize(
    ("text", "suffix"),
    [("1 2\n" * 110_000, ".txt"), ("1 2\n" * 110_000, ".js"), ("[]" * 210_000, ".py")],
    ids=["numbers", "numbers of a program", "brackets"],
)
def test_long_texts_without_a_sign_are_read_by_few_formats(
    text: str, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None tries them that holds one puzzle, or only shares their suffix."""
    tried = []

    def watched(name: str) -> Format:
        format = make_format(name)
        return format._replace(reader=lambda record: tried.append(name) or format.reader(record))

    monkeypatch.setattr("nonosat.formats.detect.detect.make_format", watched)
    with pytest.raises(UnknownFormat):
        detect(text, suffix, "f", True)
    assert "lists" not in tried
    assert all(Holds.SEVERAL in make_format(name).holds for name in tried)


def test_a_link_without_clues_announces_no_large_board() -> None:
    begun = time.process_time()
    with pytest.raises(nonosat.ParseError, match="5000x5000 is too large for"):
        nonosat.loads(EMPTY_LINKS, "pzpr")
    assert time.process_time() - begun < CPU


@pytest.mark.parametrize("text", ["[" * 100_000, "(" * 100_000, " [" * 100_000, "[[[["])
def test_brackets_without_end_are_not_lists_of_clues(text: str) -> None:
    with pytest.raises(UnknownFormat):
        detect(text, ".txt", "f", True)


FRAGMENTS = (
    "new ", "new List<", "[[1],", "[", "(1)", "1 1 (2) ", "/*", '"\\"', "'\\'", "`", "'''", '"""x', "<!--", "f(", "f(1)",
    "rows = [[1]]\n", "x >= 0 ", "1,", "# ", "#.#.\n", "a.", "a::", "row 1: 2\n", "[1][1]", "- ", "}", "\\n", "1 |__|__|\n",
    "https://", "a b ", "const ", "<table><tr><td>1", "List.of(1),", "[[1,0],[0,1]],\n", "?\n", "1\n\n",
)  # fmt: skip


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_the_search_is_linear(fragment: str) -> None:
    """Twice the text takes about twice the calls."""

    def calls(size: int) -> int:
        made = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal made
            made += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            found_in(fragment * (size // len(fragment)), 1, True)
        finally:
            sys.setprofile(None)
        return made

    calls(100)  # what is imported and compiled once
    assert calls(3_000) < 2.5 * calls(1_500) + 1_000

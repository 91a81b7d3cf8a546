"""Detection by content, ties settled by suffixes, refusals by name, and bytes -> text."""

import contextlib
import random
import time
from itertools import product

import pytest
from conftest import diagonal

from nonosat.errors import NonosatError, ParseError, UnknownFormat, Unsupported
from nonosat.files import loads
from nonosat.formats import FORMATS, OWN_SUFFIXES, make_format
from nonosat.formats.base import Record
from nonosat.formats.detect.bytes_to_text import decode, head_of
from nonosat.formats.detect.detect import detect
from nonosat.formats.detect.signs import signs_in
from nonosat.formats.entry import SignPriority
from nonosat.formats.found.readings import found_of

OBJECT = '{"rows": [[1]], "cols": [[1]]}'

FOUND = {
    "json, spread": ('{\n"rows": [[1]]}', "", "json"),
    "json, one line": (OBJECT, "", "json"),
    "json, one line in .jsonl": (OBJECT, ".jsonl", "jsonl"),
    "json, list": ("[\n {}]", "", "json"),
    "json lines": (f"{OBJECT}\n\n{OBJECT}\n", ".json", "jsonl"),
    "json lines, broken later": (f"{OBJECT}\n{{oops\n", "", "jsonl"),
    "pbm": ("P1 1 1 1", "", "pnm"),
    "png": ("\x89PNG\r\n\x1a\n", "", "png"),
    "gif": ("GIF89a\0", "", "png"),
    "bmp": ("BM\0\0", "", "png"),
    "content before suffix": ("5x4:1/2/1.1/2.1//2.1/3//2", ".mk", "sgt"),
    "a broken id": ("5x4:1/?", "", "sgt"),
    "square ids": ("1:1/1\n\n1:/\n", "", "sgt"),
    "webpbn behind a prolog": ('<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE pbn SYSTEM "x">\n<PuzzleSet>', "", "webpbn"),
    "a tie that the suffix settles": ("1\n1\n0\n\n0\n", ".cwd", "cwd"),
    "a note that is a sign of another format": ("width 1\nheight 1\nconstraint x\nrows\n1\ncolumns\n1\n", ".non", "non"),
    "two lines with tabs": ("1 1\t5\n1\t2\t1\t1\t1\t1\n", "", "seed-a"),
    "clues around a field, with commas": (",2,1,2\n1 1,,,\n3,,,\n", ".txt", "csv"),
    "grid of digits": ("101\n010\n111\n", "", "grid"),
    "grid of blanks": ("# #\n ##\n", "", "grid"),
    "mk with a mistake": ("4 5\n9\n#\n1\n", ".mk", "mk"),
    "headings over single cells": ("COLUMN CLUES\n1\n1\n0\n\nROW CLUES\n1\n0\n0\n1\n", "", "headings"),
    "a program with a word of models": ("import z3\nconstraint = 3\nrows = [[2], []]\ncols = [[1], [1]]\n", ".py", "lists"),
    "a link above a puzzle": ("https://example.com/2017/01/09/hard\n2 2\n2\n1\n2\n1\n", ".txt", "numbers"),
    "seed b, in lower case": ("# horizontales\n1\n#verticales\n1\n", "", "seed-b"),
}  # fmt: skip


def test_found():
    found = {key: detect(text, suffix, "f", True) for key, (text, suffix, _) in FOUND.items()}
    assert found == {key: name for key, (_, _, name) in FOUND.items()}


SIDES, ALONE = "rows, then columns", "no line has two blocks"
NOTES = {
    "sides with names": ("Rows: 1; 1\nColumns: 1; 1\n", ()),
    "sides without names": ("2 1\n1\n\n2\n1\n0\n1\n", (SIDES,)),
    "single blocks without names": ("2\n1\n1\n\n3\n1\n", (SIDES, ALONE)),
    "equal sides": ("2\n1\n1 1\n\n2\n1\n1 1\n", ()),
    "height first": ("2 3\n1 1\n3\n2\n1\n2\n", (SIDES,)),
    "width first": ("3 2\n1 1\n3\n2\n1\n2\n", (SIDES,)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "notes"), NOTES.values(), ids=NOTES)
def test_only_what_is_in_doubt_is_noted(text, notes):
    guesses = loads(text)[0].guesses
    assert len(guesses) == len(notes)
    assert all(note in str(guess) for note, guess in zip(notes, guesses, strict=True))


def test_numbers_between_blanks_are_read_as_between_tabs():
    """Texts of digits and blanks have a faster road."""
    rng = random.Random(5)
    pieces = [*"01223", "12", " ", " ", "1 1", "\n", "\n", "\n\n"]
    for _ in range(400):
        text = "".join(rng.choices(pieces, k=rng.randint(3, 40)))
        fast, slow = (found_of(Record(one, "f")) for one in (text, text + "\t"))
        assert [(one.key, one.notes) for one in fast.readings] == [
            (one.key, one.notes) for one in slow.readings
        ], text


REFUSED = {
    "PK\x03\x04\0": "a zip archive (unpack it first)",
    "\x1f\x8b\x08\0": "gzip-compressed (unpack it first)",
    "\xfd7zXZ\0": "xz-compressed (unpack it first)",
    "BZh91AY&SY\0": "bzip2-compressed (unpack it first)",
    "x\x9c\0\1": "zlib-compressed (unpack it first)",
    "5x4#123456": "a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')",
    "<instance format='XCSP3'>": "an XCSP3 model, no puzzle data",
    "<n:nonogram xmlns:n='x'>": "Simpson's XML draft",
    "Minimize\n obj: x\nSubject To\n c: x > 1\n": "a CPLEX LP model, no puzzle data",
    "NAME x\nROWS\n N obj\n": "an MPS model, no puzzle data",
    "c x\np cnf 1 1\n1 0\n": "a DIMACS CNF formula, no puzzle data",
    "* #variable= 1 #constraint= 1\n+1 x1 = 1 ;\n": "a pseudo-Boolean (OPB) model, no puzzle data",
    "int: n;\nsolve satisfy;\n": "a MiniZinc model, no puzzle data",
    "Puzzle 99999 does not exist": "webpbn's answer that there is no such puzzle",
}  # fmt: skip


@pytest.mark.parametrize(("text", "what"), REFUSED.items(), ids=map(repr, REFUSED))
def test_refused_by_name(text, what):
    with pytest.raises(Unsupported) as caught:
        detect(text, "", "f", True)
    assert str(caught.value) == f"f: this is {what}: nonosat does not read this"


UNKNOWN = {
    "empty": ("", "", "the file is empty"),
    "blank": (" \n\n", ".mk", "the file is empty"),
    "prose": ("Dear Sir or Madam\n", ".txt", "found no puzzle: it has no line of numbers. The simplest form is a line for each row such as 2 1, an empty line, and a line for each column"),
    "NUL": ("a\0b", "", "this is binary data, no text"),
    "junk": ("\x01\x02\x03", "", "this is binary data, no text"),
    "xml": ("<kml>", "", "XML with the root element 'kml', which is not a puzzle file"),
    "an address": ("https://www.example.com/puzzle/1", "", "nonosat does not download: save the page, and pass the file"),
    "no xml": ("< >", "", "begins like XML, but has no root element"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "suffix", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_unknown(text, suffix, message):
    with pytest.raises(UnknownFormat) as caught:
        detect(text, suffix, "f", True)
    assert str(caught.value) == f"f: {message}"


NEAREST = {
    "a wrong digit": ("3;3,1;1,2;1;1\n3;2;2;1,1;4\n", ".txt", "numbers", "f:1: the rows have 12 cells, the columns 13: 1 more in the columns"),
    "a missing comma, and an empty line between": ("4;1;3;11 1\n\n2;1,1;1,1,1;3;1,1,1\n", "", "seed-a", "f:1: '11 1' is not a block length"),
    "a ragged picture": ("#.#\n##\n.#.\n", ".txt", "grid", "f:2: this row has 2 cells, the first has 3"),
    "a ragged picture of digits": ("101\n01\n110\n", ".txt", "grid", "f:2: this row has 2 cells, the first has 3"),
    "a ragged picture of letters": ("kk.r\nk.r\nrr..\n", ".txt", "grid", "f:2: this row has 3 cells, the first has 4"),
    "an open cell": ("#.#\n#?#\n", "", "grid", "f:2: '?' is an unknown cell"),
    "a missing line": ("2 3\n1\n1\n1\n1\n", "", "numbers", "f:1: 2x3 takes 5 clues, here are 4"),
    "keen, wrong totals": ("1 1\n3\n2\n\n2\n1\n2\n", ".txt", "numbers", "f:1: the rows have 7 "),
    "a rule between, wrong totals": ("2 1\n3\n1\n1 1\n==\n1 1\n2\n2 1\n1\n", "", "numbers", "f:1: the rows have 9 cells, the columns 8"),
    "keen, l for 1": ("2\n1 1\nl 1\n\n2\n1\n1\n1\n", ".txt", "numbers", "f:3: 'l' is not a number (1?)"),
    "keen, l behind a 1": ("2 1\n1\n2\n\n2\n1l\n1\n", ".txt", "numbers", "f:6: '1l' has a letter for its color, '2' has none"),
    "l for another 1": ("Rows:\n2\n1l\nColumns:\n2\n1\n1\n", ".txt", "headings", "f:3: '1l' has a letter for its color, '2' has none (1 1? then"),
    "headings, l behind a 1": ("rows:\n2\n1l\ncolumns:\n2\n1\n", ".txt", "headings", "f:3: '1l' has a letter for its color, '2' has none"),
    "cwd, too few": ("2\n3\n1\n1\n\n1\n1\n1 1\n1\n", ".txt", "numbers", "f:1: the rows have 7 cells, the columns 5"),
    "mk, wrong totals": ("2 2\n1\n1\n#\n2\n1\n", ".txt", "numbers", "f:1: the rows have 2 "),
    "seed-c, cut off": ("2, 1, 0, 1, 0, 1, 0\n", ".txt", "seed-c", "f:1: clues ended by 0, expected 4, got 3"),
    "non without columns": ("width 2\nrows\n1\n", ".non", "non", "f:2: 'height' must be stated before 'rows'"),
    "non, its suffix lost": ("width 2\nheight 1\nrows\n1\n", "", "headings", "f:3: there are no clues of columns"),
    "prose called .non": ("Dear Sir\n", ".non", "non", "f:1: the puzzle does not state its 'width'"),
    "g without columns": ("Hi\n: rows\n1\n1 1\n", ".g", "g", "f:4: no line that starts with ':'"),
    "seed-b, half": ("1\n1\n#VERTICALES\n1\n1\n", "", "seed-b", "f:"),
    "json without a brace": ('"rows": [[1]], "columns": [[1]]}\n', ".json", "json", "f:1: no valid JSON"),
    "a set without its root": ("<puzzle><clues type='rows'/></puzzle>", ".xml", "webpbn", "f:"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "suffix", "name", "message"), NEAREST.values(), ids=NEAREST)
def test_a_broken_puzzle_is_told_by_the_format_it_comes_nearest_to(text, suffix, name, message):
    assert detect(text, suffix, "f", True) == name
    with pytest.raises(ParseError) as caught:
        make_format(name).read(Record(text, "f"))
    assert str(caught.value).startswith(message)


OTHER = {
    "a word below a statement": ("function l = f(a)\n\nl = a == 0;\n\nend\n", ".m"),
    "a Makefile": ("all:\n\techo hi\n# 1\n\t2\n", ".mk"),
    "GAP code": ("f := function(x)\n  return x;\nend;\n", ".g"),
    "data of a model": ("n = 5;\ncost = [1, 2, 3];\n", ".dzn"),
    "a choice of clingo": ("{a;b;c}.\n", ".lp"),
    "decimals": ("1.5 2.5\n3.5 4.5\n", ".txt"),
    "large numbers": ("20230105\n20230106\n", ".txt"),
    "a table": ("name,count\nred,1\nblue,2\n", ".txt"),
    "a list of hosts": ("www.example.com\nmail.example.org\nftp.example.net\n", ".txt"),
    "prose with a rule": ("Title\n-----\nSome words here.\nMore words.\n", ".txt"),
    "a list": ("1 2 3\n4 5\n6\n7 8\n", ".txt"),
    "one number": ("42\n", ".txt"),
    "settings": ("width 640\nheight 480\ncolor red\n", ".txt"),
}


@pytest.mark.parametrize(("text", "suffix"), OTHER.values(), ids=OTHER)
def test_what_is_clearly_something_else_is_no_puzzle(text, suffix):
    with pytest.raises(UnknownFormat):
        detect(text, suffix, "f", True)


def test_why_it_is_no_puzzle_of_its_suffix_is_told():
    with pytest.raises(UnknownFormat, match="as mk, after its suffix: "):
        detect("all:\n\techo hi\n", ".mk", "f", True)


def test_half_a_text_is_enough():
    text = "5x4:1/2/1.1/2.1//2.1/3//2\n" * 60
    assert detect(text + text[:17], "", "f", False) == "sgt"
    with pytest.raises(UnknownFormat, match="does not show its format"):
        detect("#." * 50 + "\n" * 60, "", "f", False)


def test_no_suffix_is_both_shared_and_own():
    assert not [s for entry in FORMATS for s in entry.shared if s in OWN_SUFFIXES]


def test_bare_numbers_have_no_sign_that_is_sure():
    assert not [
        kind
        for priority in (SignPriority.SURE, SignPriority.LOOSE)
        for text in ("1", "1, 2;3\n\n0 10\n")
        for kind in signs_in(priority, text)
    ]


def test_one_ctrl_z_and_stray_carriage_returns_are_dropped():
    assert decode(b"a\rb\n\x1a\x1a", "f") == "ab\n\x1a"


def test_a_head_may_end_inside_a_character():
    assert head_of("aä".encode()[:-1], "f", False) == "a"


HOSTILE = {
    "colons": ":\n" * 10_000,
    "one colon": ":" + "\n" * 10_000,
    "blanks": "#" + " " * 20_000 + "\n#",
    "blank lines": " \n" * 40 + "!",
    "braces": "{" * 10_000,
    "angles": "<!--" * 10_000,
    "hashes": "1#\n" * 10_000,
    "digits": "1 " * 10_000,
    "brackets": "[" * 10_000,
    "words": "rows " * 10_000,
    "sgt": "1:" + "1/" * 20_000 + "?",
    "long numbers": "9" * 20_000 + "\n" + "9" * 20_000,
    "big counts": "999999 999999\n1\n",
    "big keen": "999999\n\n999999\n",
    "two sides of single blocks": "1\n" * 50_000 + "==\n" + "1\n" * 50_000,
    "sides in pairs": "1 1\n3\n\n" * 20_000 + "==\n",
    "decimals": "1." * 50_000 + "==\n" + "1." * 50_000,
    "two long lines": "1 " * 900 + "\n==\n" + "1 " * 900 + "\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_told_fast(text):
    for suffix, complete in product(["", ".g", ".non", ".json"], [True, False]):
        with contextlib.suppress(NonosatError):
            assert detect(text, suffix, "f", complete) in FORMATS.names


REPEATED = ["\n\n?-", ",1", "\t", "1\n", "a\n", "rows\n", "[", "<!--", "(", "{}\n", "? ", "1 1\n"]


@pytest.mark.parametrize(("name", "token"), diagonal(product(["", *FORMATS.names], REPEATED)))
@pytest.mark.slow
def test_eight_times_the_text_takes_about_eight_times_as_long(name, token):
    """Not 64 times, as it would if a reader looked at all that follows from every place."""

    def seconds(size: int) -> float:  # of this process: others do not count
        text = token * (size // len(token))
        binary = name and make_format(name).binary
        record = Record(text.encode("latin-1") if binary else text, "f")
        begin = time.process_time()
        with contextlib.suppress(NonosatError):
            make_format(name or detect(text, "", "f", True)).read(record)
        return time.process_time() - begin

    def grows_with_the_text() -> bool:
        most = max(0.02, 24 * min(seconds(4_000) for _ in range(3)))
        return any(seconds(32_000) < most for _ in range(3))

    assert any(grows_with_the_text() for _ in range(5))

"""Detection by content, ties settled by suffixes, refusals by name, and bytes -> text."""

from __future__ import annotations

import contextlib

import pytest
from format_examples import FOLDER, fuzzing
from hypothesis import given
from hypothesis import strategies as st

from nonosat.errors import NonosatError, TooLarge, UnknownFormat, Unsupported
from nonosat.formats import FORMATS
from nonosat.formats.base import MAX_BYTES
from nonosat.formats.decode import decode, head_of
from nonosat.formats.detect import detect

TRIED = (
    "(tried non, webpbn, g, mk, nin, cwd, dzn, sgt, seed-a, seed-b, seed-c, grid, pnm, png, json, jsonl, "
    "taai); --from NAME forces one"
)
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
    "grid of digits": ("101\n010\n111\n", "", "grid"),
    "grid of blanks": ("# #\n ##\n", "", "grid"),
    "mk with a mistake": ("4 5\n9\n#\n1\n", ".mk", "mk"),
    "nin with a mistake": ("1 2\n1\n2\n3\n", "", "nin"),
    "seed b, in lower case": ("# horizontales\n1\n#verticales\n1\n", "", "seed-b"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "suffix", "name"), FOUND.values(), ids=FOUND)
def test_found(text, suffix, name):
    assert detect(text, suffix, "f", True) == name


REFUSED = {
    "\xff\xd8\xff\xe0": "a JPEG image, which blurs cells (`nonosat image` makes a puzzle of it)",
    "PK\x03\x04\0": "a zip archive (unpack it first)",
    "\x1f\x8b\x08\0": "gzip-compressed (unpack it first)",
    "\xfd7zXZ\0": "xz-compressed (unpack it first)",
    "BZh91AY&SY\0": "bzip2-compressed (unpack it first)",
    "x\x9c\0\1": "zlib-compressed (unpack it first)",
    "TLS\0\0\0": "a .jap file of QNonograms",
    "5x4#123456": "a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')",
    "<instance format='XCSP3'>": "an XCSP3 model, no puzzle data",
    "<n:nonogram xmlns:n='x'>": "Simpson's XML draft",
    "<!doctype HTML>\n<p>": "an HTML page",
    "<html><script>\nvar d=[[1]];": "a nonograms.org page (var d)",
    "Minimize\n obj: x\nSubject To\n c: x > 1\n": "a CPLEX LP model, no puzzle data",
    "NAME x\nROWS\n N obj\n": "an MPS model, no puzzle data",
    "c x\np cnf 1 1\n1 0\n": "a DIMACS CNF formula, no puzzle data",
    "int: n;\nsolve satisfy;\n": "a MiniZinc model, no puzzle data",
    "language ESSENCE 1.3\n": "Essence data",
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
    "prose": ("Dear Sir or Madam\n", ".txt", f"no puzzle format fits {TRIED}"),
    "NUL": ("a\0b", "", "this is binary data, no text"),
    "junk": ("\x01\x02\x03", "", "this is binary data, no text"),
    "xml": ("<svg>", "", "XML with the root element 'svg', which is no puzzle file"),
    "no xml": ("< >", "", "begins like XML, but has no root element"),
    "tie": ("1\n1\n0\n\n0\n", "", "fits grid and cwd alike; --from says which it is"),
}


@pytest.mark.parametrize(("text", "suffix", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_unknown(text, suffix, message):
    with pytest.raises(UnknownFormat) as caught:
        detect(text, suffix, "f", True)
    assert str(caught.value) == f"f: {message}"


def test_the_suffix_settles_a_tie():
    assert detect("1\n1\n0\n\n0\n", ".cwd", "f", True) == "cwd"
    assert detect("1\n1\n0\n\n0\n", ".txt", "f", True) == "grid"


def test_what_the_format_of_the_suffix_has_against_it_is_told():
    with pytest.raises(UnknownFormat) as caught:
        detect("width 2\nrows\n1\n", ".non", "f", True)
    assert "as non, after its suffix: " in str(caught.value)


def test_half_a_text_is_enough():
    grid = "#." * 50 + "\n"
    ids = "5x4:1/2/1.1/2.1//2.1/3//2\n"
    numbers = "60 60\n" + "1 1 1\n" * 60
    for text, name in (
        (grid * 60, "grid"),
        (ids * 60, "sgt"),
        (numbers, "nin"),
        (numbers + "#\n1\n", "mk"),
    ):
        assert detect(text + text[:17], "", "f", False) == name


BYTES = {
    "utf-8": ("ä\n".encode(), "ä\n"),
    "byte order mark": (b"\xef\xbb\xbfa\n", "a\n"),
    "utf-16": ("a\nä".encode("utf-16"), "a\nä"),
    "utf-16, big end first": (b"\xfe\xff\0a", "a"),
    "latin-1": (b"\xe4\n", "ä\n"),
    "CRLF and LF": (b"a\r\nb\n", "a\nb\n"),
    "a stray CR": (b"a\rb\n", "ab\n"),
    "CR only": (b"a\rb\r", "a\nb\n"),
    "Ctrl-Z": (b"a\n\x1a", "a\n"),
    "only one Ctrl-Z": (b"a\x1a\x1a", "a\x1a"),
}


@pytest.mark.parametrize(("data", "text"), BYTES.values(), ids=BYTES)
def test_bytes_become_text(data, text):
    assert decode(data, "f") == text


def test_bytes_that_are_no_text():
    with pytest.raises(UnknownFormat, match="f: this is binary data, no text"):
        decode(b"a\0", "f")
    with pytest.raises(UnknownFormat, match="begins like UTF-16"):
        decode(b"\xff\xfea", "f")
    with pytest.raises(TooLarge, match="f: more than 32 MiB"):
        decode(bytes(MAX_BYTES + 1), "f")


def test_a_head_may_end_inside_a_character():
    assert head_of("aä".encode()[:-1], "f", False) == "a"


EXAMPLES = [path.read_bytes() for path in sorted(FOLDER.glob("*/*"))]


@fuzzing
@given(st.sampled_from(EXAMPLES), st.integers(0, 99), st.integers(0, 9), st.binary(max_size=9),
       st.sampled_from(["", ".txt", *(s for entry in FORMATS for s in entry.suffixes)]),
       st.booleans())  # fmt: skip
def test_survives_mutations(data, at, cut, junk, suffix, complete):
    data = data[:at] + junk + data[at + cut :]
    with contextlib.suppress(NonosatError):
        assert detect(head_of(data, "f"), suffix, "f", complete) in FORMATS.names


HOSTILE = {
    "colons": ":\n" * 50_000,
    "one colon": ":" + "\n" * 100_000,
    "blanks": "#" + " " * 100_000 + "\n#",
    "braces": "{" * 100_000,
    "angles": "<!--" * 50_000,
    "hashes": "1#\n" * 50_000,
    "digits": "1 " * 100_000,
    "brackets": "[" * 100_000,
    "words": "rows " * 50_000,
    "sgt": "1:" + "1/" * 100_000 + "?",
    "long numbers": "9" * 100_000 + "\n" + "9" * 100_000,
    "big counts": "999999 999999\n1\n",
    "big keen": "999999\n\n999999\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("suffix", ["", ".g", ".non", ".json"])
def test_hostile_texts_are_told_fast(text, suffix):
    for complete in (True, False):
        with contextlib.suppress(NonosatError):
            assert detect(text, suffix, "f", complete) in FORMATS.names

"""Clues in signs that no format has count as a broken puzzle; other texts of numbers do not."""

from itertools import product
from pathlib import Path

import pytest
from conftest import diagonal

from nonosat.cli.advice import with_advice
from nonosat.errors import NonosatError, ParseError, UnknownFormat, Unsupported
from nonosat.files import walk
from nonosat.formats import make_format
from nonosat.formats.base import Record
from nonosat.formats.detect.detect import detect

WRONG = {
    "a heading in another language": ("Zeilen\n2 1\n3\n1\n1 1\nSpalten\n1 1\n2\n2 1\n1\n", "1: the rows have 9 cells"),
    "brackets, and a title": ("My cat\n\n[2, 1]\n[3]\n[1]\n[1, 1]\n---\n[1, 1]\n[2]\n[2, 1]\n[1]\n", "3: the rows have 9 cells"),
    "colors": ("2k 1r\n3k\n1r\n1k 1k\n//\n1k 1r\n2k\n2k 1k\n1r\n", "1: the rows have 7 black cells"),
    "two puzzles": (2 * "2 1\n3\n1\n1 1\n==\n1 1\n2\n2 1\n1\n++\n", "10: '++' is neither a clue nor a heading"),
    "the second of two": ("2 1\n3\n1\n2\n--\n1 1\n2\n2 1\n2\n++\n1 1\n3\n--\n2\n1\n1\n", "5: '--' is neither a clue nor a heading"),
    "a mistake in both sides": ("2.2\n4.4\n9\n--\n3\n3\n1.1\n2\n", "1: '2.2' is neither a clue nor a heading"),
    "a word in a side": ("2 1\n3\nfoo\n1\n1 1\n\n1 1\n2\n2 1\n2\n", "3: 'foo' may say something of the clues"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_mistake_among_words_and_rules_is_named_by_its_line(text, message):
    name = detect(text, ".txt", "f", True)
    with pytest.raises(ParseError) as caught:
        make_format(name).read(Record(text, "f", named=False))
    assert str(caught.value).startswith(f"f:{message}")


@pytest.mark.parametrize("suffix", ["", ".txt"])
def test_what_fits_several_formats_is_a_puzzle(suffix):
    with pytest.raises(ParseError, match=r"\Af: could be keen and grid\Z") as caught:
        detect("1\n1\n0\n1\n\n1\n0\n1\n1\n", suffix, "f", True)
    assert with_advice(caught.value).endswith("; pass --from keen or --from grid")


def test_half_of_what_fits_several_formats_is_skipped():
    assert _skipped("1\n1\n0\n\n0\n", False)  # of half a text it is not known


ORDINARY = {
    "a banner": "##########\n#  v1.2  #\n##########\n\nWelcome to host 12\n==================\n",
    "a banner of signs": "*" * 40 + "\n" + "=" * 40 + "\n" + "*" * 40 + "\n",
    "a Makefile": "all: a.o b.o\n\tcc -o all a.o b.o\n\nclean:\n\trm -f all\n",
    "numbers in a Makefile": "SIZES = \\\n1 \\\n2 \\\n3\n\nall:\n\techo 1\n",
    "a log": "12:30:01 start\n12:30:02 1 2 3\n12:30:05 done\n----\n12:31:00 start\n12:31:07 done\n",
    "dates": "2021-10-03\n2021-11-12\n--\n2022-1-1\n2022-12-12\n",
    "a list of numbers": "42\n17\n3\n8\n19\n",
    "two lists of large numbers": "100\n2\n300\n\n1000\n20000\n3\n",
    "a table": "1 2 3\n4 5 6\n7 8 9\n---\n1 2 3\n4 5 6\n7 8 9\n",
    "a small table": "1 1 1\n1 1 1\n1 1 1\n1 1 1\n1 1 1\n---\n1 1 1\n1 1 1\n1 1 1\n1 1 1\n1 1 2\n",
    "a table with a sum": "1 2\n3 4\n5 6\n---\n9 12\n",
    "a ragged table of large numbers": "120 14\n130\n7 8 9\n---\n250\n1 2 3\n4 400\n",
    "decimals": "0.5\n1.25\n0.75\n--\n1.5\n2.25\n0.125\n",
    "negative numbers": "-1 2\n3\n-4\n--\n1 1\n-2\n3 3\n",
    "versions": "3.11.7\n3.12.1\n3.13.0\n--\n2.7.18\n3.6.15\n",
    "telephone numbers": "555 1234\n555 9876 12\n--\n555 4444\n555 1\n",
    "prose with numbers in it": "It took\n2 1\n3\nsteps, as said before, and then some more of them.\n" * 3,
    "tides": "1 2\n3 4 5\nMonday was calm.\n2 1\n3 3\nTuesday was not.\nSo it went.\nAnd on.\nAnd on.\n",
    "code": "int a[] = {\n1, 2,\n3,\n4, 5,\n};\nint b[] = {\n2, 1,\n3,\n1, 1,\n};\nint main(void)\n{\n return 0;\n}\n",
    "a list of fields": "# A module\n:Author: somebody\n:Version: 12\n\nText, and numbers such as 1.\n",
}  # fmt: skip


def _skipped(text: str, complete: bool = True) -> bool:
    """True if a text in a folder is not a puzzle and no broken one."""
    try:
        detect(text, ".txt" if complete else "", "f", complete)
    except (UnknownFormat, Unsupported):
        return True
    except NonosatError:
        return False
    return False


SUFFIXES = (".txt", ".csv", ".log", ".dat", ".lp", ".md")


@pytest.mark.parametrize(("name", "suffix"), diagonal(product(ORDINARY, SUFFIXES), 2))
def test_other_texts_of_numbers_are_skipped(tmp_path: Path, name: str, suffix: str) -> None:
    (tmp_path / f"a{suffix}").write_text(ORDINARY[name])
    assert [found for found in walk([str(tmp_path)]) if found.position] == []


def test_a_makefile_is_skipped(tmp_path: Path) -> None:
    """What is nothing but numbers is no Makefile."""
    for name in ("a Makefile", "numbers in a Makefile"):
        (tmp_path / "a.mk").write_text(ORDINARY[name])
        assert [found for found in walk([str(tmp_path)]) if found.position] == []

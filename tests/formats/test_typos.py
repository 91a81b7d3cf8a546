"""A typo in a file of one format does not make another format read it as another puzzle."""

from pathlib import Path

import pytest
from format_examples import FOLDER
from test_formats import FOLDERS, ids

from nonosat.errors import NonosatError
from nonosat.formats import make_format
from nonosat.formats.base import Record
from nonosat.formats.detect.bytes_to_text import decode
from nonosat.formats.detect.detect import detect

SEPARATORS = " ,;\t:/.|"
READ_SO_FAR = 200
"""Characters of a file that are changed, each to every third other."""
FILES = [path for path in sorted(FOLDER.glob("*/A.*")) if path.parent.name not in ("pbm", "ppm")]


def typos(text: str) -> list[str]:
    """The text with one digit or separator changed to another."""
    made = []
    for at, char in enumerate(text[:READ_SO_FAR]):
        pool = "0123456789" if char.isdigit() else SEPARATORS if char in SEPARATORS else ""
        others = [other for other in pool if other != char]
        made += [text[:at] + other + text[at + 1 :] for other in others[at % 3 :: 3]]
    return made


@pytest.mark.parametrize("path", FILES, ids=ids)
@pytest.mark.slow
def test_a_typo_never_makes_another_format_read_another_puzzle_silently(path: Path) -> None:
    name = FOLDERS.get(path.parent.name, path.parent.name)
    text = decode(path.read_bytes(), "f")
    puzzle = make_format(name).read(Record(text, "f"))[0].puzzle
    for typo in typos(text):
        try:
            found = detect(typo, path.suffix, path.name, True)
            (sheet, *_) = make_format(found).read(Record(typo, "f", named=False))
        except NonosatError:
            continue
        assert found == name or sheet.puzzle == puzzle or sheet.guesses, typo  # with a note

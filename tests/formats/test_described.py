"""What the pages of formats and `nonosat formats NAME` say about each format."""

from pathlib import Path

import pytest
from conftest import IN_CHECKOUT, ROOT, diagonal, script
from format_examples import COLORS, PICTURED, drawn, read

from nonosat.errors import CannotHold
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import check_holds
from nonosat.formats.described import EXAMPLES, describe_format, example
from nonosat.formats.detect.bytes_to_text import head_of
from nonosat.formats.detect.detect import ANY_TEXT, detect
from nonosat.model import Sheet

checkout = pytest.mark.skipif(not IN_CHECKOUT, reason="there is no documentation here")


@checkout
def test_the_table_is_that_of_the_program() -> None:
    page = script("docs/formats.py").with_table()
    assert page == (ROOT / "docs/formats.md").read_text(encoding="utf-8"), (
        "python docs/formats.py writes it anew"
    )


@checkout
def test_examples_of_the_pages_are_read() -> None:
    pages = script("docs/formats.py").pages()
    assert len(pages) == len(FORMATS.names) + 1
    examples = {
        Path(name).stem: text.partition("```text\n")[2].partition("```\n")[0]
        for name, text in pages.items()
        if name != "docs/formats.md"
    }
    texts = {name: text for name, text in examples.items() if text and "\n...\n" not in text}
    assert len(texts) > 34
    for name, text in texts.items():
        (sheet,) = read(make_format(name), text)
        solved = [one.puzzle for one in EXAMPLES]
        assert sheet.puzzle in solved or make_format(name).write is None, name


@pytest.mark.parametrize("name", FORMATS.names)
def test_what_is_told_of_a_format(name: str) -> None:
    told, form = describe_format(name), make_format(name)
    assert told.is_written == (form.write is not None)
    facts = [what for what, _ in told.lines()]
    assert facts[:3] == ["suffixes", "use", "holds"] or (not told.suffixes and "use" in facts)
    text = example(name)
    assert (text is None) == (form.write is None or form.binary)
    if text is not None:
        (sheet,) = read(form, text)
        assert sheet.puzzle in [one.puzzle for one in EXAMPLES]


def can_hold(name: str, sheet: Sheet) -> bool:
    form = make_format(name)
    assert form.write is not None
    try:
        check_holds(name, form.holds, [sheet])
        form.write([sheet])
    except CannotHold:
        return False
    return True


SMALL = {**PICTURED, "chess": drawn("#.", ".#"), "two colors": drawn("kr", "rk", palette=COLORS)}
NEEDS = {name: describe_format(name).suffix for name in FORMATS.names}
NAMELESS = [
    (name, key)
    for name in FORMATS.names
    for key, sheet in SMALL.items()
    if make_format(name).write and can_hold(name, sheet)
]


@pytest.mark.parametrize(("name", "key"), diagonal(NAMELESS, 3))
def test_what_is_written_is_recognized_or_the_table_says_that_it_needs_its_suffix(
    name: str, key: str
) -> None:
    form = make_format(name)
    assert form.write is not None
    written = form.write([SMALL[key]])
    head = head_of(written if isinstance(written, bytes) else written.encode(), "f")
    suffix, needs = FORMATS.entry(name).suffixes[0], NEEDS[name]
    if suffix != ANY_TEXT or not needs:
        assert detect(head, suffix, "f", True) == name
    if not needs:
        assert detect(head, "", "f", True) == name

"""Write the table of formats.md, beside this script; `build.py` makes a page of each format with it.

python docs/formats.py
"""

from __future__ import annotations

from pathlib import Path

from nonosat.formats import FORMATS, formats_of, make_format
from nonosat.formats.base import Holds
from nonosat.formats.described import Description, describe_format, example

PAGE = Path(__file__).with_name("formats.md")
MARK = "<!-- What follows is written by docs/formats.py. -->\n"
EXAMPLES = Path(__file__).parent.parent / "tests/data/formats"
LONGEST = 24
"""Lines of an example; only models for solvers have more."""
PARTS = {
    "solution": Holds.GOAL,
    "unfinished game": Holds.SAVED,
    "names of colors": Holds.NAMES,
    "title": Holds.TITLE,
    "author": Holds.AUTHOR,
    "copyright": Holds.COPYRIGHT,
    "license": Holds.LICENSE,
    "source": Holds.SOURCE,
    "ID": Holds.ID,
    "notes": Holds.NOTES,
}
"""Parts of a puzzle; a format without a place for one leaves it out."""
NEEDED = {"given cells": Holds.GIVENS, "hidden numbers (`?`)": Holds.BLOTS}
"""Parts without which a puzzle is another one; a format without a place for them refuses it."""
WITHOUT_SUFFIX = {"": "yes", "always": "no"}
"""`Description.suffix` -> whether a file is recognized; everything else is an exception."""


def main() -> None:
    """Write the table anew."""
    PAGE.write_text(with_table(), encoding="utf-8", newline="\n")


def pages() -> dict[str, str]:
    """Return the pages that only the site has, by their names in the checkout.

    formats.md is among them, with a link to the page of each format.
    """
    made = {f"docs/formats/{name}.md": format_page(name) for name in FORMATS.names}
    return {"docs/formats.md": with_table(linked=True), **made}


def with_table(linked: bool = False) -> str:
    """Return formats.md with its words above the mark, and the table below it."""
    return PAGE.read_text(encoding="utf-8").partition(MARK)[0] + MARK + "\n" + table(linked)


def table(linked: bool) -> str:
    """Return a row for each format."""
    lines = ["| format | file names | what it is |", "|---|---|---|"]
    for entry in FORMATS:
        read_only = "" if make_format(entry.name).write else "; read only"
        name = f"[`{entry.name}`](formats/{entry.name}.md)" if linked else f"`{entry.name}`"
        suffixes = code(entry.suffixes)
        lines.append(f"| {name} | {suffixes} | {entry.about}{read_only} |".replace("|  |", "| |"))
    return "\n".join(lines) + "\n"


def format_page(name: str) -> str:
    """Return the page of one format: facts, commands, and an example."""
    facts = describe_format(name)
    rows = ["| | |", "|---|---|", *(f"| {what} | {text} |" for what, text in facts_of(name, facts))]
    parts = [
        f"# {name}\n\n{facts.about[0].upper()}{facts.about[1:]}.\n",
        "\n".join(rows) + "\n",
        "```sh\n" + "\n".join(commands(name, facts)) + "\n```\n",
    ]
    if lines := example_lines(name):
        parts.append("An example:\n\n```text\n" + "\n".join(lines) + "\n```\n")
    return "\n".join([*parts, "[All formats](../formats.md)\n"])


def facts_of(name: str, facts: Description) -> list[tuple[str, str]]:
    """Return the rows of the page's table: a label, and a text in words for everybody."""
    holds = make_format(name).holds
    kept = [what for what, flag in (PARTS | NEEDED).items() if flag in holds]
    left_out = [what for what, flag in PARTS.items() if flag not in holds]
    refused = [what for what, flag in NEEDED.items() if flag not in holds]
    rows = [
        ("rule", facts.rule),
        ("file names end in", code(facts.suffixes)),
        ("nonosat", "reads and writes it" if facts.is_written else "reads it; cannot write it"),
        ("used by", facts.users),
        ("puzzles in a file", "any number" if Holds.SEVERAL in holds else "one"),
        ("sizes", "any" if Holds.OBLONG in holds else "square puzzles only"),
        ("colors", colors(holds)),
        ("clues", "" if Holds.CLUES in holds else "made from the picture, which is the whole file"),
        ("keeps", ", ".join(kept)),
    ]
    if facts.is_written:
        rows += [
            ("leaves out", ", ".join(left_out)),
            ("refuses puzzles with", ", ".join(refused)),
            (
                "recognized without its suffix",
                WITHOUT_SUFFIX.get(facts.suffix, "yes, but not " + facts.suffix),
            ),
        ]
    rows.append(("not read", facts.left_out))
    return [(what, text) for what, text in rows if text]


def colors(holds: Holds) -> str:
    """Say how many inks a format has, and whether their values are kept."""
    if Holds.COLORS not in holds:
        return "black and white"
    return "several, with their values" if Holds.RGB in holds else "several, without their values"


def commands(name: str, facts: Description) -> list[str]:
    """Return commands that read and write the format."""
    suffix = next((one for one in facts.suffixes if formats_of(one)[0] == name), "")
    any_suffix = suffix or (facts.suffixes[0] if facts.suffixes else ".txt")
    from_, to = ("", "") if suffix else (f" --from {name}", f" --to {name}")
    lines = [f"nonosat show puzzle{any_suffix}{from_}"]
    if facts.is_written:
        lines.append(f"nonosat convert puzzle.json -o puzzle{any_suffix}{to}")
    return lines


def example_lines(name: str) -> list[str]:
    """Return the lines of the example; ``...`` replaces what is too much. Empty: it is not text."""
    text = example(name)
    files = sorted(EXAMPLES.glob(f"{name}/A.*")) or sorted(EXAMPLES.glob(f"{name}/*"))
    if text is None and files and not make_format(name).binary:
        text = files[0].read_text(encoding="utf-8")
    lines = text.removesuffix("\n").split("\n") if text else []
    return [*lines[:LONGEST], "..."] if len(lines) > LONGEST else lines


def code(words: tuple[str, ...] | list[str]) -> str:
    """Return words as code, with spaces between them."""
    return " ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    main()

"""Writes the part of formats.md, beside this script, that is made from the table of formats.

python docs/formats.py
"""

from __future__ import annotations

from pathlib import Path

from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Holds
from nonosat.formats.described import describe_format, example

PAGE = Path(__file__).with_name("formats.md")
MARK = "<!-- What follows is written by docs/formats.py. -->\n"
EXAMPLES = Path(__file__).parent.parent / "tests/data/formats"
LONGEST = 24
"""Lines of an example; only models for solvers have more."""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def page(old: str) -> str:
    """The page as it should be, with the words of the old one above the mark."""
    return old.partition(MARK)[0] + MARK + "\n" + table() + "".join(map(section, FORMATS.names))


def table() -> str:
    """What each format holds, a line each."""
    lines = ["| format | suffixes | colors | pictures | several | |", "|---|---|---|---|---|---|"]
    for entry in FORMATS:
        form = make_format(entry.name)
        pictures = "yes" if form.holds & (Holds.GOAL | Holds.GOALS) else ""
        cells = [
            f"[`{entry.name}`](#{entry.name})",
            " ".join(f"`{suffix}`" for suffix in entry.suffixes),
            "yes" if Holds.COLORS in form.holds else "",
            "only" if Holds.CLUES not in form.holds else pictures,
            "yes" if Holds.SEVERAL in form.holds else "",
            entry.about + ("" if form.write else "; read only"),
        ]
        lines.append("| " + " | ".join(cells).replace("|  |", "| |") + " |")
    return "\n".join(lines).replace("  ", " ") + "\n"


def section(name: str) -> str:
    """What there is to say of one format, with an example."""
    facts = describe_format(name)
    lines = [f"\n## {name}\n", facts.about[0].upper() + facts.about[1:] + ".\n"]
    lines += [f"- {what}: {text}" for what, text in facts.lines()]
    if text := shown(name):
        lines += ["", "```text", *text, "```"]
    return "\n".join(lines) + "\n"


def shown(name: str) -> list[str]:
    """The lines of the example, the last one ``...`` if there are more of them; none: no text."""
    text = example(name)
    files = sorted(EXAMPLES.glob(f"{name}/A.*")) or sorted(EXAMPLES.glob(f"{name}/*"))
    if text is None and files and not make_format(name).binary:
        text = files[0].read_text(encoding="utf-8")
    lines = text.removesuffix("\n").split("\n") if text else []
    return [*lines[:LONGEST], "..."] if len(lines) > LONGEST else lines


if __name__ == "__main__":
    main()

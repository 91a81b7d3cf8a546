"""Build the documentation as a site: README as its front, `docs/`, and a reference of the library.

    python docs/build.py DIR [--play FOLDER]

The page of each format is made of the program. Links in the sources work where the sources are read:
they lead to code, too, and to files beside `docs/`. So this script lays out all pages in one folder first, turns their links to it, and brings
what they link to. Zensical makes the site of that, and refuses links that lead nowhere.
"""

from __future__ import annotations

import argparse
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nonosat
from nonosat.formats.named.link import link_of

ROOT = Path(__file__).resolve().parent.parent
FRONT = "README.md"
"""The page that the site begins with."""
CONFIG = "zensical.toml"
PLAY = "play/"
"""Where the page that plays puzzles is, seen from the front."""
API = "nonosat/__init__.py"
"""The list of what programs call; on the site, a link there leads to the reference."""
TRY = "docs/site.md#try-it"
"""What is said of that page; on the site, a link there leads to the page itself."""
DRAWN = {
    "fox.svg": "data/drawn/fox.json",
    "two.svg": "tests/data/ambiguous/horizontales-5x5.txt",
}
"""Pictures that open in the page by a click, and the files of their puzzles."""
PROGRAM = "nonosat/certificates/verify.py"
"""What checks certificates; on the site, the example of one has it, as those of `certify` do."""
CELL = 8
"""Pixels of a cell in the pictures of the puzzles to play."""
SUBJECTS = {
    "Check and solve": "check check_many solve solutions Result Verdict Limits Stop Search Progress",
    "All solutions": "count Count backbone Backbone line LinePlacements",
    "Puzzles and pictures": "Puzzle Block Palette Color Grid Domains Line Sheet",
    "Files": "load loads dump dumps show link_of",
    "Reasons": "steps Step hint Hint why Why Reason conflict Conflict Typo rate Rating",
    "Make puzzles": "generate digitize blot Blotted fewest_changes Changes fewest_givens Givens",
    "Books": "book BookStyle Book",
    "Proofs": "certify verify",
    "Own backends": "Backend Deadline Trace",
    "Errors": "NonosatError UsageError PuzzleError ParseError Unsure InputError OutputError MissingExtra"
    " Refused LimitReached WrongAnswer",
}
"""Sections of the reference, with all names of `nonosat.__all__`."""
LINK = re.compile(r'(?<=\]\()[^)\s]+(?=\))|(?<=src=")[^"]+(?=")|(?<=href=")[^"]+(?=")')
HEIGHT = re.compile(r'(?<= )height="(\d+)"(?=>)')
"""The height of a picture; the theme of the site ignores this attribute."""
IMAGE = re.compile(r'<img src="([^"]+)"[^>]*>')


def main() -> None:
    """Build the site that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", type=Path, metavar="DIR", help="the folder to write")
    parser.add_argument("--play", type=Path, metavar="FOLDER", help="what `nonosat site` wrote")
    given = parser.parse_args()
    try:
        build(given.site, given.play)
    except (OSError, subprocess.CalledProcessError) as err:
        sys.exit(f"build.py: {err}")


def build(site: Path, play: Path | None = None) -> None:
    """Write the whole site.

    Args:
        site: the folder for it; what is there is replaced.
        play: the page that plays puzzles; without it nothing links to it.

    Raises:
        FileNotFoundError: a page links to a file that is not there.
        subprocess.CalledProcessError: Zensical refused the pages, and has said why.
    """
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        lay_out(base / "pages", play is not None)
        for name in (CONFIG, "doctests.py"):
            shutil.copy(ROOT / "docs" / name, base)
        words = ["-m", "zensical", "build", "--strict", "-f", str(base / CONFIG)]
        subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
        if play is not None:
            shutil.copytree(play, base / "site" / PLAY)
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(base / "site", site)


def lay_out(pages: Path, play: bool) -> None:
    """Write all pages, and what they link to, with links that fit there."""
    wanted = [FRONT, "CHANGELOG.md", "CONTRIBUTING.md", "docs/site.css"]
    wanted += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
    wanted += [f"docs/certificate/{name}" for name in os.listdir(ROOT / "docs/certificate")]
    made: dict[str, str] = runpy.run_path(str(ROOT / "docs" / "formats.py"))["pages"]()
    made["docs/certificate/verify.py"] = (ROOT / PROGRAM).read_text(encoding="utf-8")
    wanted += made
    done: set[str] = set()
    while wanted:
        source = wanted.pop()
        if source in done:
            continue
        done.add(source)
        target = pages / place(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = made.get(source, "")
        if source.endswith(".md"):
            text = text or (ROOT / source).read_text(encoding="utf-8")
            text = page(source, text, play, wanted.append)
        if text:
            target.write_text(text, encoding="utf-8")
        else:
            shutil.copy(ROOT / source, target)
    (pages / "reference.md").write_text(reference(), encoding="utf-8")
    (pages / "puzzles.md").write_text(puzzles(pages, play), encoding="utf-8")


def place(source: str) -> str:
    """Where a file of the checkout is on the site."""
    return "index.md" if source == FRONT else source.removeprefix("docs/")


def page(source: str, text: str, play: bool, want: Callable[[str], object]) -> str:
    """A page with the links that it has on the site. Examples of code stay as they are.

    Args:
        source: its name in the checkout.
        want: hears of each file that it links to.
    """
    blocks = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    up = "../" * place(source).count("/")

    def turned(match: re.Match[str]) -> str:
        name, hash_, anchor = match[0].partition("#")
        if "://" in name or not name:
            return match[0]
        linked = os.path.normpath(os.path.join(os.path.dirname(source), name))
        if play and linked + hash_ + anchor == TRY:
            return up + PLAY
        if linked == API:
            return up + "reference.md" + hash_ + anchor
        if (ROOT / linked).is_dir():
            inside = (f"{linked}/{name}" for name in ("README.md", "__init__.py"))
            linked = next(filter(lambda name: (ROOT / name).is_file(), inside), linked)
        want(linked)
        return (
            os.path.relpath(place(linked), os.path.dirname(place(source)) or ".") + hash_ + anchor
        )

    def clickable(match: re.Match[str]) -> str:
        drawn = os.path.normpath(os.path.join(os.path.dirname(place(source)), match[1]))
        if not play or drawn not in DRAWN:
            return match[0]
        sheet = nonosat.load(ROOT / DRAWN[drawn])[0]
        return f'<a href="{link_of(sheet, up + PLAY)}">{match[0]}</a>'

    for at in range(0, len(blocks), 2):
        blocks[at] = HEIGHT.sub(r'style="max-height: \1px; width: auto"', blocks[at])
        blocks[at] = IMAGE.sub(clickable, LINK.sub(turned, blocks[at]))
    return "".join(blocks)


def reference() -> str:
    """A page with all that programs call, by subject, made from the docstrings."""
    parts = ["# Reference\n\n[Use it from Python](python.md) shows how these work together.\n"]
    for subject, names in SUBJECTS.items():
        entries = (f"::: nonosat.{name}\n" for name in names.split())
        parts.append("\n".join([f"## {subject}\n", *entries]))
    return "\n".join(parts)


def puzzles(pages: Path, play: bool) -> str:
    """A page with our own puzzles, the easiest first; a click on one plays it."""
    files = [path for path in sorted((ROOT / "data").glob("*/*.*")) if path.suffix != ".md"]
    sheets = [sheet for path in files for sheet in nonosat.load(path)]
    stars = {sheet: nonosat.rate(sheet.puzzle).stars or 0 for sheet in sheets}
    sheets.sort(key=lambda sheet: (stars[sheet], sheet.puzzle.height * sheet.puzzle.width))
    (pages / "puzzles").mkdir()
    parts = ["# Puzzles to play\n"]
    for number, sheet in enumerate(sheets, start=1):
        name = f"puzzles/{number}.svg"
        nonosat.show(sheet.puzzle, pages / name, cell=CELL)
        size = f"{sheet.puzzle.width}x{sheet.puzzle.height}"
        shown = f'<img src="{name}" alt="The clues of a puzzle of {size} cells">'
        if play:
            shown = f'<a href="{link_of(sheet, PLAY)}">{shown}</a>'
        parts.append(f"### {number}. {size} {'★' * stars[sheet]}\n\n{shown}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    main()

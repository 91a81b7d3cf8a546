"""Pages in HTML: the programs of their scripts, and tables with clues in the margins; and notebooks of Jupyter."""

import json
from html.parser import HTMLParser

from nonosat.errors import ParseError, SomeUnread, UnknownFormat
from nonosat.formats.base import Doubt, Record, some_read, with_doubt
from nonosat.formats.found.readings import read_found
from nonosat.formats.said.table import Cell, sheet_of_table
from nonosat.model import Sheet

MAX_CELLS = 100_000
"""Cells of all tables of a page."""


class _Page(HTMLParser):
    """Collects the scripts and tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[tuple[int, str]] = []
        self.tables: list[tuple[int, list[list[str]]]] = []
        self._is_script = self._is_cell = False
        self._count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append((self.getpos()[0], []))
        elif tag == "tr" and self.tables:
            self.tables[-1][1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1][1]:
            self._count += 1
            if self._count > MAX_CELLS:
                raise UnknownFormat(f"a page with more than {MAX_CELLS} cells")
            self.tables[-1][1][-1].append("")
        elif tag == "br":
            self.handle_data(" ")
        self._is_script = tag == "script" or (self._is_script and tag == "br")
        self._is_cell = tag in ("td", "th") or (self._is_cell and tag not in ("table", "tr"))

    def handle_endtag(self, tag: str) -> None:
        self._is_script &= tag != "script"
        self._is_cell &= tag not in ("td", "th", "tr", "table")

    def handle_data(self, data: str) -> None:
        if self._is_script:
            self.scripts.append((self.getpos()[0], data))
        elif self._is_cell and self.tables and self.tables[-1][1] and self.tables[-1][1][-1]:
            self.tables[-1][1][-1][-1] += data


def read_page(record: Record) -> list[Sheet]:
    """Read every puzzle of a page.

    Raises:
        ParseError: there is none.
        SomeUnread: some puzzles were read.
    """
    page = _Page()
    page.feed(record.text)
    found: list[Sheet | ParseError] = []
    for line, code in page.scripts:
        try:
            found += read_found(record.at(record.line + line - 1)._replace(content=code), True)
        except SomeUnread as some:
            found += [one for one in some.found if isinstance(one, Sheet | ParseError)]
        except UnknownFormat:
            continue  # most scripts hold no puzzle
        except ParseError as err:
            found.append(err)
    for line, rows in page.tables:
        width = max(map(len, rows), default=0)
        if min(width, len(rows)) < 3 or width * len(rows) > MAX_CELLS:
            continue
        table = [[*(Cell(" ".join(text.split())) for text in row)] for row in rows]
        table = [[*row, *[Cell("")] * (width - len(row))] for row in table]
        if table[0][0].text:
            continue  # clues leave the corner empty
        try:
            found.append(sheet_of_table(record.at(record.line + line - 1), table))
        except ParseError:
            continue  # most tables hold no clues
    if not found:
        what = "this is an HTML page, and no puzzle is in its scripts and tables"
        raise UnknownFormat(what, record.source)
    return some_read(
        with_doubt(Doubt("a page is more than a puzzle, and its programs are not run"), found)
    )


def program_of(record: Record) -> Record:
    """The code cells of a notebook as one program; its lines keep their numbers if they can."""
    try:
        cells = json.loads(record.text)["cells"]
        sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        lines = [line for source in sources for line in [*"".join(source).splitlines(True), "\n"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        record.fail("the notebook is damaged", kind=UnknownFormat)
    code, place = "", 0
    for line in lines:
        found = record.text.find(json.dumps(line, ensure_ascii=False)[1:-1], place)
        if line.strip() and found >= 0:
            behind = record.text.count("\n", place, found)
            code += "\n" * (max(1, behind) if place else behind - code.count("\n"))
            place = found
        code += line.rstrip("\n") if place else line
    return record._replace(content=code)

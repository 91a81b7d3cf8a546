"""Notebooks of Jupyter, read as the program of their cells."""

import json

from nonosat.errors import UnknownFormat
from nonosat.formats.base import Record


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

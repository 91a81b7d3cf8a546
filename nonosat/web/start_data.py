"""The start data of the page; ``docs/dev/questions.md`` describes it."""

import hashlib
import json
import os
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import nonosat
from nonosat.formats import FORMATS, make_format
from nonosat.model import Sheet
from nonosat.model.colors import INK_COLORS
from nonosat.web.endpoints import BEAT, DEFAULT_SECONDS, GRACE, KINDS, sheets_to_dict

DRAWN_BY = {"png": "PIL", "pdf": "fpdf"}
"""Kind of drawing -> the package that it needs."""


def start_data(
    sheets: Sequence[Sheet] = (),
    more: bool = False,
    file: str | None = None,
    drawing: bool = False,
) -> dict[str, Any]:
    """Make the start data of the page.

    Args:
        sheets: the puzzles to begin with; `more`: the file has more.
        file: its name; `drawing`: it has a picture and no clues, so the page begins with Draw.
    """
    puzzles = sheets_to_dict(sheets, more)
    opened = None
    if file is not None:
        opened = hashlib.sha256(json.dumps([os.path.abspath(file), puzzles]).encode()).hexdigest()
    return {
        "version": nonosat.__version__,
        "formats": [
            {"name": entry.name, "about": entry.about}
            for entry in FORMATS
            if make_format(entry.name).write is not None and FORMATS.available(entry)
        ],
        "drawings": [kind for kind in KINDS if kind not in DRAWN_BY or find_spec(DRAWN_BY[kind])],
        "inks": INK_COLORS,
        "seconds": {"limit": DEFAULT_SECONDS, "grace": GRACE, "beat": BEAT},
        **puzzles,
        "file": file,
        "drawing": drawing,
        "opened": opened,
        "local": None,
    }

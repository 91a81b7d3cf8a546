"""Puzzles to play as one HTML file, which needs neither server nor network.

The modules of the page are in it as ``data:`` addresses, under bare names in an import map: a module
that comes from such an address cannot name its neighbors relative to itself. The solution is not in
it: what a player fills in is checked by the clues.
"""

import base64
import json
import re
from collections.abc import Sequence
from dataclasses import replace

from nonosat.draw.elements import text_element
from nonosat.draw.policy import policy, source_hash
from nonosat.formats.data.formats import data_of_sheet
from nonosat.formats.picture.drawn import with_puzzles
from nonosat.model import Sheet
from nonosat.web.pages import OFFLINE, embedded, served_text, static_files, without_comments

STYLE = "app.css"
_IMPORT = re.compile(r'^((?:import|export)\b[^;"]*?|\} from )"\./([\w-]+\.js)";', re.MULTILINE)
"""An import of another module of the page. Nothing else in the modules looks like one."""


MOST_PUZZLES = 200
"""Puzzles that one page holds."""


def play_page(sheets: Sequence[Sheet], title: str = "") -> str:
    """Make the page of some puzzles. Its title does not reveal theirs.

    Args:
        sheets: one puzzle or more; only the first `MOST_PUZZLES` are used.
        title: of the page; "" means Nonograms.
    """
    modules = _modules()
    imports = {
        f"nonosat/{module}": f"data:text/javascript;base64,{base64.b64encode(text.encode()).decode()}"
        for module, text in modules.items()
    }
    map_ = json.dumps({"imports": imports})
    start = f'import "nonosat/{OFFLINE}";'
    style = served_text(STYLE)
    rules = policy(
        f"script-src data: {source_hash(map_)} {source_hash(start)}",
        f"style-src {source_hash(style)}",
        "img-src data: blob:",
    )
    puzzles = [data_of_sheet(replace(sheet, goals=())) for sheet in sheets[:MOST_PUZZLES]]
    page = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{rules}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{text_element(title or "Nonograms")}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
<script type="importmap">{map_}</script>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<main id="app"></main>
{embedded("puzzle", json.dumps(puzzles))}
<script type="module">{start}</script>
</body>
</html>
"""
    return with_puzzles(page.encode(), "html", sheets[:MOST_PUZZLES]).decode()


def _modules() -> dict[str, str]:
    """Return the entry module and all that it imports, with imports of bare names."""
    files = static_files()
    found: dict[str, str] = {}
    wanted = [OFFLINE]
    while wanted:
        name = wanted.pop()
        if name not in found:
            text = files[name].read_text(encoding="utf-8")
            wanted += [match[2] for match in _IMPORT.finditer(text)]
            found[name] = without_comments(_IMPORT.sub(r'\1"nonosat/\2";', text))
    return found

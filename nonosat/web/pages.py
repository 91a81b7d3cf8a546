"""The files of the page, in ``static`` beside this module."""

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Any

FIRST = "index.html"
START = "<!-- start -->"
MODULES = "<!-- modules -->"
"""The places in that page for its first data, and for the names of its modules."""
OFFLINE = "offline.js"
"""The module of the page of one file; all others are of this one."""
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
}
"""Suffix -> media type of the files that are served."""


def static_files() -> dict[str, Traversable]:
    """Name -> file, for all files that the page may load.

    They may be in an archive: in a browser they are. The folder is not kept: an open archive would be lost
    there when a picture of Python's memory is restored.
    """
    folder = files(__package__) / "static"
    return {file.name: file for file in folder.iterdir() if PurePath(file.name).suffix in TYPES}


def served_text(name: str) -> str:
    """Return a file of the page as it is sent to the browser."""
    text = static_files()[name].read_text(encoding="utf-8")
    return without_comments(text) if name.endswith(".js") else text


def without_comments(module: str) -> str:
    """Remove the comments of a module that have lines of their own: they hold all types."""
    return _COMMENT.sub("", module)


def first_page(start: Mapping[str, Any]) -> str:
    """Make the first page. It contains its start data, so it can draw before it asks anything.

    It lists its modules, so that the browser loads all of them at once.
    """
    text = served_text(FIRST)
    modules = sorted(name for name in static_files() if name.endswith(".js") and name != OFFLINE)
    links = "\n    ".join(f'<link rel="modulepreload" href="{name}" />' for name in modules)
    return text.replace(MODULES, links).replace(START, embedded("start", json.dumps(start)))


def embedded(name: str, text: str) -> str:
    """Embed JSON in a page. Markup in its texts has no effect."""
    escaped = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{escaped}</script>'

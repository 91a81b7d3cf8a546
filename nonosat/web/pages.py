"""The files of the page, which lie beside this module."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""Suffix -> media type of the files that are served."""


def static_files() -> dict[str, Path]:
    """Name -> path of each file of the page. There are no others, whatever a name looks like."""
    return {path.name: path for path in STATIC.iterdir() if path.suffix in TYPES}

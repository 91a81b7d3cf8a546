"""A page of links that open the puzzles of a file in the browser."""

import sys
from html import escape

import nonosat

PLAY = "https://example.org/play/"


def page(path: str) -> str:
    """The HTML, with the drawing of each puzzle; no solution is in it."""
    parts = ["<!doctype html><title>Puzzles</title>"]
    for sheet in nonosat.load(path):
        link = escape(nonosat.link_of(sheet, PLAY))
        parts.append(f'<p><a href="{link}">{escape(sheet.title)}</a></p>{sheet.svg(cell=12)}')
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(sys.argv[1]))

"""The elements of SVG drawings: numbers, rectangles, strokes, lines of text, the document around.

Texts of users may be of any script. `Label` is one line of text: it writes itself into SVG, and
holds what writers of other kinds of files need.
"""

import re
import unicodedata
from collections.abc import Sequence
from html import escape
from itertools import accumulate, takewhile
from typing import NamedTuple

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
PAPER = "#ffffff"
ISOLATE, END = "\u2068", "\u2069"
"""FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: the text between has a direction of its own."""


class Label(NamedTuple):
    """A line of text; its direction is that of its first letter, as Unicode has it."""

    x: float
    y: float
    """The baseline."""
    words: str
    size: float
    """Height of the font."""
    fill: str = "#000000"
    anchor: str = "start"
    """The part of the line that lies at `x`, from the left: ``start``, ``middle`` or ``end``."""
    bold: bool = False

    def moved(self, x: float, y: float) -> "Label":
        """Return the same line elsewhere."""
        return self._replace(x=self.x + x, y=self.y + y)

    def svg(self) -> str:
        """As an SVG element."""
        weight = ' font-weight="bold"' if self.bold else ""
        return (
            f'<text x="{decimal(self.x)}" y="{decimal(self.y)}" font-family="{FONT}"{weight} '
            f'font-size="{decimal(self.size)}" text-anchor="{self.anchor}" fill="{self.fill}">'
            f"{text_element(isolated(self.words))}</text>"
        )


def isolated(words: str) -> str:
    """Isolate right-to-left words so that the text around them keeps its order.

    >>> isolated("by me")
    'by me'
    """
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in words):
        return f"{ISOLATE}{words}{END}"
    return words


def text_width(words: str, size: float) -> float:
    """About what a line takes: wide letters of the usual fonts."""
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in words)
    unseen = sum(unicodedata.category(char) == "Cf" for char in words)
    return size * (0.58 * (len(words) - wide - unseen) + wide)


def cut(words: str, size: float, width: float) -> str:
    """As much as fits of a text made one line, four characters at least."""
    words = " ".join(_FORBIDDEN.sub("", words).split())
    if len(words) <= 4 or text_width(words, size) <= width + 0.01:
        return words
    return _head(words, size, width - text_width("...", size)) + "..."


def _head(words: str, size: float, width: float) -> str:
    """Return the characters that fit from the beginning of a text, one at least."""
    widths = accumulate(text_width(char, size) for char in words)
    return words[: max(1, sum(1 for _ in takewhile(lambda used: used <= width + 0.01, widths)))]


def broken(
    words: str, size: float, width: float, most: int = 1000, first: float | None = None
) -> list[str]:
    """Return a text in lines of a width, broken between words, or inside of one that is longer than a line.

    >>> broken("one two three", 10, 50)
    ['one two', 'three']

    Args:
        most: lines; of a longer text the last one ends with dots.
        first: the width of the first line, if it is another.
    """
    rest = " ".join(_FORBIDDEN.sub("", words).split())
    lines: list[str] = []
    while rest:
        room = width if lines or first is None else first
        line = _head(rest, size, room)
        if len(line) == len(rest):
            return [*lines, rest]
        if len(lines) == most - 1:
            return [*lines, cut(rest, size, room)]
        fitting = line if rest[len(line)] == " " else line.rpartition(" ")[0] or line
        lines.append(fitting)
        rest = rest[len(fitting) :].lstrip()
    return lines


def document(width: float, height: float, inside: str, title: str = "", unit: str = "") -> str:
    """Put elements into an SVG document of a size in `unit` (pixels when it is "")."""
    named = f"<title>{text_element(title)}</title>\n" if title else ""
    w, h = decimal(width), decimal(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}{unit}" height="{h}{unit}" '
        f'viewBox="0 0 {w} {h}" role="img" class="nonosat">\n{named}{inside}\n</svg>\n'
    )


def decimal(value: float) -> str:
    """Return a length as SVG has it: at most three decimals, none where it is whole.

    >>> decimal(2.0), decimal(0.12345), decimal(-0.0001), decimal(-0.5)
    ('2', '0.123', '0', '-0.5')
    """
    return f"{value:z.3f}".rstrip("0").rstrip(".")  # z: no minus before a zero


_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text_element(words: str) -> str:
    """Any text as the content or attribute of an element; characters XML forbids are left out.

    >>> text_element('a<b & "c"\\0')
    'a&lt;b &amp; &quot;c&quot;'
    """
    return escape(_FORBIDDEN.sub("", words))


def moved(x: float, y: float, inside: str) -> str:
    """Elements that are moved by (x, y)."""
    return f'<g transform="translate({decimal(x)} {decimal(y)})">\n{inside}\n</g>'


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """Make a rectangle; `more` are further attributes, such as a stroke."""
    x_, y_, w, h = (decimal(value) for value in (x, y, width, height))
    attributes = f'fill="{fill}" {more}'.rstrip()
    return f'<rect x="{x_}" y="{y_}" width="{w}" height="{h}" {attributes}/>'


def stroke(path: Sequence[str], look: str, width: float) -> str:
    """Lines of one color and width; "" without any."""
    if not path:
        return ""
    return (
        f'<path fill="none" stroke="{look}" stroke-width="{decimal(width)}" d="{"".join(path)}"/>'
    )

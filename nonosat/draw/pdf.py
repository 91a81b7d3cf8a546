"""Drawings in SVG -> PDF, by fpdf2, which keeps lines as lines and digits as text."""

import importlib
import logging
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import category

from nonosat.draw.elements import END, FONT, ISOLATE, Label, document
from nonosat.pictures.pixels import EXTRA, wide_font
from nonosat.registry import require

if TYPE_CHECKING:
    from fpdf import FPDF

    from nonosat.draw.books.page_builder import Page


def to_pdf(
    pages: "Sequence[Page]", title: str = "", author: str = "", keywords: str = ""
) -> tuple[bytes, str]:
    """Pages as a PDF file. Programs that save it again keep its keywords, but no comments.

    Texts are in Helvetica, which every reader has. Texts with letters beyond those of Western Europe
    are in a font of this system. The file gets the letters it needs from that font, in the direction
    and the shapes of their script.

    Returns:
        The file, and the characters that no font here has; the file has "?" instead of them.
    """
    require_pdf()
    import fpdf
    from fpdf.fonts import TTFFont
    from fpdf.svg import SVGObject

    logging.getLogger("fpdf").setLevel(logging.ERROR)
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    pdf = fpdf.FPDF(unit="pt", format=(pages[0].width, pages[0].height))
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.set_auto_page_break(False)
    pdf.set_creator("nonosat")
    if title:
        pdf.set_title(title)
    if author:
        pdf.set_author(author)
    if keywords:
        pdf.set_keywords(keywords)
    texts = [*(page.shapes for page in pages), *(la.words for page in pages for la in page.labels)]
    special = {char for words in texts for char in words if not _in_helvetica(char)}
    special -= {ISOLATE, END}
    path = wide_font() if special else None
    family = "helvetica"
    if path is not None:
        with require("letters of other scripts in a PDF need uharfbuzz", EXTRA, "uharfbuzz"):
            importlib.import_module("uharfbuzz")  # fpdf2 uses it
        family = "wide"
        pdf.add_font(family, fname=path)
        font = pdf.fonts[family]
        assert isinstance(font, TTFFont)
        special = {char for char in special if ord(char) not in font.cmap}
    unseen = {char for char in special if category(char) == "Cf"}  # such as joiners
    special -= unseen
    table = dict.fromkeys(map(ord, special), "?") | dict.fromkeys(map(ord, unseen), "")
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        svg = document(page.width, page.height, page.shapes.translate(table))
        if not svg.isascii() and path is not None:
            svg = svg.replace(FONT, family)
        SVGObject(svg).draw_to_page(pdf, 0, 0)
        for label in page.labels:
            _write(pdf, label._replace(words=label.words.translate(table)), family)
    return bytes(pdf.output()), "".join(sorted(special))


def require_pdf() -> None:
    """Complain before the work, not after it."""
    with require("writing a PDF needs fpdf2", EXTRA, "fpdf"):
        import fpdf  # noqa: F401  # only whether it is there


def _write(pdf: "FPDF", label: Label, family: str) -> None:
    """Put a line of text on the page; one that Helvetica lacks letters for in another family."""
    # Parts with a direction of their own are written one by one: fpdf2 mixes up what is in them.
    parts = [part for part in re.split(f"[{ISOLATE}{END}]", label.words) if part]
    wide = not all(_in_helvetica(char) for part in parts for char in part)
    bold = "B" if label.bold and not wide else ""  # a wide font comes in one weight
    pdf.set_font(family if wide else "helvetica", bold, label.size)
    pdf.set_text_shaping(wide)  # its direction, and the forms of letters that join
    pdf.set_text_color(label.fill)
    widths = [pdf.get_string_width(part) for part in parts]
    left = label.x - sum(widths) * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
    for part, width in zip(parts, widths, strict=True):
        pdf.set_xy(left, label.y - 0.3 * label.size)  # the baseline lies this far below the middle
        pdf.cell(width, 0, part, align="L")
        left += width


def _in_helvetica(char: str) -> bool:
    """True if a character is in Latin-1, the part of Helvetica that PDF readers have."""
    return char <= "\xff"

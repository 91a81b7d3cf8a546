"""Drawings in SVG -> PNG and PDF, by libraries that bring all they need.

PNG is drawn by resvg, PDF by fpdf2, which keeps lines as lines and digits as text.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.errors import MissingExtra
from nonosat.pixels import INSTALL, sans_font, wide_font
from nonosat.render.svg import FONT

if TYPE_CHECKING:
    from nonosat.render.paper import Page


def to_png(svg: str) -> bytes:
    """A drawing as a PNG file, a pixel for a unit.

    Its texts are in the font that Pillow brings, so that they look alike on all machines, also on
    those without any font; it has ASCII only, which is all that clues need.

    Raises:
        MissingExtra: resvg-py or Pillow is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as err:
        if err.name != "resvg_py":
            raise
        raise MissingExtra(f"drawing a PNG needs resvg-py: {INSTALL}") from err
    name, font = sans_font()
    handle, path = tempfile.mkstemp(suffix=".ttf")  # it takes fonts from files only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(font)
        return svg_to_bytes(
            svg_string=svg,
            font_files=[path],
            skip_system_fonts=True,
            font_family=name,
            sans_serif_family=name,
        )
    finally:
        os.unlink(path)


def to_pdf(pages: Sequence[Page], title: str = "") -> tuple[bytes, str]:
    """Pages as a PDF file.

    Texts are in Helvetica, which every reader has; where they need other letters than those of
    Western Europe, in a font of this system, of which the file gets the letters it needs.

    Returns:
        The file, and the characters that no font here has; a "?" stands in their place.

    Raises:
        MissingExtra: fpdf2 is not installed.
    """
    try:
        import fpdf
        from fpdf.fonts import TTFFont
        from fpdf.svg import SVGObject
    except ModuleNotFoundError as err:
        if err.name != "fpdf":
            raise
        raise MissingExtra(f"writing a PDF needs fpdf2: {INSTALL}") from err
    logging.getLogger("fpdf").setLevel(logging.ERROR)
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    pdf = fpdf.FPDF(unit="pt", format=(pages[0].width, pages[0].height))
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    pdf.set_creator("nonosat")
    if title:
        pdf.set_title(title)
    drawn = [page.svg for page in pages]
    special = {char for svg in drawn for char in svg if not _in_helvetica(char)}
    path = wide_font() if special else None
    if path is not None:
        pdf.add_font("wide", fname=path)
        font = pdf.fonts["wide"]
        assert isinstance(font, TTFFont)
        special = {char for char in special if ord(char) not in font.cmap}
        drawn = [svg.replace(FONT, "wide") for svg in drawn]
    table = dict.fromkeys(map(ord, special), "?")
    for page, svg in zip(pages, drawn, strict=True):
        pdf.add_page(format=(page.width, page.height))
        SVGObject(svg.translate(table)).draw_to_page(pdf, 0, 0)
    return bytes(pdf.output()), "".join(sorted(special))


def _in_helvetica(char: str) -> bool:
    try:
        char.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


__all__ = ["to_pdf", "to_png"]

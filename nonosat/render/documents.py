"""Pages as files: PDF and HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.render.paper import Page, html

Written = tuple[bytes, str]
"""A file, and the characters that no font here has; the file has "?" instead of them."""


def _pdf(pages: Sequence[Page], title: str) -> Written:
    from nonosat.render.raster import to_pdf

    return to_pdf(pages, title)


def _html(pages: Sequence[Page], title: str) -> Written:
    return html(pages, title).encode(), ""


DOCUMENTS: dict[str, Callable[[Sequence[Page], str], Written]] = {"pdf": _pdf, "html": _html}
"""Kind -> what writes pages and a title as a file. A PDF raises MissingExtra without fpdf2."""


def check_document(kind: str) -> None:
    """Complain before the work, not after it.

    Raises:
        MissingExtra: what writes this kind is not installed.
    """
    if kind == "pdf":
        from nonosat.render.raster import require_pdf

        require_pdf()

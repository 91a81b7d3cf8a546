"""The signs of all formats by their priority, and of files that nonosat recognizes but does not read."""

import re
from collections.abc import Iterator
from functools import cache, partial

from nonosat.formats import FORMATS
from nonosat.formats.entry import FormatSign, Sign, SignPriority, rooted, sign

REFUSED = (
    FormatSign(sign(r"\APK\x03\x04", priority=SignPriority.BYTES), what="a zip archive (unpack it first)"),
    FormatSign(sign(r"\A\x1f\x8b", priority=SignPriority.BYTES), what="gzip-compressed (unpack it first)"),
    FormatSign(sign(r"\A\xfd7zXZ", priority=SignPriority.BYTES), what="xz-compressed (unpack it first)"),
    FormatSign(sign(r"\ABZh[1-9]1AY", priority=SignPriority.BYTES), what="bzip2-compressed (unpack it first)"),
    FormatSign(sign(r"\Ax[\x01^\x9c\xda]", r"[\x00-\x08\x0e-\x1f]", priority=SignPriority.BYTES), what="zlib-compressed (unpack it first)"),
    FormatSign(sign(rooted("nonogram"), priority=SignPriority.XML), what="Simpson's XML draft"),
    FormatSign(sign(rooted("instance"), priority=SignPriority.XML), what="an XCSP3 model, no puzzle data"),
    FormatSign(
        sign(r"\A\s*[\"']?(?:https?://[^\s#]*#)?[1-9][0-9]{0,5}(?:x[0-9]{1,6})?[a-z]?[a-z0-9]{0,20}(?:#|%23)[0-9]+[\"']?[ \t]*$"),
        what="a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')",
    ),
    FormatSign(sign(r"(?i)^[ \t]*(?:SUBJECT TO|s\.t\.|st)[ \t]*$", r"(?i)\A\s*(?:\\[^\n]*\n\s*)*(?:minimi[sz]e|maximi[sz]e)"), what="a CPLEX LP model, no puzzle data"),
    FormatSign(sign(r"^NAME\b", r"^ROWS[ \t]*$"), what="an MPS model, no puzzle data"),
    FormatSign(sign(r"^p cnf [0-9]"), what="a DIMACS CNF formula, no puzzle data"),
    FormatSign(sign(r"\A\* #variable= *[0-9]"), what="a pseudo-Boolean (OPB) model, no puzzle data"),
    FormatSign(sign(r"^[ \t]*(?:constraint\b|solve[ \t]+(?:satisfy|minimize|maximize)\b)", absent=(r"^[ \t]*(?:import|from|#include|def|class|using|public)\b",)), what="a MiniZinc model, no puzzle data"),
    FormatSign(sign(r"(?i)\A\s*Puzzle\s+\S*\s*does not exist", priority=SignPriority.LOOSE), what="webpbn's answer that there is no such puzzle"),
)  # fmt: skip
"""Signs of files that nonosat does not read; messages show their name: "this is NAME: ..."."""


_KINDS = [FormatSign(sign, entry.suffixes, entry.name) for entry in FORMATS for sign in entry.signs]
_KINDS.sort(key=lambda one: not one.sign.suffixed)
SIGNS = {
    priority: [kind for kind in (*_KINDS, *REFUSED) if kind.sign.priority is priority]
    for priority in SignPriority
}
"""The signs of each priority; formats with a reader and signs with a suffix come first."""
OWN = {
    suffix: [
        one
        for one in (*SIGNS[SignPriority.SURE], *SIGNS[SignPriority.LOOSE])
        if suffix in one.suffixes
    ]
    for entry in FORMATS
    for suffix in entry.own
}
"""Suffix that only puzzle files have -> the signs that are enough in a file with it."""


_compiled = cache(partial(re.compile, flags=re.MULTILINE))
"""`re` forgets patterns where there are many."""


def signs_in(priority: SignPriority, text: str, suffix: str = "") -> Iterator[FormatSign]:
    """Yield the signs of a priority that a text has."""
    lower = text.lower()
    for kind in SIGNS[priority]:
        if (not kind.sign.suffixed or suffix in kind.suffixes) and has(kind.sign, text, lower):
            yield kind


def has(sign: Sign, text: str, lower: str | None = None) -> bool:
    """Return True if a text has a sign; `lower` is the text in lower case, or None."""
    if lower is not None and not all(part in lower for part in sign.has):
        return False
    # Checking for what must be absent is cheap, and often decides.
    if any(_compiled(pattern).search(text) for pattern in sign.absent):
        return False
    return all(_compiled(pattern).search(text) for pattern in sign.patterns)

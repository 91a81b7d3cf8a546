"""Make untrusted text safe to show: titles, credits, color names and file names.

A terminal obeys escape sequences, a spreadsheet computes formulas, and a file name may contain
bytes that are not valid text. Text from a puzzle must not trigger any of these.
"""

import contextlib
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

_CONTROLS = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
"""C0, DEL, C1, line separators, marks that change the writing direction, and lone surrogates.

Python uses lone surrogates for the undecodable bytes of a file name."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a formula."""


def safe(text: str) -> str:
    r"""One line without anything that a terminal obeys; what was taken out is seen.

    >>> print(safe("a\x1b[31mb\nc"))
    a\x1b[31mb\nc
    """
    if text.isprintable():  # nearly all texts are, and the pattern takes long to compile
        return text
    return re.sub(_CONTROLS, lambda found: found[0].encode("unicode_escape").decode(), text)


@contextlib.contextmanager
def any_digits() -> Iterator[None]:
    """Write and read whole numbers of any length in the block; Python refuses more than 4300 digits."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def json_line(facts: Mapping[str, Any]) -> str:
    r"""One line of JSON with every control character escaped, not only those of ASCII.

    >>> print(json_line({"title": "é \x9b"}))
    {"title": "é \u009b"}
    """
    import json  # most checks print lines

    # Outside of strings JSON of one line has none of these, and inside an escape means the same.
    with any_digits():
        line = json.dumps(facts, ensure_ascii=False)
    if line.isprintable():
        return line
    return re.sub(_CONTROLS, lambda found: f"\\u{ord(found[0]):04x}", line)


def no_formula(text: str) -> str:
    """Return a text for a table that a spreadsheet may open: with ' before what it would compute.

    >>> no_formula("=1+1"), no_formula("1+1")
    ("'=1+1", '1+1')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def encodable(text: str) -> str:
    r"""Return the same text where it can be written in UTF-8; else with escapes in it.

    >>> print(encodable("é \udcff"))
    é \udcff
    """
    return text.encode("utf-8", "backslashreplace").decode()

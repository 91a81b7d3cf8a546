"""The side of a puzzle that a name means, in files without a standard for names."""

from __future__ import annotations

import re
from functools import lru_cache

_ROW = r"rows?|left|side|horizontals?|hor(?:iz)?|across"
_COLUMN = r"col(?:umn)?s?|top|upper|verticals?|vert?|down"
_TOPIC = (
    r"(?:clue|hint|rule|run|number|num|constraint|info|data|instruction|descriptor|pattern|length|len|block|"
    r"restriction|head(?:er|ing)?|label|description|segment|group|list|array|spec)s?"
)
_NAME = re.compile(rf"(?:{_TOPIC})?(?:(?P<row>{_ROW})|(?:{_COLUMN}))(?:{_TOPIC})?\Z")
_NOISE = re.compile(r"[\W_]+")


@lru_cache(maxsize=1000)
def plain_name(name: str) -> str:
    """A name without case, blanks and signs, as names are compared.

    >>> plain_name("Row-Clues"), plain_name("rows data")
    ('rowclues', 'rowsdata')
    """
    return _NOISE.sub("", name.casefold())


@lru_cache(maxsize=1000)
def side_of(name: str) -> str:
    """``row`` or ``column`` for a name that has a word for that side, and maybe one for clues; else "".

    >>> side_of("rowInfo"), side_of("vertical_hints"), side_of("row_count")
    ('row', 'column', '')
    """
    found = _NAME.match(plain_name(name))
    return "" if found is None else "row" if found["row"] else "column"


def is_short(name: str) -> bool:
    """Return True for hor and ver, which some authors use for the other side.

    >>> is_short("ver_clues"), is_short("vertical")
    (True, False)
    """
    return re.match("hor(?!izontal)|ver(?!tical)", plain_name(name)) is not None

"""Advice about an error or a remark. Only the command line says it, in the words of `cli/advice.py`."""

from typing import NamedTuple, Self


class Advice(NamedTuple):
    """A way out of a trouble, for people at the command line."""

    way: str
    """A key of the table in `cli/advice.py`."""
    values: tuple[str, ...] = ()
    """For the gaps in the words there, such as a file's name."""


class Remark(str):
    """A sentence about a puzzle that a reader is not sure of, and advice, if there is any.

    >>> Remark("each is 4x4 pixels", Advice("pixels"))
    'each is 4x4 pixels'
    """

    advice: Advice | None

    def __new__(cls, text: str, advice: Advice | None = None) -> Self:
        remark = super().__new__(cls, text)
        remark.advice = advice
        return remark

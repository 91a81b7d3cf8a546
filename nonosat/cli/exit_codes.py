"""Exit codes: the table of what commands leave with. Of several the largest up to 70 counts."""

from typing import TYPE_CHECKING

from nonosat.errors import (
    ClusterLost,
    InputError,
    LimitReached,
    MissingExtra,
    NonosatError,
    OutputError,
    ParseError,
    PuzzleError,
    Refused,
    UsageError,
    WrongAnswer,
)

if TYPE_CHECKING:  # to load them takes longer than to print the version
    from nonosat.solving.result import Verdict

DOUBTS = 35
"""A printed puzzle was read, but not surely (``scan``)."""
INTERRUPTED, TERMINATED = 130, 143
"""After Ctrl-C, and after SIGTERM, which ends the work in the same way."""
OF_ERRORS: dict[type[NonosatError], int] = {
    NonosatError: 1,
    UsageError: 2,
    PuzzleError: 3,
    ParseError: 3,
    InputError: 3,
    MissingExtra: 4,
    OutputError: 5,
    LimitReached: 30,
    ClusterLost: 31,
    Refused: 40,
    WrongAnswer: 70,
}
"""Class -> exit code; a class that is not here has that of its nearest base."""
OF_VERDICTS = {
    "unique": 0,
    "multiple": 10,
    "none": 20,
    "unknown": OF_ERRORS[LimitReached],
}
"""The word of a verdict -> exit code of ``check``; other commands use those of what they asked for."""


def code_of(outcome: "NonosatError | type[NonosatError] | Verdict") -> int:
    """The exit code of an error or a verdict.

    >>> from nonosat import Verdict
    >>> code_of(Verdict.NONE), code_of(LimitReached()), code_of(ParseError)
    (20, 30, 3)
    """
    if isinstance(outcome, str):
        return OF_VERDICTS[outcome]
    kind = outcome if isinstance(outcome, type) else type(outcome)
    return next(OF_ERRORS[base] for base in kind.__mro__ if base in OF_ERRORS)

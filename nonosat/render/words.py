"""Numbers in words: plurals, and lists of numbers written short."""

from __future__ import annotations

from collections.abc import Iterable


def plural(number: int, one: str, many: str = "") -> str:
    """A number and its noun; `many` where an "s" is not enough.

    >>> plural(1, "step"), plural(0, "step"), plural(2, "guess", "guesses")
    ('1 step', '0 steps', '2 guesses')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers, with runs written short.

    >>> ranges([3, 4, 5, 7, 10, 11])
    '3-5, 7, 10-11'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)

"""Formats of bare numbers that nonosat recognizes, but does not read.

One file of numbers looks like another. So these are parsed just far enough to see whether they
make a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable

Clues = list[list[list[int]]]
"""Row clues and column clues, as lengths."""


def counted(text: str) -> Clues | None:
    """Height and width on a line, then each clue on its own, led by the number of its blocks."""
    lines = [[int(word) for word in line.split()] for line in text.split("\n") if line.strip()]
    if len(lines[0]) != 2 or len(lines) != 1 + sum(lines[0]):
        return None
    if any(line[0] != len(line) - 1 for line in lines[1:]):
        return None
    height = lines[0][0]
    return [[line[1:] for line in part] for part in (lines[1 : height + 1], lines[height + 1 :])]


def cwc(text: str) -> Clues | None:
    """Height, width, inks; then lengths and colors of the rows, lengths and colors of the columns.

    Returns the lengths, if there are as many colors.
    """
    lines = [[int(word) for word in line.split()] for line in text.split("\n")]
    if len(lines) < 3 or any(len(line) != 1 for line in lines[:3]):
        return None
    height, width, inks = (line[0] for line in lines[:3])
    missing = 6 + 2 * height + 2 * width - len(lines)
    if missing > 2 or any(lines[len(lines) + min(missing, 0) :]):
        return None
    lines += [[]] * missing  # blank lines at the end are easily lost
    parts = []
    at = 3
    for count in (height, height, width, width):
        parts.append(lines[at : at + count])
        at += count
        if at < len(lines) and lines[at]:
            return None
        at += 1
    for lengths, colors in ((parts[0], parts[1]), (parts[2], parts[3])):
        if [len(line) for line in lengths] != [len(line) for line in colors]:
            return None
        if any(not 0 < color <= inks for line in colors for color in line):
            return None
    return [parts[0], parts[2]]


BARE_NUMBERS: dict[str, Callable[[str], Clues | None]] = {
    "a counted file (PyCSP3)": counted,
    "a .cwc file (colored cwd)": cwc,
}

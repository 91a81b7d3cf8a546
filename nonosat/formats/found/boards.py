"""Empty boards that are drawn in a text, with the clues in their margins::

         2
      1  3  1
  0 |__|__|__|
1 1 |__|__|__|
"""

import re

from nonosat.formats.found.fits import Fits, Reading, Refusal

_ROW = re.compile(r"([ \d,]*\d)[ ]*(\|(?:[ _.]{1,5}\|){2,})[ ]*")
_TOP = re.compile(r"[ \d]*\d[ \d]*")


def of_board(text: str, line: int) -> Reading | None:
    """Read the first board of a text; None if there is none."""
    lines = text.split("\n")
    rows = [_ROW.fullmatch(one) for one in lines]
    start = next((at for at, row in enumerate(rows) if row), 0)
    first = rows[start]
    if first is None:
        return None
    end = next((at for at in range(start, len(rows)) if rows[at] is None), len(rows))
    top = start
    while top and _TOP.fullmatch(lines[top - 1]):
        top -= 1
    bars = [first.start(2) + at for at, sign in enumerate(first[2]) if sign == "|"]
    cols: list[list[int]] = [[] for _ in bars[1:]]
    for at in range(top, start):
        for number in re.finditer(r"\d+", lines[at]):
            place = next((k for k, bar in enumerate(bars[1:]) if number.end() <= bar + 1), None)
            if place is None or number.start() < bars[0]:
                return None
            cols[place].append(int(number[0]))
    clues = [[*map(int, re.findall(r"\d+", row[1]))] for row in rows[start:end] if row]
    fits = Fits(line + start, None, is_nameless=False)
    fits.add(clues, [clue or [0] for clue in cols], [])
    try:
        reading = fits.forced()
    except Refusal:
        return None
    reading.where = f"the board of lines {line + top} to {line + end - 1} is read"
    return reading

"""numbers: clues without a sign of any format, as people and their programs write them."""

from __future__ import annotations

from nonosat.formats.base import Format, Holds
from nonosat.formats.readings import read

NUMBERS = Format(
    Holds.CLUES | Holds.COLORS | Holds.BLOTS | Holds.OBLONG | Holds.SEVERAL, read, None
)

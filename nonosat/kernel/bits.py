"""Bit sets: ints that hold the cells, boundaries and starts of a line.

Bit i of a set stands for the number i. ``sets`` always has one set per color: bit i of ``sets[c]``
is 1 if cell i may still have color c.
"""

from collections.abc import Iterator, Sequence

Rows = tuple[tuple[int, ...], ...]
"""The colors that the cells of a board can have: the `sets` of each row."""


def ones(bits: int) -> Iterator[int]:
    """The numbers in a set, ascending.

    >>> list(ones(0b1101))
    [0, 2, 3]
    """
    while bits:
        low = bits & -bits
        bits ^= low
        yield low.bit_length() - 1


def lowest(bits: int) -> int:
    """The smallest number in a set; -1 of the empty set.

    >>> lowest(0b1100)
    2
    """
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The largest number in a set; -1 of the empty set.

    >>> highest(0b1100)
    3
    """
    return bits.bit_length() - 1


def several(sets: Sequence[int]) -> int:
    """The cells that can have several colors.

    >>> bin(several([0b011, 0b110]))
    '0b10'
    """
    seen = twice = 0
    for bits in sets:
        twice |= seen & bits
        seen |= bits
    return twice


def decided_colors(sets: Sequence[int], width: int) -> bytes:
    """The color of each cell that can have just one; 0 for all others.

    >>> decided_colors([0b101, 0b010, 0b100], 3)
    b'\\x00\\x01\\x00'
    """
    once = ~several(sets)
    row = 0  # one byte per cell
    for color, bits in enumerate(sets[1:], 1):
        if bits & once:
            digits = f"{bits & once:0{width}b}".encode()[::-1]
            row |= int.from_bytes(digits.translate(_INKED[color]), "little")
    return row.to_bytes(width, "little")


_INKED = [bytes([0]) * ord("1") + bytes([color]) + bytes(206) for color in range(256)]
"""For each color the table of `bytes.translate` that makes the digit 1 that color, all else 0."""


def with_color(sets: Sequence[int], cells: int, color: int) -> tuple[int, ...]:
    """Return the sets after giving some cells one color.

    >>> with_color([0b111, 0b111], 0b010, 1)
    (5, 7)
    """
    return tuple([bits if c == color else bits & ~cells for c, bits in enumerate(sets)])


def columns(rows: Sequence[Sequence[int]], width: int) -> Iterator[tuple[int, ...]]:
    """Rows to columns: yield the sets of each column, from those of each row.

    The sets are written as texts of binary digits, which Python turns around much faster than bits.

    >>> list(columns([(0b011, 0b110), (0b101, 0b010)], 3))
    [(3, 0), (1, 3), (2, 1)]
    """
    of_colors = []
    for sets in zip(*reversed(rows), strict=True):
        digits = [f"{bits:0{width}b}"[::-1] for bits in sets]
        of_colors.append(int("".join(column), 2) for column in zip(*digits, strict=True))
    return zip(*of_colors, strict=True)


def spread(seeds: int, road: int) -> int:
    """The seeds, and every bit reached from one by walking upwards along runs of `road`.

    A carry does the walking: one addition for all seeds at once, as in Myers, "A fast bit-vector
    algorithm for approximate string matching", JACM 46(3), 1999.

    >>> bin(spread(0b00010, 0b00110))
    '0b1110'
    """
    return (((seeds & road) + road) ^ road) | seeds


def spread_down(seeds: int, road: int) -> int:
    """Return the seeds on `road`, and every bit reached from one by walking downwards along it.

    >>> bin(spread_down(0b1001000, 0b0111110))
    '0b1110'
    """
    seeds &= road
    for size, runs in stairs(road):
        seeds |= seeds >> size & runs
    return seeds


def stairs(road: int) -> list[tuple[int, int]]:
    """For walking down along `road`: (s, cells that begin a run of s cells of it), s = 1, 2, 4 ..."""
    found = []
    size = 1
    while road:
        found.append((size, road))
        road &= road >> size
        size *= 2
    return found

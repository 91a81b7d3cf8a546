"""Reads the clues of printed puzzles in pictures: screenshots, scans and photographs."""

from nonosat.registry import require

with require(
    "reading printed puzzles needs SciPy and Pillow", "nonosat[scan]", "scipy", "PIL", "numpy"
):
    import numpy  # noqa: F401
    import PIL  # noqa: F401
    import scipy  # noqa: F401

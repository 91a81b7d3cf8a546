"""Netpbm images: all six kinds, palettes, broken headers and rasters."""

from format_examples import PICTURES

from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet

B_RAW = bytes.fromhex("50340A3520340A98F02860")
"""Picture B, raw."""
HOOK = {"goals": (Grid.of(["#.", "##"]),), "puzzle.palette": BLACK_AND_WHITE}

READ = {
    "P1": (b"P1\n2 2\n1 0\n1 1\n", HOOK),
    "P1 tight, commented": (b"P1 # a\n#b\n2 # c\n2\n10#d\n11", HOOK),
    "P4": (b"P4\n2 2\n\x80\xc0", HOOK),
    "P2": (b"P2\n2 2 9\n0 9\n0 0\n", HOOK),
    "P5": (b"P5\n2 2\n255\n\0\xff\0\0", HOOK),
    "P5, two bytes": (b"P5 2 2 65535\n\0\0\xff\xff\0\0\0\0", HOOK),
    "P3": (b"P3 2 2 1 0 0 0 1 1 1 0 0 0 0 0 0", HOOK),
    "P6": (b"P6 2 2 255\n" + b"\0\0\0\xff\xff\xff" + b"\0" * 6, HOOK),
    "CRLF": (b"P1\r\n2 2\r\n1 0\r\n1 1\r\n", HOOK),
    "raw": (B_RAW, {"goals": (Grid.of(PICTURES["B"]),)}),
    "two colors of one name": (
        b"P3 3 1 255  255 255 255  255 0 0  208 0 0",
        {"puzzle.palette": Palette.of([("white", "#ffffff", "."), ("red", "#d00000", "r"), ("red 2", "#ff0000", "e")])},
    ),
    "the lighter of two colors is the background": (
        b"P3 2 1 255  208 0 0  0 0 0",
        {"puzzle.palette": Palette.of([("red", "#d00000", "."), ("black", "#000000", "k")]), "goals": (Grid(1, 2, b"\0\1"),)},
    ),
}  # fmt: skip
READ["raw images may follow each other"] = (
    B_RAW + READ["P4"][0] + READ["P6"][0] + b"\n",
    [READ["raw"][1], HOOK, HOOK],
)
NO_WHITE = Palette.of([("sky", "#99ccff", "."), ("sun", "#ffcc00", None), ("sea", "#000088", None)])
NIGHT = Palette.of([("night", "#000000", "."), ("snow", "#ffffff", None), ("red", "#d00000", None)])
_THREE = Grid(2, 3, bytes([0, 1, 2, 1, 2, 0]))
CHANGED = {
    "the background is kept": (
        Sheet(Puzzle.of_grid(_THREE, NO_WHITE), (_THREE,)),
        {"puzzle.palette": Palette.of([("light blue", "#99ccff", "."), ("yellow", "#ffcc00", "y"), ("navy", "#000088", "b")]), "goals": (_THREE,)},
    ),
    "a background that is an ink of others": (
        Sheet(Puzzle.of_grid(_THREE, NIGHT), (_THREE,)),
        {"puzzle.palette": Palette.of([("black", "#000000", "."), ("red", "#d00000", "r"), ("white", "#ffffff", "w")]), "goals": (Grid(2, 3, bytes([0, 2, 1, 2, 1, 0])),)},
    ),
}  # fmt: skip
STRIPES = Grid(1, 300, bytes([1, 0] * 150))
TWICE = Palette.of([("white", "#ffffff", "."), ("a", "#d00000", None), ("b", "#d00000", None)])
_TWO = Grid(1, 2, bytes([1, 2]))
WRITTEN = {
    "short lines": (
        [Sheet(Puzzle.of_grid(STRIPES), (STRIPES,))],
        b"P1\n300 1\n" + (b"10" * 35 + b"\n") * 4 + b"10" * 10 + b"\n",
    )
}
CANNOT = {
    "inks of one look": (
        Sheet(Puzzle.of_grid(_TWO, TWICE), (_TWO,)),
        "two of this puzzle are #d00000",
    )
}
MANY = " ".join(f"{value % 256} {value // 256} 0" for value in range(300))

_BAD = {
    "": "f:1: a Netpbm image begins with P1 to P6",
    "P1\n5": "f:2: the image ends before its height",
    "P1\nx 4\n": "f:2: 'x' is not a width",
    "P1\n20000 2\n": "f:2: 20000x2 is too large: at most 10000 a side and 25000000 cells",
    "P1\n0 2\n": "f:2: a puzzle needs at least one row and one column, not 0x2",
    "P1\n2 2\n1 0\n1\n": "f:4: 3 samples, expected 4 for 2x2",
    "P1\n2 1\n1 0 1\n": "f: more samples than the 2 of 2x1",
    "P1\n2 1\n1 2\n": "f: '2' is not a pixel of a bitmap, which are 0 and 1",
    "P2\n1 1 0\n0": "f:2: the largest sample is 0, not 1 to 65535",
    "P2\n1 1 9\n10": "f:2: 10 is not a sample from 0 to 9",
    "P2\n1 1 9\n1 1": "f: more samples than the 1 of 1x1",
    "P3\n1 1 9\n1 1": "f:3: 2 samples, expected 3 for 1x1",
    "P4 9 2\n\0\0\0": "f: 3 bytes of pixels, expected 4 for 9x2",
    "P4 9999 9999\n": "f: 9999x9999 is too large: at most 10000 a side and 25000000 cells",
    "P5 1 1 9\n\x0a": "f: 10 is not a sample from 0 to 9",
    "P4 1 1\n\0junk": "f: there is something behind the last pixel that is not a further image",
    "P2 3 1 9\n0 1 2": "f:1: none of the 3 colors is white: a comment '# background #rrggbb' "
    "behind the first line would say which one is the background",
    f"P3 300 1 255 {MANY}": "f:1: more than 256 colors: this is not a picture of a puzzle (scale it to one pixel per cell, and reduce its colors)",
    f"P3 257 1 999 {' '.join(f'{value} 0 0' for value in range(257))}": "f:1: none of the 66 colors is white: a comment '# background #rrggbb' behind the first line would say which one is the background",
}  # fmt: skip
BAD = {repr(text[:50]): (text.encode("latin-1"), message) for text, message in _BAD.items()}

"""Links to puzzles."""

import base64
import json
import random
import zlib

from format_examples import HOOK, SHAPES, drawn

from nonosat.errors import TooLarge, UnknownFormat, Unsupported
from nonosat.formats.named.link import MAX_FRAGMENT, MAX_INFLATED, link_of, unsolved
from nonosat.model import Domains, Puzzle, Sheet

HEART = Sheet(Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2]), title="Heart")
CHINESE = [chr(code) for code in range(0x4E00, 0x9000)]
URL = "https://example.org/nonosat/play/"


def packed(value: object) -> str:
    """A link to anything."""
    plain = value if isinstance(value, bytes) else json.dumps(value).encode()
    deflate = zlib.compressobj(9, wbits=-15)
    return linked(deflate.compress(plain) + deflate.flush())


def linked(data: bytes) -> str:
    return "#puzzle=1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


FORM = {"format": "nonogram", "version": 1, "rows": [[1]], "columns": [[1]]}
DAMAGED = "f:1: the data of the link are damaged or cut off: no base64url"

READ = {
    "any page": (link_of(HEART, URL), HEART),
    "no page": (link_of(HEART), HEART),
    "several": (f"{link_of(HEART, URL)}\n{link_of(HOOK, 'x/')}\n", [HEART, unsolved(HOOK)]),
    "solutions are not read": (packed(FORM | {"goal": ["#"], "saved": [["#"]], "solution": "x"}), Sheet(SHAPES["1x1 full"])),
}  # fmt: skip

KEPT = {
    "title": HEART,
    "any text": Sheet(HEART.puzzle, title="שלום 数絵 <b>&amp; \u2028", author="A\nB", copyright="c", license="d", source="e", id="f"),
    "givens": Sheet(HEART.puzzle.given(Domains.of(["?#.??", *["?????"] * 4]))),
}  # fmt: skip

CHANGED = {
    "nothing tells the solution": (
        drawn("##.", "#.#", title="T", saved=Domains.of(["##.", "#.#"]), notes=(("solution", "##."),)),
        Sheet(Puzzle.of([2, "1 1"], [2, 1, 1]), title="T"),
    ),
}  # fmt: skip

CANNOT = {
    "too long": (
        Sheet(HEART.puzzle, title="".join(random.Random(1).choices(CHINESE, k=30_000))),
        "the puzzle is too large for a link: ",
    ),
    "too much text": (
        Sheet(HEART.puzzle, title="x" * MAX_INFLATED),
        f"a link holds {MAX_INFLATED} bytes of JSON, and this has ",
    ),
}

BAD = {
    "empty": ("", "f:1: the file is empty"),
    "blank": (" \n", "f:1: the file is empty"),
    "prose": ("see https://x.org/#puzzle=1.AA", "f:1: no link to a puzzle: it has #puzzle= and no blanks"),
    "no mark": ("https://x.org/#p", "f:1: no link to a puzzle: it has #puzzle= and no blanks"),
    "second line": (f"{link_of(HEART)}\n\n#puzzle=1.!", "f:3" + DAMAGED[3:]),
    "no data": ("#puzzle=", "f:1: expected a version, a point and data after #puzzle="),
    "digits of elsewhere": ("#puzzle=\u0661.AA", "f:1: expected a version, a point and data after #puzzle="),
    "newer": ("#puzzle=2.AAAA", ("f:1: the link was made by a newer nonosat: version 2, and this nonosat reads 1", Unsupported)),
    "never": ("#puzzle=0.AAAA", ("f:1: the link has a version that never was: version 0, and this nonosat reads 1", Unsupported)),
    "nothing packed": ("#puzzle=1.", DAMAGED),
    "not ascii": ("#puzzle=1.AAÄA", DAMAGED),
    "another fragment": (link_of(HEART) + "&x=1", DAMAGED),
    "no deflate": ("#puzzle=1.____", "f:1: the data of the link are damaged: no deflate"),
    "zlib instead": (linked(zlib.compress(b"{}")), "f:1: the data of the link are damaged: no deflate"),
    "cut off": (link_of(HEART)[:-8], "f:1: the data of the link are cut off"),
    "more behind": (linked(zlib.compress(b"{}", wbits=-15) + b"{}"), "f:1: the data of the link are followed by something else"),
    "too long": ("#puzzle=1." + "A" * MAX_FRAGMENT, (f"f:1: a link of more than {MAX_FRAGMENT} characters behind its #", TooLarge)),
    "bomb": (packed(b" " * (MAX_INFLATED + 1)), (f"f:1: the link unpacks to more than {MAX_INFLATED} bytes", TooLarge)),
    "no text": (packed(b"\xff\xfe{}"), "f:1: what the link holds is not text in UTF-8"),
    "no json": (packed(b"rows"), "f:1: what the link holds is not a puzzle: no valid JSON at column 1: Expecting value"),
    "a list": (packed([FORM]), ("f:1: what the link holds is not a puzzle: it has another form than one puzzle of nonosat", UnknownFormat)),
    "several inside": (packed(FORM | {"puzzles": [FORM]}), ("f:1: what the link holds is not a puzzle: it has another form than one puzzle of nonosat", UnknownFormat)),
    "a picture": (packed({"format": "nonogram", "goal": ["#"]}), "f:1: the link has a picture without clues, which shows the solution"),
    "totals": (packed(FORM | {"rows": [[]]}), "f:1: what the link holds is not a puzzle: the rows have 0 cells, the columns 1: 1 more in the columns"),
    "deep": (packed(b'{"format":"nonogram","x":' + b"[" * 50 + b"]" * 50 + b"}"), ("f:1: what the link holds is not a puzzle: nested deeper than 16", UnknownFormat)),
    "deepest": (packed(b"[" * 500_000), ("f:1: what the link holds is not a puzzle: nested deeper than 16", TooLarge)),
    "large": (packed(FORM | {"rows": [[]] * 10_001, "columns": [[]]}), "f:1: what the link holds is not a puzzle: 1x10001 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip

"""Files that nonosat recognizes, but does not read, so that its message can name them.

One file of bare numbers looks like another. So these are parsed just far enough to see whether they
make a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.errors import NonosatError
from nonosat.formats.entry import Known, Sign, Turn, sign
from nonosat.model import Puzzle

Clues = list[list[list[int]]]
"""Row clues and column clues, as lengths."""


def _refused(
    what: str,
    sign: Sign,
    test: Callable[[str], bool] = lambda text: True,
    suffixes: tuple[str, ...] = (),
) -> Known:
    return Known(sign, suffixes, what=what, test=test)


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


def _makes_puzzle(clues_of: Callable[[str], Clues | None]) -> Callable[[str], bool]:
    """A test of texts: the clues that are found in one make a puzzle."""

    def test(text: str) -> bool:
        try:
            clues = clues_of(text)
            return clues is not None and Puzzle.of(clues[0], clues[1]) is not None
        except (NonosatError, ValueError):
            return False

    return test


def is_syro(text: str) -> bool:
    """True for clues that each end with 0, in two parts, each with a line with # behind it."""
    lines = [line for line in text.split("\n") if line.strip()]
    clues = [line.split() for line in lines if not line.startswith("#")]
    if len(lines) - len(clues) != 2 or not lines[-1].startswith("#") or not clues:
        return False
    return all(clue[-1] == "0" and set("".join(clue)) <= set("0123456789") for clue in clues)


_VAR_D = r"^[ \t]*(?:var|let|const)[ \t]+d[ \t]*=[ \t]*\[\["
_HTML = ("html", "head", "body", "script")
_BARE = r"\A[0-9, \t\n]*\Z"

REFUSED = (
    _refused("a JPEG image, which blurs cells (`nonosat image` makes a puzzle of it)", sign(r"\A\xff\xd8", turn=Turn.BYTES)),
    _refused("a zip archive (unpack it first)", sign(r"\APK\x03\x04", turn=Turn.BYTES)),
    _refused("gzip-compressed (unpack it first)", sign(r"\A\x1f\x8b", turn=Turn.BYTES)),
    _refused("xz-compressed (unpack it first)", sign(r"\A\xfd7zXZ", turn=Turn.BYTES)),
    _refused("bzip2-compressed (unpack it first)", sign(r"\ABZh[1-9]1AY", turn=Turn.BYTES)),
    _refused("zlib-compressed (unpack it first)", sign(r"\Ax[\x01^\x9c\xda]", r"[\x00-\x08\x0e-\x1f]", turn=Turn.BYTES)),
    _refused("a .jap file of QNonograms", sign(r"\ATLS", r"\x00", turn=Turn.BYTES)),
    _refused("a picture of Nonograms Katana", sign(r"\x89PNG", turn=Turn.BYTES, suffixed=True), suffixes=(".ujc",)),
    _refused("a nonograms.org page (var d)", sign(_VAR_D, turn=Turn.XML, roots=_HTML)),
    _refused("an HTML page", sign(turn=Turn.XML, roots=_HTML)),
    _refused("a FreeNono file", sign(turn=Turn.XML, roots=("freenono",))),
    _refused("Simpson's XML draft", sign(turn=Turn.XML, roots=("nonogram",))),
    _refused("an XCSP3 model, no puzzle data", sign(turn=Turn.XML, roots=("instance",))),
    _refused("a nonograms.org page (var d)", sign(_VAR_D)),
    _refused("TOML of nonogrid", sign(r"(?i)^[ \t]*\[clues\][ \t]*$", r"(?i)\"\"\"|^[ \t]*rows[ \t]*=[ \t]*[\"']")),
    _refused("an INI file of pynogram", sign(r"(?i)^[ \t]*\[clues\][ \t]*$")),
    _refused("a Gnonograms file", sign(r"(?i)\A\s*\[(?:des|lic|dim|row|col|sol|wor|sta|loc|ori|his)", r"(?i)^[ \t]*\[dim")),
    _refused("a saved game of Simon Tatham's puzzles (use its game ID)", sign(r"\A\s*SAVEFILE:41:")),
    _refused(
        "a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')",
        sign(r"\A\s*[\"']?[1-9][0-9]{0,5}(?:x[0-9]{1,6})?[a-z]?[a-z0-9]{0,20}#[0-9]+[\"']?[ \t]*$"),
    ),
    _refused("a .griddler file", sign(r"\A\s*MK Version")),
    _refused("a file of picross-solver", sign(r"^GRID\b", r"^ROWS[ \t]*$", r"^\[[ \t0-9]*\]")),
    _refused("a CPLEX LP model, no puzzle data", sign(r"(?i)^[ \t]*(?:SUBJECT TO|s\.t\.|st)[ \t]*$", r"(?i)\A\s*(?:\\[^\n]*\n\s*)*(?:minimi[sz]e|maximi[sz]e)")),
    _refused("an MPS model, no puzzle data", sign(r"^NAME\b", r"^ROWS[ \t]*$")),
    _refused("a DIMACS CNF formula, no puzzle data", sign(r"^p cnf [0-9]")),
    _refused("a pseudo-Boolean (OPB) model, no puzzle data", sign(r"\A\* #variable= *[0-9]")),
    _refused("data of Bosch's program", sign(r"\A\s*number_of_rows:")),
    _refused("GLPK MathProg data", sign(r"^[ \t]*data[ \t]*;", r"\bparam[ \t]+row\b")),
    _refused("Essence data", sign(r"(?i)^[ \t]*language[ \t]+ESSENCE")),
    _refused("Comet data", sign(r"^[ \t]*int[ \t]+row_rules[ \t]*\[")),
    _refused("MiniZinc data (.dzn) with compiled automata", sign(r"^row_(?:total_)?states\b", turn=Turn.LINES)),
    _refused("OR-Tools data (Python)", sign(r"^[ \t]*(?:row_rules|rows)[ \t]*=\s*\[\s*\[", turn=Turn.LINES)),
    _refused("a MiniZinc model, no puzzle data", sign(r"^[ \t]*(?:constraint\b|solve[ \t]+(?:satisfy|minimize|maximize)\b)", turn=Turn.LINES)),
    _refused("ASP facts", sign(r"^row_hint[ \t]*\(", turn=Turn.LINES)),
    _refused("Prolog facts", sign(r"^data[ \t]*\(", turn=Turn.LINES)),
    _refused("pbnsol text", sign(r"^&[ \t]*$", turn=Turn.LOOSE)),
    _refused("webpbn's answer that there is no such puzzle", sign(r"(?i)\A\s*Puzzle\s+\S*\s*does not exist", turn=Turn.LOOSE)),
    _refused("a syro file of JSolver", sign(r"^#", turn=Turn.NUMBERS, whole=True), is_syro),
    _refused("a counted file (PyCSP3)", sign(_BARE, turn=Turn.NUMBERS, whole=True), _makes_puzzle(counted)),
    _refused("a .cwc file (colored cwd)", sign(_BARE, turn=Turn.NUMBERS, whole=True), _makes_puzzle(cwc)),
)  # fmt: skip
"""The signs of files that are not read, each called what stands in "this is WHAT: nonosat does not read this"."""

"""Which format a text is in: its content tells; the file's suffix only settles ties.

The tests run in a fixed order and the first that fits wins, since later ones are laxer. A text
that fits one of `SIGNS` has that format even if its reader then fails: its error helps most. Texts
of bare numbers and plain pictures have no sign: for these every candidate tries to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

from nonosat.errors import NonosatError, ParseError, UnknownFormat, Unsupported
from nonosat.formats import FORMATS, formats_of, make_format
from nonosat.formats.base import Record
from nonosat.formats.recognized_only import BARE_NUMBERS
from nonosat.model import Puzzle

_M, _I = re.MULTILINE, re.IGNORECASE
SHARED_SUFFIXES = frozenset(
    {".txt", ".xml", ".json", ".jsonl", ".ndjson", ".png", ".pbm", ".pgm", ".ppm", ".pnm"}
    | {".mk", ".g", ".dzn", ".cnf", ".opb", ".mzn"}
)
"""Suffixes that other files have too: prose, data, pictures, and source code."""


class Sign(NamedTuple):
    """Patterns that tell a format by its content."""

    patterns: tuple[str, ...]
    """All must be found in the text. Most texts need few of them, so none is compiled before."""
    format: str = ""
    """The format's name in the table; "" if nonosat does not read it."""
    what: str = ""
    """What to call it when it is refused."""
    flags: re.RegexFlag = _M


def _sign(*patterns: str, format: str = "", what: str = "", flags: re.RegexFlag = _M) -> Sign:
    return Sign(patterns, format, what, flags)


MAGIC = (
    _sign(r"\A(?:\x89PNG|GIF8)", format="png"),
    _sign(r"\ABM", r"\x00", format="png"),
    _sign(r"\A\xff\xd8", what="a JPEG image, which blurs cells (`nonosat image` makes a puzzle of it)"),
    _sign(r"\APK\x03\x04", what="a zip archive (unpack it first)"),
    _sign(r"\A\x1f\x8b", what="gzip-compressed (unpack it first)"),
    _sign(r"\A\xfd7zXZ", what="xz-compressed (unpack it first)"),
    _sign(r"\ABZh[1-9]1AY", what="bzip2-compressed (unpack it first)"),
    _sign(r"\Ax[\x01^\x9c\xda]", r"[\x00-\x08\x0e-\x1f]", what="zlib-compressed (unpack it first)"),
    _sign(r"\ATLS", r"\x00", what="a .jap file of QNonograms"),
    _sign(r"\AP[1-6][ \t\r\n\v\f#]", format="pnm"),
)  # fmt: skip
"""Beginnings of files that may be binary."""

SIGNS = (
    _sign(r"^[ \t]*(?:var|let|const)[ \t]+d[ \t]*=[ \t]*\[\[", what="a nonograms.org page (var d)"),
    _sign(r"\A\s*\{[^\n]*\}[ \t]*\n\s*\{", format="jsonl"),
    _sign(r"\A\s*(?:\{|\[\s*\{)", format="json"),
    _sign(r"^[ \t]*\[clues\][ \t]*$", r"\"\"\"|^[ \t]*rows[ \t]*=[ \t]*[\"']", what="TOML of nonogrid", flags=_M | _I),
    _sign(r"^[ \t]*\[clues\][ \t]*$", what="an INI file of pynogram", flags=_M | _I),
    _sign(r"\A\s*\[(?:des|lic|dim|row|col|sol|wor|sta|loc|ori|his)", r"^[ \t]*\[dim", what="a Gnonograms file", flags=_M | _I),
    _sign(r"\A\s*SAVEFILE:41:", what="a saved game of Simon Tatham's puzzles (use its game ID)"),
    _sign(r"\A\s*[\"']?[1-9][0-9]{0,5}(?:x[0-9]{1,6})?[a-z]?[a-z0-9]{0,20}#[0-9]+[\"']?[ \t]*$", what="a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')"),
    _sign(r"\A\s*[\"']?[0-9]+x[0-9]+:", format="sgt"),
    _sign(r"\A(?:[ \t]*(?:[\"']?[0-9]+:[0-9./]*(?:,[A-Za-z]*)?[\"']?[ \t]*)?(?:\n|\Z))+\Z", format="sgt"),
    _sign(r"\A\s*#[ \t]*HORIZONTALES", format="seed-b", flags=_M | _I),
    _sign(r"\A\s*\$[0-9]+[ \t]*$", format="taai"),
    _sign(r"\A\s*\(\s*\(version\b", format="scp"),
    _sign(r"\A\s*MK Version", what="a .griddler file"),
    _sign(r"^GRID\b", r"^ROWS[ \t]*$", r"^\[[ \t0-9]*\]", what="a file of picross-solver"),
    _sign(r"^[ \t]*(?:SUBJECT TO|s\.t\.|st)[ \t]*$", r"\A\s*(?:\\[^\n]*\n\s*)*(?:minimi[sz]e|maximi[sz]e)", what="a CPLEX LP model, no puzzle data", flags=_M | _I),
    _sign(r"^NAME\b", r"^ROWS[ \t]*$", what="an MPS model, no puzzle data"),
    _sign(r"\Ac nonosat-cnf 1\b", format="cnf"),
    _sign(r"^p cnf [0-9]", what="a DIMACS CNF formula, no puzzle data"),
    _sign(r"\A\* #variable=.*\n\* nonosat-opb 1\b", format="opb"),
    _sign(r"\A\* #variable= *[0-9]", what="a pseudo-Boolean (OPB) model, no puzzle data"),
    _sign(r"\A% nonosat-mzn 1\b", format="mzn"),
    _sign(r"\A\s*number_of_rows:", what="data of Bosch's program"),
    _sign(r"^[ \t]*data[ \t]*;", r"\bparam[ \t]+row\b", what="GLPK MathProg data"),
    _sign(r"^[ \t]*language[ \t]+ESSENCE", what="Essence data", flags=_M | _I),
    _sign(r"^[ \t]*int[ \t]+row_rules[ \t]*\[", what="Comet data"),
    _sign(r"\b(?:row_rules|rows)[ \t]*=\s*(?:\[\||array2d)", r";", format="dzn"),
    _sign(r"^row_(?:total_)?states\b", what="MiniZinc data (.dzn) with compiled automata"),
    _sign(r"^[ \t]*(?:row_rules|rows)[ \t]*=\s*\[\s*\[", what="OR-Tools data (Python)"),
    _sign(r"^[ \t]*(?:constraint\b|solve[ \t]+(?:satisfy|minimize|maximize)\b)", what="a MiniZinc model, no puzzle data"),
    _sign(r"^row_hint[ \t]*\(", what="ASP facts"),
    _sign(r"^data[ \t]*\(", what="Prolog facts"),
    _sign(r"^[ \t]*(?:width|columns)[ \t]+[0-9]", r"^[ \t]*(?:height|rows)[ \t]+[0-9]", r"^[ \t]*rows[ \t]*$", r"^[ \t]*columns[ \t]*$", format="non"),
    _sign(r"^:(?s:.*)\n:", format="g"),
    _sign(r"^&[ \t]*$", what="pbnsol text"),
    _sign(r"\A\s*Puzzle\s+\S*\s*does not exist", what="webpbn's answer that there is no such puzzle", flags=_M | _I),
)  # fmt: skip
"""What every text of a format has, and no text of the formats after it. The surest come first."""

_ROOTS = {
    "puzzleset": _sign(format="webpbn"),
    "freenono": _sign(what="a FreeNono file"),
    "nonogram": _sign(what="Simpson's XML draft"),
    "instance": _sign(what="an XCSP3 model, no puzzle data"),
    "html": _sign(what="an HTML page"),
}
_XCSP3 = _sign(r"\A<!-- nonosat-xcsp3 1\b", format="xcsp3")
_XML_PREFIX = re.compile(
    r"\s*(?:<\?[^>]*>|<!--.*?-->|<!doctype\s+html\b()|<![^>\[]*(?:\[[^\]]*\]\s*)?>)", re.DOTALL | _I
)
_XML_ROOT = re.compile(r"\s*<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")


def detect(head: str, suffix: str, source: str, complete: bool) -> str:
    """Name the format of a text.

    Args:
        head: the beginning of the text, as `bytes_to_text.head_of` makes it; at least 64 KiB of it.
        suffix: the file's ending with its dot, or "".
        complete: whether `head` is the whole text.

    Returns:
        A name in `FORMATS`.

    Raises:
        Unsupported: recognized, but nonosat does not read it; the message names it.
        UnknownFormat: nothing fits, or several do and the suffix does not choose.
    """
    suffix = suffix.lower()
    for sign in _matching(MAGIC, head):
        return _accept(sign, source)
    if not head.strip():
        raise UnknownFormat("the file is empty", source)
    if suffix == ".ujc" and "\x89PNG" in head:
        raise Unsupported(_refusal("a picture of Nonograms Katana"), source)
    if "\0" in head:
        raise UnknownFormat("this is binary data, no text", source)
    if not complete and "\n" in head:
        head = head[: head.rindex("\n") + 1]
    if head.lstrip().startswith("<"):
        return _accept(_xml(head, source), source)
    for sign in _matching(SIGNS, head):
        if sign.format == "json" and suffix in FORMATS.entry("jsonl").suffixes:
            return "jsonl"
        return _accept(sign, source)
    fitting = list(dict.fromkeys(_candidates(head, source, complete)))
    if len(fitting) == 1:
        return _accept(fitting[0], source)
    ours = [sign.format for sign in fitting if sign.format in formats_of(suffix)]
    if len(ours) == 1:
        return ours[0]
    if fitting:
        names = " and ".join(sign.format or sign.what for sign in fitting)
        raise UnknownFormat(f"fits {names} alike; --from says which it is", source)
    return _by_suffix(head, suffix, source, complete)


def _matching(signs: tuple[Sign, ...], head: str) -> Iterator[Sign]:
    return (
        sign
        for sign in signs
        if all(re.search(pattern, head, sign.flags) for pattern in sign.patterns)
    )


def _accept(sign: Sign, source: str) -> str:
    if sign.format:
        return sign.format
    raise Unsupported(_refusal(sign.what), source)


def _refusal(what: str) -> str:
    return f"this is {what}: nonosat does not read this"


def _xml(head: str, source: str) -> Sign:
    """The sign of a text that begins with ``<``, by its root element."""
    if any(_matching((_XCSP3,), head)):
        return _XCSP3
    at = 0
    while (match := _XML_PREFIX.match(head, at)) is not None:
        at = match.end()
        if match[1] is not None:
            return _page(head)
    root = _XML_ROOT.match(head, at)
    if root is None:
        raise UnknownFormat("begins like XML, but has no root element", source)
    name = root[1].lower()
    if name in ("html", "head", "body", "script"):
        return _page(head)
    if name not in _ROOTS:
        if "<clues" in head:
            return _ROOTS["puzzleset"]  # its reader knows what is wrong
        raise UnknownFormat(
            f"XML with the root element {root[1][:30]!r}, which is no puzzle file", source
        )
    return _ROOTS[name]


def _page(head: str) -> Sign:
    return next(_matching(SIGNS[:1], head), _ROOTS["html"])


_DIGITS = re.compile(r"[0-9,; \t\n]*\Z")
_NUMBERS = re.compile(r"[0-9, \t\n]*\Z")
_TWO_NUMBERS = re.compile(r"\s*([0-9]{1,6})[ \t]+([0-9]{1,6})[ \t]*(?:\n|\Z)")
_GAP = re.compile(r"[0-9a-zA-Z][ \t]*\n[ \t]*\n\s*[0-9]")
_ONE_A_LINE = re.compile(r"\s*[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]*(?:\n|\Z)")


def _candidates(head: str, source: str, complete: bool) -> Iterator[Sign]:
    """Formats without a sign of their own that can read the text."""
    lines = [line for line in head.split("\n") if line.strip()]
    hashes = [line for line in lines if line.startswith("#")]
    record = Record(head, source)
    reads = _reader(record) if complete else _supposes
    digits = _DIGITS.match(head) is not None
    if digits and ";" in head:
        if len(lines) <= 2 and reads("seed-a"):
            yield _sign(format="seed-a")
        return
    if len(hashes) == 2 and lines[-1] is hashes[1] and complete:
        clues = [line.split() for line in lines if not line.startswith("#")]
        if clues and all(
            clue[-1] == "0" and set("".join(clue)) <= set("0123456789") for clue in clues
        ):
            yield _sign(what="a syro file of JSolver")
            return
    if len(hashes) == 1 and _TWO_NUMBERS.match(head) and reads("mk"):
        yield _sign(format="mk")
        return
    picture = len(lines) > 1 and not re.search("[2-9]", head) and _reader(record)("grid")
    # Blanks are empty cells among signs only: with letters, it may as well be prose.
    lettered = re.search(r"[^\W\d_xX]", head) is not None
    if picture and (re.search(r"[.\-_0·□░]", head) or (" " in head and not lettered)):
        yield _sign(format="grid")
        if not digits:
            return
    if complete and (digits or lettered) and _GAP.search(head) and reads("keen"):
        yield _sign(format="keen")
    if not _NUMBERS.match(head):
        return
    if "," in head and (len(lines) == 1 or complete) and reads("seed-c"):
        yield _sign(format="seed-c")
    if _TWO_NUMBERS.match(head) and reads("nin"):
        yield _sign(format="nin")
    if _ONE_A_LINE.match(head) and reads("cwd"):
        yield _sign(format="cwd")
    for what, clues_of in BARE_NUMBERS.items():
        if complete and _makes_puzzle(clues_of, head):
            yield _sign(what=what)


def _reader(record: Record) -> Callable[[str], bool]:
    def reads(name: str) -> bool:
        try:
            make_format(name).read(record)
        except NonosatError:
            return False
        return True

    return reads


def _supposes(name: str) -> bool:
    """Half a text cannot be read on trial, so its looks must do; its reader will say what is wrong."""
    return True


def _makes_puzzle(clues_of: Callable[[str], list[list[list[int]]] | None], head: str) -> bool:
    try:
        clues = clues_of(head)
        return clues is not None and Puzzle.of(clues[0], clues[1]) is not None
    except (NonosatError, ValueError):
        return False


def _by_suffix(head: str, suffix: str, source: str, complete: bool) -> str:
    """The last resort: a reader whose complaint helps more than "unknown format".

    A suffix that only one format has, or the looks of a puzzle, mean that format with a mistake
    in it. Anything else stays unknown; if its suffix is that of a format and of other files, the
    message says what the format's reader complains of.
    """
    if re.search(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]", head):
        raise UnknownFormat("this is binary data, no text", source)
    names = formats_of(suffix)
    if names and suffix not in SHARED_SUFFIXES:
        return names[0]
    shape = _TWO_NUMBERS.match(head)
    count = sum(bool(line.strip()) for line in head.split("\n"))
    if shape and _NUMBERS.match(head) and abs(count - 1 - int(shape[1]) - int(shape[2])) < 2:
        return "nin"  # nearly the count of lines: its reader knows about swapped headers
    if complete:
        from nonosat.formats.nearest import are_clues, nearest  # few texts are of no format

        if name := nearest(Record(head, source), names):
            return name
        if are_clues(head):
            raise UnknownFormat(
                "these lines look like clues, but nothing tells the rows from the columns: put each "
                "clue on a line of its own, and an empty line between rows and columns",
                source,
            )
    if names and suffix != ".txt" and complete:
        _complain(names[0], Record(head, source))
    raise UnknownFormat(
        "this looks like no puzzle; `nonosat formats` lists what is read, --from NAME forces one",
        source,
    )


def _complain(name: str, record: Record) -> NoReturn:
    reader = make_format(name)
    if reader.binary:
        record = Record(record.text.encode("utf-8", "replace"), record.source)
    try:
        reader.read(record)
        what, line = "its reader takes it, but it has no sign of that format", 0
    except ParseError as err:
        what, line = err.what, err.line
    except NonosatError as err:
        what, line = str(err), 0
    raise UnknownFormat(
        f"no puzzle format fits; as {name}, after its suffix: {what} (--from NAME forces a format)",
        record.source,
        line,
    )

"""Files that nonosat recognizes, but does not read, so that its message can name them."""

from __future__ import annotations

from nonosat.formats.entry import KnownKind, Sign, Turn, sign


def _refused(what: str, sign: Sign) -> KnownKind:
    return KnownKind(sign, (), what=what)


_HTML = ("html", "head", "body", "script")

REFUSED = (
    _refused("a JPEG image, which blurs cells (`nonosat image` makes a puzzle of it)", sign(r"\A\xff\xd8", turn=Turn.BYTES)),
    _refused("a zip archive (unpack it first)", sign(r"\APK\x03\x04", turn=Turn.BYTES)),
    _refused("gzip-compressed (unpack it first)", sign(r"\A\x1f\x8b", turn=Turn.BYTES)),
    _refused("xz-compressed (unpack it first)", sign(r"\A\xfd7zXZ", turn=Turn.BYTES)),
    _refused("bzip2-compressed (unpack it first)", sign(r"\ABZh[1-9]1AY", turn=Turn.BYTES)),
    _refused("zlib-compressed (unpack it first)", sign(r"\Ax[\x01^\x9c\xda]", r"[\x00-\x08\x0e-\x1f]", turn=Turn.BYTES)),
    _refused("an HTML page", sign(turn=Turn.XML, roots=_HTML)),
    _refused("Simpson's XML draft", sign(turn=Turn.XML, roots=("nonogram",))),
    _refused("an XCSP3 model, no puzzle data", sign(turn=Turn.XML, roots=("instance",))),
    _refused(
        "a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')",
        sign(r"\A\s*[\"']?[1-9][0-9]{0,5}(?:x[0-9]{1,6})?[a-z]?[a-z0-9]{0,20}#[0-9]+[\"']?[ \t]*$"),
    ),
    _refused("a CPLEX LP model, no puzzle data", sign(r"(?i)^[ \t]*(?:SUBJECT TO|s\.t\.|st)[ \t]*$", r"(?i)\A\s*(?:\\[^\n]*\n\s*)*(?:minimi[sz]e|maximi[sz]e)")),
    _refused("an MPS model, no puzzle data", sign(r"^NAME\b", r"^ROWS[ \t]*$")),
    _refused("a DIMACS CNF formula, no puzzle data", sign(r"^p cnf [0-9]")),
    _refused("a pseudo-Boolean (OPB) model, no puzzle data", sign(r"\A\* #variable= *[0-9]")),
    _refused("a MiniZinc model, no puzzle data", sign(r"^[ \t]*(?:constraint\b|solve[ \t]+(?:satisfy|minimize|maximize)\b)", turn=Turn.LINES)),
    _refused("webpbn's answer that there is no such puzzle", sign(r"(?i)\A\s*Puzzle\s+\S*\s*does not exist", turn=Turn.LOOSE)),
)  # fmt: skip
"""Signs of files that nonosat does not read; messages show their name: "this is NAME: ..."."""

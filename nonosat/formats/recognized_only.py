"""Files that nonosat recognizes, but does not read, so that its message can name them."""

from __future__ import annotations

from nonosat.formats.entry import KnownKind, Turn, sign

_HTML = ("html", "head", "body", "script")

REFUSED = (
    KnownKind(sign(r"\A\xff\xd8", turn=Turn.BYTES), what="a JPEG image, which blurs cells (`nonosat image` makes a puzzle of it)"),
    KnownKind(sign(r"\APK\x03\x04", turn=Turn.BYTES), what="a zip archive (unpack it first)"),
    KnownKind(sign(r"\A\x1f\x8b", turn=Turn.BYTES), what="gzip-compressed (unpack it first)"),
    KnownKind(sign(r"\A\xfd7zXZ", turn=Turn.BYTES), what="xz-compressed (unpack it first)"),
    KnownKind(sign(r"\ABZh[1-9]1AY", turn=Turn.BYTES), what="bzip2-compressed (unpack it first)"),
    KnownKind(sign(r"\Ax[\x01^\x9c\xda]", r"[\x00-\x08\x0e-\x1f]", turn=Turn.BYTES), what="zlib-compressed (unpack it first)"),
    KnownKind(sign(turn=Turn.XML, roots=_HTML), what="an HTML page"),
    KnownKind(sign(turn=Turn.XML, roots=("nonogram",)), what="Simpson's XML draft"),
    KnownKind(sign(turn=Turn.XML, roots=("instance",)), what="an XCSP3 model, no puzzle data"),
    KnownKind(
        sign(r"\A\s*[\"']?[1-9][0-9]{0,5}(?:x[0-9]{1,6})?[a-z]?[a-z0-9]{0,20}#[0-9]+[\"']?[ \t]*$"),
        what="a random seed of Simon Tatham's puzzles, which only the program itself can expand (use the game ID with ':')",
    ),
    KnownKind(sign(r"(?i)^[ \t]*(?:SUBJECT TO|s\.t\.|st)[ \t]*$", r"(?i)\A\s*(?:\\[^\n]*\n\s*)*(?:minimi[sz]e|maximi[sz]e)"), what="a CPLEX LP model, no puzzle data"),
    KnownKind(sign(r"^NAME\b", r"^ROWS[ \t]*$"), what="an MPS model, no puzzle data"),
    KnownKind(sign(r"^p cnf [0-9]"), what="a DIMACS CNF formula, no puzzle data"),
    KnownKind(sign(r"\A\* #variable= *[0-9]"), what="a pseudo-Boolean (OPB) model, no puzzle data"),
    KnownKind(sign(r"^[ \t]*(?:constraint\b|solve[ \t]+(?:satisfy|minimize|maximize)\b)", turn=Turn.LINES), what="a MiniZinc model, no puzzle data"),
    KnownKind(sign(r"(?i)\A\s*Puzzle\s+\S*\s*does not exist", turn=Turn.LOOSE), what="webpbn's answer that there is no such puzzle"),
)  # fmt: skip
"""Signs of files that nonosat does not read; messages show their name: "this is NAME: ..."."""

"""Advice about an error or a remark, in the words of the command line."""

import shlex

from nonosat.advice import Advice
from nonosat.errors import NonosatError

MOST_TYPED = 12
"""Words of the longest command that is repeated."""
WORDS = {
    "all formats": "`nonosat formats` lists all",
    "all of a kind": "`nonosat {}` lists them",
    "blot": "`nonosat blot` hides some of them afterwards",
    "bottom up": "--from bottom-up reads them",
    "certificates": "give --cluster-security CA,CERT,KEY",
    "clues only": "--clues-only leaves them out",
    "columns first": "--from columns-first reads it the other way",
    "force": "--force replaces it",
    "force and keep": "--force replaces it, and keeps the rows",
    "force unread": "--force replaces it without reading it",
    "format": "--from NAME forces a format",
    "found": "`{command}` reads it as written",
    "headings": "write Rows: above the rows and Columns: above the columns",
    "image": "`nonosat image {} --size {}` makes a puzzle of it",
    "image background": "`nonosat image --colors` takes it from the border",
    "image of any size": "`nonosat image {}` makes a puzzle of it",
    "image or pixels": "`nonosat image {} --size {}` makes a puzzle of it; --from pixels makes each pixel a cell",
    "lists": "write the lists out",
    "known cells": "marks follow their puzzle: `nonosat check PUZZLE MARKS`",
    "one of": "pass --from {each}",
    "one row": "--from grid reads it as one row",
    "other outputs": "check writes a page with --report, check and conflict write puzzles with --copy-to",
    "photo": "`nonosat image` makes a puzzle of a photograph",
    "pixels": "--from pixels makes each pixel a cell",
    "resume": "continue it with --resume, or name another file",
    "scan": "`nonosat scan {}` reads its clues",
    "size": "write the size above them, and 0 for an empty line",
    "tls": "use tls:// with --cluster-security, or --insecure in a network that you trust",
    "tls scheduler": "does it need tls:// and --cluster-security?",
    "zeros": "write 0 for an empty line",
}
"""Each way of an `Advice`."""

typed: list[str] = []
"""The words of this run behind `nonosat`, if they can have --from; `cli.run` sets them."""


def _asking(file: str) -> str:
    """The command as it was typed, with --from found; of one without --from, what makes it a sure file."""
    if not typed:
        return f"nonosat convert {file} --from found -o puzzle.json"
    words = ["nonosat", *typed]
    if "--from" in words:
        at = words.index("--from")
        del words[at : at + 2]
    words = [word for word in words if not word.startswith("--from=")]
    if len(words) > MOST_TYPED:
        return f"nonosat {typed[0]} ... --from found"
    end = words.index("--") if "--" in words else len(words)
    return shlex.join([*words[:end], "--from", "found", *words[end:]])


def with_advice(text: object, advice: Advice | None = None) -> str:
    """Return the words of an error or a remark, followed by its advice, or by `advice`.

    >>> with_advice("a.non: the clues are of several colors", Advice("clues only"))
    'a.non: the clues are of several colors; --clues-only leaves them out'
    """
    advice = advice or getattr(text, "advice", None)
    if advice is None:
        return str(text)
    if advice.way.startswith("image") and shows_puzzle(*advice.values[:1]):
        advice = Advice("scan", advice.values[:1])
    values = ["FILE" if value.startswith("<") else shlex.quote(value) for value in advice.values]
    each, command = " or --from ".join(values), _asking("".join(values[:1]) or "FILE")
    return f"{text}; {WORDS[advice.way].format(*values, each=each, command=command)}"


def shows_puzzle(name: str = "") -> bool:
    """Return True if a file is a picture of a printed puzzle, and can be read here."""
    from nonosat.files import read_bytes  # no other advice needs them

    try:
        from nonosat.pictures.pixels import Photo
        from nonosat.scan.picture import is_printed

        return is_printed(Photo(*read_bytes(name)))
    except NonosatError:
        return False

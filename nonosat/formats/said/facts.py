"""Facts of Prolog: ``data(name, height, width, rows, columns).``, under any name and with less in front."""

import re

from nonosat.formats.said.clue import Odd, Wrong, listed
from nonosat.formats.said.harmless import check_harmless
from nonosat.formats.said.puzzles import SaidPuzzle

_LIST = r"(\[(?:\s*\[[\d,\s]*\]\s*,?)*\s*\])"
_FACT = re.compile(
    r"\s*([a-z]\w*)\s*\(\s*(?:('(?:\\.|[^'\\\n])*'|[a-z]\w*)\s*,)?\s*(?:(\d{1,5})\s*,\s*(\d{1,5})\s*,)?\s*"
    rf"{_LIST}\s*,\s*{_LIST}\s*\)\s*\.\s*"
)
_COMMENT = re.compile(r"('(?:\\.|[^'\\\n])*')|%(.*)|/\*((?s:.*?))\*/")
SIGN = re.compile(
    r"(?m)^[ \t]*[a-z]\w*[ \t]*\((?:(?:'(?:\\.|[^'\\\n])*'|[^\[\]()\n'])*,)?\s*\[\s*\[[\d,\s]*\]"
)
"""The beginning of a fact."""


def facts_in(text: str, line: int) -> list[SaidPuzzle]:
    """Read facts with nothing beside them but harmless comments.

    Raises:
        Odd: there is something else. Wrong: a size is not that of the lists.
    """

    def blank(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        check_harmless(found[2] or found[3] or "", line + text.count("\n", 0, found.start()))
        return "\n" * found[0].count("\n")

    bare = _COMMENT.sub(blank, text)
    puzzles, at = [], 0
    while at < len(bare.rstrip()):
        match = _FACT.match(bare, at)
        if match is None:
            raise Odd("something beside facts", line + bare.count("\n", 0, at))
        first, second = (line + bare.count("\n", 0, match.start(group)) for group in (5, 6))
        rows, cols = listed(match[5], first), listed(match[6], second)
        if match[3] and (int(match[3]), int(match[4])) != (len(rows), len(cols)):
            have = f"the puzzle is {len(cols)}x{len(rows)}"
            raise Wrong(f"{match[4]}x{match[3]} is stated here, but {have}", first)
        title = re.sub(r"\\(.)", r"\1", (match[2] or "").strip("'"))
        made = SaidPuzzle(rows, cols, is_named=match[1] == "data", line=first)
        made.title = "" if title == "untitled" else title
        puzzles.append(made)
        at = match.end()
    return puzzles

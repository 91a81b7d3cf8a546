"""The statements of facts and of the data of models, and their parts. No text is ever run."""

import re

from nonosat.formats.base import Record, TextLine

# A text that is not closed ends with its line: else each quotation mark might be looked at again.
_QUOTED = r"\"(?:[^\"\\\n]|\\[^\n])*(?:\"|\\?(?=\n|\Z))|'(?:[^'\\\n]|\\[^\n])*(?:'|\\?(?=\n|\Z))"


def bare_text(record: Record, comments: str) -> str:
    """A text without comments and without what is in quotation marks; its lines keep their numbers."""
    return re.sub(
        rf"{comments}|{_QUOTED}",
        lambda found: "\n" * found[0].count("\n") if found[0][0] not in "\"'" else "''",
        record.text,
        flags=re.DOTALL,
    )


def cut_at(text: str, line: int, sign: str) -> list[TextLine]:
    """The parts of a text between the signs of a pattern, each with the line where it begins."""
    found = []
    for part in re.split(sign, text):
        bare = part.lstrip()
        found.append(TextLine(bare.rstrip(), line + part.count("\n") - bare.count("\n")))
        line += part.count("\n")
    return found

"""JSON lines: what JSON has, line by line."""

from format_examples import drawn

from rows.json import KEPT, PLAIN, READ

__all__ = ["KEPT", "READ"]
WRITTEN = {
    "a title": (
        [drawn("#", title="T")],
        '{"format":"nonogram","version":1,"title":"T","width":1,"height":1,"rows":[[1]],"columns":[[1]],"goal":["#"]}\n',
    )
}
BAD = {
    "the line is named": (
        "\n\n".join([PLAIN % "", PLAIN % ', "goal": ["?"]']) + "\n",
        "f:3: row 1 of the picture: '?' is an unknown cell, and a finished picture has none",
    )
}

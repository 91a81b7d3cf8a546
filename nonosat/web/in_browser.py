"""The questions of a page without a server: asked in the browser, where Python runs in a worker.

`worker.js` calls `answer`. There are no processes and no threads, and only Python's own library:
what needs more says so.
"""

import json
from collections.abc import Callable

from nonosat.web.endpoints import ERROR, events

INSTALLED = "The installed program can: see `nonosat web` in its documentation."
LACKING = ("MissingExtra", "EngineFailed")
"""Kinds of errors about what a browser lacks: packages and processes."""


def answer(question: str, request: str, seconds: float, send: Callable[[str, str], object]) -> None:
    """Answer a question of ``static/api.js``.

    Args:
        request: JSON.
        seconds: limit of the answer.
        send: gets each event and its data as JSON; the last is ``done`` or ``error``.
    """
    for event, data in events(question, request.encode(), seconds):
        if event == ERROR and data["kind"] in LACKING:
            data = data | {"error": f"This page cannot do that. {INSTALLED}"}
        send(event, json.dumps(data))

"""What children of tests are asked for: answers that heed no limit."""

import time

from nonosat.web.endpoints import Arguments, Event


def next_event(asked: Arguments | None) -> Event | None:
    """Sleeps for ever or a moment, ends itself, says nothing, or answers, as the question says."""
    assert asked is not None
    question = asked[0]
    if question == "sleep":
        time.sleep(600)
    if question == "nap":
        time.sleep(0.3)
    if question == "end":
        raise SystemExit(3)
    if question == "nothing":
        return None
    return "done", {"question": question}

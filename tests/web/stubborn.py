"""What runs in children of tests: answers that heed no limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def serve() -> Callable[[Any], Any]:
    """Sleeps for ever or a moment, ends itself, or answers at once, as the question says."""

    def answer(asked: Any) -> Any:
        if asked is None:
            return None
        question = asked[0]
        if question == "sleep":
            time.sleep(600)
        if question == "nap":
            time.sleep(0.3)
        if question == "end":
            raise SystemExit(3)
        return "done", {"question": question}

    return answer

"""Examples in docstrings become blocks of code: Markdown alone takes their ``>>>`` for quotes."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^>>> .*\n(?:^(?!>>> )\S.*\n?|^[ \t]+\S.*\n?)*)+", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences each example."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Look at the docstring of a function, a class or a module."""
        if obj.docstring is not None:
            text = obj.docstring.value + "\n"
            obj.docstring.value = EXAMPLE.sub(fenced, text).rstrip("\n")


def fenced(example: re.Match[str]) -> str:
    """An example as a block of code."""
    return f"```pycon\n{example[0].rstrip()}\n```\n"

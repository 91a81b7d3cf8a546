"""Tables from names to implementations, which are imported on first use only."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Generic, NamedTuple, TypeVar, cast

from nonosat.errors import MissingExtra, UsageError

T = TypeVar("T")


class Entry(NamedTuple):
    """One implementation: its name, ``module:attribute``, a line of help, the package it needs."""

    name: str
    target: str
    about: str
    needs: str = ""
    """Top-level module of a package that may be missing."""
    install: str = ""
    """What to give ``pip install`` for it."""
    suffixes: tuple[str, ...] = ()
    """File name endings, for entries that stand for file formats."""


class Registry(Generic[T]):
    """Named implementations of one protocol; the first is the default."""

    def __init__(self, kind: str, *entries: Entry) -> None:
        self.kind = kind
        self._entries = {entry.name: entry for entry in entries}
        self._found: dict[str, T] = {}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    @property
    def default(self) -> str:
        """The name of the first entry."""
        return next(iter(self._entries))

    @property
    def names(self) -> list[str]:
        """All names, in the table's order."""
        return list(self._entries)

    def get(self, name: str) -> T:
        """Import what `name` stands for.

        Raises:
            UsageError: no such name; the message lists those there are.
            MissingExtra: the package it needs is not installed.
        """
        if name in self._found:
            return self._found[name]
        entry = self._entries.get(name)
        if entry is None:
            known = ", ".join(self._entries)
            raise UsageError(f"unknown {self.kind} {name!r}; there are: {known}")
        module, _, attribute = entry.target.partition(":")
        try:
            found: Any = getattr(importlib.import_module(module), attribute)
        except ModuleNotFoundError as err:
            if not entry.needs or (err.name or "").split(".")[0] != entry.needs:
                raise  # our own bug, not a missing package: never hide it
            raise MissingExtra(
                f"{self.kind} {name!r} needs {entry.needs}: pip install {entry.install!r}"
            ) from err
        self._found[name] = cast("T", found)
        return self._found[name]

    def available(self, entry: Entry) -> bool:
        """Whether the package that `entry` needs is installed; imports nothing."""
        return not entry.needs or find_spec(entry.needs) is not None

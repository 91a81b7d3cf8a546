"""Tables from names to implementations, which are imported on first use only."""

from __future__ import annotations

import contextlib
import importlib
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Generic, NamedTuple, Protocol, TypeVar, cast

from nonosat.errors import MissingExtra, UsageError

T = TypeVar("T")


@contextlib.contextmanager
def require(what: str, install: str, *packages: str) -> Iterator[None]:
    """Import packages inside the block that may be missing.

    Args:
        what: who needs what: ``drawing a PNG needs resvg-py``.
        install: the argument of ``pip install``: a package, or ``nonosat[EXTRA]``.
        packages: their top-level modules. Another module that is missing is our own bug, or a
            broken installation, and never hidden.

    Raises:
        MissingExtra: one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as err:
        missing = (err.name or "").partition(".")[0]
        if not missing or missing not in packages:
            raise
        raise MissingExtra(f"{what}: {pip_install(install)}") from err


def pip_install(what: str) -> str:
    """The command that installs a package, or the packages of an extra.

    These are named one by one: ``nonosat[EXTRA]`` means what an index has under that name, which
    need not be this nonosat.

    >>> pip_install("ortools")
    'pip install ortools'
    """
    extra = re.fullmatch(r"nonosat\[(\w+)\]", what)
    if extra is None:
        return f"pip install {shlex.quote(what)}"
    from importlib import metadata  # only for the message

    try:
        required = metadata.requires("nonosat") or ()
    except metadata.PackageNotFoundError:  # a checkout that was never installed
        return f"pip install '.[{extra[1]}]' in the checkout"
    asked = re.compile(r"([\w.-]+)[^;]*;.*\bextra == [\"']" + extra[1] + r"[\"']")
    found = [match for line in required if (match := asked.match(line))]
    return "pip install " + " ".join(match[1] for match in found)


class Entry(NamedTuple):
    """One implementation: its name, ``module:attribute``, a line of help, the package it needs."""

    name: str
    target: str
    about: str
    needs: str = ""
    """Top-level module of a package that may be missing."""
    install: str = ""
    """The argument of ``pip install`` that brings it."""


class AnyEntry(Protocol):
    """The part of an entry that each table needs; see `Entry`."""

    @property
    def name(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def needs(self) -> str: ...
    @property
    def install(self) -> str: ...


E = TypeVar("E", bound=AnyEntry)


class Registry(Generic[T, E]):
    """Named implementations of one protocol; the first is the default."""

    def __init__(self, kind: str, *entries: E) -> None:
        self.kind = kind
        self._entries = {entry.name: entry for entry in entries}
        self._found: dict[str, T] = {}

    def __iter__(self) -> Iterator[E]:
        return iter(self._entries.values())

    @property
    def default(self) -> str:
        """The name of the first entry."""
        return next(iter(self._entries))

    @property
    def names(self) -> list[str]:
        """All names, in the table's order."""
        return list(self._entries)

    def entry(self, name: str) -> E:
        """The entry called `name`.

        Raises:
            UsageError: no such name; the message lists those there are.
        """
        if not isinstance(name, str) or name not in self._entries:
            known = ", ".join(self._entries)
            raise UsageError(f"unknown {self.kind} {name!r}; there are: {known}")
        return self._entries[name]

    def get(self, name: str) -> T:
        """Import what `name` stands for.

        Raises:
            UsageError: no such name; the message lists those there are.
            MissingExtra: the package it needs is not installed.
        """
        entry = self.entry(name)
        if name in self._found:
            return self._found[name]
        module, _, attribute = entry.target.partition(":")
        with require(f"{self.kind} {name!r} needs {entry.needs}", entry.install, entry.needs):
            self._found[name] = cast("T", getattr(importlib.import_module(module), attribute))
        return self._found[name]

    def available(self, entry: E) -> bool:
        """True if the package that `entry` needs is installed; imports nothing."""
        return not entry.needs or find_spec(entry.needs) is not None

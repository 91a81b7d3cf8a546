"""Tables from names to implementations, which are imported on first use."""

import contextlib
import importlib
import re
import shlex
from collections.abc import Callable, Iterator, KeysView, Mapping
from importlib.util import find_spec
from typing import Generic, NamedTuple, Protocol, TypeVar, cast

from nonosat.advice import Advice
from nonosat.errors import MissingExtra, UsageError

T = TypeVar("T")

PYSAT = ("python-sat>=1.9.dev17", "pysat", "pysolvers")
"""PySAT as `require` wants it: what to install, and its top-level modules."""


@contextlib.contextmanager
def require(what: str, install: str, *packages: str) -> Iterator[None]:
    """Turn a failed import of an optional package inside the block into `MissingExtra`.

    Args:
        what: the start of the message: ``writing a PDF needs fpdf2``.
        install: the argument of ``pip install``: a package, or ``nonosat[EXTRA]``.
        packages: the top-level modules of the packages. An error raised outside of them is our
            own bug and is never hidden.

    Raises:
        MissingExtra: a package is not installed or cannot be loaded, because it was built for
            another machine or misses a package or library of its own.
    """
    try:
        yield
    except MissingExtra:  # said by an inner block already
        raise
    except Exception as err:
        if _interrupted(err):
            raise KeyboardInterrupt from err
        missing = (err.name or "") if isinstance(err, ModuleNotFoundError) else ""
        if missing and missing.partition(".")[0] in packages:
            raise MissingExtra(f"{what}: {pip_install(install)}") from err
        if _raised_in(err, packages):
            said = " ".join(f"{type(err).__name__}: {err}".split())
            again = f"{pip_install(install)} --force-reinstall"
            raise MissingExtra(f"{what}, which cannot be loaded here ({said}): {again}") from err
        raise


def _interrupted(err: BaseException | None) -> bool:
    """Return True if Ctrl-C caused an error: an interrupted import may raise an ImportError."""
    while err is not None and not isinstance(err, KeyboardInterrupt):
        err = err.__cause__ or err.__context__
    return err is not None


def _raised_in(err: Exception, packages: tuple[str, ...]) -> bool:
    """Return True if an error has passed through code of one of these top-level modules."""
    step = err.__traceback__
    while step is not None:
        if step.tb_frame.f_globals.get("__name__", "").partition(".")[0] in packages:
            return True
        step = step.tb_next
    return False


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


LISTED = 30
"""The most names that a message lists."""


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
    """Named implementations of one protocol; `default` is the name of the first.

    Args:
        foreign: returns the entries of other installed packages. Iteration and `names` omit them,
            since finding them takes long.
    """

    def __init__(
        self, kind: str, *entries: E, foreign: Callable[[], Mapping[str, E]] = dict
    ) -> None:
        self.kind = kind
        self.foreign = foreign
        self.default: str = entries[0].name
        self._entries = {entry.name: entry for entry in entries}
        self.names: KeysView[str] = self._entries.keys()
        """All names, in the table's order."""
        self._found: dict[str, T] = {}

    def __iter__(self) -> Iterator[E]:
        return iter(self._entries.values())

    def entry(self, name: str) -> E:
        """The entry called `name`."""
        if isinstance(name, str) and name in self._entries:
            return self._entries[name]
        every = {**self._entries, **self.foreign()}
        if isinstance(name, str) and name in every:
            return every[name]
        advice = None
        if len(every) <= LISTED:
            hint = f"; there are: {', '.join(every)}"
        else:
            from difflib import get_close_matches  # only mistakes need it

            near = get_close_matches(str(name), every, cutoff=0.65)
            hint = f" (did you mean {' or '.join(near)}?)" if near else ""
            advice = Advice("all of a kind", (f"{self.kind}s",))
        raise UsageError(f"unknown {self.kind} {name!r}{hint}", advice=advice)

    def get(self, name: str) -> T:
        """Import the implementation called `name`."""
        entry = self.entry(name)
        if name in self._found:
            return self._found[name]
        module, _, attribute = entry.target.partition(":")
        needs: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
        if entry.needs:
            needs = require(f"{self.kind} {name!r} needs {entry.needs}", entry.install, entry.needs)
        with needs:
            self._found[name] = cast("T", getattr(importlib.import_module(module), attribute))
        return self._found[name]

    def available(self, entry: E) -> bool:
        """True if the package that `entry` needs is installed; imports nothing."""
        return not entry.needs or find_spec(entry.needs) is not None

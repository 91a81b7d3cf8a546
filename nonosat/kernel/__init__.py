"""Solving algorithms on integers. Import them from here, not from the submodules.

`Board` and `narrow` come from the kernel in C++ where that was built, else from the reference in
Python. ``NONOSAT_KERNEL=reference`` or ``=native`` in the environment forces one. ``=wasm`` takes the
one in C++ as WebAssembly, which the worker of a page without a server has. All other work on bit
sets and on single lines is always Python.

All kernels give the same results, bit for bit: what lines and probes exclude, clauses, solutions and
their order, counters. There are three exceptions:

* `Board.hints` adds up floats. Where two guesses are almost equally likely, kernels can differ, and
  so does the order of a search that begins with such a guess.
* The score "sum" is a float, too. Between two cells of almost the same score kernels can differ, and
  so can the order of the solutions.
* Ticks come before every line in Python, and after a certain amount of work in C++. So what a tick
  has interrupted can be at different points.

None of them changes what is proved: whether there are solutions, and which.
"""

import contextlib
import importlib
import os
from typing import TYPE_CHECKING

from nonosat.kernel.bits import (
    Rows as Rows,
    columns as columns,
    decided_colors as decided_colors,
    highest as highest,
    lowest as lowest,
    ones as ones,
    several as several,
    spread as spread,
    with_color as with_color,
)
from nonosat.kernel.line import (
    Blocks as Blocks,
    Placed as Placed,
    place as place,
    prepare as prepare,
)

CHOICE = "NONOSAT_KERNEL"
"""The environment variable that forces one."""


def _is_subinterpreter() -> bool:
    """True in an interpreter beside the main one of the process.

    The module in C++ must not be loaded there: it would break the types of the main one.
    """
    for module in ("_interpreters", "_xxsubinterpreters"):  # since Python 3.13, and before
        with contextlib.suppress(ImportError):
            known = importlib.import_module(module)
            return bool(known.get_current() != known.get_main())
    return False


if TYPE_CHECKING:
    from nonosat.kernel.board import Board as Board
    from nonosat.kernel.line import narrow as narrow

    name: str
else:
    _wanted = os.environ.get(CHOICE, "")
    if _wanted not in ("", "native", "reference", "wasm"):
        raise ImportError(f"{CHOICE} is {_wanted!r}; it can be native or reference")
    try:
        if _wanted in ("reference", "wasm") or (not _wanted and _is_subinterpreter()):
            raise ModuleNotFoundError
        from nonosat.kernel.native import Board, narrow

        name = "native"
    except ModuleNotFoundError:
        if _wanted == "native":
            raise
        name = _wanted or "reference"
        if name == "wasm":
            from nonosat.kernel.wasm import Board, narrow
        else:
            from nonosat.kernel.board import Board, narrow  # noqa: F401  # for all rooms above

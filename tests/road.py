"""Count the functions of nonosat that one puzzle passes.

    python tests/road.py library data/drawn/windmill.non
    python tests/road.py command data/drawn/windmill.non
    python tests/road.py output data/drawn/windmill.non

Each checks one puzzle: `library` by `nonosat.check` after the file was loaded, `command` by
``nonosat check FILE``, `output` by ``nonosat check FILE -o ROWS``, where the functions that imports
call count, too. Each function is counted once, also a
method that a dataclass makes, without lambdas, comprehensions and the bodies of classes and modules. Prints the functions by file, then two
numbers: functions and files.
"""

import atexit
import contextlib
import inspect
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType

Passed = dict[str, set[str]]
"""File -> the functions in it that were called."""


def passed(call: Callable[[], object]) -> Passed:
    """Return the functions of nonosat that are called while `call` runs."""
    spec = find_spec("nonosat")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    codes: dict[CodeType, str] = {}

    def take(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code not in codes:
            codes[frame.f_code] = str(frame.f_globals.get("__file__", ""))

    sys.setprofile(take)
    try:
        call()
    finally:
        sys.setprofile(None)
    found: Passed = {}
    for code, module in codes.items():
        is_made = code.co_filename == "<string>"  # by a dataclass, for a class of the module
        file = Path(module if is_made else code.co_filename)
        is_function = code.co_flags & inspect.CO_NEWLOCALS and not code.co_name.startswith(
            ("<", "__create_fn__")
        )
        if is_function and file.is_relative_to(home):
            fields = ", ".join(code.co_varnames[1 : code.co_argcount])
            name = f"{code.co_name}({fields})" if is_made else code.co_qualname
            found.setdefault(str(file.relative_to(home)), set()).add(name)
    return found


def check_by_library(file: str) -> Callable[[], object]:
    """Check a puzzle that is loaded already; return the call to count."""
    import nonosat

    (sheet,) = nonosat.load(file)
    check = nonosat.check  # its modules are imported now
    return lambda: check(sheet.puzzle)


def check_by_command(file: str, *options: str) -> Callable[[], object]:
    """Return the call of ``nonosat check FILE`` with options."""

    def run() -> None:
        sys.argv[:] = ["nonosat", "check", file, *options]
        with contextlib.suppress(SystemExit):
            from nonosat.__main__ import main

            main()

    return run


def check_into_file(file: str) -> Callable[[], object]:
    """Return the call of ``nonosat check FILE -o ROWS``."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return check_by_command(file, "-o", str(Path(folder.name, "rows.jsonl")))


WAYS = {"library": check_by_library, "command": check_by_command, "output": check_into_file}

if __name__ == "__main__":
    way, file = sys.argv[1:]
    found = passed(WAYS[way](file))
    for name in sorted(found):
        print(f"{name}: {', '.join(sorted(found[name]))}")
    print(sum(map(len, found.values())), len(found))

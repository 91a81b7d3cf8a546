"""Change a module in one place at a time, and show the changes that its fast tests do not notice.

The changes are those of cosmic-ray (``pip install cosmic-ray==8.7.0``), without those of annotations. Run it in a
clone of the checkout, as it changes the module's file, and installed from there::

    python benchmarks/mutants.py nonosat/files/kept.py tests/files/test_kept.py --most 60 --seed 1

A process with the packages that tests need forks for each change, so a change costs the time of its tests alone.
"""

import argparse
import ast
import contextlib
import difflib
import importlib
import os
import random
import signal
from pathlib import Path

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

LOADED = (
    "hypothesis",
    "numpy",
    "scipy.stats",
    "PIL.Image",
    "starlette",
    "uvicorn",
    "openpyxl",
    "pysat.solvers",
)
"""Packages of tests and of nonosat that are loaded once."""

LOADED_BEFORE = "ignore::pytest.PytestAssertRewriteWarning"


def annotated(code: str) -> set[tuple[int, int]]:
    """The lines and columns inside annotations."""
    found = set[tuple[int, int]]()
    for node in ast.walk(ast.parse(code)):
        for one in (getattr(node, name, None) for name in ("annotation", "returns")):
            for part in ast.walk(one) if isinstance(one, ast.expr) else ():
                if isinstance(part, ast.expr):
                    columns = range(part.col_offset, part.end_col_offset or 0)
                    found |= {(part.lineno, column) for column in columns}
    return found


Change = tuple[tuple[int, int], str, int]
"""Where it begins, the operator, and which of its occurrences."""


def changes(code: str) -> list[Change]:
    """All changes of a module, in the order of their places."""
    nodes, places, found = [*ast_nodes(get_ast(code))], annotated(code), []
    for name in operator_names():
        kind = get_operator(name)
        if not kind.arguments():  # else it needs to be told what to change
            starts = [start for node in nodes for start, _ in kind().mutation_positions(node)]
            found += [(start, name, at) for at, start in enumerate(starts) if start not in places]
    return sorted(found)


def changed_by(code: str, change: Change) -> str:
    """The module with a change; "" where cosmic-ray cannot make it, as for names with dots in `except`."""
    _, name, occurrence = change
    with contextlib.suppress(AttributeError):
        return mutate_code(code, get_operator(name)(), occurrence) or ""
    return ""


def is_noticed(tests: list[str], seconds: int) -> bool:
    """Run tests in a fork; a change that makes them hang is noticed, too."""
    child = os.fork()
    if not child:
        signal.alarm(seconds)
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
            words = ["-q", "-x", "-p", "no:cacheprovider", "-W", LOADED_BEFORE, *tests]
            os._exit(int(pytest.main(words)))
    return os.waitpid(child, 0)[1] != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument(
        "--most", type=int, help="changes to try, drawn by the seed; all if it is not given"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=120, help="for the tests of one change")
    asked = parser.parse_args()
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # changes of one size and second would look alike
    code = asked.module.read_text("utf-8")
    for name in LOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    every = changes(code)
    tried = random.Random(asked.seed).sample(every, min(asked.most or len(every), len(every)))
    for stale in (asked.module.parent / "__pycache__").glob(f"{asked.module.stem}.*"):
        stale.unlink()
    if is_noticed(asked.tests, asked.seconds):
        raise SystemExit("the tests fail without a change")
    left = 0
    try:
        for changed in filter(None, [changed_by(code, change) for change in tried]):
            asked.module.write_text(changed, "utf-8")
            if not is_noticed(asked.tests, asked.seconds):
                left += 1
                lines = difflib.unified_diff(
                    code.splitlines(), changed.splitlines(), lineterm="", n=0
                )
                print(
                    *[line for line in lines if line[:3] not in ("---", "+++")],
                    sep="\n",
                    flush=True,
                )
    finally:
        asked.module.write_text(code, "utf-8")
    print(
        f"{asked.module}: {len(tried)} of {len(every)} changes, {len(tried) - left} noticed",
        flush=True,
    )


if __name__ == "__main__":
    main()

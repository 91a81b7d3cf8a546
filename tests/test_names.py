"""One public name, one meaning."""

import ast
from collections import defaultdict

from conftest import PACKAGE

OF_INTERFACES = {"read", "write", "split", "main"}
"""What every format or program has."""
SHARED = {
    "Board": "the kernels, which are exchangeable",
    "plain": "a short word for two ways to write text",
    "compare": "a command of `bench`, and what it calls",
}
"""Names with several meanings, and why. This list only shrinks."""


def test_a_public_name_has_one_meaning() -> None:
    homes = defaultdict[str, set[str]](set)
    for path in PACKAGE.rglob("*.py"):
        home = path.relative_to(PACKAGE).as_posix()
        if home == "certificates/verify.py":  # a program of its own, complete in itself
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                homes[node.name].add(home)
    for name, where in homes.items():
        where.discard(f"cli/{name}.py")  # a command has the name of the function that it calls
    several = {name: where for name, where in homes.items() if len(where) > 1}
    unknown = several.keys() - OF_INTERFACES - SHARED.keys()
    assert not unknown, {name: several[name] for name in unknown}
    assert several.keys() >= SHARED.keys(), "take it out of the list"

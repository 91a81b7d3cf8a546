"""The layers: imports point down only, in the order of this table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGE = ROOT / "nonosat"
MAX_LINES = 500
EVERYWHERE = {"errors", "model", "result"}
"""Parts that every part above the kernel may import."""

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "kernel": set(),
    "foreign": set(),
    "model": {"errors"},
    "result": {"errors", "model"},
    "judge": {"errors", "model"},
    "registry": {"errors"},
    "child": {"errors", "foreign", "kernel", "result"},
    "pictures": {*EVERYWHERE},
    "render": {*EVERYWHERE, "pictures", "foreign"},
    "formats": {*EVERYWHERE, "registry", "pictures"},
    "backends": {*EVERYWHERE, "kernel", "registry", "child"},
    "files": {*EVERYWHERE, "formats", "foreign", "registry"},
    "api": {*EVERYWHERE, "backends", "judge"},
    "all_solutions": {*EVERYWHERE, "api", "backends", "judge", "kernel"},
    "generate": {*EVERYWHERE, "api", "kernel"},
    "explain": {*EVERYWHERE, "api", "backends", "judge", "kernel", "render"},
    "batch": {
        *EVERYWHERE,
        "api",
        "backends",
        "child",
        "files",
        "foreign",
        "formats",
        "judge",
        "kernel",
        "render",
    },
    "bench": {
        *EVERYWHERE,
        "api",
        "backends",
        "batch",
        "child",
        "files",
        "foreign",
        "formats",
        "generate",
        "judge",
        "kernel",
        "render",
    },
    "certify": {*EVERYWHERE, "api", "child"},
    "__init__": {*EVERYWHERE, "all_solutions", "api", "explain", "files", "generate"},
    "cli": {
        *EVERYWHERE,
        "__init__",
        "all_solutions",
        "api",
        "backends",
        "batch",
        "bench",
        "certify",
        "explain",
        "files",
        "foreign",
        "formats",
        "generate",
        "kernel",
        "pictures",
        "render",
    },
    "__main__": {"cli"},
}
"""Part -> the other parts that it may import. A new part needs a line here."""

HOME_OF = {
    "ortools": {"backends/cpsat.py"},
    "pysat": {"backends/engines.py", "certify/cubes.py", "certify/proof.py"},
    "numpy": set(),
    "typer": {"cli"},
    "rich": {"cli"},
    "matplotlib": {"bench/plots.py"},
    "dask": {"batch/cluster.py"},
    "distributed": {"batch/cluster.py"},
    "pyarrow": {"batch/table.py"},
    "PIL": {"pictures/pixels.py", "explain/gif.py"},
}
"""Package -> the only places that import it."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def part_of(path: Path) -> str:
    """The top-level part that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of every import, at any depth of the code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def parts_imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part for every import of our own package."""
    for line, name in imported(path):
        top, _, rest = name.partition(".")
        assert top, f"{path}:{line} imports relatively"
        if top == "nonosat":
            part = rest.partition(".")[0]
            is_part = (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()
            yield line, part if part and is_part else "__init__"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} has no line in the table of layers"
    wrong = [
        f"{name_of(path)}:{line} imports {other}"
        for line, other in parts_imported(path)
        if other != part and other not in MAY_IMPORT[part]
    ]
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_foreign_packages_are_imported_in_one_place(path: Path) -> None:
    places = {name_of(path), part_of(path)}
    wrong = [
        f"{name_of(path)}:{line} imports {name}"
        for line, name in imported(path)
        if not places & HOME_OF.get(name.partition(".")[0], places)
    ]
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_short(path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        assert sum(1 for _ in file) <= MAX_LINES


def test_the_kernel_has_one_door() -> None:
    inside = {f"nonosat.kernel.{name}" for name in ("bits", "line", "board", "belief", "native")}
    inner = {PACKAGE / "kernel", ROOT / "tests" / "kernel"}
    assert [
        f"{path}:{line} imports {name}"
        for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]
        if path.parent not in inner
        for line, name in imported(path)
        if inside & {name, name.rpartition(".")[0]}
    ] == []


def test_parts_do_not_import_each_other() -> None:
    edges: dict[str, set[str]] = {}
    for path in MODULES:
        others = edges.setdefault(part_of(path), set())
        others |= {other for _, other in parts_imported(path)} - {part_of(path)}
    while edges:
        free = {part for part, others in edges.items() if not others & edges.keys()}
        assert free, f"these import each other: {edges}"
        for part in free:
            del edges[part]


def test_the_table_of_layers_has_no_cycle_itself() -> None:
    edges = {part: set(others) for part, others in MAY_IMPORT.items()}
    while edges:
        free = {part for part, others in edges.items() if not others & edges.keys()}
        assert free, f"these may import each other: {edges}"
        for part in free:
            del edges[part]


def test_names_say_what_is_inside() -> None:
    vague = {"utils.py", "util.py", "helpers.py", "common.py", "misc.py"}
    assert [name_of(path) for path in MODULES if path.name in vague] == []


def test_imports_are_read_at_every_depth(tmp_path: Path) -> None:
    module = tmp_path / "m.py"
    module.write_text(
        "import nonosat.api\nfrom nonosat import cli, Grid\n"
        "def f():\n    from nonosat.model import Grid\n    import os.path\n"
    )
    assert list(parts_imported(module)) == [
        (1, "api"),
        (2, "cli"),
        (2, "__init__"),
        (4, "model"),
    ]

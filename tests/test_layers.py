"""The layers: imports point down only, in the order of this table."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from conftest import PACKAGE

from nonosat.model.forms import HIGHER

BELOW_ALL = {"advice", "errors", "limits", "model", "words"}
"""Open to every part above them, and not repeated in the table."""

ARROWS = {
    "advice": "",
    "errors": "",
    "platforms": "",
    "kernel": "",
    "sanitize": "",
    "registry": "",
    "model": "registry",
    "limits": "platforms",
    "words": "",
    "child": "sanitize kernel platforms",
    "pictures": "registry",
    "solving": "child kernel platforms registry",
    "scan": "pictures registry solving",
    "certificates": "child platforms registry solving",
    "formats": "certificates pictures registry",
    "files": "formats pictures platforms sanitize solving",
    "ask": "kernel solving",
    "generators": "ask kernel registry solving",
    "draw": "ask files formats pictures registry solving",
    "run": "ask child draw files sanitize kernel platforms registry solving",
    "bench": "certificates child draw files sanitize formats generators kernel platforms registry run solving",
    "__init__": "ask certificates draw files formats generators run solving",
    "web": "__init__ ask child draw files formats pictures platforms scan solving",
    "cli": "__init__ ask bench certificates draw files sanitize formats generators kernel pictures platforms "
    "registry run scan solving web",
    "__main__": "cli",
}
"""Part -> the other parts that it imports. Each stands above those that it imports, and a new part
needs a line here."""

HOME_OF = {
    "ortools": {"solving/backends/cpsat.py", "solving/backends/mip.py"},
    "pysat": {"solving/backends/engines.py", "certificates/child_work.py"},
    "numpy": {"scan"},
    "scipy": {"scan"},
    "typer": {"cli"},
    "rich": {"cli"},
    "matplotlib": {"bench/plots.py"},
    "dask": {"run/cluster.py"},
    "distributed": {"run/cluster.py"},
    "pyarrow": {"run/table.py"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "PIL": {"model", "pictures", "generators/icons.py", "draw/paint.py", "scan"},
    "fonticon_mdi7": {"generators/icons.py"},
}
"""Package -> the only places that import it."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def module_of(path: Path) -> str:
    """The full name under which a module is imported."""
    name = path.relative_to(PACKAGE.parent).with_suffix("").as_posix()
    return name.removesuffix("/__init__").replace("/", ".")


NAMES = {module_of(path) for path in MODULES}


def part_of(path: Path) -> str:
    """The top-level part that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Line and full name of every import, at any depth of the code."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            package = ""
            if isinstance(node, ast.ImportFrom):
                package = "." * node.level + (node.module or "") + "."
            found += [(node.lineno, package + alias.name) for alias in node.names]
    return found


def parts_imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part for every import of our own package."""
    for line, name in imported(path):
        top, _, rest = name.partition(".")
        assert top, f"{path}:{line} imports relatively"
        if top == "nonosat":
            part = rest.partition(".")[0]
            is_part = (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()
            yield line, part if part and is_part else "__init__"


def test_imports_are_the_arrows_of_the_table_and_point_down() -> None:
    found: dict[str, set[str]] = {}
    for path in MODULES:
        part = part_of(path)
        assert part in ARROWS, f"{part} has no line in the table of layers"
        below = [*ARROWS][: [*ARROWS].index(part)]
        allowed = {part, *BELOW_ALL, *ARROWS[part].split()}
        for line, other in parts_imported(path):
            where = f"{name_of(path)}:{line} imports {other}"
            assert other in allowed, where
            assert other == part or other in below, f"{where}, which stands above it"
            found.setdefault(part, set()).add(other)
    gone = {part: set(arrows.split()) - found.get(part, set()) for part, arrows in ARROWS.items()}
    assert not any(gone.values()), f"arrows that exist no more: {gone}"


def test_what_the_model_needs_from_higher_floors_is_in_one_table() -> None:
    found = {entry.name: entry.target for entry in HIGHER}
    assert found == {
        "text": "nonosat.draw.files:show",
        "drawing": "nonosat.draw.files:drawn_bytes",
        "short": "nonosat.formats.named.link:text_of",
        "long": "nonosat.formats.named.link:puzzle_of_text",
    }
    assert all(callable(HIGHER.get(name)) for name in found)


def test_foreign_packages_are_imported_in_one_place() -> None:
    assert not [
        f"{name_of(path)}:{line} imports {name}"
        for path in MODULES
        for line, name in imported(path)
        if not (places := {name_of(path), part_of(path)})
        & HOME_OF.get(name.partition(".")[0], places)
    ]


def modules_imported(path: Path) -> set[str]:
    """Our own modules that a module imports, also for types only."""
    names = {name for _, name in imported(path)}
    return {name if name in NAMES else name.rpartition(".")[0] for name in names} & NAMES


def test_modules_import_each_other_in_no_circle() -> None:
    below = {module_of(path): modules_imported(path) for path in MODULES}
    TopologicalSorter(below).prepare()  # a CycleError names a circle


SCRIPTS = [*(PACKAGE / "web").glob("static/*.js"), *(PACKAGE / "web").glob("local/*.js")]
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'][./]*(?:\w+/)*(\w+\.js)["']""")


def scripts_imported(path: Path) -> set[str]:
    """The modules of the page that one of them imports; types in comments do not count."""
    code = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return set(IMPORT.findall(code))


def test_modules_of_the_page_import_each_other_in_no_circle() -> None:
    below = {path.name: scripts_imported(path) for path in SCRIPTS}
    assert len(below) == len(SCRIPTS)
    assert {"draw.js", "home.js"} <= below["app.js"]
    TopologicalSorter(below).prepare()


def test_many_puzzles_are_asked_about_without_a_word() -> None:
    """What is printed is the matter of sinks, which are above."""
    for path in (PACKAGE / "run").glob("*.py"):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = {node.id for node in tree if isinstance(node, ast.Name)}
        assert not names & {"print", "known_file"}, path
        assert not [name for _, name in imported(path) if "stdout" in name or "stderr" in name]

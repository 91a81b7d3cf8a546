"""Fixtures shared by all tests."""

import gc
import importlib.util
import os
import pkgutil
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, nullcontext, suppress
from functools import cache
from itertools import groupby, islice, product
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

import nonosat
from nonosat.child import Child, identity
from nonosat.errors import MissingExtra
from nonosat.kernel import CHOICE
from nonosat.kernel import name as kernel_name
from nonosat.platforms.cpu import processors
from nonosat.solving.backends import BACKENDS, variants_of

collect_ignore = ["moody", "systems"]  # for child processes only: importing it adds a backend
collect_ignore_glob = ["data/*"]  # files of strangers, which are read and never run

# Started in the background a shell may have us ignore Ctrl-C, and so would all that we start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# It hides what goes wrong when buffers are flushed at the end of a process.
os.environ.pop("PYTHONUNBUFFERED", None)

# Some containers set it, and each of the many processes that tests start would compile all of nonosat.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Machines that run tests are busy: one slow example says nothing.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(nonosat.__file__).parent
"""What is tested: the one in ROOT, or where the tests lie without it, what is installed."""
IN_CHECKOUT = PACKAGE == ROOT / "nonosat"
in_checkout = pytest.mark.skipif(not IN_CHECKOUT, reason="is about the checkout of nonosat")
DATA = ROOT / "tests" / "data"
EXHAUSTIVE = "NONOSAT_EXHAUSTIVE" in os.environ
"""Try everything, as in the nightly run."""


def script(path: str) -> ModuleType:
    """A script of the checkout, which is in no package, as a module made anew."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def at_night(*values: Any) -> list[Any]:
    """Parameters of tests that run by night: they go the same way as one that runs by day."""
    every = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*value, marks=pytest.mark.night) for value in every]


def diagonal(pairs: Iterable[tuple[Any, Any]], each: int = 1) -> list[tuple[Any, Any]]:
    """Of sorted pairs keep `each` per first part, with other second parts in turn; at night all."""
    if EXHAUSTIVE:
        return list(pairs)
    kept = []
    for at, (_, group) in enumerate(groupby(pairs, itemgetter(0))):
        same = list(group)
        count = min(each, len(same))
        kept += [same[(at + number * len(same) // count) % len(same)] for number in range(count)]
    return kept


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `both_kernels` with each kernel, unless the environment forces one."""
    if metafunc.definition.get_closest_marker("both_kernels"):
        forced = os.environ.get(CHOICE)
        metafunc.fixturenames.insert(0, "kernel_behind")
        names = [forced] if forced else ["native", "reference"]
        metafunc.parametrize("kernel_behind", names, indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Mark what talks to a process on a terminal, or drives a browser, as slow; begin with what is long."""
    for item in items:
        if {"talk", "browser"}.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
    yield  # now those are gone that do not run
    items[:] = long_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def long_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Deal the files with long tests to the workers, and put these before their other tests.

    Each worker of pytest-xdist begins with an equal part of the tests, in order. Those that end first take
    tests from the ends of the others' parts, and none can take a part of a long test that runs last.
    """
    fronts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    long = (item for item in items if item.get_closest_marker("long"))
    for at, (_, tests) in enumerate(groupby(long, lambda item: item.path)):  # they share fixtures
        fronts[at % workers] += tests
    others = iter([item for item in items if not item.get_closest_marker("long")])
    ordered: list[pytest.Item] = []
    for at, front in enumerate(fronts):
        size = (len(items) - len(ordered)) // (workers - at)
        ordered += [*front, *islice(others, max(0, size - len(front)))]
    return [*ordered, *others]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip a test of formats and files that needs a package which is not installed, such as openpyxl."""
    try:
        return (yield)
    except MissingExtra as err:
        if item.path.parent.name not in ("formats", "files"):
            raise
        pytest.skip(str(err))


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors: a quarter of the time tests wait for processes of theirs."""
    return processors() + 1


def pytest_collection_finish() -> None:
    """Keep thousands of collected tests out of each search for garbage."""
    gc.collect()
    gc.freeze()


def without_kernel(stderr: str) -> str:
    """What `check` says on stderr, but for the line on the slow kernel, where that serves."""
    return re.sub(r"\Anonosat: using the Python kernel.*\n", "", stderr)


def without_files(stderr: str) -> str:
    """What a command says on stderr, but for the slow kernel, and the files it wrote or skipped."""
    said = re.compile(r"^nonosat: (?:wrote|replaced|skipped) .*\n", re.MULTILINE)
    return said.sub("", without_kernel(stderr))


def ways() -> list[str]:
    """Every backend, each followed by its variants."""
    return [
        f"{entry.name}:{variant}" if variant else entry.name
        for entry in BACKENDS
        for variant in ("", *(variants_of(entry.name) if BACKENDS.available(entry) else ()))
    ]


def backends() -> Iterator[Any]:
    """Every backend, and each of its variants, which take longer."""
    for name in ways():
        yield pytest.param(name, marks=pytest.mark.slow) if ":" in name else name


@pytest.fixture(params=backends())
def backend(request: pytest.FixtureRequest) -> str:
    """Every backend and variant in turn; one whose package is absent is skipped visibly."""
    name: str = request.param
    entry = BACKENDS.entry(name.partition(":")[0])
    if not BACKENDS.available(entry):
        pytest.skip(f"{entry.needs} is not installed")
    return name


@pytest.fixture
def one_child(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let backend mip keep one process for all puzzles of a test: a start takes longer than a small puzzle."""
    if not BACKENDS.available(BACKENDS.entry("mip")):
        yield
        return
    mip = importlib.import_module("nonosat.solving.backends.mip")
    with ExitStack() as stack:

        @cache
        def child(memory: int) -> Child:
            return stack.enter_context(Child(memory))

        monkeypatch.setattr(mip, "Child", lambda memory: nullcontext(child(memory)))
        yield


@pytest.fixture(scope="session")
def open_puzzle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A puzzle of 60x76 cells: line logic decides the first and last rows, and no search the rest."""
    rng = random.Random(7)
    rows = ["".join(rng.choices("#.", (45, 55), k=60)) for _ in range(60)]
    grid = nonosat.Grid.of(["#" * 60] * 8 + rows + ["." * 60] * 8)
    path = tmp_path_factory.mktemp("open") / "open.non"
    nonosat.dump([nonosat.Sheet(nonosat.Puzzle.of_grid(grid))], path)
    return path


@pytest.fixture
def shared() -> Path:
    """The folder of material that lies beside the project on some machines."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("../shared is not here")
    return folder


@pytest.fixture(scope="session")
def native() -> ModuleType:
    """The kernel in C++; inside of Pyodide it is WebAssembly."""
    if sys.platform == "emscripten":
        return importlib.import_module("nonosat.kernel.wasm")
    try:
        return importlib.import_module("nonosat.kernel.native")
    except ModuleNotFoundError:
        pytest.skip("the native kernel is not built")


@pytest.fixture(scope="session", params=["reference", "native"])
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    """Each kernel in turn."""
    if request.param == "native":
        return request.getfixturevalue("native")
    return importlib.import_module("nonosat.kernel.board")


@pytest.fixture
def kernel_behind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kernel that all of nonosat uses, here and in children: for tests marked `both_kernels`."""
    if request.param == kernel_name:
        yield request.param
        return
    if request.param == "native":
        pytest.skip("the native kernel is not built")
    native = importlib.import_module("nonosat.kernel.native")
    homes = {"Board": "nonosat.kernel.board", "narrow": "nonosat.kernel.line"}
    for module in pkgutil.walk_packages(nonosat.__path__, "nonosat."):
        with suppress(ImportError):  # loaded later on, it would keep what it finds now
            importlib.import_module(module.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE, "reference")
        patch.setattr(nonosat.kernel, "name", "reference")
        for module, (name, home) in product(list(sys.modules.values()), homes.items()):
            if module is not native and vars(module).get(name) is getattr(native, name):
                patch.setattr(module, name, getattr(sys.modules[home], name))
        identity.cache_clear()
        yield request.param
    identity.cache_clear()


class Clock:
    """The module `time`, whose monotonic clock moves only as a test says."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that limits are measured by."""
    made = Clock()
    monkeypatch.setattr("nonosat.limits.time", made)
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the test runs, so that messages are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """npm's package: ``NONOSAT_PYODIDE`` names one, else npm fetches it."""
    named = os.environ.get("NONOSAT_PYODIDE")
    if named:
        return Path(named)
    from nonosat.web.site import PYODIDE

    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, and NONOSAT_PYODIDE names no package")
    folder = tmp_path_factory.mktemp("npm")
    words = [npm, "pack", "--silent", f"pyodide@{PYODIDE}"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    found = list(folder.glob("*.tgz"))
    if done.returncode or not found:
        pytest.skip(f"npm does not get pyodide {PYODIDE}")
    return found[0]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path | str:
    """The kernel in WebAssembly, or why there is none."""
    from wasm_kernel import compile_kernel

    target = tmp_path_factory.mktemp("kernel") / "kernel.wasm"
    try:
        compile_kernel(target)
    except MissingExtra as err:
        return str(err)
    return target


@pytest.fixture(scope="session")
def wasm_kernel_file(compiled: Path | str) -> Path:
    """The kernel in WebAssembly."""
    if isinstance(compiled, str):
        pytest.skip(compiled)
    return compiled

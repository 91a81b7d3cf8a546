"""Which kernel serves, that an install without a compiler succeeds, and what it brings."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest
from command import python
from conftest import IN_CHECKOUT, ROOT
from test_examples import PROGRAMS, run_program

from nonosat import kernel

pytestmark = pytest.mark.slow

CHOSEN = os.environ.get("NONOSAT_KERNEL", "")
COMPILED = importlib.util.find_spec("nonosat.kernel.native") is not None
COMPILERS = ("c++", "g++", "clang++", "cl")
HOOK = ROOT / "data" / "seeds" / "hook-5x5.two"
NAME = "import nonosat.kernel; print(nonosat.kernel.name)"
WITHOUT_NATIVE = "import sys; sys.modules['nonosat.kernel.native'] = None"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what chooses a kernel or steers a build."""
    for name in list(os.environ):
        if name == "NONOSAT_KERNEL" or name.startswith(("CMAKE_", "SKBUILD_")):
            monkeypatch.delenv(name)


def test_the_compiled_kernel_serves() -> None:
    if not COMPILED:
        headers = Path(sysconfig.get_path("include"), "Python.h").is_file()
        if headers and any(map(shutil.which, COMPILERS)):
            pytest.fail("there is a compiler, but no compiled kernel: install the package again")
        pytest.skip("no compiler, or no headers of Python")
    done = python("-c", NAME)
    assert (done.returncode, done.stdout) == (0, "native\n"), done.stderr
    if not CHOSEN:
        assert kernel.name == "native"


# NONOSAT_KERNEL, what runs before the import, exit code, end of stdout and stderr
CHOICES = {
    "reference": ("reference", "", 0, "reference\n"),
    "empty": ("", WITHOUT_NATIVE, 0, "reference\n"),
    "nonsense": ("fast", "", 1, "ImportError: NONOSAT_KERNEL is 'fast'; it can be native or reference\n"),
    "upper case": ("NATIVE", "", 1, "ImportError: NONOSAT_KERNEL is 'NATIVE'; it can be native or reference\n"),
}  # fmt: skip


@pytest.mark.parametrize(("wanted", "before", "code", "says"), CHOICES.values(), ids=CHOICES)
def test_the_environment_chooses(wanted: str, before: str, code: int, says: str) -> None:
    done = python("-c", f"{before}\n{NAME}", NONOSAT_KERNEL=wanted)
    assert done.returncode == code
    assert (done.stdout + done.stderr).endswith(says)


def test_a_compiled_kernel_that_is_wanted_and_absent_fails_loudly() -> None:
    done = python("-c", f"{WITHOUT_NATIVE}\n{NAME}", NONOSAT_KERNEL="native")
    assert (done.returncode, done.stdout) == (1, "")
    assert "ModuleNotFoundError: " in done.stderr
    assert "nonosat.kernel.native" in done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package where no compiler can be found."""
    if not IN_CHECKOUT:
        pytest.skip("nonosat is installed; there is no checkout to install")
    folder = tmp_path_factory.mktemp("install")
    target, nowhere = folder / "target", str(folder / "no-compiler")
    hidden = {"CC": nowhere, "CXX": nowhere, "CMAKE_GENERATOR": "Ninja"}
    options = ["--no-deps", "--target", str(target), str(ROOT)]
    if importlib.util.find_spec("pip") is None:
        if (uv := shutil.which("uv")) is None:
            pytest.skip("neither pip nor uv is installed here")
        command = [uv, "pip", "install", "--python", sys.executable, *options]
        subprocess.run(command, check=True, env=os.environ | hidden, timeout=300)
        return target
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    pip = ("-m", "pip", "--disable-pip-version-check", "--no-input")
    fetched = python(
        *pip, "download", "-q", "--retries=0", "--no-deps", "-d", str(folder), *build["requires"]
    )
    if fetched.returncode:
        pytest.skip(f"pip reaches no index: {fetched.stderr.splitlines()[-1:]}")
    done = python(*pip, "install", *options, seconds=300, **hidden)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def python_there(
    installed: Path, *args: str, cwd: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """Run with the package installed there and our dependencies.

    Without site (-S): an editable install of ours would come first.
    """
    places = dict.fromkeys([str(installed), *map(sysconfig.get_path, ("purelib", "platlib"))])
    path = os.pathsep.join(places)
    return python("-S", *args, cwd=cwd or installed.parent, PYTHONPATH=path, **changes)


@pytest.mark.night
def test_an_install_without_a_compiler_solves_without_a_compiled_kernel(installed: Path) -> None:
    done = python_there(installed, "-m", "nonosat", "solve", str(HOOK))
    assert done.returncode == 0, done.stderr
    assert "\nunique solution, " in done.stdout
    done = python_there(installed, "-c", NAME, NONOSAT_KERNEL="native")
    assert done.returncode == 1
    assert "No module named 'nonosat.kernel.native'" in done.stderr


@pytest.fixture(scope="module")
def interpreter(installed: Path) -> str:
    """Of an environment that has the package and its dependencies, and no checkout."""
    folder = installed.parent / "venv"
    venv.create(folder, symlinks=os.name != "nt")
    vars_ = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", vars=vars_))
    places = dict.fromkeys([str(installed), *map(sysconfig.get_path, ("purelib", "platlib"))])
    (site / "places.pth").write_text("\n".join(places), encoding="utf-8")
    scripts = Path(sysconfig.get_path("scripts", vars=vars_))
    python_of_it = str(scripts / Path(sys.executable).name)
    found = subprocess.check_output(
        [python_of_it, "-c", "import nonosat; print(nonosat.__file__)"], text=True, cwd=folder
    )
    assert Path(found.strip()).parent == installed / "nonosat"
    return python_of_it


@pytest.mark.night
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_examples_run_with_an_installed_package(
    interpreter: str, name: str, tmp_path: Path
) -> None:
    run_program(name, tmp_path, interpreter)


@pytest.mark.night
def test_what_is_installed(installed: Path) -> None:
    package = installed / "nonosat"
    (wheel,) = installed.glob("nonosat-*.dist-info/WHEEL")
    assert "Tag: py3-none-any" in wheel.read_text().splitlines()
    beside = [path.relative_to(installed / "share") for path in (installed / "share").rglob("*")]
    assert {"man/man1/nonosat.1", "zsh/site-functions/_nonosat"} <= {x.as_posix() for x in beside}
    assert (package / "py.typed").is_file()
    sources = {
        ".py",
        ".pyc",
        ".typed",
        ".css",
        ".html",
        ".js",
        ".json",
        ".gz",
        ".npz",
        ".txt",
        ".md",
        ".toml",
    }
    assert {path.suffix for path in package.rglob("*.*")} <= sources
    assert len(list(installed.glob("nonosat-*.dist-info/licenses/LICENSE"))) == 1

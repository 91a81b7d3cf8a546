"""The kernel in WebAssembly: the tests of this folder run once more, in node, against it."""

import gzip
import re
import shutil
import subprocess
import sysconfig
import tarfile
from pathlib import Path

import pytest
from conftest import PACKAGE, ROOT

FILES = (
    "test_kernel.py",
    "test_restart.py",
    "test_belief.py",
    "test_clauses.py",
    "test_memory_of_wasm.py",
)
OPTIONS = ("-q", "-c", "/dev/null", "--rootdir=/checkout", "-k", "native or kernel or wasm")


def test_the_kernel_for_browsers_is_made_of_these_sources() -> None:
    wasm_kernel = pytest.importorskip("wasm_kernel", reason="not in a checkout")
    content = gzip.decompress(wasm_kernel.FILE.read_bytes())
    assert content.endswith(wasm_kernel.SECTION + wasm_kernel.sources_hash()), (
        "python share/wasm_kernel.py makes it anew"
    )


@pytest.mark.night
def test_the_tests_of_the_kernel_pass_with_web_assembly(
    pyodide: Path, wasm_kernel_file: Path, tmp_path: Path
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    if not pyodide.is_dir():
        with tarfile.open(pyodide) as packed:
            packed.extractall(tmp_path, filter="data")
        pyodide = tmp_path / "package"
    script = ROOT / "tests" / "kernel" / "in_node.mjs"
    places = (pyodide, wasm_kernel_file, ROOT, PACKAGE, sysconfig.get_path("purelib"))
    done = subprocess.run(
        [node, script, *places, *OPTIONS, *(f"tests/kernel/{name}" for name in FILES)],
        capture_output=True,
        encoding="utf-8",
        timeout=280,
    )
    said = done.stdout[-3000:] + done.stderr[-2000:]
    assert done.returncode == 0, said
    passed = re.search(r"(\d+) passed, \d+ skipped", done.stdout)
    assert passed is not None, said
    assert int(passed[1]) > 400

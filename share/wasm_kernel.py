"""Makes the kernel for browsers, ``nonosat/web/local/kernel.wasm.gz``, from the kernel in C++.

python share/wasm_kernel.py

It needs a compiler. Clang takes seconds; Zig takes minutes on its first run, to build its C++ library.
The file ends with the hash of its sources, so that a test can say when it is out of date.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nonosat.errors import MissingExtra

PACKAGE = Path(__file__).parents[1] / "nonosat"
FILE = PACKAGE / "web" / "local" / "kernel.wasm.gz"
SOURCE = PACKAGE / "kernel" / "wasm.cpp"
SECTION = b"sources"
"""The name of the section of the file that has the hash."""
NEWEST_CLANG, OLDEST_CLANG = 30, 14
"""Debian's commands have the version in their names; 14 is the oldest that was tested."""
SECONDS = 900.0
"""Seconds that a compiler may take."""
OPTIONS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++17", "-O2", "-s"),
    *("-fno-exceptions", "-fno-rtti", "-fno-unroll-loops"),
    *("-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint", "-mmutable-globals"),
    "-Wl,--export=__stack_pointer,--max-memory=536870912,-z,stack-size=262144",
)
"""The kernel uses at most 512 MB."""
CLANG_ONLY = ("-Wl,--stack-first",)
"""A full stack then ends the kernel instead of overwriting data. Zig does this by default."""
WANTED = "pip install ziglang, or Debian's clang lld wasi-libc libc++-dev-wasm32 and libclang-rt-*-dev-wasm32"


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as work:
        made = Path(work, "kernel.wasm")
        compile_kernel(made)
        content = SECTION + sources_hash()
        section = bytes([0, len(content) + 1, len(SECTION)]) + content
        FILE.write_bytes(gzip.compress(made.read_bytes() + section, mtime=0))
    print(f"{FILE}: {FILE.stat().st_size} bytes")


def sources_hash() -> bytes:
    """Hash what the kernel is made from."""
    sources = sorted([SOURCE, *SOURCE.parent.glob("*.hpp")])
    return hashlib.sha256(
        b"".join(path.name.encode() + path.read_bytes() for path in sources)
    ).digest()


def compile_kernel(target: Path) -> None:
    """Write the kernel to `target`, without that hash.

    Raises:
        MissingExtra: no compiler is installed, or all of them fail; the error says what to install.
    """
    said = ""
    for compiler in _compilers():
        words = [*compiler, *OPTIONS, str(SOURCE), "-o", str(target)]
        try:
            done = subprocess.run(
                words, capture_output=True, encoding="utf-8", errors="replace", timeout=SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as err:
            said = said or str(err)
            continue
        if done.returncode == 0 and target.is_file():
            return
        said = (
            said
            or f"{Path(compiler[0]).name}: {next(iter(done.stderr.splitlines()), 'no message')}"
        )
    what = "the kernel for browsers needs a compiler for WebAssembly"
    raise MissingExtra(f"{what}{f' ({said})' if said else ''}: {WANTED}")


def _compilers() -> Iterator[list[str]]:
    """Yield commands that compile C++ for WebAssembly, fastest first."""
    versions = range(NEWEST_CLANG, OLDEST_CLANG - 1, -1)
    for name in ("clang++", *(f"clang++-{version}" for version in versions)):
        if path := shutil.which(name):
            yield [path, *CLANG_ONLY]
    if importlib.util.find_spec("ziglang"):
        yield [sys.executable, "-m", "ziglang", "c++"]
    if path := shutil.which("zig"):
        yield [path, "c++"]


if __name__ == "__main__":
    main()

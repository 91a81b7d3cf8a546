"""The page as a folder of files for any web server.

It contains Python in WebAssembly (Pyodide), and nonosat in an archive; the browser runs them in a
worker (``local/worker.js``). All files are from one place, and a service worker keeps them for the
next visit (``local/service.js``).
"""

import base64
import contextlib
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import nonosat
from nonosat.draw.elements import text_element
from nonosat.draw.policy import policy
from nonosat.errors import InputError, MissingExtra, OutputError, UsageError, naming_os_errors
from nonosat.formats import FORMATS
from nonosat.formats.named.link import link_of
from nonosat.model import Sheet
from nonosat.platforms.folders import whole_folder
from nonosat.web.pages import (
    FIRST,
    OFFLINE,
    first_page,
    served_text,
    static_files,
    without_comments,
)
from nonosat.web.start_data import start_data

PYODIDE = "314.0.7"
"""The version of npm's package ``pyodide`` that is known to work; it has Python 3.14."""
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""Its files that a browser needs."""
MOST_BYTES = 50_000_000
"""Largest size of one of these files."""
LIST = "files.json"
"""The file with the digests of all others. It marks a folder as ours."""
ARCHIVE = "nonosat.zip"
KERNEL = "kernel.wasm"
LOCAL = Path(__file__).parent / "local"
COLLECTION = "samples.json"
"""The puzzles of the first screen: a list, see `listed_puzzle`. nonosat's own have ``sheet`` for ``link``."""
POLICY = policy(
    "script-src 'self' 'wasm-unsafe-eval'",  # without it no WebAssembly is compiled
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
)
HEAD = '<link rel="icon" href="data:," />'
"""The line of the page that gets the policy of a site before it."""
READ_ME = """This folder is the page of nonosat {version}. Serve it with any web server, such as

    python3 -m http.server

in this folder, and open http://localhost:8000. Any address will do. Opened from the disk, without a
server, the page does not work: browsers allow no workers there.
"""


class Written(NamedTuple):
    """The files that were written."""

    files: int
    packed: int
    """Bytes of all files, compressed by gzip as servers send them."""


def listed_puzzle(sheet: Sheet, stars: int | None) -> dict[str, Any]:
    """Return a puzzle as the first screen reads it, without its solution.

    Its keys: ``link``, the end of an address that plays it, beginning with ``#puzzle=`` (it contains
    the title, to be shown once the puzzle is solved); ``stars`` from 1 to 5, or null.

    Raises:
        CannotHold: the puzzle is too large for a link.
    """
    return {"link": link_of(sheet), "stars": stars}


def write_site(
    folder: Path,
    pyodide: Path | None = None,
    puzzles: Sequence[Mapping[str, Any]] | None = None,
    title: str = "",
) -> Written:
    """Write the whole page.

    Args:
        folder: must not exist, or be empty, or be such a page, which is replaced.
        pyodide: npm's package ``pyodide``, as a folder or as the file that ``npm pack`` fetches.
            If None, npm fetches it.
        title: of the page, in place of nonosat.
        puzzles: for the first screen, as `listed_puzzle` makes them; None means those of nonosat.

    Raises:
        UsageError: the folder holds something else.
        InputError: cannot read the package of Pyodide.
        MissingExtra: npm is missing or cannot fetch the package.
        OutputError: the folder cannot be written.
    """
    _check_folder(folder)
    files = dict(_files(_pyodide(pyodide)))
    if puzzles is not None:
        files[COLLECTION] = json.dumps(puzzles).encode()
    if title:
        named = files["index.html"].replace(b">nonosat</", f">{text_element(title)}</".encode())
        files["index.html"] = named
    every = json.dumps({name: _digest(data) for name, data in sorted(files.items())})
    version = hashlib.sha256(every.encode()).hexdigest()[:16]
    _fill(files, "worker.js", version=version)
    digests = {name: _digest(data) for name, data in files.items() if name != "service.js"}
    _fill(files, "service.js", version=version, files=digests)
    files[LIST] = json.dumps({"nonosat": nonosat.__version__, "files": digests}).encode()
    files["README.txt"] = READ_ME.format(version=nonosat.__version__).encode()
    with naming_os_errors(OutputError, folder), whole_folder(folder, replace=True) as work:
        for name, data in files.items():
            (work / name).parent.mkdir(exist_ok=True)
            (work / name).write_bytes(data)
    return Written(len(files), sum(len(gzip.compress(data)) for data in files.values()))


def _fill(made: dict[str, bytes], name: str, **values: object) -> None:
    """Replace each ``"{{name}}"`` in a module by its value."""
    text = made[name].decode()
    for key, value in values.items():
        text = text.replace(f'"{{{{{key}}}}}"', json.dumps(value))
    made[name] = text.encode()


def _check_folder(folder: Path) -> None:
    """Refuse a folder that holds other files than a page."""
    with naming_os_errors(OutputError, folder):
        empty = not folder.exists() or not any(folder.iterdir())
    if not empty and not (folder / LIST).is_file():
        raise UsageError(
            f"{folder} holds other files than a page of nonosat; choose an empty folder, or for a page "
            f"of the puzzles in it: nonosat site {folder} -o DIR"
        )


def _files(pyodide: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file, except the lists of files."""
    for name, data in pyodide.items():
        yield f"pyodide/{name}", _without_packages(data) if name.endswith("-lock.json") else data
    yield ARCHIVE, _archive()
    yield KERNEL, gzip.decompress((LOCAL / f"{KERNEL}.gz").read_bytes())
    for name in static_files():
        if name not in (FIRST, OFFLINE):
            yield name, served_text(name).encode()
    for path in LOCAL.glob("*.js"):
        yield path.name, without_comments(path.read_text(encoding="utf-8")).encode()
    yield FIRST, _first().encode()


def _first() -> str:
    """Make the first page, with its policy in it: other servers do not send our headers."""
    start = start_data()
    start |= {
        "formats": [item for item in start["formats"] if not FORMATS.entry(item["name"]).needs],
        "drawings": ["svg"],
        "local": "./local.js",
    }
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    {HEAD}'
    return first_page(start).replace(HEAD, head)


def _archive() -> bytes:
    """Zip all modules of nonosat. The same modules make the same bytes.

    The page itself is added, since it makes pages of one file to play a puzzle.
    """
    root = Path(nonosat.__file__).parent.parent
    page = [path for path in LOCAL.with_name("static").iterdir() if path.is_file()]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted([*root.glob("nonosat/**/*.py"), *page]):
            name = path.relative_to(root).as_posix()
            packed.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
        packed.writestr(
            zipfile.ZipInfo(f"nonosat-{nonosat.__version__}.dist-info/METADATA"), _asked()
        )
    return file.getvalue()


def _asked() -> str:
    """Return the requirements of the installed nonosat: messages name from them what to install."""
    with contextlib.suppress(metadata.PackageNotFoundError):
        lines = [f"Requires-Dist: {line}\n" for line in metadata.requires("nonosat") or ()]
        return f"Metadata-Version: 2.1\nName: nonosat\nVersion: {nonosat.__version__}\n{''.join(lines)}"
    return ""


def _pyodide(package: Path | None) -> dict[str, bytes]:
    """Return the files of Pyodide by name."""
    if package is not None:
        return _unpacked(package)
    npm = shutil.which("npm")
    if npm is None:
        raise MissingExtra(
            f"a page without a server needs npm's package pyodide {PYODIDE}: install npm, or "
            "pass the package with --pyodide"
        )
    with tempfile.TemporaryDirectory() as folder:
        words = [npm, "pack", "--silent", f"pyodide@{PYODIDE}"]
        done = subprocess.run(
            words, cwd=folder, capture_output=True, encoding="utf-8", errors="replace"
        )
        found = list(Path(folder).glob("*.tgz"))
        if done.returncode or len(found) != 1:
            why = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise MissingExtra(f"npm cannot fetch pyodide {PYODIDE}: {why}")
        return _unpacked(found[0])


def _unpacked(package: Path) -> dict[str, bytes]:
    """Read the files of a package from npm, packed or unpacked."""
    try:
        if package.is_dir():
            files = {name: (package / name).read_bytes() for name in PYODIDE_FILES}
        else:
            files = {}
            with tarfile.open(package) as packed:
                for name in PYODIDE_FILES:
                    member = packed.getmember(f"package/{name}")
                    content = packed.extractfile(member)
                    if content is None or member.size > MOST_BYTES:
                        raise InputError(f"{package}: {name} is not a file of Pyodide")
                    files[name] = content.read()
    except (OSError, KeyError, tarfile.TarError, EOFError) as err:
        what = getattr(err, "strerror", None) or err
        raise InputError(f"{package} is not a package of Pyodide: {what}") from err
    return files


def _without_packages(lock: bytes) -> bytes:
    """Empty Pyodide's list of packages, since the site has none."""
    try:
        fields = json.loads(lock)
        return json.dumps({"info": fields["info"], "packages": {}}).encode()
    except (ValueError, TypeError, KeyError) as err:
        raise InputError("cannot read pyodide-lock.json: unknown form") from err


def _digest(data: bytes) -> str:
    return base64.b64encode(hashlib.sha256(data).digest()).decode()

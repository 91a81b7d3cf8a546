"""The page without a server: the folder of its files. `test_local.py` opens it."""

import base64
import gzip
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
import wasm_kernel
from command import run

import nonosat
from nonosat.errors import InputError, MissingExtra, UsageError
from nonosat.formats import FORMATS
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.web import site as builder
from nonosat.web.endpoints import ANSWERS, STREAMS

pytestmark = pytest.mark.slow


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder that has the names of Pyodide's files, and no Pyodide."""
    folder = tmp_path / "package"
    folder.mkdir()
    for name in builder.PYODIDE_FILES:
        (folder / name).write_text(f"this is {name}")
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14"}, "packages": {"x": 1}}')
    return folder


def test_the_folder_has_what_it_lists(package: Path, tmp_path: Path) -> None:
    site = tmp_path / "public" / "site"
    written = builder.write_site(site, package)
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert written.files == len(files)
    listed = json.loads((site / "files.json").read_text())["files"]
    assert files - listed.keys() == {"files.json", "service.js", "README.txt"}
    for name, digest in listed.items():
        assert builder._digest((site / name).read_bytes()) == digest, name
    assert "{{" not in (site / "service.js").read_text()
    assert "{{" not in (site / "worker.js").read_text()
    assert json.loads((site / "pyodide" / "pyodide-lock.json").read_text())["packages"] == {}
    page = (site / "index.html").read_text()
    assert "default-src 'none'" in page


SHEET: dict[str, Any] = {"rows": [[1], [1]], "columns": [[1], [1]], "goal": ["#.", ".#"]}
CLUES = {"rows": "1;1", "columns": "1;1"}
IMAGE = {"data": base64.b64encode(bytes(12)).decode()}
#   question         requests that together use all that a visitor can ask for
EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "check":         [{"puzzle": SHEET, "known": ["??", "??"]}],
    "rate":          [{"puzzle": SHEET}],
    "hint":          [{"puzzle": SHEET}],
    "why":           [{"puzzle": SHEET, "cell": [0, 0], "known": ["#?", "??"]}],
    "marks":         [{"puzzle": SHEET, "name": "m.txt", "data": base64.b64encode(b"#?\n??\n").decode()}],
    "wrong":         [{"puzzle": SHEET, "known": ["#?", "??"]}],
    "import":        [{"name": "a.json", "data": base64.b64encode(json.dumps(SHEET).encode()).decode()}],
    "clues":         [CLUES],
    "conflict":      [CLUES | {"rows": "2;1"}, CLUES | {"rows": "1;0"}],
    "image":         [IMAGE],
    "scan":          [{"name": "a.png", "data": IMAGE["data"]}],
    "export":        [{"puzzles": [SHEET], "format": kind} for kind in ("play", "svg", *FORMATS.names)],
    "steps":         [{"puzzle": SHEET}],
    "solutions":     [{"puzzle": SHEET, "count": "all"}],
    "repair":        [{"puzzle": SHEET}],
}  # fmt: skip
ASK = """
import json, sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "-packages" not in path)]
from nonosat.web.in_browser import answer
import nonosat
assert nonosat.__file__.startswith(sys.argv[1])
for question, requests in json.load(sys.stdin).items():
    for request in requests:
        events = []
        answer(question, json.dumps(request), 20, lambda *event: events.append(event))
        if "internal error" in events[-1][1]:
            print(question, request, events[-1][1])
        if question == "repair":
            assert json.loads(events[-1][1])["fewest"] is False, events
"""


def test_the_archive_has_what_each_question_needs(tmp_path: Path) -> None:
    assert EXAMPLES.keys() == ANSWERS.keys() | STREAMS.keys()
    archive = tmp_path / "nonosat.zip"
    archive.write_bytes(builder._archive())
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ASK, archive],
        input=json.dumps(EXAMPLES), capture_output=True, text=True,
        env={"NONOSAT_KERNEL": "reference"},
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_folder_of_others_is_left_alone_and_ours_is_made_the_same_again(
    package: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="other files than a page of nonosat"):
        builder.write_site(tmp_path / "mine", package)
    builder.write_site(tmp_path / "site", package)
    files = [path for path in sorted((tmp_path / "site").rglob("*")) if path.is_file()]
    before = [path.read_bytes() for path in files]
    (tmp_path / "site" / "gone.js").write_text("")
    builder.write_site(tmp_path / "site", package)
    assert [path for path in sorted((tmp_path / "site").rglob("*")) if path.is_file()] == files
    assert [path.read_bytes() for path in files] == before
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "site", "package"}


def test_what_is_no_pyodide_is_refused_and_nothing_is_left(package: Path, tmp_path: Path) -> None:
    (package / "pyodide.asm.wasm").unlink()
    archive = tmp_path / "pyodide.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(package, "package")
    broken = tmp_path / "broken.tgz"
    broken.write_bytes(archive.read_bytes()[:100])
    for path in (package, archive, broken, tmp_path / "nothing"):
        with pytest.raises(InputError, match="not a package of Pyodide"):
            builder.write_site(tmp_path / "site", path)
    assert not (tmp_path / "site").exists()


def test_the_command_says_what_it_wrote_and_how_to_serve_it(package: Path, tmp_path: Path) -> None:
    done = run("site", "public", "--pyodide", package, cwd=tmp_path, PATH="")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "public" / "kernel.wasm").read_bytes() == gzip.decompress(
        wasm_kernel.FILE.read_bytes()
    )
    assert '"local": "./local.js"' in (tmp_path / "public" / "index.html").read_text()
    assert re.match(r"public: \d+ files, \d\.\d MB as servers send them\n", done.stdout)
    assert "http.server" in done.stdout
    done = run("site", "public", "--pyodide", "missing", cwd=tmp_path)
    assert done.returncode == 3
    assert "missing is not a package of Pyodide" in done.stderr


def test_a_page_of_the_puzzles_of_a_folder(package: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    picture = Grid.of(["##.", "#..", "###"])
    nonosat.dump(Sheet(Puzzle.from_picture(picture), (picture,)), mine / "big_cat.json")
    nonosat.dump(Puzzle.from_picture(picture.rotate()), mine / "turned.non")
    nonosat.dump(Puzzle.of([1, 1], [1, 1]), mine / "switch.non")
    nonosat.dump(Puzzle.of([1], [1]), mine / "dot.non")
    (mine / "typo.non").write_text("width 1\nheight 1\nrows\n2\ncolumns\n1\n")
    done = run("site", "mine", "-o", "public", "--pyodide", package, cwd=tmp_path)
    assert done.returncode == 10
    assert ": mine/big_cat.json, mine/turned.non\n" in done.stderr
    assert "5 puzzles, 3 in the page, 1 unreadable, 1 left out: mine/switch.non" in done.stderr
    text = (tmp_path / "public" / builder.COLLECTION).read_text()
    assert not re.search("cat|goal", text)
    listed = json.loads(text)
    sheets = [sheet for it in listed for sheet in nonosat.loads(it["link"])]
    assert [sheet.puzzle.width for sheet in sheets] == [1, 3, 3]
    at, cat = next((at, sheet) for at, sheet in enumerate(sheets) if sheet.title == "big cat")
    assert (listed[at]["stars"], cat.goals) == (1, ())
    assert cat.puzzle == Puzzle.from_picture(picture)
    digests = json.loads((tmp_path / "public" / "files.json").read_text())["files"]
    assert digests[builder.COLLECTION] == builder._digest(text.encode())


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["mine"], 2, "for a page of the puzzles in it: nonosat site mine -o DIR"),
        (["mine", "public"], 2, "name the folder to write: -o DIR"),
        (["mine.non"], 2, "name the folder to write: -o DIR"),
        (["mine", "-o", "public"], 5, "no puzzle is left for the page"),
        (["empty", "-o", "public"], 5, "no puzzle is left for the page"),
    ],
)
def test_a_page_that_cannot_be_made_is_said(
    package: Path, tmp_path: Path, words: list[str], code: int, message: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine").mkdir()
    nonosat.dump(Puzzle.of([1, 1], [1, 1]), tmp_path / "mine" / "switch.non")
    done = run("site", *words, "--pyodide", package, cwd=tmp_path)
    assert done.returncode == code
    assert message in done.stderr
    assert not (tmp_path / "public").exists()


def test_a_compiler_that_does_not_manage_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the next one is tried."""
    bad = [sys.executable, "-c", "raise SystemExit('no WebAssembly here')"]
    good = [sys.executable, "-c", "import sys; open(sys.argv[-1], 'w').close()"]
    monkeypatch.setattr(wasm_kernel, "_compilers", lambda: [bad, bad])
    with pytest.raises(MissingExtra, match=r"no WebAssembly here.*: pip install ziglang, or"):
        wasm_kernel.compile_kernel(tmp_path / "kernel.wasm")
    monkeypatch.setattr(wasm_kernel, "_compilers", lambda: [["nothing/here"], bad, good])
    wasm_kernel.compile_kernel(tmp_path / "kernel.wasm")

"""The README and the pages of `docs/`: every command shown is run, and its output is compared."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from command import run
from conftest import IN_CHECKOUT, ROOT, at_night, ways

from nonosat.generators.families import FAMILIES
from nonosat.solving.backends import BACKENDS

PAGES = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md"))]
BLOCK = re.compile(
    r"^(<!-- output varies: [^\n]*-->\n)?```(console|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
TIMES = [
    (re.compile(r'(?: +|\()\d+\.\d+ s\b'), " 0.000 s"),
    (re.compile(r'("(?:cpu_)?seconds": )[\d.e-]+'), r"\g<1>0"),
]  # fmt: skip
"""What differs from run to run, and what stands for it here."""


class Example(NamedTuple):
    """A command with the output that a page shows; None where the output differs between runs."""

    command: str
    output: str | None


def examples(text: str) -> Iterator[Example]:
    """The commands of a page, in order."""
    for varies, kind, body, printed in BLOCK.findall(text):
        if kind == "python":
            yield Example(f"{sys.executable} -c '{body}'", printed)
            continue
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield Example(command, None if varies else output)


def comparable(output: str) -> str:
    """An output without the times in it."""
    for pattern, instead in TIMES:
        output = pattern.sub(instead, output)
    return output


def typed(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as at a terminal; where it needs no shell, in this process, which is faster."""
    if re.fullmatch(r"nonosat [^|<>;&$*`\n]*\n?", command):
        return run(*shlex.split(command)[1:], cwd=folder, together=True)
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=300, check=False,
    )  # fmt: skip


BY_NIGHT = ["docs/bench.md", "docs/many.md", "docs/scan.md"]
"""They take longer than all other pages; by day tests/bench, tests/run and tests/scan try what they show."""
WITH_EXAMPLES = [page for page in PAGES if any(examples((ROOT / page).read_text("utf-8")))]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(
    "page", [*(page for page in WITH_EXAMPLES if page not in BY_NIGHT), *at_night(*BY_NIGHT)]
)
def test_shown_commands_print_what_is_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("data", "docs/scan", "tests/data"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.setenv("COLUMNS", "80")
    for command, expected in examples((ROOT / page).read_text(encoding="utf-8")):
        if expected is None:  # a process for each run takes a minute; tests/bench tries them
            command = re.sub(r"^nonosat bench(?! report)( run)?", r"\g<0> --in-process", command)
        done = typed(command, tmp_path)
        assert "Traceback" not in done.stdout, command
        if expected is None:
            # 10: some puzzle has several solutions. -9: the shell gave way to what was killed.
            assert done.returncode in (0, 10, -9), command
        else:
            assert comparable(done.stdout) == comparable(expected), command


def test_finds_the_commands() -> None:
    text = "```console\n$ a b\nout\n$ c\n```\n\n<!-- output varies: times -->\n```console\n$ d\nx\n```\n"
    assert list(examples(text)) == [Example("a b", "out\n"), Example("c", ""), Example("d", None)]


def test_every_linked_file_exists() -> None:
    for page in PAGES:
        for target in re.findall(
            r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text(encoding="utf-8")
        ):
            if IN_CHECKOUT or "../nonosat/" not in target:
                assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links {target}"


def test_lines_of_prose_are_short() -> None:
    for page in PAGES:
        text = re.sub(r"(?ms)^```.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"))
        long = [line for line in text.splitlines() if len(line) > 120 and line[:1] not in "|<!"]
        assert not long, page


def test_every_family_has_its_picture() -> None:
    page = (ROOT / "docs" / "generate.md").read_text(encoding="utf-8")
    for family in FAMILIES:
        assert f'| `{family}` | <img src="families/{family}.svg"' in page
        assert (ROOT / "docs" / "families" / f"{family}.svg").exists()


@pytest.mark.parametrize("page", ["README.md", "docs/backends.md"])
def test_the_pages_list_every_backend(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    table = re.search(r"^\| backend \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    assert tuple(re.findall(r"^\| `(\w+)` \|", table[1], re.MULTILINE)) == tuple(BACKENDS.names)


def test_a_page_lists_every_variant() -> None:
    text = (ROOT / "docs/backends.md").read_text(encoding="utf-8")
    table = re.search(r"^\| variant \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    listed = set(re.findall(r"`(\w+:\w+)`", table[1]))
    models = {name for name in ways() if ":" in name}
    assert models <= listed
    assert listed <= models | {"sat:cadical195"}

"""The documentation as a site: its links, and that a dead one ends the build."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, in_checkout, script

import nonosat
from nonosat.formats.named.link import link_of

BUILD = script("docs/build.py")
LINKS = [
    # page, text, what the site has, and what is brought for it
    ("README.md", "[c](docs/check.md)", "[c](check.md)", ["docs/check.md"]),
    ("README.md", '<img src="docs/fox.svg">', '<img src="fox.svg">', ["docs/fox.svg"]),
    ("docs/check.md", '<img src="two.svg" height="9">',
     '<img src="two.svg" style="max-height: 9px; width: auto">', ["docs/two.svg"]),
    ("docs/check.md", "[e](explain.md#x)", "[e](explain.md#x)", ["docs/explain.md"]),
    ("docs/check.md", "[r](../README.md)", "[r](index.md)", ["README.md"]),
    ("docs/check.md", "[c](../tests/a.py)", "[c](tests/a.py)", ["tests/a.py"]),
    ("tests/fuzz/README.md", "[c](../../docs/check.md)", "[c](../../check.md)", ["docs/check.md"]),
    ("docs/certificate.md", "[c](certificate)", "[c](certificate/README.md)",
     ["docs/certificate/README.md"]),
    ("docs/dev/platforms.md", "[c](../../tests/web)", "[c](../tests/web/__init__.py)",
     ["tests/web/__init__.py"]),
    ("docs/check.md", "[r](../nonosat/__init__.py#nonosat.Result)", "[r](reference.md#nonosat.Result)", []),
    ("docs/dev/platforms.md", "[r](../../nonosat/__init__.py)", "[r](../reference.md)", []),
    ("docs/check.md", "[h](#here) [w](https://webpbn.com)", "[h](#here) [w](https://webpbn.com)", []),
    ("docs/check.md", "```sh\n[c](../tests/a.py)\n```", "```sh\n[c](../tests/a.py)\n```", []),
]  # fmt: skip


@pytest.mark.parametrize(("page", "text", "expected", "brought"), LINKS)
def test_links_lead_to_the_same_on_the_site(
    page: str, text: str, expected: str, brought: list[str]
) -> None:
    wanted: list[str] = []
    assert BUILD.page(page, text, False, wanted.append) == expected
    assert wanted == brought


def test_pictures_of_puzzles_open_in_the_page_that_plays_them() -> None:
    text = '<img src="docs/fox.svg" alt="A fox">'
    fox = nonosat.load(ROOT / "data" / "drawn" / "fox.json")[0]
    address = link_of(fox, "play/")
    wanted: list[str] = []
    shown = BUILD.page("README.md", text, True, wanted.append)
    assert shown == f'<a href="{address}"><img src="fox.svg" alt="A fox"></a>'


def test_what_is_said_of_the_page_gives_way_to_the_page() -> None:
    wanted: list[str] = []
    assert BUILD.page("README.md", "[try it](docs/site.md#try-it)", True, wanted.append) == (
        "[try it](play/)"
    )
    assert wanted == []


def sources(folder: Path) -> Path:
    """A copy of all that the site is made of."""
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for name in ("docs", "benchmarks", "data", "nonosat", "tests"):
        leave = shutil.ignore_patterns("__pycache__", "*.so", "web-*", "results/*")
        shutil.copytree(ROOT / name, folder / name, ignore=None if name == "docs" else leave)
    return folder


@in_checkout
@pytest.mark.night
@pytest.mark.long
def test_the_site_has_all_pages_and_asks_nobody_else(tmp_path: Path) -> None:
    pytest.importorskip("zensical", reason="zensical is not installed")
    play = tmp_path / "play"
    play.mkdir()
    (play / "index.html").write_text("<p>the page</p>")
    site = tmp_path / "site"
    BUILD.build(site, play)
    assert (site / "play" / "index.html").read_text() == "<p>the page</p>"
    assert (site / "formats" / "non.html").exists()
    assert 'href="formats/non.html"' in (site / "formats.html").read_text(encoding="utf-8")
    copy = (site / "certificate" / "verify.py").read_bytes()
    assert copy == (ROOT / BUILD.PROGRAM).read_bytes()
    reference = (site / "reference.html").read_text(encoding="utf-8")
    for name in nonosat.__all__:
        assert f'id="nonosat.{name}"' in reference, name
    assert "&gt;&gt;&gt;" not in re.sub(r"<pre.*?</pre>", "", reference, flags=re.DOTALL)
    assert not re.search(r"<pre(?:(?!</pre>).)*Raises:", reference, re.DOTALL)
    assert json.loads((site / "search.json").read_text(encoding="utf-8"))
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|link|img)\b[^>]*(?:src|href)="(https?:)?//[^"]*"', text)
        assert loaded == [], page.name


@in_checkout
@pytest.mark.slow
@pytest.mark.parametrize("dead", ["[x](nothing.md)", "[x](solve.md#nothing)"])
def test_a_dead_link_ends_the_build(
    dead: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("zensical", reason="zensical is not installed")
    (tmp_path / "sources").mkdir()
    monkeypatch.setattr(BUILD, "ROOT", sources(tmp_path / "sources"))
    with (tmp_path / "sources" / "docs" / "check.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{dead}\n")
    with pytest.raises((FileNotFoundError, subprocess.CalledProcessError)):
        BUILD.build(tmp_path / "site")
    assert not (tmp_path / "site").exists()

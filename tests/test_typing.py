"""A type checker reads the examples of `docs/python.md` as it does for users of the installed package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PACKAGE, ROOT
from test_docs import BLOCK

# By day mypy reads the package, and tests/test_examples.py has it read the programs.
pytestmark = [pytest.mark.night, pytest.mark.long]
FOREIGN = ("reasoning_gym_nonograms", "data_frame")
"""Examples that need packages without types."""
OF_OTHERS = {
    "nonosat.solving.backends.cpsat.Variable",
    "nonosat.cli.spelling.Command",
    "nonosat.cli.spelling.Group",
}
"""Names whose types come from packages that publish none for some of their releases."""
WRONG = "import nonosat\nnonosat.check(5)\n"


def test_examples_have_no_errors_of_types(tmp_path: Path) -> None:
    pytest.importorskip("basedpyright", reason="basedpyright is not installed")
    site, examples = tmp_path / "site", tmp_path / "examples"
    shutil.copytree(PACKAGE, site / "nonosat", ignore=lambda folder, names: {
        name for name in names if "." in name and not name.endswith((".py", ".typed"))
    })  # fmt: skip
    examples.mkdir()
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    shown = [body for _, kind, body, _ in BLOCK.findall(text) if kind == "python"]
    programs = sorted((ROOT / "docs" / "examples").glob("*.py"))
    shown += [
        program.read_text(encoding="utf-8") for program in programs if program.stem not in FOREIGN
    ]
    shutil.copy(ROOT / "docs" / "examples" / "answers.py", examples)  # two others import it
    for number, body in enumerate([*shown, WRONG]):
        (examples / f"{number}.py").write_text(body, encoding="utf-8")
    # The rules of pyright where nobody sets any.
    (examples / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable],
        cwd=examples,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
    )
    found = json.loads(done.stdout)["generalDiagnostics"]
    errors = [(Path(it["file"]).stem, it["message"]) for it in found if it["severity"] == "error"]
    assert [message for name, message in errors if name != str(len(shown))] == []
    assert errors, "the checker does not see the types of nonosat"


def test_every_public_name_has_a_type(tmp_path: Path) -> None:
    pytest.importorskip("basedpyright", reason="basedpyright is not installed")
    shutil.copytree(PACKAGE, tmp_path / "nonosat")
    command = [sys.executable, "-m", "basedpyright", "--verifytypes", "nonosat", "--ignoreexternal"]
    done = subprocess.run(
        [*command, "--outputjson", "--pythonpath", sys.executable],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    found = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    public = {it["name"]: it for it in found if it["isExported"]}
    assert len(public) > 3000
    assert {name for name, it in public.items() if not it["isTypeKnown"]} <= OF_OTHERS

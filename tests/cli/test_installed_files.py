"""What is installed beside the package: the man page, and the completion of three shells."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command import environment, python
from conftest import ROOT

SHARE = ROOT / "share"
BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")
SHELLS = {
    "bash": """
        source {bash_completion}; source {share}/nonosat.bash
        COMP_LINE="nonosat {words}"; COMP_POINT=${{#COMP_LINE}}
        COMP_WORDS=(nonosat {parts}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _nonosat nonosat; printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    "zsh": """
        words=(nonosat {words}); CURRENT=${{#words}}
        _arguments() {{ print -r -- "$@" }}
        source {share}/nonosat.zsh
    """,
    "fish": """
        source {share}/nonosat.fish; complete --do-complete "nonosat {words}"
    """,
}
"""How each shell is asked what may follow the words."""


def test_the_man_page_says_what_the_help_texts_say() -> None:
    """If not: python share/manual.py"""
    told = "import sys; sys.path.insert(0, ''); import manual; sys.stdout.write(manual.manual())"
    done = python("-c", told, cwd=SHARE)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (SHARE / "nonosat.1").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_the_man_page_can_be_read() -> None:
    page = subprocess.run(
        ["man", "--warnings=w", "-l", SHARE / "nonosat.1"],
        capture_output=True, text=True, check=True, env={**os.environ, "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""},
    )  # fmt: skip
    assert page.stderr == ""
    assert "nonosat check puzzle.non --limit 10" in page.stdout


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "offered"),
    [("che", "check"), ("solve -b sat:cad", "cadical195"), ("check --fil", "--filter")],
)
def test_shells_offer_what_fits(shell: str, words: str, offered: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None or (shell == "bash" and not BASH_COMPLETION.exists()):
        pytest.skip(f"{shell} is not installed, or not its completion")
    program = tmp_path / "nonosat"
    program.write_text(f"#!{sys.executable}\nfrom nonosat.__main__ import main\nmain()\n")
    program.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    parts = words.replace(":", " : ")  # as bash cuts them
    script = SHELLS[shell].format(
        bash_completion=BASH_COMPLETION, share=SHARE, words=words, parts=parts
    )
    done = subprocess.run(
        [shell, "-c", script], capture_output=True, text=True, timeout=60,
        env=environment(PATH=path, HOME=str(tmp_path)),
    )  # fmt: skip
    assert offered in done.stdout, done.stdout + done.stderr

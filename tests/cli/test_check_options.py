"""The options of ``check`` and its like: which exclude each other, and where their values go."""

import inspect
from pathlib import Path

import pytest
from command import run

from nonosat.cli.asked import Asked
from nonosat.cli.backbone import backbone
from nonosat.cli.check import check
from nonosat.cli.conflict import conflict
from nonosat.cli.count import count
from nonosat.cli.rate import rate

COPIES = ["--filter", "unique", "--copy-to", "c.jsonl"]
SECURE = ["--cluster-security", "ca,cert,key"]

#    options                                                  its message begins with
REFUSED = [
    (["--filter", "unique"],                                  "--filter needs --copy-to"),
    (["--copy-to", "c.jsonl"],                                "--copy-to needs --filter"),
    (["--resume"],                                            "--resume needs -o"),
    (["--resume", *COPIES],                                   "--resume needs -o"),
    (["--force"],                                             "--force needs -o"),
    (["--known", "k", "-o", "o.csv"],                         "--known cannot be combined with"),
    (["--known", "k", "-j", "1"],                             "--known cannot be combined with"),
    (["--known", "k", "--cluster", "local"],                  "--known cannot be combined with"),
    (["--report", "-"],                                       "--report writes a page to FILE.html"),
    (["--cluster", "local", *SECURE],                         "--cluster-security CA,CERT,KEY names"),
    (["--cluster", "h:1", "--cluster-security", "a,b"],       "--cluster-security CA,CERT,KEY names"),
    (["--cluster", "h:1", "-j", "2"],                         "--jobs does not go with the address"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=lambda value: str(value)[:40])
def test_options_that_do_not_go_together(options: list[str], message: str) -> None:
    done = run("check", "a.non", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"nonosat: {message}")


FINE = [
    ["--force", *COPIES],
    ["--force", "--report", "r.HTM"],
    ["--force", "--resume", "-o", "o.jsonl", "--report", "r.html"],
]


@pytest.mark.parametrize("options", FINE, ids=" ".join)
def test_options_that_go_together(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    assert run("check", "a.non", *options, cwd=tmp_path).returncode == 0


def test_every_option_has_its_place_in_what_was_asked() -> None:
    """A command passes all its options on by their names."""
    due = {name for name in Asked._fields if name not in Asked._field_defaults}
    used = set[str]()
    for command in (check, rate, count, backbone, conflict):
        names = inspect.signature(command).parameters.keys()
        assert due <= names <= {*Asked._fields, "choose", "proof"}, command
        used |= names
    assert used - {"choose", "proof"} == set(Asked._fields)

"""The options of ``nonosat check`` that exclude each other, or that need others."""

from __future__ import annotations

from typing import Any

import pytest

from nonosat.cli.check_options import RULES, CheckOptions
from nonosat.solving.result import Verdict

COPIES: dict[str, Any] = {"filter_": [Verdict.UNIQUE], "copy_to": "c.jsonl"}
SECURE: dict[str, Any] = {"cluster_security": "ca,cert,key"}

#    options                                         its message begins with
REFUSED = [
    ({"filter_": [Verdict.UNIQUE]},                  "--filter needs --copy-to"),
    ({"copy_to": "c.jsonl"},                         "--copy-to needs --filter"),
    ({"resume": True},                               "--resume needs -o"),
    ({"resume": True, **COPIES},                     "--resume needs -o"),
    ({"force": True},                                "--force needs -o"),
    ({"known": "k", "output": "o.csv"},              "--known cannot be combined with"),
    ({"known": "k", "jobs": 1},                      "--known cannot be combined with"),
    ({"known": "k", "cluster": "local"},             "--known cannot be combined with"),
    ({"report": "-"},                                "--report writes a page to FILE.html"),
    ({"report": "r.csv"},                            "--report writes a page to FILE.html"),
    (SECURE,                                         "--cluster-security CA,CERT,KEY names"),
    ({"cluster": "local", **SECURE},                 "--cluster-security CA,CERT,KEY names"),
    ({"cluster": "h:1", "cluster_security": "a,b"},  "--cluster-security CA,CERT,KEY names"),
    ({"cluster": "h:1", "jobs": 2},                  "--jobs does not go with the address"),
]  # fmt: skip

FINE = [
    {},
    {"known": "k"},
    {"cluster": "h:1", **SECURE},
    {"jobs": 2, "cluster": "local"},
    {"force": True, **COPIES},
    {"force": True, "report": "r.html"},
    {"force": True, "resume": True, "output": "o.jsonl", "report": "R.HTM"},
]


def broken(options: dict[str, Any]) -> list[str]:
    """The rules that these options break."""
    return [why for is_broken, why in RULES if is_broken(CheckOptions(["a.non"], **options))]


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=lambda value: str(value)[:40])
def test_options_that_do_not_go_together(options: dict[str, Any], message: str) -> None:
    assert broken(options)[0].startswith(message)


@pytest.mark.parametrize("options", FINE, ids=lambda value: str(value)[:40])
def test_options_that_go_together(options: dict[str, Any]) -> None:
    assert broken(options) == []


def test_every_rule_is_tried() -> None:
    assert all(any(why.startswith(said) for _, said in REFUSED) for _, why in RULES)

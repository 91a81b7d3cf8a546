"""What the shell offers after Tab, asked for as bash asks."""

from __future__ import annotations

import pytest
from command import python

pytestmark = pytest.mark.slow

MAIN = "import sys\nfrom nonosat.__main__ import main\nsys.argv = ['nonosat']\nmain()"


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("solve -b ", {"auto", "line", "sat", "cpsat"}),
        ("solve -b sat:c", {"sat:cadical195"}),
        ("solve -b cpsat:", {"cpsat:plain", "cpsat:table"}),
        ("solve -b sat:cadical195+", {"sat:cadical195+plain", "sat:cadical195+direct"}),
        ("check --from w", {"webpbn"}),
        ("convert --to no", {"non"}),
        ("show --to p", {"png", "pdf"}),
        ("generate d", {"domino"}),
        ("generate domino --to ta", {"taai"}),
        ("bench run --suite q", {"quick"}),
        ("bench run --suite p", {"patches"}),
        ("bench run -b pl", {"placements"}),
    ],
)
def test_names_are_offered(words: str, offered: set[str]) -> None:
    typed = f"nonosat {words}".split(" ")
    asked = {"COMP_WORDS": " ".join(typed), "COMP_CWORD": str(len(typed) - 1)}
    done = python("-c", MAIN, _NONOSAT_COMPLETE="complete_bash", **asked)
    found = set(done.stdout.split())
    assert offered <= found, done
    assert all(name.startswith(typed[-1]) for name in found)

"""What the shell offers after Tab, asked for as bash asks."""

import pytest
from command import run


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("solve -b ", {"auto", "line", "sat", "cpsat"}),
        ("solve -b sat:c", {"sat:cadical195"}),
        ("solve -b cpsat:", {"cpsat:plain", "cpsat:clauses", "cpsat:table"}),
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
def test_names_are_offered(words: str, offered: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = f"nonosat {words}".split(" ")
    monkeypatch.setenv("_NONOSAT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(typed))
    monkeypatch.setenv("COMP_CWORD", str(len(typed) - 1))
    found = set(run().stdout.split())
    assert offered <= found
    assert all(name.startswith(typed[-1]) for name in found)

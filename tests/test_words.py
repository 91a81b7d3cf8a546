"""Translated English only becomes less; tests/words.py shows the places, and lowers the caps."""

import json

import pytest
import words

CAPS = json.loads(words.CAPS.read_text())


@pytest.fixture(scope="module")
def now() -> dict[str, dict[str, int]]:
    return words.counts()


@pytest.mark.parametrize("kind", words.KINDS)
def test_no_pattern_becomes_more(kind: str, now: dict[str, dict[str, int]]) -> None:
    risen = {
        name: f"{count}, at most {CAPS[kind][name]}"
        for name, count in now[kind].items()
        if count > CAPS[kind][name]
    }
    assert not risen, "see: python tests/words.py --show PATTERN KIND"


def test_each_pattern_is_found() -> None:
    text = (
        "5 is no number and tells what stands there, can be had, of which, whoever. who has it: "
        "so many, likewise in vain; what it comes to, what becomes of it, from 1 on, one can see, "
        "None: none; 3 are due. What is it is about nobody goes on with"
    )
    missed = [name for name, pattern in words.PATTERNS.items() if not words.matches(pattern, text)]
    assert not missed

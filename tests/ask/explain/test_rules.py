"""The rules by which people solve a line: each is sound by itself, and finds what its name says."""

import random
from itertools import product

import brute_force
import pytest

from nonosat.ask.explain.rules import ALL_PLACEMENTS, RULES, Rule
from nonosat.ask.explain.steps import ABOUT
from nonosat.model import Block, Clue

BY_NAME = {rule.name: rule for rule in RULES}


def sets_of(line: str, inks: str = "#") -> tuple[int, ...]:
    """Per color the cells that can have it; ``?`` is any."""
    return tuple(
        sum(1 << i for i, char in enumerate(line) if char in ("?", color)) for color in "." + inks
    )


def text_of(sets: tuple[int, ...], n: int, inks: str = "#") -> str:
    chars = "." + inks
    may = [
        {char for char, bits in zip(chars, sets, strict=True) if bits >> i & 1} for i in range(n)
    ]
    return "".join(cell.pop() if len(cell) == 1 else "?" for cell in may)


#    rule                      clue     known              what the rule makes of it
CLASSICAL = [
    ("simple boxes",          "8",     "??????????",      "??######??"),
    ("simple boxes",          "4 3",   "??????????",      "??##???#??"),
    ("simple spaces",         "3 1",   "???#????#?",      ".??#??..#."),
    ("forcing",               "3 2",   "????.?.???",      "?##?...?#?"),
    ("glue",                  "5",     "??#???????",      "??###?????"),
    ("punctuation",           "1 3",   "#?.?#?????",      "#..?#?????"),
    ("glue",                  "1 3",   "#?.?#?????",      "#?.?##????"),
    ("joining and splitting", "5 2 2", "??##?##???#?#??", "??#####???#.#??"),
]  # fmt: skip
"""The examples by which texts on nonograms explain the rules."""
OTHERS = [
    ("simple boxes",          "5 4",   "??????????",      "#####.####"),
    ("simple boxes",          "2 3",   ".##.?????.",      ".##.??#??."),
    ("line complete",         "2 1",   "?##???#???",      ".##...#..."),
    ("line complete",         "0",     "????",            "...."),
    ("line complete",         "3",     "?##?",            "?##?"),
    ("punctuation",           "1 2",   "??##??????",      "?.##.?????"),
    ("punctuation",           "3 2",   "??##??????",      "??##??????"),
    ("glue",                  "3",     "???????#??",      "???????#??"),
    ("glue",                  "4",     "???????#??",      "??????##??"),
    ("glue",                  "2 3",   "?#?????#?.",      "?#????##?."),
    ("tied blocks",           "2 2",   "????#?#???",      "???##?##??"),
    ("forcing",               "3",     "?.????.??",       "..?##?..."),
    ("simple spaces",         "2",     "????#???",        "...?#?.."),
]  # fmt: skip


def clue(text: str, inks: str = "#") -> Clue:
    """``5 2``, or ``2a 1b`` with the inks' letters."""
    if text == "0":
        return Clue()
    if inks == "#":
        return Clue(Block(int(word)) for word in text.split())
    return Clue(Block(int(word[:-1]), inks.index(word[-1]) + 1) for word in text.split())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_no_rule_says_anything_of_hidden_numbers(rule: Rule) -> None:
    blocks = Clue([Block(None), Block(4)])
    assert rule.narrow(blocks, sets_of("?##?????", "#"), 8) == sets_of("?##?????", "#")


#    rule                      clue         known     what it makes of it
COLORED = [
    ("simple boxes",          "2a 2b",     "?????",   "?a?b?"),  # no gap between two colors
    ("simple boxes",          "2a 2a",     "?????",   "aa.aa"),
    ("line complete",         "1a 1b",     "a???",    "a???"),
    ("glue",                  "3a 1b",     "?a????",  "?aa???"),
    ("joining and splitting", "3a 1b",     "a?a???",  "aaa???"),
    ("forcing",               "2a 2b",     "??b???",  "aab???"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "blocks", "known", "want"), CLASSICAL + OTHERS + COLORED)
def test_examples(name: str, blocks: str, known: str, want: str) -> None:
    inks = "ab" if blocks[-1] in "ab" else "#"
    found = BY_NAME[name].narrow(clue(blocks, inks), sets_of(known, inks), len(known))
    assert text_of(found, len(known), inks) == want


def test_neighbors_of_a_finished_block_may_have_another_color() -> None:
    found = BY_NAME["punctuation"].narrow(clue("1a 1b", "ab"), sets_of("?a??", "ab"), 4)
    assert found[1] == 0b1010, "cells 0 and 2 are not a, cell 3 is nothing that it says"
    assert found[2] == 0b1101


def check_sound(rule: Rule, blocks: Clue, masks: tuple[int, ...], colors: int) -> bool:
    """No placement may be lost; tells whether the rule said anything."""
    n = len(masks)
    sets = tuple(
        sum((mask >> color & 1) << i for i, mask in enumerate(masks)) for color in range(colors)
    )
    fits = list(brute_force.fitting(blocks, sets, n))
    if not fits:
        return False
    found = rule.narrow(blocks, sets, n)
    for color, (before, after) in enumerate(zip(sets, found, strict=True)):
        needed = 0
        for cells in fits:
            needed |= sum(1 << i for i, cell in enumerate(cells) if cell == color)
        assert needed & ~after == 0, (rule.name, blocks, masks, color)
        assert after & ~before == 0, (rule.name, blocks, masks, color)
    return found != sets


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_sound_on_every_line_of_one_ink(rule: Rule) -> None:
    said = 0
    for n in range(1, 6):
        for blocks in {Clue.of_cells(bytes(cells)) for cells in product(range(2), repeat=n)}:
            for masks in product((1, 2, 3), repeat=n):
                said += check_sound(rule, blocks, masks, 2)
    assert said > 100


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize(("n", "inks"), [(9, 1), (6, 2), (5, 3)])
def test_sound_on_random_lines(rule: Rule, n: int, inks: int) -> None:
    rng = random.Random(n * 10 + inks)
    said = 0
    for _ in range(200):
        cells = brute_force.random_grid(rng, 1, n, inks, 0.6).cells
        full = (1 << inks + 1) - 1
        known = rng.random()
        more = [
            0 if rng.random() < known else rng.choice([full, rng.randint(0, full)]) for _ in cells
        ]
        masks = tuple(1 << cell | other for cell, other in zip(cells, more, strict=True))
        said += check_sound(rule, Clue.of_cells(cells), masks, inks + 1)
    assert said


def test_every_rule_says_what_it_does() -> None:
    assert list(ABOUT) == [*BY_NAME, ALL_PLACEMENTS]
    assert len(BY_NAME) == len(RULES)
    assert all(ABOUT.values())

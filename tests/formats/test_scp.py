"""The format scp."""

from itertools import product

import pytest
from brute_force import placements
from format_examples import (
    SHAPES,
    complaint,
    examples,
    fuzzing,
    mutations,
    picture,
    puzzle,
    read_one,
    survives,
)
from hypothesis import given

from nonosat.formats.scp import Scp, automaton
from nonosat.model import Puzzle, Sheet, clue_of

SCP = Scp()
SMALL = """(
  (version 1)
  (variables
    (r1c1 0 1) (r1c2 0 1)
  )
  (constraints
    (_1 regular (r1c1 r1c2) 2 (((0 0) (1 1)) ((0 1))) (1))
    (_2 regular (r1c1) 2 (((0 0) (1 1)) ((0 1))) (1))
    (_3 regular (r1c2) 1 (((0 0))) (0))
  )
  (prob_type enumerate)
)
"""


@pytest.mark.parametrize("made", SHAPES.values(), ids=SHAPES)
def test_round_trip(made):
    assert read_one(SCP, SCP.write([Sheet(made)])) == Sheet(made)


def test_writing():
    assert SCP.write([Sheet(puzzle("#."))]) == SMALL
    assert read_one(SCP, SMALL.replace("\n", " ")).puzzle == puzzle("#.")


def test_examples():
    assert [path.name for path in examples("scp")] == ["A.scp", "C.scp"]
    text = examples("scp")[0].read_text()
    assert SCP.write([Sheet(Puzzle.of_grid(picture("A")))]) == text


@pytest.mark.parametrize(("inks", "longest"), [(1, 7), (2, 5), (3, 4)])
def test_the_automaton_accepts_the_placements(inks, longest):
    for n in range(1, longest + 1):
        lines = list(product(range(inks + 1), repeat=n))
        for clue in {clue_of(bytes(line)) for line in lines}:
            states = automaton(clue)
            accepted = set()
            for line in lines:
                at = 0
                for color in line:
                    at = states[at].get(color, -1)
                    if at < 0:
                        break
                if at == len(states) - 1:
                    accepted.add(line)
            assert accepted == set(placements(clue, n, inks + 1))


#   id                      from                            to                  complaint
BAD = {
    "version":             ("(version 1)",                 "(version 2)",      "f:2: only version 1 of scp is known"),
    "sections":            ("prob_type",                   "problem",          "f: no scp model of a nonogram: version, variables, constraints, prob_type"),
    "too deep":            ("((0 0)))",                    "(((((0 0))))))",   "f:9: lists are nested too deeply"),
    "not closed":          ("enumerate)\n)",               "enumerate)\n",     "f:1: a ( without its )"),
    "closed twice":        ("enumerate)\n)",               "enumerate)\n))",   "f:12: a ) without its ("),
    "a variable":          ("(r1c2 0 1)",                  "(x 0 1)",          "f:4: a variable is not a cell such as (r1c1 0 1)"),
    "colors differ":       ("(r1c2 0 1)",                  "(r1c2 0 2)",       "f:3: there are no cells, or they differ in their colors"),
    "cells missing":       ("(r1c2 0 1)",                  "(r1c3 0 1)",       "f:3: 2 cells do not fill 3x1"),
    "huge":                ("(r1c2 0 1)",                  "(r99999c2 0 1)",   "f:3: 2 cells do not fill 2x99999"),
    "constraint missing":  ("(_3 regular (r1c2) 1 (((0 0))) (0))", "",         "f:6: 2 constraints for 3 lines"),
    "another constraint":  ("_3 regular",                  "_3 table",         "f:9: a constraint is not (name regular cells states transitions accepting)"),
    "other cells":         ("_3 regular (r1c2)",           "_3 regular (r1c1)", "f:9: the cells are not r1c2 to r1c2"),
    "color twice":         ("((0 0))",                     "((0 0) (0 1))",    "f:9: not one (color state) for each color"),
    "no clue":             ("1 (((0 0)))",                 "1 (((1 0)))",      "f:9: the automaton is not that of a clue"),
    "accepting":           ("(((0 0))) (0)",               "(((0 0))) (1)",    "f:9: the automaton is not that of a clue"),
    "totals":              ("1 (((0 0))) (0)",             "2 (((0 0) (1 1)) ((0 1))) (1)", "f:1: the rows have 1 cells, the columns 2: 1 more in the columns"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "want"), BAD.values(), ids=BAD)
def test_bad_text(old, new, want):
    assert SMALL.count(old) == 1
    assert complaint(SCP, SMALL.replace(old, new)) == want


@fuzzing
@given(mutations("scp"))
def test_survives_mutations(text):
    survives(SCP, text)

"""Models of the Glasgow Constraint Solver."""

from format_examples import puzzle

from nonosat.model import Sheet

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


READ = {"on one line": (SMALL.replace("\n", " "), puzzle("#."))}
WRITTEN = {"small": ([Sheet(puzzle("#."))], SMALL)}
#   id                      from                            to                  complaint
_EDITS = {
    "version":             ("(version 1)",                 "(version 2)",      "f:2: this is not the model of a nonogram: expected '1', got '2'"),
    "not closed":          ("enumerate)\n)",               "enumerate)\n",     "f:11: this is not the model of a nonogram: expected ')', got 'the end'"),
    "a variable":          ("(r1c2 0 1)",                  "(x 0 1)",          "f:4: this is not the model of a nonogram: expected 'r1c2', got 'x'"),
    "colors differ":       ("(r1c2 0 1)",                  "(r1c2 0 2)",       "f:4: this is not the model of a nonogram: expected '1', got '2'"),
    "huge":                ("(r1c2 0 1)",                  "(r99999c2 0 1)",   "f:4: 2x99999 is too large: at most 10000 a side and 25000000 cells"),
    "large":               ("(r1c2 0 1)",                  "(r9999c2 0 1)",    "f:4: 2x9999 cells need an automaton of a clue for each line, got 3"),
    "another constraint":  ("_3 regular",                  "_3 table",         "f:4: 2x1 cells need an automaton of a clue for each line, got 2"),
    "accepting":           ("(((0 0))) (0)",               "(((0 0))) (1)",    "f:9: this is not the model of a nonogram: expected '0', got '1'"),
    "totals":              ("1 (((0 0))) (0)",             "2 (((0 0) (1 1)) ((0 1))) (1)", "f:1: the rows have 1 cell, the columns 2: 1 more in the columns"),
}  # fmt: skip
assert all(SMALL.count(old) == 1 for old, _, _ in _EDITS.values())
BAD = {name: (SMALL.replace(old, new), message) for name, (old, new, message) in _EDITS.items()}

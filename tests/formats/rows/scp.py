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
    "version":             ("(version 1)",                 "(version 2)",      "f:2: only version 1 of scp is known"),
    "sections":            ("prob_type",                   "problem",          "f: no scp model of a nonogram: version, variables, constraints, prob_type"),
    "an empty section":    ("(prob_type",                  "() (prob_type",    "f: no scp model of a nonogram: version, variables, constraints, prob_type"),
    "too deep":            ("((0 0)))",                    "(((((0 0))))))",   "f:9: lists are nested too deeply"),
    "not closed":          ("enumerate)\n)",               "enumerate)\n",     "f:1: a ( without its )"),
    "closed twice":        ("enumerate)\n)",               "enumerate)\n))",   "f:12: a ) without its ("),
    "a variable":          ("(r1c2 0 1)",                  "(x 0 1)",          "f:4: a variable is not a cell such as (r1c1 0 1)"),
    "colors differ":       ("(r1c2 0 1)",                  "(r1c2 0 2)",       "f:3: there are no cells, or they differ in their colors"),
    "cells missing":       ("(r1c2 0 1)",                  "(r1c3 0 1)",       "f:3: 2 cells do not fill 3x1"),
    "huge":                ("(r1c2 0 1)",                  "(r99999c2 0 1)",   "f:3: 2 cells do not fill 2x99999"),
    "constraint missing":  ("(_3 regular (r1c2) 1 (((0 0))) (0))", "",         "f:6: 2 constraints for 3 lines"),
    "another constraint":  ("_3 regular",                  "_3 table",         "f:9: a constraint is not (name regular cells states transitions accepting)"),
    "a list for a name":   ("_3 regular",                  "(_3) regular",     "f:9: a constraint is not (name regular cells states transitions accepting)"),
    "a list for a number": ("(r1c2) 1",                    "(r1c2) (1)",       "f:9: a constraint is not (name regular cells states transitions accepting)"),
    "other cells":         ("_3 regular (r1c2)",           "_3 regular (r1c1)", "f:9: the cells are not r1c2 to r1c2"),
    "color twice":         ("((0 0))",                     "((0 0) (0 1))",    "f:9: not one (color state) for each color"),
    "no clue":             ("1 (((0 0)))",                 "1 (((1 0)))",      "f:9: the automaton is not that of a clue"),
    "accepting":           ("(((0 0))) (0)",               "(((0 0))) (1)",    "f:9: the automaton is not that of a clue"),
    "totals":              ("1 (((0 0))) (0)",             "2 (((0 0) (1 1)) ((0 1))) (1)", "f:1: the rows have 1 cell, the columns 2: 1 more in the columns"),
}  # fmt: skip
assert all(SMALL.count(old) == 1 for old, _, _ in _EDITS.values())
BAD = {name: (SMALL.replace(old, new), message) for name, (old, new, message) in _EDITS.items()}

"""What outside programs print, in the ends that were run, and what is made of it.

The versions are in docs/bench.md. The words are ours around the facts of the lines that decide.
"""

import re
import shutil

import pytest
from conftest import ROOT
from test_bench_programs import NONE, SEVERAL, UNIQUE, outside

from nonosat import Grid, Puzzle, solve
from nonosat.bench.external import MODELS, PRESETS, External, externals
from nonosat.bench.one_run import RunRequest, understood
from nonosat.bench.status_lines import STOPPED
from nonosat.certificates.formula import cell_variables
from nonosat.generators import Recipe, make

SEARCHED = Puzzle.of(  # a contradiction that its relaxation does not show
    [[3, 1], [1, 1, 2], [2, 1], [1, 1, 1, 1], [3], [3, 2], [1, 1], [1, 1]],
    [[2, 1], [1, 1, 2], [1, 1, 1], [1, 3], [1, 1, 1], [2], [3, 1], [1, 1, 1, 1]],
)
PUZZLES = {"one": UNIQUE, "two": SEVERAL, "none": NONE, "far": UNIQUE}
LP_HEAD = "Preprocessing...\nSize of triangular part is 40\n"
SCIP_TABLE = "Conflict Analysis  :       Time   Calls  Success\n  infeasible LP    :       0.00      0      0\n  bound exceed. LP :       0.00      0      0\n"
#   {a}, {b}: values of the first and the second picture; {w}: of a picture that breaks the clues
#   program          model    puzzle  what it prints                                                            status     verdict     pictures
SAID = [
    ("minisat",       "cnf",   "one",  "CPU time : 0 s\n\nSATISFIABLE\n",                                       "ok",      "unknown",  0),
    ("minisat",       "cnf",   "one",  "SATISFIABLE\nSAT\n{a}\n",                                               "ok",      "unknown",  1),
    ("minisat",       "cnf",   "none", "CPU time : 0 s\n\nUNSATISFIABLE\n",                                     "ok",      "none",     0),
    ("minisat",       "cnf",   "far",  "restarts : 9\n\nINDETERMINATE\n",                                       "gave up", "unknown",  0),
    ("cadical",       "cnf",   "one",  "c read\ns SATISFIABLE\nv {a}\nc exit 10\n",                             "ok",      "unknown",  1),
    ("cadical",       "cnf",   "far",  "c --- [ result ] ---\nc \nc UNKNOWN\n",                                 "gave up", "unknown",  0),
    ("kissat",        "cnf",   "far",  "c 1 s\ns UNKNOWN\n",                                                    "gave up", "unknown",  0),
    ("clasp",         "cnf",   "one",  "c Answer: 1\nv {a}\ns SATISFIABLE\nc \nc Models         : 1+\n",        "ok",      "unknown",  1),
    ("clasp -n 2",    "cnf",   "one",  "c Answer: 1\nv {a}\ns SATISFIABLE\nc \nc Models         : 1\n",         "ok",      "unique",   1),
    ("clasp -n 2",    "cnf",   "two",  "c Answer: 1\nv {a}\nc Answer: 2\nv {b}\ns SATISFIABLE\nc Models         : 2+\n", "ok", "multiple", 2),
    ("clasp",         "cnf",   "far",  "s UNKNOWN\nc \nc TIME LIMIT     : 1\nc Models         : 0+\n",          "gave up", "unknown",  0),
    ("cryptominisat", "cnf",   "one",  "s SATISFIABLE\nv {a}\nc more\ns UNSATISFIABLE\n",                       "ok",      "unique",   1),
    ("cryptominisat", "cnf",   "two",  "s SATISFIABLE\nv {a}\ns SATISFIABLE\nv {b}\n",                          "ok",      "multiple", 2),
    ("cryptominisat", "cnf",   "two",  "s SATISFIABLE\nv {a}\ns SATISFIABLE\nv {b}\ns UNSATISFIABLE\n",         "ok",      "multiple", 2),
    ("cryptominisat", "cnf",   "two",  "s SATISFIABLE\ns SATISFIABLE\ns UNSATISFIABLE\n",                       "gave up", "unknown",  0),
    ("cryptominisat", "cnf",   "one",  "s SATISFIABLE\nc more\ns UNSATISFIABLE\n",                              "gave up", "unknown",  0),
    ("cryptominisat", "opb",   "none", "v -x1\ns SATISFIABLE\ns UNSATISFIABLE\n",                              "gave up", "unknown",  0),
    ("cryptominisat", "xcsp3", "none", "s SATISFIABLE\ns UNSATISFIABLE\n",                                      "gave up", "unknown",  0),
    ("picosat",       "cnf",   "far",  "s UNKNOWN\n",                                                           "gave up", "unknown",  0),
    ("yices-sat",     "cnf",   "one",  "sat\n{a}\n",                                                            "ok",      "unknown",  1),
    ("yices-sat",     "cnf",   "none", "unsat\n",                                                               "ok",      "none",     0),
    ("z3",            "opb",   "one",  "sat\n",                                                                 "ok",      "unknown",  0),
    ("z3",            "opb",   "none", "unsat\n",                                                               "ok",      "none",     0),
    ("glpsol",        "lp",    "one",  LP_HEAD + "INTEGER OPTIMAL SOLUTION FOUND BY MIP PREPROCESSOR\n",        "ok",      "unknown",  0),
    ("glpsol",        "lp",    "none", LP_HEAD + "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION\n",                   "ok",      "none",     0),
    ("glpsol",        "lp",    "none", LP_HEAD + "LP HAS NO PRIMAL FEASIBLE SOLUTION\n",                        "ok",      "none",     0),
    ("glpsol",        "lp",    "none", "OPTIMAL LP SOLUTION FOUND\nInteger optimization begins...\nPROBLEM HAS NO INTEGER FEASIBLE SOLUTION\n", "ok", "none", 0),
    ("glpsol",        "lp",    "none", "OPTIMAL LP SOLUTION FOUND\nInteger optimization begins...\n",           "failed",  "unknown",  0),
    ("glpsol --tmlim", "lp",   "far",  "OPTIMAL LP SOLUTION FOUND\nTIME LIMIT EXCEEDED; SEARCH TERMINATED\n",   "gave up", "unknown",  0),
    ("glpsol -o",     "lp",    "one",  "Status:     INTEGER OPTIMAL\n{a}\n",                                    "ok",      "unknown",  1),
    ("glpsol -o",     "lp",    "none", "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION\nStatus:     INTEGER EMPTY\n{w}\n        SOLUTION IS INFEASIBLE\n", "ok", "none", 0),
    ("glpsol -o",     "lp",    "far",  "TIME LIMIT EXCEEDED; SEARCH TERMINATED\nStatus:     INTEGER UNDEFINED\n{w}\n        SOLUTION IS INFEASIBLE\n", "gave up", "unknown", 0),
    ("cbc",           "lp",    "one",  "Continuous objective value is 0 - 0.00 seconds\nResult - Optimal solution found\n{a}\n", "ok", "unknown", 1),
    ("cbc",           "lp",    "one",  "Optimal - objective value 0.00000000\n{a}\n",                           "ok",      "unknown",  1),
    ("cbc",           "lp",    "none", "Problem is infeasible - 0.00 seconds\n",                                "ok",      "none",     0),
    ("cbc",           "lp",    "none", "Result - Linear relaxation infeasible\n\nNo feasible solution found\n", "ok",      "none",     0),
    ("cbc",           "lp",    "none", "Infeasible - objective value 0.00000000\n{w}\n",                        "ok",      "none",     0),
    ("cbc sec",       "lp",    "far",  "Result - Stopped on time limit\n\nNo feasible solution found\n",        "gave up", "unknown",  0),
    ("cbc sec",       "lp",    "far",  "Stopped on time (no integer solution - continuous used) - objective value 0\n{w}\n", "gave up", "unknown", 0),
    ("HiGHS",         "lp",    "one",  "Solving report\n  Status            Optimal\n{a}\n",                    "ok",      "unknown",  1),
    ("HiGHS",         "lp",    "one",  "Model status\nOptimal\n{a}\n",                                          "ok",      "unknown",  1),
    ("HiGHS",         "lp",    "none", "Presolve: Infeasible\n  Status            Infeasible\n",                "ok",      "none",     0),
    ("HiGHS",         "lp",    "far",  "  Status            Time limit reached\nModel status\nTime limit reached\n", "gave up", "unknown", 0),
    ("SYMPHONY",      "lp",    "one",  "* Optimal Solution Found in Preprocessing *\nThe problem is infeasible!\nNo Solution Found\n", "ok", "unknown", 0),
    ("SYMPHONY",      "lp",    "one",  "*  Optimal Solution Found  *\n{a}\n",                                   "ok",      "unknown",  1),
    ("SYMPHONY",      "lp",    "none", "* Problem Found Infeasible in Preprocessing *\n",                       "ok",      "none",     0),
    ("SYMPHONY",      "lp",    "far",  "* Time Limit Reached *\nNo Solution Found\n",                           "gave up", "unknown",  0),
    ("SCIP",          "lp",    "one",  "SCIP Status        : problem is solved [optimal solution found]\n" + SCIP_TABLE, "ok", "unknown", 0),
    ("SCIP",          "lp",    "none", "SCIP Status        : problem is solved [infeasible]\n" + SCIP_TABLE,    "ok",      "none",     0),
    ("SCIP",          "lp",    "far",  "SCIP Status        : solving was interrupted [time limit reached]\n" + SCIP_TABLE, "gave up", "unknown", 0),
    ("SCIP",          "lp",    "far",  "SCIP Status        : solving was interrupted [user interrupt]\n" + SCIP_TABLE, "gave up", "unknown", 0),
    ("MiniZinc",      "mzn",   "one",  "{a}\n----------\n==========\n",                                         "ok",      "unique",   1),
    ("MiniZinc",      "mzn",   "one",  "{a}\n----------\n",                                                     "ok",      "unknown",  1),
    ("MiniZinc",      "mzn",   "two",  "{a}\n----------\n{b}\n----------\n",                                    "ok",      "multiple", 2),
    ("MiniZinc",      "mzn",   "none", "=====UNSATISFIABLE=====\n",                                             "ok",      "none",     0),
    ("MiniZinc",      "mzn",   "far",  "=====UNKNOWN=====\n% Time limit exceeded!\n",                           "gave up", "unknown",  0),
    ("ACE",           "xcsp3", "one",  "s SATISFIABLE\nv <instantiation> <list> cell[][] </list> <values> {a} </values> </instantiation>\nd FOUND SOLUTIONS  1\nd INCOMPLETE EXPLORATION\n", "ok", "unknown", 1),
    ("ACE -s=2",      "xcsp3", "one",  "s SATISFIABLE\nd FOUND SOLUTIONS  1\nd COMPLETE EXPLORATION\n",         "ok",      "unique",   0),
    ("ACE -s=2",      "xcsp3", "two",  "s SATISFIABLE\nd FOUND SOLUTIONS  2\nd INCOMPLETE EXPLORATION\n",       "ok",      "multiple", 0),
    ("ACE",           "xcsp3", "far",  "s UNKNOWN\nd FOUND SOLUTIONS  0\nd INCOMPLETE EXPLORATION\n",           "gave up", "unknown",  0),
    ("Choco",         "xcsp3", "one",  "s SATISFIABLE\nv <instantiation>\nv <list>{cells}</list>\nv <values>{a}</values>\nv </instantiation>\n", "ok", "unknown", 1),
    ("Choco",         "xcsp3", "far",  "s UNKNOWN\nd FOUND SOLUTIONS 0\n",                                      "gave up", "unknown",  0),
    ("cosoco",        "xcsp3", "one",  "s SATISFIABLE\nv {a}\nd N_SOLUTIONS 1\n",                               "ok",      "unknown",  1),
    ("cosoco",        "xcsp3", "two",  "s SATISFIABLE\nd N_SOLUTIONS 2\n",                                      "ok",      "multiple", 0),
    ("nonogram-solver", "file", "none", "Puzzle is unsolvable\n",                                               "ok",      "none",     0),
    ("nonogram-solver", "file", "far", "Could not solve puzzle\n",                                              "gave up", "unknown",  0),
]  # fmt: skip


def values(form: str, puzzle: Puzzle, grid: Grid) -> str:
    """A picture as a program of that model prints it."""
    if form in ("mzn", "file"):
        return "\n".join(grid.drawn(".#"))
    if form == "xcsp3":
        return " ".join(map(str, grid.cells))
    names = [cell.get(1, 0) for cell in cell_variables(puzzle)]
    pairs = [(name, color) for name, color in zip(names, grid.cells, strict=True) if name]
    if form == "lp":
        return "\n".join(
            f"  {at} x{name}  *  {color} 0 1" for at, (name, color) in enumerate(pairs)
        )
    letter = "x" if form == "opb" else ""
    # as many literals as cells at least, as in every model
    literals = [f"{'-' * (1 - color)}{letter}{name}" for name, color in pairs]
    literals += [f"-{letter}{900 + at}" for at in range(len(names))]
    return " ".join([*literals, "0"])


def printed(form: str, puzzle: Puzzle, text: str) -> str:
    found = solve(puzzle, at_most=2).solutions
    wrong = Grid(puzzle.height, puzzle.width, bytes(puzzle.height * puzzle.width))
    pictures = dict(zip("ab", found, strict=False)) | {"w": wrong}
    cells = " ".join(f"cell[{r}][{c}]" for r in range(puzzle.height) for c in range(puzzle.width))
    marks = {letter: values(form, puzzle, grid) for letter, grid in pictures.items()}
    return re.sub(r"\{(\w+)\}", lambda match: (marks | {"cells": cells})[match[1]], text)


def read(form: str, puzzle: Puzzle, text: str, solutions: int = 2, **how: str) -> dict:
    outside = MODELS.get(form) or External("x", "x {file}", **how)
    return understood(RunRequest(puzzle, outside, solutions, 10.0), outside, 0, text)


@pytest.mark.parametrize(
    ("program", "form", "puzzle", "text", "status", "verdict", "pictures"), SAID
)
def test_an_output_says_what_was_found_and_no_more(
    program, form, puzzle, text, status, verdict, pictures
):
    how = {}
    if form == "file":
        preset = next(one for one in PRESETS if one.name == program)
        how = {name: getattr(preset, name) for name in ("none", "solved", STOPPED)}
    facts = read(form, PUZZLES[puzzle], printed(form, PUZZLES[puzzle], text), **how)
    found = facts.get("status", "failed"), facts.get("verdict", "unknown")
    assert found == (status, verdict), facts
    assert len(facts.get("pictures", ())) == pictures
    assert ("remark" not in facts) or facts["remark"] is None
    windows = read(
        form, PUZZLES[puzzle], printed(form, PUZZLES[puzzle], text).replace("\n", "\r\n"), **how
    )
    assert windows.get("status", "failed") == status


def test_every_program_has_its_line_in_the_docs():
    text = (ROOT / "docs/bench.md").read_text()
    table = text[text.index("## Lines of outside programs") :]
    for program in dict.fromkeys(program.split()[0] for program, *_ in SAID):
        assert re.search(rf"^\| {program}\d?\b", table, re.MULTILINE | re.IGNORECASE), program


def test_a_picture_that_fits_is_a_solution_whatever_else_is_said():
    text = printed("lp", UNIQUE, "Result - Stopped on time limit\n{a}\n")
    first, unique = (read("lp", UNIQUE, text, solutions) for solutions in (1, 2))
    assert (first["status"], first["found"]) == ("ok", 1)
    assert (unique["status"], unique["found"]) == ("gave up", 1)
    assert unique["error"] == "its output says 'Result - Stopped on time limit'"
    several = printed("file", SEVERAL, "{a}\n\n{b}\n\nunique or multiple?\n")
    facts = read("file", SEVERAL, several)
    assert (facts["verdict"], len(facts["pictures"])) == ("multiple", 2)
    alone = read("cnf", UNIQUE, printed("cnf", UNIQUE, "v {a}\n"))
    assert (alone["status"], alone["found"]) == ("ok", 1)


def test_a_picture_that_breaks_the_clues_is_wrong_if_it_is_an_answer():
    for form, text in (("cnf", "s SATISFIABLE\nv {w}\n"), ("lp", "Status: INTEGER OPTIMAL\n{w}\n")):
        facts = read(form, UNIQUE, printed(form, UNIQUE, text))
        assert (facts["status"], facts["pictures"]) == ("wrong", [])
    twice = "##..\n#..#\n.#..\n\n##..\n#...\n.#.#\n{}\n"
    assert read("file", UNIQUE, twice.format("solved"))["status"] == "wrong"
    assert read("file", UNIQUE, twice.replace("#", "x").format("solved"))["status"] == "ok"
    stuck = read("file", NONE, "#.#\n.#.\n#..\n\nno solution\n")
    assert (stuck["status"], stuck["verdict"], stuck["pictures"]) == ("ok", "none", [])


#   pattern                   what is printed              its answer
OWN = [
    ("^ONE$",                 "ONE\n",                     "unique"),
    ("^ONE$",                 "hello\nONE\nbye\n",         "unique"),
    ("^ONE$",                 "NONE\n",                    ""),
    (r"\d",                   "hello\n",                   ""),  # the exit code is no output
    ("exit code 0",           "hello\n",                   "unique"),
    ("^ONE$",                 "time limit reached: no\nONE\n", "unique"),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "text", "outcome"), OWN)
def test_a_pattern_of_the_user_matches_lines(pattern, text, outcome):
    program = External("x", "x {file}", unique=pattern, none="", multiple="", solved="")
    assert program.outcome(text, 0)[0] == outcome


@pytest.mark.parametrize("program", [*MODELS, "nonogrid", "file"])
@pytest.mark.parametrize("filling", ["\n", " ", "*"])
def test_long_outputs_are_read_in_linear_time(program, filling):
    """In quadratic time each takes many minutes."""
    presets = {one.name: one for one in PRESETS}
    outside = MODELS.get(program) or presets.get(program) or External("x", "x {file}")
    heads = "s SATISFIABLE", "d FOUND SOLUTIONS 1", "----------", "Model status", "Status :", "TIME"
    text = "".join(f"{head}{filling * 40_000}\n" for head in heads)
    assert outside.outcome(text, 1)[0] in ("", "solved")


#   a program, and how it is told a limit of its own of a second or two
REAL = [
    "glpsol --tmlim 2 --lp {lp}",
    "glpsol --tmlim 2 --lp {lp} -o /dev/stdout",
    "cbc {lp} sec 2 solve solu stdout",
    "minisat -cpu-lim=1 {cnf} /dev/stderr",
    "cadical -t 1 {cnf}",
    "clasp --time-limit=1 {cnf} -n 2",
    "minizinc --solver gecode --time-limit 2000 -n 2 {mzn}",
]


@pytest.mark.night
@pytest.mark.parametrize("command", REAL)
def test_a_real_program_is_read_in_each_of_its_ends(command):
    if not shutil.which(command.split()[0]):
        pytest.skip(f"{command.split()[0]} is not installed")
    (program,) = externals([f"x={command}"])
    # cbc looks at its clock so seldom that it takes minutes for a large one.
    side = 25 if command.startswith("cbc") else 60
    far = make("random", Recipe(side, side, 0.45, seed=7)).puzzle
    ends = [(UNIQUE, "ok", 1), (NONE, "ok", 0), (SEARCHED, "ok", 0), (far, "gave up", 0)]
    for puzzle, status, found in ends:
        facts = outside(puzzle, program, 90, goal="first")
        assert (facts["status"], facts["found"]) == (status, found), facts
        assert (facts["verdict"] == "none") == (puzzle in (NONE, SEARCHED))
        shows = not command.endswith("--lp {lp}")  # glpsol prints values only with -o
        assert bool(facts["pictures"]) == bool(found and shows)

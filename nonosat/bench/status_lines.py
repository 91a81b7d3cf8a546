"""The lines of outside programs that say what they found in a model of a puzzle.

One table, a line for each way to say something. A status line decides, never a word elsewhere: statistics
speak of infeasible relaxations of solved puzzles, and the optimum of a relaxation does not count. A limit
counts before all other lines, as a program that stopped may still print values. docs/bench.md names the
versions that were run; tests/bench replays an output of each.
"""

STOPPED, MULTIPLE, NONE, UNIQUE, SOLVED = "stopped", "multiple", "none", "unique", "solved"
OUTCOMES = (STOPPED, MULTIPLE, NONE, UNIQUE, SOLVED)
"""The answers that patterns stand for; the first match counts. `SOLVED` is a solution that may not be the
only one."""

_SAT = r"(?:s )?(?:SATISFIABLE|SAT|sat)"
_UNSAT = r"(?:s )?(?:UNSATISFIABLE|UNSAT|unsat)"
_END = r"[ \t\r]*$"
"""The end of a line. `\\s*$` would try every blank line behind it, too, which takes quadratic time."""
_NO_SAT = rf"(?:(?!{_SAT}{_END})[^\n]*\n)*"
"""Lines that do not say that there is a solution."""
_NO_MODEL = rf"(?:(?!v\b|{_SAT}{_END})[^\n]*\n)*"
"""The same, and no line of values either."""

_LINES = (
    # model            who says it                 what it means    the line
    ("cnf opb xcsp3", "SAT, PB and CP solvers",    STOPPED,  r"(?:[sc] )?(?:UNKNOWN|INDETERMINATE|TIMEOUT|unknown|timeout)"),
    ("cnf opb xcsp3", "both, without a model",     STOPPED,  rf"{_SAT}{_END}\n{_NO_MODEL}{_UNSAT}"),
    ("cnf opb",       "clasp",                     STOPPED,  r"c (?:TIME LIMIT|INTERRUPTED) *: 1"),
    ("cnf opb xcsp3", "SAT, PB and CP solvers",    SOLVED,   _SAT),
    ("opb xcsp3",     "PB and CP solvers",         SOLVED,   r"s OPTIMUM FOUND"),
    ("cnf opb xcsp3", "SAT, PB and CP solvers",    NONE,     rf"\A{_NO_SAT}{_UNSAT}"),
    ("cnf opb",       "cryptominisat: no further", UNIQUE,   rf"\A{_NO_SAT}{_SAT}{_END}\n{_NO_SAT}{_UNSAT}"),
    ("cnf opb",       "clasp, all of them",        UNIQUE,   r"c Models *: 1"),
    ("xcsp3",         "ACE, Choco, cosoco",        MULTIPLE, r"d (?:FOUND |N_)SOLUTIONS +(?:[2-9]|[1-9]\d+)"),
    ("xcsp3",         "ACE, Choco, cosoco",        UNIQUE,   rf"(?s:d (?:FOUND |N_)SOLUTIONS +1{_END}.*)^d COMPLETE EXPLORATION"),
    ("mzn",           "MiniZinc",                  STOPPED,  r"=====UNKNOWN=====|% Time limit exceeded.*"),
    ("mzn",           "MiniZinc",                  NONE,     r"=====UNSAT(?:ISFIABLE|orUNBOUNDED)====="),
    ("mzn",           "MiniZinc",                  MULTIPLE, r"(?s:-{10}\n.*)^-{10}"),
    ("mzn",           "MiniZinc",                  UNIQUE,   r"-{10}\s+={10}"),
    ("mzn",           "MiniZinc",                  SOLVED,   r"-{10}"),
    ("lp",            "glpsol",                    STOPPED,  r"[A-Z]+ LIMIT EXCEEDED; SEARCH TERMINATED|SEARCH TERMINATED BY .*"),
    ("lp",            "glpsol -o",                 STOPPED,  r"Status: +INTEGER (?:UNDEFINED|NON-OPTIMAL)"),
    ("lp",            "glpsol",                    SOLVED,   r"INTEGER OPTIMAL SOLUTION FOUND.*"),
    ("lp",            "glpsol -o",                 SOLVED,   r"Status: +INTEGER OPTIMAL"),
    ("lp",            "glpsol",                    NONE,     r"(?:LP|PROBLEM) HAS NO (?:PRIMAL |INTEGER |)FEASIBLE SOLUTION"),
    ("lp",            "glpsol -o",                 NONE,     r"Status: +INTEGER EMPTY"),
    ("lp",            "cbc",                       STOPPED,  r"(?:Result - )?(?:Stopped on .*|User ctrl-c.*)"),
    ("lp",            "cbc",                       SOLVED,   r"Result - Optimal solution found.*|Optimal - objective value.*"),
    ("lp",            "cbc",                       NONE,     r"Problem is infeasible.*|Result - (?:Linear relaxation|Problem proven) infeasible.*"),
    ("lp",            "cbc, its file",             NONE,     r"(?:Integer i|I)nfeasible - objective value.*"),
    ("lp",            "HiGHS",                     STOPPED,  r"(?:(?:Model )?[Ss]tatus *(?:: *)?|)(?:[A-Z][a-z]+ limit reached|Interrupted by user|Unknown)"),
    ("lp",            "HiGHS",                     SOLVED,   r"(?:Model )?[Ss]tatus(?: *:)?\s+Optimal"),
    ("lp",            "HiGHS",                     NONE,     r"(?:Model )?[Ss]tatus(?: *:)?\s+Infeasible|Presolve *: Infeasible"),
    ("lp",            "SYMPHONY",                  STOPPED,  r"(?:Time|Node) Limit Reached"),
    ("lp",            "SYMPHONY",                  SOLVED,   r"Optimal Solution Found(?: in Preprocessing)?"),
    ("lp",            "SYMPHONY",                  NONE,     r"Problem (?:Found )?Infeasible(?: in Preprocessing)?"),
    ("lp",            "SCIP",                      STOPPED,  r"SCIP Status *: solving was interrupted .*"),
    ("lp",            "SCIP",                      SOLVED,   r"SCIP Status *: problem is solved \[optimal solution found\]"),
    ("lp",            "SCIP",                      NONE,     r"SCIP Status *: problem is solved \[infeasible\]"),
    ("lp",            "Gurobi, CPLEX (manuals)",   STOPPED,  r"Solve interrupted.*|MIP - Time limit exceeded.*"),
    ("lp",            "Gurobi, CPLEX (manuals)",   SOLVED,   r"Optimal solution found .*|MIP - Integer optimal solution.*"),
    ("lp",            "Gurobi, CPLEX (manuals)",   NONE,     r"Model is infeasible.*|MIP - Integer infeasible\."),
    ("lp",            "a program of your own",     SOLVED,   r"(?i:optimal)"),
    ("lp",            "a program of your own",     NONE,     r"(?i:infeasible)"),
)  # fmt: skip


def pattern(model: str, outcome: str) -> str:
    """Return the regular expression for what a line says of a model; "" if no line says it."""
    lines = [
        line for models, _, means, line in _LINES if means == outcome and model in models.split()
    ]
    return rf"(?m)^[ \t*]*(?:{'|'.join(lines)})[ \t*\r]*$" if lines else ""

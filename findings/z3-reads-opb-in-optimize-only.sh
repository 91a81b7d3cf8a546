#!/usr/bin/env bash
# z3 5.4.1.0 (PyPI: z3-solver).
#
# The guess: Solver.from_file reads DIMACS (.cnf) and pseudo-Boolean constraints (.opb), by the suffix.
# Seen: Solver reads .cnf, and takes .opb for SMT-LIB: an error. Optimize reads .opb. The model of a .cnf
# has no value for a variable that is in no clause, though the header counts it.
#
#   Solver .cnf: sat, 2 of 3 variables
#   Solver .opb: Z3Exception
#   Optimize .opb: sat, 2 variables
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q z3-solver==5.4.1.0 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from pathlib import Path

import z3

Path("a.cnf").write_text("p cnf 3 2\n1 2 0\n-1 -2 0\n")
Path("a.opb").write_text("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 = 1 ;\n")
for kind, suffix, more in (
    (z3.Solver, ".cnf", " of 3"),
    (z3.Solver, ".opb", ""),
    (z3.Optimize, ".opb", ""),
):
    solver = kind()
    try:
        solver.from_file(f"a{suffix}")
        said = f"{solver.check()}, {len(solver.model())}{more} variables"
    except z3.Z3Exception:
        said = "Z3Exception"
    print(f"{kind.__name__} {suffix}: {said}")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
Solver .cnf: sat, 2 of 3 variables
Solver .opb: Z3Exception
Optimize .opb: sat, 2 variables
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

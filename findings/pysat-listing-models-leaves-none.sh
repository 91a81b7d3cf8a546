#!/usr/bin/env bash
# PySAT 1.9.dev24 (PyPI: python-sat).
#
# The guess: enum_models() lists the models and leaves the solver as it was.
# Seen: its blocking clauses stay. Asked again, each of these engines has no model, and solve() says False:
# who counts first and solves afterwards takes a puzzle for one without a solution.
#
#   cadical195, glucose42, maplechrono, minisat22: 2 models, then 0, solve() False
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q python-sat==1.9.dev24 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from pysat.solvers import Solver

for name in ("cadical195", "glucose42", "maplechrono", "minisat22"):
    with Solver(name, bootstrap_with=[[1, 2], [-1, -2]]) as solver:
        counts = [len(list(solver.enum_models())) for _ in range(2)]
        print(name, *counts, solver.solve())
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
cadical195 2 0 False
glucose42 2 0 False
maplechrono 2 0 False
minisat22 2 0 False
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

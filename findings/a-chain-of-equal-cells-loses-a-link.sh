#!/usr/bin/env bash
# OR-Tools 9.15.6755 (CP-SAT), cpmpy 1.1.1, z3-solver 5.4.1.0, highspy 1.16.0, PuLP 3.3.2 (PyPI).
#
# The guess: where a chain such as 1 <= a + b <= 1 is refused, since Python turns it into "and", a == b == c
# is refused as well.
# Seen: each takes a == b == c, keeps one of the two equations and drops the other without a word: 4
# solutions of three cells instead of 2. CP-SAT, cpmpy and z3 drop the second, highspy and PuLP the first.
# Of the other chain, highspy alone makes a range; PuLP keeps <= 1 alone, so 6 solutions instead of 4.
#
#   cp-sat: a == b == c 4, a == b alone; 1 <= a + b <= 1 NotImplementedError
#   cpmpy: a == b == c 4, a == b alone; 1 <= a + b <= 1 ValueError
#   z3: a == b == c 4, a == b alone; 1 <= a + b <= 1 Z3Exception
#   highspy: a == b == c 4, b == c alone; 1 <= a + b <= 1 4
#   pulp: a == b == c 4, b == c alone; 1 <= a + b <= 1 6
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv &&
    venv/bin/pip install -q --no-compile ortools==9.15.6755 cpmpy==1.1.1 z3-solver==5.4.1.0 \
        highspy==1.16.0 pulp==3.3.2 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from itertools import product

import cpmpy
import highspy
import pulp
import z3
from ortools.sat.python import cp_model


def cp_sat(chain, cells):
    model = cp_model.CpModel()
    names = [model.new_bool_var(name) for name in "abc"]
    model.add(chain(*names))
    for name, cell in zip(names, cells):
        model.add(name == cell)
    return cp_model.CpSolver().solve(model) == cp_model.OPTIMAL


def by_cpmpy(chain, cells):
    names = [cpmpy.boolvar(name=name) for name in "abc"]
    model = cpmpy.Model(chain(*names))
    model += [name == cell for name, cell in zip(names, cells)]
    return model.solve()


def by_z3(chain, cells):
    names = z3.Ints("a b c")
    solver = z3.Solver()
    solver.add(chain(*names))
    solver.add(*(name == cell for name, cell in zip(names, cells)))
    return solver.check() == z3.sat


def by_highspy(chain, cells):
    model = highspy.Highs()
    model.silent()
    names = [model.addBinary() for _ in "abc"]
    model.addConstr(chain(*names))
    for name, cell in zip(names, cells):
        model.addConstr(name == cell)
    model.solve()
    return model.getModelStatus() == highspy.HighsModelStatus.kOptimal


def by_pulp(chain, cells):
    model = pulp.LpProblem("a")
    names = [pulp.LpVariable(name, cat="Binary") for name in "abc"]
    model += chain(*names)
    for name, cell in zip(names, cells):
        model += name == cell
    return pulp.LpStatus[model.solve(pulp.PULP_CBC_CMD(msg=False))] == "Optimal"


WAYS = {"cp-sat": cp_sat, "cpmpy": by_cpmpy, "z3": by_z3, "highspy": by_highspy, "pulp": by_pulp}
for words, way in WAYS.items():
    found = [cells for cells in product((0, 1), repeat=3) if way(lambda a, b, c: a == b == c, cells)]
    kept = "a == b" if all(a == b for a, b, _ in found) else "b == c"
    assert kept == "a == b" or all(b == c for _, b, c in found)
    try:
        ranged = str(sum(way(lambda a, b, c: 1 <= a + b <= 1, cells) for cells in product((0, 1), repeat=3)))
    except (NotImplementedError, ValueError, z3.Z3Exception) as err:
        ranged = type(err).__name__
    print(f"{words}: a == b == c {len(found)}, {kept} alone; 1 <= a + b <= 1 {ranged}")
END
seen=$(venv/bin/python see.py 2>/dev/null | grep alone)  # HiGHS greets, even if silent
wanted=$(cat <<'END'
cp-sat: a == b == c 4, a == b alone; 1 <= a + b <= 1 NotImplementedError
cpmpy: a == b == c 4, a == b alone; 1 <= a + b <= 1 ValueError
z3: a == b == c 4, a == b alone; 1 <= a + b <= 1 Z3Exception
highspy: a == b == c 4, b == c alone; 1 <= a + b <= 1 4
pulp: a == b == c 4, b == c alone; 1 <= a + b <= 1 6
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

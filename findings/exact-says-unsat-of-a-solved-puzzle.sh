#!/usr/bin/env bash
# Exact 2.2.1 (PyPI: exact), its Python interface.
#
# The guess: runFull() answers SAT where there is a solution, UNSAT where there is none.
# Seen: UNSAT in both cases. The word means that the search is finished; hasSolution() tells the cases
# apart. After count() the same solver has no solution left to find, and says UNSAT again.
#
#   one solution at least: runOnce SAT, runFull UNSAT, hasSolution True
#   no solution:           runOnce UNSAT, runFull UNSAT, hasSolution False
#   count: ('SAT', 2), afterwards runFull UNSAT
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q exact==2.2.1 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from exact import Exact


def switch(*more):
    """Two rows and two columns with one filled cell each: two solutions."""
    solver = Exact()
    for name in "abcd":
        solver.addVariable(name, 0, 1)
    for pair in ("ab", "cd", "ac", "bd", *more):
        solver.addConstraint([(1, name) for name in pair], True, 1, True, 1)
    return solver


for words, more in (("one solution at least", ()), ("no solution", ("a", "b"))):
    once, full = switch(*more), switch(*more)
    print(f"{words}: runOnce {once.runOnce()}, runFull {full.runFull()}, hasSolution {full.hasSolution()}")
solver = switch()
print(f"count: {solver.count([*'abcd'])}, afterwards runFull {solver.runFull()}")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
one solution at least: runOnce SAT, runFull UNSAT, hasSolution True
no solution: runOnce UNSAT, runFull UNSAT, hasSolution False
count: ('SAT', 2), afterwards runFull UNSAT
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

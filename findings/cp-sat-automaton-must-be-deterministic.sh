#!/usr/bin/env bash
# OR-Tools 9.15.6755 (PyPI: ortools), CP-SAT.
#
# The guess: add_automaton takes any automaton, as MiniZinc's regular_nfa does, or refuses one with two
# transitions of the same label out of a state when it is added.
# Seen: it is added without a word, and solve answers MODEL_INVALID. The blanks around a block of a nonogram
# line invite such an automaton: a blank in the first state stays there, or leads on.
#
#   deterministic: OPTIMAL
#   two transitions of one label: added, MODEL_INVALID
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q ortools==9.15.6755 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from ortools.sat.python import cp_model

AUTOMATA = {
    "deterministic": [(0, 0, 0), (0, 1, 1), (1, 0, 1)],
    "two transitions of one label": [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 1)],
}
for words, transitions in AUTOMATA.items():
    model = cp_model.CpModel()
    cells = [model.new_bool_var(str(at)) for at in range(3)]
    model.add_automaton(cells, 0, [1], transitions)
    added = "" if words == "deterministic" else "added, "
    solver = cp_model.CpSolver()
    print(f"{words}: {added}{solver.status_name(solver.solve(model))}")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
deterministic: OPTIMAL
two transitions of one label: added, MODEL_INVALID
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

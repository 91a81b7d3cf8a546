#!/usr/bin/env bash
# OR-Tools 9.15.6755 (PyPI: ortools), ortools.linear_solver.python.model_builder.
#
# The guess: import_from_lp_string reads what export_to_lp_string wrote.
# Seen: it returns False, as it reads the dialect of lp_solve and writes that of CPLEX. The model stays
# empty, and solving it answers OPTIMAL: who does not look at the returned value takes this for a solution.
#
#   own export: False, variables 0, OPTIMAL
#   dialect of lp_solve: True, variables 2, OPTIMAL
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q ortools==9.15.6755 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from ortools.linear_solver.python import model_builder

model = model_builder.Model()
x, y = model.new_bool_var("x"), model.new_bool_var("y")
model.add(x + y == 1)
texts = {
    "own export": model.export_to_lp_string(),
    "dialect of lp_solve": "min: ;\nc1: x + y = 1;\nbin x, y;\n",
}
for words, text in texts.items():
    again = model_builder.Model()
    read = again.import_from_lp_string(text)
    status = model_builder.Solver("scip").solve(again)
    print(f"{words}: {read}, variables {again.num_variables}, {status.name}")
END
seen=$(venv/bin/python see.py 2>/dev/null)
wanted=$(cat <<'END'
own export: False, variables 0, OPTIMAL
dialect of lp_solve: True, variables 2, OPTIMAL
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

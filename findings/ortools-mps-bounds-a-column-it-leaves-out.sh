#!/usr/bin/env bash
# OR-Tools 9.15.6755, highspy 1.16.0, PuLP 3.3.2 with its CBC 2.10.3 (PyPI): one MPS file.
#
# The guess: export_to_mps_string writes MPS that every program for integer programs reads.
# Seen: a variable that is in no constraint, as a cell may be, has no column, but has a bound, which is about
# nothing. OR-Tools and HiGHS read the file with all three variables; CBC says that the model is not valid,
# and exits with 0 as ever; PuLP's fromMPS raises KeyError. With a coefficient of 0 nothing changes.
#
#   in the file: column z no, bound z yes
#   ortools: 3 variables
#   highspy: 3 variables
#   cbc: No match for column z, exit 0
#   pulp: KeyError
#   with 0 z in the constraint: column z no, bound z yes
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv &&
    venv/bin/pip install -q --no-compile ortools==9.15.6755 highspy==1.16.0 pulp==3.3.2 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import subprocess
from pathlib import Path

import highspy
import pulp
from ortools.linear_solver.python import model_builder


def written(*coefficients):
    model = model_builder.Model()
    cells = [model.new_bool_var(name) for name in "xyz"]
    model.add(sum(c * cell for c, cell in zip(coefficients, cells)) == 1)
    return model.export_to_mps_string()


def parts(text):
    columns, bounds = text.split("COLUMNS")[1].split("BOUNDS")
    column, bound = ("yes" if " z" in part else "no" for part in (columns, bounds))
    return f"column z {column}, bound z {bound}"


text = written(1, 1)
Path("a.mps").write_text(text)
print("in the file:", parts(text))
model = model_builder.Model()
model.import_from_mps_string(text)
print(f"ortools: {model.num_variables} variables")
model = highspy.Highs()
model.silent()
model.readModel("a.mps")
print(f"highspy: {model.getNumCol()} variables")
cbc = subprocess.run([pulp.PULP_CBC_CMD().path, "a.mps", "solve", "quit"], capture_output=True, text=True)
print(f"cbc: {'No match for column z' if 'No match for column z' in cbc.stdout else 'read'}, exit {cbc.returncode}")
try:
    print(f"pulp: {len(pulp.LpProblem.fromMPS('a.mps')[1].variables())} variables")
except KeyError:
    print("pulp: KeyError")
print("with 0 z in the constraint:", parts(written(1, 1, 0)))
END
seen=$(venv/bin/python see.py 2>/dev/null | grep -v -e HiGHS -e third-party)
wanted=$(cat <<'END'
in the file: column z no, bound z yes
ortools: 3 variables
highspy: 3 variables
cbc: No match for column z, exit 0
pulp: KeyError
with 0 z in the constraint: column z no, bound z yes
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

#!/usr/bin/env bash
# cpmpy 1.1.1 with pindakaas 0.6.1, which writes DIMACS; python-sat 1.9.dev24, passagemath-kissat
# 10.8.13 with Kissat, and tididi-cnf 0.1.2, which read it (PyPI).
#
# The guess: write_dimacs(model) writes what SAT solvers and counters read, with the first cell of the row as
# variable 1.
# Seen: the line "p cnf" is left out unless p_header=True. PySAT reads such a file; Kissat and tididi refuse it.
# Variables are numbered as the clauses name them, and no comment says so: in a row of four cells with the one
# constraint below, variable 1 is x[3]. Two cells have no number at all, so that 12 pictures count 3.
#
#   x[3] or not x[1]: 1 -2 0
#   pysat: [[1, -2]]
#   kissat: expected 'c' or 'p' at start of line
#   tididi: Missing problem line
#   with a header: p cnf 2 1, 3 models
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
# OR-Tools is left out: writing does not need it.
python3 -m venv venv &&
    venv/bin/pip install -q --no-compile --no-deps cpmpy==1.1.1 numpy==2.3.5 packaging==25.0 \
        pindakaas==0.6.1 python-sat==1.9.dev24 six==1.17.0 passagemath-kissat==10.8.13 tididi-cnf==0.1.2 \
        >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import subprocess
import sysconfig
from pathlib import Path

import cpmpy
import tididi_cnf
from cpmpy.tools.io.dimacs import write_dimacs
from pysat.formula import CNF

row = cpmpy.boolvar(shape=4, name="x")
model = cpmpy.Model(row[3] | ~row[1])
text = write_dimacs(model)
print(f"x[3] or not x[1]: {text.strip()}")
Path("a.cnf").write_text(text)
print("pysat:", CNF(from_file="a.cnf").clauses)
kissat = Path(sysconfig.get_path("purelib"), "sage_wheels", "bin", "kissat")
said = subprocess.run([kissat, "-q", "a.cnf"], capture_output=True, text=True)
print("kissat:", (said.stdout + said.stderr).strip().split("error: ")[-1])
try:
    print("tididi:", tididi_cnf.count(text, mode="mc").count)
except tididi_cnf.InputError as err:
    print("tididi:", err)
text = write_dimacs(model, p_header=True)
print(f"with a header: {text.splitlines()[0]}, {tididi_cnf.count(text, mode='mc').count} models")
END
seen=$(venv/bin/python see.py 2>/dev/null)
wanted=$(cat <<'END'
x[3] or not x[1]: 1 -2 0
pysat: [[1, -2]]
kissat: expected 'c' or 'p' at start of line
tididi: Missing problem line
with a header: p cnf 2 1, 3 models
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

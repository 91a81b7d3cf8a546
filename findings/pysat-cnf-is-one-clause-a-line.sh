#!/usr/bin/env bash
# PySAT 1.9.dev24 (PyPI: python-sat), pysat.formula.CNF.
#
# The guess: CNF(from_string=...) reads any DIMACS text.
# Seen: a clause over two lines is an error, though a clause ends at 0 and not at the end of a line. The
# number of variables in the header is not kept: nv is the largest variable in a clause, so the cells of a
# puzzle without a clause have no variable.
#
#   over two lines: ValueError
#   header with 9 variables: nv 2
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q python-sat==1.9.dev24 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from pysat.formula import CNF

try:
    print("over two lines:", CNF(from_string="p cnf 2 1\n1\n2 0\n").clauses)
except ValueError as err:
    print(f"over two lines: {type(err).__name__}")
print("header with 9 variables: nv", CNF(from_string="p cnf 9 1\n1 2 0\n").nv)
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
over two lines: ValueError
header with 9 variables: nv 2
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

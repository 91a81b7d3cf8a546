#!/usr/bin/env bash
# picross-solver 1.1.2 (PyPI), a solver of nonograms.
#
# The guess: solve() returns True beside a picture that fits the clues, and False where there is none.
# Seen: it takes a line of the clue 0 for done without a look at the cells that are filled already. So it
# says True of puzzles without a solution, and leaves a picture with a filled cell in a column of the clue 0.
# With rows and columns exchanged, the same puzzles are False.
#
#   2 | 1;0: True, 11
#   exchanged: False
#   3;1;1 1;0;1 1 | 2;1 1;0;1 1;1 1: True, 00111 10000 01001 00000 01010
#   exchanged: False
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q picross-solver==1.1.2 numpy==2.3.5 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import numpy
from picross_solver import picross_solver


def said(rows, columns):
    board = numpy.full((len(rows), len(columns)), -1)
    if not picross_solver.solve(rows, columns, board):
        return "False"
    return "True, " + " ".join("".join(map(str, line)) for line in board)


for text in ("2 | 1;0", "3;1;1 1;0;1 1 | 2;1 1;0;1 1;1 1"):
    rows, columns = ([[int(block) for block in clue.split()] for clue in side.split(";")] for side in text.split("|"))
    print(f"{text}: {said(rows, columns)}")
    print(f"exchanged: {said(columns, rows)}")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
2 | 1;0: True, 11
exchanged: False
3;1;1 1;0;1 1 | 2;1 1;0;1 1;1 1: True, 00111 10000 01001 00000 01010
exchanged: False
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

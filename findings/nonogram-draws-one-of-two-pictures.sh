#!/usr/bin/env bash
# nonogram 3.1.1 (PyPI), "Command-line tools to solve nonograms/picross", with matplotlib 3.10.8.
#
# The guess: once installed, the command prints a solution, and its methods differ in speed only.
# Seen: it needs matplotlib, and Gurobi for two of four methods, and names neither as what it needs. It prints
# nothing but draws a window. Of a puzzle with two pictures the default draws one without a word; DYNAMIC leaves
# all cells gray, also where there is one picture that needs a guess. Both exit with 0.
#
#   installed alone: ModuleNotFoundError: No module named 'pylab'
#   LINEAR: ModuleNotFoundError: No module named 'gurobipy'
#   1;1 | 1;1, DYNAMIC: ?? ??
#   1;1 | 1;1, DYNAMIC_OPTIMIZED: #. .#
#   1 1;1;1 1;1 | 2;1 1;1;1, DYNAMIC: ???? ???? ???? ????
#   1 1;1;1 1;1 | 2;1 1;1;1, DYNAMIC_OPTIMIZED: .#.# #... #.#. .#..
#   exit 0, printed: nothing
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
export MPLBACKEND=Agg MPLCONFIGDIR=$folder
install() { venv/bin/pip install -q --no-compile "$@" >install.log 2>&1 || { cat install.log; exit 2; }; }
python3 -m venv venv || exit 2
install nonogram==3.1.1 numpy==2.3.5
alone=$(venv/bin/nonogram --help 2>&1 | tail -1)
install matplotlib==3.10.8
cat >see.py <<'END'
import numpy
from nonogram.src.core.nonogram import _solve
from nonogram.src.core.solveurs.solveur_utils import SolvingMethod

for text in "1;1 | 1;1", "1 1;1;1 1;1 | 2;1 1;1;1":
    rows, columns = ([[int(block) for block in clue.split()] for clue in side.split(";")] for side in text.split("|"))
    for method in "DYNAMIC", "DYNAMIC_OPTIMIZED":
        grid = _solve(rows, columns, getattr(SolvingMethod, method), numpy.zeros((len(rows), len(columns)), int))
        print(f"{text}, {method}:", *("".join("?#."[cell] for cell in row) for row in grid))
END
printf '1\n1\n#\n1\n1\n' >two.txt
seen=$(
    echo "installed alone: $alone"
    echo "LINEAR: $(venv/bin/nonogram two.txt -m LINEAR 2>&1 | tail -1)"
    venv/bin/python see.py 2>&1
    printed=$(venv/bin/nonogram two.txt 2>/dev/null)
    echo "exit $?, printed: ${printed:-nothing}"
)
wanted=$(cat <<'END'
installed alone: ModuleNotFoundError: No module named 'pylab'
LINEAR: ModuleNotFoundError: No module named 'gurobipy'
1;1 | 1;1, DYNAMIC: ?? ??
1;1 | 1;1, DYNAMIC_OPTIMIZED: #. .#
1 1;1;1 1;1 | 2;1 1;1;1, DYNAMIC: ???? ???? ???? ????
1 1;1;1 1;1 | 2;1 1;1;1, DYNAMIC_OPTIMIZED: .#.# #... #.#. .#..
exit 0, printed: nothing
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

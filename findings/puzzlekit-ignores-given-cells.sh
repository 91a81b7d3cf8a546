#!/usr/bin/env bash
# puzzlekit 0.3.4 (PyPI), solvers of a hundred kinds of puzzles on OR-Tools, with one for nonograms.
#
# The guess: the grid given beside the clues holds known cells, as its signs - x o are checked, and a clue
# may be "-", which is checked, too.
# Seen: the grid is not in the model, so a known cell that contradicts the clues is overruled with the
# status Optimal, and of several pictures it does not choose one. A clue "-" is a TypeError when solved.
#
#   0;2 | 1;1: Optimal -- xx
#   0;2 | 1;1 with x in the empty row: Optimal -- xx
#   -;2 | 1;1: TypeError
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q --no-compile puzzlekit==0.3.4 ortools==9.15.6755 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
from puzzlekit.solvers.nonogram import NonogramSolver

CASES = (("0;2", ""), ("0;2", " with x in the empty row"), ("-;2", ""))
for rows, words in CASES:
    known = [["x", "-"], ["-", "-"]] if words else [["-", "-"], ["-", "-"]]
    try:
        solver = NonogramSolver(2, 2, [clue.split() for clue in rows.split(";")], [["1"], ["1"]], known)
        data = solver.solve().solution_data
        said = data["status"]
        if said == "Optimal":
            said += " " + " ".join("".join(line) for line in data["solution_grid"].matrix)
    except TypeError:
        said = "TypeError"
    print(f"{rows} | 1;1{words}: {said}")
END
seen=$(venv/bin/python see.py 2>/dev/null)
wanted=$(cat <<'END'
0;2 | 1;1: Optimal -- xx
0;2 | 1;1 with x in the empty row: Optimal -- xx
-;2 | 1;1: TypeError
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

#!/usr/bin/env bash
# nonogram-solver 0.1 (PyPI), which "can determine if a puzzle is not solveable by a human".
#
# The guess: importing a solver changes nothing else, and "add constraints until the solution is unique", as its
# source says, leaves a puzzle with one solution as it is.
# Seen: the import seeds Python's own random numbers with 50, so all that is random in the program that imports
# it is the same in each run. It looks at one line after the other and calls the rest not solvable: right for
# those with several pictures, but those with one picture that need a guess get given cells, too. With
# starter=1 it needs Python 2.
#
#   random after the import: 0.49753657
#   several pictures: 0 of 210 solved
#   one picture, found line by line: 775 of 775 solved
#   one picture, not found line by line: 0 of 15 solved
#   .o.o o... o..o .o.. has one picture; cells given: 1
#   starter=1: NameError
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q nonogram-solver==0.1 numpy==2.3.5 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import contextlib
import io
import random
from collections import Counter
from itertools import product

from nonogram_solver.nonogram import Nonogram
from nonogram_solver.solver import solve

print(f"random after the import: {random.random():.8f}")


def runs(line):
    return tuple(len(run) for run in "".join(line).split(".") if run)


def clues(picture):
    return tuple(map(runs, picture)), tuple(map(runs, zip(*picture)))


LINES = ["".join(cells) for cells in product(".o", repeat=4)]
COUNT = Counter(clues(rows) for rows in product(LINES, repeat=4))


def by_lines(picture):
    """Whether looking at one line after the other finds the whole picture."""
    board, before = [["?"] * 4 for _ in range(4)], None
    while board != before:
        before = [row[:] for row in board]
        for side in clues(picture):
            for at, clue in enumerate(side):
                fits = [line for line in LINES if runs(line) == clue
                        and all(known in ("?", cell) for known, cell in zip(board[at], line))]
                board[at] = [cells[0] if len(set(cells)) == 1 else "?" for cells in zip(*fits)]
            board = [[*line] for line in zip(*board)]
    return all("?" not in row for row in board)


def solved(picture, **options):
    puzzle = Nonogram()
    puzzle.init_from_solution_string([*picture])
    with contextlib.redirect_stdout(io.StringIO()):
        return solve(puzzle, **options)


found = Counter()
for rows in random.Random(1).sample([*product(LINES, repeat=4)], 1000):
    one = "one picture, found line by line" if by_lines(rows) else "one picture, not found line by line"
    found["several pictures" if COUNT[clues(rows)] > 1 else one, solved(rows)[0]] += 1
for kind in "several pictures", "one picture, found line by line", "one picture, not found line by line":
    print(f"{kind}: {found[kind, True]} of {found[kind, True] + found[kind, False]} solved")
picture = ".o.o", "o...", "o..o", ".o.."
given = len(solved(picture, add_puzzle_constraints=True)[1].prefilled_positions)
print(f"{' '.join(picture)} has {'one picture' if COUNT[clues(picture)] == 1 else 'several'}; cells given: {given}")
try:
    solved(picture, starter=1)
except NameError as err:
    print(f"starter=1: {type(err).__name__}")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
random after the import: 0.49753657
several pictures: 0 of 210 solved
one picture, found line by line: 775 of 775 solved
one picture, not found line by line: 0 of 15 solved
.o.o o... o..o .o.. has one picture; cells given: 1
starter=1: NameError
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

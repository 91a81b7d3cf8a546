#!/usr/bin/env bash
# chuk-puzzles-gym 0.10.3 (PyPI), thirty kinds of puzzles "for LLM training and benchmarking".
#
# The guess: a generated nonogram has one picture, or any picture with its clues is complete; what is called
# hard is at least as ambiguous as what is called easy.
# Seen: pictures are drawn at random, 40 % filled if easy and 60 % if hard, and nobody looks for a second one.
# Complete is what equals the drawn picture: another one with all the same clues is not, so a solver that is
# right is marked wrong. Easy puzzles are ambiguous nearly three times as often as hard ones.
#
#   easy, 5x5: 130 of 300 have several pictures; another picture with the clues: complete False
#   medium, 7x7: 96 of 300 have several pictures; another picture with the clues: complete False
#   hard, 10x10: 46 of 300 have several pictures; another picture with the clues: complete False
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q --no-compile chuk-puzzles-gym==0.10.3 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import asyncio
from itertools import islice, product

from chuk_puzzles_gym.games.nonogram import NonogramGame


def runs(cells):
    return [len(run) for run in "".join(map(str, cells)).split("0") if run] or [0]


def pictures(game, above=()):
    """The pictures with the clues of a game, row by row."""
    if len(above) == game.size:
        yield above
        return
    for row in LINES[game.size][tuple(game.row_clues[len(above)])]:
        picture = (*above, row)
        whole = len(picture) == game.size
        if all(begins(runs(column), clue, column[-1], whole) for column, clue in zip(zip(*picture), game.col_clues)):
            yield from pictures(game, picture)


def begins(found, clue, last, whole):
    if whole:
        return found == clue
    found = [] if found == [0] else found
    done = found[:-1] if last else found
    return done == clue[: len(done)] and (not last or (len(done) < len(clue) and found[-1] <= clue[len(done)]))


LINES = {}
for size in (5, 7, 10):
    LINES[size] = {}
    for cells in product((0, 1), repeat=size):
        LINES[size].setdefault(tuple(runs(cells)), []).append(cells)
for level in ("easy", "medium", "hard"):
    several, complete = 0, set()
    for seed in range(300):
        game = NonogramGame(level, seed=seed)
        asyncio.run(game.generate_puzzle())
        two = list(islice(pictures(game), 2))
        several += len(two) > 1
        for picture in two:
            cells = [list(row) for row in picture]
            if cells != game.solution:
                game.grid = cells
                complete.add(game.is_complete())
    print(f"{level}, {game.size}x{game.size}: {several} of 300 have several pictures; "
          f"another picture with the clues: complete {', '.join(map(str, complete))}")
END
seen=$(venv/bin/python see.py 2>/dev/null)
wanted=$(cat <<'END'
easy, 5x5: 130 of 300 have several pictures; another picture with the clues: complete False
medium, 7x7: 96 of 300 have several pictures; another picture with the clues: complete False
hard, 10x10: 46 of 300 have several pictures; another picture with the clues: complete False
END
)
echo "$seen"
[ "$seen" = "$wanted" ]

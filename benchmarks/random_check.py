"""Checks cells of the map of random puzzles by a SAT engine on clauses alone, without nonosat's solvers.

python benchmarks/random_check.py --count 2000 --jobs 2

The clauses are those of docs/certificate.md by the second encoder of the tests, with the picture excluded:
CaDiCaL finds another picture, or proves that there is none.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from pysat.formula import CNF
from pysat.solvers import Cadical195

import nonosat
from nonosat import Verdict
from nonosat.generators import Recipe, make

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from clause_encoder import encode

CELLS = ((10, 0.5), (20, 0.57), (30, 0.62))
"""Side and share of inked cells: about half of these puzzles are unique."""


def verdicts(job: tuple[int, float, int]) -> tuple[bool, bool]:
    """Return whether a puzzle is unique, by the engine and by nonosat."""
    side, share, index = job
    sheet = make("random", Recipe(side, side, share, seed=87, index=index))
    puzzle, picture = sheet.puzzle, sheet.goals[0]
    clues = [
        [[(block.length, "#") for block in clue] for clue in axis]
        for axis in (puzzle.rows, puzzle.cols)
    ]
    drawn = ["".join(".#"[picture[row, column]] for column in range(side)) for row in range(side)]
    with Cadical195(bootstrap_with=CNF(from_string=encode(*clues, [drawn]))) as engine:
        return not engine.solve(), nonosat.check(puzzle).verdict is Verdict.UNIQUE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    different = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for side, share in CELLS:
            jobs = [(side, share, index) for index in range(args.count)]
            found = [*pool.map(verdicts, jobs, chunksize=20)]
            different += sum(engine != ours for engine, ours in found)
            unique = sum(engine for engine, _ in found)
            print(
                f"{side}x{side} at {share:.0%}: {unique} of {len(found)} unique, {different} differ",
                flush=True,
            )
    sys.exit(different > 0)


if __name__ == "__main__":
    main()

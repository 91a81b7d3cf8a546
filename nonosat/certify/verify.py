#!/usr/bin/env python3
"""Check nonogram certificates: python3 verify.py DIR... (or --selftest); exit code 40: refused.

puzzle.json has clues and a claim. "unique": solution.txt has these clues, no other picture has.
"none": no picture has. "multiple": solution-1.txt and solution-2.txt have, and differ. That no
(other) picture exists is proved: formula.cnf must be, byte for byte, what `encode` makes of the
clues, for "unique" with the clause "not this picture" added; each step of proof.lrat.gz must follow
from earlier ones; the last must be the empty clause, which never holds. Needs Python 3.11 only.
"""
# fmt: off  (every line of this file has to be trusted, so there are few)
import gzip
import json
import re
import sys
from collections.abc import Iterator
from itertools import accumulate, chain, combinations, count, groupby, islice, pairwise, product
from pathlib import Path
from typing import Any

Clue = list[tuple[int, str]]  # (length, ink) of each block; an ink is a character, "." is blank
Cell = dict[str, int]  # for each ink that the cell may have the variable "it has this ink"
Clause = tuple[int, ...]  # literals: a variable, or minus a variable
MAX_SIDE, MAX_CLAUSES, MAX_TEXT = 1_000, 3_000_000, 1 << 24
STEP = re.compile(rb"([1-9]\d{0,14}) (d |(?:-?[1-9]\d{0,8} )*0 )((?:[1-9]\d{0,14} )+)0\n").fullmatch
PICTURES = {"unique": ["solution.txt"], "none": [], "multiple": ["solution-1.txt", "solution-2.txt"]}

def need(holds: object, reason: str) -> None:
    if not holds:
        raise ValueError(reason)

def runs(cells: Any) -> Clue:
    return [(len(list(run)), ink) for ink, run in groupby(cells) if ink != "."]

def encode(rows: list[Clue], columns: list[Clue]) -> tuple[list[Cell], list[Clause], int]:
    """The formula "nonosat-cnf 1", one model for each picture: cells, clauses, last variable."""
    number = count(1)
    inks = [[{ink for _, ink in clue} for clue in clues] for clues in (rows, columns)]
    grid = [[{ink: next(number) for ink in sorted(r & c)} for c in inks[1]] for r in inks[0]]
    pairs = (pair for cell in chain(*grid) for pair in combinations(cell.values(), 2))
    clauses: list[Clause] = [(-a, -b) for a, b in islice(pairs, MAX_CLAUSES)]
    for clue, cells in zip(rows + columns, [*grid, *map(list, zip(*grid, strict=True))], strict=True):
        clauses += encode_line(clue, cells, number)
        need(len(clauses) < MAX_CLAUSES, f"the formula has {MAX_CLAUSES:,} clauses or more")
    return [*chain(*grid)], clauses, next(number) - 1

def encode_line(clue: Clue, cells: list[Cell], number: Iterator[int]) -> Iterator[Clause]:
    """The clauses of one line; 0 stands for a literal that is left out."""
    apart = [n + (a == b) for (n, a), (_, b) in zip(clue, [*clue[1:], (0, "")], strict=False)]
    first = [*accumulate(apart, initial=0)]  # where each block starts at the earliest; the last end
    room = len(cells) - first[-1]  # how much later each block may start
    need(room >= 0, "a clue does not fit into its line")
    end, passed, before = 0, 0, dict[int, int]()  # of the block before: its end, length, `begun`
    for (length, ink), at in zip([*clue, (0, "")], first, strict=True):
        begun = {p: next(number) for p in range(at, at + room if ink else at)}  # "starts by cell p"
        for i in range(end, at + room):  # the block before is over, this one not begun: blank
            over, on = before.get(i - passed, 0), begun.get(i, 0)
            yield from (tuple(filter(None, (-over, on, -x))) for x in cells[i].values())
        yield from ((-x, y) for x, y in pairwise(begun.values()))
        yield from ((-y, x) for x, y in zip(before.values(), begun.values(), strict=False))
        for i in range(at, at + room + length if ink else at):  # begun and not over: inked
            on, over = begun.get(i, 0), begun.get(i - length, 0)
            yield tuple(filter(None, (-on, over, cells[i].get(ink, 0))))
        end, passed, before = at + length, length, begun

def negation(cells: list[Cell], picture: str) -> Clause:
    """The clause "not this picture"."""
    values = zip(cells, picture, strict=True)
    return tuple(-x if ink == seen else x for cell, seen in values for ink, x in cell.items())

def dimacs(clauses: list[Clause], variables: int) -> bytes:
    lines = [" ".join([*map(str, clause), "0\n"]) for clause in clauses]
    return f"p cnf {variables} {len(clauses)}\n{''.join(lines)}".encode()

def check_proof(proof: Any, clauses: list[Clause], variables: int) -> int:
    """Follow an LRAT proof, by unit propagation along its hints. Returns the number of steps."""
    live, last, shown = dict(enumerate(clauses, 1)), len(clauses), False
    while line := proof.readline(MAX_TEXT):
        step: Any = STEP(line)
        need(step and not shown, f"proof.lrat.gz has no proper step after step {last}")
        hints = [*map(int, step[3].split())]
        if step[2] == b"d ":  # these clauses are not needed any more
            there = int(step[1]) == last and None not in [live.pop(hint, None) for hint in hints]
            need(there, f"after step {last} a clause is deleted that is not there")
            continue
        last += 1
        lemma = tuple(map(int, step[2].split()[:-1]))
        proper = int(step[1]) == last and all(abs(x) <= variables for x in lemma)
        need(proper, f"step {last} has another number, or an unknown variable")
        false = set(lemma)  # suppose that the lemma does not hold
        for used, hint in enumerate(hints, 1):
            left = [x for x in live.get(hint, (0, 0)) if x not in false]
            if len(left) != 1 or -left[0] in false or used == len(hints):
                break
            false.add(-left[0])  # one literal is left, and must hold
        # All hints are used, and of the last clause nothing is left: so the lemma holds.
        need(not left and used == len(hints), f"step {last} does not follow from its hints")
        live[last], shown = lemma, not lemma
    need(shown, "proof.lrat.gz ends before the empty clause")
    return last - len(clauses)

def plain(folder: Path, name: str, most: int = MAX_TEXT) -> Path:
    path = folder / name
    proper = path.is_file() and not path.is_symlink() and path.stat().st_size <= most
    need(proper, f"{name} is missing, or too large, or no plain file")
    return path

def verify(folder: Path) -> str:
    """Check a certificate. Returns what is proved, in words; raises an error if it is not."""
    pairs = json.loads(plain(folder, "puzzle.json").read_text("utf-8"), object_pairs_hook=tuple)
    puzzle = dict(pairs) if type(pairs) is tuple else {}
    need(len(puzzle) == len(pairs), "puzzle.json has a key twice, or is no object")
    need(puzzle["certificate"] == "nonosat-cnf 1", "puzzle.json is of another version")
    rows, columns = ([[(b, "#") if type(b) is int else tuple(b) for b in clue]
                      for clue in puzzle[key]] for key in ("rows", "columns"))
    for n, ink in chain(*rows, *columns):
        good = type(n) is int and 0 < n <= MAX_SIDE and type(ink) is str and len(ink) == 1
        need(good and ink != ".", "puzzle.json has a block that is neither length nor [length, ink]")
    height, width, claim, pictures = len(rows), len(columns), puzzle["claim"], list[str]()
    need(0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE, "the puzzle is empty or too large")
    for name in PICTURES[claim]:
        *lines, end = plain(folder, name).read_bytes().decode().split("\n")
        fits = len(lines) == height and {*map(len, lines)} == {width} and not end
        same = fits and [*map(runs, [*lines, *zip(*lines, strict=True)])] == rows + columns
        need(same, f"{name} is no picture with the clues of puzzle.json")
        pictures.append("".join(lines))
    if claim == "multiple":
        need(pictures[0] != pictures[1], "the two pictures are the same")
        return f"multiple, {width}x{height}: two pictures"
    cells, clauses, variables = encode(rows, columns)
    clauses += [negation(cells, picture) for picture in pictures]
    formula = dimacs(clauses, variables)
    same = plain(folder, "formula.cnf", len(formula)).read_bytes() == formula
    need(same, "formula.cnf is not the formula of these clues and this claim")
    with plain(folder, "proof.lrat.gz", 1 << 40).open("rb") as packed, gzip.open(packed) as proof:
        steps = check_proof(proof, clauses, variables)
        size = packed.seek(-4, 2) and int.from_bytes(packed.read(), "little")
        need(size == proof.tell() % 2**32, "proof.lrat.gz has data after its end")
    return f"{claim}, {width}x{height}: proved in {steps} steps"

def selftest() -> int:
    """Compare `encode_line` with brute force, for all clues of short lines."""
    def models(clauses: list[Clause], free: list[int]) -> list[Clause]:
        return [()] * all(clauses) if not free or not all(clauses) else [
            (x, *model) for x in (free[-1], -free[-1]) for model in models(
                [tuple(y for y in clause if y != -x) for clause in clauses if x not in clause], free[:-1])]
    for inks, n in [*product(["#"], range(1, 11)), *product(["ab"], range(1, 7)), *product(["abc"], range(1, 5))]:
        lines = ["".join(line) for line in product("." + inks, repeat=n)]
        for clue in {tuple(runs(line)) for line in lines}:
            number = count(1)
            cells = [{ink: next(number) for ink in inks} for _ in range(n)]
            clauses: list[Clause] = [pair for cell in cells for pair in combinations([-x for x in cell.values()], 2)]
            clauses += encode_line([*clue], cells, number)
            found = ["".join(next((i for i, x in cell.items() if x in model), ".") for cell in cells)
                     for model in map(set, models(clauses, [*range(1, next(number))]))]
            want = [line for line in lines if tuple(runs(line)) == clue]
            need(sorted(found) == sorted(want), f"the encoding of {clue} in {n} cells is wrong")
    return print("the encoder agrees with brute force") or 0

def main(folders: list[str]) -> int:
    """Check certificates, and print one line for each."""
    code = 0
    for folder in folders:
        try:
            line = verify(Path(folder))
        except Exception as err:
            code, line = 40, f"refused: {err if type(err) is ValueError else repr(err)}"
        print(f"{folder}: {line}")
    return code

if __name__ == "__main__":
    sys.exit(selftest() if sys.argv[1:] == ["--selftest"] else main(sys.argv[1:]))

# fmt: off
"""Check nonogram certificates: python3 verify.py DIR... (or --selftest); exit code 40: refused.

puzzle.json has clues, given cells and a claim. "unique": solution.txt has these, no other picture has. "none":
no picture has. "multiple": solution-1.txt and solution-2.txt have, and differ. The proof that there is no (other)
picture: formula.cnf is exactly what `encode` makes of all this; each step of proof.lrat.gz follows from earlier
ones; the last is empty, that is, a contradiction."""
import gzip
import json
import re
import sys
from collections import Counter
from itertools import accumulate, chain, combinations, count, groupby, islice, pairwise, product
from pathlib import Path
from typing import Any

Clue = list[tuple[int, str]]  # (length or 0 if unknown, ink) of each block; an ink is a character, "." is blank
Clause = tuple[int, ...]  # literals: a variable, or minus a variable
VERSION = "nonosat-cnf 1"
MAX_SIDE, MAX_CLAUSES, MAX_LITERALS, MAX_TEXT = 1_000, 3_000_000, 10_000_000, 1 << 24
STEP = re.compile(rb"([1-9]\d{0,14}) (d |(?:-?[1-9]\d{0,8} )*0 )((?:[1-9]\d{0,14} )+)0\n").fullmatch
KEYS = {"certificate", "claim", "title", "author", "copyright", "license", "source", "colors", "rows", "columns", "givens"}
PICTURES = {"unique": ["solution.txt"], "none": [], "multiple": ["solution-1.txt", "solution-2.txt"]}
def need(holds: object, reason: str) -> None:
    if not holds:
        raise ValueError(reason)
def has_clue(cells: Any, clue: Clue) -> bool:
    runs = [(len(list(run)), ink) for ink, run in groupby(cells) if ink != "."]
    return len(runs) == len(clue) and all(i == j and m in (0, n) for (n, i), (m, j) in zip(runs, clue, strict=True))
def no_two_inks(cells: Any) -> Any:
    return (two for cell in cells for two in combinations([-x for x in cell.values()], 2))
def encode(rows: list[Clue], columns: list[Clue], given: list[str], known: list[str]) -> Any:
    """Clauses, number of variables, text; a model for each picture as given that is not known."""
    number = count(1)
    inks = [[{ink for _, ink in clue} for clue in clues] for clues in (rows, columns)]
    lines = [Counter(chain(*side)) for side in inks]  # rows and columns with each ink; they cross in that many cells
    need(sum(n * lines[1][ink] for ink, n in lines[0].items()) < MAX_CLAUSES, f"the formula has {MAX_CLAUSES:,} clauses or more")
    grid = [[{ink: next(number) for ink in sorted(r & c)} for c in inks[1]] for r in inks[0]]  # "has this ink"
    clauses: list[Clause] = [*islice(no_two_inks(chain(*grid)), MAX_CLAUSES)]
    for clue, cells in zip(rows + columns, [*grid, *map(list, zip(*grid, strict=True))], strict=True):
        clauses += (tuple(filter(None, clause)) for clause in encode_line(clue, cells, number))
        need(len(clauses) < MAX_CLAUSES, f"the formula has {MAX_CLAUSES:,} clauses or more")
    for cell, word in [pair for pair in zip(chain(*grid), given, strict=True) if pair[1] != "?"]:
        clauses += [(-x,) for ink, x in cell.items() if ink not in word]
        clauses += [tuple(x for ink, x in cell.items() if ink in word)] * ("." not in word)
    clauses += [tuple(-x if i == ink else x for cell, ink in zip(chain(*grid), picture, strict=True)
                      for i, x in cell.items()) for picture in known]  # some cell is different
    text = "".join([" ".join([*map(str, clause), "0\n"]) for clause in clauses])
    return clauses, (last := next(number) - 1), f"p cnf {last} {len(clauses)}\n{text}".encode()
def encode_line(clue: Clue, cells: list[dict[str, int]], number: Any) -> Any:
    """The clauses of one line; 0 stands for a literal that is left out."""
    first = [*accumulate(((n or 1) + (a == b) for (n, a), (_, b) in pairwise([*clue, (0, "")])), initial=0)]
    room = len(cells) - first[-1]  # how much later each block may start
    need(room >= 0, "a clue does not fit into its line")
    end, over = 0, dict[int, int]()  # of the block before: its earliest end; "it ends at p or earlier"
    for (length, ink), at in zip([*clue, (0, "")], first, strict=True):  # at: its earliest start
        begun = {p: next(number) for p in range(at, at + room if ink else at)}  # at p or earlier
        for i in range(end, at + room):  # the block before is over, this one not begun: blank
            yield from ((-over.get(i, 0), begun.get(i, 0), -x) for x in cells[i].values())
        yield from ((-x, y) for x, y in pairwise(begun.values()))
        yield from ((-y, x) for x, y in zip(over.values(), begun.values(), strict=False))
        end = at + (length or 1)
        over = {p + (length or 1): x if length else next(number) for p, x in begun.items()}
        if not length:  # its end has a place of its own, behind its start
            yield from ((-x, y) for x, y in chain(pairwise(over.values()), zip(over.values(), begun.values(), strict=True)))
        for i in range(at, room + end if ink else at):  # begun and not over: inked
            yield -begun.get(i, 0), over.get(i, 0), cells[i].get(ink, 0)
def check_proof(proof: Any, clauses: list[Clause], variables: int) -> int:
    """Follow an LRAT proof, by unit propagation along its hints. Returns the number of steps."""
    live, last, shown, kept = dict(enumerate(clauses, 1)), len(clauses), False, 0
    while line := proof.readline(MAX_TEXT >> 2):
        step: Any = STEP(line)
        need(step and not shown, f"proof.lrat.gz {'goes on' if shown else 'is binary LRAT, not text,' if line[0] in b'ad' else 'has no proper step'} after step {last}")
        hints = [*map(int, step[3].split())]
        if step[2] == b"d ":  # these clauses are not needed any more
            gone = [live.pop(hint, None) for hint in hints]
            need(int(step[1]) == last and None not in gone, f"after step {last} a clause is deleted that is not there")
            kept -= sum(len(clause) for hint, clause in zip(hints, gone, strict=True) if clause and hint > len(clauses))
            continue
        kept += (literals := step[2].count(b" ") - 1)  # counted before they take memory
        need(literals <= variables and kept <= MAX_LITERALS, f"step {last + 1} has more literals than it needs")
        last, lemma = last + 1, tuple(map(int, step[2].split()[:-1]))
        proper = int(step[1]) == last and max(map(abs, lemma), default=0) <= variables
        false = set(lemma)  # suppose that the lemma does not hold
        for used, hint in enumerate(hints, 1):
            left = [x for x in live.get(hint, (0, 0)) if x not in false]
            if len(left) != 1 or -left[0] in false or used == len(hints):
                break  # the lemma follows if nothing is left of the last clause
            false.add(-left[0])  # the one literal that is left must hold
        need(proper and not left and used == len(hints), f"step {last} does not follow")
        live[last], shown = lemma, not lemma
    need(shown, "proof.lrat.gz ends before the empty clause")
    return last - len(clauses)
def plain(folder: Path, name: str, most: int = MAX_TEXT) -> Path:
    path = folder / name
    need(path.is_file() and not path.is_symlink(), f"{name} is missing, or no plain file")
    need(path.stat().st_size <= most, f"{name} is larger than it should be")
    return path
def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs), "puzzle.json has a key twice")
    return dict(pairs)
def items(value: Any, most: int = MAX_SIDE) -> Any:
    need(type(value) is list and len(value) <= most, f"puzzle.json needs a list of at most {most} items in a place")
    return value
def read_puzzle(folder: Path) -> tuple[str, list[Clue], list[Clue], list[str]]:
    """Claim, clues, and for each cell the colors that it may have. Any other form is refused."""
    puzzle = json.loads(plain(folder, "puzzle.json").read_text("utf-8"), object_pairs_hook=once)
    need(type(puzzle) is dict and puzzle.keys() <= KEYS, "puzzle.json is of another kind")
    need(puzzle.get("certificate") == VERSION, "puzzle.json is of another version")
    claim, colors = puzzle.get("claim"), puzzle.get("colors")
    need(type(claim) is str and claim in PICTURES and type(colors) is dict and "." in colors, "puzzle.json is of another kind")
    need(all(len(char) == 1 and type(look) is str for char, look in colors.items()), "puzzle.json has odd colors")
    rows, columns = ([[(n if type(n) is int and n > 0 else -(n != "?"), ink) for n, ink in (
        items(b, 2) if type(b) is list else (b, "#") for b in items(clue))] for clue in items(puzzle.get(key))]
        for key in ("rows", "columns"))
    blocks, width, height = [*chain(*rows, *columns)], len(columns), len(rows)
    need(all(n >= 0 and type(ink) is str and ink in colors and ink != "." for n, ink in blocks), "puzzle.json has a block that is none")
    need(width and height, "the puzzle is empty")
    words = [items(row) for row in items(puzzle.get("givens", [["?"] * width] * height))]
    given = [word for row in words for word in row if type(word) is str and (word == "?" or (word and {*word} <= colors.keys()))]
    need([*map(len, words)] == [width] * height and len(given) == width * height, "puzzle.json has odd given cells")
    return claim, rows, columns, given
def verify(folder: Path) -> str:
    """Check a certificate. Returns what is proved, in words; raises an error if it is not."""
    claim, rows, columns, given = read_puzzle(folder)
    width, height, pictures = len(columns), len(rows), list[str]()
    for name in PICTURES[claim]:
        *lines, end = plain(folder, name).read_bytes().decode().split("\n")
        need(len(lines) == height and {*map(len, lines)} == {width} and not end, f"{name} has other clues")
        need(all(map(has_clue, [*lines, *zip(*lines, strict=True)], rows + columns)), f"{name} has other clues")
        pictures.append("".join(lines))
        fits = (word == "?" or ink in word for ink, word in zip(pictures[-1], given, strict=True))
        need(all(fits), f"{name} has other cells than those given")
    need(len({*pictures}) == len(pictures), "the two pictures are the same")
    if claim == "multiple":
        return f"multiple, {width}x{height}: two pictures"
    clauses, variables, formula = encode(rows, columns, given, pictures)
    same = plain(folder, "formula.cnf", len(formula)).read_bytes() == formula
    need(same, "formula.cnf is not the formula of these clues and this claim")
    with plain(folder, "proof.lrat.gz", 1 << 40).open("rb") as packed, gzip.open(packed) as proof:
        steps = check_proof(proof, clauses, variables)
        need(packed.seek(-4, 2) and packed.read() == proof.tell().to_bytes(8, "little")[:4], "proof.lrat.gz has two ends")
    return f"{claim}, {width}x{height}: proved in {steps} steps"
def selftest() -> int:
    def models(clauses: list[Clause], free: list[int]) -> list[Clause]:  # all, by brute force
        return [()] * all(clauses) if not free or not all(clauses) else [
            (x, *model) for x in (free[-1], -free[-1]) for model in models(
                [tuple(y for y in clause if y != -x) for clause in clauses if x not in clause], free[:-1])]
    for inks, n in [(i, n) for i, most in (("#", 9), ("ab", 5), ("abc", 4)) for n in range(1, most + 1)]:
        lines = [*product("." + inks, repeat=n)]
        for clue in {clue for line in lines for clue in product(
                *(((0, ink), (len([*run]), ink)) for ink, run in groupby(line) if ink != "."))}:
            number = count(1)
            cells = [{ink: next(number) for ink in inks} for _ in range(n)]
            clauses = [*no_two_inks(cells), *(tuple(filter(None, c)) for c in encode_line([*clue], cells, number))]
            found = [tuple(next((i for i, x in cell.items() if x in model), ".") for cell in cells)
                     for model in models(clauses, [*range(1, next(number))])]
            need(sorted(found) == sorted(x for x in lines if has_clue(x, [*clue])), f"{clue} in {n} cells")
    return print("the encoder agrees with brute force") or 0
def main(folders: list[str]) -> int:
    code = 0 if folders else print((__doc__ or "").split("\n")[0], file=sys.stderr) or 2
    for folder in folders:
        try:
            line = verify(Path(folder))
        except Exception as err:
            code, line = 40, f"refused: {err if type(err) is ValueError else repr(err)}"
        print(f"{folder if folder.isprintable() else ascii(folder)}: {line}".encode(to := sys.stdout.encoding or "utf-8", "backslashreplace").decode(to))
    return code
if __name__ == "__main__":
    sys.exit(selftest() if sys.argv[1:] == ["--selftest"] else main(sys.argv[1:]))

"""Small puzzles with their certificates, and ways to spoil them."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from brute_force import hide, puzzle_of, random_grid

from nonosat.certificates import bundle, proof
from nonosat.errors import PuzzleError
from nonosat.limits import Deadline
from nonosat.model import Puzzle, Sheet
from nonosat.solving.api import check
from nonosat.solving.result import Verdict

Files = dict[str, bytes]
T = TypeVar("T")


class Here:
    """Stands in for a child process, where none is needed: starting one takes half a second."""

    def __init__(self, memory: int) -> None:
        pass

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def kill(self) -> None:
        pass

    def ask(self, function: Callable[..., T], *args: object, deadline: Deadline) -> T:
        deadline.check()
        return function(*args)


def small_puzzles(count: int) -> Iterator[tuple[Puzzle, Verdict]]:
    """As many puzzles as wanted, of one to three inks; a third each unique, multiple, none.

    In one of three some numbers are hidden.
    """
    rng = random.Random(12)
    wanted = [Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE] * count
    for number in range(count):
        while True:
            height, width, inks = rng.randint(1, 7), rng.randint(1, 7), 1 + number % 3
            puzzle = puzzle_of(random_grid(rng, height, width, inks, rng.uniform(0.3, 0.8)), inks)
            if number % 9 // 3 == 1:
                puzzle = hide(rng, puzzle, 0.3)
            if wanted[number // 3] is Verdict.NONE:  # two rows change places
                rows = list(puzzle.rows)
                rng.shuffle(rows)
                try:
                    puzzle = Puzzle(tuple(rows), puzzle.cols, puzzle.palette)
                except PuzzleError:
                    continue
            if check(puzzle).verdict is wanted[number // 3]:
                yield puzzle, wanted[number // 3]
                break


def certified(puzzle: Puzzle, folder: Path, **options: Any) -> Files:
    """The files of a certificate that is made in `folder`."""
    with patch.object(bundle, "Child", Here), patch.object(proof, "Child", Here):
        bundle.certify(Sheet(puzzle), folder, **options)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def steps_of(files: Files) -> list[bytes]:
    """The lines of the proof."""
    return gzip.decompress(files["proof.lrat.gz"]).splitlines(keepends=True)


def with_steps(files: Files, steps: list[bytes]) -> Files:
    """The same with another proof."""
    return {**files, "proof.lrat.gz": gzip.compress(b"".join(steps), mtime=0)}


def _checked(files: Files) -> list[str]:
    """The files that the checker reads."""
    return sorted(files.keys() - {"README.md", "verify.py"})


Spoil = Callable[[random.Random, Files, Files], Files]
"""Takes a certificate, and that of another puzzle; returns a spoiled one."""


def _clue(rng: random.Random, files: Files, other: Files) -> Files:
    text = files["puzzle.json"]
    begin = text.index(b'"rows"')
    places = [i for i in range(begin, len(text)) if text[i : i + 1].isdigit()]
    at = rng.choice(places)
    digit = rng.choice([d for d in b"123456789" if d != text[at]])
    return {**files, "puzzle.json": text[:at] + bytes([digit]) + text[at + 1 :]}


def _blot(rng: random.Random, files: Files, other: Files) -> Files:
    """A number is hidden, or the hidden ones are told."""
    text = files["puzzle.json"]
    begin = text.index(b'"rows"')
    head, clues = text[:begin], text[begin:]
    if b'"?"' in clues:
        clues = clues.replace(b'"?"', b"1")
    else:
        place = rng.choice([*re.finditer(rb"\d+", clues)])
        clues = clues[: place.start()] + b'"?"' + clues[place.end() :]
    return {**files, "puzzle.json": head + clues}


def _cell(rng: random.Random, files: Files, other: Files) -> Files:
    name = rng.choice([name for name in files if name.startswith("solution")])
    text = files[name]
    at = rng.choice([i for i, cell in enumerate(text) if cell != 10])
    cell = rng.choice([c for c in set(text) - {10} | set(b".#kx") if c != text[at]])
    return {**files, name: text[:at] + bytes([cell]) + text[at + 1 :]}


def _clause(rng: random.Random, files: Files, other: Files) -> Files:
    lines = files["formula.cnf"].splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines[at : at + 1] = rng.choice(
        [[], [lines[at], lines[at]], [b"1 0\n"], [b"0\n", lines[at]], [b"c\n", lines[at]]]
    )
    return {**files, "formula.cnf": b"".join(lines)}


def _numbers(line: bytes) -> tuple[bytes, list[bytes], list[bytes]]:
    number, *rest = line.split()
    middle = rest.index(b"0")
    return number, rest[:middle], rest[middle + 1 : -1]


def _joined(number: bytes, lemma: list[bytes], hints: list[bytes]) -> bytes:
    return b" ".join([number, *lemma, b"0", *hints, b"0\n"])


def _a_lemma(rng: random.Random, steps: list[bytes]) -> int:
    return rng.choice([i for i, step in enumerate(steps) if b" d " not in step])


def _lemma(rng: random.Random, files: Files, other: Files) -> Files:
    """Another literal than before: its negation, or one of another variable."""
    steps = steps_of(files)
    at = _a_lemma(rng, steps)
    number, lemma, hints = _numbers(steps[at])
    last = int(files["formula.cnf"].split()[2])
    if lemma and rng.random() < 0.5:
        place = rng.randrange(len(lemma))
        lemma[place] = b"%d" % -int(lemma[place])
    else:
        lemma.append(b"%d" % (last + rng.randint(1, 5)))
    steps[at] = _joined(number, lemma, hints)
    return with_steps(files, steps)


def _hint(rng: random.Random, files: Files, other: Files) -> Files:
    steps = steps_of(files)
    at = _a_lemma(rng, steps)
    number, lemma, hints = _numbers(steps[at])
    place = rng.randrange(len(hints))
    hints[place : place + 1] = rng.choice(
        [
            [hints[place], hints[place]],
            [number],  # itself
            [b"%d" % (int(number) + 1)],  # a later one
            [b"-" + hints[place]],  # RAT
            [b"%d" % 10**12],
            [],
        ]
    )
    steps[at] = _joined(number, lemma, hints)
    return with_steps(files, steps)


def _id(rng: random.Random, files: Files, other: Files) -> Files:
    steps = steps_of(files)
    at = rng.randrange(len(steps))
    number, rest = steps[at].split(b" ", 1)
    new = rng.choice([b"%d" % (int(number) + d) for d in (-1, 1, 7)] + [b"1", b"0", b"-" + number])
    steps[at] = new + b" " + rest
    return with_steps(files, steps)


def _order(rng: random.Random, files: Files, other: Files) -> Files:
    steps = steps_of(files)
    if len(steps) == 1:
        return with_steps(files, steps * 2)
    at = rng.randrange(len(steps) - 1)
    steps[at], steps[at + 1] = steps[at + 1], steps[at]
    return with_steps(files, steps)


def _deletion(rng: random.Random, files: Files, other: Files) -> Files:
    """A clause is deleted before its use, or one that is not there."""
    steps = steps_of(files)
    at = _a_lemma(rng, steps)
    number, _, hints = _numbers(steps[at])
    gone = rng.choice([*hints, number, b"%d" % (int(number) + 3)])
    return with_steps(files, [*steps[:at], b"%d d %s 0\n" % (int(number) - 1, gone), *steps[at:]])


def _truncated(rng: random.Random, files: Files, other: Files) -> Files:
    name = rng.choice(
        [name for name in ("proof.lrat.gz", "formula.cnf", "puzzle.json") if name in files]
    )
    return {**files, name: files[name][: rng.randrange(len(files[name]) - 1)]}


def _fewer_steps(rng: random.Random, files: Files, other: Files) -> Files:
    steps = steps_of(files)
    return with_steps(files, steps[: rng.randrange(len(steps))])


def _swapped(rng: random.Random, files: Files, other: Files) -> Files:
    one, two = rng.sample(_checked(files), 2)
    return {**files, one: files[two], two: files[one]}


def _foreign(rng: random.Random, files: Files, other: Files) -> Files:
    name = rng.choice([n for n in _checked(files) if n in other and files[n] != other[n]])
    return {**files, name: other[name]}


def _empty(rng: random.Random, files: Files, other: Files) -> Files:
    if rng.random() < 0.5:
        return with_steps(files, [])
    return {**files, rng.choice(_checked(files)): b""}


def _zero(rng: random.Random, files: Files, other: Files) -> Files:
    steps = steps_of(files)
    at = rng.randrange(len(steps))
    words = steps[at].split()
    place = rng.choice([i for i, word in enumerate(words) if word == b"0"])
    words[place:place] = [rng.choice([b"0", b"-0", b"00"])]
    steps[at] = b" ".join(words) + b"\n"
    return with_steps(files, steps)


def _trailing(rng: random.Random, files: Files, other: Files) -> Files:
    name = rng.choice(_checked(files))
    more = rng.choice([b"\0", b"x", b"0\n", gzip.compress(b""), gzip.compress(b"1 0 1 0\n")])
    if name == "proof.lrat.gz" and rng.random() < 0.5:
        steps = steps_of(files)
        return with_steps(
            files, [*steps, rng.choice([b"\n", b" ", steps[-1], steps[0], b"c end\n"])]
        )
    return {**files, name: files[name] + more}


def _letters(rng: random.Random, files: Files, other: Files) -> Files:
    """Digits that Python would read, but that do not belong there."""
    steps = steps_of(files)
    at = rng.randrange(len(steps))
    word = rng.choice([w for w in steps[at].split() if w != b"d"])
    new = rng.choice([b"+" + word, b"0" + word, "\N{FULLWIDTH DIGIT ONE}".encode(), b"1_0", b"0x1"])
    steps[at] = steps[at].replace(word, new, 1)
    return with_steps(files, steps)


def _missing(rng: random.Random, files: Files, other: Files) -> Files:
    name = rng.choice(_checked(files))
    return {key: data for key, data in files.items() if key != name}


def _claim(rng: random.Random, files: Files, other: Files) -> Files:
    claims = [b'"unique"', b'"none"', b'"multiple"', b'"Unique"', b"1", b"[]", b"{}"]
    text = files["puzzle.json"]
    old = next(claim for claim in claims if b'"claim": ' + claim in text)
    new = rng.choice([claim for claim in claims if claim != old])
    return {**files, "puzzle.json": text.replace(old, new)}


SPOILS: dict[str, Spoil] = {
    "clue": _clue,
    "blot": _blot,
    "cell": _cell,
    "clause": _clause,
    "lemma": _lemma,
    "hint": _hint,
    "id": _id,
    "order": _order,
    "deletion": _deletion,
    "truncation": _truncated,
    "fewer steps": _fewer_steps,
    "swapped files": _swapped,
    "file of another puzzle": _foreign,
    "empty": _empty,
    "duplicated zero": _zero,
    "trailing data": _trailing,
    "strange digits": _letters,
    "missing file": _missing,
    "claim": _claim,
}
"""Kind -> what does it."""

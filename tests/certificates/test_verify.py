"""The checker of certificates: it accepts what is right, and refuses what is not."""

import gzip
import io
import json
import os
import random
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import clause_encoder
import pytest
from brute_force import hide, pictures_by_clues, puzzle_of, random_grid, solutions
from certified_puzzles import SPOILS, Files, certified, small_puzzles, steps_of, with_steps
from command import run
from conftest import ROOT
from pysat.solvers import Glucose42

import nonosat
from nonosat.certificates import verify
from nonosat.certificates.formula import Formula
from nonosat.certificates.verify_many import is_about
from nonosat.errors import NonosatError, PuzzleError
from nonosat.model import Domains, Grid, Palette, Puzzle, default_palette
from nonosat.solving.result import Verdict

SCRIPT = Path(verify.__file__)
MUTANTS = int(os.environ.get("NONOSAT_MUTANTS", "300"))
"""How many are tried in all; 1000 take half a minute."""


@pytest.fixture(scope="module")
def thirty(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Verdict, Files]]:
    """Certificates of thirty small puzzles: black-and-white and colored, of every verdict."""
    top = tmp_path_factory.mktemp("thirty")
    return [
        (verdict, certified(puzzle, top / str(number)))
        for number, (puzzle, verdict) in enumerate(small_puzzles(30))
    ]


@pytest.fixture(scope="module")
def proved(thirty: list[tuple[Verdict, Files]]) -> list[Files]:
    return [files for verdict, files in thirty if verdict is not Verdict.MULTIPLE]


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "written"


def write(folder: Path, files: Files) -> Path:
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def refusal(folder: Path, files: Files) -> str:
    """Why a certificate is refused; it must be."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which one does not matter
        verify.verify(write(folder, files))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_stands_alone_and_is_short() -> None:
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 170
    imports = {
        line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))
    }
    assert imports <= sys.stdlib_module_names
    assert "nonosat" not in imports


@pytest.mark.slow
def test_selftest_as_a_script() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--selftest"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "the encoder agrees with brute force\n")


def test_accepts_thirty_certificates(thirty: list[tuple[Verdict, Files]], written: Path) -> None:
    seen = set()
    for verdict, files in thirty:
        assert verify.verify(write(written, files)).startswith(f"{verdict.value}, ")
        seen.add((verdict, b"[[" in files["puzzle.json"]))
    assert len(seen) == 6


@pytest.mark.parametrize("kind", SPOILS)
def test_refuses_mutants(kind: str, proved: list[Files], written: Path) -> None:
    rng = random.Random(f"mutants {kind}")
    for _ in range(-(-MUTANTS // len(SPOILS))):
        fit = [
            f for f in proved if len(steps_of(f)) > 1 and (kind != "cell" or "solution.txt" in f)
        ]
        files, other = rng.sample(fit, 2)
        spoiled = SPOILS[kind](rng, files, other)
        assert spoiled != files
        refusal(written, spoiled)


def test_refuses_a_multiple_that_is_not(thirty: list[tuple[Verdict, Files]], written: Path) -> None:
    rng = random.Random(5)
    several = [files for verdict, files in thirty if verdict is Verdict.MULTIPLE]
    for number, files in enumerate(several):
        twice = {**files, "solution-2.txt": files["solution-1.txt"]}
        assert refusal(written, twice) == "the two pictures are the same"
        refusal(written, SPOILS["claim"](rng, files, several[number - 1]))
        for row in (b"", b"..\r", b"...."):
            lines = files["solution-2.txt"].split(b"\n")
            lines[0] = row
            refusal(written, {**files, "solution-2.txt": b"\n".join(lines)})


def test_refuses_attacks(proved: list[Files], written: Path) -> None:
    files = next(f for f in proved if b"unique" in f["puzzle.json"] and len(steps_of(f)) > 5)
    formula, text, steps = files["formula.cnf"], files["puzzle.json"].decode(), steps_of(files)
    puzzle = json.loads(text)
    first = int(steps[0].split()[0])

    def with_puzzle(**changes: object) -> Files:
        return {**files, "puzzle.json": json.dumps({**puzzle, **changes}).encode()}

    def with_text(old: str, new: str) -> Files:
        assert old in text
        return {**files, "puzzle.json": text.replace(old, new, 1).encode()}

    claim = f'"claim": "{puzzle["claim"]}"'
    attacks = {
        "empty clause in the formula": (
            {**files, "formula.cnf": formula + b"0\n"},
            "formula.cnf is larger than it should be",
        ),
        "other header": (
            {**files, "formula.cnf": formula.replace(b"p cnf", b"p CNF", 1)},
            "formula.cnf is not the formula of these clues and this claim",
        ),
        "key twice": (with_text(claim, f'{claim}, "claim": "none"'), "puzzle.json has a key twice"),
        "list of pairs": (
            {**files, "puzzle.json": json.dumps(list(puzzle.items())).encode()},
            "puzzle.json is of another kind",
        ),
        "huge number": (with_puzzle(rows=[[10**1000]] * len(puzzle["rows"])), ""),
        "float": (with_puzzle(rows=[[1.0]] * len(puzzle["rows"])), ""),
        "true": (with_puzzle(rows=[[True]] * len(puzzle["rows"])), ""),
        "ink of two letters": (
            with_puzzle(rows=[[[1, "ab"]]] * len(puzzle["rows"])),
            "puzzle.json has a block that is none",
        ),
        "blank ink": (
            with_puzzle(rows=[[[1, "."]]] * len(puzzle["rows"])),
            "puzzle.json has a block that is none",
        ),
        "deep": ({**files, "puzzle.json": b"[" * 100_000}, ""),
        "not UTF-8": ({**files, "puzzle.json": text.encode("utf-16")}, ""),
        "too many rows": (with_puzzle(rows=[[]] * 1001), "a list of at most 1000 items"),
        "no rows": (with_puzzle(rows=[]), "the puzzle is empty"),
        "RAT": (with_steps(files, [b"%d 1 0 -1 2 0\n" % first, *steps]), "has no proper step"),
        "a step too many": (
            with_steps(files, [*steps, b"%d 1 0 1 0\n" % (first + len(steps))]),
            "goes on after step",
        ),
        "binary": (with_steps(files, [b"a\x02\x04\x00\n"]), "is binary LRAT, not text"),
        "lemma from nothing": (with_steps(files, [b"%d 0 0\n" % first]), "has no proper step"),
        "new variable": (with_steps(files, [b"%d 99999999 0 1 0\n" % first]), "does not follow"),
        "repeated": (
            with_steps(files, [b"%d %s0 1 0\n" % (first, b"1 " * 1_000_000)] * 200),
            "more literals than it needs",
        ),
        "bomb": (
            {**files, "proof.lrat.gz": gzip.compress(b"1 " * (1 << 20)) * 32},
            "has no proper step",
        ),
        "not gzip": ({**files, "proof.lrat.gz": b"".join(steps)}, "Not a gzipped file"),
    }
    for name, (spoiled, reason) in attacks.items():
        assert reason in refusal(written, spoiled), name


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_reads_plain_files_only(proved: list[Files], written: Path) -> None:
    files = proved[0]
    for name in files.keys() - {"README.md", "verify.py"}:
        write(written, files)
        (written / name).rename(written / "elsewhere")
        (written / name).symlink_to("elsewhere")
        with pytest.raises(ValueError, match=f"{name} is missing, or no plain file"):
            verify.verify(written)
        (written / name).unlink()
        os.mkfifo(written / name)
        with pytest.raises(ValueError, match=f"{name} is missing, or no plain file"):
            verify.verify(written)


GIVEN = Puzzle.of([[1], [1]], [[1], [1]])


def test_given_cells_are_proved_and_none_can_be_changed(tmp_path: Path) -> None:
    """Every set of given cells of a puzzle with two pictures, against brute force."""
    verdicts = {0: "none", 1: "unique", 2: "multiple"}
    for number, masks in enumerate(product((1, 2, 3), repeat=4)):
        if masks == (3, 3, 3, 3):
            continue
        givens = Domains.of_cells(2, 2, 2, masks)
        puzzle = replace(GIVEN, givens=givens)
        left = solutions(GIVEN, givens)
        assert left is not None
        folder = tmp_path / str(number)
        files = certified(puzzle, folder)
        assert verify.verify(folder).startswith(verdicts[len(left)])
        facts = json.loads(files["puzzle.json"])
        words = facts["givens"]
        cell = next(at for at, mask in enumerate(masks) if mask != 3)
        for word in {"?", ".", "#"} - {words[cell // 2][cell % 2]}:
            changed = [list(row) for row in words]
            changed[cell // 2][cell % 2] = word
            spoiled = json.dumps({**facts, "givens": changed}).encode()
            if len(left) < 2:  # of several pictures both may have the changed cells
                assert refusal(tmp_path / "spoiled", {**files, "puzzle.json": spoiled})
        bare = {key: value for key, value in facts.items() if key != "givens"}
        for wrong in (bare, facts | {"givens": words[:1]}):
            if len(left) < 2 or "givens" in wrong:
                spoiled = json.dumps(wrong).encode()
                assert refusal(tmp_path / "spoiled", {**files, "puzzle.json": spoiled})
        if len(left) < 2:
            rows = cols = [[(1, "#")], [(1, "#")]]
            known = [files["solution.txt"].decode().split()] if left else []
            second = clause_encoder.encode(rows, cols, known, words)
            assert second.encode() == files["formula.cnf"]


ODD = [
    "a b",
    "x\nfake: unique, 5x5: proved in 3 steps",
    "\x1b[31mred",
    "..dots",
    "größe 一",
    "\u202eabc",
]


def test_folders_with_odd_names_take_one_harmless_line(
    proved: list[Files], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [str(tmp_path / name) for name in ODD]
    for folder in folders:
        write(Path(folder), proved[0])
    assert verify.main(folders) == 0
    lines = capsys.readouterr().out.split("\n")
    assert len(lines) == len(ODD) + 1
    assert all(line.isprintable() and ": proved in " in line for line in lines[:-1])


def test_without_a_folder_the_script_says_how_to_use_it() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "python3 verify.py DIR..." in done.stderr


def test_folders_of_certificates_and_the_puzzle_that_is_meant(
    thirty: list[tuple[Verdict, Files]], tmp_path: Path
) -> None:
    book, empty = tmp_path / "book", tmp_path / "empty"
    book.mkdir()
    empty.mkdir()
    for name, (_, files) in zip("ab", (thirty[0], thirty[-1]), strict=True):
        write(book / name, files)
    done = run("verify", book)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2)
    for folder in (empty, tmp_path / "nowhere"):
        assert run("verify", folder).returncode == 3
    meant = tmp_path / "meant.json"
    meant.write_bytes(thirty[0][1]["puzzle.json"])
    assert run("verify", book / "a", "--puzzle", meant).returncode == 0
    done = run("verify", book / "b", "--puzzle", meant)
    assert done.returncode == 40
    assert "it is not about the puzzle in" in done.stdout


STRANGE: list[Any] = [
    None, True, 0, 1, 1.0, "", " ", ".", "#", "?", "1", "#.", "#000000", [], {}, ["?"], [1, "#"], {"?": 1},
]  # fmt: skip


def mutants(value: Any) -> Iterator[Any]:
    """A JSON value with another one in the place of each of its parts."""
    yield from STRANGE
    if isinstance(value, list):
        yield from (dict(enumerate(value)), {str(item): "?" for item in value}, [value])
        yield "".join(map(str, value))
        for at, item in enumerate(value):
            yield value[:at] + value[at + 1 :]
            yield from ([*value[:at], mutant, *value[at + 1 :]] for mutant in mutants(item))
    if isinstance(value, dict):
        yield [*value.items()]
        yield from ({**value, key: 1} for key in ("width", "ROWS", "hints", "background"))
        for key, item in value.items():
            yield {other: value[other] for other in value if other != key}
            yield from ({**value, key: mutant} for mutant in mutants(item))


MUTATED = {
    "plain": Puzzle.of([[1], [1]], [[1], [1]]),
    "none": Puzzle.of([["?", 1], []], [[1], [], [1]]),
    "given": replace(GIVEN, givens=Domains.of_cells(2, 2, 2, [3, 2, 3, 1])),
    "colored": Puzzle.of(
        [[(1, 1), (1, 2)], []],
        [[(1, 1)], [(1, 2)]],
        Palette.of([("white", "#ffffff", "."), ("red", "#ff0000", "#"), ("black", "#000000", "k")]),
    ),
}


@pytest.mark.parametrize("puzzle", MUTATED.values(), ids=MUTATED)
def test_what_is_accepted_means_the_same_to_all_readers(puzzle: Puzzle, tmp_path: Path) -> None:
    files = certified(puzzle, tmp_path / "certificate")
    path = tmp_path / "puzzle.json"
    facts = json.loads(files["puzzle.json"])
    path.write_bytes(files["puzzle.json"])
    assert is_about(tmp_path, puzzle)
    assert is_about(tmp_path, nonosat.load(path)[0].puzzle)
    accepted = 0
    for mutant in mutants(facts):
        path.write_text(json.dumps(mutant), encoding="utf-8")
        try:
            verify.read_puzzle(tmp_path)
        except Exception:  # whatever it stumbles over, it is refused
            continue
        accepted += 1
        try:
            read = nonosat.load(path)[0].puzzle
        except NonosatError:
            continue  # odd looks of a color, or a puzzle that contradicts itself
        assert is_about(tmp_path, read), mutant
    assert accepted


FORGED = {
    "object for clues": (MUTATED["none"], {"rows": {"?": 1, "": 2}}),
    "object for a clue": (MUTATED["none"], {"rows": [{"?": 1}, []]}),
    "text for a clue": (Puzzle.of([["?"]], [["?"]]), {"rows": ["?"]}),
    "object for given cells": (MUTATED["given"], {"givens": {"#.": "?", ".#": "?"}}),
    "another version": (MUTATED["none"], {"certificate": "nonosat-cnf 2"}),
    "a version that is a list": (MUTATED["none"], {"certificate": ["nonosat-cnf 1"]}),
    "a claim that is a list": (MUTATED["none"], {"claim": ["none"]}),
    "a space for blank": (MUTATED["given"], {"givens": [["?", "#"], ["?", " "]]}),
}


@pytest.mark.parametrize(("puzzle", "changes"), FORGED.values(), ids=FORGED)
def test_forged_clues_are_refused(
    puzzle: Puzzle, changes: dict[str, Any], written: Path, tmp_path: Path
) -> None:
    files = certified(puzzle, tmp_path / "certificate")
    facts = json.loads(files["puzzle.json"])
    assert refusal(written, {**files, "puzzle.json": json.dumps(facts | changes).encode()})


def test_given_cells_that_say_nothing_are_none(tmp_path: Path) -> None:
    files = certified(MUTATED["given"], tmp_path / "certificate")
    facts = json.loads(files["puzzle.json"]) | {"givens": [["?", ".#"], ["#.", "?"]]}
    (tmp_path / "puzzle.json").write_text(json.dumps(facts), encoding="utf-8")
    assert is_about(tmp_path, GIVEN)


def test_a_formula_is_measured_before_it_is_made(tmp_path: Path) -> None:
    inks = [chr(0x4E00 + number) for number in range(150)]
    clue = [[1, ink] for ink in inks]
    facts = {"certificate": "nonosat-cnf 1", "claim": "none", "rows": [clue] * 150}
    facts |= {"columns": [clue] * 150, "colors": dict.fromkeys([".", *inks], "#000000")}
    (tmp_path / "puzzle.json").write_text(json.dumps(facts), encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(ValueError, match="3,000,000 clauses or more"):
        verify.verify(tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 300_000_000


def models(formula: Formula) -> int:
    with Glucose42(bootstrap_with=formula.clauses) as solver:
        return sum(1 for _ in solver.enum_models())


@pytest.mark.parametrize(("height", "width", "inks"), [(3, 3, 1), (2, 4, 1), (2, 3, 2), (2, 2, 3)])
def test_each_model_is_a_picture(height: int, width: int, inks: int) -> None:
    """The formula of a whole puzzle, and of a puzzle without a picture, against brute force."""
    rng = random.Random(height * 100 + width * 10 + inks)
    known = pictures_by_clues(height, width, inks + 1)
    for rows, cols in rng.sample(sorted(known), min(60, len(known))):
        puzzle = Puzzle(rows, cols, default_palette(inks))
        pictures = sorted(known[rows, cols], key=lambda grid: grid.cells)
        assert models(Formula.of(puzzle)) == len(pictures)
        assert models(Formula.of(puzzle, pictures[:1])) == len(pictures) - 1
        assert models(Formula.of(puzzle, pictures)) == 0


@pytest.mark.parametrize("seed", range(40))
def test_each_model_is_a_picture_of_hidden_numbers(seed: int) -> None:
    rng = random.Random(seed)
    inks = rng.randint(1, 3)
    grid = random_grid(rng, rng.randint(1, 4), rng.randint(1, 5), inks, 0.6)
    puzzle = hide(rng, puzzle_of(grid, inks), rng.choice([0.3, 0.6, 1]))
    pictures = solutions(puzzle)
    assert pictures is not None
    assert models(Formula.of(puzzle)) == len(pictures)
    assert models(Formula.of(puzzle, [grid])) == len(pictures) - 1


def test_hidden_numbers_cannot_be_changed(tmp_path: Path) -> None:
    puzzle = Puzzle.of([["?"], [1, 1]], [[2], [1], [1], [2]])
    files = certified(puzzle, tmp_path / "made")
    assert verify.verify(tmp_path / "made").startswith("unique, 4x2: proved in ")
    facts = json.loads(files["puzzle.json"])
    assert facts["rows"] == [["?"], [1, 1]]
    for change in (
        {"rows": [[4], [1, 1]]},
        {"rows": [[0], [1, 1]]},
        {"rows": [[None], [1, 1]]},
        {"rows": [[""], [1, 1]]},
        {"rows": [["?", "?"], [1, 1]]},
        {"rows": [["?"], ["?", 1]]},
        {"columns": [["?"], [1], [1], [2]]},
        {"givens": [["?", "?", "?", "#"], ["?"] * 4]},
    ):
        spoiled = json.dumps({**facts, **change}).encode()
        assert refusal(tmp_path / "spoiled", {**files, "puzzle.json": spoiled})
    cells = Domains.of_cells(2, 4, 2, [2, 3, 3, 3, 3, 3, 3, 3])
    certified(replace(puzzle, givens=cells), tmp_path / "given")
    assert verify.verify(tmp_path / "given").startswith("unique, 4x2: proved in ")


def test_no_model_without_a_picture() -> None:
    known = pictures_by_clues(2, 3, 3)
    rows, cols = ({clues[i] for clues in known} for i in (0, 1))
    tried = 0
    for pair in random.Random(3).sample([*product(sorted(rows), sorted(cols))], 3000):
        try:
            puzzle = Puzzle(*pair, default_palette(2))
        except PuzzleError:
            continue
        tried += pair not in known
        assert models(Formula.of(puzzle)) == len(known.get(pair, ()))
    assert tried > 50


def test_a_second_encoder_writes_the_same(thirty: list[tuple[Verdict, Files]]) -> None:
    for verdict, files in thirty:
        if verdict is not Verdict.MULTIPLE:
            puzzle = json.loads(files["puzzle.json"])
            rows, cols = (
                [
                    [
                        (0 if length == "?" else length, ink)
                        for length, ink in (b if isinstance(b, list) else (b, "#") for b in clue)
                    ]
                    for clue in puzzle[key]
                ]
                for key in ("rows", "columns")
            )
            known = [files["solution.txt"].decode().split()] if "solution.txt" in files else []
            assert clause_encoder.encode(rows, cols, known).encode() == files["formula.cnf"]


def test_the_certificate_in_the_documentation() -> None:
    folder = ROOT / "docs" / "certificate"
    assert verify.verify(folder).startswith("unique, 5x5: proved in ")


def test_the_formula_in_the_documentation() -> None:
    text = (ROOT / "docs" / "certificate.md").read_text(encoding="utf-8")
    block = text.partition("```\n")[2].partition("```")[0]
    words = [re.match(r"p cnf \d+ \d+|(-?\d+ )*0", line) for line in block.splitlines()]
    puzzle = Puzzle.of([[2], [1]], [[1], [2], []])
    formula = Formula.of(puzzle, [Grid.of(["##.", ".#."])])
    assert [word[0] for word in words if word] == formula.dimacs.decode().splitlines()


def test_lemmas_are_counted_until_they_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause that implies two others, again and again."""
    clauses = [(1,), (-1, 2, 3), (-1,)]
    steps = [f"{4 + at} 2 3 0 1 2 0\n{4 + at} d {4 + at} 0\n" for at in range(20)]
    proof = "".join([*steps, "24 0 1 3 0\n"]).encode()
    monkeypatch.setattr(verify, "MAX_LITERALS", 2)
    assert verify.check_proof(io.BytesIO(proof), clauses, 3) == 21
    monkeypatch.setattr(verify, "MAX_LITERALS", 1)
    with pytest.raises(ValueError, match="step 4 has more literals than it needs"):
        verify.check_proof(io.BytesIO(proof), clauses, 3)


def test_a_limit_ends_the_check_of_a_proof(proved: list[Files], tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    for name, data in proved[0].items():
        (tmp_path / "c" / name).write_bytes(data)
    done = run("verify", "c", "--limit", "0", cwd=tmp_path)
    assert (done.returncode, done.stdout.startswith("c: unknown: ")) == (30, True)
    assert run("verify", "c", cwd=tmp_path).returncode == 0

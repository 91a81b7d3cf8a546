"""Certificates are made whole or not at all, within their limits, and are accepted."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from certified_puzzles import certified, steps_of
from command import begun, python, run, wait_for
from conftest import DATA, without_files

from nonosat.certificates import bundle, child_work, proof, trim, verify
from nonosat.certificates.child_work import FormulaMaker
from nonosat.certificates.formula import Formula
from nonosat.certificates.many import folder_names
from nonosat.certificates.verify_many import MEMORY
from nonosat.child import Child
from nonosat.errors import EngineFailed, LimitReached, MissingExtra, OutputError, WrongAnswer
from nonosat.files import dump, load
from nonosat.generators import Recipe, make
from nonosat.limits import Deadline, Limits
from nonosat.model import Grid, Puzzle, Sheet, SourcedSheet
from nonosat.solving.result import Verdict
from tests.lateness import LATE

SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
NONE = Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])


def domino(n: int) -> Puzzle:
    """Unique, and exponentially hard to prove."""
    return make("domino", Recipe(2 * n + 1, 2 * n + 1)).puzzle


def nothing_else(folder: Path) -> bool:
    """Whether there is nothing in a folder, hidden files included."""
    return not list(folder.iterdir())


@pytest.mark.slow
def test_whole_certificates_by_real_processes(tmp_path: Path) -> None:
    done = run("certify", str(DATA / "ambiguous"), "data/seeds", "-o", str(tmp_path), "--jobs", "2")
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    assert done.stdout.count("unique") == 6
    folders = sorted(map(str, tmp_path.iterdir()))
    assert len(folders) == 7
    done = run("verify", *folders)
    assert done.returncode == 0
    assert [line.split(": ")[1].split(",")[0] for line in done.stdout.splitlines()].count(
        "unique"
    ) == 6
    # The copy in a folder stands on its own, and gives the same answer.
    copy = python("-I", "verify.py", ".", cwd=Path(folders[0]))
    assert copy.returncode == 0
    assert copy.stdout.partition(": ")[2] == done.stdout.splitlines(True)[0].partition(": ")[2]
    Path(folders[0], "solution.txt").write_text("#\n")
    done = run("verify", *folders)
    assert done.returncode == 40
    assert f"{folders[0]}: refused: solution.txt has other clues\n" in done.stdout


def test_certificates_are_not_certified(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("1\n3\n1\n\n1\n3\n1\n")
    for _ in range(2):
        done = run("certify", ".", "-o", "proofs", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "good.txt: unique, proofs\n")


def test_puzzle_json_is_a_puzzle(tmp_path: Path) -> None:
    sheet = Sheet(Puzzle.of([[(1, 2), (1, 1)]], [[(1, 2)], [(1, 1)]]), title="Two", author="A")
    assert bundle.certify(sheet, tmp_path / "c") is Verdict.UNIQUE
    (read,) = load(tmp_path / "c" / "puzzle.json")
    assert (read.puzzle, read.title, read.author) == (sheet.puzzle, "Two", "A")
    assert (tmp_path / "c" / "solution.txt").read_text() == "rk\n"
    assert "# Certificate: Two (2x1)" in (tmp_path / "c" / "README.md").read_text()


def test_equal_puzzles_make_equal_bytes(tmp_path: Path) -> None:
    first, second = (certified(domino(4), tmp_path / name) for name in ("a", "b"))
    assert first == second


def test_a_certificate_that_is_there_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    certified(NONE, folder)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert bundle.certify(Sheet(NONE), folder, limits=Limits(0)) is Verdict.NONE
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    with pytest.raises(
        OutputError, match="exists already, and is not a certificate of this puzzle"
    ):
        bundle.certify(Sheet(SWITCH), folder)
    (folder / "formula.cnf").unlink()
    with pytest.raises(OutputError, match="exists already"):
        bundle.certify(Sheet(NONE), folder)
    assert len(list(folder.iterdir())) == len(before) - 1


def test_an_empty_folder_is_filled_and_leftovers_are_swept(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    for name in (".c.1abcdefg.unfinished", ".c.d.1abcdefg.unfinished"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.raw").write_text("much")
    assert set(certified(SWITCH, tmp_path / "c")) == {
        "puzzle.json", "solution-1.txt", "solution-2.txt", "README.md", "verify.py",
    }  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == [".c.d.1abcdefg.unfinished", "c"]


def test_an_empty_clause_proves_itself(tmp_path: Path) -> None:
    puzzle = Puzzle.of([[], [1]], [[1], []])
    blank = Puzzle.of([[]], [[]])
    files = certified(blank, tmp_path / "blank")
    assert files["formula.cnf"] == b"p cnf 0 1\n0\n"
    assert steps_of(files) == [b"2 0 1 0\n"]
    certified(puzzle, tmp_path / "c")
    for name in ("blank", "c"):
        assert verify.verify(tmp_path / name).startswith("unique")


def test_the_limit_holds(tmp_path: Path) -> None:
    begin = time.monotonic()
    done = run("certify", "data/seeds/hook-5x5.two", "-o", str(tmp_path / "c"), "--limit", "0")
    assert done.returncode == 30
    assert "the limit of 0 s was reached" in done.stderr
    assert time.monotonic() - begin < LATE
    assert nothing_else(tmp_path)


@pytest.mark.parametrize("size", ["nan", "inf"])
def test_a_size_of_a_proof_that_makes_no_sense(tmp_path: Path, size: str) -> None:
    out = tmp_path / "c"
    done = run("certify", "data/seeds/hook-5x5.two", "-o", out, "--max-proof", size)
    assert done.returncode == 2
    assert done.stderr == f"nonosat: --max-proof must be a finite number of GB, got {size}\n"
    assert not out.exists()


def test_the_limit_holds_while_clauses_are_made(tmp_path: Path) -> None:
    """Two million of them take seconds; the puzzle itself is solved at once."""
    sides = range(1, 701)
    stairs = Sheet(Puzzle.of([[length] for length in sides], [[length] for length in sides[::-1]]))
    begin = time.monotonic()
    with pytest.raises(LimitReached, match=r"the limit of 0\.5 s was reached"):
        bundle.certify(stairs, tmp_path / "c", limits=Limits(0.5))
    assert time.monotonic() - begin < 0.5 + LATE
    assert nothing_else(tmp_path)


@pytest.mark.parametrize("puzzle", [NONE, SWITCH])
def test_what_verify_refuses_is_not_left(
    puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = trim.Proof.add
    monkeypatch.setattr(
        trim.Proof, "add", lambda self, lemma, hints: honest(self, lemma, hints[:-1] or hints * 2)
    )
    monkeypatch.setattr(Grid, "drawn", lambda *_: ["#"])
    with pytest.raises(WrongAnswer, match="the certificate is wrong and was not kept: "):
        certified(puzzle, tmp_path / "c")
    assert nothing_else(tmp_path)


def unsolvable(n: int) -> FormulaMaker:
    """n + 1 pigeons in n holes: it takes very long to prove, and much space."""
    holes = [tuple(p * n + h + 1 for h in range(n)) for p in range(n + 1)]
    pairs = [
        (-(p * n + h + 1), -(q * n + h + 1))
        for h in range(n)
        for p in range(n + 1)
        for q in range(p)
    ]
    return partial(Formula, [*holes, *pairs], n * (n + 1), b"")


@pytest.mark.slow
def test_limits_of_a_long_proof(tmp_path: Path) -> None:
    for seconds, most, reason in (
        (0.5, 10**10, r"the limit of 0\.5 s was reached"),
        (60, 10**6, "the proof has more than 1 MB"),
    ):
        begin = time.monotonic()
        with (
            Child(MEMORY) as child,
            pytest.raises(LimitReached, match=reason),
            proof.watched(child, tmp_path / child_work.RAW, most),
        ):
            child.ask(child_work.write_proof, unsolvable(12), tmp_path, deadline=Deadline(seconds))
        assert time.monotonic() - begin < min(seconds, 0.5) + LATE
    assert not list(tmp_path.glob("*.raw"))


def test_a_lie_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(WrongAnswer):
        child_work.write_proof(partial(Formula, [(1, 2), (-1, 2)], 2, b""), tmp_path)


def test_versions_of_pysat_without_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pysolvers

    monkeypatch.delattr(pysolvers, "cadical195_tracepr")
    with pytest.raises(MissingExtra, match=r"pip install 'python-sat==1\.9\.dev17'"):
        certified(NONE, tmp_path / "c")
    assert nothing_else(tmp_path)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "cut off, or not in LRAT: b''"),
        (b"3 1 0 1 2 0\n4 0 3", "cut off, or not in LRAT: b'4 0 3'"),
        (b"3 1 0 1 2 0\n", "cut off, or not in LRAT"),
        (b"3 1 0 -1 2 0\n4 0 3 0\n", "not plain LRAT: b'3 1 0 -1 2 0"),
        (b"3 1 0\n4 0 3 0\n", "not plain LRAT"),
        (b"3 1 0 999999999 0\n4 0 3 0\n", "not plain LRAT"),
        (b"1 2 0\n0\n", "not in LRAT"),
        (b"a\x00\x01", "not in LRAT"),
    ],
)
def test_raw_proofs_that_are_spoiled(raw: bytes, reason: str, tmp_path: Path) -> None:
    """As they are when the disk is full, or another version of PySAT writes something else."""
    (tmp_path / "raw").write_bytes(raw)
    with pytest.raises(EngineFailed, match=reason):
        trim.trim(tmp_path / "raw", 2, tmp_path / "work")


@pytest.mark.parametrize("block", [1, 2, 3, 7, 1000])
def test_lines_backwards(block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trim, "BLOCK", block)
    for text in (b"", b"\n", b"a\n", b"a", b"ab\n\nc\n", b"\nabc\ndefgh\ni"):
        (tmp_path / "text").write_bytes(text)
        with (tmp_path / "text").open("rb") as file:
            lines = list(trim.lines_backwards(file, len(text)))
        assert lines[::-1] == text.splitlines(keepends=True)


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(proof: trim.Proof, *_: object) -> None:
        proof._file.close()  # else it is closed later on, behind the file that it writes to
        raise OSError(28, "No space left on device")

    for name in ("add", "close"):
        with monkeypatch.context() as patch:
            patch.setattr(trim.Proof, name, full)
            with pytest.raises(OutputError, match="No space left on device"):
                certified(NONE, tmp_path / "c")
        assert nothing_else(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_what_is_killed_is_no_certificate(blow: int, tmp_path: Path) -> None:
    puzzle = tmp_path / "domino.non"
    dump([Sheet(domino(11))], puzzle)
    out = tmp_path / "out"
    out.mkdir()
    with begun("certify", puzzle, "-o", out / "c") as process:
        wait_for(lambda: list(out.glob(".c.*/part.raw")))
        process.send_signal(blow)
        code = process.wait(60)
    assert code == (130 if blow == signal.SIGINT else -9)
    assert not (out / "c").exists()
    if blow == signal.SIGINT:
        assert nothing_else(out)
    for folder in out.iterdir():
        with pytest.raises(ValueError, match=r"puzzle\.json is missing"):
            verify.verify(folder)


def test_leaving_early_ends_children_that_are_just_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_start, others_killed = threading.Barrier(3), threading.Event()
    was_killed = []

    class Starting:
        """Stands in for a child that has started when all others are killed."""

        def __init__(self) -> None:
            self.killed = False

        def __enter__(self) -> Starting:
            all_start.wait(5)
            others_killed.wait(5)
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def kill(self) -> None:
            self.killed = True

    monkeypatch.setattr(proof, "Child", Starting)
    works = proof.each_in_child(lambda child, _: was_killed.append(child.killed), "abc", 2)  # type: ignore[attr-defined]  # it stands in
    *_, waiting = islice(works, 3)
    waiting.add_done_callback(lambda _: others_killed.set())  # it is cancelled
    all_start.wait(5)
    works.close()
    assert was_killed == [True, True]


def test_names_of_folders() -> None:
    puzzles = [
        SourcedSheet(Sheet(SWITCH, id="../a b"), "x"), SourcedSheet(Sheet(SWITCH), "dir/X.non"),
        SourcedSheet(Sheet(SWITCH), "x.non"), SourcedSheet(Sheet(SWITCH, id="..."), "<stdin>"),
        SourcedSheet(Sheet(SWITCH), ""),
    ]  # fmt: skip
    assert folder_names(puzzles) == ["a-b", "X", "x-2", "puzzle", "puzzle-2"]


def test_too_large_for_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitReached, match="at most 1000 rows and columns"):
        Formula.of(Puzzle.of([[]], [[]] * 1001))
    monkeypatch.setattr(verify, "MAX_CLAUSES", 100)
    with pytest.raises(
        LimitReached, match="too large for a certificate: the formula has 100 clauses"
    ):
        Formula.of(domino(3))

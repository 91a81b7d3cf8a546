"""The table says what the rows say: limits by the shown clock, one machine, own backends, judges."""

import csv
import json
import os
import sys
from pathlib import Path

import pytest
from bench_rows import MACHINE, header, results, run
from command import run as started
from test_bench_programs import NONE, SEVERAL, UNIQUE, outside

import nonosat
from nonosat import Puzzle, Search, dump
from nonosat.bench.external import External
from nonosat.bench.latex import as_latex
from nonosat.bench.rows import read_measurements, read_results, within_limits
from nonosat.bench.stats import results_of, summary
from nonosat.bench.tables import facts, merge_results, notices, overall, write_runs
from nonosat.errors import EngineFailed, ParseError, UsageError, WrongAnswer
from nonosat.generators import Recipe, make
from nonosat.solving.backends import backend_name


def command(*args: str, **more: str):
    return started(*args, cwd=os.getcwd(), **more)


def written(path: Path, *rows: dict) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_the_limit_that_counts_is_that_of_the_shown_clock():
    ended = run("a", "p-1", None, cpu_limit=1.0, limit=60.0) | {"seconds": 1.1, "cpu_seconds": 1.0}
    rows = [run("a", "p-0", 0.5, cpu_limit=1.0, limit=60.0), ended]
    head = header("a", limit=60.0, cpu_limit=1.0)
    figures = results_of([head, *rows])
    assert (figures.cpu, figures.limit) == (True, 1.0)  # the smaller limit is shown
    line = summary(figures.points, figures.limit)
    assert (line["PAR-2"], line["total"]) == ((0.5 + 2.0) / 2, 1.5)
    wall = results_of([head, *rows], cpu=False)
    assert summary(wall.points, wall.limit)["PAR-2"] == (0.5 + 120.0) / 2
    assert results_of([header("a", cpu_limit=60.0), *rows]).cpu is False


#   seconds of a run that answered                                                    its status at limits of 10 s and 5 CPU s
LATE = [
    ({"seconds": 9.9, "process_seconds": 10.5, "cpu_seconds": 4.9},                    "ok"),
    ({"seconds": 10.1, "process_seconds": 10.5, "cpu_seconds": 4.9},                   "limit"),
    ({"seconds": 9.9, "process_seconds": 9.95, "cpu_seconds": 5.1},                    "limit"),
    ({"seconds": None, "process_seconds": 9.8, "cpu_seconds": None},                   "ok"),
    ({"seconds": None, "process_seconds": 9.8, "cpu_seconds": None, "model_seconds": 0.3}, "limit"),
    ({"seconds": None, "process_seconds": 9.8, "cpu_seconds": None, "process_cpu_seconds": 6.0}, "limit"),
]  # fmt: skip


@pytest.mark.parametrize(("times", "status"), LATE)
def test_a_run_is_at_its_limit_by_its_own_clock(times, status):
    row = run("a", "p", 1.0) | {"limit": 10.0, "cpu_limit": 5.0, **times}
    assert within_limits(row)["status"] == status


def test_every_output_counts_the_same_limits(folder):
    program = {"name": "mine", "command": "mine {file}"}
    head = header("a", externals=[program], puzzles=["p-0", "p-1", "p-2"])
    rows = [
        run("a", "p-0", 9.9, process_seconds=10.4),
        run("a", "p-1", 10.2),
        run("a", "p-2", None),
        *(run("mine", f"p-{at}", None, status="ok", verdict="unique", process_seconds=1.0) for at in range(3)),
    ]  # fmt: skip
    found = read_results(written(Path("r.jsonl"), head, *rows))
    figures = results_of(found)
    assert figures.clock == "process"
    table = overall(figures)
    assert {row[0]: row[table.columns.index("limit")] for row in table.rows[:2]} == {
        "mine": 0,
        "a": 2,
    }
    assert "Limit: 2 of 6 runs met it: a 2." in table.note
    write_runs(figures, "r.csv")
    lines = list(csv.DictReader(Path("r.csv").read_text().splitlines()))
    assert [line["status"] for line in lines].count("limit") == 2
    assert {line["cpu_limit"] for line in lines} == {""}
    assert [row["status"] for row in found[1:]].count("limit") == 2
    assert "Limit: 2 of 6 runs met it" in as_latex(figures)


def test_measurements_of_two_machines_are_not_one(folder):
    other = MACHINE | {"processor": "Q", "processors": 8}
    one = written(Path("a.jsonl"), header("a"), run("a", "p-0", 1.0))
    two = written(
        Path("b.jsonl"), header("a", machine=other, started="2026-02-02"), run("a", "p-0", 2.0)
    )
    both = Path("all.jsonl")
    both.write_text(Path(one).read_text() + Path(two).read_text())
    why = "cannot merge results that differ in machine: processor <P>, and Q; processors 2, and 8; --by machine shows them apart"
    for files in ([str(both)], [one, two]):
        done = command("bench", "report", *files)
        assert (done.returncode, why in " ".join(done.stderr.split())) == (2, True), done.stderr
        told = command("bench", "report", *files, "--by", "machine", COLUMNS="200")
        assert told.returncode == 0, told.stderr
        assert told.stdout.count("Measured 2026-0") == 2
        assert "Machine: Q, 8 processors" in told.stdout
        assert "Q x8, abc" in told.stdout
    figures = results_of(merge_results(read_measurements(str(both)), "machine"), by="machine")
    assert [point.seconds for point in figures.points] == [1.0, 2.0]
    assert len(facts(figures)) == 5
    with pytest.raises(ParseError, match="holds 2 measurements, not one: machine: processor"):
        read_results(str(both))
    again = written(Path("c.jsonl"), header("b", started="2026-02-02"), run("b", "p-0", 2.0))
    both.write_text(Path(one).read_text() + Path(again).read_text())
    merged = results_of(merge_results(read_measurements(str(both))))
    assert merged.solvers == ["a", "b"]


class Guess:
    """A backend of others: it tries one picture, by no line logic."""

    takes = frozenset[str]()

    def solutions(self, puzzle, *, known, deadline, trace):
        yield nonosat.solve(puzzle).solutions[0]


class Silent(Guess):
    def solutions(self, puzzle, *, known, deadline, trace):
        return iter(())


class Broken(Guess):
    def solutions(self, puzzle, *, known, deadline, trace):
        yield None + 1


class Old(Guess):
    def solutions(self, puzzle, known, deadline):
        yield from ()


def test_what_a_backend_of_others_did_is_not_called_line_logic():
    known = {"line_solvable": True, "difficulty": "line", "engine": None}
    names = ("line", "mine:Guess", "auto@other")
    figures = results(*(run(name, "p-0", 1.0, **known) for name in names))
    assert [point.way for point in figures.points] == ["line logic", "", "line logic"]
    assert nonosat.solve(UNIQUE, backend=Guess()).line_solvable


def test_a_backend_that_finds_nothing_where_line_logic_does_is_wrong():
    with pytest.raises(
        WrongAnswer, match=r":Silent gave a wrong answer: line logic finds a solution"
    ):
        nonosat.solve(UNIQUE, backend=Silent(), at_most=2)
    assert nonosat.solve(NONE, backend=Silent(), at_most=2).verdict.value == "none"


@pytest.mark.parametrize(("kind", "words"), [
    (Broken, r"test_bench_table:Broken failed: TypeError: unsupported operand .*test_bench_table\.py:\d+\)"),
    (Old, r"test_bench_table:Old failed: TypeError: .* got an unexpected keyword argument 'trace'$"),
])  # fmt: skip
def test_an_error_in_a_class_of_others_names_it(kind, words):
    search = Search(UNIQUE, backend=kind(), at_most=2)
    search.run()
    assert isinstance(search.ended_by, EngineFailed)
    with pytest.raises(EngineFailed, match=words):
        list(nonosat.solutions(UNIQUE, backend=kind()))
    assert search.result().verdict == "unknown"


def test_a_backend_may_say_what_it_takes():
    colored = make("patches", Recipe(5, 5)).puzzle
    unknown = Puzzle.of(["?", "1"], ["1", "?"])
    for puzzle, what in ((colored, "colors"), (unknown, "unknown lengths")):
        with pytest.raises(UsageError, match=f"backend {backend_name(Guess())} takes no {what}"):
            nonosat.solve(puzzle, backend=Guess())
    assert nonosat.solve(UNIQUE, backend=Guess()).solutions


@pytest.fixture
def liar(folder):
    """A measurement in which one of five lies about a puzzle, and a file of it."""
    dump(SEVERAL, "several.json")
    dump(UNIQUE, "unique.json")
    names = ("a", "b", "c", "d", "liar")
    rows = [
        run(name, "p-0", 1.0, "unique" if name == "liar" else "none", source="p.json", found=0)
        for name in names
    ]
    return written(Path("r.jsonl"), header(*names, puzzles=["p-0"]), *rows)


def test_one_liar_is_found_out_by_the_report(liar):
    done = command("bench", "report", liar, COLUMNS="200")
    assert done.returncode == 70
    cure = "Disputed: 5 of 5 runs contradict each other; --expect or --certificates of bench report decides"
    assert cure in " ".join(done.stdout.split())
    Path("e.csv").write_text("p-0,none\nelse,unique\n")
    done = command("bench", "report", liar, "--expect", "e.csv", "-o", "r.csv", COLUMNS="200")
    assert "e.csv: 1 of its names are not among the puzzles" in done.stderr
    assert "WRONG: p-0: liar: expected none, got unique" in done.stderr
    lines = list(csv.DictReader(Path("r.csv").read_text().splitlines()))
    assert {line["solver"]: line["status"] for line in lines} == {
        "a": "ok", "b": "ok", "c": "ok", "d": "ok", "liar": "failed (wrong)",
    }  # fmt: skip
    Path("e.csv").write_text("q,none\n")
    assert (
        "names none of these puzzles"
        in command("bench", "report", liar, "--expect", "e.csv").stderr
    )


@pytest.mark.slow
def test_certificates_judge_rows_that_exist(folder):
    dump(UNIQUE, "unique.json")
    assert command("certify", "unique.json", "-o", "certificates").returncode == 0
    args = ["bench", "unique.json", "-b", "line", "--warm-up", "0"]
    assert command(*args, "--external", "liar=echo multiple solutions {file}").returncode == 70
    path = written(
        Path("r.jsonl"),
        *(
            row | {"pictures": []}
            for row in map(json.loads, Path("results.jsonl").read_text().splitlines())
        ),
    )
    done = command("bench", "report", path)
    assert "Disputed: 2 of 2 runs" in " ".join(done.stdout.split())
    done = command("bench", "report", path, "--certificates", "certificates", "-o", "r.csv")
    assert "the certificate is right" in done.stderr
    lines = list(csv.DictReader(Path("r.csv").read_text().splitlines()))
    assert {line["solver"]: line["status"] for line in lines} == {
        "line": "ok",
        "liar": "failed (wrong)",
    }


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says who waits for a processor")
def test_who_sleeps_does_not_wait_for_a_processor():
    facts = outside(UNIQUE, External("x", "sleep 60 {file}"), 0.5)
    assert facts["waited"] is None or facts["waited"] < 0.1
    slow = {"status": "limit", "process_seconds": 10.0, "process_cpu_seconds": 2.0}
    rows = [
        run("a", f"p-{at}", None, **slow, waited=waited)
        for at, waited in enumerate((None, 0.0, 7.5))
    ]
    figures = results(*rows)
    assert [point.disturbed for point in figures.points] == [True, False, True]
    assert any(text.startswith("Disturbed: 2 of these") for text in notices(figures))

"""``FILE#2`` and ``FILE#title``: one puzzle of a file, in every command."""

import json
from pathlib import Path

import pytest
from command import run as command

from nonosat import Grid, Puzzle, Sheet, dump, load

PUZZLES = [
    Sheet(Puzzle.of([[1], [1]], [[1], [1]]), title="two"),
    Sheet(Puzzle.of([[2], [1]], [[2], [1]]), title="L"),
    Sheet(Puzzle.of([[1, 1], [1], [1, 1]], [[1], [3], [1]]), title="none"),
    Sheet(Puzzle.of([[1], [2]], [[1], [2]]), title="L"),
    Sheet(Puzzle.of([[2], [2]], [[2], [2]]), title="a # b"),
]


@pytest.fixture
def many(folder):
    dump(PUZZLES, "many.jsonl")
    return folder


#   what is named          the number of the puzzle, or the error
NAMED = [
    ("many.jsonl#2",       2),
    ("many.jsonl#two",     1),
    ("many.jsonl#a # b",   5),
    ("many.jsonl#none",    3),
    ("many.jsonl#L",       "many.jsonl: 2 puzzles have the title 'L': #2, #4"),
    ("many.jsonl#6",       "many.jsonl: no puzzle number 6 among the 5 in it"),
    ("many.jsonl#0",       "many.jsonl: no puzzle number 0 among the 5 in it"),
    ("many.jsonl#x",       "many.jsonl: no puzzle of the title 'x' among the 5 in it"),
    ("nothing.jsonl#2",    "nothing.jsonl#2: No such file or directory"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "wanted"), NAMED)
def test_one_puzzle_of_a_file_is_named(name, wanted, many):
    done = command("check", name, "--json", cwd=many)
    if isinstance(wanted, str):
        assert (done.returncode, wanted in done.stderr) == (3, True), done.stderr
        return
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["position"], row["title"]) == (wanted, PUZZLES[wanted - 1].title)
    assert load(many / name)[0].puzzle == PUZZLES[wanted - 1].puzzle


def test_a_file_of_exactly_that_name_is_that_file(many):
    dump(PUZZLES[:1], "plain.json")
    Path("plain.json").rename("many.jsonl#2")
    assert load("many.jsonl#2")[0].title == "two"


@pytest.mark.parametrize("words", [
    "solve many.jsonl#2", "check many.jsonl#2", "count many.jsonl#2", "steps many.jsonl#2", "hint many.jsonl#2",
    "show many.jsonl#2", "rate many.jsonl#2", "backbone many.jsonl#2", "why many.jsonl#2 --cell 1,1",
    "convert many.jsonl#2 --to non -o -", "convert many.jsonl#2 --to non -o out/", "show many.jsonl#2 -o two.svg",
    "certify many.jsonl#2 -o proof", "book many.jsonl#2 -o book.pdf",
    "bench many.jsonl#2 -b line --in-process --warm-up 0",
])  # fmt: skip
def test_every_command_takes_it(words, many):
    done = command(*words.split(), cwd=many)
    assert done.returncode == 0, done.stderr
    assert "#1" not in done.stdout + done.stderr
    assert "no such" not in done.stderr


def test_messages_and_advice_name_it(many):
    done = command("check", "many.jsonl#2", cwd=many)
    assert "many.jsonl#2" in done.stdout
    goals = [
        sheet if at else Sheet(sheet.puzzle, goals=(Grid.of(["#.", ".#"]),))
        for at, sheet in enumerate(PUZZLES[:2])
    ]
    dump(list(reversed(goals)), "goals.jsonl")
    done = command("check", "goals.jsonl", cwd=many)
    assert "`nonosat repair 'goals.jsonl#2'`" in done.stderr
    assert command("repair", "goals.jsonl#2", cwd=many).returncode in (0, 10)


@pytest.mark.slow
def test_certificates_belong_to_a_collection_by_their_clues(many):
    assert command("certify", "many.jsonl#2", "-o", "proof", cwd=many).returncode == 0
    done = command("verify", "proof", "--puzzle", "many.jsonl", cwd=many)
    assert done.returncode == 0, done.stdout
    assert command("verify", "proof", "--puzzle", "many.jsonl#2", cwd=many).returncode == 0
    done = command("verify", "proof", "--puzzle", "many.jsonl#1", cwd=many)
    assert (done.returncode, "not about the puzzle in many.jsonl#1" in done.stdout) == (40, True)
    dump(PUZZLES[2:], "others.jsonl")
    done = command("verify", "proof", "--puzzle", "others.jsonl", cwd=many)
    assert "not about any of the 3 puzzles in others.jsonl" in done.stdout


#   options of convert              how the file begins
MODELS = [
    ("--to lp -o x.lp",             "\\ nonosat-cplex 1"),
    ("--to cplex -o x.lp",          "\\ nonosat-cplex 1"),
    ("-o x.lp",                     "\\ nonosat-cplex 1"),
    ("--to sat -o x.cnf",           "c nonosat-cnf 1"),
    ("--to dimacs -o x.cnf",        "c nonosat-cnf 1"),
    ("--to minizinc -o x.mzn",      "% nonosat-mzn 1"),
    ("-o x.dzn",                  "rows = 2;"),
    ("--to bosch -o x.lp",          "number_of_rows"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "begins"), MODELS)
def test_a_model_is_what_the_solver_reads(options, begins, many):
    done = command("convert", "many.jsonl#2", *options.split(), cwd=many)
    assert done.returncode == 0, done.stderr
    assert Path(options.split()[-1]).read_text().startswith(begins)

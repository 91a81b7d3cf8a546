"""Whom a table believes: checked answers, expected verdicts, models that count, refused puzzles, damaged results."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bench_rows import header, results, run
from command import run as command
from conftest import ROOT, at_night
from lateness import LATE
from test_bench_programs import NONE, SEVERAL, UNIQUE, outside

import nonosat
from nonosat.bench.agreement import agreement_line, settle_answers
from nonosat.bench.environment import commit_of, environment, program_facts
from nonosat.bench.expected import check_expected, judged
from nonosat.bench.external import PRESETS, External, externals
from nonosat.bench.one_run import OUTPUT_KEPT
from nonosat.bench.rows import read_results, within_limits
from nonosat.bench.run import BenchPlan, measure, perform
from nonosat.bench.stats import results_of
from nonosat.bench.suites import cases_of
from nonosat.bench.tables import overall
from nonosat.errors import InputError, ParseError, UsageError
from nonosat.generators import Recipe, make
from nonosat.run.journal import Journal

#   a run: verdict, found, pictures, more                                     checked
CHECKED = [
    ("unique",   1, [],         {},                                            False),
    ("unique",   1, [],         {"expected": "unique"},                        True),
    ("unknown",  1, ["x"],      {},                                            True),
    ("unknown",  1, [],         {"expected": "unique"},                        False),
    ("unique",   1, ["x"],      {"status": "wrong"},                           False),
]  # fmt: skip


@pytest.mark.parametrize(("verdict", "found", "pictures", "more", "checked"), CHECKED)
def test_an_answer_is_checked_by_more_than_the_word_of_its_solver(
    verdict, found, pictures, more, checked
):
    row = run("a", "p", 1.0, verdict, found=found, pictures=pictures, **more)
    (point,) = results(row, goal="first").points
    assert point.checked == checked
    assert results(row, row | {"repeat": 1, "pictures": []}, goal="first").points[0].checked == (
        checked and bool(more)
    )


def test_who_only_claims_is_not_first_in_the_table():
    rows = [header("honest", "liar")]
    for at in range(10):
        rows.append(run("liar", f"p-{at}", 0.01))
        rows.append(run("honest", f"p-{at}", 1.0 if at else None, pictures=["x"]))
    table = overall(results_of(rows))
    at = table.columns.index("checked")
    lines = [("honest", 9, 9), ("liar", 10, 0), ("virtual best", 10, 0)]
    assert [(row[0], row[2], row[at]) for row in table.rows] == lines


#   runs of two puzzles                                                        the sentence
ALONE = [
    ([run("a", "p", 1.0), run("a", "p", 1.0, repeat=1)],                        "agreement: nothing to compare, 2 definite verdicts of 2 runs without a second answer or a picture"),
    ([run("a", "p", 1.0), run("b", "p", 1.0), run("a", "q", 1.0)],              "agreement: all 2 definite verdicts of 3 runs on 2 puzzles agree, and no picture was rejected; nothing to compare for 1 definite verdict of 3 runs without a second answer or a picture"),
    ([run("a", "p", 1.0, pictures=["x"])],                                      "agreement: the only definite verdict of 1 run on 1 puzzle holds, and no picture was rejected"),
    ([run("a", "p", 1.0, expected="unique")],                                   "agreement: the only definite verdict of 1 run on 1 puzzle holds, and no picture was rejected"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "sentence"), ALONE)
def test_nobody_agrees_with_itself(rows, sentence):
    assert agreement_line([header("a", "b"), *rows], []) == sentence


#   facts of a run: verdict, found, pictures       expected    what is said of it
AGAINST = [
    ("unique",   1, ["x"],                         "unique",   None),
    ("unique",   1, ["x"],                         "multiple", "expected multiple, got unique"),
    ("none",     0, [],                            "unique",   "expected unique, got none"),
    ("unknown",  1, [],                            "none",     "expected none, got solvable"),
    ("unknown",  1, [],                            "multiple", None),
    ("unique",   1, ["x"],                         "none",     None),  # a picture proves otherwise
    ("multiple", 2, ["x", "y"],                    "unique",   None),
    ("unique",   1, [],                            "",         None),
]  # fmt: skip


@pytest.mark.parametrize(("verdict", "found", "pictures", "expected", "said"), AGAINST)
def test_who_contradicts_what_was_expected_is_wrong(verdict, found, pictures, expected, said):
    facts = run("a", "p", 1.0, verdict, found=found, pictures=pictures)
    held = check_expected(facts, expected)
    assert (held["status"], held["error"]) == (("wrong", said) if said else ("ok", None))
    if not said and expected and pictures and verdict != expected:
        (text,) = settle_answers([header("a"), held | {"expected": expected}]).complaints
        assert f"{expected} say --expect" in text


#   a file of expected verdicts                                  what is expected of the two puzzles
EXPECTED = [
    ("name,verdict\nhook.txt,unique\n",                          ["unique", ""]),
    ("hook.txt#1, unique\nother,none\n\nambiguous.mk,multiple",  ["unique", "multiple"]),
    ('{"name": "hook.txt", "verdict": "unique"}\n',              ["unique", ""]),
    ("hook.txt,perhaps\n",                                       "e.csv:1: 'perhaps' is not one of unique, multiple, none"),
    ("hook.txt,unique\nhook.txt,none\n",                         "e.csv:2: 'hook.txt' is none here, but unique above"),
    ("hook.txt\n",                                               "e.csv:1: give NAME,VERDICT on each line"),
    ('{"name": "hook.txt"}\n',                                   'e.csv:1: give {"name": ..., "verdict": ...}'),
    ("x,unique\n",                                               "e.csv names none of these puzzles, such as 'hook.txt#1'"),
    ("",                                                         "e.csv names none of these puzzles"),
    (None,                                                       "e.csv: No such file"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), EXPECTED)
def test_expected_verdicts_are_read(text, wanted, folder):
    shutil.copy(ROOT / "data" / "seeds" / "hook-5x5.two", "hook.txt")
    Path("ambiguous.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    cases, _ = cases_of(["hook.txt", "ambiguous.mk"])
    rows = [header("a")]
    rows += [run("a", one.name, 1.0, key=one.key, source=one.named.source) for one in cases]
    if text is not None:
        Path("e.csv").write_text(text)
    if isinstance(wanted, list):
        (_, *found), unused = judged(rows, "e.csv", None)
        assert [row["expected"] or "" for row in found] == wanted
        assert unused == text.count("other")
        return
    with pytest.raises((InputError, ParseError, UsageError)) as caught:
        judged(rows, "e.csv", None)
    assert wanted in str(caught.value)


@pytest.mark.parametrize(("goal", "count"), [("first", "1"), ("unique", "2")])
def test_minizinc_is_asked_for_as_many_solutions_as_the_goal_needs(goal, count):
    minizinc = next(preset for preset in PRESETS if preset.name == "minizinc")
    solutions = {"first": 1, "unique": 2}[goal]
    argv = minizinc.argv(Path("p.mzn"), 10.0, solutions)
    assert argv[argv.index("-n") + 1] == count
    (mine,) = externals(["mine=sh -c 'echo {solutions}' {mzn}"])
    facts = outside(UNIQUE, mine, goal=goal)
    assert facts["output"].strip() == count


def test_the_making_of_a_model_counts():
    row = run("x", "p", 1.0, "none") | {
        "process_seconds": 1.0, "process_cpu_seconds": 0.5,
        "model_seconds": 3.0, "model_cpu_seconds": 2.0,
    }  # fmt: skip
    rows = [header(externals=[{"name": "x"}]), row]
    (point,) = results_of(rows).points
    assert (point.seconds, point.model_seconds, point.cpu_seconds) == (4.0, 3.0, 2.5)
    (point,) = results_of(rows, cpu=True).points
    assert (point.seconds, point.model_seconds) == (2.5, 2.0)
    late = within_limits(row | {"seconds": None, "limit": 3.5, "cpu_limit": None})
    assert not results_of([rows[0], late]).points[0].solved
    table = overall(results_of(rows))
    assert table.rows[0][table.columns.index("model")].value == 3.0


@pytest.mark.slow
def test_the_limit_covers_the_making_of_the_model():
    large = make("random", Recipe(15, 15)).puzzle
    sleep = External("sleep", "sh -c 'sleep 60' {cnf}", "cnf")
    facts = outside(large, sleep, 1.0)
    assert facts["status"] == "limit"
    assert facts["model_seconds"] > 0
    assert facts["process_seconds"] + facts["model_seconds"] < LATE
    assert outside(UNIQUE, External("true", "true {file}"))["model_seconds"] is None


@pytest.mark.slow
def test_outputs_and_versions_of_programs_are_kept(tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    script = tmp_path / "solver.py"
    script.write_text(
        "import sys\nif sys.argv[1] == '--version': print('\\nsolver 1.5')\n"
        "print('begin' + 'x' * 5000 + ' unique')\n"
    )
    cases, _ = cases_of([str(tmp_path / "p.mk")])
    program = External("mine", f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{file}}")
    head, row = perform(BenchPlan(cases, [], [program], warm_up=0), str(tmp_path / "r.jsonl"))
    assert row["output"].startswith("beginxxx")
    assert row["output"].strip().endswith("x unique")
    assert "characters left out]" in row["output"]
    assert len(row["output"]) < OUTPUT_KEPT + 50
    (kept,) = head["externals"]
    assert kept["version"].startswith("Python 3")
    assert set(kept["files"]) == {sys.executable, str(script)}
    assert all(len(digest) == 16 for digest in kept["files"].values())
    script.write_text(script.read_text() + "# changed\n")
    with pytest.raises(UsageError, match="measured with different externals"):
        perform(BenchPlan(cases, [], [program], warm_up=0), str(tmp_path / "r.jsonl"), resume=True)
    hidden = program_facts(External("h", "sh -c 'false; echo <{file}' {file}"))
    assert {shutil.which("sh"), shutil.which("false"), shutil.which("echo")} <= set(hidden["files"])
    broken = program_facts(External("f", "false {file}"))
    assert (broken["version"], list(broken["files"])) == (None, [shutil.which("false")])


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_the_commit_is_recorded_or_else_the_version(tmp_path, monkeypatch):
    assert environment()["commit"]
    monkeypatch.setattr("nonosat.bench.environment.commit_of", lambda root: (None, None))
    monkeypatch.setattr("nonosat.bench.environment.distribution", lambda name: Origin("{}"))
    assert environment()["commit"] == f"version {nonosat.__version__}"
    origin = '{"vcs_info": {"vcs": "git", "commit_id": "0123456789abcdef"}}'
    monkeypatch.setattr("nonosat.bench.environment.distribution", lambda name: Origin(origin))
    assert environment()["commit"] == "0123456789ab"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    assert commit_of(tmp_path) == (None, None)
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")  # as in a container
    commit, changed = commit_of(tmp_path)
    assert (len(commit or ""), changed) == (12, False)


class Origin:
    """An installed package that tells where it came from."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read_text(self, _: str) -> str:
        return self._text


@pytest.mark.slow
def test_two_versions_take_turns(folder):
    (folder / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    (folder / "c.non").write_text("width 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n1\n2\n")
    args = ["bench", "run", "p.mk", "c.non", "--warm-up", "0", "--against"]
    done = command(*args, sys.executable, "-o", "r.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "New time / old time" in done.stdout
    assert "agreement: all 4 definite verdicts of 4 runs on 2 puzzles agree" in done.stdout
    head, *rows = read_results("r.jsonl")
    assert {row["backend"] for row in rows} == {"auto", "auto@other"}
    assert {row["verdict"] for row in rows} == {"multiple", "unique"}
    assert {len(row["pictures"]) for row in rows} == {1, 2}
    assert all(row["process_seconds"] > row["seconds"] > 0 for row in rows)
    assert all(p["version"].startswith("nonosat ") and p["is_nonosat"] for p in head["externals"])
    done = command("bench", "compare", "r.jsonl", cwd=folder)
    assert "too few puzzles" in done.stdout
    with Journal("one.jsonl") as journal:
        journal.append([header("a"), run("a", "p", 1.0)])
    (folder / "python-none").write_text("#!/bin/sh\necho no module >&2\nexit 1\n")
    (folder / "python-none").chmod(0o755)
    for words, message in (
        (
            ["compare", "one.jsonl"],
            "one.jsonl does not hold two versions that took turns: give NEW",
        ),
        (
            [*args[1:], "nowhere"],
            "--against 'nowhere': give the nonosat command of the other version",
        ),
        ([*args[1:], "python-none"], "cannot run nonosat: no module"),
        ([*args[1:], sys.executable, "--in-process"], "needs a process for each run"),
        ([*args[1:], sys.executable, "-b", "none"], "--against needs a backend"),
    ):
        done = command("bench", *words, cwd=folder)
        assert (done.returncode, message in " ".join(done.stderr.split())) == (2, True), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("command_", "puzzle", "verdict"), [
    ("check", SEVERAL, "multiple"), ("solve", SEVERAL, "unknown"),
    *at_night(("check", UNIQUE, "unique"), ("check", NONE, "none")),
])  # fmt: skip
def test_another_nonosat_is_understood(command_, puzzle, verdict):
    words = f"{shlex.quote(sys.executable)} -P -m nonosat {command_} {{file}} --json --limit {{seconds}}"
    program = External("n", words, "json", is_nonosat=True)
    facts = outside(puzzle, program, goal="first" if command_ == "solve" else "unique")
    assert (facts["status"], facts["verdict"], facts["error"]) == ("ok", verdict, None)
    assert (
        len(facts["pictures"])
        == facts["found"]
        == {"unique": 1, "multiple": 2, "none": 0}.get(verdict, 1)
    )
    mute = External("n", "echo no {file}", "json", is_nonosat=True)
    assert (
        "cannot read its answer: 'no /" in measure(puzzle, "n", BenchPlan([], [], [mute]))["error"]
    )


def test_load_is_told_before_the_first_run(folder, monkeypatch):
    (folder / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    args = ["bench", "run", "p.mk", "-b", "line", "--in-process", "--warm-up", "0", "-o"]
    for load, told in ((0.5, False), (None, False), (1.5, True)):
        monkeypatch.setattr("nonosat.cli.bench_screen.machine_load", lambda load=load: load)
        done = command(*args, f"{load}.jsonl", cwd=folder)
        assert ("machine busy: wall times are unreliable" in done.stderr) == told

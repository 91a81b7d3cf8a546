"""Outside programs: what they say, how they fail, and that nothing of them is left."""

import os
import shlex
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from command import alive, begun, run, wait_for
from conftest import ROOT, at_night
from xcsp3_solver import ace

from nonosat import Grid, Puzzle
from nonosat.bench.external import PRESETS, External, externals
from nonosat.bench.one_run import TOO_MUCH_MEMORY
from nonosat.bench.printed import pictures_of, without_colors
from nonosat.bench.run import BenchPlan, measure
from nonosat.errors import UsageError
from nonosat.formats import FORMATS
from nonosat.generators import Recipe, make

STAND_IN = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests' / 'stand_in.py'))}"
UNIQUE = Puzzle.of([[2], [1, 1], [1]], [[1], [1, 1], [1], [1]])
SEVERAL = Puzzle.of([[1], [1]], [[1], [1]])
NONE = Puzzle.of([[1, 1], [1], [1, 1]], [[1], [3], [1]])


def stand_in(mode: str, **how: str) -> External:
    """The stand-in program as the command line would name it."""
    return External("stand-in", f"{STAND_IN} {shlex.quote(mode)} {{file}}", "json", **how)


def outside(puzzle: Puzzle, program: External, seconds: float = 10.0, **how: object) -> dict:
    """The facts of one run of an outside program."""
    return measure(puzzle, program.name, BenchPlan([], [], [program], seconds=seconds, **how))


#   mode            puzzle   status    verdict     found  in the error
OUTSIDE = [
    ("right",         UNIQUE,  "ok",     "unique",   1, ""),
    ("right",         SEVERAL, "ok",     "multiple", 2, ""),
    ("right",         NONE,    "ok",     "none",     0, ""),
    ("wrong verdict", UNIQUE,  "ok",     "multiple", 2, ""),
    ("wrong picture", UNIQUE,  "wrong",  "unique",   1, "its picture is wrong: row 1 reads"),
    ("raise",         UNIQUE,  "failed", "unknown",  0, "no verdict in its output (exit code 1): 'RuntimeError: boom'"),
    ("junk",          UNIQUE,  "failed", "unknown",  0, "no verdict in its output (exit code 0)"),
    pytest.param("crash", UNIQUE, "failed", "unknown", 0, "killed by signal 11", marks=pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "puzzle", "status", "verdict", "found", "error"), OUTSIDE)
def test_an_outside_program_is_understood(mode, puzzle, status, verdict, found, error):
    facts = outside(puzzle, stand_in(mode, picture="#."))
    assert (facts["status"], facts["verdict"], facts["found"]) == (status, verdict, found)
    assert error in (facts["error"] or "")
    assert bool(facts["error"]) == bool(error)
    assert facts["process_seconds"] > 0
    assert facts["seconds"] is facts["cpu_seconds"] is None  # of solving alone it tells nothing
    if os.name == "posix":
        assert facts["process_cpu_seconds"] > 0
        assert facts["peak_mb"] > 1


@pytest.mark.slow
def test_an_outside_program_may_speak_by_its_exit_code():
    codes = {"unique": "exit code 7", "multiple": "exit code 10", "none": "exit code 20"}
    program = stand_in("code", solved="", **codes)
    verdicts = [outside(p, program)["verdict"] for p in (UNIQUE, SEVERAL, NONE)]
    assert verdicts == ["unique", "multiple", "none"]


@pytest.mark.slow
def test_a_picture_is_enough_where_only_the_first_solution_is_sought():
    program = stand_in("right", multiple="", unique="", none="", solved="solution is")
    facts = outside(UNIQUE, program, goal="first")
    assert (facts["status"], facts["verdict"], facts["found"]) == ("ok", "unknown", 1)


def test_a_format_that_cannot_hold_the_puzzle_is_not_the_programs_fault():
    colored = make("patches", Recipe(5, 5)).puzzle
    facts = outside(colored, External("mk", "true {file}", "mk"))
    assert facts["status"] == "refused"
    assert "mk has no colors" in facts["error"]


@pytest.mark.skipif(not shutil.which("yes"), reason="no program that prints without end")
@pytest.mark.parametrize("command", ["yes {file}", "sh -c 'exec yes >&2' {file}"])
@pytest.mark.slow
def test_a_program_that_prints_without_end_is_ended(command, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    facts = outside(UNIQUE, External("yes", command))
    assert facts["status"] == "failed"
    assert facts["error"] == "it printed more than 4 MiB and was stopped"
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_large_answer_is_read_to_its_end(tmp_path):
    # Its values take more than 4 MiB, as those of a 1000x1000 puzzle do.
    puzzle = make("random", Recipe(60, 60)).puzzle
    script = tmp_path / "large.py"
    script.write_text(
        "import sys\nprint('c ' + 'x' * 78)\n"
        "print('s SATISFIABLE')\nfor _ in range(600):\n    print('v -' + ' -'.join(map(str, range(1, 1500))))\n"
        "print('v 0')\n"
    )
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{cnf}}"
    facts = outside(puzzle, externals([f"x={command}"])[0], 60)
    assert (facts["status"], facts["error"][:20]) == ("wrong", "its picture is wrong")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.slow
def test_a_program_that_hangs_is_ended_with_all_it_started(tmp_path, monkeypatch):
    pids = tmp_path / "pids"
    monkeypatch.setenv("STAND_IN_PIDS", str(pids))
    facts = outside(UNIQUE, stand_in("hang"), 2)
    assert facts["status"] == "limit"
    assert facts["process_seconds"] >= 2
    wait_for(lambda: not any(map(alive, map(int, pids.read_text().split()))))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody adopts what is left")
@pytest.mark.slow
def test_what_a_program_leaves_running_is_ended(tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    pids, script = tmp_path / "pids", tmp_path / "mine"
    script.write_text(f"#!/bin/sh\nexec {STAND_IN} leave p.json\n")
    script.chmod(0o755)
    (tmp_path / "p.json").write_text('{"width": 1, "rows": [[1]], "columns": [[1]]}')
    args = ["bench", "run", "p.mk", "-b", "none", "--warm-up", "0", "--external", "x=./mine {file}"]
    with begun(*args, cwd=tmp_path, STAND_IN_PIDS=str(pids)) as process:
        assert "x" in process.communicate()[0]
    left = [int(pid) for pid in pids.read_text().split()]
    assert len(left) == 2  # it was asked for its version, and run
    assert not any(map(alive, left))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child outlives a killed parent")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL, *at_night(signal.SIGTERM)])
@pytest.mark.slow
def test_whatever_ends_the_bench_nothing_is_left(end, tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    scratch, pids = tmp_path / "scratch", tmp_path / "pids"
    scratch.mkdir()
    args = ["bench", "run", "p.mk", "-b", "none", "--warm-up", "0", "--limit", "60"]
    args += ["--external", f"x={STAND_IN} hang {{file}}"]
    with begun(*args, cwd=tmp_path, TMPDIR=str(scratch), STAND_IN_PIDS=str(pids)) as process:
        wait_for(lambda: pids.exists() and len(pids.read_text().split()) == 2)
        assert len(list(scratch.iterdir())) == 1
        process.send_signal(end)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(end, -end)
    wait_for(lambda: not any(map(alive, map(int, pids.read_text().split()))))
    wait_for(lambda: not list(scratch.iterdir()))


def test_pictures_are_found_among_other_lines():
    puzzle = Puzzle.of_grid(Grid.of(["##.", "..#"]))
    text = "hello\n##.\n..#\n----------\n...\n##?\n\n####..\n....##\n\n# # .\n. . #\n===\n#..\n"
    wanted = Grid.of(["##.", "..#"])
    assert list(pictures_of("non", "#.", text, puzzle)) == [wanted] * 3
    assert list(pictures_of("non", "", text, puzzle)) == []


COLORED = Puzzle.of([[(1, 1), (1, 2)], [(1, 1)]], [[(2, 1)], [(1, 2)]])
VALUES = (
    "v <instantiation id='sol1'> <list> cell[][] </list> <values> {} </values> </instantiation>\n"
)
NAMES = "cell[0][0] n cell[1][1] cell[0][1] cell[1][0]"
#   format   what a program prints                                       its pictures
PRINTED = [
    ("cnf",   "s SATISFIABLE\nv 1 2\nv 3 -4 5 0\n",                        [b"\1\2\1\0"]),
    ("cnf",   "v 1 2 0 1 4 0\n",                                          [b"\1\2\0\0", b"\1\0\0\0"]),
    ("cnf",   "v 1 2 3\n",                                                []),  # cut off
    ("cnf",   "c model\n1 2 3 -4 5\n1 2 0\n",                            [b"\1\2\1\0"]),
    ("opb",   "x1 x2 -x3 x4 -x5\n",                                       []),
    ("opb",   "v x1 x2 -x3\nv x4 -x5\ns SATISFIABLE\nv x1\n",             [b"\1\2\0\0", b"\1\0\0\0"]),
    ("mzn",   "kr\nk.\n----------\n==========\n",                         [b"\1\2\1\0"]),
    ("mzn",   "kr\nkx\n----------\n",                                     []),
    ("xcsp3", VALUES.format("1 2 1 0"),                                   [b"\1\2\1\0"]),
    ("xcsp3", "\33[92mv\33[0m  " + VALUES[2:].format("1 0x2\nv 2"),       [b"\1\0\0\2"]),
    ("xcsp3", VALUES.format("1 2 1") + VALUES.format("1 2 1 0 0") + VALUES.format("1 2 1 3"), []),
    ("xcsp3", VALUES.format("0x999999999"),                               []),
    ("xcsp3", VALUES.format("1 9 0 2 1").replace("cell[][]", NAMES),      [b"\1\2\1\0"]),
    ("xcsp3", VALUES.format("1 9 0 2 1").replace("cell[][]", NAMES + " cell[1][2]"), []),
    ("xcsp3", VALUES.format("1 2 1 *").replace("cell[][]", "x[][]"),      []),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "cells"), PRINTED)
def test_pictures_of_models(form, text, cells):
    found = list(pictures_of(form, "", without_colors(text), COLORED))
    assert [grid.cells for grid in found] == cells


def test_presets_are_sound(tmp_path):
    for preset in PRESETS:
        assert "{file}" in preset.command
        assert preset.format in FORMATS.names
        argv = preset.argv(tmp_path / "p.x", 2.5, 2)
        assert str(tmp_path / "p.x") in argv
        assert not any("{" in word for word in argv)
        assert Path(argv[0]).name == preset.command.split()[0]


#   options of the command line                                    what the error says
BAD_PROGRAMS = [
    ({"wanted": ["x=solver"]},                                     "the command needs {file} in it, or one of {cnf}, {opb}, {mzn}, {xcsp3}"),
    ({"wanted": ["magic"]},                                        "give NAME=COMMAND {file}, all, or one of: pbnsolve"),
    ({"wanted": ["x=no-such-program {file}"]},                     "x: the command 'no-such-program' not found"),
    ({"wanted": ["x=no 'quote {file}"]},                           "x: No closing quotation"),
    ({"wanted": [], "formats": ["x=mk"]},                          "programs: none, see --external"),
    ({"wanted": ["x=true {file}"], "formats": ["x=gif"]},          "unknown format 'gif'"),
    ({"wanted": ["x=true {file}"], "formats": ["x=grid"]},         "holds no clues"),
    ({"wanted": ["x=true {file}"], "patterns": ["x:maybe=a"]},     "outcomes: stopped, multiple, none, unique, solved, picture"),
    ({"wanted": ["x=true {file}"], "patterns": ["x:none=("]},      "missing ), unterminated subpattern"),
    ({"wanted": ["x=true {file}"], "patterns": ["x:picture=#"]},   "expected two characters"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), BAD_PROGRAMS)
def test_bad_options_for_programs(options, message):
    with pytest.raises(UsageError) as caught:
        externals(**options)
    assert message in str(caught.value)


def test_a_preset_can_be_told_where_its_program_is():
    command = f"minizinc={sys.executable} {{file}}"
    (program,) = externals([command], ["minizinc=mk"], ["minizinc:none=no.*"])
    assert (program.format, program.none) == ("mk", "no.*")
    assert program.unique == next(p.unique for p in PRESETS if p.name == "minizinc")


@pytest.mark.skipif(not shutil.which("minizinc"), reason="no minizinc")
@pytest.mark.slow
def test_minizinc_runs_our_model():
    (program,) = externals(["minizinc"])
    for puzzle, verdict in ((UNIQUE, "unique"), (SEVERAL, "multiple"), (NONE, "none")):
        facts = outside(puzzle, program, 20)
        assert (facts["verdict"], facts["error"]) == (verdict, None)
        assert len(facts["pictures"]) == facts["found"]


@pytest.mark.skipif(sys.platform != "linux", reason="bounds on memory are those of Linux")
@pytest.mark.slow
def test_memory_is_bounded_for_both():
    # Each holds less than is allowed, and four of them more.
    one = "import sys, time; held = bytearray(80 << 20); time.sleep(int(sys.argv[1]))"
    four = f"import subprocess, sys; [p.wait() for p in [subprocess.Popen([sys.executable, '-c', '{one}', sys.argv[1]]) for _ in range(4)]]"
    hungry = External("hungry", f"{shlex.quote(sys.executable)} -c {shlex.quote(four)} 60 {{file}}")
    facts = outside(UNIQUE, hungry, memory=200)
    assert (facts["status"], 200 < facts["peak_mb"] < 500) == ("out of memory", True)
    assert facts["error"] == TOO_MUCH_MEMORY
    patient = External("patient", hungry.command.replace(" 60 ", " 0 "))
    assert "printed nothing" in outside(UNIQUE, patient, memory=2000)["error"]
    hard = make("domino", Recipe(41, 41)).puzzle
    bound = measure(hard, "cpsat", BenchPlan([], ["cpsat"], memory=30))
    assert (bound["status"], bound["verdict"]) == ("out of memory", "unknown")
    with pytest.raises(UsageError, match="remove --in-process"):
        BenchPlan([], ["line"], in_process=True, memory=200)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a script that the system starts")
def test_programs_are_found_where_the_user_stands_and_failures_have_a_reason(tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n2\n1\n#\n2\n1\n")
    scripts = {"mine": "echo unique", "bad": "printf 'not \\033[31mtoday\\n' >&2; exit 3"}
    for name, text in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    args = ["bench", "run", "p.mk", "-b", "none", "--warm-up", "0", "--external"]
    done = run(*args, "mine=./mine {file}", "--external", "mine2=sh mine {file}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "agreement: all 2 definite verdicts of 2 runs" in done.stdout
    both = ["mine=./mine {file}", "--external", "bad=./bad {file}", "-o", "2"]
    done = run(*args, *both, cwd=tmp_path, COLUMNS="200")
    assert done.returncode == 30
    assert "nothing was measured of bad" in done.stderr
    shown = " ".join(done.stdout.split())
    assert r"no verdict in its output (exit code 3): 'not \x1b[31mtoday'" in shown
    assert "nothing to compare, 1 definite verdict of 2 runs without a second answer" in done.stdout
    done = run(*args, "shy=echo solved {file}", "-o", "3", cwd=tmp_path, COLUMNS="200")
    assert done.returncode == 30
    assert "it found a solution, but not whether it is the only one" in " ".join(
        done.stdout.split()
    )
    args[4] = "line"
    done = run(*args, "mine=./mine {file}", "-o", "4", "--in-process", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "left out, without process times: line; see bench report" in done.stdout


#   preset             its output, as documented or seen                                      what it means
SPOKEN = [
    ("pbnsolve",        "unique line\n",                                                       "unique"),
    ("pbnsolve",        "multiple\n",                                                          "multiple"),
    ("pbnsolve",        "contradiction\n",                                                     "none"),
    ("pbnsolve",        "solvable depth-2\n",                                                  "solved"),
    ("pbnsolve",        "timeout\n",                                                           "stopped"),
    ("nonogrid",        "# # 1\n1 . X\n\nexit code 0\n",                                       "unique"),
    ("nonogrid",        "1-th solution:\n.X\nDiff with previous solution: [(0, 1)]\nexit code 0\n", "multiple"),
    ("nonogrid",        ". .\nthread 'main' panicked at 'Puzzle is unsatisfied'\nexit code 101\n", "none"),
    ("nonogrid",        "thread 'main' panicked\nexit code 101\n",                             ""),
    ("nonosolve",       "knotty.nin MULTIPLE 0.9\n",                                           "multiple"),
    ("nonosolve",       "knotty.nin TIMEOUT 60\n",                                             "stopped"),
    ("hugi",            "##..\nunique solution\n15x15, 0 search nodes\n",                      "unique"),
    ("hugi",            "solution is NOT unique\n",                                            "multiple"),
    ("grid",            "number of solutions is 1\n",                                          "unique"),
    ("grid",            "-total 2 reached\nexit code 1\n",                                     "multiple"),
    ("copris",          "..##\nUnique solution\n",                                             "unique"),
    ("copris",          "Multiple solutions\n",                                                "multiple"),
    ("minizinc",        "#.\n.#\n----------\n==========\n",                                    "unique"),
    ("minizinc",        "#.\n.#\n----------\n.#\n#.\n----------\n==========\n",                "multiple"),
    ("minizinc",        "#.\n.#\n----------\n",                                                "solved"),
    ("minizinc",        "=====UNSATISFIABLE=====\n",                                           "none"),
    ("minizinc",        "=====UNKNOWN=====\n",                                                 "stopped"),
    ("nonogram-solver", "Puzzle solved!\n",                                                    "solved"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "outcome"), SPOKEN)
def test_what_presets_say_is_understood(name, text, outcome):
    preset = next(preset for preset in PRESETS if preset.name == name)
    assert preset.outcome(text)[0] == outcome


#   command                                                    verdict of a unique puzzle, and of several
MODELED = [
    ("clasp {cnf}",                                            "unknown", "unknown"),
    ("clasp {opb}",                                            "unknown", "unknown"),
    ("minizinc --solver gecode -n 2 {mzn}",                    "unique",  "multiple"),
    ("minizinc --solver gecode {mzn}",                         "unknown", "unknown"),
    ("java -jar {ace} {xcsp3}",                                "unknown", "unknown"),
    ("java -jar {ace} {xcsp3} -s=2",                           "unique",  "multiple"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("command", "unique", "several"), MODELED)
def test_a_solver_gets_a_model_and_its_answer_is_judged(command, unique, several):
    if not shutil.which(command.split()[0]):
        pytest.skip(f"{command.split()[0]} is not installed")
    if "{ace}" in command and not ace():
        pytest.skip("pycsp3 is not installed")
    (program,) = externals(["x=" + command.replace("{ace}", shlex.quote(ace()))])
    for puzzle, verdict in ((UNIQUE, unique), (SEVERAL, several), (NONE, "none")):
        facts = outside(puzzle, program, 20)
        assert (facts["status"], facts["verdict"], facts["error"]) == ("ok", verdict, None)
        assert bool(facts["pictures"]) == (puzzle is not NONE)


@pytest.mark.slow
def test_a_model_that_is_wrong_is_found_out(tmp_path):
    script = tmp_path / "liar"
    script.write_text("#!/bin/sh\necho 's SATISFIABLE'\necho 'v 1 -2'\necho 'v 3 0'\n")
    script.chmod(0o755)
    (liar,) = externals([f"liar={script} {{cnf}}"])
    facts = outside(UNIQUE, liar)
    assert (facts["status"], facts["pictures"]) == ("wrong", [])

"""Measuring: suites, fresh processes, outside programs, limits, resuming, and the command line."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT

from nonosat import Grid, Puzzle, dumps
from nonosat.backends import BACKENDS
from nonosat.bench.agreement import disagreements
from nonosat.bench.external import PRESETS, External, externals, pictures_in
from nonosat.bench.rows import read_results
from nonosat.bench.run import GRACE, Plan, all_backends, measure, perform
from nonosat.bench.suites import HELD_OUT, SUITES, TUNED, cases_of
from nonosat.errors import OutputError, ParseError, UsageError
from nonosat.formats import FORMATS
from nonosat.generate import FAMILIES, Recipe, make

STAND_IN = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests' / 'stand_in.py'))}"
UNIQUE = Puzzle.of([[2], [1, 1], [1]], [[1], [1, 1], [1], [1]])
SEVERAL = Puzzle.of([[1], [1]], [[1], [1]])
NONE = Puzzle.of([[1, 1], [1], [1, 1]], [[1], [3], [1]])


def stand_in(mode: str, **how: str) -> External:
    """The stand-in program as the command line would name it."""
    return External("stand-in", f"{STAND_IN} {shlex.quote(mode)} {{file}}", "json", **how)


def outside(puzzle: Puzzle, program: External, seconds: float = 10.0, **how: object) -> dict:
    """What one run of an outside program came to."""
    return measure(puzzle, program.name, Plan([], [], [program], seconds=seconds, **how))


def scratch_folders() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("nonosat-*")}


def run(*args: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nonosat", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "120", **env},
    )


#   mode            puzzle   status    verdict     found  in the error
OUTSIDE = [
    ("right",         UNIQUE,  "ok",     "unique",   1, ""),
    ("right",         SEVERAL, "ok",     "multiple", 2, ""),
    ("right",         NONE,    "ok",     "none",     0, ""),
    ("wrong verdict", UNIQUE,  "ok",     "multiple", 2, ""),
    ("wrong picture", UNIQUE,  "wrong",  "unique",   1, "its picture is wrong: row 1 reads"),
    ("raise",         UNIQUE,  "failed", "unknown",  0, "no verdict in its output (exit code 1): 'RuntimeError: boom'"),
    ("junk",          UNIQUE,  "failed", "unknown",  0, "no verdict in its output (exit code 0)"),
    pytest.param("crash", UNIQUE, "failed", "unknown", 0, "ended by signal 11", marks=pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")),
]  # fmt: skip


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


def test_an_outside_program_may_speak_by_its_exit_code():
    program = stand_in(
        "code", unique="exit code 7", multiple="exit code 10", none="exit code 20", solved=""
    )
    verdicts = [outside(p, program)["verdict"] for p in (UNIQUE, SEVERAL, NONE)]
    assert verdicts == ["unique", "multiple", "none"]


def test_a_picture_is_enough_where_only_the_first_solution_is_sought():
    program = stand_in("right", multiple="", unique="", none="", solved="solution is")
    facts = outside(SEVERAL, program, goal="first")
    assert (facts["status"], facts["verdict"], facts["found"]) == ("ok", "unknown", 1)


def test_a_format_that_cannot_hold_the_puzzle_is_not_the_programs_fault():
    colored = make("patches", Recipe(5, 5)).puzzle
    facts = outside(colored, External("mk", "true {file}", "mk"))
    assert facts["status"] == "refused"
    assert "mk has no colors" in facts["error"]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    with contextlib.suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return True


@pytest.mark.skipif(not shutil.which("yes"), reason="no program that prints without end")
@pytest.mark.parametrize("command", ["yes {file}", "sh -c 'exec yes >&2' {file}"])
def test_a_program_that_prints_without_end_is_ended(command):
    before = scratch_folders()
    facts = outside(UNIQUE, External("yes", command))
    assert (facts["status"], facts["error"]) == (
        "failed",
        "it printed more than 4 MiB; it was ended",
    )
    assert facts["process_seconds"] < 5
    assert scratch_folders() <= before


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_program_that_hangs_is_ended_with_all_it_started(tmp_path, monkeypatch):
    pids = tmp_path / "pids"
    monkeypatch.setenv("STAND_IN_PIDS", str(pids))
    begin = time.monotonic()
    facts = outside(UNIQUE, stand_in("hang"), 0.5)
    assert time.monotonic() - begin < 5
    assert facts["status"] == "limit"
    assert 0.5 <= facts["process_seconds"] < 0.5 + GRACE
    until = time.monotonic() + 5
    while any(alive(int(pid)) for pid in pids.read_text().split()):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child outlives a killed parent")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_bench_nothing_is_left(end, tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    scratch, pids = tmp_path / "scratch", tmp_path / "pids"
    scratch.mkdir()
    args = ["bench", "run", "p.mk", "-b", "none", "--warm-up", "0", "--limit", "60"]
    with subprocess.Popen(
        [sys.executable, "-m", "nonosat", *args, "--external", f"x={STAND_IN} hang {{file}}"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(scratch),
            "STAND_IN_PIDS": str(pids),
        },
        stderr=subprocess.DEVNULL,
    ) as process:
        until = time.monotonic() + 30
        while not pids.exists() or len(pids.read_text().split()) < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
        assert len(list(scratch.iterdir())) == 1
        process.send_signal(end)
    assert process.returncode == (130 if end == signal.SIGINT else -end)
    while list(scratch.iterdir()) or any(alive(int(pid)) for pid in pids.read_text().split()):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_pictures_are_found_among_other_lines():
    puzzle = Puzzle.of_grid(Grid.of(["##.", "..#"]))
    text = "hello\n##.\n..#\n----------\n...\n##?\n\n####..\n....##\n\n# # .\n. . #\n===\n#..\n"
    wanted = Grid.of(["##.", "..#"])
    assert list(pictures_in(text, puzzle, "#.")) == [wanted] * 3
    assert list(pictures_in(text, puzzle, "")) == []


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_sound(preset, tmp_path):
    assert "{file}" in preset.command
    assert preset.format in FORMATS.names
    argv = preset.argv(tmp_path / "p.x", 2.5)
    assert str(tmp_path / "p.x") in argv
    assert not any("{" in word for word in argv)
    assert Path(argv[0]).name == preset.command.split()[0]


#   options of the command line                                    what the error says
BAD_PROGRAMS = [
    ({"wanted": ["x=solver"]},                                     "the command needs {file}"),
    ({"wanted": ["magic"]},                                        "give NAME=COMMAND {file}, all, or one of: pbnsolve"),
    ({"wanted": ["x=no-such-program {file}"]},                     "x: the command 'no-such-program' is not found"),
    ({"wanted": ["x=no 'quote {file}"]},                           "x: No closing quotation"),
    ({"wanted": [], "formats": ["x=mk"]},                          "programs: none, see --external"),
    ({"wanted": ["x=true {file}"], "formats": ["x=gif"]},          "give NAME=FORMAT"),
    ({"wanted": ["x=true {file}"], "formats": ["x=grid"]},         "holds no clues"),
    ({"wanted": ["x=true {file}"], "patterns": ["x:maybe=a"]},     "outcomes: multiple, none, unique, solved, picture"),
    ({"wanted": ["x=true {file}"], "patterns": ["x:none=("]},      "missing ), unterminated subpattern"),
    ({"wanted": ["x=true {file}"], "patterns": ["x:picture=#"]},   "give two characters"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), BAD_PROGRAMS)
def test_bad_options_for_programs(options, message):
    with pytest.raises(UsageError) as caught:
        externals(**options)
    assert message in str(caught.value)


def test_a_preset_can_be_told_where_its_program_is():
    (program,) = externals(
        [f"minizinc={sys.executable} {{file}}"], ["minizinc=mk"], ["minizinc:none=no.*"]
    )
    assert (program.format, program.none) == ("mk", "no.*")
    assert program.unique == next(p.unique for p in PRESETS if p.name == "minizinc")


@pytest.mark.skipif(not shutil.which("minizinc"), reason="no minizinc")
@pytest.mark.parametrize(
    ("puzzle", "verdict"), [(UNIQUE, "unique"), (SEVERAL, "multiple"), (NONE, "none")]
)
def test_minizinc_runs_our_model(puzzle, verdict):
    (program,) = externals(["minizinc"])
    facts = outside(puzzle, program, 20)
    assert (facts["verdict"], facts["error"]) == (verdict, None)
    assert len(facts["pictures"]) == facts["found"]


def test_a_run_is_a_process_of_its_own():
    facts = measure(UNIQUE, "line", Plan([], ["line"]))
    assert (facts["status"], facts["verdict"], facts["line_solvable"]) == ("ok", "unique", True)
    assert facts["process_seconds"] > facts["seconds"] > 0
    if os.name == "posix":  # by either clock the same span as the wall seconds
        assert facts["process_cpu_seconds"] > facts["cpu_seconds"] > 0
    assert len(facts["pictures"]) == 1
    if sys.platform == "linux":
        assert 5 < facts["peak_mb"] < 80  # not what this process has had
    inside = measure(UNIQUE, "line", Plan([], ["line"], in_process=True))
    assert inside["process_seconds"] is inside["process_cpu_seconds"] is inside["peak_mb"] is None
    assert inside["pictures"] == facts["pictures"]


def test_the_limit_of_a_backend_is_held():
    hard = make("domino", Recipe(41, 41)).puzzle
    begin = time.monotonic()
    facts = measure(hard, "placements", Plan([], ["placements"], seconds=0.3))
    assert time.monotonic() - begin < 5
    assert (facts["status"], facts["verdict"], facts["found"]) == ("limit", "unknown", 0)


def test_giving_up_is_no_limit():
    wide = Puzzle.of([[1] * 20] * 10, [[1]] * 200)  # contradictory, and 10^60 placements
    facts = measure(wide, "placements", Plan([], ["placements"], in_process=True))
    assert (facts["status"], facts["verdict"]) == ("gave up", "unknown")
    assert "backend placements lists at most" in facts["error"]


def test_a_bug_is_a_failed_run_and_not_the_end(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise KeyError("boom")

    monkeypatch.setattr("nonosat.bench.worker.Search", broken)
    facts = measure(UNIQUE, "line", Plan([], ["line"], in_process=True))
    assert (facts["status"], facts["error"]) == ("failed", "KeyError: 'boom'")


@pytest.mark.skipif(sys.platform != "linux", reason="bounds on memory are those of Linux")
def test_memory_is_bounded_for_both():
    hungry = External("hungry", f"{shlex.quote(sys.executable)} -c 'len(bytes(1 << 30))' {{file}}")
    facts = outside(UNIQUE, hungry, memory=200)
    assert (facts["status"], facts["peak_mb"] < 200) == ("failed", True)
    assert facts["error"] == "no verdict in its output (exit code 1): 'MemoryError'"
    assert "printed nothing" in outside(UNIQUE, hungry)["error"]
    hard = make("domino", Recipe(41, 41)).puzzle
    bound = measure(hard, "cpsat", Plan([], ["cpsat"], memory=30))
    assert (bound["status"], bound["verdict"]) == ("failed", "unknown")
    with pytest.raises(UsageError, match="not --in-process"):
        Plan([], ["line"], in_process=True, memory=200)


def tiny(*backends: str, **how: object) -> Plan:
    cases, _ = cases_of(["data/seeds/hook-5x5.txt", "tests/data/ambiguous"])
    return Plan(cases, backends, seconds=5.0, in_process=True, **how)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def test_runs_are_interleaved_and_shuffled_by_seed():
    plan = tiny("line", "placements", "auto", repeats=3, seed=4)
    runs = list(plan.runs())
    assert len(runs) == plan.size == 18
    assert len({r.id for r in runs}) == 18
    for at in range(0, 18, 3):  # every puzzle goes to all before the next is begun
        assert {r.solver for r in runs[at : at + 3]} == set(plan.solvers)
        assert len({(r.case.key, r.repeat) for r in runs[at : at + 3]}) == 1
    assert [r.repeat for r in runs] == [0] * 6 + [1] * 6 + [2] * 6
    assert [r.id for r in tiny("line", "placements", "auto", repeats=3, seed=4).runs()] == [
        r.id for r in runs
    ]
    assert [r.id for r in tiny("line", "placements", "auto", repeats=3, seed=5).runs()] != [
        r.id for r in runs
    ]


def test_results_go_on_where_they_stopped(tmp_path):
    path = str(tmp_path / "r.jsonl")
    plan = tiny("line", "placements", repeats=2)
    seen = []

    def stop(run, done):
        seen.append(run.id)
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        perform(plan, path, watch=stop)
    with open(path, "a") as file:
        file.write('{"kind": "run", "torn')
    assert len(read_results(path)) == 6  # the header and five runs
    rows = perform(plan, path, resume=True, watch=lambda run, done: seen.append(run.id))
    assert len(rows) == len(read_results(path)) == 9
    assert max(Counter(seen).values()) == 2  # only the one that was interrupted
    assert {(row["key"], row["backend"], row["repeat"]) for row in rows[1:]} == {
        r.id for r in plan.runs()
    }
    assert perform(plan, path, resume=True, watch=lambda *_: pytest.fail("nothing is due")) == rows
    before = Path(path).read_bytes()
    with pytest.raises(UsageError, match="measured with another repeats: 2 there, 1 now"):
        perform(tiny("line", "placements"), path, resume=True)
    with pytest.raises(OutputError, match="exists already"):
        perform(plan, path)
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: this file holds no results of `nonosat bench run`"),
        ('{"a": 1}\n', "f: this file holds no results of `nonosat bench run`"),
        ("width 2\nheight 2\n", "f: this file holds no results of `nonosat bench run`"),
        ('{"kind": "header", "format": 99}\n', "f:1: results of another version (99)"),
        ('{"kind": "header", "format": 1}\n', "f:1: this header is damaged: 'started' is missing"),
    ],
)
def test_results_that_are_none(text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("f").write_text(text)
    with pytest.raises(ParseError) as caught:
        read_results("f")
    assert message in str(caught.value)


def test_rows_that_are_damaged_are_named(tmp_path):
    path = str(tmp_path / "r.jsonl")
    header, row, *_ = perform(tiny("line"), path)
    #  key                  what stands there            the complaint
    damages = [
        (row, "seconds",     None,                        ""),
        (row, "seconds",     "soon",                      "'seconds' cannot be 'soon'"),
        (row, "seconds",     float("nan"),                "'seconds' cannot be 'nan'"),
        (row, "height",      10**400,                     "'height' cannot be '1000"),
        (row, "height",      True,                        "'height' cannot be 'True'"),
        (row, "width",       0,                           "a puzzle without cells"),
        (row, "pictures",    [[]],                        "pictures must hold text only"),
        (row, "backend",     "magic",                     "the header does not name its solver 'magic'"),
        (row, "kind",        "header",                    "its kind is another"),
        (header, "goal",     "all",                       "unknown goal 'all'"),
        (header, "limit",    0,                           "a limit of 0 seconds"),
        (header, "machine",  {},                          "'system' is missing"),
        (header, "externals", [{}],                       "an outside program has no name"),
        (header, "command",  [1],                         "command must hold text only"),
    ]  # fmt: skip
    damages += [(row, key, ..., f"this line is no run: {key!r} is missing") for key in row
                if key in ("title", "key", "width", "status", "verdict", "pictures", "peak_mb")]  # fmt: skip
    for whole, key, value, complaint in damages:
        broken = {k: v for k, v in (whole | {key: value}).items() if v is not ...}
        lines = [broken if kept is whole else kept for kept in (header, row)]
        Path(path).write_text("".join(json.dumps(line) + "\n" for line in lines))
        if complaint:
            with pytest.raises(ParseError) as caught:
                read_results(path)
            assert f"r.jsonl:{1 + (whole is row)}: " in str(caught.value)
            assert complaint in str(caught.value)
        else:
            assert len(read_results(path)) == 2


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"backends": ["magic"]}, "unknown backend 'magic'"),
        ({"backends": ["sat:magic"]}, "unknown engine 'magic'"),
        ({"backends": []}, "nothing to measure"),
        ({"backends": ["line", "line"]}, "named twice"),
        ({"backends": ["line"], "goal": "all"}, "unknown goal 'all'"),
        ({"backends": ["line"], "seconds": 0}, "a limit of 0 seconds"),
    ],
)
def test_plans_that_make_no_sense(how, message):
    with pytest.raises(UsageError) as caught:
        Plan([], **how)
    assert message in str(caught.value)


def test_every_backend_is_measured_unless_told():
    names = all_backends()
    assert set(BACKENDS.names) <= set(names)
    assert len(set(names)) == len(names) > len(BACKENDS.names)


@pytest.mark.parametrize("name", SUITES)
def test_suites_are_the_same_every_time(name):
    cases, seconds = cases_of([name])
    again, _ = cases_of([name])
    assert [case.key for case in cases] == [case.key for case in again]
    assert len({case.name for case in cases}) == len({case.key for case in cases}) == len(cases)
    assert {batch.family for batch in SUITES[name].batches} == set(FAMILIES)
    assert {batch.seed for batch in SUITES[name].batches} == {TUNED, HELD_OUT}
    assert seconds == SUITES[name].seconds


def test_a_puzzle_is_measured_once_however_often_it_is_named():
    once, _ = cases_of(["data/seeds"])
    twice, _ = cases_of(["data/seeds", "data/seeds/hook-5x5.txt"])
    assert [case.key for case in once] == [case.key for case in twice]
    assert all(case.group.startswith("data/seeds") for case in once)


PLAIN = ["-b", "line", "--in-process", "--warm-up", "0"]
#    arguments                                                       code  in stderr
WRONG = [
    (["run", "-o", "r.jsonl"],                                        2, "say what to measure on"),
    (["run", "--suite", "magic"],                                     2, "unknown suite 'magic'; there are: quick, full, random"),
    (["run", "nowhere", "-o", "r.jsonl"],                             2, "'nowhere' is no file, and no suite or family"),
    (["run", "broken.non", "-o", "r.jsonl"],                          3, "broken.non"),
    (["run", "p.mk", "-b", "magic", "-o", "r.jsonl"],                 2, "unknown backend 'magic'"),
    (["run", "p.mk", "--goal", "all", "-o", "r.jsonl"],               2, "unknown goal 'all'"),
    (["run", "p.mk", "--external", "x=nothing {file}"],               2, "the command 'nothing' is not found"),
    (["run", "p.mk", *PLAIN, "-o", "no/such/folder/r.jsonl"],         5, "no/such/folder/r.jsonl: No such file or directory"),
    (["run", "p.mk", *PLAIN, "-o", "."],                              5, ".: is a directory"),
    (["run", "p.mk", *PLAIN, "-o", "kept.txt"],                       5, "exists already"),
    (["run", "p.mk", *PLAIN, "-o", "kept.txt", "--resume"],           3, "this file holds no results of"),
    (["report", "nowhere.jsonl"],                                     3, "nowhere.jsonl: No such file"),
    (["report", "kept.txt"],                                          3, "kept.txt: this file holds no results of"),
    (["compare", "nowhere.jsonl", "kept.txt"],                        3, "nowhere.jsonl"),
]  # fmt: skip


def test_bad_input_is_a_clear_error_and_loses_nothing(tmp_path):
    from typer.testing import CliRunner

    from nonosat.cli import make_app

    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    (tmp_path / "broken.non").write_text("width 2\nheight 2\nrows\n5\n1\n\ncolumns\n1\n1\n")
    (tmp_path / "kept.txt").write_text("precious\n")
    with contextlib.chdir(tmp_path):
        for args, code, message in WRONG:
            done = CliRunner().invoke(make_app(), ["bench", *args])
            assert (args, done.exit_code) == (args, code), done.output
            assert message in done.output.replace("\n", " ")
            assert "Traceback" not in done.output
    assert (tmp_path / "kept.txt").read_text() == "precious\n"
    assert {path.name for path in tmp_path.iterdir()} == {"p.mk", "broken.non", "kept.txt"}


def test_a_wrong_answer_is_loud(tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    done = run(
        "bench", "run", "p.mk", *PLAIN, "-o", "r.jsonl",
        "--external", f"liar={STAND_IN} 'wrong verdict' {{file}}",
        "--external-format", "liar=json",
        "--external-pattern", "liar:picture=#.",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 70, done.stderr
    assert "WRONG: p.mk#1: the verdicts differ: " in done.stderr
    assert "multiple say line" in done.stderr
    assert "unique say liar" in done.stderr
    assert "DISAGREEMENT: 1" in done.stderr
    assert "agreement: all" not in done.stdout
    again = run("bench", "report", "r.jsonl", cwd=tmp_path)
    assert again.returncode == 70
    rows = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert len(disagreements(rows)) == 1


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
    done = run(
        *args, "mine=./mine {file}", "--external", "bad=./bad {file}", "-o", "2", cwd=tmp_path
    )
    assert done.returncode == 30
    assert "nothing was measured of bad" in done.stderr
    shown = " ".join(done.stdout.split())
    assert r"no verdict in its output (exit code 3): 'not \x1b[31mtoday'" in shown
    assert "agreement: all 1 definite verdicts of 2 runs" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_measurement_goes_on(tmp_path):
    for number in range(5):
        sheet = make("random", Recipe(8, 8, index=number))
        (tmp_path / f"{number}.json").write_text(dumps([sheet], "json"))
    args = ["bench", "run", *(f"{n}.json" for n in range(5)), "-b", "line", "--warm-up", "0", "-o"]
    path = tmp_path / "r.jsonl"
    for end, more in ((signal.SIGKILL, []), (signal.SIGINT, ["--resume"])):
        lines = path.read_text().count("\n") if path.exists() else 1
        with subprocess.Popen(
            [sys.executable, "-m", "nonosat", *args, "r.jsonl", *more],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            until = time.monotonic() + 30
            while not path.exists() or path.read_text().count("\n") <= lines:
                assert time.monotonic() < until
                time.sleep(0.005)
            process.send_signal(end)
            message = process.communicate()[1]
        if end == signal.SIGINT:
            assert process.returncode == 130
            assert "r.jsonl keeps what is done, --resume goes on with it" in message
    assert 3 <= len(read_results(str(path))) < 6
    done = run(*args, "r.jsonl", "--resume", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = read_results(str(path))
    assert len({row["key"] for row in rows[1:]}) == len(rows) - 1 == 5
    whole = run(*args, "whole.jsonl", "--in-process", cwd=tmp_path)
    assert figures(done.stdout) == figures(whole.stdout) == [["line", "5", "5", "0", "0"]]


def figures(text: str) -> list[list[str]]:
    """The part of the table that does not depend on the clock: solver, puzzles, solved, limit."""
    return [line.split()[:5] for line in text.splitlines() if line.startswith(" line ")]


def test_help_names_what_there_is():
    done = run("bench", "run", "-h", cwd=ROOT)
    text = " ".join(done.stdout.replace("│", " ").split())
    for name in (*SUITES, *(preset.name for preset in PRESETS)):
        assert name in text


#   preset             its output, as documented or seen                                      what it means
SPOKEN = [
    ("pbnsolve",        "unique line\n",                                                       "unique"),
    ("pbnsolve",        "multiple\n",                                                          "multiple"),
    ("pbnsolve",        "contradiction\n",                                                     "none"),
    ("pbnsolve",        "solvable depth-2\n",                                                  "solved"),
    ("pbnsolve",        "timeout\n",                                                           ""),
    ("nonogrid",        "# # 1\n1 . X\n\nexit code 0\n",                                       "unique"),
    ("nonogrid",        "1-th solution:\n.X\nDiff with previous solution: [(0, 1)]\nexit code 0\n", "multiple"),
    ("nonogrid",        ". .\nthread 'main' panicked at 'Puzzle is unsatisfied'\nexit code 101\n", "none"),
    ("nonogrid",        "thread 'main' panicked\nexit code 101\n",                             ""),
    ("nonosolve",       "knotty.nin MULTIPLE 0.9\n",                                           "multiple"),
    ("nonosolve",       "knotty.nin TIMEOUT 60\n",                                             ""),
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
    ("minizinc",        "=====UNKNOWN=====\n",                                                 ""),
    ("nonogram-solver", "Puzzle solved!\n",                                                    "solved"),
    ("nonogram-solver", "Puzzle is unsolvable\n",                                              "none"),
    ("nonogram-solver", "Could not solve puzzle\n",                                            ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "outcome"), SPOKEN)
def test_what_presets_say_is_understood(name, text, outcome):
    preset = next(preset for preset in PRESETS if preset.name == name)
    assert preset.outcome(text) == outcome

"""Measuring: suites, fresh processes, outside programs, limits, resuming, and the command line."""

import json
import os
import shlex
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from command import python, run
from conftest import ROOT, at_night
from test_bench_programs import STAND_IN, UNIQUE

from nonosat import Puzzle
from nonosat.bench.agreement import settle_answers
from nonosat.bench.external import PRESETS
from nonosat.bench.rows import read_results
from nonosat.bench.run import BenchPlan, all_backends, measure, perform
from nonosat.bench.suites import HELD_OUT, SUITES, TUNED, cases_of
from nonosat.errors import InputError, OutputError, ParseError, UsageError
from nonosat.generators import FAMILIES, Recipe, make
from nonosat.solving.backends import BACKENDS


@pytest.mark.slow
def test_a_run_is_a_process_of_its_own():
    facts = measure(UNIQUE, "line", BenchPlan([], ["line"]))
    assert (facts["status"], facts["verdict"], facts["line_solvable"]) == ("ok", "unique", True)
    assert facts["process_seconds"] > facts["seconds"] > 0
    if os.name == "posix":  # by either clock the same span as the wall seconds
        assert facts["process_cpu_seconds"] > facts["cpu_seconds"] > 0
    assert len(facts["pictures"]) == 1
    if sys.platform == "linux":
        assert 5 < facts["peak_mb"] < 80  # not what this process has had
    inside = measure(UNIQUE, "line", BenchPlan([], ["line"], in_process=True))
    assert inside["process_seconds"] is inside["process_cpu_seconds"] is inside["peak_mb"] is None
    assert inside["pictures"] == facts["pictures"]


@pytest.mark.slow
def test_the_limit_of_a_backend_is_held():
    hard = make("domino", Recipe(41, 41)).puzzle
    facts = measure(hard, "placements", BenchPlan([], ["placements"], seconds=0.3))
    assert (facts["status"], facts["verdict"], facts["found"]) == ("limit", "unknown", 0)


def test_giving_up_is_no_limit():
    wide = Puzzle.of([[1] * 20] * 10, [[1]] * 200)  # contradictory, and 10^60 placements
    facts = measure(wide, "placements", BenchPlan([], ["placements"], in_process=True))
    assert (facts["status"], facts["verdict"]) == ("gave up", "unknown")
    assert "backend placements lists at most" in facts["error"]


def test_a_bug_is_a_failed_run_and_not_the_end(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise KeyError("boom")

    monkeypatch.setattr("nonosat.bench.one_run.Search", broken)
    facts = measure(UNIQUE, "line", BenchPlan([], ["line"], in_process=True))
    assert (facts["status"], facts["error"]) == ("failed", "KeyError: 'boom'")


def tiny(*backends: str, **how: object) -> BenchPlan:
    cases, _ = cases_of(["data/seeds/hook-5x5.two", "tests/data/ambiguous"])
    return BenchPlan(cases, backends, seconds=5.0, in_process=True, **how)  # type: ignore[arg-type]


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
    for seed in (4, 5):
        again = tiny("line", "placements", "auto", repeats=3, seed=seed).runs()
        assert ([r.id for r in again] == [r.id for r in runs]) == (seed == 4)


def test_certificates_are_verified_and_tell_the_truth(tmp_path):
    copy = tmp_path / "hook"
    shutil.copytree(ROOT / "docs" / "certificate", copy)
    hook = ROOT / "data" / "seeds" / "hook-5x5.two"
    for order in ([hook, tmp_path], [tmp_path, hook]):
        (case,) = cases_of(list(map(str, order)))[0]
        assert case.proved == "unique"
    plan = BenchPlan([case], ["line"], in_process=True)
    rows = perform(plan, str(tmp_path / "r.jsonl"))
    assert [row["proved"] for row in rows[1:]] == ["unique"]
    assert read_results(str(tmp_path / "r.jsonl")) == rows
    (copy / "proof.lrat.gz").unlink()
    with pytest.raises(InputError, match=r"hook: certificate refused: proof\.lrat\.gz is m"):
        cases_of([str(tmp_path)])


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
    measured = {(row["key"], row["backend"], row["repeat"]) for row in rows[1:]}
    assert measured == {run.id for run in plan.runs()}
    again = perform(plan, path, resume=True, watch=lambda *_: pytest.fail("nothing is due"))
    assert again[1:] == rows[1:]  # the header names the second when it began
    before = Path(path).read_bytes()
    with pytest.raises(UsageError, match="measured with different repeats 2, and 1 now; name"):
        perform(tiny("line", "placements"), path, resume=True)
    with pytest.raises(OutputError, match="exists already"):
        perform(plan, path)
    assert Path(path).read_bytes() == before


def test_results_that_are_none(folder):
    for text, message in (
        ("", "f: this file does not hold results of `nonosat bench run`"),
        ('{"a": 1}\n', "f: this file does not hold results of `nonosat bench run`"),
        ("width 2\nheight 2\n", "f: this file does not hold results of `nonosat bench run`"),
        ('{"kind": "header", "format": 99}\n', "f:1: results of format 99; nonosat "),
        ('{"kind": "header", "format": "1"}\n', "f:1: results of format '1'; nonosat "),
        ('{"kind": "header", "format": 1}\n', "f:1: this header is damaged: 'started' is missing"),
    ):
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
        (row, "kind",        "header",                    "its kind is not run"),
        (header, "goal",     "all",                       "unknown goal 'all'"),
        (header, "limit",    0,                           "the limit must be above 0 seconds"),
        (header, "machine",  {},                          "'system' is missing"),
        (header, "externals", [{}],                       "an outside program has no name"),
        (header, "seed",     "x",                         "seed must be an integer"),
        (header, "command",  [1],                         "command must hold text only"),
    ]  # fmt: skip
    damages += [(row, key, ..., f"not a run: {key!r} is missing") for key in row
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


def test_plans_that_make_no_sense():
    for backends, more, message in (
        (["magic"], {}, "unknown backend 'magic'"),
        (["sat:magic"], {}, "unknown engine 'magic'"),
        ([], {}, "nothing to measure"),
        (["line", "line"], {}, "named twice"),
        (["line"], {"goal": "all"}, "unknown goal 'all'"),
        (["line"], {"seconds": 0}, "the limit must be a positive, finite number of seconds, got 0"),
    ):
        with pytest.raises(UsageError, match=message):
            BenchPlan([], backends, **more)


def test_a_run_that_needs_too_many_cpu_seconds_has_reached_the_limit():
    plan = BenchPlan([], ["line"], in_process=True, cpu_seconds=1e-9)
    facts = measure(UNIQUE, "line", plan)
    assert (facts["status"], facts["verdict"]) == ("limit", "unique")
    assert facts["error"].endswith("of 1e-09 CPU seconds")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can pin processes")
def test_runs_stay_on_the_processors_that_are_named(tmp_path):
    core = min(os.sched_getaffinity(0))
    show = f"show={shlex.quote(sys.executable)} -c 'import os; print({{seed}}, os.sched_getaffinity(0))' {{file}}"
    options = ["--warm-up", "0", "--repeats", "2", "--seed", "7", "-o", "r.jsonl"]
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    words = ["-m", "nonosat", "bench", "run", "p.mk", "-b", "none", "--external", show]
    python(*words, "--cores", core, *options, cwd=tmp_path)  # not here: it would pin this process
    head, *rows = read_results(str(tmp_path / "r.jsonl"))
    assert head["machine"]["processors"] == 1
    assert [row["output"].strip() for row in rows] == [f"{seed} {{{core}}}" for seed in (7, 8)]


@pytest.mark.parametrize(
    "name", [*(name for name in SUITES if name != "pictures"), *at_night("pictures")]
)
def test_suites_are_the_same_every_time(name):
    cases, seconds = cases_of([name])
    again, _ = cases_of([name])
    assert [case.key for case in cases] == [case.key for case in again]
    assert len({case.name for case in cases}) == len({case.key for case in cases}) == len(cases)
    families = {"phase": {"random"}, "hard": {"random", "domino"}, "real": set()}
    families["pictures"] = {"shapes", "smooth", "patches", "text"}
    assert {batch.family for batch in SUITES[name].batches} == families.get(
        name, FAMILIES.keys() - {"icon"}
    )  # an extra draws icons
    seeds = set() if name == "real" else {TUNED, HELD_OUT}
    assert {batch.seed for batch in SUITES[name].batches} == seeds
    assert seconds == SUITES[name].seconds


def test_a_puzzle_is_measured_once_however_often_it_is_named():
    once, _ = cases_of(["data/seeds"])
    twice, _ = cases_of(["data/seeds", "data/seeds/hook-5x5.two"])
    assert [case.key for case in once] == [case.key for case in twice]
    assert all(case.named.source.startswith("data/seeds") for case in once)


PLAIN = ["-b", "line", "--in-process", "--warm-up", "0"]
#    arguments                                                       code  in stderr
WRONG = [
    (["run", "-o", "r.jsonl"],                                        2, "no puzzles to measure: give --suite"),
    (["run", "--suite", "magic"],                                     2, "unknown suite 'magic'; there are: quick, full, phase, pictures, hard, real, random"),
    (["run", "nowhere", "-o", "r.jsonl"],                             2, "no file, suite or family 'nowhere'"),
    (["run", "broken.non", "-o", "r.jsonl"],                          3, "broken.non"),
    (["run", "p.mk", "-b", "magic", "-o", "r.jsonl"],                 2, "unknown backend 'magic'"),
    (["run", "p.mk", "--goal", "all", "-o", "r.jsonl"],               2, "unknown goal 'all'"),
    (["run", "p.mk", "--cores", "0,9999"],                            2, "--cores '0,9999': expected processors that this process may use"),
    (["run", "p.mk", "--cores", "0-1"],                               2, "--cores '0-1': expected processors"),
    (["run", "p.mk", "--expect", "v.csv"],                            2, "known verdicts judge results: `nonosat bench report --expect FILE`"),
    (["run", "p.mk", *PLAIN, "--cpu-limit", "0", "-o", "r.jsonl"],    2, "the limit must be a positive, finite number of seconds, got 0"),
    (["run", "p.mk", "--external", "x=nothing {file}"],               2, "the command 'nothing' not found"),
    (["run", "p.mk", *PLAIN, "-o", "no/such/folder/r.jsonl"],         5, "r.jsonl: there is no folder no/such/folder"),
    (["run", "p.mk", *PLAIN, "-o", "."],                              5, ".: is a directory"),
    (["run", "p.mk", *PLAIN, "-o", "kept.txt"],                       5, "exists already"),
    (["run", "p.mk", *PLAIN, "-o", "kept.txt", "--resume"],           3, "this file does not hold results of"),
    (["run", "p.mk", *PLAIN, "-o", "notes.txt", "--resume"],          3, "notes.txt:1: not a journal"),
    (["report", "nowhere.jsonl"],                                     3, "nowhere.jsonl: No such file"),
    (["report", "kept.txt"],                                          3, "kept.txt: this file does not hold results of"),
    (["compare", "nowhere.jsonl", "kept.txt"],                        3, "nowhere.jsonl"),
]  # fmt: skip


def test_bad_input_is_a_clear_error_and_loses_nothing(tmp_path):
    (tmp_path / "p.mk").write_text("2 2\n1\n1\n#\n1\n1\n")
    (tmp_path / "broken.non").write_text("width 2\nheight 2\nrows\n5\n1\n\ncolumns\n1\n1\n")
    (tmp_path / "kept.txt").write_text("precious\n")
    (tmp_path / "notes.txt").write_text("precious")
    for args, code, message in WRONG:
        done = run("bench", *args, cwd=tmp_path)
        assert (args, done.returncode) == (args, code), done.stderr
        assert message in done.stderr.replace("\n", " ")
        assert "Traceback" not in done.stderr
    assert (tmp_path / "kept.txt").read_text() == "precious\n"
    assert (tmp_path / "notes.txt").read_text() == "precious"
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"p.mk", "broken.non", "kept.txt", "notes.txt"}


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
    assert len(settle_answers(rows).complaints) == 1


LOADED = """
import sys
import nonosat
from nonosat.bench.one_run import import_backend
name = sys.argv[1]
puzzle = nonosat.generate("domino", size=21)
import_backend(name)
before = set(sys.modules)
nonosat.check(puzzle, backend=name, limits=nonosat.Limits(seconds=2))
print(sorted(m for m in set(sys.modules) - before if m.startswith(("nonosat.", "pysat", "ortools"))))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["cpsat", *at_night("auto", "cpsat:plain", "cpsat:clauses", "mip", "sat", "sat:plain")]
)
def test_nothing_is_imported_while_the_clock_runs(name: str) -> None:
    assert python("-c", LOADED, name).stdout == "[]\n"


def test_every_backend_is_measured_unless_told_and_the_help_names_what_there_is():
    names = all_backends()
    assert {*BACKENDS.names, "cpsat:plain", "sat:plain"} <= set(names)
    assert len(set(names)) == len(names) > len(BACKENDS.names)
    done = run("bench", "run", "-h", cwd=ROOT)
    text = " ".join(done.stdout.replace("│", " ").split())
    for name in (*SUITES, *(preset.name for preset in PRESETS)):
        assert name in text

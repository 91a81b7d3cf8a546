"""A study with programs that are wrong, busy or large, from the first run to the table in a thesis."""

import csv
import re
import shlex
import sys
from pathlib import Path

import pytest
from bench_rows import header, results, run
from command import run as command
from conftest import ROOT, at_night
from test_bench_programs import COLORED, NONE, SEVERAL, STAND_IN, UNIQUE, outside

from nonosat import Puzzle, dump, solve
from nonosat.bench import plots
from nonosat.bench.agreement import settle_answers
from nonosat.bench.external import MODELS, External, externals
from nonosat.bench.printed import shown_in
from nonosat.bench.rows import read_results
from nonosat.bench.run import BenchPlan, measure, perform
from nonosat.bench.stats import Results, factor, ratio, results_of
from nonosat.bench.suites import cases_of
from nonosat.bench.tables import by_group, notices, overall, pairwise
from nonosat.cli.progress import Watch
from nonosat.errors import UsageError
from nonosat.generators import Recipe, make

PROGRAMS = (
    "right", "wrong verdict", "wrong picture", "two verdicts", "busy", "memory", "none with values",
    "two wrong pictures", "stops at its own limit",
)  # fmt: skip
MODELS_OF = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests/model_stand_in.py'))}"
#   program                   on a puzzle with several solutions    one                  none
ENDS = {
    "line":                   ("ok",                                "disputed",          "disputed"),
    "right":                  ("ok",                                "disputed",          "disputed"),
    "wrong-verdict":          ("failed (wrong)",                    "disputed",          "disputed"),
    "wrong-picture":          ("failed (wrong)",                    "failed (wrong)",    "disputed"),
    "two-verdicts":           ("ok",                                "failed",            "failed"),
    "busy":                   ("limit",                             "limit",             "limit"),
    "memory":                 ("ok",                                "disputed",          "disputed"),
    "none-with-values":       ("ok",                                "disputed",          "disputed"),
    "two-wrong-pictures":     ("failed (wrong)",                    "failed (wrong)",    "disputed"),
    "stops-at-its-own-limit": ("ok",                                "gave up",           "gave up"),
    "two-status-lines":       ("unknown",                           "disputed",          "disputed"),
}  # fmt: skip


@pytest.mark.night
@pytest.mark.skipif(sys.platform != "linux", reason="what children use is counted as on Linux")
def test_a_study_of_six_programs(folder):
    dump(SEVERAL, "several.json")
    dump(UNIQUE, "unique.json")
    dump(NONE, "none.json")
    puzzles = ("several", "unique", "none")
    args = [
        "bench",
        *(f"{puzzle}.json" for puzzle in puzzles),
        "-b",
        "line",
        "--warm-up",
        "0",
        "--cpu-limit",
        "1",
    ]
    for mode in PROGRAMS:
        name = mode.replace(" ", "-")
        args += ["--external", f"{name}={STAND_IN} {shlex.quote(mode)} {{file}}"]
        args += ["--external-format", f"{name}=json"]
    args += ["--external", f"two-status-lines={MODELS_OF} twice {{cnf}}"]
    done = command(*args, "-o", "r.jsonl", cwd=folder, COLUMNS="200")
    assert done.returncode == 70, done.stderr
    report = ["bench", "report", "r.jsonl"]
    outputs = ["r.csv", "r.tex", "r.html", "r.md", "r.parquet"]
    told = command(*report, *(word for name in outputs for word in ("-o", name)), cwd=folder)
    assert told.returncode == 70
    rows = list(csv.DictReader(Path("r.csv").read_text().splitlines()))
    ends = {(row["solver"], row["puzzle"].partition(".")[0]): row["status"] for row in rows}
    assert ends == {
        (name, puzzle): end
        for name, all_three in ENDS.items()
        for puzzle, end in zip(puzzles, all_three, strict=True)
    }
    assert {row["solver"] for row in rows if row["solved"] == "True"} == {
        "line", "right", "memory", "two-verdicts", "none-with-values", "stops-at-its-own-limit",
    }  # fmt: skip
    for row in rows:
        if row["solver"] == "busy":
            assert float(row["cpu_seconds"]) > 0.2  # its own part is a tenth of that
        if row["solver"] == "memory":
            assert float(row["peak_mb"]) > 150
            assert row["sampled"] == "True"
    assert {(row["width"], row["verdict"]) for row in rows if row["solver"] == "line"} == {
        ("2", "multiple"), ("3", "none"), ("4", "unique"),
    }  # fmt: skip
    parquet = pytest.importorskip("pyarrow.parquet").read_table("r.parquet").to_pylist()
    assert [row["status"] for row in parquet] == [row["status"] for row in rows]
    assert {type(row["repeat"]) for row in parquet} == {int}
    screen = command(*report, cwd=folder, COLUMNS="200").stdout
    texts = [done.stdout, screen, *(Path(name).read_text() for name in outputs[1:4])]
    for text in texts:
        assert "Wrong: 5 of 33 runs failed with a wrong answer: " in text
        assert "Disputed: 14 of 33 runs contradict each other" in text
        assert "Limit: 3 of 33 runs met it: busy 3." in text
        assert "could not be judged" not in text
        assert "is sampled, so short peaks are missed" in text
        for word in ("TIME LIMIT REACHED", "gave up", "disputed", "wrong", "failed (wrong)"):
            assert word in text
        if not text.startswith("%"):  # LaTeX has no room for the reasons
            assert "no answer: its output says" in text
    lines = [line for line in done.stdout.splitlines() if "virtual best" in line]
    assert lines[0].split()[2:4] == ["3", "1"]  # one of the three puzzles is solved


FULL = Puzzle.of([[2], [2]], [[2], [2]])
#   what a program prints for UNIQUE                            pictures, remarked, wrong
SHOWN = [
    ("##..\n#..#\n.#..\nunique\n",                              0, True,  True),
    ("11..\n1..1\n.1..\nunique\n",                              0, True,  True),
    ("..11\n1..1\n.1..\n\n11..\n1..1\n.1..\n",                  0, True,  False),  # of some program's own
    ("{0}\n\nunique\n",                                         1, False, False),
    ("{0}\n{0}\n",                                              2, False, False),
    ("{1}\n",                                                   1, False, False),
    ("....\n....\n....\n\n{0}\n",                               1, False, False),
    ("{0}\n\n##..\n#..#\n.#..\n",                               1, True,  False),
    ("####\n....\n.##.\n\n{0}\n",                               1, False, False),
    ("{2}\nunique",                                             0, True,  False),
    ("{3}\nunique",                                             1, False, False),
    ("#?..\n#..#\n.#..\n",                                      0, False, False),
    ("# ..\n#..#\n.#..\n",                                      0, False, False),
    ("....\n....\n....\n",                                       0, False, False),
    ("unique\n",                                                0, False, False),
    ("##..\n#..#\n",                                            0, False, False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "pictures", "remarked", "wrong"), SHOWN)
def test_pictures_whose_signs_nobody_named_are_judged(text, pictures, remarked, wrong):
    grid = "\n".join(solve(UNIQUE).solutions[0].drawn(".#"))
    forms = [
        grid,
        "\n".join(f"[{', '.join(row)}]," for row in grid.replace("#", "1").replace(".", "0").split("\n")),
        grid.translate(str.maketrans("#.", ".#")),
        grid.translate(str.maketrans("#.", "x#")),
    ]  # fmt: skip
    found = shown_in(text.format(*forms), UNIQUE)
    assert (len(found.pictures), bool(found.complaint), found.is_wrong) == (
        pictures,
        remarked,
        wrong,
    )
    assert shown_in("##\n##\n", FULL).pictures
    assert not shown_in("#.\n#.\n", Puzzle.of([[2], []], [[1], [1]])).is_wrong  # by columns


#   what a program prints                              its answer, and why it is none
SAID = [
    ("Is it unique? Checking ...\n",                   "",         "no answer: 'unique' is in a question"),
    ("Unique? Multiple? ...\nunique\n",                "",         "no answer: 'Multiple' is in a question"),
    ("unique\nmultiple solutions\n",                   "",         "no answer: its output says multiple and unique"),
    ("solved\nunique\n",                               "unique",   ""),
    ("solved\n",                                       "solved",   ""),
    ("it is not unique\n",                             "multiple", ""),
    ("no solutions\n",                                 "none",     ""),
    ("nothing\n",                                      "",         ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "outcome", "why"), SAID)
def test_words_that_do_not_decide_are_no_answer(text, outcome, why):
    assert External("x", "x {file}").outcome(text) == (outcome, why)
    declared = External("x", "x {file}", multiple="^M$", none="", unique="(?m)^unique$", solved="")
    assert declared.outcome("Is it unique?\nunique\n") == ("unique", "")


@pytest.mark.slow
def test_a_program_may_print_nothing_but_its_picture():
    bare = External(
        "x", f"{STAND_IN} right {{file}}", "json", multiple="", none="", unique="", solved=""
    )
    facts = outside(SEVERAL, bare, goal="first")
    assert (facts["status"], facts["found"], len(facts["pictures"])) == ("ok", 2, 2)
    (none,) = externals([f"x={STAND_IN} 'wrong picture' {{file}}"], ["x=json"], ["x:picture=none"])
    facts = outside(UNIQUE, none)
    assert (facts["status"], facts["verdict"], facts["pictures"]) == ("ok", "unique", [])


#   runs: (solver, verdict, found, pictures), what is known     the status of each
SETTLED = [
    ([("a", "multiple", 2, "xy"), ("b", "unique", 1, "")], {},                    ["ok", "wrong"]),
    ([("a", "unique", 1, "x"), ("b", "none", 0, "")],      {},                    ["ok", "wrong"]),
    ([("a", "unique", 1, "x"), ("b", "unique", 1, "y")],   {},                    ["wrong", "wrong"]),
    ([("a", "unique", 1, "x"), ("b", "multiple", 2, "")],  {},                    ["disputed", "disputed"]),
    ([("a", "unique", 1, "x"), ("b", "multiple", 2, "")],  {"proved": "unique"},  ["ok", "wrong"]),
    ([("a", "unique", 1, ""), ("b", "unknown", 0, "")],    {"stated": "none"},    ["disputed", "ok"]),
    ([("a", "none", 0, ""), ("b", "unknown", 1, "")],      {},                    ["disputed", "disputed"]),
    ([("a", "none", 0, ""), ("b", "unknown", 1, "")],      {"proved": "none"},    ["ok", "wrong"]),
    ([("a", "unique", 1, "x"), ("b", "unknown", 1, "")],   {},                    ["ok", "ok"]),
]  # fmt: skip


@pytest.mark.parametrize(("runs", "known", "statuses"), SETTLED)
def test_what_is_certain_settles_who_is_wrong(runs, known, statuses):
    rows = [header("a", "b")]
    rows += [run(who, "p", 1.0, verdict, found=found, pictures=[*pictures], **known)
             for who, verdict, found, pictures in runs]  # fmt: skip
    settled = settle_answers(rows)
    assert [row["status"] for row in settled.rows[1:]] == statuses
    assert bool(settled.complaints) == (set(statuses) != {"ok"})
    again = settle_answers(settled.rows)
    assert [row["status"] for row in again.rows[1:]] == statuses
    found = results_of(rows)
    right = {who for (who, *_), status in zip(runs, statuses, strict=True) if status == "ok"}
    assert {p.solver for p in found.points if p.solved} <= right
    assert all(row["status"] == "ok" for row in rows[1:])  # the file stays as it is


@pytest.mark.slow
@pytest.mark.parametrize("form", [*[*MODELS][:1], *at_night(*[*MODELS][1:])])
def test_one_answer_of_a_model_is_solved_and_never_unique(form):
    solver = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests/model_stand_in.py'))}"
    (program,) = externals([f"mine={solver} {form} {{{form}}}"])
    for puzzle, verdict, found in (
        (UNIQUE, "unknown", 1),
        (SEVERAL, "unknown", 1),
        (NONE, "none", 0),
    ):
        facts = outside(puzzle, program, 60, goal="first")
        assert (facts["verdict"], facts["found"], facts["error"]) == (verdict, found, None)
        assert len(facts["pictures"]) == found


@pytest.mark.slow
def test_an_integer_program_is_solved_by_a_program_of_others():
    pytest.importorskip("ortools")
    solver = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests/lp_solver.py'))}"
    (program,) = externals([f"lp={solver} {{lp}}"])
    for puzzle, found in ((NONE, 0), (COLORED, 1)):
        facts = outside(puzzle, program, 60, goal="first")
        assert (facts["found"], len(facts["pictures"]), facts["error"]) == (found, found, None)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what children use is counted as on Linux")
def test_children_count_for_the_limit_of_cpu_seconds():
    busy = External("busy", f"{STAND_IN} busy {{file}}", "json")
    facts = outside(UNIQUE, busy, 60, cpu_seconds=0.5)
    assert facts["status"] == "limit"
    assert facts["error"].endswith("of 0.5 CPU seconds")
    assert 0.5 < facts["process_cpu_seconds"] < 2
    hard = make("domino", Recipe(41, 41)).puzzle
    facts = measure(hard, "sat", BenchPlan([], ["sat"], seconds=60, cpu_seconds=0.7))
    assert (facts["status"], facts["error"].endswith("of 0.7 CPU seconds")) == ("limit", True)
    assert (facts["cpu_limit"], facts["limit"]) == (0.7, 60)
    assert 0.6 < facts["cpu_seconds"] < 3
    assert facts["seconds"] > 0.5
    assert facts["peak_mb"] > 20
    memory = External("memory", f"{STAND_IN} memory {{file}}", "json")
    facts = outside(UNIQUE, memory, 0.6)
    assert (facts["status"], facts["sampled"]) == ("limit", True)


def test_wrong_answers_are_said_where_speeds_are_compared():
    rows = [header("a", "b")]
    for at in range(8):
        rows.append(run("a", f"p-{at}", 0.1, "unique"))
        verdict = ("multiple", 2, ["x", "y"]) if at < 2 else ("unique", 1, [])
        rows.append(run("b", f"p-{at}", 0.2, verdict[0], found=verdict[1], pictures=verdict[2]))
    figures = results_of(rows)
    text = str(ratio(figures.of("a"), figures.of("b")))
    assert text.endswith("; a solved 6 (2 wrong), b 8")
    assert text.startswith(
        "on the 6 of 8 puzzles that both solved, a takes 0.5 (0.5 to 0.5) of b's"
    )
    best = {row[0]: row for row in overall(figures).rows}
    at = overall(figures).columns.index("fastest")
    assert (best["a"][at], best["b"][at]) == (6, 2)


def test_many_pairs_need_more_than_one():
    rows = [
        run(who, f"p-{at}", t)
        for at in range(10)
        for who, t in (("a", 1.0), ("b", 2.0), ("c", 2.0))
    ]
    lines = {(row[0], row[1]): row[-1].value for row in pairwise(results(*rows)).rows}
    assert lines == {
        ("a", "b"): pytest.approx(6 / 1024), ("a", "c"): pytest.approx(6 / 1024), ("b", "c"): 1.0,
    }  # fmt: skip


def study(**more: object) -> Results:
    """Puzzles from files of their own in two folders, in three sizes and four densities."""
    rows = [header("auto", "sat")]
    for at in range(48):
        side, share = (20, 25, 30)[at % 3], (0.3, 0.4, 0.55, 0.8)[at % 4]
        facts = {"width": side, "height": side, "density": share, "clues": 10 * (at % 5), **more}
        source = f"{'ab'[at % 2]}/p{at}.non"
        for name, factor_ in (("auto", 1.0), ("sat", 3.0)):
            rows.append(run(name, f"p-{at}", factor_ * side / 100, source=source, **facts))
    return results_of(rows)


#   factor              groups
FACTORS = [
    ("",                ["a/", "b/"]),
    ("size",            ["20x20", "25x25", "30x30"]),
    ("size=30x30",      ["30x30"]),
    ("density",         ["0.3", "0.4", "0.55", "0.8"]),
    ("clues",           ["0", "10", "20", "30", "40"]),
    ("colors",          ["1"]),
    ("verdict",         ["unique"]),
]  # fmt: skip


@pytest.mark.parametrize(("by", "groups"), FACTORS)
def test_a_study_has_factors(by, groups):
    figures = results_of(study().settled.rows, by=by)
    assert figures.groups == groups
    table = by_group(figures)
    assert table.title == f"By {by.partition('=')[0] or 'family'}"
    assert list(dict.fromkeys(row[0] for row in table.rows)) == groups
    assert sum(row[2] for row in table.rows) == sum(p.group in groups for p in figures.points)


def test_factors_that_are_not_there():
    rows = study().settled.rows
    with pytest.raises(UsageError, match="--by magic: not in these results; there are: "):
        results_of(rows, by="magic")
    with pytest.raises(UsageError, match="--by size: no puzzle has '9x9'; there are: 20x20, "):
        results_of(rows, by="size=9x9").groups  # noqa: B018
    many = [header("a"), *(run("a", f"p-{at}", 1.0, width=at + 1, height=1) for at in range(30))]
    table = by_group(results_of(many, by="size"))
    assert (table.rows, table.note[:9]) == ([], "30 groups")
    few = by_group(results_of(many, by="size=1x1,30x1"))
    assert [row[0] for row in few.rows] == ["1x1", "30x1"]
    assert factor("family", [run("a", "p", 1.0, source="many.jsonl", key=k) for k in "xy"])(
        {"source": "many.jsonl"}
    ) == "many.jsonl"  # fmt: skip


def test_plots_have_all_runs_or_say_what_they_leave_out():
    pytest.importorskip("matplotlib")
    drawn = plots.all_of(results_of(study().settled.rows, by="clues"), ["auto", "sat"])
    assert list(drawn) == ["cactus", "scatter", "factor"]
    for figure, caption in drawn.values():
        assert "Left out" not in caption
        assert plots.plot_print(figure, "pdf").startswith(b"%PDF")
    for by, places in (("size", 2 * 3), ("density", 2 * 3 * 2)):
        figure, caption = plots.all_of(results_of(study().settled.rows, by=by), [])["factor"]
        assert "Left out" not in caption
        assert sum(len(axes.lines[0].get_xdata()) for axes in figure.axes if axes.lines) == places
    rows = [*study().settled.rows, run("auto", "q-1", 1.0, source="c/q.non", density=None, width=9)]
    for by, left_out in (
        ("size", "Left out: 1 run of panels with one place only (c/)."),
        ("density", "Left out: 1 run where it is not known."),
    ):
        drawn = plots.all_of(results_of(rows, by=by), ["auto", "sat"])
        assert drawn["factor"][1].endswith(left_out)
    assert "1 puzzle that only one of them was measured on" in drawn["scatter"][1]
    looks = [plots._look(at) for at in range(144)]
    assert len({(look["color"], look["marker"]) for look in looks}) == 144


def test_what_the_backend_never_saw_is_said():
    known = {"line_solvable": True, "difficulty": None, "engine": None}
    rows = [run(name, f"p-{at}", 1.0, **known | ({"line_solvable": False, "engine": "x"} if at > 2 else {}))
            for name in ("line", "cpsat", "sat:cadical195") for at in range(4)]  # fmt: skip
    (text,) = notices(results(*rows))
    assert text == (
        "Line logic settled puzzles alone: 3 of 4 never reached cpsat, 3 of 4 never reached "
        "sat:cadical195; measure cpsat:plain and sat:plain there."
    )
    assert notices(results(*rows[:4])) == []


def test_a_larger_limit_repeats_what_met_the_smaller_one(tmp_path, monkeypatch):
    path = str(tmp_path / "r.jsonl")
    cases, _ = cases_of(["random"])
    made: list[str] = []

    def measured(puzzle, name, plan, repeat=0):
        made.append(name)
        ended = name == "line" or plan.seconds > 5
        facts = {
            "status": "ok" if ended else "limit",
            "verdict": "multiple" if ended else "unknown",
        }
        return run(name, "p", 0.5) | facts

    monkeypatch.setattr("nonosat.bench.run.measure", measured)

    def study_of(seconds: float, **more: object) -> Results:
        made.clear()
        plan = BenchPlan(cases, ["line", "sat"], seconds=seconds, warm_up=0)
        return results_of(perform(plan, path, **more))

    assert [p.solved for p in study_of(1.0).points].count(False) == 5
    figures = study_of(8.0, resume=True)
    assert made == ["sat"] * 5
    assert (figures.limit, len(figures.points), all(p.solved for p in figures.points)) == (
        8.0,
        10,
        True,
    )
    assert results_of(read_results(path)).points == figures.points
    assert len(Path(path).read_text().splitlines()) == 2 + 10 + 5
    assert study_of(8.0, resume=True).limit == 8.0
    assert made == []
    with pytest.raises(UsageError, match=r"different limit 8\.0, and 1\.0 now; name another"):
        study_of(1.0, resume=True)


@pytest.mark.parametrize("suffix", [".csv", ".tex", ".html", ".png", ".PDF", ".md", ".parquet"])
def test_rows_are_not_written_where_a_report_was_meant(suffix, folder):
    dump(SEVERAL, "p.json")
    done = command("bench", "p.json", "-b", "line", "--in-process", "-o", f"r{suffix}", cwd=folder)
    assert done.returncode == 2
    wanted = f"`nonosat bench report results.jsonl -o r{suffix}` makes this file"
    assert wanted in " ".join(done.stderr.split())
    assert [path.name for path in folder.iterdir()] == ["p.json"]


def test_progress_names_the_run_and_the_expected_end(folder, monkeypatch):
    dump(SEVERAL, "p.json")
    seen = []
    monkeypatch.setattr(Watch, "at", lambda watch, *at, news: seen.append((*at, news())))
    assert command("bench", "p.json", "-b", "line,sat", "--in-process", cwd=folder).returncode == 0
    assert {name for name, *_ in seen} == {"line on p.json#1", "sat on p.json#1"}
    assert [(done, of) for _, done, of, _ in seen] == [(0, 2), (1, 2)]
    assert seen[0][-1] == ""
    assert re.fullmatch(r"the end expected at \d\d:\d\d:\d\d", seen[1][-1])

"""Figures from results: statistics, agreement, comparisons, and what is told of a measurement."""

import math
import random
import statistics
from dataclasses import replace
from itertools import product

import pytest
from bench_rows import MACHINE, header, results, run

from nonosat.bench.against import split_versions
from nonosat.bench.agreement import agreement_line, settle_answers
from nonosat.bench.compare import compare
from nonosat.bench.compare import comparison_tables as compare_tables
from nonosat.bench.rows import header_differences
from nonosat.bench.stats import Results, factor, holm, ratio, results_of, summary
from nonosat.bench.tables import (
    as_html,
    as_markdown,
    disturbances,
    facts,
    left_out,
    merge_results,
    overall,
    pairwise,
    unanswered,
    unmeasured,
)
from nonosat.errors import UsageError

ENDS = ("ok",) * 12 + (
    "limit",
    "gave up",
    "refused",
    "out of memory",
    "disputed",
    "wrong",
    "failed",
)
PICTURES = {"unique": 1, "multiple": 2, "none": 0}


def random_runs(rng: random.Random, repeats: int) -> list[dict]:
    """Runs of a backend and an outside program on some puzzles, with every kind of end."""
    rows = []
    for puzzle in range(rng.randint(1, 45)):
        truth = rng.choice([*PICTURES])
        for solver, repeat in product(("auto", "x"), range(repeats)):
            seconds, model, status = rng.uniform(0, 9), rng.uniform(0, 1), rng.choice(ENDS)
            seen = rng.randint(0, PICTURES[truth]) if status == "ok" else 0
            verdict = rng.choice([truth, truth, "unknown"]) if status == "ok" else "unknown"
            row = run(solver, f"p-{puzzle}", seconds, verdict, repeat=repeat, status=status)
            rows.append(row | {
                "pictures": [f"{puzzle}/{at}" for at in range(seen)], "found": seen,
                "proved": rng.choice([None, None, truth]), "process_seconds": seconds + rng.uniform(0, 1),
                "process_cpu_seconds": rng.choice([None, rng.uniform(0, 9)]), "load": rng.choice([0.5, 2.0]),
                "model_seconds": model if solver == "x" else None, "peak_mb": rng.choice([None, model]),
                "seconds": seconds if solver == "auto" or rng.random() < 0.5 else None,
                "waited": rng.choice([None, 0.0, 5.0]),
            })  # fmt: skip
    return rows


def expected_figures(rows: list[dict], goal: str) -> dict[str, object]:
    """The figures of one solver, each straight from its definition in docs/bench.md."""
    numpy = pytest.importorskip("numpy")
    puzzles: dict[str, list[dict]] = {}
    for row in rows:
        answered = row["verdict"] != "unknown" or (goal == "first" and row["found"])
        end = row["status"] if row["status"] != "ok" or answered else "failed"
        wall = row["process_seconds"] + (row["model_seconds"] or 0)
        cpu, work = row["process_cpu_seconds"], row["process_cpu_seconds"]
        spent = row["process_seconds"] if work is not None else row["seconds"]
        work = row["cpu_seconds"] if work is None else work
        if spent is not None and work is not None and row["waited"] is not None:
            spent = min(spent, work + row["waited"])
        waited = None not in (spent, work) and spent > max(1.5 * work, work + 0.1)
        needed = 2 if row["verdict"] == "multiple" else 1
        is_checked = len(row["pictures"]) >= needed or row["verdict"] == row["proved"]
        start = None if row["seconds"] is None else row["process_seconds"] - row["seconds"]
        puzzles.setdefault(row["key"], []).append(
            {"end": end, "wall": wall, "cpu": cpu, "waited": waited, "is_checked": is_checked,
             "start": start, "model": row["model_seconds"] or 0, "peak": row["peak_mb"]}
        )  # fmt: skip

    def of(name, some, figure=numpy.median):
        known = [one[name] for one in some if one[name] is not None]
        return figure(known) if known else None

    every = [*puzzles.values()]
    ends = [next((one["end"] for one in some if one["end"] != "ok"), "ok") for some in every]
    solved = [end == "ok" for end in ends]
    times = [of("wall", some) if ok else 10.0 for some, ok in zip(every, solved, strict=True)]
    open_ended = [time if ok else math.inf for time, ok in zip(times, solved, strict=True)]
    figures = {
        "puzzles": len(every), "solved": sum(solved), "wrong": ends.count("wrong"),
        **{end: ends.count(end) for end in ENDS[12:17]}, "failed": ends.count("failed"),
        "checked": sum(ok and all(o["is_checked"] for o in s) for s, ok in zip(every, solved, strict=True)),
        "disturbed": sum(end == "limit" and any(o["waited"] and o["end"] == "limit" for o in s)
                         for s, end in zip(every, ends, strict=True)),
        "PAR-2": numpy.mean([time if ok else 20 for time, ok in zip(times, solved, strict=True)]),
        "median": statistics.median(open_ended), "total": numpy.sum(times),
        "95 %": numpy.quantile(open_ended, 0.95, method="inverted_cdf"),
        "model": sum(of("model", some) for some in every) or None,
    }  # fmt: skip
    both = [(of("cpu", some), of("wall", some)) for some in every]
    known = [(cpu, wall) for cpu, wall in both if cpu is not None]
    starts = [of("start", some) for some in every]
    figures |= {
        "start": of(0, [(start,) for start in starts]), "CPU": sum(c for c, _ in known) if known else None,
        "cores": sum(c for c, _ in known) / sum(w for _, w in known) if known else None,
        "peak MB": max((one["peak"] for some in every for one in some if one["peak"]), default=None),
    }  # fmt: skip
    return {name: None if value == math.inf else value for name, value in figures.items()}


def test_every_figure_is_that_of_its_definition():
    for seed in range(60):
        rng = random.Random(seed)
        goal, repeats = rng.choice(["unique", "first"]), rng.randint(1, 4)
        rows = random_runs(rng, repeats)
        head = header("auto", externals=[{"name": "x"}], goal=goal, repeats=repeats)
        figures = results_of([head, *rows])
        for solver in ("auto", "x"):
            found = summary(figures.of(solver), 10.0)
            wanted = expected_figures([row for row in rows if row["backend"] == solver], goal)
            assert {name: found[name] for name in wanted} == pytest.approx(wanted), (seed, solver)
        one, two = ({p.key: p for p in figures.of(name)} for name in ("auto", "x"))
        wins = {
            key: p.solved and (not two[key].solved or p.seconds < two[key].seconds)
            for key, p in one.items()
        }
        assert {key: p.fastest for key, p in one.items()} == wins
        check_ratio(ratio([*one.values()], [*two.values()]), one, two, sum(wins.values()))


def check_ratio(found, one, two, wins):
    """The ratio of two solvers on each puzzle is that of its definition."""
    stats = pytest.importorskip("scipy.stats")
    both = [key for key in one if one[key].solved and two[key].solved]
    only = [sum(p.solved and not q[k].solved for k, p in o.items()) for o, q in ((one, two), (two, one))]  # fmt: skip
    assert (found.both, found.only, found.only_other, found.puzzles) == (len(both), *only, len(one))
    wrong = [sum(p.status == "failed (wrong)" for p in side.values()) for side in (one, two)]
    assert [found.wrong, found.wrong_other] == wrong
    tests = len(both) + sum(only)
    assert found.p == pytest.approx(stats.binomtest(wins, tests).pvalue if tests else 1.0)
    ratios = [max(1e-4, one[key].seconds) / max(1e-4, two[key].seconds) for key in both]
    assert found.ratio == (pytest.approx(stats.gmean(ratios)) if ratios else None)
    assert (found.low is None) == (len(both) < 6)
    if found.low is not None:
        logs = [math.log(one) for one in ratios]
        drawn = stats.bootstrap((logs,), statistics.fmean, n_resamples=2000, method="percentile", vectorized=False, rng=0)  # fmt: skip
        off = (math.log(found.low) - drawn.confidence_interval.low,
               math.log(found.high) - drawn.confidence_interval.high)  # fmt: skip
        assert max(map(abs, off)) < 0.4 * drawn.standard_error


def test_corrected_p_values_reject_what_holms_steps_reject():
    rng = random.Random(1)
    for _ in range(200):
        values = [rng.choice([0.0, rng.random() ** 3]) for _ in range(rng.randint(1, 9))]
        found = holm(values)
        for level in (0.001, 0.05, 0.3, *found):
            rejected, rest = set[int](), sorted(range(len(values)), key=values.__getitem__)
            while rest and len(rest) * values[rest[0]] <= level:
                rejected.add(rest.pop(0))
            assert {at for at, p in enumerate(found) if p <= level} == rejected or level >= 1


def test_a_density_that_was_not_asked_for_is_rounded():
    rows = [run("a", "p", 1.0, density=share) for share in (0.33, 0.5, None)]
    assert [*map(factor("density", rows), rows)] == ["0.35", "0.5", "unknown"]


def test_what_settled_a_puzzle_is_counted():
    known = {"line_solvable": False, "difficulty": None, "engine": None}
    rows = [
        run("auto", "p-0", 1.0, **known | {"line_solvable": True}),
        run("auto", "p-1", 1.0, **known | {"difficulty": "probing"}),
        run("auto", "p-2", 1.0, **known | {"difficulty": "guessing 3"}),
        run("auto", "p-3", 1.0, **known | {"line_solvable": True, "engine": "CP-SAT"}),
        run("auto", "p-4", None, **known),
        run("x", "p-0", 1.0),
    ]
    figures = results(*rows)
    lines = [summary(figures.of(name), 10.0) for name in ("auto", "x")]
    ways = ("line logic", "probing", "search")
    assert [[line[way] for way in ways] for line in lines] == [[1, 1, 2], [None, None, None]]


def test_cpu_seconds_have_the_span_of_the_clock():
    rows = [run("a", "p", 1.0, cpu_seconds=2.0, process_cpu_seconds=2.5),
            run("x", "p", 1.9, cpu_seconds=None, process_cpu_seconds=3.0)]  # fmt: skip
    figures = results_of([header("a", externals=[{"name": "x"}]), *rows])
    assert [p.cpu_seconds for p in figures.points] == [2.5, 3.0]
    (alone,) = results_of([header("a"), rows[0]]).points
    assert alone.cpu_seconds == 2.0


def test_like_is_compared_with_like():
    rows = [run("a", "p", 1.0), run("x", "p", 1.9) | {"seconds": None, "process_seconds": 2.0}]
    outside = [{"name": "x"}]
    process = results_of([header("a", externals=outside), *rows])
    assert process.clock == "process"
    assert [(p.solver, p.seconds) for p in process.points] == [("a", 1.1), ("x", 2.0)]
    solving = results_of([header("a", externals=outside), *rows], "solving")
    assert [(p.solver, p.seconds) for p in solving.points] == [("a", 1.0)]
    for clock, more in (("magic", {}), ("process", {"in_process": True})):
        with pytest.raises(UsageError):
            results_of([header("a", **more), rows[0]], clock)
    with pytest.raises(UsageError):
        results_of([header("a")])


def test_the_faster_solver_is_named_in_words():
    rows = [run(name, f"p-{at}", seconds) for at in range(6) for name, seconds in zip("abc", (0.1, 0.62, 1.0), strict=True)]  # fmt: skip
    figures = results(*rows, run("a", "q-1", None), run("b", "q-1", 1.0))
    a, b, c = (figures.of(name) for name in "abc")
    words = "on the 6 of 7 puzzles that both solved, a takes 0.16 (0.16 to 0.16) of b's time; a solved 6, b 7"
    assert {str(ratio(a, b)), str(ratio(b, a))} == {words}
    assert str(ratio(c[:2], a[:2])).startswith(
        "on the 2 of 2 puzzles that both solved, a takes 0.1 of"
    )
    assert str(ratio(a[6:], b[6:])) == ""
    first, *_ = pairwise(figures).note.splitlines()
    assert first.startswith("On the 6 of 7 puzzles that both solved, a takes 0.16")


def test_an_interval_keeps_the_share_of_each_family():
    rows = []
    for family, times in (("p", 1.0), ("q", 100.0)):
        for at in range(8):
            rows += [run("a", f"{family}-{at}", 0.01), run("b", f"{family}-{at}", 0.01 * times)]
    figures = results(*rows)
    found = ratio(figures.of("b"), figures.of("a"))
    assert (found.low, found.high) == (pytest.approx(10), pytest.approx(10))
    mixed = [replace(p, group="p") for p in figures.points]
    found = ratio(*([p for p in mixed if p.solver == name] for name in "ba"))
    assert found.low < 5 < 20 < found.high


def test_the_virtual_best_solver_takes_the_least_time_of_all():
    rows = [run("a", "p-1", 1.0), run("b", "p-1", 2.0), run("a", "p-2", None), run("b", "p-2", 3.0)]
    figures = results(*rows, run("a", "p-3", 9.0))
    table = overall(figures)
    fastest, total = (table.columns.index(name) for name in ("fastest", "total"))
    lines = {line[0]: (line[fastest], str(line[total].text)) for line in table.rows}
    assert lines == {"a": (1, "20.0"), "b": (1, "5.00"), "virtual best": (2, "13.0")}
    assert "fastest" not in overall(results(*rows[:1])).columns


#   runs of one puzzle: (solver, verdict, pictures found)                       complaint
AGREE = [
    ([("a", "unique", ["x"]), ("b", "unique", ["x"])],                          None),
    ([("a", "unique", ["x"]), ("b", "unknown", [])],                            None),
    ([("a", "multiple", ["x", "y"]), ("b", "multiple", ["z", "y"])],            None),
    ([("a", "none", []), ("b", "none", [])],                                    None),
    ([("a", "unique", ["x"]), ("b", "multiple", ["x", "y"])],                   "the verdicts differ: unique say a; multiple say b"),
    ([("a", "unique", ["x"]), ("b", "none", [])],                               "the verdicts differ"),
    ([("a", "none", []), ("b", "unknown", ["x"])],                              "none say a, but b found a solution"),
    ([("a", "unique", ["x"]), ("b", "unknown", ["y"])],                         "unique say a, but there are 2 different solutions, found by a, b"),
    ([("a", "unique", ["x"]), ("b", "unique", ["y"])],                          "unique say a, b, but there are 2 different solutions"),
]  # fmt: skip


@pytest.mark.parametrize(("runs", "complaint"), AGREE)
def test_agreement(runs, complaint):
    rows = [header("a", "b")]
    rows += [run(who, "p", 1.0, verdict, pictures=pictures) for who, verdict, pictures in runs]
    found = settle_answers(rows).complaints
    line = agreement_line(rows, found)
    if complaint is None:
        assert found == []
        assert line.startswith(("agreement: all ", "agreement: the only definite verdict"))
    else:
        (text,) = found
        assert complaint in text
        assert line.startswith("DISAGREEMENT: 1")


def test_a_solution_without_its_picture_contradicts_that_there_is_none():
    told = run("b", "p", 1.0, "unknown", found=1)
    rows = [header("a", "b"), run("a", "p", 1.0, "none"), told]
    assert settle_answers(rows).complaints == ["p: none say a, but b found a solution"]
    for more in ({"proved": "none"}, {"stated": "none"}):
        (text,) = settle_answers([header("b"), told | more]).complaints
        assert text.endswith(", but b found a solution")
    assert (
        settle_answers([header("a", "b"), run("a", "p", 1.0, pictures=["x"]), told]).complaints
        == []
    )


@pytest.mark.parametrize(
    ("expected", "says"), [("unique", "multiple"), ("multiple", "unique"), ("none", "unique")]
)
def test_who_is_against_what_is_expected_is_wrong(expected, says):
    facts = run("a", "p", 1.0, says, expected=expected)
    _, row = settle_answers([header("a"), facts]).rows
    assert (row["status"], row["error"]) == ("wrong", f"says {says}, against --expect")


def test_agreement_with_what_the_file_states_and_with_the_judge():
    rows = [header("a"), run("a", "p", None)]  # without a verdict nothing agrees
    assert "nothing to compare, as none of 1 run has" in agreement_line(
        rows, settle_answers(rows).complaints
    )
    rows = [header("a"), run("a", "p", 1.0, stated="multiple")]
    assert settle_answers(rows).complaints == [
        "p: the verdicts differ: unique say a; multiple say the file"
    ]
    rows = [header("a"), run("a", "p", 1.0, status="wrong", error="row 1 reads 2")]
    assert settle_answers(rows).complaints == ["p: a: row 1 reads 2"]
    assert not results(rows[1]).points[0].solved


def test_what_a_certificate_proves_is_right():
    rows = [
        header("a", "b"),
        run("a", "p", 1.0, proved="unique"),
        run("b", "p", 1.0, proved="unique"),
    ]
    assert settle_answers(rows).complaints == []
    assert "on 1 puzzle (1 of them with a certificate) agree" in agreement_line(rows, [])
    rows[2] |= {"verdict": "multiple"}
    assert settle_answers(rows).complaints == [
        "p: the verdicts differ: unique say its certificate, a; multiple say b; the certificate is right"
    ]


def test_what_has_no_answer_is_told_with_its_reason():
    rows = [header("a", externals=[{"name": "x"}]), run("a", "p", 1.0), run("a", "q", None)]
    rows += [run("x", name, None, status="failed", error=f"lost {name}") for name in "pq"]
    assert unanswered(results_of(rows)).rows == [["x", "failed", 2, "lost p", "p"]]
    assert unmeasured(results_of(rows)) == ["x"]
    assert unmeasured(results_of(rows[:3])) == ["x"]
    assert unmeasured(results_of([*rows, run("x", "r", None)])) == []


def test_a_solution_is_no_answer_where_more_was_asked_and_the_reason_is_told():
    told = run("x", "p", 1.0, "unknown", found=1)
    rows = [header("a", externals=[{"name": "x"}]), run("a", "p", 1.0), told]
    (line,) = unanswered(results_of(rows)).rows
    assert line[:3] == ["x", "unknown", 1]
    assert "not whether it is the only one; --goal first counts that" in line[3]
    assert unmeasured(results_of(rows)) == ["x"]
    assert summary(results_of(rows).of("x"), 10.0)["failed"] == 1
    rows[0] = header("a", externals=[{"name": "x"}], goal="first")
    assert (unanswered(results_of(rows)).rows, unmeasured(results_of(rows))) == ([], [])


def test_what_was_measured_is_stated_and_not_what_was_planned():
    plan = header("a", "b", puzzles=["p", "q", "r"], repeats=3)
    rows = [plan, run("a", "p", 1.0), run("a", "q", 1.0), run("a", "q", 1.1, repeat=1)]
    figures = results_of(merge_results([rows]))
    assert "2 puzzles, 1 solver, 1 to 2 repeats (the median counts)" in facts(figures)[2]
    assert facts(figures)[3] == "Unfinished: 3 of 18 runs."
    title = "<title>2 nonograms, 1 solver; unfinished: 3 of 18 runs</title>"
    assert title in as_html(figures, ())
    other = [plan | {"backends": ["b"], "repeats": 1, "puzzles": ["p"]}, run("b", "p", 2.0)]
    both = results_of(merge_results([other, rows]))
    assert "2 puzzles, 2 solvers, 1 to 2 repeats" in facts(both)[2]
    assert facts(both)[3] == "Unfinished: 4 of 19 runs."
    assert len(facts(results_of(merge_results([other])))) == 3
    chosen = results_of(merge_results([other, rows]), solvers=["b"])
    assert facts(chosen)[3] == "Unfinished: 1 of 10 runs."


def test_every_command_of_merged_measurements_is_printed():
    files = [
        [header(name, command=["bench", "run", "-b", name]), run(name, "p", 1.0)] for name in "ab"
    ]
    told = facts(results_of(merge_results(files)))
    assert [text.startswith("Machine: ") for text in told[:4]] == [False, True, False, False]
    assert [told[at] for at in (0, 2)] == [
        f"Measured 2026-01-01 by `nonosat bench run -b {name}`." for name in "ab"
    ]
    assert told[2] in as_markdown(results_of(merge_results(files)))


def test_the_rule_for_repeats_is_printed_below_the_table():
    rows = [run("a", "p", 1.0, repeat=at) for at in range(3)]
    rows += [run("a", "q", 1.0), run("a", "q", None, repeat=1)]
    note = "\nA puzzle is solved if each repeat has an answer"
    assert f"{note}; in 1 case only some have." in overall(results(*rows)).note
    assert f"{note}." in overall(results(*rows[:3], run("a", "r", None))).note
    assert note not in overall(results(rows[0])).note


def test_a_run_that_met_its_limit_of_cpu_seconds_is_not_disturbed():
    rows = [run("a", f"p-{at}", None, process_seconds=9.0, process_cpu_seconds=cpu, cpu_limit=1.0)
            for at, cpu in enumerate([1.01, 0.9])]  # fmt: skip
    figures = results(*rows, run("a", "q", 0.5), limit=60.0, cpu_limit=1.0)
    assert [point.disturbed for point in figures.points] == [False, True, False]
    note = overall(figures).note
    said = "CPU seconds of solving. Limit of a run: 60 s of wall time and 1 s of CPU time. "
    assert note.startswith(said)
    assert "Disturbed: 1 of these" in note
    assert "; a larger --limit gives all runs the same work." in note


def test_what_a_clock_leaves_out_is_named():
    rows = [header("a", externals=[{"name": "x"}], in_process=True), run("x", "p", 1.0)]
    rows.append(run("a", "p", 1.0, process_seconds=None))
    told = "left out, without process times: a; see bench report --clock solving"
    assert left_out(results_of(rows)) == told
    assert f"L{told[1:]}." in facts(results_of(rows))
    assert left_out(results_of(rows, "solving")).startswith("left out, without solving times: x;")
    assert left_out(results_of([header("a"), rows[2]])) == ""


def noisy(factor: float, seed: int, **more: object) -> Results:
    """Forty puzzles three times, with a tenth of noise."""
    rng = random.Random(seed)
    rows = [
        run("a", f"p-{at}", 0.1 * (at + 1) * factor * rng.uniform(0.9, 1.1), repeat=repeat)
        for at in range(40)
        for repeat in range(3)
    ]
    return results(*rows, repeats=3, **more)


def test_noise_is_not_slower_and_slower_is():
    for seed in range(5):
        found = compare(noisy(1.0, seed), noisy(1.0, seed + 100), in_turns=True)
        assert (found.worse, found.slower, found.lost) == ([], [], [])
    assert compare(noisy(1.0, 1), noisy(1.2, 2), in_turns=True).worse == ["a"]
    faster = compare(noisy(1.0, 1), noisy(0.5, 2), in_turns=True)
    assert faster.worse == []
    assert len(faster.faster) > 30
    means, *_ = compare_tables(faster)
    assert means.rows[0][-1] == "faster"
    assert "is above 1.05. Faster: all of it is below 0.952" in means.note


@pytest.mark.parametrize(
    ("puzzles", "worse", "word"), [(5, [], "too few puzzles"), (6, ["a"], "slower")]
)
def test_few_puzzles_prove_nothing(puzzles: int, worse: list[str], word: str):
    old, new = (results(*(run("a", f"p{at}", t) for at in range(puzzles))) for t in (1.0, 1.2))
    found = compare(old, new, in_turns=True)
    assert found.worse == worse
    assert compare_tables(found)[0].rows[0][-1] == word


#   the second run as a whole     in turns  what is said         exit code 1
SHARED = [
    (1.4,                         False,    "no difference proved", []),
    (1 / 1.4,                     False,    "no difference proved", []),
    (2.0,                         False,    "slower",               ["a"]),
    (0.5,                         False,    "faster",               []),
    (1.4,                         True,     "slower",               ["a"]),
]  # fmt: skip


@pytest.mark.parametrize(("factor", "in_turns", "word", "worse"), SHARED)
def test_what_a_whole_run_shares_is_no_difference_of_versions(factor, in_turns, word, worse):
    found = compare(noisy(1.0, 1), noisy(factor, 2), in_turns)
    means, *_ = compare_tables(found)
    assert (means.rows[0][-1], found.worse) == (word, worse)
    assert ("is above 1.05." in means.note) == in_turns


def test_wall_seconds_of_a_busy_machine_tell_nothing():
    old, new = noisy(1.0, 1), noisy(2.0, 2)
    busy = replace(new, loaded=new.done // 5)
    found = compare(old, busy)
    means, *others = compare_tables(found)
    assert (means.rows[0][-1], found.worse, others) == ("machine busy", [], [])
    assert "use --cpu" in means.note
    for before, after, in_turns in (
        (old, replace(new, loaded=new.done // 10), False),
        (replace(old, cpu=True), replace(busy, cpu=True), False),
        (old, busy, True),
    ):
        assert compare(before, after, in_turns).worse == ["a"]


def test_results_of_two_machines_are_not_compared():
    there = MACHINE | {"processor": "<Q>"}
    with pytest.raises(
        UsageError, match="cannot compare results that differ in machine: processor <P>, and <Q>"
    ):
        compare(noisy(1.0, 1), noisy(1.0, 1, machine=there))
    told = header_differences(
        header(commit="abc"), header(commit="def", versions={"python": "4"}), ("versions", "commit")
    )
    assert told == "versions: python 3, and 4; commit abc, and def"


def test_a_puzzle_near_the_limit_is_not_lost_by_chance():
    #  seconds before, then     counts as lost
    for old, new, lost in (
        ([1.0] * 3,  [None] * 3,        True),
        ([1.0] * 3,  [1.1, None, 1.0],  False),  # one repeat was disturbed
        ([7.0] * 3,  [None] * 3,        False),  # 7 of 10 seconds
    ):  # fmt: skip
        before, after = (
            results(*(run("a", "p", seconds, repeat=at) for at, seconds in enumerate(times)))
            for times in (old, new)
        )
        found = compare(before, after)
        assert (found.worse, len(found.lost), len(found.at_limit)) == (
            (["a"], 1, 0) if lost else ([], 0, 1)
        )


def test_versions_that_took_turns_are_told_apart():
    names = [{"name": name, "is_nonosat": True} for name in ("auto", "auto@other", "x")]
    rows = [header(externals=names)]
    for at in range(8):
        rows += [run("auto", f"p-{at}", 2.0), run("auto@other", f"p-{at}", 1.0)]
    rows.append(run("x", "p-0", 1.0))
    figures = results_of(rows)
    assert figures.clock == "solving"  # a nonosat tells it
    found = compare(*split_versions(figures), in_turns=True)
    assert [(r.solver, r.ratio) for r in found.ratios] == [("auto", pytest.approx(2.0))]
    assert found.worse == ["auto"]
    assert split_versions(results(run("auto", "p", 1.0))) is None


def test_cpu_seconds_instead_of_wall_seconds():
    rows = [run("a", "p", 1.0, cpu_seconds=3.0), run("a", "q", None, cpu_seconds=1.0)]
    wall, work = (results_of([header("a"), *rows], cpu=cpu) for cpu in (False, True))
    assert [(p.seconds, p.solved) for p in wall.points] == [(1.0, True), (10.0, False)]
    assert [(p.seconds, p.solved) for p in work.points] == [(3.0, True), (10.0, False)]
    assert "CPU seconds of solving" in overall(work).note
    with pytest.raises(UsageError, match="these results have no CPU seconds"):
        results_of([header("a"), run("a", "p", 1.0, cpu_seconds=None)], cpu=True)
    with pytest.raises(UsageError, match="cannot compare wall seconds of solving with CPU"):
        compare(wall, work)


#   the rows                                                                 what is told
DISTURBED = [
    ([run("a", "p", 1.0)],                                                   []),
    ([run("a", "p", 1.0, load=1.2), run("a", "q", 1.0)],                     ["Load: the machine was busy when 1 of 2 runs began."]),
    ([run("a", "p", 1.0, load=None)],                                        []),
    ([run("a", "p", 1.0, process_cpu_seconds=0.5)],                          ["Waiting: 1 of 1 run took 1.5 times"]),
    ([run("a", "p", 0.01, process_seconds=0.05, process_cpu_seconds=0.01)],  []),
    ([run("a", "p", s, repeat=at) for at, s in enumerate((1.0, 1.1, 2.4))],  ["Outliers: in 1 of 1 case the slowest repeat took over 2 times the median, such as a on p: 2.4 s, median 1.1 s."]),
    ([run("a", "p", s, repeat=at) for at, s in enumerate((1.0, 1.1, 1.9))],  []),
    ([run("a", "p", s, repeat=at) for at, s in enumerate((1.0, 2.4))],       []),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "told"), DISTURBED)
def test_signs_of_a_disturbed_measurement(rows, told):
    found = disturbances(results(*rows))
    assert len(found) == len(told)
    assert all(text.startswith(start) for text, start in zip(found, told, strict=True))


def test_one_puzzle_that_became_slower_counts_when_it_was_repeated():
    def files(repeats: int, last: float | None) -> Results:
        rows = [run("a", f"p-{at}", 1.0, repeat=r) for at in range(20) for r in range(repeats)]
        rows += [run("a", "q", last, repeat=r) for r in range(repeats)]
        return results(*rows, repeats=repeats)

    assert compare(files(3, 1.0), files(3, 2.0), True).worse == ["a"]
    once = compare(files(1, 1.0), files(1, 2.0), True)
    assert (once.worse, len(once.slower)) == ([], 1)
    lost = compare(files(1, 1.0), files(1, None))
    assert (lost.worse, len(lost.lost)) == (["a"], 1)
    once = results(run("a", "q", 1.0), repeats=3)  # three were planned, and one was measured
    found = compare(once, files(3, 2.0), True)
    assert (found.worse, len(found.slower)) == ([], 1)


def test_files_are_put_together_if_they_were_measured_alike():
    rows = [header("a"), run("a", "p", 1.0)]
    more = [header("b"), run("b", "p", 2.0)]
    assert results_of(merge_results([rows, more])).solvers == ["a", "b"]
    for other in ({"goal": "first"}, {"limit": 5.0}, {"in_process": True}, {"memory": 9}):
        with pytest.raises(UsageError, match="cannot compare results that differ in "):
            compare(noisy(1, 1), noisy(1, 1, **other))
        with pytest.raises(UsageError, match="cannot merge results that differ in "):
            merge_results([rows, [header("b", **other), more[1]]])


def test_one_table_holds_no_measurement_twice_and_no_two_programs_of_one_name():
    program = {"name": "x", "command": "./x {file}", "format": "non", "unique": "yes"}
    rows = [header(externals=[program]), run("x", "p", 1.0), run("x", "q", 1.0)]
    later = [header(externals=[program], started="2026-01-02"), run("x", "p", 2.0)]
    assert results_of(merge_results([rows, later])).solvers == ["x"]
    for again in (rows, rows[:2]):
        with pytest.raises(UsageError, match="the measurement of 2026-01-01 is given twice"):
            merge_results([rows, later, again])
    for part in ("command", "format", "unique"):
        later[0]["externals"] = [program | {part: "other"}]
        with pytest.raises(UsageError, match=f"'x' stands for two programs: .*{part}"):
            merge_results([rows, later])
    with pytest.raises(UsageError, match=r"'x' stands .*, and a backend"):
        merge_results([rows, [header("x"), run("x", "p", 1.0)]])
    with pytest.raises(
        UsageError, match="cannot merge results that differ in versions: python 3, and unknown"
    ):
        merge_results([rows, [later[0] | {"versions": {}}, later[1]]])

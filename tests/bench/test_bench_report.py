"""Figures from results: tables, agreement, comparisons, plots, and the page that shows them."""

from __future__ import annotations

import csv
import io
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from command import run as command
from conftest import ROOT

from nonosat.batch.journal import Journal
from nonosat.bench import plots
from nonosat.bench.agreement import agreement_line, disagreements
from nonosat.bench.compare import compare
from nonosat.bench.compare import tables as compare_tables
from nonosat.bench.rows import FORMAT, read_results
from nonosat.bench.stats import Results, ratio, results_of, slope, summary
from nonosat.bench.tables import (
    as_csv,
    as_html,
    as_markdown,
    chosen_pair,
    merged,
    unanswered,
    unmeasured,
)
from nonosat.bench.tables import tables as report_tables
from nonosat.cli.bench_screen import _fitting, print_chart, print_table
from nonosat.errors import UsageError
from nonosat.render.page import Markup, Number, figure, heading, page, paragraph, table

MACHINE = {"system": "Linux", "processor": "<P>", "processors": 2, "memory_mb": 2048}


def header(*backends: str, **more: object) -> dict:
    return {
        "kind": "header", "format": FORMAT, "started": "2026-01-01", "command": ["bench", "run"],
        "goal": "unique", "limit": 10.0, "repeats": 1, "seed": 0, "warm_up": 1, "in_process": False,
        "backends": list(backends), "externals": [], "puzzles": [], "machine": MACHINE,
        "versions": {"python": "3"}, "commit": "abc", "changed": False, "memory": None, **more,
    }  # fmt: skip


def run(
    solver: str, puzzle: str, seconds: float | None, verdict: str = "unique", **more: object
) -> dict:
    """A run of the results; None: it met the limit."""
    return {
        "kind": "run", "source": puzzle.split("-")[0], "title": puzzle, "key": puzzle, "width": 5,
        "height": 5, "colors": 1, "stated": None, "backend": solver, "repeat": 0,
        "status": "limit" if seconds is None else "ok",
        "verdict": "unknown" if seconds is None else verdict,
        "found": int(verdict == "unique"), "pictures": [],
        "seconds": seconds, "process_seconds": seconds and seconds + 0.1, "cpu_seconds": seconds,
        "process_cpu_seconds": None, "proved": None,
        "peak_mb": 20.0, "error": None, **more,
    }  # fmt: skip


def results(*rows: dict, **more: object) -> Results:
    return results_of([header(*dict.fromkeys(row["backend"] for row in rows), **more), *rows])


def test_the_figures_of_a_solver():
    rows = [run("a", f"p-{at}", seconds) for at, seconds in enumerate([1.0, 2.0, 3.0, None])]
    rows.append(run("a", "p-4", 5.0, status="failed", verdict="unknown"))
    found = summary(results(*rows).of("a"), 10.0)
    assert (found.puzzles, found.solved, found.limited, found.failed) == (5, 3, 1, 1)
    assert found.par2 == pytest.approx((1 + 2 + 3 + 20 + 20) / 5)
    assert found.median == 3.0
    assert found.p95 is None  # beyond the limit
    assert found.total == pytest.approx(1 + 2 + 3 + 10 + 10)
    assert found.peak_mb == 20.0


def test_medians_are_medians_and_giving_up_is_no_limit():
    rows = [run("a", f"p-{at}", seconds) for at, seconds in enumerate([1.0, 2.0, 3.0, 8.0])]
    assert summary(results(*rows).of("a"), 10.0).median == 2.5
    rows += [run("a", f"q-{at}", 1.0, status="gave up", verdict="unknown") for at in range(3)]
    found = summary(results(*rows).of("a"), 10.0)
    assert (found.median, found.limited, found.gave_up, found.failed) == (8.0, 0, 3, 0)
    rows += [run("a", "r-1", None)]  # now half of them are open
    assert summary(results(*rows).of("a"), 10.0).median is None


def test_cpu_seconds_have_the_span_of_the_clock():
    rows = [run("a", "p", 1.0, cpu_seconds=2.0, process_cpu_seconds=2.5),
            run("x", "p", 1.9, cpu_seconds=None, process_cpu_seconds=3.0)]  # fmt: skip
    figures = results_of([header("a", externals=[{"name": "x"}]), *rows])
    assert [p.cpu_seconds for p in figures.points] == [2.5, 3.0]
    (alone,) = results_of([header("a"), rows[0]]).points
    assert alone.cpu_seconds == 2.0


def test_repeats_count_by_their_median_and_only_together():
    rows = [run("a", "p", seconds, repeat=at) for at, seconds in enumerate([1.0, 9.0, 2.0])]
    (point,) = results(*rows).points
    assert (point.seconds, point.spread, point.solved) == (2.0, 8.0, True)
    rows[1] |= run("a", "p", None)
    (point,) = results(*rows).points
    assert (point.solved, point.status) == (False, "limit")


def test_a_first_solution_is_enough_where_that_was_the_goal():
    row = run("a", "p", 1.0, verdict="unknown", found=1)
    assert results(row, goal="first").points[0].solved
    assert not results(row).points[0].solved


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


def test_ratios_hold_their_interval():
    rng = random.Random(3)
    rows = [run("slow", "q", None), run("fast", "q", 1.0), run("slow", "r", 1.0), run("fast", "r", None)]  # fmt: skip
    for at in range(60):
        base = rng.uniform(0.01, 1)
        rows.append(run("slow", f"p-{at}", 2 * base * rng.uniform(0.9, 1.1)))
        rows.append(run("fast", f"p-{at}", base))
    figures = results(*rows)
    found = ratio(figures.of("slow"), figures.of("fast"))
    assert (found.both, found.only, found.only_other) == (60, 1, 1)
    assert found.low < 2 < found.high
    assert found.high / found.low < 1.1
    assert found == ratio(figures.of("slow"), figures.of("fast"))
    assert ratio(figures.of("fast"), figures.of("slow")).ratio == pytest.approx(1 / found.ratio)


def test_slopes_are_those_of_the_power_law():
    rows = [
        run("a", f"p-{side}", 1e-5 * (side * side) ** 1.5, width=side, height=side)
        for side in (5, 10, 20, 30, 40)
    ]
    found = slope(results(*rows).points)
    assert found.exponent == pytest.approx(1.5)
    assert found.factor == pytest.approx(1e-5)
    assert found.low <= found.exponent <= found.high + 1e-9
    assert slope(results(*rows[:2]).points) is None


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
    found = disagreements(rows)
    line = agreement_line(rows, found)
    if complaint is None:
        assert found == []
        assert line.startswith("agreement: all ")
    else:
        (text,) = found
        assert complaint in text
        assert line.startswith("DISAGREEMENT: 1")


def test_a_solution_without_its_picture_contradicts_that_there_is_none():
    told = run("b", "p", 1.0, "unknown", found=1)
    rows = [header("a", "b"), run("a", "p", 1.0, "none"), told]
    assert disagreements(rows) == ["p: none say a, but b found a solution"]
    for more in ({"proved": "none"}, {"stated": "none"}):
        (text,) = disagreements([header("b"), told | more])
        assert text.endswith(", but b found a solution")
    assert disagreements([header("a", "b"), run("a", "p", 1.0, pictures=["x"]), told]) == []


def test_agreement_with_what_the_file_states_and_with_the_judge():
    rows = [header("a"), run("a", "p", None)]  # without a verdict nothing agrees
    assert "nothing to compare, as none of 1 runs" in agreement_line(rows, disagreements(rows))
    rows = [header("a"), run("a", "p", 1.0, stated="multiple")]
    assert disagreements(rows) == ["p: the verdicts differ: unique say a; multiple say the file"]
    rows = [header("a"), run("a", "p", 1.0, status="wrong", error="row 1 reads 2")]
    assert disagreements(rows) == ["p: a: row 1 reads 2"]
    assert not results(rows[1]).points[0].solved


def test_what_a_certificate_proves_is_right():
    rows = [
        header("a", "b"),
        run("a", "p", 1.0, proved="unique"),
        run("b", "p", 1.0, proved="unique"),
    ]
    assert disagreements(rows) == []
    assert "on 1 puzzles (1 of them with a certificate) agree" in agreement_line(rows, [])
    rows[2] |= {"verdict": "multiple"}
    assert disagreements(rows) == [
        "p: the verdicts differ: unique say its certificate, a; multiple say b; the certificate is right"
    ]


def test_what_has_no_answer_is_told_with_its_reason():
    rows = [header("a", externals=[{"name": "x"}]), run("a", "p", 1.0), run("a", "q", None)]
    rows += [run("x", name, None, status="failed", error=f"lost {name}") for name in "pq"]
    assert unanswered(rows).rows == [["x", "failed", 2, "lost p", "p"]]
    assert unmeasured(rows) == ["x"]
    assert unmeasured(rows[:3]) == ["x"]
    assert unmeasured([*rows, run("x", "r", None)]) == []


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
        found = compare(noisy(1.0, seed), noisy(1.0, seed + 100))
        assert (found.worse, found.slower, found.lost) == ([], [], [])
    assert compare(noisy(1.0, 1), noisy(1.2, 2)).worse == ["a"]
    faster = compare(noisy(1.0, 1), noisy(0.5, 2))
    assert faster.worse == []
    assert len(faster.faster) > 30
    means, *_ = compare_tables(faster)
    assert means.rows[0][-1] == "faster"
    assert "Slower: all of the interval is above 1.05. Faster: all of it is below" in means.note


@pytest.mark.parametrize(
    ("puzzles", "worse", "word"), [(5, [], "too few puzzles to tell"), (6, ["a"], "slower")]
)
def test_few_puzzles_prove_nothing(puzzles: int, worse: list[str], word: str):
    old, new = (results(*(run("a", f"p{at}", t) for at in range(puzzles))) for t in (1.0, 1.2))
    found = compare(old, new)
    assert found.worse == worse
    assert compare_tables(found)[0].rows[0][-1] == word


def test_one_puzzle_that_became_slower_counts_when_it_was_repeated():
    def files(repeats: int, last: float | None) -> Results:
        rows = [run("a", f"p-{at}", 1.0, repeat=r) for at in range(20) for r in range(repeats)]
        rows += [run("a", "q", last, repeat=r) for r in range(repeats)]
        return results(*rows, repeats=repeats)

    assert compare(files(3, 1.0), files(3, 2.0)).worse == ["a"]
    once = compare(files(1, 1.0), files(1, 2.0))
    assert (once.worse, len(once.slower)) == ([], 1)
    lost = compare(files(1, 1.0), files(1, None))
    assert (lost.worse, len(lost.lost)) == (["a"], 1)


def test_files_are_put_together_if_they_were_measured_alike():
    rows = [header("a"), run("a", "p", 1.0)]
    more = [header("b"), run("b", "p", 2.0)]
    assert results_of(merged([rows, more])).solvers == ["a", "b"]
    for other in ({"goal": "first"}, {"limit": 5.0}, {"in_process": True}, {"memory": 9}):
        with pytest.raises(UsageError, match="not measured alike"):
            compare(noisy(1, 1), noisy(1, 1, **other))
        with pytest.raises(UsageError, match="cannot stand in one table"):
            merged([rows, [header("b", **other), more[1]]])


def sample() -> tuple[list[dict], Results]:
    """Two solvers on two families, one of which grows; a name that needs escaping."""
    rows = [header("auto", "sat:<x>", puzzles=["1"] * 10)]
    for solver, factor in (("auto", 1.0), ("sat:<x>", 3.0)):
        for side in (5, 10, 15, 20, 25):
            size = {"width": side, "height": side}
            rows.append(run(solver, f"random-{side}", factor * side**2 / 1000, **size))
            rows.append(run(solver, f"<b>|text-{side}", None if side == 20 else factor / 100))
    return rows, results_of(rows)


def test_the_page_stands_alone_and_escapes():
    rows, figures = sample()
    text = as_html(rows, figures, chosen_pair(figures))
    assert "<b>" not in text
    assert "&lt;b&gt;|text-5" in text
    assert "sat:<x>" not in text
    assert text.count("<svg") == 3
    addresses = set(re.findall(r"https?://[^\"'\s<)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"\b(?:src|href)=[\"'](?!#)", text)
    assert "prefers-color-scheme: dark" in text
    assert "currentColor" in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', text)) <= set(ids)


def test_a_disagreement_stands_on_top_of_the_page():
    rows, _ = sample()
    rows.append(run("auto", "random-5", 1.0, "multiple", repeat=1))
    text = as_html(rows, results_of(rows), ())
    assert text.index('class="bad"') < text.index("<table")
    assert 'class="good"' not in text
    assert "**DISAGREEMENT" in as_markdown(rows, results_of(rows))


def test_markdown_and_csv():
    rows, figures = sample()
    text = as_markdown(rows, figures, [("plots/cactus.svg", "a plot")])
    assert "![a plot](plots/cactus.svg)" in text
    assert "| auto | 10 | 9 | 1 | 0 | 0 |" in text
    assert "\\|text-5" in text
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(blocks) == 5
    for block in blocks:
        bars = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(bars) == 1
    table_rows = list(csv.DictReader(io.StringIO(as_csv(figures))))
    assert len(table_rows) == 20
    assert {row["solver"] for row in table_rows} == {"auto", "sat:<x>"}
    assert sum(row["solved"] == "True" for row in table_rows) == 18


@pytest.mark.parametrize("status", ["limit", "refused"])
def test_a_program_that_solves_nothing_spoils_no_report(status, capsys):
    rows = [header("auto", externals=[{"name": "x"}])]
    for side in (5, 10, 15):
        rows.append(run("auto", f"p-{side}", None, width=side, height=side))
        rows.append(run("x", f"p-{side}", None, status=status, width=side, height=side))
    figures = results_of(rows)
    assert figures.solvers == (["auto", "x"] if status == "limit" else ["auto"])
    for some, found in ((rows, figures), ([rows[0], rows[2]], results_of([rows[0], rows[2]]))):
        print_chart(found)
        text = as_html(some, found, chosen_pair(found)) + as_markdown(some, found)
        assert ("refused" in text) == (status == "refused")
    if status == "refused":
        with pytest.raises(UsageError, match="no results of 'x'"):
            chosen_pair(figures, ["auto", "x"])


HOSTILE = ["$\\foo{$", "_x", "a\x1b[31mb\r\nc", "\udcff", "=1+1", "</text>", "[b](c)|`d`", "$x$"]


def hostile() -> list[dict]:
    """Solvers and puzzles with names that mean something to somebody."""
    rows = [header(*HOSTILE, command=["bench", "`", "\x1b]0;x\x07"])]
    for name in HOSTILE:
        for side in (5, 10, 15):
            rows.append(run(name, f"{name}-{side}", side / 10, width=side, height=side))
        rows.append(run(name, f"{name}-failed", None, status="failed", error=name))
    return rows


def test_names_are_text_in_plots():
    figures = results_of(hostile())
    for name, (plot, _) in plots.all_of(figures, HOSTILE[:2]).items():
        text = plots.svg(plot, name, alone=True)
        words = [node.text or "" for node in ET.fromstring(text.encode()).iter()]
        for shown in ("$\\foo{$", "_x", r"a\x1b[31mb\r\nc", "</text>", "$x$"):
            assert name == "scatter" or any(shown in word for word in words)
        assert plots.png(plot).startswith(b"\x89PNG")


def test_names_are_text_in_reports():
    rows = hostile()
    figures = results_of(rows)
    texts = [as_html(rows, figures, HOSTILE[:2]), as_markdown(rows, figures), as_csv(figures)]
    for text in texts:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", text)
    assert texts[0].count("</text>") == texts[0].count("<text")
    assert not re.search(r"(?<!\\)[<\]$]", texts[1].partition("\n")[2])
    assert r"by `nonosat bench ''' '\x1b]0;x\x07'`." in texts[1]
    cells = {cell for row in csv.reader(io.StringIO(texts[2])) for cell in row}
    assert {"'=1+1", r"a\x1b[31mb\r\nc"} <= cells


def test_names_are_text_on_the_screen(capsys):
    rows = hostile()
    figures = results_of(rows)
    for shown in (*report_tables(rows, figures), *compare_tables(compare(figures, figures))):
        print_table(shown, figures.solvers)
    print_chart(figures)
    shown = capsys.readouterr().out
    assert r"a\x1b[31mb\r\nc" in shown
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]", shown)


def test_plots_are_pictures_and_the_same_every_time():
    _, figures = sample()
    drawn = plots.all_of(figures, ["auto", "sat:<x>"])
    assert list(drawn) == ["cactus", "scatter", "growth"]
    for name, (plot, _) in drawn.items():
        root = ET.fromstring(plots.svg(plot, name, alone=True))
        assert root.tag.endswith("svg")
        texts = ["".join(node.itertext()) for node in root.iter() if node.tag.endswith("text")]
        assert "seconds" in " ".join(texts)
    assert len({plots.svg(plots.cactus(figures), "cactus") for _ in range(2)}) == 1


@pytest.mark.slow
def test_the_commands_write_what_is_asked(folder):
    rows, _ = sample()
    slower = [row | {"seconds": row["seconds"] * 2} if row.get("seconds") else row for row in rows]
    for name, some in (("old.jsonl", rows), ("new.jsonl", slower), ("empty.jsonl", rows[:1])):
        with Journal(name) as journal:
            journal.append(some)
    report = ["bench", "report", "old.jsonl"]
    done = command(*report, cwd=folder)
    assert done.returncode == 0, done.stderr
    for word in ("All puzzles", "By family", "Pairs", "Share of puzzles solved", "agreement: all"):
        assert word in done.stdout
    files = ["-o", "r.md", "-o", "r.csv", "--plots", "some/plots", "--versus", "sat:<x>,auto"]
    done = command(*report, *files, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "](some/plots/cactus.svg)" in Path("r.md").read_text()
    assert len(list(Path("some/plots").iterdir())) == 6
    assert command(*report, "-o", "r/r.html", cwd=folder).returncode == 5
    for wrong in ("-o r.pdf", "--versus auto", "--versus auto,magic", "--clock sun"):
        assert command(*report, *wrong.split(), cwd=folder).returncode == 2
    assert command("bench", "report", "empty.jsonl", cwd=folder).returncode == 2
    done = command("bench", "compare", "old.jsonl", "new.jsonl", cwd=folder)
    assert done.returncode == 1
    assert "slower: auto, sat:<x>" in done.stdout
    done = command("bench", "compare", "old.jsonl", "old.jsonl", cwd=folder)
    assert done.returncode == 0
    assert "nothing became slower beyond noise" in done.stdout
    done = command(*report, "-o", "r.html", cwd=folder, without="matplotlib")
    assert done.returncode == 4
    assert "pip install 'nonosat[bench]'" in done.stderr
    assert not Path("r.html").exists()
    assert command(*report, "-o", "s.md", cwd=folder, without="matplotlib").returncode == 0


def test_narrow_terminals_go_without_some_columns():
    columns = ["solver", "puzzles", "CPU", "total"]
    for room, kept in ((60, [0, 1, 2, 3]), (34, [0, 1, 3]), (10, [0])):
        assert _fitting(columns, [["a" * 14, "1", "2", "3"]], room) == kept
    assert _fitting(columns, [], 60) == [0, 1, 2, 3]


def test_page_and_table_escape_all_but_markup():
    rows = [["<i>", 2, Number(0.5, "0.5 <s>"), Markup("<svg/>"), None], ["b&b", 10, None, "x", 3]]
    parts = [heading("<h>"), "a <p>", table(list("abcde"), rows), paragraph("!", "bad")]
    text = page("A <b> page", [*parts, figure(Markup("<svg/>"), "<c>")])
    assert "<title>A &lt;b&gt; page</title>" in text
    for escaped in [
        "&lt;h&gt;",
        "<p>a|&lt;p&gt;</p>",
        "<td>&lt;i&gt;</td>",
        "b&amp;b",
        "&lt;c&gt;",
    ]:
        assert escaped.replace("|", " ") in text
    assert '<td class="n" data-v="0.5">0.5 &lt;s&gt;</td>' in text
    assert "<td><svg/></td>" in text  # a column of markup and text is no column of numbers
    assert text.count('<th scope="col" class="n">') == 3
    assert '<td class="n">10</td>' in text
    assert '<td class="n" data-v="">&ndash;</td>' in text
    with pytest.raises(ValueError, match="zip"):
        table(["a", "b"], [[1]])
    assert table(["a", "b"], []).count("<th ") == 2


def test_the_results_in_the_repository_can_be_read():
    for file in sorted((ROOT / "benchmarks" / "results").glob("*.jsonl")):
        rows = read_results(str(file))
        assert disagreements(rows) == []
        assert results_of(rows).points

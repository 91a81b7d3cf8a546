"""What goes into a thesis: tables that fit, plots that were asked for, files that go on."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from bench_rows import header, results, run
from conftest import ROOT
from test_bench_programs import SEVERAL, UNIQUE
from test_bench_study import study
from test_bench_table import command, written

from nonosat import dump
from nonosat.bench import plots
from nonosat.bench.latex import PAGE, WIDTH, as_latex
from nonosat.bench.rows import FORMAT, read_results
from nonosat.bench.run import BenchPlan, perform
from nonosat.bench.stats import factor, results_of
from nonosat.bench.suites import cases_of
from nonosat.bench.tables import overall, pairwise
from nonosat.errors import UsageError
from nonosat.generators import Recipe, make


def many(solvers: int) -> list[dict]:
    """Rows of many solvers with long names, in many groups, with every kind of end."""
    names = [f"sat:cadical195+variant{at:02}" for at in range(solvers)]
    rows = [header(*names, limit=100.0)]
    for at, name in enumerate(names):
        for number in range(12):
            how = {0: "failed", 1: "limit", 2: "gave up"}.get(number + at)
            seconds = 0.001 * 3**number
            error = f"no verdict in its output (exit code 1): '/usr/bin/{'x' * 70} & 100 % of $5'"
            more = {"status": how, "verdict": "unknown", "error": error} if how else {}
            source = f"a_{number % 4}/p{number}.non"
            rows.append(run(name, f"p-{number}", seconds, source=source, width=5 + number, **more))
    return rows


def test_latex_tables_have_labels_and_one_precision():
    text = as_latex(
        results(*(run(who, f"p-{at}", 0.0005 * 40**at) for who in ("a", "b") for at in range(3)))
    )
    assert re.findall(r"\\label\{(.*?)\}", text) == [
        "tab:all-puzzles",
        "tab:by-family",
        "tab:pairs",
    ]
    rows = [
        line.rstrip("\\ ").split(" & ")
        for line in text.splitlines()
        if line.startswith(("a &", "b &"))
    ]
    columns = list(zip(*(row for row in rows if len(row) == len(rows[0])), strict=True))
    decimals = [{len(cell.partition(".")[2]) for cell in column} for column in columns]
    assert max(map(len, decimals)) == 1
    captions = re.findall(r"\\caption\{(.*?)\}\\label", text)
    assert len(captions) == 3
    assert all("seconds of" in caption for caption in captions[:2])
    assert not re.search(r"--[a-z]|docs/", "".join(captions))


def test_captions_name_no_options():
    rows = many(3)
    rows[-1] |= {"process_seconds": 90.0, "process_cpu_seconds": 1.0, "status": "limit"}
    text = as_latex(results_of(rows))
    assert "--cpu-limit" in overall(results_of(rows)).note
    assert not re.search(r"--[a-z]", "".join(re.findall(r"\\caption\{.*", text)))
    assert "continued" not in text
    longest = as_latex(results_of(many(10)))  # it has 45 pairs
    assert longest.count(r"\caption{Pairs, continued.}") == 1
    assert max(one.count("tabularnewline") for one in longest.split(r"\end{table*}")) == PAGE + 1


def test_fields_and_solvers_are_chosen():
    rows = study().settled.rows
    figures = results_of(rows, fields=("PAR-2", "median"), solvers=("sat",))
    table = overall(figures)
    assert (table.columns, [row[0] for row in table.rows]) == (
        ["solver", "PAR-2", "median"],
        ["sat"],
    )
    assert "PAR-2" in as_latex(figures)
    assert "auto" not in as_latex(figures)
    assert figures.done == 48
    with pytest.raises(UsageError, match="no results of 'x'; there are: auto, sat"):
        results_of(rows, solvers=("x",))
    with pytest.raises(
        UsageError, match=r"--fields 'x': no such column; there are: puzzles, solved, .*, ratio, "
    ):
        overall(results_of(rows, fields=("x",)))
    chosen, every = results_of(rows, fields=("p", "solved", "ratio")), pairwise(results_of(rows))
    assert overall(chosen).columns == ["solver", "solved"]
    assert pairwise(chosen).columns == ["first", "second", "p", "ratio"]
    assert [row[2:] for row in pairwise(chosen).rows] == [[row[8], row[5]] for row in every.rows]


TEX = r"\\hspace\{0pt\}|\\text(\w+)\{\}|(\\`)\{\}|\\([&%$#_{}])|(''|--)|([^\\&%$#_{}~^`\"])"
NAMES = {
    "backslash": "\\",
    "asciitilde": "~",
    "asciicircum": "^",
    "less": "<",
    "greater": ">",
    "bar": "|",
}


def printed(text: str) -> str:
    """What LaTeX prints for a text; it must not have commands in pieces, or two hyphens in a row."""
    assert re.fullmatch(f"({TEX})*", text)
    return "".join(
        NAMES[m[1]]
        if m[1]
        else (m[2] or "")[1:] or m[3] or {"''": '"'}.get(m[4], m[4]) or m[5] or ""
        for m in re.finditer(TEX, text)
    )


def test_latex_prints_every_sign_and_breaks_between_them():
    words = f"10^7 of {''.join(map(chr, range(33, 127)))} --goal first"
    for error in (words, f"{words} {words}"):  # the second is broken
        text = as_latex(results(run("a", "p", None, status="failed", error=error)))
        (cell,) = re.findall(r"& 1 & (?:\\raggedright )?(.*) & p ", text)
        assert printed(cell) == error
    assert r"\hspace{0pt}" in cell
    assert r"\par" not in text  # after it, a cell has an empty line


ARTICLE = r"""\documentclass[OPTIONS]{article}
\usepackage{graphicx}
\begin{document}
\input{FILE}
\end{document}
"""


@pytest.mark.night
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no TeX")
@pytest.mark.parametrize("rows", [study().settled.rows, many(3), many(10), many(1)])
@pytest.mark.parametrize("by", ["", "size", "size,density"])
@pytest.mark.parametrize("options", ["11pt,a4paper", "twocolumn"])
def test_the_chapter_is_set_without_an_overfull_box(rows, by, options, folder):
    for row in rows[1:]:
        row.setdefault("density", None)
    Path("tables.tex").write_text(as_latex(results_of(rows, by=by)))
    Path("doc.tex").write_text(ARTICLE.replace("FILE", "tables").replace("OPTIONS", options))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "doc.tex"], capture_output=True, check=False
    )
    log = Path("doc.log").read_text(errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert re.findall(r"Overfull .*", log) == []
    assert WIDTH == 345


def test_two_factors_at_once():
    figures = results_of(study().settled.rows, by="size,density")
    assert figures.groups[0] == "20x20, 0.3"
    assert len(figures.groups) == 12
    pytest.importorskip("matplotlib")
    drawn, _ = plots.all_of(figures, [])["factor"]
    assert [axes.get_title() for axes in drawn.axes] == ["20x20", "25x25", "30x30"]
    assert {axes.get_xlabel() for axes in drawn.axes} == {"density"}


def test_a_density_is_the_one_that_was_asked_for(folder):
    dump([make("random", Recipe(10, 10, 0.3, seed=at)) for at in range(3)], "r.jsonl")
    cases, _ = cases_of(["r.jsonl"])
    rows = perform(BenchPlan(cases, ["line"], in_process=True), "out.jsonl")
    assert {row["asked_density"] for row in rows[1:]} == {0.3}
    assert {factor("density", rows[1:])(row) for row in rows[1:]} == {"0.3"}
    assert factor("density", rows[1:])({"density": 0.31}) == "0.3"


#   options of report                                       the plot; or why there is none
PLOTS = [
    ("-o x.svg",                                            "puzzles solved"),
    ("-o growth.svg",                                       "puzzles solved"),
    ("--versus auto,sat -o x.svg",                          "sat, seconds"),
    ("--by clues -o x.svg",                                 "clues"),
    ("--by colors -o x.svg",                                "x.svg: these results have no data for the plot factor"),
    ("--versus auto,sat -o x.csv",                          "--versus draws a scatter plot: -o plot.pdf"),
    ("--by size -o x.csv",                                  "--by groups tables and plots"),
    ("--fields solved -o x.svg",                            "--fields chooses columns of tables"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "words"), PLOTS)
def test_a_plot_is_the_one_that_was_asked_for(options, words, folder):
    pytest.importorskip("matplotlib")
    written(Path("r.jsonl"), *study().settled.rows)
    done = command("bench", "report", "r.jsonl", *options.split())
    if done.returncode:
        assert words in " ".join(done.stderr.split())
        assert [path.name for path in folder.iterdir()] == ["r.jsonl"]
    else:
        assert words in Path(options.split()[-1]).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("kept", [150, 0.6, 0.999])
def test_a_file_that_was_cut_off_goes_on(kept, folder):
    dump([SEVERAL, UNIQUE], "p.jsonl")
    args = ["bench", "p.jsonl", "-b", "line,sat", "--in-process", "--warm-up", "0"]
    assert command(*args).returncode == 0
    whole = Path("results.jsonl").read_bytes()
    size = kept if kept > 1 else int(kept * len(whole))
    Path("results.jsonl").write_bytes(whole[:size])
    done = command(*args, "--resume")
    assert done.returncode == 0, done.stderr
    assert len(read_results("results.jsonl")) == 5
    Path("notes.txt").write_text("2 1\n1 2")
    done = command(*args, "--resume", "-o", "notes.txt")
    assert done.returncode != 0
    assert Path("notes.txt").read_text() == "2 1\n1 2"


#   command                                what it says to type
MEANT = [
    ("bench r.jsonl",                      "nonosat bench report r.jsonl"),
    ("bench --resume r.jsonl",             "nonosat bench run p.json -o r.jsonl --resume"),
    ("bench merge r.jsonl s.jsonl",        "nonosat bench report r.jsonl s.jsonl"),
    ("bench plot r.jsonl",                 "nonosat bench report r.jsonl -o plot.pdf"),
    ("bench compare r.jsonl ''",           "nonosat bench report r.jsonl"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "meant"), MEANT)
def test_words_for_results_lead_to_the_command(words, meant, folder):
    head = header("line", command=["bench", "run", "p.json", "-o", "r.jsonl"])
    written(Path("r.jsonl"), head, run("line", "p-0", 1.0))
    written(Path("s.jsonl"), head, run("line", "p-0", 1.0))
    done = command(*shlex.split(words))
    assert (done.returncode, f"`{meant}`" in " ".join(done.stderr.split())) == (2, True), (
        done.stderr
    )


def test_the_readme_says_the_format():
    text = (ROOT / "benchmarks/README.md").read_text()
    assert re.findall(r"This is format (\d+)", text) == [str(FORMAT)]
    fields = set(re.findall(r"`(\w+)`", text[text.index("| `status`") :]))
    assert {"asked_density", "waited", "cpu_limit"} <= fields

"""Reports of results: tables, plots, the page that shows them, and the commands that write them."""

import csv
import gzip
import io
import re
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from bench_rows import header, run
from command import run as command
from conftest import ROOT

from nonosat.bench import plots
from nonosat.bench.agreement import settle_answers
from nonosat.bench.compare import compare
from nonosat.bench.compare import comparison_tables as compare_tables
from nonosat.bench.latex import as_latex
from nonosat.bench.rows import read_results
from nonosat.bench.stats import Results, results_of
from nonosat.bench.tables import Table, as_html, as_markdown, chosen_pair, write_runs
from nonosat.bench.tables import report_tables as report_tables
from nonosat.cli.bench_screen import print_table
from nonosat.draw.page import Markup, Number, figure, heading, page, paragraph, table
from nonosat.errors import UsageError
from nonosat.run.journal import Journal


def sample() -> tuple[list[dict], Results]:
    """Two solvers on two families, one of which grows; a name that needs escaping."""
    rows = [header("auto", "sat:<x>", puzzles=["1"] * 10)]
    for solver, factor in (("auto", 1.0), ("sat:<x>", 3.0)):
        for side in (5, 10, 15, 20, 25):
            size = {"width": side, "height": side}
            rows.append(run(solver, f"random-{side}", factor * side**2 / 1000, **size))
            rows.append(run(solver, f"<b>|text-{side}", None if side == 20 else factor / 100))
    return rows, results_of(rows)


def as_csv(figures: Results) -> str:
    """The table of all runs."""
    with tempfile.TemporaryDirectory() as folder:
        write_runs(figures, f"{folder}/runs.csv")
        return Path(folder, "runs.csv").read_text()


def test_the_page_stands_alone_and_escapes():
    _, figures = sample()
    text = as_html(figures, chosen_pair(figures))
    assert "<b>" not in text
    assert "&lt;b&gt;|text-5" in text
    assert "sat:<x>" not in text
    assert text.count("<svg") == 2
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
    text = as_html(results_of(rows), ())
    assert text.index('class="bad"') < text.index("<table")
    assert 'class="good"' not in text
    assert "**DISAGREEMENT" in as_markdown(results_of(rows))


def test_markdown_and_csv():
    rows, figures = sample()
    text = as_markdown(figures)
    assert "| auto | 10 | 9 | 0 | 1 |" in text
    assert "\\|text-5" in text
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        bars = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(bars) == 1
    table_rows = list(csv.DictReader(io.StringIO(as_csv(figures))))
    assert len(table_rows) == 20
    assert {row["solver"] for row in table_rows} == {"auto", "sat:<x>"}
    assert sum(row["solved"] == "True" for row in table_rows) == 18
    rows = [header("a"), *(run("a", "p", s, repeat=at) for at, s in enumerate([0.1, 0.3, 0.4]))]
    runs = list(csv.DictReader(io.StringIO(as_csv(results_of(rows[:3])))))
    assert [(row["seconds"], row["repeat"]) for row in runs] == [("0.1", "0"), ("0.3", "1")]


@pytest.mark.parametrize("status", ["limit", "refused"])
def test_a_program_that_solves_nothing_spoils_no_report(status, capsys):
    rows = [header("auto", externals=[{"name": "x"}])]
    for side in (5, 10, 15):
        rows.append(run("auto", f"p-{side}", None, width=side, height=side))
        rows.append(run("x", f"p-{side}", None, status=status, width=side, height=side))
    figures = results_of(rows)
    assert figures.solvers == ["auto", "x"]
    for found in (figures, results_of([rows[0], rows[2]])):
        text = as_html(found, chosen_pair(found)) + as_markdown(found)
        assert ("refused" in text) == (status == "refused")
    with pytest.raises(UsageError, match="no results of 'y'"):
        chosen_pair(figures, ["auto", "y"])


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
        text = plots.plot_svg(plot, name, alone=True)
        words = [node.text or "" for node in ET.fromstring(text.encode()).iter()]
        for shown in ("$\\foo{$", "_x", r"a\x1b[31mb\r\nc", "</text>", "$x$"):
            assert name == "scatter" or any(shown in word for word in words)
        assert plots.plot_print(plot, "png").startswith(b"\x89PNG")


def test_names_are_text_in_reports():
    rows = hostile()
    figures = results_of(rows)
    texts = [as_html(figures, HOSTILE[:2]), as_markdown(figures), as_csv(figures)]
    texts.append(as_latex(figures))
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
    for shown in (*report_tables(figures), *compare_tables(compare(figures, figures))):
        print_table(shown, figures.solvers)
    shown = capsys.readouterr().out
    assert r"a\x1b[31mb\r\nc" in shown
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]", shown)


def test_the_phase_transition_is_drawn():
    rows = [header("a", "b")]
    for percent in range(30, 75, 5):
        for name, factor in (("a", 0.1), ("b", 0.5)):
            seconds = None if percent == 45 else factor / abs(percent - 45)
            more = {"density": percent / 100, "source": "random"}
            rows += [run(name, f"random-{percent}-{at}", seconds, **more) for at in range(3)]
    drawn = plots.all_of(results_of(rows, by="density"), [])
    assert list(drawn) == ["cactus", "factor"]
    assert as_html(results_of(rows, by="density"), []).count("<svg") == 2
    (axes,) = drawn["factor"][0].axes
    medians = axes.lines[0].get_ydata()
    assert max(medians) == medians[3] == 10.0
    assert plots.plot_file(drawn, "factor", "some/plot.png").startswith(b"\x89PNG")
    assert b">puzzles solved<" in plots.plot_file(drawn, "cactus", "plot.svg")
    with pytest.raises(UsageError, match="no data for the plot factor"):
        plots.plot_file(plots.all_of(results_of(rows), []), "factor", "factor.svg")
    rows[1]["density"] = "<b>"
    assert results_of(rows).points[0].density is None


def test_latex_has_no_cell_that_means_something_else():
    rows = [header("a_b", "50 %"), run("a_b", r"p\q & {$x$}", 1.0), run("50 %", "~^#", None)]
    text = as_latex(results_of(rows))
    assert r"a\_b & 1 & 0 &" in text
    body = [line for line in text.splitlines() if line[:1] not in ("%", "\\", "")]
    assert all(line.endswith(r" \tabularnewline") for line in body)
    assert len({len(re.findall(r"(?<!\\)&", line)) for line in body[:4]}) == 1


def test_plots_are_pictures_and_the_same_every_time():
    _, figures = sample()
    drawn = plots.all_of(figures, ["auto", "sat:<x>"])
    assert list(drawn) == ["cactus", "scatter"]
    for name, (plot, _) in drawn.items():
        root = ET.fromstring(plots.plot_svg(plot, name, alone=True))
        assert root.tag.endswith("svg")
        texts = ["".join(node.itertext()) for node in root.iter() if node.tag.endswith("text")]
        assert "seconds" in " ".join(texts)
    assert len({plots.plot_svg(plots.cactus(figures), "cactus") for _ in range(2)}) == 1


@pytest.mark.slow
def test_the_commands_write_what_is_asked(folder):
    rows, _ = sample()
    slower = [
        row | {"seconds": row["seconds"] * 2, "cpu_seconds": row["seconds"] * 2}
        if row.get("seconds")
        else row
        for row in rows
    ]
    for name, some in (("old.jsonl", rows), ("new.jsonl", slower), ("empty.jsonl", rows[:1])):
        with Journal(name) as journal:
            journal.append(some)
    report = ["bench", "report", "old.jsonl"]
    done = command(*report, cwd=folder)
    assert done.returncode == 0, done.stderr
    for word in ("All puzzles", "By family", "Pairs", "agreement: all"):
        assert word in done.stdout
    files = [
        "-o",
        "r.md",
        "-o",
        "r.csv",
        "-o",
        "r.tex",
        "-o",
        "r.png",
        "--versus",
        "sat:<x>,auto",
    ]
    done = command(*report, *files, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert command(*report, "-o", "r/r.html", cwd=folder).returncode == 5
    clues = Path("cactus.svg")
    clues.write_text('{"rows": [[1]], "columns": [[1]]}')
    done = command(*report, "-o", "cactus.svg", cwd=folder)
    assert (done.returncode, "holds clues, which would be lost" in done.stderr) == (5, True)
    assert clues.read_text().startswith("{")
    done = command(*report, "-o", "cactus.svg", "--force", cwd=folder)
    assert "nonosat: replaced cactus.svg" in done.stderr
    for wrong in ("-o r.gif", "--versus auto", "--versus auto,magic", "--clock sun"):
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
    assert "pip install matplotlib" in done.stderr
    assert not Path("r.html").exists()
    assert command(*report, "-o", "s.md", cwd=folder, without="matplotlib").returncode == 0


def test_narrow_terminals_go_without_some_columns():
    columns = ["solver", "puzzles", "CPU", "total"]
    for room, kept in ((60, [0, 1, 2, 3]), (34, [0, 1, 3]), (10, [0])):
        assert Table("", columns, []).fitting([16, 9, 5, 7], room) == kept


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
    assert "<td><svg/></td>" in text  # a column of markup and text is not a column of numbers
    assert text.count('<th scope="col" class="n">') == 3
    assert '<td class="n">10</td>' in text
    assert '<td class="n" data-v="">&ndash;</td>' in text
    with pytest.raises(ValueError, match="zip"):
        table(["a", "b"], [[1]])
    assert table(["a", "b"], []).count("<th ") == 2


def test_the_results_in_the_repository_can_be_read(folder):
    packed = sorted((ROOT / "benchmarks" / "results").glob("*.jsonl.gz"))
    assert packed
    for file in packed:
        Path("rows.jsonl").write_bytes(gzip.decompress(file.read_bytes()))
        rows = read_results("rows.jsonl")
        assert settle_answers(rows).complaints == []
        assert results_of(rows).points

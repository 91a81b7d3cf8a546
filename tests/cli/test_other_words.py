"""Words that are not ours: no message misleads, and most name the word of ours that was meant."""

import shlex
from pathlib import Path

import pytest
import typer.main
from command import run
from test_options import commands

from nonosat.cli import COMMANDS as OURS
from nonosat.cli import make_app
from nonosat.cli.spelling import WORDS

HEART = "width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n"
NO = "No such option: {} (Possible options: {})"
#    typed                                               stderr
FIRST = [
    ("check puzzles --csv report.csv",                   NO.format("--csv", "-o")),
    ("check puzzles --strict",                           "No such option: --strict"),
    ("check puzzles --sort difficulty",                  "No such option: --sort"),
    ("image photo.jpg --width 30",                       NO.format("--width", "--size")),
    ("book puzzles -o book.pdf --sort",                  NO.format("--sort", "--order")),
    ("convert sheet.csv sheet.non",                      "there is no sheet.non; to write it: -o sheet.non"),
    ("show p.non --solution",                            "drawing options need a file: give -o FILE"),
    ("validate puzzles",                                 "no command validate; try `nonosat check puzzles`"),
    ("fix ambiguous.txt",                                "no command fix; try `nonosat repair ambiguous.txt`"),
    ("bench puzzles --backends line,cpsat,sat --limit 10 --csv rows.csv", NO.format("--backends", "--backend")),
    ("bench puzzles -b line -b cpsat -b sat --timeout 10", NO.format("--timeout", "--limit")),
    ("bench puzzles --repeat 5",                         NO.format("--repeat", "--repeats")),
    ("bench puzzles --expect known.csv",                 "known verdicts judge results: `nonosat bench report --expect FILE`"),
    ("bench puzzles --latex table.tex",                  NO.format("--latex", "-o")),
    ('bench puzzles --solver "mysolver {file}"',         NO.format("--solver", "--external")),
    ('bench puzzles -b "cmd:mysolver"',                  "-b takes our backends; for a program: --external 'cmd=mysolver {file}'"),
    ("solve big.non --timeout 60",                       NO.format("--timeout", "--limit")),
    ("check batch --workers 2",                          NO.format("--workers", "--jobs")),
    ("check batch -j",                                   "Option '-j' requires an argument."),
    ("check batch --resume results.csv",                 "--resume needs -o FILE"),
    ("solve < big.non",                                  "give a FILE, - for stdin, or --rows and --cols"),
    ("generate --symmetric",                             "No such option: --symmetric"),
]  # fmt: skip
"""The guesses of ten people who had read the README alone that are wrong usage."""
OTHERS = [
    ("chekc p.non",                                      "no command chekc; try `nonosat check p.non`"),
    ("check p.non --jsn",                                NO.format("--jsn", "--json")),
    ("solve --rows 1 --columns 1",                       NO.format("--columns", "--cols, --count")),
    ("-j 2 check p.non",                                 "No such option: -j"),
    ("check -- -o",                                      "-o: there is no such file or folder"),
    ("generate 20x20 --count 10",                        "the size is an option: --size 20x20"),
    ("generate random 20x20",                            "Got unexpected extra argument(s) (20x20)"),
    ("image photo.jpg --crop auto",                      "Invalid value for '--crop': expected LEFT,TOP,RIGHT,BOTTOM in pixels, or none, got auto"),
    ("repair p.non --only thicker",                      "Invalid value for '--only': 'thicker' is not one of 'changed', 'given'."),
    ("solve p.non --from rosetta",                       "unknown format 'rosetta'; `nonosat formats` lists them"),
    ("why p.non",                                        "choose a cell: its row and column after the file, counted from 1, as 3,7"),
    ("why p.non 12",                                     "cell '12': give one row and one column, counted from 1, as 3,7"),
    ("solve p.non big.non",                              "big.non: this puzzle file has no given cells"),
    ("hint p.non marks.txt --known marks.txt",           "give the marks after the puzzle or with --known, not both"),
    ("check -j 2 -j1 p.non",                             "--jobs is given twice; it takes one value"),
]  # fmt: skip
WORKS = [
    "solve p.non -limit 5", "solve p.non -json", "solve p.non -n=1", "help check", "help",
    "why p.non 3 4", "why p.non 1,2", "why p.non --cell 1,2", "why p.non 1,2 --known marks.txt",
    "hint p.non marks.txt", "steps p.non marks.txt", "solve p.non marks.txt", "solve p.non --known marks.txt",
]  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the guesses name."""
    desk = tmp_path_factory.mktemp("desk")
    (desk / "puzzles").mkdir()
    (desk / "batch").mkdir()
    (desk / "marks.txt").write_text("?????\n#####\n?????\n?????\n?????\n")
    for name in ("puzzles/heart.non", "batch/heart.non", "p.non", "big.non", "sheet.csv"):
        (desk / name).write_text(HEART)
    (desk / "rows.csv").write_text("")
    return desk


@pytest.mark.parametrize(("typed", "said"), [*FIRST, *OTHERS], ids=lambda text: text[:60])
def test_no_message_misleads(desk: Path, typed: str, said: str) -> None:
    done = run(*shlex.split(typed.partition(" < ")[0]), cwd=desk)
    assert (done.returncode, done.stderr, done.stdout) == (2, f"nonosat: {said}\n", "")


@pytest.mark.parametrize("typed", WORKS)
def test_other_spellings_work(desk: Path, typed: str) -> None:
    done = run(*shlex.split(typed), cwd=desk)
    assert (done.returncode, done.stderr) == (0, "")


def test_other_words_are_few_and_not_ours() -> None:
    assert len(WORDS) <= 40
    app = typer.main.get_command(make_app())
    options = {
        opt for _, command in commands(app) for param in command.params for opt in param.opts
    }
    for theirs, ours in WORDS.items():
        known = options if theirs.startswith("-") else OURS.keys()
        assert {*ours.split()} <= {*known}
        assert theirs not in OURS

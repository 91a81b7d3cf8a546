"""What people type before they have read any help: it works, or the message names what does."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from command import run
from test_options import commands

from nonosat.cli import COMMANDS as OURS
from nonosat.cli import make_app
from nonosat.cli.other_words import COMMANDS, OPTIONS, hint_for
from nonosat.errors import UsageError

#    typed                                               code  words of stderr, and for hints what works instead
FIRST: list[Any] = [
    ("check puzzles/",                                   10),
    ("check puzzles --csv report.csv",                   2, "`nonosat check puzzles -o report.csv`"),
    ("check puzzles --html report.html",                 2, "`nonosat check puzzles --report report.html`"),
    ("check puzzles --json",                             10),
    ("check puzzles -o report.csv",                      10),
    ("check puzzles --only multiple",                    2, "`nonosat check puzzles -q`"),
    ("check puzzles --strict",                           2, "exit code"),
    ("check puzzles --format github",                    2, "`nonosat check puzzles -o rows.csv`"),
    ("check puzzles --sort difficulty",                  2, "`nonosat rate puzzles --sort`"),
    ("check sheet.csv",                                  0),
    ("solve sheet.csv",                                  0),
    ("image photo.jpg --size 30x30 -o photo.non",        0),
    ("image photo.jpg --width 30",                       2, "--size 30"),
    ("image photo.jpg --colors 4 -o photo.json",         0),
    ("image photo.jpg",                                  0),
    ("repair ambiguous.txt",                             0),
    ("repair ambiguous.txt -o fixed.txt",                0),
    ("repair pic.png -o fixed.png",                      30),
    ("conflict typo.txt",                                3),
    ("book puzzles -o book.pdf",                         10),
    ('book puzzles --title "My Book" -o book.pdf',       10),
    ("book puzzles -o book.pdf --sort",                  2, "--order difficulty"),
    ("rate puzzles",                                     10),
    ("rate puzzles --csv",                               2, "`nonosat rate puzzles -o rows.csv`"),
    ("convert sheet.csv sheet.non",                      2, "-o sheet.non"),
    ("convert sheet.csv --to non",                       0),
    ("show p.non",                                       0),
    ("show p.non -o p.svg",                              0),
    ("show p.non -o p.png",                              0),
    ("show p.non --solution",                            2, "-o FILE"),
    ("hint p.non",                                       0),
    ("steps p.non",                                      0),
    ("steps p.non -o steps.html",                        2, "`nonosat solve p.non -o p-solved.png`"),
    ("why p.non --row 3 --col 4",                        0),
    ("why p.non 3 4",                                    0),
    ("site puzzles -o public",                           10),
    ("validate puzzles",                                 2, "`nonosat check puzzles`"),
    ("fix ambiguous.txt",                                2, "`nonosat repair ambiguous.txt`"),
    ("print puzzles",                                    2, "`nonosat show puzzles -o puzzles.pdf`"),
    ("check puzzles --quiet",                            10),
    ("generate --size 20 --density 0.5 --seed 1 -n 10 -o puzzles", 0),
    ("generate 20x20 --count 10 --seed 1 --density 50%", 0),
    ("generate random 20x20 --density 0.5 --seed 1",     0),
    ("bench puzzles --backends line,cpsat,sat --limit 10 --csv rows.csv", 2, "`nonosat bench run puzzles -b line,cpsat,sat --limit 10 rows.csv"),
    ("bench puzzles -b line,cpsat,sat",                  0),
    ("bench puzzles -b line -b cpsat -b sat --timeout 10", 2, "`nonosat bench run puzzles -b line -b cpsat -b sat --limit 10"),
    ("bench puzzles --jobs 2",                           2, "--cores 0,1 on two"),
    ("bench puzzles --repeat 5",                         2, "`nonosat bench run puzzles --repeats 5"),
    ("bench puzzles --seed 7",                           0),
    ("bench puzzles --latex table.tex",                  2, "`nonosat bench report results.jsonl -o table.tex`"),
    ("bench puzzles --plot plot.pdf",                    2, "`nonosat bench report results.jsonl -o plot.pdf`"),
    ("bench rows.csv --latex table.tex",                 2, "`nonosat bench report"),
    ('bench puzzles --solver "mysolver {file}"',         2, "`nonosat bench run puzzles --external 'mine=mysolver {file}'"),
    ('bench puzzles -b "cmd:mysolver"',                  2, "nonosat: -b takes our backends; for a program: --external 'cmd=mysolver {file}'"),
    ("bench puzzles --cores 1",                          0),
    ("bench puzzles --threads 1",                        2, "--cores 0"),
    ("bench puzzles --memory 2GB",                       0),
    ("bench puzzles --resume",                           0),
    ("bench puzzles --group size",                       2, "--by size"),
    ("bench puzzles --format csv",                       2, "`nonosat bench report results.jsonl -o table.tex"),
    ("backends",                                         0),
    ("convert p.non p.cnf",                              2, "-o p.cnf"),
    ("convert p.non -o p.mzn",                           0),
    ("convert puzzles --to cnf -o cnf",                  5, "-o FOLDER/"),
    ("solve p.non -b cpsat --stats",                     2, "--json"),
    ("bench puzzles --warmup 1",                         2, "`nonosat bench run puzzles --warm-up 1"),
    ("solve p.non --verbose",                            2, "--json"),
    ("solve big.non --limit 60",                         0),
    ("solve big.non --limit 1m",                         0),
    ("solve big.non --timeout 60",                       2, "`nonosat solve big.non --limit 60`"),
    ("solve big.non --progress",                         2, "is shown"),
    ("count big.non",                                    0),
    ("count big.non --limit 10",                         0),
    ("count big.non --max 1000",                         2, "`nonosat solve big.non -n 1000`"),
    ("solve big.non --all",                              2, "-n all"),
    ("solve big.non -n 10",                              0),
    ("check batch -j 2",                                 10),
    ("check batch --jobs all",                           10),
    ("check batch --workers 2",                          2, "`nonosat check batch --jobs 2`"),
    ("check batch -j",                                   2, "-j needs a value: N|all. Use N processes"),
    ("check batch -o results.csv --resume",              10),
    ("check batch --resume results.csv",                 2, "-o FILE"),
    ("check batch --memory 1G",                          2, "`ulimit -v`"),
    ("solve big.non -o out.png",                         0),
    ("solve big.non --json",                             0),
    ("solve -",                                          3, "the file is empty"),
    ("solve < big.non",                                  2, "- for stdin"),
    ("generate 500x500 --density 0.6 -o r.non",          0),
    ("generate 60x60 --colors 3",                        0),
    ("generate --symmetric",                             2, "`nonosat generate symmetric`"),
    ("backbone big.non",                                 0),
    ("count big.non --approx",                           2, "at --limit"),
    ("check big.png",                                    0),
    ("check batch.zip",                                  0),
    ("--version",                                        0),
    ("help check",                                       0),
    ("check batch --limit 5s --jobs 2 --json > out.jsonl", 10),
]  # fmt: skip
"""The guesses of ten people who had read the README alone."""

OTHERS: list[Any] = [
    # commands
    ("test puzzles",                                     2, "`nonosat check puzzles`"),
    ("solvers",                                          2, "`nonosat backends`"),
    ("open p.non",                                       2, "`nonosat web p.non`"),
    ("export p.non -o p.svg",                            2, "`nonosat show p.non -o p.svg`"),
    ("export p.non -o p.mzn",                            2, "`nonosat convert p.non -o p.mzn`"),
    ("poster p.non",                                     2, "`nonosat show p.non --page A2 -o poster.pdf`"),
    ("report puzzles",                                   2, "`nonosat check puzzles --report report.html`"),
    ("animate p.non",                                    2, "`nonosat web p.non`"),
    ("version",                                          2, "`nonosat --version`"),
    ("help",                                             0),
    ("chekc puzzles",                                    2, "did you mean check?"),
    ("hints p.non",                                      2, "did you mean hint?"),
    ("rotate p.non",                                     2, "no command rotate; `nonosat --help` lists all"),
    ("help frobnicate",                                  2, "no command frobnicate; `nonosat --help` lists all"),
    # orders
    ("p.non",                                            2, "`nonosat check p.non`"),
    ("p.non check --json",                               2, "first: `nonosat check p.non --json`"),
    ("-j 2 check p.non",                                 2, "first: `nonosat check -j 2 p.non`"),
    ("--frobnicate",                                     2, "no option --frobnicate; `nonosat --help`"),
    ("--version --frobnicate",                           2, "no option --frobnicate; `nonosat --help`"),
    ("-V -j 2 check p.non",                              2, "`nonosat check -j 2 p.non`"),
    ("backends p.non",                                   2, "`nonosat backends`"),
    ("formats non p.non",                                2, "`nonosat formats non`"),
    ("generate random p.non",                            2, "`nonosat generate random -o p.non`"),
    ("web p.non big.non",                                2, "one file at a time, so not big.non"),
    ("image photo.jpg 30x20",                            0),
    ("image 30x20 photo.jpg",                            0),
    ("image photo.jpg photo.non",                        2, "`nonosat image photo.jpg -o photo.non`"),
    ("image photo.jpg 30",                               2, "`nonosat image photo.jpg --size 30`"),
    ("generate random 20 20",                            2, "no place for 20 20"),
    ("generate random 20x20 --size 10",                  2, "no place for 20x20"),
    ("line 3 1 10", 2, "no place for 10"),
    ("why 1,2 p.non", 0),
    ("why 1 2 p.non", 0),
    ("blot p.non 2",                                     2, "`nonosat blot p.non -n 2`"),
    ("solve p.non big.non",                              2, "`nonosat check p.non big.non`"),
    ("solve puzzles",                                    2, "`nonosat check puzzles`"),
    ("check o",                                          2, "o: there is no such file"),
    ("check -- -o",                                      2, "-o: there is no such file"),
    ("why p.non --cell 3 4 --cell 3 4",                  0),
    ("web puzzles --no-browser",                         2, "`nonosat site puzzles -o OUT`"),
    ("show p.non p.svg",                                 2, "-o p.svg"),
    ("convert p.non sheet.txt",                          2, "-o sheet.txt"),
    ("verify p.non",                                     3, "`nonosat check` takes puzzles"),
    ("why p.non 1,2",                                    0),
    ("why p.non --cell 1 2",                             0),
    ("why p.non r1c2",                                   0),
    ("why p.non '(1, 2)'",                               0),
    ("why p.non 12",                                     2, "no place for 12"),
    ("conflict typo.txt -o fixed.txt",                   2, "--copy-to"),
    ("check puzzles -o report.html",                     2, "--report"),
    # spellings
    ("solve p.non -limit 5",                             0),
    ("solve p.non -json",                                0),
    ("solve p.non -n=1",                                 0),
    ("image photo.jpg --colours 2",                      2, "`nonosat image photo.jpg --colors 2`"),
    ("check puzzles --jsn",                              2, "`nonosat check puzzles --json`"),
    ("check puzzles --frobnicate",                       2, "`nonosat check --help` lists all"),
    ("solve p.non --latex table.tex",                    2, "`nonosat solve --help` lists all"),
    ("solve p.non --plot plot.pdf",                      2, "`nonosat solve --help` lists all"),
    ("show p.non --row 3",                               2, "`nonosat why p.non ROW COLUMN`"),
    ("solve p.non --row 2",                              2, "`nonosat why p.non ROW COLUMN`"),
    # units
    ("solve p.non --limit 500ms",                        0),
    ("solve p.non --limit 5sec",                         0),
    ("solve p.non --limit '2 minutes'",                  0),
    ("solve p.non --limit 5x",                           2, "expected seconds"),
    ("solve p.non --limit -1",                           2, "expected seconds"),
    ("solve p.non --limit nan",                          2, "expected seconds"),
    ("image photo.jpg --size '30 X 20'",                 0),
    ("bench puzzles --memory 2XB",                       2, "expected megabytes"),
    ("check puzzles --jobs 0",                           2, "expected a number from 1"),
    ("show p.non -o p.pdf --cell '0.5 in'",              0),
    ("book puzzles -o b.pdf --page '6 x 9 in'",          10),
    # options
    ("solve p.non --pdf",                                2, "`nonosat show p.non --solution -o p.pdf`"),
    ("show p.non --pdf",                                 2, "`nonosat show p.non -o p.pdf`"),
    ("book puzzles -o b.pdf --order",                    2, "--order needs a value: difficulty|given"),
    ("book puzzles -o b.pdf --format A5",                2, "--page A5"),
    ("count p.non --all",                                2, "`nonosat count p.non`"),
    ("generate random --difficulty 3",                   2, "--stars 3"),
    ("check puzzles --rate",                             2, "`nonosat rate puzzles --sort`"),
    ("check puzzles --certify proofs",                   2, "`nonosat certify puzzles -o proofs`"),
    ("check puzzles --report r.csv",                     2, "-o FILE.csv"),
    ("rate puzzles --sort difficulty",                   2, "--sort takes no value: `nonosat rate puzzles --sort`"),
    ("check puzzles --resume rows.csv",                  2, "`nonosat check puzzles -o rows.csv --resume`"),
    ("steps p.non --from marks.txt",                     2, "`nonosat steps p.non --known marks.txt`"),
    ("certify p.non --proof veripb",                     2, "`nonosat certify p.non -o p-proofs`"),
    ("verify p.non puzzles",                             2, "`nonosat verify puzzles --puzzle p.non`"),
    ("bench compare rows.csv line sat",                  2, "`nonosat bench report rows.csv`"),
    ("bench p.non -b all",                               2, "leave -b all out"),
    ("why p.non -r 3 -c 4",                              0),
    ("why p.non 'row 3 column 4'",                       0),
    ("image photo.jpg --width 30 --unique",              2, "`nonosat image photo.jpg --size 30 -o photo.non`"),
    ("print p.non",                                      2, "`nonosat show p.non -o p.pdf`"),
    ("check --file p.non",                               2, "`nonosat check p.non`"),
]  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the guesses name."""
    image = pytest.importorskip("PIL.Image")
    desk = tmp_path_factory.mktemp("desk")
    heart = "width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n"
    two = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
    for folder in ("puzzles", "batch"):
        (desk / folder).mkdir()
        (desk / folder / "heart.non").write_text(heart)
        (desk / folder / "two.non").write_text(two)
    for name in ("p.non", "big.non"):
        (desk / name).write_text(heart)
    (desk / "ambiguous.txt").write_text(two)
    (desk / "marks.txt").write_text("?????\n#####\n?????\n?????\n?????\n")
    (desk / "typo.txt").write_text(heart.replace("3", "4"))
    (desk / "sheet.csv").write_text(",2,4,4,4,2\n1 1\n5\n5\n3\n1\n")
    with zipfile.ZipFile(desk / "batch.zip", "w") as batch:
        batch.writestr("heart.non", heart)
    photo = image.new("L", (200, 200), 255)
    photo.paste(0, (50, 40, 150, 170))
    photo.save(desk / "photo.jpg")
    photo.resize((10, 10)).save(desk / "big.png")
    diagonal = image.new("1", (5, 5), 1)
    for at in range(5):
        diagonal.putpixel((at, at), 0)
    diagonal.save(desk / "pic.png")
    (desk / "mysolver").write_text("#!/bin/sh\necho unique\n")
    (desk / "mysolver").chmod(0o755)
    (desk / "rows.csv").write_text("")
    return desk


@pytest.fixture
def folder(desk: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(desk, tmp_path / "desk"))


def typed_in(folder: Path, typed: str) -> subprocess.CompletedProcess[str]:
    """Run what was typed, with its redirections."""
    words, _, source = typed.partition(" < ")
    stdin = (folder / source).read_text() if source else ""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ()
    args = shlex.split(words.partition(" > ")[0])
    if args[0] == "bench" and "puzzles" in args and "-b" not in args:
        args += ["-b", "line"]  # measuring every backend takes long
    done = run(*args, stdin=stdin, cwd=folder)
    if cores:
        os.sched_setaffinity(0, cores)  # --cores has changed that of this process
    assert "Traceback" not in done.stderr
    return done


def slow_if(measuring: bool) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if measuring else []


PLACES = {
    **{"FILE": "p.non", "PUZZLE": "p.non", "PATH": "puzzles", "FOLDER": "out", "ROW": "1", "COLUMN": "2"},
    **{"CLUE": "2", "CELLS": "5", "TITLE": "Heart", "ADDRESS": "https://example.org", "SECONDS": "5"},
    **{"N|all": "2", "NAME": "heart.pbm", "PHOTO": "photo.jpg", "MARKS": "marks.txt"},
}  # fmt: skip
"""What a reader puts for the words in capitals of an advice."""


def follow(folder: Path, said: str) -> None:
    """Type each command that a message names; none may be another wrong usage."""
    for command in re.findall(r"`nonosat ([^`]*)`", said):
        words = [PLACES.get(word, word) for word in shlex.split(command)]
        if words[0] == "web" or words == ["bench"] or "--external" in words:
            parse(words)  # serves until it is ended, measures everything, or needs a program
            continue
        if words[:2] == ["bench", "report"] and not (folder / "results.jsonl").exists():
            assert run("bench", "p.non", "-b", "line", cwd=folder).returncode == 0
        done = typed_in(folder, shlex.join(words))
        assert done.returncode != 2, f"{command}: {done.stderr}"


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        pytest.param(*(*row, "")[:3], id=row[0], marks=slow_if(row[0][:7] == "bench p"))
        for row in (*FIRST, *OTHERS)
    ],
)
def test_a_guess_works_or_leads_to_what_works(
    folder: Path, typed: str, code: int, said: str
) -> None:
    done = typed_in(folder, typed)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert said or code in (0, 3, 10, 30), "it neither works nor gets a hint"
    if code == 2:
        follow(folder, done.stderr)


def test_the_table_has_all_first_guesses(shared: Path) -> None:
    lines = (shared / "first-guesses.txt").read_text().splitlines()
    guesses = [line.split(None, 2)[2] for line in lines if not line.startswith("#")]
    assert [row[0] for row in FIRST] == guesses


def parse(words: list[str]) -> None:
    """Parse a command without running it.

    Raises:
        UsageError: it is not understood.
    """
    import typer.main

    command: Any = typer.main.get_command(make_app(words))
    named = words[0] in OURS
    name, rest = (f"nonosat {words[0]}", words[1:]) if named else ("nonosat", words)
    with command.make_context(name, list(rest), resilient_parsing=True) as context:
        while hasattr(command, "commands"):
            _, command, rest = command.resolve_command(context, rest)
            context = command.make_context(command.name, list(rest), parent=context)


def commands_of_ours() -> dict[str, set[str]]:
    """Each command and its options; for bench those of bench run."""
    import typer.main

    app = typer.main.get_command(make_app())
    ours = {
        name: {opt for p in command.params for opt in p.opts} for name, command in commands(app)
    }
    return ours | {"bench": ours["bench run"]}


WORDS = {
    "bench": "bench run p.non -b line",
    "line": "line '2 1' 5",
    "image": "image photo.jpg",
    "generate": "generate",
}
"""The beginning of a command, where it is not its name and a puzzle."""


def hinted() -> Iterator[tuple[str, str]]:
    """Each row of the table: its first option with the first command that gets the hint."""
    ours = commands_of_ours()
    for row in OPTIONS:
        for option, command in product(row[1].split(), ours):
            said = hint_for(option, command, ours[command])
            if said == (row[2], "".join(row[3:])) and option not in ours[command]:
                yield command, option
                break
        else:
            raise AssertionError(f"nobody gets {row}")


@pytest.mark.parametrize(("command", "option"), [*hinted()])
def test_each_hint_leads_to_a_command_that_is_understood(
    desk: Path, command: str, option: str
) -> None:
    words = shlex.split(WORDS.get(command, f"{command} p.non"))
    for value in ([], ["3"]):
        done = run(*words, option, *value, cwd=desk)
        assert done.returncode == 2
        assert "--help` lists all" not in done.stderr
        for meant in re.findall(r"`nonosat ([^`]*)`", done.stderr):
            parse([PLACES.get(word, word) for word in shlex.split(meant)])


@pytest.mark.parametrize("option", ["--gpu", "--retries", "--foo-bar"])
def test_an_unknown_option_gets_no_hint(option: str) -> None:
    assert not any(hint_for(option, name, options) for name, options in commands_of_ours().items())


def test_words_for_commands_are_not_commands() -> None:
    theirs = [word for words in COMMANDS.values() for word in words.split()]
    assert len(theirs) == len(set(theirs))
    assert not OURS.keys() & {*theirs}
    assert OURS.keys() | {"--version"} >= {ours.split()[0] for ours in COMMANDS}
    with pytest.raises(UsageError, match="`nonosat check a b`"):
        make_app(["validate", "a", "b"])(["validate", "a", "b"], standalone_mode=False)


def test_json_of_a_respelled_command(folder: Path) -> None:
    answers = [
        json.loads(run("why", "--json", *words, cwd=folder).stdout)
        for words in (["p.non", "1", "2"], ["p.non", "--cell", "1,2"])
    ]
    assert answers[0]["cell"] == answers[1]["cell"] == [0, 1]

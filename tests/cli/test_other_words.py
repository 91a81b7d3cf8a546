"""What people type before they have read any help: it works, or the message names what does."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from command import run
from test_options import commands

from nonosat.cli import make_app
from nonosat.cli.other_words import COMMANDS, OPTIONS, hint_for, options_in
from nonosat.errors import UsageError

#    typed                                               code  words of stderr, and for hints what works instead
FIRST: list[Any] = [
    ("check puzzles/",                                   10),
    ("check puzzles --csv report.csv",                   2, "-o NAME.csv", "check puzzles -o report.csv"),
    ("check puzzles --html report.html",                 2, "--report FILE.html", "check puzzles --report r.html"),
    ("check puzzles --json",                             10),
    ("check puzzles -o report.csv",                      10),
    ("check puzzles --only multiple",                    2, "--copy-to FILE",
     "check puzzles --filter multiple --copy-to x.jsonl"),
    ("check puzzles --strict",                           2, "exit code", "check puzzles"),
    ("check puzzles --format github",                    2, "-o FILE", "check puzzles -o rows.jsonl"),
    ("check puzzles --sort difficulty",                  2, "`nonosat rate PATH --sort`", "rate puzzles --sort"),
    ("check sheet.csv",                                  0),
    ("solve sheet.csv",                                  0),
    ("image photo.jpg --size 30x30 -o photo.non",        0),
    ("image photo.jpg --width 30",                       2, "--size 30", "image photo.jpg --size 30"),
    ("image photo.jpg --colors 4 -o photo.json",         0),
    ("image photo.jpg",                                  0),
    ("repair ambiguous.txt",                             0),
    ("repair ambiguous.txt -o fixed.txt",                0),
    ("repair pic.png -o fixed.png",                      30),
    ("conflict typo.txt",                                3),
    ("book puzzles -o book.pdf",                         10),
    ('book puzzles --title "My Book" -o book.pdf',       10),
    ("book puzzles -o book.pdf --sort",                  2, "--order difficulty",
     "book puzzles -o book.pdf --order difficulty"),
    ("rate puzzles",                                     10),
    ("rate puzzles --csv",                               2, "-o NAME.csv", "rate puzzles -o r.csv"),
    ("convert sheet.csv sheet.non",                      2, "-o sheet.non", "convert sheet.csv -o sheet.non"),
    ("convert sheet.csv --to non",                       0),
    ("show p.non",                                       0),
    ("show p.non -o p.svg",                              0),
    ("show p.non -o p.png",                              0),
    ("show p.non --solution",                            2, "-o FILE", "show p.non --solution -o p.svg"),
    ("hint p.non",                                       0),
    ("steps p.non",                                      0),
    ("steps p.non -o steps.html",                        2, "-o steps.svg", "steps p.non -o steps.svg"),
    ("why p.non --row 3 --col 4",                        2, "--cell ROW,COLUMN", "why p.non --cell 3,4"),
    ("why p.non 3 4",                                    0),
    ("site puzzles -o public",                           10),
    ("validate puzzles",                                 2, "`nonosat check puzzles`", "check puzzles"),
    ("fix ambiguous.txt",                                2, "`nonosat repair ambiguous.txt`", "repair ambiguous.txt"),
    ("print puzzles",                                    2, "`nonosat show puzzles`", "show puzzles"),
    ("check puzzles --quiet",                            10),
    ("generate --size 20 --density 0.5 --seed 1 -n 10 -o puzzles", 2, "choose a family: random, ",
     "generate random --size 20 --density 0.5 --seed 1 -n 10 -o puzzles"),
    ("generate 20x20 --count 10 --seed 1 --density 50%", 2, "choose a family: random, ",
     "generate random 20x20 --count 10 --seed 1 --density 50%"),
    ("generate random 20x20 --density 0.5 --seed 1",     0),
    ("bench puzzles --backends line,cpsat,sat --limit 10 --csv rows.csv", 2, "-b NAME",
     "bench puzzles -b line,cpsat,sat --limit 10"),
    ("bench puzzles -b line,cpsat,sat",                  0),
    ("bench puzzles -b line -b cpsat -b sat --timeout 10", 2, "--limit SECONDS", "bench puzzles -b line --limit 10"),
    ("bench puzzles --jobs 2",                           2, "--cores 0,1 on two", "bench puzzles -b line --cores 0,1"),
    ("bench puzzles --repeat 5",                         2, "--repeats N", "bench puzzles -b line --repeats 5"),
    ("bench puzzles --seed 7",                           0),
    ("bench puzzles --latex table.tex",                  2, "`nonosat bench report results.jsonl -o table.tex`",
     "bench report results.jsonl -o table.tex"),
    ("bench puzzles --plot plot.pdf",                    2, "`nonosat bench report results.jsonl --plots FOLDER`",
     "bench report results.jsonl --plots plots"),
    ("bench rows.csv --latex table.tex",                 2, "`nonosat bench report", "bench report results.jsonl -o t.tex"),
    ('bench puzzles --solver "mysolver {file}"',         2, "--external NAME='COMMAND {file}'",
     "bench puzzles -b none --external 'mine=./mysolver {file}'"),
    ('bench puzzles -b "cmd:mysolver"',                  2, "--external NAME='mysolver {file}'",
     "bench puzzles -b none --external 'mine=./mysolver {file}'"),
    ("bench puzzles --cores 1",                          0),
    ("bench puzzles --threads 1",                        2, "--cores 0", "bench puzzles -b line --cores 0"),
    ("bench puzzles --memory 2GB",                       0),
    ("bench puzzles --resume",                           0),
    ("bench puzzles --group size",                       2, "--by size", "bench report results.jsonl --by size"),
    ("bench puzzles --format csv",                       2, "-o table.csv", "bench report results.jsonl -o table.csv"),
    ("backends",                                         0),
    ("convert p.non p.cnf",                              2, "-o p.cnf", "convert p.non -o p.cnf"),
    ("convert p.non -o p.mzn",                           0),
    ("convert puzzles --to cnf -o cnf",                  5, "-o FOLDER/", "convert puzzles --to cnf -o cnf/"),
    ("solve p.non -b cpsat --stats",                     2, "--json", "solve p.non -b cpsat --json"),
    ("bench puzzles --warmup 1",                         2, "--warm-up N", "bench puzzles -b line --warm-up 1"),
    ("solve p.non --verbose",                            2, "--json", "solve p.non --json"),
    ("solve big.non --limit 60",                         0),
    ("solve big.non --limit 1m",                         0),
    ("solve big.non --timeout 60",                       2, "--limit SECONDS", "solve big.non --limit 60"),
    ("solve big.non --progress",                         2, "is shown", "solve big.non"),
    ("count big.non",                                    0),
    ("count big.non --limit 10",                         0),
    ("count big.non --max 1000",                         2, "`nonosat solve FILE -n 1000`", "solve big.non -n 1000"),
    ("solve big.non --all",                              2, "-n all", "solve big.non -n all"),
    ("solve big.non -n 10",                              0),
    ("check batch -j 2",                                 10),
    ("check batch --jobs all",                           10),
    ("check batch --workers 2",                          2, "--jobs N", "check batch --jobs 2"),
    ("check batch -j",                                   2, "-j needs a value: N|all. Use N processes", "check batch -j all"),
    ("check batch -o results.csv --resume",              10),
    ("check batch --resume results.csv",                 2, "-o FILE", "check batch --resume -o results.csv"),
    ("check batch --memory 1G",                          2, "`ulimit -v`", "check batch"),
    ("solve big.non -o out.png",                         0),
    ("solve big.non --json",                             0),
    ("solve -",                                          3, "the file is empty", "solve - < big.non"),
    ("solve < big.non",                                  2, "- for stdin", "solve - < big.non"),
    ("generate 500x500 --density 0.6 -o r.non",          2, "choose a family: random, ",
     "generate random 500x500 --density 0.6 -o r.non"),
    ("generate 60x60 --colors 3",                        2, "choose a family: random, ", "generate random 60x60 --colors 3"),
    ("generate --symmetric",                             2, "`nonosat generate symmetric`", "generate symmetric"),
    ("backbone big.non",                                 0),
    ("count big.non --approx",                           2, "at --limit", "count big.non --limit 5"),
    ("check big.png",                                    0),
    ("check batch.zip",                                  0),
    ("--version",                                        0),
    ("help check",                                       0),
    ("check batch --limit 5s --jobs 2 --json > out.jsonl", 10),
]  # fmt: skip
"""The guesses of ten people who had read the README alone."""

OTHERS: list[Any] = [
    # commands
    ("test puzzles",                                     2, "`nonosat check puzzles`", "check puzzles"),
    ("solvers",                                          2, "`nonosat backends`", "backends"),
    ("open p.non",                                       2, "`nonosat web p.non`"),
    ("export p.non -o p.svg",                            2, "`nonosat show p.non -o p.svg`", "show p.non -o p.svg"),
    ("export p.non -o p.mzn",                            2, "`nonosat convert p.non -o p.mzn`", "convert p.non -o p.mzn"),
    ("poster p.non",                                     2, "`nonosat show FILE --page A2 -o poster.pdf`",
     "show p.non --page A2 -o poster.pdf"),
    ("report puzzles",                                   2, "`nonosat check PATH --report report.html`",
     "check puzzles --report report.html"),
    ("animate p.non",                                    2, "`nonosat steps FILE -o steps.svg`", "steps p.non -o steps.svg"),
    ("version",                                          2, "`nonosat --version`", "--version"),
    ("help",                                             0),
    ("chekc puzzles",                                    2, "did you mean check?", "check puzzles"),
    ("hints p.non",                                      2, "did you mean hint?", "hint p.non"),
    ("rotate p.non",                                     2, "no command rotate; `nonosat --help` lists all"),
    ("help frobnicate",                                  2, "no command frobnicate; `nonosat --help` lists all"),
    # orders
    ("p.non",                                            2, "`nonosat check p.non`", "check p.non"),
    ("p.non check --json",                               2, "first: `nonosat check p.non --json`", "check p.non --json"),
    ("-j 2 check p.non",                                 2, "first: `nonosat check -j 2 p.non`", "check -j 2 p.non"),
    ("--frobnicate",                                     2, "no option --frobnicate; `nonosat --help`"),
    ("--version --frobnicate",                           2, "no option --frobnicate; `nonosat --help`"),
    ("-V -j 2 check p.non",                              2, "first: `nonosat check -V -j 2 p.non`"),
    ("backends p.non",                                   2, "no place for p.non; `nonosat backends --help`"),
    ("formats non p.non",                                2, "no place for p.non; `nonosat formats --help`"),
    ("generate random p.non",                            2, ": -o p.non", "generate random -o p.non --force"),
    ("web p.non big.non",                                2, "one file at a time, so not big.non"),
    ("image photo.jpg 30x20",                            0),
    ("image 30x20 photo.jpg",                            0),
    ("image photo.jpg photo.non",                        2, ": -o photo.non", "image photo.jpg -o photo.non"),
    ("image photo.jpg 30",                               2, ": --size 30", "image photo.jpg --size 30"),
    ("generate random 20 20",                            2, "no place for 20 20"),
    ("generate random 20x20 --size 10",                  2, "no place for 20x20"),
    ("line 3 1 10", 2, "no place for 10", "line '3 1' 10"),
    ("why 1,2 p.non", 0),
    ("why 1 2 p.non", 0),
    ("blot p.non 2",                                     2, ": -n 2", "blot p.non -n 2"),
    ("solve p.non big.non",                              2, "`nonosat check`", "check p.non big.non"),
    ("solve puzzles",                                    2, "`nonosat check puzzles`", "check puzzles"),
    ("check o",                                          2, "o: there is no such file"),
    ("check -- -o",                                      2, "-o: there is no such file"),
    ("why p.non --cell 3 4 --cell 3 4",                  0),
    ("web puzzles --no-browser",                         2, "`nonosat site puzzles -o OUT`", "site puzzles -o out"),
    ("show p.non p.svg",                                 2, "-o p.svg", "show p.non -o p.svg"),
    ("convert p.non sheet.txt",                          2, "-o sheet.txt"),
    ("verify p.non",                                     3, "`nonosat check` takes puzzles", "check p.non"),
    ("why p.non 1,2",                                    0),
    ("why p.non --cell 1 2",                             0),
    ("why p.non r1c2",                                   0),
    ("why p.non '(1, 2)'",                               0),
    ("why p.non 12",                                     2, "no place for 12"),
    ("conflict typo.txt -o fixed.txt",                   2, "--copy-to", "conflict typo.txt --copy-to fixed.non"),
    ("check puzzles -o report.html",                     2, "--report", "check puzzles --report report.html"),
    # spellings
    ("solve p.non -limit 5",                             0),
    ("solve p.non -json",                                0),
    ("solve p.non -n=1",                                 0),
    ("image photo.jpg --colours 2",                      2, "did you mean --colors?"),
    ("check puzzles --jsn",                              2, "did you mean --json?"),
    ("check puzzles --frobnicate",                       2, "`nonosat check --help` lists all"),
    ("solve p.non --latex table.tex",                    2, "`nonosat solve --help` lists all"),
    ("solve p.non --plot plot.pdf",                      2, "`nonosat solve --help` lists all"),
    ("show p.non --row 3",                               2, "`nonosat show --help` lists all"),
    ("solve p.non --row 2",                              2, "did you mean --rows?"),
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
    ("solve p.non --pdf",                                2, "`nonosat show FILE --solution -o FILE.pdf`"),
    ("show p.non --pdf",                                 2, ": -o FILE.pdf"),
    ("book puzzles -o b.pdf --order",                    2, "--order needs a value: difficulty|given"),
    ("book puzzles -o b.pdf --format A5",                2, "--page A5", "book puzzles -o b.pdf --page A5"),
    ("count p.non --all",                                2, "count counts all"),
    ("generate random --difficulty 3",                   2, "--stars 3"),
    ("check puzzles --rate",                             2, "`nonosat rate PATH`", "rate puzzles"),
    ("check puzzles --certify proofs",                   2, "`nonosat certify PATH -o FOLDER`", "certify puzzles -o proofs"),
    ("check puzzles --report r.csv",                     2, "-o FILE.csv", "check puzzles -o r.csv"),
    ("check --file p.non",                               2, "without an option"),
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
    if typed.startswith("bench p"):  # each puzzle is measured with every backend
        (folder / "puzzles" / "heart.non").unlink()
    args = shlex.split(words.partition(" > ")[0])
    if args[:2] == ["bench", "puzzles"] and "-b" not in args:
        args += ["-b", "line"]  # measuring every backend takes long
    done = run(*args, stdin=stdin, cwd=folder)
    if cores:
        os.sched_setaffinity(0, cores)  # --cores has changed that of this process
    assert "Traceback" not in done.stderr
    return done


def slow_if(measuring: bool) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if measuring else []


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        pytest.param(
            *(*row, "")[:3], id=row[0], marks=slow_if(row[0][:7] == "bench p" and not row[1])
        )
        for row in (*FIRST, *OTHERS)
    ],
)
def test_a_guess_works_or_gets_a_hint(folder: Path, typed: str, code: int, said: str) -> None:
    done = typed_in(folder, typed)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert said or code in (0, 3, 10, 30), "it neither works nor gets a hint"


@pytest.mark.parametrize(
    "then",
    [
        pytest.param(then, id=then, marks=slow_if(then[:7] == "bench p"))
        for then in dict.fromkeys(row[3] for row in (*FIRST, *OTHERS) if row[3:])
    ],
)
def test_what_a_hint_names_works(folder: Path, then: str) -> None:
    if "results.jsonl" in then:
        done = run("bench", "p.non", "-b", "line", cwd=folder)
        assert done.returncode == 0, done.stderr
    done = typed_in(folder, then)
    assert done.returncode in (0, 3, 10, 30), done.stderr


def test_the_table_has_all_first_guesses(shared: Path) -> None:
    lines = (shared / "first-guesses.txt").read_text().splitlines()
    guesses = [line.split(None, 2)[2] for line in lines if not line.startswith("#")]
    assert [row[0] for row in FIRST] == guesses


def commands_of_ours() -> dict[str, set[str]]:
    """Each command and its options; for bench those of bench run."""
    import typer.main

    app = typer.main.get_command(make_app())
    ours = {
        name: {opt for p in command.params for opt in p.opts} for name, command in commands(app)
    }
    return ours | {"bench": ours["bench run"]}


@pytest.mark.parametrize("theirs", [name for names in OPTIONS for name in names.split()])
def test_a_hint_names_what_its_command_has(theirs: str) -> None:
    """An option of a hint exists in the command that gets it, and in one that it is quoted with."""
    ours, given = commands_of_ours(), 0
    for command, options in ours.items():
        if theirs in options or not (hint := hint_for(theirs, command, options)):
            continue
        given += 1
        assert options.issuperset(options_in(hint)), (command, hint)
        for quoted in re.findall(r"`nonosat ([^`]*)`", hint):
            words = shlex.split(quoted)
            there = " ".join(words[:2]) if words[0] == "bench" else words[0]
            assert ours[there].issuperset(w for w in words if w.startswith("-")), (command, hint)
        assert "bench report" not in hint or command == "bench", hint
    assert given, "no command gives this hint"


def test_names_in_the_table_of_options_are_commands() -> None:
    ours = commands_of_ours()
    for hints in OPTIONS.values():
        assert ours.keys() >= {name for names in hints for name in names.split()}
    theirs = [name for names in OPTIONS for name in names.split()]
    assert len(theirs) == len(set(theirs))


@pytest.mark.parametrize("option", ["--gpu", "--exact", "--retries", "--foo-bar"])
def test_an_unknown_option_gets_no_hint(option: str) -> None:
    assert not any(hint_for(option, name, options) for name, options in commands_of_ours().items())


def test_words_for_commands_are_not_commands() -> None:
    theirs = [word for words in COMMANDS.values() for word in words.split()]
    assert len(theirs) == len(set(theirs))
    from nonosat.cli import COMMANDS as OURS

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

"""What people type before they have read any help: it works, or the message names what does."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from command import run
from test_options import commands

from nonosat.cli import make_app
from nonosat.cli.other_words import COMMANDS, OPTIONS, hint_for, options_in
from nonosat.errors import UsageError

#    typed                                               code  words of stderr
GUESSES = [
    ("check puzzles --csv report.csv",                   2, "-o NAME.csv"),
    ("check puzzles --html report.html",                 2, "--report FILE.html"),
    ("check puzzles --only multiple",                    2, "--copy-to FILE"),
    ("check puzzles --strict",                           2, "exit code"),
    ("check puzzles --format github",                    2, "-o FILE"),
    ("check puzzles --sort difficulty",                  2, "`nonosat rate PATH --sort`"),
    ("image photo.jpg --width 30",                       2, "--size WIDTHxHEIGHT"),
    ("book puzzles -o book.pdf --sort",                  2, "--order difficulty"),
    ("why p.non --row 3 --col 4",                        2, "--cell ROW,COLUMN"),
    ("why p.non 1 2",                                    0, ""),
    ("why p.non 1,2",                                    0, ""),
    ("validate puzzles",                                 2, "`nonosat check puzzles`"),
    ("fix p.non",                                        2, "`nonosat repair p.non`"),
    ("print puzzles",                                    2, "`nonosat show puzzles`"),
    ("generate random 20x20 --density 0.5 --seed 1",     0, ""),
    ("generate --size 20 --density 0.5",                 2, "or a wish such as --stars 3: random, "),
    ("bench puzzles --backends line,cpsat",              2, "-b NAME"),
    ("bench puzzles --timeout 10",                       2, "--limit SECONDS"),
    ("bench puzzles --repeat 5",                         2, "--repeats N"),
    ("bench puzzles --latex table.tex",                  2, "`nonosat bench report"),
    ("bench puzzles --plot plot.pdf",                    2, "`nonosat bench report"),
    ("bench puzzles --solver 'mysolver {file}'",         2, "--external NAME="),
    ("bench puzzles --threads 1",                        2, "--cores 0"),
    ("bench puzzles --group size",                       2, "--by size"),
    ("bench puzzles --memory 2XB",                       2, "expected megabytes"),
    ("convert puzzles puzzles --to cnf -o x.cnf",        5, "-o FOLDER/"),
    ("bench puzzles --warmup 1",                         2, "--warm-up N"),
    ("solve p.non --stats",                              2, "--json"),
    ("solve p.non --limit 1m",                           0, ""),
    ("solve p.non --limit 500ms",                        0, ""),
    ("solve p.non --limit 5x",                           2, "expected seconds"),
    ("solve p.non --limit -1",                           2, "expected seconds"),
    ("solve p.non --limit nan",                          2, "expected seconds"),
    ("solve p.non --timeout 60",                         2, "--limit SECONDS"),
    ("solve p.non --progress",                           2, "is shown"),
    ("solve p.non --all",                                2, "-n all"),
    ("count p.non --max 1000",                           2, "-n 1000"),
    ("count p.non --approx",                             2, "--limit"),
    ("check puzzles --jobs all",                         0, ""),
    ("check puzzles -j 1",                               0, ""),
    ("check puzzles --jobs 0",                           2, "expected a number from 1"),
    ("check puzzles --workers 2",                        2, "--jobs N"),
    ("generate --symmetric",                             2, "`nonosat generate symmetric`"),
    ("help check",                                       0, ""),
    ("help",                                             0, ""),
    ("bench puzzles -b cmd:mysolver",                    2, "--external NAME='mysolver {file}'"),
    ("solve p.non --latex table.tex",                    2, "`nonosat solve --help` lists all"),
    ("solve p.non --plot plot.pdf",                      2, "`nonosat solve --help` lists all"),
    ("show p.non --row 3",                               2, "`nonosat show --help` lists all"),
    ("solve p.non --row 2",                              2, "did you mean --rows?"),
    ("solve p.non --pdf",                                2, "`nonosat show FILE --solution -o FILE.pdf`"),
    ("show p.non --pdf",                                 2, ": -o FILE.pdf"),
    ("check puzzles -j",                                 2, "-j needs a value: N|all. Use N processes"),
    ("book puzzles -o b.pdf --order",                    2, "--order needs a value: difficulty|given"),
    ("count p.non --all",                                2, "count counts all"),
    ("generate random --difficulty 3",                   2, "--stars 3"),
    ("check --file p.non",                               2, "without an option"),
    ("solvers",                                          2, "`nonosat backends`"),
    ("test puzzles",                                     2, "`nonosat check puzzles`"),
    ("check puzzles --jsn",                              2, "did you mean --json?"),
    ("check puzzles --frobnicate",                       2, "`nonosat check --help` lists all"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "puzzles").mkdir()
    for path in (tmp_path / "p.non", tmp_path / "puzzles" / "a.non"):
        path.write_text("width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n")
    return tmp_path


@pytest.mark.parametrize(("typed", "code", "said"), GUESSES, ids=[row[0] for row in GUESSES])
def test_a_guess_works_or_gets_a_hint(folder: Path, typed: str, code: int, said: str) -> None:
    done = run(*shlex.split(typed), cwd=folder)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


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


@pytest.mark.parametrize("option", ["--gpu", "--exact", "--retries", "--lang", "--foo-bar"])
def test_an_unknown_option_gets_no_hint(option: str) -> None:
    assert not any(hint_for(option, name, options) for name, options in commands_of_ours().items())


def test_words_for_commands_are_not_commands() -> None:
    theirs = [word for words in COMMANDS.values() for word in words.split()]
    assert len(theirs) == len(set(theirs))
    from nonosat.cli import COMMANDS as OURS

    assert not OURS.keys() & {*theirs}
    assert OURS.keys() >= COMMANDS.keys()
    with pytest.raises(UsageError, match="`nonosat check a b`"):
        make_app(["validate", "a", "b"])(["validate", "a", "b"], standalone_mode=False)


def test_json_of_a_respelled_command(folder: Path) -> None:
    answers = [
        json.loads(run("why", "--json", *words, cwd=folder).stdout)
        for words in (["p.non", "1", "2"], ["p.non", "--cell", "1,2"])
    ]
    assert answers[0]["cell"] == answers[1]["cell"] == [0, 1]

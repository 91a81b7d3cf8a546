"""The command line as a user meets it: real processes, real files, exact answers."""

import json
import random
from pathlib import Path
from typing import NoReturn

import brute_force
import pytest
from command import python, run, without_times
from conftest import ROOT, without_files
from format_examples import NON

import nonosat
from nonosat.formats import FORMATS
from nonosat.solving.backends import BACKENDS
from nonosat.solving.result import FACTS

ZIGZAG = ["--rows", "4;1;3;1;3,1", "--cols", "2;1,1;1,1,1;3;1,1,1"]


def test_solve_prints_picture_clues_and_verdict() -> None:
    done = run("solve", *ZIGZAG)
    assert (done.returncode, done.stderr) == (0, "")
    assert without_times(done.stdout).splitlines() == [
        "         1   1",
        "       1 1   1",
        "     2 1 1 3 1",
        "   4 . # # # #",
        "   1 . . . # .",
        "   3 . . # # #",
        "   1 # . . . .",
        " 3 1 # # # . #",
        "unique solution",
    ]


def test_solve_counts_as_asked() -> None:
    for count, last in (
        ("1", "solved, uniqueness not checked"), ("2", "2 solutions"),
        ("all", "exactly 2 solutions"), ("9", "exactly 2 solutions"),
    ):  # fmt: skip
        done = run("solve", "tests/data/ambiguous/horizontales-5x5.txt", "-n", count)
        assert (done.returncode, done.stderr) == (0, "")
        assert without_times(done.stdout).splitlines()[-1] == last


def test_solve_all_solutions_from_stdin() -> None:
    done = run("solve", "-", "-n", "all", "--json", stdin="Rows:\n1a\n1\nColumns:\n1\n1\n")
    assert done.returncode == 3
    assert "'1a' has a letter for its color" in done.stderr
    done = run("solve", "-", "-n", "all", "--json", stdin="1;1\n1;1\n")
    facts = json.loads(done.stdout)
    assert list(facts) == list(FACTS)
    assert sorted(facts["solutions"]) == [["#.", ".#"], [".#", "#."]]
    assert facts["verdict"] == "multiple"
    assert facts["differs"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert (facts["source"], facts["position"], facts["title"]) == ("<stdin>", 1, None)


BACKEND_NAMES = ", ".join(entry.name for entry in BACKENDS)

#    arguments                                           code  stderr
WRONG = [
    (["solve"],                                             2, "give a FILE, - for stdin, or --rows and --cols"),
    (["solve", "x.non", *ZIGZAG],                           2, "give either FILE or --rows and --cols, not both"),
    (["solve", "--rows", "1"],                              2, "--rows needs --cols, and --cols needs --rows"),
    (["check", "--rows", "1x;1", "--cols", "2"],            3, "row 1: '1x' has a letter for its color, '1' in row 2 has none"),
    (["solve", *ZIGZAG, "-n", "0"],                         2, "-n '0': expected a number of at least 1, or all"),
    (["solve", *ZIGZAG, "-n", "some"],                      2, "-n 'some': expected a number of at least 1, or all"),
    (["solve", *ZIGZAG, "-b", "magic"],                     2, f"unknown backend 'magic'; there are: {BACKEND_NAMES}\n"),
    (["solve", *ZIGZAG, "-b", "line:x"],                    2, "unknown engine 'x' of backend 'line'; there are: none"),
    (["solve", *ZIGZAG, "-o", "picture"],                   2, "picture has no suffix: -o picture.json\n"),
    (["solve", *ZIGZAG, "-o", "z.pdf"],                     2, "z.pdf would be a drawing; to draw it: nonosat show FILE --solution -o z.pdf\n"),
    (["convert", "data/drawn/fox.json", "-o", "fox.svg"],   2, "fox.svg would be a drawing; to draw it: nonosat show data/drawn/fox.json -o fox.svg\n"),
    (["convert", "data/drawn/fox.json", "--to", "ngorg"],   5, "ngorg can only be read, not written\n"),
    (["convert", "missing.non", "--to", "ngorg"],           5, "ngorg can only be read, not written\n"),
    (["solve", *ZIGZAG, "--to", "gif"],                     2, "unknown format 'gif'; `nonosat formats` lists them\n"),
    (["solve", "x.non", "--from", "gif"],                   3, "x.non: No such file or directory"),
    (["solve", "--rows", "3;1", "--cols", "2;2"],           3, "row 1 needs 3 cells, the grid is 2 wide"),
    (["solve", "--rows", "2;", "--cols", "1;1"],            3, "row 2: an empty line is written 0"),
    (["check", "nowhere"],                                  2, "nowhere: there is no such file or folder"),
    (["convert", "nowhere/", "--to", "json"],               2, "nowhere/: there is no such file or folder"),
    (["check", "nowhere.non"],                              3, "nowhere.non: No such file or directory"),
    (["show", "LICENSE"],                                   3, "LICENSE: found no puzzle"),
    (["convert", "data/drawn/cat.txt"],                     2, "choose the format with --to, or a file with -o"),
    (["solve", "data/drawn/cat.txt", "--to", "json"],       2, "--to needs an output: -o FILE, or -o - for stdout"),
    (["convert", "data/drawn/fox.json", "--to", "mk"],      5, "data/drawn/fox.json: mk has no colors, the puzzle has 3 inks"),
    (["convert", "data/drawn/owl.pbm", "--to", "seed-c"],   5, "data/drawn/owl.pbm: seed-c holds square puzzles only, this one is 27x32"),
    (["convert", "data/drawn/duck-and-anchor.sgt", "--to", "nin"], 5, "nin holds one puzzle per file, not 2; -o FOLDER/ writes a file each"),
    (["convert", "tests/data/ambiguous/horizontales-5x5.txt", "--to", "pnm"], 5, "tests/data/ambiguous/horizontales-5x5.txt: pnm holds finished pictures only, and the puzzle has none; solving it gave the verdict multiple"),
    (["solve", *ZIGZAG, "-o", "x.mk"],                      5, "mk has no place for a solution; json has"),
    (["solve", "data/drawn/duck-and-anchor.sgt", "-o", "x.pbm"], 5, "pnm holds one puzzle per file, not 2"),
    (["why", "data/drawn/cat.txt"],                         2, "choose a cell: its row and column after the file, counted from 1"),
    (["generate", "contradictory", "--unique"],             2, "contradictory puzzles have no solution, so none of them can be unique"),
    (["convert", "data/drawn/cat.txt", "-o", "no/where.non"], 5, "no/where.non: there is no folder no"),
    (["convert", "data/drawn/cat.txt", "-o", "README.md/x.non"], 5, "README.md/x.non: there is no folder README.md"),
    (["convert", "data/drawn/cat.txt", "-o", "/dev/full", "--to", "non"], 5, "/dev/full: No space left on device"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "message"), WRONG)
def test_what_cannot_be_done_is_said(args: list[str], code: int, message: str) -> None:
    if "/dev/full" in args and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    done = run(*args)
    assert done.stderr.startswith(f"nonosat: {message}")
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert "Traceback" not in done.stderr


BAD_FILES = {
    "empty.non": (b"", "empty.non: the file is empty"),
    "junk.bin": (bytes(range(256)) * 20, "junk.bin: this is binary data, no text"),
    "short.nin": (b"3 3\n1\n1\n", "short.nin:2: expected 3 rows and 3 columns, got 2 clues (write 0 for an empty line)"),
    "totals.non": (b"width 2\nheight 1\nrows\n2\ncolumns\n1\n0\n", "totals.non:3: the rows have 2 cells, the columns 1: 1 more in the rows"),
    "long.mk": (b"1 2\n3\n#\n1\n1\n", "long.mk:2: row 1 needs 3 cells, the grid is 2 wide"),
    "color.g": (b"#d\n0: #FFFFFF white\n1:X #000000 black\n:\n2q\n:\n1\n1\n:\n", "color.g:5: unknown color 'q' in '2q'"),
    "huge.pbm": (b"P1\n999999 999999\n1\n", "huge.pbm:2: 999999x999999 is too large"),
    "huge.non": (b"width 99999\nheight 2\nrows\n1\n1\ncolumns\n", "huge.non:"),
    "bomb.xml": (b'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]><puzzleset><puzzle><title>&b;</title></puzzle></puzzleset>', "bomb.xml:1:"),
    "cut.xml": (b"<puzzleset><puzzle><clues type='rows'><line>", "cut.xml:1:"),
    "model.mps": (b"NAME x\nROWS\n N obj\n", "model.mps: this is an MPS model, no puzzle data: nonosat does not read this"),
    "deep.json": (b"[" * 100_000, "deep.json"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, name: str) -> None:
    data, message = BAD_FILES[name]
    (tmp_path / name).write_bytes(data)
    for command in ("solve", "check", "show"):
        done = run(command, name, cwd=tmp_path)
        assert done.returncode == 3
        assert done.stderr.startswith(f"nonosat: {message}")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["check", "check --json", "rate", "certify -o c", "show"])
def test_no_puzzle_at_all_is_an_error(tmp_path: Path, command: str) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p/notes.txt").write_text("no puzzle\n")
    word, *options = command.split()
    done = run(word, "p", *options, cwd=tmp_path)
    assert done.returncode == 3
    assert "nonosat: skipped p" in done.stderr
    assert "no puzzle" in done.stdout + done.stderr


def test_a_target_is_checked_before_the_solving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solved(*_: object, **__: object) -> NoReturn:
        raise AssertionError("solved for nothing")

    monkeypatch.setattr("nonosat.cli.convert.check", solved)
    (tmp_path / "two.non").write_text(NON + "====\n" + NON)
    (tmp_path / "red.json").write_text('{"rows": ["1r 1g"], "columns": ["1r", "1g"]}')
    for name, format, message in (
        ("red.json", "picross", "red.json: picross has no colors, the puzzle has 2 inks"),
        ("two.non", "pnm", "pnm holds one puzzle per file, not 2; -o FOLDER/ writes a file each"),
        ("two.non", "ngorg", "ngorg can only be read, not written"),
    ):
        done = run("convert", name, "--to", format, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (5, f"nonosat: {message}\n")


def test_a_picture_of_pixels_names_the_drawing(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    fox = str(ROOT / "data/drawn/fox.json")
    done = run("solve", fox, "-o", "fox.png", cwd=tmp_path)
    assert done.stderr.splitlines()[-1] == (
        f"nonosat: fox.png has one pixel a cell; to draw it: nonosat show {fox} --solution -o fox.png"
    )


def hard_puzzle(folder: Path, seed: int, side: int) -> Path:
    """At half density, guesses would find its picture in time."""
    grid = brute_force.random_grid(random.Random(seed), side, side, 1, 0.45)
    nonosat.dump([nonosat.Sheet(brute_force.puzzle_of(grid, 1))], folder / "hard.non")
    return folder / "hard.non"


def test_solve_saves_the_solution_and_nothing_when_it_meets_a_limit(tmp_path: Path) -> None:
    hard_puzzle(tmp_path, 2, 60)
    done = run("solve", "hard.non", "--limit", "0.1", "-o", "out.pbm", cwd=tmp_path)
    assert done.returncode == 30
    assert done.stdout.startswith("no solution found (the limit of 0.1 s was reached")
    assert done.stderr.startswith("nonosat: out.pbm not written: not ")
    assert not (tmp_path / "out.pbm").exists()
    for name in ("out.txt", "out.non", "out.pbm", "out.xml", "out.json"):
        done = run("solve", *ZIGZAG, "-o", str(tmp_path / name))
        assert done.returncode == 0
        (sheet,) = nonosat.load(tmp_path / name)
        assert sheet.goals == (nonosat.Grid.of([".####", "...#.", "..###", "#....", "###.#"]),)
    piped = run("solve", *ZIGZAG, "-o", "-")
    assert piped.stdout == ".####\n...#.\n..###\n#....\n###.#\n"


def test_convert_says_what_is_lost() -> None:
    done = run("convert", "data/drawn/bicycle.non", "--to", "nin")
    assert done.returncode == 0
    assert done.stderr == "nonosat: nin does not keep: title, author, license, goal\n"
    assert done.stdout.startswith("40 24\n")


@pytest.mark.parametrize("command", ["convert data/drawn/cat.txt", "generate random --size 5"])
def test_credits_are_written(tmp_path: Path, command: str) -> None:
    out = tmp_path / "o.jsonl"
    credits = ["--title", "Cat", "--author", "A. Nony", "--copyright", "(c) me"]
    assert run(*command.split(), *credits, "-o", out).returncode == 0
    for sheet in nonosat.load(out):
        assert (sheet.title, sheet.author, sheet.copyright) == ("Cat", "A. Nony", "(c) me")
    assert run("convert", str(out), "--title", "", "-o", str(tmp_path / "p.jsonl")).returncode == 0
    for sheet in nonosat.load(tmp_path / "p.jsonl"):
        assert (sheet.title, sheet.author) == ("", "A. Nony")


def test_convert_joins_files_and_solves_for_a_picture(tmp_path: Path) -> None:
    done = run("convert", "data/drawn/teapot.cwd", "--to", "grid")
    assert (
        done.stderr
        == "nonosat: data/drawn/teapot.cwd: the picture was found by solving; it is the only solution\n"
    )
    puzzle = nonosat.load(ROOT / "data/drawn/teapot.cwd")[0].puzzle
    assert nonosat.loads(done.stdout)[0].puzzle == puzzle
    out = tmp_path / "all.jsonl"
    files = ["data/drawn/cat.txt", "data/drawn/fox.json", "data/drawn/duck-and-anchor.sgt"]
    assert run("convert", *files, "-o", str(out)).returncode == 0
    assert len(nonosat.load(out)) == 4
    assert run("check", str(out)).returncode == 0


def test_show_tells_what_a_file_says() -> None:
    done = run("show", "data/drawn/mushroom.ppm")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("data/drawn/mushroom.ppm: 20x20, 3 colors\ncolors: ")
    done = run("show", "tests/data/formats/mk/A.mk")
    assert done.stdout.splitlines()[0] == "tests/data/formats/mk/A.mk: 5x4"
    assert done.stdout.count("?") == 20


def test_tables_are_complete() -> None:
    backends, formats = run("backends").stdout, run("formats").stdout
    assert all(f"\n{name}" in "\n" + backends for name in BACKENDS.names)
    assert "sat:kissat404" in backends
    assert all(f"\n{name}" in "\n" + formats for name in FORMATS.names)
    one = run("formats", "mk").stdout
    assert one.startswith(
        "mk: size, row clues, a line with #, column clues\nsuffixes:           .mk\n"
    )
    assert one.endswith("\n\n4 5\n2 1\n3\n0\n2\n#\n1\n2\n1 1\n2 1\n0\n")
    assert run("formats", "nonsense").returncode == 2


def test_help_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    said = f"nonosat {nonosat.__version__} (reference kernel)\n"
    assert run("--version", NONOSAT_KERNEL="reference").stdout == said
    monkeypatch.setenv("COLUMNS", "100")
    for command in ("", "solve", "check", "show", "convert", "backends", "formats"):
        done = run(*filter(None, [command, "--help"]))
        assert done.returncode == 0
        assert "Usage" in done.stdout
    assert run("solve", "--nonsense").returncode == 2
    by_name = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    assert run("--show-completion", "bash", **by_name).returncode == 0


@pytest.mark.parametrize("words", ["check", "bench run"])
def test_paragraphs_of_help_are_as_wide_as_the_terminal(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lines = [line.strip() for line in run(*words.split(), "--help").stdout.splitlines()]
    text = lines[: lines.index("Examples:")]
    assert len(text) > 3
    assert all(line.endswith(".") or not line or line.startswith("Usage: ") for line in text)


SWITCH = ["--rows", "1;1", "--cols", "1;1"]


def test_of_several_solutions_a_format_may_keep_the_first(tmp_path: Path) -> None:
    done = run("solve", *SWITCH, "-n", "all", "-o", tmp_path / "both.txt")
    assert without_files(done.stderr) == "nonosat: grid keeps only the first solution of a puzzle\n"
    done = run("solve", *SWITCH, "-n", "all", "-o", tmp_path / "both.json")
    assert without_files(done.stderr) == ""


TWINS = (
    '{"rows": ["1a", "1b"], "columns": ["1a", "1b"], '
    '"colors": {".": "#ffffff", "a": "#d00000", "b": "#d00000"}}'
)
REMARKS = [
    ("twins.json", TWINS, ["red (a) and b (b) are both #d00000: only their letters tell them apart"]),
    ("drawn.txt", "#oo#\n##o#\n.##.\n", []),
    ("inks.txt", "kkkk\nkkrk\n.kk.\n", []),
]  # fmt: skip


@pytest.mark.parametrize("command", ["check", "solve", "show", "rate", "count", "convert"])
@pytest.mark.parametrize(("name", "text", "said"), REMARKS, ids=[name for name, *_ in REMARKS])
def test_what_a_person_should_look_at_is_said_once(
    command: str, name: str, text: str, said: list[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    more = ["--to", "non", "-o", "-"] if command == "convert" else []
    done = run(command, name, *more, cwd=tmp_path)
    stderr = "".join(f"nonosat: {name}: {remark}\n" for remark in said)
    assert (done.returncode, done.stderr) == (0, stderr)


@pytest.mark.parametrize("command", ["check", "solve", "show", "rate", "count", "convert"])
def test_an_enlarged_picture_is_read_cell_by_cell_and_said(command: str, tmp_path: Path) -> None:
    rows = ["1" * 20] + ["1" * 4 + "0" * 16] * 4
    (tmp_path / "p.pbm").write_text(
        "\n".join(["P1", "20 20", *[row for row in rows for _ in range(4)]])
    )
    more = ["--to", "non", "-o", "-"] if command == "convert" else []
    done = run(command, "p.pbm", *more, cwd=tmp_path)
    said = "p.pbm: read cell by cell, each of 4x4 pixels; --from pixels makes each pixel a cell"
    assert (done.returncode, done.stderr) == (0, f"nonosat: {said}\n")
    done = run(command, "p.pbm", "--from", "pixels", *more, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


GUESSES = [
    ("-V", 0),
    ("generate random --size 5 -n 2 --to puzz.link", 0),
    ("generate random --size 5 --to json -o never.jsonl", 2),  # `check` would read it line by line
]


@pytest.mark.parametrize(("words", "code"), GUESSES)
def test_first_guesses_are_taken(words: str, code: int) -> None:
    assert run(*words.split()).returncode == code


def test_a_program_can_run_the_command_line(tmp_path: Path) -> None:
    """The words are those of the call, in usage and hints as well, not those of the process."""
    (tmp_path / "a.non").write_text(NON)
    code = (
        "import sys\nfrom nonosat.cli import run\nsys.argv[1:] = ['--help']\n"
        "for words in (['check', 'a.non'], ['check', '--jobs', '0']):\n"
        "    try:\n        run(words)\n    except SystemExit as ended:\n        print(ended.code)"
    )
    done = python("-c", code, cwd=tmp_path, NO_COLOR="1")
    first, *_, last = done.stdout.splitlines()
    assert (first.split()[0], last) == ("a.non", "2"), done.stdout
    assert "Invalid value for '-j' / '--jobs'" in done.stderr

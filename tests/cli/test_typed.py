"""Clues that are typed: on the command line, and as answers to questions on a terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from nonosat.cli.typed import MAX_TYPED, typed_puzzle, typed_sides
from nonosat.errors import NonosatError, ParseError, PuzzleError
from nonosat.model import Puzzle

try:
    import pty
except ImportError:  # Windows
    pty = None  # type: ignore[assignment]

# One line of text

#   id              rows          columns      as lists
GOOD = {
    "one cell":     ("1",          "1",         [[1]],             [[1]]),
    "commas":       ("1,1;3",      "2;1;2",     [[1, 1], [3]],     [[2], [1], [2]]),
    "blanks":       (" 1  1 ;\t3 ", "2;1; 2",   [[1, 1], [3]],     [[2], [1], [2]]),
    "both":         ("1 ,  1;3",   "2;1;,2,",   [[1, 1], [3]],     [[2], [1], [2]]),
    "an empty row": ("0;2",        "1;1",       [[], [2]],         [[1], [1]]),
    "00 is 0":      ("00;02",      "1;01",      [[], [2]],         [[1], [1]]),
    "all empty":    ("0;0",        "0",         [[], []],          [[]]),
    "oblong":       ("1;0;1",      "1,1",       [[1], [], [1]],    [[1, 1]]),
    "carriage":     ("1\r",        "1\r",       [[1]],             [[1]]),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "row_list", "col_list"), GOOD.values(), ids=GOOD)
def test_typed_puzzles(rows: str, cols: str, row_list: list, col_list: list) -> None:
    assert typed_puzzle(rows, cols) == Puzzle.of(row_list, col_list)


#   id               rows           columns        row clues as (length, name)         inks
COLORED = {
    "two inks":      ("2k 1r",       "1k;1k;1r",    [[(2, "black"), (1, "red")]]),
    "stuck":         ("2k1r",        "1k;1k;1r",    [[(2, "black"), (1, "red")]]),
    "empty":         ("0;1k;1r",     "1k,1r",       [[], [(1, "black")], [(1, "red")]]),
    "ink in rows":   ("1k 1b",       "1k;1b",       [[(1, "black"), (1, "blue")]]),
    "one letter":    ("2r",          "1r;1r",       [[(2, "red")]]),
    "only black":    ("1k 1k",       "1k;0;1k",     [[(1, "black"), (1, "black")]]),
    "strange":       ("1q 1z",       "1q;1z",       None),
    "x":             ("1x 1r",       "1x;1r",       None),
    "capital":       ("1K 1k",       "1K;1k",       None),
    "capital alone": ("1R",          "1R",          [[(1, "red")]]),
    "not ascii":     ("1é 1k",       "1é;1k",       None),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "want"), COLORED.values(), ids=COLORED)
def test_colored_puzzles(rows: str, cols: str, want: list | None) -> None:
    puzzle = typed_puzzle(rows, cols)
    names = [color.name for color in puzzle.palette.colors]
    found = [[(length, names[color]) for length, color in clue] for clue in puzzle.rows]
    if want is not None:
        assert found == want
    else:  # two inks of whatever look
        (((_, first), (_, second)),) = found
        assert first != second
    lengths = [[int(number) for number in re.findall("[0-9]+", line)] for line in rows.split(";")]
    assert [[length for length, _ in clue] or [0] for clue in puzzle.rows] == lengths


@pytest.mark.parametrize("letters", ["kr", "rk", "KR", "ab", "gy"])
def test_clues_are_shown_in_the_letters_they_were_typed_in(letters: str) -> None:
    one, other = letters
    puzzle = typed_puzzle(f"2{one} 1{other}", f"1{one};1{one};1{other}")
    assert puzzle.palette.clue_text(puzzle.rows[0]) == f"2{one} 1{other}"


#   id               rows            columns         message
BAD = {
    "nothing":       ("",             "1",            "row 1: an empty line is written 0"),
    "blanks":        ("  ",           "1",            "row 1: an empty line is written 0"),
    "last missing":  ("1;",           "1",            "row 2: an empty line is written 0"),
    "middle":        ("1;;1",         "2",            "row 2: an empty line is written 0"),
    "columns":       ("1",            "",             "column 1: an empty line is written 0"),
    "word":          ("one",          "1",            "row 1: 'one' is not a block length"),
    "minus":         ("1;-1",         "1",            "row 2: '-1' is not a block length"),
    "fraction":      ("1.5",          "1",            "row 1: '1.5' is not a block length"),
    "newline":       ("1\n2",         "1",            "row 1: '1\\n2' is not a block length"),
    "other digits":  ("\uff11",           "1",            "row 1: '\uff11' is not a block length"),
    "long number":   ("1234567",      "1",            "row 1: '1234567' is not a block length"),
    "long word":     ("x" * 99,       "1",            f"row 1: {'x' * 20!r} is not a block length"),
    "zero inside":   ("1 0",          "1",            "row 1: a 0 stands for an empty line and cannot be among other blocks"),
    "no color":      ("1 1r 1k",      "1;1r;1k",      "row 1: block '1' does not say its color"),
    "column color":  ("1k 1r",        "1k;1",         "column 2: block '1' does not say its color"),
    "too long":      ("3",            "1;1",          "row 1 needs 3 cells, the grid is 2 wide"),
    "too high":      ("1;1",          "3",            "column 1 needs 3 cells, the grid is 2 high"),
    "totals":        ("2",            "1;0",          "the rows have 2 cells, the columns 1: 1 more in the rows"),
    "color totals":  ("1k 1r",        "1k;1k",        "the rows have 1 black cells, the columns 2: 1 more in the columns; the rows have 1 red cells, the columns 0: 1 more in the rows"),
    "huge":          ("1;" * 600_000, "1",            "too many clues to type; put them into a file"),
    "long clue":     ("1," * 50_000,  "1",            "row 1: a clue of 100000 characters is longer than any line"),
    "too many rows": ("0;" * 10_000 + "0", "0",       "1x10001 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "message"), BAD.values(), ids=BAD)
def test_bad_clues_are_explained(rows: str, cols: str, message: str) -> None:
    with pytest.raises((ParseError, PuzzleError)) as caught:
        typed_puzzle(rows, cols)
    assert str(caught.value) == message
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    ("rows", "cols", "message"),
    [
        (["1", "-"], [], "row 2: '-' is not a block length"),
        ([], ["1", "-"], "column 2: '-' is not a block length"),
        (["1" * (MAX_TYPED + 1)], [], "too many clues to type; put them into a file"),
        ([f"1{chr(0x4E00 + at)}" for at in range(300)], [], "300 inks are too many, at most 255 are supported"),
    ],
    ids=["row", "column", "long", "inks"],
)  # fmt: skip
def test_bad_lines_are_explained(rows: list[str], cols: list[str], message: str) -> None:
    with pytest.raises(NonosatError) as caught:
        typed_sides(rows, cols)
    assert str(caught.value) == message


# Questions on a terminal

FIRST = "\r\nrow 1: "
PROMPT = r"\r\n[^\r\n]*[:?] \Z"
"""Any prompt: a regular expression."""
CTRL_D = "\x04"


class Talk:
    """The command line at the other end of a pseudo-terminal."""

    def __init__(self, *args: str, stdout: int | None = None) -> None:
        if pty is None:
            pytest.skip("pseudo-terminals of POSIX")
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonosat", "solve", *args],
            env={
                **os.environ,
                "PYTHONPATH": path,
                "PYTHONIOENCODING": "utf-8:strict",
                "TERM": "dumb",
                "NO_COLOR": "1",
            },
            stdin=slave,
            stdout=slave if stdout is None else stdout,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""
        self.told = 0

    def until(self, prompt: str, seconds: float = 5) -> str:
        """What is printed up to and including a text or `PROMPT`; "" is the end."""
        begin = self.told
        end = time.monotonic() + seconds
        wanted = re.compile(prompt if prompt == PROMPT else re.escape(prompt))
        while not prompt or not (match := wanted.search(self.seen, begin)):
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"waiting for {prompt!r}, came {self.seen[begin:]!r}"
            try:
                part = os.read(self.master, 4096)
            except OSError:  # Linux: nobody holds the other end any more
                part = b""
            if not part:
                assert not prompt, f"waiting for {prompt!r}, came {self.seen[begin:]!r}"
                return self.seen[begin:]
            self.seen += part.decode(errors="replace")
        self.told = match.end()
        return self.seen[begin : self.told]

    def say(self, text: str | bytes) -> None:
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def end(self) -> tuple[int, str]:
        """Exit code, and what came last."""
        last = self.until("")
        return self.process.wait(10), last

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as made:
        made.until(FIRST)
        yield made


def answered(talk: Talk, *answers: str) -> str:
    """Type lines, each when its prompt is there; what is seen until the prompt after the last."""
    seen = ""
    for answer in answers:
        talk.say(answer + "\n")
        seen = talk.until(PROMPT)
    return seen


def interrupt(talk: Talk) -> None:
    # A signal between the prompt and the reading goes unnoticed until there is something to read.
    for _ in range(5):
        os.kill(talk.process.pid, signal.SIGINT)
        if select.select([talk.master], [], [], 0.5)[0]:
            break


def test_asks_for_rows_and_columns(talk: Talk) -> None:
    assert "Type the clues of all rows, from top to bottom" in talk.seen
    assert "row 1 of 2: " in answered(talk, "2x2")
    seen = answered(talk, "1 1")
    assert "row 1 needs 3 cells, the grid is 2 wide. Once more, or help:\r\nrow 1 of 2: " in seen
    assert "row 1 needs 2 of 2 cells; so far 2 filled in 1 row\r\n" in answered(talk, "2")
    seen = answered(talk, "0", "2;1")
    assert "That does not fit: the rows have 2 cells, the columns 3: 1 more in the columns." in seen
    assert "Say which line to change, as: row 3." in seen
    assert "row 2 of 2 is 0 (Enter keeps it): " in answered(talk, "row 2")
    assert "All lines are there: Enter goes on, row 3 changes a line" in answered(talk, "1")
    talk.say("\n")
    code, last = talk.end()
    assert code == 0
    assert " 2 # #\r\n 1 # .\r\n" in last
    assert "\nunique solution, " in last


def test_many_lines_are_pasted_at_once(talk: Talk) -> None:
    talk.say("2k\n1r\n\n1k 1r\n1k\n\n\n")
    code, last = talk.end()
    assert code == 0
    assert "so far 1 of 2 black, 1 of 1 red" not in last
    assert "filled in 1 column: 1 of 2 black, 1 of 1 red\r\n" in last
    assert "\nunique solution, " in last


def test_an_old_line_comes_back_with_the_arrow_key(talk: Talk) -> None:
    pytest.importorskip("readline")
    assert "row 1 of 2 is 1 (Enter keeps it): " in answered(talk, "2x2", "1", "back")
    talk.say("\x1b[A 1\n")  # up: the old line, and more of it
    assert "row 1 needs 3 cells, the grid is 2 wide" in talk.until("row 1 of 2 is 1 (Enter")


@pytest.mark.parametrize("answers", [[], ["1"], ["1", "", "3"]], ids=len)
def test_the_end_of_input_ends_the_questions(talk: Talk, answers: list[str]) -> None:
    answered(talk, *answers)
    talk.say(CTRL_D)
    if answers:
        assert "Save what you typed? " in talk.until(PROMPT)
        talk.say("\n")
    code, last = talk.end()
    assert code == 2
    assert last.endswith("nonosat: the input ended before the clues were complete\r\n")
    assert "Traceback" not in last


def test_ctrl_c_asks_whether_to_save(talk: Talk, tmp_path: Path) -> None:
    answered(talk, "3", "", "1")
    interrupt(talk)
    assert "Save what you typed? Type the name of a .txt file" in talk.until(PROMPT)
    talk.say(f"{tmp_path / 'nowhere' / 'begun.txt'}\n")
    assert "No such file or directory. Once more" in talk.until(PROMPT)
    talk.say(f"{tmp_path / 'begun.txt'}\n")
    code, last = talk.end()
    assert code == 130
    assert last.endswith("nonosat: interrupted\r\n")
    assert (tmp_path / "begun.txt").read_text() == "3\n\n1\n"


def test_ctrl_c_ends_the_questions(talk: Talk) -> None:
    interrupt(talk)
    code, last = talk.end()
    assert code == 130
    assert last.endswith("nonosat: interrupted\r\n")


def test_bytes_that_are_no_text_are_a_wrong_answer(talk: Talk) -> None:
    talk.say(b"1\xff\n")
    assert "That is no text. Once more:" in talk.until(FIRST)
    answered(talk, "1x1", "1", "1")
    talk.say("\n")
    assert talk.end()[0] == 0


def test_questions_do_not_get_into_the_output() -> None:
    reading, writing = os.pipe()
    try:
        with Talk("--json", stdout=writing) as talk:
            os.close(writing)
            talk.until(FIRST)
            talk.say("1x1\n1\n1\n\n")
            with os.fdopen(reading, "rb", closefd=False) as pipe:
                output = pipe.read().decode()
            assert talk.process.wait(10) == 0
    finally:
        os.close(reading)
    assert output.startswith("{")
    assert output.count("\n") == 1


def test_without_a_terminal_nothing_is_asked() -> None:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "nonosat", "solve"],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nonosat: give a FILE, - for stdin, or --rows and --cols\n"

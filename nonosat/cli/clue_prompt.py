"""Asks for the clues of a puzzle on a terminal, line by line."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator

from nonosat.cli.draft import Draft
from nonosat.cli.output import terminal_columns, wrap_text
from nonosat.errors import NonosatError, UsageError
from nonosat.files import dump, read_text, write_text
from nonosat.model import AXES, Line, Puzzle, Sheet
from nonosat.platforms.console import line_history
from nonosat.sanitize import safe

INTRO = """\
Type the clues of all rows, from top to bottom, then of all columns, from left
to right, one per line: numbers with blanks between them, 0 for an empty line.
Colored blocks carry a letter: 2k 1r. Type ? for a hidden number. You may paste
several lines, or separate them with ;. If you know the size, type it first, as
20x15: then you see how much room each line has. To change a line, type back, or
its name, as row 3. To keep your lines: save FILE. All commands: help."""
HELP = """\
20x15           the size: 20 columns, 15 rows
back            go to the line before this one
row 3           edit row 3 (or column 3), then return here
delete row 3    take that line out; those behind it move up
show            print what was typed
save FILE       keep it: .txt as you typed it, any other suffix as a puzzle file
load FILE       begin with a .txt that was saved
Arrow keys bring back what was typed. Ctrl-C ends it and asks whether to save."""
SIZE = re.compile(r"([0-9]{1,6})\s*[x*\u00d7]\s*([0-9]{1,6})", re.IGNORECASE)
LINE = re.compile(r"(delete\s+)?(row|column|col)s?\s*([0-9]{1,6})", re.IGNORECASE)
FILE = re.compile(r"(save|load)(?:\s+(.*))?", re.IGNORECASE)


def ask_puzzle() -> Puzzle:
    """Ask for rows and columns until they make a puzzle."""
    draft = Draft()
    remember = line_history()
    _say(INTRO)
    try:
        while True:
            puzzle = None if draft.place else _finished(draft)
            if old := draft.old():
                remember(old)
            answer = _input(_prompt(draft))
            if puzzle is not None and not answer:
                return puzzle
            with _complaints():
                obey(draft, answer)
    except (EOFError, KeyboardInterrupt) as err:
        _say("")
        _offer_to_save(draft)
        if isinstance(err, KeyboardInterrupt):
            raise
        raise UsageError("the input ended before the clues were complete") from None


def obey(draft: Draft, answer: str) -> None:
    """Do what one answer says: take in clues, or follow a command.

    Raises:
        NonosatError: with what is wrong. The draft is as before; `load` may have begun it.
    """
    word = answer.strip()
    if not word:
        draft.end()
    elif match := SIZE.fullmatch(word):
        draft.set_size(int(match[1]), int(match[2]))
    elif match := LINE.fullmatch(word):
        axis = "row" if match[2].lower() == "row" else "column"
        place = Line(axis, int(match[3]) - 1)
        draft.delete(place) if match[1] else draft.go(place)
    elif match := FILE.fullmatch(word):
        if not match[2]:
            raise UsageError(f"{word} needs the name of a file, as in: {word} puzzle.txt")
        if match[1].lower() == "save":
            _save(draft, match[2])
        else:
            _load(draft, match[2])
    elif word.lower() == "back":
        draft.back()
    elif word.lower() == "show":
        _say(draft.text().rstrip("\n"))
    elif word.lower() == "help":
        _say(HELP)
    else:
        _say(f"  {draft.add(word)}")


def _finished(draft: Draft) -> Puzzle | None:
    """The puzzle of all lines, or None; says what can be done now."""
    try:
        puzzle = draft.puzzle()
    except NonosatError as err:
        _say(f"That does not fit: {err}.", "Say which line to change, as: row 3. show prints all.")
        return None
    _say("All lines are there: Enter goes on, row 3 changes a line, save FILE keeps them.")
    return puzzle


def _prompt(draft: Draft) -> str:
    place = draft.place
    if place is None:
        return "what now: "
    count = draft.count(place.axis)
    name = str(place) + ("" if count is None else f" of {count}")
    if old := draft.old():
        return f"{name} is {old} (Enter keeps it): "
    if draft.may_end():
        then = ", then columns" if place.axis == AXES[0] else ""
        return f"{name} (Enter: no more {place.axis}s{then}): "
    return f"{name}: "


def _save(draft: Draft, path: str) -> None:
    if path.lower().endswith(".txt"):
        write_text(path, draft.text())
    elif draft.is_whole:
        dump([Sheet(draft.puzzle())], path)
    else:
        raise UsageError(f"{path}: lines are missing, so it can be saved as a .txt only")
    _say(f"  saved in {path}")


def _load(draft: Draft, path: str) -> None:
    """Take in what `_save` wrote: clues, but no commands, since anybody can have written it."""
    if not draft.is_empty:
        raise UsageError("load comes before the first line")
    if not path.lower().endswith(".txt"):
        raise UsageError(f"{path}: load takes a .txt; a puzzle file need not be typed again")
    lines = read_text(path).splitlines()
    if lines and (size := SIZE.fullmatch(lines[0].strip())):
        draft.set_size(int(size[1]), int(size[2]))
        del lines[0]
    gap = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    cols = [line for line in lines[gap:] if line.strip()]
    if gap:
        draft.add("\n".join(lines[:gap]))
    if gap < len(lines):
        draft.end()
    if cols:
        draft.go(Line("column", 0))
        draft.add("\n".join(cols))


def _offer_to_save(draft: Draft) -> None:
    """Ask for a name to save under. Ctrl-C again, or the end of the input, means no."""
    while not draft.is_empty:
        try:
            _say("Save what you typed? Type the name of a .txt file, or Enter for no.")
            path = _input("save: ")
        except (EOFError, KeyboardInterrupt):
            _say("")
            return
        if not path:
            return
        with _complaints(" Once more:"):
            _save(draft, path)
            return


@contextlib.contextmanager
def _complaints(then: str = " Once more, or help:") -> Iterator[None]:
    """Print what is wrong with an answer, and go on."""
    try:
        yield
    except NonosatError as err:
        _say(f"  {err}.{then}")


def _say(*texts: str) -> None:
    out = sys.stdout if sys.stdout.isatty() else sys.stderr
    for line in "\n".join(texts).split("\n"):
        whole = len(line) < terminal_columns()  # else it is broken between words
        print(
            *([safe(line)] if whole else wrap_text(safe(line), terminal_columns())),
            sep="\n",
            file=out,
        )
    out.flush()


def _input(prompt: str) -> str:
    while True:
        try:
            if sys.stdout.isatty():
                return input(prompt).strip()
            print(prompt, end="", file=sys.stderr, flush=True)
            return input().strip()
        except UnicodeDecodeError:
            _say("  That is not a text. Once more:")

"""Answers on stdout, complaints on stderr, and the exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import typer

from nonosat.cli.streams import ReaderGone, silence_stdout
from nonosat.errors import NonosatError, OutOfMemory
from nonosat.foreign import json_line, safe
from nonosat.model import Puzzle, Sheet
from nonosat.render.terminal import Cells, plain, styled

INTERRUPTED = 130


def complain(message: object) -> None:
    """Print a line on stderr."""
    with contextlib.suppress(OSError):
        print(f"nonosat: {safe(str(message))}", file=sys.stderr, flush=True)


def say(*lines: str) -> None:
    """Print lines on stdout at once, whatever may stand in them."""
    print("\n".join(map(safe, lines)), flush=True)


def columns() -> int:
    """Characters of a line on the terminal; where there is none, lines have the length they have."""
    if sys.stdout.isatty():
        with contextlib.suppress(OSError):
            return os.get_terminal_size(sys.stdout.fileno()).columns or sys.maxsize
    return sys.maxsize


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most `width` characters, broken between words; all but the first are indented."""
    return wrap(
        text,
        width,
        subsequent_indent=indent + "  ",
        initial_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def say_json(facts: Mapping[str, Any]) -> None:
    """Print one JSON object as a line, at once."""
    print(json_line(facts), flush=True)


@contextlib.contextmanager
def reported() -> Iterator[None]:
    """Turn errors into one line on stderr and their exit code."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # what fails now could be told by nobody later
    except NonosatError as err:
        complain(err)
        raise typer.Exit(err.exit_code) from err
    except KeyboardInterrupt:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    except (ReaderGone, BrokenPipeError):
        silence_stdout()
        raise typer.Exit(0) from None
    except MemoryError:
        complain("out of memory")
        raise typer.Exit(OutOfMemory.exit_code) from None


def picture(puzzle: Puzzle, cells: Cells) -> None:
    """Print a picture with its clues: in color on a terminal, in plain characters elsewhere."""
    if not sys.stdout.isatty():
        say(*plain(puzzle, cells))
        return
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    console = Console(highlight=False)
    if console.color_system is None or console.no_color:
        say(*plain(puzzle, cells))
        return
    for line in styled(puzzle, cells, console.width):
        text = Text(no_wrap=True, overflow="ignore", end="\n")
        for segment in line:
            style = Style(color=segment.ink or None, bgcolor=segment.paper or None, dim=segment.dim)
            text.append(segment.text, style)
        console.print(text, crop=False)


def title_line(sheet: Sheet, name: str) -> str:
    """Name, size and credits of a puzzle in one line."""
    puzzle = sheet.puzzle
    size = f"{puzzle.width}x{puzzle.height}"
    inks = "" if puzzle.palette.is_black_and_white else f", {len(puzzle.palette.inks)} inks"
    credit = " by ".join(filter(None, [sheet.title, sheet.author]))
    return f"{name}: {size}{inks}" + (f", {credit}" if credit else "")


def exit_with(codes: Sequence[int]) -> None:
    """Leave with the largest code, if any is not 0; an interruption is for the caller to raise."""
    worst = max(codes, default=0)
    if worst:
        raise typer.Exit(worst)

"""Answers on stdout, complaints on stderr, and the exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence

import typer

from nonosat.errors import NonosatError, OutputError
from nonosat.model import Puzzle, Sheet
from nonosat.render.text import Cells, plain, styled

INTERRUPTED = 130


def complain(message: object) -> None:
    """Print a line on stderr."""
    with contextlib.suppress(BrokenPipeError):
        print(f"nonosat: {message}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def reported() -> Iterator[None]:
    """Turn errors into one line on stderr and their exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # file names need not be text
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except NonosatError as err:
        complain(err)
        raise typer.Exit(err.exit_code) from err
    except KeyboardInterrupt:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does: nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except OSError as err:  # errors of files have been told apart before: this is stdout
        complain(f"<stdout>: {err.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(OutputError.exit_code) from err
    except MemoryError:
        complain("out of memory")
        raise typer.Exit(NonosatError.exit_code) from None


def picture(puzzle: Puzzle, cells: Cells) -> None:
    """Print a picture with its clues: in color on a terminal, in plain characters elsewhere."""
    if not sys.stdout.isatty():
        print("\n".join(plain(puzzle, cells)))
        return
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    console = Console(highlight=False)
    if console.color_system is None or console.no_color:
        print("\n".join(plain(puzzle, cells)))
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

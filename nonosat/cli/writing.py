"""The files that commands write: their formats, what they may replace, and what is said of them."""

import contextlib
import dataclasses
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nonosat.cli.output import complain, list_names
from nonosat.cli.streams import ignore_stdout_errors
from nonosat.errors import CannotHold, OutputError, UsageError, naming_os_errors
from nonosat.files import dump, dump_bytes, format_of_suffix, write_bytes
from nonosat.files.kept import check_kept, check_replaceable
from nonosat.files.write import check_outputs
from nonosat.formats import make_format
from nonosat.formats.base import Holds, check_holds, lost_fields
from nonosat.model import Domains, Grid, Puzzle, Sheet

GRID = "grid"
"""The format of pictures in characters; a text of them with ? is for --known."""


def check_outputs_free(
    outputs: Sequence[str],
    inputs: Iterable[str] = (),
    *,
    clues: bool = False,
    puzzles: bool = False,
    reports: bool = False,
    force: bool = False,
) -> None:
    """Refuse outputs that cannot be written (see `check_outputs`), and outlive stdout for others.

    Args:
        clues: the outputs will hold clues, so they may replace files of clues.
        puzzles: they hold puzzles or pictures, so `save` compares old ones with the new.
        reports: they may replace anything but clues.
        force: replace what is read, and any file, all the same.
    """
    read = [] if force else list(inputs)
    folders = filter(os.path.isdir, read)
    check_outputs(outputs, read, clueless=() if clues or force else outputs, folders=folders)
    if not (force or reports):
        for name in outputs:
            check_replaceable(name, puzzles)
    if any(name != "-" for name in outputs):
        ignore_stdout_errors()


def output_format(
    output: str | None,
    to: str | None,
    piped: str | None = None,
    *,
    inputs: Iterable[str | None] = (),
    force: bool = False,
    drawn: Sequence[str] = ("FILE",),
    folders: bool = False,
) -> str:
    """Return the format to write: `to`, the format of the file's suffix, or `piped` for stdout.

    Args:
        inputs: the input files (None for an input that is not a file). The output must not
            overwrite them.
        force: allow overwriting input files, and files that contain clues, in every format.
        drawn: the arguments of `nonosat show` that draw the written puzzle.
        folders: whether the command writes folders, too.

    Raises:
        UsageError: the format does not exist or cannot be determined, or there is no output.
        OutputError: the folder does not exist, or the file must not be overwritten.
        CannotHold: nonosat reads the format but does not write it.
    """
    if to is not None:
        make_format(to)
        if output is None:
            raise UsageError("--to needs an output: -o FILE, or -o - for stdout")
    read = [name for name in inputs if name is not None]
    file = None if output == "-" else output
    if file and to is None and not os.path.splitext(file)[1]:
        folder = f", or -o {file}/ for a folder" if folders else ""
        raise UsageError(f"{file} has no suffix: -o {file}.json{folder}")
    if file is not None and to is None:
        from nonosat.draw.drawings import DOCUMENTS, kind_of_file  # most solutions are only shown

        if kind_of_file(file) in ("svg", *DOCUMENTS):
            raise UsageError(f"{file} would be a drawing; {how_to_draw(file, drawn)}")
    name = to or (format_of_suffix(file) if file is not None else piped)
    if name is None:
        raise UsageError("choose the format with --to, or a file with -o")
    format = make_format(name)
    if name == "json" and file is not None and format_of_suffix(file) == "jsonl":
        raise UsageError(
            f"{file}: this suffix has one puzzle a line; use --to jsonl, or end it in .json"
        )
    if format.write is None:
        raise CannotHold(f"{name} can only be read, not written")
    if file is not None:
        clues = Holds.CLUES in format.holds
        check_outputs_free([file], read, clues=clues, puzzles=True, force=force)
    return name


def how_to_draw(output: str, drawn: Sequence[str]) -> str:
    """The command that draws into a file; see `output_format`."""
    return f"to draw it: {shlex.join(['nonosat', 'show', *drawn, '-o', output])}"


def check_solution_fits(format: str, puzzles: Sequence[Sheet]) -> None:
    """Refuse a format that cannot hold the solutions of these puzzles, before they are sought.

    Raises:
        CannotHold: it has no place for them.
        MissingExtra: the package that writes it is not installed.
    """
    holds = make_format(format).holds
    if not holds & (Holds.GOAL | Holds.GOALS):
        raise CannotHold(f"{format} has no place for a solution; json has")
    dot = (Grid(1, 1, bytes(1)),)
    check_holds(format, holds, [dataclasses.replace(sheet, goals=dot) for sheet in puzzles])
    dump_bytes([Sheet(Puzzle.of([[]], [[]]), dot)], format)


@contextlib.contextmanager
def report_written(*paths: str) -> Iterator[None]:
    """Say on stderr which of these files the block has written, and which it has replaced."""
    old = {path for path in paths if os.path.exists(path)}
    yield
    files = [path for path in paths if path != "-" and os.path.isfile(path)]  # no devices
    for word, names in (
        ("wrote", [path for path in files if path not in old]),
        ("replaced", [path for path in files if path in old]),
    ):
        if names:
            complain(f"{word} {list_names(names, len(names))}")


def save(sheets: Sequence[Sheet], path: str, format: str, force: bool) -> None:
    """Write puzzles to a file, unless something would be lost, and say on stderr that it was written."""
    with report_written(path):
        save_quietly(sheets, path, format, force)


def save_quietly(sheets: Sequence[Sheet], path: str, format: str, force: bool) -> None:
    """Write puzzles to a file, whose folder is made, unless something would be lost."""
    if not force:
        check_kept(path, sheets, format)
    with naming_os_errors(OutputError, path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    dump(sheets, path, format)


def save_if_all(
    sheets: Sequence[Sheet], count: int, path: str, format: str | None, done: str, force: bool
) -> bool:
    """Write puzzles if there are `count` of them; else say that not every puzzle was `done`."""
    if len(sheets) < count:
        complain(f"{path} not written: not every puzzle was {done}")
        return False
    save(sheets, path, format or "", force)
    return True


def save_known(sheet: Sheet, known: Domains, path: str, format: str) -> bool:
    """Write the known cells of a puzzle for ``--known``; False if the format has no place for them."""
    game = dataclasses.replace(sheet, goals=(), saved=known)
    if format in ("png", "svg"):
        from nonosat.draw.files import game_bytes  # few searches end without a solution

        data: str | bytes = game_bytes(game, format)
    elif format == GRID:
        rows = known.words(sheet.puzzle.palette)
        lines = ("".join(cell if len(cell) == 1 else "?" for cell in row) for row in rows)
        data = "".join(f"{line}\n" for line in lines)
    elif Holds.SAVED in make_format(format).holds:
        data = dump_bytes([game], format)
    else:
        complain(
            f"{path} not written: not every cell is known, and {format} has no place for others"
        )
        return False
    with report_written(path):
        write_bytes(path, data.encode() if isinstance(data, str) else data)
    return True


def complain_of_losses(format: str, sheets: Sequence[Sheet]) -> None:
    """Name what puzzles say that a format does not keep."""
    lost = lost_fields(make_format(format).holds, sheets)
    if lost:
        complain(f"{format} does not keep: {', '.join(lost)}")


def with_credits(
    sheet: Sheet, title: str | None, author: str | None, copyright: str | None
) -> Sheet:
    """Return the sheet with these credits in place of its own."""
    given: dict[str, Any] = {"title": title, "author": author, "copyright": copyright}
    return dataclasses.replace(sheet, **{k: v for k, v in given.items() if v is not None})

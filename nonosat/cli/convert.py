"""``nonosat convert``."""

import csv
import dataclasses
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from nonosat.cli import options
from nonosat.cli.output import complain, list_names
from nonosat.cli.puzzles import PuzzleFiles
from nonosat.cli.writing import (
    check_outputs_free,
    check_solution_fits,
    complain_of_losses,
    output_format,
    report_written,
    save,
    with_credits,
)
from nonosat.errors import CannotHold, OutputError, naming_os_errors
from nonosat.files import dump, read_text
from nonosat.files.kept import check_kept
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import Holds, check_holds
from nonosat.limits import Limits
from nonosat.model import Sheet, SourcedSheet
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.words import plural


def convert(
    files: options.Files,
    output: Annotated[
        str,
        options.output("What to write; - is stdout. If a folder, one file per input.", "FILE|DIR/"),
    ] = "-",
    force: options.Force = False,
    title: options.Title = None,
    author: options.Author = None,
    copyright: options.Copyright = None,
    clues_only: options.CluesOnly = False,
    from_: options.From = None,
    to: options.To = None,
) -> list[int]:
    """Write puzzles in another format.

    All puzzles go into one file, or each file gets its own if -o is a folder, a .non without --to. A bad file
    in a folder is reported, and the rest is converted. Losses of the new format are named on
    stderr; if clues or colors would be lost, nothing is written. For a picture format, a puzzle
    without a finished picture is solved first; its solution must be unique. --title takes a .csv, too,
    with a file, its title and its author in each line.

    Examples:

      nonosat convert puzzle.xml -o puzzle.non

      nonosat convert picture.ppm --to webpbn

      nonosat convert a.non b.mk c.nin -o collection.jsonl

      nonosat convert drawings/*.png -o puzzles/

      nonosat convert drawings -o set.jsonl --title names.csv

      nonosat convert draft.non --title Fox --author "A. Nony" -o fox.non
    """
    folder = output != "-" and (output.endswith(("/", os.sep)) or os.path.isdir(output))
    listed = title if title and title.lower().endswith(".csv") else ""
    names = dict[str, tuple[str, str | None]]()
    if listed:  # each line has the name of a file, a title, and an author
        rows = (row for row in csv.reader(read_text(listed).splitlines()) if row[1:])
        names = {row[0]: (row[1], row[2] or None if len(row) > 2 else None) for row in rows}
    inputs = PuzzleFiles(files, from_, [output, *filter(None, [listed])], each=folder)
    target = "-" if folder else output
    piped = "non" if folder else None
    name = output_format(target, to, piped, inputs=files, force=force, drawn=files, folders=True)
    read: list[tuple[Path, list[SourcedSheet]]] = []
    for inside, puzzles in inputs.files():
        named, by = names.pop(inside.name, ("", author)) if listed else (title, author)
        if listed and not named:
            complain(f"{inside}: {title} has no title for it")
            named = None
        puzzles = [
            item._replace(sheet=with_credits(item.sheet, named, by, copyright)) for item in puzzles
        ]
        if clues_only:
            puzzles = [
                item._replace(
                    sheet=dataclasses.replace(item.clues_only().sheet, goals=item.sheet.goals)
                )
                for item in puzzles
            ]
        _check_each_fits(puzzles, name)
        read.append((inside, puzzles))
    holds = make_format(name).holds
    count = sum(len(puzzles) for _, puzzles in read)
    if not folder and count > 1 and Holds.SEVERAL not in holds:
        raise CannotHold(
            f"{name} holds one puzzle per file, not {count}; -o FOLDER/ writes a file each"
        )
    if Holds.CLUES not in holds:
        read = [(inside, _find_pictures(puzzles, name)) for inside, puzzles in read]
    if left := [name for name in names if name != "file"]:
        complain(f"{plural(len(left), 'title')} of no file here: {list_names(left, len(left))}")
    everything = [item.sheet for _, puzzles in read for item in puzzles]
    if folder:
        write_folder(read, output, name, force)
    elif everything or not inputs.codes:
        save(everything, output, name, force)
    complain_of_losses(name, everything)
    return inputs.codes


def write_folder(
    files: Sequence[tuple[Path, list[SourcedSheet]]], folder: str, format: str, force: bool
) -> None:
    """Write a file for each that was read, or for each puzzle if the format holds only one."""
    suffix = FORMATS.entry(format).suffixes[0]
    holds = make_format(format).holds
    outputs: dict[str, list[Sheet]] = {}
    for inside, puzzles in files:
        path = Path(folder, inside).with_suffix(suffix)
        groups = [[item.sheet for item in puzzles]]
        if len(puzzles) > 1 and Holds.SEVERAL not in holds:
            groups = [[item.sheet] for item in puzzles]
        for number, sheets in enumerate(groups, 1):
            name = str(path if len(groups) == 1 else path.with_stem(f"{path.stem}-{number}"))
            if name in outputs:
                raise OutputError(f"{name}: two input files would be written to this file")
            outputs[name] = sheets
    for name in outputs:
        with naming_os_errors(OutputError, Path(name).parent):
            Path(name).parent.mkdir(parents=True, exist_ok=True)
    read = [item.source for _, puzzles in files for item in puzzles[:1]]
    clues = Holds.CLUES in holds
    check_outputs_free(list(outputs), read, clues=clues, puzzles=True, force=force)
    if not force:
        for name, sheets in outputs.items():
            check_kept(name, sheets, format)
    with report_written(*outputs):
        for name, sheets in outputs.items():
            dump(sheets, name, format)


def _check_each_fits(puzzles: Sequence[SourcedSheet], format: str) -> None:
    """Refuse a format that cannot hold one of the puzzles of a file, before any is solved."""
    holds = make_format(format).holds
    for item in puzzles:
        try:
            if Holds.CLUES in holds:
                check_holds(format, holds, [item.sheet])
            else:
                check_solution_fits(format, [item.sheet])
        except CannotHold as err:
            raise CannotHold(f"{item.name}: {err}", advice=err.advice) from err


def _find_pictures(puzzles: Sequence[SourcedSheet], format: str) -> list[SourcedSheet]:
    """The puzzles of a file with their pictures, solved where the file has none."""
    finished = []
    for item in puzzles:
        if not item.sheet.goals:
            result = check(item.sheet.puzzle, limits=Limits(options.CHECK_SECONDS))
            if result.verdict is not Verdict.UNIQUE:
                raise CannotHold(
                    f"{item.name}: {format} holds finished pictures only, and the puzzle has none; "
                    f"solving it gave the verdict {result.verdict.value}"
                )
            item = item._replace(sheet=dataclasses.replace(item.sheet, goals=result.solutions))
            complain(f"{item.name}: the picture was found by solving; it is the only solution")
        finished.append(item)
    return finished

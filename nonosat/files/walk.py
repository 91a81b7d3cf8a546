"""Yields the puzzles of files and folders, in order."""

import glob
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from nonosat.errors import InputError, NonosatError, UsageError
from nonosat.files.raw import is_link, name_of
from nonosat.files.read import (
    Piece,
    ReadFailure,
    chosen_puzzle,
    format_suffix,
    pieces_of_file,
    read_record,
    unless_empty,
    unless_foreign,
)
from nonosat.formats import OWN_SUFFIXES, is_read
from nonosat.formats.base import Record

OF_SITE = frozenset(("files.json", "nonosat.zip"))
"""Files that a page has which nonosat wrote: a folder of programs and of copies of puzzles."""
SkipFile = Callable[[os.stat_result], bool]
"""Returns True for files to skip, such as those that the run itself writes."""


def walk(
    paths: Sequence[str], format: str | None = None, without: SkipFile | None = None
) -> Iterator[Piece]:
    """Yield the puzzles of files and directories, in order.

    A file that cannot be read yields its error, and the walk continues. In directories, only files
    with the suffix or content of a puzzle are read; every other file is yielded as a failure at position 0.

    Args:
        without: called for each file and folder when it is reached, so that it also sees files made
            during the walk; True skips the file.
    """
    for piece in walk_records(paths, format, without):
        yield from read_record(piece)


def walk_records(
    paths: Sequence[str], format: str | None = None, without: SkipFile | None = None
) -> Iterator[Record | Piece]:
    """Yield the puzzles of `walk`, unread where another process can read them.

    A piece holds one or a few puzzles; its position is that of the first. Everything that decides
    the positions of later puzzles is read already.
    """
    for path in paths:
        file = chosen_puzzle(path)[0]
        if path != "-" and os.path.isdir(path):
            yield from _directory(path, format, without)
        elif without is not None and path != "-" and is_excluded(file, without):
            yield ReadFailure.skipped(os.fspath(file))
        else:
            source = name_of(file)
            try:
                yield from unless_empty(pieces_of_file(path, format, given=True), source)
            except NonosatError as err:
                yield ReadFailure(err, source)


def is_excluded(path: str | os.PathLike[str], without: SkipFile | None) -> bool:
    """Return True if a file exists and is one of those to leave out."""
    try:
        return without is not None and without(os.stat(path))
    except (OSError, ValueError):
        return False  # reading it will say what is wrong


def expanded(paths: Iterable[str]) -> list[str]:
    """Expand patterns such as ``*.non``, as not every shell does; a name that fits nothing stays."""
    found = []
    for path in paths:
        if path == "-" or is_link(path) or os.path.lexists(path) or chosen_puzzle(path)[1]:
            found.append(path)
        elif glob.has_magic(path) and "\0" not in path:
            found += sorted(glob.iglob(path, recursive=True)) or [path]
        elif "\0" not in path and (path.endswith(("/", os.sep)) or not Path(path).suffix):
            raise UsageError(f"{path}: there is no such file or folder")
        else:
            found.append(path)
    return found


def _directory(path: str, format: str | None, without: SkipFile | None) -> Iterator[Record | Piece]:
    seen = False
    for file in files_below(path, without):
        seen = True
        if isinstance(file, InputError):
            yield ReadFailure(file, path)
        elif is_excluded(file, without):
            yield ReadFailure.skipped(str(file))
        elif not _may_be_read(file):
            yield ReadFailure.skipped(str(file), "not a puzzle by its name or kind")
        else:
            ours = format_suffix(file) in OWN_SUFFIXES
            yield from unless_foreign(str(file), pieces_of_file(file, format, given=ours), ours)
    if not seen:
        yield ReadFailure(InputError(f"{path}: this folder has no files"), path)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself, for one; reading it will say what is wrong
        return False


def _may_be_read(file: Path) -> bool:
    """Return True for a file with a known suffix, but not for a pipe or device, which may never end."""
    suffix = format_suffix(file)
    if suffix != ".zip" and not is_read(suffix):
        return False
    try:
        mode = file.stat().st_mode
    except OSError:
        return True  # reading it will say what is wrong
    return stat.S_ISREG(mode)


def files_below(top: str, without: SkipFile | None) -> Iterator[Path | InputError]:
    """Yield files by name, without hidden ones and pages, then errors of folders that cannot be listed.

    No recursion: folders may be nested deeper than Python's stack.
    """
    failed: list[InputError] = []
    folders = [top]
    while folders:
        folder = folders.pop()
        inner, names = [], []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    if not _is_folder(entry):
                        names.append(entry.name)
                    elif not entry.is_symlink() and not is_excluded(entry.path, without):
                        inner.append(entry.name)
        except OSError as err:
            failed.append(InputError(f"{folder}: {err.strerror}"))
            continue
        if folder != top and {*names} >= OF_SITE:
            continue
        for name in sorted(names):
            yield Path(folder, name)
        folders += [os.path.join(folder, name) for name in sorted(inner, reverse=True)]
    yield from failed

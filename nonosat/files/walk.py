"""The puzzles of files and folders, in order."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from nonosat.errors import InputError, NonosatError
from nonosat.files.raw import is_link, name_of
from nonosat.files.read import (
    Found,
    Piece,
    Unread,
    format_suffix,
    has_own_suffix,
    no_puzzle,
    pieces_of_file,
    read_piece,
    unless_foreign,
)
from nonosat.formats import formats_of

Without = Callable[[os.stat_result], bool]
"""Says which files are no input, such as those that the run itself writes."""


def nothing(info: os.stat_result) -> bool:
    """The `Without` of a run that excludes no file."""
    return False


def walk(
    paths: Sequence[str], format: str | None = None, without: Without = nothing
) -> Iterator[Found | Path]:
    """The puzzles of files and directories, in order.

    A file that cannot be read yields its error and the rest follows all the same. Directories are
    searched for files whose suffix or content is that of a puzzle; every other file in them is
    yielded as a Path, to be counted as skipped.

    Args:
        without: called for each file and folder as it is reached, so that it can tell files made
            during the walk; True skips it.
    """
    for piece in walk_pieces(paths, format, without):
        yield from read_piece(piece)


def walk_pieces(
    paths: Sequence[str], format: str | None = None, without: Without = nothing
) -> Iterator[Piece | Found | Path]:
    """The puzzles of `walk`, but not read yet where another process can read them.

    A piece holds one puzzle or a few; its position is that of the first. What decides the positions
    of later puzzles has been read already.
    """
    for path in _expanded(paths):
        if path != "-" and os.path.isdir(path):
            yield from _directory(path, format, without)
        elif path != "-" and _is_excluded(path, without):
            yield Path(path)
        else:
            yield from _named(path, format)


def _is_excluded(path: str | os.PathLike[str], without: Without) -> bool:
    if without is nothing:
        return False
    try:
        return without(os.stat(path))
    except (OSError, ValueError):
        return False  # reading it will say what is wrong


def _named(path: str, format: str | None) -> Iterator[Piece | Found | Path]:
    """The pieces of a file that the user named, or the error in their place."""
    source = name_of(path)
    skipped = []
    empty = True
    try:
        for piece in pieces_of_file(path, format, given=True):
            if isinstance(piece, Path):  # in an archive
                skipped.append(piece)
            else:
                empty = False
            yield piece
    except NonosatError as err:
        yield Unread(err, source)
    else:
        if empty:
            yield Unread(no_puzzle(source, skipped), source)


def _expanded(paths: Iterable[str]) -> Iterator[str]:
    """Replace patterns such as ``*.non`` by the names that fit them; not every shell does."""
    for path in paths:
        if path == "-" or is_link(path) or os.path.lexists(path) or not glob.has_magic(path):
            yield path
            continue
        try:
            found = sorted(glob.iglob(path, recursive=True))
        except ValueError:  # a NUL in the name; reading it will say so
            found = []
        yield from found or [path]


def _directory(path: str, format: str | None, without: Without) -> Iterator[Piece | Found | Path]:
    seen = False
    for file in _files_below(path, without):
        seen = True
        if isinstance(file, InputError):
            yield Unread(file, path)
        elif not _has_known_suffix(file) or not _is_data(file) or _is_excluded(file, without):
            yield file
        else:
            ours = has_own_suffix(file)
            yield from unless_foreign(str(file), pieces_of_file(file, format, given=ours), ours)
    if not seen:
        yield Unread(InputError(f"{path}: the directory holds no file"), path)


def _has_known_suffix(file: Path) -> bool:
    suffix = format_suffix(file)
    return suffix == ".zip" or bool(formats_of(suffix))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself, for one; reading it will say what is wrong
        return False


def _is_data(file: Path) -> bool:
    """True for a file; False for a pipe or device on which reading may wait for ever."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return True  # reading it will say what is wrong
    return stat.S_ISREG(mode)


def _files_below(top: str, without: Without) -> Iterator[Path | InputError]:
    """Files in the order of their names, hidden ones left out; folders that cannot be listed.

    Folders may be nested deeper than Python calls functions.
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
                    elif not entry.is_symlink() and not _is_excluded(entry.path, without):
                        inner.append(entry.name)
        except OSError as err:
            failed.append(InputError(f"{folder}: {err.strerror}"))
            continue
        for name in sorted(names):
            yield Path(folder, name)
        folders += [os.path.join(folder, name) for name in sorted(inner, reverse=True)]
    yield from failed

"""Temporary folders, and folders that appear when they are complete. Those of killed processes are removed later."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nonosat.platforms.files import lock, move

_FILES, _LOCK = "files", "lock"
"""Contents of a temporary folder. `files` is made while the lock is held, so a folder with `files`
whose lock is free was left behind."""


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """Make a folder for temporary files, yield its path, and remove it at the end.

    Folders with this prefix that killed processes left behind are removed first.
    """
    for old in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        _remove_abandoned(old)
    with (
        tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder,
        open(
            Path(folder, _LOCK), "xb"
        ) as file,  # closed first, as Windows cannot remove open files
    ):
        lock(file)
        files = Path(folder, _FILES)
        files.mkdir()
        yield str(files)


def _remove_abandoned(folder: Path) -> None:
    with contextlib.suppress(OSError):  # it is in use, or belongs to somebody else
        if not Path(folder, _FILES).is_dir():
            return
        with open(Path(folder, _LOCK), "r+b") as file:
            abandoned = lock(file)
        if abandoned:
            shutil.rmtree(folder)


@contextlib.contextmanager
def whole_folder(folder: Path, replace: bool = False) -> Iterator[Path]:
    """Yield a folder to write in. At the end it gets the name `folder`; after an error it is removed.

    Args:
        replace: replace an existing folder; without this it must be empty.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    for leftover in leftovers(folder):
        shutil.rmtree(leftover)
    work = folder.parent / f".{folder.name}.{os.urandom(4).hex()}.unfinished"
    work.mkdir(0o755)  # not mkdtemp: on Windows, other users could not read its folder
    try:
        yield work
        work.chmod(0o755)
        if folder.exists() and replace:
            old = work / ".old"
            move(folder, old)
            shutil.rmtree(old)
        elif folder.exists():
            folder.rmdir()
        move(work, folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def leftovers(folder: Path) -> list[Path]:
    """Return the unfinished folders that killed processes left beside a `whole_folder`."""
    # Exactly 8 characters, so that a folder of `a.b` does not count for `a`.
    return [*folder.parent.glob(f".{glob.escape(folder.name)}.????????.unfinished")]

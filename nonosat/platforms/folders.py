"""Folders that appear when they are complete. Those of killed processes are removed later."""

import contextlib
import glob
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from nonosat.platforms.files import move


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

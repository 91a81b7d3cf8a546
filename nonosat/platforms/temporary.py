"""Temporary folders. Later processes remove those of killed ones."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nonosat.platforms.files import lock

_FILES, _LOCK = "files", "lock"
"""What a temporary folder contains. `files` is made while the lock is held, so a folder with `files`
whose lock is free was left behind."""


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """Make a folder for temporary files, yield its path, and remove it at the end.

    Folders with this prefix that killed processes left behind are removed first.

    Raises:
        OSError: the folder cannot be made.
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

"""Files: locks, names that are taken, and files that others have open."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
from typing import BinaryIO

PATIENCE = 1.0
"""Seconds in which a virus scanner or an indexer is done with a file that was just written."""
_NAP = 0.02
_LOCKED = 2**31 - 1
"""The byte that Windows locks. Nobody else can read a byte that is locked, so it is one that few files
have: the largest that its C library can lock."""
_DEVICES = r"(?i:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])"
"""Names that Windows keeps for devices, with any suffix."""


def lock(file: BinaryIO) -> bool:
    """Lock a file that is open for writing until it is closed.

    Return False if its file system has no locks.

    Raises:
        BlockingIOError: another process has locked it.
    """
    if sys.platform == "win32":
        import msvcrt

        at = file.tell()
        file.seek(_LOCKED)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as err:
            if err.errno in (errno.EACCES, errno.EDEADLK):
                raise BlockingIOError(err.errno, err.strerror) from err
        finally:
            file.seek(at)
        return True
    import fcntl

    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def move(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Rename a file or a folder; a file that is there is replaced.

    Windows refuses while anybody has it open, so it is tried for `PATIENCE` there.

    Raises:
        OSError: it cannot be done.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return os.replace(source, target)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > until:
                raise
        time.sleep(_NAP)


def take_over(new: str, old: os.stat_result) -> None:
    """Give a new file the owner and the mode of the one before; on Windows only whether it may be
    written to."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # it is somebody else's
            os.chown(new, old.st_uid, old.st_gid)
    os.chmod(new, stat.S_IMODE(old.st_mode))


def one_name(path: str) -> str:
    """The same for all spellings of a name that most disks of this system take for one."""
    if sys.platform == "darwin":
        import unicodedata

        return unicodedata.normalize("NFC", path).casefold()
    return os.path.normcase(path)


def usable_name(name: str) -> str:
    """A name for a file on every system, made from one without signs that some system forbids.

    >>> usable_name("aux"), usable_name("con.d"), usable_name("console")
    ('aux-', 'con-.d', 'console')
    """
    stem, dot, rest = name.partition(".")
    return f"{stem}-{dot}{rest}" if re.fullmatch(_DEVICES, stem) else name

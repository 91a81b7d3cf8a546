"""Files: locks, reserved names, and files that other processes have open."""

import contextlib
import errno
import os
import re
import stat
import sys
import time
from typing import BinaryIO

PATIENCE = 1.0
"""Seconds to wait for a virus scanner or indexer that has a new file open."""
REPLACES_OPEN = sys.platform != "win32"
"""True where a file that is open can be replaced."""
_NAP = 0.02
_LOCKED = 2**31 - 1
"""Offset of the byte that Windows locks. Others cannot read a locked byte, so it is far beyond the end
of most files: the largest offset that its C library can lock."""
_DEVICES = r"(?i:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])"
"""Names that Windows reserves for devices, with any suffix."""


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
    """Rename a file or folder; replace an existing file.

    Windows refuses while another process has it open, so it is retried for `PATIENCE` seconds.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return os.replace(source, target)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > until:
                raise
        time.sleep(_NAP)


def copy_owner_and_mode(new: str, old: os.stat_result) -> None:
    """Give a new file the owner and mode of an old one; on Windows only its read-only flag."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # another user owns it
            os.chown(new, old.st_uid, old.st_gid)
    os.chmod(new, stat.S_IMODE(old.st_mode))


def one_name(path: str) -> str:
    """Return the same text for all spellings of a name that mean one file on this system."""
    if sys.platform == "darwin":
        import unicodedata

        return unicodedata.normalize("NFC", path).casefold()
    return os.path.normcase(path)


def usable_name(name: str) -> str:
    """Return a name that is not a device on Windows, for a name without forbidden characters.

    >>> usable_name("aux"), usable_name("con.d"), usable_name("console")
    ('aux-', 'con-.d', 'console')
    """
    stem, dot, rest = name.partition(".")
    return f"{stem}-{dot}{rest}" if re.fullmatch(_DEVICES, stem) else name
